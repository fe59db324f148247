//! rmp: MessagePack by hand ("by hand"), and as the trees of values of rmpv ("rmpv").
//!
//! By hand, structs are arrays without field names and the enumeration is its number; reading borrows strings and
//! allocates nothing. Arrays count elements, not bytes, so an update needs no more than the walk to the field and the
//! new bytes in its place: the bytes behind move if the length differs, and this works in place too.

mod fields;
mod value;

use std::hint::black_box;
use std::ops::Range;

use rmp::decode::{self, Bytes};
use rmp::encode::{self, ByteBuf};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows};
use crate::workloads::container::{Bar, Container, FooBar, FooBarRef, Fruit, Name, Time};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Rmp;

const OWN_BYTES: &str = "bytes of this library";

/// What a fresh output vector starts with: the encoder would grow it, by doubling, from nothing.
const CAPACITY: usize = 256;

/// Fields of the record, of an element, and of its sibling.
const FIELDS: [u32; 3] = [4, 4, 3];

impl Library for Rmp {
    fn name(&self) -> &'static str {
        "rmp"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        Ok(vec![by_hand(value), value::row(value)])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value), value::fields::row(value)])
    }

    fn oplog(&self, _value: &Oplog) -> Result<Vec<Row>, String> {
        Err("MessagePack's row of this log is rmp-serde's: none by hand, none of trees".to_owned())
    }
}

#[derive(Default)]
struct ByHand;

impl Codec for ByHand {
    type Owned = Container;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "into a ByteBuf of capacity 256 from the start";

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes).expect(OWN_BYTES)
    }
}

fn by_hand(value: &Container) -> Row {
    let in_clone = "new bytes in the place of the old ones, in the clone";
    let in_place = "new bytes in the place of the old ones";
    let set_name = |bytes: &mut Vec<u8>, Name(name)| rename(bytes, name).expect(OWN_BYTES);
    let set_time = |bytes: &mut Vec<u8>, Time(time)| retime(bytes, time).expect(OWN_BYTES);
    let renamed = move |_: &mut ByHand, bytes: &Vec<u8>, name| {
        let mut bytes = bytes.clone();
        set_name(&mut bytes, name);
        bytes
    };
    Rows::<ByHand>::new("rmp", ("rmp", "0.8."), "by hand", value)
        .encode_reused(
            "into a ByteBuf",
            |_| ByteBuf::new(),
            |buffer, value| {
                buffer.as_mut_vec().clear();
                write(buffer, value);
                buffer.as_slice()
            },
        )
        .decode_owned()
        .decode_borrowed(
            "",
            |_, bytes| {
                let mut list = Vec::new();
                let rest = read_all(bytes, |element| list.push(element.to_owned()));
                let (initialized, fruit, location) = rest.expect(OWN_BYTES);
                encode(&Container { list, initialized, fruit, location: location.to_owned() })
            },
            |_, bytes| {
                let rest = read_all(bytes, |element| {
                    black_box(element);
                });
                black_box(rest.expect(OWN_BYTES));
            },
        )
        .decode_location("walks the record, leaves the other strings unread", |_, bytes| {
            location(bytes).expect(OWN_BYTES)
        })
        .decode_time("walks the record up to the field", |_, bytes| second_time(bytes).expect(OWN_BYTES))
        .update_name(in_clone, renamed)
        .update_name_longer(in_clone, renamed)
        .update_time(in_clone, move |_, bytes, time| {
            let mut bytes = bytes.clone();
            set_time(&mut bytes, time);
            bytes
        })
        .update_name_in_place(in_place, set_name)
        .update_name_longer_in_place(in_place, set_name)
        .update_time_in_place(in_place, set_time)
        .finish()
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

fn encode(value: &Container) -> Vec<u8> {
    let mut out = ByteBuf::with_capacity(CAPACITY);
    write(&mut out, value);
    out.into_vec()
}

#[inline(never)]
fn write(out: &mut ByteBuf, value: &Container) {
    try_write(out, value).expect("a vector takes all bytes");
}

fn try_write(out: &mut ByteBuf, value: &Container) -> Option<()> {
    let [record, element, sibling] = FIELDS;
    encode::write_array_len(out, record).ok()?;
    encode::write_array_len(out, value.list.len().try_into().ok()?).ok()?;
    for one in &value.list {
        encode::write_array_len(out, element).ok()?;
        encode::write_array_len(out, sibling).ok()?;
        encode::write_sint(out, one.sibling.time.into()).ok()?;
        encode::write_f32(out, one.sibling.ratio).ok()?;
        encode::write_uint(out, one.sibling.size.into()).ok()?;
        encode::write_str(out, &one.name).ok()?;
        encode::write_f64(out, one.rating).ok()?;
        encode::write_uint8(out, one.postfix).ok()?;
    }
    encode::write_bool(out, value.initialized).ok()?;
    encode::write_uint8(out, value.fruit as u8).ok()?;
    encode::write_str(out, &value.location).ok()
}

#[inline(never)]
fn decode(bytes: &[u8]) -> Option<Container> {
    let mut input = Bytes::new(bytes);
    let len = enter_list(&mut input)?;
    // An element takes more than one byte: a length that lies reserves no more than the input's own length.
    let mut list = Vec::with_capacity((len as usize).min(bytes.len()));
    for _ in 0..len {
        let FooBarRef { sibling, name, rating, postfix } = read_element(&mut input)?;
        list.push(FooBar { sibling, name: name.to_owned(), rating, postfix });
    }
    let (initialized, fruit, location) = read_rest(&mut input)?;
    Some(Container { list, initialized, fruit, location: location.to_owned() })
}

/// Hands every element to `element` and gives the other fields; none of them owns anything.
#[inline(never)]
fn read_all<'a>(bytes: &'a [u8], mut element: impl FnMut(FooBarRef<'a>)) -> Option<(bool, Fruit, &'a str)> {
    let mut input = Bytes::new(bytes);
    for _ in 0..enter_list(&mut input)? {
        element(read_element(&mut input)?);
    }
    read_rest(&mut input)
}

/// Reads the heads of the record and of its list; gives the length of the list.
fn enter_list(input: &mut Bytes) -> Option<u32> {
    enter(input, FIELDS[0])?;
    decode::read_array_len(input).ok()
}

fn read_element<'a>(input: &mut Bytes<'a>) -> Option<FooBarRef<'a>> {
    enter(input, FIELDS[1])?;
    let sibling = read_sibling(input)?;
    let name = read_str(input)?;
    let rating = decode::read_f64(input).ok()?;
    Some(FooBarRef { sibling, name, rating, postfix: decode::read_int(input).ok()? })
}

fn read_sibling(input: &mut Bytes) -> Option<Bar> {
    enter(input, FIELDS[2])?;
    let time = decode::read_int(input).ok()?;
    let ratio = decode::read_f32(input).ok()?;
    Some(Bar { time, ratio, size: decode::read_int(input).ok()? })
}

fn read_rest<'a>(input: &mut Bytes<'a>) -> Option<(bool, Fruit, &'a str)> {
    let initialized = decode::read_bool(input).ok()?;
    let fruit = match decode::read_int(input).ok()? {
        0 => Fruit::Apples,
        1 => Fruit::Pears,
        2 => Fruit::Bananas,
        _ => return None,
    };
    Some((initialized, fruit, read_str(input)?))
}

/// Reads the head of an array that must have `fields` elements.
fn enter(input: &mut Bytes, fields: u32) -> Option<()> {
    (decode::read_array_len(input).ok()? == fields).then_some(())
}

fn read_str<'a>(input: &mut Bytes<'a>) -> Option<&'a str> {
    let (text, rest) = decode::read_str_from_slice(input.remaining_slice()).ok()?;
    *input = Bytes::new(rest);
    Some(text)
}

/// Passes a string, whose text nobody checks.
fn skip_str(input: &mut Bytes) -> Option<()> {
    let len = decode::read_str_len(input).ok()?;
    *input = Bytes::new(input.remaining_slice().get(len as usize..)?);
    Some(())
}

fn skip_element(input: &mut Bytes) -> Option<()> {
    enter(input, FIELDS[1])?;
    read_sibling(input)?;
    skip_str(input)?;
    decode::read_f64(input).ok()?;
    decode::read_int::<u8, _>(input).ok()?;
    Some(())
}

#[inline(never)]
fn location(bytes: &[u8]) -> Option<&str> {
    let mut input = Bytes::new(bytes);
    for _ in 0..enter_list(&mut input)? {
        skip_element(&mut input)?;
    }
    Some(read_rest(&mut input)?.2)
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> Option<i32> {
    let mut input = Bytes::new(bytes);
    if enter_list(&mut input)? < 2 {
        return None;
    }
    skip_element(&mut input)?;
    enter(&mut input, FIELDS[1])?;
    Some(read_sibling(&mut input)?.time)
}

#[inline(never)]
fn rename(bytes: &mut Vec<u8>, name: &str) -> Option<()> {
    let mut input = first_element(bytes)?;
    read_sibling(&mut input)?;
    let start = bytes.len() - input.remaining_slice().len();
    skip_str(&mut input)?;
    let end = bytes.len() - input.remaining_slice().len();
    replace(bytes, start..end, |out| write_head(out, name), name.as_bytes())
}

#[inline(never)]
fn retime(bytes: &mut Vec<u8>, time: i32) -> Option<()> {
    let mut input = first_element(bytes)?;
    enter(&mut input, FIELDS[2])?;
    let start = bytes.len() - input.remaining_slice().len();
    decode::read_int::<i32, _>(&mut input).ok()?;
    let end = bytes.len() - input.remaining_slice().len();
    replace(bytes, start..end, |out| encode::write_sint(out, time.into()).ok().map(drop), &[])
}

/// The input behind the head of the first element.
fn first_element(bytes: &[u8]) -> Option<Bytes<'_>> {
    let mut input = Bytes::new(bytes);
    if enter_list(&mut input)? < 1 {
        return None;
    }
    enter(&mut input, FIELDS[1])?;
    Some(input)
}

/// Writes what stands before a text.
fn write_head(out: &mut &mut [u8], text: &str) -> Option<()> {
    encode::write_str_len(out, text.len().try_into().ok()?).ok().map(drop)
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
