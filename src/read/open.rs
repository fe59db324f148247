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

use super::cursor::ListRef;
use super::map::MapBytes;
use super::parts::{MapRef, UnionRef, known_variant};
use super::slot::Slot;
use super::value::{Content, Object, Visitor};
use super::{Buf, Elements};
use crate::error::{Result, internal_error};
use crate::layout::Place;
use crate::schema::{DefaultValue, Item, MIXED, Payload, Schema, StructId, Type, UnionId};
use crate::wire::bits::bit;
use crate::wire::{known_from, stored, trimmed};

impl<'a> Slot<'a> {
    /// The value here, and its object, as return values. For walks that may be slower: the value is
    /// copied, and the opener is not compiled into each of them.
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

    /// Opens the value and passes it to a visitor. Each arm ends in its own call, so the visitor's
    /// match on the value is eliminated.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes are not those of a value of
    /// the type; the visitor's.
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

    /// Opens a value in the slot itself, other than a struct.
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
                Err(internal_error())
            }
        }
    }

    /// Opens a value behind the pointer here.
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

    /// Opens the value of a null pointer.
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

    /// Opens the union of a type whose slot is here, as [`Slot::visit`] does.
    #[inline(always)]
    fn visit_union<V: Visitor<'a>>(&self, id: UnionId, place: Place, visitor: V) -> Result<V::Output> {
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

/// Asks for the value and its object.
struct Opened;

impl<'a> Visitor<'a> for Opened {
    type Output = (Content<'a>, Option<Object<'a>>);

    #[inline(always)]
    fn found(self, content: Content<'a>, object: Option<Object<'a>>) -> Result<Self::Output> {
        Ok((content, object))
    }
}

impl Schema {
    /// The union at a place of a record.
    pub(crate) fn union_at<'a>(
        &'a self,
        buf: Buf<'a>,
        record: &'a [u8],
        place: Place,
        id: UnionId,
    ) -> Result<UnionRef<'a>> {
        static BOOL: Type = Type::Bool;
        let default = &DefaultValue::Zero;
        let slot = Slot { buf, record, schema: self, place, ty: &BOOL, optional: false, default, inline: false };
        slot.visit_union(id, place, TheUnion)
    }
}

/// Asks for a union.
struct TheUnion;

impl<'a> Visitor<'a> for TheUnion {
    type Output = UnionRef<'a>;

    #[inline(always)]
    fn found(self, content: Content<'a>, _: Option<Object<'a>>) -> Result<UnionRef<'a>> {
        match content {
            Content::Union(_, union) => Ok(union),
            _ => Err(internal_error()),
        }
    }
}
