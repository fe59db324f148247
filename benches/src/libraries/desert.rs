//! desert: records that may evolve, by the derive of its codec; these have no history, which costs one byte for each.
//!
//! Integers have a fixed size, and nothing tells where a field or an element ends: decode-one goes through what stands in
//! front of its field, and in the container, where one stands last, simply decodes everything. The library gives owned
//! values only. Strings are written one by one: the wrapper that stores equal ones once is not used, for records with it
//! are not compatible when they evolve.

mod fields;
mod oplog;

use desert_rust::{BinaryCodec, BinaryDeserializer, BinarySerializer};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{self as workload, Change, own_types};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Desert;

/// What a fresh output vector starts with: the 128 bytes of `serialize_to_byte_vec` would have to grow.
const CAPACITY: usize = 256;
const ROOM: &str = "into a vector of capacity 256 from the start";

own_types!(
    #[derive(Clone, PartialEq, BinaryCodec)]
);

impl Library for Desert {
    fn name(&self) -> &'static str {
        "desert"
    }

    fn container(&self, value: &workload::Container) -> Result<Vec<Row>, String> {
        let whole = "decodes the whole record";
        let row = Rows::<Derive>::new("desert", ("desert_rust", "0."), "derive", value)
            .encode_into_vec("serialize_into_byte_vec", encode_into)
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
struct Derive;

impl Codec for Derive {
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

impl Update for Derive {
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

fn encode(value: &impl BinarySerializer) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(CAPACITY);
    encode_into(&mut bytes, value);
    bytes
}

/// Replaces what the buffer holds.
#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &impl BinarySerializer) {
    desert_rust::serialize_into_byte_vec(value, buffer).expect("the value is small");
}

/// Decodes what the bytes start with; the library does not ask whether there is more.
#[inline(never)]
fn decode<T: BinaryDeserializer>(bytes: &[u8]) -> T {
    desert_rust::deserialize(bytes).expect("bytes of this library")
}
