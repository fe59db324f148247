//! Keys of maps through a schema: searched, and compared with each other as they lie in buffers.

use core::cmp::Ordering;

use super::key::{KeyValueRef, SoughtKey, StoredKey};
use super::search::{self, KeyPlace, Sought, find_blob};
use super::slot::Slot;
use super::{Buf, Elements};
use crate::error::{Error, Result, internal_error};
use crate::layout::Size;
use crate::schema::{Item, Schema, StructId, Type};
use crate::wire::stored;

/// A key that is searched in a buffer.
pub(crate) struct SearchKey<'a, 's> {
    pub(crate) schema: &'s Schema,
    pub(crate) buf: Buf<'a>,
    /// The type of the map's keys.
    pub(crate) item: &'s Item,
    pub(crate) key: SoughtKey<'s>,
}

impl SearchKey<'_, '_> {
    #[inline]
    fn slot<'e>(&self, entry: &'e [u8]) -> Slot<'e>
    where
        Self: 'e,
    {
        Slot::of_item(self.buf, entry, self.schema, self.item)
    }

    fn compare(&self, entry: &[u8]) -> Result<Ordering> {
        match &self.key {
            SoughtKey::Blob(content) => search::compare_blob(&self.buf, entry, Size::ZERO, content),
            SoughtKey::Word(word) => Ok(self.slot(entry).sorted_word().cmp(word)),
            key @ (SoughtKey::Array(_) | SoughtKey::Tuple(_)) => self.slot(entry).compare(key),
        }
    }
}

impl Sought for SearchKey<'_, '_> {
    #[inline]
    fn order(&self, entries: &[u8], at: usize) -> Option<Ordering> {
        self.compare(entries.get(at..)?).ok()
    }

    #[cold]
    fn error(&self, entry: &[u8]) -> Option<Error> {
        self.compare(entry).err()
    }

    fn find_in(&self, run: &Elements<'_>) -> KeyPlace {
        match &self.key {
            SoughtKey::Blob(content) => find_blob(run, &self.buf, content),
            SoughtKey::Word(word) => (|entry: &[u8]| Ok(self.slot(entry).sorted_word().cmp(word))).find_in(run),
            _ => (|entry: &[u8]| self.compare(entry)).find_in(run),
        }
    }
}

/// A key in a buffer, in the form in which others are compared with it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortedKey<'a> {
    /// An integer whose order is that of the values.
    Word(u128),
    /// Text or bytes behind a pointer.
    Blob(&'a [u8]),
    /// The entry of a key with inline parts: an array of bytes, or a tuple.
    Inline(&'a [u8]),
}

impl<'a> Slot<'a> {
    /// The key here, to compare others with it.
    pub(crate) fn sorted(&self) -> Result<SortedKey<'a>> {
        Ok(match self.ty {
            Type::String | Type::Bytes => SortedKey::Blob(self.blob()?.unwrap_or_default()),
            Type::Array(_) | Type::Struct(_) => SortedKey::Inline(self.record),
            _ => SortedKey::Word(self.sorted_word()),
        })
    }

    /// Whether the first of two keys, of this slot's type and place in the same buffer, is less.
    #[inline]
    pub(crate) fn ascends(&self, one: &SortedKey<'a>, other: &SortedKey<'a>) -> Result<bool> {
        match (one, other) {
            (SortedKey::Word(one), SortedKey::Word(other)) => Ok(one < other),
            (SortedKey::Blob(one), SortedKey::Blob(other)) => Ok(one < other),
            _ => Ok(self.order(one, self, other)?.is_lt()),
        }
    }

    /// Compares a key of this slot's type and place with one of another slot's.
    pub(crate) fn order(&self, one: &SortedKey<'_>, slot: &Slot<'_>, other: &SortedKey<'_>) -> Result<Ordering> {
        match (one, other) {
            (SortedKey::Word(one), SortedKey::Word(other)) => Ok(one.cmp(other)),
            (SortedKey::Blob(one), SortedKey::Blob(other)) => Ok(one.cmp(other)),
            (SortedKey::Inline(one), SortedKey::Inline(other)) => {
                Slot { record: one, ..*self }.order_inline(&Slot { record: other, ..*slot })
            }
            _ => Err(internal_error()),
        }
    }

    /// Compares the key here with one of another buffer.
    pub(crate) fn order_with(&self, other: &Slot<'_>) -> Result<Ordering> {
        self.order(&self.sorted()?, other, &other.sorted()?)
    }

    /// Compares two arrays of bytes, or two tuples, by the first parts that differ.
    fn order_inline(&self, other: &Slot<'_>) -> Result<Ordering> {
        match (self.ty, other.ty) {
            (Type::Array(array), Type::Array(_)) => {
                let len = array.len();
                Ok(stored(self.record, self.start(), len).cmp(stored(other.record, other.start(), len)))
            }
            (Type::Struct(one), Type::Struct(two)) => {
                for (one, other) in self.tuple_parts(*one).zip(other.tuple_parts(*two)) {
                    let order = one.order_with(&other)?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                }
                Ok(Ordering::Equal)
            }
            _ => Err(internal_error()),
        }
    }

    /// Compares the key here with a sought key.
    fn compare(&self, key: &SoughtKey<'_>) -> Result<Ordering> {
        match key {
            SoughtKey::Word(word) => Ok(self.sorted_word().cmp(word)),
            SoughtKey::Blob(content) => search::compare_blob(&self.buf, self.record, self.place.slot, content),
            SoughtKey::Array(content) => Ok(stored(self.record, self.start(), content.len()).cmp(content)),
            SoughtKey::Tuple(key) => {
                let (Type::Struct(id), StoredKey::Tuple(fields, key)) =
                    (self.ty, self.schema.stored_key(self.ty, key)?)
                else {
                    return Err(internal_error());
                };
                for (slot, (field, part)) in self.tuple_parts(*id).zip(StoredKey::parts(fields, key)) {
                    let sought = match (field.ty(), part.0) {
                        // The type was checked once for all entries.
                        (Type::String, KeyValueRef::Blob(content)) => SoughtKey::Blob(content),
                        (ty, _) => self.schema.sought_part(ty, &part)?,
                    };
                    let order = slot.compare(&sought)?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                }
                Ok(Ordering::Equal)
            }
        }
    }

    /// The parts of the tuple here.
    fn tuple_parts(&self, id: StructId) -> impl Iterator<Item = Self> + use<'a> {
        let Self { buf, schema, .. } = *self;
        let structure = schema.structure(id);
        let record = stored(self.record, self.start(), structure.size().at(buf.shift()));
        structure.fields().iter().map(move |field| Slot::of_field(buf, record, schema, field))
    }

    #[inline]
    fn sorted_word(&self) -> u128 {
        let scalar = match self.ty {
            Type::Bool => return u128::from(crate::wire::bits::bit(self.record, &self.place, self.buf.shift())),
            Type::Scalar(scalar) => *scalar,
            // Numbers without a sign.
            Type::Enum(id) => self.schema.enumeration(*id).repr(),
            _ => return 0,
        };
        crate::scalar::order::sorted(scalar, self.word(scalar))
    }
}
