//! What names the value of an edit: a cursor's target, or a path with its keys.

use alloc::vec::Vec;

use crate::error::Result;
use crate::read::navigate::{Navigator, ResolvedSlot, Step};

/// Names a value: a cursor's target, or a path with its keys.
pub(crate) trait Locator {
    /// Where the value is now.
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>>;

    /// The steps from the root, if none of them is a key: those of an edit cursor. Edits by path
    /// make missing records themselves.
    fn steps(&self) -> Option<Vec<Step>> {
        None
    }
}
