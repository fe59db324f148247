//! Workload C.

use super::{decode, encode};
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, Stamped};

struct Serde;

impl Codec for Serde {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const SIZE: &'static str = "bytes are lists of numbers";
    const ONE: &'static str = "parses the whole record, keeps only this field";

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        encode(entry)
    }

    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        decode(bytes)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        decode::<Stamped>(bytes).timestamp()
    }
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, entry: &OplogEntry) {
    buffer.clear();
    serde_json::to_writer(buffer, entry).expect("a vector takes all bytes");
}

pub(super) fn row(log: &Oplog) -> Row {
    Rows::<Serde>::new("serde_json", ("serde_json", "1"), "serde", log)
        .encode_reused("to_writer, to a vector", Vec::with_capacity, |buffer, entry| {
            encode_into(buffer, entry);
            buffer
        })
        .finish()
}
