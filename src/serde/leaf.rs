//! Values without parts, read and written: numbers, texts, and all scalars.

use alloc::format;
#[cfg(feature = "json")]
use alloc::string::String;
use core::fmt;

#[cfg(feature = "json")]
use serde_core::de::Deserialize;
use serde_core::de::{Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_core::ser::{Serialize, SerializeTuple, Serializer};
#[cfg(feature = "json")]
use serde_json::value::RawValue;

use super::de::Skip;
use super::number;
use super::number::{Degrees, bytes, visit_number};
use super::writer::{RecordWriter, Source};
use crate::encode::Destination;
use crate::scalar::Serde;
use crate::scalar::civil::Civil;
use crate::scalar::text::{Form, Own, Scaled};
use crate::schema::{Scalar, Type};

/// How long a number is that messages show.
#[cfg(feature = "json")]
const MAX_SHOWN: usize = 64;

/// A value without parts.
pub(super) fn leaf<'de, 's, D: Deserializer<'de>>(
    writer: &mut RecordWriter<'s>,
    to: &Destination<'s>,
    deserializer: D,
) -> Result<(), D::Error> {
    let (is_text, ty) = (writer.how.is_text, to.ty);
    let visitor = LeafWriter { writer: &mut *writer, to };
    if visitor.writer.how.source == Source::Type {
        // A recording knows its values: it does not have to be asked for a type.
        return deserializer.deserialize_any(visitor);
    }
    match ty {
        Type::Bool => deserializer.deserialize_bool(visitor),
        // Names or text of base 64, or numbers where the format says which it is.
        Type::Enum(_) | Type::Bytes if is_text => deserializer.deserialize_any(visitor),
        // The number of a variant that has no name comes as one.
        Type::Enum(id) if visitor.writer.schema().enumeration(*id).is_open() => deserializer.deserialize_any(visitor),
        Type::String | Type::Enum(_) | Type::Text(_) => deserializer.deserialize_string(visitor),
        Type::Bytes => deserializer.deserialize_byte_buf(visitor),
        Type::Struct(_) | Type::List(_) | Type::Map(_) | Type::Array(_) | Type::Union(_) => {
            deserializer.deserialize_any(visitor)
        }
        #[cfg(feature = "json")]
        Type::Scalar(scalar) if visitor.writer.how.source == Source::JsonText && has_digits(*scalar) => {
            digits(visitor, *scalar, deserializer)
        }
        Type::Scalar(scalar) => {
            let asked = ask(*scalar, is_text, deserializer, visitor);
            asked.map_err(|error| unreadable(writer, *scalar, error))
        }
    }
}

/// The error of a scalar. Of a number that no float is near, or of an `f32` that none is, the
/// parser of JSON itself says that it is out of range; it does not know of what.
#[cold]
fn unreadable<E: serde_core::de::Error>(writer: &RecordWriter<'_>, scalar: Scalar, error: E) -> E {
    if !writer.how.is_text || !format!("{error}").starts_with("number out of range") {
        return error;
    }
    let said = writer.fault(number::out_of_range(scalar, "the number"));
    // The parser says so of a lone `-`, too. Where there is the text, it is looked at whether that
    // is JSON.
    #[cfg(feature = "json")]
    if writer.how.source == Source::JsonText {
        return error;
    }
    said
}

/// Whether a number of JSON is judged by its digits: `serde_json` has no decimals, and makes an
/// `f64` of an integer below an `i64`, which an `f32` would round again.
#[cfg(feature = "json")]
fn has_digits(scalar: Scalar) -> bool {
    scalar.scale().is_some() || scalar == Scalar::F32
}

/// Puts a number of JSON by its digits, with no other number in between; text and all else as
/// usual.
#[cfg(feature = "json")]
fn digits<'de, D: Deserializer<'de>>(
    leaf: LeafWriter<'_, '_>,
    scalar: Scalar,
    deserializer: D,
) -> Result<(), D::Error> {
    let text = <&RawValue>::deserialize(deserializer)?.get();
    let is_float = scalar == Scalar::F32;
    match text.as_bytes() {
        [b'"', ..] => match serde_json::from_str::<String>(text) {
            Ok(text) if is_float => Err(D::Error::invalid_type(Unexpected::Str(&text), &leaf)),
            Ok(text) => leaf.visit_str(&text),
            Err(error) => Err(D::Error::custom(error)),
        },
        [first @ (b't' | b'f'), ..] if is_float => Err(D::Error::invalid_type(Unexpected::Bool(*first == b't'), &leaf)),
        [b't', ..] => leaf.visit_bool(true),
        [b'f', ..] => leaf.visit_bool(false),
        [b'n', ..] => Err(D::Error::invalid_type(Unexpected::Unit, &leaf)),
        [b'[', ..] => Err(D::Error::invalid_type(Unexpected::Seq, &leaf)),
        [b'{', ..] => Err(D::Error::invalid_type(Unexpected::Map, &leaf)),
        _ if is_float => match text.parse::<f32>() {
            Ok(value) if value.is_finite() => leaf.word(value.to_bits().into()),
            _ => leaf.out_of_range("the number"),
        },
        _ => leaf.number(text),
    }
}

/// Whether a value can be given as bytes, or as the numbers that they are.
pub(super) fn has_bytes(ty: &Type) -> bool {
    match ty {
        Type::Bytes => true,
        Type::Scalar(scalar) => is_bytes(*scalar),
        _ => false,
    }
}

pub(super) struct LeafWriter<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) to: &'w Destination<'s>,
}

impl LeafWriter<'_, '_> {
    fn refuse<T, E: serde_core::de::Error>(&self, value: impl fmt::Display) -> Result<T, E> {
        Err(self.writer.fault(format!("{value} is not a value of {}", self.writer.schema().describe(self.to.ty))))
    }

    /// Sets an integer, whatever the field's width.
    fn integer<E: serde_core::de::Error>(self, value: i128) -> Result<(), E> {
        let scalar = match self.to.ty {
            Type::Scalar(scalar) => *scalar,
            Type::Enum(id) => self.writer.schema().enumeration(*id).repr(),
            _ => return self.refuse(value),
        };
        match of_integer(scalar, value) {
            Some(word) => self.word(word),
            None => self.out_of_range(value),
        }
    }

    /// What an integer is refused with that the type does not hold.
    #[cold]
    fn out_of_range<E: serde_core::de::Error>(&self, value: impl fmt::Display) -> Result<(), E> {
        match self.to.ty {
            Type::Scalar(scalar) => Err(self.writer.fault(number::out_of_range(*scalar, value))),
            _ => self.refuse(value),
        }
    }

    /// Sets a decimal from the number as JSON writes it.
    #[cfg(feature = "json")]
    pub(super) fn number<E: serde_core::de::Error>(self, text: &str) -> Result<(), E> {
        let Type::Scalar(scalar) = self.to.ty else { return self.refuse(text) };
        let Some(scaled) = scalar.scale().and_then(|scale| Scaled::of_number(text, scale)) else {
            return self.refuse(text);
        };
        let word = if let Scaled::Exact(mantissa) = scaled { scalar.word_of(mantissa) } else { None };
        if let Some(word) = word {
            return self.word(word);
        }
        let shown = if text.len() <= MAX_SHOWN { text } else { "the number" };
        Err(self.writer.fault(number::decimal(*scalar, shown, scaled)))
    }

    /// The word of an integer of few bits, in a type of integers all of which are values; `None`
    /// asks [`LeafWriter::integer`].
    #[inline]
    fn short(&self, value: u64) -> Option<u128> {
        let Type::Scalar(scalar) = self.to.ty else { return None };
        let bits = scalar.number_bits();
        (bits >= 64 || (bits > 0 && value.wrapping_shr(bits) == 0)).then_some(value.into())
    }

    /// Puts the stored word.
    fn word<E: serde_core::de::Error>(self, word: u128) -> Result<(), E> {
        let put = self.writer.encoder.put_word(self.to, word);
        self.writer.put(put)
    }

    fn blob<E: serde_core::de::Error>(self, content: &[u8]) -> Result<(), E> {
        let put = self.writer.encoder.put_blob(self.to, content);
        self.writer.put(put)
    }

    fn float<E: serde_core::de::Error>(self, value: f64) -> Result<(), E> {
        let Type::Scalar(scalar) = self.to.ty else { return self.refuse(format_args!("{value:?}")) };
        match of_float(*scalar, value) {
            Some(word) => self.word(word),
            None => Err(self.writer.fault(number::float(*scalar, value))),
        }
    }

    /// Sets a place from its degrees.
    pub(super) fn degrees<E: serde_core::de::Error>(
        self,
        scalar: Scalar,
        latitude: f64,
        longitude: f64,
    ) -> Result<(), E> {
        match scalar.of_degrees(latitude, longitude) {
            Some(Ok(word)) => self.word(word),
            Some(Err(error)) => Err(self.writer.fault(error)),
            None => self.refuse("a place"),
        }
    }

    /// What a place is refused with that has not two numbers.
    pub(super) fn no_pair<E: serde_core::de::Error>(self) -> Result<(), E> {
        self.refuse("a sequence of another length than two")
    }
}

impl<'de> Visitor<'de> for LeafWriter<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.writer.expect(f, format_args!("a value of {}", self.writer.schema().describe(self.to.ty)))
    }

    fn visit_bool<E: serde_core::de::Error>(self, value: bool) -> Result<(), E> {
        if *self.to.ty != Type::Bool {
            return self.refuse(value);
        }
        let put = self.writer.encoder.put_bool(self.to, value);
        self.writer.put(put)
    }

    fn visit_i64<E: serde_core::de::Error>(self, value: i64) -> Result<(), E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => self.integer(i128::from(value)),
        }
    }

    fn visit_u64<E: serde_core::de::Error>(self, value: u64) -> Result<(), E> {
        if self.writer.encoder.put_number(self.to, value) {
            return Ok(());
        }
        match self.short(value) {
            Some(word) => self.word(word),
            None => self.integer(i128::from(value)),
        }
    }

    fn visit_i128<E: serde_core::de::Error>(self, value: i128) -> Result<(), E> {
        self.integer(value)
    }

    fn visit_u128<E: serde_core::de::Error>(self, value: u128) -> Result<(), E> {
        match (i128::try_from(value), self.to.ty) {
            (Ok(value), _) => self.integer(value),
            (Err(_), Type::Scalar(scalar)) => match of_wide(*scalar, value) {
                Some(word) => self.word(word),
                None => self.out_of_range(value),
            },
            (Err(_), _) => self.out_of_range(value),
        }
    }

    fn visit_f32<E: serde_core::de::Error>(self, value: f32) -> Result<(), E> {
        match self.to.ty {
            // As it is: converted to a wider type and back, a NaN might have other bits.
            Type::Scalar(Scalar::F32) => self.word(value.to_bits().into()),
            _ => self.visit_f64(f64::from(value)),
        }
    }

    fn visit_f64<E: serde_core::de::Error>(self, value: f64) -> Result<(), E> {
        self.float(value)
    }

    fn visit_char<E: serde_core::de::Error>(self, value: char) -> Result<(), E> {
        self.visit_str(value.encode_utf8(&mut [0; 4]))
    }

    fn visit_str<E: serde_core::de::Error>(self, text: &str) -> Result<(), E> {
        match self.to.ty {
            Type::String | Type::Text(_) => self.blob(text.as_bytes()),
            Type::Bytes if self.writer.how.is_text => match number::decode(text) {
                Some(bytes) => self.blob(&bytes),
                None => self.refuse(format!("{text:?}, which is not base 64,")),
            },
            Type::Enum(id) => match self.writer.schema().enumeration(*id).number(text) {
                Some(number) => self.integer(i128::from(number)),
                None => self.refuse(format!("{text:?}")),
            },
            Type::Scalar(scalar) => match of_text(*scalar, text) {
                Some(word) => self.word(word),
                None => Err(self.writer.fault(number::text(*scalar, text))),
            },
            _ => self.refuse(format!("{text:?}")),
        }
    }

    fn visit_bytes<E: serde_core::de::Error>(self, bytes: &[u8]) -> Result<(), E> {
        match self.to.ty {
            Type::Bytes => self.blob(bytes),
            Type::Scalar(scalar) => match of_bytes(*scalar, bytes) {
                Some(word) => self.word(word),
                None => self.refuse(format!("{} bytes", bytes.len())),
            },
            _ => self.refuse(format!("{} bytes", bytes.len())),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        if let Type::Scalar(scalar) = self.to.ty
            && is_place(*scalar)
        {
            let latitude = sequence.next_element_seed(Degrees(self.writer))?;
            let longitude = sequence.next_element_seed(Degrees(self.writer))?;
            let rest = sequence.next_element_seed(Skip::new())?;
            return match (latitude, longitude, rest) {
                (Some(latitude), Some(longitude), None) => self.degrees(*scalar, latitude, longitude),
                _ => self.no_pair(),
            };
        }
        if !has_bytes(self.to.ty) {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        // Bytes in a format that has none: numbers.
        let bytes = bytes(self.writer, sequence)?;
        self.visit_bytes(&bytes)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        visit_number(map, self)
    }
}

// Scalars as serde sees them: from their word, and to it.
//
// A scalar in a record, and a value of a type of `value` by itself, use the functions here; so they
// look the same.

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
        // From the integer to the type: by way of an `f64`, an `f32` would be rounded twice.
        #[allow(clippy::cast_precision_loss)]
        Serde::F32 => Some((value as f32).to_bits().into()),
        #[allow(clippy::cast_precision_loss)]
        Serde::F64 => Some((value as f64).to_bits().into()),
        Serde::Char | Serde::Bytes | Serde::Octets | Serde::Degrees => None,
    }
}

/// The word of an integer beyond an `i128`.
#[cold]
#[allow(clippy::cast_precision_loss)]
pub(super) fn of_wide(scalar: Scalar, value: u128) -> Option<u128> {
    match scalar.row().serde {
        Serde::U128 => Some(value),
        // The last of them are nearer to what follows the greatest `f32`.
        Serde::F32 => Some(value as f32).filter(|narrow| narrow.is_finite()).map(|narrow| narrow.to_bits().into()),
        Serde::F64 => Some((value as f64).to_bits().into()),
        Serde::I64
        | Serde::U64
        | Serde::I128
        | Serde::Char
        | Serde::Bytes
        | Serde::Octets
        | Serde::Decimal
        | Serde::Date
        | Serde::Time
        | Serde::Moment
        | Serde::Span
        | Serde::Degrees => None,
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
        // As the same number without quotation marks.
        Serde::Decimal => match Scaled::of_number(text, scalar.scale()?)? {
            Scaled::Exact(mantissa) => scalar.word_of(mantissa),
            Scaled::Finer | Scaled::Beyond => None,
        },
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
