//! Workload B.

use simd_json::prelude::ValueIntoString;
use simd_json::tape;

use super::{Parser, encode, encode_into};
use crate::library::Row;
use crate::workloads::fields::rows::{self, Codec};
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

fn third_string<'a>(root: tape::Value<'_, 'a>) -> Option<&'a str> {
    root.get("third_field_of_type_string")?.into_string()
}

pub(super) fn row(value: &Fields) -> Row {
    let mut row = Row::new("simd-json", "simd-json", "0.", "serde", encode(value));
    rows::encodes::<Serde>(&mut row, value);
    let note = "to_writer, to a vector";
    rows::encode_reused::<Serde, _>(&mut row, value, note, Vec::new(), |buffer, value| {
        buffer.clear();
        encode_into(buffer, value);
        buffer
    });
    visits::decodes_kept::<Serde, Parser>(&mut row, value, |parser, text| parser.decode(text));
    visits::visits_all::<Serde>(&mut row, value);
    visits::visits_one::<Serde>(&mut row, value);

    let note = "decode in the clone + encode, strings borrowed";
    let mut parser = Parser::default();
    rows::update_number::<Serde>(&mut row, note, move |mut text, number| {
        changed(&mut parser, &mut text, |record| record.second_field_of_type_u64 = number)
    });
    let mut parser = Parser::default();
    rows::update_string::<Serde>(&mut row, note, move |mut text, new| {
        changed(&mut parser, &mut text, |record| record.second_field_of_type_string = new)
    });
    row
}

fn changed<'a>(parser: &mut Parser, text: &'a mut [u8], change: impl FnOnce(&mut FieldsRef<'a>)) -> Vec<u8> {
    let mut record: FieldsRef = parser.decode_mut(text);
    change(&mut record);
    encode(&record)
}
