//! bson: the documents of MongoDB, by serde ("serde") and by access to the raw bytes ("raw").
//!
//! The format has no single-precision float and no integers below 32 bits: `ratio` is stored as a double, `size` and
//! `postfix` as int32, and both modes narrow them again when they read.

mod fields;
mod raw;

use std::hint::black_box;

use serde::{Deserialize, Serialize};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Change, Container, ContainerRef};
use crate::workloads::fields::Fields;

/// The library under test.
pub struct Bson;

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
        Ok(vec![serde_row(value), raw::row(value)])
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

#[derive(Default)]
struct Serde;

impl Codec for Serde {
    type Owned = Container;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = TYPES;
    const DECODE: &'static str = TYPES;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes)
    }
}

impl Update for Serde {
    const UPDATE: &'static str = "decode + encode, strings borrowed";

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record: ContainerRef = decode(bytes);
        change.apply(&mut record);
        // The old length tells how much room the new bytes need, with some to grow.
        let mut changed = Vec::with_capacity(2 * bytes.len());
        encode_into(&mut changed, &record);
        changed
    }
}

/// The part that does not differ: a raw document is made from a Rust value by the same serializer.
fn encodes(mode: &'static str, value: &Container) -> Rows<Serde> {
    Rows::new("bson", ("bson", "3"), mode, value).encode_into_vec(TYPES, |buffer, value| {
        buffer.clear();
        encode_into(buffer, value);
    })
}

fn serde_row(value: &Container) -> Row {
    let skips = "parses the whole record, skips the other fields";
    encodes("serde", value)
        .decode_owned()
        .decode_borrowed(
            TYPES,
            |_, bytes| encode(&decode::<ContainerRef>(bytes)),
            |_, bytes| {
                black_box(&decode::<ContainerRef>(bytes));
            },
        )
        .decode_location(skips, |_, bytes| decode::<LocationOnly>(bytes).location)
        .decode_time(skips, |_, bytes| decode::<TimesOnly>(bytes).list[1].sibling.time)
        .updates()
        .finish()
}
