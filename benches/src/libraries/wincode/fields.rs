//! Workload B.

use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::U64;

use super::{INFALLIBLE, OWN_BYTES};
use crate::library::Row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{self as workload, convert, declare, with_fields, with_leading_fields};

with_fields!(
    declare!(#[derive(PartialEq, SchemaRead, SchemaWrite)] struct Fields),
    strings: [String]
);

with_fields!(
    declare!(
        /// [`Fields`] with its strings in the input.
        #[derive(SchemaRead, SchemaWrite)]
        struct FieldsRef<'a>
    ),
    strings: [&'a str]
);

with_leading_fields!(
    declare!(
        /// The record up to the third string; the strings before it stay bytes, so that nobody checks their text.
        #[derive(SchemaRead)]
        #[allow(dead_code)]
        struct Skimmed<'a>
    ),
    strings: [&'a [u8]],
    then: { third_field_of_type_string: [&'a str], }
);

/// The record up to the number that is written over, which is still in the input.
#[derive(SchemaRead)]
#[allow(dead_code)]
struct FieldsMut<'a> {
    field_of_type_string: &'a [u8],
    field_of_type_u32: u32,
    field_of_type_u64: u64,
    field_of_type_i32: i32,
    field_of_type_i64: i64,
    field_of_type_f32: f32,
    field_of_type_f64: f64,
    field_of_type_bool: bool,
    field_of_type_u8: u8,
    field_of_type_i8: i8,
    field_of_type_u16: u16,
    field_of_type_i16: i16,
    second_field_of_type_string: &'a [u8],
    second_field_of_type_u32: u32,
    second_field_of_type_u64: &'a mut NumberBytes,
}

/// A `u64` as it stands in the input, which has no alignment.
#[derive(SchemaRead, SchemaWrite)]
#[wincode(assert_zero_copy)]
#[repr(C)]
struct NumberBytes(U64);

impl From<workload::Fields> for Fields {
    fn from(value: workload::Fields) -> Self {
        with_fields!(convert!(value), strings: [String])
    }
}

impl<'a> From<FieldsRef<'a>> for workload::FieldsRef<'a> {
    fn from(value: FieldsRef<'a>) -> Self {
        with_fields!(convert!(value), strings: [&'a str])
    }
}

struct Derive;

impl Codec for Derive {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    #[inline(never)]
    fn encode(value: &Fields) -> Vec<u8> {
        wincode::serialize(value).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Fields {
        wincode::deserialize(bytes).expect(OWN_BYTES)
    }
}

impl Borrow for Derive {
    type Ref<'a> = FieldsRef<'a>;

    #[inline(never)]
    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        wincode::deserialize(bytes).expect(OWN_BYTES)
    }
}

#[inline(never)]
fn encode_ref(value: &FieldsRef<'_>) -> Vec<u8> {
    wincode::serialize(value).expect(INFALLIBLE)
}

#[inline(never)]
fn encode_into<'a>(value: &Fields, buffer: &'a mut [u8]) -> &'a [u8] {
    let room = buffer.len();
    let mut rest = &mut *buffer;
    wincode::serialize_into(&mut rest, value).expect("the buffer is large enough");
    let len = room - rest.len();
    &buffer[..len]
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> &str {
    let skimmed: Skimmed = wincode::deserialize(bytes).expect(OWN_BYTES);
    skimmed.third_field_of_type_string
}

#[inline(never)]
fn set_number(bytes: &mut [u8], number: u64) {
    let record: FieldsMut = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
    record.second_field_of_type_u64.0.set(number);
}

pub(super) fn row(value: &workload::Fields) -> Row {
    let bytes = Derive::encode(&value.clone().into());
    let mut row = Row::new("wincode", "wincode", "0.6", "derive", bytes.clone());
    rows::encodes::<Derive>(&mut row, value);
    // Writing into a slice is quicker than into a vector; the caller brings one that is large enough.
    let room = vec![0; 2 * bytes.len()];
    let note = "serialize_into a slice";
    rows::encode_reused::<Derive, _>(&mut row, value, note, room, |room, value| encode_into(value, room));
    rows::decodes::<Derive>(&mut row, value);
    rows::decodes_borrowed::<Derive>(&mut row, value);
    let note = "decodes the record up to this field, the other strings as bytes";
    rows::decode_one::<Derive>(&mut row, value, note, |bytes| third_string(bytes));

    let note = "decodes by reference up to the number, writes it in place";
    rows::update_number::<Derive>(&mut row, note, |mut bytes, number| {
        set_number(&mut bytes, number);
        bytes
    });
    rows::update_number_in_place::<Derive>(&mut row, note, |bytes, number| set_number(bytes, number));
    rows::update_string::<Derive>(&mut row, "decode + encode, strings borrowed", |bytes, text| {
        let mut record = Derive::borrow(&bytes);
        record.second_field_of_type_string = text;
        encode_ref(&record)
    });
    row
}
