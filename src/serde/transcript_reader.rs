//! The reader of a recording: a deserializer.

use core::slice::Iter;

use serde_core::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_core::forward_to_deserialize_any;

use super::transcript::{Transcript, TranscriptPart};
use crate::error::{Error, Result, internal_error};

/// Reads a recorded value.
pub(super) struct RecordedReader<'r> {
    parts: Iter<'r, TranscriptPart>,
    text: &'r str,
    bytes: &'r [u8],
    failure: Option<&'r Error>,
    /// How many numbers of the next part were read.
    read: u8,
}

impl<'r> RecordedReader<'r> {
    pub(super) fn new(recorded: &'r Transcript) -> Self {
        let Transcript { parts, text, bytes, failure } = recorded;
        Self { parts: parts.iter(), text, bytes, failure: failure.as_ref(), read: 0 }
    }

    /// Takes the next part if it fits.
    #[inline]
    fn takes(&mut self, fits: fn(&TranscriptPart) -> bool) -> bool {
        let takes = self.parts.as_slice().first().is_some_and(fits);
        if takes {
            self.parts.next();
        }
        takes
    }

    /// The failure of the type.
    #[cold]
    fn failed(&self) -> Error {
        self.failure.cloned().unwrap_or_else(internal_error)
    }

    /// The next number of a part that has `len` of them. The part comes again until it is the last.
    #[inline]
    fn number<T: Copy>(&mut self, part: Iter<'r, TranscriptPart>, len: u8, numbers: &[T]) -> Result<T> {
        let number = numbers.get(usize::from(self.read)).ok_or_else(internal_error)?;
        self.read = self.read.saturating_add(1);
        if self.read < len {
            self.parts = part;
        } else {
            self.read = 0;
        }
        Ok(*number)
    }

    #[inline]
    fn text(&mut self, len: usize) -> Result<&'r str> {
        let (text, rest) = self.text.split_at_checked(len).ok_or_else(internal_error)?;
        self.text = rest;
        Ok(text)
    }

    fn bytes(&mut self, len: usize) -> Result<&'r [u8]> {
        let (bytes, rest) = self.bytes.split_at_checked(len).ok_or_else(internal_error)?;
        self.bytes = rest;
        Ok(bytes)
    }
}

impl<'de> Deserializer<'de> for &mut RecordedReader<'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let part = self.parts.clone();
        match self.parts.next().ok_or_else(internal_error)? {
            TranscriptPart::Unit => visitor.visit_unit(),
            TranscriptPart::Bool(value) => visitor.visit_bool(*value),
            TranscriptPart::U8(len, numbers) => visitor.visit_u64(self.number(part, *len, numbers)?.into()),
            TranscriptPart::U64(len, numbers) => visitor.visit_u64(self.number(part, *len, numbers)?),
            TranscriptPart::I64(len, numbers) => visitor.visit_i64(self.number(part, *len, numbers)?),
            TranscriptPart::F32(len, numbers) => visitor.visit_f32(self.number(part, *len, numbers)?),
            TranscriptPart::F64(len, numbers) => visitor.visit_f64(self.number(part, *len, numbers)?),
            TranscriptPart::I128(value) => visitor.visit_i128(i128::from_ne_bytes(*value)),
            TranscriptPart::U128(value) => visitor.visit_u128(u128::from_ne_bytes(*value)),
            TranscriptPart::Char(value) => visitor.visit_char(*value),
            TranscriptPart::Text(len) => visitor.visit_str(self.text(*len)?),
            TranscriptPart::Bytes(len) => visitor.visit_bytes(self.bytes(*len)?),
            TranscriptPart::Name(name) => visitor.visit_str(name),
            TranscriptPart::Sequence => visitor.visit_seq(RecordedAccess { reader: self, is_done: false }),
            TranscriptPart::Map => visitor.visit_map(RecordedAccess { reader: self, is_done: false }),
            TranscriptPart::Failed | TranscriptPart::End => Err(self.failed()),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.takes(|part| matches!(part, TranscriptPart::Unit)) {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The parts of a sequence or a map.
struct RecordedAccess<'a, 'r> {
    reader: &'a mut RecordedReader<'r>,
    is_done: bool,
}

impl RecordedAccess<'_, '_> {
    /// Whether another part follows.
    #[inline]
    fn goes_on(&mut self) -> bool {
        self.is_done = self.is_done || self.reader.takes(|part| matches!(part, TranscriptPart::End));
        !self.is_done
    }
}

impl<'de> SeqAccess<'de> for RecordedAccess<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.goes_on() { seed.deserialize(&mut *self.reader).map(Some) } else { Ok(None) }
    }
}

impl<'de> MapAccess<'de> for RecordedAccess<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.next_element_seed(seed)
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        seed.deserialize(&mut *self.reader)
    }
}
