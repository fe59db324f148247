//! The walk of a proof: every value of the buffer once, in the order of the canonical form.
//!
//! It cannot check data that the schema's revision does not know: nonzero bytes behind the last
//! known region, and unknown variants of open unions. It notes that there were such; their objects
//! may lie anywhere outside the known ones.

use super::claims::{ClaimMap, is_all};
use crate::error::{Error, ErrorKind, Result, Wording};
use crate::layout::Size;
use crate::read::Buf;
use crate::read::cursor::{ListRef, Slot};
use crate::read::decoder::Decoder;
use crate::read::parts::UnionRef;
use crate::read::value::{Content, Object, Visitor};
use crate::schema::computed::ProofPlan;
use crate::schema::proof::bits;
use crate::schema::{Field, Item, Payload, Scalar, Schema, StructId, Type, UnionId};
use crate::wire::bits::bit;
use crate::wire::{known_from, stored};

pub(super) struct Verifier<'a> {
    pub(super) schema: &'a Schema,
    pub(super) plan: &'a ProofPlan,
    /// The buffer, and how deep the walk is. Its budget is not needed: no byte is claimed twice.
    pub(super) decoder: Decoder<'a>,
    cover: ClaimMap<'a>,
    /// Whether no data of a newer revision was found.
    is_complete: bool,
}

/// Walks a whole buffer; gives whether all of it could be seen, and how many bytes are of no object
/// that was, and not free.
pub(super) fn verify<'a>(buf: Buf<'a>, root: &'a [u8], schema: &'a Schema) -> Result<(bool, usize)> {
    let len = buf.bytes.len();
    if len as u64 > buf.width.max_len() {
        let most = buf.width.max_len();
        return Err(Error::of(crate::ErrorKind::Corrupt, Wording::Reach, [len as u64, most, 0]).at(0));
    }
    let (decoder, cover) = (Decoder::new(buf), ClaimMap::new(buf.bytes, buf.floor));
    let mut verifier = Verifier { schema, plan: schema.proof(), decoder, cover, is_complete: true };
    verifier.record(root, schema.root_id())?;
    let unclaimed = verifier.cover.unclaimed()?;
    Ok((verifier.is_complete && unclaimed == 0, unclaimed))
}

/// Walks a value that is a buffer of its own without a header; gives whether all of it could be
/// seen.
pub(crate) fn verify_value(slot: &Slot<'_>) -> Result<bool> {
    let (buf, schema) = (slot.buf, slot.schema);
    let (decoder, cover) = (Decoder::new(buf), ClaimMap::new(buf.bytes, buf.floor));
    let mut verifier = Verifier { schema, plan: schema.proof(), decoder, cover, is_complete: true };
    verifier.slot(slot)?;
    let unclaimed = verifier.cover.unclaimed()?;
    Ok(verifier.is_complete && unclaimed == 0)
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
                return Err(error.in_field(field.name()));
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
                Err(Error::corrupt(at, Wording::ReservedBit))
            }
            _ => Ok(()),
        }
    }

    /// Text or bytes behind a pointer.
    #[inline]
    fn blob(&mut self, record: &'a [u8], slot: Size, is_text: bool) -> Result<()> {
        let Some(start) = self.decoder.follow(record, slot)? else { return Ok(()) };
        let content = self.decoder.buf.blob(start)?;
        self.claim(&Object { start, content, is_level: false })?;
        if is_text { self.decoder.buf.text(content).map(drop) } else { Ok(()) }
    }

    /// A value.
    fn slot(&mut self, slot: &Slot<'a>) -> Result<()> {
        let mut is_open = false;
        let walked = slot.visit(ProofAt { verifier: self, slot, is_open: &mut is_open });
        match walked {
            Err(error) if !is_open => Err(unopened(error, slot)),
            walked => walked,
        }
    }

    /// A value that is absent.
    fn absent(&self, slot: &Slot<'a>) -> Result<()> {
        let shift = self.decoder.shift();
        let bytes = if slot.inline {
            known_from(slot.record, slot.start())?
        } else {
            stored(slot.record, slot.start(), self.schema.slot_size(slot.ty).at(shift))
        };
        let value_bit = matches!(slot.ty, Type::Bool) && bit(slot.record, &slot.place.next_bit(), shift);
        if is_all(bytes, 0) && !value_bit {
            return Ok(());
        }
        Err(at(Error::new(ErrorKind::Corrupt, Wording::AbsentNotZero), slot))
    }

    /// A union in a slot, and the object of its payload.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn union(&mut self, slot: &Slot<'a>, id: UnionId, found: &UnionRef<'a>, object: Option<Object<'a>>) -> Result<()> {
        let (union, (_, bytes)) = (self.schema.union(id), slot.tagged());
        let Some((variant, payload)) = found.known() else {
            self.is_complete &= is_all(bytes, 0);
            return Ok(());
        };
        let (kind, width) = (variant.payload(), self.buf().width.bytes());
        let used = match kind {
            Payload::None => 0,
            Payload::Word(size) if kind.is_inline(width) => size as usize,
            _ => width,
        };
        if !bytes.iter().skip(used).all(|byte| *byte == 0) {
            return Err(at(Error::new(ErrorKind::Corrupt, Wording::UnionHoldsMore), slot));
        }
        let walked = match object {
            Some(object) => self.boxed(&object, variant.item()),
            None if kind.is_inline(width) => self.in_slot(payload),
            None => Ok(()),
        };
        walked.map_err(|error| variant_of(error, union.is_any(), variant.name()))
    }

    /// A payload behind a pointer.
    fn boxed(&mut self, object: &Object<'a>, item: &'a Item) -> Result<()> {
        self.claim(object)?;
        if object.is_level {
            return self.deeper(|verifier| verifier.item(object.content, item));
        }
        self.item(object.content, item)
    }

    /// A payload in the slot of its union.
    fn in_slot(&mut self, payload: &Slot<'a>) -> Result<()> {
        if matches!(*payload.ty, Type::Bool) {
            self.zero_bits(payload.record, payload.place.slot, !1)?;
        }
        self.slot(payload)
    }

    /// A list, and its object.
    fn list(&mut self, list: &ListRef<'a>, object: &Object<'a>) -> Result<()> {
        self.claim(object)?;
        let Some(id) = list.packed else { return self.deeper(|verifier| verifier.elements(list)) };
        let union = self.schema.union(id);
        let Some(variant) = union.of_tag(list.elements.tag) else {
            // Only a newer revision knows the size of its elements, but each has at least one byte.
            self.is_complete = false;
            return Ok(());
        };
        if variant.payload() == Payload::None && !is_all(object.content, 0) {
            let at = self.buf().position(object.content);
            return Err(Error::corrupt(at, Wording::UnitNotZero));
        }
        let walked = self.deeper(|verifier| verifier.elements(list));
        walked.map_err(|error| variant_of(error, union.is_any(), variant.name()))
    }

    /// The elements of a list or an array.
    fn elements(&mut self, list: &ListRef<'a>) -> Result<()> {
        let (elements, item) = (&list.elements, list.item);
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

    /// Claims the bytes of an object.
    #[inline]
    pub(super) fn claim(&mut self, object: &Object<'_>) -> Result<()> {
        self.cover.claim(object.range(&self.decoder.buf))
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

/// A proof at a value.
struct ProofAt<'t, 'v, 'a> {
    verifier: &'v mut Verifier<'a>,
    slot: &'t Slot<'a>,
    /// Set once the value is open: later errors are inside it.
    is_open: &'t mut bool,
}

impl<'a> Visitor<'a> for ProofAt<'_, '_, 'a> {
    type Output = ();

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn found(self, content: Content<'a>, object: Option<Object<'a>>) -> Result<()> {
        let Self { verifier, slot, is_open } = self;
        *is_open = true;
        match (content, object) {
            (Content::Absent, _) => verifier.absent(slot),
            (Content::Bit(_), _) | (Content::Map(_), None) => Ok(()),
            (Content::Word(scalar, word), _) if is_value(slot, scalar, word) => Ok(()),
            (Content::Blob(content), Some(object)) => {
                verifier.claim(&object)?;
                if matches!(*slot.ty, Type::String) { slot.buf.text(content).map(drop) } else { Ok(()) }
            }
            (Content::Word(..) | Content::Blob(_), _) => slot.value().map(drop).map_err(|error| at(error, slot)),
            (Content::Struct(id, record), Some(object)) => {
                verifier.claim(&object)?;
                verifier.deeper(|verifier| verifier.record(record, id))
            }
            (Content::Struct(id, record), None) => verifier.record(record, id),
            (Content::List(list), Some(object)) => verifier.list(&list, &object),
            (Content::List(list), None) => verifier.elements(&list),
            (Content::Map(map), Some(object)) => verifier.map(&map, &object),
            (Content::Union(id, union), object) => verifier.union(slot, id, &union, object),
        }
    }
}

/// Whether a word is known to be a value of the type.
#[inline]
fn is_value(slot: &Slot<'_>, scalar: Scalar, word: u128) -> bool {
    match slot.ty {
        Type::Enum(id) => slot.schema.enumeration(*id).takes(word),
        _ => scalar.is_total(),
    }
}

/// The error of a value that could not be opened, with its position: the payload behind its
/// pointer, the list's object, or the slot.
#[cold]
fn unopened(error: Error, slot: &Slot<'_>) -> Error {
    match (slot.ty, slot.object()) {
        (Type::Union(id), _) => {
            let union = slot.schema.union(*id);
            match union.of_tag(slot.tagged().0) {
                Some(variant) => variant_of(error, union.is_any(), variant.name()),
                None => at(error, slot),
            }
        }
        (Type::List(_), Ok(Some(object))) => error.at(slot.buf.position(object)),
        _ => error,
    }
}

/// The error with the position of the slot.
#[cold]
fn at(error: Error, slot: &Slot<'_>) -> Error {
    let start = slot.buf.position(slot.record);
    error.at(start.saturating_add(slot.place.slot.at(slot.buf.shift())))
}

/// The error with the name of the variant in its path.
#[cold]
fn variant_of(error: Error, is_any: bool, name: &str) -> Error {
    error.in_step(format_args!("{}{name}", if is_any { "$" } else { "" }))
}
