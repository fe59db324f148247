//! One value in a key: an optional byte of presence, then bytes whose order is that of the values.
//!
//! ```text
//! column = [00 absent | 01 present] value          inverted byte by byte where larger values sort first
//! value  = word, most significant byte first, mapped so that it sorts       numbers, chars, enums, times, identifiers
//!        | content with 00 as 00 FF, then 00 00                             text and bytes
//! ```
//! No column's bytes begin another's, so that keys are columns one after another. docs/keys.md is
//! normative.

use alloc::vec::Vec;

use super::input::{InputValue, KeyInput};
use crate::error::{Error, ErrorKind, Result};
use crate::scalar::order::{mask, sorted};
use crate::schema::{Column, Enum, Scalar, Schema, Type};

/// What follows 00 where it is part of the content.
pub(super) const ESCAPED: u8 = 0xFF;
/// What follows 00 where the content ends.
pub(super) const END: u8 = 0x00;
pub(super) const ABSENT: u8 = 0x00;
pub(super) const PRESENT: u8 = 0x01;

/// What a value is in a key: what is written where its type is known.
pub(super) enum Cell<'k> {
    Absent,
    Word(Scalar, u128),
    Flag(bool),
    Blob(&'k [u8]),
}

/// Appends a value; with `is_open` a text has no end, and stands for all that begin with it.
pub(super) fn write(key: &mut Vec<u8>, value: &Cell<'_>, optional: bool, descending: bool, is_open: bool) {
    let start = key.len();
    if optional {
        key.push(if matches!(value, Cell::Absent) { ABSENT } else { PRESENT });
    }
    match value {
        Cell::Absent => {}
        Cell::Flag(value) => key.push(u8::from(*value)),
        Cell::Word(scalar, word) => {
            let bytes = sorted(*scalar, *word).to_be_bytes();
            let unused = bytes.len().saturating_sub(scalar.size() as usize);
            key.extend_from_slice(bytes.get(unused..).unwrap_or(&[]));
        }
        Cell::Blob(content) => {
            for (index, part) in content.split(|byte| *byte == 0).enumerate() {
                if index > 0 {
                    key.extend([0, ESCAPED]);
                }
                key.extend_from_slice(part);
            }
            if !is_open {
                key.extend([0, END]);
            }
        }
    }
    if descending {
        key.get_mut(start..).unwrap_or(&mut []).iter_mut().for_each(|byte| *byte = !*byte);
    }
}

/// The value as the column's type stores it.
pub(super) fn fit<'k>(schema: &Schema, column: &Column, input: &KeyInput<'k>) -> Result<Cell<'k>> {
    let fitted = match (&column.ty, input.value) {
        (_, InputValue::Absent) => column.optional.then_some(Cell::Absent),
        (Type::Bool, InputValue::Bool(value)) => Some(Cell::Flag(value)),
        (Type::String, InputValue::Text(text)) => Some(Cell::Blob(text.as_bytes())),
        (Type::Bytes, InputValue::Bytes(content)) => Some(Cell::Blob(content)),
        (Type::Scalar(scalar), InputValue::Word(given, word)) => {
            converted(*scalar, given, word).map(|word| Cell::Word(*scalar, word))
        }
        (Type::Enum(id), value) => {
            let enumeration = schema.enumeration(*id);
            number(enumeration, value).map(|number| Cell::Word(enumeration.repr(), number))
        }
        _ => None,
    };
    fitted.ok_or_else(|| {
        let mark = if column.optional { "?" } else { "" };
        Error::new(ErrorKind::Type, format_args!("{input} is no value of {}{mark}", schema.describe(&column.ty)))
    })
}

/// A word in another type that holds the same value: integers of all widths, and decimals of one
/// scale.
fn converted(scalar: Scalar, given: Scalar, word: u128) -> Option<u128> {
    if scalar == given {
        return Some(word);
    }
    match (scalar.scale(), given.scale()) {
        (None, None) => scalar.word_of_integer(given.integer(word)?),
        (one, other) if one == other => scalar.word_of(given.number(word)),
        _ => None,
    }
}

/// The number of a variant, given by its name or as an integer.
fn number(enumeration: &Enum, value: InputValue<'_>) -> Option<u128> {
    let number = match value {
        InputValue::Text(name) => enumeration.number(name)?,
        InputValue::Variant(number) => number,
        InputValue::Word(scalar, word) => u64::try_from(scalar.integer(word)?).ok()?,
        _ => return None,
    };
    is_number(enumeration, number).then_some(u128::from(number))
}

/// Whether a value of the enum can have the number.
pub(super) fn is_number(enumeration: &Enum, number: u64) -> bool {
    let is_held = u128::from(number) <= mask(enumeration.repr());
    is_held && (enumeration.is_open() || enumeration.variant(number).is_some())
}
