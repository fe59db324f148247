//! Workload B.

use bson::RawBsonRef;
use bson::raw::CStr;

use super::raw::{replaced, root};
use super::{OWN_BYTES, Serde, TYPES};
use crate::format::{Encode as _, Of};
use crate::library::Row;
use crate::workloads::fields::format::row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{Fields, FieldsRef, with_fields};

struct Raw;

impl Codec for Raw {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = TYPES;

    fn encode(value: &Fields) -> Vec<u8> {
        Serde.encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        <Of<Serde> as Codec>::decode(bytes)
    }
}

impl Borrow for Raw {
    type Ref<'a> = FieldsRef<'a>;

    const BORROW: &'static str = "elements in the order they were written, each name compared";

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        read_all(bytes).expect(OWN_BYTES)
    }
}

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
            // As serde does: the shorter type if it fits.
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
    vec![row::<Serde>(value), raw(value)]
}

fn raw(value: &Fields) -> Row {
    let mut row = Row::new("bson", "bson", "3", "raw", Raw::encode(value)).borrowed();
    rows::encodes::<Raw>(&mut row, value);
    let kept = (Serde, Vec::new());
    rows::encode_reused::<Raw, _>(&mut row, value, TYPES, kept, |(format, buffer), value| {
        format.encode_into(value, buffer)
    });
    rows::decodes_borrowed::<Raw>(&mut row, value);
    rows::decode_one::<Raw>(&mut row, value, "", |bytes| third_string(bytes));
    let note = "copies the other elements into a new document";
    rows::update_number::<Raw>(&mut row, note, |bytes, number| set_number(bytes, number));
    rows::update_string::<Raw>(&mut row, note, |bytes, text| set_string(bytes, text));
    row
}
