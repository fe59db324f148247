//! Errors: of the store, or of the record or patch under a key.

use std::error::Error;
use std::fmt;

use vellum::ErrorKind;

/// Why a store did not do what it was asked. Nothing was written then.
///
/// `E` is the error of the store itself.
#[derive(Debug)]
pub enum StoreError<E> {
    /// The store could not read or write.
    Store(E),
    /// The record or the patch is at fault, not the store.
    Record(RecordError),
    /// Another writer was there first: read the record again. Of stores that count versions.
    Conflict {
        /// The key.
        key: Vec<u8>,
        /// The version that was read.
        expected: u64,
        /// The version that is there. It is the same if somebody wrote without counting.
        found: u64,
    },
}

/// What is wrong with the record under a key, or with a patch for it.
///
/// ```
/// use vellum_stores::RecordError;
///
/// let error = vellum::from_slice::<u32>(&[]).unwrap_err();
/// let error = RecordError::new(b"user\x007", "the record", error);
/// assert!(error.to_string().starts_with(r"the record under `user\x007`: corrupt buffer"));
/// assert_eq!(error.key(), b"user\x007");
/// ```
#[derive(Debug)]
pub struct RecordError {
    key: Vec<u8>,
    what: &'static str,
    error: vellum::Error,
}

impl RecordError {
    /// The error of what is under a key: "the record", "the patch".
    #[must_use]
    pub fn new(key: &[u8], what: &'static str, error: vellum::Error) -> Self {
        Self { key: key.to_vec(), what, error }
    }

    /// The key, as the store has it.
    #[must_use]
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// What is wrong.
    #[must_use]
    pub fn error(&self) -> &vellum::Error {
        &self.error
    }
}

impl<E> StoreError<E> {
    /// What kind of fault a record or a patch has; `None` for an error of the store.
    ///
    /// ```
    /// use vellum_stores::{RecordError, StoreError};
    ///
    /// let error = vellum::from_slice::<u32>(&[]).unwrap_err();
    /// let error = StoreError::<()>::Record(RecordError::new(b"7", "the record", error));
    /// assert_eq!(error.kind(), Some(vellum::ErrorKind::Corrupt));
    /// ```
    #[must_use]
    pub fn kind(&self) -> Option<ErrorKind> {
        match self {
            Self::Store(_) => None,
            Self::Record(error) => Some(error.error.kind()),
            Self::Conflict { .. } => Some(ErrorKind::Conflict),
        }
    }
}

impl<E> From<E> for StoreError<E> {
    fn from(error: E) -> Self {
        Self::Store(error)
    }
}

/// The error of what is under a key, for `map_err`.
#[allow(dead_code)] // Stores call it, each with its feature.
pub(crate) fn under<E>(key: &[u8], what: &'static str) -> impl FnOnce(vellum::Error) -> StoreError<E> {
    move |error| StoreError::Record(RecordError::new(key, what, error))
}

impl<E: fmt::Display> fmt::Display for StoreError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => write!(f, "the store: {error}"),
            Self::Record(error) => error.fmt(f),
            Self::Conflict { key, expected, found } => {
                let key = key.escape_ascii();
                write!(f, "conflict: the record under `{key}` was of version {expected} when it was read, and ")?;
                if expected == found {
                    return f.write_str("is another one now, which was written or removed without a version");
                }
                write!(f, "is of version {found} now: another writer was there first")
            }
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} under `{}`: {}", self.what, self.key.escape_ascii(), self.error)
    }
}

impl<E: Error + 'static> Error for StoreError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(error) => Some(error),
            Self::Record(error) => Some(&error.error),
            Self::Conflict { .. } => None,
        }
    }
}

impl Error for RecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
