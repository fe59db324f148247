//! The opener: from the place of a value to the value.
//!
//! ```text
//! record   slot .. bitmap ..             a slot that is the value: a number, a short text, an array, a frozen struct, a union
//!                     |
//!                     v
//! object             len content        or a pointer to it: text, a struct that grows, a list, a map, the payload of a union
//! ```
//! All code that reads values by a schema opens them here: the cursors, and the walks over whole
//! values. So presence, defaults and missing fields of older revisions mean the same to all of
//! them. Opening a value looks only at its own slot and object. It does not check the values
//! inside, overlaps with other objects, or the budget of a walk.

use super::cursor::{ListRef, MapRef, UnionRef, known_variant};
use super::map::MapBytes;
use super::union::no_variant;
use super::value::{Content, Object, Visitor};
use super::{Buf, Elements};
use crate::error::{Result, internal_error};
use crate::layout::{Place, Size};
use crate::scalar::word::Word;
use crate::schema::{
    DefaultValue, Field, Item, Kinds, MIXED, MapEntry, Payload, Scalar, Schema, StructId, Type, UnionId,
};
use crate::wire::width::bit;
use crate::wire::{known_from, slice_or_empty, stored, trimmed};

impl<'a> Slot<'a> {
    /// The value here, and its object, as return values. For walks that may be slower: the value is
    /// copied, and the opener is not compiled into each of them.
    #[inline(never)]
    pub(crate) fn open(&self) -> Result<Opened<'a>> {
        let Some(place) = self.present() else { return Ok((Content::Absent, None)) };
        match self.ty.kind(self.schema) {
            Some(kind) => (kind.open)(self, &place),
            None => self.visit_kind::<AsReturned, 0>(&place, AsReturned),
        }
    }

    /// The record of the struct here; the empty one if it is not stored, none if it is absent.
    pub(crate) fn record(&self, id: StructId) -> Result<Option<&'a [u8]>> {
        match self.open()?.0 {
            Content::Struct(of, record) if of == id => Ok(Some(record)),
            _ => Ok(None),
        }
    }

    /// The elements of the array here.
    #[inline]
    pub(crate) fn array(&self, item: &'a Item, count: usize, place: &Place) -> ListRef<'a> {
        let Self { buf, schema, .. } = *self;
        let stride = item.size.at(buf.shift());
        let bytes = stored(self.record, place.slot.at(buf.shift()), stride.saturating_mul(count));
        ListRef { buf, elements: Elements::new(count, stride, bytes), schema, item, packed: None, is_array: true }
    }

    /// Opens the value and passes it to a visitor. Each arm ends in its own call, so the visitor's
    /// match on the value is eliminated.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes are not those of a value of
    /// the type; the visitor's.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn visit<V: Visitor<'a>>(&self, visitor: V) -> Result<V::Output> {
        let Some(place) = self.present() else { return visitor.found(Content::Absent, None) };
        self.visit_kind::<V, { Kinds::ALL }>(&place, visitor)
    }

    /// Opens a value that is present, of a kind that every type may contain or of one of `KINDS`.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn visit_kind<V: Visitor<'a>, const KINDS: u8>(&self, place: &Place, visitor: V) -> Result<V::Output> {
        let Self { buf, record, schema, ty, default, .. } = *self;
        match ty {
            Type::List(list) if KINDS & Kinds::LISTS != 0 => self.visit_list::<V, KINDS>(&list.0, visitor),
            Type::Array(array) if KINDS & Kinds::LISTS != 0 => {
                visitor.found(Content::List(self.array(&array.0, array.len(), place)), None)
            }
            Type::Map(map) if KINDS & Kinds::MAP != 0 => self.visit_map(&map.0, visitor),
            Type::Union(id) if KINDS & Kinds::UNION != 0 => self.visit_union(*id, *place, visitor),
            _ if KINDS != 0 && KINDS != Kinds::ALL => Err(internal_error()),
            Type::Struct(id) if self.inline => {
                visitor.found(Content::Struct(*id, known_from(record, self.start())?), None)
            }
            Type::Struct(id) if schema.structure(*id).is_frozen() => {
                let size = schema.structure(*id).size().at(buf.shift());
                visitor.found(Content::Struct(*id, stored(record, self.start(), size)), None)
            }
            Type::Bool => visitor.found(Content::Bit(bit(record, place, buf.shift()) ^ (default.word() != 0)), None),
            Type::Scalar(scalar) => visitor.found(Content::Word(*scalar, self.word(*scalar)), None),
            Type::Enum(id) => {
                let repr = schema.enumeration(*id).repr();
                visitor.found(Content::Word(repr, self.word(repr)), None)
            }
            Type::Text(len) => visitor.found(Content::Blob(trimmed(stored(record, self.start(), *len as usize))), None),
            Type::String | Type::Bytes | Type::Struct(_) => self.visit_object(visitor),
            // A union that the schema did not give.
            _ => Err(no_variant(self.tagged().0)),
        }
    }

    /// Opens a struct, text or bytes behind the pointer here.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit_object<V: Visitor<'a>>(&self, visitor: V) -> Result<V::Output> {
        let Self { buf, schema, ty, default, .. } = *self;
        match (self.object()?, ty) {
            (None, _) if self.optional => visitor.found(Content::Absent, None),
            (None, Type::Struct(id)) => visitor.found(Content::Struct(*id, &[]), None),
            (None, _) => visitor.found(Content::Blob(default.blob().unwrap_or_default()), None),
            (Some(start), Type::Struct(id)) => {
                let record = buf.record(start, schema.structure(*id).ends())?;
                visitor.found(Content::Struct(*id, record), Some(Object { start, content: record, is_level: true }))
            }
            (Some(start), _) => {
                let content = buf.blob(start)?;
                visitor.found(Content::Blob(content), Some(Object { start, content, is_level: false }))
            }
        }
    }

    /// Opens the list behind the pointer here.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit_list<V: Visitor<'a>, const KINDS: u8>(&self, item: &'a Item, visitor: V) -> Result<V::Output> {
        let Self { buf, schema, .. } = *self;
        let mut list = ListRef { buf, elements: Elements::EMPTY, schema, item, packed: None, is_array: false };
        let Some(start) = self.object()? else {
            return visitor.found(if self.optional { Content::Absent } else { Content::List(list) }, None);
        };
        if KINDS & Kinds::UNION_LIST == 0 {
            list.elements = schema.plain_elements(&buf, start, item)?;
        } else {
            (list.elements, list.item) = schema.readable_elements(&buf, start, item)?;
            list.packed = Schema::packs(item).filter(|_| list.elements.tag != MIXED);
        }
        let object = Object { start, content: list.elements.bytes, is_level: true };
        visitor.found(Content::List(list), Some(object))
    }

    /// Opens the map behind the pointer here.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit_map<V: Visitor<'a>>(&self, entry: &'a MapEntry, visitor: V) -> Result<V::Output> {
        let Self { buf, schema, .. } = *self;
        let Some(object) = self.object()? else {
            let map = MapRef { buf, object: &[], map: MapBytes::EMPTY, schema, entry };
            return visitor.found(if self.optional { Content::Absent } else { Content::Map(map) }, None);
        };
        let map = buf.map(object, &schema.entry_shape(entry))?;
        let content = Object { start: object, content: map.own_bytes(), is_level: true };
        visitor.found(Content::Map(MapRef { buf, object, map, schema, entry }), Some(content))
    }

    /// Opens the union of a type whose slot is here, as [`Slot::visit`] does.
    #[inline(always)]
    pub(super) fn visit_union<V: Visitor<'a>>(&self, id: UnionId, place: Place, visitor: V) -> Result<V::Output> {
        let Self { buf, schema, .. } = *self;
        let (tag, _) = self.tagged();
        let Some(variant) = known_variant(schema, id, tag)? else {
            return visitor.found(Content::Union(id, UnionRef { known: None, tag }), None);
        };
        let item = variant.item();
        let union = |payload| Content::Union(id, UnionRef { known: Some((variant, payload)), tag });
        match variant.payload() {
            payload if payload.is_inline(buf.width.bytes()) => {
                let slot = Slot::of_item(buf, self.record, schema, item);
                visitor.found(union(Slot { place: place.payload(), inline: false, ..slot }), None)
            }
            Payload::None => visitor.found(union(Slot::of_item(buf, &[], schema, item)), None),
            kind => match buf.follow(self.record, place.payload().slot)? {
                Some(start) => {
                    let content = buf.boxed(start, item.size)?;
                    // A word has no objects, so it does not count as a level.
                    let object = Object { start, content, is_level: !matches!(kind, Payload::Word(_)) };
                    visitor.found(union(Slot::of_item(buf, content, schema, item)), Some(object))
                }
                None => visitor.found(union(Slot::of_item(buf, &[], schema, item)), None),
            },
        }
    }
}

/// An opened value, and its object.
pub(crate) type Opened<'a> = (Content<'a>, Option<Object<'a>>);

/// Asks for the value and its object.
pub(crate) struct AsReturned;

impl<'a> Visitor<'a> for AsReturned {
    type Output = Opened<'a>;

    #[inline(always)]
    fn found(self, content: Content<'a>, object: Option<Object<'a>>) -> Result<Self::Output> {
        Ok((content, object))
    }
}

// Slots: the place of a value in a record, and its stored content.

/// A value's place in a record and its type.
#[derive(Clone, Copy)]
pub(crate) struct Slot<'a> {
    pub(crate) buf: Buf<'a>,
    pub(crate) record: &'a [u8],
    pub(crate) schema: &'a Schema,
    pub(crate) place: Place,
    pub(crate) ty: &'a Type,
    pub(crate) optional: bool,
    pub(crate) default: &'a DefaultValue,
    /// Whether a growable struct lies here inline: in a list element.
    pub(crate) inline: bool,
}

impl<'a> Slot<'a> {
    /// A field of a record.
    #[inline]
    pub(crate) fn of_field(buf: Buf<'a>, record: &'a [u8], schema: &'a Schema, field: &'a Field) -> Self {
        let (place, ty, optional, default) = (*field.place(), field.ty(), field.optional(), field.default());
        Self { buf, record, schema, place, ty, optional, default, inline: false }
    }

    /// An element of a list, a part of an entry, or a payload behind a pointer: a record of one
    /// field.
    #[inline]
    pub(crate) fn of_item(buf: Buf<'a>, record: &'a [u8], schema: &'a Schema, item: &'a Item) -> Self {
        let Item { ty, optional, default, place, growable, .. } = item;
        Self { buf, record, schema, place: *place, ty, optional: *optional, default, inline: *growable }
    }

    /// Offset of the slot in the record.
    #[inline]
    pub(crate) fn start(&self) -> usize {
        self.place.slot.at(self.buf.shift())
    }

    /// The place of the value behind its presence bit, or `None` if the bit says it is absent.
    #[inline]
    pub(crate) fn present(&self) -> Option<Place> {
        let has_bit = self.optional && (self.inline || !self.schema.is_nullable(self.ty));
        if !has_bit {
            return Some(self.place);
        }
        bit(self.record, &self.place, self.buf.shift()).then(|| self.place.next_bit())
    }

    /// The stored word of a scalar or enum, its default undone.
    #[inline]
    pub(crate) fn word(&self, scalar: Scalar) -> u128 {
        let load = |slot: &[u8]| match scalar.size() {
            1 => u8::load(slot).map(u128::from),
            2 => u16::load(slot).map(u128::from),
            4 => u32::load(slot).map(u128::from),
            8 => u64::load(slot).map(u128::from),
            _ => u128::load(slot),
        };
        // A slot that the record does not store reads as zero.
        self.record.get(self.start()..).and_then(load).unwrap_or(0) ^ self.default.word()
    }

    /// The object behind a pointer slot.
    #[inline]
    pub(crate) fn object(&self) -> Result<Option<&'a [u8]>> {
        self.buf.follow(self.record, self.place.slot)
    }

    /// Text or bytes; `None` if absent.
    #[inline]
    pub(crate) fn blob(&self) -> Result<Option<&'a [u8]>> {
        match self.object()? {
            Some(object) => self.buf.blob(object).map(Some),
            None if self.optional => Ok(None),
            None => Ok(Some(self.default.blob().unwrap_or_default())),
        }
    }

    /// The tag of the union here, and the bytes behind it in its slot. A slot that is not stored is
    /// zeros.
    #[inline]
    pub(crate) fn tagged(&self) -> (u8, &'a [u8]) {
        let slot = stored(self.record, self.start(), Size::UNION.at(self.buf.shift()));
        slot.split_first().map_or((0, slot), |(tag, payload)| (*tag, payload))
    }
}

// Records in their buffer.

/// The bytes of one record in its buffer.
///
/// A record shorter than a field's place does not store the field, which then has its default. So
/// the record of a null pointer is the empty one.
#[derive(Clone, Copy, Debug)]
pub struct RecordBytes<'a> {
    buf: Buf<'a>,
    bytes: &'a [u8],
}

impl<'a> RecordBytes<'a> {
    /// The record `bytes` of `buf`.
    #[inline(always)]
    #[must_use]
    pub fn new(buf: Buf<'a>, bytes: &'a [u8]) -> Self {
        Self { buf, bytes }
    }

    /// The buffer.
    #[inline(always)]
    #[must_use]
    pub fn buf(&self) -> &Buf<'a> {
        &self.buf
    }

    /// The record's own bytes.
    #[inline(always)]
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The shift of the buffer's pointers.
    #[inline(always)]
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.buf.shift()
    }

    /// Another record of the same buffer.
    #[inline(always)]
    #[must_use]
    pub fn part(&self, bytes: &'a [u8]) -> Self {
        Self { buf: self.buf, bytes }
    }

    /// The record of the growable struct at `slot`; the empty one for null.
    #[inline(always)]
    pub fn behind(&self, slot: Size, ends: &[Size]) -> Result<Self> {
        match self.buf.follow(self.bytes, slot)? {
            Some(object) => Ok(self.part(self.buf.record(object, ends)?)),
            None => Ok(self.part(&[])),
        }
    }

    /// The record of the frozen struct that lies inline at `slot`.
    #[inline]
    #[must_use]
    pub fn inline(&self, slot: Size, size: Size) -> Self {
        self.part(slice_or_empty(self.bytes, slot.at(self.shift()), size.at(self.shift())))
    }
}
