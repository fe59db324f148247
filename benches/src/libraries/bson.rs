//! bson: the documents of MongoDB, by serde ("serde") and by access to the raw bytes ("raw").
//!
//! The format has no single-precision float and no integers below 32 bits: `ratio` is stored as a double, `size` and
//! `postfix` as int32, and both modes narrow them again when they read.

mod fields;
mod raw;

use std::hint::black_box;

use serde::{Deserialize, Serialize};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, Fruit, GROWING_NAMES, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;

/// The library under test.
pub struct Bson;

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

/// The location alone; serde skips the other fields.
#[derive(Deserialize)]
struct LocationOnly<'a> {
    location: &'a str,
}

/// The times alone.
#[derive(Deserialize)]
struct TimesOnly {
    list: Vec<SiblingOnly>,
}

#[derive(Deserialize)]
struct SiblingOnly {
    sibling: TimeOnly,
}

#[derive(Deserialize)]
struct TimeOnly {
    time: i32,
}

impl Library for Bson {
    fn name(&self) -> &'static str {
        "bson"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let bytes = encode(value);
        Ok(vec![serde_row(value, &bytes), raw::row(value, &bytes)])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }
}

const TYPES: &str = "f32 as double, u16 and u8 as int32";
const OWN_BYTES: &str = "bytes of this library";

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: &impl Serialize) -> Vec<u8> {
    bson::serialize_to_vec(value).expect("every value has a type in the format")
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize) {
    bson::serialize_to_buffer(value, buffer).expect("every value has a type in the format");
}

#[inline(never)]
fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    bson::deserialize_from_slice(bytes).expect(OWN_BYTES)
}

fn serde_row(value: &Container, bytes: &[u8]) -> Row {
    let mut row = Row::new("bson", "bson", "3", "serde", bytes.to_vec());
    encodes(&mut row, value, bytes);

    row.prove("owned decoding gives the original", decode::<Container>(bytes) == *value);
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeAll, variant::OWNED, TYPES, move || decode::<Container>(black_box(&source)));
    row.prove("borrowed decoding gives the original", encode(&decode::<ContainerRef>(bytes)) == bytes);
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeAll, variant::BORROWED, TYPES, move || {
        black_box(&decode::<ContainerRef>(black_box(&source)));
    });

    row.prove("decode one gives the location", decode::<LocationOnly>(bytes).location == value.location);
    let note = "parses the whole record, skips the other fields";
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        black_box(decode::<LocationOnly>(black_box(&source)).location);
    });
    let time = decode::<TimesOnly>(bytes).list[1].sibling.time;
    row.prove("decode one gives the time", time == value.list[1].sibling.time);
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || {
        decode::<TimesOnly>(black_box(&source)).list[1].sibling.time
    });

    let note = "decode + encode, strings borrowed";
    let rename = |bytes: &[u8], name| changed(bytes, |record| record.list[0].name = name);
    let set_time = |bytes: &[u8], time| changed(bytes, |record| record.list[0].sibling.time = time);
    update(&mut row, variant::NAME, note, SHORT_NAMES, named, rename);
    update(&mut row, variant::NAME_LONGER, note, GROWING_NAMES, named, rename);
    update(&mut row, variant::FIRST_TIME, note, TIMES, timed, set_time);
    row
}

fn changed(bytes: &[u8], change: impl Fn(&mut ContainerRef<'_>)) -> Vec<u8> {
    let mut record = decode::<ContainerRef>(bytes);
    change(&mut record);
    // The old length tells how much room the new bytes need, with some to grow.
    let mut changed = Vec::with_capacity(2 * bytes.len());
    encode_into(&mut changed, &record);
    changed
}

/// The part that does not differ: a raw document is made from a Rust value by the same serializer.
fn encodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, Container::new);

    let original = value.clone();
    row.time_noted(Measure::Encode, variant::OWNED, TYPES, move || encode(black_box(&original)));

    let mut buffer = Vec::new();
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, TYPES, move || {
        buffer.clear();
        encode_into(&mut buffer, black_box(&original));
        black_box(&buffer);
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn named(name: &str) -> Container {
    let mut value = Container::new();
    name.clone_into(&mut value.list[0].name);
    value
}

fn timed(time: i32) -> Container {
    let mut value = Container::new();
    value.list[0].sibling.time = time;
    value
}

/// Times a change back and forth between two values; `expected` builds the record that holds one of them.
fn update<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    note: &'static str,
    values: [V; 2],
    expected: impl Fn(V) -> Container,
    set: impl Fn(&[u8], V) -> Vec<u8> + 'static,
) {
    let sources = values.map(|value| encode(&expected(value)));
    let change = move |source: &Vec<u8>, value: V| {
        let bytes = black_box(source).clone();
        set(&bytes, black_box(value))
    };
    for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
        let changed = decode::<Container>(&change(source, value));
        row.prove(&format!("updating {variant} changes that field alone"), changed == expected(value));
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOne, variant, note, move || {
        let source = &sources[held];
        held = 1 - held;
        change(source, values[held])
    });
}
