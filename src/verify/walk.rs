//! The walk of a proof: every value of the buffer once, in the order of the canonical form.
//!
//! What the schema's revision does not know it cannot look into: bytes other than zero behind the last known region, and
//! variants of open unions. It notes that there were such; objects behind them may lie where it sees none.

use core::ops::Range;

use super::cover::{Cover, is_all};
use crate::error::{Error, Kind, Result};
use crate::layout::{Place, Size};
use crate::read::cursor::Slot;
use crate::read::decoder::Decoder;
use crate::read::parts::payload_slot;
use crate::read::{Buf, Elements};
use crate::schema::{Item, Payload, Scalar, Schema, StructId, Type, UnionId};
use crate::typed::flag::bit;
use crate::typed::record::inline;
use crate::write::check_unknown;

/// How many structs and arrays may lie inline in one another on the way to a value, in all objects that it lies in: what a
/// thread's stack holds. Honest schemas are far below.
const MAX_INLINE: u32 = 512;

pub(super) struct Verifier<'a> {
    pub(super) schema: &'a Schema,
    /// The buffer, and how deep the walk is. Its budget is not needed: no byte is claimed twice.
    pub(super) decoder: Decoder<'a>,
    cover: Cover<'a>,
    /// Structs and arrays that lie inline in one another here.
    inline: u32,
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
    let mut verifier = Verifier { schema, decoder, cover, inline: 0, is_complete: true };
    verifier.record(root, schema.root_id())?;
    if verifier.is_complete {
        verifier.cover.finish()?;
    }
    Ok(verifier.is_complete)
}

impl<'a> Verifier<'a> {
    /// The fields of a record, as many as it stores.
    fn record(&mut self, record: &'a [u8], id: StructId) -> Result<()> {
        let structure = self.schema.structure(id);
        let shift = self.decoder.shift();
        if record.get(structure.size().at(shift)..).is_some_and(|unseen| !is_all(unseen, 0)) {
            self.is_complete = false;
        }
        if structure.in_order().next().is_none_or(|field| field.since() > 1) && record.first().is_some_and(|b| *b != 0)
        {
            return Err(Error::corrupt(self.buf().position(record), "the byte of an empty record is not zero"));
        }
        let mut region = Place::default();
        for field in structure.in_order() {
            let place = field.place();
            if place.end != region.end {
                self.unused_bits(record, &region)?;
                if place.end.at(shift) > record.len() {
                    return Ok(());
                }
                region = Place { bit: 0, ..*place };
            }
            region.bit = region.bit.saturating_add(self.bits(field.ty(), field.optional(), false));
            if let Err(error) = self.slot(&Slot::of_field(self.buf(), record, self.schema, field)) {
                // A record of `any` has one field, which no path names.
                let is_named = !(self.schema.is_any() && id == self.schema.root_id());
                return Err(if is_named { error.in_field(alloc::string::String::from(field.name())) } else { error });
            }
        }
        self.unused_bits(record, &region)
    }

    /// Bits of a bitmap that a value of this type has.
    fn bits(&self, ty: &Type, optional: bool, is_inline: bool) -> u32 {
        let has_presence = optional && (is_inline || !self.schema.is_nullable(ty));
        u32::from(has_presence).saturating_add(u32::from(matches!(ty, Type::Bool)))
    }

    /// Fails if a bit is set behind the last that stands for something: the place's.
    fn unused_bits(&self, record: &[u8], last: &Place) -> Result<()> {
        if last.bit.is_multiple_of(8) {
            return Ok(());
        }
        let at = last.bitmap.at(self.decoder.shift()).saturating_add((last.bit / 8) as usize);
        match record.get(at) {
            Some(byte) if byte.wrapping_shr(last.bit % 8) != 0 => {
                let at = self.buf().position(record).saturating_add(at);
                Err(Error::corrupt(at, "a bit is set that stands for nothing"))
            }
            _ => Ok(()),
        }
    }

    /// A value.
    fn slot(&mut self, slot: &Slot<'a>) -> Result<()> {
        let Some(place) = slot.present() else { return self.absent(slot) };
        match slot.ty {
            Type::Bool => Ok(()),
            Type::Scalar(scalar) if has_any_word(*scalar) => Ok(()),
            Type::Scalar(_) | Type::Enum(_) | Type::Text(_) => slot.value().map(drop).map_err(|error| at(error, slot)),
            Type::String | Type::Bytes => {
                let Some(object) = slot.object()? else { return Ok(()) };
                let content = self.buf().blob(object)?;
                self.claim(object, content)?;
                if matches!(slot.ty, Type::String) { self.buf().text(content).map(drop) } else { Ok(()) }
            }
            Type::Struct(id) => {
                let structure = self.schema.structure(*id);
                if slot.inline || structure.is_frozen() {
                    let record = slot.record(*id)?.unwrap_or(&[]);
                    return self.inward(|verifier| verifier.record(record, *id));
                }
                let Some(object) = slot.object()? else { return Ok(()) };
                let record = self.buf().record(object, structure.ends())?;
                self.claim(object, record)?;
                self.deeper(|verifier| verifier.record(record, *id))
            }
            Type::Array(array) => {
                let list = slot.array(&array.0, array.len(), &place);
                self.inward(|verifier| verifier.elements(&list.elements, list.item))
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
            inline(slot.record, start, self.schema.slot_size(slot.ty).at(shift))
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
        let bytes = inline(slot.record, place.slot.at(buf.shift()), Size::UNION.at(buf.shift()));
        let (tag, payload) = bytes.split_first().map_or((0, bytes), |(tag, payload)| (*tag, payload));
        let Some(variant) = union.of_tag(tag) else {
            check_unknown(union, tag, payload, false).map_err(|error| at(error, slot))?;
            self.is_complete &= is_all(payload, 0);
            return Ok(());
        };
        let item = variant.item();
        let in_slot =
            |record| Slot { inline: false, ..payload_slot(buf, record, place.payload(), variant, self.schema) };
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
                    self.unused_bits(slot.record, &Place { bit: 1, ..place.payload() }).map_err(named)?;
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
        let (_, tag, rest) = buf.union_list(object)?;
        let union = self.schema.union(id);
        if tag != crate::schema::MIXED && union.is_open() && union.of_tag(tag).is_none() {
            // How large its elements are only a newer revision knows.
            self.is_complete = false;
            return self.claim(object, rest.get(..0).unwrap_or(rest));
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
        if elements.count == 0 || !self.needs_look(item) {
            return Ok(());
        }
        for (element, index) in elements.bytes.chunks_exact(elements.stride.max(1)).zip(0usize..) {
            self.item(element, item).map_err(|error| error.in_element(index))?;
        }
        Ok(())
    }

    /// An element, a part of an entry, or a payload: a record of one field.
    pub(super) fn item(&mut self, element: &'a [u8], item: &'a Item) -> Result<()> {
        let bits = self.bits(&item.ty, item.optional, item.growable);
        if bits > 0 {
            self.unused_bits(element, &Place { bit: bits, ..item.place })?;
        }
        self.slot(&Slot::of_item(self.buf(), element, self.schema, item))
    }

    /// Whether elements or parts of entries, of which there are some, can hold anything invalid.
    pub(super) fn needs_look(&self, item: &Item) -> bool {
        item.optional || self.can_be_invalid(&item.ty)
    }

    // It looks at no more parts than a value has bytes.
    fn can_be_invalid(&self, ty: &Type) -> bool {
        match ty {
            Type::Scalar(scalar) => !has_any_word(*scalar),
            Type::Array(array) => self.needs_look(&array.0),
            Type::Struct(id) => {
                let structure = self.schema.structure(*id);
                let mut fields = structure.fields().iter();
                !structure.is_frozen()
                    || structure.fields().is_empty()
                    || fields.any(|field| field.optional() || self.can_be_invalid(field.ty()))
            }
            _ => true,
        }
    }

    /// Gives an object its bytes: from its start to the end of its content.
    pub(super) fn claim(&mut self, object: &[u8], content: &[u8]) -> Result<()> {
        let buf = self.buf();
        let end = buf.position(content).saturating_add(content.len());
        self.cover.claim(Range { start: buf.position(object), end })
    }

    pub(super) fn deeper(&mut self, walk: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.decoder.enter()?;
        walk(self)?;
        self.decoder.leave();
        Ok(())
    }

    /// Walks on in what lies inline.
    fn inward(&mut self, walk: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if self.inline >= MAX_INLINE {
            return Err(Error::limit("too many structs and arrays lie inline in one another"));
        }
        self.inline = self.inline.saturating_add(1);
        walk(self)?;
        self.inline = self.inline.saturating_sub(1);
        Ok(())
    }

    pub(super) fn buf(&self) -> Buf<'a> {
        self.decoder.buf
    }
}

/// Whether every word is a value of the type.
fn has_any_word(scalar: Scalar) -> bool {
    !matches!(scalar, Scalar::Char | Scalar::Time | Scalar::Geo4 | Scalar::Geo8 | Scalar::Geo16)
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
