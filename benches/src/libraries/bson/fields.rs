//! Workload B, in both modes: both write through serde; the raw one reads and updates by access to the raw bytes.

use bson::RawBsonRef;
use bson::raw::CStr;

use super::raw::{replaced, root};
use super::{OWN_BYTES, decode, encode, encode_into};
use crate::library::Row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{Fields, FieldsRef, ThirdString, with_fields};

const TYPES: &str = "f32 as double, every integer as int32 or int64";

/// One way of reading.
trait Mode: Borrow<Owned = Fields, Bytes = Vec<u8>> {
    const NAME: &'static str;
    const DECODE_ONE: &'static str;
    const UPDATE_ONE: &'static str;

    fn third_string(bytes: &[u8]) -> &str;
    fn set_number(bytes: &[u8], number: u64) -> Vec<u8>;
    fn set_string(bytes: &[u8], text: &str) -> Vec<u8>;
}

struct Serde;

impl Codec for Serde {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = TYPES;
    const DECODE: &'static str = TYPES;

    fn encode(value: &Fields) -> Vec<u8> {
        encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        decode(bytes)
    }
}

impl Borrow for Serde {
    type Ref<'a> = FieldsRef<'a>;

    const BORROW: &'static str = TYPES;

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        decode(bytes)
    }
}

impl Mode for Serde {
    const NAME: &'static str = "serde";
    const DECODE_ONE: &'static str = "parses the whole record, skips the other fields";
    const UPDATE_ONE: &'static str = "decode + encode, strings borrowed";

    fn third_string(bytes: &[u8]) -> &str {
        decode::<ThirdString>(bytes).third_field_of_type_string
    }

    fn set_number(bytes: &[u8], number: u64) -> Vec<u8> {
        changed(bytes, |record| record.second_field_of_type_u64 = number)
    }

    fn set_string(bytes: &[u8], text: &str) -> Vec<u8> {
        changed(bytes, |record| record.second_field_of_type_string = text)
    }
}

fn changed<'a>(bytes: &'a [u8], change: impl FnOnce(&mut FieldsRef<'a>)) -> Vec<u8> {
    let mut record: FieldsRef = decode(bytes);
    change(&mut record);
    // The old length tells how much room the new bytes need, with some to grow.
    let mut changed = Vec::with_capacity(2 * bytes.len());
    encode_into(&mut changed, &record);
    changed
}

struct Raw;

impl Codec for Raw {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = TYPES;

    fn encode(value: &Fields) -> Vec<u8> {
        encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        decode(bytes)
    }
}

impl Borrow for Raw {
    type Ref<'a> = FieldsRef<'a>;

    const BORROW: &'static str = "elements in the order they were written, each name compared";

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        read_all(bytes).expect(OWN_BYTES)
    }
}

impl Mode for Raw {
    const NAME: &'static str = "raw";
    const DECODE_ONE: &'static str = "";
    const UPDATE_ONE: &'static str = "copies the other elements into a new document";

    #[inline(never)]
    fn third_string(bytes: &[u8]) -> &str {
        let found = root(bytes).and_then(|document| document.get_str("third_field_of_type_string").ok());
        found.expect(OWN_BYTES)
    }

    #[inline(never)]
    fn set_number(bytes: &[u8], number: u64) -> Vec<u8> {
        let number = i64::try_from(number).expect("the format has no larger numbers");
        let changed = root(bytes).and_then(|document| {
            replaced(document, "second_field_of_type_u64", |out, key, _| {
                // As serde writes it: as an int32 if it is one.
                match i32::try_from(number) {
                    Ok(small) => out.append(key, small),
                    Err(_) => out.append(key, number),
                }
                Some(())
            })
        });
        changed.expect(OWN_BYTES).into_bytes()
    }

    #[inline(never)]
    fn set_string(bytes: &[u8], text: &str) -> Vec<u8> {
        let changed = root(bytes).and_then(|document| {
            replaced(document, "second_field_of_type_string", |out, key, _| {
                out.append(key, text);
                Some(())
            })
        });
        changed.expect(OWN_BYTES).into_bytes()
    }
}

macro_rules! read {
    ($value:expr, str) => { $value.as_str() };
    ($value:expr, bool) => { $value.as_bool() };
    ($value:expr, f32) => { $value.as_f64().map(|wide| wide as f32) };
    ($value:expr, f64) => { $value.as_f64() };
    ($value:expr, $Integer:ident) => { integer($value).and_then(|wide| $Integer::try_from(wide).ok()) };
    // The whole document, for `with_fields`.
    (($elements:expr) $($field:ident: [$Type:ident],)*) => {
        FieldsRef { $($field: read!(next($elements, stringify!($field))?, $Type)?,)* }
    };
}

#[inline(never)]
fn read_all(bytes: &[u8]) -> Option<FieldsRef<'_>> {
    let elements = &mut root(bytes)?.iter();
    Some(with_fields!(read!(elements), strings: [str]))
}

/// The value of the next element if that has the given name.
fn next<'a>(
    elements: &mut impl Iterator<Item = bson::error::Result<(&'a CStr, RawBsonRef<'a>)>>,
    name: &str,
) -> Option<RawBsonRef<'a>> {
    let (key, value) = elements.next()?.ok()?;
    (key.as_str() == name).then_some(value)
}

/// An integer in either of the format's two types.
fn integer(value: RawBsonRef<'_>) -> Option<i64> {
    match value {
        RawBsonRef::Int32(number) => Some(number.into()),
        RawBsonRef::Int64(number) => Some(number),
        _ => None,
    }
}

pub(super) fn rows(value: &Fields) -> Vec<Row> {
    let mut serde = row::<Serde>(value);
    rows::decodes::<Serde>(&mut serde, value);
    vec![serde, row::<Raw>(value).borrowed()]
}

fn row<M: Mode>(value: &Fields) -> Row {
    let mut row = Row::new("bson", "bson", "3", M::NAME, M::encode(value));
    rows::encodes::<M>(&mut row, value);
    rows::encode_reused::<M, _>(&mut row, value, TYPES, Vec::new(), |buffer, value| {
        buffer.clear();
        encode_into(buffer, value);
        buffer
    });
    rows::decodes_borrowed::<M>(&mut row, value);
    rows::decode_one::<M>(&mut row, value, M::DECODE_ONE, |bytes| M::third_string(bytes));
    rows::update_number::<M>(&mut row, M::UPDATE_ONE, |bytes, number| M::set_number(bytes, number));
    rows::update_string::<M>(&mut row, M::UPDATE_ONE, |bytes, text| M::set_string(bytes, text));
    row
}
