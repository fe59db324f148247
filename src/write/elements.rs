//! Inserting and removing elements of lists.
//!
//! ```text
//! insert   [3 a b c FF FF]          ->  [4 a x b c FF]
//! move     [3 a b c] [next object]  ->  FF FF FF FF [next] ... [4 a x b c FF FF]
//! ```
//! The count's varint never becomes narrower, and a moved list gets one that is wide enough for its
//! slack, so that elements do not move each time the count crosses a boundary of varint sizes.

use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

use super::found::{FoundList, ToList, list_at};
use super::list_move::{ListMove, MovedList};
use super::locator::Locator;
use super::measure::TOO_DEEP;
use super::reserve::SpaceRequest;
use super::session::SchemaSource;
use super::session::Session;
use super::storage::Storage;
use crate::error::{Error, Result, Wording, internal_error};
use crate::object::{ListHeader, ListHeaderKind};
use crate::read::decoder::too_deep;
use crate::read::navigate::RecordSpan;
use crate::read::{Elements, no_element};
use crate::schema::Type;
use crate::wire::width::PointerWidth;

/// The bytes that new elements need for objects, at a pointer width and with that many levels of
/// nesting left.
pub(crate) type HeapLen<'f> = dyn Fn(PointerWidth, u32) -> u64 + 'f;

/// New zeroed elements, and the bytes for the objects they will point to.
#[derive(Clone, Debug)]
pub(crate) struct InsertedElements {
    pub(crate) elements: RecordSpan,
    pub(crate) heap: Range<usize>,
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Opens a gap of `count` zeroed elements at `index` of a list, and allocates what they need.
    pub(crate) fn insert(
        &mut self,
        to_list: &dyn ToList<S, M>,
        index: usize,
        count: usize,
        heap: &HeapLen<'_>,
    ) -> Result<InsertedElements> {
        let list = to_list.found(self)?;
        self.insert_into(list, to_list, index, count, heap)
    }

    /// Inserts elements into a list that was just found.
    pub(crate) fn insert_into(
        &mut self,
        mut list: FoundList,
        to_list: &dyn ToList<S, M>,
        index: usize,
        count: usize,
        heap: &HeapLen<'_>,
    ) -> Result<InsertedElements> {
        let (levels, objects) = self.levels_for(to_list.locator(), list.element.levels, heap)?;
        list.check_index(index)?;
        if list.count().saturating_add(count) > u32::MAX as usize {
            return Err(Error::limit(Wording::ListLength));
        }
        let now = self.room_for_elements(&list, count, objects);
        let asked = Cell::new(objects);
        let after = |width: PointerWidth| {
            asked.set(heap(width, levels));
            MovedList { list: &list, count }.len(width).saturating_add(asked.get())
        };
        if list.slot.size == 0 && to_list.locator().resolve(&self.navigator())?.holder.pos == 0 {
            self.make_missing(to_list.locator(), &after)?;
            let list = to_list.found(self)?;
            return self.insert_into(list, to_list, index, count, heap);
        }
        let (generation, object) = (self.generation, list.tail.range());
        self.guard(list.slot.range(), core::slice::from_ref(&object))?;
        self.guard(object, &[])?;
        self.reserve_or_part(list.is_older(self.shift()), &now, &after, list.grown(count, objects))?;
        // Nothing fails from here on: room is reserved, and the path was checked. The objects get
        // the length that was reserved; a conversion that is called again may return another.
        let (mut objects, mut grows) = (objects, now.growth.end > 0);
        if self.generation != generation {
            list = to_list.found(self)?;
            objects = asked.get();
            grows = self.room_for_elements(&list, count, 0).growth.end > 0;
        }
        let start = self.open_gap(&list, index, count, grows)?;
        let heap_len = usize::try_from(objects).unwrap_or(usize::MAX);
        let heap = self.allocate_zeroed(heap_len);
        Ok(InsertedElements { elements: RecordSpan { pos: start, size: count.saturating_mul(list.stride) }, heap })
    }

    /// The room that `count` more elements and their objects need in a list as it is. Asking for
    /// more would trigger the check for waste before the buffer comes near the next check point,
    /// and again with each edit.
    pub(crate) fn room_for_elements<'l>(&self, list: &'l FoundList, count: usize, objects: u64) -> SpaceRequest<'l> {
        let end = list.end_with(list.count().saturating_add(count));
        let growth = if list.is_stored() { self.growth(list.tail.end, end) } else { None };
        if let Some(growth) = growth {
            return SpaceRequest { growth, objects, moved: None };
        }
        let moved = Some(MovedList { list, count }).filter(|_| list.tail.count > 0);
        let objects = self.list_move(list, count).len(list.stride).saturating_add(objects);
        SpaceRequest { growth: 0..0, objects, moved }
    }

    /// A new list of `count` elements.
    pub(crate) fn new_list(&self, count: usize, header: ListHeaderKind) -> ListMove {
        ListMove::new_list(count, header).in_working(self.is_working())
    }

    /// A list that gets `count` elements more.
    fn list_move(&self, list: &FoundList, count: usize) -> ListMove {
        ListMove::new(list, count).in_working(self.is_working())
    }

    /// The levels of nesting that are left below a list or map, and the bytes that new elements
    /// need then. `known` is a lower bound of the levels.
    pub(crate) fn levels_for(&self, locator: &dyn Locator, known: u32, heap: &HeapLen<'_>) -> Result<(u32, u64)> {
        let objects = heap(self.width, known);
        if objects < TOO_DEEP && known > 0 {
            return Ok((known, objects));
        }
        let resolved = locator.resolve(&self.navigator())?;
        let below = resolved.levels().checked_sub(1);
        // Bytes have no objects, so they do not count as a level.
        let levels =
            if matches!(*resolved.ty, Type::Bytes) { Some(resolved.levels()) } else { below }.ok_or_else(too_deep)?;
        match heap(self.width, levels) {
            objects if objects < TOO_DEEP => Ok((levels, objects)),
            _ => Err(too_deep()),
        }
    }

    /// Takes `len` reserved bytes and zeroes them.
    pub(crate) fn allocate_zeroed(&mut self, len: usize) -> Range<usize> {
        if len == 0 {
            return 0..0;
        }
        let start = self.allocate(len);
        let range = start..start.saturating_add(len);
        self.bytes_mut().get_mut(range.clone()).unwrap_or_default().fill(0);
        range
    }

    /// Opens the gap in place if the list `grows`, else in a new object; returns where it begins.
    fn open_gap(&mut self, list: &FoundList, index: usize, count: usize, grows: bool) -> Result<usize> {
        let (stride, old, old_start) = (list.stride, list.tail, list.first());
        let total = old.count.saturating_add(count);
        let (before, gap) = (index.saturating_mul(stride), count.saturating_mul(stride));
        let old_gap = old_start.saturating_add(before);
        if grows {
            self.take_growth(old.end, list.end_with(total));
            let wider = list.count_width(total).saturating_sub(old.count_width);
            let new_gap = old_gap.saturating_add(wider);
            let bytes = self.bytes_mut();
            bytes.copy_within(old_gap..old.end, new_gap.saturating_add(gap));
            if wider > 0 {
                let header_end = old.start.saturating_add(old.count_width);
                bytes.copy_within(header_end..old_gap, header_end.saturating_add(wider));
            }
            bytes.get_mut(new_gap..new_gap.saturating_add(gap)).ok_or_else(internal_error)?.fill(0);
            list.write_count(total, bytes)?;
            return Ok(new_gap);
        }
        let (header, slack) = self.list_move(list, count).laid_out(list.tag(), stride);
        let (object, elements) = self.new_object(&header, slack)?;
        let new_gap = elements.saturating_add(before);
        if list.is_stored() {
            let bytes = self.bytes_mut();
            bytes.copy_within(old_start..old_gap, elements);
            bytes.copy_within(old_gap..old.end, new_gap.saturating_add(gap));
            self.release(old.range());
        }
        self.store_pointer(list.slot.pos, object)?;
        Ok(new_gap)
    }

    /// Makes a list or a run of zeroed elements with `slack` bytes of slack; returns where it and
    /// its elements begin. Room was reserved.
    pub(super) fn new_object(&mut self, header: &ListHeader, slack: usize) -> Result<(usize, usize)> {
        let len = usize::try_from(header.object_len()).unwrap_or(usize::MAX);
        let (start, object) = self.allocate_object(len, slack)?;
        header.write(object).ok_or_else(internal_error)?;
        Ok((start, start.saturating_add(header.len())))
    }

    /// Takes reserved bytes for an object of zeros and its slack; returns its offset and bytes.
    pub(super) fn allocate_object(&mut self, len: usize, slack: usize) -> Result<(usize, &mut [u8])> {
        let start = self.allocate(len.saturating_add(slack));
        let fresh =
            crate::wire::slice_mut(self.bytes_mut(), start, len.saturating_add(slack)).ok_or_else(internal_error)?;
        let (object, slack) = fresh.split_at_mut_checked(len).ok_or_else(internal_error)?;
        object.fill(0);
        slack.fill(0xFF);
        Ok((start, object))
    }

    /// Removes `count` elements from `index` on, with everything they point to; their bytes become
    /// the list's slack.
    pub(crate) fn remove(&mut self, to_list: &dyn ToList<S, M>, index: usize, count: usize) -> Result<()> {
        self.remove_runs(to_list, core::slice::from_ref(&(index..index.saturating_add(count))))
    }

    /// Removes the elements of several runs of indices, which are in order and disjoint.
    pub(crate) fn remove_runs(&mut self, to_list: &dyn ToList<S, M>, runs: &[Range<usize>]) -> Result<()> {
        let list = to_list.found(self)?;
        let (start, stride, count, end) = (list.first(), list.stride, list.count(), list.tail.end);
        let last = runs.last().map_or(0, |run| run.end);
        if last > count {
            return Err(crate::read::no_element(last.saturating_sub(1), count));
        }
        if runs.iter().all(Range::is_empty) {
            return Ok(());
        }
        let offset = |index: usize| start.saturating_add(index.saturating_mul(stride));
        let mut objects: Vec<Range<usize>> = Vec::new();
        if list.element.has_objects {
            let navigator = self.navigator();
            for run in runs {
                let removed = navigator.buf.bytes.get(offset(run.start)..offset(run.end)).unwrap_or(&[]);
                to_list.visit(&navigator, removed, stride, &mut |range| objects.push(range))?;
            }
        }
        self.guard(list.tail.range(), &objects)?;
        let bytes = self.bytes_mut();
        let mut to = runs.first().map_or(end, |run| offset(run.start));
        let mut left = count;
        for (number, run) in runs.iter().enumerate() {
            let next = runs.get(number.saturating_add(1)).map_or(end, |next| offset(next.start));
            bytes.copy_within(offset(run.end)..next, to);
            to = to.saturating_add(next.saturating_sub(offset(run.end)));
            left = left.saturating_sub(run.len());
        }
        bytes.get_mut(to..end).unwrap_or_default().fill(0xFF);
        list.write_count(left, bytes)?;
        self.count_freed(to..end);
        for object in objects {
            self.release(object);
        }
        self.compact_if_due();
        Ok(())
    }

    /// Exchanges two elements of the list at the locator.
    pub(crate) fn swap(&mut self, locator: &dyn Locator, a: usize, b: usize) -> Result<()> {
        let navigator = self.navigator();
        let (resolved, item) = list_at(locator, &navigator)?;
        let Elements { count, stride, bytes, .. } =
            navigator.list(&resolved, item)?.0.map_or(Elements::EMPTY, |list| list.1);
        let start = navigator.buf.offset_of(bytes);
        let element = |index: usize| {
            if index >= count {
                return Err(no_element(index, count));
            }
            let start = start.saturating_add(index.saturating_mul(stride));
            Ok(start..start.saturating_add(stride))
        };
        let (a, b) = (element(a)?, element(b)?);
        if let Ok([a, b]) = self.bytes_mut().get_disjoint_mut([a, b]) {
            a.swap_with_slice(b);
        }
        Ok(())
    }

    /// Reorders the elements of the list at the locator: `order` has, for each new index, the old
    /// one.
    pub(crate) fn reorder(&mut self, locator: &dyn Locator, order: &[usize]) -> Result<()> {
        let navigator = self.navigator();
        let (resolved, item) = list_at(locator, &navigator)?;
        let Some((_, Elements { stride, bytes, .. })) = navigator.list(&resolved, item)?.0 else { return Ok(()) };
        let (start, old) = (navigator.buf.offset_of(bytes), bytes.to_vec());
        let new = crate::wire::slice_mut(self.bytes_mut(), start, old.len()).unwrap_or_default();
        for (element, from) in new.chunks_exact_mut(stride.max(1)).zip(order) {
            let from = from.saturating_mul(stride);
            element.copy_from_slice(crate::wire::slice(&old, from, stride).ok_or_else(internal_error)?);
        }
        Ok(())
    }
}
