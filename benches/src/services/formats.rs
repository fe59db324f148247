//! The rows of a [`Format`]: everything that a codec does with each kind.

use std::hint::black_box;
use std::marker::PhantomData;

use super::kind::{Change, Kind};
use super::log::AccessLog;
use super::mesh::Surface;
use super::rows::{Codec, Rows, Updates};
use super::saves::Saves;
use super::tick::Tick;
use crate::format::{Borrowed, Decode, Encode, Format, Of, Owned, room};
use crate::library::Row;

/// How a format reads one field of a kind.
pub trait One<K: Kind, F> {
    /// The note on the figure.
    const NOTE: &'static str;

    fn one<T>(format: &mut F, bytes: &[u8], take: impl FnOnce(&K::Found) -> T) -> T;
}

/// What a format does if it can borrow texts, or cannot.
pub trait Strings<K: Kind, F: Format>: Sized + 'static {
    /// The notes on updates and on a push.
    const UPDATE: &'static str;
    const PUSH: &'static str;

    /// Adds decoding with texts borrowed, if that can be.
    fn decode_borrowed(rows: Rows<'_, K, Of<F>>) -> Rows<'_, K, Of<F>>
    where
        Of<F>: Codec<K, Bytes = Vec<u8>>;
    fn update(format: &mut F, bytes: &[u8], change: impl Change<K>) -> Vec<u8>;
}

impl<K: Kind, F> Strings<K, F> for Borrowed
where
    F: for<'a> Encode<K::Lent<'a>> + for<'a> Decode<'a, K::Lent<'a>>,
{
    const UPDATE: &'static str =
        if K::NAMES.text.is_some() { "decode + encode, strings borrowed" } else { "decode + encode" };
    const PUSH: &'static str = PUSH;

    fn decode_borrowed(rows: Rows<'_, K, Of<F>>) -> Rows<'_, K, Of<F>>
    where
        Of<F>: Codec<K, Bytes = Vec<u8>>,
    {
        if K::NAMES.text.is_none() {
            return rows;
        }
        rows.decode_borrowed(
            F::BORROW,
            |Of(format), bytes| {
                let value: K::Lent<'_> = format.decode(bytes);
                format.encode(&value) == *bytes
            },
            |Of(format), bytes| {
                let value: K::Lent<'_> = format.decode(bytes);
                black_box(&value);
            },
        )
    }

    fn update(format: &mut F, bytes: &[u8], change: impl Change<K>) -> Vec<u8> {
        let mut value: K::Lent<'_> = format.decode(bytes);
        change.apply(&mut value);
        // The old length tells how much room the new bytes need, with some to grow.
        format.encode_with_room(&value, grown(bytes))
    }
}

impl<K: Kind, F> Strings<K, F> for Owned
where
    F: Encode<K> + for<'a> Decode<'a, K>,
{
    const UPDATE: &'static str = "decode + encode";
    const PUSH: &'static str = PUSH;

    fn decode_borrowed(rows: Rows<'_, K, Of<F>>) -> Rows<'_, K, Of<F>>
    where
        Of<F>: Codec<K, Bytes = Vec<u8>>,
    {
        rows
    }

    fn update(format: &mut F, bytes: &[u8], change: impl Change<K>) -> Vec<u8> {
        let mut value: K = format.decode(bytes);
        change.apply(&mut value);
        format.encode_with_room(&value, grown(bytes))
    }
}

pub const PUSH: &str = "decode + push + encode, onto a list of half this length: the mean";

/// Room for these bytes with a longer text, or with one element more.
pub fn grown(bytes: &[u8]) -> usize {
    bytes.len() + bytes.len() / 16 + 1024
}

impl<K: Kind, F> Codec<K> for Of<F>
where
    F: Encode<K> + for<'a> Decode<'a, K>,
    F::One: One<K, F>,
{
    type Ready = K;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str =
        if F::CAPACITY == 0 { F::ENCODE } else { "into a vector with room for the value from the start" };
    const DECODE: &'static str = F::DECODE;
    const ONE: &'static str = F::One::NOTE;

    fn ready(value: &K) -> K {
        value.clone()
    }

    fn original(ready: K) -> K {
        ready
    }

    fn encode(&mut self, value: &K) -> Vec<u8> {
        if F::CAPACITY == 0 { self.0.encode(value) } else { self.0.encode_with_room(value, K::ROOM) }
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> K {
        self.0.decode(bytes)
    }

    fn one<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&K::Found) -> T) -> T {
        F::One::one(&mut self.0, bytes, take)
    }
}

/// The updates of a format's strings.
pub struct Anew<F>(PhantomData<F>);

impl<F> Clone for Anew<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Anew<F> {}

impl<K: Kind, F> Updates<K, Of<F>> for Anew<F>
where
    Of<F>: Codec<K, Bytes = Vec<u8>>,
    F: Format,
    F::Strings: Strings<K, F>,
{
    fn update(self, Of(format): &mut Of<F>, bytes: &Vec<u8>, change: impl Change<K>) -> Vec<u8> {
        F::Strings::update(format, bytes, change)
    }
}

/// A format that works for a kind.
pub trait Works<K: Kind>: Format {
    /// Everything but the updates.
    fn codes(row: &mut Row) -> Rows<'_, K, Of<Self>>
    where
        Of<Self>: Codec<K, Bytes = Vec<u8>>;
    /// Everything.
    fn add(row: &mut Row);
}

impl<K: Kind, F> Works<K> for F
where
    F: Encode<K> + for<'a> Decode<'a, K>,
    F::One: One<K, F>,
    F::Strings: Strings<K, F>,
{
    fn codes(row: &mut Row) -> Rows<'_, K, Of<F>> {
        let rows = F::Strings::decode_borrowed(Rows::new(row));
        if !F::REUSES {
            return rows;
        }
        let make = |len| (F::default(), room::<F>(len));
        rows.encode_reused(F::REUSE, make, |(format, buffer), value| format.encode_into(value, buffer))
    }

    fn add(row: &mut Row) {
        let (update, push) = (F::Strings::UPDATE, F::Strings::PUSH);
        <F as Works<K>>::codes(row).updates(update, push, Anew::<F>(PhantomData));
    }
}

/// An empty row of a format.
pub fn new<F: Format>() -> Row {
    Row::new(F::LIBRARY, F::PACKAGE.0, F::PACKAGE.1, F::MODE, Vec::new())
}

/// The row of a format that decodes, changes and encodes all kinds.
pub fn row<F>() -> Row
where
    F: Works<AccessLog> + Works<Saves> + Works<Tick> + Works<Surface> + Encode<Surface> + for<'a> Decode<'a, Surface>,
    F::One: One<Surface, F>,
{
    let mut row = new::<F>();
    <F as Works<AccessLog>>::add(&mut row);
    <F as Works<Saves>>::add(&mut row);
    <F as Works<Tick>>::add(&mut row);
    <F as Works<Surface>>::add(&mut row);
    sums::<F>(&mut row);
    row
}

/// The sum over a mesh that is decoded.
pub fn sums<F>(row: &mut Row)
where
    Of<F>: Codec<Surface, Ready = Surface, Bytes = Vec<u8>>,
{
    Rows::<Surface, Of<F>>::of(row).sums("decode + sum", |codec, bytes| codec.decode(bytes).sum());
}
