//! Workload B.

use serde::{Deserialize, Serialize};

use crate::library::Row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{Fields, FieldsRef, ThirdString};

struct Serde;

impl Codec for Serde {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    fn encode(value: &Fields) -> Vec<u8> {
        encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        decode(bytes)
    }
}

impl Borrow for Serde {
    type Ref<'a> = FieldsRef<'a>;

    const BORROW: &'static str = "strings borrowed, of which none is escaped";

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        decode(bytes)
    }
}

#[inline(never)]
fn encode(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("the value has string keys only")
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(buffer, value).expect("a vector takes all bytes");
}

#[inline(never)]
fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    serde_json::from_slice(bytes).expect("the text was written by this library")
}

pub(super) fn row(value: &Fields) -> Row {
    let mut row = Row::new("serde_json", "serde_json", "1", "serde", encode(value));
    rows::encodes::<Serde>(&mut row, value);
    rows::encode_reused::<Serde, _>(&mut row, value, "", Vec::new(), |buffer, value| {
        buffer.clear();
        encode_into(buffer, value);
        buffer
    });
    rows::decodes::<Serde>(&mut row, value);
    rows::decodes_borrowed::<Serde>(&mut row, value);
    let note = "parses the whole record, keeps only this field";
    rows::decode_one::<Serde>(&mut row, value, note, |bytes| decode::<ThirdString>(bytes).third_field_of_type_string);

    let note = "decode + encode, strings borrowed";
    rows::update_number::<Serde>(&mut row, note, |bytes, number| {
        changed(&bytes, |record| record.second_field_of_type_u64 = number)
    });
    rows::update_string::<Serde>(&mut row, note, |bytes, text| {
        changed(&bytes, |record| record.second_field_of_type_string = text)
    });
    row
}

fn changed<'a>(bytes: &'a [u8], change: impl FnOnce(&mut FieldsRef<'a>)) -> Vec<u8> {
    let mut record: FieldsRef = decode(bytes);
    change(&mut record);
    // The old length tells how much room the new bytes need, with some to grow.
    let mut changed = Vec::with_capacity(2 * bytes.len());
    encode_into(&mut changed, &record);
    changed
}
