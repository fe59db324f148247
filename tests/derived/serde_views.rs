//! What is read of a buffer of a derived type, through serde: as the record of the same bytes.

#![cfg(feature = "serde")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::{Ipv4Addr, Ipv6Addr};

use serde::Serialize;
use vellum::serde::Numbers;
use vellum::value::{
    Any, Date, Decimal, Decimal128, Duration, FixedStr, Geo4, Geo8, Geo16, Time, Timestamp, TimestampMicros,
    TimestampNanos, TimestampSeconds, Ulid, Uuid,
};
use vellum::{DecodeOwned, ErrorKind, Record, Value, Vellum, proved::Proved};

use crate::common::{Full, container, full, mix};

/// Each form of a value that two writers agree on: JSON, that with numbers, and formats that are not for people.
fn forms<'a, T: Serialize>(value: &'a T) -> [Vec<u8>; 3]
where
    Numbers<'a, T>: Serialize,
{
    let mut cbor = Vec::new();
    ciborium::into_writer(value, &mut cbor).unwrap();
    let json = serde_json::to_string(value).unwrap();
    let json = format!("{json} {}", serde_json::to_string(&Numbers(value)).unwrap());
    [json.into_bytes(), rmp_serde::to_vec(value).unwrap(), cbor]
}

/// Asserts that a buffer is written through the views of its type as through the record of the schema.
fn assert_same<T: Vellum + DecodeOwned>(value: &T)
where
    for<'a> T::Get<'a, vellum::proved::Checked>: Serialize + vellum::__private::ToCursor,
    for<'a> T::Proved<'a>: Serialize + vellum::__private::ToCursor,
{
    let bytes = vellum::to_vec(value).unwrap();
    let expected = forms(&Record::open(T::schema(), &bytes[..]).unwrap());
    assert_eq!(forms(&T::peek(&bytes).unwrap()), expected);
    assert_eq!(forms(&T::prove(&bytes).unwrap()), expected);
    assert_eq!(forms(&Proved::<_, T>::new(&bytes[..]).unwrap()), expected);
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Scalars {
    uuid: Uuid,
    ulid: Ulid,
    ipv4: Option<Ipv4>,
    date: Date,
    time: Time,
    duration: Duration,
    at: Timestamp,
    seconds: TimestampSeconds,
    micros: TimestampMicros,
    nanos: TimestampNanos,
    decimal: Decimal<2>,
    wide: Decimal128<30>,
    near: Geo4,
    place: Geo8,
    exact: Geo16,
    code: FixedStr<4>,
    any: Any,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Ipv4(Ipv4Addr, Ipv6Addr);

fn scalars() -> Scalars {
    Scalars {
        uuid: Uuid([0xAB; 16]),
        ulid: Ulid([7; 16]),
        ipv4: Some(Ipv4(Ipv4Addr::LOCALHOST, Ipv6Addr::LOCALHOST)),
        date: Date(-1),
        time: Time::from_nanos(1).unwrap(),
        duration: Duration(90_500_000_000),
        at: Timestamp(1_700_000_000_123),
        seconds: TimestampSeconds(i64::MAX),
        micros: TimestampMicros(1),
        nanos: TimestampNanos(-1),
        decimal: Decimal(-5),
        wide: Decimal128(i128::MAX),
        near: Geo4::from_degrees(1.5, 2.5).unwrap(),
        place: Geo8::from_degrees(52.520_008, -13.404_954).unwrap(),
        exact: Geo16::from_degrees(-1.0, 1.0).unwrap(),
        code: "EUR".parse().unwrap(),
        any: Any::from_iter([("a", Any::from(1)), ("b", Any::Bytes(vec![1, 2]))]),
    }
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Shape {
    Point,
    Circle(f64),
    Named { name: String, inner: Box<Shape> },
    Many(Vec<Shape>),
    Texts(Vec<String>),
}

#[derive(Vellum, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Fruit {
    Apple,
    Pear,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Growing {
    n: u8,
    #[vellum(since = 2)]
    text: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Parts {
    shapes: Vec<Shape>,
    points: Vec<Shape>,
    circles: Vec<Shape>,
    named: Vec<Shape>,
    shape: Shape,
    maybe: Option<Shape>,
    gaps: Vec<Option<Shape>>,
    array: [Growing; 2],
    pairs: [Option<Growing>; 3],
    unions: [Shape; 2],
    grid: [[u8; 3]; 2],
    words: [[u16; 3]; 2],
    lists: Vec<[Growing; 1]>,
    growing: Vec<Growing>,
    maybes: Vec<Option<Growing>>,
    by_name: BTreeMap<String, Growing>,
    by_fruit: BTreeMap<Fruit, Shape>,
    by_bytes: BTreeMap<Vec<u8>, Vec<u8>>,
    by_date: BTreeMap<Date, Option<u16>>,
    by_number: HashMap<u32, Vec<BTreeSet<i8>>>,
    many: BTreeMap<u32, String>,
    set: BTreeSet<String>,
    fruits: BTreeSet<Fruit>,
    tuples: Vec<(u8, String, Option<Growing>)>,
    bytes: Vec<Vec<u8>>,
    fixed: Vec<FixedStr<3>>,
    flags: Vec<bool>,
    dates: Vec<Date>,
}

fn parts() -> Parts {
    let growing = |n| Growing { n, text: format!("text {n}") };
    let named = |name: &str| Shape::Named { name: name.into(), inner: Box::new(Shape::Circle(0.5)) };
    Parts {
        shapes: vec![Shape::Point, Shape::Circle(1.5), named("a"), Shape::Many(vec![named("b"), Shape::Point])],
        points: vec![Shape::Point; 3],
        circles: vec![Shape::Circle(0.5), Shape::Circle(0.0)],
        named: vec![named("c"), named("d")],
        shape: named("e"),
        maybe: Some(Shape::Texts(vec!["t".into(), String::new()])),
        gaps: vec![None, Some(Shape::Point), Some(Shape::Circle(2.0))],
        array: [growing(1), Growing::default()],
        pairs: [None, Some(growing(2)), Some(Growing::default())],
        unions: [Shape::Point, Shape::Circle(7.0)],
        grid: [[1, 2, 3], [4, 5, 6]],
        words: [[1, 2, 3], [4, 5, 6]],
        lists: vec![[growing(3)], [Growing::default()]],
        growing: vec![growing(4), Growing::default()],
        maybes: vec![None, Some(growing(5))],
        by_name: [("x".into(), growing(6)), (String::new(), Growing::default())].into(),
        by_fruit: [(Fruit::Pear, named("f")), (Fruit::Apple, Shape::Point)].into(),
        by_bytes: [(vec![0, 255], vec![1]), (vec![], vec![])].into(),
        by_date: [(Date(0), None), (Date(-1), Some(3))].into(),
        by_number: [(7, vec![[-1, 1].into(), [].into()])].into(),
        many: (0..500).map(|n| (n, n.to_string())).collect(),
        set: ["a".into(), "b".into()].into(),
        fruits: [Fruit::Pear].into(),
        tuples: vec![(1, "a".into(), None), (2, String::new(), Some(growing(7)))],
        bytes: vec![vec![], vec![1, 2]],
        fixed: vec!["abc".parse().unwrap(), FixedStr::new()],
        flags: vec![true, false],
        dates: vec![Date(3)],
    }
}

#[test]
fn views_of_every_type_are_written_as_their_record() {
    assert_same(&container());
    assert_same(&full());
    assert_same(&Full::default());
    assert_same(&mix::Account::default());
    assert_same(&scalars());
    assert_same(&Scalars::default());
    assert_same(&parts());
}

/// The value of one field of a struct, as the record writes it.
fn field(json: &serde_json::Value, name: &str) -> String {
    json[name].to_string()
}

#[test]
fn each_part_of_a_view_is_written_as_that_part_of_its_record() {
    let bytes = vellum::to_vec(&parts()).unwrap();
    let json = serde_json::to_value(Record::open(Parts::schema(), &bytes[..]).unwrap()).unwrap();
    let (view, proved) = (Parts::peek(&bytes).unwrap(), Parts::prove(&bytes).unwrap());
    let text = |value: &dyn erased::Written| value.json();
    macro_rules! same {
        ($($field:ident)*) => {$(
            assert_eq!(text(&view.$field().unwrap()), field(&json, stringify!($field)), stringify!($field));
            assert_eq!(text(&proved.$field()), field(&json, stringify!($field)), stringify!($field));
        )*};
    }
    same!(shapes points circles named gaps array pairs unions words lists growing maybes);
    same!(by_name by_fruit by_bytes by_date by_number many set fruits tuples bytes fixed flags dates grid);
    assert_eq!(text(&view.shape().unwrap()), field(&json, "shape"));
    assert_eq!(text(&view.maybe().unwrap()), field(&json, "maybe"));
    for (index, expected) in json["shapes"].as_array().unwrap().iter().enumerate() {
        assert_eq!(text(&view.shapes().unwrap().get(index).unwrap()), expected.to_string());
    }
    for (index, expected) in json["named"].as_array().unwrap().iter().enumerate() {
        assert_eq!(text(&view.named().unwrap().get(index).unwrap()), expected.to_string());
    }
}

mod erased {
    pub trait Written {
        fn json(&self) -> String;
    }

    impl<T: serde::Serialize> Written for T {
        fn json(&self) -> String {
            serde_json::to_value(self).unwrap().to_string()
        }
    }
}

#[test]
fn a_value_that_is_a_whole_buffer_is_written_as_its_record() {
    fn same<T: Value>(value: &T)
    where
        for<'a> T::Get<'a, vellum::proved::Checked>: Serialize,
    {
        let bytes = vellum::to_vec(value).unwrap();
        let expected = serde_json::to_string(&Record::open(T::schema(), &bytes[..]).unwrap()).unwrap();
        assert_eq!(serde_json::to_string(&T::peek(&bytes).unwrap()).unwrap(), expected);
        assert_eq!(serde_json::to_string(&Proved::<_, T>::new(&bytes[..]).unwrap()).unwrap(), expected);
    }
    same(&Shape::Named { name: "n".into(), inner: Box::new(Shape::Point) });
    same(&Any::from_iter([Any::from(1), Any::Null]));
    same(&vec![Growing::default(), Growing { n: 1, text: "t".into() }]);
    same(&BTreeMap::from([(1u8, "a".to_owned())]));
    same(&Some(7u64));
    same(&(1u8, "a".to_owned(), None::<Date>));
    same(&Date(1));
}

#[test]
fn invalid_bytes_under_a_view_are_an_error_with_their_path() {
    let value = Growing { n: 1, text: "text".into() };
    let mut bytes = vellum::to_vec(&vec![Growing::default(), value]).unwrap();
    *bytes.last_mut().unwrap() = 0xC3; // half a character
    let list = Vec::<Growing>::peek(&bytes).unwrap();
    let of_list = serde_json::to_string(&list).unwrap_err().to_string();
    assert!(of_list.contains("[1].text") && of_list.contains("UTF-8"), "{of_list}");
    let of_view = rmp_serde::to_vec(&list.get(1).unwrap()).unwrap_err().to_string();
    assert!(of_view.contains("text"), "{of_view}");
    let record = Record::open(Vec::<Growing>::schema(), &bytes[..]).unwrap();
    assert_eq!(serde_json::to_string(&record).unwrap_err().to_string(), of_list);
}

#[test]
fn objects_that_overlap_under_a_view_do_not_make_output_without_end() {
    #[derive(Vellum, Default, Clone)]
    struct Node {
        children: Vec<Node>,
    }
    let bytes = vellum::to_vec(&Node { children: vec![Node::default(); 3] }).unwrap();
    let mut refused = 0;
    // Whatever the elements point to, also if that is the list that they are in.
    for pointer in 0..=u8::MAX {
        let mut bytes = bytes.clone();
        let end = bytes.len();
        bytes[end - 3..].fill(pointer);
        let view = Node::peek(&bytes).unwrap();
        let whole = serde_json::to_string(&view);
        let list = view.children().map(|list| serde_json::to_string(&list));
        refused += usize::from(whole.is_err());
        assert_eq!(list.is_ok_and(|list| list.is_ok()), whole.is_ok());
        assert!(whole.is_err() || whole.unwrap().len() < 200);
    }
    assert!(refused > 0 && refused < 256, "{refused}");
}

mod newer {
    use vellum::Vellum;

    #[derive(Vellum)]
    #[vellum(open)]
    pub enum Event {
        None,
        Said(String),
        Moved(u8),
    }
}

#[derive(Vellum)]
#[vellum(open)]
enum Event {
    None,
    Said(String),
    #[vellum(other)]
    Unknown,
}

#[test]
fn a_view_of_what_only_a_newer_revision_knows_is_an_error() {
    for events in [vec![newer::Event::Moved(1)], vec![newer::Event::Moved(1), newer::Event::None]] {
        let bytes = vellum::to_vec(&events).unwrap();
        let list = Vec::<Event>::peek(&bytes).unwrap();
        let error = serde_json::to_string(&list).unwrap_err().to_string();
        assert!(error.contains("newer"), "{error}");
        let error = Record::open(Vec::<Event>::schema(), &bytes[..]).unwrap();
        assert_eq!(vellum::json::Options::new().write(&error).unwrap_err().kind(), ErrorKind::Newer);
    }
}

#[test]
fn values_by_themselves_are_written_and_read_as_in_a_record() {
    let bytes = vellum::to_vec(&scalars()).unwrap();
    let record = Record::open(Scalars::schema(), &bytes[..]).unwrap();
    let json: serde_json::Value = serde_json::to_value(&record).unwrap();
    let numbers: serde_json::Value = serde_json::to_value(Numbers(&record)).unwrap();
    macro_rules! same {
        ($($field:ident: $type:ty;)*) => {$(
            let (name, value): (_, $type) = (stringify!($field), scalars().$field);
            assert_eq!(serde_json::to_value(&value).unwrap(), json[name], "{name}");
            assert_eq!(serde_json::to_value(Numbers(&value)).unwrap(), numbers[name], "{name}");
            for text in [&json[name], &numbers[name]] {
                assert_eq!(serde_json::from_value::<$type>(text.clone()).unwrap(), value, "{name}");
            }
            let mut packed = rmp_serde::to_vec(&value).unwrap();
            assert_eq!(rmp_serde::from_slice::<$type>(&packed).unwrap(), value, "{name}");
            packed.clear();
            ciborium::into_writer(&value, &mut packed).unwrap();
            assert_eq!(ciborium::from_reader::<$type, _>(&packed[..]).unwrap(), value, "{name}");
        )*};
    }
    same! {
        uuid: Uuid; ulid: Ulid; date: Date; time: Time; duration: Duration; at: Timestamp; seconds: TimestampSeconds;
        micros: TimestampMicros; nanos: TimestampNanos; decimal: Decimal<2>; wide: Decimal128<30>; near: Geo4; place: Geo8;
        exact: Geo16;
    }
    let code = scalars().code;
    assert_eq!(serde_json::to_string(&code).unwrap(), r#""EUR""#);
    assert_eq!(serde_json::from_str::<FixedStr<4>>(r#""EUR""#).unwrap(), code);
}

#[test]
fn what_is_no_value_of_a_type_is_refused_by_itself_too() {
    fn error<T: serde::de::DeserializeOwned + std::fmt::Debug>(json: &str) -> String {
        serde_json::from_str::<T>(json).unwrap_err().to_string()
    }
    assert!(error::<Date>(r#""2023-02-29""#).contains("expected a value of date"));
    assert!(error::<Date>("3000000000").contains("expected a value of date"));
    assert!(error::<Date>("1.5").contains("expected a value of date"));
    assert!(error::<Date>("[1]").contains("expected a value of date"));
    assert!(error::<Time>("86400000000000").contains("expected a value of time"));
    assert!(error::<Uuid>(r#""abc""#).contains("expected a value of uuid"));
    assert!(error::<Uuid>("[1, 2]").contains("expected a value of uuid"));
    assert!(error::<Decimal<2>>(r#""1.555""#).contains("expected a value of decimal(2)"));
    assert!(error::<Geo8>("[91, 0]").contains("no place at latitude 91"));
    assert!(error::<Geo8>("[1, 2, 3]").contains("a latitude and a longitude"));
    assert!(error::<FixedStr<2>>(r#""EUR""#).contains("text of at most 2 bytes"));
    assert!(error::<FixedStr<2>>("\"E\\u0000\"").contains("text of at most 2 bytes"));
}
