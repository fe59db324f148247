//! Lists of unions: packed while all elements have one variant.
//!
//! ```text
//! packed   [2 tag a b]            ->  [3 tag a b c]                  the same variant once more
//! mixed    [2 tag a b]            ->  [3 FF tag a tag b other c]     another: the buffer is laid out anew, once
//! ```
//!
//! In a workspace, which is not laid out anew, and where data of a newer revision prevents a
//! layout, the mixed list is written beside the packed one.

use super::elements::HeapLen;
use super::found::{FoundList, ToList};
use super::locator::Locator;
use super::reserve::SpaceRequest;
use super::rewrite::{FragmentTo, fragment};
use super::session::SchemaSource;
use super::session::Session;
use super::slack::fair_slack;
use super::storage::Storage;
use super::value::WriteSlot;
use crate::error::{ErrorKind, Result, internal_error};
use crate::layout::{Place, Size};
use crate::read::Buf;
use crate::read::cursor::Slot;
use crate::read::navigate::Navigator;
use crate::read::union::put_tag;
use crate::read::value::Part;
use crate::schema::DefaultValue;
use crate::wire::bits::put_bit;
use crate::wire::width::{PointerWidth, Width};

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Sets the variant of the union at `place` of the target's holder, and makes it present.
    /// `payload` writes the payload, as for [`Session::set_slot`].
    pub(crate) fn put_variant(
        &mut self,
        target: &dyn Locator,
        place: &Place,
        (tag, has_bit): (u8, bool),
        is_default: bool,
        heap: &HeapLen<'_>,
        payload: &WriteSlot<'_>,
    ) -> Result<()> {
        self.set_slot(target, place, Size::UNION, is_default, heap, &|record, heap, start, width| {
            put_tag(record, place, width.shift(), tag)?;
            if has_bit {
                put_bit(record, place, width.shift(), true).ok_or_else(internal_error)?;
            }
            payload(record, heap, start, width)
        })
    }

    /// The list into which `count` elements of one variant are to be inserted, and the index (the
    /// end for `None`). A list that is packed with another variant is unpacked first, with room for
    /// them.
    pub(crate) fn found_for(
        &mut self,
        to_list: &dyn ToList<S, M>,
        index: Option<usize>,
        (tag, count): (u8, usize),
        heap: &HeapLen<'_>,
    ) -> Result<(FoundList, usize)> {
        let mut list = to_list.found(self)?;
        let index = index.unwrap_or(list.count());
        if list.is_of_other(tag) {
            list.check_index(index)?;
            self.unpack(to_list, count, heap)?;
            list = to_list.found(self)?;
        }
        Ok((list, index))
    }

    /// Unpacks a list: its elements then store their variants. Room is reserved for `more` elements
    /// and their objects.
    pub(crate) fn unpack(&mut self, list: &dyn ToList<S, M>, more: usize, heap: &HeapLen<'_>) -> Result<()> {
        let found = list.found(self)?;
        let (start, count) = (found.tail.start, found.count().saturating_add(more));
        let (levels, _) = self.levels_for(list.locator(), found.element.levels, heap)?;
        let after = |width: PointerWidth| {
            let stride = Size::UNION.at(width.shift()) as u64;
            let elements = (count.saturating_add(fair_slack(count)) as u64).saturating_mul(stride);
            elements.saturating_add(16).saturating_add(heap(width, levels))
        };
        // Payloads that were elements may need objects of their own, one level deeper; the layout
        // fails if no level is left.
        if self.storage.keeps_layout() {
            return self.write_unpacked(list.locator(), start, after(self.width));
        }
        match self.lay_out_unpacked(self.width, &after, Some(start)) {
            // Data of a newer revision elsewhere in the buffer is not moved.
            Err(error) if error.kind() == ErrorKind::Newer => {
                self.write_unpacked(list.locator(), start, after(self.width)).map_err(|_| error)
            }
            laid_out => laid_out,
        }
    }

    /// Unpacks a list without laying the buffer out anew: the list at a locator is written beside
    /// what is there, which is then released. So there has to be room for both, and for `more`
    /// bytes that the edit needs next.
    fn write_unpacked(&mut self, locator: &dyn Locator, start: usize, more: u64) -> Result<()> {
        let (schema, width, old) = (self.schema().clone(), self.width, self.bytes().to_vec());
        let buf = Buf { bytes: &old, floor: self.buf().floor, width: width.into() };
        let Navigator { plan, root, generation, .. } = self.navigator();
        let navigator = Navigator { buf, schema: &schema, plan, root, generation };
        let resolved = locator.resolve(&navigator)?;
        let (record, place, ty) = (navigator.bytes(resolved.holder), resolved.place, resolved.ty);
        let default = &DefaultValue::Zero;
        let slot = Slot { buf, record, schema: &schema, place, ty, optional: true, default, inline: false };
        let to = |heap| FragmentTo {
            width,
            heap,
            levels: resolved.levels(),
            optional: true,
            inline: false,
            unpack: Some(start),
        };
        let unpacked = |heap| fragment(&Part::Slot(slot), to(heap))?.ok_or_else(internal_error);
        let len = unpacked(None)?.len().saturating_sub(width.bytes()) as u64;
        let needed = len.saturating_add(more);
        self.reserve(false, &SpaceRequest::objects(needed), &|_| needed)?;
        self.set_slot(locator, &place, Size::POINTER, false, &|_, _| len, &|record, heap, start, width| {
            let content = unpacked(Some(start))?;
            let (pointer, objects) = content.split_at_checked(width.bytes()).ok_or_else(internal_error)?;
            let to = crate::wire::slice_mut(record, place.slot.at(width.shift()), pointer.len());
            if objects.len() != heap.len() {
                return Err(internal_error());
            }
            heap.copy_from_slice(objects);
            to.ok_or_else(internal_error)?.copy_from_slice(pointer);
            Ok(())
        })?;
        // The elements have moved.
        self.generation = self.generation.wrapping_add(1);
        Ok(())
    }
}
