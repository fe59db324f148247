//! A root in two revisions: a part lies in it at every kind of place, and the second revision adds a field of every kind to the part.

use std::collections::{BTreeMap, BTreeSet};

use vellum::Vellum;
use vellum::value::{Any, FixedStr};

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "Part")]
pub(super) struct OldPart {
    pub(super) a: u8,
    pub(super) b: String,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "Leaf")]
pub(super) struct Leaf {
    pub(super) x: u8,
    pub(super) name: String,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(frozen)]
pub(super) struct Point {
    pub(super) x: u16,
    pub(super) on: bool,
    pub(super) label: String,
    pub(super) leaf: Leaf,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
pub(super) enum Fruit {
    #[default]
    Apple,
    Pear,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub(super) enum Wide {
    Long(u128),
    Leaf(Leaf),
    Pair(u8, String),
    Grid([u16; 3]),
    Point(Point),
    Maybe(Option<u32>),
    MaybeLeaf(Option<Leaf>),
    Text(String),
    Nothing,
    Fields { leaf: Leaf, n: u8 },
}

impl Default for Wide {
    fn default() -> Self {
        Self::Long(0)
    }
}

/// Unions whose first variant has a payload of each kind: what a union is that is not stored.
macro_rules! first {
    ($($name:ident($payload:ty);)*) => {$(
        #[derive(Vellum, Clone, Debug, PartialEq)]
        pub(super) enum $name {
            First($payload),
            Other(u8),
        }

        impl Default for $name {
            fn default() -> Self {
                Self::First(Default::default())
            }
        }
    )*};
}
first! {
    FirstPair((u8, String));
    FirstGrid([u16; 3]);
    FirstPoint(Point);
    FirstMaybe(Option<u32>);
    FirstText(String);
    FirstList(Vec<u16>);
    FirstLeaf(Leaf);
    FirstWide(Wide);
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Part")]
pub(super) struct Part {
    pub(super) a: u8,
    pub(super) b: String,
    #[vellum(since = 2)]
    pub(super) number: u32,
    #[vellum(since = 2, default = 7)]
    pub(super) seven: u16,
    #[vellum(since = 2)]
    pub(super) flag: bool,
    #[vellum(since = 2, default = true)]
    pub(super) on: bool,
    #[vellum(since = 2)]
    pub(super) letter: char,
    #[vellum(since = 2)]
    pub(super) fruit: Fruit,
    #[vellum(since = 2)]
    pub(super) maybe_number: Option<u16>,
    #[vellum(since = 2)]
    pub(super) maybe_flag: Option<bool>,
    #[vellum(since = 2, default = "none")]
    pub(super) text: String,
    #[vellum(since = 2)]
    pub(super) maybe_text: Option<String>,
    #[vellum(since = 2)]
    pub(super) fixed: FixedStr<8>,
    #[vellum(since = 2)]
    pub(super) bytes: Vec<u8>,
    #[vellum(since = 2)]
    pub(super) list: Vec<u16>,
    #[vellum(since = 2)]
    pub(super) maybe_list: Option<Vec<String>>,
    #[vellum(since = 2)]
    pub(super) leaves: Vec<Leaf>,
    #[vellum(since = 2)]
    pub(super) array: [u16; 3],
    #[vellum(since = 2)]
    pub(super) texts: [String; 2],
    #[vellum(since = 2)]
    pub(super) leaf_array: [Leaf; 2],
    #[vellum(since = 2)]
    pub(super) maybe_array: [Option<u8>; 2],
    #[vellum(since = 2)]
    pub(super) grid: [[u8; 2]; 2],
    #[vellum(since = 3)]
    pub(super) point: Point,
    #[vellum(since = 3)]
    pub(super) maybe_point: Option<Point>,
    #[vellum(since = 3)]
    pub(super) leaf: Leaf,
    #[vellum(since = 3)]
    pub(super) maybe_leaf: Option<Leaf>,
    #[vellum(since = 3)]
    pub(super) boxed: Option<Box<Part>>,
    #[vellum(since = 3)]
    pub(super) tuple: (u8, String, bool),
    #[vellum(since = 3)]
    pub(super) maybe_tuple: Option<(u8, String)>,
    #[vellum(since = 3)]
    pub(super) map: BTreeMap<String, u32>,
    #[vellum(since = 3)]
    pub(super) leaf_map: BTreeMap<u8, Leaf>,
    #[vellum(since = 3)]
    pub(super) set: BTreeSet<u16>,
    #[vellum(since = 3)]
    pub(super) wide: Wide,
    #[vellum(since = 3)]
    pub(super) maybe_wide: Option<Wide>,
    #[vellum(since = 3)]
    pub(super) wides: Vec<Wide>,
    #[vellum(since = 3)]
    pub(super) wide_array: [Wide; 2],
    #[vellum(since = 3)]
    pub(super) any: Any,
    #[vellum(since = 3)]
    pub(super) maybe_any: Option<Any>,
    #[vellum(since = 3)]
    pub(super) first_pair: FirstPair,
    #[vellum(since = 3)]
    pub(super) first_grid: FirstGrid,
    #[vellum(since = 3)]
    pub(super) first_point: FirstPoint,
    #[vellum(since = 3)]
    pub(super) first_maybe: FirstMaybe,
    #[vellum(since = 3)]
    pub(super) first_text: FirstText,
    #[vellum(since = 3)]
    pub(super) first_list: FirstList,
    #[vellum(since = 3)]
    pub(super) first_leaf: FirstLeaf,
    #[vellum(since = 3)]
    pub(super) first_wide: FirstWide,
}

impl Default for Part {
    /// As the schema declares it.
    fn default() -> Self {
        vellum::from_slice(&vellum::to_vec(&OldPart::default()).unwrap()).unwrap()
    }
}

macro_rules! holders {
    ($root:ident, $choice:ident, $frame:ident, $part:ident) => {
        #[derive(Vellum, Clone, Debug, PartialEq)]
        #[vellum(rename = "Choice")]
        pub(super) enum $choice {
            None,
            Part($part),
            Maybe(Option<$part>),
            Frame($frame),
        }

        #[derive(Vellum, Clone, Debug, PartialEq, Default)]
        #[vellum(rename = "Frame", frozen)]
        pub(super) struct $frame {
            pub(super) n: Option<u8>,
            pub(super) part: $part,
        }

        #[derive(Vellum, Clone, Debug, PartialEq)]
        #[vellum(rename = "Root")]
        pub(super) struct $root {
            pub(super) before: String,
            pub(super) part: $part,
            pub(super) null: $part,
            pub(super) maybe: Option<$part>,
            pub(super) list: Vec<$part>,
            pub(super) maybes: Vec<Option<$part>>,
            pub(super) map: BTreeMap<u8, $part>,
            pub(super) choice: $choice,
            pub(super) optional: $choice,
            pub(super) framed: $choice,
            pub(super) choices: Vec<$choice>,
            pub(super) array: [$part; 2],
            pub(super) nulls: [$part; 2],
            pub(super) frame: $frame,
            pub(super) after: String,
        }

        impl $root {
            // The older part has no further fields.
            #[allow(clippy::needless_update)]
            pub(super) fn sample() -> Self {
                let part = |a: u8| $part { a, b: format!("part {a}"), ..$part::default() };
                Self {
                    before: "before".into(),
                    part: part(1),
                    null: $part::default(),
                    maybe: Some(part(2)),
                    list: vec![part(3), part(4), part(5)],
                    maybes: vec![None, Some(part(6)), Some(part(7))],
                    map: BTreeMap::from([(1, part(8)), (7, part(9)), (9, part(10))]),
                    choice: $choice::Part(part(11)),
                    optional: $choice::Maybe(Some(part(12))),
                    framed: $choice::Frame($frame { n: Some(3), part: part(13) }),
                    choices: vec![$choice::Part(part(14)), $choice::Part(part(15))],
                    array: [part(16), part(17)],
                    nulls: Default::default(),
                    frame: $frame { n: None, part: part(18) },
                    after: "after".into(),
                }
            }
        }
    };
}
holders!(OldRoot, OldChoice, OldFrame, OldPart);
holders!(Root, Choice, Frame, Part);
