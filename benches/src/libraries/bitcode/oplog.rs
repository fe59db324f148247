//! Workload C, by serde alone: the own traits cannot be derived for a recursive type.

use super::{INFALLIBLE, OWN_BYTES};
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry};

struct Serde;

impl Codec for Serde {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const SIZE: &'static str = "the cases of all values of a list stand together, packed";
    const ONE: &'static str = "decodes the whole record";

    #[inline(never)]
    fn encode(entry: &OplogEntry) -> Vec<u8> {
        bitcode::serialize(entry).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        bitcode::deserialize(bytes).expect(OWN_BYTES)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        Self::decode(bytes).timestamp()
    }
}

pub(super) fn row(log: &Oplog) -> Row {
    Rows::<Serde>::new("bitcode", ("bitcode", "0.6."), "serde", log).finish()
}
