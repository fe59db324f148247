//! Workload B.

use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{INTO_WRITER, SCRATCH_KEPT, Scratch, decode, encode, encode_into};
use crate::library::Row;
use crate::workloads::fields::change::Change;
use crate::workloads::fields::rows::{self, Codec, Update};
use crate::workloads::fields::{Fields, variant};

/// What a fresh output vector starts with; the record has long names.
const CAPACITY: usize = 1024;

/// The third string, from a map that is read no further.
struct ThirdString(String);

/// The names that a reader of this field tells apart.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Key {
    ThirdFieldOfTypeString,
    #[serde(other)]
    Other,
}

impl<'de> Deserialize<'de> for ThirdString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = ThirdString;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map with a third string")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<ThirdString, A::Error> {
                while let Some(key) = entries.next_key()? {
                    match key {
                        Key::ThirdFieldOfTypeString => return entries.next_value().map(ThirdString),
                        Key::Other => entries.next_value::<IgnoredAny>()?,
                    };
                }
                Err(A::Error::missing_field(variant::THIRD_STRING))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

struct Serde;

impl Codec for Serde {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "into a vector of capacity 1024 from the start";
    const DECODE: &'static str = SCRATCH_KEPT;

    fn encode(value: &Fields) -> Vec<u8> {
        encode::<CAPACITY>(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        decode(bytes, &mut Scratch::default())
    }
}

impl Update for Serde {
    type Kept = Scratch;

    const UPDATE: &'static str = "decode + encode, back into the clone, scratch buffer kept";

    fn update(scratch: &mut Scratch, bytes: Vec<u8>, change: impl Change) -> Vec<u8> {
        rows::rewritten(bytes, change, |bytes| decode::<Fields>(bytes, scratch), encode_into)
    }
}

pub(super) fn row(value: &Fields) -> Row {
    let mut row = Row::new("ciborium", "ciborium", "0.2.", "serde", Serde::encode(value));
    rows::encodes::<Serde>(&mut row, value);
    rows::encode_into_vec::<Serde>(&mut row, value, INTO_WRITER, encode_into);
    let mut scratch = Scratch::default();
    rows::decodes_by::<Serde>(&mut row, value, move |bytes| decode(bytes, &mut scratch));
    let mut scratch = Scratch::default();
    let note = "reads the names up to this one, skips the other fields, scratch buffer kept";
    rows::decode_one_owned::<Serde>(&mut row, value, note, move |bytes| decode::<ThirdString>(bytes, &mut scratch).0);
    rows::updates::<Serde>(&mut row);
    row
}
