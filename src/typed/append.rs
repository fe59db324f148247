//! Appending to a list that has room: the common case, without the schema.
//!
//! ```text
//! [3 a b c FF FF FF FF FF FF]  ->  [4 a b c x FF FF FF FF FF]        into the list's slack, or at the end of the buffer
//!          end       limit                 end     limit
//! ```
//! A cursor remembers the end of the list, so that the next push handles only the new element. Any
//! other edit by the cursor resets that.

use super::list::elements;
use super::set_value::{element_len, write_element};
use super::{Heap, Value, element};
use crate::error::{Result, internal_error};
use crate::layout::Size;
use crate::read::navigate::RecordSpan;
use crate::schema::MIXED;
use crate::wire::width::W1;
use crate::write::measure::TOO_DEEP;
use crate::write::reserve::SpaceRequest;
use crate::write::slack::slack_after;
use crate::write::{InsertedElements, Link, Session, Storage, Tail};

/// Elements up to this size are built outside the buffer and appended whole.
const SHORT: usize = 64;

/// The state of a list after the last push.
#[derive(Clone, Copy, Debug)]
pub(super) struct AppendCursor {
    generation: u32,
    tail: Tail,
    /// End of the known slack behind the list.
    limit: usize,
    /// Up to this length of the buffer, room is known to be reserved.
    reserved: usize,
    /// How far the next search for slack goes; it doubles with each search.
    window: usize,
}

impl AppendCursor {
    /// The list whose pointer slot is at `slot`; `None` if there is none, or its elements are of
    /// another revision.
    pub(super) fn find<T: Value, S: Storage>(session: &Session<S>, slot: RecordSpan) -> Option<Self> {
        let record = session.record(slot).ok()?;
        let buf = record.buf();
        let object = buf.follow(record.bytes(), Size::ZERO).ok()??;
        let elements = elements::<T, _>(buf, object).ok()?;
        let stride = T::ELEMENT.size.at(buf.shift());
        if elements.stride != stride {
            return None;
        }
        let tail = Tail::new(buf, object, &elements);
        Some(Self { generation: session.generation, tail, limit: tail.end, reserved: 0, window: stride })
    }

    /// Appends an element if there is room; else returns false and changes nothing.
    #[inline(always)]
    pub(super) fn push<T: Value, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        value: &T::Set<'_>,
        link: &Link<'_>,
    ) -> Result<bool> {
        if self.generation != session.generation || !self.tail.counts_more() {
            return Ok(false);
        }
        let stride = T::ELEMENT.size.at(session.shift());
        let next = self.tail.end.wrapping_add(stride);
        let len = session.bytes().len();
        if !T::ELEMENT.has_objects
            && self.tail.end == len
            && let Some(element) = [0; SHORT].get_mut(..stride)
        {
            // The last object of the buffer.
            if next > self.reserved && !self.has_room(session, next, 0) {
                return Ok(false);
            }
            element::write_element::<T, W1>(value, element, &mut Heap::<W1>::new(&mut [], 0))?;
            session.storage.append(element);
            return self.tail.count_to(next, session.bytes_mut()).map(|()| true).ok_or_else(internal_error);
        }
        if next > self.limit && !self.look(session, next) {
            return Ok(false);
        }
        // Each step enters at most one object, so at least that many levels are left.
        let heap_len = if const { T::ELEMENT.has_objects } {
            element_len::<T>(value, MIXED, session.width, link.levels())
        } else {
            0
        };
        if (next > len || heap_len > 0) && !self.has_room(session, next, heap_len) {
            return Ok(false);
        }
        if next > len {
            session.storage.resize(next);
        }
        session.free.subtract(self.tail.end..next);
        let element = session.bytes_mut().get_mut(self.tail.end..next).ok_or_else(internal_error)?;
        element.fill(0);
        if const { T::ELEMENT.has_objects } {
            let elements = RecordSpan { pos: self.tail.end, size: stride };
            // Room was found for it, so it fits `usize`.
            let heap = session.allocate_zeroed(usize::try_from(heap_len).unwrap_or(usize::MAX));
            write_element::<T, S>(session, &InsertedElements { elements, heap }, MIXED, value)?;
        } else {
            element::write_element::<T, W1>(value, element, &mut Heap::<W1>::new(&mut [], 0))?;
        }
        self.tail.count_to(next, session.bytes_mut()).map(|()| true).ok_or_else(internal_error)
    }

    /// Whether the list can end at `end`, with `heap_len` bytes of new objects.
    #[cold]
    #[inline(never)]
    fn has_room<S: Storage>(&mut self, session: &mut Session<S>, end: usize, heap_len: u64) -> bool {
        if heap_len >= TOO_DEEP
            || !session.has_room(&SpaceRequest { growth: self.tail.end..end, objects: heap_len, moved: None })
        {
            return false;
        }
        if heap_len == 0 {
            self.reserved = session.room_up_to(end);
        }
        true
    }

    /// Searches for slack up to `next` and beyond; returns whether the bytes up to `next` are free.
    #[inline(never)]
    fn look<S: Storage>(&mut self, session: &mut Session<S>, next: usize) -> bool {
        let len = session.bytes().len();
        self.window = self.window.saturating_mul(2);
        self.limit = self.tail.end.saturating_add(slack_after(session.bytes(), self.tail.end, self.window));
        session.free.subtract(self.tail.end..self.limit);
        next <= self.limit || self.limit == len
    }
}
