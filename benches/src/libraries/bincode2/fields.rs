//! Workload B, in both modes.

use std::marker::PhantomData;

use bincode2::{BorrowDecode, Decode, Encode};
use serde::{Deserialize, Serialize};

use super::{CONFIG, Derive, INFALLIBLE, LARGE_ENOUGH, OWN_BYTES, Serde, encode_sized};
use crate::library::Row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{self as workload, convert, declare, with_fields, with_leading_fields};

with_fields!(
    declare!(
        #[derive(PartialEq, Encode, Decode, Serialize, Deserialize)]
        #[bincode(crate = "bincode2")]
        struct Fields
    ),
    strings: [String]
);

with_fields!(
    declare!(
        /// [`Fields`] with its strings in the input.
        #[derive(Encode, BorrowDecode, Serialize, Deserialize)]
        #[bincode(crate = "bincode2")]
        struct FieldsRef<'a>
    ),
    strings: [&'a str]
);

with_leading_fields!(
    declare!(
        /// The record up to the third string; the strings before it stay bytes, so that nobody checks their text.
        #[derive(BorrowDecode, Deserialize)]
        #[bincode(crate = "bincode2")]
        #[allow(dead_code)]
        struct Skimmed<'a>
    ),
    strings: [&'a [u8]],
    then: { third_field_of_type_string: [&'a str], }
);

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

/// One family of traits.
trait Mode: 'static {
    const NAME: &'static str;

    fn encode(value: &Fields) -> Vec<u8>;
    fn encode_ref(value: &FieldsRef<'_>) -> Vec<u8>;
    fn encode_into(value: &Fields, buffer: &mut [u8]) -> usize;
    fn decode(bytes: &[u8]) -> Fields;
    fn decode_ref(bytes: &[u8]) -> FieldsRef<'_>;
    fn skim(bytes: &[u8]) -> Skimmed<'_>;
}

impl Mode for Derive {
    const NAME: &'static str = "derive";

    #[inline(never)]
    fn encode(value: &Fields) -> Vec<u8> {
        bincode2::encode_to_vec(value, CONFIG).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn encode_ref(value: &FieldsRef<'_>) -> Vec<u8> {
        bincode2::encode_to_vec(value, CONFIG).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn encode_into(value: &Fields, buffer: &mut [u8]) -> usize {
        bincode2::encode_into_slice(value, buffer, CONFIG).expect(LARGE_ENOUGH)
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> Fields {
        bincode2::decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    #[inline(never)]
    fn decode_ref(bytes: &[u8]) -> FieldsRef<'_> {
        bincode2::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    #[inline(never)]
    fn skim(bytes: &[u8]) -> Skimmed<'_> {
        bincode2::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }
}

impl Mode for Serde {
    const NAME: &'static str = "serde";

    #[inline(never)]
    fn encode(value: &Fields) -> Vec<u8> {
        encode_sized(value)
    }

    #[inline(never)]
    fn encode_ref(value: &FieldsRef<'_>) -> Vec<u8> {
        encode_sized(value)
    }

    #[inline(never)]
    fn encode_into(value: &Fields, buffer: &mut [u8]) -> usize {
        bincode2::serde::encode_into_slice(value, buffer, CONFIG).expect(LARGE_ENOUGH)
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> Fields {
        bincode2::serde::decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    #[inline(never)]
    fn decode_ref(bytes: &[u8]) -> FieldsRef<'_> {
        bincode2::serde::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    #[inline(never)]
    fn skim(bytes: &[u8]) -> Skimmed<'_> {
        bincode2::serde::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }
}

struct By<M>(PhantomData<M>);

impl<M: Mode> Codec for By<M> {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    fn encode(value: &Fields) -> Vec<u8> {
        M::encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        M::decode(bytes)
    }
}

impl<M: Mode> Borrow for By<M> {
    type Ref<'a> = FieldsRef<'a>;

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        M::decode_ref(bytes)
    }
}

pub(super) fn rows(value: &workload::Fields) -> Vec<Row> {
    vec![row::<Derive>(value), row::<Serde>(value)]
}

fn row<M: Mode>(value: &workload::Fields) -> Row {
    let bytes = M::encode(&value.clone().into());
    let mut row = Row::new("bincode 2", "bincode", "2.", M::NAME, bytes.clone());
    rows::encodes::<By<M>>(&mut row, value);
    // The library writes into a slice; the caller brings one that is large enough.
    let room = vec![0; 2 * bytes.len()];
    rows::encode_reused::<By<M>, _>(&mut row, value, "encode_into_slice", room, |room, value| {
        let len = M::encode_into(value, room);
        &room[..len]
    });
    rows::decodes::<By<M>>(&mut row, value);
    rows::decodes_borrowed::<By<M>>(&mut row, value);
    let note = "decodes the record up to this field, the other strings as bytes";
    rows::decode_one::<By<M>>(&mut row, value, note, |bytes| M::skim(bytes).third_field_of_type_string);

    let note = "decode + encode, strings borrowed";
    rows::update_number::<By<M>>(&mut row, note, |bytes, number| {
        let mut record = M::decode_ref(&bytes);
        record.second_field_of_type_u64 = number;
        M::encode_ref(&record)
    });
    rows::update_string::<By<M>>(&mut row, note, |bytes, text| {
        let mut record = M::decode_ref(&bytes);
        record.second_field_of_type_string = text;
        M::encode_ref(&record)
    });
    row
}
