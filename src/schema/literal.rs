//! Declared defaults as values: between the stored words and blobs, and text, builders and JSON.
//!
//! A schema keeps a default as the word that slots differ from. A [`Literal`] is the same thing as
//! people and other programs see it.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::scalar::text::{Own, write_decimal};
use crate::scalar::{Scalar, Text, WordOrder};

/// The value of a declared default. Displayed, it is what schema text writes.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::Literal;
///
/// let schema = Schema::parse("struct User { age: u16 = 18, name: string = \"?\", nick: string } root User;")?;
/// let defaults: Vec<_> = schema.root().fields().iter().map(|field| schema.default_value(field)).collect();
/// assert_eq!(defaults, [Some(Literal::Unsigned(18)), Some(Literal::Text("?".into())), None]);
/// assert_eq!(Literal::from("?").to_string(), "\"?\"");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Literal {
    /// Of a bool.
    Bool(bool),
    /// Of an unsigned integer or a time; the stored word of an identifier or a place.
    Unsigned(u128),
    /// Of a signed integer, date, timestamp or duration.
    Signed(i128),
    /// Of an `f32`.
    F32(f32),
    /// Of an `f64`.
    F64(f64),
    /// Of a decimal: the number times ten to the power of the second part.
    Decimal(i128, u8),
    /// Of a char.
    Char(char),
    /// Of a string, or of a type that schema text writes in quotation marks. Where a builder takes
    /// a default it may be anything that schema text writes without quotes, too.
    Text(String),
    /// Of bytes.
    Bytes(Vec<u8>),
    /// Of an enum: the name of the variant.
    Variant(String),
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            // The sign is all of a NaN that text keeps.
            Self::F32(value) if value.is_nan() && value.is_sign_negative() => f.write_str("-NaN"),
            Self::F64(value) if value.is_nan() && value.is_sign_negative() => f.write_str("-NaN"),
            Self::Unsigned(value) => write!(f, "{value}"),
            Self::Signed(value) => write!(f, "{value}"),
            Self::F32(value) => write!(f, "{value:?}"),
            Self::F64(value) => write!(f, "{value:?}"),
            Self::Decimal(mantissa, scale) => write_decimal(f, *mantissa, *scale),
            Self::Char(value) => write!(f, "{value:?}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Bytes(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
            Self::Variant(name) => f.write_str(name),
        }
    }
}

macro_rules! from {
    ($($from:ty => |$value:ident| $literal:expr;)*) => {$(
        impl From<$from> for Literal {
            fn from($value: $from) -> Self {
                $literal
            }
        }
    )*};
}
from! {
    bool => |value| Self::Bool(value);
    u8 => |value| Self::Unsigned(value.into());
    u16 => |value| Self::Unsigned(value.into());
    u32 => |value| Self::Unsigned(value.into());
    u64 => |value| Self::Unsigned(value.into());
    u128 => |value| Self::Unsigned(value);
    i8 => |value| Self::Signed(value.into());
    i16 => |value| Self::Signed(value.into());
    i32 => |value| Self::Signed(value.into());
    i64 => |value| Self::Signed(value.into());
    i128 => |value| Self::Signed(value);
    f32 => |value| Self::F32(value);
    f64 => |value| Self::F64(value);
    char => |value| Self::Char(value);
    &str => |value| Self::Text(value.to_owned());
    String => |value| Self::Text(value);
    &[u8] => |value| Self::Bytes(value.to_vec());
    Vec<u8> => |value| Self::Bytes(value);
}

impl<const N: usize> From<&[u8; N]> for Literal {
    fn from(value: &[u8; N]) -> Self {
        Self::Bytes(value.to_vec())
    }
}

/// What a stored word means.
// The word is narrowed to the scalar it came from.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn of_word(scalar: Scalar, word: u128) -> Literal {
    match (scalar.row().text, scalar.row().order) {
        (Text::Number | Text::Word, WordOrder::Signed) => Literal::Signed(scalar.number(word)),
        (Text::Number | Text::Word, WordOrder::Unsigned | WordOrder::Float | WordOrder::Bytes) => {
            Literal::Unsigned(word)
        }
        (Text::Float, _) if scalar.size() == 4 => Literal::F32(f32::from_bits(word as u32)),
        (Text::Float, _) => Literal::F64(f64::from_bits(word as u64)),
        (Text::Decimal, _) => Literal::Decimal(scalar.number(word), scalar.scale().unwrap_or(0)),
        (Text::Quoted, _) => Literal::Text(Own::new(scalar, word).to_string()),
        (Text::Char, _) => Literal::Char(char::from_u32(word as u32).unwrap_or_default()),
    }
}
