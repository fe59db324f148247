//! Workload B.
//!
//! Signed numbers are zigzag integers, which stay short below zero.

use prost::Message;

use crate::library::Row;
use crate::workloads::fields::rows::{self, Codec};
use crate::workloads::fields::{self, with_fields};

/// Protocol Buffers have no integers of 8 or 16 bits: `u8` and `u16` widen to `u32` here, `i8` and `i16` to `i32`.
#[derive(Clone, PartialEq, Message)]
struct Fields {
    #[prost(string, tag = "1")]
    field_of_type_string: String,
    #[prost(uint32, tag = "2")]
    field_of_type_u32: u32,
    #[prost(uint64, tag = "3")]
    field_of_type_u64: u64,
    #[prost(sint32, tag = "4")]
    field_of_type_i32: i32,
    #[prost(sint64, tag = "5")]
    field_of_type_i64: i64,
    #[prost(float, tag = "6")]
    field_of_type_f32: f32,
    #[prost(double, tag = "7")]
    field_of_type_f64: f64,
    #[prost(bool, tag = "8")]
    field_of_type_bool: bool,
    #[prost(uint32, tag = "9")]
    field_of_type_u8: u32,
    #[prost(sint32, tag = "10")]
    field_of_type_i8: i32,
    #[prost(uint32, tag = "11")]
    field_of_type_u16: u32,
    #[prost(sint32, tag = "12")]
    field_of_type_i16: i32,
    #[prost(string, tag = "13")]
    second_field_of_type_string: String,
    #[prost(uint32, tag = "14")]
    second_field_of_type_u32: u32,
    #[prost(uint64, tag = "15")]
    second_field_of_type_u64: u64,
    #[prost(sint32, tag = "16")]
    second_field_of_type_i32: i32,
    #[prost(sint64, tag = "17")]
    second_field_of_type_i64: i64,
    #[prost(string, tag = "18")]
    third_field_of_type_string: String,
    #[prost(uint32, tag = "19")]
    third_field_of_type_u32: u32,
    #[prost(uint64, tag = "20")]
    third_field_of_type_u64: u64,
    #[prost(sint32, tag = "21")]
    third_field_of_type_i32: i32,
    #[prost(sint64, tag = "22")]
    third_field_of_type_i64: i64,
    #[prost(string, tag = "23")]
    fourth_field_of_type_string: String,
    #[prost(uint32, tag = "24")]
    fourth_field_of_type_u32: u32,
    #[prost(uint64, tag = "25")]
    fourth_field_of_type_u64: u64,
    #[prost(sint32, tag = "26")]
    fourth_field_of_type_i32: i32,
    #[prost(sint64, tag = "27")]
    fourth_field_of_type_i64: i64,
}

impl From<fields::Fields> for Fields {
    fn from(value: fields::Fields) -> Self {
        macro_rules! widen {
            (($value:expr) $($field:ident: $Type:tt,)*) => {
                Self { $($field: $value.$field.into(),)* }
            };
        }
        with_fields!(widen!(value), strings: [String])
    }
}

/// [`Fields`] without all but the third string.
#[derive(Clone, PartialEq, Message)]
struct OnlyThirdString {
    #[prost(string, tag = "18")]
    third_field_of_type_string: String,
}

struct Derive;

impl Codec for Derive {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = TYPES;
    const DECODE: &'static str = TYPES;

    #[inline(never)]
    fn encode(value: &Fields) -> Vec<u8> {
        value.encode_to_vec()
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Fields {
        Fields::decode(bytes.as_slice()).expect("the bytes were encoded here")
    }
}

const TYPES: &str = "u8 and u16 as uint32, i8 and i16 as sint32";

pub(super) fn row(value: &fields::Fields) -> Row {
    let mut row = Row::new("prost", "prost", "0.14.", "derive", Derive::encode(&value.clone().into()));
    rows::encodes::<Derive>(&mut row, value);
    rows::encode_reused::<Derive, _>(&mut row, value, TYPES, Vec::new(), |buffer, value| {
        encode_into(value, buffer);
        buffer
    });
    rows::decodes::<Derive>(&mut row, value);
    let note = "walks the record; a message type that declares only this field skips the others";
    rows::decode_one_owned::<Derive>(&mut row, value, note, |bytes| third_string(bytes));

    let note = "decode + encode";
    rows::update_number::<Derive>(&mut row, note, |bytes, number| {
        changed(bytes, |message| message.second_field_of_type_u64 = number)
    });
    rows::update_string::<Derive>(&mut row, note, |bytes, text| {
        changed(bytes, |message| text.clone_into(&mut message.second_field_of_type_string))
    });
    row
}

#[inline(never)]
fn encode_into(message: &Fields, buffer: &mut Vec<u8>) {
    buffer.clear();
    message.encode(buffer).expect("a Vec grows as needed");
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> String {
    OnlyThirdString::decode(bytes).expect("the bytes were encoded here").third_field_of_type_string
}

fn changed(bytes: &Vec<u8>, change: impl FnOnce(&mut Fields)) -> Vec<u8> {
    let mut message = Derive::decode(bytes);
    change(&mut message);
    Derive::encode(&message)
}
