//! serde_bare: BARE by serde, integers of fixed size, lengths as varints, no random access.
//!
//! The crate gives owned values only, and copies every string that it passes. A reader may stop before the end of its
//! input, a slice has to be used up. Decode-one decodes what stands in front of its field too, and in the container, where
//! one stands last, simply everything.

mod fields;
mod oplog;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Change, Container};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct SerdeBare;

/// What a fresh output vector starts with: `to_vec` would grow it, by doubling, from nothing.
const CAPACITY: usize = 256;
const ROOM: &str = "into a vector of capacity 256 from the start";

const OWN_BYTES: &str = "bytes of this library";

impl Library for SerdeBare {
    fn name(&self) -> &'static str {
        "serde_bare"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let whole = "decodes the whole record";
        let row = Rows::<Serde>::new("serde_bare", ("serde_bare", "0."), "serde", value)
            .encode_into_vec("to_writer, to a vector", encode_into)
            .decode_owned()
            .decode_location_owned(whole, |_, bytes| decode::<Container>(bytes).location)
            .decode_time(whole, |_, bytes| decode::<Container>(bytes).list[1].sibling.time)
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

    const ENCODE: &'static str = ROOM;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes)
    }
}

impl Update for Serde {
    const UPDATE: &'static str = "decode + encode, back into the clone";

    fn update(&mut self, mut bytes: Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record: Container = decode(&bytes);
        change.apply(&mut record);
        encode_into(&mut bytes, &record);
        bytes
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

fn encode(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(CAPACITY);
    encode_into(&mut bytes, value);
    bytes
}

/// Replaces what the buffer holds.
#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize) {
    buffer.clear();
    serde_bare::to_writer(buffer, value).expect("a vector takes all bytes");
}

#[inline(never)]
fn decode<T: DeserializeOwned>(bytes: &[u8]) -> T {
    serde_bare::from_slice(bytes).expect(OWN_BYTES)
}

/// Decodes what the bytes start with, and leaves the rest.
#[inline(never)]
fn decode_start<T: DeserializeOwned>(bytes: &[u8]) -> T {
    serde_bare::from_reader(bytes).expect(OWN_BYTES)
}
