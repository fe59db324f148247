//! Edits of the elements of lists: inserting, removing, sorting and appending them.
//!
//! ```text
//! insert   [3 a b c FF FF]          ->  [4 a x b c FF]
//! move     [3 a b c] [next object]  ->  FF FF FF FF [next] ... [4 a x b c FF FF]
//! ```
//! The count's varint never becomes narrower, and a moved list gets one that is wide enough for its
//! slack, so that elements do not move each time the count crosses a boundary of varint sizes.

use alloc::vec::Vec;
use core::cell::Cell;
use core::cmp::Ordering;
use core::ops::Range;

use super::free_space::Waste;
use super::link::Locator;
use super::list::{FoundList, ListMove, MovedList, Tail, ToList, list_at};
use super::room::{SpaceRequest, are_free_words};
use super::session::{SchemaSource, Session};
use super::storage::Storage;
use super::value::{MeasuredOnce, TOO_DEEP};
use crate::error::{Error, Result, Wording, internal_error};
use crate::layout::{EntryLayout, Size};
use crate::object::{ListHeader, ListHeaderKind, write_blob};
use crate::read::document::too_deep;
use crate::read::navigate::RecordSpan;
use crate::read::search::{KeyPlace, find_blob};
use crate::read::{Elements, no_element};
use crate::schema::{Kinds, MIXED, Type};
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width};
use crate::wire::{clamp, slice_mut, varint};

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
            let measured = MeasuredOnce::new(heap);
            let after = |width: PointerWidth| {
                MovedList { list: &list, count }.len(width).saturating_add(measured.len(width, levels))
            };
            self.make_missing(to_list.locator(), &after)?;
            let list = to_list.found(self)?;
            return self.insert_into(list, to_list, index, count, &|width, levels| measured.len(width, levels));
        }
        let (generation, object) = (self.generation, list.tail.range());
        self.reject_overlap(list.slot.range(), core::slice::from_ref(&object))?;
        self.reject_overlap(object, &[])?;
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
        self.bytes_within(range.clone()).get_mut(range.clone()).unwrap_or_default().fill(0);
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
            // The count, and what moves.
            let header_end = old.start.saturating_add(old.count_width);
            self.bytes_within(old.start..header_end);
            let moved = if wider > 0 { header_end } else { old_gap };
            let bytes = self.bytes_within(moved..list.end_with(total));
            bytes.copy_within(old_gap..old.end, new_gap.saturating_add(gap));
            if wider > 0 {
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
            let end = new_gap.saturating_add(gap).saturating_add(old.end.saturating_sub(old_gap));
            let bytes = self.bytes_within(elements..end);
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
        let fresh = start..start.saturating_add(len).saturating_add(slack);
        let fresh = self.bytes_within(fresh.clone()).get_mut(fresh).ok_or_else(internal_error)?;
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
        self.reject_overlap(list.tail.range(), &objects)?;
        let mut to = runs.first().map_or(end, |run| offset(run.start));
        self.bytes_within(list.tail.start..start);
        let bytes = self.bytes_within(to..end);
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
            navigator.list::<{ Kinds::ALL }>(&resolved, item)?.0.map_or(Elements::EMPTY, |list| list.1);
        let start = navigator.buf.offset_of(bytes);
        let element = |index: usize| {
            if index >= count {
                return Err(no_element(index, count));
            }
            let start = start.saturating_add(index.saturating_mul(stride));
            Ok(start..start.saturating_add(stride))
        };
        let (a, b) = (element(a)?, element(b)?);
        self.bytes_within(a.clone());
        if let Ok([a, b]) = self.bytes_within(b.clone()).get_disjoint_mut([a, b]) {
            a.swap_with_slice(b);
        }
        Ok(())
    }

    /// Reorders the elements of the list at the locator: `order` has, for each new index, the old
    /// one.
    pub(crate) fn reorder(&mut self, locator: &dyn Locator, order: &[usize]) -> Result<()> {
        let navigator = self.navigator();
        let (resolved, item) = list_at(locator, &navigator)?;
        let Some((_, Elements { stride, bytes, .. })) = navigator.list::<{ Kinds::ALL }>(&resolved, item)?.0 else {
            return Ok(());
        };
        let (start, old) = (navigator.buf.offset_of(bytes), bytes.to_vec());
        let new = start..start.saturating_add(old.len());
        let new = self.bytes_within(new.clone()).get_mut(new).unwrap_or_default();
        for (element, from) in new.chunks_exact_mut(stride.max(1)).zip(order) {
            let from = from.saturating_mul(stride);
            element.copy_from_slice(crate::wire::slice(&old, from, stride).ok_or_else(internal_error)?);
        }
        Ok(())
    }
}

// Plans for edits of many elements at once: which are removed, and in which order they are sorted.

/// The runs of indices below `len` for which `keep` is false.
pub(crate) fn runs_without(len: usize, mut keep: impl FnMut(usize) -> Result<bool>) -> Result<Vec<Range<usize>>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for index in 0..len {
        if keep(index)? {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.end == index => run.end = index.saturating_add(1),
            _ => runs.push(index..index.saturating_add(1)),
        }
    }
    Ok(runs)
}

/// The indices of values in sorted order; the sort is stable.
///
/// This merges runs of indices that are sorted, ever longer ones. std's sort may panic if the
/// comparison is not a total order; this one then returns some order.
pub(crate) fn order_of<V>(values: Vec<V>, mut compare: impl FnMut(&V, &V) -> Ordering) -> Vec<usize> {
    let mut is_after = |a: &usize, b: &usize| match (values.get(*a), values.get(*b)) {
        (Some(a), Some(b)) => compare(a, b) == Ordering::Greater,
        _ => false,
    };
    let mut order: Vec<usize> = (0..values.len()).collect();
    let mut merged = Vec::with_capacity(order.len());
    let mut len = 1usize;
    while len < order.len() {
        for pair in order.chunks(len.saturating_mul(2)) {
            let (mut a, mut b) = pair.split_at_checked(len).unwrap_or((pair, &[]));
            // Adjacent runs are in order already.
            let is_sorted = !matches!((a.last(), b.first()), (Some(last), Some(first)) if is_after(last, first));
            while let (false, Some((first, rest_of_a)), Some((second, rest_of_b))) =
                (is_sorted, a.split_first(), b.split_first())
            {
                if is_after(first, second) {
                    merged.push(*second);
                    b = rest_of_b;
                } else {
                    merged.push(*first);
                    a = rest_of_a;
                }
            }
            merged.extend_from_slice(a);
            merged.extend_from_slice(b);
        }
        core::mem::swap(&mut order, &mut merged);
        merged.clear();
        len = len.saturating_mul(2);
    }
    order
}

// Appending one element without reserving, to a list that has room for it.
//
// ```text
// [3 a b c FF FF FF] [next]  ->  [4 a b c x FF FF] [next]        into the list's slack
// [3 a b c]                  ->  [4 a b c x]                     at the end of the buffer
// [2 p q FF] [x] [yz]        ->  [3 p q r] [x] [yz] [text]       a pointer, with what it leads to
// ```

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Whether the buffer is a working one.
    #[inline(always)]
    pub(super) fn is_working(&self) -> bool {
        M::MAY_WORK && self.spare.waste.is_working()
    }

    /// Makes the buffer a working one, which is not searched for waste.
    pub(crate) fn keep_waste(&mut self) {
        self.spare.waste = Waste::working();
        self.spare.free_growth = usize::try_from(self.width.max_len()).unwrap_or(usize::MAX);
    }

    /// Appends an element, which begins with the pointer to a string or bytes if it has a
    /// `content`; returns false if there is no room for it, and then nothing has changed.
    #[inline(always)]
    pub(crate) fn append(&mut self, list: &mut Tail, element: &[u8], content: Option<&[u8]>) -> Result<bool> {
        if !list.counts_more() {
            return Ok(false);
        }
        let end = list.end;
        // In a hostile buffer freed bytes may be in use.
        self.free.subtract(list.start..end);
        let (len, next) = (self.bytes().len(), end.wrapping_add(element.len()));
        match content {
            None if end == len => {
                if !self.has_room(&SpaceRequest { growth: end..next, objects: 0, moved: None }) {
                    return Ok(false);
                }
                self.storage.append(element);
            }
            content => {
                let objects = content.map_or(0, |content| object_len(content.len(), content.len() as u64));
                let is_slack = self.bytes().get(end..next).is_some_and(are_free_words);
                let Some(growth) = (if is_slack { Some(end..next) } else { self.growth(end, next) }) else {
                    return Ok(false);
                };
                if (next > len || objects > 0) && !self.has_room(&SpaceRequest { growth, objects, moved: None }) {
                    return Ok(false);
                }
                self.take_growth(end, next);
                self.bytes_within(end..next).get_mut(end..next).ok_or_else(internal_error)?.copy_from_slice(element);
                if let Some(content) = content {
                    self.append_object(end, content)?;
                }
            }
        }
        list.count_to(next, self.bytes_within(list.counted())).ok_or_else(internal_error)?;
        Ok(true)
    }

    /// Writes an object and the pointer to it. Its room was reserved.
    pub(super) fn append_object(&mut self, slot: usize, content: &[u8]) -> Result<()> {
        let len = varint::len(clamp(content.len())).saturating_add(content.len());
        let start = self.allocate(len);
        let object = start..start.saturating_add(len);
        let object = self.bytes_within(object.clone()).get_mut(object).ok_or_else(internal_error)?;
        write_blob(content, object).ok_or_else(internal_error)?;
        self.store_pointer(slot, start)
    }
}

impl<M: SchemaSource> Session<Vec<u8>, M> {
    /// Begins a working buffer again: the header and an empty root record, in the memory that is
    /// there.
    pub(crate) fn restart(&mut self) {
        let (root, floor) = (self.root, self.floor());
        self.storage.truncate(floor);
        self.storage.get_mut(root..).unwrap_or_default().fill(0);
        self.generation = self.generation.wrapping_add(1);
        self.free.clear();
        self.keep_waste();
    }

    /// Appends a string or bytes and points a slot of a record to it; `None` if the slot is not
    /// null or there is no room at the end, and then nothing has changed.
    pub(crate) fn append_blob(&mut self, holder: RecordSpan, slot: Size, content: &[u8]) -> Option<()> {
        let (width, pointer, at) = (self.width, self.storage.len(), slot.at(self.shift()));
        let objects = object_len(content.len(), content.len() as u64);
        let end = (pointer as u64).saturating_add(objects);
        let is_there = self.free.is_empty() && end <= self.storage.capacity().min(self.spare.free_growth) as u64;
        if !is_there && (!self.has_room(&SpaceRequest::objects(objects)) || self.spare.needs_free) {
            return None;
        }
        let slot = slice_mut(&mut self.storage, holder.pos, holder.size)?.get_mut(at..)?;
        if width.load(slot)? != 0 {
            return None;
        }
        width.store(slot, pointer)?;
        varint::append(content.len(), &mut self.storage)?;
        self.storage.extend_from_slice(content);
        Some(())
    }

    /// Appends a record of zeros and points a slot to it, if there is room for that and `heap` more
    /// bytes; `None` as [`Session::append_blob`].
    pub(crate) fn append_record(&mut self, slot: usize, size: Size, heap: usize) -> Option<RecordSpan> {
        let len = size.at(self.shift());
        let objects = object_len(len, len as u64).saturating_add(heap as u64);
        if !self.is_null(slot)? || !self.has_room(&SpaceRequest::objects(objects)) {
            return None;
        }
        self.make_record(slot, size).ok()
    }

    fn is_null(&self, slot: usize) -> Option<bool> {
        Some(self.width.load(self.bytes().get(slot..)?)? == 0)
    }

    /// The entry of a text in the map of one run behind a slot, if there is room for it and `heap`
    /// more bytes where the run lies, or no run yet; `None` as [`Session::append_blob`].
    pub(crate) fn text_entry(
        &mut self,
        slot: usize,
        layout: &EntryLayout,
        key: &[u8],
        heap: usize,
    ) -> Option<RecordSpan> {
        /// Entries that a new run has slack for.
        const AHEAD: usize = 4;
        let (buf, kind) = (self.buf(), ListHeaderKind::run(layout, true));
        let (stride, key_len) = (layout.size.at(self.shift()), key.len().saturating_add(5));
        let (tail, index) = if self.is_null(slot)? {
            let (header, objects) = (kind.header(0, MIXED, stride), key_len.saturating_add(heap));
            let slack = stride.saturating_mul(AHEAD);
            if layout.prefix.is_some() {
                return None;
            }
            (self.append_list(slot, &header, slack, objects)?, 0)
        } else {
            let map = buf.object(buf.bytes.get(slot..)?, Size::ZERO)?;
            let run = buf.flat_run(map, layout)?;
            let tail = Tail::new(&buf, map, &run);
            let at = |index: usize| tail.end.saturating_sub(run.count.saturating_sub(index).saturating_mul(stride));
            match find_blob(&run, &buf, key) {
                KeyPlace::At(index) => return Some(RecordSpan { pos: at(index), size: stride }),
                KeyPlace::Before(index) => (tail, index),
                KeyPlace::Broken(_) => return None,
            }
        };
        let (mut tail, count, objects) = (tail, tail.count.saturating_add(1), key_len.saturating_add(heap) as u64);
        let fits = |end: usize| self.growth(end, end.saturating_add(stride));
        let growth = fits(tail.end).filter(|_| kind.count_width(count) <= tail.count_width);
        if count > layout.capacity() {
            return None;
        } else if let Some(growth) = growth {
            if !self.has_room(&SpaceRequest { growth, objects, moved: None }) {
                return None;
            }
        } else {
            tail = self.move_run(slot, kind, &tail, stride, objects)?;
        }
        let (end, next) = (tail.end, tail.end.saturating_add(stride));
        self.take_growth(end, next);
        let at = end.saturating_sub(tail.count.saturating_sub(index).saturating_mul(stride));
        let bytes = self.bytes_mut();
        bytes.copy_within(at..end, at.saturating_add(stride));
        slice_mut(bytes, at, stride)?.fill(0);
        kind.write_count(count, tail.count_width, bytes.get_mut(tail.start..)?)?;
        if !key.is_empty() {
            self.append_object(at, key).ok()?;
        }
        Some(RecordSpan { pos: at, size: stride })
    }

    /// Moves a full run to the end, with slack for as many entries again, if there is room for that
    /// and `more` bytes.
    #[inline(never)]
    fn move_run(&mut self, slot: usize, kind: ListHeaderKind, run: &Tail, stride: usize, more: u64) -> Option<Tail> {
        let (count, ahead) = (run.count, run.count.max(1));
        let (len, slack) = (count.saturating_mul(stride), ahead.saturating_mul(stride));
        let total = count.saturating_add(ahead);
        let header = kind.header(count, MIXED, stride).with_room_for(total);
        let objects = header.object_len().saturating_add(slack as u64).saturating_add(more);
        if !self.has_room(&SpaceRequest::objects(objects)) {
            return None;
        }
        let (start, first) = self.new_object(&header, slack).ok()?;
        self.bytes_mut().copy_within(run.end.checked_sub(len)?..run.end, first);
        self.release(run.range());
        self.store_pointer(slot, start).ok()?;
        Some(Tail { start, count_width: kind.count_width(total), count, end: first.saturating_add(len) })
    }

    /// Appends an empty list with `slack` bytes of slack and points a slot to it, if there is room
    /// for that and `heap` more bytes; `None` as [`Session::append_blob`].
    pub(crate) fn append_list(&mut self, slot: usize, header: &ListHeader, slack: usize, heap: usize) -> Option<Tail> {
        let objects = header.object_len().saturating_add(slack as u64).saturating_add(heap as u64);
        if !self.is_null(slot)? || !self.has_room(&SpaceRequest::objects(objects)) {
            return None;
        }
        let (start, end) = self.new_object(header, slack).ok()?;
        self.store_pointer(slot, start).ok()?;
        Some(Tail { start, count_width: 1, count: 0, end })
    }
}
