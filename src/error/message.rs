//! The messages of errors: their numbered texts, their kind, the word that most errors consist of,
//! and the parts of the others.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::fmt::Write;

use super::Error;

/// What can be the message of an error.
pub(crate) trait Message {
    fn said(self, kind: ErrorKind) -> Error;
}

impl Message for Wording {
    #[cold]
    #[inline(never)]
    fn said(self, kind: ErrorKind) -> Error {
        Error::of_head(ErrorHead::plain(kind, self))
    }
}

impl Message for &'static str {
    #[cold]
    #[inline(never)]
    fn said(self, kind: ErrorKind) -> Error {
        Error::of_text(kind, Some(self.into()))
    }
}

impl Message for String {
    #[cold]
    #[inline(never)]
    fn said(self, kind: ErrorKind) -> Error {
        Error::of_text(kind, Some(self.into()))
    }
}

impl Message for fmt::Arguments<'_> {
    #[cold]
    #[inline(never)]
    fn said(self, kind: ErrorKind) -> Error {
        Error::of_text(kind, written(self).map(Cow::Owned))
    }
}

impl Error {
    /// The error of a kind with a message: a [`Wording`], which needs no memory, or another text,
    /// for which there may be memory.
    #[inline]
    pub(crate) fn new(kind: ErrorKind, message: impl Message) -> Self {
        message.said(kind)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn corrupt(position: usize, message: impl Message) -> Self {
        Self::new(ErrorKind::Corrupt, message).at(position)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn limit(message: impl Message) -> Self {
        Self::new(ErrorKind::Limit, message)
    }
}

/// Names in a message, the first twenty of them.
pub(crate) struct KnownNames<I>(pub I);

impl<'n, I: Iterator<Item = &'n str> + Clone> fmt::Display for KnownNames<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, name) in self.0.clone().take(20).enumerate() {
            f.write_str(if number == 0 { "" } else { ", " })?;
            f.write_str(name)?;
        }
        Ok(())
    }
}

// Messages that are known by number: those of bytes, edits and limits, which nearly every program
// can show. Each program holds all of them. Messages of a few programs alone are
// [`FixedError`](super::FixedError)s.

/// Declares all messages: `{a}`, `{b}` and `{c}` stand for the error's numbers. Before each group
/// is how many bits these have in an error's head, and the position behind them: on a machine of 64
/// bits, or of 32.
macro_rules! wordings {
    ($($wide:tt or $narrow:tt { $($name:ident = $text:literal,)* })*) => {
        /// The numbers of all messages.
        enum Number {
            $($($name,)*)*
        }

        const _: () = {
            $(assert!(sum($wide) <= 51 && sum($narrow) <= 19, "a head has no more bits");)*
        };

        #[allow(non_upper_case_globals)]
        impl Wording {
            $($(pub(crate) const $name: Self = Self(Number::$name as u8);)*)*
            /// All messages, each as a line: a table of references would cost three words more for
            /// each.
            const TEXTS: &str = concat!($($($text, "\n"),*),*);

            /// How many bits each number has, and the position.
            pub(super) const fn widths(self) -> [u8; 4] {
                $(if $(self.0 == Self::$name.0)||* {
                    return if usize::BITS >= 64 { $wide } else { $narrow };
                })*
                [0; 4]
            }

            #[cfg(test)]
            pub(super) const ALL: &[Self] = &[$($(Self::$name),*),*];
        }
    };
}

const fn sum([a, b, c, position]: [u8; 4]) -> u8 {
    a.saturating_add(b).saturating_add(c).saturating_add(position)
}

/// A message of the program that needs no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wording(u8);

wordings! {
    [26, 25, 0, 0] or [10, 9, 0, 0] {
        Full = "the edit needs {a} bytes, the storage has {b}",
        ArrayElements = "{a} elements are not an array of {b}",
        ElementSize = "an element has {a} bytes, the type {b}",
        FieldBytes = "{a} bytes for a field of {b}",
        TooLong = "{a} bytes are more than {b}",
        Slice = "the value needs {a} bytes, the slice has {b}",
        Element = "index {a} of a list of {b} elements",
        WithinCharacter = "bytes {a} to {b} begin or end within a character",
    }
    [17, 17, 17, 0] or [7, 6, 6, 0] {
        FullBeforeCompact = "the edit needs {a} bytes, the storage has {b}; `compact` would free {c} of them",
        Range = "bytes {a} to {b} of a value of {c} bytes",
    }
    [16, 13, 9, 13] or [5, 5, 4, 5] {
        Pointer = "a pointer leads to {a}, but objects lie from {c} to {b}",
    }
    [20, 15, 0, 16] or [7, 6, 0, 6] {
        BeyondBlob = "a string or bytes object of {a} bytes reaches beyond the buffer, which has {b}",
        BeyondList = "a list of {a} bytes reaches beyond the buffer, which has {b}",
        BeyondMap = "a map of {a} bytes reaches beyond the buffer, which has {b}",
        BeyondRecord = "a record of {a} bytes reaches beyond the buffer, which has {b}",
        BeyondRoot = "the root record of {a} bytes reaches beyond the buffer, which has {b}",
        BeyondSchema = "the schema of {a} bytes reaches beyond the buffer, which has {b}",
        BeyondStruct = "a struct of {a} bytes reaches beyond the buffer, which has {b}",
        BeyondUnions = "a list of unions of {a} bytes reaches beyond the buffer, which has {b}",
        BeyondWorkspace = "a workspace of {a} bytes reaches beyond the buffer, which has {b}",
        Reach = "{a} bytes, but its pointers reach {b}",
    }
    [20, 0, 0, 31] or [7, 0, 0, 12] {
        ListRoom = "the stored list has more than {a} elements",
        TextRoom = "the text has at most {a} bytes, the last of which is not zero",
        Depth = "values are nested deeper than {a} objects",
        NewerVariant = "the tag {a} is of a variant of a newer schema revision",
        NoIndex = "expected an index of a list of {a} elements",
        NoVariant = "no variant of the union has the tag {a}",
        RecordSize = "no revision of the struct has records of {a} bytes",
        RootSize = "no revision of the root has records of {a} bytes: another schema, or a new field without `since`",
        Stride = "no revision of the element has a stride of {a} bytes",
        StrideOfValues = "no revision of the values has a stride of {a} bytes",
        TooManyBytes = "the value has more than {a} bytes that the buffer does not account for",
        TooManyBytesRead = "the value has more than {a} bytes that what is read does not account for",
        TooManyLevels = "the value has more than {a} levels of defaults",
        TooManyValues = "the value has more than {a} values that the buffer does not account for",
        UnknownExtension = "extension {a} of the header has to be known to read the buffer",
    }
    [0, 0, 0, 51] or [0, 0, 0, 19] {
        AbsentNotZero = "a value is absent, but its slot is not zero",
        BlockHead = "a map's block does not begin with a valid varint",
        BlockWithoutEntries = "a map has a block without entries",
        BlocksOverlap = "blocks of a map overlap",
        Internal = "an internal invariant does not hold",
        BufferLength = "a buffer has at most 4,294,967,295 bytes",
        ClaimsOverlap = "objects overlap, or one begins within free space",
        EmptyBlock = "a map has an empty block",
        EmptyBuffer = "an empty buffer has no header",
        Extension = "the extension block of the header is invalid",
        Lineage = "the buffer is of another type, whose lineage it carries",
        HolderAbsent = "the struct that holds the value is absent",
        KeyTwice = "a key comes twice",
        KeysNotAscending = "the keys of a map do not ascend",
        ListLength = "a list has at most 4,294,967,295 elements",
        ListStride = "a list has no valid stride",
        MapCount = "a map counts other entries than its blocks have",
        MapDirectory = "a map's directory does not lie in the buffer",
        MapHead = "a map does not begin with a valid varint",
        MapStride = "a map has no valid stride",
        LengthChanged = "a conversion (`with`) returned another value than was measured",
        NoBlock = "a map has no block where it counts one",
        NoPayload = "the variant has no payload",
        NoSuchField = "no such field",
        NotFramed = "not a buffer packed with its schema",
        NotUtf8 = "a string is not UTF-8",
        NotVellum = "not a vellum buffer of format version 1",
        ObjectHead = "an object does not begin with a valid varint",
        ObjectsOverlap = "objects overlap",
        LentSlice = "a list of a recorded buffer lends no slice, whose changes nobody would note: set its elements",
        OpenWorkspace = "a workspace is edited through `Workspace::open`",
        PayloadSize = "a payload has another size than its variant's",
        PayloadStride = "no revision of the payload has such a stride",
        PointerWidth = "pointer width 3 in the flags byte is not defined",
        ReservedBit = "a reserved bit is set",
        RootGone = "the root record is not in the buffer any more",
        RootSizeVarint = "no valid varint for the root size",
        SchemaLengthVarint = "no valid varint for the length of the schema",
        StepOfOtherType = "an index needs a list, a key a map, a name a struct or a union",
        StringLength = "a string has at most 4,294,967,295 bytes",
        UnionHoldsMore = "a union holds more than its variant's payload",
        UnionsHead = "a list of unions has no count and tag",
        UnitNotZero = "a variant without payload is not the byte zero in a list",
        Unsaid = "no memory was left for the details",
        WorkspaceEnd = "a workspace has no end",
    }
}

impl Wording {
    /// The message of a number; empty for an unknown number.
    pub(super) const fn of(number: u8) -> Self {
        Self(number)
    }

    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// The message as it is declared.
    #[cold]
    pub(super) fn text(self) -> &'static str {
        let mut rest = Self::TEXTS;
        for _ in 0..self.0 {
            rest = cut(rest, b'\n').1;
        }
        cut(rest, b'\n').0
    }

    /// The message with its numbers; of one that is as large as `most`, only that is known.
    #[cold]
    pub(super) fn write(self, f: &mut fmt::Formatter<'_>, [a, b, c]: [u64; 3], most: [u64; 3]) -> fmt::Result {
        let mut rest = self.text();
        loop {
            let (before, behind) = cut(rest, b'{');
            f.write_str(before)?;
            let (number, most) = match behind.as_bytes().first() {
                None => return Ok(()),
                Some(b'a') => (a, most[0]),
                Some(b'b') => (b, most[1]),
                _ => (c, most[2]),
            };
            if number >= most && most < u64::MAX {
                f.write_str("at least ")?;
            }
            fmt::Display::fmt(&number, f)?;
            rest = cut(behind, b'}').1;
        }
    }
}

/// What is before and behind the first such byte, which is ASCII; all is before it where there is
/// none.
#[cold]
#[inline(never)]
fn cut(text: &str, byte: u8) -> (&str, &str) {
    let mut at = 0_usize;
    for found in text.bytes() {
        if found == byte {
            break;
        }
        at = at.saturating_add(1);
    }
    (text.get(..at).unwrap_or_default(), text.get(at.saturating_add(1)..).unwrap_or_default())
}

// The parts of an error that need memory of their own. An error does without them if there is no
// memory.

/// A message of the program that is in no table, and its kind.
pub(crate) struct FixedError(pub ErrorKind, pub &'static str);

/// A path, a message that is not the program's own, and numbers for which the head has no room.
pub(super) struct ErrorParts {
    /// Kind and wording, and what else had room.
    pub head: ErrorHead,
    pub numbers: Option<[u64; 3]>,
    /// What is said instead of the wording.
    pub message: Option<Cow<'static, str>>,
    pub position: Option<usize>,
    /// Line and column in the text that was read.
    #[cfg(feature = "json")]
    pub line_column: Option<(usize, usize)>,
    pub path: String,
    /// Whether the path begins at the root, so that nothing is added to it.
    pub is_from_root: bool,
}

impl ErrorParts {
    pub(super) const fn new(head: ErrorHead, message: Option<&'static str>, position: Option<usize>) -> Self {
        Self {
            head,
            numbers: None,
            message: match message {
                Some(text) => Some(Cow::Borrowed(text)),
                None => None,
            },
            position,
            #[cfg(feature = "json")]
            line_column: None,
            path: String::new(),
            is_from_root: false,
        }
    }

    /// Adds a step at the outer end of the path, unless it cannot be written.
    pub(super) fn add(&mut self, step: fmt::Arguments<'_>) {
        if self.is_from_root {
            return;
        }
        // A key or an index is a step between brackets.
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        if let Some(path) = written(format_args!("{step}{dot}{}", self.path)) {
            self.path = path;
        }
    }

    /// A copy, as far as there is memory for it.
    pub(super) fn copied(&self) -> Self {
        Self {
            head: self.head,
            numbers: self.numbers,
            message: match &self.message {
                Some(Cow::Borrowed(text)) => Some(Cow::Borrowed(text)),
                Some(Cow::Owned(text)) => written(format_args!("{text}")).map(Cow::Owned),
                None => None,
            },
            position: self.position,
            #[cfg(feature = "json")]
            line_column: self.line_column,
            path: written(format_args!("{}", self.path)).unwrap_or_default(),
            is_from_root: self.is_from_root,
        }
    }

    /// What is wrong, without its kind and place.
    pub(super) fn write_message(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.message, self.numbers) {
            (Some(message), _) => f.write_str(message),
            (None, Some(numbers)) => self.head.wording().write(f, numbers, [u64::MAX; 3]),
            (None, None) => write!(f, "{}", self.head),
        }
    }
}

/// What is formatted, if there is memory for it.
pub(super) fn written(arguments: fmt::Arguments<'_>) -> Option<String> {
    struct Cautious(String);

    impl Write for Cautious {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.try_reserve(text.len()).map_err(|_| fmt::Error)?;
            self.0.push_str(text);
            Ok(())
        }
    }

    let mut text = Cautious(String::new());
    text.write_fmt(arguments).ok()?;
    Some(text.0)
}

// The kind of an error, which tells a caller how to react.

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

// The word of an error without memory of its own, less the tag of the word.

/// The bits of the word, from the lowest: the kind, the wording, its numbers, the position and one
/// more. How many bits numbers and position have is said by the wording.
const WORDING: u32 = 4;
const NUMBERS: u32 = 12;

/// Kind, wording, numbers and position, as far as they have room.
#[derive(Clone, Copy)]
pub(super) struct ErrorHead(usize);

/// So many ones: the largest number of a width, which stands for all that are as large or larger.
const fn ones(width: u32) -> usize {
    1_usize.unbounded_shl(width).wrapping_sub(1)
}

impl ErrorHead {
    /// Without numbers, and nowhere.
    pub(super) const fn plain(kind: ErrorKind, wording: Wording) -> Self {
        Self(kind.number() as usize | (wording.number() as usize) << WORDING)
    }

    /// With numbers, and whether all of them have room.
    pub(super) fn new(kind: ErrorKind, wording: Wording, numbers: [u64; 3]) -> (Self, bool) {
        let (mut head, mut has_room) = (Self::plain(kind, wording), true);
        for (index, number) in numbers.into_iter().enumerate() {
            let (shift, most) = head.place(index);
            let held = usize::try_from(number).unwrap_or(usize::MAX).min(most);
            // What the message does not mention is zero.
            has_room &= number == 0 || held != most;
            head.0 |= held.unbounded_shl(shift);
        }
        (head, has_room)
    }

    /// The word, which has a zero as its highest bit.
    pub(super) const fn of_word(word: usize) -> Self {
        Self(word)
    }

    pub(super) const fn word(self) -> usize {
        self.0
    }

    pub(super) fn kind(self) -> ErrorKind {
        ErrorKind::of_number(self.0 & 15)
    }

    pub(super) fn wording(self) -> Wording {
        Wording::of((self.0 >> WORDING).to_le_bytes()[0])
    }

    /// Where a number is in the word, and the largest that has room there; the position behind them
    /// is number 3.
    #[inline(never)]
    fn place(self, index: usize) -> (u32, usize) {
        let mut shift = NUMBERS;
        let widths = self.wording().widths();
        for width in widths.iter().take(index) {
            shift = shift.saturating_add(u32::from(*width));
        }
        (shift, ones(widths.get(index).copied().unwrap_or(0).into()))
    }

    fn field(self, index: usize) -> usize {
        let (shift, most) = self.place(index);
        self.0.unbounded_shr(shift) & most
    }

    pub(super) fn numbers(self) -> [u64; 3] {
        [0, 1, 2].map(|index| self.field(index) as u64)
    }

    pub(super) fn position(self) -> Option<usize> {
        self.field(3).checked_sub(1)
    }

    /// The same at another position, or nowhere; `None` where that has no room.
    pub(super) fn at(self, position: Option<usize>) -> Option<Self> {
        let (shift, most) = self.place(3);
        let field = position.map_or(Some(0), |position| position.checked_add(1)).filter(|field| *field <= most)?;
        Some(Self(self.0 & !most.unbounded_shl(shift) | field.unbounded_shl(shift)))
    }
}

/// The message, without its kind and place.
impl fmt::Display for ErrorHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.wording().write(f, self.numbers(), [0, 1, 2].map(|index| self.place(index).1 as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_message_is_found_among_all_of_them() {
        assert_eq!(Wording::TEXTS.lines().count(), Wording::ALL.len());
        assert_eq!(Wording::NotUtf8.text(), "a string is not UTF-8");
        for (number, wording) in Wording::ALL.iter().enumerate() {
            assert_eq!(Wording::of(u8::try_from(number).unwrap()), *wording);
        }
        assert_eq!(Wording::of(u8::MAX).text(), "");
    }

    #[test]
    fn a_head_says_what_it_was_made_of() {
        let (head, has_room) = ErrorHead::new(ErrorKind::Corrupt, Wording::Pointer, [30, 14, 7]);
        assert!(has_room);
        assert_eq!(head.to_string(), "a pointer leads to 30, but objects lie from 7 to 14");
        assert_eq!((head.kind(), head.position()), (ErrorKind::Corrupt, None));
        let last = head.place(3).1 - 1;
        assert_eq!(head.at(Some(last)).unwrap().position(), Some(last));
        assert!(head.at(Some(last + 1)).is_none());
        assert_eq!(head.at(Some(9)).unwrap().at(Some(3)).unwrap().position(), Some(3));
        assert_eq!(head.at(Some(9)).unwrap().to_string(), head.to_string());
        assert_eq!(head.at(Some(9)).unwrap().at(None).unwrap().word(), head.word());
    }

    #[test]
    fn a_number_without_room_is_said_to_be_larger() {
        let most = ErrorHead::plain(ErrorKind::Full, Wording::Full).place(0).1;
        let full = |needed: usize| ErrorHead::new(ErrorKind::Full, Wording::Full, [needed as u64, 3, 0]);
        assert!(full(most - 1).1 && !full(most).1);
        let said = alloc::format!("the edit needs at least {most} bytes, the storage has 3");
        assert_eq!(full(most + 7).0.to_string(), said);
        assert_eq!(
            full(most - 1).0.to_string(),
            said.replace("at least ", "").replace(&most.to_string(), &(most - 1).to_string())
        );
    }

    #[test]
    fn a_wording_without_numbers_is_one_small_number() {
        let plain = ErrorHead::plain(ErrorKind::Internal, Wording::Internal);
        assert!(plain.word() < 1 << NUMBERS);
        assert_eq!(plain.position(), None);
        let here = plain.at(Some(3)).unwrap();
        assert_eq!((here.kind(), here.wording(), here.position()), (ErrorKind::Internal, Wording::Internal, Some(3)));
        assert!(here.at(Some(usize::MAX)).is_none());
    }

    #[test]
    fn no_wording_has_more_bits_than_there_are() {
        for wording in Wording::ALL {
            let widths = wording.widths();
            assert!(
                widths.iter().map(|width| u32::from(*width)).sum::<u32>()
                    <= super::super::one_word::HEAD_BITS - NUMBERS,
                "{}",
                wording.text()
            );
            for (letter, width) in ["{a}", "{b}", "{c}"].into_iter().zip(widths) {
                assert_eq!(wording.text().contains(letter), width > 0, "{}", wording.text());
            }
        }
    }
}
