//! serde_json, which reads and writes all of a text. Bytes are an array of numbers there, of about
//! four times the length.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::super::keys::{Entries, Map, Maps};
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
    fn update(bytes: &Vec<u8>, number: u32) -> Vec<u8> {
        let payload = <Self as Records>::decode(bytes);
        <Self as Records>::encode(&Payload { number, ..payload })
    }

    #[inline(never)]
    fn update_into(bytes: &Vec<u8>, number: u32, kept: &mut Vec<u8>) {
        let payload = <Self as Records>::decode(bytes);
        kept.clear();
        serde_json::to_writer(kept, &Payload { number, ..payload }).expect(SMALL);
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
    const GETS: &'static str = "parses all, keeps the value";
    const INSERTS: &'static str = "parse into entries + insert + print, keys borrowed, half this length: the mean";

    fn encode(map: &Map) -> Vec<u8> {
        serde_json::to_vec(map).expect(SMALL)
    }

    fn decode(bytes: &Vec<u8>) -> Map {
        serde_json::from_slice(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn get(bytes: &Vec<u8>, key: &str) -> Option<u64> {
        let mut text = serde_json::Deserializer::from_slice(bytes);
        let found = Wanted(key).deserialize(&mut text).expect(OWN_BYTES);
        text.end().expect(OWN_BYTES);
        found
    }

    #[inline(never)]
    fn insert(bytes: &Vec<u8>, key: &str, value: u64) -> Vec<u8> {
        let mut map: Entries<'_> = serde_json::from_slice(bytes).expect(OWN_BYTES);
        map.insert(key, value);
        serde_json::to_vec(&map).expect(SMALL)
    }
}

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;

        impl<'de> Visitor<'de> for All {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Entries<'de>, A::Error> {
                let mut all = Vec::new();
                while let Some(entry) = entries.next_entry()? {
                    all.push(entry);
                }
                Ok(Entries(all))
            }
        }

        deserializer.deserialize_map(All)
    }
}

/// The value of a key; the others are skipped.
struct Wanted<'k>(&'k str);

impl<'de> DeserializeSeed<'de> for Wanted<'_> {
    type Value = Option<u64>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<u64>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Wanted<'_> {
    type Value = Option<u64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Option<u64>, A::Error> {
        let mut found = None;
        while let Some(key) = entries.next_key::<&str>()? {
            if key == self.0 {
                found = Some(entries.next_value()?);
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}
