//! The derived path: encode, view, decode, edit.

use crate::common::{Container, Fruit, Full, container, full};
use vellum::{ErrorKind, Schema, Vellum, schema::PointerWidth};

#[test]
fn workload_a_takes_133_bytes_and_round_trips() {
    let value = container();
    let bytes = vellum::to_vec(&value).unwrap();
    assert_eq!(bytes.len(), 133);
    assert_eq!(vellum::from_slice::<Container>(&bytes).unwrap(), value);
    let mut kept = vec![1, 2, 3];
    vellum::encode_into(&value, &mut kept).unwrap();
    assert_eq!(kept, bytes);
    let mut space = [7; 200];
    assert_eq!(vellum::to_slice(&value, &mut space).unwrap(), &bytes[..]);
    assert_eq!(vellum::to_slice(&value, &mut [0; 132]).unwrap_err().kind(), ErrorKind::Full);
}

#[test]
fn a_view_reads_single_fields() {
    let bytes = vellum::to_vec(&container()).unwrap();
    let view = Container::peek(&bytes).unwrap();
    assert_eq!(view.location().unwrap(), "http://arstechnica.com");
    assert_eq!(view.fruit().unwrap(), Fruit::Bananas);
    assert!(view.initialized().unwrap());
    let list = view.list().unwrap();
    assert_eq!(list.len(), 3);
    assert_eq!(list.get(1).unwrap().sibling().unwrap().time().unwrap(), 123_457);
    assert_eq!(list.get(3).unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(view, Container::peek(&bytes.clone()).unwrap());
    let shown = format!("{view:?}");
    assert!(shown.contains("location: \"http://arstechnica.com\"") && shown.contains("fruit: Bananas"), "{shown}");
}

#[test]
fn edits_change_the_addressed_value_only() {
    let mut expected = container();
    let mut bytes = vellum::to_vec(&expected).unwrap();
    let mut edit = Container::edit(&mut bytes).unwrap();
    edit.list().at(0).unwrap().set_name("bob").unwrap();
    edit.list().at(1).unwrap().set_name("a name that is a good deal longer than the first one was").unwrap();
    edit.list().at(2).unwrap().sibling().set_time(-5).unwrap();
    edit.set_fruit(Fruit::Pears).unwrap();
    edit.set_initialized(false).unwrap();
    edit.set_location("").unwrap();
    expected.list[0].name = "bob".into();
    expected.list[1].name = "a name that is a good deal longer than the first one was".into();
    expected.list[2].sibling.time = -5;
    expected.fruit = Fruit::Pears;
    expected.initialized = false;
    expected.location = String::new();
    assert_eq!(vellum::from_slice::<Container>(&bytes).unwrap(), expected);
}

#[test]
fn pushes_widen_the_buffer_and_cursors_survive() {
    let mut expected = container();
    let mut bytes = vellum::to_vec(&expected).unwrap();
    let mut edit = Container::edit(&mut bytes).unwrap();
    let mut list = edit.list();
    for i in 0..2000u16 {
        let mut element = expected.list[0].clone();
        element.name = format!("name {i}");
        list.push(&element).unwrap();
        let mut last = list.at(usize::from(i) + 3).unwrap();
        last.set_postfix(7).unwrap();
        element.postfix = 7;
        expected.list.push(element);
    }
    assert_eq!(list.len().unwrap(), 2003);
    list.remove(1).unwrap();
    expected.list.remove(1);
    list.insert(5, &expected.list[0]).unwrap();
    expected.list.insert(5, expected.list[0].clone());
    assert_eq!(vellum::from_slice::<Container>(&bytes).unwrap(), expected);
}

#[test]
fn every_kind_of_field_round_trips_and_defaults_take_no_heap() {
    for value in [Full::default(), full()] {
        let bytes = vellum::to_vec(&value).unwrap();
        assert_eq!(vellum::from_slice::<Full>(&bytes).unwrap(), value);
        let view = Full::peek(&bytes).unwrap();
        assert_eq!(view.gaps().unwrap().iter().collect::<Result<Vec<_>, _>>().unwrap(), value.gaps);
        assert_eq!(view.wide().unwrap(), value.wide);
        assert_eq!(Full::try_from(view).unwrap(), value);
    }
    let declared = Full { on: true, age: 18, name: "nobody".into(), ..Full::default() };
    let bytes = vellum::to_vec(&declared).unwrap();
    assert!(bytes[2..].iter().all(|byte| *byte == 0), "a default record is all zero: {bytes:?}");
}

#[test]
fn the_schema_prints_and_parses_back_equal() {
    for schema in [Full::schema(), Container::schema()] {
        let text = schema.to_string();
        let parsed = Schema::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(&parsed, schema, "{text}");
    }
    let text = Full::schema().to_string();
    for line in ["/// A flag.", "age: u16 = 18,", "name: string = \"nobody\",", "later: i64? since 2,", "third = 9,"] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

#[test]
fn every_field_can_be_set_in_place() {
    let expected = full();
    let mut bytes = vellum::to_vec(&Full::default()).unwrap();
    let mut edit = Full::edit(&mut bytes).unwrap();
    edit.set_flag(expected.flag).unwrap();
    edit.set_on(expected.on).unwrap();
    edit.set_maybe(expected.maybe).unwrap();
    edit.set_number(expected.number).unwrap();
    edit.set_age(expected.age).unwrap();
    edit.set_name(&expected.name).unwrap();
    edit.set_nick(expected.nick.as_deref()).unwrap();
    edit.set_data(&expected.data).unwrap();
    edit.set_blobs(&expected.blobs).unwrap();
    edit.set_grid(&expected.grid).unwrap();
    edit.set_flags(&expected.flags).unwrap();
    for gap in &expected.gaps {
        edit.gaps().push(*gap).unwrap();
    }
    for text in &expected.texts {
        edit.texts().push(text.as_deref()).unwrap();
    }
    edit.set_children(&expected.children).unwrap();
    for child in &expected.maybe_children {
        edit.maybe_children().push(child.as_ref()).unwrap();
    }
    edit.set_letter(expected.letter).unwrap();
    edit.set_point(&expected.point).unwrap();
    edit.set_place(expected.place.as_ref()).unwrap();
    edit.line().from().set_label("p").unwrap();
    edit.line().from().set_x(-0.0).unwrap();
    edit.line().from().set_up(true).unwrap();
    edit.line().dashes().push(-1).unwrap();
    edit.line().dashes().push(1).unwrap();
    edit.line().set_label(Some('x')).unwrap();
    edit.set_other(expected.other.as_ref()).unwrap();
    edit.set_later(expected.later).unwrap();
    edit.words().push("b").unwrap();
    edit.words().push("").unwrap();
    edit.words().set(0, "a").unwrap();
    edit.set_wide(expected.wide).unwrap();
    assert_eq!(vellum::from_slice::<Full>(&bytes).unwrap(), expected);
    Full::compact(&mut bytes).unwrap();
    assert_eq!(bytes, vellum::to_vec(&expected).unwrap());
    // And back to nothing.
    let mut edit = Full::edit(&mut bytes).unwrap();
    edit.set_maybe(None).unwrap();
    edit.set_number(None).unwrap();
    edit.set_nick(None).unwrap();
    edit.set_place(None).unwrap();
    edit.set_other(None).unwrap();
    edit.set_later(None).unwrap();
    edit.children().clear().unwrap();
    edit.texts().set(2, None).unwrap();
    edit.maybe_children().set(1, None).unwrap();
    let mut expected = expected;
    expected.maybe = None;
    expected.number = None;
    expected.nick = None;
    expected.place = None;
    expected.other = None;
    expected.later = None;
    expected.children.clear();
    expected.texts[2] = None;
    expected.maybe_children[1] = None;
    assert_eq!(vellum::from_slice::<Full>(&bytes).unwrap(), expected);
    Full::compact(&mut bytes).unwrap();
    assert_eq!(bytes, vellum::to_vec(&expected).unwrap());
}

#[test]
fn the_declared_width_is_the_narrowest_used() {
    #[derive(Vellum)]
    #[vellum(width = 4)]
    struct Roomy {
        text: String,
    }
    let bytes = vellum::to_vec(&Roomy { text: "x".into() }).unwrap();
    assert_eq!(bytes[0] & 3, PointerWidth::Four as u8);
    assert_eq!(bytes.len(), 2 + 4 + 2);
    assert_eq!(Schema::parse(&Roomy::schema().to_string()).unwrap().min_width(), PointerWidth::Four);
}
