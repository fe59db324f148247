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
use crate::error::{Result, internal_error};
use crate::layout::Size;
use crate::object::{ListHeader, write_blob};
use crate::read::navigate::RecordSpan;
use crate::wire::varint::object_len;
use crate::wire::width::Width;
use crate::wire::{clamp, slice_mut, varint};

impl<S: Storage, M: SchemaSource> Session<S, M> {
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

    /// Appends an empty list with `slack` bytes of slack and points a slot to it, if there is room
    /// for that and `heap` more bytes; `None` as [`Session::append_blob`].
    pub(crate) fn append_list(&mut self, slot: usize, header: &ListHeader, slack: usize, heap: usize) -> Option<Tail> {
        let objects = header.object_len().saturating_add(slack as u64).saturating_add(heap as u64);
        let is_null = self.width.load(self.bytes().get(slot..)?)? == 0;
        if !is_null || !self.has_room(&SpaceRequest::objects(objects)) {
            return None;
        }
        let (start, end) = self.new_object(header, slack).ok()?;
        self.store_pointer(slot, start).ok()?;
        Some(Tail { start, count_width: 1, count: 0, end })
    }
}
