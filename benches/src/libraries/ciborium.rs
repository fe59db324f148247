//! ciborium: CBOR through serde, structs as maps with their field names.
//!
//! The crate reads from a stream and gives owned values only; it moves strings through a scratch buffer, which is kept
//! here instead of being cleared for every call as `from_reader` does. It writes to a stream as well, so a fresh output
//! is a vector with room for the record. Skipping a value, whose header the crate reads, writes and reads again, is slower
//! than decoding it: decode-one decodes everything in the container, and in the other workloads stops behind its field.

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
pub struct Ciborium;

/// What a fresh output vector of the container starts with: a stream of unknown size would grow it, by doubling, from
/// nothing.
const CAPACITY: usize = 512;

/// The size of the scratch buffer of `from_reader`.
const SCRATCH: usize = 4096;
const SCRATCH_KEPT: &str = "scratch buffer kept";

const INTO_WRITER: &str = "into_writer, to a vector";

impl Library for Ciborium {
    fn name(&self) -> &'static str {
        "ciborium"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let whole = "decodes the whole record";
        let row = Rows::<Serde>::new("ciborium", ("ciborium", "0.2."), "serde", value)
            .encode_into_vec(INTO_WRITER, encode_into)
            .decode_owned()
            .decode_location_owned(whole, |codec, bytes| codec.decode(bytes).location)
            .decode_time(whole, |codec, bytes| codec.decode(bytes).list[1].sibling.time)
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

/// What decoding keeps from one operation to the next.
struct Scratch(Vec<u8>);

impl Default for Scratch {
    fn default() -> Self {
        Self(vec![0; SCRATCH])
    }
}

#[derive(Default)]
struct Serde(Scratch);

impl Codec for Serde {
    type Owned = Container;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "into a vector of capacity 512 from the start";
    const DECODE: &'static str = SCRATCH_KEPT;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        encode::<CAPACITY>(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes, &mut self.0)
    }
}

impl Update for Serde {
    const UPDATE: &'static str = "decode + encode, back into the clone";

    fn update(&mut self, mut bytes: Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record = self.decode(&bytes);
        change.apply(&mut record);
        encode_into(&mut bytes, &record);
        bytes
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

/// Encodes into a fresh vector with so much room.
fn encode<const CAPACITY: usize>(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(CAPACITY);
    encode_into(&mut bytes, value);
    bytes
}

/// Replaces what the buffer holds.
#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize) {
    buffer.clear();
    ciborium::into_writer(value, buffer).expect("a vector takes all bytes");
}

#[inline(never)]
fn decode<T: DeserializeOwned>(bytes: &[u8], Scratch(scratch): &mut Scratch) -> T {
    ciborium::from_reader_with_buffer(bytes, scratch).expect("bytes of this library")
}
