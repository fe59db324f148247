//! Workload B.

use super::{decode, encode, encode_into};
use crate::library::Row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{Fields, FieldsRef, declare, with_leading_fields};

with_leading_fields!(
    declare!(
        /// The record up to the third string; the strings before it stay bytes, so that nobody checks their text.
        #[derive(serde::Deserialize)]
        #[allow(dead_code)]
        struct Skimmed<'a>
    ),
    strings: [&'a [u8]],
    then: { third_field_of_type_string: [&'a str], }
);

struct Serde;

impl Codec for Serde {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "size first, then to_extend";

    fn encode(value: &Fields) -> Vec<u8> {
        encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        decode(bytes)
    }
}

impl Borrow for Serde {
    type Ref<'a> = FieldsRef<'a>;

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        decode(bytes)
    }
}

#[inline(never)]
fn encode_into_slice<'a>(buffer: &'a mut [u8], value: &Fields) -> &'a [u8] {
    postcard::to_slice(value, buffer).expect("the buffer is large enough")
}

pub(super) fn row(value: &Fields) -> Row {
    let bytes = encode(value);
    let mut row = Row::new("postcard", "postcard", "1", "serde", bytes.clone());
    rows::encodes::<Serde>(&mut row, value);
    // The library writes into a slice; the caller brings one that is large enough.
    let room = vec![0; 2 * bytes.len()];
    rows::encode_reused::<Serde, _>(&mut row, value, "to_slice", room, |room, value| encode_into_slice(room, value));
    rows::decodes::<Serde>(&mut row, value);
    rows::decodes_borrowed::<Serde>(&mut row, value);
    let note = "decodes the record up to this field, the other strings as bytes";
    rows::decode_one::<Serde>(&mut row, value, note, |bytes| decode::<Skimmed>(bytes).third_field_of_type_string);

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
    encode_into(Vec::with_capacity(2 * bytes.len()), &record)
}
