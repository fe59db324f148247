//! The rows of a [`Format`](crate::format::Format): everything that a codec does with the record.

use std::hint::black_box;

use super::change::Change;
use super::readers::{Skimmed, SkimmedOwned, ThirdAndStop, ThirdAt, ThirdString};
use super::rows::{self, Borrow, Codec, Update};
use super::{Fields, FieldsRef};
use crate::format::{
    Borrowed, Decode, Encode, FlatPrefix, Named, Of, Owned, OwnedPrefix, Prefix, Skip, Stop, WholeBorrowed, room,
};
use crate::library::Row;

/// How a format reads one field.
pub trait One<F> {
    /// The note on the figure.
    const NOTE: &'static str;
    type Text<'a>: AsRef<str>;

    fn third_string<'a>(format: &mut F, bytes: &'a [u8]) -> Self::Text<'a>;
}

macro_rules! one {
    ($Way:ident, $note:expr, $Read:ty, |$read:ident| $text:expr => $Text:ty) => {
        // Some of the types borrow, and some do not.
        #[allow(clippy::needless_lifetimes)]
        impl<F> One<F> for $Way
        where
            F: for<'a> Decode<'a, $Read>,
        {
            const NOTE: &'static str = $note;
            type Text<'a> = $Text;

            fn third_string<'a>(format: &mut F, bytes: &'a [u8]) -> $Text {
                let $read: $Read = format.decode(bytes);
                $text
            }
        }
    };
}
one!(Prefix, "decodes the record up to this field, the other strings as bytes", Skimmed<'a>,
    |read| read.third_field_of_type_string => &'a str);
one!(OwnedPrefix, "decodes the record up to this field, the other strings as bytes, which are copied", SkimmedOwned,
    |read| read.third_field_of_type_string => String);
one!(FlatPrefix, "decodes the record up to this field, passes the other strings", SkimmedOwned,
    |read| read.third_field_of_type_string => String);
one!(Named, "parses the whole record, keeps only this field", ThirdString<'a>,
    |read| read.third_field_of_type_string => &'a str);
one!(Skip, "parses the whole record, skips the other fields", ThirdAt<'a>, |read| read.0 => &'a str);
one!(Stop, "reads the names up to this one, skips the other fields", ThirdAndStop, |read| read.0 => String);
one!(WholeBorrowed, "decodes the whole record, strings borrowed", FieldsRef<'a>,
    |read| read.third_field_of_type_string => &'a str);

/// What a format does if it can borrow strings, or cannot.
pub trait Strings<F>: Sized {
    /// The note on updates.
    const UPDATE: &'static str;

    /// Adds decoding with strings borrowed, if that can be.
    fn decode_borrowed(row: &mut Row, value: &Fields);
    fn update(format: &mut F, bytes: &[u8], change: impl Change) -> Vec<u8>;
}

impl<F> Strings<F> for Borrowed
where
    F: Encode<Fields> + for<'a> Decode<'a, Fields>,
    F: for<'a> Encode<FieldsRef<'a>> + for<'a> Decode<'a, FieldsRef<'a>>,
{
    const UPDATE: &'static str = "decode + encode, strings borrowed";

    fn decode_borrowed(row: &mut Row, value: &Fields) {
        rows::decodes_borrowed_by::<Of<F>, _>(row, value, borrow::<F>);
    }

    fn update(format: &mut F, bytes: &[u8], change: impl Change) -> Vec<u8> {
        let mut record: FieldsRef<'_> = format.decode(bytes);
        change.apply(&mut record);
        // The old length tells how much room the new bytes need, with some to grow.
        format.encode_with_room(&record, 2 * bytes.len())
    }
}

/// A format that reads every field, strings borrowed.
fn borrow<F: for<'a> Decode<'a, FieldsRef<'a>>>() -> impl for<'a> FnMut(&'a Vec<u8>) -> FieldsRef<'a> + 'static {
    let mut format = F::default();
    move |bytes| format.decode(bytes)
}

impl<F> Strings<F> for Owned
where
    F: Encode<Fields> + for<'a> Decode<'a, Fields>,
{
    const UPDATE: &'static str = "decode + encode";

    fn decode_borrowed(_: &mut Row, _: &Fields) {}

    fn update(format: &mut F, bytes: &[u8], change: impl Change) -> Vec<u8> {
        let mut record: Fields = format.decode(bytes);
        change.apply(&mut record);
        format.encode_with_room(&record, 2 * bytes.len())
    }
}

impl<F> Codec for Of<F>
where
    F: Encode<Fields> + for<'a> Decode<'a, Fields>,
{
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = F::ENCODE;
    const DECODE: &'static str = F::DECODE;

    fn encode(value: &Fields) -> Vec<u8> {
        F::default().encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        F::default().decode(bytes)
    }
}

impl<F> Borrow for Of<F>
where
    Self: Codec<Bytes = Vec<u8>>,
    F: for<'a> Decode<'a, FieldsRef<'a>>,
{
    type Ref<'a> = FieldsRef<'a>;

    const BORROW: &'static str = F::BORROW;

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        F::default().decode(bytes)
    }
}

impl<F> Update for Of<F>
where
    F: Encode<Fields> + for<'a> Decode<'a, Fields>,
    F::Strings: Strings<F>,
{
    type Kept = F;

    const UPDATE: &'static str = F::Strings::UPDATE;

    fn update(format: &mut F, bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        F::Strings::update(format, bytes, change)
    }
}

/// A row with all but the updates.
pub fn codes<F>(value: &Fields) -> Row
where
    F: Encode<Fields> + for<'a> Decode<'a, Fields>,
    F::One: One<F>,
    F::Strings: Strings<F>,
{
    let encoded = F::default().encode(value);
    let mut row = Row::new(F::LIBRARY, F::PACKAGE.0, F::PACKAGE.1, F::MODE, encoded);
    rows::encodes::<Of<F>>(&mut row, value);
    if F::REUSES {
        let kept = (F::default(), room::<F>(row.encoded.len()));
        rows::encode_reused::<Of<F>, _>(&mut row, value, F::REUSE, kept, |(format, buffer), value| {
            format.encode_into(value, buffer)
        });
    }
    rows::decodes_by::<Of<F>, _>(&mut row, value, || {
        let mut format = F::default();
        move |bytes: &Vec<u8>| format.decode(bytes)
    });
    F::Strings::decode_borrowed(&mut row, value);
    rows::decode_one_by::<Of<F>, _>(
        &mut row,
        value,
        F::One::NOTE,
        |bytes| F::One::third_string(&mut F::default(), bytes).as_ref().to_owned(),
        || {
            let mut format = F::default();
            move |bytes: &Vec<u8>| {
                black_box(F::One::third_string(&mut format, bytes).as_ref());
            }
        },
    );
    row
}

/// The row of a codec that decodes, changes and encodes.
pub fn row<F>(value: &Fields) -> Row
where
    F: Encode<Fields> + for<'a> Decode<'a, Fields>,
    F::One: One<F>,
    F::Strings: Strings<F>,
{
    let mut row = codes::<F>(value);
    rows::updates::<Of<F>>(&mut row);
    row
}
