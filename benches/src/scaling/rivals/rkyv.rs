//! rkyv with validation: reads where the bytes lie, sets scalars there through `Seal`; all else is deserialized, changed and
//! serialized. Buffers are aligned vectors.

use std::collections::BTreeMap;

use rkyv::collections::btree_map::ArchivedBTreeMap;
use rkyv::munge::munge;
use rkyv::rancor::Error;
use rkyv::rend::u64_le;
use rkyv::string::ArchivedString;
use rkyv::util::AlignedVec;

use super::super::keys::{Map, Maps};
use super::super::lists::Lists;
use super::super::records::Records;
use super::super::{ArchivedPayload, OWN_BYTES, Payload, SMALL, Words};

/// The library.
pub struct Rkyv;

/// Room for what is not content.
const REST: usize = 256;

impl Records for Rkyv {
    type Bytes = AlignedVec;
    const READS: &'static str = "in place";
    const SETS_NUMBER: &'static str = "in place";
    const SETS_NAME: &'static str = "deserialize + change + serialize";

    #[inline(never)]
    fn encode(payload: &Payload) -> AlignedVec {
        let bytes = AlignedVec::with_capacity(payload.content.len() + REST);
        rkyv::api::high::to_bytes_in::<_, Error>(payload, bytes).expect(SMALL)
    }

    #[inline(never)]
    fn decode(bytes: &AlignedVec) -> Payload {
        rkyv::from_bytes::<_, Error>(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn name<T>(bytes: &AlignedVec, see: impl FnOnce(&str) -> T) -> T {
        see(rkyv::access::<ArchivedPayload, Error>(bytes).expect(OWN_BYTES).name.as_str())
    }

    #[inline(never)]
    fn set_number(bytes: &mut AlignedVec, new: u32) {
        let payload = rkyv::access_mut::<ArchivedPayload, Error>(bytes).expect(OWN_BYTES);
        munge!(let ArchivedPayload { mut number, .. } = payload);
        *number = new.into();
    }

    #[inline(never)]
    fn set_name(bytes: &mut AlignedVec, name: &str) {
        let mut payload = <Self as Records>::decode(bytes);
        name.clone_into(&mut payload.name);
        *bytes = <Self as Records>::encode(&payload);
    }
}

impl Lists for Rkyv {
    type Bytes = AlignedVec;

    #[inline(never)]
    fn encode(words: &Words) -> AlignedVec {
        let bytes = AlignedVec::with_capacity(words.items.len() * size_of::<u64>() + REST);
        rkyv::api::high::to_bytes_in::<_, Error>(words, bytes).expect(SMALL)
    }

    #[inline(never)]
    fn decode(bytes: &AlignedVec) -> Words {
        rkyv::from_bytes::<_, Error>(bytes).expect(OWN_BYTES)
    }
}

impl Maps for Rkyv {
    type Bytes = AlignedVec;
    const LONGEST_GET: usize = usize::MAX;
    const GETS: &'static str = "validates the map, looks up in place";
    const INSERTS: &'static str = "deserialize + insert + serialize, in a map of this length";

    fn encode(map: &Map) -> AlignedVec {
        rkyv::to_bytes::<Error>(map).expect(SMALL)
    }

    fn decode(bytes: &AlignedVec) -> Map {
        rkyv::from_bytes::<_, Error>(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn get(bytes: &AlignedVec, key: &str) -> Option<u64> {
        let map = rkyv::access::<ArchivedBTreeMap<ArchivedString, u64_le>, Error>(bytes).expect(OWN_BYTES);
        map.get(key).map(|value| value.to_native())
    }

    #[inline(never)]
    fn insert(bytes: &AlignedVec, key: &str, value: u64) -> AlignedVec {
        let mut map: BTreeMap<String, u64> = <Self as Maps>::decode(bytes);
        map.insert(key.to_owned(), value);
        <Self as Maps>::encode(&map)
    }
}
