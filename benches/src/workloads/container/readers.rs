//! Types that read one field of the record, for the ways in which formats find it.

use std::fmt;

use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Bar, Fruit};

/// The record for a reader that has to pass what is in front: the names are left as bytes, so that
/// nobody checks their text.
#[derive(Deserialize, bincode2::BorrowDecode, wincode::SchemaRead, speedy::Readable)]
#[bincode(crate = "bincode2")]
pub struct Skimmed<'a> {
    #[serde(borrow)]
    _list: Vec<SkimmedFooBar<'a>>,
    _initialized: bool,
    _fruit: Fruit,
    pub location: &'a str,
}

/// An element of [`Skimmed`].
#[derive(Deserialize, bincode2::BorrowDecode, wincode::SchemaRead, speedy::Readable)]
#[bincode(crate = "bincode2")]
pub struct SkimmedFooBar<'a> {
    _sibling: Bar,
    _name: &'a [u8],
    _rating: f64,
    _postfix: u8,
}

/// The location alone; the names tell it from the other fields.
#[derive(Deserialize)]
pub struct LocationOnly<'a> {
    pub location: &'a str,
}

/// The time of the second element alone, likewise.
#[derive(Deserialize)]
pub struct SecondTimeOnly {
    #[serde(deserialize_with = "second")]
    list: SiblingOnly,
}

#[derive(Deserialize)]
struct SiblingOnly {
    sibling: TimeOnly,
}

#[derive(Deserialize)]
struct TimeOnly {
    time: i32,
}

impl SecondTimeOnly {
    pub fn time(&self) -> i32 {
        self.list.sibling.time
    }
}

/// The second element of a list; the parser skips the others.
fn second<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SiblingOnly, D::Error> {
    struct Second;

    impl<'de> Visitor<'de> for Second {
        type Value = SiblingOnly;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a list of at least two elements")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SiblingOnly, A::Error> {
            list.next_element::<IgnoredAny>()?;
            let found = list.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
            while list.next_element::<IgnoredAny>()?.is_some() {}
            Ok(found)
        }
    }

    deserializer.deserialize_seq(Second)
}

/// The location alone, in an array of fields, each of which tells its length.
#[derive(Deserialize)]
pub struct LocationAt<'a> {
    #[serde(rename = "list")]
    _list: IgnoredAny,
    #[serde(rename = "initialized")]
    _initialized: IgnoredAny,
    #[serde(rename = "fruit")]
    _fruit: IgnoredAny,
    pub location: &'a str,
}

/// The structs of the elements alone, likewise.
#[derive(Deserialize)]
pub struct SiblingsAt(Vec<(Bar, IgnoredAny, IgnoredAny, IgnoredAny)>, IgnoredAny, IgnoredAny, IgnoredAny);

impl SiblingsAt {
    pub fn second_time(&self) -> i32 {
        self.0[1].0.time
    }
}
