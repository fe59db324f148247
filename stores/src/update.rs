//! Edits by closures: what a closure gets, and the error of an edit, which is the caller's or the
//! store's.

use std::error::Error;
use std::fmt;

use vellum::{ErrorKind, Vellum};

use crate::error::{RecordError, StoreError, under};

/// The edit cursor that a closure gets: that of a copy of the record, which the store writes if the
/// closure returns `Ok`.
pub type Edit<'a, T> = <T as vellum::Value>::Edit<'a, &'a mut Vec<u8>>;

/// Why a record was not updated: the caller's own error, or one of the store.
///
/// `E` is the error that the closure returns, whichever type this is, and `S` that of the store.
///
/// ```
/// use vellum_stores::{StoreError, UpdateError};
///
/// fn is_retried(error: &UpdateError<String, std::io::Error>) -> bool {
///     matches!(error, UpdateError::Store(StoreError::Conflict { .. }))
/// }
///
/// let error = UpdateError::Edit { key: b"ada".to_vec(), error: "not enough money".to_string() };
/// assert!(!is_retried(&error));
/// assert_eq!(error.to_string(), "the edit of the record under `ada`: not enough money");
/// ```
#[derive(Debug)]
pub enum UpdateError<E, S> {
    /// The closure returned an error. Nothing was written.
    Edit {
        /// The key.
        key: Vec<u8>,
        /// The error of the closure, as it is.
        error: E,
    },
    /// The store, or the record in it, is at fault.
    Store(StoreError<S>),
}

impl<E, S> UpdateError<E, S> {
    /// Whether the change may have been made: see [`StoreError::is_maybe_written`].
    #[must_use]
    pub fn is_maybe_written(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_maybe_written())
    }

    /// The error of the closure.
    #[must_use]
    pub fn edit_error(&self) -> Option<&E> {
        match self {
            Self::Edit { error, .. } => Some(error),
            Self::Store(_) => None,
        }
    }
}

impl<S> UpdateError<vellum::Error, S> {
    /// The kind of the closure's error, or what [`StoreError::kind`] says.
    #[must_use]
    pub fn kind(&self) -> Option<ErrorKind> {
        match self {
            Self::Edit { error, .. } => Some(error.kind()),
            Self::Store(error) => error.kind(),
        }
    }
}

impl<E, S> From<StoreError<S>> for UpdateError<E, S> {
    fn from(error: StoreError<S>) -> Self {
        Self::Store(error)
    }
}

/// An edit that fails with vellum's own error alone is an error of the record, so that functions
/// which return [`StoreError`] pass it on by `?`.
impl<S> From<UpdateError<vellum::Error, S>> for StoreError<S> {
    fn from(error: UpdateError<vellum::Error, S>) -> Self {
        match error {
            UpdateError::Edit { key, error } => Self::Record(RecordError::new(&key, "the edit of the record", error)),
            UpdateError::Store(error) => error,
        }
    }
}

impl<E: fmt::Display, S: fmt::Display> fmt::Display for UpdateError<E, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edit { key, error } => {
                write!(f, "the edit of the record under `{}`: {error}", key.escape_ascii())
            }
            Self::Store(error) => error.fmt(f),
        }
    }
}

/// The error of a closure need not be an [`Error`]: `Box<dyn Error>`, `anyhow::Error` and `String`
/// are none.
impl<E: fmt::Debug + fmt::Display, S: Error + 'static> Error for UpdateError<E, S> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Edit { .. } => None,
            Self::Store(error) => error.source(),
        }
    }
}

/// A copy of a record, edited, with what the closure returns.
#[allow(dead_code)] // Stores call it, each with its feature.
pub(crate) fn edited<T: Vellum, R, E, S>(
    key: &[u8],
    record: &[u8],
    edit: impl FnOnce(&mut Edit<'_, T>) -> Result<R, E>,
) -> Result<(Vec<u8>, R), UpdateError<E, S>> {
    let mut bytes = record.to_vec();
    let done = {
        let mut cursor = T::edit(&mut bytes).map_err(under(key, "the record"))?;
        edit(&mut cursor).map_err(|error| UpdateError::Edit { key: key.to_vec(), error })?
    };
    Ok((bytes, done))
}

/// A copy of a record with a patch made on it, a logical or a physical one.
#[allow(dead_code)] // Stores call it, each with its feature.
pub(crate) fn patched<T: Vellum, S>(key: &[u8], record: &[u8], patch: &[u8]) -> Result<Vec<u8>, StoreError<S>> {
    let mut bytes = record.to_vec();
    let made = match patch {
        [0xD3, 0x11, ..] => vellum::patch::physical::apply(patch, &mut bytes),
        _ => crate::merge::apply(T::schema(), &mut bytes, patch),
    };
    made.map_err(under(key, "the patch for the record"))?;
    Ok(bytes)
}
