//! MessagePack by hand, with the crate's reader and writer of single values: what is before a place
//! is passed by its lengths, and new bytes are put in the place of the old ones, in the same
//! buffer.
//!
//! Lists count their elements: what adds one writes their head anew, which may be longer. Many
//! changes are found in one pass from the front and made in one from the back, so that each byte
//! moves once.

use std::ops::Range;

use rmp::Marker;
use rmp::decode::{self, Bytes, RmpRead};
use rmp::encode::{self, ByteBuf};
use serde_json::Value;

use super::codec::{Codec, json_tree};
use super::document::{Change, Document, INDEX, KEY, REVIEWER};
use super::leaves::Leaves;
use crate::libraries::rmp::{replace_text, skip_behind};
use crate::library::OWN_BYTES;

const TAKES_ALL: &str = "a vector takes all bytes";

pub struct ByHand;

fn write(out: &mut ByteBuf, value: &Value) -> Option<()> {
    match value {
        Value::Null => encode::write_nil(out).ok()?,
        Value::Bool(value) => encode::write_bool(out, *value).ok()?,
        Value::Number(number) => match number.as_i64() {
            Some(integer) => drop(encode::write_sint(out, integer).ok()?),
            None => encode::write_f64(out, number.as_f64()?).ok()?,
        },
        Value::String(text) => encode::write_str(out, text).ok()?,
        Value::Array(values) => {
            encode::write_array_len(out, values.len().try_into().ok()?).ok()?;
            values.iter().try_for_each(|value| write(out, value))?;
        }
        Value::Object(entries) => {
            encode::write_map_len(out, entries.len().try_into().ok()?).ok()?;
            for (key, value) in entries {
                encode::write_str(out, key).ok()?;
                write(out, value)?;
            }
        }
    }
    Some(())
}

fn marker(input: &Bytes) -> Option<Marker> {
    input.remaining_slice().first().copied().map(Marker::from_u8)
}

fn text<'a>(input: &mut Bytes<'a>) -> Option<&'a str> {
    let (text, rest) = decode::read_str_from_slice(input.remaining_slice()).ok()?;
    *input = Bytes::new(rest);
    Some(text)
}

fn read(input: &mut Bytes) -> Option<Value> {
    Some(match marker(input)? {
        Marker::Null => {
            decode::read_nil(input).ok()?;
            Value::Null
        }
        Marker::True | Marker::False => decode::read_bool(input).ok()?.into(),
        Marker::F64 => decode::read_f64(input).ok()?.into(),
        Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => text(input)?.into(),
        Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => {
            let len = decode::read_array_len(input).ok()?;
            Value::Array((0..len).map(|_| read(input)).collect::<Option<_>>()?)
        }
        Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => {
            let len = decode::read_map_len(input).ok()?;
            Value::Object((0..len).map(|_| Some((text(input)?.to_owned(), read(input)?))).collect::<Option<_>>()?)
        }
        _ => decode::read_int::<i64, _>(input).ok()?.into(),
    })
}

fn sum(input: &mut Bytes, leaves: &mut Leaves) -> Option<()> {
    match marker(input)? {
        Marker::Null => {
            decode::read_nil(input).ok()?;
            leaves.null();
        }
        Marker::True | Marker::False => leaves.bool(decode::read_bool(input).ok()?),
        Marker::F64 => leaves.float(decode::read_f64(input).ok()?),
        Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => leaves.text(text(input)?),
        Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => {
            let len = decode::read_array_len(input).ok()?;
            (0..len).try_for_each(|_| sum(input, leaves))?;
        }
        Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => {
            for _ in 0..decode::read_map_len(input).ok()? {
                leaves.text(text(input)?);
                sum(input, leaves)?;
            }
        }
        _ => leaves.integer(decode::read_int(input).ok()?),
    }
    Some(())
}

/// Passes a value with all that is in it.
fn skip(input: &mut Bytes) -> Option<()> {
    let mut left = 1_u64;
    while left > 0 {
        left -= 1;
        left += match decode::read_marker(input).ok()? {
            Marker::FixArray(len) => len.into(),
            Marker::Array16 => input.read_data_u16().ok()?.into(),
            Marker::Array32 => input.read_data_u32().ok()?.into(),
            Marker::FixMap(len) => 2 * u64::from(len),
            Marker::Map16 => 2 * u64::from(input.read_data_u16().ok()?),
            Marker::Map32 => 2 * u64::from(input.read_data_u32().ok()?),
            marker => {
                skip_behind(input, marker)?;
                0
            }
        };
    }
    Some(())
}

/// Goes to the value of a key.
fn find(input: &mut Bytes, key: &str) -> Option<()> {
    for _ in 0..decode::read_map_len(input).ok()? {
        let len = decode::read_str_len(input).ok()?;
        let (name, rest) = input.remaining_slice().split_at_checked(len as usize)?;
        *input = Bytes::new(rest);
        if name == key.as_bytes() {
            return Some(());
        }
        skip(input)?;
    }
    None
}

/// The input from the first element of the long array on.
fn list<'a>(bytes: &'a [u8], document: &Document) -> Option<Bytes<'a>> {
    let mut input = Bytes::new(bytes);
    find(&mut input, document.list)?;
    decode::read_array_len(&mut input).ok()?;
    Some(input)
}

/// The input from the text on that is read and changed.
fn place_of_text<'a>(bytes: &'a [u8], document: &Document) -> Option<Bytes<'a>> {
    let mut input = list(bytes, document)?;
    (0..INDEX).try_for_each(|_| skip(&mut input))?;
    document.text.iter().try_for_each(|key| find(&mut input, key))?;
    Some(input)
}

fn at(bytes: &[u8], input: &Bytes) -> usize {
    bytes.len() - input.remaining_slice().len()
}

fn set_text(bytes: &mut Vec<u8>, document: &Document, text: &str) -> Option<()> {
    let mut input = place_of_text(bytes, document)?;
    let start = at(bytes, &input);
    skip(&mut input)?;
    let old = start..at(bytes, &input);
    replace_text(bytes, old, text)
}

/// A list that gets more elements: where its head is, what becomes of that, and where its last
/// element ends.
struct Grown {
    head: Range<usize>,
    new: ByteBuf,
    end: usize,
}

/// Each list that a change adds to.
fn grown(bytes: &[u8], document: &Document, change: &Change) -> Option<Vec<Grown>> {
    let (elements, keys) = document.places(change);
    let mut input = list(bytes, document)?;
    (0..elements.start).try_for_each(|_| skip(&mut input))?;
    let mut all = Vec::with_capacity(elements.len());
    for index in elements.clone() {
        let mut place = Bytes::new(input.remaining_slice());
        keys.iter().try_for_each(|key| find(&mut place, key))?;
        let (start, mut new) = (at(bytes, &place), ByteBuf::new());
        let values = if let Change::Elements(count) = change {
            let len = decode::read_array_len(&mut place).ok()?;
            encode::write_array_len(&mut new, len + u32::try_from(*count).ok()?).ok()?;
            len
        } else {
            let len = decode::read_map_len(&mut place).ok()?;
            encode::write_map_len(&mut new, len + 1).ok()?;
            2 * len
        };
        let head = start..at(bytes, &place);
        (0..values).try_for_each(|_| skip(&mut place))?;
        all.push(Grown { head, new, end: at(bytes, &place) });
        if index + 1 < elements.end {
            skip(&mut input)?;
        }
    }
    Some(all)
}

/// What a change adds to each of its lists.
fn added(document: &Document, change: &Change) -> Option<ByteBuf> {
    let mut out = ByteBuf::new();
    if let Change::Elements(count) = change {
        let value: Value = document.pushed.to();
        (0..*count).try_for_each(|_| write(&mut out, &value))?;
    } else {
        encode::write_str(&mut out, KEY).ok()?;
        encode::write_str(&mut out, REVIEWER).ok()?;
    }
    Some(out)
}

fn add(bytes: &mut Vec<u8>, document: &Document, change: &Change) -> Option<()> {
    let (lists, added) = (grown(bytes, document, change)?, added(document, change)?);
    let growth = |one: &Grown| one.new.as_slice().len() - one.head.len() + added.as_slice().len();
    // What was before `from` goes before `to`.
    let mut from = bytes.len();
    let mut to = from + lists.iter().map(growth).sum::<usize>();
    bytes.resize(to, 0);
    for Grown { head, new, end } in lists.iter().rev() {
        for (old, new) in [(*end..*end, &added), (head.clone(), new)] {
            to -= from - old.end;
            bytes.copy_within(old.end..from, to);
            to -= new.as_slice().len();
            bytes[to..][..new.as_slice().len()].copy_from_slice(new.as_slice());
            from = old.start;
        }
    }
    Some(())
}

impl Codec for ByHand {
    const LIBRARY: &'static str = "rmp";
    const PACKAGE: (&'static str, &'static str) = ("rmp", "0.8.");
    const MODE: &'static str = "by hand";
    const TREE_NOTE: &'static str = "serde_json::Value: it has no tree of its own";
    const LEAVES_NOTE: &'static str = "value by value, without a tree";
    const ONE_NOTE: &'static str = "passes what is before it";
    const CHANGE_NOTE: &'static str = "new bytes in the place of the old ones, or between them";

    json_tree!();

    #[inline(never)]
    fn encode(tree: &Value) -> Vec<u8> {
        let mut out = ByteBuf::with_capacity(1 << 20);
        write(&mut out, tree).expect(TAKES_ALL);
        out.into_vec()
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> Value {
        read(&mut Bytes::new(bytes)).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn leaves((): &mut (), bytes: &[u8]) -> Leaves {
        let mut leaves = Leaves::default();
        sum(&mut Bytes::new(bytes), &mut leaves).expect(OWN_BYTES);
        leaves
    }

    #[inline(never)]
    fn text<R>((): &mut (), bytes: &[u8], document: &Document, take: impl FnOnce(&str) -> R) -> R {
        take(place_of_text(bytes, document).and_then(|mut input| text(&mut input)).expect(OWN_BYTES))
    }

    #[inline(never)]
    fn change(mut bytes: Vec<u8>, document: &Document, change: &Change) -> Vec<u8> {
        match change {
            Change::Text(text) => set_text(&mut bytes, document, text),
            _ => add(&mut bytes, document, change),
        }
        .expect(OWN_BYTES);
        bytes
    }
}
