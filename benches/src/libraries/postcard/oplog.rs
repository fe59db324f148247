//! Workload C.

use super::{decode, encode};
use crate::library::Row;
use crate::workloads::oplog::rows::{BORROWED, Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, OplogEntryRef, Stamped};

struct Serde;

impl Codec for Serde {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "size first, then to_extend";
    const ONE: &'static str = "decodes the case and the time, not what follows";
    const UPDATE_TIMESTAMP: &'static str = BORROWED;
    const UPDATE_PAYLOAD: &'static str = BORROWED;

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        encode(entry)
    }

    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        decode(bytes)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        decode::<Stamped>(bytes).timestamp()
    }

    fn set_timestamp(bytes: Vec<u8>, timestamp: u64) -> Vec<u8> {
        changed(&bytes, |entry| entry.set_timestamp(timestamp))
    }

    fn set_payload(bytes: Vec<u8>, payload: &[u8]) -> Vec<u8> {
        changed(&bytes, |entry| entry.set_payload(payload))
    }
}

#[inline(never)]
fn encode_into<'a>(buffer: &'a mut [u8], entry: &OplogEntry) -> &'a [u8] {
    postcard::to_slice(entry, buffer).expect("the buffer is large enough")
}

fn changed<'a>(bytes: &'a [u8], change: impl FnOnce(&mut OplogEntryRef<'a>)) -> Vec<u8> {
    let mut entry: OplogEntryRef = decode(bytes);
    change(&mut entry);
    // The old length tells how much room the new bytes need, with some to grow.
    super::encode_into(Vec::with_capacity(2 * bytes.len()), &entry)
}

pub(super) fn row(log: &Oplog) -> Row {
    // The library writes into a slice; the caller brings one that is large enough.
    let room = |longest| vec![0; longest];
    Rows::<Serde>::new("postcard", ("postcard", "1"), "serde", log)
        .encode_reused("to_slice", room, |room, entry| encode_into(room, entry))
        .finish()
}
