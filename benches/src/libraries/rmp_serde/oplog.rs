//! Workload C.

use std::fmt;

use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{decode, encode, encode_into};
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry};

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
    Rows::<Serde>::new("rmp-serde", ("rmp-serde", "1"), "serde", log)
        .encode_reused("write into a vector", Vec::with_capacity, |buffer, entry| {
            buffer.clear();
            encode_into(buffer, entry);
            buffer
        })
        .finish()
}
