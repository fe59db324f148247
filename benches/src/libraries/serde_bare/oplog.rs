//! Workload C.

use super::CAPACITY;
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, Stamped};

struct Serde;

impl Codec for Serde {
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
        serde_bare::from_slice(bytes).expect("bytes of this library")
    }

    #[inline(never)]
    fn timestamp(bytes: &Vec<u8>) -> u64 {
        // A reader, since a slice has to be read to its end.
        serde_bare::from_reader::<_, Stamped>(bytes.as_slice()).expect("bytes of this library").timestamp()
    }
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, entry: &OplogEntry) {
    buffer.clear();
    serde_bare::to_writer(buffer, entry).expect("a vector takes all bytes");
}

pub(super) fn row(log: &Oplog) -> Row {
    Rows::<Serde>::new("serde_bare", ("serde_bare", "0."), "serde", log)
        .encode_reused("to_writer, to a vector", Vec::with_capacity, |buffer, entry| {
            encode_into(buffer, entry);
            buffer
        })
        .finish()
}
