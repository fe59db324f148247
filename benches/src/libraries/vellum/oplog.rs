//! Workload C: the derived types, checked and proved.
//!
//! Homogeneous lists are packed: a list of ten values of one case has one tag, not ten. In this log
//! all lists are.

mod held;
mod visit;

use vellum::{Result, Vellum};

use super::OWN_BYTES;
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows, walks};
use crate::workloads::oplog::visit::Sink;
use crate::workloads::oplog::{Oplog, OplogEntry, OplogEntryMut};
use visit::checked;

struct Derive;

impl Codec for Derive {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const SIZE: &'static str = "homogeneous lists are packed: the U8 values of a list share one tag";
    const UPDATE_TIMESTAMP: &'static str = "in place in the clone";
    const UPDATE_PAYLOAD: &'static str = "in place in the clone";

    #[inline(never)]
    fn encode(entry: &OplogEntry) -> Vec<u8> {
        vellum::to_vec(entry).expect("the entry is small")
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        vellum::from_slice(bytes).expect(OWN_BYTES)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        timestamp(bytes).expect(OWN_BYTES)
    }

    fn set_timestamp(bytes: &Vec<u8>, timestamp: u64) -> Vec<u8> {
        let mut bytes = bytes.clone();
        set_timestamp(&mut bytes, timestamp).expect(OWN_BYTES);
        bytes
    }

    fn set_payload(bytes: &Vec<u8>, payload: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.clone();
        set_payload(&mut bytes, payload).expect(OWN_BYTES);
        bytes
    }
}

#[inline(never)]
fn encode_into(entry: &OplogEntry, buffer: &mut Vec<u8>) {
    vellum::encode_into(entry, buffer).expect("the entry is small");
}

#[inline(never)]
fn timestamp(bytes: &[u8]) -> Result<u64> {
    OplogEntry::peek(bytes)?.timestamp()
}

#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) -> Result<()> {
    checked::walk(&OplogEntry::peek(bytes)?.get()?, sink)
}

/// Sets the time of whichever case it is.
#[inline(never)]
fn set_timestamp(bytes: &mut Vec<u8>, timestamp: u64) -> Result<()> {
    OplogEntry::edit(bytes)?.cursor().set_timestamp(timestamp)
}

/// Sets the first payload of bytes, if there is any.
#[inline(never)]
fn set_payload(bytes: &mut Vec<u8>, payload: &[u8]) -> Result<()> {
    match OplogEntry::edit(bytes)?.cursor().get_mut()? {
        OplogEntryMut::ImportedFunctionInvoked(mut case) => case.set_response(payload),
        OplogEntryMut::CompletePromise(mut case) => case.set_data(payload),
        _ => Ok(()),
    }
}

pub(super) fn rows(log: &Oplog) -> Vec<Row> {
    let mut rows = vec![row(log)];
    rows.extend(held::rows(log));
    rows
}

fn row(log: &Oplog) -> Row {
    let rows = Rows::<Derive>::new("vellum", super::PACKAGE, "derive", log).encode_reused(
        "",
        Vec::with_capacity,
        |buffer, entry| {
            encode_into(entry, buffer);
            buffer
        },
    );
    walks!(rows, |bytes, sink| walk(bytes, sink).expect(OWN_BYTES))
        .verify(|bytes| OplogEntry::prove(bytes).is_ok())
        .update_timestamp_in_place("", |bytes, timestamp| set_timestamp(bytes, timestamp).expect(OWN_BYTES))
        .update_payload_in_place("", |bytes, payload| set_payload(bytes, payload).expect(OWN_BYTES))
        .finish()
}
