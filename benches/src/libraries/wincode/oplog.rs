//! Workload C.

use std::marker::PhantomData;

use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::U64;

use super::{Derive, OWN_BYTES, Settings};
use crate::format::{Borrowed, Decode, Encode, Format, Of, room};
use crate::library::Row;
use crate::workloads::oplog::format::Strings;
use crate::workloads::oplog::rows::{Codec, Rows};

use crate::workloads::oplog::{Oplog, OplogEntry, cases, stamped};

cases! {
    /// The start of every entry, with the time still in the input.
    #[derive(SchemaRead)]
    pub(super) enum StampedMut<'a> => { timestamp: &'a mut TimeBytes }
}

/// A time as it stands in the input, which has no alignment.
#[derive(SchemaRead, SchemaWrite)]
#[wincode(assert_zero_copy)]
#[repr(C)]
pub(super) struct TimeBytes(U64);

const IN_PLACE: &str = "decodes the case and the time by reference, writes it in place";

#[inline(never)]
fn set_timestamp<T: Settings>(bytes: &mut [u8], new: u64)
where
    for<'a> StampedMut<'a>: SchemaRead<'a, T::Config, Dst = StampedMut<'a>>,
{
    let stamped!(StampedMut { timestamp }) = wincode::config::deserialize_mut(bytes, T::CONFIG).expect(OWN_BYTES);
    timestamp.0.set(new);
}

/// The codec, with the time set where it stands.
pub(super) struct InPlace<T>(PhantomData<T>);

impl<T: Settings> Codec for InPlace<T>
where
    Derive<T>: Encode<OplogEntry> + for<'a> Decode<'a, OplogEntry>,
    Of<Derive<T>>: Codec<Entry = OplogEntry, Bytes = Vec<u8>>,
    for<'a> StampedMut<'a>: SchemaRead<'a, T::Config, Dst = StampedMut<'a>>,
{
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const SIZE: &'static str = T::LOG;
    const ONE: &'static str = <Of<Derive<T>> as Codec>::ONE;
    const UPDATE_TIMESTAMP: &'static str = IN_PLACE;
    const UPDATE_PAYLOAD: &'static str = <Of<Derive<T>> as Codec>::UPDATE_PAYLOAD;

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        <Of<Derive<T>> as Codec>::encode(entry)
    }

    fn decode(bytes: &Vec<u8>) -> OplogEntry {
        <Of<Derive<T>> as Codec>::decode(bytes)
    }

    fn timestamp(bytes: &Vec<u8>) -> u64 {
        <Of<Derive<T>> as Codec>::timestamp(bytes)
    }

    fn set_timestamp(bytes: &Vec<u8>, timestamp: u64) -> Vec<u8> {
        let mut bytes = bytes.clone();
        set_timestamp::<T>(&mut bytes, timestamp);
        bytes
    }

    fn set_payload(bytes: &Vec<u8>, payload: &[u8]) -> Vec<u8> {
        <Of<Derive<T>> as Codec>::set_payload(bytes, payload)
    }
}

pub(super) fn row<T: Settings>(log: &Oplog) -> Row
where
    InPlace<T>: Codec<Entry = OplogEntry, Bytes = Vec<u8>>,
    Derive<T>: Encode<OplogEntry>,
    Borrowed: Strings<Derive<T>>,
    for<'a> StampedMut<'a>: SchemaRead<'a, T::Config, Dst = StampedMut<'a>>,
{
    let make = |longest| (Derive::<T>::default(), room::<Derive<T>>(longest));
    Borrowed::decode_borrowed(Rows::<InPlace<T>>::new("wincode", <Derive<T>>::PACKAGE, T::MODE, log))
        .encode_reused(<Derive<T>>::REUSE, make, |(format, buffer), entry| format.encode_into(entry, buffer))
        .update_timestamp_in_place(IN_PLACE, |bytes, timestamp| set_timestamp::<T>(bytes, timestamp))
        .finish()
        .by_hand(|operation| operation.note.starts_with(IN_PLACE))
}
