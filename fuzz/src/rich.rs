//! A derived type that has a field of every kind.

use std::collections::{BTreeMap, BTreeSet};

use vellum::Vellum;
use vellum::value::{Any, Date, Decimal, FixedStr, Geo8, Time, Timestamp, Ulid, Uuid};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Rich {
    pub flag: bool,
    #[vellum(default = true)]
    pub on: bool,
    pub maybe: Option<bool>,
    #[vellum(default = 18)]
    pub age: u16,
    pub number: Option<u32>,
    pub wide: u128,
    pub ratio: f64,
    pub letter: char,
    #[vellum(default = "nobody")]
    pub name: String,
    pub nick: Option<String>,
    pub code: FixedStr<5>,
    pub data: Vec<u8>,
    pub id: Uuid,
    pub ulid: Option<Ulid>,
    pub day: Date,
    pub clock: Time,
    pub at: Timestamp,
    pub price: Decimal<2>,
    pub place: Option<Geo8>,
    pub fruit: Fruit,
    pub kind: Kind,
    pub point: Point,
    pub spot: Option<Point>,
    pub line: Line,
    pub other: Option<Line>,
    pub pair: (u8, String),
    pub trio: Option<(bool, Vec<u16>, u8)>,
    pub grid: [[u16; 2]; 3],
    pub lines: [Line; 2],
    pub words: [Option<String>; 2],
    pub tags: Vec<String>,
    pub gaps: Vec<Option<u16>>,
    pub numbers: Vec<f64>,
    pub points: Vec<Point>,
    pub maybe_points: Vec<Option<Point>>,
    pub children: Vec<Rich>,
    pub maybe_children: Vec<Option<Line>>,
    pub nested: Vec<Vec<u32>>,
    pub event: Event,
    pub maybe_event: Option<Event>,
    pub events: Vec<Event>,
    pub maybe_events: Vec<Option<Event>>,
    pub scores: BTreeMap<String, u64>,
    pub by_line: BTreeMap<u32, Line>,
    pub by_kind: BTreeMap<Kind, Event>,
    pub maybe_lines: BTreeMap<i16, Option<Line>>,
    pub set: BTreeSet<String>,
    pub small: Option<BTreeSet<u8>>,
    pub extra: Any,
    pub next: Option<Box<Rich>>,
    #[vellum(since = 2)]
    pub later: Option<i64>,
    #[vellum(since = 2)]
    pub late: [u8; 4],
    #[vellum(since = 3)]
    pub last: Event,
    #[vellum(since = 3)]
    pub last_words: Vec<String>,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq)]
#[vellum(open)]
#[repr(u16)]
pub enum Fruit {
    #[default]
    Apples = 300,
    Pears = 1,
    #[vellum(other)]
    Unknown(u16),
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    #[default]
    Small,
    Large,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(frozen)]
pub struct Point {
    pub label: String,
    pub x: f32,
    pub up: bool,
    pub note: Option<u8>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub from: Point,
    pub dashes: Vec<i8>,
    pub label: Option<char>,
    #[vellum(since = 2)]
    pub size: u8,
    #[vellum(since = 2)]
    pub title: String,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(open)]
pub enum Event {
    #[default]
    None,
    Flag(bool),
    Short(u8),
    Long(u64),
    Kind(Kind),
    Text(String),
    Maybe(Option<String>),
    Bytes(Vec<u8>),
    Line(Line),
    Point(Point),
    Pair(u8, String),
    Numbers(Vec<u32>),
    Map(BTreeMap<u8, String>),
    Posted {
        by: String,
        #[vellum(since = 2)]
        at: Option<u32>,
    },
    #[vellum(other)]
    Unknown,
}
