//! One value in a key: an optional byte of presence, then bytes whose order is that of the values.
//!
//! ```text
//! column = [00 absent | 01 present] value          inverted byte by byte where larger values sort first
//! value  = word, most significant byte first, mapped so that it sorts       numbers, chars, enums, times, identifiers
//!        | content with 00 as 00 FF, then 00 00                             text and bytes
//! ```
//! No column's bytes begin another's, so that keys are columns one after another. docs/keys.md is normative.

use alloc::vec::Vec;

use super::input::{Inner, KeyInput};
use crate::error::{Error, Kind, Result};
use crate::schema::word::word_of;
use crate::schema::{Column, Enum, Scalar, Schema, Type};

/// What follows 00 where it is part of the content.
pub(super) const ESCAPED: u8 = 0xFF;
/// What follows 00 where the content ends.
pub(super) const END: u8 = 0x00;
pub(super) const ABSENT: u8 = 0x00;
pub(super) const PRESENT: u8 = 0x01;

/// How the words of a scalar sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Unsigned,
    Signed,
    Float,
    /// Sixteen bytes as they are stored.
    Stored,
}

fn order(scalar: Scalar) -> Order {
    match scalar {
        Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::I128
        | Scalar::Date
        | Scalar::Timestamp(_)
        | Scalar::Duration
        | Scalar::Decimal(_)
        | Scalar::Decimal128(_) => Order::Signed,
        Scalar::F32 | Scalar::F64 => Order::Float,
        Scalar::Uuid | Scalar::Ulid => Order::Stored,
        Scalar::U8
        | Scalar::U16
        | Scalar::U32
        | Scalar::U64
        | Scalar::U128
        | Scalar::Char
        | Scalar::Time
        | Scalar::Geo4
        | Scalar::Geo8
        | Scalar::Geo16 => Order::Unsigned,
    }
}

/// All bits of a scalar's word.
pub(super) fn mask(scalar: Scalar) -> u128 {
    u128::MAX.wrapping_shr(128u32.saturating_sub(scalar.size().saturating_mul(8)))
}

fn sign(scalar: Scalar) -> u128 {
    mask(scalar) ^ mask(scalar) >> 1
}

/// A word as the integer that sorts.
pub(super) fn sorted(scalar: Scalar, word: u128) -> u128 {
    match order(scalar) {
        Order::Unsigned => word,
        Order::Signed => word ^ sign(scalar),
        Order::Float if word & sign(scalar) != 0 => word ^ mask(scalar),
        Order::Float => word | sign(scalar),
        Order::Stored => word.swap_bytes(),
    }
}

/// The word of an integer that [`sorted`] gives.
pub(super) fn unsorted(scalar: Scalar, sorted: u128) -> u128 {
    match order(scalar) {
        Order::Unsigned => sorted,
        Order::Float if sorted & sign(scalar) == 0 => sorted ^ mask(scalar),
        Order::Signed | Order::Float => sorted ^ sign(scalar),
        Order::Stored => sorted.swap_bytes(),
    }
}

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
        (_, Inner::Absent) => column.optional.then_some(Cell::Absent),
        (Type::Bool, Inner::Bool(value)) => Some(Cell::Flag(value)),
        (Type::String, Inner::Text(text)) => Some(Cell::Blob(text.as_bytes())),
        (Type::Bytes, Inner::Bytes(content)) => Some(Cell::Blob(content)),
        (Type::Scalar(scalar), Inner::Word(given, word)) => {
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
        let message = alloc::format!("{input} is no value of {}{mark}", schema.describe(&column.ty));
        Error::new(Kind::Type, message)
    })
}

/// An integer's value, if its word is one of an integer type below `u128`.
fn integer(scalar: Scalar, word: u128) -> Option<i128> {
    match scalar {
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::U128 => i128::try_from(word).ok(),
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128 => {
            let unused = 128u32.saturating_sub(scalar.size().saturating_mul(8));
            Some(word.wrapping_shl(unused).cast_signed().wrapping_shr(unused))
        }
        _ => None,
    }
}

/// A word in another type that holds the same value: integers of all widths, and decimals of one scale.
fn converted(scalar: Scalar, given: Scalar, word: u128) -> Option<u128> {
    match (scalar, given) {
        _ if scalar == given => Some(word),
        (Scalar::Decimal(scale), Scalar::Decimal128(other)) if scale == other => {
            word_of(Scalar::I64, word.cast_signed())
        }
        (Scalar::Decimal128(scale), Scalar::Decimal(other)) if scale == other => {
            integer(Scalar::I64, word).map(i128::cast_unsigned)
        }
        _ => word_of(scalar, integer(given, word)?),
    }
}

/// The number of a variant, given by its name or as an integer.
fn number(enumeration: &Enum, value: Inner<'_>) -> Option<u128> {
    let number = match value {
        Inner::Text(name) => enumeration.number(name)?,
        Inner::Variant(number) => number,
        Inner::Word(scalar, word) => u64::try_from(integer(scalar, word)?).ok()?,
        _ => return None,
    };
    is_number(enumeration, number).then_some(u128::from(number))
}

/// Whether a value of the enum can have the number.
pub(super) fn is_number(enumeration: &Enum, number: u64) -> bool {
    let is_held = u128::from(number) <= mask(enumeration.repr());
    is_held && (enumeration.is_open() || enumeration.variant(number).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_words_go_back_to_where_they_came_from() {
        let scalars = Scalar::NAMED.into_iter().chain([Scalar::Decimal(2), Scalar::Decimal128(2)]);
        for scalar in scalars {
            let (mask, sign) = (mask(scalar), sign(scalar));
            for word in [0, 1, mask, mask >> 1, sign, sign | 1, 0x0123_4567_89AB_CDEF_0011_2233_4455_6677 & mask] {
                assert_eq!(unsorted(scalar, sorted(scalar, word)), word, "{scalar} {word:x}");
                assert!(sorted(scalar, word) <= mask);
            }
        }
    }

    #[test]
    fn floats_sort_in_total_order() {
        let values = [-f64::NAN, f64::NEG_INFINITY, -1.0, -0.0, 0.0, f64::MIN_POSITIVE, 1.0, f64::INFINITY, f64::NAN];
        let words = values.map(|value| sorted(Scalar::F64, value.to_bits().into()));
        assert!(words.is_sorted() && values.is_sorted_by(|a, b| a.total_cmp(b).is_lt()));
    }
}
