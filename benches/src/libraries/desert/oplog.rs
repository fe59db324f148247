//! Workload C.

use super::CAPACITY;
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, Stamped};

struct Derive;

impl Codec for Derive {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "into a vector of capacity 256 from the start";
    const ONE: &'static str = "decodes the case and the time, not what follows";

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(CAPACITY);
        encode_into(&mut bytes, entry);
        bytes
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        desert_rust::deserialize(bytes).expect("bytes of this library")
    }

    #[inline(never)]
    fn timestamp(bytes: &Vec<u8>) -> u64 {
        desert_rust::deserialize::<Stamped>(bytes).expect("bytes of this library").timestamp()
    }
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, entry: &OplogEntry) {
    desert_rust::serialize_into_byte_vec(entry, buffer).expect("the entry is small");
}

pub(super) fn row(log: &Oplog) -> Row {
    Rows::<Derive>::new("desert", ("desert_rust", "0."), "derive", log)
        .encode_reused("serialize_into_byte_vec", Vec::with_capacity, |buffer, entry| {
            encode_into(buffer, entry);
            buffer
        })
        .finish()
}
