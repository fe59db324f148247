//! Workload C.

use super::{decode, encode, encode_into};
use crate::library::Row;
use crate::workloads::oplog::rows::{BORROWED, Codec, Rows};
use crate::workloads::oplog::{FirstOf, Oplog, OplogEntry, OplogEntryRef};

struct Serde;

impl Codec for Serde {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const SIZE: &'static str = "every value and entry has the name of its case";
    const ONE: &'static str = "skips what follows the time";
    const UPDATE_TIMESTAMP: &'static str = BORROWED;
    const UPDATE_PAYLOAD: &'static str = BORROWED;

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        encode(entry)
    }

    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        decode(bytes)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        decode::<FirstOf>(bytes).timestamp()
    }

    fn set_timestamp(bytes: Vec<u8>, timestamp: u64) -> Vec<u8> {
        changed(&bytes, |entry| entry.set_timestamp(timestamp))
    }

    fn set_payload(bytes: Vec<u8>, payload: &[u8]) -> Vec<u8> {
        changed(&bytes, |entry| entry.set_payload(payload))
    }
}

fn changed<'a>(bytes: &'a [u8], change: impl FnOnce(&mut OplogEntryRef<'a>)) -> Vec<u8> {
    let mut entry: OplogEntryRef = decode(bytes);
    change(&mut entry);
    // The old length tells how much room the new bytes need, with some to grow.
    let mut changed = Vec::with_capacity(2 * bytes.len());
    encode_into(&mut changed, &entry);
    changed
}

pub(super) fn row(log: &Oplog) -> Row {
    Rows::<Serde>::new("rmp-serde", ("rmp-serde", "1"), "serde", log)
        .encode_reused("write into a vector", Vec::with_capacity, |buffer, entry| {
            buffer.clear();
            encode_into(buffer, entry);
            buffer
        })
        .finish()
}
