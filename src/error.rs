//! One opaque error for the whole crate.
//!
//! [`Error`] is one word, so that a `Result` costs the hot paths next to nothing. Its [`ErrorKind`]
//! says what a caller can do about it; its message says where (byte offset, path) and what was
//! expected.

mod message;
mod one_word;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

pub(crate) use message::{KnownNames, Message};
use one_word::{OneOf, OneWord};

pub use crate::error::message::ErrorKind;
use crate::error::message::{ErrorHead, ErrorParts};
pub(crate) use crate::error::message::{FixedError, Wording};

/// The result of every fallible operation of this crate.
///
/// ```
/// fn age(bytes: &[u8], schema: &vellum::Schema) -> vellum::Result<u16> {
///     vellum::Record::open(schema, bytes)?.get::<u16>("age")
/// }
///
/// let schema = vellum::Schema::parse("struct User { age: u16 } root User;")?;
/// assert_eq!(age(&[0x20, 2, 36, 0], &schema)?, 36);
/// # Ok::<(), vellum::Error>(())
/// ```
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// Why an operation failed, where, and what was expected.
///
/// It is one word. Most errors need no memory of their own, and are written out only when they are
/// shown. Memory is asked for to hold the path of a field, a message that quotes names or values,
/// and numbers or a position that are large: in the message with most of them from some hundreds or
/// thousands on, where a word has 32 bits from a dozen on, in the others later. Where the allocator
/// has none, the error keeps its kind and goes without these; the program does not end.
///
/// ```
/// use vellum::{ErrorKind, Schema};
///
/// let error = Schema::parse("struct User { age: u17 } root User;").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Schema);
/// assert!(error.to_string().contains("line 1, column 20"));
/// ```
pub struct Error(OneWord<ErrorParts, FixedError>);

impl Error {
    /// What the caller can do about it.
    ///
    /// ```
    /// let error = vellum::Schema::parse("struct {").unwrap_err();
    /// assert_eq!(error.kind(), vellum::ErrorKind::Schema);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self.0.get() {
            OneOf::Head(word) => ErrorHead::of_word(word).kind(),
            OneOf::Fixed(fixed) => fixed.0,
            OneOf::Boxed(parts) => parts.head.kind(),
        }
    }

    /// The byte offset in the buffer at which the fault was seen, if it concerns bytes.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Point { x: i32 }
    /// let error = Point::peek(&[]).unwrap_err();
    /// assert_eq!(error.position(), Some(0));
    /// ```
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        match self.0.get() {
            OneOf::Head(word) => ErrorHead::of_word(word).position(),
            OneOf::Fixed(_) => None,
            OneOf::Boxed(parts) => parts.position,
        }
    }

    /// The line, from 1, and the column at which the fault was seen in the text that was read, if
    /// it was text: JSON, or a schema. A column that is 0 is before the first character of the
    /// line. Only with the feature `json`.
    #[must_use]
    pub fn line_column(&self) -> Option<(usize, usize)> {
        #[cfg(feature = "json")]
        return self.parts().and_then(|parts| parts.line_column);
        #[cfg(not(feature = "json"))]
        None
    }

    /// The error with its place in the text that was read.
    #[cfg(feature = "json")]
    #[cold]
    pub(crate) fn at_line(self, line: usize, column: usize) -> Self {
        self.with(|parts| parts.line_column = Some((line, column)).filter(|_| line > 0))
    }

    /// The path of the field concerned, such as `list[2].name`, or an empty string. Views and edit
    /// cursors do not know their whole path: it is that within the value at the view or the cursor.
    /// Functions that read or write a whole buffer, and functions that take a path, have all of it,
    /// except for keys of maps that are neither text nor integers. An edit that needs the whole
    /// buffer can fail at another field than its own, which is named then.
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
        self.parts().map(|parts| parts.path.clone()).unwrap_or_default()
    }

    /// The error of a message that is in no table.
    #[cold]
    #[inline(never)]
    pub(crate) fn fixed(error: &'static FixedError) -> Self {
        Self(OneWord::fixed(error))
    }

    /// The error with a message of numbers.
    #[cold]
    #[inline(never)]
    pub(crate) fn of(kind: ErrorKind, wording: Wording, numbers: [u64; 3]) -> Self {
        let (head, has_room) = ErrorHead::new(kind, wording, numbers);
        let error = Self::of_head(head);
        if has_room { error } else { error.with(|parts| parts.numbers = Some(numbers)) }
    }

    const fn of_head(head: ErrorHead) -> Self {
        Self(OneWord::head(head.word()))
    }

    /// The error of a text, for which there may be no memory.
    fn of_text(kind: ErrorKind, text: Option<Cow<'static, str>>) -> Self {
        let error = Self::of_head(ErrorHead::plain(kind, Wording::Unsaid));
        match text {
            Some(text) => error.with(|parts| parts.message = Some(text)),
            None => error,
        }
    }

    /// What has memory of its own.
    fn parts(&self) -> Option<&ErrorParts> {
        match self.0.get() {
            OneOf::Boxed(parts) => Some(parts),
            _ => None,
        }
    }

    /// The error with its parts changed, for which memory is asked now; as it is if there is none.
    #[inline(always)]
    fn with(mut self, change: impl FnOnce(&mut ErrorParts)) -> Self {
        if let Some(mut parts) = self.take_parts() {
            change(&mut parts);
            self.0.put_box(parts);
        }
        self
    }

    /// The parts, taken out; `None`, and the error as it is, if there is no memory for them.
    #[cold]
    #[inline(never)]
    fn take_parts(&mut self) -> Option<Box<ErrorParts>> {
        let parts = match self.0.get() {
            OneOf::Boxed(_) => None,
            OneOf::Fixed(FixedError(kind, text)) => {
                Some(ErrorParts::new(ErrorHead::plain(*kind, Wording::Unsaid), Some(text), None))
            }
            OneOf::Head(word) => {
                let head = ErrorHead::of_word(word);
                Some(ErrorParts::new(head, None, head.position()))
            }
        };
        if let Some(parts) = parts {
            *self = Self(OneWord::boxed(parts)?);
        }
        self.0.take_box()
    }

    /// What a [`Storage`](crate::Storage) says that cannot hold `needed` bytes, but only
    /// `available`.
    ///
    /// ```
    /// assert_eq!(vellum::Error::full(20, 16).kind(), vellum::ErrorKind::Full);
    /// ```
    #[cold]
    #[must_use]
    pub fn full(needed: usize, available: usize) -> Self {
        Self::of(ErrorKind::Full, Wording::Full, [needed as u64, available as u64, 0])
    }

    /// The error of a storage that is full, with the number of bytes between values that are free,
    /// if there are any.
    #[cold]
    #[inline(never)]
    pub(crate) fn with_free(self, free: usize) -> Self {
        let (head, numbers) = match self.0.get() {
            OneOf::Head(word) => (ErrorHead::of_word(word), None),
            OneOf::Fixed(_) => return self,
            OneOf::Boxed(parts) => (parts.head, parts.numbers),
        };
        // Where an edit tried more than once to make room, the message has the number already.
        if free == 0 || head.wording() != Wording::Full {
            return self;
        }
        let [needed, available, _] = numbers.unwrap_or_else(|| head.numbers());
        Self::of(head.kind(), Wording::FullBeforeCompact, [needed, available, free as u64])
    }

    /// A pointer at `position` leads out of where objects lie.
    #[cold]
    #[inline(never)]
    pub(crate) fn pointer(position: usize, pointer: usize, floor: usize, end: usize) -> Self {
        Self::of(ErrorKind::Corrupt, Wording::Pointer, [pointer as u64, end as u64, floor as u64]).at(position)
    }

    /// Something of `needed` bytes at `position` does not lie in a buffer of `available` bytes.
    #[cold]
    #[inline(never)]
    pub(crate) fn beyond(what: Wording, position: usize, needed: u64, available: usize) -> Self {
        Self::of(ErrorKind::Corrupt, what, [needed, available as u64, 0]).at(position)
    }

    #[cold]
    pub(crate) fn at(self, position: usize) -> Self {
        if self.position().is_some() { self } else { self.with_position(position) }
    }

    /// The error with a position that counts from the start of a longer buffer, `by` bytes earlier.
    #[cold]
    pub(crate) fn shifted(self, by: usize) -> Self {
        match self.position() {
            Some(position) => self.with_position(position.saturating_add(by)),
            None => self,
        }
    }

    fn with_position(self, position: usize) -> Self {
        if let OneOf::Head(word) = self.0.get()
            && let Some(head) = ErrorHead::of_word(word).at(Some(position))
        {
            return Self::of_head(head);
        }
        self.with(|parts| parts.position = Some(position))
    }

    /// What is wrong, without its kind and place.
    #[cfg(feature = "serde")]
    pub(crate) fn message(&self) -> Cow<'_, str> {
        match self.0.get() {
            OneOf::Fixed(fixed) => Cow::Borrowed(fixed.1),
            OneOf::Boxed(ErrorParts { message: Some(message), .. }) => Cow::Borrowed(message),
            _ => Cow::Owned(alloc::format!("{}", ErrorMessage(self))),
        }
    }

    /// Adds the number of the operation of a JSON patch that failed.
    #[cfg(feature = "json")]
    #[cold]
    pub(crate) fn in_operation(self, number: usize) -> Self {
        self.numbered("operation", number)
    }

    /// Adds the number of the change of a patch that failed.
    #[cfg(feature = "json")]
    #[cold]
    pub(crate) fn in_change(self, number: usize) -> Self {
        self.numbered("change", number)
    }

    #[cfg(feature = "json")]
    #[cold]
    fn numbered(self, what: &str, number: usize) -> Self {
        let message = message::written(format_args!("{what} {number}: {}", ErrorMessage(&self)));
        match message {
            Some(message) => self.with(|parts| parts.message = Some(message.into())),
            None => self,
        }
    }

    /// Adds the field in which the error arose, from the innermost outwards.
    #[cold]
    #[inline(never)]
    #[must_use]
    #[doc(hidden)]
    pub fn in_field(self, name: &str) -> Self {
        if name.is_empty() { self } else { self.in_step(format_args!("{name}")) }
    }

    /// The same with a step that is written out.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_step(self, step: fmt::Arguments<'_>) -> Self {
        self.with(|parts| parts.add(step))
    }

    /// Adds the index of the element in which the error arose.
    #[cold]
    #[inline(never)]
    #[must_use]
    #[doc(hidden)]
    pub fn in_element(self, index: usize) -> Self {
        self.in_step(format_args!("[{index}]"))
    }

    /// Says that the path begins at the root: an edit that needs the whole buffer can fail
    /// elsewhere than where it is made.
    #[cold]
    pub(crate) fn with_whole_path(self) -> Self {
        self.with(|parts| parts.is_from_root = true)
    }
}

/// The copy of an error for whose path or message there is no memory goes without.
impl Clone for Error {
    fn clone(&self) -> Self {
        match self.0.get() {
            OneOf::Head(word) => Self(OneWord::head(word)),
            OneOf::Fixed(fixed) => Self(OneWord::fixed(fixed)),
            OneOf::Boxed(parts) => OneWord::boxed(parts.copied()).map_or_else(
                || Self::of_head(parts.head.at(parts.position).or(parts.head.at(None)).unwrap_or(parts.head)),
                Self,
            ),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind().what(), ErrorMessage(self))?;
        if let Some(position) = self.position() {
            write!(f, " (at offset {position})")?;
        }
        if let Some(ErrorParts { path, .. }) = self.parts()
            && !path.is_empty()
        {
            write!(f, " in `{path}`")?;
        }
        // The message of a schema shows the line itself.
        #[cfg(feature = "json")]
        if let Some((line, column)) = self.line_column().filter(|_| self.kind() != ErrorKind::Schema) {
            write!(f, " at line {line}, column {column}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The message of an error, without its kind and place.
struct ErrorMessage<'e>(&'e Error);

impl fmt::Display for ErrorMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.0.get() {
            OneOf::Head(word) => fmt::Display::fmt(&ErrorHead::of_word(word), f),
            OneOf::Fixed(fixed) => f.write_str(fixed.1),
            OneOf::Boxed(parts) => parts.write_message(f),
        }
    }
}

impl core::error::Error for Error {}

/// Corrupt and newer bytes are invalid data, a full storage is full, a fault of the crate is
/// another error, and all else is an invalid input; the error is kept in it.
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
///     Ok(Point::peek(&bytes)?.x()?)
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
            ErrorKind::Busy => std::io::ErrorKind::ResourceBusy,
            ErrorKind::Full => std::io::ErrorKind::StorageFull,
            ErrorKind::Limit | ErrorKind::Schema | ErrorKind::Type | ErrorKind::Path | ErrorKind::Conflict => {
                std::io::ErrorKind::InvalidInput
            }
            ErrorKind::Internal => std::io::ErrorKind::Other,
        };
        Self::new(kind, error)
    }
}

/// The error for an invariant that does not hold: a fault of this crate, whatever the input.
#[cold]
#[inline(never)]
pub(crate) fn internal_error() -> Error {
    Error::of_head(const { ErrorHead::plain(ErrorKind::Internal, Wording::Internal) })
}

/// A value that changed between being measured and being written.
#[cold]
#[inline(never)]
pub(crate) fn length_changed() -> Error {
    Error::of_head(const { ErrorHead::plain(ErrorKind::Type, Wording::LengthChanged) })
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn an_error_is_one_word() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
        assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
        assert_eq!(size_of::<Result<&str, Error>>(), 2 * size_of::<usize>());
    }

    #[test]
    fn an_error_is_shared_as_any_value_is() {
        const fn is_shared<T: Send + Sync + Unpin + core::panic::UnwindSafe + core::panic::RefUnwindSafe>() {}
        const { is_shared::<Error>() };
    }

    #[test]
    fn a_copy_says_the_same() {
        let plain = Error::corrupt(7, Wording::NotUtf8);
        let fixed = Error::fixed(&FixedError(ErrorKind::Type, "not a list"));
        let empty = Error::new(ErrorKind::Type, String::new());
        assert_eq!(empty.to_string(), "type mismatch: ");
        let quoted = Error::new(ErrorKind::Type, format_args!("{} is no text", 7)).at(3);
        let large = Error::of(ErrorKind::Path, Wording::Element, [u64::MAX, 3, 0]);
        for error in [plain, fixed, empty, quoted, large] {
            for error in [error.clone(), error.in_element(1).in_field("list")] {
                let copy = error.clone();
                assert_eq!(copy.to_string(), error.to_string());
                assert_eq!((copy.kind(), copy.position(), copy.path()), (error.kind(), error.position(), error.path()));
            }
        }
    }

    #[test]
    fn a_place_in_a_longer_buffer_is_counted_from_its_start() {
        let far = usize::MAX - 9;
        let error = Error::corrupt(7, Wording::NotUtf8).at(8).shifted(2).shifted(far - 9);
        assert_eq!(error.position(), Some(far));
        assert_eq!(error.shifted(100).position(), Some(usize::MAX));
        assert_eq!(Error::limit(Wording::StringLength).shifted(4).position(), None);
    }

    #[test]
    fn the_path_reads_from_the_outside_in() {
        let error = Error::corrupt(7, "text is not UTF-8").in_field("name").in_element(2).in_field("list");
        assert_eq!(error.path(), "list[2].name");
        assert_eq!(error.to_string(), "corrupt buffer: text is not UTF-8 (at offset 7) in `list[2].name`");
    }
}
