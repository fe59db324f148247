//! One opaque error, shown as a build should show it.
//!
//! [`Error`]'s `Debug` is its `Display`: what a build script returns from `main` is printed by it.

use std::fmt;
use std::path::Path;

/// The result of every fallible function of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What a caller can do about an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The schema text is wrong; the message has line, column and the line itself.
    Schema,
    /// The schema is right, but no Rust type that derives `Vellum` says the same; the message names
    /// the item. Such a schema works at run time, with `vellum::Record`.
    Unsupported,
    /// A file could not be read or written.
    Io,
    /// An attribute is for what the schema does not have; the message has the path.
    Attribute,
}

/// Why no Rust types were written.
///
/// ```
/// use vellum_codegen::ErrorKind;
///
/// let error = vellum_codegen::generate("struct User { age: u17 } root User;").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Schema);
/// assert!(error.to_string().contains("unknown type `u17` (line 1, column 20)"));
/// ```
pub struct Error {
    kind: ErrorKind,
    message: String,
}

impl Error {
    /// What the caller can do about it.
    ///
    /// ```
    /// let error = vellum_codegen::generate("struct User { bits: list<u8> } root User;").unwrap_err();
    /// assert_eq!(error.kind(), vellum_codegen::ErrorKind::Unsupported);
    /// assert!(error.to_string().contains("`User.bits`"));
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    pub(crate) fn schema(error: &vellum::Error) -> Self {
        Self { kind: ErrorKind::Schema, message: error.to_string() }
    }

    pub(crate) fn unsupported(item: &str, what: &str) -> Self {
        Self { kind: ErrorKind::Unsupported, message: format!("no Rust types for this schema: `{item}` {what}") }
    }

    pub(crate) fn attribute(path: &str, what: &str) -> Self {
        let message = format!("an attribute is for `{path}`, but the schema has no such {what}");
        Self { kind: ErrorKind::Attribute, message }
    }

    pub(crate) fn io(message: String) -> Self {
        Self { kind: ErrorKind::Io, message }
    }

    /// Puts the schema's file before the message.
    pub(crate) fn in_file(self, path: &Path) -> Self {
        Self { message: format!("{}: {}", path.display(), self.message), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
