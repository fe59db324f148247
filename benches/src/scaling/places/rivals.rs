//! Rivals that write where the bytes lie: rkyv through `Seal`, wincode through references into the
//! bytes, and flatbuffers, which copies the record through a builder.

pub mod flat;
pub mod zeropod;

use std::marker::PhantomData;
use std::ops::Range;
use std::time::Duration;

use rkyv::munge::munge;
use rkyv::rancor::Error;
use rkyv::seal::Seal;
use rkyv::util::AlignedVec;
use rkyv::vec::ArchivedVec;
use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::U64;

use super::values::{ArchivedBehind, ArchivedItem, ArchivedItems};
use super::{Behind, Items, Open, Places, Words, run};
use crate::libraries::rkyv::{Access, Validated};
use crate::library::OWN_BYTES;
use crate::scaling::{ArchivedWords, SMALL};

/// rkyv, with one kind of access.
pub struct Rkyv<A>(PhantomData<A>);

macro_rules! sealed {
    ($V:ident, $Archived:ident, |$root:ident, $index:ident, $number:ident| $set:block) => {
        impl<A: Access> Places<$V> for Rkyv<A> {
            type Bytes = AlignedVec;
            const SETS: &'static str = "in place";

            fn encode(value: &$V) -> AlignedVec {
                rkyv::to_bytes::<Error>(value).expect(SMALL)
            }

            fn decode(bytes: &AlignedVec) -> $V {
                A::owned(bytes)
            }

            #[inline(never)]
            fn set(bytes: &mut AlignedVec, $index: usize, $number: u64) {
                let $root: Seal<'_, $Archived> = A::root_mut(bytes);
                $set
            }
        }

        impl Open<$V> for Rkyv<Validated> {
            const OPEN: &'static str = "validated once, then in place";

            fn run(bytes: &mut AlignedVec, repetitions: Range<u64>) -> Duration {
                let mut opened: Seal<'_, $Archived> = Validated::root_mut(bytes);
                run!($V, repetitions, |opened, $index, $number| {
                    let $root = opened.as_mut();
                    $set
                })
            }
        }
    };
}

sealed!(Words, ArchivedWords, |root, index, number| {
    munge!(let ArchivedWords { items } = root);
    *ArchivedVec::as_slice_seal(items).index(index) = number.into();
});
sealed!(Items, ArchivedItems, |root, index, number| {
    munge!(let ArchivedItems { items } = root);
    munge!(let ArchivedItem { number: mut old, .. } = ArchivedVec::as_slice_seal(items).index(index));
    *old = number.into();
});
sealed!(Behind, ArchivedBehind, |root, _index, number| {
    munge!(let ArchivedBehind { number: mut old, .. } = root);
    *old = number.into();
});

/// wincode: each value is mirrored whole, with the numbers as references into the bytes, as its
/// documentation has it.
pub struct Wincode;

/// A `u64` as it stands in the input, which has no alignment.
#[derive(SchemaRead, SchemaWrite)]
#[wincode(assert_zero_copy)]
#[repr(C)]
struct Number(U64);

#[derive(SchemaRead)]
struct WordsMut<'a> {
    items: &'a mut [Number],
}

#[derive(SchemaRead)]
struct ItemsMut<'a> {
    items: Vec<ItemMut<'a>>,
}

#[derive(SchemaRead)]
struct ItemMut<'a> {
    _name: &'a [u8],
    number: &'a mut Number,
}

#[derive(SchemaRead)]
struct BehindMut<'a> {
    _content: &'a [u8],
    number: &'a mut Number,
}

macro_rules! mirrored {
    ($V:ident, $Mut:ident, |$root:ident, $index:ident| $place:expr) => {
        impl Places<$V> for Wincode {
            type Bytes = Vec<u8>;
            const SETS: &'static str = "decodes all by reference, writes the number in place";

            fn encode(value: &$V) -> Vec<u8> {
                wincode::serialize(value).expect(SMALL)
            }

            fn decode(bytes: &Vec<u8>) -> $V {
                wincode::deserialize(bytes).expect(OWN_BYTES)
            }

            #[inline(never)]
            fn set(bytes: &mut Vec<u8>, $index: usize, number: u64) {
                let mut decoded: $Mut<'_> = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
                let $root = &mut decoded;
                $place.0.set(number);
            }
        }

        impl Open<$V> for Wincode {
            const OPEN: &'static str = "decoded by reference once, then in place";

            fn run(bytes: &mut Vec<u8>, repetitions: Range<u64>) -> Duration {
                let mut opened: $Mut<'_> = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
                run!($V, repetitions, |opened, $index, number| {
                    let $root = opened;
                    $place.0.set(number);
                })
            }
        }
    };
}

mirrored!(Words, WordsMut, |root, index| root.items[index]);
mirrored!(Items, ItemsMut, |root, index| root.items[index].number);
mirrored!(Behind, BehindMut, |root, _index| root.number);
