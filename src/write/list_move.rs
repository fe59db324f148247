//! The room of a list that is made, or that grows beyond its slack: behind all objects, where it
//! moves, or in a new layout, where it stays.

use core::ops::Range;

use super::found::FoundList;
use super::slack::{fair_slack, grown_slack};
use crate::object::{ListHeader, ListHeaderKind};
use crate::schema::MIXED;
use crate::wire::width::{PointerWidth, Width};

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
