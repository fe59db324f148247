//! rkyv, validated or trusted: reads where the bytes lie, sets scalars there through `Seal`, and
//! text of the same length; all else is deserialized, changed and serialized. Buffers are aligned
//! vectors.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::marker::PhantomData;

use rkyv::collections::btree_map::ArchivedBTreeMap;
use rkyv::munge::munge;
use rkyv::rancor::Error;
use rkyv::rend::u64_le;
use rkyv::seal::Seal;
use rkyv::string::ArchivedString;
use rkyv::util::AlignedVec;

use super::super::keys::{Map, Maps, Open};
use super::super::lists::Lists;
use super::super::records::{self, Records};
use super::super::{ArchivedPayload, NAMES, NUMBERS, Payload, SMALL, Words};
use crate::libraries::rkyv::{Access, Validated, overwrite};
use crate::library::{Row, repeat, turn};

/// The library, with one kind of access.
pub struct Rkyv<A>(PhantomData<A>);

type Keys = ArchivedBTreeMap<ArchivedString, u64_le>;

/// Room for what is not content.
const REST: usize = 256;

impl<A: Access> Records for Rkyv<A> {
    type Bytes = AlignedVec;
    const READS: &'static str = "in place";
    const SETS_NUMBER: &'static str = "in place";
    const SETS_NAME: &'static str = "in place, a name of the same length";

    #[inline(never)]
    fn encode(payload: &Payload) -> AlignedVec {
        let bytes = AlignedVec::with_capacity(payload.content.len() + REST);
        rkyv::api::high::to_bytes_in::<_, Error>(payload, bytes).expect(SMALL)
    }

    #[inline(never)]
    fn decode(bytes: &AlignedVec) -> Payload {
        A::owned(bytes)
    }

    #[inline(never)]
    fn name<T>(bytes: &AlignedVec, see: impl FnOnce(&str) -> T) -> T {
        see(A::root::<ArchivedPayload>(bytes).name.as_str())
    }

    fn copy_into(bytes: &AlignedVec, kept: &mut AlignedVec) {
        kept.clear();
        kept.extend_from_slice(bytes);
    }

    #[inline(never)]
    fn set_number(bytes: &mut AlignedVec, new: u32) {
        set_number(A::root_mut(bytes), new);
    }

    #[inline(never)]
    fn set_name(bytes: &mut AlignedVec, new: &str) {
        set_name(A::root_mut(bytes), new);
    }
}

fn set_number(payload: Seal<'_, ArchivedPayload>, new: u32) {
    munge!(let ArchivedPayload { mut number, .. } = payload);
    *number = new.into();
}

fn set_name(payload: Seal<'_, ArchivedPayload>, new: &str) {
    munge!(let ArchivedPayload { name, .. } = payload);
    overwrite(ArchivedString::as_str_seal(name), new);
}

/// Updates in a buffer that was validated once and stays open.
pub fn open(row: &mut Row, samples: &[records::Sample], buffers: &records::Buffers<AlignedVec>) {
    records::add_open::<Rkyv<Validated>>(
        row,
        samples,
        buffers,
        "validated once, then in place",
        |bytes, count, turns| {
            let mut payload = Validated::root_mut::<ArchivedPayload>(bytes);
            repeat!(0..count, |index| {
                let payload = black_box(&mut payload).as_mut();
                match turns {
                    records::Turns::Number => set_number(payload, black_box(NUMBERS[turn(index)])),
                    records::Turns::Name => set_name(payload, black_box(NAMES[turn(index)])),
                }
            })
        },
    );
}

impl<A: Access> Lists for Rkyv<A> {
    type Bytes = AlignedVec;

    #[inline(never)]
    fn encode(words: &Words) -> AlignedVec {
        let bytes = AlignedVec::with_capacity(words.items.len() * size_of::<u64>() + REST);
        rkyv::api::high::to_bytes_in::<_, Error>(words, bytes).expect(SMALL)
    }

    #[inline(never)]
    fn decode(bytes: &AlignedVec) -> Words {
        A::owned(bytes)
    }
}

impl Open for Rkyv<Validated> {
    type Map<'a> = &'a Keys;
    const OPENED: &'static str = "validated once, looks up in place";

    fn open(bytes: &AlignedVec) -> &Keys {
        Validated::root(bytes)
    }

    fn find(map: &Keys, key: &str) -> Option<u64> {
        map.get(key).map(|value| value.to_native())
    }
}

impl<A: Access> Maps for Rkyv<A> {
    type Bytes = AlignedVec;
    const LONGEST_GET: usize = usize::MAX;
    const GETS: &'static str =
        if A::CHECKS { "validates the map, looks up in place" } else { "trusts the bytes, looks up in place" };
    const INSERTS: &'static str = "deserialize + insert + serialize, in a map of half this length: the mean";

    fn encode(map: &Map) -> AlignedVec {
        rkyv::to_bytes::<Error>(map).expect(SMALL)
    }

    fn decode(bytes: &AlignedVec) -> Map {
        A::owned(bytes)
    }

    #[inline(never)]
    fn get(bytes: &AlignedVec, key: &str) -> Option<u64> {
        A::root::<Keys>(bytes).get(key).map(|value| value.to_native())
    }

    #[inline(never)]
    fn insert(bytes: &AlignedVec, key: &str, value: u64) -> AlignedVec {
        let mut map: BTreeMap<String, u64> = A::owned(bytes);
        map.insert(key.to_owned(), value);
        <Self as Maps>::encode(&map)
    }
}
