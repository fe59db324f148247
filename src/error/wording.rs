//! The messages that are known by number: those of bytes, edits and limits, which nearly every
//! program can show. Each program holds all of them; what only some programs say is a
//! [`FixedError`](super::FixedError).

use core::fmt;

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
    /// The message of a number, which is nothing if there is none of that number.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_found_among_all_of_them() {
        assert_eq!(Wording::TEXTS.lines().count(), Wording::ALL.len());
        assert_eq!(Wording::NotUtf8.text(), "a string is not UTF-8");
        for (number, wording) in Wording::ALL.iter().enumerate() {
            assert_eq!(Wording::of(u8::try_from(number).unwrap()), *wording);
        }
        assert_eq!(Wording::of(u8::MAX).text(), "");
    }
}
