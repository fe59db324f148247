//! Errors: of the store, of the record or patch under a key, and of the caller's own edit.
//!
//! Each error says what became of the record: nothing was written, unless
//! [`StoreError::is_maybe_written`] is true.

use std::error::Error;
use std::fmt;

use vellum::ErrorKind;

/// Why a store did not do what it was asked.
///
/// Nothing was written, but for [`StoreError::MaybeWritten`]. `E` is the error of the store itself.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError<E> {
    /// The store could not read or write. Nothing was written.
    Store(E),
    /// The store failed after it was asked to write, so that the change may have been made, as a
    /// whole, or not: read the record again.
    MaybeWritten {
        /// The key.
        key: Vec<u8>,
        /// The error of the store.
        error: E,
    },
    /// The record or the patch is at fault, not the store. Nothing was written.
    Record(RecordError),
    /// Another writer was there first: read the record again. Nothing was written.
    Conflict {
        /// The key.
        key: Vec<u8>,
        /// Whether the record is gone. If not, another one is there than the one that was read.
        is_gone: bool,
    },
    /// The store was not asked: a key, a name or what is stored is none that can be used here.
    Refused {
        /// The key, or the name of a collection.
        key: Vec<u8>,
        /// Why.
        reason: &'static str,
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
            Self::Store(_) | Self::MaybeWritten { .. } | Self::Refused { .. } => None,
            Self::Record(error) => Some(error.error.kind()),
            Self::Conflict { .. } => Some(ErrorKind::Conflict),
        }
    }

    /// Whether the change may have been made. Otherwise nothing was written.
    ///
    /// ```
    /// use vellum_stores::StoreError;
    ///
    /// let error = StoreError::MaybeWritten { key: b"ada".to_vec(), error: "the connection broke" };
    /// assert!(error.is_maybe_written());
    /// let said = "the record under `ada` may have been written, or not: the store: the connection broke";
    /// assert_eq!(error.to_string(), said);
    /// assert!(!StoreError::Store("no such table").is_maybe_written());
    /// ```
    #[must_use]
    pub fn is_maybe_written(&self) -> bool {
        matches!(self, Self::MaybeWritten { .. })
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
            Self::MaybeWritten { key, error } => {
                let key = key.escape_ascii();
                write!(f, "the record under `{key}` may have been written, or not: the store: {error}")
            }
            Self::Record(error) => error.fmt(f),
            Self::Conflict { key, is_gone } => {
                let now = if *is_gone { "is gone" } else { "is another one now" };
                write!(f, "conflict: the record under `{}` {now}: another writer was there first", key.escape_ascii())
            }
            Self::Refused { key, reason } => write!(f, "refused, `{}`: {reason}", key.escape_ascii()),
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
            Self::Store(error) | Self::MaybeWritten { error, .. } => Some(error),
            Self::Record(error) => Some(&error.error),
            Self::Conflict { .. } | Self::Refused { .. } => None,
        }
    }
}

impl Error for RecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
