//! How rows of this workload read: the ways of codecs, the time beside the text, and walks over all
//! fields.

use std::hint::black_box;

use super::readers::{LocationAt, LocationOnly, SecondTimeOnly, SiblingsAt, Skimmed, SkimmedFooBar};
use super::sink::{BlackBox, Collect};
use super::{Bar, Container, ContainerRef, FooBar, variant};
use crate::format::{
    Counted, Decode, FlatPrefix, Format, Length, Named, Of, OwnedPrefix, Prefix, Skip, Stop, WholeBorrowed,
};
use crate::library::{Measure, Row};
use crate::workloads::format::one;
use crate::workloads::held::Held;
use crate::workloads::rows::{Codec, Rows};

const UP_TO: &str = "decodes the record up to this field";
const WHOLE: &str = "decodes the whole record";
const BORROWED: &str = "decodes the whole record, strings borrowed";
const NAMED: &str = "parses the whole record, keeps only this field";
const SKIPS: &str = "parses the whole record, skips the other fields";

one!(Container, Prefix, "decodes the whole record, the other strings as bytes", Skimmed<'a>,
    |read| read.location => &'a str);
one!(Container, OwnedPrefix, WHOLE, Container, |read| read.location => String);
one!(Container, Named, NAMED, LocationOnly<'a>, |read| read.location => &'a str);
one!(Container, Skip, SKIPS, LocationAt<'a>, |read| read.location => &'a str);
// Both fields are in or behind the list, so that stopping early saves nothing, or next to nothing.
one!(Container, Stop, WHOLE, Container, |read| read.location => String);
one!(Container, FlatPrefix, WHOLE, Container, |read| read.location => String);
one!(Container, WholeBorrowed, BORROWED, ContainerRef<'a>, |read| read.location => &'a str);

/// How a format reads the time of the second element.
pub trait Second<F> {
    const NOTE: &'static str;

    fn time(format: &mut F, bytes: &[u8]) -> i32;
}

macro_rules! second {
    ($Way:ident, $note:expr, [$($bound:tt)*] $Read:ty, |$read:ident| $time:expr) => {
        // Some of the types borrow, and some do not.
        #[allow(clippy::needless_lifetimes)]
        impl<F: $($bound)*> Second<F> for $Way
        where
            F: for<'a> Decode<'a, $Read>,
        {
            const NOTE: &'static str = $note;

            fn time<'a>(format: &mut F, bytes: &'a [u8]) -> i32 {
                let $read: $Read = format.decode(bytes);
                $time
            }
        }
    };
}
second!(Prefix, UP_TO, [Counted] (F::Length, SkimmedFooBar<'a>, Bar), |read| behind_one(read.0, read.2));
second!(OwnedPrefix, UP_TO, [Counted](F::Length, FooBar, Bar), |read| behind_one(read.0, read.2));
second!(Named, NAMED, [Format] SecondTimeOnly, |read| read.time());
second!(Skip, SKIPS, [Format] SiblingsAt, |read| read.second_time());
second!(Stop, WHOLE, [Format] Container, |read| read.list[1].sibling.time);
second!(FlatPrefix, WHOLE, [Format] Container, |read| read.list[1].sibling.time);
second!(WholeBorrowed, BORROWED, [Format] ContainerRef<'a>, |read| read.list[1].sibling.time);

/// The time of the element that stands behind the first, in a list of that length.
fn behind_one(len: impl Length, second: Bar) -> i32 {
    assert!(len.get() > 1, "the list has three elements");
    second.time
}

impl<F: Format> Rows<Container, Of<F>>
where
    Of<F>: Codec<Container, Bytes = Vec<u8>>,
    F::One: Second<F>,
{
    /// Times reading the time of the second element, as the format does that.
    pub fn reads_time(self) -> Self {
        self.decode_time(F::One::NOTE, |Of(format), bytes| F::One::time(format, bytes))
    }
}

impl<C: Codec<Container>> Rows<Container, C> {
    /// Times reading the time of the second element.
    pub fn decode_time(mut self, note: &'static str, read: impl Fn(&mut C, &C::Bytes) -> i32 + 'static) -> Self {
        let (mut codec, source) = (C::default(), self.bytes[0].clone());
        self.row.prove("decode one gives the time", read(&mut codec, &source) == self.values[0].list[1].sibling.time);
        self.row.time_noted(Measure::DecodeOne, variant::TIME, note, move || read(&mut codec, black_box(&source)));
        self
    }

    /// Times reading every field where it lies, by one walk and by the same one for proofs.
    pub fn walks(
        self,
        note: &'static str,
        visit: impl Fn(&C::Bytes, &mut BlackBox) + Copy + 'static,
        collect: impl Fn(&C::Bytes, &mut Collect),
    ) -> Self {
        self.decode_borrowed(
            note,
            move |_, bytes, value| Collect::record(|sink| collect(bytes, sink)) == *value,
            move |_, bytes| visit(bytes, &mut BlackBox),
        )
    }
}

/// Makes something a record that is held: how it is opened for a value, what it is called in the
/// expressions that follow, and how it is walked, its location read, and the time of its second
/// element.
macro_rules! held_container {
    ($Held:ty, $note:expr, |$value:ident| $open:expr, |$held:ident, $sink:ident| $walk:expr, $location:expr, $time:expr) => {
        impl $crate::workloads::held::Held<$crate::workloads::container::Container> for $Held {
            const NOTE: &'static str = $note;

            fn open($value: &$crate::workloads::container::Container) -> Self {
                $open
            }

            fn see(&self) {
                let ($held, $sink) = (self, &mut $crate::workloads::container::sink::BlackBox);
                $walk;
            }

            fn holds(&self, value: &$crate::workloads::container::Container) -> bool {
                let $held = self;
                $crate::workloads::container::sink::Collect::record(|$sink| $walk) == *value
            }

            fn text(&self) -> &str {
                let $held = self;
                $location
            }

            fn rest(row: &mut $crate::library::Row, value: &$crate::workloads::container::Container) {
                let read = |$held: &Self| $time;
                $crate::workloads::container::held_time(row, value, read);
            }
        }
    };
}
pub(crate) use held_container;

/// Calls [`Rows::walks`] with one walk, which is compiled for either sink.
macro_rules! walks {
    ($rows:expr, $note:expr, |$bytes:ident, $sink:ident| $walk:expr) => {
        $rows.walks($note, |$bytes, $sink| $walk, |$bytes, $sink| $walk)
    };
}
pub(crate) use walks;

/// Times reading the time of the second element in bytes that are held.
pub fn held_time<K: Held<Container>>(row: &mut Row, value: &Container, read: impl Fn(&K) -> i32 + 'static) {
    let kept = K::open(value);
    row.prove("the time is the original's", read(&kept) == value.list[1].sibling.time);
    row.time_noted(Measure::DecodeOne, variant::TIME, K::NOTE, move || read(black_box(&kept)));
}
