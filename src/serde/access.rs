//! The parts of a value, one after the other: what serde asks of structs, lists, maps and unions.

use serde_core::de::value::BorrowedStrDeserializer;
use serde_core::de::{
    DeserializeSeed, EnumAccess, Error as _, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use crate::error::{Error, ErrorKind, Result};
use crate::read::cursor::{ListRef, StructRef, ValueRef};
use crate::read::entries::EntryCursor;
use crate::read::parts::{EntrySlots, MapRef};
use crate::read::path::KeyStep;
use crate::schema::Field;

/// A value that was walked.
#[derive(Clone, Copy)]
pub(super) struct Walked<'de> {
    pub(super) value: ValueRef<'de>,
    /// Whether it is the key of a map: text in `any`, whatever the type it is read as.
    pub(super) is_key: bool,
}

impl<'de> Walked<'de> {
    pub(super) fn new(value: ValueRef<'de>) -> Self {
        Self { value, is_key: false }
    }
}

/// Fails if a visitor left parts behind: a list of three is no pair.
fn at_end(left: usize) -> Result<()> {
    match left {
        0 => Ok(()),
        left => Err(Error::new(ErrorKind::Type, format_args!("more elements than the type takes, by {left}"))),
    }
}

/// The fields of a struct or a tuple.
pub(super) struct FieldsAccess<'de> {
    cursor: StructRef<'de>,
    left: &'de [Field],
    /// The field whose name was given last.
    named: Option<&'de Field>,
}

impl<'de> FieldsAccess<'de> {
    pub(super) fn new(cursor: StructRef<'de>) -> Self {
        Self { cursor, left: cursor.definition().fields(), named: None }
    }

    pub(super) fn sequence<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let value = visitor.visit_seq(&mut self)?;
        at_end(self.left.len())?;
        Ok(value)
    }

    fn next(&mut self) -> Option<&'de Field> {
        let (first, left) = self.left.split_first()?;
        self.left = left;
        Some(first)
    }

    fn value<T: DeserializeSeed<'de>>(&self, field: &'de Field, seed: T) -> Result<T::Value> {
        let value = self.cursor.value(field)?;
        seed.deserialize(Walked::new(value)).map_err(|error| error.in_field(field.name()))
    }
}

impl<'de> MapAccess<'de> for FieldsAccess<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.named = self.next();
        self.named.map(|field| seed.deserialize(BorrowedStrDeserializer::new(field.name()))).transpose()
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        match self.named.take() {
            Some(field) => self.value(field, seed),
            None => Err(no_key()),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

impl<'de> SeqAccess<'de> for FieldsAccess<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        self.next().map(|field| self.value(field, seed)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// What a visitor hears that asks for a value before its key.
#[cold]
fn no_key() -> Error {
    Error::custom("a value is asked for without its key")
}

/// The elements of a list or an array.
pub(super) struct ElementsAccess<'de> {
    cursor: ListRef<'de>,
    index: usize,
}

impl<'de> ElementsAccess<'de> {
    pub(super) fn new(cursor: ListRef<'de>) -> Self {
        Self { cursor, index: 0 }
    }

    pub(super) fn sequence<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let value = visitor.visit_seq(&mut self)?;
        at_end(self.left())?;
        Ok(value)
    }

    fn left(&self) -> usize {
        self.cursor.len().saturating_sub(self.index)
    }
}

impl<'de> SeqAccess<'de> for ElementsAccess<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.index;
        if index >= self.cursor.len() {
            return Ok(None);
        }
        self.index = index.saturating_add(1);
        let value = self.cursor.get(index)?;
        seed.deserialize(Walked::new(value)).map(Some).map_err(|error| error.in_element(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left())
    }
}

/// The entries of a map, or the elements of a set.
pub(super) struct EntriesAccess<'de> {
    cursor: EntryCursor<'de>,
    left: usize,
    /// Whether the key of the entry at the cursor was given, and its value was not.
    is_named: bool,
}

impl<'de> EntriesAccess<'de> {
    pub(super) fn new(map: MapRef<'de>) -> Self {
        Self { cursor: EntryCursor::new(map), left: map.len(), is_named: false }
    }

    pub(super) fn sequence<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let value = visitor.visit_seq(&mut self)?;
        at_end(self.left)?;
        Ok(value)
    }

    /// The key of the next entry.
    fn next(&mut self) -> Result<Option<Walked<'de>>> {
        self.is_named = self.cursor.next()?;
        if !self.is_named {
            self.left = 0;
            return Ok(None);
        }
        self.left = self.left.saturating_sub(1);
        Ok(Some(Walked { value: self.cursor.slots.key.value()?, is_key: true }))
    }
}

impl<'de> MapAccess<'de> for EntriesAccess<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.next()?.map(|key| seed.deserialize(key)).transpose()
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        if !core::mem::take(&mut self.is_named) {
            return Err(no_key());
        }
        let EntrySlots { key, value, .. } = &self.cursor.slots;
        let value = value.as_ref().unwrap_or(key).value()?;
        seed.deserialize(Walked::new(value)).map_err(|error| match key.value() {
            Ok(key) => error.in_step(format_args!("{}", KeyStep(key))),
            Err(_) => error,
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de> SeqAccess<'de> for EntriesAccess<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        self.next()?.map(|key| seed.deserialize(key)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// A variant of an enum or a union: its name, then what it holds.
pub(super) struct Variant<'de> {
    name: &'de str,
    payload: Option<ValueRef<'de>>,
    is_named: bool,
}

impl<'de> Variant<'de> {
    pub(super) fn new(name: &'de str, payload: Option<ValueRef<'de>>) -> Self {
        Self { name, payload, is_named: false }
    }

    fn blame(name: &str, error: Error) -> Error {
        error.in_field(name)
    }

    /// What the variant holds, where the type says that it holds something.
    fn held(&self, expected: &str) -> Result<Walked<'de>> {
        match self.payload {
            Some(payload) => Ok(Walked::new(payload)),
            None => Err(Self::blame(self.name, Error::invalid_type(Unexpected::UnitVariant, &expected))),
        }
    }
}

/// As serde sees a union that it does not know to be one.
impl<'de> MapAccess<'de> for Variant<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if core::mem::replace(&mut self.is_named, true) {
            return Ok(None);
        }
        seed.deserialize(BorrowedStrDeserializer::new(self.name)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let payload = self.payload.take().unwrap_or(ValueRef::Null);
        seed.deserialize(Walked::new(payload)).map_err(|error| Self::blame(self.name, error))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::from(!self.is_named))
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<N: DeserializeSeed<'de>>(self, seed: N) -> Result<(N::Value, Self)> {
        let name = seed.deserialize(BorrowedStrDeserializer::new(self.name))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        match self.payload {
            None | Some(ValueRef::Absent | ValueRef::Null) => Ok(()),
            Some(_) => Err(Self::blame(self.name, Error::invalid_type(Unexpected::NewtypeVariant, &"unit variant"))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value> {
        self.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        use serde_core::Deserializer;
        let held = self.held("tuple variant")?;
        held.deserialize_tuple(len, visitor).map_err(|error| Self::blame(self.name, error))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value> {
        use serde_core::Deserializer;
        let held = self.held("struct variant")?;
        held.deserialize_struct("", fields, visitor).map_err(|error| Self::blame(self.name, error))
    }
}
