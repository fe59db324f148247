//! Cursors for serde: they are deserializers of any type, and give the parts of structs, lists,
//! maps and unions one after the other.

use alloc::string::ToString;
use alloc::vec::Vec;

use serde_core::de::value::{BorrowedStrDeserializer, SeqDeserializer};
use serde_core::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use super::ser::walk;
use crate::error::{Error, ErrorKind, Result};
use crate::read::cursor::{EntrySlots, ListRef, MapRef, StructRef, UnionRef, ValueRef, ValueShape};
use crate::read::map::EntryCursor;
use crate::read::route::KeyStep;
use crate::scalar::civil::Civil;
use crate::scalar::text::{Form, Own};
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

// Cursors as deserializers: any type of serde's out of a buffer, its text and bytes borrowed.
//
// As for output, a value is walked first, under a walk's budget: objects of a hostile buffer can
// overlap, and a few bytes could fill the memory.

impl<'de> Walked<'de> {
    /// An integer or a bool that was written as the text of a key.
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            ValueRef::Enum(_, number) => visitor.visit_u64(number),
            ValueRef::String(text) if self.is_key => match (text.parse::<i128>(), text.parse::<u128>(), text.parse()) {
                (Ok(value), ..) => signed(value, visitor),
                (_, Ok(value), _) => visitor.visit_u128(value),
                (.., Ok(value)) => visitor.visit_bool(value),
                _ => visitor.visit_borrowed_str(text),
            },
            _ => self.deserialize_any(visitor),
        }
    }

    /// A scalar that has bytes and a text of its own.
    fn own(&self) -> Option<Own> {
        match self.value.shape() {
            ValueShape::Scalar(scalar, word) => match Form::of(scalar, word) {
                Form::Bytes(own) | Form::Octets(own) => Some(own),
                Form::U64(_)
                | Form::I64(_)
                | Form::I32(_)
                | Form::U128(_)
                | Form::I128(_)
                | Form::F32(_)
                | Form::F64(_)
                | Form::Char(_)
                | Form::Decimal(_)
                | Form::Degrees(..) => None,
            },
            _ => None,
        }
    }

    #[inline]
    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            ValueRef::String(text) => visitor.visit_borrowed_str(text),
            _ => self.as_text(visitor),
        }
    }

    #[inline(never)]
    fn as_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Some(own) = self.own() {
            return visitor.visit_string(own.to_string());
        }
        match self.value.shape() {
            ValueShape::Scalar(scalar, word) => match Civil::of(scalar, word) {
                Some(civil) => visitor.visit_string(civil.to_string()),
                None => self.deserialize_any(visitor),
            },
            _ => self.deserialize_any(visitor),
        }
    }

    fn blob<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            ValueRef::String(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            ValueRef::List(list) => {
                let mut bytes = Vec::new();
                for value in list.iter() {
                    match value? {
                        ValueRef::Unsigned(byte) if byte <= 0xFF => bytes.push(byte.to_le_bytes()[0]),
                        _ => return self.deserialize_any(visitor),
                    }
                }
                visitor.visit_byte_buf(bytes)
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn sequence<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match (self.value, self.own()) {
            (ValueRef::Bytes(bytes), _) => each(bytes.iter().copied(), visitor),
            (_, Some(own)) => own.with_bytes(|bytes| each(bytes.iter().copied(), visitor)),
            (_, None) => self.deserialize_any(visitor),
        }
    }
}

/// Values as a sequence of so many.
fn each<'de, T: IntoDeserializer<'de, Error>, V: Visitor<'de>>(
    values: impl Iterator<Item = T>,
    visitor: V,
) -> Result<V::Value> {
    let mut values = SeqDeserializer::new(values);
    let value = visitor.visit_seq(&mut values)?;
    values.end()?;
    Ok(value)
}

/// A wide integer as the narrowest call that takes it: few visitors know the wide ones.
fn signed<'de, V: Visitor<'de>>(value: i128, visitor: V) -> Result<V::Value> {
    match (u64::try_from(value), i64::try_from(value)) {
        (Ok(value), _) => visitor.visit_u64(value),
        (_, Ok(value)) => visitor.visit_i64(value),
        _ => visitor.visit_i128(value),
    }
}

/// Methods that do the same.
macro_rules! methods {
    ($($method:ident)* => $same:ident) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.$same(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Walked<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        // What documents are made of.
        match self.value {
            ValueRef::Null => return visitor.visit_unit(),
            ValueRef::Bool(value) => return visitor.visit_bool(value),
            ValueRef::Signed(value) => return visitor.visit_i64(value),
            ValueRef::Unsigned(value) => return visitor.visit_u64(value),
            ValueRef::String(text) => return visitor.visit_borrowed_str(text),
            _ => {}
        }
        match self.value.shape() {
            ValueShape::Absent => visitor.visit_none(),
            ValueShape::Null => visitor.visit_unit(),
            ValueShape::Bool(value) => visitor.visit_bool(value),
            ValueShape::Scalar(scalar, word) => match Form::of(scalar, word) {
                Form::U64(value) => visitor.visit_u64(value),
                Form::I64(value) => visitor.visit_i64(value),
                Form::I32(value) => visitor.visit_i32(value),
                Form::U128(value) => match i128::try_from(value) {
                    Ok(value) => signed(value, visitor),
                    Err(_) => visitor.visit_u128(value),
                },
                Form::I128(value) => signed(value, visitor),
                Form::F32(value) => visitor.visit_f32(value),
                Form::F64(value) => visitor.visit_f64(value),
                Form::Char(value) => visitor.visit_char(value),
                Form::Bytes(own) => own.with_bytes(|bytes| visitor.visit_bytes(bytes)),
                // As std's addresses are written.
                Form::Octets(own) => own.with_bytes(|bytes| each(bytes.iter().copied(), visitor)),
                Form::Decimal(number) => visitor.visit_string(number.to_string()),
                Form::Degrees(latitude, longitude) => each([latitude, longitude].into_iter(), visitor),
            },
            ValueShape::Enum("", number) => visitor.visit_u64(number),
            ValueShape::Enum(text, _) | ValueShape::String(text) => visitor.visit_borrowed_str(text),
            ValueShape::Bytes(bytes) => visitor.visit_borrowed_bytes(bytes),
            ValueShape::Struct(cursor) if cursor.definition().is_tuple() => FieldsAccess::new(cursor).sequence(visitor),
            ValueShape::Struct(cursor) => visitor.visit_map(FieldsAccess::new(cursor)),
            ValueShape::List(cursor) => ElementsAccess::new(cursor).sequence(visitor),
            ValueShape::Map(cursor) if cursor.is_set() => EntriesAccess::new(cursor).sequence(visitor),
            ValueShape::Map(cursor) => visitor.visit_map(EntriesAccess::new(cursor)),
            ValueShape::Union(cursor) => match cursor.value()? {
                None => visitor.visit_borrowed_str(cursor.name()),
                Some(payload) => visitor.visit_map(Variant::new(cursor.name(), Some(payload))),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            ValueRef::Absent | ValueRef::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            ValueRef::Absent | ValueRef::Null => visitor.visit_unit(),
            ValueRef::Struct(cursor) if cursor.definition().fields().is_empty() => visitor.visit_unit(),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.sequence(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, visitor: V) -> Result<V::Value> {
        self.sequence(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.value {
            ValueRef::Enum(name, _) | ValueRef::String(name) => visitor.visit_enum(Variant::new(name, None)),
            ValueRef::Union(union) => visitor.visit_enum(Variant::new(union.name(), union.value()?)),
            // As a variant is written into `any`.
            ValueRef::Map(map) if map.len() == 1 && !map.is_set() => match map.iter().next().transpose()? {
                Some((ValueRef::String(name), value)) => visitor.visit_enum(Variant::new(name, Some(value))),
                _ => self.deserialize_any(visitor),
            },
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    methods! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_u8
        deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 => number
    }
    methods! { deserialize_f32 deserialize_f64 deserialize_map => deserialize_any }
    methods! { deserialize_char deserialize_str deserialize_string deserialize_identifier => text }
    methods! { deserialize_bytes deserialize_byte_buf => blob }
    methods! { deserialize_seq => sequence }

    fn is_human_readable(&self) -> bool {
        false
    }
}

impl<'de> IntoDeserializer<'de, Error> for Walked<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// A cursor as a deserializer: once its walk is paid for, its value is.
macro_rules! deserializer {
    ($cursor:ident, |$this:ident| $walked:expr) => {
        /// Any type of serde's that has the shape of the value; text and bytes can be borrowed from
        /// the buffer.
        impl<'de> Deserializer<'de> for $cursor<'de> {
            type Error = Error;

            deserializer! {
                [$this, $walked]
                deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32()
                deserialize_i64() deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32()
                deserialize_u64() deserialize_u128() deserialize_f32() deserialize_f64() deserialize_char()
                deserialize_str() deserialize_string() deserialize_bytes() deserialize_byte_buf()
                deserialize_option() deserialize_unit() deserialize_unit_struct(name: &'static str)
                deserialize_newtype_struct(name: &'static str) deserialize_seq() deserialize_tuple(len: usize)
                deserialize_tuple_struct(name: &'static str, len: usize) deserialize_map()
                deserialize_struct(name: &'static str, fields: &'static [&'static str])
                deserialize_enum(name: &'static str, variants: &'static [&'static str]) deserialize_identifier()
                deserialize_ignored_any()
            }

            fn is_human_readable(&self) -> bool {
                false
            }
        }

        impl<'de> IntoDeserializer<'de, Error> for $cursor<'de> {
            type Deserializer = Self;

            fn into_deserializer(self) -> Self {
                self
            }
        }
    };
    ([$this:ident, $walked:expr] $($method:ident($($name:ident: $type:ty),*))*) => {
        $(fn $method<V: Visitor<'de>>(self, $($name: $type,)* visitor: V) -> Result<V::Value> {
            let $this = self;
            let value: ValueRef<'de> = $walked;
            walk(&value)?;
            Walked::new(value).$method($($name,)* visitor)
        })*
    };
}

deserializer!(StructRef, |cursor| ValueRef::Struct(cursor));
deserializer!(ListRef, |cursor| ValueRef::List(cursor));
deserializer!(UnionRef, |cursor| ValueRef::Union(cursor));
deserializer!(MapRef, |cursor| ValueRef::Map(cursor));
deserializer!(ValueRef, |value| value);
