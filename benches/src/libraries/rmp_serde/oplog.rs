//! Workload C.

use std::fmt;

use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{decode, encode, encode_into};
use crate::library::Row;
use crate::workloads::oplog::rows::{BORROWED, Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, OplogEntryRef};

/// The time of an entry; all else is skipped.
#[derive(Deserialize)]
enum Stamped {
    ImportedFunctionInvoked(First),
    ExportedFunctionInvoked(First),
    ExportedFunctionCompleted(First),
    CreatePromise(First),
    CompletePromise(First),
    Suspend(First),
    Error(First),
    Debug(First),
}

impl Stamped {
    fn timestamp(self) -> u64 {
        match self {
            Self::ImportedFunctionInvoked(First(timestamp))
            | Self::ExportedFunctionInvoked(First(timestamp))
            | Self::ExportedFunctionCompleted(First(timestamp))
            | Self::CreatePromise(First(timestamp))
            | Self::CompletePromise(First(timestamp))
            | Self::Suspend(First(timestamp))
            | Self::Error(First(timestamp))
            | Self::Debug(First(timestamp)) => timestamp,
        }
    }
}

/// The first field of a record, which is an array. The library insists that the array is read to its end.
struct First(u64);

impl<'de> Deserialize<'de> for First {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = First;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an array that starts with a time")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<First, A::Error> {
                let first = fields.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                while fields.next_element::<IgnoredAny>()?.is_some() {}
                Ok(First(first))
            }
        }

        deserializer.deserialize_seq(Fields)
    }
}

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
        decode::<Stamped>(bytes).timestamp()
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
