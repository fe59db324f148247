//! The lengths that stand for values that cannot be written.

use crate::error::{Error, ErrorKind, FixedError};
use crate::read::decoder::too_deep;

/// The length of a value that is nested too deeply. No buffer is that long.
pub(crate) const TOO_DEEP: u64 = 1 << 40;

/// The length, greater still, of a value that breaks a rule, and of a variant that only stands for
/// unknown ones.
pub(crate) const UNWRITABLE: u64 = 1 << 62;

/// The error for such a length.
#[cold]
pub(crate) fn unmeasured(len: u64) -> Error {
    if len < UNWRITABLE {
        return too_deep();
    }
    Error::fixed(&FixedError(ErrorKind::Newer, "a variant that stands for unknown ones cannot be written"))
}
