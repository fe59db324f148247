//! The walk of a proof: every value of the buffer once, in the order of the canonical form.
//!
//! What the schema's revision does not know it cannot look into: bytes other than zero behind the last known region, and
//! variants of open unions. It notes that there were such; objects behind them may lie where it sees none.

use alloc::string::String;
use core::ops::Range;

use super::cover::{Cover, is_all};
use crate::error::{Error, Kind, Result};
use crate::layout::{Place, Size};
use crate::read::cursor::Slot;
use crate::read::decoder::Decoder;
use crate::read::walk::check_unknown;
use crate::read::{Buf, Elements};
use crate::schema::proof::{Plan, bits};
use crate::schema::{Field, Item, Payload, Schema, StructId, Type, UnionId};
use crate::wire::bits::bit;
use crate::wire::slice_or_empty;

pub(super) struct Verifier<'a> {
    pub(super) schema: &'a Schema,
    pub(super) plan: &'a Plan,
    /// The buffer, and how deep the walk is. Its budget is not needed: no byte is claimed twice.
    pub(super) decoder: Decoder<'a>,
    cover: Cover<'a>,
    /// Whether nothing was met that only a newer revision knows.
    is_complete: bool,
}

/// Walks a whole buffer; gives whether all of it could be seen.
pub(super) fn verify<'a>(buf: Buf<'a>, root: &'a [u8], schema: &'a Schema) -> Result<bool> {
    let len = buf.bytes.len();
    if len as u64 > buf.width.max_len() {
        let most = buf.width.max_len();
        return Err(Error::new(Kind::Corrupt, alloc::format!("{len} bytes, but its pointers reach {most}")).at(0));
    }
    let (decoder, cover) = (Decoder::new(buf), Cover::new(buf.bytes, buf.floor));
    let mut verifier = Verifier { schema, plan: schema.proof(), decoder, cover, is_complete: true };
    verifier.record(root, schema.root_id())?;
    if verifier.is_complete {
        verifier.cover.finish()?;
    }
    Ok(verifier.is_complete)
}

impl<'a> Verifier<'a> {
    /// The fields of a record, as many as it stores.
    fn record(&mut self, record: &'a [u8], id: StructId) -> Result<()> {
        let (structure, plan) = (self.schema.structure(id), self.plan.of(id));
        let shift = self.decoder.shift();
        if record.get(structure.size().at(shift)..).is_some_and(|unseen| !is_all(unseen, 0)) {
            self.is_complete = false;
        }
        for zeros in plan.zeros.iter().take_while(|zeros| zeros.end.at(shift) <= record.len()) {
            self.zero_bits(record, zeros.at, zeros.bits)?;
        }
        for index in &plan.fields {
            let Some(field) = structure.fields().get(usize::from(*index)) else { continue };
            if field.place().end.at(shift) > record.len() {
                break;
            }
            if let Err(error) = self.field(record, field) {
                // A record of `any` has one field, which no path names.
                let is_named = !(self.schema.is_any() && id == self.schema.root_id());
                return Err(if is_named { error.in_field(String::from(field.name())) } else { error });
            }
        }
        Ok(())
    }

    #[inline]
    fn field(&mut self, record: &'a [u8], field: &'a Field) -> Result<()> {
        match field.ty() {
            Type::String => self.blob(record, field.place().slot, true),
            Type::Bytes => self.blob(record, field.place().slot, false),
            _ => self.slot(&Slot::of_field(self.buf(), record, self.schema, field)),
        }
    }

    /// Fails if one of the bits is set.
    #[inline]
    fn zero_bits(&self, record: &[u8], at: Size, bits: u8) -> Result<()> {
        let at = at.at(self.decoder.shift());
        match record.get(at) {
            Some(byte) if byte & bits != 0 => {
                let at = self.buf().position(record).saturating_add(at);
                Err(Error::corrupt(at, "a bit is set that stands for nothing"))
            }
            _ => Ok(()),
        }
    }

    /// Text or bytes behind a pointer.
    #[inline]
    fn blob(&mut self, record: &'a [u8], slot: Size, is_text: bool) -> Result<()> {
        let Some(object) = self.decoder.follow(record, slot)? else { return Ok(()) };
        let content = self.decoder.buf.blob(object)?;
        self.claim(object, content)?;
        if is_text { self.decoder.buf.text(content).map(drop) } else { Ok(()) }
    }

    /// A value.
    fn slot(&mut self, slot: &Slot<'a>) -> Result<()> {
        let Some(place) = slot.present() else { return self.absent(slot) };
        match slot.ty {
            Type::Bool => Ok(()),
            Type::Scalar(scalar) if scalar.is_total() => Ok(()),
            Type::Scalar(_) | Type::Enum(_) | Type::Text(_) => slot.value().map(drop).map_err(|error| at(error, slot)),
            Type::String => self.blob(slot.record, place.slot, true),
            Type::Bytes => self.blob(slot.record, place.slot, false),
            Type::Struct(id) => {
                let structure = self.schema.structure(*id);
                if slot.inline || structure.is_frozen() {
                    let record = slot.record(*id)?.unwrap_or(&[]);
                    return self.record(record, *id);
                }
                let Some(object) = slot.object()? else { return Ok(()) };
                let record = self.buf().record(object, structure.ends())?;
                self.claim(object, record)?;
                self.deeper(|verifier| verifier.record(record, *id))
            }
            Type::Array(array) => {
                let list = slot.array(&array.0, array.len(), &place);
                self.elements(&list.elements, list.item)
            }
            Type::List(list) => self.list(slot, &list.0),
            Type::Map(map) => match slot.object()? {
                Some(object) => self.map(object, &map.0),
                None => Ok(()),
            },
            Type::Union(id) => self.union(slot, &place, *id),
        }
    }

    /// A value that is absent by its presence bit.
    fn absent(&self, slot: &Slot<'a>) -> Result<()> {
        let (shift, start) = (self.decoder.shift(), slot.place.slot.at(self.decoder.shift()));
        let bytes = if slot.inline {
            slot.record.get(start..).unwrap_or(&[])
        } else {
            slice_or_empty(slot.record, start, self.schema.slot_size(slot.ty).at(shift))
        };
        let value_bit = matches!(slot.ty, Type::Bool) && bit(slot.record, &slot.place.next_bit(), shift);
        if is_all(bytes, 0) && !value_bit {
            return Ok(());
        }
        Err(at(Error::new(Kind::Corrupt, "a value is absent, but its slot is not zero"), slot))
    }

    /// A union in a slot.
    fn union(&mut self, slot: &Slot<'a>, place: &Place, id: UnionId) -> Result<()> {
        let (buf, union) = (self.buf(), self.schema.union(id));
        let bytes = slice_or_empty(slot.record, place.slot.at(buf.shift()), Size::UNION.at(buf.shift()));
        let (tag, payload) = bytes.split_first().map_or((0, bytes), |(tag, payload)| (*tag, payload));
        let Some(variant) = union.of_tag(tag) else {
            check_unknown(union, tag, payload, false).map_err(|error| at(error, slot))?;
            self.is_complete &= is_all(payload, 0);
            return Ok(());
        };
        let item = variant.item();
        let in_slot =
            |record| Slot { inline: false, place: place.payload(), ..Slot::of_item(buf, record, self.schema, item) };
        let unused = match variant.payload() {
            Payload::None => payload,
            Payload::Word(size) if size as usize <= buf.width.bytes() => payload.get(size as usize..).unwrap_or(&[]),
            _ => &[],
        };
        if !is_all(unused, 0) {
            return Err(at(Error::new(Kind::Corrupt, "a union holds more than its variant's payload"), slot));
        }
        let named = |error| variant_of(error, union.is_any(), variant.name());
        match variant.payload() {
            Payload::None => Ok(()),
            kind if kind.is_inline(buf.width.bytes()) => {
                if item.ty == Type::Bool {
                    self.zero_bits(slot.record, place.payload().slot, !1).map_err(named)?;
                }
                self.slot(&in_slot(slot.record)).map_err(named)
            }
            kind => {
                let Some(object) = buf.follow(slot.record, place.payload().slot).map_err(named)? else { return Ok(()) };
                let record = buf.boxed(object, item.size).map_err(named)?;
                self.claim(object, record).map_err(named)?;
                // A word holds nothing, and so is no level.
                if matches!(kind, Payload::Word(_)) {
                    return self.item(record, item).map_err(named);
                }
                self.deeper(|verifier| verifier.item(record, item)).map_err(named)
            }
        }
    }

    /// A list behind a pointer.
    fn list(&mut self, slot: &Slot<'a>, item: &'a Item) -> Result<()> {
        let Some(object) = slot.object()? else { return Ok(()) };
        let buf = self.buf();
        let Some(id) = Schema::packs(item) else {
            let (elements, item) = self.schema.elements(&buf, object, item)?;
            self.claim(object, elements.bytes)?;
            return self.deeper(|verifier| verifier.elements(&elements, item));
        };
        let (count, tag, rest) = buf.union_list(object)?;
        let union = self.schema.union(id);
        if tag != crate::schema::MIXED && union.is_open() && union.of_tag(tag).is_none() {
            // How large its elements are only a newer revision knows; but none has no bytes.
            self.is_complete = false;
            return match rest.get(..count) {
                Some(known) => self.claim(object, known),
                None => Err(Error::beyond("a list of unions", buf.position(object), count as u64, buf.bytes.len())),
            };
        }
        let elements = self.schema.elements(&buf, object, item);
        let (elements, item) = elements.map_err(|error| error.at(buf.position(object)))?;
        self.claim(object, elements.bytes)?;
        let variant = union.of_tag(tag);
        if variant.is_some_and(|variant| variant.payload() == Payload::None) && !is_all(elements.bytes, 0) {
            let at = buf.position(elements.bytes);
            return Err(Error::corrupt(at, "a variant without payload is not the byte zero in a list"));
        }
        let walked = self.deeper(|verifier| verifier.elements(&elements, item));
        match variant {
            Some(variant) => walked.map_err(|error| variant_of(error, union.is_any(), variant.name())),
            None => walked,
        }
    }

    /// The elements of a list or an array.
    fn elements(&mut self, elements: &Elements<'a>, item: &'a Item) -> Result<()> {
        if elements.count == 0 || !self.plan.needs_look(self.schema, item) {
            return Ok(());
        }
        for (element, index) in elements.bytes.chunks_exact(elements.stride.max(1)).zip(0usize..) {
            self.item(element, item).map_err(|error| error.in_element(index))?;
        }
        Ok(())
    }

    /// An element, a part of an entry, or a payload: a record of one field.
    pub(super) fn item(&mut self, element: &'a [u8], item: &'a Item) -> Result<()> {
        match &item.ty {
            Type::String => return self.blob(element, item.place.slot, true),
            Type::Struct(id) if item.growable && !item.optional => return self.record(element, *id),
            _ => {}
        }
        match bits(self.schema, &item.ty, item.optional, item.growable) {
            0 => {}
            used => self.zero_bits(element, item.place.bitmap, 0xFFu8.wrapping_shl(used))?,
        }
        self.slot(&Slot::of_item(self.buf(), element, self.schema, item))
    }

    /// Gives an object its bytes: from its start to the end of its content.
    #[inline]
    pub(super) fn claim(&mut self, object: &[u8], content: &[u8]) -> Result<()> {
        let bytes = self.decoder.buf.bytes;
        let offset = |part: &[u8]| part.as_ptr().addr().wrapping_sub(bytes.as_ptr().addr());
        self.cover.claim(Range { start: offset(object), end: offset(content).wrapping_add(content.len()) })
    }

    pub(super) fn deeper(&mut self, walk: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.decoder.enter()?;
        walk(self)?;
        self.decoder.leave();
        Ok(())
    }

    pub(super) fn buf(&self) -> Buf<'a> {
        self.decoder.buf
    }
}

/// The error with the slot it concerns.
#[cold]
fn at(error: Error, slot: &Slot<'_>) -> Error {
    let start = slot.buf.position(slot.record);
    error.at(start.saturating_add(slot.place.slot.at(slot.buf.shift())))
}

/// The error within a variant's payload, named as paths name it.
#[cold]
fn variant_of(error: Error, is_any: bool, name: &str) -> Error {
    error.in_field(alloc::format!("{}{name}", if is_any { "$" } else { "" }))
}
