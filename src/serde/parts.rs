//! Into tuples, arrays, maps, sets and unions.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write};

use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::de::{Slot, Writer};
use super::leaf::has_bytes;
use super::skip::Skip;
use crate::read::path::write_quoted;
use crate::scalar::Serde;
use crate::scalar::form::Own;
use crate::schema::{self, Item, Payload, StructId, Type, UnionId};

/// The parts of a tuple, in order.
pub(super) struct Tuple<'w, 's> {
    pub(super) writer: &'w mut Writer<'s>,
    pub(super) id: StructId,
}

impl<'de> Visitor<'de> for Tuple<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.writer.schema.structure(self.id).fields();
        write!(f, "a sequence of {} values for `{}`", fields.len(), self.writer.shown())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { writer, id } = self;
        let schema = writer.schema;
        let len = writer.path.len();
        for field in schema.structure(id).fields() {
            writer.path.push('.');
            writer.path.push_str(field.name());
            let slot = Slot { writer: &mut *writer, ty: field.ty(), optional: field.optional(), inline: false };
            if sequence.next_element_seed(slot)?.is_none() {
                let count = schema.structure(id).fields().len();
                return Err(writer.fault(format!("the sequence is too short for {count} values")));
            }
            writer.path.truncate(len);
        }
        at_end(writer, sequence, schema.structure(id).fields().len())
    }
}

/// Fails if a sequence of a fixed length goes on.
fn at_end<'de, A: SeqAccess<'de>>(writer: &Writer<'_>, mut sequence: A, count: usize) -> Result<(), A::Error> {
    match sequence.next_element_seed(Skip::new())? {
        None => Ok(()),
        Some(()) => Err(writer.fault(format!("the sequence is too long for {count} values"))),
    }
}

/// The elements of an array.
pub(super) struct Array<'w, 's, 't> {
    pub(super) writer: &'w mut Writer<'s>,
    pub(super) array: &'t schema::Array,
}

impl<'de> Visitor<'de> for Array<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a sequence of {} values for `{}`", self.array.len(), self.writer.shown())
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<(), E> {
        if bytes.len() != self.array.len() {
            return Err(self.writer.fault(format!("{} bytes for an array of {}", bytes.len(), self.array.len())));
        }
        let len = self.writer.path.len();
        for (index, byte) in bytes.iter().enumerate() {
            // Writing to a String cannot fail.
            let _ = write!(self.writer.path, "[{index}]");
            let set = self.writer.record.set(self.writer.path.as_str(), *byte);
            self.writer.stored(set)?;
            self.writer.path.truncate(len);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { writer, array } = self;
        let len = writer.path.len();
        for index in 0..array.len() {
            let _ = write!(writer.path, "[{index}]");
            let slot = Slot { writer: &mut *writer, ty: array.element(), optional: array.optional(), inline: false };
            if sequence.next_element_seed(slot)?.is_none() {
                let count = array.len();
                return Err(writer.fault(format!("the sequence is too short for {count} values")));
            }
            writer.path.truncate(len);
        }
        at_end(writer, sequence, array.len())
    }
}

/// A key, which becomes a step of the path.
pub(super) struct KeyOf<'w, 's, 't> {
    pub(super) writer: &'w mut Writer<'s>,
    pub(super) key: &'t Type,
}

impl KeyOf<'_, '_, '_> {
    /// Adds `["key"]` to the path, and the key to its map; one that is there already is an error.
    fn enter<E: Error>(self, key: &str) -> Result<(), E> {
        let writer = self.writer;
        let map = writer.path.len();
        // Writing to a String cannot fail.
        let _ = write_quoted(&mut writer.path, key);
        match writer.record.add_path(&writer.path) {
            Ok(true) => Ok(()),
            Ok(false) => Err(writer.fault("the key comes twice")),
            Err(error) => {
                writer.path.truncate(map);
                writer.stored(Err(error))
            }
        }
    }

    fn enter_bytes<E: Error>(self, key: &[u8]) -> Result<(), E> {
        let map = self.writer.path.clone();
        let added = self.writer.record.add_key(map.as_str(), key);
        match added {
            Ok(true) => {
                let _ = write!(self.writer.path, "[b\"{}\"]", key.escape_ascii());
                Ok(())
            }
            Ok(false) => Err(self.writer.fault("the key comes twice")),
            Err(error) => self.writer.stored(Err(error)),
        }
    }
}

/// Reads a key as what the format says it is. Only numbers that need 128 bits are asked for: some formats would round them, others
/// say bytes.
fn wide_or_any<'de, D: Deserializer<'de>>(key: KeyOf<'_, '_, '_>, deserializer: D) -> Result<(), D::Error> {
    match key.key {
        Type::Scalar(scalar) if scalar.row().serde == Serde::U128 => deserializer.deserialize_u128(key),
        Type::Scalar(scalar) if scalar.row().serde == Serde::I128 => deserializer.deserialize_i128(key),
        _ => deserializer.deserialize_any(key),
    }
}

impl<'de> DeserializeSeed<'de> for KeyOf<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.writer.is_text {
            // Asked for owned text, also formats that read into a buffer of their own take text of any length.
            return deserializer.deserialize_string(self);
        }
        wide_or_any(self, deserializer)
    }
}

/// Methods that give a key as text to another one.
macro_rules! keys_as_text {
    ($put:ident) => {
        keys_as_text! {
            $put: visit_u64(u64) visit_i64(i64) visit_u128(u128) visit_i128(i128) visit_bool(bool) visit_char(char)
        }
    };
    ($put:ident: $($method:ident($type:ty))*) => {
        $(fn $method<E: Error>(self, key: $type) -> Result<(), E> {
            self.$put(&alloc::string::ToString::to_string(&key))
        })*
    };
}
pub(super) use keys_as_text;

impl<'de> Visitor<'de> for KeyOf<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a key of {} for `{}`", self.writer.schema.describe(self.key), self.writer.shown())
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<(), E> {
        if *self.key == Type::Bytes {
            let digits = key.as_bytes().as_chunks::<2>();
            let byte = |pair: &[u8; 2]| u8::from_str_radix(core::str::from_utf8(pair).ok()?, 16).ok();
            let bytes: Option<alloc::vec::Vec<u8>> = digits.0.iter().map(byte).collect();
            return match bytes.filter(|_| digits.1.is_empty()) {
                Some(bytes) => self.enter_bytes(&bytes),
                None => Err(self.writer.fault(format!("\"{key}\" is not hexadecimal"))),
            };
        }
        self.enter(key)
    }

    fn visit_bytes<E: Error>(self, key: &[u8]) -> Result<(), E> {
        match self.key {
            Type::Scalar(scalar) => match Own::of_bytes(*scalar, key) {
                Some(own) => self.enter(&format!("{own}")),
                None => self.enter_bytes(key),
            },
            _ => self.enter_bytes(key),
        }
    }

    keys_as_text!(enter);

    // Some formats tell that a value is there.
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { writer, key } = self;
        writer.enter_part(false)?;
        KeyOf { writer: &mut *writer, key }.deserialize(deserializer)?;
        writer.leave_part(false);
        Ok(())
    }

    // Bytes that are written as numbers.
    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<(), A::Error> {
        if !has_bytes(self.key) {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        let bytes = super::number::bytes(&self.writer.shown(), sequence)?;
        self.visit_bytes(&bytes)
    }
}

/// The entries of a map.
pub(super) struct Map<'w, 's, 't> {
    pub(super) writer: &'w mut Writer<'s>,
    pub(super) map: &'t schema::Map,
}

impl<'de> Visitor<'de> for Map<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map for `{}`", self.writer.shown())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let Self { writer, map } = self;
        let len = writer.path.len();
        let Some(Item { ty, optional, growable: inline, size, .. }) = &map.0.value else { return Ok(()) };
        let (optional, inline) = (*optional, *inline);
        while entries.next_key_seed(KeyOf { writer: &mut *writer, key: map.key() })?.is_some() {
            writer.make(*size)?;
            entries.next_value_seed(Slot { writer: &mut *writer, ty, optional, inline })?;
            writer.path.truncate(len);
        }
        Ok(())
    }
}

/// The elements of a set.
pub(super) struct Set<'w, 's, 't> {
    pub(super) writer: &'w mut Writer<'s>,
    pub(super) key: &'t Type,
}

impl<'de> Visitor<'de> for Set<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a sequence for `{}`", self.writer.shown())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { writer, key } = self;
        let len = writer.path.len();
        loop {
            let next = sequence.next_element_seed(Element { writer: &mut *writer, key })?;
            writer.path.truncate(len);
            if next.is_none() {
                return Ok(());
            }
        }
    }
}

/// An element of a set: as a key, but numbers and bytes are themselves also in text formats.
struct Element<'w, 's, 't> {
    writer: &'w mut Writer<'s>,
    key: &'t Type,
}

impl<'de> DeserializeSeed<'de> for Element<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { writer, key } = self;
        match key {
            Type::Bytes => deserializer.deserialize_byte_buf(KeyOf { writer, key }),
            _ => wide_or_any(KeyOf { writer, key }, deserializer),
        }
    }
}

/// A union: the name of its variant, or a map of the name to what it holds.
pub(super) struct Variant<'w, 's> {
    pub(super) writer: &'w mut Writer<'s>,
    pub(super) id: UnionId,
}

impl Variant<'_, '_> {
    fn switch<E: Error>(&mut self, name: &str) -> Result<(), E> {
        let switched = self.writer.record.set_variant(&self.writer.path, name);
        self.writer.stored(switched)
    }
}

impl<'de> Visitor<'de> for Variant<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a variant of `{}` for `{}`", self.writer.schema.union(self.id).name(), self.writer.shown())
    }

    fn visit_str<E: Error>(mut self, name: &str) -> Result<(), E> {
        let union = self.writer.schema.union(self.id);
        if union.variant(name).is_some_and(|(_, variant)| variant.ty().is_some()) {
            return Err(self.writer.fault(format!("the variant `{name}` holds a value: {{\"{name}\": ...}}")));
        }
        self.switch(name)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let Some(name) = map.next_key::<String>()? else {
            return Err(self.writer.fault("a map with the name of a variant is expected"));
        };
        self.switch::<A::Error>(&name)?;
        let schema = self.writer.schema;
        let found = schema.union(self.id).variant(&name).map(|(_, variant)| variant);
        let (Some(ty), optional) =
            (found.and_then(schema::UnionVariant::ty), found.is_some_and(schema::UnionVariant::optional))
        else {
            return Err(self.writer.fault(format!("the variant `{name}` holds nothing: \"{name}\"")));
        };
        let len = self.writer.path.len();
        self.writer.path.push('.');
        self.writer.path.push_str(&name);
        // What is not behind a pointer of its own is in an object of the payload's, unless that is one word.
        let is_boxed = found.is_some_and(|variant| variant.payload() == Payload::Boxed);
        if is_boxed {
            self.writer.enter()?;
        }
        map.next_value_seed(Slot { writer: &mut *self.writer, ty, optional, inline: false })?;
        if is_boxed {
            self.writer.leave();
        }
        self.writer.path.truncate(len);
        match map.next_key::<String>()? {
            None => Ok(()),
            Some(second) => Err(self.writer.fault(format!("two variants: `{name}` and `{second}`"))),
        }
    }
}
