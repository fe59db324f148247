//! Workload C.

use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::U64;

use super::{INFALLIBLE, OWN_BYTES};
use crate::library::Row;
use crate::workloads::oplog::rows::{BORROWED, Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, OplogEntryRef, Stamped};

/// The start of every entry, with the time still in the input.
#[derive(SchemaRead)]
enum StampedMut<'a> {
    ImportedFunctionInvoked { timestamp: &'a mut TimeBytes },
    ExportedFunctionInvoked { timestamp: &'a mut TimeBytes },
    ExportedFunctionCompleted { timestamp: &'a mut TimeBytes },
    CreatePromise { timestamp: &'a mut TimeBytes },
    CompletePromise { timestamp: &'a mut TimeBytes },
    Suspend { timestamp: &'a mut TimeBytes },
    Error { timestamp: &'a mut TimeBytes },
    Debug { timestamp: &'a mut TimeBytes },
}

/// A time as it stands in the input, which has no alignment.
#[derive(SchemaRead, SchemaWrite)]
#[wincode(assert_zero_copy)]
#[repr(C)]
struct TimeBytes(U64);

struct Derive;

impl Codec for Derive {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const SIZE: &'static str = "four bytes for the case of every value";
    const ONE: &'static str = "decodes the case and the time, not what follows";
    const UPDATE_TIMESTAMP: &'static str = IN_PLACE;
    const UPDATE_PAYLOAD: &'static str = BORROWED;

    #[inline(never)]
    fn encode(entry: &OplogEntry) -> Vec<u8> {
        wincode::serialize(entry).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        wincode::deserialize(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn timestamp(bytes: &Vec<u8>) -> u64 {
        wincode::deserialize::<Stamped>(bytes).expect(OWN_BYTES).timestamp()
    }

    fn set_timestamp(mut bytes: Vec<u8>, timestamp: u64) -> Vec<u8> {
        set_timestamp(&mut bytes, timestamp);
        bytes
    }

    fn set_payload(bytes: Vec<u8>, payload: &[u8]) -> Vec<u8> {
        let mut entry = decode_ref(&bytes);
        entry.set_payload(payload);
        encode_ref(&entry)
    }
}

#[inline(never)]
fn encode_ref(entry: &OplogEntryRef<'_>) -> Vec<u8> {
    wincode::serialize(entry).expect(INFALLIBLE)
}

#[inline(never)]
fn decode_ref(bytes: &[u8]) -> OplogEntryRef<'_> {
    wincode::deserialize(bytes).expect(OWN_BYTES)
}

const IN_PLACE: &str = "decodes the case and the time by reference, writes it in place";

#[inline(never)]
fn set_timestamp(bytes: &mut [u8], new: u64) {
    let (StampedMut::ImportedFunctionInvoked { timestamp }
    | StampedMut::ExportedFunctionInvoked { timestamp }
    | StampedMut::ExportedFunctionCompleted { timestamp }
    | StampedMut::CreatePromise { timestamp }
    | StampedMut::CompletePromise { timestamp }
    | StampedMut::Suspend { timestamp }
    | StampedMut::Error { timestamp }
    | StampedMut::Debug { timestamp }) = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
    timestamp.0.set(new);
}

#[inline(never)]
fn encode_into<'a>(buffer: &'a mut [u8], entry: &OplogEntry) -> &'a [u8] {
    let room = buffer.len();
    let mut rest = &mut *buffer;
    wincode::serialize_into(&mut rest, entry).expect("the buffer is large enough");
    let len = room - rest.len();
    &buffer[..len]
}

pub(super) fn row(log: &Oplog) -> Row {
    // Writing into a slice is quicker than into a vector; the caller brings one that is large enough.
    let room = |longest| vec![0; longest];
    Rows::<Derive>::new("wincode", ("wincode", "0.6"), "derive", log)
        .encode_reused("serialize_into a slice", room, |room, entry| encode_into(room, entry))
        .update_timestamp_in_place(IN_PLACE, |bytes, timestamp| set_timestamp(bytes, timestamp))
        .finish()
}
