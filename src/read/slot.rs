//! The opener: from the place of a value to what lies there.
//!
//! ```text
//! record   bitmap .. slot ..             a slot that is the value: a number, a short text, an array, a frozen struct, a union
//!                     |
//!                     v
//! object             len content        or a pointer to it: text, a struct that grows, a list, a map, the payload of a union
//! ```
//! Whoever reads values by a schema opens them here: the cursors, and the walks over whole values. So presence, defaults and what an older
//! revision did not store mean the same to all of them. Opening a value looks at its own slot and object only, and asks nothing that
//! reading it need not ask: that what it holds is valid, that no other object has these bytes, and that somebody pays for the way.

use super::cursor::ListRef;
use super::map::MapBytes;
use super::parts::MapRef;
use super::value::{Content, Object, Visitor};
use super::{Buf, Elements};
use crate::error::{Result, broken};
use crate::layout::{Place, Size};
use crate::scalar::word::Word;
use crate::schema::{DefaultValue, Field, Item, MIXED, Scalar, Schema, StructId, Type};
use crate::wire::bits::bit;
use crate::wire::{known_from, stored, trimmed};

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
    /// Whether a growable struct lies here itself: in a list element.
    pub(crate) inline: bool,
}

impl<'a> Slot<'a> {
    /// A field of a record.
    #[inline]
    pub(crate) fn of_field(buf: Buf<'a>, record: &'a [u8], schema: &'a Schema, field: &'a Field) -> Self {
        let (place, ty, optional, default) = (*field.place(), field.ty(), field.optional(), field.default());
        Self { buf, record, schema, place, ty, optional, default, inline: false }
    }

    /// An element of a list, a part of an entry, or a payload behind a pointer: a record of one field.
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
        // A record that does not store the slot stands for one in which it is zero.
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

    /// The tag of the union here, and what is behind it in its slot. A slot that is not stored is one of zeros.
    #[inline]
    pub(crate) fn tagged(&self) -> (u8, &'a [u8]) {
        let slot = stored(self.record, self.start(), Size::UNION.at(self.buf.shift()));
        slot.split_first().map_or((0, slot), |(tag, payload)| (*tag, payload))
    }

    /// What lies here, and the object that it is. For walks that may take longer: what they are handed is copied, and the opener is not
    /// compiled into each of them.
    #[inline(never)]
    pub(crate) fn open(&self) -> Result<(Content<'a>, Option<Object<'a>>)> {
        self.visit(Opened)
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

    /// Opens the value and hands a visitor what lies there. Each arm ends in its call, so that its own match on what it is handed costs
    /// nothing.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes are not those of a value of the type; the visitor's.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn visit<V: Visitor<'a>>(&self, visitor: V) -> Result<V::Output> {
        let Self { buf, record, schema, ty, .. } = *self;
        let Some(place) = self.present() else { return visitor.found(Content::Absent, None) };
        match ty {
            Type::Struct(id) if self.inline => {
                visitor.found(Content::Struct(*id, known_from(record, self.start())?), None)
            }
            Type::Struct(id) if schema.structure(*id).is_frozen() => {
                let size = schema.structure(*id).size().at(buf.shift());
                visitor.found(Content::Struct(*id, stored(record, self.start(), size)), None)
            }
            Type::Union(id) => self.visit_union(*id, place, visitor),
            Type::String | Type::Bytes | Type::Struct(_) | Type::List(_) | Type::Map(_) => self.visit_object(visitor),
            Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Text(_) | Type::Array(_) => {
                self.visit_inline(&place, visitor)
            }
        }
    }

    /// What lies in the slot itself, without the fields of a struct.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit_inline<V: Visitor<'a>>(&self, place: &Place, visitor: V) -> Result<V::Output> {
        let Self { buf, record, schema, ty, default, .. } = *self;
        match ty {
            Type::Bool => visitor.found(Content::Bit(bit(record, place, buf.shift()) ^ (default.word() != 0)), None),
            Type::Scalar(scalar) => visitor.found(Content::Word(*scalar, self.word(*scalar)), None),
            Type::Enum(id) => {
                let repr = schema.enumeration(*id).repr();
                visitor.found(Content::Word(repr, self.word(repr)), None)
            }
            Type::Text(len) => visitor.found(Content::Blob(trimmed(stored(record, self.start(), *len as usize))), None),
            Type::Array(array) => visitor.found(Content::List(self.array(&array.0, array.len(), place)), None),
            Type::Struct(_) | Type::Union(_) | Type::String | Type::Bytes | Type::List(_) | Type::Map(_) => {
                Err(broken())
            }
        }
    }

    /// What lies behind the pointer here.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit_object<V: Visitor<'a>>(&self, visitor: V) -> Result<V::Output> {
        let Self { buf, schema, ty, .. } = *self;
        let Some(object) = self.object()? else { return self.visit_null(visitor) };
        let of = |content, is_level| Some(Object { start: object, content, is_level });
        match ty {
            Type::Struct(id) => {
                let record = buf.record(object, schema.structure(*id).ends())?;
                visitor.found(Content::Struct(*id, record), of(record, true))
            }
            Type::List(list) => {
                let (elements, item) = schema.readable_elements(&buf, object, &list.0)?;
                let packed = Schema::packs(&list.0).filter(|_| elements.tag != MIXED);
                let list = ListRef { buf, elements, schema, item, packed, is_array: false };
                visitor.found(Content::List(list), of(elements.bytes, true))
            }
            Type::Map(map) => {
                let entry = &*map.0;
                let map = buf.map(object, &schema.entry_shape(entry))?;
                visitor.found(Content::Map(MapRef { buf, object, map, schema, entry }), of(map.own_bytes(), true))
            }
            _ => {
                let content = buf.blob(object)?;
                visitor.found(Content::Blob(content), of(content, false))
            }
        }
    }

    /// What a null pointer here stands for.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit_null<V: Visitor<'a>>(&self, visitor: V) -> Result<V::Output> {
        let Self { buf, schema, ty, optional, default, .. } = *self;
        match ty {
            _ if optional => visitor.found(Content::Absent, None),
            Type::Struct(id) => visitor.found(Content::Struct(*id, &[]), None),
            Type::List(list) => {
                let (elements, item) = (Elements::EMPTY, &*list.0);
                let list = ListRef { buf, elements, schema, item, packed: None, is_array: false };
                visitor.found(Content::List(list), None)
            }
            Type::Map(map) => {
                let map = MapRef { buf, object: &[], map: MapBytes::EMPTY, schema, entry: &map.0 };
                visitor.found(Content::Map(map), None)
            }
            _ => visitor.found(Content::Blob(default.blob().unwrap_or_default()), None),
        }
    }
}

/// Asks for all.
struct Opened;

impl<'a> Visitor<'a> for Opened {
    type Output = (Content<'a>, Option<Object<'a>>);

    #[inline(always)]
    fn found(self, content: Content<'a>, object: Option<Object<'a>>) -> Result<Self::Output> {
        Ok((content, object))
    }
}
