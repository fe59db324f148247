//! Workload C, in both modes.

use std::marker::PhantomData;

use super::{CONFIG, Derive, INFALLIBLE, LARGE_ENOUGH, OWN_BYTES, Serde, encode_sized};
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry, Stamped};

/// One family of traits.
trait Mode: 'static {
    const NAME: &'static str;

    fn encode(entry: &OplogEntry) -> Vec<u8>;
    fn encode_into(entry: &OplogEntry, buffer: &mut [u8]) -> usize;
    fn decode(bytes: &[u8]) -> OplogEntry;
    fn stamped(bytes: &[u8]) -> Stamped;
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
}

struct By<M>(PhantomData<M>);

impl<M: Mode> Codec for By<M> {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const ONE: &'static str = "decodes the case and the time, not what follows";

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        M::encode(entry)
    }

    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        M::decode(bytes)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        M::stamped(bytes).timestamp()
    }
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
