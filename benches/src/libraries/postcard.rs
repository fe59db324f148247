//! postcard: compact bytes by serde, varint integers, no random access.
//!
//! Strings can be borrowed from the input, so everything but owned decode-all goes through [`ContainerRef`]; the list
//! itself is still a vector that decoding allocates. Encoding asks for the size first, which for this value is quicker
//! than `to_allocvec` and its growing vector.

mod fields;
mod oplog;

use std::hint::black_box;

use postcard::ser_flavors::Size;
use serde::{Deserialize, Serialize};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Change, Container, ContainerRef, Second, Skimmed};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Postcard;

impl Library for Postcard {
    fn name(&self) -> &'static str {
        "postcard"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let skimmed = "decodes the whole record, the other strings as bytes";
        let row = Rows::<Serde>::new("postcard", ("postcard", "1"), "serde", value)
            // The library writes into a slice; the caller brings one that is large enough.
            .encode_reused("to_slice", |len| vec![0; 2 * len], |room, value| encode_into_slice(room, value))
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

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(vec![oplog::row(value)])
    }
}

#[derive(Default)]
struct Serde;

impl Codec for Serde {
    type Owned = Container;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "size first, then to_extend";

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
        encode_into(Vec::with_capacity(2 * bytes.len()), &record)
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

fn encode(value: &impl Serialize) -> Vec<u8> {
    let size = postcard::serialize_with_flavor(value, Size::default()).expect("serde knows the lengths of the value");
    encode_into(Vec::with_capacity(size), value)
}

fn encode_into(buffer: Vec<u8>, value: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(value, buffer).expect("a vector takes all bytes")
}

#[inline(never)]
fn encode_into_slice<'a>(buffer: &'a mut [u8], value: &Container) -> &'a [u8] {
    postcard::to_slice(value, buffer).expect("the buffer is large enough")
}

#[inline(never)]
fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    postcard::from_bytes(bytes).expect("bytes of this library")
}
