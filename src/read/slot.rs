//! One value in a record, as the schema says where and what it is.

use super::cursor::{ListRef, StructRef, ValueRef, scalar_value, union_value};
use super::{Buf, Elements, held};
use crate::error::{Error, Kind, Result};
use crate::layout::Place;
use crate::scalar::word::Word;
use crate::schema::{Default, Field, Item, MIXED, Scalar, Schema, StructId, Type};
use crate::wire::bits::bit;
use crate::wire::{slice_or_empty, trimmed};

/// A value's place in a record and its type.
#[derive(Clone, Copy)]
pub(crate) struct Slot<'a> {
    pub(crate) buf: Buf<'a>,
    pub(crate) record: &'a [u8],
    pub(crate) schema: &'a Schema,
    pub(crate) place: Place,
    pub(crate) ty: &'a Type,
    pub(crate) optional: bool,
    pub(crate) default: &'a Default,
    /// Whether a growable struct lies here itself: in a list element.
    pub(crate) inline: bool,
}

impl<'a> Slot<'a> {
    /// A field of a record.
    pub(crate) fn of_field(buf: Buf<'a>, record: &'a [u8], schema: &'a Schema, field: &'a Field) -> Self {
        let (place, ty, optional, default) = (*field.place(), field.ty(), field.optional(), field.default());
        Self { buf, record, schema, place, ty, optional, default, inline: false }
    }

    /// An element of a list, or a part of an entry.
    pub(crate) fn of_item(buf: Buf<'a>, record: &'a [u8], schema: &'a Schema, item: &'a Item) -> Self {
        let Item { ty, optional, default, place, growable, .. } = item;
        Self { buf, record, schema, place: *place, ty, optional: *optional, default, inline: *growable }
    }

    /// The place of the value behind its presence bit, or `None` if the bit says it is absent.
    pub(crate) fn present(&self) -> Option<Place> {
        let has_bit = self.optional && (self.inline || !self.schema.is_nullable(self.ty));
        if !has_bit {
            return Some(self.place);
        }
        bit(self.record, &self.place, self.buf.shift()).then(|| self.place.next_bit())
    }

    /// The stored word of a scalar or enum, its default undone.
    pub(crate) fn word(&self, scalar: Scalar) -> u128 {
        let slot = self.record.get(self.place.slot.at(self.buf.shift())..).unwrap_or(&[]);
        let stored = match scalar.size() {
            1 => u8::load(slot).map(u128::from),
            2 => u16::load(slot).map(u128::from),
            4 => u32::load(slot).map(u128::from),
            8 => u64::load(slot).map(u128::from),
            _ => u128::load(slot),
        };
        stored.unwrap_or(0) ^ self.default.word()
    }

    /// The object behind a pointer slot.
    pub(crate) fn object(&self) -> Result<Option<&'a [u8]>> {
        self.buf.follow(self.record, self.place.slot)
    }

    /// Text or bytes; `None` if absent.
    pub(crate) fn blob(&self) -> Result<Option<&'a [u8]>> {
        match (self.object()?, self.default) {
            (Some(object), _) => self.buf.blob(object).map(Some),
            (None, _) if self.optional => Ok(None),
            (None, Default::Blob(default)) => Ok(Some(default)),
            (None, _) => Ok(Some(&[])),
        }
    }

    /// Text of a fixed length, without the zeros at its end.
    pub(crate) fn fixed(&self, place: &Place, len: u32) -> &'a [u8] {
        trimmed(slice_or_empty(self.record, place.slot.at(self.buf.shift()), len as usize))
    }

    /// The record of the struct here; the empty one if it is not stored.
    pub(crate) fn record(&self, id: StructId) -> Result<Option<&'a [u8]>> {
        let structure = self.schema.structure(id);
        let at = self.place.slot.at(self.buf.shift());
        if self.inline {
            return Ok(Some(self.record.get(at..).unwrap_or(&[])));
        }
        if structure.is_frozen() {
            return Ok(Some(slice_or_empty(self.record, at, structure.size().at(self.buf.shift()))));
        }
        match self.object()? {
            Some(object) => self.buf.record(object, structure.ends()).map(Some),
            None if self.optional => Ok(None),
            None => Ok(Some(&[])),
        }
    }

    /// The list here; `None` if absent.
    pub(crate) fn list(&self, item: &'a Item) -> Result<Option<ListRef<'a>>> {
        let Self { buf, schema, .. } = *self;
        let Some(object) = self.object()? else {
            let empty = ListRef { buf, elements: Elements::EMPTY, schema, item, packed: None };
            return Ok(if self.optional { None } else { Some(empty) });
        };
        let (elements, element) = schema.readable_elements(&buf, object, item)?;
        let packed = Schema::packs(item).filter(|_| elements.tag != MIXED);
        Ok(Some(ListRef { buf, elements, schema, item: element, packed }))
    }

    /// The elements of the array here.
    pub(crate) fn array(&self, item: &'a Item, count: usize, place: &Place) -> ListRef<'a> {
        let Self { buf, schema, .. } = *self;
        let stride = item.size.at(buf.shift());
        let bytes = slice_or_empty(self.record, place.slot.at(buf.shift()), stride.saturating_mul(count));
        ListRef { buf, elements: Elements::new(count, stride, bytes), schema, item, packed: None }
    }

    // A word that names a variant is one of its numbers.
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn value(&self) -> Result<ValueRef<'a>> {
        let Some(place) = self.present() else { return Ok(ValueRef::Absent) };
        let absent_or = |value: Option<ValueRef<'a>>| value.unwrap_or(ValueRef::Absent);
        match self.ty {
            Type::Bool => {
                let default = matches!(self.default, Default::Word(1));
                Ok(ValueRef::Bool(bit(self.record, &place, self.buf.shift()) ^ default))
            }
            Type::Scalar(scalar) => scalar_value(*scalar, self.word(*scalar)),
            Type::Enum(id) => {
                let enumeration = self.schema.enumeration(*id);
                let number = self.word(enumeration.repr());
                if let Some(name) = enumeration.of_word(number) {
                    Ok(ValueRef::Enum(name, number as u64))
                } else if enumeration.is_open() {
                    Ok(ValueRef::Enum("", number as u64))
                } else {
                    let message = alloc::format!("no variant of `{}` has the number {number}", enumeration.name());
                    Err(Error::new(Kind::Corrupt, message))
                }
            }
            Type::String => match self.blob()? {
                Some(content) => self.buf.text(content).map(ValueRef::String),
                None => Ok(ValueRef::Absent),
            },
            Type::Text(len) => self.buf.text(self.fixed(&place, *len)).map(ValueRef::String),
            Type::Bytes => Ok(absent_or(self.blob()?.map(ValueRef::Bytes))),
            Type::Struct(id) => {
                let record = self.record(*id)?;
                Ok(absent_or(record.map(|bytes| ValueRef::Struct(StructRef::new(self.buf, bytes, self.schema, *id)))))
            }
            Type::List(list) => Ok(absent_or(self.list(&list.0)?.map(ValueRef::List))),
            Type::Array(array) => Ok(ValueRef::List(self.array(&array.0, array.len(), &place))),
            Type::Map(map) => Ok(absent_or(self.map(&map.0)?.map(ValueRef::Map))),
            Type::Union(id) => {
                let at = place.slot.at(self.buf.shift());
                if self.schema.union(*id).is_any()
                    && let Some(value) = held::in_slot(self.buf, self.record, at, *id, self.schema)
                {
                    return Ok(value);
                }
                union_value(self.union(*id, place)?, *id, self.schema)
            }
        }
    }
}
