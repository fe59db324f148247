//! Workload B, by hand: one array of all fields.
//!
//! A number tells its own width, so that a reader of one field passes the others by their first bytes alone.

use std::ops::Range;

use rmp::Marker;
use rmp::decode::{self, Bytes, RmpRead};
use rmp::encode::{self, ByteBuf};

use super::{CAPACITY, OWN_BYTES, enter, read_str, replace, write_head};
use crate::library::Row;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{Fields, FieldsRef, NUMBERS, position, with_fields, with_numbers};

/// A field as this format writes and reads it.
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
        read_str(input)
    }
}

impl Field<'_> for String {
    fn write(&self, out: &mut ByteBuf) -> Option<()> {
        encode::write_str(out, self).ok()
    }

    fn read(input: &mut Bytes) -> Option<Self> {
        read_str(input).map(str::to_owned)
    }
}

macro_rules! write_all {
    (($out:expr, $value:expr) $($field:ident: $Type:tt,)*) => {{
        $($value.$field.write($out)?;)*
    }};
}

macro_rules! read_all {
    (($Record:ident, $input:expr) $($field:ident: $Type:tt,)*) => {
        $Record { $($field: Field::read($input)?,)* }
    };
}

struct ByHand;

impl Codec for ByHand {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "into a ByteBuf of capacity 256 from the start";

    fn encode(value: &Fields) -> Vec<u8> {
        let mut out = ByteBuf::with_capacity(CAPACITY);
        write(&mut out, value).expect("a vector takes all bytes");
        out.into_vec()
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        read(bytes).expect(OWN_BYTES)
    }
}

impl Borrow for ByHand {
    type Ref<'a> = FieldsRef<'a>;

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        read_ref(bytes).expect(OWN_BYTES)
    }
}

#[inline(never)]
fn write(out: &mut ByteBuf, value: &Fields) -> Option<()> {
    encode::write_array_len(out, COUNT).ok()?;
    with_fields!(write_all!(out, value), strings: [String]);
    Some(())
}

#[inline(never)]
fn read(bytes: &[u8]) -> Option<Fields> {
    let input = &mut Bytes::new(bytes);
    enter(input, COUNT)?;
    Some(with_fields!(read_all!(Fields, input), strings: [String]))
}

#[inline(never)]
fn read_ref(bytes: &[u8]) -> Option<FieldsRef<'_>> {
    let input = &mut Bytes::new(bytes);
    enter(input, COUNT)?;
    Some(with_fields!(read_all!(FieldsRef, input), strings: [&str]))
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> Option<&str> {
    read_str(&mut field(bytes, position::THIRD_STRING)?)
}

#[inline(never)]
fn set_number(bytes: &mut Vec<u8>, number: u64) -> Option<()> {
    let place = place(bytes, position::SECOND_NUMBER)?;
    replace(bytes, place, |out| encode::write_uint(out, number).ok().map(drop), &[])
}

#[inline(never)]
fn set_any(bytes: &mut Vec<u8>, index: usize, number: u32) -> Option<()> {
    macro_rules! positions {
        (() $($at:literal $position:literal $field:ident $set:ident: $Type:ty,)*) => {
            [$($position),*]
        };
    }
    const POSITIONS: [usize; NUMBERS] = with_numbers!(positions!());
    let place = place(bytes, *POSITIONS.get(index)?)?;
    replace(bytes, place, |out| encode::write_uint(out, number.into()).ok().map(drop), &[])
}

#[inline(never)]
fn set_string(bytes: &mut Vec<u8>, text: &str) -> Option<()> {
    let place = place(bytes, position::SECOND_STRING)?;
    replace(bytes, place, |out| write_head(out, text), text.as_bytes())
}

const COUNT: u32 = position::COUNT as u32;

/// Where a field lies.
fn place(bytes: &[u8], position: usize) -> Option<Range<usize>> {
    let mut input = field(bytes, position)?;
    let start = bytes.len() - input.remaining_slice().len();
    skip(&mut input)?;
    Some(start..bytes.len() - input.remaining_slice().len())
}

/// The input from a field on.
fn field(bytes: &[u8], position: usize) -> Option<Bytes<'_>> {
    let mut input = Bytes::new(bytes);
    enter(&mut input, COUNT)?;
    for _ in 0..position {
        skip(&mut input)?;
    }
    Some(input)
}

/// Passes a number or a string, which is all that the record holds.
fn skip(input: &mut Bytes) -> Option<()> {
    let len = match decode::read_marker(input).ok()? {
        Marker::FixPos(_) | Marker::FixNeg(_) | Marker::False | Marker::True => 0,
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

pub(super) fn row(value: &Fields) -> Row {
    let mut row = Row::new("rmp", "rmp", "0.8.", "by hand", ByHand::encode(value));
    rows::encodes::<ByHand>(&mut row, value);
    rows::encode_reused::<ByHand, _>(&mut row, value, "into a ByteBuf", ByteBuf::new(), |buffer, value| {
        buffer.as_mut_vec().clear();
        write(buffer, value).expect("a vector takes all bytes");
        buffer.as_slice()
    });
    rows::decodes::<ByHand>(&mut row, value);
    rows::decodes_borrowed::<ByHand>(&mut row, value);
    let note = "walks the record up to the field, leaves the others unread";
    rows::decode_one::<ByHand>(&mut row, value, note, |bytes| third_string(bytes).expect(OWN_BYTES));

    let note = "new bytes in the place of the old ones, in the clone";
    rows::update_number::<ByHand>(&mut row, note, |bytes, number| {
        let mut bytes = bytes.clone();
        set_number(&mut bytes, number).expect(OWN_BYTES);
        bytes
    });
    rows::update_string::<ByHand>(&mut row, note, |bytes, text| {
        let mut bytes = bytes.clone();
        set_string(&mut bytes, text).expect(OWN_BYTES);
        bytes
    });
    let note = "new bytes in the place of the old ones";
    rows::update_number_in_place::<ByHand>(&mut row, note, |bytes, number| {
        set_number(bytes, number).expect(OWN_BYTES);
    });
    rows::update_any_in_place::<ByHand>(&mut row, note, |bytes, index, number| {
        set_any(bytes, index, number).expect(OWN_BYTES);
    });
    rows::update_string_in_place::<ByHand>(&mut row, note, |bytes, text| set_string(bytes, text).expect(OWN_BYTES));
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hand_writes_what_serde_does() {
        let value = Fields::new();
        assert_eq!(ByHand::encode(&value), rmp_serde::to_vec(&value).expect("serde knows the lengths of the value"));
    }
}
