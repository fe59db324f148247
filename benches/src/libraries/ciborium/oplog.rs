//! Workload C.

use std::cell::RefCell;

use serde::de::DeserializeOwned;

use super::{INTO_WRITER, Scratch, encode, encode_into};
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::{FirstOf, Oplog, OplogEntry};

/// What a fresh output vector starts with.
const CAPACITY: usize = 256;

thread_local! {
    static KEPT: RefCell<Scratch> = RefCell::default();
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> T {
    KEPT.with_borrow_mut(|scratch| super::decode(bytes, scratch))
}

struct Serde;

impl Codec for Serde {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const SIZE: &'static str = "every value and entry has the names of its case and its fields";
    const ENCODE: &'static str = "into a vector of capacity 256 from the start";
    const DECODE: &'static str = "scratch buffer of the thread";
    const ONE: &'static str = "decodes the case and the time, not what follows; scratch buffer of the thread";
    const UPDATE_TIMESTAMP: &'static str = UPDATE;
    const UPDATE_PAYLOAD: &'static str = UPDATE;

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        encode::<CAPACITY>(entry)
    }

    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        decode(bytes)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        decode::<FirstOf>(bytes).timestamp()
    }
}

const UPDATE: &str = "decode + encode, scratch buffer of the thread";

pub(super) fn row(log: &Oplog) -> Row {
    Rows::<Serde>::new("ciborium", ("ciborium", "0.2."), "serde", log)
        .encode_reused(INTO_WRITER, Vec::with_capacity, |buffer, entry| {
            encode_into(buffer, entry);
            buffer
        })
        .finish()
}
