//! serde_json: JSON text through serde, as owned values or with strings borrowed from the text.
//!
//! `&str` refuses escaped strings, of which these values have none.

mod fields;
mod oplog;

use std::fmt;
use std::hint::black_box;

use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Change, Container, ContainerRef};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct SerdeJson;

impl Library for SerdeJson {
    fn name(&self) -> &'static str {
        "serde_json"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let keeps = "parses the whole record, keeps only this field";
        let row = Rows::<Serde>::new("serde_json", ("serde_json", "1"), "serde", value)
            .encode_into_vec("", |buffer, value| {
                buffer.clear();
                serde_json::to_writer(buffer, value).expect("a vector takes all bytes");
            })
            .decode_owned()
            .decode_borrowed(
                "strings borrowed, the list is a vector",
                |_, text| encode(&decode::<ContainerRef>(text)),
                |_, text| {
                    black_box(decode::<ContainerRef>(text));
                },
            )
            .decode_location(keeps, |_, text| decode::<LocationOnly>(text).location)
            .decode_time(keeps, |_, text| decode::<SecondTimeOnly>(text).list.sibling.time)
            .updates()
            .finish();
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(vec![oplog::row(value)])
    }
}

#[derive(Default)]
struct Serde;

impl Codec for Serde {
    type Owned = Container;
    type Bytes = Vec<u8>;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, text: &Vec<u8>) -> Container {
        decode(text)
    }
}

impl Update for Serde {
    const UPDATE: &'static str = "decodes (borrowed), changes, encodes";

    fn update(&mut self, text: Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record: ContainerRef = decode(&text);
        change.apply(&mut record);
        encode(&record)
    }
}

/// The record of which only one string is kept; the parser skips the other fields.
#[derive(Deserialize)]
struct LocationOnly<'a> {
    location: &'a str,
}

/// The record of which only `list[1].sibling.time` is kept.
#[derive(Deserialize)]
struct SecondTimeOnly {
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

fn encode(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("the value has string keys only")
}

fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    serde_json::from_slice(bytes).expect("the text was written by this library")
}
