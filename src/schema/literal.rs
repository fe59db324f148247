//! Declared defaults as values: between the stored words and blobs, and text, builders and JSON.
//!
//! A schema keeps a default as the word that slots differ from. A [`Literal`] is the same thing as people and other programs see it;
//! whether it fits a field is decided by the field's type, in one place for all forms of a schema.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::definition::Field;
use super::draft::{DraftDefault, DraftType};
use super::model::Schema;
use super::parser::parse_word;
use super::types::{Default, Scalar, Type};
use crate::scalar::{Geo4, Geo8, Geo16, Time, decimal};
use crate::typed::scalar::Scalar as _;

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
    /// Of a string. Where a builder takes a default it may be anything that schema text writes without quotes, too.
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
            Self::Decimal(mantissa, scale) => decimal::write(f, *mantissa, *scale),
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

impl Literal {
    /// As the default of a field of the type; a message if it is none.
    pub(super) fn to_draft(&self, ty: &DraftType) -> Result<DraftDefault, String> {
        let word = match (ty, self) {
            (DraftType::String | DraftType::Bytes, Self::Text(text)) => {
                return Ok(DraftDefault::Blob(text.as_bytes().to_vec()));
            }
            (DraftType::Bytes, Self::Bytes(bytes)) => return Ok(DraftDefault::Blob(bytes.clone())),
            (DraftType::Named(_), Self::Variant(name) | Self::Text(name)) => {
                return Ok(DraftDefault::Name(name.clone()));
            }
            (DraftType::Named(_), Self::Unsigned(number)) => Some(*number),
            (DraftType::Bool, Self::Bool(value)) => Some(u128::from(*value)),
            (DraftType::Scalar(Scalar::Char), Self::Char(value)) => Some(u128::from(u32::from(*value))),
            (DraftType::Scalar(Scalar::Char), Self::Text(text)) => only_char(text),
            // As bits, so that every NaN stays itself.
            (DraftType::Scalar(Scalar::F32), Self::F32(value)) => Some(u128::from(value.to_bits())),
            (DraftType::Scalar(Scalar::F64), Self::F64(value)) => Some(u128::from(value.to_bits())),
            (DraftType::Scalar(scalar), Self::Text(text)) => parse_word(*scalar, text),
            (
                DraftType::Scalar(scalar),
                Self::Unsigned(_) | Self::Signed(_) | Self::F32(_) | Self::F64(_) | Self::Decimal(..),
            ) => parse_word(*scalar, &self.to_string()),
            _ => None,
        };
        match (word, ty) {
            (Some(word), _) => Ok(DraftDefault::Word(word)),
            (None, DraftType::List(..) | DraftType::Map(..) | DraftType::Array(..)) => {
                Err(format!("a field of the type {ty} takes no default"))
            }
            (None, _) => Err(format!("{self} is not a value of {ty}")),
        }
    }
}

/// The number of the only character of a text.
fn only_char(text: &str) -> Option<u128> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) => Some(u128::from(u32::from(only))),
        _ => None,
    }
}

/// Whether a word is one that a slot of the type can hold.
pub(super) fn is_word_of(scalar: Scalar, word: u128) -> bool {
    let bits = scalar.size().saturating_mul(8);
    if word.checked_shr(bits).unwrap_or(0) != 0 {
        return false;
    }
    match scalar {
        Scalar::Char => u32::try_from(word).is_ok_and(|word| char::from_u32(word).is_some()),
        Scalar::Time => u64::try_from(word).is_ok_and(|word| Time::from_nanos(word).is_some()),
        Scalar::Geo4 => u32::try_from(word).is_ok_and(|word| Geo4::from_word(word).is_some()),
        Scalar::Geo8 => u64::try_from(word).is_ok_and(|word| Geo8::from_word(word).is_some()),
        Scalar::Geo16 => Geo16::from_word(word).is_some(),
        _ => true,
    }
}

/// What a stored word means.
// The word is narrowed to the scalar it came from.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
pub(super) fn of_word(scalar: Scalar, word: u128) -> Literal {
    match scalar {
        Scalar::I8 => (word as i8).into(),
        Scalar::I16 => (word as i16).into(),
        Scalar::I32 | Scalar::Date => (word as i32).into(),
        Scalar::I64 | Scalar::Timestamp(_) | Scalar::Duration => (word as i64).into(),
        Scalar::I128 => Literal::Signed(word.cast_signed()),
        Scalar::F32 => Literal::F32(f32::from_bits(word as u32)),
        Scalar::F64 => Literal::F64(f64::from_bits(word as u64)),
        Scalar::Char => Literal::Char(char::from_u32(word as u32).unwrap_or_default()),
        Scalar::Decimal(scale) => Literal::Decimal(i128::from(word as i64), scale),
        Scalar::Decimal128(scale) => Literal::Decimal(word.cast_signed(), scale),
        // Of identifiers and places it is the stored word.
        _ => Literal::Unsigned(word),
    }
}

impl Schema {
    /// The default that a field declares; `None` if it has its type's own: zero, false, the first variant, empty, or absent.
    ///
    /// ```
    /// use vellum::Schema;
    /// use vellum::schema::Literal;
    ///
    /// let text = "enum Fruit { apples, pears } struct Basket { fruit: Fruit = pears, price: decimal(2) = 1.50 } root Basket;";
    /// let schema = Schema::parse(text)?;
    /// let [fruit, price] = schema.root().fields() else { unreachable!() };
    /// assert_eq!(schema.default_value(fruit), Some(Literal::Variant("pears".into())));
    /// assert_eq!(schema.default_value(price), Some(Literal::Decimal(150, 2)));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn default_value(&self, field: &Field) -> Option<Literal> {
        let word = match field.default() {
            Default::Blob(blob) if *field.ty() == Type::String => {
                return Some(core::str::from_utf8(blob).unwrap_or("").into());
            }
            Default::Blob(blob) => return Some((&**blob).into()),
            Default::Word(word) => *word,
            Default::Zero => 0,
        };
        if word == self.zero_word(field.ty()) {
            return None;
        }
        Some(match field.ty() {
            Type::Bool => Literal::Bool(word != 0),
            Type::Enum(id) => Literal::Variant(self.enumeration(*id).of_word(word).unwrap_or("").to_owned()),
            Type::Scalar(scalar) => of_word(*scalar, word),
            _ => return None,
        })
    }
}
