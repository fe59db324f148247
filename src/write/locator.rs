//! What an edit is aimed at: a cursor's target, or a path with its keys.

use alloc::vec::Vec;

use crate::error::Result;
use crate::read::navigate::{Navigator, ResolvedSlot, Step};

/// Something that names a value: a cursor's target, or a path with its keys.
pub(crate) trait Locator {
    /// Where the value is now.
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>>;

    /// The steps from the root, if they name no keys: those of an edit cursor. Edits by path make
    /// what is missing themselves.
    fn steps(&self) -> Option<Vec<Step>> {
        None
    }
}
