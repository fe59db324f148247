//! Workload B.

use flexbuffers::FlexbufferSerializer;
use serde::Serialize;

use super::{decode, encode, root};
use crate::library::Row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{Fields, FieldsRef, with_fields};

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

    const BORROW: &'static str = "by Reader, each field by its name";

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        read_all(bytes)
    }
}

#[inline(never)]
fn encode_into(serializer: &mut FlexbufferSerializer, value: &Fields) {
    serializer.reset();
    value.serialize(serializer).expect("every key is a string");
}

macro_rules! read {
    ($reader:expr, str) => { $reader.as_str() };
    ($reader:expr, bool) => { $reader.as_bool() };
    ($reader:expr, u8) => { $reader.as_u8() };
    ($reader:expr, u16) => { $reader.as_u16() };
    ($reader:expr, u32) => { $reader.as_u32() };
    ($reader:expr, u64) => { $reader.as_u64() };
    ($reader:expr, i8) => { $reader.as_i8() };
    ($reader:expr, i16) => { $reader.as_i16() };
    ($reader:expr, i32) => { $reader.as_i32() };
    ($reader:expr, i64) => { $reader.as_i64() };
    ($reader:expr, f32) => { $reader.as_f32() };
    ($reader:expr, f64) => { $reader.as_f64() };
    // The whole map, for `with_fields`.
    (($map:expr) $($field:ident: [$Type:ident],)*) => {
        FieldsRef { $($field: read!($map.idx(stringify!($field)), $Type),)* }
    };
}

#[inline(never)]
fn read_all(bytes: &[u8]) -> FieldsRef<'_> {
    let map = root(bytes);
    with_fields!(read!(map), strings: [str])
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> &str {
    root(bytes).idx("third_field_of_type_string").as_str()
}

pub(super) fn row(value: &Fields) -> Row {
    let mut row = Row::new("flexbuffers", "flexbuffers", "25", "serde", encode(value));
    rows::encodes::<Serde>(&mut row, value);
    let serializer = FlexbufferSerializer::new();
    rows::encode_reused::<Serde, _>(&mut row, value, "one serializer, reset", serializer, |serializer, value| {
        encode_into(serializer, value);
        serializer.view()
    });
    rows::decodes::<Serde>(&mut row, value);
    rows::decodes_borrowed::<Serde>(&mut row, value);
    rows::decode_one::<Serde>(&mut row, value, "", |bytes| third_string(bytes));

    let note = "decode + encode, strings borrowed";
    rows::update_number::<Serde>(&mut row, note, |bytes, number| {
        changed(bytes, |record| record.second_field_of_type_u64 = number)
    });
    rows::update_string::<Serde>(&mut row, note, |bytes, text| {
        changed(bytes, |record| record.second_field_of_type_string = text)
    });
    row
}

fn changed<'a>(bytes: &'a [u8], change: impl FnOnce(&mut FieldsRef<'a>)) -> Vec<u8> {
    let mut record: FieldsRef = decode(bytes);
    change(&mut record);
    encode(&record)
}
