//! Values without parts: numbers, texts, and all that is written as one.

use alloc::format;
#[cfg(feature = "json")]
use alloc::string::String;
use core::fmt;

#[cfg(feature = "json")]
use serde_core::de::Deserialize;
use serde_core::de::{Deserializer, Error as _, SeqAccess, Unexpected, Visitor};
#[cfg(feature = "json")]
use serde_json::value::RawValue;

use super::base64;
use super::number::{Degrees, bytes};
use super::skip::Skip;
use super::writer::{RecordWriter, Source};
use super::{unfit, word};
use crate::encode::Destination;
use crate::scalar::Serde;
#[cfg(feature = "json")]
use crate::scalar::text::Scaled;
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
        Type::Scalar(scalar) if visitor.writer.how.source == Source::JsonText && scalar.scale().is_some() => {
            decimal(visitor, deserializer)
        }
        Type::Scalar(scalar) => {
            let asked = word::ask(*scalar, is_text, deserializer, visitor);
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
    let said = writer.fault(unfit::out_of_range(scalar, "the number"));
    // The parser says so of a lone `-`, too. Where there is the text, it is looked at whether that
    // is JSON.
    #[cfg(feature = "json")]
    if writer.how.source == Source::JsonText {
        return error;
    }
    said
}

/// Puts a decimal of JSON: a number by its digits, with no float in between; text and all else as
/// usual.
#[cfg(feature = "json")]
fn decimal<'de, D: Deserializer<'de>>(leaf: LeafWriter<'_, '_>, deserializer: D) -> Result<(), D::Error> {
    let text = <&RawValue>::deserialize(deserializer)?.get();
    match text.as_bytes() {
        [b'"', ..] => match serde_json::from_str::<String>(text) {
            Ok(text) => leaf.visit_str(&text),
            Err(error) => Err(D::Error::custom(error)),
        },
        [b't', ..] => leaf.visit_bool(true),
        [b'f', ..] => leaf.visit_bool(false),
        [b'n', ..] => Err(D::Error::invalid_type(Unexpected::Unit, &leaf)),
        [b'[', ..] => Err(D::Error::invalid_type(Unexpected::Seq, &leaf)),
        [b'{', ..] => Err(D::Error::invalid_type(Unexpected::Map, &leaf)),
        _ => leaf.number(text),
    }
}

/// Whether a value can be given as bytes, or as the numbers that they are.
pub(super) fn has_bytes(ty: &Type) -> bool {
    match ty {
        Type::Bytes => true,
        Type::Scalar(scalar) => word::is_bytes(*scalar),
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
        match word::of_integer(scalar, value) {
            Some(word) => self.word(word),
            None => self.out_of_range(value),
        }
    }

    /// What an integer is refused with that the type does not hold.
    #[cold]
    fn out_of_range<E: serde_core::de::Error>(&self, value: impl fmt::Display) -> Result<(), E> {
        match self.to.ty {
            Type::Scalar(scalar) => Err(self.writer.fault(unfit::out_of_range(*scalar, value))),
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
        Err(self.writer.fault(unfit::decimal(*scalar, shown, scaled)))
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
        match word::of_float(*scalar, value) {
            Some(word) => self.word(word),
            None => Err(self.writer.fault(unfit::float(*scalar, value))),
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
            (Err(_), Type::Scalar(scalar)) if scalar.row().serde == Serde::U128 => self.word(value),
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
            Type::Bytes if self.writer.how.is_text => match base64::decode(text) {
                Some(bytes) => self.blob(&bytes),
                None => self.refuse(format!("{text:?}, which is not base 64,")),
            },
            Type::Enum(id) => match self.writer.schema().enumeration(*id).number(text) {
                Some(number) => self.integer(i128::from(number)),
                None => self.refuse(format!("{text:?}")),
            },
            Type::Scalar(scalar) => match word::of_text(*scalar, text) {
                Some(word) => self.word(word),
                None => Err(self.writer.fault(unfit::text(*scalar, text))),
            },
            _ => self.refuse(format!("{text:?}")),
        }
    }

    fn visit_bytes<E: serde_core::de::Error>(self, bytes: &[u8]) -> Result<(), E> {
        match self.to.ty {
            Type::Bytes => self.blob(bytes),
            Type::Scalar(scalar) => match word::of_bytes(*scalar, bytes) {
                Some(word) => self.word(word),
                None => self.refuse(format!("{} bytes", bytes.len())),
            },
            _ => self.refuse(format!("{} bytes", bytes.len())),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        if let Type::Scalar(scalar) = self.to.ty
            && word::is_place(*scalar)
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
}
