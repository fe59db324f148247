//! rmp-serde: MessagePack with structs as arrays, without field names.
//!
//! Strings can be borrowed from the input, so updates go through [`ContainerRef`]. The format describes itself, so
//! decode-one reads one field and lets serde skip the others.

mod fields;
mod oplog;

use std::hint::black_box;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, Fruit, GROWING_NAMES, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct RmpSerde;

/// [`Container`] with its strings in the input.
#[derive(Serialize, Deserialize)]
struct ContainerRef<'a> {
    #[serde(borrow)]
    list: Vec<FooBarRef<'a>>,
    initialized: bool,
    fruit: Fruit,
    location: &'a str,
}

#[derive(Serialize, Deserialize)]
struct FooBarRef<'a> {
    sibling: Bar,
    name: &'a str,
    rating: f64,
    postfix: u8,
}

/// The location alone; a compact struct is an array, so the fields before it are named to be skipped.
#[derive(Deserialize)]
struct LocationOnly<'a> {
    #[serde(rename = "list")]
    _list: IgnoredAny,
    #[serde(rename = "initialized")]
    _initialized: IgnoredAny,
    #[serde(rename = "fruit")]
    _fruit: IgnoredAny,
    location: &'a str,
}

/// The siblings alone.
#[derive(Deserialize)]
struct SiblingsOnly(Vec<(Bar, IgnoredAny, IgnoredAny, IgnoredAny)>, IgnoredAny, IgnoredAny, IgnoredAny);

impl Library for RmpSerde {
    fn name(&self) -> &'static str {
        "rmp-serde"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let bytes = encode(value);
        let mut row = Row::new("rmp-serde", "rmp-serde", "1", "serde", bytes.clone());
        row.prove("owned decoding gives the original", decode::<Container>(&bytes) == *value);
        row.prove("borrowed decoding gives the original", encode(&decode::<ContainerRef>(&bytes)) == bytes);
        encodes(&mut row, value, &bytes);
        decodes(&mut row, value, &bytes);
        updates(&mut row);
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(vec![oplog::row(value)])
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: &impl Serialize) -> Vec<u8> {
    rmp_serde::to_vec(value).expect("serde knows the lengths of the value")
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize) {
    rmp_serde::encode::write(buffer, value).expect("a vector takes all bytes");
}

#[inline(never)]
fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    rmp_serde::from_slice(bytes).expect("bytes of this library")
}

fn encodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, Container::new);

    let original = value.clone();
    row.time(Measure::Encode, variant::OWNED, move || encode(black_box(&original)));

    let mut buffer = Vec::new();
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "write into a vector", move || {
        buffer.clear();
        encode_into(&mut buffer, black_box(&original));
        black_box(&buffer);
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::OWNED, move || decode::<Container>(black_box(&source)));
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::BORROWED, move || {
        black_box(&decode::<ContainerRef>(black_box(&source)));
    });

    let location = decode::<LocationOnly>(bytes).location;
    row.prove("decode one gives the location", location == value.location);
    let time = decode::<SiblingsOnly>(bytes).0[1].0.time;
    row.prove("decode one gives the time", time == value.list[1].sibling.time);
    let note = "parses the whole record, skips the other fields";
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        black_box(decode::<LocationOnly>(black_box(&source)).location);
    });
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || {
        decode::<SiblingsOnly>(black_box(&source)).0[1].0.time
    });
}

fn updates(row: &mut Row) {
    let named = |name: &str| {
        let mut value = Container::new();
        name.clone_into(&mut value.list[0].name);
        value
    };
    let timed = |time| {
        let mut value = Container::new();
        value.list[0].sibling.time = time;
        value
    };
    update(row, variant::NAME, SHORT_NAMES, named, |record, name| record.list[0].name = name);
    update(row, variant::NAME_LONGER, GROWING_NAMES, named, |record, name| record.list[0].name = name);
    update(row, variant::FIRST_TIME, TIMES, timed, |record, time| record.list[0].sibling.time = time);
}

/// Times a change back and forth between two values; `expected` builds the record that holds one of them.
fn update<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    expected: impl Fn(V) -> Container,
    set: impl Fn(&mut ContainerRef<'_>, V) + 'static,
) {
    let sources = values.map(|value| encode(&expected(value)));
    let change = move |source: &Vec<u8>, value: V| {
        let bytes = black_box(source).clone();
        let mut record = decode::<ContainerRef>(&bytes);
        set(&mut record, black_box(value));
        // The old length tells how much room the new bytes need, with some to grow.
        let mut changed = Vec::with_capacity(2 * bytes.len());
        encode_into(&mut changed, &record);
        changed
    };
    for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
        let changed = decode::<Container>(&change(source, value));
        row.prove(&format!("updating {variant} changes that field alone"), changed == expected(value));
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOne, variant, "decode + encode, strings borrowed", move || {
        let source = &sources[held];
        held = 1 - held;
        change(source, values[held])
    });
}
