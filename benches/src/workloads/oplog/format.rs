//! The rows of a [`Format`](crate::format::Format): everything that a codec does with an entry.

use std::hint::black_box;

use super::rows::{BORROWED, Codec, Entry as _, Rows};
use super::{FirstOf, Oplog, OplogEntry, OplogEntryRef, Stamped};
use crate::format::{
    Borrowed, Decode, Encode, FlatPrefix, Named, Of, Owned, OwnedPrefix, Prefix, Skip, Stop, WholeBorrowed, room,
};

/// How a format reads the time.
pub trait One<F> {
    /// The note on the figure.
    const NOTE: &'static str;

    fn timestamp(format: &mut F, bytes: &[u8]) -> u64;
}

macro_rules! one {
    ($Way:ident, $note:expr, $Read:ty) => {
        impl<F> One<F> for $Way
        where
            F: for<'a> Decode<'a, $Read>,
        {
            const NOTE: &'static str = $note;

            fn timestamp(format: &mut F, bytes: &[u8]) -> u64 {
                let read: $Read = format.decode(bytes);
                read.timestamp()
            }
        }
    };
}
one!(Prefix, "decodes the case and the time, not what follows", Stamped);
one!(OwnedPrefix, "decodes the case and the time, not what follows", Stamped);
one!(FlatPrefix, "decodes the case and the time, not what follows", Stamped);
one!(Named, "parses the whole record, keeps only this field", Stamped);
one!(Skip, "skips what follows the time", FirstOf);
one!(Stop, "decodes the case and the time, not what follows", FirstOf);
one!(WholeBorrowed, "decodes the whole record", OplogEntry);

/// What a format does if it can borrow strings and bytes, or cannot.
pub trait Strings<F> {
    /// The note on updates.
    const UPDATE: &'static str;

    /// Adds decoding with strings and bytes borrowed, if that can be.
    fn decode_borrowed<C: Codec<Bytes = Vec<u8>>>(rows: Rows<'_, C>) -> Rows<'_, C>;
    fn update<'a>(format: &mut F, bytes: &'a [u8], change: Change<'a>) -> Vec<u8>;
}

/// What an update changes.
pub enum Change<'a> {
    Timestamp(u64),
    Payload(&'a [u8]),
}

impl<F> Strings<F> for Borrowed
where
    F: for<'a> Encode<OplogEntryRef<'a>> + for<'a> Decode<'a, OplogEntryRef<'a>>,
{
    const UPDATE: &'static str = BORROWED;

    fn decode_borrowed<C: Codec<Bytes = Vec<u8>>>(rows: Rows<'_, C>) -> Rows<'_, C> {
        rows.decode_borrowed_again(
            |bytes| {
                let entry: OplogEntryRef<'_> = F::default().decode(bytes);
                black_box(&entry);
            },
            |bytes| {
                let entry: OplogEntryRef<'_> = F::default().decode(bytes);
                F::default().encode(&entry) == *bytes
            },
        )
    }

    #[inline(always)]
    fn update<'a>(format: &mut F, bytes: &'a [u8], change: Change<'a>) -> Vec<u8> {
        let mut entry: OplogEntryRef<'a> = format.decode(bytes);
        match change {
            Change::Timestamp(timestamp) => entry.set_timestamp(timestamp),
            Change::Payload(payload) => entry.set_payload(payload),
        }
        // The old length tells how much room the new bytes need, with some to grow.
        format.encode_with_room(&entry, 2 * bytes.len())
    }
}

impl<F> Strings<F> for Owned
where
    F: Encode<OplogEntry> + for<'a> Decode<'a, OplogEntry>,
{
    const UPDATE: &'static str = "decode + encode";

    fn decode_borrowed<C: Codec<Bytes = Vec<u8>>>(rows: Rows<'_, C>) -> Rows<'_, C> {
        rows
    }

    #[inline(always)]
    fn update<'a>(format: &mut F, bytes: &'a [u8], change: Change<'a>) -> Vec<u8> {
        let mut entry: OplogEntry = format.decode(bytes);
        match (change, entry.payload_mut()) {
            (Change::Timestamp(timestamp), _) => *entry.timestamp_mut() = timestamp,
            (Change::Payload(payload), Some(old)) => payload.clone_into(old),
            _ => {}
        }
        format.encode_with_room(&entry, 2 * bytes.len())
    }
}

impl<F> Codec for Of<F>
where
    F: Encode<OplogEntry> + for<'a> Decode<'a, OplogEntry>,
    F::One: One<F>,
    F::Strings: Strings<F>,
{
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const SIZE: &'static str = F::LOG;
    const ENCODE: &'static str = F::ENCODE;
    const DECODE: &'static str = F::DECODE;
    const ONE: &'static str = F::One::NOTE;
    const UPDATE_TIMESTAMP: &'static str = F::Strings::UPDATE;
    const UPDATE_PAYLOAD: &'static str = F::Strings::UPDATE;

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        F::default().encode(entry)
    }

    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        F::default().decode(bytes)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        F::One::timestamp(&mut F::default(), bytes)
    }

    fn set_timestamp(bytes: &Vec<u8>, timestamp: u64) -> Vec<u8> {
        F::Strings::update(&mut F::default(), bytes, Change::Timestamp(timestamp))
    }

    fn set_payload(bytes: &Vec<u8>, payload: &[u8]) -> Vec<u8> {
        F::Strings::update(&mut F::default(), bytes, Change::Payload(payload))
    }
}

/// The row of a codec that decodes, changes and encodes.
pub fn rows<F>(log: &Oplog) -> Rows<'_, Of<F>>
where
    F: Encode<OplogEntry> + for<'a> Decode<'a, OplogEntry>,
    F::One: One<F>,
    F::Strings: Strings<F>,
{
    let rows = F::Strings::decode_borrowed(Rows::<Of<F>>::new(F::LIBRARY, F::PACKAGE, F::MODE, log));
    if !F::REUSES {
        return rows;
    }
    let make = |longest| (F::default(), room::<F>(longest));
    rows.encode_reused(F::REUSE, make, |(format, buffer), entry| format.encode_into(entry, buffer))
}
