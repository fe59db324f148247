//! Rust types through serde into records and back.

#![cfg(feature = "serde")]

mod failing;
mod types;

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use vellum::{
    ErrorKind, Record, Schema,
    dynamic::{Dynamic, ValueRef},
};

use types::{Fruit, Node, Phone, Rich, Shape, Sign, TEXT, rich, shapes};

#[track_caller]
fn round<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(schema: &str, value: &T) -> Record {
    let schema = Schema::parse(schema).unwrap();
    let mut record = Record::from_serde(&schema, value).unwrap();
    record.space().unwrap();
    assert_eq!(record.to_serde::<T>().unwrap(), *value);
    record.compact().unwrap();
    assert_eq!(record.to_serde::<T>().unwrap(), *value);
    record
}

#[test]
fn a_type_of_every_kind_goes_into_a_record_and_back() {
    let mut value = rich();
    let record = round(TEXT, &value);
    assert_eq!(record.get::<u8>("by_name[\"a \\\"] b\\\\\"]").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.get::<u64>("by_name[\"a \\\"] b\\\\\"]").unwrap(), 1);
    assert!(matches!(record.get::<Dynamic>("shapes[2].Line.0").unwrap(), ValueRef::Signed(-1)));

    (value.sign, value.nick, value.raw, value.phone, value.other) = (None, None, None, None, None);
    (value.pair, value.lists, value.node.next) = (None, None, None);
    round(TEXT, &value);
    for shape in shapes() {
        value.shape = shape.clone();
        value.other = Some(shape);
        round(TEXT, &value);
    }
}

#[test]
fn what_goes_through_text_and_binary_formats_reads_as_the_same_type() {
    let schema = Schema::parse(TEXT).unwrap();
    let value = rich();
    let record = Record::from_serde(&schema, &value).unwrap();
    let json = serde_json::to_string(&record).unwrap();
    let back =
        serde::de::DeserializeSeed::deserialize(&schema, &mut serde_json::Deserializer::from_str(&json)).unwrap();
    assert_eq!(back.to_serde::<Rich>().unwrap(), value);
    // A record's cursor is a deserializer as any other.
    let copied = serde::de::DeserializeSeed::deserialize(&schema, record.root().unwrap()).unwrap();
    assert_eq!(copied.to_serde::<Rich>().unwrap(), value);
}

#[test]
fn numbers_that_follow_each_other_come_back() {
    for len in 0..50u8 {
        round("root list<u8>;", &(0..len).collect::<Vec<_>>());
        round("root list<u16>;", &(0..len).map(u16::from).collect::<Vec<_>>());
        round("root list<i64>;", &(0..len).map(|n| -i64::from(n)).collect::<Vec<_>>());
        round("root list<f32>;", &(0..len).map(f32::from).collect::<Vec<_>>());
        round("root list<f64>;", &(0..len).map(f64::from).collect::<Vec<_>>());
        round("root map<u8, u8>;", &(0..len).map(|n| (n, !n)).collect::<BTreeMap<_, _>>());
        round("root list<u64?>;", &(0..len).map(|n| (n % 3 > 0).then_some(n)).collect::<Vec<_>>());
        round("root list<list<u8>>;", &(0..len).map(|n| vec![n; usize::from(n % 4)]).collect::<Vec<_>>());
    }
    round(
        "root tuple<u8, u8, u16, u64, i8, i32, f32, f32, f64, u8>;",
        &(1u8, 2u8, 3u16, 4u64, -5i8, -6, 7f32, 8f32, 9., 10u8),
    );
}

#[test]
fn elements_of_a_set_of_bytes_are_bytes_numbers_or_digits() {
    let schema = Schema::parse("struct S { blobs: set<bytes> } root S;").unwrap();
    let mut record = Record::new(&schema);
    record.set_serde("blobs", &[vec![0xABu8, 1], vec![]]).unwrap();
    let before = record.as_bytes().to_vec();
    let mut read = Record::new(&schema);
    read.set_serde("blobs", &["ab01", ""]).unwrap();
    assert_eq!(read.as_bytes(), before);
    assert!(record.set_serde("blobs", &["x"]).unwrap_err().to_string().contains("not hexadecimal"));
    assert_eq!(record.as_bytes(), before);
}

#[test]
fn any_holds_whatever_a_type_is() {
    for shape in shapes() {
        round("root any;", &shape);
    }
    round("root any;", &rich().anything);
    round("root any;", &vec![Some(1.5f64), None]);
    round("root any;", &BTreeMap::from([(true, 'x'), (false, 'y')]));
    round("root any;", &BTreeMap::from([(Fruit::Pear, Fruit::Apple)]));
    round("root any;", &BTreeMap::from([(i128::from(i64::MIN), u128::from(u64::MAX))]));
    let schema = Schema::parse("root any;").unwrap();
    assert_eq!(Record::from_serde(&schema, &u128::MAX).err().unwrap().kind(), ErrorKind::Type);
    assert_eq!(Record::from_serde(&schema, &true).unwrap().to_serde::<Option<bool>>().unwrap(), Some(true));
}

#[test]
fn text_and_bytes_are_borrowed_from_the_buffer() {
    #[derive(Deserialize)]
    struct Borrowed<'a> {
        name: &'a str,
        #[serde(borrow)]
        nick: Option<&'a str>,
        raw: &'a [u8],
        #[serde(borrow)]
        names: Vec<&'a str>,
        #[serde(borrow)]
        by_name: BTreeMap<&'a str, Option<u64>>,
        fruit: &'a str,
        fixed: &'a str,
    }
    let record = Record::from_serde(&Schema::parse(TEXT).unwrap(), &rich()).unwrap();
    let borrowed: Borrowed<'_> = record.to_serde().unwrap();
    let range = record.as_bytes().as_ptr_range();
    assert!(range.contains(&borrowed.name.as_ptr()) && range.contains(&borrowed.raw.as_ptr()));
    assert!(range.contains(&borrowed.names[1].as_ptr()) && range.contains(&borrowed.fixed.as_ptr()));
    assert_eq!((borrowed.nick, borrowed.fruit, borrowed.by_name.len()), (Some(""), "Pear", 2));
    assert_eq!(record.get_serde::<&str>("shapes[3].Named.number").unwrap(), "30");
}

#[test]
fn a_cursor_of_any_kind_is_a_deserializer() {
    let record = Record::from_serde(&Schema::parse(TEXT).unwrap(), &rich()).unwrap();
    let root = record.root().unwrap();
    let ValueRef::Union(shape) = root.get("shape").unwrap() else { panic!() };
    assert_eq!(Shape::deserialize(shape).unwrap(), Shape::Line(3, 4));
    let ValueRef::List(list) = root.get("shapes").unwrap() else { panic!() };
    assert_eq!(Vec::<Shape>::deserialize(list).unwrap(), shapes());
    let ValueRef::Map(map) = root.get("by_number").unwrap() else { panic!() };
    assert_eq!(BTreeMap::<i64, Phone>::deserialize(map).unwrap().len(), 2);
    assert_eq!(Option::<u8>::deserialize(root.get("by_flag").unwrap()).unwrap_err().kind(), ErrorKind::Type);
    // An identifier is text for whom asks for it, an enum its number.
    assert_eq!(record.get_serde::<String>("id").unwrap(), "abababab-abab-abab-abab-abababababab");
    assert_eq!(record.get_serde::<u8>("fruit").unwrap(), 4);
    assert_eq!(record.get_serde::<serde_json::Value>("place").unwrap(), serde_json::json!([52.5, -13.25]));
    assert_eq!(record.get_serde::<serde_json::Value>("shape").unwrap(), serde_json::json!({"Line": [3, 4]}));
    let all: serde_json::Value = record.get_serde("anything").unwrap();
    assert_eq!(all, serde_json::to_value(rich().anything).unwrap());
}

#[derive(Serialize)]
struct Partly {
    country: u8,
}

#[test]
fn a_value_at_a_path_replaces_what_was_there() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = Record::new(&schema);
    record.set("phone.number", "kept?").unwrap();
    let error = record.set_serde("phone", &Partly { country: 3 }).unwrap_err();
    assert_eq!(error.path(), "phone");
    assert!(error.to_string().contains("the field `number` is missing"), "{error}");
    record.set_serde("phone", &Phone { country: 3, number: String::new() }).unwrap();
    assert_eq!(record.get_serde::<Phone>("phone").unwrap(), Phone { country: 3, number: String::new() });
    for shape in shapes() {
        record.set_serde("shape", &shape).unwrap();
        assert_eq!(record.get_serde::<Shape>("shape").unwrap(), shape);
        record.set_serde("by_fruit[Pear]", &shape).unwrap();
        assert_eq!(record.get_serde::<Shape>("by_fruit[Pear]").unwrap(), shape);
        record.set_serde("more[\"a key\"]", &shape).unwrap();
        assert_eq!(record.get_serde::<Shape>("more[\"a key\"]").unwrap(), shape);
        record.set_serde("other", &Some(&shape)).unwrap();
        record.space().unwrap();
    }
    record.set_serde("shape.Named", &Phone { country: 9, number: "9".into() }).unwrap();
    assert_eq!(record.get_serde::<Shape>("shape").unwrap(), Shape::Named { country: 9, number: "9".into() });
    record.set_serde("shape.Line", &(1, 2)).unwrap();
    assert_eq!(record.get_serde::<Shape>("shape").unwrap(), Shape::Line(1, 2));
    record.set_serde("other", &None::<Shape>).unwrap();
    assert_eq!(record.get_serde::<Option<Shape>>("other").unwrap(), None);
    record.set_serde("shapes", &shapes()).unwrap();
    record.set_serde("shapes[1]", &Shape::Maybe(Some(1))).unwrap();
    assert_eq!(record.get_serde::<Shape>("shapes[1]").unwrap(), Shape::Maybe(Some(1)));
    assert_eq!(record.get_serde::<Shape>("shapes[2]").unwrap(), Shape::Line(-1, 2));
    record.set_serde("grid[1]", &[8, 9]).unwrap();
    record.set_serde("anything", &rich().anything).unwrap();
    record.set_serde("anything.level", &"now text").unwrap();
    assert_eq!(record.get::<str>("anything.level.$string").unwrap(), "now text");
    record.set_serde("node", &rich().node).unwrap();
    record.set_serde("data", &[1u8, 2]).unwrap();
    record.set_serde("letter", &'x').unwrap();
    record.space().unwrap();

    let before = record.as_bytes().to_vec();
    // The value is asked first.
    assert_eq!(record.set_serde("shapes[9]", &Shape::Maybe(Some(1))).unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(record.set_serde("shapes[9].Named", &Phone::default()).unwrap_err().kind(), ErrorKind::Path);
    for (path, kind) in [
        ("shapes[9]", ErrorKind::Type),
        ("nowhere", ErrorKind::Path),
        ("b", ErrorKind::Type),
        ("shape", ErrorKind::Type),
    ] {
        assert_eq!(record.set_serde(path, &-1).unwrap_err().kind(), kind, "{path}");
        assert_eq!(record.as_bytes(), before);
    }
}

#[test]
fn a_field_that_the_schema_does_not_have_is_not_lost_in_silence() {
    let schema = Schema::parse("struct Phone { country: u16 } root Phone;").unwrap();
    let error = Record::from_serde(&schema, &Phone::default()).err().unwrap();
    assert!(error.to_string().contains("`Phone` has no field `number`; it has country"), "{error}");
}

#[track_caller]
fn refused<T: DeserializeOwned>(record: &Record, path: &str, message: &str) {
    let error = record.get_serde::<T>(path).err().expect("an error");
    assert!(error.kind() == ErrorKind::Type && error.to_string().contains(message), "{error}");
}

#[derive(Deserialize, Debug)]
enum Wrong {
    #[allow(dead_code)]
    Line { x: u8 },
    #[allow(dead_code)]
    Point(u8),
    #[allow(dead_code)]
    Circle,
}

#[derive(Deserialize, Debug)]
struct Deep {
    #[allow(dead_code)]
    node: Inner,
}

#[derive(Deserialize, Debug)]
struct Inner {
    #[allow(dead_code)]
    next: Option<BTreeMap<String, Option<bool>>>,
}

#[test]
fn a_value_of_another_shape_is_refused_with_its_path() {
    let record = Record::from_serde(&Schema::parse(TEXT).unwrap(), &rich()).unwrap();
    refused::<u8>(&record, "b", "65535`, expected u8 in `b`");
    refused::<u64>(&record, "h", "expected u64 in `h`");
    refused::<String>(&record, "b", "expected a string in `b`");
    refused::<(i32, i32, i32)>(&record, "shape.Line", "expected a tuple of size 3 in `shape.Line`");
    refused::<(Shape, Shape)>(&record, "shapes", "more elements than the type takes, by 5 in `shapes`");
    refused::<Vec<Fruit>>(&record, "shapes", "unknown variant `Point`");
    refused::<Vec<Sign>>(&record, "shapes", "expected unit variant in `shapes[1].Circle`");
    refused::<BTreeMap<i32, u8>>(&record, "by_number", "expected u8 in `by_number[-1]`");
    refused::<u8>(&record, "name", "expected u8 in `name`");
    refused::<Fruit>(&record, "name", "unknown variant `Ada");

    refused::<Wrong>(&record, "shape", "more elements than the type takes, by 1 in `shape.Line`");
    refused::<Wrong>(&record, "shapes[0]", "expected u8 in `shapes[0].Point`");
    refused::<Wrong>(&record, "shapes[1]", "expected unit variant in `shapes[1].Circle`");
    let error = record.to_serde::<Deep>().unwrap_err();
    assert_eq!(error.path(), "node.next.n");
}

#[test]
fn a_variant_without_a_name_is_other() {
    let schema = Schema::parse("open enum Sign { Plus = 1 } struct S { sign: Sign } root S;").unwrap();
    let newer = Schema::parse("open enum Sign { Plus = 1, Both = 9 } struct S { sign: Sign } root S;").unwrap();
    let mut record = Record::new(&newer);
    record.set("sign", 9u8).unwrap();
    let record = Record::open(&schema, record.into_storage()).unwrap();
    assert_eq!(record.get_serde::<Sign>("sign").unwrap(), Sign::Unknown);
    assert_eq!(record.get_serde::<u8>("sign").unwrap(), 9);
    assert_eq!(serde_json::to_string(&record).unwrap(), "{\"sign\":9}");
}

#[test]
fn types_nested_too_deeply_are_refused_both_ways() {
    let schema = Schema::parse("struct Node { n: u8, next: Node? } root Node;").unwrap();
    let deep = |depth: usize| (1..depth).fold(Node::default(), |node, _| Node { n: 1, next: Some(Box::new(node)) });
    let node = deep(60);
    assert_eq!(Record::from_serde(&schema, &node).unwrap().to_serde::<Node>().unwrap(), node);
    for depth in [70, 1000] {
        assert_eq!(Record::from_serde(&schema, &deep(depth)).err().unwrap().kind(), ErrorKind::Limit);
    }
    let any = Schema::parse("root any;").unwrap();
    assert_eq!(Record::from_serde(&any, &deep(100)).err().unwrap().kind(), ErrorKind::Limit);
}

#[test]
fn a_hostile_buffer_does_not_fill_the_memory() {
    // Two nodes that hold each other would never end.
    #[derive(Deserialize, Debug)]
    struct Tree {
        #[allow(dead_code)]
        nodes: Vec<Tree>,
    }
    let schema = Schema::parse("struct Tree { nodes: list<Tree> } root Tree;").unwrap();
    let mut record = Record::new(&schema);
    record.push_default("nodes").unwrap();
    let mut bytes = record.into_storage();
    let list = bytes[2];
    bytes[usize::from(list) + 2] = list;
    let record = Record::open(&schema, &bytes).unwrap();
    assert!(record.to_serde::<Tree>().is_err());
    assert!(record.get_serde::<Vec<Tree>>("nodes").is_err());
}
