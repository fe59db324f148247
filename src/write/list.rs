//! Lists in edits: how a list is found, the room for more elements, and lists of unions.
//!
//! A list is found in two ways: a typed cursor knows the pointer slot and the type of the elements;
//! any locator can be resolved through the schema step by step. The first is faster; the second
//! also works for lists that are not stored yet.

use core::ops::Range;

use super::elements::HeapLen;
use super::link::Locator;
use super::rewrite::{FragmentTo, fragment};
use super::room::{SpaceRequest, fair_slack, grown_slack};
use super::session::{SchemaSource, Session, slot_holder};
use super::storage::Storage;
use super::value::WriteSlot;
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::{Place, Size};
use crate::object::{ListHeader, ListHeaderKind};
use crate::read::cursor::Slot;
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot};
use crate::read::union::{is_packed, put_tag};
use crate::read::value::Part;
use crate::read::{Buf, Elements, no_element, walk};
use crate::schema::{DefaultValue, Item, Kinds, MIXED, Schema};
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Width, put_bit};

/// A list object, as it lies in the buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tail {
    /// Offset of the object; 0 for none.
    pub(crate) start: usize,
    /// Bytes of its count's varint.
    pub(crate) count_width: usize,
    pub(crate) count: usize,
    /// End of its elements.
    pub(crate) end: usize,
}

impl Tail {
    /// For a list without an object.
    pub(crate) const NONE: Self = Self { start: 0, count_width: 0, count: 0, end: 0 };

    /// For a list object; `object` extends to the end of the buffer.
    #[inline(always)]
    pub(crate) fn new<W: Width>(buf: &Buf<'_, W>, object: &[u8], elements: &Elements<'_>) -> Self {
        let start = buf.bytes.len().wrapping_sub(object.len());
        let count_width = object.first().map_or(0, |first| varint::width(*first));
        let first = elements.bytes.as_ptr().addr().wrapping_sub(buf.bytes.as_ptr().addr());
        let end = first.wrapping_add(elements.bytes.len());
        Self { start, count_width, count: elements.count, end }
    }

    /// The bytes of the object.
    #[inline]
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.end.max(self.start)
    }

    /// Whether its varint can hold a count one higher.
    #[inline(always)]
    pub(crate) fn counts_more(&self) -> bool {
        self.count < varint::max(self.count_width) as usize
    }

    /// The bytes of the count.
    #[inline(always)]
    pub(crate) fn counted(&self) -> Range<usize> {
        self.start..self.start.saturating_add(self.count_width)
    }

    /// Increments the count for an element that ends at `end`.
    pub(crate) fn count_to(&mut self, end: usize, bytes: &mut [u8]) -> Option<()> {
        (self.count, self.end) = (self.count.wrapping_add(1), end);
        let object = bytes.get_mut(self.start..)?;
        ListHeaderKind::default().write_count(self.count, self.count_width, object).map(drop)
    }
}

/// An object that grows where it is.
#[derive(Clone, Debug)]
pub(crate) struct Grown {
    pub(crate) object: Range<usize>,
    /// Where it will end.
    pub(crate) end: usize,
    /// Bytes of new objects beside it.
    pub(crate) objects: u64,
}

/// A list and its pointer slot, as they lie in the buffer.
pub(crate) struct FoundList {
    /// The pointer slot; empty if the record is of an older revision that lacks it.
    pub(super) slot: RecordSpan,
    pub(crate) tail: Tail,
    /// Bytes from one element to the next.
    pub(super) stride: usize,
    pub(super) element: ElementInfo,
}

/// A way to find a list again.
pub(crate) trait ToList<S, M> {
    /// Where the list is now.
    fn found(&self, session: &Session<S, M>) -> Result<FoundList>;
    /// The list's place as steps through the schema.
    fn locator(&self) -> &dyn Locator;
    /// Visits the objects behind some of its elements.
    fn visit<'w>(
        &self,
        navigator: &Navigator<'_>,
        elements: &[u8],
        stride: usize,
        visit: &'w mut walk::Visit<'w>,
    ) -> Result<()> {
        let (resolved, item) = list_at(self.locator(), navigator)?;
        let (_, item) = navigator.list::<{ Kinds::ALL }>(&resolved, item)?;
        walk::visit_elements(navigator, elements, stride, item, visit)
    }
}

/// Facts about the elements of a list that do not depend on their bytes.
#[derive(Clone, Copy)]
pub(crate) struct ElementInfo {
    /// Bytes of an element of the newest revision.
    pub(crate) size: Size,
    pub(crate) header: ListHeaderKind,
    /// The variant that the list is packed with, or will be if it is new; else [`MIXED`].
    pub(crate) tag: u8,
    /// Levels of nesting left below the list, at least.
    pub(crate) levels: u32,
    /// Whether elements can point to objects.
    pub(crate) has_objects: bool,
}

impl FoundList {
    /// The list behind a slot; the bytes in `stored` extend from its start to the end of the
    /// buffer.
    #[inline]
    pub(crate) fn new(
        buf: &Buf<'_>,
        slot: RecordSpan,
        stored: Option<(&[u8], Elements<'_>)>,
        mut element: ElementInfo,
    ) -> Self {
        let (mut tail, mut stride) = (Tail::NONE, element.size.at(buf.shift()));
        if let Some((object, elements)) = stored {
            (tail, stride, element.tag) = (Tail::new(buf, object, &elements), elements.stride, elements.tag);
        }
        Self { slot, tail, stride, element }
    }

    /// Whether there is a list object.
    pub(crate) fn is_stored(&self) -> bool {
        self.tail.start > 0
    }

    /// How many elements it has.
    pub(crate) fn count(&self) -> usize {
        self.tail.count
    }

    /// Whether it has to be upgraded first: its record is of an older revision without the slot, or
    /// its elements are of one with a shorter stride.
    pub(crate) fn is_older(&self, shift: u32) -> bool {
        let ElementInfo { size, header, .. } = &self.element;
        self.slot.size == 0 || (self.is_stored() && header.is_strided && self.stride < size.at(shift))
    }

    /// Fails for an index at which no element can be inserted.
    pub(crate) fn check_index(&self, index: usize) -> Result<()> {
        if index <= self.tail.count { Ok(()) } else { Err(no_element(index, self.tail.count)) }
    }

    /// The variant that the list is packed with; else [`MIXED`].
    pub(crate) fn tag(&self) -> u8 {
        self.element.tag
    }

    /// Whether it is packed with a variant other than `tag`.
    pub(crate) fn is_of_other(&self, tag: u8) -> bool {
        self.is_stored() && is_packed(self.element.tag) && self.element.tag != tag
    }

    /// Where its elements begin.
    pub(super) fn first(&self) -> usize {
        self.tail.end.saturating_sub(self.tail.count.saturating_mul(self.stride))
    }

    /// Bytes of the varint for another count: as many as now, or more if needed.
    #[inline]
    pub(super) fn count_width(&self, count: usize) -> usize {
        self.tail.count_width.max(self.element.header.count_width(count))
    }

    /// Writes another count.
    pub(super) fn write_count(&self, count: usize, bytes: &mut [u8]) -> Result<()> {
        let object = bytes.get_mut(self.tail.start..).unwrap_or_default();
        self.element.header.write_count(count, self.count_width(count), object).map(drop).ok_or_else(internal_error)
    }

    /// Where the object ends if it has `count` elements.
    pub(super) fn end_with(&self, count: usize) -> usize {
        let wider = self.count_width(count).saturating_sub(self.tail.count_width);
        self.first().saturating_add(wider).saturating_add(count.saturating_mul(self.stride))
    }

    /// The growth of the list in place by `more` elements with `objects` bytes of objects.
    #[inline]
    pub(crate) fn grown(&self, more: usize, objects: u64) -> Option<Grown> {
        let end = self.end_with(self.tail.count.saturating_add(more));
        self.is_stored().then(|| Grown { object: self.tail.range(), end, objects })
    }
}

/// The list of a locator.
pub(super) fn list_at<'s>(locator: &dyn Locator, navigator: &Navigator<'s>) -> Result<(ResolvedSlot<'s>, &'s Item)> {
    let resolved = locator.resolve(navigator)?;
    let not_list = || Error::fixed(&FixedError(ErrorKind::Type, "not a list"));
    resolved.list_item().map(|item| (resolved, item)).ok_or_else(not_list)
}

/// A list that is resolved through the schema.
pub(crate) fn look_up(locator: &dyn Locator, navigator: &Navigator<'_>, has_objects: bool) -> Result<FoundList> {
    let (resolved, item) = list_at(locator, navigator)?;
    resolved.check_holder()?;
    let buf = &navigator.buf;
    let slot = slot_holder(buf.width.into(), resolved.holder, &resolved.place);
    let (stored, element) = navigator.list::<{ Kinds::ALL }>(&resolved, item)?;
    let tag = stored.map_or(MIXED, |(_, elements)| elements.tag);
    let header = ListHeaderKind { is_strided: element.growable, ..Schema::list_header(item) };
    let levels = resolved.levels().saturating_sub(1);
    Ok(FoundList::new(buf, slot, stored, ElementInfo { size: element.size, header, tag, levels, has_objects }))
}

// The room of a list that is made, or that grows beyond its slack: after all objects, where it
// moves, or in a new layout, where it stays.

/// A list that is new, or moves to get room for more elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListMove {
    total: usize,
    header: ListHeaderKind,
    is_new: bool,
    /// Whether it is in a working buffer.
    is_working: bool,
}

impl ListMove {
    /// The list with `count` elements more.
    pub(super) fn new(list: &FoundList, count: usize) -> Self {
        Self {
            total: list.count().saturating_add(count),
            header: list.element.header,
            is_new: !list.is_stored(),
            is_working: false,
        }
    }

    /// A new list of `count` elements.
    pub(super) fn new_list(count: usize, header: ListHeaderKind) -> Self {
        Self { total: count, header, is_new: true, is_working: false }
    }

    /// The same in a working buffer or not.
    pub(super) fn in_working(self, is_working: bool) -> Self {
        Self { is_working, ..self }
    }

    /// How many elements more its slack has room for. In a working buffer the place that a list
    /// leaves is not used again, and slack is not kept.
    fn ahead(self) -> usize {
        /// Elements of a list that may be one of many.
        const FEW: usize = 4;
        match (self.is_working, self.is_new) {
            (true, false) => self.total.max(FEW),
            (true, true) => FEW,
            (false, true) => 0,
            (false, false) => fair_slack(self.total),
        }
    }

    /// Its header and the bytes of its slack, for the variant of a packed list and a stride.
    pub(super) fn laid_out(self, tag: u8, stride: usize) -> (ListHeader, usize) {
        self.laid_out_for(tag, stride, self.ahead())
    }

    fn laid_out_for(self, tag: u8, stride: usize, ahead: usize) -> (ListHeader, usize) {
        let header = self.header.header(self.total, tag, stride);
        (header.with_room_for(self.total.saturating_add(ahead)), ahead.saturating_mul(stride))
    }

    /// Bytes of its object and its slack, for a stride.
    pub(crate) fn len(self, stride: usize) -> u64 {
        self.len_with(stride, self.ahead())
    }

    #[inline(never)]
    fn len_with(self, stride: usize, ahead: usize) -> u64 {
        let (header, slack) = self.laid_out_for(MIXED, stride, ahead);
        header.object_len().saturating_add(slack as u64)
    }
}

/// A list that moves to get room for more elements, but stays in the order of objects if the buffer
/// is laid out anew.
#[derive(Clone, Copy)]
pub(crate) struct MovedList<'l> {
    pub(super) list: &'l FoundList,
    pub(super) count: usize,
}

impl MovedList<'_> {
    /// The bytes of its object, as it lies in the buffer.
    pub(super) fn object(self) -> Range<usize> {
        self.list.tail.range()
    }

    /// With the bytes of an element at a width. Those written by a newer revision are longer, and
    /// keep their length.
    fn parts(self, width: PointerWidth) -> (ListMove, usize) {
        let stride = self.list.element.size.at(width.shift()).max(self.list.stride);
        (ListMove::new(self.list, self.count), stride)
    }

    /// Bytes of its object and its slack after the move.
    pub(super) fn len(self, width: PointerWidth) -> u64 {
        let (moved, stride) = self.parts(width);
        moved.len(stride)
    }

    /// The same if a layout gives it the room where it is. That costs more than a move, so it is
    /// room for more elements, unless pointers then would have to be wider for `others` bytes.
    pub(super) fn len_laid_out(self, width: PointerWidth, others: u64) -> u64 {
        let (moved, stride) = self.parts(width);
        let len = moved.len_with(stride, grown_slack(moved.total));
        if others.saturating_add(len) <= width.max_len() { len } else { moved.len_with(stride, 0) }
    }
}

// Lists of unions: packed while all elements have one variant.
//
// ```text
// packed   [2 tag a b]            ->  [3 tag a b c]                  the same variant once more
// mixed    [2 tag a b]            ->  [3 FF tag a tag b other c]     another: the buffer gets a new layout, once
// ```
//
// A workspace gets no new layout, and data of a newer revision can prevent one. The mixed list is
// then written beside the packed one.

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
