//! Rust types through serde into records and back.

#![cfg(feature = "serde")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use vellum::{Any, Kind, Record, Schema, ValueRef};

const TEXT: &str = "
    enum Fruit { Apple = 3, Pear }
    open enum Sign { Plus = 1, Minus }
    frozen struct Spot { x: f32, y: f32 }
    struct Phone { country: u16, number: string }
    union Shape { Point, Circle: f64, Line: tuple<i32, i32>, Named: Phone, Maybe: u8?, Nested: Shape2 }
    union Shape2 { Leaf, More: list<Shape> }
    struct Node { n: u8, next: Node? }
    struct Rich {
        flag: bool, a: u8, b: u16, c: u32, d: u64, e: u128, f: i8, g: i16, h: i32, i: i64, j: i128, k: f32, l: f64,
        letter: char, fruit: Fruit, sign: Sign?, name: string, nick: string?, data: bytes, raw: bytes?,
        spot: Spot, phone: Phone?, shape: Shape, other: Shape?, shapes: list<Shape>, node: Node,
        numbers: list<u16?>, grid: array<array<u8, 2>, 2>, pair: tuple<u8, string>?, lists: list<list<string>>?,
        by_number: map<i32, Phone>, by_name: map<string, u64?>, by_fruit: map<Fruit, Shape>, by_flag: map<bool, u8>,
        by_bytes: map<bytes, u8>, by_letter: map<char, u8>, by_id: map<uuid, u8>, wide: map<u128, i128>,
        names: set<string>, ids: set<u64>, blobs: set<bytes>,
        id: uuid, price: decimal(2), day: date, place: geo8, fixed: string[8],
        anything: any, more: map<string, any>, label: string,
    }
    root Rich;";

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy, PartialOrd, Ord, Eq)]
enum Fruit {
    Apple,
    Pear,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
enum Sign {
    Minus,
    Plus,
    #[serde(other)]
    Unknown,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
struct Spot {
    x: f32,
    y: f32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
struct Phone {
    country: u16,
    number: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Shape {
    Point,
    Circle(f64),
    Line(i32, i32),
    Named { country: u16, number: String },
    Maybe(Option<u8>),
    Nested(Shape2),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Shape2 {
    Leaf,
    More(Vec<Shape>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
struct Node {
    n: u8,
    next: Option<Box<Node>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Meters(u8);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Place(f64, f64);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Config {
    on: bool,
    level: i64,
    ratio: f64,
    tags: Vec<String>,
    limits: BTreeMap<u32, Option<i8>>,
    shapes: Vec<Shape>,
    nothing: Option<u8>,
    unit: (),
}

/// Bytes as serde's data model has them, which a `Vec<u8>` is not.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug, Clone)]
struct Blob(Vec<u8>);

impl Serialize for Blob {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl serde::de::Visitor<'_> for Bytes {
            type Value = Blob;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Blob, E> {
                Ok(Blob(bytes.to_vec()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Rich {
    flag: bool,
    a: Meters,
    b: u16,
    c: u32,
    d: u64,
    e: u128,
    f: i8,
    g: i16,
    h: i32,
    i: i64,
    j: i128,
    k: f32,
    l: f64,
    letter: char,
    fruit: Fruit,
    sign: Option<Sign>,
    name: String,
    nick: Option<String>,
    data: Vec<u8>,
    raw: Option<Blob>,
    spot: Spot,
    phone: Option<Phone>,
    shape: Shape,
    other: Option<Shape>,
    shapes: Vec<Shape>,
    node: Node,
    numbers: Vec<Option<u16>>,
    grid: [[u8; 2]; 2],
    pair: Option<(u8, String)>,
    lists: Option<Vec<Vec<String>>>,
    by_number: HashMap<i32, Phone>,
    by_name: BTreeMap<String, Option<u64>>,
    by_fruit: BTreeMap<Fruit, Shape>,
    by_flag: BTreeMap<bool, u8>,
    by_bytes: BTreeMap<Blob, u8>,
    by_letter: BTreeMap<char, u8>,
    by_id: BTreeMap<[u8; 16], u8>,
    wide: BTreeMap<u128, i128>,
    names: BTreeSet<String>,
    ids: BTreeSet<u64>,
    blobs: BTreeSet<Vec<u8>>,
    id: [u8; 16],
    price: String,
    day: i32,
    place: Place,
    fixed: String,
    anything: Config,
    #[serde(flatten)]
    rest: Rest,
}

/// The rest of the fields, flattened: serde reads these without knowing their types.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Rest {
    more: BTreeMap<String, Mixed>,
    label: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Mixed {
    Number(i64),
    Text(String),
    Many(Vec<Mixed>),
    Phone { phone: Phone },
    Nothing,
}

fn shapes() -> Vec<Shape> {
    let named = Shape::Named { country: 49, number: "30".into() };
    let more = Shape2::More(vec![Shape::Nested(Shape2::Leaf), named.clone()]);
    vec![
        Shape::Point,
        Shape::Circle(1.5),
        Shape::Line(-1, 2),
        named,
        Shape::Maybe(None),
        Shape::Maybe(Some(0)),
        Shape::Nested(more),
    ]
}

fn rich() -> Rich {
    Rich {
        flag: true,
        a: Meters(200),
        b: u16::MAX,
        c: u32::MAX,
        d: u64::MAX,
        e: u128::MAX,
        f: i8::MIN,
        g: i16::MIN,
        h: i32::MIN,
        i: i64::MIN,
        j: i128::MIN,
        k: 0.1,
        l: -0.1,
        letter: 'ß',
        fruit: Fruit::Pear,
        sign: Some(Sign::Minus),
        name: "Ada \"quoted\" \u{0}".into(),
        nick: Some(String::new()),
        data: vec![0, 255],
        raw: Some(Blob(vec![7])),
        spot: Spot { x: 1.0, y: -1.0 },
        phone: Some(Phone { country: 1, number: "2".into() }),
        shape: Shape::Line(3, 4),
        other: Some(Shape::Point),
        shapes: shapes(),
        node: Node { n: 1, next: Some(Box::new(Node { n: 2, next: None })) },
        numbers: vec![Some(0), None, Some(7)],
        grid: [[1, 2], [3, 4]],
        pair: Some((5, "five".into())),
        lists: Some(vec![vec![], vec!["deep".into()]]),
        by_number: [(-1, Phone::default()), (i32::MAX, Phone { country: 2, number: "x".into() })].into(),
        by_name: [("none".into(), None), ("a \"] b\\".into(), Some(1))].into(),
        by_fruit: [(Fruit::Apple, Shape::Point), (Fruit::Pear, Shape::Circle(0.0))].into(),
        by_flag: [(false, 0), (true, 1)].into(),
        by_bytes: [(Blob(vec![0, 255]), 1), (Blob(vec![]), 2)].into(),
        by_letter: [('"', 1), ('ü', 2)].into(),
        by_id: [([9; 16], 1)].into(),
        wide: [(u128::MAX, i128::MIN), (0, 0)].into(),
        names: ["b".into(), "a".into()].into(),
        ids: [u64::MAX, 0].into(),
        blobs: [vec![1, 2], vec![]].into(),
        id: [0xAB; 16],
        price: "-19.99".into(),
        day: -1,
        place: Place(52.5, -13.25),
        fixed: "short".into(),
        anything: Config {
            on: true,
            level: i64::MIN,
            ratio: 0.5,
            tags: vec!["x".into()],
            limits: [(7, Some(-1)), (8, None)].into(),
            shapes: shapes(),
            nothing: None,
            unit: (),
        },
        rest: Rest {
            more: [
                ("n".into(), Mixed::Number(-5)),
                ("l".into(), Mixed::Many(vec![Mixed::Nothing, Mixed::Text("t".into())])),
                ("p".into(), Mixed::Phone { phone: Phone::default() }),
            ]
            .into(),
            label: "flat".into(),
        },
    }
}

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
    assert_eq!(record.get_path::<u8>("by_name[\"a \\\"] b\\\\\"]").unwrap_err().kind(), Kind::Type);
    assert_eq!(record.get_path::<u64>("by_name[\"a \\\"] b\\\\\"]").unwrap(), 1);
    assert!(matches!(record.get_path::<Any>("shapes[2].Line.0").unwrap(), ValueRef::Signed(-1)));

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
    assert_eq!(Record::from_serde(&schema, &u128::MAX).err().unwrap().kind(), Kind::Type);
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
    assert_eq!(Option::<u8>::deserialize(root.get("by_flag").unwrap()).unwrap_err().kind(), Kind::Type);
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
    record.set_serde("phone", &Partly { country: 3 }).unwrap();
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
    assert_eq!(record.get_path::<str>("anything.level.$string").unwrap(), "now text");
    record.set_serde("node", &rich().node).unwrap();
    record.set_serde("data", &[1u8, 2]).unwrap();
    record.set_serde("letter", &'x').unwrap();
    record.space().unwrap();

    let before = record.as_bytes().to_vec();
    // The value is asked first.
    assert_eq!(record.set_serde("shapes[9]", &Shape::Maybe(Some(1))).unwrap_err().kind(), Kind::Path);
    assert_eq!(record.set_serde("shapes[9].Named", &Phone::default()).unwrap_err().kind(), Kind::Path);
    for (path, kind) in [("shapes[9]", Kind::Type), ("nowhere", Kind::Path), ("b", Kind::Type), ("shape", Kind::Type)] {
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
    assert!(error.kind() == Kind::Type && error.to_string().contains(message), "{error}");
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
        assert_eq!(Record::from_serde(&schema, &deep(depth)).err().unwrap().kind(), Kind::Limit);
    }
    let any = Schema::parse("root any;").unwrap();
    assert_eq!(Record::from_serde(&any, &deep(100)).err().unwrap().kind(), Kind::Limit);
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
