//! Unions in a new layout: payloads move between slots, objects of their own, and packed lists.

use super::{Layout, Rewriter, Stop};
use crate::layout::{Place, Size};
use crate::read::Elements;
use crate::read::union::unknown_variant;
use crate::read::walk::check_unknown;
use crate::schema::{Item, MIXED, Payload, StructId, Type, UnionId, UnionVariant};
use crate::wire::bits::{bit, put_bit};
use crate::wire::slice_or_empty;
use crate::wire::width::Width;

/// The place of a union that is an element.
const SLOT: Place = Place::single(0, Size::UNION);

/// Where a payload comes from.
#[derive(Clone, Copy)]
enum From<'s> {
    /// The slot of a union, and its place.
    Slot(&'s [u8], Place),
    /// An element of a packed list.
    Element(&'s [u8]),
}

/// Where it goes to, as an offset.
#[derive(Clone, Copy)]
enum To {
    /// The slot of a union.
    Slot(usize),
    Element(usize),
}

impl<'s> Rewriter<'s> {
    /// Copies the union at a place to the slot at `slot` of the copy.
    pub(super) fn union(&mut self, record: &'s [u8], place: &Place, id: UnionId, slot: usize) -> Result<(), Stop> {
        let shift = self.decoder.shift();
        let bytes = slice_or_empty(record, place.slot.at(shift), Size::UNION.at(shift));
        let union = self.navigator.schema.union(id);
        let tag = bytes.first().copied().unwrap_or(0);
        if let Some(to) = self.out.get_mut(slot) {
            *to = tag;
        }
        match union.of_tag(tag) {
            Some(variant) => self.payload(From::Slot(record, *place), To::Slot(slot), variant),
            None => Ok(check_unknown(union, tag, bytes.get(1..).unwrap_or(&[]), true)?),
        }
    }

    /// Copies an element of a packed list to the slot at `slot` of the copy.
    pub(super) fn packed(&mut self, element: &'s [u8], tag: u8, id: UnionId, slot: usize) -> Result<(), Stop> {
        let union = self.navigator.schema.union(id);
        let Some(variant) = union.of_tag(tag) else { return Err(unknown_variant(union, tag).into()) };
        if let Some(to) = self.out.get_mut(slot) {
            *to = tag;
        }
        self.payload(From::Element(element), To::Slot(slot), variant)
    }

    /// Copies the elements of a list of unions behind its count; `item` is what they are now.
    pub(super) fn union_list(
        &mut self,
        elements: &Elements<'s>,
        item: &'s Item,
        id: UnionId,
        position: usize,
        start: usize,
    ) -> Result<(), Stop> {
        let union = self.navigator.schema.union(id);
        let target = match self.layout {
            _ if self.unpack == Some(position) => MIXED,
            Layout::Canonical => common_tag(elements),
            Layout::KeepSlack => elements.tag,
        };
        // What payloads of an unknown variant look like in a packed list is not known, nor whether a stride would follow.
        let target = if union.of_tag(target).is_some() { target } else { MIXED };
        self.out.push(target);
        if target == elements.tag {
            if union.of_tag(target).is_some_and(|variant| variant.payload() == Payload::None) {
                // Whatever bytes stand there for nothing.
                self.extend(elements.count);
                self.slack(elements.bytes, start);
                return Ok(());
            }
            return self.elements(elements.bytes, elements.stride, elements.count, item, start);
        }
        let variant = |tag| union.of_tag(tag).ok_or_else(|| unknown_variant(union, tag));
        let size = if target == MIXED { Size::UNION } else { variant(target)?.item().size };
        let stride = size.at(self.width.shift());
        if target != MIXED && variant(target)?.item().growable {
            self.varint(stride)?;
        }
        let mut to = self.room_for(elements.count, stride)?;
        self.slack(elements.bytes, start);
        for element in elements.bytes.chunks_exact(elements.stride.max(1)) {
            if target == MIXED {
                if let Some(tag) = self.out.get_mut(to) {
                    *tag = elements.tag;
                }
                self.payload(From::Element(element), To::Slot(to), variant(elements.tag)?)?;
            } else {
                self.payload(From::Slot(element, SLOT), To::Element(to), variant(target)?)?;
            }
            to = to.saturating_add(stride);
        }
        Ok(())
    }

    fn payload(&mut self, from: From<'s>, to: To, variant: &'s UnionVariant) -> Result<(), Stop> {
        let item = variant.item();
        match (variant.payload(), &item.ty) {
            (Payload::None, _) => Ok(()),
            (Payload::Word(size), _) => self.word(from, to, size as usize, item),
            (Payload::Pointer, Type::Struct(id)) => self.structure(from, to, item, *id),
            (Payload::Pointer, ty) => {
                let (record, slot) = match from {
                    From::Slot(record, place) => (record, place.payload().slot),
                    From::Element(element) => (element, item.place.slot),
                };
                let Some(object) = self.decoder.follow(record, slot)? else { return Ok(()) };
                let to = match to {
                    To::Slot(slot) => slot.saturating_add(1),
                    To::Element(element) => element.saturating_add(item.place.slot.at(self.width.shift())),
                };
                self.object(object, ty, item.optional, &item.default, to)
            }
            (Payload::Boxed, _) => self.boxed(from, to, item),
        }
    }

    /// The record of a payload that lies behind a pointer or is an element; `None` for null.
    fn record_of(&mut self, from: From<'s>, item: &Item) -> Result<Option<&'s [u8]>, Stop> {
        let (record, place) = match from {
            From::Element(element) => return Ok(Some(element)),
            From::Slot(record, place) => (record, place),
        };
        let Some(object) = self.decoder.follow(record, place.payload().slot)? else { return Ok(None) };
        let record = self.navigator.buf.boxed(object, item.size)?;
        self.decoder.spend(record)?;
        Ok(Some(record))
    }

    fn word(&mut self, from: From<'s>, to: To, size: usize, item: &Item) -> Result<(), Stop> {
        let shift = self.decoder.shift();
        let word = match from {
            From::Slot(record, place) if size <= self.navigator.buf.width.bytes() => {
                slice_or_empty(record, place.payload().slot.at(shift), size)
            }
            _ => self.record_of(from, item)?.unwrap_or(&[]),
        };
        let at = match to {
            To::Element(at) => at,
            To::Slot(slot) if size <= self.width.bytes() => slot.saturating_add(1),
            To::Slot(slot) => {
                // An edit may have made the payload a moment ago, to set it next.
                let stays = matches!(from, From::Slot(..)) && self.layout == Layout::KeepSlack && !word.is_empty();
                if !stays && word.iter().all(|byte| *byte == 0) {
                    return Ok(());
                }
                self.point(slot.saturating_add(1))?;
                self.varint(size)?;
                self.extend(size)
            }
        };
        if let Some(to) = crate::wire::slice_mut(&mut self.out, at, word.len()) {
            to.copy_from_slice(word);
            if let (Type::Bool, [to]) = (&item.ty, to) {
                *to &= 1;
            }
        }
        Ok(())
    }

    fn boxed(&mut self, from: From<'s>, to: To, item: &'s Item) -> Result<(), Stop> {
        let Some(record) = self.record_of(from, item)? else { return Ok(()) };
        let slot = match to {
            To::Element(at) => return self.deeper(|rewriter| rewriter.item(record, item, at)),
            To::Slot(slot) => slot.saturating_add(1),
        };
        let copy = self.begin_record(item.size)?;
        self.deeper(|rewriter| rewriter.item(record, item, copy.at))?;
        // A payload that was an element of a packed list need not be stored either if it is the default.
        let stays = matches!(from, From::Slot(..)) && self.layout == Layout::KeepSlack;
        self.end_record(&copy, slot, !stays)
    }

    /// A growable struct: behind a pointer in a slot, inline in an element, with a presence byte if it can be absent.
    fn structure(&mut self, from: From<'s>, to: To, item: &Item, id: StructId) -> Result<(), Stop> {
        let structure = self.navigator.schema.structure(id);
        let prefix = usize::from(item.optional);
        let record = match from {
            From::Element(element) if item.optional && !bit(element, &item.place, self.decoder.shift()) => {
                return Ok(());
            }
            From::Element(element) => element.get(prefix..).unwrap_or(&[]),
            From::Slot(record, place) => match self.decoder.follow(record, place.payload().slot)? {
                Some(object) => self.decoder.record(object, structure.ends())?,
                None => return Ok(()),
            },
        };
        match to {
            To::Element(at) => {
                if item.optional {
                    put_bit(self.out.get_mut(at..).unwrap_or_default(), &item.place, self.width.shift(), true);
                }
                self.record(record, id, at.saturating_add(prefix))
            }
            To::Slot(slot) => {
                let to_null = !item.optional && self.layout == Layout::Canonical;
                let copy = self.begin_record(structure.size())?;
                self.deeper(|rewriter| rewriter.record(record, id, copy.at))?;
                self.end_record(&copy, slot.saturating_add(1), to_null)
            }
        }
    }
}

/// The tag that all elements have; [`MIXED`] if they differ or there are none.
fn common_tag(elements: &Elements<'_>) -> u8 {
    if elements.tag != MIXED {
        return if elements.count == 0 { MIXED } else { elements.tag };
    }
    let mut tags = elements.bytes.chunks_exact(elements.stride.max(1)).filter_map(<[u8]>::first);
    match tags.next() {
        Some(first) if tags.all(|tag| tag == first) => *first,
        _ => MIXED,
    }
}
