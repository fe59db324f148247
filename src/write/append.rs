//! Appending one element to a list that has room for it, without reserving.
//!
//! ```text
//! [3 a b c FF FF FF] [next]  ->  [4 a b c x FF FF] [next]        into the list's slack
//! [3 a b c]                  ->  [4 a b c x]                     at the end of the buffer
//! [2 p q FF] [x] [yz]        ->  [3 p q r] [x] [yz] [text]       a pointer, with what it leads to
//! ```

use alloc::vec::Vec;

use super::found::Tail;
use super::reserve::SpaceRequest;
use super::session::SchemaSource;
use super::session::Session;
use super::slack::are_free_words;
use super::storage::Storage;
use super::waste::Waste;
use crate::error::{Result, internal_error};
use crate::layout::{EntryLayout, Size};
use crate::object::{ListHeader, ListHeaderKind, write_blob};
use crate::read::navigate::RecordSpan;
use crate::read::search::{KeyPlace, find_blob};
use crate::schema::MIXED;
use crate::wire::varint::object_len;
use crate::wire::width::Width;
use crate::wire::{clamp, slice_mut, varint};

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
                self.bytes_mut().get_mut(end..next).ok_or_else(internal_error)?.copy_from_slice(element);
                if let Some(content) = content {
                    self.append_object(end, content)?;
                }
            }
        }
        list.count_to(next, self.bytes_mut()).ok_or_else(internal_error)?;
        Ok(true)
    }

    /// Writes an object and the pointer to it. Its room was reserved.
    pub(super) fn append_object(&mut self, slot: usize, content: &[u8]) -> Result<()> {
        let len = varint::len(clamp(content.len())).saturating_add(content.len());
        let start = self.allocate(len);
        let object = self.bytes_mut().get_mut(start..start.saturating_add(len)).ok_or_else(internal_error)?;
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
