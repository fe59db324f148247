//! Workload C.

mod visit;

use std::marker::PhantomData;

use rkyv::rancor::Error;
use rkyv::rend::u64_le;
use rkyv::seal::Seal;
use rkyv::ser::allocator::Arena;
use rkyv::util::AlignedVec;

use super::{Unchecked, Validated};
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::visit::{BlackBox, Transcript};
use crate::workloads::oplog::{ArchivedOplogEntry, Oplog, OplogEntry};

/// What a fresh output vector starts with: an archive of unknown size would grow it, by doubling, from nothing.
const CAPACITY: usize = 512;

const OWN_BYTES: &str = "the bytes were encoded here";

/// How bytes become an archived root.
trait Access: 'static {
    fn root(bytes: &[u8]) -> &ArchivedOplogEntry;
    fn root_mut(bytes: &mut [u8]) -> Seal<'_, ArchivedOplogEntry>;
    fn owned(bytes: &[u8]) -> OplogEntry;
}

impl Access for Validated {
    fn root(bytes: &[u8]) -> &ArchivedOplogEntry {
        rkyv::access::<_, Error>(bytes).expect(OWN_BYTES)
    }

    fn root_mut(bytes: &mut [u8]) -> Seal<'_, ArchivedOplogEntry> {
        rkyv::access_mut::<_, Error>(bytes).expect(OWN_BYTES)
    }

    fn owned(bytes: &[u8]) -> OplogEntry {
        rkyv::from_bytes::<_, Error>(bytes).expect(OWN_BYTES)
    }
}

// SAFETY of all three: the rows pass only whole aligned buffers that `encode` made from an OplogEntry in this process, or
// whose time has been set since.
impl Access for Unchecked {
    fn root(bytes: &[u8]) -> &ArchivedOplogEntry {
        // SAFETY: see above.
        unsafe { rkyv::access_unchecked(bytes) }
    }

    fn root_mut(bytes: &mut [u8]) -> Seal<'_, ArchivedOplogEntry> {
        // SAFETY: see above.
        unsafe { rkyv::access_unchecked_mut(bytes) }
    }

    fn owned(bytes: &[u8]) -> OplogEntry {
        // SAFETY: see above.
        unsafe { rkyv::from_bytes_unchecked::<_, Error>(bytes) }.expect(OWN_BYTES)
    }
}

struct By<A>(PhantomData<A>);

impl<A: Access> Codec for By<A> {
    type Entry = OplogEntry;
    type Bytes = AlignedVec;

    const SIZE: &'static str = "an archived value is as large as its largest case";
    const ENCODE: &'static str = "output is an AlignedVec, of capacity 512 from the start";
    const CLONE: &'static str = "clone of an AlignedVec";
    const UPDATE_TIMESTAMP: &'static str = "set in place in a clone, an AlignedVec";
    const UPDATE_PAYLOAD: &'static str = "deserialize + serialize; the buffer is an AlignedVec";

    #[inline(never)]
    fn encode(entry: &OplogEntry) -> AlignedVec {
        rkyv::api::high::to_bytes_in::<_, Error>(entry, AlignedVec::with_capacity(CAPACITY))
            .expect("memory for the archive")
    }

    #[inline(never)]
    fn decode(bytes: &AlignedVec) -> OplogEntry {
        A::owned(bytes)
    }

    #[inline(never)]
    fn timestamp(bytes: &AlignedVec) -> u64 {
        use ArchivedOplogEntry as Entry;
        match A::root(bytes) {
            Entry::ImportedFunctionInvoked { timestamp, .. }
            | Entry::ExportedFunctionInvoked { timestamp, .. }
            | Entry::ExportedFunctionCompleted { timestamp, .. }
            | Entry::CreatePromise { timestamp, .. }
            | Entry::CompletePromise { timestamp, .. }
            | Entry::Suspend { timestamp }
            | Entry::Error { timestamp }
            | Entry::Debug { timestamp, .. } => timestamp.to_native(),
        }
    }

    fn set_timestamp(mut bytes: AlignedVec, timestamp: u64) -> AlignedVec {
        set_timestamp::<A>(&mut bytes, timestamp);
        bytes
    }
}

#[inline(never)]
fn set_timestamp<A: Access>(bytes: &mut [u8], new: u64) {
    *time_of(A::root_mut(bytes)) = new.into();
}

/// The time of whichever case it is. A seal can be opened by a pattern only where that always matches.
fn time_of(root: Seal<'_, ArchivedOplogEntry>) -> &mut u64_le {
    use ArchivedOplogEntry as Entry;
    // SAFETY: nothing is moved, and nothing but a number is given away to be written.
    match unsafe { root.unseal_unchecked() } {
        Entry::ImportedFunctionInvoked { timestamp, .. }
        | Entry::ExportedFunctionInvoked { timestamp, .. }
        | Entry::ExportedFunctionCompleted { timestamp, .. }
        | Entry::CreatePromise { timestamp, .. }
        | Entry::CompletePromise { timestamp, .. }
        | Entry::Suspend { timestamp }
        | Entry::Error { timestamp }
        | Entry::Debug { timestamp, .. } => timestamp,
    }
}

#[inline(never)]
fn encode_into(entry: &OplogEntry, mut buffer: AlignedVec, arena: &mut Arena) -> AlignedVec {
    buffer.clear();
    rkyv::api::high::to_bytes_in_with_alloc::<_, _, Error>(entry, buffer, arena.acquire())
        .expect("memory for the archive")
}

pub(super) fn rows(log: &Oplog) -> Vec<Row> {
    let holds = |bytes: &AlignedVec| rkyv::access::<ArchivedOplogEntry, Error>(bytes).is_ok();
    vec![
        measure::<Validated>("validated", log).verify(holds).finish(),
        measure::<Unchecked>("unchecked", log).finish().unchecked(),
    ]
}

fn measure<'l, A: Access>(mode: &'static str, log: &'l Oplog) -> Rows<'l, By<A>> {
    let keep = |longest| (AlignedVec::with_capacity(longest), Arena::new());
    Rows::<By<A>>::new("rkyv", ("rkyv", "0.8."), mode, log)
        .encode_reused("output is an AlignedVec", keep, |(buffer, arena), entry| {
            *buffer = encode_into(entry, std::mem::take(buffer), arena);
            buffer
        })
        .decode_borrowed(
            |bytes| visit::walk(A::root(bytes), &mut BlackBox),
            |bytes| {
                let mut transcript = Transcript::default();
                visit::walk(A::root(bytes), &mut transcript);
                transcript
            },
        )
        .update_timestamp_in_place("", |bytes, timestamp| set_timestamp::<A>(bytes, timestamp))
}
