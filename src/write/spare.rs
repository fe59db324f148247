//! What a session knows of unused bytes, besides the list of free ranges.

use super::waste::Waste;

/// The count of waste, and the state of an edit of several steps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spare {
    pub(super) waste: Waste,
    /// Up to this length the buffer may grow without a check for waste.
    pub(super) free_growth: usize,
    /// The length that the storage stays able to grow back to during an edit of several steps; else
    /// 0.
    pub(super) pinned_len: usize,
    /// Whether an edit of several steps is under way, during which the buffer is not laid out anew.
    pub(super) is_unfinished: bool,
    /// Whether the current edit relies on freed bytes, which then are not cut off the end.
    pub(super) needs_free: bool,
}
