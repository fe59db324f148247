//! What a value is measured as that no buffer can hold.

use crate::error::{Error, ErrorKind, FixedError};
use crate::read::decoder::too_deep;

/// A length no buffer has: what a value nested too deeply is measured as.
pub(crate) const TOO_DEEP: u64 = 1 << 40;

/// A longer one: what a variant that only stands for unknown ones is measured as, and what breaks a
/// rule.
pub(crate) const UNWRITABLE: u64 = 1 << 62;

/// The error for a value that has a length that no buffer has.
#[cold]
pub(crate) fn unmeasured(len: u64) -> Error {
    if len < UNWRITABLE {
        return too_deep();
    }
    Error::fixed(&FixedError(ErrorKind::Newer, "a variant that stands for unknown ones cannot be written"))
}
