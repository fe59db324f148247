//! rmp: MessagePack by hand ("by hand"), and as the trees of values of rmpv ("rmpv").
//!
//! By hand, structs are arrays without field names and the enumeration is its number; reading borrows strings and
//! allocates nothing. Arrays count elements, not bytes, so an update needs no more than the walk to the field and the
//! new bytes in its place: the bytes behind move if the length differs, and this works in place too.

mod value;

use std::hint::black_box;
use std::ops::Range;

use rmp::decode::{self, Bytes};
use rmp::encode::{self, ByteBuf};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, FooBar, Fruit, GROWING_NAMES, SHORT_NAMES, TIMES, variant};

/// The library under test.
pub struct Rmp;

/// An element of the list with its string in the input.
struct FooBarRef<'a> {
    sibling: Bar,
    name: &'a str,
    rating: f64,
    postfix: u8,
}

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
}

fn by_hand(value: &Container) -> Row {
    let bytes = encode(value);
    let mut row = Row::new("rmp", "rmp", "0.8.", "by hand", bytes.clone());
    row.prove("owned decoding gives the original", decode(&bytes).as_ref() == Some(value));
    encodes(&mut row, value, &bytes);
    decodes(&mut row, value, &bytes);

    let set_name = |bytes: &mut Vec<u8>, name: &str| rename(bytes, name).expect(OWN_BYTES);
    let set_time = |bytes: &mut Vec<u8>, time| retime(bytes, time).expect(OWN_BYTES);
    let put_name = |value: &mut Container, name: &str| name.clone_into(&mut value.list[0].name);
    update(&mut row, variant::NAME, SHORT_NAMES, put_name, set_name);
    update(&mut row, variant::NAME_LONGER, GROWING_NAMES, put_name, set_name);
    update(&mut row, variant::FIRST_TIME, TIMES, |value, time| value.list[0].sibling.time = time, set_time);
    row
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
    // The longest head of a string has five bytes.
    let mut head = [0; 5];
    let mut room = head.as_mut_slice();
    encode::write_str_len(&mut room, name.len().try_into().ok()?).ok()?;
    let used = 5 - room.len();
    splice(bytes, start..end, &head[..used], name.as_bytes());
    Some(())
}

#[inline(never)]
fn retime(bytes: &mut Vec<u8>, time: i32) -> Option<()> {
    let mut input = first_element(bytes)?;
    enter(&mut input, FIELDS[2])?;
    let start = bytes.len() - input.remaining_slice().len();
    decode::read_int::<i32, _>(&mut input).ok()?;
    let end = bytes.len() - input.remaining_slice().len();
    // The longest integer has nine bytes.
    let mut number = [0; 9];
    let mut room = number.as_mut_slice();
    encode::write_sint(&mut room, time.into()).ok()?;
    let used = 9 - room.len();
    splice(bytes, start..end, &number[..used], &[]);
    Some(())
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

fn encodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, Container::new);

    let original = value.clone();
    let note = "into a ByteBuf of capacity 256 from the start";
    row.time_noted(Measure::Encode, variant::OWNED, note, move || encode(black_box(&original)));

    let mut buffer = ByteBuf::new();
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "into a ByteBuf", move || {
        buffer.as_mut_vec().clear();
        write(&mut buffer, black_box(&original));
        black_box(&buffer);
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::OWNED, move || decode(black_box(&source)).expect(OWN_BYTES));

    let mut list = Vec::new();
    let (initialized, fruit, location_read) = read_all(bytes, |element| list.push(element)).expect(OWN_BYTES);
    let own = |one: FooBarRef| FooBar {
        sibling: one.sibling,
        name: one.name.to_owned(),
        rating: one.rating,
        postfix: one.postfix,
    };
    let list = list.into_iter().map(own).collect();
    let again = Container { list, initialized, fruit, location: location_read.to_owned() };
    row.prove("reading by reference gives the original", again == *value);
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::BORROWED, move || {
        let rest = read_all(black_box(&source), |element| {
            black_box(element);
        });
        black_box(rest.expect(OWN_BYTES));
    });

    row.prove("decode one gives the location", location(bytes) == Some(&value.location));
    let note = "walks the record, leaves the other strings unread";
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        black_box(location(black_box(&source)).expect(OWN_BYTES));
    });
    row.prove("decode one gives the time", second_time(bytes) == Some(value.list[1].sibling.time));
    let note = "walks the record up to the field";
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || second_time(black_box(&source)).expect(OWN_BYTES));
}

/// Times a change back and forth between two values: in a clone of the buffer, then in one buffer over and over.
fn update<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    put: impl Fn(&mut Container, V),
    set: impl Fn(&mut Vec<u8>, V) + Copy + 'static,
) {
    let expected = values.map(|value| {
        let mut record = Container::new();
        put(&mut record, value);
        record
    });
    let sources = expected.each_ref().map(encode);
    let mut bytes = sources[0].clone();
    for turn in [1, 0] {
        set(&mut bytes, values[turn]);
        row.prove(&format!("updating {variant} changes that field alone"), bytes == sources[turn]);
        row.prove(&format!("updating {variant} gives that value"), decode(&bytes).as_ref() == Some(&expected[turn]));
    }
    let mut held = 0;
    let note = "new bytes in the place of the old ones, in the clone";
    row.time_noted(Measure::UpdateOne, variant, note, move || {
        let mut bytes = black_box(&sources[held]).clone();
        held = 1 - held;
        set(&mut bytes, black_box(values[held]));
        bytes
    });
    let mut held = 0;
    row.time_noted(Measure::UpdateOneInPlace, variant, "new bytes in the place of the old ones", move || {
        held = 1 - held;
        set(black_box(&mut bytes), black_box(values[held]));
        black_box(bytes.as_slice());
    });
}
