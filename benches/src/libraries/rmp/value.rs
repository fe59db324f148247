//! The mode of trees: rmpv decodes any message to values, owned or with strings in the input, and encodes values.
//!
//! The owned tree is the library's own form of the record: building, encoding and owned decoding make and take it. What
//! reads a field or changes one does so in a borrowed tree.

pub mod fields;

use std::hint::black_box;

use rmpv::{Value, ValueRef};

use super::{CAPACITY, OWN_BYTES};
use crate::library::Row;
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Bar, Change, Container, Edit, FooBar, Fruit, NAME, Record};

const ROOM: &str = "from a tree of values, into a vector of capacity 256 from the start";
const INTO_VEC: &str = "from a tree of values, into a vector";
const TO_TREE: &str = "to a tree of values";
const TO_TREE_REF: &str = "to a tree of values, strings borrowed";
const WHOLE: &str = "decodes the whole record to a tree, strings borrowed";
const AGAIN: &str = "decode to a tree + encode, strings borrowed";

#[derive(Default)]
struct Tree;

impl Codec for Tree {
    type Owned = Value;
    type Bytes = Vec<u8>;

    const BUILD: &'static str = "a tree of values";
    const ENCODE: &'static str = ROOM;
    const DECODE: &'static str = TO_TREE;

    fn encode(&mut self, value: &Value) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Value {
        decode(bytes)
    }
}

impl Update for Tree {
    const UPDATE: &'static str = AGAIN;

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        again(bytes, |record| change.apply(record))
    }
}

pub fn row(value: &Container) -> Row {
    Rows::<Tree>::new("rmp", ("rmpv", "1."), "rmpv", value)
        .encode_into_vec(INTO_VEC, encode_into)
        .decode_owned()
        .decode_borrowed(
            TO_TREE_REF,
            |_, bytes| encode_ref(&decode_ref(bytes), CAPACITY),
            |_, bytes| {
                black_box(decode_ref(bytes));
            },
        )
        .decode_location(WHOLE, |_, bytes| location(decode_ref(bytes)).expect(OWN_BYTES))
        .decode_time(WHOLE, |_, bytes| second_time(&decode_ref(bytes)).expect(OWN_BYTES))
        .updates()
        .finish()
}

/// Decodes, changes and encodes again.
fn again<'a>(bytes: &'a [u8], change: impl FnOnce(&mut ValueRef<'a>)) -> Vec<u8> {
    let mut record = decode_ref(bytes);
    change(&mut record);
    // The old length tells how much room the new bytes need, with some to grow.
    encode_ref(&record, 2 * bytes.len())
}

fn encode(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(CAPACITY);
    encode_into(&mut bytes, value);
    bytes
}

/// Replaces what the buffer holds.
#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &Value) {
    buffer.clear();
    rmpv::encode::write_value(buffer, value).expect("a vector takes all bytes");
}

#[inline(never)]
fn encode_ref(value: &ValueRef<'_>, capacity: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(capacity);
    rmpv::encode::write_value_ref(&mut bytes, value).expect("a vector takes all bytes");
    bytes
}

#[inline(never)]
fn decode(mut bytes: &[u8]) -> Value {
    rmpv::decode::read_value(&mut bytes).expect(OWN_BYTES)
}

#[inline(never)]
fn decode_ref(mut bytes: &[u8]) -> ValueRef<'_> {
    rmpv::decode::read_value_ref(&mut bytes).expect(OWN_BYTES)
}

/// The element at `index` of an array, taken out of it, so that a string keeps the lifetime of the input.
fn take<'a>(value: ValueRef<'a>, index: usize) -> Option<ValueRef<'a>> {
    value.into_array()?.into_iter().nth(index)
}

/// The same, of a string.
fn take_text(value: ValueRef<'_>, index: usize) -> Option<&str> {
    match take(value, index)? {
        ValueRef::String(text) => text.into_str(),
        _ => None,
    }
}

fn location(root: ValueRef<'_>) -> Option<&str> {
    take_text(root, 3)
}

fn second_time(root: &ValueRef<'_>) -> Option<i32> {
    int(root.index(0).index(1).index(0).index(0))
}

fn int(value: &ValueRef<'_>) -> Option<i32> {
    match value {
        ValueRef::Integer(number) => number.as_i64()?.try_into().ok(),
        _ => None,
    }
}

/// The place of an element of an array.
fn place<'a, 'b>(value: &'b mut ValueRef<'a>, index: usize) -> Option<&'b mut ValueRef<'a>> {
    match value {
        ValueRef::Array(values) => values.get_mut(index),
        _ => None,
    }
}

fn set_name(root: &mut ValueRef<'_>, name: &'static str) -> Option<()> {
    *place(place(place(root, 0)?, 0)?, 1)? = ValueRef::from(name);
    Some(())
}

fn set_time(root: &mut ValueRef<'_>, time: i32) -> Option<()> {
    *place(place(place(place(root, 0)?, 0)?, 0)?, 0)? = ValueRef::from(time);
    Some(())
}

impl Edit for ValueRef<'_> {
    fn set_name(&mut self, name: &'static str) {
        set_name(self, name).expect(OWN_BYTES);
    }

    fn set_time(&mut self, time: i32) {
        set_time(self, time).expect(OWN_BYTES);
    }
}

/// Goes through the borrowed tree, as updates do.
fn edit(tree: &mut Value, change: impl FnOnce(&mut ValueRef<'_>)) {
    let changed = {
        let mut borrowed = tree.as_ref();
        change(&mut borrowed);
        borrowed.to_owned()
    };
    *tree = changed;
}

impl Edit for Value {
    fn set_name(&mut self, name: &'static str) {
        edit(self, |tree| tree.set_name(name));
    }

    fn set_time(&mut self, time: i32) {
        edit(self, |tree| tree.set_time(time));
    }
}

impl Record for Value {
    fn build() -> Self {
        build()
    }

    fn plain(&self) -> Container {
        plain(&self.as_ref()).expect(OWN_BYTES)
    }

    fn set_texts(&mut self, text: &'static str) {
        edit(self, |tree| {
            *place(tree, 3).expect(OWN_BYTES) = ValueRef::from(text);
            for index in 0..3 {
                let name = place(tree, 0).and_then(|list| place(place(list, index)?, 1));
                *name.expect(OWN_BYTES) = ValueRef::from(text);
            }
        });
    }
}

/// The tree of the workload from its constants; that they are the same is proved.
// 3.14159 is the published value of the field, not an approximation of pi that wants its constant.
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn build() -> Value {
    let bar = |i: u8| {
        let (time, ratio) = (123_456 + i32::from(i), 3.14159_f32 + f32::from(i));
        Value::from(vec![Value::from(time), Value::from(ratio), Value::from(10_000 + u16::from(i))])
    };
    let element = |i: u8| {
        let rating = 3.141_543_243_244_554_354_3 + f64::from(i);
        Value::from(vec![bar(i), Value::from(NAME), Value::from(rating), Value::from(b'!')])
    };
    let list = Value::from((0..3).map(element).collect::<Vec<_>>());
    let fruit = Value::from(Fruit::Bananas as u8);
    Value::from(vec![list, Value::from(true), fruit, Value::from("http://arstechnica.com")])
}

/// The tree as the workload's own type; for proofs only.
fn plain(root: &ValueRef<'_>) -> Option<Container> {
    let text = |value: &ValueRef<'_>| match value {
        ValueRef::String(text) => text.as_str().map(str::to_owned),
        _ => None,
    };
    let element = |value: &ValueRef<'_>| {
        let bar = value.index(0);
        let (ValueRef::F32(ratio), ValueRef::F64(rating)) = (bar.index(1), value.index(2)) else { return None };
        let size = bar.index(2).as_u64()?.try_into().ok()?;
        Some(FooBar {
            sibling: Bar { time: int(bar.index(0))?, ratio: *ratio, size },
            name: text(value.index(1))?,
            rating: *rating,
            postfix: value.index(3).as_u64()?.try_into().ok()?,
        })
    };
    let ValueRef::Boolean(initialized) = root.index(1) else { return None };
    let fruit = [Fruit::Apples, Fruit::Pears, Fruit::Bananas][usize::try_from(root.index(2).as_u64()?).ok()?];
    Some(Container {
        list: root.index(0).as_array()?.iter().map(element).collect::<Option<_>>()?,
        initialized: *initialized,
        fruit,
        location: text(root.index(3))?,
    })
}
