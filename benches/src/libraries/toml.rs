//! toml: configuration text through serde, as owned values or with strings borrowed from the text.
//!
//! Its integers are signed and of 64 bits, which all values of the workload fit.

use std::io::Write;

use serde::{Deserialize, Serialize};
use toml::ser::{Buffer, Serializer};

use crate::library::{Library, Row};
use crate::workloads::container::Container;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{Fields, FieldsRef, ThirdString};

/// The library under test.
pub struct Toml;

impl Library for Toml {
    fn name(&self) -> &'static str {
        "toml"
    }

    fn container(&self, _value: &Container) -> Result<Vec<Row>, String> {
        Err("measured on the workload \"fields\" alone".to_owned())
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        let mut row = Row::new("toml", "toml", "1", "serde", encode(value));
        rows::encodes::<Serde>(&mut row, value);
        let (note, kept) = ("a kept Buffer, printed into a kept vector", (Buffer::new(), Vec::new()));
        rows::encode_reused::<Serde, _>(&mut row, value, note, kept, |(buffer, bytes), value| {
            encode_into(buffer, bytes, value);
            bytes
        });
        rows::decodes::<Serde>(&mut row, value);
        rows::decodes_borrowed::<Serde>(&mut row, value);
        let note = "parses the whole record, keeps only this field";
        rows::decode_one::<Serde>(&mut row, value, note, |bytes| {
            decode::<ThirdString>(bytes).third_field_of_type_string
        });

        let note = "decode + encode, strings borrowed";
        rows::update_number::<Serde>(&mut row, note, |bytes, number| {
            let mut record: FieldsRef = decode(bytes);
            record.second_field_of_type_u64 = number;
            encode(&record)
        });
        rows::update_string::<Serde>(&mut row, note, |bytes, text| {
            let mut record: FieldsRef = decode(bytes);
            record.second_field_of_type_string = text;
            encode(&record)
        });
        Ok(vec![row])
    }
}

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
    toml::to_string(value).expect("every value has a type in the format").into_bytes()
}

#[inline(never)]
fn encode_into(buffer: &mut Buffer, bytes: &mut Vec<u8>, value: &Fields) {
    buffer.clear();
    value.serialize(Serializer::new(buffer)).expect("every value has a type in the format");
    bytes.clear();
    write!(bytes, "{buffer}").expect("a vector takes all bytes");
}

#[inline(never)]
fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    toml::from_slice(bytes).expect("the text was written by this library")
}
