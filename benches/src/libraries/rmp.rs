//! rmp: MessagePack by hand ("by hand"), and as the trees of values of rmpv ("rmpv").
//!
//! By hand, structs are arrays without field names and the enumeration is its number; reading
//! borrows strings and allocates nothing. Arrays count elements, not bytes, so an update needs no
//! more than the walk to the field and the new bytes in its place: the bytes behind move if the
//! length differs, and this works in place too. A number tells its own width, so that a reader of
//! one field passes the others by their first bytes alone.

mod value;

use std::ops::Range;

use rmp::Marker;
use rmp::decode::{self, Bytes, RmpRead};
use rmp::encode::{self, ByteBuf};

use self::value::Values;
use crate::library::{Library, OWN_BYTES, Operation};
use crate::workloads::container::sink::Sink;
use crate::workloads::container::{Bar, Container, FRUITS, FooBar, FooBarRef, Fruit, walks};
use crate::workloads::fields::{Fields, FieldsRef, NUMBERS, position, with_fields, with_numbers};
use crate::workloads::record::Subject;
use crate::workloads::rows::{Codec, Rows};
use crate::workloads::trees;

const TAKES_ALL: &str = "a vector takes all bytes";

/// What a fresh output vector starts with: the encoder would grow it, by doubling, from nothing.
const CAPACITY: usize = 256;

pub const LIBRARY: Library = Library {
    name: "rmp",
    container: Ok(|value| {
        let by_hand = walks!(rows(value), "", |bytes, sink| walk(bytes, sink).expect(OWN_BYTES))
            .decode_time("walks the record up to the field", |_, bytes| second_time(bytes).expect(OWN_BYTES));
        vec![by_hand.finish().by_hand(splices), trees::container::<Values>(value)]
    }),
    fields: Ok(|value| {
        let by_hand = rows(value)
            .reads_all("", |_, bytes| read(bytes).expect(OWN_BYTES))
            .sets_any(IN_PLACE, |bytes, index, number| set_any(bytes, index, number).expect(OWN_BYTES));
        vec![by_hand.finish().by_hand(splices), trees::fields::<Values>(value)]
    }),
    oplog: Err("MessagePack's row of this log is rmp-serde's: none by hand, none of trees"),
};

/// A value as this format writes and reads it.
trait Field<'a>: Sized {
    fn write(&self, out: &mut ByteBuf) -> Option<()>;
    fn read(input: &mut Bytes<'a>) -> Option<Self>;
}

macro_rules! numbers {
    ($write:ident, $read:ident: $($Number:ty),*) => {
        $(impl Field<'_> for $Number {
            fn write(&self, out: &mut ByteBuf) -> Option<()> {
                encode::$write(out, (*self).into()).ok().map(drop)
            }

            fn read(input: &mut Bytes) -> Option<Self> {
                decode::$read(input).ok()
            }
        })*
    };
}
numbers!(write_uint, read_int: u8, u16, u32, u64);
numbers!(write_sint, read_int: i8, i16, i32, i64);
numbers!(write_f32, read_f32: f32);
numbers!(write_f64, read_f64: f64);
numbers!(write_bool, read_bool: bool);

impl<'a> Field<'a> for &'a str {
    fn write(&self, out: &mut ByteBuf) -> Option<()> {
        encode::write_str(out, self).ok()
    }

    fn read(input: &mut Bytes<'a>) -> Option<Self> {
        let (text, rest) = decode::read_str_from_slice(input.remaining_slice()).ok()?;
        *input = Bytes::new(rest);
        Some(text)
    }
}

impl<'a> Field<'a> for String {
    fn write(&self, out: &mut ByteBuf) -> Option<()> {
        self.as_str().write(out)
    }

    fn read(input: &mut Bytes<'a>) -> Option<Self> {
        <&str>::read(input).map(str::to_owned)
    }
}

impl<'a> Field<'a> for Fruit {
    fn write(&self, out: &mut ByteBuf) -> Option<()> {
        (*self as u8).write(out)
    }

    fn read(input: &mut Bytes<'a>) -> Option<Self> {
        FRUITS.get(usize::from(u8::read(input)?)).map(|(fruit, _)| *fruit)
    }
}

impl<'a, T: Field<'a>> Field<'a> for Vec<T> {
    fn write(&self, out: &mut ByteBuf) -> Option<()> {
        encode::write_array_len(out, self.len().try_into().ok()?).ok()?;
        self.iter().try_for_each(|element| element.write(out))
    }

    fn read(input: &mut Bytes<'a>) -> Option<Self> {
        let len = decode::read_array_len(input).ok()?;
        // An element takes at least a byte: a length that lies reserves no more than the input's
        // own length.
        let mut list = Self::with_capacity((len as usize).min(input.remaining_slice().len()));
        for _ in 0..len {
            list.push(T::read(input)?);
        }
        Some(list)
    }
}

/// A record is an array of its fields.
macro_rules! record {
    (($Record:ty, $count:expr) $($field:ident: $Type:tt,)*) => {
        impl<'a> Field<'a> for $Record {
            fn write(&self, out: &mut ByteBuf) -> Option<()> {
                encode::write_array_len(out, $count).ok()?;
                $(self.$field.write(out)?;)*
                Some(())
            }

            fn read(input: &mut Bytes<'a>) -> Option<Self> {
                enter(input, $count)?;
                Some(Self { $($field: Field::read(input)?,)* })
            }
        }
    };
}
record!((Container, 4) list: [Vec<FooBar>], initialized: [bool], fruit: [Fruit], location: [String],);
record!((FooBar, 4) sibling: [Bar], name: [String], rating: [f64], postfix: [u8],);
record!((FooBarRef<'a>, 4) sibling: [Bar], name: [&'a str], rating: [f64], postfix: [u8],);
record!((Bar, 3) time: [i32], ratio: [f32], size: [u16],);
with_fields!(record!(Fields, COUNT), strings: [String]);
with_fields!(record!(FieldsRef<'a>, COUNT), strings: [&'a str]);

const COUNT: u32 = position::COUNT as u32;

/// Reads the head of an array that must have `fields` elements.
fn enter(input: &mut Bytes, fields: u32) -> Option<()> {
    (decode::read_array_len(input).ok()? == fields).then_some(())
}

/// A record with what is read and changed in it.
trait Written: Subject + for<'a> Field<'a> {
    /// The note on reading the text.
    const TEXT: &'static str;

    fn text_in(bytes: &[u8]) -> Option<&str>;
    /// Where the text lies that is changed, and where the number does.
    fn text_at(bytes: &[u8]) -> Option<Range<usize>>;
    fn number_at(bytes: &[u8]) -> Option<Range<usize>>;
    fn write_number(out: &mut &mut [u8], number: Self::Number) -> Option<()>;
}

impl Written for Container {
    const TEXT: &'static str = "walks the record, leaves the other strings unread";

    #[inline(never)]
    fn text_in(bytes: &[u8]) -> Option<&str> {
        let mut input = Bytes::new(bytes);
        for _ in 0..enter_list(&mut input)? {
            skip_element(&mut input)?;
        }
        skip(&mut input)?;
        skip(&mut input)?;
        Field::read(&mut input)
    }

    fn text_at(bytes: &[u8]) -> Option<Range<usize>> {
        let mut input = first_element(bytes)?;
        Bar::read(&mut input)?;
        place(bytes, input)
    }

    fn number_at(bytes: &[u8]) -> Option<Range<usize>> {
        let mut input = first_element(bytes)?;
        enter(&mut input, 3)?;
        place(bytes, input)
    }

    fn write_number(out: &mut &mut [u8], time: i32) -> Option<()> {
        encode::write_sint(out, time.into()).ok().map(drop)
    }
}

impl Written for Fields {
    const TEXT: &'static str = "walks the record up to the field, leaves the others unread";

    #[inline(never)]
    fn text_in(bytes: &[u8]) -> Option<&str> {
        Field::read(&mut field(bytes, position::THIRD_STRING)?)
    }

    fn text_at(bytes: &[u8]) -> Option<Range<usize>> {
        place(bytes, field(bytes, position::SECOND_STRING)?)
    }

    fn number_at(bytes: &[u8]) -> Option<Range<usize>> {
        place(bytes, field(bytes, position::SECOND_NUMBER)?)
    }

    fn write_number(out: &mut &mut [u8], number: u64) -> Option<()> {
        encode::write_uint(out, number).ok().map(drop)
    }
}

#[derive(Default)]
struct ByHand;

impl<S: Written> Codec<S> for ByHand {
    type Owned = S;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "into a ByteBuf of capacity 256 from the start";
    const TEXT: &'static str = S::TEXT;

    fn encode(&mut self, value: &S) -> Vec<u8> {
        let mut out = ByteBuf::with_capacity(CAPACITY);
        write(&mut out, value);
        out.into_vec()
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> S {
        decode(bytes).expect(OWN_BYTES)
    }

    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(S::text_in(bytes).expect(OWN_BYTES))
    }
}

const IN_CLONE: &str = "new bytes in the place of the old ones, in the clone";
const IN_PLACE: &str = "new bytes in the place of the old ones";

/// Whether the operation puts bytes between others, at a place that its code was written for.
fn splices(operation: &Operation) -> bool {
    [IN_CLONE, IN_PLACE].contains(&operation.note)
}

fn rows<S: Written>(value: &S) -> Rows<S, ByHand> {
    Rows::<S, ByHand>::new("rmp", ("rmp", "0.8."), "by hand", value)
        .encode_reused(
            "into a ByteBuf",
            |_| ByteBuf::new(),
            |buffer, value| {
                buffer.as_mut_vec().clear();
                write(buffer, value);
                buffer.as_slice()
            },
        )
        .sets_text([IN_CLONE, IN_PLACE], |bytes, text| set_text::<S>(bytes, text).expect(OWN_BYTES))
        .sets_number([IN_CLONE, IN_PLACE], |bytes, number| set_number::<S>(bytes, number).expect(OWN_BYTES))
}

// Each use of the library stands in one function that is never inlined: with a single place of use
// the optimiser inlines the library's own functions there, as it would in a program with one reader
// and one writer.

#[inline(never)]
fn write<S: Written>(out: &mut ByteBuf, value: &S) {
    value.write(out).expect(TAKES_ALL);
}

#[inline(never)]
fn decode<S: Written>(bytes: &[u8]) -> Option<S> {
    S::read(&mut Bytes::new(bytes))
}

#[inline(never)]
fn read(bytes: &[u8]) -> Option<FieldsRef<'_>> {
    FieldsRef::read(&mut Bytes::new(bytes))
}

#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) -> Option<()> {
    let mut input = Bytes::new(bytes);
    for _ in 0..enter_list(&mut input)? {
        sink.element(FooBarRef::read(&mut input)?);
    }
    sink.flags(bool::read(&mut input)?, Fruit::read(&mut input)?);
    sink.location(Field::read(&mut input)?);
    Some(())
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> Option<i32> {
    let mut input = Bytes::new(bytes);
    if enter_list(&mut input)? < 2 {
        return None;
    }
    skip_element(&mut input)?;
    enter(&mut input, 4)?;
    Some(Bar::read(&mut input)?.time)
}

#[inline(never)]
fn set_text<S: Written>(bytes: &mut Vec<u8>, text: &str) -> Option<()> {
    let place = S::text_at(bytes)?;
    replace_text(bytes, place, text)
}

#[inline(never)]
fn set_number<S: Written>(bytes: &mut Vec<u8>, number: S::Number) -> Option<()> {
    let place = S::number_at(bytes)?;
    replace(bytes, place, |out| S::write_number(out, number), &[])
}

#[inline(never)]
fn set_any(bytes: &mut Vec<u8>, index: usize, number: u32) -> Option<()> {
    macro_rules! positions {
        (() $($at:literal $position:literal $field:ident $set:ident: $Type:ty,)*) => {
            [$($position),*]
        };
    }
    const POSITIONS: [usize; NUMBERS] = with_numbers!(positions!());
    let place = place(bytes, field(bytes, *POSITIONS.get(index)?)?)?;
    replace(bytes, place, |out| encode::write_uint(out, number.into()).ok().map(drop), &[])
}

/// Reads the heads of the container and of its list; gives the length of the list.
fn enter_list(input: &mut Bytes) -> Option<u32> {
    enter(input, 4)?;
    decode::read_array_len(input).ok()
}

fn skip_element(input: &mut Bytes) -> Option<()> {
    enter(input, 4)?;
    Bar::read(input)?;
    (0..3).try_for_each(|_| skip(input))
}

/// The input behind the head of the first element.
fn first_element(bytes: &[u8]) -> Option<Bytes<'_>> {
    let mut input = Bytes::new(bytes);
    if enter_list(&mut input)? < 1 {
        return None;
    }
    enter(&mut input, 4)?;
    Some(input)
}

/// The input of the fields from one of them on.
fn field(bytes: &[u8], position: usize) -> Option<Bytes<'_>> {
    let mut input = Bytes::new(bytes);
    enter(&mut input, COUNT)?;
    for _ in 0..position {
        skip(&mut input)?;
    }
    Some(input)
}

/// Where the field lies with which the input starts.
fn place(bytes: &[u8], mut input: Bytes<'_>) -> Option<Range<usize>> {
    let start = bytes.len() - input.remaining_slice().len();
    skip(&mut input)?;
    Some(start..bytes.len() - input.remaining_slice().len())
}

/// Passes a number or a string, whose text nobody checks.
fn skip(input: &mut Bytes) -> Option<()> {
    let marker = decode::read_marker(input).ok()?;
    skip_behind(input, marker)
}

/// Passes what stands behind the first byte of a value that is no list of others.
#[inline]
pub fn skip_behind(input: &mut Bytes, marker: Marker) -> Option<()> {
    let len = match marker {
        Marker::FixPos(_) | Marker::FixNeg(_) | Marker::False | Marker::True | Marker::Null => 0,
        Marker::U8 | Marker::I8 => 1,
        Marker::U16 | Marker::I16 => 2,
        Marker::U32 | Marker::I32 | Marker::F32 => 4,
        Marker::U64 | Marker::I64 | Marker::F64 => 8,
        Marker::FixStr(len) => len.into(),
        Marker::Str8 => input.read_data_u8().ok()?.into(),
        Marker::Str16 => input.read_data_u16().ok()?.into(),
        Marker::Str32 => input.read_data_u32().ok()? as usize,
        _ => return None,
    };
    *input = Bytes::new(input.remaining_slice().get(len..)?);
    Some(())
}

/// Puts a text in the place of `old`.
pub fn replace_text(bytes: &mut Vec<u8>, old: Range<usize>, text: &str) -> Option<()> {
    let head = |out: &mut &mut [u8]| encode::write_str_len(out, text.len().try_into().ok()?).ok().map(drop);
    replace(bytes, old, head, text.as_bytes())
}

/// Puts what `head` writes, a number or the start of a string, and `body` in the place of `old`.
fn replace(
    bytes: &mut Vec<u8>,
    old: Range<usize>,
    head: impl FnOnce(&mut &mut [u8]) -> Option<()>,
    body: &[u8],
) -> Option<()> {
    // The longest number has nine bytes, the longest start of a string five.
    let mut room = [0; 9];
    let mut rest = room.as_mut_slice();
    head(&mut rest)?;
    let used = 9 - rest.len();
    splice(bytes, old, &room[..used], body);
    Some(())
}

/// Puts `head` and `body` in the place of `old`.
fn splice(bytes: &mut Vec<u8>, old: Range<usize>, head: &[u8], body: &[u8]) {
    let middle = old.start + head.len();
    let end = middle + body.len();
    let len = bytes.len();
    if end > old.end {
        bytes.resize(len + (end - old.end), 0);
        bytes.copy_within(old.end..len, end);
    } else if end < old.end {
        bytes.copy_within(old.end.., end);
        bytes.truncate(len - (old.end - end));
    }
    bytes[old.start..middle].copy_from_slice(head);
    bytes[middle..end].copy_from_slice(body);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hand_writes_what_serde_does() {
        let value = Fields::new();
        assert_eq!(ByHand.encode(&value), rmp_serde::to_vec(&value).expect("serde knows the lengths of the value"));
    }
}
