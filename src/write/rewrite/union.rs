//! Unions in a new layout: payloads move between slots, objects of their own, and packed lists.

use super::rewriter::{Layout, Rewriter, Stop};
use super::values::{Copied, PAYLOAD};
use crate::error::internal_error;
use crate::layout::Size;
use crate::object::ListHeaderKind;
use crate::read::Elements;
use crate::read::cursor::{Slot, UnionRef, packed_union};
use crate::read::union::{newer_variant, unknown_variant};
use crate::read::value::{Content, Object};
use crate::read::walk::check_unknown;
use crate::schema::{Item, MIXED, Payload, Type, UnionId, UnionVariant};
use crate::wire::{slice_mut, slice_or_empty};

/// The destination of a payload, as an offset.
#[derive(Clone, Copy)]
enum To {
    /// The slot of a union.
    Slot(usize),
    /// An element of a packed list.
    Element(usize),
}

impl<'s> Rewriter<'s> {
    /// Copies a union to the slot at `to` of the copy.
    pub(super) fn union(
        &mut self,
        slot: &Slot<'s>,
        id: UnionId,
        union: &UnionRef<'s>,
        object: Option<Object<'s>>,
        to: usize,
    ) -> Result<(), Stop> {
        self.put_tag(union, to);
        if let Some((variant, payload)) = union.known() {
            return self.payload(variant, payload, object, To::Slot(to));
        }
        let (tag, payload) = slot.tagged();
        Ok(check_unknown(self.navigator.schema.union(id), tag, payload, true)?)
    }

    /// Copies an element of a packed list to the slot at `to` of the copy.
    pub(super) fn packed(&mut self, element: &'s [u8], tag: u8, id: UnionId, to: usize) -> Result<(), Stop> {
        let schema = self.navigator.schema;
        let union = packed_union(self.navigator.buf, element, tag, id, schema)?;
        let Some((variant, payload)) = union.known() else { return Err(unknown_variant(schema.union(id), tag).into()) };
        self.put_tag(&union, to);
        self.payload(variant, payload, None, To::Slot(to))
    }

    fn put_tag(&mut self, union: &UnionRef<'_>, to: usize) {
        if let Some(to) = self.to.out.get_mut(to) {
            *to = union.tag();
        }
    }

    /// Copies the elements of a list of unions behind its count; `item` is their type in the old
    /// list.
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
        // The size of unknown payloads in a packed list is not known, nor whether a stride follows.
        let variant = union.of_tag(target);
        let (target, size, is_strided) = match variant {
            Some(variant) => (target, variant.item().size, variant.item().growable),
            None => (MIXED, Size::UNION, false),
        };
        let stride = size.at(self.to.shift());
        self.to.header(&ListHeaderKind::list(true, is_strided).header(elements.count, target, stride))?;
        if target == elements.tag {
            if variant.is_some_and(|variant| variant.payload() == Payload::None) {
                // Unused bits may hold anything here.
                self.to.extend(elements.count);
                self.slack(elements.bytes, start);
                return Ok(());
            }
            return self.elements(elements, item, start);
        }
        let mut to = self.room_for(elements.count, stride)?;
        self.slack(elements.bytes, start);
        let mut slot = Slot::of_item(self.navigator.buf, &[], self.navigator.schema, item);
        for element in elements.bytes.chunks_exact(elements.stride.max(1)) {
            if target == MIXED {
                self.packed(element, elements.tag, id, to)?;
            } else {
                slot.record = element;
                self.pack(&slot, to)?;
            }
            to = to.saturating_add(stride);
        }
        Ok(())
    }

    /// Copies the payload of a union in a slot to an element of a packed list.
    fn pack(&mut self, slot: &Slot<'s>, to: usize) -> Result<(), Stop> {
        let (content, object) = slot.open()?;
        if let Some(object) = &object {
            self.decoder.spend(object.content)?;
        }
        match content {
            Content::Union(_, union) => match union.known() {
                Some((variant, payload)) => self.payload(variant, payload, object, To::Element(to)),
                None => Err(newer_variant(union.tag()).into()),
            },
            _ => Err(internal_error().into()),
        }
    }

    /// Copies the payload of a union to its destination, or to an object.
    fn payload(
        &mut self,
        variant: &'s UnionVariant,
        payload: &Slot<'s>,
        object: Option<Object<'s>>,
        to: To,
    ) -> Result<(), Stop> {
        match variant.payload() {
            Payload::None => Ok(()),
            Payload::Word(size) => self.word(payload, size as usize, object.is_some(), to),
            Payload::Pointer => {
                let to = match to {
                    To::Slot(record) => Copied { record, place: PAYLOAD, inline: false },
                    To::Element(record) => {
                        let Item { place, growable, .. } = *variant.item();
                        Copied { record, place, inline: growable }
                    }
                };
                self.value(payload, &to)
            }
            Payload::Boxed => self.boxed(payload, variant.item(), object.is_some(), to),
        }
    }

    fn word(&mut self, payload: &Slot<'s>, size: usize, is_object: bool, to: To) -> Result<(), Stop> {
        let word = slice_or_empty(payload.record, payload.place.slot.at(self.decoder.shift()), size);
        let at = match to {
            To::Element(at) => at,
            To::Slot(slot) if size <= self.to.width.bytes() => slot.saturating_add(1),
            To::Slot(slot) => {
                // The payload may have been made by the current edit, which will set it.
                let stays = is_object && self.layout == Layout::KeepSlack;
                if !stays && word.iter().all(|byte| *byte == 0) {
                    return Ok(());
                }
                self.to.point(slot.saturating_add(1))?;
                self.to.varint(size)?;
                self.to.extend(size)
            }
        };
        if let Some(to) = slice_mut(&mut self.to.out, at, word.len()) {
            to.copy_from_slice(word);
            if let (Type::Bool, [to]) = (payload.ty, to) {
                *to &= 1;
            }
        }
        Ok(())
    }

    fn boxed(&mut self, payload: &Slot<'s>, item: &Item, is_object: bool, to: To) -> Result<(), Stop> {
        let slot = match to {
            // The value of a null pointer stays zeros.
            _ if payload.record.is_empty() => return Ok(()),
            To::Element(at) => return self.deeper(|rewriter| rewriter.slot(payload, at)),
            To::Slot(slot) => slot.saturating_add(1),
        };
        let copy = self.begin_record(item.size)?;
        self.deeper(|rewriter| rewriter.slot(payload, copy.at))?;
        // A default payload is not stored in a slot, though it was an element of a packed list.
        let stays = is_object && self.layout == Layout::KeepSlack;
        self.end_record(&copy, slot, !stays)
    }
}

/// The tag of all elements; [`MIXED`] if they differ or there are none.
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
