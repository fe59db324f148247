//! Visiting the objects of a value: to release them, or to count what of a buffer is in use.

use core::ops::Range;

use super::link::Holder;
use super::navigate::{Navigator, Spot};
use crate::error::{Error, Kind, Result};
use crate::layout::Place;
use crate::read::decoder::Decoder;
use crate::read::{Buf, Elements};
use crate::schema::{Item, Schema, Struct, StructId, Type};
use crate::typed::flag::bit;
use crate::typed::record::inline;

/// Told the range of every object, parents before children.
pub(super) type Visit<'v> = dyn FnMut(Range<usize>) + 'v;

struct Walker<'w, 's> {
    navigator: Navigator<'s>,
    decoder: Decoder<'s>,
    visit: &'w mut Visit<'w>,
    /// Whether data of a newer revision, which may have objects that cannot be seen, ends the walk.
    seen_only: bool,
}

/// Visits every object behind the value at a spot.
pub(super) fn visit_spot<'w>(navigator: &Navigator<'_>, spot: &Spot<'_>, visit: &'w mut Visit<'w>) -> Result<()> {
    let record = navigator.bytes(spot.holder);
    let mut walker = Walker { navigator: *navigator, decoder: Decoder::new(navigator.buf), visit, seen_only: true };
    walker.value(record, &spot.place, spot.ty, spot.optional, spot.inline)
}

/// Visits every object behind some elements of a list.
pub(super) fn visit_elements<'w>(
    navigator: &Navigator<'_>,
    elements: &[u8],
    stride: usize,
    item: &Item,
    visit: &'w mut Visit<'w>,
) -> Result<()> {
    let mut walker = Walker { navigator: *navigator, decoder: Decoder::new(navigator.buf), visit, seen_only: true };
    walker.elements(elements, stride, item)
}

/// Visits every object of the buffer.
pub(super) fn visit_all<'w>(navigator: &Navigator<'_>, visit: &'w mut Visit<'w>) -> Result<()> {
    let record = navigator.bytes(navigator.root);
    let mut walker = Walker { navigator: *navigator, decoder: Decoder::new(navigator.buf), visit, seen_only: true };
    walker.record(record, navigator.schema.root_id())
}

/// Fails if what a record holds cannot be walked: invalid, overlapping or too deep.
pub(crate) fn check_objects(buf: Buf<'_>, record: &[u8], schema: &Schema, id: StructId) -> Result<()> {
    let navigator = Navigator { buf, schema, root: Holder::default() };
    let mut walker = Walker { navigator, decoder: Decoder::new(buf), visit: &mut |_| {}, seen_only: false };
    walker.record(record, id)
}

/// The same for the elements of a list.
pub(crate) fn check_elements(buf: Buf<'_>, elements: &Elements<'_>, schema: &Schema, item: &Item) -> Result<()> {
    let navigator = Navigator { buf, schema, root: Holder::default() };
    let mut walker = Walker { navigator, decoder: Decoder::new(buf), visit: &mut |_| {}, seen_only: false };
    walker.elements(elements.bytes, elements.stride, item)
}

/// Whether a value of this type can have objects.
pub(crate) fn has_objects(schema: &Schema, ty: &Type, inline: bool) -> bool {
    match ty {
        Type::Bool | Type::Scalar(_) | Type::Enum(_) => false,
        Type::Struct(id) => {
            let structure = schema.structure(*id);
            (!structure.is_frozen() && !inline) || structure.size().pointers > 0
        }
        Type::String | Type::Bytes | Type::List(_) => true,
    }
}

impl Walker<'_, '_> {
    fn record(&mut self, record: &[u8], id: StructId) -> Result<()> {
        let schema = self.navigator.schema;
        let structure = schema.structure(id);
        if self.seen_only {
            check_seen(&self.navigator.buf, record, structure)?;
        }
        for field in structure.in_order() {
            if has_objects(schema, field.ty(), false) {
                self.value(record, field.place(), field.ty(), field.optional(), false)?;
            }
        }
        Ok(())
    }

    fn value(&mut self, record: &[u8], place: &Place, ty: &Type, optional: bool, is_inline: bool) -> Result<()> {
        let schema = self.navigator.schema;
        let shift = self.decoder.shift();
        if optional && (is_inline || !schema.is_nullable(ty)) && !bit(record, place, shift) {
            return Ok(());
        }
        if let Type::Struct(id) = ty {
            let structure = schema.structure(*id);
            let slot = place.slot.at(shift);
            if is_inline {
                return self.record(record.get(slot..).unwrap_or(&[]), *id);
            }
            if structure.is_frozen() {
                return self.record(inline(record, slot, structure.size().at(shift)), *id);
            }
        }
        let Some(object) = self.decoder.follow(record, place.slot)? else { return Ok(()) };
        let start = self.navigator.position(object);
        match ty {
            Type::String | Type::Bytes => {
                let content = self.decoder.blob(object)?;
                let end = self.end(content);
                (self.visit)(start..end);
                Ok(())
            }
            Type::Struct(id) => {
                let record = self.decoder.record(object, schema.structure(*id).ends())?;
                let end = self.end(record);
                (self.visit)(start..end);
                self.deeper(|walker| walker.record(record, *id))
            }
            Type::List(list) => {
                let item = &*list.0;
                let elements = self.navigator.item_elements(object, item)?;
                self.decoder.spend(elements.bytes)?;
                let end = self.end(elements.bytes);
                (self.visit)(start..end);
                self.deeper(|walker| walker.elements(elements.bytes, elements.stride, item))
            }
            Type::Bool | Type::Scalar(_) | Type::Enum(_) => Ok(()),
        }
    }

    fn elements(&mut self, elements: &[u8], stride: usize, item: &Item) -> Result<()> {
        if !has_objects(self.navigator.schema, &item.ty, item.growable) {
            return Ok(());
        }
        for element in elements.chunks_exact(stride.max(1)) {
            self.value(element, &item.place, &item.ty, item.optional, item.growable)?;
        }
        Ok(())
    }

    fn deeper(&mut self, walk: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.decoder.enter()?;
        walk(self)?;
        self.decoder.leave();
        Ok(())
    }

    fn end(&self, content: &[u8]) -> usize {
        self.navigator.buf.position(content).saturating_add(content.len())
    }
}

/// Fails if a record holds what this schema does not know, and so cannot follow.
pub(super) fn check_seen(buf: &Buf<'_>, record: &[u8], structure: &Struct) -> Result<()> {
    let known = structure.size().at(buf.shift());
    if record.get(known..).is_none_or(|unseen| unseen.iter().all(|byte| *byte == 0)) {
        return Ok(());
    }
    let message = alloc::format!("`{}` holds fields of a newer schema revision", structure.name());
    Err(Error::new(Kind::Newer, message).at(buf.position(record).saturating_add(known)))
}

/// The slack an object may keep: half its size, so that growth costs a constant share of it.
pub(super) fn fair_slack(len: usize) -> usize {
    len / 2
}

/// The free bytes that follow `end`, up to `most`.
pub(super) fn slack_after(bytes: &[u8], end: usize, most: usize) -> usize {
    let rest = bytes.get(end..).unwrap_or(&[]);
    let rest = rest.get(..most).unwrap_or(rest);
    rest.iter().position(|byte| *byte != 0xFF).unwrap_or(rest.len())
}
