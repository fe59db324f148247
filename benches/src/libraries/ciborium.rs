//! ciborium: CBOR through serde, structs as maps with their field names.
//!
//! The crate reads from a stream and gives owned values only; it moves strings through a scratch buffer, which is kept
//! here instead of being cleared for every call as `from_reader` does. It writes to a stream as well, so a fresh output
//! is a vector with room for the record. Decode-one decodes everything: the crate is slower at skipping a value, whose
//! header it reads, writes and reads again, than at decoding it.

use std::hint::black_box;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Container, GROWING_NAMES, SHORT_NAMES, TIMES, variant};

/// The library under test.
pub struct Ciborium;

/// What a fresh output vector starts with: a stream of unknown size would grow it, by doubling, from nothing.
const CAPACITY: usize = 512;

/// The size of the scratch buffer of `from_reader`.
const SCRATCH: usize = 4096;

impl Library for Ciborium {
    fn name(&self) -> &'static str {
        "ciborium"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let bytes = encode(value);
        let mut row = Row::new("ciborium", "ciborium", "0.2.", "serde", bytes.clone());
        row.prove("decoding gives the original", decode::<Container>(&bytes, &mut scratch()) == *value);
        encodes(&mut row, value, &bytes);
        decodes(&mut row, value, &bytes);
        updates(&mut row);
        Ok(vec![row])
    }
}

fn scratch() -> Vec<u8> {
    vec![0; SCRATCH]
}

fn encode(value: &Container) -> Vec<u8> {
    let mut buffer = Vec::with_capacity(CAPACITY);
    encode_into(&mut buffer, value);
    buffer
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize) {
    ciborium::into_writer(value, buffer).expect("a vector takes all bytes");
}

#[inline(never)]
fn decode<T: DeserializeOwned>(bytes: &[u8], scratch: &mut [u8]) -> T {
    ciborium::from_reader_with_buffer(bytes, scratch).expect("bytes of this library")
}

fn encodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, Container::new);

    let original = value.clone();
    let note = "into a vector of capacity 512 from the start";
    row.time_noted(Measure::Encode, variant::OWNED, note, move || encode(black_box(&original)));

    let mut buffer = Vec::new();
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "into_writer, to a vector", move || {
        buffer.clear();
        encode_into(&mut buffer, black_box(&original));
        black_box(&buffer);
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let (source, mut kept) = (bytes.to_vec(), scratch());
    row.time_noted(Measure::DecodeAll, variant::OWNED, "scratch buffer kept", move || {
        decode::<Container>(black_box(&source), &mut kept)
    });

    let read = decode::<Container>(bytes, &mut scratch());
    row.prove("decode one gives the location", read.location == value.location);
    row.prove("decode one gives the time", read.list[1].sibling.time == value.list[1].sibling.time);
    let note = "decodes the whole record";
    let (source, mut kept) = (bytes.to_vec(), scratch());
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        decode::<Container>(black_box(&source), &mut kept).location
    });
    let (source, mut kept) = (bytes.to_vec(), scratch());
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || {
        decode::<Container>(black_box(&source), &mut kept).list[1].sibling.time
    });
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
        let mut record = Container::new();
        set(&mut record, value);
        record
    });
    let sources = expected.each_ref().map(encode);
    let mut kept = scratch();
    let mut change = move |source: &Vec<u8>, value: V| {
        let mut bytes = black_box(source).clone();
        let mut record = decode::<Container>(&bytes, &mut kept);
        set(&mut record, black_box(value));
        bytes.clear();
        encode_into(&mut bytes, &record);
        bytes
    };
    for turn in [0, 1] {
        let changed = decode::<Container>(&change(&sources[1 - turn], values[turn]), &mut scratch());
        row.prove(&format!("updating {variant} changes that field alone"), changed == expected[turn]);
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOne, variant, "decode + encode, back into the clone", move || {
        let source = &sources[held];
        held = 1 - held;
        change(source, values[held])
    });
}
