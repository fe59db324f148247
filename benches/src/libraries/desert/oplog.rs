//! Workload C.

use super::{ROOM, decode, encode, encode_into};
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, Stamped};

struct Derive;

impl Codec for Derive {
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
        decode::<Stamped>(bytes).timestamp()
    }
}

pub(super) fn row(log: &Oplog) -> Row {
    Rows::<Derive>::new("desert", ("desert_rust", "0."), "derive", log)
        .encode_reused("serialize_into_byte_vec", Vec::with_capacity, |buffer, entry| {
            encode_into(buffer, entry);
            buffer
        })
        .finish()
}
