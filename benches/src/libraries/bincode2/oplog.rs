//! Workload C, in both modes.

use std::marker::PhantomData;

use super::{CONFIG, Derive, INFALLIBLE, LARGE_ENOUGH, OWN_BYTES, Serde, encode_sized};
use crate::library::Row;
use crate::workloads::oplog::rows::{BORROWED, Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, OplogEntryRef, Stamped};

/// One family of traits.
trait Mode: 'static {
    const NAME: &'static str;

    fn encode(entry: &OplogEntry) -> Vec<u8>;
    fn encode_into(entry: &OplogEntry, buffer: &mut [u8]) -> usize;
    fn decode(bytes: &[u8]) -> OplogEntry;
    fn stamped(bytes: &[u8]) -> Stamped;
    fn encode_ref(entry: &OplogEntryRef<'_>) -> Vec<u8>;
    fn decode_ref(bytes: &[u8]) -> OplogEntryRef<'_>;
}

impl Mode for Derive {
    const NAME: &'static str = "derive";

    #[inline(never)]
    fn encode(entry: &OplogEntry) -> Vec<u8> {
        bincode2::encode_to_vec(entry, CONFIG).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn encode_into(entry: &OplogEntry, buffer: &mut [u8]) -> usize {
        bincode2::encode_into_slice(entry, buffer, CONFIG).expect(LARGE_ENOUGH)
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> OplogEntry {
        bincode2::decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    #[inline(never)]
    fn stamped(bytes: &[u8]) -> Stamped {
        bincode2::decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    #[inline(never)]
    fn encode_ref(entry: &OplogEntryRef<'_>) -> Vec<u8> {
        bincode2::encode_to_vec(entry, CONFIG).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn decode_ref(bytes: &[u8]) -> OplogEntryRef<'_> {
        bincode2::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }
}

impl Mode for Serde {
    const NAME: &'static str = "serde";

    #[inline(never)]
    fn encode(entry: &OplogEntry) -> Vec<u8> {
        encode_sized(entry)
    }

    #[inline(never)]
    fn encode_into(entry: &OplogEntry, buffer: &mut [u8]) -> usize {
        bincode2::serde::encode_into_slice(entry, buffer, CONFIG).expect(LARGE_ENOUGH)
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> OplogEntry {
        bincode2::serde::decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    #[inline(never)]
    fn stamped(bytes: &[u8]) -> Stamped {
        bincode2::serde::decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    #[inline(never)]
    fn encode_ref(entry: &OplogEntryRef<'_>) -> Vec<u8> {
        encode_sized(entry)
    }

    #[inline(never)]
    fn decode_ref(bytes: &[u8]) -> OplogEntryRef<'_> {
        bincode2::serde::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }
}

struct By<M>(PhantomData<M>);

impl<M: Mode> Codec for By<M> {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const ONE: &'static str = "decodes the case and the time, not what follows";
    const UPDATE_TIMESTAMP: &'static str = BORROWED;
    const UPDATE_PAYLOAD: &'static str = BORROWED;

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        M::encode(entry)
    }

    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        M::decode(bytes)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        M::stamped(bytes).timestamp()
    }

    fn set_timestamp(bytes: Vec<u8>, timestamp: u64) -> Vec<u8> {
        changed::<M>(&bytes, |entry| entry.set_timestamp(timestamp))
    }

    fn set_payload(bytes: Vec<u8>, payload: &[u8]) -> Vec<u8> {
        changed::<M>(&bytes, |entry| entry.set_payload(payload))
    }
}

fn changed<'a, M: Mode>(bytes: &'a [u8], change: impl FnOnce(&mut OplogEntryRef<'a>)) -> Vec<u8> {
    let mut entry = M::decode_ref(bytes);
    change(&mut entry);
    M::encode_ref(&entry)
}

pub(super) fn rows(log: &Oplog) -> Vec<Row> {
    vec![row::<Derive>(log), row::<Serde>(log)]
}

fn row<M: Mode>(log: &Oplog) -> Row {
    // The library writes into a slice; the caller brings one that is large enough.
    let room = |longest| vec![0; longest];
    Rows::<By<M>>::new("bincode 2", ("bincode", "2."), M::NAME, log)
        .encode_reused("encode_into_slice", room, |room, entry| {
            let len = M::encode_into(entry, room);
            &room[..len]
        })
        .finish()
}
