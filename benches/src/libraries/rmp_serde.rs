//! rmp-serde: MessagePack with structs as arrays, without field names.
//!
//! Strings can be borrowed from the input, so updates go through [`ContainerRef`]. The format describes itself, so
//! decode-one reads one field and lets serde skip the others.

mod fields;
mod oplog;

use std::hint::black_box;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Bar, Change, Container, ContainerRef};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct RmpSerde;

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
        let skips = "parses the whole record, skips the other fields";
        let row = Rows::<Serde>::new("rmp-serde", ("rmp-serde", "1"), "serde", value)
            .encode_into_vec("write into a vector", |buffer, value| {
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
            .decode_location(skips, |_, bytes| decode::<LocationOnly>(bytes).location)
            .decode_time(skips, |_, bytes| decode::<SiblingsOnly>(bytes).0[1].0.time)
            .updates()
            .finish();
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
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
