//! Transcripts: the recording of the calls that a type's `Serialize` makes, and its reader, which
//! is read like a format.

use alloc::string::String;
use alloc::vec::Vec;
use core::slice::Iter;

use serde_core::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_core::forward_to_deserialize_any;
use serde_core::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::number;
use super::number::ExactNumber;
use crate::error::{Error, ErrorKind, Result, internal_error};
use crate::read::document::MAX_DEPTH;

/// Parts that are allocated ahead.
const PARTS: usize = 64;

/// The parts of a value in the order in which they come.
pub(super) struct Transcript {
    pub(super) parts: Vec<TranscriptPart>,
    /// All texts, and all bytes, one after the other.
    pub(super) text: String,
    pub(super) bytes: Vec<u8>,
    /// The first failure of the type.
    pub(super) failure: Option<Error>,
}

#[derive(Clone, Copy)]
pub(super) enum TranscriptPart {
    /// Nothing, or none.
    Unit,
    Bool(bool),
    /// The count of numbers that follow each other, and these numbers.
    U8(u8, [u8; 22]),
    U64(u8, [u64; 2]),
    I64(u8, [i64; 2]),
    F32(u8, [f32; 4]),
    F64(u8, [f64; 2]),
    /// An integer of more than 64 bits.
    I128([u8; 16]),
    /// An integer of all of 128 bits.
    U128([u8; 16]),
    Char(char),
    /// The length of the next text or bytes.
    Text(usize),
    Bytes(usize),
    /// The name of a field or a variant.
    Name(&'static str),
    Sequence,
    Map,
    /// The end of what has parts.
    End,
    /// The type failed to say more.
    Failed,
}

const _: () = assert!(size_of::<TranscriptPart>() <= 24);

impl Transcript {
    /// A value, of which what failed is a part.
    pub(super) fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        let (parts, text, bytes) = (Vec::with_capacity(PARTS), String::new(), Vec::new());
        let mut recorded = Self { parts, text, bytes, failure: None };
        // The values of a record are nested at most `MAX_DEPTH` deep. Options and newtypes around
        // them make levels, too.
        let written = value.serialize(TranscriptWriter { recorded: &mut recorded, left: MAX_DEPTH.saturating_mul(2) });
        // The reader gives the failure.
        let _ = recorded.keep(written);
        recorded
    }

    /// Keeps the first failure, since a type can replace an error or pass over it.
    #[inline]
    fn keep(&mut self, written: Result<()>) -> Result<()> {
        written.map_err(|error| self.fail(error))
    }

    #[cold]
    fn fail(&mut self, error: Error) -> Error {
        self.parts.push(TranscriptPart::Failed);
        self.failure.get_or_insert(error).clone()
    }
}

/// Takes a value, `left` levels deep at most.
struct TranscriptWriter<'r> {
    recorded: &'r mut Transcript,
    left: u32,
}

impl<'r> TranscriptWriter<'r> {
    fn deeper(self) -> Result<Self> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left, ..self }),
            None => Err(Error::new(ErrorKind::Limit, format_args!("values are nested at most {MAX_DEPTH} deep"))),
        }
    }

    fn open(self, part: TranscriptPart) -> Result<RecordedParts<'r>> {
        let Self { recorded, left } = self.deeper()?;
        recorded.parts.push(part);
        Ok(RecordedParts { recorded, left, is_keyed: false, is_variant: false })
    }

    /// Opens what a variant holds: a value in a map of one entry.
    fn open_variant(self, name: &'static str, part: TranscriptPart) -> Result<RecordedParts<'r>> {
        let Self { recorded, left } = self.deeper()?;
        recorded.parts.extend([TranscriptPart::Map, TranscriptPart::Name(name), part]);
        Ok(RecordedParts { recorded, left, is_keyed: false, is_variant: true })
    }
}

/// Methods that record a value without parts.
macro_rules! leaves {
    ($($method:ident($type:ty) => |$value:ident| $part:expr;)*) => {
        $(#[inline]
        fn $method(self, $value: $type) -> Result<()> {
            self.recorded.parts.push($part);
            Ok(())
        })*
    };
}

/// An array that begins with a number.
fn first<T: Copy + Default, const N: usize>(number: T) -> [T; N] {
    let mut numbers = [T::default(); N];
    if let Some(first) = numbers.first_mut() {
        *first = number;
    }
    numbers
}

/// Methods that record a number: in the last part if that has room for another of the same type.
macro_rules! numbers {
    ($($method:ident($type:ty) => $part:ident;)*) => {
        $(#[inline]
        fn $method(self, value: $type) -> Result<()> {
            if let Some(TranscriptPart::$part(len, numbers)) = self.recorded.parts.last_mut()
                && let Some(next) = numbers.get_mut(usize::from(*len))
            {
                (*next, *len) = (value.into(), len.saturating_add(1));
                return Ok(());
            }
            self.recorded.parts.push(TranscriptPart::$part(1, first(value.into())));
            Ok(())
        })*
    };
}

impl<'r> Serializer for TranscriptWriter<'r> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = RecordedParts<'r>;
    type SerializeTuple = RecordedParts<'r>;
    type SerializeTupleStruct = RecordedParts<'r>;
    type SerializeTupleVariant = RecordedParts<'r>;
    type SerializeMap = RecordedParts<'r>;
    type SerializeStruct = RecordedParts<'r>;
    type SerializeStructVariant = RecordedParts<'r>;

    leaves! {
        serialize_bool(bool) => |value| TranscriptPart::Bool(value);
        serialize_char(char) => |value| TranscriptPart::Char(value);
    }

    numbers! {
        serialize_u8(u8) => U8;
        serialize_u16(u16) => U64;
        serialize_u32(u32) => U64;
        serialize_u64(u64) => U64;
        serialize_i8(i8) => I64;
        serialize_i16(i16) => I64;
        serialize_i32(i32) => I64;
        serialize_i64(i64) => I64;
        serialize_f32(f32) => F32;
        serialize_f64(f64) => F64;
    }

    fn serialize_i128(self, value: i128) -> Result<()> {
        match (u64::try_from(value), i64::try_from(value)) {
            (Ok(value), _) => self.serialize_u64(value),
            (_, Ok(value)) => self.serialize_i64(value),
            _ => {
                self.recorded.parts.push(TranscriptPart::I128(value.to_ne_bytes()));
                Ok(())
            }
        }
    }

    fn serialize_u128(self, value: u128) -> Result<()> {
        if let Ok(value) = i128::try_from(value) {
            return self.serialize_i128(value);
        }
        self.recorded.parts.push(TranscriptPart::U128(value.to_ne_bytes()));
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<()> {
        let Transcript { text: texts, .. } = &mut *self.recorded;
        if texts.capacity() == 0 {
            *texts = String::with_capacity(256);
        }
        texts.push_str(text);
        self.recorded.parts.push(TranscriptPart::Text(text.len()));
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<()> {
        self.recorded.bytes.extend_from_slice(bytes);
        self.recorded.parts.push(TranscriptPart::Bytes(bytes.len()));
        Ok(())
    }

    fn serialize_none(self) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_unit(self) -> Result<()> {
        self.recorded.parts.push(TranscriptPart::Unit);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self.deeper()?)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self.deeper()?)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.recorded.parts.push(TranscriptPart::Name(variant));
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        let mut parts = self.serialize_struct(variant, 1)?;
        SerializeStruct::serialize_field(&mut parts, variant, value)?;
        parts.finish()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<RecordedParts<'r>> {
        self.open(TranscriptPart::Sequence)
    }

    fn serialize_tuple(self, _: usize) -> Result<RecordedParts<'r>> {
        self.open(TranscriptPart::Sequence)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<RecordedParts<'r>> {
        self.open(TranscriptPart::Sequence)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<RecordedParts<'r>> {
        self.open_variant(variant, TranscriptPart::Sequence)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<RecordedParts<'r>> {
        self.open(TranscriptPart::Map)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<RecordedParts<'r>> {
        self.open(TranscriptPart::Map)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<RecordedParts<'r>> {
        self.open_variant(variant, TranscriptPart::Map)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// A sequence or a map under way.
struct RecordedParts<'r> {
    recorded: &'r mut Transcript,
    left: u32,
    /// Whether a key came whose value did not.
    is_keyed: bool,
    /// Whether it is what a variant holds, in a map of one entry.
    is_variant: bool,
}

impl RecordedParts<'_> {
    #[inline]
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let written = value.serialize(TranscriptWriter { recorded: &mut *self.recorded, left: self.left });
        self.recorded.keep(written)
    }

    fn finish(self) -> Result<()> {
        if self.is_keyed {
            return Err(Error::custom("a key comes without its value"));
        }
        self.recorded.parts.push(TranscriptPart::End);
        if self.is_variant {
            self.recorded.parts.push(TranscriptPart::End);
        }
        Ok(())
    }
}

/// Sequences of any kind.
macro_rules! sequences {
    ($($trait:ident: $method:ident)*) => {
        $(impl $trait for RecordedParts<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.part(value)
            }

            fn end(self) -> Result<()> {
                self.finish()
            }
        })*
    };
}

sequences! {
    SerializeSeq: serialize_element
    SerializeTuple: serialize_element
    SerializeTupleStruct: serialize_field
    SerializeTupleVariant: serialize_field
}

impl SerializeMap for RecordedParts<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        if core::mem::replace(&mut self.is_keyed, true) {
            return Err(Error::custom("a key comes without its value"));
        }
        self.part(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        if !core::mem::take(&mut self.is_keyed) {
            return Err(Error::custom("a value comes without its key"));
        }
        self.part(value)
    }

    fn end(self) -> Result<()> {
        self.finish()
    }
}

/// Structs of any kind.
macro_rules! structs {
    ($($trait:ident)*) => {
        $(impl $trait for RecordedParts<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
                self.recorded.parts.push(TranscriptPart::Name(name));
                self.part(value)
            }

            fn end(self) -> Result<()> {
                self.finish()
            }
        })*
    };
}

structs! { SerializeStruct SerializeStructVariant }

// The reader of a recording: a deserializer.

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

    /// Whether the map that begins is a number of `serde_json` with its feature
    /// `arbitrary_precision`: a struct that has the name of these as its only field.
    #[inline]
    fn is_number(&self) -> bool {
        matches!(
            self.parts.as_slice(),
            [TranscriptPart::Name(name), TranscriptPart::Text(_), TranscriptPart::End, ..] if *name == number::NAME
        )
    }

    /// Gives a visitor that number.
    #[cold]
    fn visit_number<'de, V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        self.parts.next();
        let Some(TranscriptPart::Text(len)) = self.parts.next() else { return Err(internal_error()) };
        self.parts.next();
        let digits = self.text(*len)?;
        match (digits.parse::<i128>(), digits.parse::<u128>()) {
            (Ok(value), _) if i64::try_from(value).is_err() && u64::try_from(value).is_err() => {
                visitor.visit_i128(value)
            }
            (Err(_), Ok(value)) => visitor.visit_u128(value),
            _ => ExactNumber::visit(digits, visitor),
        }
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
            TranscriptPart::Map if self.is_number() => self.visit_number(visitor),
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
