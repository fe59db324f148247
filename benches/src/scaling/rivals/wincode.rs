//! wincode, in records: reads by a type that ends with the field, writes through zero-copy
//! references where the length stays.

use std::hint::black_box;

use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::U32;

use super::super::records::{self, Records, Turns};
use super::super::{NAMES, NUMBERS, OWN_BYTES, Payload, SMALL};
use crate::libraries::wincode::{Large, Settings as _};
use crate::library::{Row, repeat, turn};

/// The library; its [`Format`](crate::format::Format) has lists and maps.
pub struct Wincode;

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
        wincode::config::serialize(payload, Large::CONFIG).expect(SMALL)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Payload {
        wincode::config::deserialize(bytes, Large::CONFIG).expect(OWN_BYTES)
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
