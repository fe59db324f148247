//! Workload C.

use super::{ROOM, decode, decode_start, encode, encode_into};
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, Stamped};

struct Serde;

impl Codec for Serde {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = ROOM;
    const ONE: &'static str = "decodes the case and the time, not what follows";

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        encode(entry)
    }

    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        decode(bytes)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        decode_start::<Stamped>(bytes).timestamp()
    }
}

pub(super) fn row(log: &Oplog) -> Row {
    Rows::<Serde>::new("serde_bare", ("serde_bare", "0."), "serde", log)
        .encode_reused("to_writer, to a vector", Vec::with_capacity, |buffer, entry| {
            encode_into(buffer, entry);
            buffer
        })
        .finish()
}
