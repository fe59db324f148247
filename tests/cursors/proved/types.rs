//! Derived types with a field of every kind, in two revisions.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use vellum::Vellum;
use vellum::value::{Any, Date, Decimal, FixedStr, Time, Uuid};

use super::same::{Same, same_struct};

/// What the second revision writes, and the first reads.
pub mod old {
    use super::{Any, BTreeMap, Same, Vellum, same_struct};

    same_struct! {
    #[derive(Vellum, Clone, Debug, Default, PartialEq)]
    pub struct All {
        pub name: String,
        pub parts: Vec<Part>,
        pub part: Part,
        pub maybe: Vec<Option<Part>>,
        pub by_key: BTreeMap<u16, Part>,
        pub change: Change,
        pub changes: Vec<Change>,
        pub color: Color,
        pub extra: Any,
    }
    }

    same_struct! {
    #[derive(Vellum, Clone, Debug, Default, PartialEq)]
    pub struct Part {
        pub on: bool,
        pub label: String,
    }
    }

    #[derive(Vellum, Clone, Debug, Default, PartialEq)]
    #[vellum(open)]
    pub enum Change {
        #[default]
        None,
        Named(String),
        #[vellum(other)]
        Other,
    }

    #[derive(Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    #[vellum(open)]
    pub enum Color {
        #[default]
        Red,
        #[vellum(other)]
        Other(u8),
    }
}

same_struct! {
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct All {
    pub name: String,
    pub parts: Vec<Part>,
    pub part: Part,
    pub maybe: Vec<Option<Part>>,
    pub by_key: BTreeMap<u16, Part>,
    pub change: Change,
    pub changes: Vec<Change>,
    pub color: Color,
    pub extra: Any,
    #[vellum(since = 2)]
    pub is_new: bool,
    #[vellum(since = 2)]
    pub nick: Option<String>,
    #[vellum(since = 2)]
    pub more: Vec<String>,
}
}

same_struct! {
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Part {
    pub on: bool,
    pub label: String,
    #[vellum(since = 2)]
    pub size: Option<u16>,
    #[vellum(since = 3)]
    pub notes: Vec<String>,
}
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(open)]
pub enum Change {
    #[default]
    None,
    Named(String),
    Sized(u64),
    Parts(Vec<Part>),
    Of(Part),
    #[vellum(other)]
    Other,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[vellum(open)]
pub enum Color {
    #[default]
    Red,
    Green,
    #[vellum(other)]
    Other(u8),
}

same_struct! {
/// Everything that lies in a record itself.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Flat {
    pub flag: bool,
    #[vellum(default = true)]
    pub on: bool,
    pub maybe_flag: Option<bool>,
    #[vellum(default = 18)]
    pub age: u16,
    pub number: Option<u32>,
    pub wide: u128,
    pub ratio: f64,
    pub letter: char,
    #[vellum(default = 'x')]
    pub mark: char,
    #[vellum(default = "nobody")]
    pub name: String,
    pub nick: Option<String>,
    pub code: FixedStr<5>,
    pub data: Vec<u8>,
    pub id: Option<Uuid>,
    pub day: Date,
    pub clock: Option<Time>,
    pub price: Decimal<2>,
    pub kind: Kind,
    pub maybe_kind: Option<Kind>,
    pub point: Point,
    pub spot: Option<Point>,
    pub pair: (u8, String),
    pub trio: Option<(bool, Vec<u16>, u8)>,
    pub grid: [[u16; 2]; 2],
    pub flags: [bool; 3],
    pub gaps: [Option<u8>; 2],
    pub letters: [char; 2],
    pub words: [Option<String>; 2],
    pub points: [Point; 2],
    pub lines: [Line; 2],
    pub meters: Meters,
    pub empty: Empty,
}
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    #[default]
    Small,
    Large = 7,
}

same_struct! {
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(frozen)]
pub struct Point {
    pub label: String,
    pub x: f32,
    pub up: bool,
    pub note: Option<u8>,
}
}

same_struct! {
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub from: Point,
    pub dashes: Vec<i8>,
}
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meters(pub u32);

same_struct! {
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Empty {
    #[vellum(since = 2)]
    pub late: u8,
}
}

same_struct! {
/// Lists, maps and sets of every kind of element.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Many {
    pub flags: Vec<bool>,
    pub maybe_flags: Vec<Option<bool>>,
    pub numbers: Vec<u32>,
    pub letters: Vec<char>,
    pub gaps: Vec<Option<u16>>,
    pub words: Vec<String>,
    pub maybe_words: Vec<Option<String>>,
    pub nested: Vec<Vec<String>>,
    pub bytes: Vec<Vec<u8>>,
    pub points: Vec<Point>,
    pub maybe_points: Vec<Option<Point>>,
    pub lines: Vec<Line>,
    pub maybe_lines: Vec<Option<Line>>,
    pub pairs: Vec<(bool, String)>,
    pub rows: Vec<[u8; 2]>,
    pub meters: Vec<Meters>,
    pub kinds: Vec<Kind>,
    pub events: Vec<Event>,
    pub maybe_events: Vec<Option<Event>>,
    pub pair_of_events: [Event; 2],
    pub scores: BTreeMap<String, u64>,
    pub by_bytes: BTreeMap<Vec<u8>, bool>,
    pub by_number: BTreeMap<i16, Line>,
    pub maybe_by_number: BTreeMap<u8, Option<Line>>,
    pub by_kind: BTreeMap<Kind, Event>,
    pub by_flag: BTreeMap<bool, Vec<String>>,
    pub by_date: HashMap<Date, Option<u8>>,
    pub names: BTreeSet<String>,
    pub few: Option<BTreeSet<u8>>,
    pub hashed: HashSet<i32>,
    pub shared: Arc<str>,
    pub maybe_shared: Option<Rc<str>>,
    pub boxed: Box<[String]>,
    pub lent: Cow<'static, str>,
    pub next: Option<Box<Many>>,
}
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub enum Event {
    #[default]
    None,
    Flag(bool),
    MaybeFlag(Option<bool>),
    Short(u8),
    Letter(char),
    Long(u64),
    Kind(Kind),
    Code(FixedStr<3>),
    Text(String),
    Maybe(Option<String>),
    Bytes(Vec<u8>),
    Line(Line),
    MaybeLine(Option<Line>),
    Point(Point),
    Pair(u8, String),
    Numbers(Vec<u32>),
    Map(BTreeMap<u8, String>),
    Not(Box<Event>),
    Both(Box<Event>, Box<Event>),
    Posted {
        by: String,
        #[vellum(since = 2)]
        at: Option<u32>,
    },
}

/// A generic type with a lifetime.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Page<'b, T, K: Ord, const N: usize>
where
    T: Clone,
{
    pub title: Cow<'b, str>,
    pub items: Vec<T>,
    pub first: Option<T>,
    pub by_key: BTreeMap<K, T>,
    pub cells: Cells<N>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Cells<const N: usize> {
    pub cells: [u16; N],
}

impl<const N: usize> Default for Cells<N> {
    fn default() -> Self {
        Self { cells: [0; N] }
    }
}

same_struct! {
/// The root is frozen.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(frozen)]
pub struct Stamp {
    pub at: Option<Time>,
    pub by: String,
}
}
