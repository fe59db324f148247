//! Workload B.

use serde_bytes::ByteBuf;

use super::{ROOM, decode, decode_start, encode, encode_into};
use crate::library::Row;
use crate::workloads::fields::change::Change;
use crate::workloads::fields::rows::{self, Codec, Update};
use crate::workloads::fields::{Fields, declare, with_leading_fields};

with_leading_fields!(
    declare!(
        /// The record up to the third string; the strings before it stay bytes, so that nobody checks their text.
        #[derive(serde::Deserialize)]
        #[allow(dead_code)]
        struct Skimmed
    ),
    strings: [ByteBuf],
    then: { third_field_of_type_string: [String], }
);

struct Serde;

impl Codec for Serde {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = ROOM;

    fn encode(value: &Fields) -> Vec<u8> {
        encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        decode(bytes)
    }
}

impl Update for Serde {
    type Kept = ();

    const UPDATE: &'static str = "decode + encode, back into the clone";

    fn update((): &mut (), bytes: Vec<u8>, change: impl Change) -> Vec<u8> {
        rows::rewritten(bytes, change, decode::<Fields>, encode_into)
    }
}

pub(super) fn row(value: &Fields) -> Row {
    let mut row = Row::new("serde_bare", "serde_bare", "0.", "serde", encode(value));
    rows::encodes::<Serde>(&mut row, value);
    rows::encode_into_vec::<Serde>(&mut row, value, "to_writer, to a vector", encode_into);
    rows::decodes::<Serde>(&mut row, value);
    let note = "decodes the record up to this field, the other strings as bytes, which are copied";
    rows::decode_one_owned::<Serde>(&mut row, value, note, |bytes| {
        decode_start::<Skimmed>(bytes).third_field_of_type_string
    });
    rows::updates::<Serde>(&mut row);
    row
}
