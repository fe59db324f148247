//! A slot: the place of a value in a record, and its stored content.

use super::Buf;
use crate::error::Result;
use crate::layout::{Place, Size};
use crate::scalar::word::Word;
use crate::schema::{DefaultValue, Field, Item, Scalar, Schema, Type};
use crate::wire::bits::bit;
use crate::wire::stored;

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
