//! Drafts: buffers that hold what is built, until a layout makes the canonical bytes of them.
//!
//! ```text
//! [root] [3 | stride | a b c FF] [5 hello] ...     pointers of four bytes, objects in the order in which they came
//! ```
//! Nobody asks how much of a draft is waste, and its pointers are never too narrow: so a new object
//! goes to the end at once, and an element into the slack of its list. Where much of the draft is
//! free, or what is to be changed is there already, `None` says that nothing has changed, and an
//! ordinary edit does it.

use alloc::vec::Vec;

use super::found::Tail;
use super::session::Session;
use super::slack::{DraftSlack, slack_after};
use super::storage::Storage;
use super::waste::Waste;
use crate::object::ListHeaderKind;
use crate::read::navigate::RecordSpan;
use crate::schema::{MIXED, Schema};
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Width};

/// Elements that a list may have slack for, as far as one looks.
const AHEAD: usize = 16;

/// A list of a draft, to append to. It holds until an ordinary edit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DraftList {
    tail: Tail,
    stride: usize,
    /// End of the slack behind them.
    limit: usize,
}

impl DraftList {
    pub(crate) const NOTHING: Self = Self { tail: Tail::NONE, stride: 0, limit: 0 };

    pub(crate) fn count(&self) -> usize {
        self.tail.count
    }
}

impl Session<Vec<u8>, Schema> {
    /// Makes this a draft.
    pub(crate) fn begin_draft(&mut self) {
        (self.spare.waste, self.spare.draft_slack) = (Waste::unknowable(), DraftSlack { is_draft: true });
    }

    /// Makes every field its default, in the memory that is there; false if the draft was laid out
    /// anew, and so is to be made anew.
    pub(crate) fn restart_draft(&mut self) -> bool {
        let (floor, root) = (self.floor(), self.root);
        if self.generation != 0 || self.width != PointerWidth::Four {
            return false;
        }
        self.storage.truncate(floor);
        self.free.clear();
        (self.spare.waste, self.spare.free_growth, self.spare.needs_free) = (Waste::unknowable(), 0, false);
        self.storage.get_mut(root..).unwrap_or_default().fill(0);
        true
    }

    /// Whether so many bytes more go to the end, and not to where something was: little of the
    /// draft is free. There is memory for them then.
    #[inline(always)]
    pub(crate) fn has_draft_room(&mut self, len: usize) -> bool {
        let end = self.storage.len().saturating_add(len);
        self.spare.waste.freed() <= self.storage.len() / 2
            && end as u64 <= PointerWidth::Four.max_len()
            && Storage::reserve(&mut self.storage, end).is_ok()
    }

    /// Appends a string or bytes that a slot points to, which was null.
    #[inline(always)]
    pub(crate) fn append_blob(&mut self, slot: usize, content: &[u8]) -> Option<()> {
        // A varint has five bytes at most.
        let longest = content.len().saturating_add(5);
        if self.storage.get(slot..)?.first_chunk()? != &[0; 4] || !self.has_draft_room(longest) {
            return None;
        }
        let pointer = self.storage.len();
        PointerWidth::Four.store(self.storage.get_mut(slot..)?, pointer)?;
        varint::append(content.len(), &mut self.storage)?;
        self.storage.extend_from_slice(content);
        Some(())
    }

    /// Appends an empty list that a slot points to, which was null.
    pub(crate) fn append_list(&mut self, slot: usize, stride: usize, is_strided: bool) -> Option<DraftList> {
        let slack = self.spare.draft_slack.of(stride).saturating_add(stride);
        if self.storage.get(slot..)?.first_chunk()? != &[0; 4] || !self.has_draft_room(slack.saturating_add(10)) {
            return None;
        }
        let start = self.storage.len();
        PointerWidth::Four.store(self.storage.get_mut(slot..)?, start)?;
        ListHeaderKind::list(false, is_strided).header(0, MIXED, stride).append(&mut self.storage)?;
        let end = self.storage.len();
        let limit = end.saturating_add(slack);
        self.storage.resize(limit, 0xFF);
        Some(DraftList { tail: Tail { start, count_width: 1, count: 0, end }, stride, limit })
    }

    /// A list that is there, to append to.
    pub(crate) fn draft_list(&mut self, tail: Tail, stride: usize) -> DraftList {
        let end = tail.end;
        let limit = end.saturating_add(slack_after(&self.storage, end, stride.saturating_mul(AHEAD)));
        // What was freed there is no longer free.
        self.free.subtract(end..limit);
        DraftList { tail, stride, limit }
    }

    /// Appends an element of zeros.
    #[inline(always)]
    pub(crate) fn append_element(&mut self, list: &mut DraftList) -> Option<RecordSpan> {
        let (pos, next) = (list.tail.end, list.tail.end.wrapping_add(list.stride));
        if !list.tail.counts_more() {
            return None;
        }
        if next > list.limit {
            if pos != self.storage.len() || !self.has_draft_room(list.stride) {
                return None;
            }
            self.storage.resize(next, 0);
            list.limit = next;
        } else {
            self.storage.get_mut(pos..next)?.fill(0);
        }
        list.tail.count_to(next, &mut self.storage)?;
        Some(RecordSpan { pos, size: list.stride })
    }
}
