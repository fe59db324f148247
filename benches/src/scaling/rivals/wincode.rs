//! wincode: reads by a type that ends with the field, writes through zero-copy references where the length stays.

use std::hint::black_box;

use wincode::config::Configuration;
use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::U32;

use super::super::keys::{Entries, Map, Maps};
use super::super::lists::Lists;
use super::super::records::{self, Records, Turns};
use super::super::{NAMES, NUMBERS, OWN_BYTES, Payload, SMALL, Words};
use crate::library::{Row, repeat, turn};

/// The library.
pub struct Wincode;

/// As by default, but for lists of more than four megabytes.
const CONFIGURATION: Configuration<true, LIMIT> = Configuration::default().with_preallocation_size_limit::<LIMIT>();
const LIMIT: usize = 1 << 30;

/// The record up to the name.
#[derive(SchemaRead)]
struct Named<'a> {
    _number: u32,
    name: &'a str,
}

/// The record up to the name, to write over.
#[derive(SchemaRead)]
struct PayloadMut<'a> {
    number: &'a mut Number,
    name: &'a mut [u8],
}

/// A `u32` as it stands in the input, which has no alignment.
#[derive(SchemaRead, SchemaWrite)]
#[wincode(assert_zero_copy)]
#[repr(C)]
struct Number(U32);

impl Records for Wincode {
    type Bytes = Vec<u8>;
    const READS: &'static str = "decodes the record up to the name";
    const SETS_NUMBER: &'static str = "decodes by reference, writes the number in place";
    const SETS_NAME: &'static str = "decodes by reference, writes a name of the same length in place";

    #[inline(never)]
    fn encode(payload: &Payload) -> Vec<u8> {
        wincode::config::serialize(payload, CONFIGURATION).expect(SMALL)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Payload {
        wincode::config::deserialize(bytes, CONFIGURATION).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn name<T>(bytes: &Vec<u8>, see: impl FnOnce(&str) -> T) -> T {
        see(wincode::deserialize::<Named<'_>>(bytes).expect(OWN_BYTES).name)
    }

    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, number: u32) {
        wincode::deserialize_mut::<PayloadMut<'_>>(bytes).expect(OWN_BYTES).number.0.set(number);
    }

    #[inline(never)]
    fn set_name(bytes: &mut Vec<u8>, name: &str) {
        wincode::deserialize_mut::<PayloadMut<'_>>(bytes).expect(OWN_BYTES).name.copy_from_slice(name.as_bytes());
    }
}

/// Updates in a buffer that was decoded by reference once and stays open.
pub fn open(row: &mut Row, samples: &[records::Sample], buffers: &records::Buffers<Vec<u8>>) {
    let note = "decoded by reference once, then in place";
    records::add_open::<Wincode>(row, samples, buffers, note, |bytes, count, turns| {
        let mut payload = wincode::deserialize_mut::<PayloadMut<'_>>(bytes).expect(OWN_BYTES);
        repeat!(0..count, |index| {
            let payload = black_box(&mut payload);
            match turns {
                Turns::Number => payload.number.0.set(black_box(NUMBERS[turn(index)])),
                Turns::Name => payload.name.copy_from_slice(black_box(NAMES[turn(index)]).as_bytes()),
            }
        })
    });
}

impl Lists for Wincode {
    type Bytes = Vec<u8>;

    #[inline(never)]
    fn encode(words: &Words) -> Vec<u8> {
        wincode::config::serialize(words, CONFIGURATION).expect(SMALL)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Words {
        wincode::config::deserialize(bytes, CONFIGURATION).expect(OWN_BYTES)
    }
}

/// The entries with their keys in the input.
fn entries(bytes: &[u8]) -> Entries<'_> {
    Entries(wincode::deserialize(bytes).expect(OWN_BYTES))
}

impl Maps for Wincode {
    type Bytes = Vec<u8>;
    const GETS: &'static str = "decodes the entries into a vector, keys borrowed";
    const INSERTS: &'static str = "decode the entries + insert + encode, keys borrowed, half this length: the mean";

    fn encode(map: &Map) -> Vec<u8> {
        wincode::serialize(map).expect(SMALL)
    }

    fn decode(bytes: &Vec<u8>) -> Map {
        wincode::deserialize(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn get(bytes: &Vec<u8>, key: &str) -> Option<u64> {
        entries(bytes).get(key)
    }

    #[inline(never)]
    fn insert(bytes: &Vec<u8>, key: &str, value: u64) -> Vec<u8> {
        let mut map = entries(bytes);
        map.insert(key, value);
        wincode::serialize(&map.0).expect(SMALL)
    }
}
