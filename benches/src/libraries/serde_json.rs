//! serde_json: JSON text through serde, as owned values or with strings borrowed from the text.

mod fields;
mod oplog;

use std::fmt;
use std::hint::black_box;

use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, Fruit, GROWING_NAMES, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct SerdeJson;

impl Library for SerdeJson {
    fn name(&self) -> &'static str {
        "serde_json"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let bytes = encode(value);
        let mut row = Row::new("serde_json", "serde_json", "1", "serde", bytes.clone());
        time_encode(&mut row, value);
        time_decode_all(&mut row, value, &bytes);
        time_decode_one(&mut row, value, &bytes);
        time_update(&mut row, variant::NAME, SHORT_NAMES, rename, |value, name| value.list[0].name = name.to_owned());
        time_update(&mut row, variant::NAME_LONGER, GROWING_NAMES, rename, |value, name| {
            value.list[0].name = name.to_owned();
        });
        time_update(&mut row, variant::FIRST_TIME, TIMES, set_time, |value, time| value.list[0].sibling.time = time);
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(vec![oplog::row(value)])
    }
}

/// The record with its strings in the text. `&str` refuses escaped strings, of which these values have none.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Borrowed<'a> {
    #[serde(borrow)]
    list: Vec<BorrowedElement<'a>>,
    initialized: bool,
    fruit: Fruit,
    location: &'a str,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct BorrowedElement<'a> {
    sibling: Bar,
    name: &'a str,
    rating: f64,
    postfix: u8,
}

impl<'a> From<&'a Container> for Borrowed<'a> {
    fn from(value: &'a Container) -> Self {
        let element = |one: &'a crate::workloads::container::FooBar| BorrowedElement {
            sibling: one.sibling,
            name: &one.name,
            rating: one.rating,
            postfix: one.postfix,
        };
        Self {
            list: value.list.iter().map(element).collect(),
            initialized: value.initialized,
            fruit: value.fruit,
            location: &value.location,
        }
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

fn rename(bytes: &[u8], name: &'static str) -> Vec<u8> {
    let mut record: Borrowed = decode(bytes);
    record.list[0].name = name;
    encode(&record)
}

fn set_time(bytes: &[u8], time: i32) -> Vec<u8> {
    let mut record: Borrowed = decode(bytes);
    record.list[0].sibling.time = time;
    encode(&record)
}

fn time_encode(row: &mut Row, value: &Container) {
    row.time(Measure::Build, variant::OWNED, Container::new);
    let ready = value.clone();
    row.time(Measure::Encode, variant::OWNED, move || encode(black_box(&ready)));
    let (ready, mut buf) = (value.clone(), Vec::new());
    row.time(Measure::EncodeReused, variant::OWNED, move || {
        buf.clear();
        serde_json::to_writer(&mut buf, black_box(&ready)).expect("a vector takes all bytes");
        black_box(buf.as_slice());
    });
    let bytes = row.encoded.clone();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&bytes).clone());
}

fn time_decode_all(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.prove("decodes to the original", decode::<Container>(bytes) == *value);
    row.prove("decodes borrowed to the original", decode::<Borrowed>(bytes) == Borrowed::from(value));
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::OWNED, move || decode::<Container>(black_box(&source)));
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeAll, variant::BORROWED, "strings borrowed, the list is a vector", move || {
        black_box(decode::<Borrowed>(black_box(&source)));
    });
}

fn time_decode_one(row: &mut Row, value: &Container, bytes: &[u8]) {
    const NOTE: &str = "parses the whole record, keeps only this field";
    row.prove("finds the location", decode::<LocationOnly>(bytes).location == value.location);
    row.prove("finds the time", decode::<SecondTimeOnly>(bytes).list.sibling.time == value.list[1].sibling.time);
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, NOTE, move || {
        black_box(decode::<LocationOnly>(black_box(&source)).location);
    });
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::TIME, NOTE, move || {
        decode::<SecondTimeOnly>(black_box(&source)).list.sibling.time
    });
}

/// Proves and times `update`, which `change` does to an owned value, with two alternating values.
fn time_update<T: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [T; 2],
    update: impl Fn(&[u8], T) -> Vec<u8> + 'static,
    change: fn(&mut Container, T),
) {
    let expected = values.map(|new| {
        let mut value = Container::new();
        change(&mut value, new);
        value
    });
    let sources = [encode(&expected[0]), encode(&expected[1])];
    for turn in 0..2 {
        let updated = update(&sources[turn], values[1 - turn]);
        row.prove(&format!("updates {variant}"), decode::<Container>(&updated) == expected[1 - turn]);
    }
    let mut turn = 0;
    row.time_noted(Measure::UpdateOne, variant, "decodes (borrowed), changes, encodes", move || {
        turn = 1 - turn;
        let source = black_box(black_box(&sources[turn]).clone());
        update(&source, black_box(values[1 - turn]))
    });
}
