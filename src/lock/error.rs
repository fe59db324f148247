//! The error of the lock.

use alloc::string::String;
use core::fmt;

/// What is wrong with a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LockErrorKind {
    /// There was no file. It was written.
    Written,
    /// Types changed, and a command accepts that.
    Changed,
    /// Types changed so that stored buffers or their readers break.
    Broken,
    /// The file is not what this module wrote.
    Damaged,
    /// The command or the list of types is wrong.
    Usage,
    /// The file could not be read or written.
    Io,
}

/// Why [`check`](super::check) failed, for people: what changed, what it means for stored buffers,
/// and what to do. `Debug` gives the same text as `Display`, so that a test which returns it prints
/// it well.
#[derive(Clone, PartialEq, Eq)]
pub struct LockError {
    kind: LockErrorKind,
    message: String,
}

impl LockError {
    pub(super) fn new(kind: LockErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> LockErrorKind {
        self.kind
    }
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl core::error::Error for LockError {}

pub(super) type LockResult<T> = core::result::Result<T, LockError>;
