//! Workload C.

mod visit;

use std::marker::PhantomData;

use rkyv::rancor::Error;
use rkyv::rend::u64_le;
use rkyv::seal::Seal;
use rkyv::ser::allocator::Arena;
use rkyv::util::AlignedVec;

use super::{Access, MEMORY, Unchecked, Validated};
use crate::library::Row;
use crate::workloads::oplog::rows::{self, Codec, Held, Rows, walks};
use crate::workloads::oplog::stamped;
use crate::workloads::oplog::visit::Sink;
use crate::workloads::oplog::{ArchivedOplogEntry, ArchivedValue, Oplog, OplogEntry, Value};

/// What a fresh output vector starts with: an archive of unknown size would grow it, by doubling,
/// from nothing. The program knows what takes most of it: bytes, or values of a fixed size.
fn room(entry: &OplogEntry) -> usize {
    const REST: usize = 256;
    let values = |values: &[Value]| match values {
        [Value::List(values)] => values.len() * size_of::<ArchivedValue>(),
        _ => 0,
    };
    REST + match entry {
        OplogEntry::ImportedFunctionInvoked { response, side_effect, .. } => response.len() + side_effect.len(),
        OplogEntry::ExportedFunctionInvoked { request, .. } => values(request),
        OplogEntry::ExportedFunctionCompleted { response, .. } => values(response),
        OplogEntry::CompletePromise { data, .. } => data.len(),
        _ => 0,
    }
}

struct By<A>(PhantomData<A>);

impl<A: Access> Codec for By<A> {
    type Entry = OplogEntry;
    type Bytes = AlignedVec;

    const SIZE: &'static str = "an archived value is as large as its largest case";
    const ENCODE: &'static str = "output is an AlignedVec with room for the payload from the start";
    const CLONE: &'static str = "clone of an AlignedVec";
    const UPDATE_TIMESTAMP: &'static str = "set in place in a clone, an AlignedVec";
    const UPDATE_PAYLOAD: &'static str = "deserialize + serialize; the buffer is an AlignedVec";

    fn encode(entry: &OplogEntry) -> AlignedVec {
        encode(entry)
    }

    #[inline(never)]
    fn decode(bytes: &AlignedVec) -> OplogEntry {
        A::owned(bytes)
    }

    #[inline(never)]
    fn timestamp(bytes: &AlignedVec) -> u64 {
        use ArchivedOplogEntry as Entry;
        let stamped!(Entry { timestamp }) = A::root(bytes);
        timestamp.to_native()
    }

    fn set_timestamp(bytes: &AlignedVec, timestamp: u64) -> AlignedVec {
        let mut bytes = bytes.clone();
        set_timestamp::<A>(&mut bytes, timestamp);
        bytes
    }
}

#[inline(never)]
fn set_timestamp<A: Access>(bytes: &mut [u8], new: u64) {
    *time_of(A::root_mut(bytes)) = new.into();
}

/// The time of whichever case it is. A seal can be opened by a pattern only where that always
/// matches.
fn time_of(root: Seal<'_, ArchivedOplogEntry>) -> &mut u64_le {
    use ArchivedOplogEntry as Entry;
    // SAFETY: nothing is moved, and nothing but a number is given away to be written.
    let stamped!(Entry { timestamp }) = unsafe { root.unseal_unchecked() };
    timestamp
}

#[inline(never)]
fn encode(entry: &OplogEntry) -> AlignedVec {
    let bytes = AlignedVec::with_capacity(room(entry));
    rkyv::api::high::to_bytes_in::<_, Error>(entry, bytes).expect(MEMORY)
}

#[inline(never)]
fn encode_into(entry: &OplogEntry, mut buffer: AlignedVec, arena: &mut Arena) -> AlignedVec {
    buffer.clear();
    rkyv::api::high::to_bytes_in_with_alloc::<_, _, Error>(entry, buffer, arena.acquire()).expect(MEMORY)
}

pub(super) fn rows(log: &Oplog) -> Vec<Row> {
    let open = super::kept();
    let holds = |bytes: &AlignedVec| rkyv::access::<ArchivedOplogEntry, Error>(bytes).is_ok();
    vec![
        measure::<Validated>("validated", log).verify(holds).finish().proved(),
        rows::held(open, log, Opened::new).kept(),
        measure::<Unchecked>("unchecked", log).finish().unchecked(),
    ]
}

/// An archive that was validated before it is read.
struct Opened(AlignedVec);

impl Opened {
    fn new(entry: &OplogEntry) -> Self {
        let bytes = encode(entry);
        rkyv::access::<ArchivedOplogEntry, Error>(&bytes).expect(super::OWN_BYTES);
        Self(bytes)
    }
}

impl Held for Opened {
    const NOTE: &'static str = "validated once";

    #[inline(never)]
    fn walk(&self, sink: &mut impl Sink) {
        visit::walk(Unchecked::root(&self.0), sink);
    }

    #[inline(never)]
    fn timestamp(&self) -> u64 {
        By::<Unchecked>::timestamp(&self.0)
    }
}

fn measure<'l, A: Access>(mode: &'static str, log: &'l Oplog) -> Rows<'l, By<A>> {
    let keep = |longest| (AlignedVec::with_capacity(longest), Arena::new());
    let rows = Rows::<By<A>>::new("rkyv", super::PACKAGE, mode, log).encode_reused(
        "output is an AlignedVec",
        keep,
        |(buffer, arena), entry| {
            *buffer = encode_into(entry, std::mem::take(buffer), arena);
            buffer
        },
    );
    walks!(rows, |bytes, sink| visit::walk(A::root(bytes), sink))
        .update_timestamp_in_place("", |bytes, timestamp| set_timestamp::<A>(bytes, timestamp))
}
