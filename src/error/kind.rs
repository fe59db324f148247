//! What a caller can do about an error.

/// What a caller can do about an [`Error`](crate::Error).
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
    /// The operation would have to move or read data of a newer schema revision, which this one
    /// does not see; use the newer schema
    /// ([`Record::relayout_with`](crate::Record::relayout_with)).
    Newer,
    /// The schema text or model is wrong, or a handle belongs to another schema.
    Schema,
    /// The field has another type than the one asked for, or the value does not fit the field.
    Type,
    /// There is no such field, index or key.
    Path,
    /// A change would remove or replace another value than the one it was made for: the record has
    /// gone its own way since. Find out anew what is to be changed.
    Conflict,
    /// Text that was read, such as JSON, is not well formed.
    Syntax,
    /// Memory that is shared is being edited by somebody else, or its editor died: try again later,
    /// or recover it (`vellum::shared`).
    Busy,
    /// Something that this crate relies on did not hold: a fault of the crate, and never of the
    /// bytes, the schema or the value that it was given. Please report it. A buffer that was being
    /// edited may be changed in part.
    Internal,
}

impl ErrorKind {
    const ALL: [Self; 11] = [
        Self::Corrupt,
        Self::Full,
        Self::Limit,
        Self::Newer,
        Self::Schema,
        Self::Type,
        Self::Path,
        Self::Conflict,
        Self::Syntax,
        Self::Busy,
        Self::Internal,
    ];

    /// Its place in an error's head.
    pub(super) const fn number(self) -> u8 {
        self as u8
    }

    pub(super) fn of_number(number: usize) -> Self {
        Self::ALL.get(number).copied().unwrap_or(Self::Internal)
    }

    /// What messages begin with.
    pub(super) const fn what(self) -> &'static str {
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
            Self::Busy => "busy",
            Self::Internal => "fault of vellum",
        }
    }

    /// The kind of an error of this crate of which serde kept the text alone, and the rest of the
    /// text.
    #[cfg(feature = "json")]
    pub(crate) fn of_text(text: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|kind| Some((kind, text.strip_prefix(kind.what())?.strip_prefix(": ")?)))
    }
}
