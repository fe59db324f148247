//! Workload B.

use simd_json::prelude::ValueIntoString;
use simd_json::tape;

use super::{Parser, encode, encode_into};
use crate::library::Row;
use crate::workloads::fields::change::Change;
use crate::workloads::fields::rows::{self, Codec, Update};
use crate::workloads::fields::visits::{self, Visit, VisitAll};
use crate::workloads::fields::{Fields, FieldsRef};

struct Serde;

impl Codec for Serde {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const DECODE: &'static str = "copies the text, which the parser changes, into a kept buffer";

    fn encode(value: &Fields) -> Vec<u8> {
        encode(value)
    }

    /// For proofs; what is timed keeps its parser.
    fn decode(text: &Vec<u8>) -> Fields {
        Parser::default().decode(text)
    }
}

impl Visit for Serde {
    type Kept = Parser;

    const ONE: &'static str = "copies and parses the whole text, then looks the field up in the tape";

    fn third_string<T>(parser: &mut Parser, text: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(parser.find(text, third_string))
    }
}

impl VisitAll for Serde {
    const ALL: &'static str = "strings borrowed from a copy of the text in a kept buffer";

    fn fields<T>(parser: &mut Parser, text: &Vec<u8>, take: impl FnOnce(&FieldsRef<'_>) -> T) -> T {
        take(&parser.decode(text))
    }
}

impl Update for Serde {
    type Kept = Parser;

    const UPDATE: &'static str = "decode in the clone + encode, strings borrowed";

    fn update(parser: &mut Parser, text: &Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut text = text.clone();
        let mut record: FieldsRef = parser.decode_mut(&mut text);
        change.apply(&mut record);
        encode(&record)
    }
}

fn third_string<'a>(root: tape::Value<'_, 'a>) -> Option<&'a str> {
    root.get("third_field_of_type_string")?.into_string()
}

pub(super) fn row(value: &Fields) -> Row {
    let mut row = Row::new("simd-json", "simd-json", "0.", "serde", encode(value));
    rows::encodes::<Serde>(&mut row, value);
    rows::encode_into_vec::<Serde>(&mut row, value, "to_writer, to a vector", |buffer, value| {
        buffer.clear();
        encode_into(buffer, value);
    });
    rows::decodes_by::<Serde, _>(&mut row, value, || {
        let mut parser = Parser::default();
        move |text: &Vec<u8>| parser.decode(text)
    });
    visits::visits_all::<Serde>(&mut row, value);
    visits::visits_one::<Serde>(&mut row, value);
    rows::updates::<Serde>(&mut row);
    row
}
