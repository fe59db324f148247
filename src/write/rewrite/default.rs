//! What canonical bytes do not store: values that are their defaults, however they came to be stored.

use crate::error::Result;
use crate::layout::{Place, Size};
use crate::read::decoder::Decoder;
use crate::read::navigate::Navigator;
use crate::schema::{DefaultValue, Item, Payload, Schema, StructId, Type, UnionId};
use crate::wire::bits::bit;
use crate::wire::{slice_or_empty, varint};

#[inline]
pub(super) fn is_default_blob(content: &[u8], default: &DefaultValue) -> bool {
    match default {
        DefaultValue::Zero => content.is_empty(),
        declared => declared.blob().unwrap_or_default() == content,
    }
}

/// Whether a record holds the default of its struct, whatever objects say so.
///
/// This looks ahead of the walk, and so again at what a default struct holds; the walk's depth limit bounds how often.
pub(super) fn is_default(navigator: &Navigator<'_>, record: &[u8], id: StructId) -> Result<bool> {
    let mut check = DefaultCheck { schema: navigator.schema, decoder: Decoder::new(navigator.buf) };
    check.record(record, id)
}

/// Whether the payload behind a pointer is the default of its type.
pub(super) fn is_default_item(navigator: &Navigator<'_>, record: &[u8], item: &Item) -> Result<bool> {
    let mut check = DefaultCheck { schema: navigator.schema, decoder: Decoder::new(navigator.buf) };
    check.item(record, item)
}

struct DefaultCheck<'s> {
    schema: &'s Schema,
    decoder: Decoder<'s>,
}

impl DefaultCheck<'_> {
    fn record(&mut self, record: &[u8], id: StructId) -> Result<bool> {
        let structure = self.schema.structure(id);
        let known = structure.size().at(self.decoder.shift());
        if record.get(known..).is_some_and(|unseen| unseen.iter().any(|byte| *byte != 0)) {
            return Ok(false);
        }
        for field in structure.in_order() {
            let (place, ty, optional, default) = (field.place(), field.ty(), field.optional(), field.default());
            if !self.value(record, place, ty, optional, default)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn item(&mut self, record: &[u8], item: &Item) -> Result<bool> {
        self.value(record, &item.place, &item.ty, item.optional, &item.default)
    }

    fn value(
        &mut self,
        record: &[u8],
        place: &Place,
        ty: &Type,
        optional: bool,
        default: &DefaultValue,
    ) -> Result<bool> {
        let (schema, shift) = (self.schema, self.decoder.shift());
        let slot = place.slot.at(shift);
        let zero = |size: usize| slice_or_empty(record, slot, size).iter().all(|byte| *byte == 0);
        if optional && !schema.is_nullable(ty) {
            return Ok(!bit(record, place, shift));
        }
        match ty {
            Type::Bool => return Ok(!bit(record, place, shift)),
            Type::Scalar(scalar) => return Ok(zero(scalar.size() as usize)),
            Type::Text(len) => return Ok(zero(*len as usize)),
            Type::Enum(id) => return Ok(zero(schema.enumeration(*id).repr().size() as usize)),
            Type::Struct(id) if schema.structure(*id).is_frozen() => {
                return self.record(slice_or_empty(record, slot, schema.structure(*id).size().at(shift)), *id);
            }
            Type::Union(id) => return self.union(record, place, *id),
            Type::Array(array) => {
                let item = &*array.0;
                let stride = item.size.at(shift);
                let elements = slice_or_empty(record, slot, stride.saturating_mul(array.len()));
                for element in elements.chunks_exact(stride.max(1)) {
                    if !self.item(element, item)? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
            _ => {}
        }
        let Some(object) = self.decoder.follow(record, place.slot)? else { return Ok(true) };
        if optional {
            return Ok(false);
        }
        match ty {
            Type::Struct(id) => {
                let record = self.decoder.record(object, schema.structure(*id).ends())?;
                self.decoder.enter()?;
                let is_default = self.record(record, *id)?;
                self.decoder.leave();
                Ok(is_default)
            }
            Type::List(_) => Ok(varint::read(object).is_some_and(|(count, _)| count == 0)),
            Type::Map(_) => Ok(varint::read(object).is_some_and(|(header, _)| header >> 1 == 0)),
            _ => Ok(is_default_blob(self.decoder.blob(object)?, default)),
        }
    }

    fn union(&mut self, record: &[u8], place: &Place, id: UnionId) -> Result<bool> {
        let shift = self.decoder.shift();
        let slot = slice_or_empty(record, place.slot.at(shift), Size::UNION.at(shift));
        if slot.iter().all(|byte| *byte == 0) {
            return Ok(true);
        }
        let (Some(0), Some(variant)) = (slot.first(), self.schema.union(id).of_tag(0)) else { return Ok(false) };
        let item = variant.item();
        match variant.payload() {
            Payload::None => Ok(true),
            payload if payload.is_inline(self.decoder.buf.width.bytes()) => {
                self.value(record, &place.payload(), &item.ty, item.optional, &item.default)
            }
            _ => {
                let Some(object) = self.decoder.follow(record, place.payload().slot)? else { return Ok(true) };
                let record = self.decoder.buf.boxed(object, item.size)?;
                self.decoder.spend(record)?;
                if matches!(variant.payload(), Payload::Word(_)) {
                    return self.item(record, item);
                }
                self.decoder.enter()?;
                let is_default = self.item(record, item)?;
                self.decoder.leave();
                Ok(is_default)
            }
        }
    }
}
