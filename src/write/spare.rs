//! What a session knows of the bytes that no value uses, besides which these are.

use super::waste::Waste;

/// What a session knows of its waste, and what an edit of several steps relies on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spare {
    pub(super) waste: Waste,
    /// Up to this length the buffer may grow without a look at its waste.
    pub(super) free_growth: usize,
    /// The length that the storage is able to go back to, while an edit of several steps is under
    /// way; else 0.
    pub(super) held_len: usize,
    /// Whether an edit of several steps is under way, in whose middle the buffer is not laid out
    /// anew.
    pub(super) is_unfinished: bool,
    /// Whether the edit under way was promised bytes that were freed before, which are not cut off
    /// the end then.
    pub(super) needs_free: bool,
}
