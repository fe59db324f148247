//! `any` in derived types.

use std::collections::BTreeMap;

use vellum::value::Any;
use vellum::value::any::AnyRef;
use vellum::{ErrorKind, Record, Schema, Vellum};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Event {
    name: String,
    extra: Any,
    maybe: Option<Any>,
    list: Vec<Any>,
    map: BTreeMap<String, Any>,
    next: Option<Box<Event>>,
}

const TEXT: &str = "struct Event {
    name: string,
    extra: any,
    maybe: any?,
    list: list<any>,
    map: map<string, any>,
    next: Event?,
}
root Event;
";

fn map(entries: &[(&str, Any)]) -> Any {
    entries.iter().cloned().collect()
}

fn event() -> Event {
    let inner =
        map(&[("a", 1.into()), ("b", Any::Null), ("c", [Any::from("x"), Any::from(true)].into_iter().collect())]);
    Event {
        name: "start".into(),
        extra: map(&[("deep", inner), ("float", 1.5.into()), ("bytes", Any::Bytes(vec![1, 2, 3]))]),
        maybe: Some(Any::Null),
        list: [0, -1, 127, 128, 40_000, -3_000_000_000, i64::MAX].map(Any::from).into(),
        map: BTreeMap::from([("big".to_owned(), u64::MAX.into()), ("empty".to_owned(), "".into())]),
        next: None,
    }
}

#[test]
fn the_schema_is_the_one_of_the_text() {
    let schema = Schema::parse(TEXT).unwrap();
    assert_eq!(Event::schema().to_string(), TEXT);
    assert_eq!(*Event::schema(), schema);
    assert_eq!(Event::schema().fingerprint(), schema.fingerprint());
}

#[test]
fn the_bytes_are_those_of_a_record() {
    let schema = Schema::parse(TEXT).unwrap();
    let bytes = vellum::to_vec(&event()).unwrap();
    assert_eq!(vellum::from_slice::<Event>(&bytes).unwrap(), event());
    let read = Record::open(&schema, bytes.clone()).unwrap();
    assert_eq!(read.get::<i64>("extra.deep.a").unwrap(), 1);
    assert_eq!(read.get::<str>("extra.deep.c[0]").unwrap(), "x");
    assert_eq!(read.get::<i64>("list[5]").unwrap(), -3_000_000_000);
    assert_eq!(read.get::<u64>("map[big]").unwrap(), u64::MAX);
    // Copied value by value by the run-time path, it is the same.
    let mut copy = Record::new(&schema);
    for field in ["name", "extra", "maybe", "list", "map"] {
        copy.copy_from(field, &read, field).unwrap();
    }
    copy.compact().unwrap();
    assert_eq!(copy.as_bytes(), bytes);
}

#[test]
fn what_is_set_by_path_is_what_is_derived() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = Record::new(&schema);
    record.set("extra.float", 1.5).unwrap();
    record.set("extra.text", "some").unwrap();
    record.set("extra.small", 7).unwrap();
    record.set("extra.large", 70_000).unwrap();
    record.set("extra.flag", true).unwrap();
    record.compact().unwrap();
    let extra = map(&[
        ("float", 1.5.into()),
        ("text", "some".into()),
        ("small", 7.into()),
        ("large", 70_000.into()),
        ("flag", true.into()),
    ]);
    let event = Event { extra, ..Event::default() };
    assert_eq!(vellum::to_vec(&event).unwrap(), record.as_bytes());
}

#[test]
fn it_is_read_and_edited_in_place() {
    let mut bytes = vellum::to_vec(&event()).unwrap();
    let view = Event::peek(&bytes).unwrap();
    let AnyRef::Map(extra) = view.extra().unwrap().get().unwrap() else { panic!() };
    assert!(matches!(extra.get("float").unwrap().unwrap().get().unwrap(), AnyRef::F64(1.5)));
    assert!(matches!(view.maybe().unwrap().unwrap().get().unwrap(), AnyRef::Null));
    let mut edit = Event::edit(&mut bytes).unwrap();
    edit.set_extra(&Any::from(5)).unwrap();
    edit.extra().set_list(&[Any::from(1), Any::from("two")]).unwrap();
    edit.extra().as_list().unwrap().unwrap().push(&Any::from(3)).unwrap();
    edit.map().insert("new", &Any::from("entry")).unwrap();
    edit.list().push(&Any::Null).unwrap();
    edit.set_maybe(None).unwrap();
    let read: Event = vellum::from_slice(&bytes).unwrap();
    assert_eq!(read.extra.as_list().unwrap(), [Any::from(1), Any::from("two"), Any::from(3)]);
    assert_eq!(read.map["new"].as_str(), Some("entry"));
    assert_eq!((read.list.len(), read.maybe), (8, None));
}

#[test]
fn numbers_are_in_the_narrowest_variant() {
    assert_eq!(Any::from(127), Any::I8(127));
    assert_eq!(Any::from(-129), Any::I16(-129));
    assert_eq!(Any::from(u32::MAX), Any::I64(u32::MAX.into()));
    assert_eq!(Any::from(u64::MAX), Any::U64(u64::MAX));
    assert_eq!(Any::from(u64::MAX).as_u64(), Some(u64::MAX));
    assert_eq!((Any::from(-1).as_u64(), Any::from(-1).as_i64(), Any::from(3).as_f64()), (None, Some(-1), Some(3.0)));
    assert_eq!(Any::from(None::<u8>), Any::Null);
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    let mut deep = Any::Null;
    for _ in 0..500 {
        deep = Any::List(vec![deep]);
    }
    let event = Event { extra: deep, ..Event::default() };
    assert_eq!(vellum::to_vec(&event).unwrap_err().kind(), ErrorKind::Limit);
    let mut bytes = vellum::to_vec(&Event::default()).unwrap();
    let before = bytes.clone();
    let error = Event::edit(&mut bytes).unwrap().set_extra(&event.extra).unwrap_err();
    assert_eq!((error.kind(), bytes), (ErrorKind::Limit, before));
    let mut fine = Any::Null;
    for _ in 0..60 {
        fine = Any::List(vec![fine]);
    }
    let event = Event { extra: fine, ..Event::default() };
    assert_eq!(vellum::from_slice::<Event>(&vellum::to_vec(&event).unwrap()).unwrap(), event);
}

#[cfg(feature = "serde")]
#[test]
fn json_goes_in_and_out() {
    let json = serde_json::json!({ "a": [1, -2.5, null, true, "x", u64::MAX], "b": {} });
    let any: Any = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(any.get("a").unwrap().as_list().unwrap().first(), Some(&Any::I8(1)));
    assert_eq!(serde_json::to_value(&any).unwrap(), json);
    let deep = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let mut deserializer = serde_json::Deserializer::from_str(&deep);
    deserializer.disable_recursion_limit();
    let error = <Any as serde::Deserialize>::deserialize(&mut deserializer).unwrap_err();
    assert!(error.to_string().contains("at most 64 deep"), "{error}");
    assert!(serde_json::from_str::<Any>("{\"a\":1,\"a\":2}").unwrap_err().to_string().contains("comes twice"));
    assert!(serde_json::from_str::<Any>("{\"a\":1,\"b\":2}").is_ok());
}

/// As the owned value and `serde_json` have it: nothing where another kind is there, and no edit.
#[test]
fn cursors_on_another_kind_than_is_there_are_none_and_change_nothing() {
    let kinds = [
        Any::Null,
        Any::from(true),
        Any::from(5),
        Any::from(70_000),
        Any::from(0.5),
        Any::from("abc"),
        Any::Bytes(vec![1]),
        Any::List(vec![Any::from(1)]),
        map(&[("a", Any::from(1))]),
    ];
    for value in kinds {
        let mut bytes = vellum::to_vec(&value).unwrap();
        let before = bytes.clone();
        {
            let AnyShown { text, list, keys } = AnyShown::of(Any::peek(&bytes).unwrap().get().unwrap());
            assert_eq!(text.as_deref(), value.as_str());
            assert_eq!(list, value.as_list().map(<[Any]>::len));
            assert_eq!(keys, value.as_map().map(BTreeMap::len));
        }
        let mut edit = Any::edit(&mut bytes).unwrap();
        let mut any = edit.cursor();
        assert_eq!(any.as_bool().unwrap(), value.as_bool());
        assert_eq!(any.as_string().unwrap().is_some(), value.as_str().is_some());
        assert_eq!(any.as_bytes().unwrap().is_some(), value.as_bytes().is_some());
        assert_eq!(any.as_list().unwrap().is_some(), value.as_list().is_some());
        assert_eq!(any.as_map().unwrap().is_some(), value.as_map().is_some());
        if let Some(mut list) = any.as_list().unwrap() {
            assert_eq!(list.get(9).map(drop).unwrap_err().kind(), ErrorKind::Path);
            assert_eq!(list.remove(9).unwrap_err().kind(), ErrorKind::Path);
        }
        if let Some(mut map) = any.as_map().unwrap() {
            assert!(map.get("nope").unwrap().is_none() && map.at("nope").unwrap().is_none());
            assert!(!map.remove("nope").unwrap() && !map.contains_key("nope").unwrap());
        }
        assert_eq!(bytes, before, "{value:?}");
    }
}

/// What a view of `any` shows of texts, lists and maps.
struct AnyShown {
    text: Option<String>,
    list: Option<usize>,
    keys: Option<usize>,
}

impl AnyShown {
    fn of(any: AnyRef<'_, vellum::proved::Checked>) -> Self {
        let none = Self { text: None, list: None, keys: None };
        match any {
            AnyRef::String(text) => Self { text: Some(text.to_owned()), ..none },
            AnyRef::List(list) => Self { list: Some(list.len()), ..none },
            AnyRef::Map(map) => Self { keys: Some(map.len()), ..none },
            _ => none,
        }
    }
}
