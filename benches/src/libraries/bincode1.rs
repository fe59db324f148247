//! bincode 1.3 with its default options: integers of fixed width, lengths of eight bytes, no random access.
//!
//! Strings can be borrowed from the input, so everything but owned decode-all goes through [`ContainerRef`]; the list
//! itself is still a vector that decoding allocates.

mod fields;

use std::hint::black_box;

use serde::{Deserialize, Serialize};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Change, Container, ContainerRef, Second, Skimmed};
use crate::workloads::fields::Fields;

/// The library under test.
pub struct Bincode1;

impl Library for Bincode1 {
    fn name(&self) -> &'static str {
        "bincode 1"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let skimmed = "decodes the whole record, the other strings as bytes";
        let row = Rows::<Serde>::new("bincode 1", ("bincode", "1."), "serde", value)
            .encode_into_vec("serialize_into a vector", |buffer, value| {
                buffer.clear();
                encode_into(buffer, value);
            })
            .decode_owned()
            .decode_borrowed(
                "",
                |_, bytes| encode(&decode::<ContainerRef>(bytes)),
                |_, bytes| {
                    black_box(&decode::<ContainerRef>(bytes));
                },
            )
            .decode_location(skimmed, |_, bytes| decode::<Skimmed>(bytes).location)
            .decode_time("decodes the record up to this field", |_, bytes| {
                decode::<Second>(bytes).time().expect("bytes of this library")
            })
            .updates()
            .finish();
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
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

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes)
    }
}

impl Update for Serde {
    const UPDATE: &'static str = "decode + encode, strings borrowed";

    fn update(&mut self, bytes: Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record: ContainerRef = decode(&bytes);
        change.apply(&mut record);
        // The old length tells how much room the new bytes need, with some to grow.
        let mut changed = Vec::with_capacity(2 * bytes.len());
        encode_into(&mut changed, &record);
        changed
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: &impl Serialize) -> Vec<u8> {
    bincode1::serialize(value).expect("serde knows the lengths of the value")
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize) {
    bincode1::serialize_into(buffer, value).expect("a vector takes all bytes");
}

#[inline(never)]
fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    bincode1::deserialize(bytes).expect("bytes of this library")
}
