//! Two revisions of a union and of all that holds one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use vellum::Vellum;
use vellum::value::FixedStr;

/// Declares a revision: what both have, and behind it what this one has besides.
macro_rules! revision {
    (
        $module:ident,
        kind { $($kind:tt)* }
        part { $($part:tt)* }
        post { $($post:tt)* }
        choice { $($choice:tt)* }
        root { $($root:tt)* }
    ) => {
        pub mod $module {
            use super::*;

            #[derive(Vellum, Clone, Copy, Debug, PartialEq)]
            #[vellum(open)]
            pub enum Kind {
                Plain,
                Round,
                $($kind)*
                #[vellum(other)]
                Unknown(u8),
            }

            #[derive(Vellum, Clone, Debug, PartialEq)]
            pub struct Part {
                pub a: u8,
                pub name: String,
                pub list: Vec<u16>,
                $($part)*
            }

            impl Default for Part {
                /// As the schema declares it.
                fn default() -> Self {
                    static PART: LazyLock<Part> =
                        LazyLock::new(|| vellum::from_slice(&vellum::to_vec(&FirstPart::default()).unwrap()).unwrap());
                    PART.clone()
                }
            }

            #[derive(Vellum, Clone, Debug, PartialEq, Default)]
            #[vellum(frozen)]
            pub struct Spot {
                pub x: u16,
                pub on: bool,
                pub label: String,
                pub part: Part,
            }

            /// The first variant is what is not stored: it has a struct that grew.
            #[derive(Vellum, Clone, Debug, PartialEq)]
            #[vellum(open)]
            pub enum Choice {
                Part(Part),
                Nothing,
                Flag(bool),
                Short(u8),
                Long(u64),
                Wide(u128),
                Kind(Kind),
                Fixed(FixedStr<6>),
                Text(String),
                Bytes(Vec<u8>),
                Spot(Spot),
                Names(Vec<String>),
                Parts(Vec<Part>),
                Scores(BTreeMap<String, u32>),
                Places(BTreeMap<u8, Part>),
                Set(BTreeSet<u16>),
                Maybe(Option<u32>),
                MaybeText(Option<String>),
                MaybePart(Option<Part>),
                MaybeSpot(Option<Spot>),
                MaybeList(Option<Vec<u8>>),
                Pair(u16, Part),
                Tuple((u8, String)),
                Post {
                    street: String,
                    number: u32,
                    tags: Vec<String>,
                    part: Part,
                    $($post)*
                },
                Numbers([u16; 3]),
                Corners([Spot; 2]),
                Couple([Part; 2]),
                Inner(Box<Choice>),
                MaybeInner(Option<Box<Choice>>),
                Many(Vec<Choice>),
                $($choice)*
                #[vellum(other)]
                Unknown,
            }

            impl Default for Choice {
                fn default() -> Self {
                    Self::Part(Part::default())
                }
            }

            #[derive(Vellum, Clone, Debug, PartialEq, Default)]
            pub struct Holder {
                pub n: u8,
                pub choice: Choice,
                pub after: String,
            }

            #[derive(Vellum, Clone, Debug, PartialEq, Default)]
            #[vellum(frozen)]
            pub struct Frame {
                pub on: bool,
                pub choice: Choice,
                pub maybe: Option<Choice>,
            }

            #[derive(Vellum, Clone, Debug, PartialEq, Default)]
            pub struct Root {
                pub before: String,
                pub choice: Choice,
                pub maybe: Option<Choice>,
                pub packed: Vec<Choice>,
                pub mixed: Vec<Choice>,
                pub maybes: Vec<Option<Choice>>,
                pub nested: Vec<Vec<Choice>>,
                pub map: BTreeMap<u8, Choice>,
                pub maybe_map: BTreeMap<String, Option<Choice>>,
                pub array: [Choice; 2],
                pub holder: Holder,
                pub holders: Vec<Holder>,
                pub frame: Frame,
                pub after: String,
                $($root)*
            }
        }
    };
}

/// A part as the first revision had it.
#[derive(Vellum, Default)]
struct FirstPart {
    a: u8,
    name: String,
    list: Vec<u16>,
}

revision! {
    old,
    kind {}
    part {}
    post {}
    choice {}
    root {}
}

revision! {
    new,
    kind { Late, }
    part {
        #[vellum(since = 2)]
        pub number: u32,
        #[vellum(since = 2, default = 7)]
        pub seven: u16,
        #[vellum(since = 2)]
        pub on: bool,
        #[vellum(since = 2)]
        pub late: Option<String>,
        #[vellum(since = 2)]
        pub texts: Vec<String>,
        #[vellum(since = 2)]
        pub first: FirstText,
        #[vellum(since = 2)]
        pub inner: Option<Box<Choice>>,
        #[vellum(since = 2)]
        pub many: Vec<Choice>,
    }
    post {
        #[vellum(since = 2)]
        zip: Option<u32>,
        #[vellum(since = 2)]
        note: String,
        #[vellum(since = 2)]
        choice: Box<FirstText>,
    }
    choice {
        Late(Part),
        LateUnit,
        LateText(String),
        LateMany(Vec<Choice>),
        LateNumber(u64),
    }
    root {
        #[vellum(since = 2)]
        pub late: Choice,
        #[vellum(since = 2)]
        pub late_maybe: Option<Choice>,
        #[vellum(since = 2)]
        pub late_list: Vec<Choice>,
        #[vellum(since = 2)]
        pub late_map: BTreeMap<u8, Choice>,
        #[vellum(since = 3)]
        pub late_array: [Choice; 2],
        #[vellum(since = 3)]
        pub late_holder: Holder,
        #[vellum(since = 3)]
        pub late_frame: Frame,
    }
}

/// A union whose first variant has a text.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum FirstText {
    Text(String),
    Other(u8),
}

impl Default for FirstText {
    fn default() -> Self {
        Self::Text(String::new())
    }
}
