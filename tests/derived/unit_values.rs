//! `()` as a value: a frozen struct without fields, of one byte.

use std::collections::BTreeMap;

use vellum::{Record, Schema, Vellum};

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Page<T> {
    next: Option<T>,
    items: Vec<T>,
    by_name: BTreeMap<String, T>,
    pair: (u8, T),
    three: [T; 3],
    one: T,
    last: u8,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Reply<T, E> {
    Done(T),
    Failed(E),
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Unit {
    name: String,
}

fn page() -> Page<()> {
    Page {
        next: Some(()),
        items: vec![(); 3],
        by_name: [("a".to_owned(), ())].into(),
        pair: (7, ()),
        three: [(); 3],
        one: (),
        last: 9,
    }
}

#[test]
fn a_unit_is_read_as_it_was_written() {
    let bytes = vellum::to_vec(&page()).unwrap();
    assert_eq!(vellum::from_slice::<Page<()>>(&bytes).unwrap(), page());
    let view = Page::<()>::peek(&bytes).unwrap();
    let () = view.one().unwrap();
    assert_eq!((view.next().unwrap(), view.items().unwrap().len(), view.pair().unwrap()), (Some(()), 3, (7, ())));
    assert_eq!(view.items().unwrap().iter().map(Result::unwrap).count(), 3);
    let proved = Page::<()>::prove(&bytes).unwrap();
    assert_eq!(
        (proved.next(), proved.items().len(), proved.by_name().get("a"), proved.last()),
        (Some(()), 3, Some(()), 9)
    );
    let mut compact = bytes.clone();
    Page::<()>::compact(&mut compact).unwrap();
    assert_eq!(compact, bytes);
    for reply in [Reply::Done(()), Reply::Failed("no".to_owned())] {
        let bytes = vellum::to_vec(&reply).unwrap();
        assert_eq!(vellum::from_slice::<Reply<(), String>>(&bytes).unwrap(), reply);
        Reply::<(), String>::prove(&bytes).unwrap();
    }
    let bytes = vellum::to_vec(&()).unwrap();
    vellum::from_slice::<()>(&bytes).unwrap();
    assert_eq!(<()>::schema().to_string(), "/// No value.\nfrozen struct Unit {\n}\nroot Unit;\n");
}

#[test]
fn units_are_counted_and_edited_in_place() {
    let mut bytes = vellum::to_vec(&Page::<()>::default()).unwrap();
    let mut edit = Page::<()>::edit(&mut bytes).unwrap();
    edit.set_next(Some(())).unwrap();
    edit.items().push(()).unwrap();
    edit.items().extend_from_slice(&[(); 4]).unwrap();
    edit.items().remove(0).unwrap();
    assert!(!edit.by_name().insert("a", ()).unwrap());
    edit.set_one(()).unwrap();
    edit.set_pair((7, ())).unwrap();
    edit.set_last(9).unwrap();
    assert_eq!(edit.take_next().unwrap(), Some(()));
    let read: Page<()> = vellum::from_slice(&bytes).unwrap();
    assert_eq!((read.next, read.items.len(), read.pair, read.last), (None, 4, (7, ()), 9));
    assert!(read.by_name.contains_key("a"));
}

#[test]
fn a_record_of_the_printed_schema_has_the_same_bytes() {
    let schema = Schema::parse(&Page::<()>::schema().to_string()).unwrap();
    assert_eq!(&schema, Page::<()>::schema());
    let bytes = vellum::to_vec(&page()).unwrap();
    schema.prove(&bytes).unwrap();
    let mut record = Record::new(&schema);
    record.make("next").unwrap();
    record.push_default("items").unwrap();
    record.push_default("items").unwrap();
    record.push_default("items").unwrap();
    record.add_key("by_name", "a").unwrap();
    record.set("pair.0", 7u8).unwrap();
    record.set("last", 9u8).unwrap();
    record.compact().unwrap();
    assert_eq!(record.as_bytes(), bytes);
}

#[test]
fn a_byte_of_a_unit_that_is_not_zero_is_refused() {
    let bytes = vellum::to_vec(&((), 5u8)).unwrap();
    let zero = bytes.iter().position(|byte| *byte == 5).unwrap() - 1;
    assert_eq!(bytes[zero], 0);
    let mut broken = bytes.clone();
    broken[zero] = 1;
    <((), u8)>::prove(&bytes).unwrap();
    assert!(<((), u8)>::prove(&broken).is_err());
    assert!(<((), u8)>::schema().prove(&broken).is_err());
}

#[test]
fn a_struct_of_the_same_name_is_another() {
    #[derive(Vellum, Debug, PartialEq)]
    struct Both {
        own: Unit,
        nothing: (),
    }

    let text = Both::schema().to_string();
    assert!(text.contains("own: Unit,\n    nothing: Unit2,"), "{text}");
    let both = Both { own: Unit { name: "x".into() }, nothing: () };
    assert_eq!(vellum::from_slice::<Both>(&vellum::to_vec(&both).unwrap()).unwrap(), both);
}

/// The unit of serde comes in as it goes out, but in an `Option`, where it is what absence is.
#[cfg(feature = "json")]
#[test]
// A map of units is what is tested.
#[allow(clippy::zero_sized_map_values)]
fn a_unit_goes_through_serde() {
    #[derive(Vellum, serde::Serialize, serde::Deserialize, Clone, Debug, PartialEq)]
    struct Units {
        one: (),
        items: Vec<()>,
        by_name: BTreeMap<String, ()>,
        pair: (u8, ()),
        reply: Either,
        last: u8,
    }

    #[derive(Vellum, serde::Serialize, serde::Deserialize, Clone, Debug, PartialEq)]
    enum Either {
        Number(u8),
        Done(()),
    }

    let by_name = [("a".to_owned(), ())].into();
    let units = Units { one: (), items: vec![(); 3], by_name, pair: (7, ()), reply: Either::Done(()), last: 9 };
    let record = Record::from_serde(Units::schema(), &units).unwrap();
    assert_eq!(record.as_bytes(), vellum::to_vec(&units).unwrap());
    assert_eq!(record.to_serde::<Units>().unwrap(), units);
    let json = serde_json::to_string(&units).unwrap();
    assert_eq!(vellum::json::from_str::<Units>(&json).unwrap(), units);
    assert_eq!(vellum::json::from_str::<Units>(&vellum::json::to_string(&units).unwrap()).unwrap(), units);
    assert!(vellum::json::from_str::<Units>(r#"{"last": null}"#).is_err());
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Event<'t, T> {
    Started(T),
    Stopped {},
    Named { name: &'t str },
}

#[test]
fn a_variant_with_braces_and_no_fields_is_a_payload_without_fields() {
    for event in [Event::Started(7u8), Event::Stopped {}, Event::Named { name: "a" }] {
        let mut bytes = vellum::to_vec(&event).unwrap();
        assert_eq!(vellum::from_slice::<Event<'_, u8>>(&bytes).unwrap(), event);
        assert!(Event::<'_, u8>::schema().prove(&bytes).unwrap().is_complete());
        Event::<'_, u8>::edit(&mut bytes).unwrap().set(&Event::Stopped {}).unwrap();
        assert_eq!(vellum::from_slice::<Event<'_, u8>>(&bytes).unwrap(), Event::Stopped {});
        assert!(Event::<'_, u8>::schema().prove(&bytes).unwrap().is_complete());
    }
}
