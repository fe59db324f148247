//! Numbers in a sequence that is one value: bytes, and the degrees of a place.

use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Unexpected, Visitor};

use super::writer::RecordWriter;

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

    fn visit_u64<E: Error>(self, value: u64) -> Result<u8, E> {
        u8::try_from(value).map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<u8, E> {
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

    fn visit_f64<E: Error>(self, value: f64) -> Result<f64, E> {
        Ok(value)
    }

    #[allow(clippy::cast_precision_loss)] // Degrees are small, and what is not is refused.
    fn visit_u64<E: Error>(self, value: u64) -> Result<f64, E> {
        Ok(value as f64)
    }

    #[allow(clippy::cast_precision_loss)] // As above.
    fn visit_i64<E: Error>(self, value: i64) -> Result<f64, E> {
        Ok(value as f64)
    }
}
