//! Appending one element to a list that has room for it at once.
//!
//! ```text
//! [3 a b c FF FF FF] [next]  ->  [4 a b c x FF FF] [next]        into the list's slack
//! [3 a b c]                  ->  [4 a b c x]                     at the end of the buffer
//! ```

use super::reserve::Need;
use super::session::Session;
use super::storage::Storage;
use crate::read::{Buf, Elements};
use crate::wire::width::Width;
use crate::wire::{clamp, varint};

/// Where a list begins and ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tail {
    /// Offset of the list object.
    start: usize,
    /// Bytes of its count's varint.
    form: usize,
    count: usize,
    /// End of its elements.
    end: usize,
}

impl Tail {
    /// Of a list that has no more before its elements than their count; `object` reaches to the end of the buffer.
    #[inline(always)]
    pub(crate) fn new<W: Width>(buf: &Buf<'_, W>, object: &[u8], elements: Elements<'_>) -> Self {
        let start = buf.bytes.len().wrapping_sub(object.len());
        let form = elements.bytes.as_ptr().addr().wrapping_sub(object.as_ptr().addr());
        let end = start.wrapping_add(form).wrapping_add(elements.bytes.len());
        Self { start, form, count: elements.count, end }
    }
}

impl<S: Storage> Session<S> {
    /// Appends an element that has no objects; `None` if there is no room for it at once, and then nothing has changed.
    #[inline]
    pub(crate) fn append(&mut self, list: &Tail, element: &[u8]) -> Option<()> {
        let Tail { start, form, count, end } = *list;
        if count >= varint::max(form) as usize {
            return None;
        }
        let (len, next) = (self.bytes().len(), end.wrapping_add(element.len()));
        if end == len {
            if !self.has_room(&Need { growth: end..next, objects: 0 }) {
                return None;
            }
            self.storage.append(element);
        } else {
            let slack = self.bytes_mut().get_mut(end..next)?;
            if slack.iter().any(|byte| *byte != 0xFF) {
                return None;
            }
            slack.copy_from_slice(element);
            self.waste.grow(end.wrapping_sub(start), end, next);
        }
        // In a hostile buffer what was freed may be in use.
        self.free.subtract(start..next);
        let header = self.bytes_mut().get_mut(start..)?;
        varint::write_wide(clamp(count.wrapping_add(1)), form, header).map(drop)
    }
}
