//! A schema with everything, and the Rust types that go through serde into it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

pub const TEXT: &str = "
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
pub enum Fruit {
    Apple,
    Pear,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
pub enum Sign {
    Minus,
    Plus,
    #[serde(other)]
    Unknown,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
pub struct Spot {
    pub x: f32,
    pub y: f32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
pub struct Phone {
    pub country: u16,
    pub number: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
pub enum Shape {
    Point,
    Circle(f64),
    Line(i32, i32),
    Named { country: u16, number: String },
    Maybe(Option<u8>),
    Nested(Shape2),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
pub enum Shape2 {
    Leaf,
    More(Vec<Shape>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
pub struct Node {
    pub n: u8,
    pub next: Option<Box<Node>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
pub struct Meters(u8);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
pub struct Place(f64, f64);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
pub struct Config {
    pub on: bool,
    pub level: i64,
    pub ratio: f64,
    pub tags: Vec<String>,
    pub limits: BTreeMap<u32, Option<i8>>,
    pub shapes: Vec<Shape>,
    pub nothing: Option<u8>,
    pub unit: (),
}

/// Bytes as serde's data model has them, which a `Vec<u8>` is not.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug, Clone)]
pub struct Blob(Vec<u8>);

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
pub struct Rich {
    pub flag: bool,
    pub a: Meters,
    pub b: u16,
    pub c: u32,
    pub d: u64,
    pub e: u128,
    pub f: i8,
    pub g: i16,
    pub h: i32,
    pub i: i64,
    pub j: i128,
    pub k: f32,
    pub l: f64,
    pub letter: char,
    pub fruit: Fruit,
    pub sign: Option<Sign>,
    pub name: String,
    pub nick: Option<String>,
    pub data: Vec<u8>,
    pub raw: Option<Blob>,
    pub spot: Spot,
    pub phone: Option<Phone>,
    pub shape: Shape,
    pub other: Option<Shape>,
    pub shapes: Vec<Shape>,
    pub node: Node,
    pub numbers: Vec<Option<u16>>,
    pub grid: [[u8; 2]; 2],
    pub pair: Option<(u8, String)>,
    pub lists: Option<Vec<Vec<String>>>,
    pub by_number: HashMap<i32, Phone>,
    pub by_name: BTreeMap<String, Option<u64>>,
    pub by_fruit: BTreeMap<Fruit, Shape>,
    pub by_flag: BTreeMap<bool, u8>,
    pub by_bytes: BTreeMap<Blob, u8>,
    pub by_letter: BTreeMap<char, u8>,
    pub by_id: BTreeMap<[u8; 16], u8>,
    pub wide: BTreeMap<u128, i128>,
    pub names: BTreeSet<String>,
    pub ids: BTreeSet<u64>,
    pub blobs: BTreeSet<Vec<u8>>,
    pub id: [u8; 16],
    pub price: String,
    pub day: i32,
    pub place: Place,
    pub fixed: String,
    pub anything: Config,
    #[serde(flatten)]
    pub rest: Rest,
}

/// The rest of the fields, flattened: serde reads these without knowing their types.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
pub struct Rest {
    pub more: BTreeMap<String, Mixed>,
    pub label: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
pub enum Mixed {
    Number(i64),
    Text(String),
    Many(Vec<Mixed>),
    Phone { phone: Phone },
    Nothing,
}

pub fn shapes() -> Vec<Shape> {
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

pub fn rich() -> Rich {
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
