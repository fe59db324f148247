//! The rows of a [`Format`]: everything that a codec does with a record.

use std::hint::black_box;

use super::record::{Change, Subject};
use super::rows::{Codec, Rows, Update};
use crate::format::{Borrowed, Decode, Encode, Format, Of, Owned, room};

/// How a format reads the text.
pub trait One<S, F> {
    /// The note on the figure.
    const NOTE: &'static str;
    type Text<'a>: AsRef<str>;

    fn text<'a>(format: &mut F, bytes: &'a [u8]) -> Self::Text<'a>;
}

/// A way that reads the text by a type of its own.
macro_rules! one {
    ($Subject:ty, $Way:ident, $note:expr, $Read:ty, |$read:ident| $text:expr => $Text:ty) => {
        // Some of the types borrow, and some do not.
        #[allow(clippy::needless_lifetimes)]
        impl<F> $crate::workloads::format::One<$Subject, F> for $Way
        where
            F: for<'a> $crate::format::Decode<'a, $Read>,
        {
            const NOTE: &'static str = $note;
            type Text<'a> = $Text;

            fn text<'a>(format: &mut F, bytes: &'a [u8]) -> $Text {
                let $read: $Read = format.decode(bytes);
                $text
            }
        }
    };
}
pub(crate) use one;

/// What a format does if it can borrow strings, or cannot.
pub trait Strings<S: Subject, F: Format>: Sized {
    /// The note on updates.
    const UPDATE: &'static str;

    /// Adds decoding with strings borrowed, if that can be.
    fn decode_borrowed(rows: Rows<S, Of<F>>) -> Rows<S, Of<F>>
    where
        Of<F>: Codec<S, Bytes = Vec<u8>>;
    fn update(format: &mut F, bytes: &[u8], change: impl Change<S>) -> Vec<u8>;
}

impl<S: Subject, F> Strings<S, F> for Borrowed
where
    F: for<'a> Encode<S::Ref<'a>> + for<'a> Decode<'a, S::Ref<'a>>,
{
    const UPDATE: &'static str = "decode + encode, strings borrowed";

    fn decode_borrowed(rows: Rows<S, Of<F>>) -> Rows<S, Of<F>>
    where
        Of<F>: Codec<S, Bytes = Vec<u8>>,
    {
        rows.decode_borrowed(
            F::BORROW,
            |Of(format), bytes, _| {
                let record: S::Ref<'_> = format.decode(bytes);
                format.encode(&record) == *bytes
            },
            |Of(format), bytes| {
                let record: S::Ref<'_> = format.decode(bytes);
                black_box(&record);
            },
        )
    }

    fn update(format: &mut F, bytes: &[u8], change: impl Change<S>) -> Vec<u8> {
        let mut record: S::Ref<'_> = format.decode(bytes);
        change.apply(&mut record);
        // The old length tells how much room the new bytes need, with some to grow.
        format.encode_with_room(&record, 2 * bytes.len())
    }
}

impl<S: Subject, F> Strings<S, F> for Owned
where
    F: Encode<S> + for<'a> Decode<'a, S>,
{
    const UPDATE: &'static str = "decode + encode";

    fn decode_borrowed(rows: Rows<S, Of<F>>) -> Rows<S, Of<F>>
    where
        Of<F>: Codec<S, Bytes = Vec<u8>>,
    {
        rows
    }

    fn update(format: &mut F, bytes: &[u8], change: impl Change<S>) -> Vec<u8> {
        let mut record: S = format.decode(bytes);
        change.apply(&mut record);
        format.encode_with_room(&record, 2 * bytes.len())
    }
}

impl<S: Subject, F> Codec<S> for Of<F>
where
    F: Encode<S> + for<'a> Decode<'a, S>,
    F::One: One<S, F>,
{
    type Owned = S;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = F::ENCODE;
    const DECODE: &'static str = F::DECODE;
    const TEXT: &'static str = F::One::NOTE;

    fn encode(&mut self, value: &S) -> Vec<u8> {
        self.0.encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> S {
        self.0.decode(bytes)
    }

    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(F::One::text(&mut self.0, bytes).as_ref())
    }
}

impl<S: Subject, F> Update<S> for Of<F>
where
    F: Encode<S> + for<'a> Decode<'a, S>,
    F::One: One<S, F>,
    F::Strings: Strings<S, F>,
{
    const UPDATE: &'static str = F::Strings::UPDATE;

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change<S>) -> Vec<u8> {
        F::Strings::update(&mut self.0, bytes, change)
    }
}

/// A row with all but the updates.
pub fn codes<S: Subject, F>(value: &S) -> Rows<S, Of<F>>
where
    F: Encode<S> + for<'a> Decode<'a, S>,
    F::One: One<S, F>,
    F::Strings: Strings<S, F>,
{
    let rows = F::Strings::decode_borrowed(Rows::new(F::LIBRARY, F::PACKAGE, F::MODE, value));
    if !F::REUSES {
        return rows;
    }
    let make = |len| (F::default(), room::<F>(len));
    rows.encode_reused(F::REUSE, make, |(format, buffer), value| format.encode_into(value, buffer))
}

/// The row of a codec that decodes, changes and encodes.
pub fn rows<S: Subject, F>(value: &S) -> Rows<S, Of<F>>
where
    F: Encode<S> + for<'a> Decode<'a, S>,
    F::One: One<S, F>,
    F::Strings: Strings<S, F>,
{
    codes(value).updates()
}
