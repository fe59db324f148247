//! The lengths that stand for values that cannot be written.
//!
//! Lengths of the parts of a record are added without a check for overflow. A record has fewer than
//! 65,536 parts, each of which is measured as at most twice [`UNWRITABLE`]: what lies behind a
//! pointer by [`bounded`], text by the size of memories, a value that breaks a rule as that.

use crate::error::{Error, ErrorKind, FixedError};
use crate::read::decoder::too_deep;

/// The length of a value that is nested too deeply. No buffer is that long.
pub(crate) const TOO_DEEP: u64 = 1 << 36;

/// The length, greater still, of a value that breaks a rule, and of a variant that only stands for
/// unknown ones.
pub(crate) const UNWRITABLE: u64 = 1 << 46;

/// The length of an object with all that it holds, which is added to others.
#[inline(always)]
pub(crate) fn bounded(len: u64) -> u64 {
    len.min(UNWRITABLE)
}

/// The error for such a length.
#[cold]
pub(crate) fn unmeasured(len: u64) -> Error {
    if len < UNWRITABLE {
        return too_deep();
    }
    Error::fixed(&FixedError(ErrorKind::Newer, "a variant that stands for unknown ones cannot be written"))
}
