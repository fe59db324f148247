//! Workload C.

use super::{decode, encode};
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, Stamped};

struct Serde;

impl Codec for Serde {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "size first, then to_extend";
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

#[inline(never)]
fn encode_into<'a>(buffer: &'a mut [u8], entry: &OplogEntry) -> &'a [u8] {
    postcard::to_slice(entry, buffer).expect("the buffer is large enough")
}

pub(super) fn row(log: &Oplog) -> Row {
    // The library writes into a slice; the caller brings one that is large enough.
    let room = |longest| vec![0; longest];
    Rows::<Serde>::new("postcard", ("postcard", "1"), "serde", log)
        .encode_reused("to_slice", room, |room, entry| encode_into(room, entry))
        .finish()
}
