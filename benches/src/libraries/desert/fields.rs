//! Workload B.

use desert_rust::{
    BinaryCodec, BinaryDeserializer, BinaryInput, BinaryOutput, BinarySerializer, DeserializationContext, Result,
    SerializationContext,
};

use super::{ROOM, decode, encode, encode_into};
use crate::library::Row;
use crate::workloads::fields::change::{Change, editable};
use crate::workloads::fields::rows::{self, Codec, Update};
use crate::workloads::fields::{self as workload, convert, declare, with_fields, with_leading_fields};

with_fields!(
    declare!(
        #[derive(PartialEq, BinaryCodec)]
        struct Fields
    ),
    strings: [String]
);

with_leading_fields!(
    declare!(
        /// The record up to the third string.
        #[derive(BinaryCodec)]
        #[allow(dead_code)]
        struct Skimmed
    ),
    strings: [Passed],
    then: { third_field_of_type_string: [String], }
);

/// A string that a reader passes; nobody copies it or checks its text.
struct Passed;

impl BinaryDeserializer for Passed {
    fn deserialize(context: &mut DeserializationContext<'_>) -> Result<Self> {
        let len = context.read_var_i32()?;
        context.skip(len.try_into()?)?;
        Ok(Self)
    }
}

/// The derive makes both directions of [`Skimmed`]; this one is never used.
impl BinarySerializer for Passed {
    fn serialize<Output: BinaryOutput>(&self, context: &mut SerializationContext<Output>) -> Result<()> {
        context.write_var_i32(0);
        Ok(())
    }
}

impl From<workload::Fields> for Fields {
    fn from(value: workload::Fields) -> Self {
        with_fields!(convert!(value), strings: [String])
    }
}

editable!(Fields);

struct Derive;

impl Codec for Derive {
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

impl Update for Derive {
    type Kept = ();

    const UPDATE: &'static str = "decode + encode, back into the clone";

    fn update((): &mut (), bytes: Vec<u8>, change: impl Change) -> Vec<u8> {
        rows::rewritten(bytes, change, decode::<Fields>, encode_into)
    }
}

pub(super) fn row(value: &workload::Fields) -> Row {
    let mut row = Row::new("desert", "desert_rust", "0.", "derive", encode(&Fields::from(value.clone())));
    rows::encodes::<Derive>(&mut row, value);
    rows::encode_into_vec::<Derive>(&mut row, value, "serialize_into_byte_vec", encode_into);
    rows::decodes::<Derive>(&mut row, value);
    let note = "decodes the record up to this field, passes the other strings";
    rows::decode_one_owned::<Derive>(&mut row, value, note, |bytes| {
        decode::<Skimmed>(bytes).third_field_of_type_string
    });
    rows::updates::<Derive>(&mut row);
    row
}
