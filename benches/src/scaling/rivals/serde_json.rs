//! serde_json, which reads and writes all of a text. Bytes are an array of numbers there, of about four times the length.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::super::keys::{Map, Maps};
use super::super::records::Records;
use super::super::{OWN_BYTES, Payload, SMALL};

/// The library.
pub struct Json;

/// The name; all else is skipped.
#[derive(Deserialize)]
struct Named<'a> {
    name: &'a str,
}

impl Records for Json {
    type Bytes = Vec<u8>;
    const LONGEST: usize = 1_000_000;
    const READS: &'static str = "parses all, keeps the name";

    #[inline(never)]
    fn encode(payload: &Payload) -> Vec<u8> {
        serde_json::to_vec(payload).expect(SMALL)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Payload {
        serde_json::from_slice(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn name<T>(bytes: &Vec<u8>, see: impl FnOnce(&str) -> T) -> T {
        see(serde_json::from_slice::<Named<'_>>(bytes).expect(OWN_BYTES).name)
    }

    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, number: u32) {
        let payload = <Self as Records>::decode(bytes);
        *bytes = <Self as Records>::encode(&Payload { number, ..payload });
    }

    #[inline(never)]
    fn set_name(bytes: &mut Vec<u8>, name: &str) {
        let mut payload = <Self as Records>::decode(bytes);
        name.clone_into(&mut payload.name);
        *bytes = <Self as Records>::encode(&payload);
    }
}

impl Maps for Json {
    type Bytes = Vec<u8>;
    const GETS: &'static str = "parses the map, keys borrowed";

    fn encode(map: &Map) -> Vec<u8> {
        serde_json::to_vec(map).expect(SMALL)
    }

    fn decode(bytes: &Vec<u8>) -> Map {
        serde_json::from_slice(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn get(bytes: &Vec<u8>, key: &str) -> Option<u64> {
        serde_json::from_slice::<BTreeMap<&str, u64>>(bytes).expect(OWN_BYTES).get(key).copied()
    }

    #[inline(never)]
    fn insert(bytes: &Vec<u8>, key: &str, value: u64) -> Vec<u8> {
        let mut map: BTreeMap<&str, u64> = serde_json::from_slice(bytes).expect(OWN_BYTES);
        map.insert(key, value);
        serde_json::to_vec(&map).expect(SMALL)
    }
}
