//! Scalars as serde sees them: out of their word, and into it.
//!
//! A scalar in a record, and a value of a type of [`value`](crate::value) by itself, are written
//! and read by the functions here; so they look the same.

use alloc::format;

use serde_core::de::{Deserializer, Visitor};
use serde_core::ser::{Serialize, SerializeTuple, Serializer};

use crate::scalar::Serde;
use crate::scalar::civil::Civil;
use crate::scalar::form::{Form, Own};
use crate::scalar::text::{Scaled, parse_decimal};
use crate::schema::Scalar;

/// How formats for people have what has both a number and a text.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Style {
    Text,
    Numbers,
}

/// Writes the value of a word, to a format for people or not.
pub(super) fn write<S: Serializer>(
    (scalar, word): (Scalar, u128),
    (is_text, style): (bool, Style),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if is_text
        && style == Style::Text
        && let Some(civil) = Civil::of(scalar, word)
    {
        return serializer.collect_str(&civil);
    }
    match Form::of(scalar, word) {
        Form::U64(value) => serializer.serialize_u64(value),
        Form::I64(value) => serializer.serialize_i64(value),
        Form::I32(value) => serializer.serialize_i32(value),
        Form::U128(value) => serializer.serialize_u128(value),
        Form::I128(value) => serializer.serialize_i128(value),
        Form::F32(value) => serializer.serialize_f32(value),
        Form::F64(value) => serializer.serialize_f64(value),
        Form::Char(value) => serializer.serialize_char(value),
        Form::Bytes(own) | Form::Octets(own) if is_text => serializer.collect_str(&own),
        Form::Bytes(own) => own.with_bytes(|bytes| serializer.serialize_bytes(bytes)),
        Form::Octets(own) => own.with_bytes(|bytes| {
            let mut tuple = serializer.serialize_tuple(bytes.len())?;
            bytes.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
            tuple.end()
        }),
        Form::Decimal(number) => serializer.serialize_str(&format!("{number}")),
        Form::Degrees(latitude, longitude) => [latitude, longitude].serialize(serializer),
    }
}

/// Asks a format for a value of a scalar type.
pub(super) fn ask<'de, D: Deserializer<'de>, V: Visitor<'de>>(
    scalar: Scalar,
    is_text: bool,
    deserializer: D,
    visitor: V,
) -> Result<V::Value, D::Error> {
    match scalar.row().serde {
        // As text, or as the number.
        Serde::Date | Serde::Time | Serde::Moment | Serde::Span | Serde::Decimal if is_text => {
            deserializer.deserialize_any(visitor)
        }
        Serde::U64 | Serde::Time => deserializer.deserialize_u64(visitor),
        Serde::I64 | Serde::Moment | Serde::Span => deserializer.deserialize_i64(visitor),
        Serde::Date => deserializer.deserialize_i32(visitor),
        Serde::U128 => deserializer.deserialize_u128(visitor),
        Serde::I128 => deserializer.deserialize_i128(visitor),
        Serde::F32 => deserializer.deserialize_f32(visitor),
        Serde::F64 => deserializer.deserialize_f64(visitor),
        Serde::Char => deserializer.deserialize_char(visitor),
        Serde::Bytes if !is_text => deserializer.deserialize_byte_buf(visitor),
        Serde::Octets if !is_text => deserializer.deserialize_tuple(scalar.size() as usize, visitor),
        Serde::Bytes | Serde::Octets | Serde::Decimal => deserializer.deserialize_string(visitor),
        Serde::Degrees => deserializer.deserialize_tuple(2, visitor),
    }
}

/// The word of an integer, whatever the width of the type is.
pub(super) fn of_integer(scalar: Scalar, value: i128) -> Option<u128> {
    match scalar.row().serde {
        Serde::U64
        | Serde::I64
        | Serde::U128
        | Serde::I128
        | Serde::Date
        | Serde::Time
        | Serde::Moment
        | Serde::Span => scalar.word_of(value),
        Serde::Decimal => {
            let unit = 10i128.checked_pow(scalar.scale().unwrap_or(0).into())?;
            scalar.word_of(value.checked_mul(unit)?)
        }
        #[allow(clippy::cast_precision_loss)]
        Serde::F32 | Serde::F64 => of_float(scalar, value as f64),
        Serde::Char | Serde::Bytes | Serde::Octets | Serde::Degrees => None,
    }
}

/// The word of a float, of a type of floats, or of a decimal that it stands for.
pub(super) fn of_float(scalar: Scalar, value: f64) -> Option<u128> {
    match scalar.row().serde {
        Serde::F32 => {
            #[allow(clippy::cast_possible_truncation)]
            let narrow = value as f32;
            (narrow.is_finite() || !value.is_finite()).then(|| narrow.to_bits().into())
        }
        Serde::F64 => Some(value.to_bits().into()),
        Serde::Decimal => of_decimal_float(scalar, value),
        Serde::U64
        | Serde::I64
        | Serde::U128
        | Serde::I128
        | Serde::Char
        | Serde::Bytes
        | Serde::Octets
        | Serde::Date
        | Serde::Time
        | Serde::Moment
        | Serde::Span
        | Serde::Degrees => None,
    }
}

/// The word of the decimal that a float stands for: the number that its shortest text is.
///
/// A float tells numbers of 15 digits apart. What has more of them in units of the scale may have
/// been another number before it became a float, so it has no word.
fn of_decimal_float(scalar: Scalar, value: f64) -> Option<u128> {
    const BEYOND: u128 = 10u128.pow(15);
    match Scaled::of_number(&format!("{value:e}"), scalar.scale()?)? {
        Scaled::Exact(mantissa) if mantissa.unsigned_abs() < BEYOND => scalar.word_of(mantissa),
        Scaled::Exact(_) | Scaled::Finer | Scaled::Beyond => None,
    }
}

/// The word of a text; `None` if it is no value, or the type takes none.
pub(super) fn of_text(scalar: Scalar, text: &str) -> Option<u128> {
    match scalar.row().serde {
        Serde::Char => {
            let mut characters = text.chars();
            let only = characters.next()?;
            characters.next().is_none().then(|| u32::from(only).into())
        }
        Serde::Bytes | Serde::Octets => scalar.read_own(text),
        Serde::Decimal => scalar.word_of(parse_decimal(text, scalar.scale()?)?),
        Serde::Date | Serde::Time | Serde::Moment | Serde::Span => Civil::parse(scalar, text),
        Serde::U64 | Serde::I64 | Serde::U128 | Serde::I128 | Serde::F32 | Serde::F64 | Serde::Degrees => None,
    }
}

/// The word of bytes, of a type that is bytes.
pub(super) fn of_bytes(scalar: Scalar, bytes: &[u8]) -> Option<u128> {
    Own::of_bytes(scalar, bytes).map(Own::word)
}

/// Whether a value can be given as bytes.
pub(super) fn is_bytes(scalar: Scalar) -> bool {
    matches!(scalar.row().serde, Serde::Bytes | Serde::Octets)
}

/// Whether a value is given as degrees.
pub(super) fn is_place(scalar: Scalar) -> bool {
    scalar.row().serde == Serde::Degrees
}
