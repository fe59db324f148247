//! desert: records that may evolve, by the derive of its codec; these have no history, which costs one byte for each.
//!
//! Integers have a fixed size, and nothing tells where a field or an element ends: decode-one decodes everything. The
//! library gives owned values only. Strings are written one by one: the wrapper that stores equal ones once is not used,
//! for records with it are not compatible when they evolve.

mod oplog;

use std::hint::black_box;

use desert_rust::BinaryCodec;

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{self as workload, GROWING_NAMES, SHORT_NAMES, TIMES, variant};
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Desert;

/// What a fresh output vector starts with: the 128 bytes of `serialize_to_byte_vec` would have to grow.
const CAPACITY: usize = 256;

#[derive(Clone, PartialEq, BinaryCodec)]
struct Container {
    list: Vec<FooBar>,
    initialized: bool,
    fruit: Fruit,
    location: String,
}

#[derive(Clone, PartialEq, BinaryCodec)]
struct FooBar {
    sibling: Bar,
    name: String,
    rating: f64,
    postfix: u8,
}

#[derive(Clone, Copy, PartialEq, BinaryCodec)]
struct Bar {
    time: i32,
    ratio: f32,
    size: u16,
}

#[derive(Clone, Copy, PartialEq, BinaryCodec)]
enum Fruit {
    Apples,
    Pears,
    Bananas,
}

impl From<workload::Container> for Container {
    fn from(value: workload::Container) -> Self {
        let own = |one: workload::FooBar| {
            let workload::Bar { time, ratio, size } = one.sibling;
            FooBar { sibling: Bar { time, ratio, size }, name: one.name, rating: one.rating, postfix: one.postfix }
        };
        let fruit = match value.fruit {
            workload::Fruit::Apples => Fruit::Apples,
            workload::Fruit::Pears => Fruit::Pears,
            workload::Fruit::Bananas => Fruit::Bananas,
        };
        let list = value.list.into_iter().map(own).collect();
        Self { list, initialized: value.initialized, fruit, location: value.location }
    }
}

impl Library for Desert {
    fn name(&self) -> &'static str {
        "desert"
    }

    fn container(&self, value: &workload::Container) -> Result<Vec<Row>, String> {
        let value = Container::from(value.clone());
        let bytes = encode(&value);
        let mut row = Row::new("desert", "desert_rust", "0.", "derive", bytes.clone());
        row.prove("decoding gives the original", decode(&bytes) == value);
        encodes(&mut row, &value, &bytes);
        decodes(&mut row, &value, &bytes);
        updates(&mut row);
        Ok(vec![row])
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(vec![oplog::row(value)])
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

fn encode(value: &Container) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(CAPACITY);
    encode_into(&mut bytes, value);
    bytes
}

/// Replaces what the buffer holds.
#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &Container) {
    desert_rust::serialize_into_byte_vec(value, buffer).expect("the value is small");
}

#[inline(never)]
fn decode(bytes: &[u8]) -> Container {
    desert_rust::deserialize(bytes).expect("bytes of this library")
}

fn encodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, || Container::from(workload::Container::new()));

    let original = value.clone();
    let note = "into a vector of capacity 256 from the start";
    row.time_noted(Measure::Encode, variant::OWNED, note, move || encode(black_box(&original)));

    let mut buffer = Vec::new();
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "serialize_into_byte_vec", move || {
        encode_into(&mut buffer, black_box(&original));
        black_box(&buffer);
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::OWNED, move || decode(black_box(&source)));

    let read = decode(bytes);
    row.prove("decode one gives the location", read.location == value.location);
    row.prove("decode one gives the time", read.list[1].sibling.time == value.list[1].sibling.time);
    let note = "decodes the whole record";
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || decode(black_box(&source)).location);
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || decode(black_box(&source)).list[1].sibling.time);
}

fn updates(row: &mut Row) {
    let rename = |record: &mut Container, name: &str| name.clone_into(&mut record.list[0].name);
    update(row, variant::NAME, SHORT_NAMES, rename);
    update(row, variant::NAME_LONGER, GROWING_NAMES, rename);
    update(row, variant::FIRST_TIME, TIMES, |record, time| record.list[0].sibling.time = time);
}

/// Times a change back and forth between two values.
fn update<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    set: impl Fn(&mut Container, V) + 'static,
) {
    let expected = values.map(|value| {
        let mut record = Container::from(workload::Container::new());
        set(&mut record, value);
        record
    });
    let sources = expected.each_ref().map(encode);
    let change = move |source: &Vec<u8>, value: V| {
        let mut bytes = black_box(source).clone();
        let mut record = decode(&bytes);
        set(&mut record, black_box(value));
        encode_into(&mut bytes, &record);
        bytes
    };
    for turn in [0, 1] {
        let changed = decode(&change(&sources[1 - turn], values[turn]));
        row.prove(&format!("updating {variant} changes that field alone"), changed == expected[turn]);
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOne, variant, "decode + encode, back into the clone", move || {
        let source = &sources[held];
        held = 1 - held;
        change(source, values[held])
    });
}
