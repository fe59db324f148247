//! Workload B, in two modes: structs as arrays, and structs as maps with the names of their fields.

use std::fmt;

use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{decode, encode, encode_into};
use crate::library::Row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{Fields, FieldsRef, ThirdString, with_leading_fields};

/// One way of writing structs.
trait Layout: Borrow<Owned = Fields, Bytes = Vec<u8>> {
    const NAME: &'static str;

    fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize);
    fn third_string(bytes: &[u8]) -> &str;
}

struct Positional;

impl Codec for Positional {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    fn encode(value: &Fields) -> Vec<u8> {
        encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        decode(bytes)
    }
}

impl Borrow for Positional {
    type Ref<'a> = FieldsRef<'a>;

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        decode(bytes)
    }
}

impl Layout for Positional {
    const NAME: &'static str = "positional";

    fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize) {
        encode_into(buffer, value);
    }

    fn third_string(bytes: &[u8]) -> &str {
        decode::<PositionOfThirdString>(bytes).0
    }
}

struct Named;

impl Codec for Named {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    #[inline(never)]
    fn encode(value: &Fields) -> Vec<u8> {
        rmp_serde::to_vec_named(value).expect("serde knows the lengths of the value")
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        decode(bytes)
    }
}

impl Borrow for Named {
    type Ref<'a> = FieldsRef<'a>;

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        decode(bytes)
    }
}

impl Layout for Named {
    const NAME: &'static str = "named";

    #[inline(never)]
    fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize) {
        rmp_serde::encode::write_named(buffer, value).expect("a vector takes all bytes");
    }

    fn third_string(bytes: &[u8]) -> &str {
        decode::<ThirdString>(bytes).third_field_of_type_string
    }
}

/// The third string alone, from an array; serde skips the other elements.
struct PositionOfThirdString<'a>(&'a str);

impl<'de: 'a, 'a> Deserialize<'de> for PositionOfThirdString<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Elements;

        impl<'de> Visitor<'de> for Elements {
            type Value = PositionOfThirdString<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an array with a string after the leading fields")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
                for _ in LEADING {
                    elements.next_element::<IgnoredAny>()?;
                }
                let found = elements.next_element()?.ok_or_else(|| A::Error::invalid_length(LEADING.len(), &self))?;
                while elements.next_element::<IgnoredAny>()?.is_some() {}
                Ok(PositionOfThirdString(found))
            }
        }

        deserializer.deserialize_seq(Elements)
    }
}

macro_rules! names {
    (() $($field:ident: $Type:tt,)*) => {
        &[$(stringify!($field)),*]
    };
}

const LEADING: &[&str] = with_leading_fields!(names!(), strings: [str], then: {});

pub(super) fn rows(value: &Fields) -> Vec<Row> {
    vec![row::<Positional>(value), row::<Named>(value)]
}

fn row<L: Layout>(value: &Fields) -> Row {
    let mut row = Row::new("rmp-serde", "rmp-serde", "1", L::NAME, L::encode(value));
    rows::encodes::<L>(&mut row, value);
    rows::encode_reused::<L, _>(&mut row, value, "write into a vector", Vec::new(), |buffer, value| {
        buffer.clear();
        L::encode_into(buffer, value);
        buffer
    });
    rows::decodes::<L>(&mut row, value);
    rows::decodes_borrowed::<L>(&mut row, value);
    let note = "parses the whole record, skips the other fields";
    rows::decode_one::<L>(&mut row, value, note, |bytes| L::third_string(bytes));

    let note = "decode + encode, strings borrowed";
    rows::update_number::<L>(&mut row, note, |bytes, number| {
        changed::<L>(&bytes, |record| record.second_field_of_type_u64 = number)
    });
    rows::update_string::<L>(&mut row, note, |bytes, text| {
        changed::<L>(&bytes, |record| record.second_field_of_type_string = text)
    });
    row
}

fn changed<'a, L: Layout>(bytes: &'a [u8], change: impl FnOnce(&mut FieldsRef<'a>)) -> Vec<u8> {
    let mut record: FieldsRef = decode(bytes);
    change(&mut record);
    // The old length tells how much room the new bytes need, with some to grow.
    let mut changed = Vec::with_capacity(2 * bytes.len());
    L::encode_into(&mut changed, &record);
    changed
}
