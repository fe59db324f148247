//! The rows of a [`Format`]: everything that a codec does with the record.

use std::hint::black_box;

use super::readers::{LocationAt, LocationOnly, SecondTimeOnly, SiblingsAt, Skimmed, SkimmedFooBar};
use super::rows::{Codec, Rows, Update};
use super::{Bar, Change, Container, ContainerRef, FooBar};
use crate::format::{
    Borrowed, Counted, Decode, Encode, FlatPrefix, Format, Length, Named, Of, Owned, OwnedPrefix, Prefix, Skip, Stop,
    WholeBorrowed, room,
};

/// How a format reads one field.
pub trait One<F> {
    /// Notes on the figures.
    const LOCATION: &'static str;
    const TIME: &'static str;
    type Text<'a>: AsRef<str>;

    fn location<'a>(format: &mut F, bytes: &'a [u8]) -> Self::Text<'a>;
    fn time(format: &mut F, bytes: &[u8]) -> i32;
}

const UP_TO: &str = "decodes the record up to this field";
const WHOLE: &str = "decodes the whole record";

impl<F: Counted> One<F> for Prefix
where
    F: for<'a> Decode<'a, Skimmed<'a>> + for<'a> Decode<'a, (F::Length, SkimmedFooBar<'a>, Bar)>,
{
    const LOCATION: &'static str = "decodes the whole record, the other strings as bytes";
    const TIME: &'static str = UP_TO;
    type Text<'a> = &'a str;

    fn location<'a>(format: &mut F, bytes: &'a [u8]) -> &'a str {
        let record: Skimmed<'a> = format.decode(bytes);
        record.location
    }

    fn time(format: &mut F, bytes: &[u8]) -> i32 {
        let (len, _, second): (F::Length, SkimmedFooBar<'_>, Bar) = format.decode(bytes);
        assert!(len.get() > 1, "the list has three elements");
        second.time
    }
}

impl<F: Counted> One<F> for OwnedPrefix
where
    F: for<'a> Decode<'a, Container> + for<'a> Decode<'a, (F::Length, FooBar, Bar)>,
{
    const LOCATION: &'static str = WHOLE;
    const TIME: &'static str = UP_TO;
    type Text<'a> = String;

    fn location(format: &mut F, bytes: &[u8]) -> String {
        let record: Container = format.decode(bytes);
        record.location
    }

    fn time(format: &mut F, bytes: &[u8]) -> i32 {
        let (len, _, second): (F::Length, FooBar, Bar) = format.decode(bytes);
        assert!(len.get() > 1, "the list has three elements");
        second.time
    }
}

/// A way that reads each of the two fields by a type of its own.
macro_rules! one {
    ($Way:ident, $note:expr, $Location:ty, |$location:ident| $text:expr => $Text:ty, $Time:ty, |$second:ident| $time:expr) => {
        // Some of the types borrow, and some do not.
        #[allow(clippy::needless_lifetimes)]
        impl<F> One<F> for $Way
        where
            F: for<'a> Decode<'a, $Location> + for<'a> Decode<'a, $Time>,
        {
            const LOCATION: &'static str = $note;
            const TIME: &'static str = $note;
            type Text<'a> = $Text;

            fn location<'a>(format: &mut F, bytes: &'a [u8]) -> $Text {
                let $location: $Location = format.decode(bytes);
                $text
            }

            fn time<'a>(format: &mut F, bytes: &'a [u8]) -> i32 {
                let $second: $Time = format.decode(bytes);
                $time
            }
        }
    };
}
one!(Named, "parses the whole record, keeps only this field", LocationOnly<'a>, |read| read.location => &'a str,
    SecondTimeOnly, |read| read.time());
one!(Skip, "parses the whole record, skips the other fields", LocationAt<'a>, |read| read.location => &'a str,
    SiblingsAt, |read| read.second_time());
// Both fields are in or behind the list, so that stopping early saves nothing, or next to nothing.
one!(Stop, WHOLE, Container, |read| read.location => String, Container, |read| read.list[1].sibling.time);
one!(FlatPrefix, WHOLE, Container, |read| read.location => String, Container, |read| read.list[1].sibling.time);
one!(WholeBorrowed, "decodes the whole record, strings borrowed", ContainerRef<'a>, |read| read.location => &'a str,
    ContainerRef<'a>, |read| read.list[1].sibling.time);

/// What a format does if it can borrow strings, or cannot.
pub trait Strings<F: Format>: Sized {
    /// The note on updates.
    const UPDATE: &'static str;

    /// Adds decoding with strings borrowed, if that can be.
    fn decode_borrowed(rows: Rows<Of<F>>) -> Rows<Of<F>>
    where
        Of<F>: Codec;
    fn update(format: &mut F, bytes: &[u8], change: impl Change) -> Vec<u8>;
}

impl<F> Strings<F> for Borrowed
where
    F: for<'a> Encode<ContainerRef<'a>> + for<'a> Decode<'a, ContainerRef<'a>>,
    Of<F>: Codec<Bytes = Vec<u8>>,
{
    const UPDATE: &'static str = "decode + encode, strings borrowed";

    fn decode_borrowed(rows: Rows<Of<F>>) -> Rows<Of<F>> {
        rows.decode_borrowed(
            F::BORROW,
            |Of(format), bytes| {
                let record: ContainerRef<'_> = format.decode(bytes);
                format.encode(&record)
            },
            |Of(format), bytes| {
                let record: ContainerRef<'_> = format.decode(bytes);
                black_box(&record);
            },
        )
    }

    fn update(format: &mut F, bytes: &[u8], change: impl Change) -> Vec<u8> {
        let mut record: ContainerRef<'_> = format.decode(bytes);
        change.apply(&mut record);
        // The old length tells how much room the new bytes need, with some to grow.
        format.encode_with_room(&record, 2 * bytes.len())
    }
}

impl<F> Strings<F> for Owned
where
    F: Encode<Container> + for<'a> Decode<'a, Container>,
{
    const UPDATE: &'static str = "decode + encode";

    fn decode_borrowed(rows: Rows<Of<F>>) -> Rows<Of<F>> {
        rows
    }

    fn update(format: &mut F, bytes: &[u8], change: impl Change) -> Vec<u8> {
        let mut record: Container = format.decode(bytes);
        change.apply(&mut record);
        format.encode_with_room(&record, 2 * bytes.len())
    }
}

impl<F> Codec for Of<F>
where
    F: Encode<Container> + for<'a> Decode<'a, Container>,
{
    type Owned = Container;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = F::ENCODE;
    const DECODE: &'static str = F::DECODE;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        self.0.encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        self.0.decode(bytes)
    }
}

impl<F> Update for Of<F>
where
    F: Encode<Container> + for<'a> Decode<'a, Container>,
    F::Strings: Strings<F>,
{
    const UPDATE: &'static str = F::Strings::UPDATE;

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        F::Strings::update(&mut self.0, bytes, change)
    }
}

/// A row with all but the updates.
pub fn codes<F>(value: &Container) -> Rows<Of<F>>
where
    F: Encode<Container> + for<'a> Decode<'a, Container>,
    F::One: One<F>,
    F::Strings: Strings<F>,
{
    let mut rows = Rows::<Of<F>>::new(F::LIBRARY, F::PACKAGE, F::MODE, value);
    if F::REUSES {
        let make = |len| (F::default(), room::<F>(len));
        rows = rows.encode_reused(F::REUSE, make, |(format, buffer), value| format.encode_into(value, buffer));
    }
    F::Strings::decode_borrowed(rows.decode_owned())
        .visit_location(
            F::One::LOCATION,
            |Of(format), bytes| F::One::location(format, bytes).as_ref().to_owned(),
            |Of(format), bytes| {
                black_box(F::One::location(format, bytes).as_ref());
            },
        )
        .decode_time(F::One::TIME, |Of(format), bytes| F::One::time(format, bytes))
}

/// The row of a codec that decodes, changes and encodes.
pub fn rows<F>(value: &Container) -> Rows<Of<F>>
where
    F: Encode<Container> + for<'a> Decode<'a, Container>,
    F::One: One<F>,
    F::Strings: Strings<F>,
{
    codes::<F>(value).updates()
}
