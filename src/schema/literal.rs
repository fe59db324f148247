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
use super::types::{DefaultValue, Scalar, Type};
use crate::scalar::form::Own;
use crate::scalar::text::write_decimal;
use crate::scalar::{Text, WordOrder};

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
    /// Of a string, or of a type that schema text writes in quotation marks. Where a builder takes a default it may be anything that schema text writes without quotes, too.
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
            (DraftType::Scalar(scalar), literal) => literal.to_word(*scalar),
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

impl Literal {
    /// As a scalar's word.
    fn to_word(&self, scalar: Scalar) -> Option<u128> {
        let (text, size) = (scalar.row().text, scalar.size());
        match (self, text) {
            (Self::Char(value), Text::Char) => Some(u128::from(u32::from(*value))),
            (Self::Text(text), Text::Char) => only_char(text),
            // As bits, so that every NaN stays itself.
            (Self::F32(value), Text::Float) if size == 4 => Some(u128::from(value.to_bits())),
            (Self::F64(value), Text::Float) if size == 8 => Some(u128::from(value.to_bits())),
            (Self::Text(text), Text::Number | Text::Float | Text::Decimal | Text::Word | Text::Quoted) => {
                scalar.parse(text)
            }
            (
                Self::Unsigned(_) | Self::Signed(_) | Self::F32(_) | Self::F64(_) | Self::Decimal(..),
                Text::Number | Text::Float | Text::Decimal | Text::Word | Text::Char,
            ) => scalar.parse(&self.to_string()),
            // No number is written in quotation marks.
            (_, Text::Quoted) | (Self::Char(_) | Self::Bool(_) | Self::Bytes(_) | Self::Variant(_), _) => None,
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

impl Schema {
    /// The default that a field declares; `None` if it declares none, and so has its type's own: zero, false, the first variant, empty, or
    /// absent.
    ///
    /// ```
    /// use vellum::Schema;
    /// use vellum::schema::Literal;
    ///
    /// let text = "enum Fruit { apples, pears }
    ///             struct Basket { fruit: Fruit = pears, price: decimal(2) = 1.50, open: bool = false, name: string } root Basket;";
    /// let schema = Schema::parse(text)?;
    /// let [fruit, price, open, name] = schema.root().fields() else { unreachable!() };
    /// assert_eq!(schema.default_value(fruit), Some(Literal::Variant("pears".into())));
    /// assert_eq!(schema.default_value(price), Some(Literal::Decimal(150, 2)));
    /// assert_eq!(schema.default_value(open), Some(Literal::Bool(false)));
    /// assert_eq!(schema.default_value(name), None);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn default_value(&self, field: &Field) -> Option<Literal> {
        let word = match field.default() {
            DefaultValue::Compiled(_) => field.default().word(),
            DefaultValue::Blob(blob) if *field.ty() == Type::String => {
                return Some(core::str::from_utf8(blob).unwrap_or("").into());
            }
            DefaultValue::Blob(blob) => return Some((&**blob).into()),
            DefaultValue::Word(word) => *word,
            DefaultValue::Zero => 0,
        };
        let is_own = word == self.zero_word(field.ty());
        if field.optional() || is_own && !field.declares_default() {
            return None;
        }
        Some(match field.ty() {
            Type::String => "".into(),
            Type::Bytes => (&[] as &[u8]).into(),
            Type::Bool => Literal::Bool(word != 0),
            Type::Enum(id) => Literal::Variant(self.enumeration(*id).of_word(word).unwrap_or("").to_owned()),
            Type::Scalar(scalar) => of_word(*scalar, word),
            _ => return None,
        })
    }
}
