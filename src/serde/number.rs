//! Numbers and bytes in their forms for people: numbers in sequences, numbers as text, messages
//! about values that do not fit, and base 64.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{
    DeserializeSeed, Deserializer, Error as SerdeError, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};

use super::writer::RecordWriter;
use crate::error::{Error, ErrorKind, Result};
use crate::scalar::Serde;
use crate::scalar::civil::{Civil, finer_than};
pub(super) use crate::scalar::table::{no_value, out_of_range};
use crate::scalar::text::Scaled;
use crate::schema::Scalar;

/// The bytes of a sequence of numbers. Their count is not trusted.
pub(super) fn bytes<'de, A: SeqAccess<'de>>(writer: &RecordWriter<'_>, mut sequence: A) -> Result<Vec<u8>, A::Error> {
    let mut bytes = Vec::new();
    while let Some(byte) = sequence.next_element_seed(Byte(writer))? {
        bytes.push(byte);
    }
    Ok(bytes)
}

/// A byte of the value that goes to where a writer is.
#[derive(Clone, Copy)]
pub(super) struct Byte<'w, 's>(pub(super) &'w RecordWriter<'s>);

impl<'de> DeserializeSeed<'de> for Byte<'_, '_> {
    type Value = u8;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u8, D::Error> {
        deserializer.deserialize_u8(self)
    }
}

impl Visitor<'_> for Byte<'_, '_> {
    type Value = u8;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expect(f, format_args!("a byte"))
    }

    fn visit_u64<E: SerdeError>(self, value: u64) -> Result<u8, E> {
        u8::try_from(value).map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
    }

    fn visit_i64<E: SerdeError>(self, value: i64) -> Result<u8, E> {
        u8::try_from(value).map_err(|_| E::invalid_value(Unexpected::Signed(value), &self))
    }
}

/// A latitude or a longitude of the place that goes to where a writer is.
#[derive(Clone, Copy)]
pub(super) struct Degrees<'w, 's>(pub(super) &'w RecordWriter<'s>);

impl<'de> DeserializeSeed<'de> for Degrees<'_, '_> {
    type Value = f64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<f64, D::Error> {
        deserializer.deserialize_f64(self)
    }
}

impl Visitor<'_> for Degrees<'_, '_> {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expect(f, format_args!("a number of degrees"))
    }

    fn visit_f64<E: SerdeError>(self, value: f64) -> Result<f64, E> {
        Ok(value)
    }

    #[allow(clippy::cast_precision_loss)] // Degrees are small, and what is not is refused.
    fn visit_u64<E: SerdeError>(self, value: u64) -> Result<f64, E> {
        Ok(value as f64)
    }

    #[allow(clippy::cast_precision_loss)] // As above.
    fn visit_i64<E: SerdeError>(self, value: i64) -> Result<f64, E> {
        Ok(value as f64)
    }
}

// Numbers as `serde_json` gives them with its feature `arbitrary_precision`, which any crate of a
// program can turn on. A number that is not an integer of 64 bits is a map of one entry, from a
// reserved name to the text of the number.
//
// An object may have a key of that name as well. The two answer differently when they are asked for
// an option: a number gives its parts at once, an object first says that it is present.

/// The only key of such a map.
pub(super) const NAME: &str = "$serde_json::private::Number";

/// A number that `any` can hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ExactNumber {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
}

impl ExactNumber {
    /// The number of a text.
    ///
    /// # Errors
    /// [`ErrorKind::Type`] if no float is near the number, or the text is none.
    pub(super) fn of_text(text: &str) -> Result<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_number = digits.starts_with(|digit: char| digit.is_ascii_digit());
        // As without that feature, -0 is a float.
        match (text.parse::<i64>(), text.parse::<u64>(), text.parse::<f64>()) {
            (Ok(value), ..) if is_number && (value != 0 || digits.len() == text.len()) => Ok(Self::Signed(value)),
            (_, Ok(value), _) if is_number => Ok(Self::Unsigned(value)),
            (.., Ok(value)) if is_number && value.is_finite() => Ok(Self::Float(value)),
            (.., Ok(_)) if is_number => {
                Err(Error::new(ErrorKind::Type, format_args!("the number {text} is out of range")))
            }
            _ => Err(Error::new(ErrorKind::Type, format_args!("{text:?} is not a number"))),
        }
    }

    /// Gives a visitor the number of a text.
    pub(super) fn visit<'de, V: Visitor<'de>, E: serde_core::de::Error>(text: &str, visitor: V) -> Result<V::Value, E> {
        Self::of_text(text).map_err(E::custom)?.give(visitor)
    }

    /// Gives a visitor the number.
    pub(super) fn give<'de, V: Visitor<'de>, E: serde_core::de::Error>(self, visitor: V) -> Result<V::Value, E> {
        match self {
            Self::Signed(value) => visitor.visit_i64(value),
            Self::Unsigned(value) => visitor.visit_u64(value),
            Self::Float(value) => visitor.visit_f64(value),
        }
    }
}

/// The text of the number that a map is; `None` if it is another, of which nothing is to be read.
pub(super) fn digits<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Option<String>, A::Error> {
    match map.next_key_seed(MaybeNumber(Nothing))? {
        // Some formats give every text at once.
        Some(MaybeExact::Number(name)) if name == NAME => map.next_value().map(Some),
        _ => Ok(None),
    }
}

/// Gives a visitor of values without parts the number that a map is; another map is an error.
pub(super) fn visit_number<'de, A: MapAccess<'de>, V: Visitor<'de>>(
    mut map: A,
    visitor: V,
) -> Result<V::Value, A::Error> {
    match digits(&mut map)? {
        Some(digits) => ExactNumber::visit(&digits, visitor),
        None => Err(A::Error::invalid_type(Unexpected::Map, &visitor)),
    }
}

/// What is asked for as an option.
pub(super) enum MaybeExact<T> {
    /// A part of a number: its text, if it is what comes under the name.
    Number(String),
    /// A part of an object.
    Other(T),
}

/// Asks for a part of a number, or else for what a seed reads.
pub(super) struct MaybeNumber<S>(pub(super) S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for MaybeNumber<S> {
    type Value = MaybeExact<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for MaybeNumber<S> {
    type Value = MaybeExact<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E: serde_core::de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(MaybeExact::Number(text.into()))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(MaybeExact::Other)
    }

    fn visit_none<E: serde_core::de::Error>(self) -> Result<Self::Value, E> {
        self.0.deserialize(().into_deserializer()).map(MaybeExact::Other)
    }

    fn visit_unit<E: serde_core::de::Error>(self) -> Result<Self::Value, E> {
        self.visit_none()
    }
}

/// Reads nothing.
struct Nothing;

impl<'de> DeserializeSeed<'de> for Nothing {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<Self::Value, D::Error> {
        Ok(())
    }
}

// The reason why a value does not fit a scalar type: its range, its digits or its unit. Used for
// messages alone.

/// Of a float.
#[cold]
#[allow(clippy::float_cmp)] // With zero, which a remainder is exactly.
pub(super) fn float(scalar: Scalar, value: f64) -> String {
    if let Some(scale) = scalar.scale() {
        return match Scaled::of_number(&format!("{value:e}"), scale) {
            None => no_value(scalar, value),
            Some(Scaled::Exact(mantissa)) if scalar.word_of(mantissa).is_some() => {
                format!("{value} is not exact in {scalar} as a float, of which 15 digits are exact: write it as text")
            }
            Some(scaled) => decimal(scalar, value, scaled),
        };
    }
    let is_number = matches!(
        scalar.row().serde,
        Serde::U64 | Serde::I64 | Serde::U128 | Serde::I128 | Serde::Date | Serde::Time | Serde::Moment | Serde::Span
    );
    if scalar.row().serde == Serde::F32 {
        return out_of_range(scalar, format_args!("{value:?}"));
    }
    // A float is what an integer becomes that 64 bits do not hold: then its digits are not those
    // that were written.
    if is_number && value.is_finite() && value % 1.0 == 0.0 && !holds(scalar, value) {
        return out_of_range(scalar, "the number");
    }
    no_value(scalar, format_args!("{value:?}"))
}

/// Whether an integer type reaches a float without a fraction.
// The casts saturate, and what is at their ends is beyond every type but those of 128 bits.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn holds(scalar: Scalar, value: f64) -> bool {
    match scalar.row().serde {
        Serde::U128 => value >= 0.0 && value < u128::MAX as f64,
        Serde::I128 => value >= i128::MIN as f64 && value < i128::MAX as f64,
        // The float at the least i64 is what integers below it become.
        _ => scalar.word_of(value as i128).is_some() && value > i64::MIN as f64,
    }
}

/// Of a decimal number.
#[cold]
pub(super) fn decimal(scalar: Scalar, value: impl fmt::Display, scaled: Scaled) -> String {
    match scaled {
        Scaled::Finer => format!("{value} has more digits behind the point than {scalar} holds"),
        Scaled::Exact(_) | Scaled::Beyond => out_of_range(scalar, value),
    }
}

/// The error for a malformed text, with a valid example.
#[cold]
fn no_text(scalar: Scalar, quoted: &str) -> String {
    let known = match scalar.row().serde {
        Serde::Date => "2024-02-29",
        Serde::Time => "12:30:00",
        Serde::Moment => "2024-02-29T12:30:00Z",
        Serde::Span => "PT1H30M",
        _ => return no_value(scalar, quoted),
    };
    format!("{quoted} is not a value of {scalar}, such as {known:?}")
}

/// Whether a text would be one of a type, but for a comma in the place of the point.
fn has_comma(scalar: Scalar, text: &str) -> bool {
    let pointed = text.replacen(',', ".", 1);
    pointed != text
        && match scalar.scale() {
            Some(scale) => Scaled::of_number(&pointed, scale).is_some(),
            None => Civil::parse(scalar, &pointed).is_some() || finer_than(scalar, &pointed).is_some(),
        }
}

/// Of a text.
#[cold]
pub(super) fn text(scalar: Scalar, text: &str) -> String {
    let quoted = format!("{text:?}");
    match (scalar.row().serde, scalar.scale()) {
        // A duration may have one.
        (Serde::Decimal | Serde::Time | Serde::Moment, _) if has_comma(scalar, text) => {
            format!("{quoted} has a comma before the fraction, which {scalar} has behind a point")
        }
        (Serde::Decimal, Some(scale)) => match Scaled::of_number(text, scale) {
            Some(scaled) => decimal(scalar, quoted, scaled),
            None => no_value(scalar, quoted),
        },
        (Serde::Time | Serde::Moment | Serde::Span, _) => match finer_than(scalar, text) {
            Some(unit) => format!("{quoted} is finer than {unit}, which {scalar} counts in"),
            None => no_text(scalar, &quoted),
        },
        _ => no_text(scalar, &quoted),
    }
}

// Bytes as text: base 64 of RFC 4648, section 4, written with padding and read with it or without.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes that are displayed as base 64.
pub(super) struct Base64<'a>(pub(super) &'a [u8]);

impl fmt::Display for Base64<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.chunks(3) {
            let mut group = [0; 4];
            for (to, from) in group.iter_mut().skip(1).zip(chunk) {
                *to = *from;
            }
            let bits = u32::from_be_bytes(group);
            // Three bytes have four digits, two three, one two.
            let used = chunk.len().saturating_add(1);
            let mut text = ['='; 4];
            for (place, digit) in text.iter_mut().take(used).zip([18, 12, 6, 0u32]) {
                let index = bits.wrapping_shr(digit) & 63;
                *place = DIGITS.get(index as usize).map_or('=', |digit| char::from(*digit));
            }
            text.iter().try_for_each(|digit| fmt::Write::write_char(f, *digit))?;
        }
        Ok(())
    }
}

/// The bytes of a text; `None` if it is none.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let padded = text.len().checked_rem(4) == Some(0);
    let unpadded = if padded { text.strip_suffix("==").or(text.strip_suffix('=')).unwrap_or(text) } else { text };
    let mut bytes = Vec::with_capacity(unpadded.len());
    for chunk in unpadded.as_bytes().chunks(4) {
        let mut bits = 0u32;
        for place in 0..4 {
            let digit = match chunk.get(place) {
                Some(digit) => DIGITS.iter().position(|known| known == digit)?,
                None => 0,
            };
            bits = bits.wrapping_shl(6) | u32::try_from(digit).ok()?;
        }
        let [_, decoded @ ..] = bits.to_be_bytes();
        let len = chunk.len().checked_sub(1).filter(|len| *len > 0)?;
        let (decoded, rest) = decoded.split_at_checked(len)?;
        // Bits of no byte.
        if rest.iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend_from_slice(decoded);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::ExactNumber;
    use super::ExactNumber::{Float, Signed, Unsigned};

    #[test]
    fn a_text_is_the_number_that_json_without_the_feature_has() {
        let numbers = [("0", Signed(0)), ("-7", Signed(-7)), ("18446744073709551615", Unsigned(u64::MAX))];
        let floats = [("2.5", Float(2.5)), ("1e3", Float(1000.0)), ("18446744073709551616", Float(2_f64.powi(64)))];
        for (text, number) in numbers.into_iter().chain(floats) {
            assert_eq!(ExactNumber::of_text(text).unwrap(), number);
        }
        assert!(matches!(ExactNumber::of_text("-0"), Ok(Float(zero)) if zero.is_sign_negative()));
        assert!(ExactNumber::of_text("1e999").unwrap_err().to_string().contains("out of range"));
        assert!(["", "-", "x", "inf", "NaN", "+1", ".5", "1x"].map(ExactNumber::of_text).iter().all(Result::is_err));
    }
}

#[cfg(test)]
mod tests_of_base64 {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn bytes_come_back_from_their_text() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")]
        {
            assert_eq!(Base64(bytes.as_bytes()).to_string(), text);
            assert_eq!(decode(text).unwrap(), bytes.as_bytes());
            assert_eq!(decode(text.trim_end_matches('=')).unwrap(), bytes.as_bytes());
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&Base64(&all).to_string()).unwrap(), all);
    }

    #[test]
    fn what_is_no_base_64_has_no_bytes() {
        for text in ["Z", "Zg=", "=", "====", "Zh==", "Zm9=", "Z===", "Zg==Zg==", "Zm 9", "Zm-_", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
