//! One opaque error for the whole crate.
//!
//! [`Error`] is one word, so that a `Result` costs the hot paths next to nothing. Its [`ErrorKind`] says what a caller can do
//! about it; its message says where (byte offset, path) and what was expected.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The result of every fallible operation of this crate.
///
/// ```
/// fn age(bytes: &[u8], schema: &vellum::Schema) -> vellum::Result<u16> {
///     vellum::Record::open(schema, bytes)?.get_path::<u16>("age")
/// }
///
/// let schema = vellum::Schema::parse("struct User { age: u16 } root User;")?;
/// assert_eq!(age(&[0x20, 2, 36, 0], &schema)?, 36);
/// # Ok::<(), vellum::Error>(())
/// ```
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// What a caller can do about an [`Error`].
///
/// ```
/// use vellum::{ErrorKind, Record, Schema};
///
/// let schema = Schema::parse("struct User { age: u16 } root User;")?;
/// let mut record = Record::new(&schema);
/// match record.set("age", "old").map_err(|error| error.kind()) {
///     Err(ErrorKind::Type) => {} // another value is asked for
///     Err(ErrorKind::Corrupt) => unreachable!("these bytes are not from elsewhere"),
///     other => unreachable!("{other:?}"),
/// }
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes are not a valid buffer of this schema; nothing but other bytes will help.
    Corrupt,
    /// The storage cannot grow as far as the edit needs; the buffer is unchanged.
    Full,
    /// A limit of the format or of the crate is exceeded (length, depth, size of a record).
    Limit,
    /// The buffer holds data of a newer schema revision that the operation would lose; use the newer schema.
    Newer,
    /// The schema text or model is wrong, or a handle belongs to another schema.
    Schema,
    /// The field has another type than the one asked for, or the value does not fit the field.
    Type,
    /// There is no such field, index or key.
    Path,
    /// A change would remove or replace another value than the one it was made for: the record has gone its own way since. Find out anew what
    /// is to be changed.
    Conflict,
    /// Text that was read, such as JSON, is not well formed.
    Syntax,
    /// Something that this crate relies on did not hold: a fault of the crate, and never of the bytes, the schema or the value that it
    /// was given. Please report it. A buffer that was being edited may be changed in part.
    Internal,
}

impl ErrorKind {
    /// What messages begin with.
    const fn what(self) -> &'static str {
        match self {
            Self::Corrupt => "corrupt buffer",
            Self::Full => "storage full",
            Self::Limit => "limit exceeded",
            Self::Newer => "newer data",
            Self::Schema => "schema",
            Self::Type => "type mismatch",
            Self::Path => "no such path",
            Self::Conflict => "conflict",
            Self::Syntax => "syntax",
            Self::Internal => "fault of vellum",
        }
    }

    /// The kind of an error of this crate of which serde kept the text alone, and the rest of the text.
    #[cfg(feature = "json")]
    pub(crate) fn of_text(text: &str) -> Option<(Self, &str)> {
        let kinds = [
            Self::Corrupt,
            Self::Full,
            Self::Limit,
            Self::Newer,
            Self::Schema,
            Self::Type,
            Self::Path,
            Self::Conflict,
            Self::Syntax,
            Self::Internal,
        ];
        kinds.into_iter().find_map(|kind| Some((kind, text.strip_prefix(kind.what())?.strip_prefix(": ")?)))
    }
}

/// Why an operation failed, where, and what was expected.
///
/// ```
/// use vellum::{ErrorKind, Schema};
///
/// let error = Schema::parse("struct User { age: u17 } root User;").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Schema);
/// assert!(error.to_string().contains("line 1, column 20"));
/// ```
#[derive(Clone)]
pub struct Error(Box<ErrorParts>);

#[derive(Clone)]
struct ErrorParts {
    kind: ErrorKind,
    message: Cow<'static, str>,
    position: Option<usize>,
    /// Line and column in the text that was read.
    #[cfg(feature = "json")]
    line_column: Option<(usize, usize)>,
    /// Innermost step first: errors travel outwards.
    path: Vec<PathStep>,
    /// Whether the path begins at the root, so that nothing is added to it.
    is_from_root: bool,
}

#[derive(Clone)]
enum PathStep {
    Field(Cow<'static, str>),
    Index(usize),
}

impl Error {
    /// What the caller can do about it.
    ///
    /// ```
    /// let error = vellum::Schema::parse("struct {").unwrap_err();
    /// assert_eq!(error.kind(), vellum::ErrorKind::Schema);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The byte offset in the buffer at which the fault was seen, if it concerns bytes.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Point { x: i32 }
    /// let error = Point::view(&[]).unwrap_err();
    /// assert_eq!(error.position(), Some(0));
    /// ```
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        self.0.position
    }

    /// The line, from 1, and the column at which the fault was seen in the text that was read, if it was text. A column that is 0 is before the
    /// first character of the line.
    #[must_use]
    pub fn line_column(&self) -> Option<(usize, usize)> {
        #[cfg(feature = "json")]
        return self.0.line_column;
        #[cfg(not(feature = "json"))]
        None
    }

    /// The error with its place in the text that was read.
    #[cfg(feature = "json")]
    #[cold]
    pub(crate) fn at_line(mut self, line: usize, column: usize) -> Self {
        self.0.line_column = Some((line, column)).filter(|_| line > 0);
        self
    }

    /// The path of the field concerned, such as `list[2].name`, or an empty string. Edit cursors do not know their whole path: it is that within the
    /// value at the cursor. An edit that needs the whole buffer can fail at another field than its own, which is named then.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Point { name: String }
    /// let mut bytes = vellum::to_vec(&Point { name: "here".into() }).unwrap();
    /// bytes.pop();
    /// let error = vellum::from_slice::<Point>(&bytes).err().unwrap();
    /// assert_eq!(error.path(), "name");
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        use core::fmt::Write;
        let mut text = String::new();
        for step in self.0.path.iter().rev() {
            // Writing to a String cannot fail.
            let _ = match step {
                // A key is a step between brackets.
                PathStep::Field(name) if text.is_empty() || name.starts_with('[') => write!(text, "{name}"),
                PathStep::Field(name) => write!(text, ".{name}"),
                PathStep::Index(index) => write!(text, "[{index}]"),
            };
        }
        text
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(ErrorParts {
            kind,
            message: message.into(),
            position: None,
            #[cfg(feature = "json")]
            line_column: None,
            path: Vec::new(),
            is_from_root: false,
        }))
    }

    /// What a [`Storage`](crate::Storage) says that cannot hold `needed` bytes, but only `available`.
    ///
    /// ```
    /// assert_eq!(vellum::Error::full(20, 16).kind(), vellum::ErrorKind::Full);
    /// ```
    #[cold]
    #[must_use]
    pub fn full(needed: usize, available: usize) -> Self {
        Self::new(ErrorKind::Full, alloc::format!("the edit needs {needed} bytes, the storage has {available}"))
    }

    /// The error of a storage that is full, with the number of bytes between values that are free.
    #[cold]
    #[inline(never)]
    pub(crate) fn with_free(mut self, free: usize) -> Self {
        self.0.message = alloc::format!("{}; `compact` would free {free} of them", self.0.message).into();
        self
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn corrupt(position: usize, message: &'static str) -> Self {
        Self::new(ErrorKind::Corrupt, message).at(position)
    }

    /// Something of `needed` bytes at `position` does not lie in a buffer of `available` bytes.
    #[cold]
    #[inline(never)]
    pub(crate) fn beyond(what: &'static str, position: usize, needed: u64, available: usize) -> Self {
        let message = alloc::format!("{what} needs {needed} bytes, but the buffer ends after {available}");
        Self::new(ErrorKind::Corrupt, message).at(position)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn limit(message: &'static str) -> Self {
        Self::new(ErrorKind::Limit, message)
    }

    #[cold]
    pub(crate) fn at(mut self, position: usize) -> Self {
        self.0.position.get_or_insert(position);
        self
    }

    /// The error with a position that counts from the start of a longer buffer, `by` bytes earlier.
    #[cold]
    pub(crate) fn shifted(mut self, by: usize) -> Self {
        self.0.position = self.0.position.map(|position| position.saturating_add(by));
        self
    }

    /// What is wrong, without its kind and place.
    #[cfg(feature = "serde")]
    pub(crate) fn message(&self) -> &str {
        &self.0.message
    }

    /// Adds the number of the operation of a patch that failed.
    #[cfg(feature = "json")]
    #[cold]
    pub(crate) fn in_operation(mut self, number: usize) -> Self {
        self.0.message = alloc::format!("operation {number}: {}", self.0.message).into();
        self
    }

    /// Adds the field in which the error arose, from the innermost outwards.
    #[cold]
    #[inline(never)]
    #[must_use]
    #[doc(hidden)]
    pub fn in_field(self, name: impl Into<Cow<'static, str>>) -> Self {
        self.within(PathStep::Field(name.into()))
    }

    /// Adds the index of the element in which the error arose.
    #[cold]
    #[inline(never)]
    #[must_use]
    #[doc(hidden)]
    pub fn in_element(self, index: usize) -> Self {
        self.within(PathStep::Index(index))
    }

    fn within(mut self, step: PathStep) -> Self {
        if !self.0.is_from_root {
            self.0.path.push(step);
        }
        self
    }

    /// Says that the path begins at the root: an edit that needs the whole buffer can fail elsewhere than where it is made.
    #[cold]
    pub(crate) fn with_whole_path(mut self) -> Self {
        self.0.is_from_root = true;
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.kind.what(), self.0.message)?;
        if let Some(position) = self.0.position {
            write!(f, " (at offset {position})")?;
        }
        let path = self.path();
        if !path.is_empty() {
            write!(f, " in `{path}`")?;
        }
        #[cfg(feature = "json")]
        if let Some((line, column)) = self.0.line_column {
            write!(f, " at line {line}, column {column}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({:?}: {self})", self.0.kind)
    }
}

impl core::error::Error for Error {}

/// Corrupt and newer bytes are invalid data, a full storage is full, a fault of the crate is another error, and all else is an invalid
/// input; the error is kept in it.
///
/// ```
/// use std::io;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Point { x: i32 }
///
/// fn x(mut from: impl io::Read) -> io::Result<i32> {
///     let mut bytes = Vec::new();
///     from.read_to_end(&mut bytes)?;
///     Ok(Point::view(&bytes)?.x()?)
/// }
///
/// assert_eq!(x(&[0x20, 4, 7, 0, 0, 0][..])?, 7);
/// assert_eq!(x(&b"no point"[..]).unwrap_err().kind(), io::ErrorKind::InvalidData);
/// # Ok::<(), io::Error>(())
/// ```
#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        let kind = match error.kind() {
            ErrorKind::Corrupt | ErrorKind::Newer | ErrorKind::Syntax => std::io::ErrorKind::InvalidData,
            ErrorKind::Full => std::io::ErrorKind::StorageFull,
            ErrorKind::Limit | ErrorKind::Schema | ErrorKind::Type | ErrorKind::Path | ErrorKind::Conflict => {
                std::io::ErrorKind::InvalidInput
            }
            ErrorKind::Internal => std::io::ErrorKind::Other,
        };
        Self::new(kind, error)
    }
}

/// The error where what an earlier step made sure of does not hold: a fault of this crate, whatever the input.
#[cold]
#[inline(never)]
pub(crate) fn broken() -> Error {
    Error::new(ErrorKind::Internal, "what an earlier step made sure of does not hold")
}

/// A value that changed between being measured and being written.
#[cold]
#[inline(never)]
pub(crate) fn mismeasured() -> Error {
    Error::new(ErrorKind::Type, "a conversion (`with`) gave another value than was measured")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn an_error_is_one_word() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
        assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
    }

    #[test]
    fn the_path_reads_from_the_outside_in() {
        let error = Error::corrupt(7, "text is not UTF-8").in_field("name").in_element(2).in_field("list");
        assert_eq!(error.path(), "list[2].name");
        assert_eq!(error.to_string(), "corrupt buffer: text is not UTF-8 (at offset 7) in `list[2].name`");
    }
}
