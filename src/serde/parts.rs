//! From a format into tuples, arrays, maps, sets and unions; and the types of `value` as types of
//! serde.
//!
//! The types of `value` have the same form in structs that derive serde's traits as in a record:
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use vellum::value::{Date, Decimal, Uuid};
//!
//! #[derive(Serialize, Deserialize, Debug, PartialEq)]
//! struct Invoice { id: Uuid, issued: Date, sum: Decimal<2> }
//!
//! let text = r#"{"id":"67e55044-10b1-426f-9247-bb680e5fe0c8","issued":"2023-11-14","sum":"19.99"}"#;
//! let invoice: Invoice = serde_json::from_str(text)?;
//! assert_eq!((invoice.issued, invoice.sum), (Date(19_675), Decimal(1999)));
//! assert_eq!(serde_json::to_string(&invoice)?, text);
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::any::keys_as_text;
use super::de::{Segment, Skip};
use super::leaf::{Style, has_bytes, leaf};
use super::number::visit_number;
use super::writer::{NoPart, RecordWriter, Source, ValueSeed};
use super::{Numbers, leaf};
use crate::encode::{Destination, OpenRecord, OpenRun};
use crate::read::key::Key;
use crate::record::key::bytes_of_digits;
use crate::scalar::text::Own;
use crate::scalar::word::Word;
use crate::scalar::{
    Builtin, Date, Decimal, Decimal128, Duration, FixedStr, Geo4, Geo8, Geo16, Serde, Time, Timestamp, TimestampMicros,
    TimestampNanos, TimestampSeconds, Ulid, Uuid,
};
use crate::schema;
use crate::schema::{MapEntry, Payload, Struct, Type, UnionId};

/// The parts of a tuple, in order.
pub(super) struct TupleSeed<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) record: OpenRecord,
    pub(super) structure: &'s Struct,
}

impl<'de> Visitor<'de> for TupleSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.writer.expect(f, format_args!("a sequence of {} values", self.structure.fields().len()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { writer, record, structure } = self;
        let count = structure.fields().len();
        for field in structure.fields() {
            writer.path.push(Segment::Field(field.name()));
            let to = Destination::field(&record, field);
            if sequence.next_element_seed(ValueSeed { writer: &mut *writer, to: &to })?.is_none() {
                return Err(writer.fault(format!("the sequence is too short for {count} values")));
            }
            writer.path.pop();
        }
        at_end(writer, sequence, count)
    }
}

/// Fails if a sequence of a fixed length goes on.
fn at_end<'de, A: SeqAccess<'de>>(writer: &RecordWriter<'_>, mut sequence: A, count: usize) -> Result<(), A::Error> {
    match sequence.next_element_seed(Skip::new())? {
        None => Ok(()),
        Some(()) => Err(writer.fault(format!("the sequence is too long for {count} values"))),
    }
}

/// The elements of an array.
pub(super) struct ArraySeed<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) to: &'w Destination<'s>,
    pub(super) ty: &'s schema::ArrayType,
}

impl<'de> Visitor<'de> for ArraySeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.writer.expect(f, format_args!("a sequence of {} values", self.ty.len()))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<(), E> {
        let Self { writer, to, ty: array } = self;
        if bytes.len() != array.len() {
            return Err(writer.fault(format!("{} bytes for an array of {}", bytes.len(), array.len())));
        }
        if !matches!(array.element(), Type::Scalar(scalar) if scalar.size() == 1) {
            return Err(writer.fault(format!("bytes are no array of {}", writer.schema().describe(array.element()))));
        }
        let begun = writer.encoder.begin_array(to);
        writer.put(begun)?;
        for (index, byte) in bytes.iter().enumerate() {
            let element = Destination::array_element(to, array, index);
            let put = writer.encoder.put_word(&element, (*byte).into());
            writer.put(put)?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { writer, to, ty: array } = self;
        let begun = writer.encoder.begin_array(to);
        writer.put(begun)?;
        let count = array.len();
        for index in 0..count {
            writer.path.push(Segment::Index(index));
            let to = Destination::array_element(to, array, index);
            if sequence.next_element_seed(ValueSeed { writer: &mut *writer, to: &to })?.is_none() {
                return Err(writer.fault(format!("the sequence is too short for {count} values")));
            }
            writer.path.pop();
        }
        at_end(writer, sequence, count)
    }
}

/// A key, which goes into its entry.
pub(super) struct KeySeed<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) to: &'w Destination<'s>,
}

impl KeySeed<'_, '_> {
    /// A key as text has it.
    fn put_text<E: Error>(self, text: &str) -> Result<(), E> {
        let Self { writer, to } = self;
        let schema = writer.schema();
        match schema.written_key(to.ty, text) {
            Some(key) => Self { writer, to }.put(&key.key()),
            None => Err(writer.fault(format!("`{text}` is no key of type {}", schema.describe(to.ty)))),
        }
    }

    fn put<E: Error>(self, key: &Key<'_>) -> Result<(), E> {
        let Self { writer, to } = self;
        let put = writer.encoder.put_key(to, key);
        writer.put(put)
    }
}

/// Reads a key as what the format says it is. Only numbers that need 128 bits are asked for: some
/// formats would round them, others say bytes.
fn wide_or_any<'de, D: Deserializer<'de>>(key: KeySeed<'_, '_>, deserializer: D) -> Result<(), D::Error> {
    match key.to.ty {
        Type::Scalar(scalar) if scalar.row().serde == Serde::U128 => deserializer.deserialize_u128(key),
        Type::Scalar(scalar) if scalar.row().serde == Serde::I128 => deserializer.deserialize_i128(key),
        _ => deserializer.deserialize_any(key),
    }
}

impl<'de> DeserializeSeed<'de> for KeySeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.writer.how.is_text {
            // Asked for owned text, also formats that read into a buffer of their own take text of
            // any length.
            return deserializer.deserialize_string(self);
        }
        if self.to.ty.has_parts() {
            return ValueSeed { writer: self.writer, to: self.to }.parts(deserializer);
        }
        wide_or_any(self, deserializer)
    }
}

impl<'de> Visitor<'de> for KeySeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.writer.expect(f, format_args!("a key of {}", self.writer.schema().describe(self.to.ty)))
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<(), E> {
        if matches!(self.to.ty, Type::Bytes | Type::Array(_)) {
            return match bytes_of_digits(key) {
                Some(bytes) => self.put(&Key::from(&*bytes)),
                None => Err(self.writer.fault(format!("\"{key}\" is not hexadecimal"))),
            };
        }
        if *self.to.ty == Type::String {
            return self.put(&Key::from(key));
        }
        self.put_text(key)
    }

    fn visit_bytes<E: Error>(self, key: &[u8]) -> Result<(), E> {
        if let Type::Scalar(scalar) = self.to.ty
            && let Some(own) = Own::of_bytes(*scalar, key)
        {
            return self.put_text(&format!("{own}"));
        }
        self.put(&Key::from(key))
    }

    keys_as_text!(put_text);

    // Some formats tell that a value is there.
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { writer, to } = self;
        writer.enter_part(false)?;
        KeySeed { writer: &mut *writer, to }.deserialize(deserializer)?;
        writer.leave_part(false);
        Ok(())
    }

    // Bytes that are written as numbers.
    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<(), A::Error> {
        if !has_bytes(self.to.ty) {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        let bytes = super::number::bytes(self.writer, sequence)?;
        self.visit_bytes(&bytes)
    }
}

impl<'s> RecordWriter<'s> {
    /// Closes a map or a set; fails, at the key, if one came twice.
    pub(super) fn end_map<E: Error>(
        &mut self,
        to: &Destination<'s>,
        entry: &'s MapEntry,
        run: &OpenRun,
    ) -> Result<(), E> {
        let ended = self.encoder.end_map(to, entry, run);
        match self.put(ended)? {
            None => Ok(()),
            Some(twice) => {
                self.path.push(Segment::Key(entry, run.entry_at(entry, twice)));
                Err(self.fault("the key comes twice"))
            }
        }
    }
}

/// The entries of a map.
pub(super) struct MapSeed<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) to: &'w Destination<'s>,
    pub(super) entry: &'s MapEntry,
}

impl<'de> Visitor<'de> for MapSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.writer.expect(f, format_args!("a map"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let Self { writer, to, entry } = self;
        let mut run = writer.encoder.begin_run();
        if writer.is_beyond() {
            entries.next_key_seed(NoPart(&mut *writer))?;
            return writer.end_map(to, entry, &run);
        }
        loop {
            let at = run.entry_at(entry, run.count());
            let (key, value) = writer.encoder.entry(entry);
            if entries.next_key_seed(KeySeed { writer: &mut *writer, to: &key })?.is_none() {
                break;
            }
            writer.make(entry.layout.size)?;
            writer.path.push(Segment::Key(entry, at));
            if let Some(to) = value {
                entries.next_value_seed(ValueSeed { writer: &mut *writer, to: &to })?;
            }
            writer.path.pop();
            run.keep();
        }
        writer.end_map(to, entry, &run)
    }
}

/// The elements of a set.
pub(super) struct SetSeed<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) to: &'w Destination<'s>,
    pub(super) entry: &'s MapEntry,
}

impl<'de> Visitor<'de> for SetSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.writer.expect(f, format_args!("a sequence"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { writer, to, entry } = self;
        let mut run = writer.encoder.begin_run();
        if writer.is_beyond() {
            sequence.next_element_seed(NoPart(&mut *writer))?;
            return writer.end_map(to, entry, &run);
        }
        loop {
            let (key, _) = writer.encoder.entry(entry);
            if sequence.next_element_seed(Element { writer: &mut *writer, to: &key })?.is_none() {
                return writer.end_map(to, entry, &run);
            }
            run.keep();
        }
    }
}

/// An element of a set: a value as that of a list is, which lies where a key does.
struct Element<'w, 's> {
    writer: &'w mut RecordWriter<'s>,
    to: &'w Destination<'s>,
}

impl<'de> DeserializeSeed<'de> for Element<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { writer, to } = self;
        if to.ty.has_parts() {
            return ValueSeed { writer, to }.deserialize(deserializer);
        }
        if writer.how.source == Source::Type {
            return KeySeed { writer, to }.deserialize(deserializer);
        }
        leaf(writer, to, deserializer)
    }
}

/// A union: the name of its variant, or a map of the name to what it holds.
pub(super) struct VariantSeed<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) to: &'w Destination<'s>,
    pub(super) id: UnionId,
}

impl<'s> VariantSeed<'_, 's> {
    /// The tag of a variant, and what it holds.
    fn variant<E: Error>(&mut self, name: &str) -> Result<(u8, &'s schema::UnionVariant), E> {
        let found = self.writer.schema().union(self.id).named(name);
        self.writer.put(found)
    }
}

impl<'de> Visitor<'de> for VariantSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.writer.expect(f, format_args!("a variant of `{}`", self.writer.schema().union(self.id).name()))
    }

    fn visit_str<E: Error>(mut self, name: &str) -> Result<(), E> {
        let (tag, variant) = self.variant(name)?;
        if variant.ty().is_some() {
            return Err(self.writer.fault(format!("the variant `{name}` holds a value: {{\"{name}\": ...}}")));
        }
        let begun = self.writer.encoder.begin_variant(self.to, self.id, tag);
        self.writer.put(begun).map(drop)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let Some(name) = map.next_key::<String>()? else {
            return Err(self.writer.fault("a map with the name of a variant is expected"));
        };
        let (tag, variant) = self.variant(&name)?;
        let Self { writer, to, id } = self;
        let begun = writer.encoder.begin_variant(to, id, tag);
        let Some((payload, record)) = writer.put(begun)? else {
            return Err(writer.fault(format!("the variant `{name}` holds nothing: \"{name}\"")));
        };
        writer.path.push(Segment::Field(variant.name()));
        // What is not behind a pointer of its own is in an object of the payload's, unless that is
        // one word.
        let is_boxed = variant.payload() == Payload::Boxed;
        // A struct of defaults has the first variant of its unions.
        if writer.is_beyond() && tag != 0 {
            return Err(writer.too_deep());
        }
        if is_boxed {
            writer.enter_maybe(true)?;
        }
        map.next_value_seed(ValueSeed { writer: &mut *writer, to: &payload })?;
        let is_beyond = writer.is_beyond();
        if is_boxed {
            writer.leave();
        }
        writer.path.pop();
        if is_boxed && is_beyond {
            writer.end_beyond(&record)?;
        } else {
            let ended = writer.encoder.end_variant(to, &record);
            writer.put(ended)?;
        }
        match map.next_key::<String>()? {
            None => Ok(()),
            Some(second) => Err(writer.fault(format!("two variants: `{name}` and `{second}`"))),
        }
    }
}

// The types of `value` in structs that derive serde's traits. They have the same form as in a
// record.

fn write<T: Builtin, S: Serializer>(value: &T, style: Style, serializer: S) -> Result<S::Ok, S::Error> {
    let is_text = serializer.is_human_readable();
    leaf::write((T::SCALAR, value.to_word().into()), (is_text, style), serializer)
}

macro_rules! values {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        /// As in a record: the module [`serde`](crate::serde) has the table.
        impl<$($generics)*> Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                write(self, Style::Text, serializer)
            }
        }

        impl<$($generics)*> Serialize for Numbers<'_, $type> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                write(self.0, Style::Numbers, serializer)
            }
        }

        /// As in a record: the module [`serde`](crate::serde) has the table.
        impl<'de, $($generics)*> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let is_text = deserializer.is_human_readable();
                leaf::ask(Self::SCALAR, is_text, deserializer, OwnedValue(PhantomData))
            }
        }
    )*};
}
values! {
    [] Date;
    [] Time;
    [] Duration;
    [] Timestamp;
    [] TimestampSeconds;
    [] TimestampMicros;
    [] TimestampNanos;
    [] Uuid;
    [] Ulid;
    [] Geo4;
    [] Geo8;
    [] Geo16;
    [const SCALE: u8] Decimal<SCALE>;
    [const SCALE: u8] Decimal128<SCALE>;
}

/// A value of a type that is stored as a scalar.
struct OwnedValue<T>(PhantomData<T>);

impl<T: Builtin> OwnedValue<T> {
    /// The value of a word, if there is one.
    fn of<E: Error>(self, word: Option<u128>, given: Unexpected<'_>) -> Result<T, E> {
        let value = word.and_then(|word| T::from_word(T::Word::truncate(word)));
        value.ok_or_else(|| E::invalid_value(given, &self))
    }
}

impl<'de, T: Builtin> Visitor<'de> for OwnedValue<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value of {}", T::SCALAR)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        self.of(leaf::of_integer(T::SCALAR, value.into()), Unexpected::Signed(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        self.of(leaf::of_integer(T::SCALAR, value.into()), Unexpected::Unsigned(value))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<T, E> {
        self.of(leaf::of_integer(T::SCALAR, value), Unexpected::Other(&format!("integer `{value}`")))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        self.of(leaf::of_float(T::SCALAR, value), Unexpected::Float(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        self.of(leaf::of_text(T::SCALAR, text), Unexpected::Str(text))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        self.of(leaf::of_bytes(T::SCALAR, bytes), Unexpected::Bytes(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<T, A::Error> {
        if leaf::is_place(T::SCALAR) {
            return self.place(sequence);
        }
        if !leaf::is_bytes(T::SCALAR) {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        // Bytes in a format that has none: numbers. Their count is not trusted.
        let mut bytes = alloc::vec::Vec::new();
        while let Some(byte) = sequence.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        visit_number(map, self)
    }
}

impl<T: Builtin> OwnedValue<T> {
    /// A place of its latitude and longitude.
    fn place<'de, A: SeqAccess<'de>>(self, mut sequence: A) -> Result<T, A::Error> {
        let pair = (sequence.next_element::<f64>()?, sequence.next_element::<f64>()?);
        let rest = sequence.next_element::<serde_core::de::IgnoredAny>()?;
        let (Some(latitude), Some(longitude), None) = (pair.0, pair.1, rest) else {
            return Err(A::Error::custom(format!("a value of {} has a latitude and a longitude", T::SCALAR)));
        };
        match T::SCALAR.of_degrees(latitude, longitude) {
            Some(Ok(word)) => self.of(Some(word), Unexpected::Seq),
            Some(Err(error)) => Err(A::Error::custom(error)),
            None => Err(A::Error::invalid_type(Unexpected::Seq, &self)),
        }
    }
}

/// As its text.
impl<const N: usize> Serialize for FixedStr<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

/// From its text.
impl<'de, const N: usize> Deserialize<'de> for FixedStr<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<const N: usize>;

        impl<const N: usize> Visitor<'_> for Text<N> {
            type Value = FixedStr<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "text of at most {N} bytes")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<FixedStr<N>, E> {
                FixedStr::try_from(text).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_string(Text)
    }
}
