//! messagepack-rs: MessagePack to and from a tree of values, structs as arrays and the enumeration as its number.
//!
//! The tree is the library's own form of the record: building, encoding and decoding make and take it. Encoding consumes
//! it, so what encodes one record over and over has to clone it first; every part of it becomes a vector of its own on
//! the way, and the whole one too, so there is no row for encoding into a kept buffer. Decoding owns all strings.
//!
//! Version 0.8.1 writes the low byte alone of a signed number above 127; numbers that are not negative go as unsigned.

mod fields;

use std::hint::black_box;

use messagepack_rs::deserializable::Deserializable;
use messagepack_rs::serializable::Serializable;
use messagepack_rs::value::Value;

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Bar, Change, Container, Edit, FooBar, Fruit, NAME, Record};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct MessagepackRs;

const CONSUMES: &str = "consumes a tree of values, which is cloned first";
const TO_TREE: &str = "to a tree of values";
const WHOLE: &str = "decodes the whole record to a tree";
const AGAIN: &str = "decode to a tree + encode";

const OWN_BYTES: &str = "bytes of this library";

impl Library for MessagepackRs {
    fn name(&self) -> &'static str {
        "messagepack-rs"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let row = Rows::<Values>::new("messagepack-rs", ("messagepack-rs", "0.8."), "values", value)
            .decode_owned()
            .visit_location(
                WHOLE,
                |_, bytes| location(&decode(bytes)).expect(OWN_BYTES).to_owned(),
                |_, bytes| {
                    black_box(location(&decode(bytes)).expect(OWN_BYTES));
                },
            )
            .decode_time(WHOLE, |_, bytes| second_time(&decode(bytes)).expect(OWN_BYTES))
            .updates()
            .finish();
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }

    fn oplog(&self, _value: &Oplog) -> Result<Vec<Row>, String> {
        Err("MessagePack's row of this log is rmp-serde's: none of trees".to_owned())
    }
}

#[derive(Default)]
struct Values;

impl Codec for Values {
    type Owned = Value;
    type Bytes = Vec<u8>;

    const BUILD: &'static str = "a tree of values";
    const ENCODE: &'static str = CONSUMES;
    const DECODE: &'static str = TO_TREE;

    fn encode(&mut self, tree: &Value) -> Vec<u8> {
        encode(tree.clone())
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Value {
        decode(bytes)
    }
}

impl Update for Values {
    const UPDATE: &'static str = AGAIN;

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut root = decode(bytes);
        change.apply(&mut root);
        encode(root)
    }
}

impl Edit for Value {
    fn set_name(&mut self, name: &'static str) {
        set_name(self, name).expect(OWN_BYTES);
    }

    fn set_time(&mut self, time: i32) {
        set_time(self, time).expect(OWN_BYTES);
    }
}

impl Record for Value {
    fn build() -> Self {
        build()
    }

    fn plain(&self) -> Container {
        plain(self).expect(OWN_BYTES)
    }

    fn set_texts(&mut self, text: &'static str) {
        *part_mut(self, 3).expect(OWN_BYTES) = Value::from(text);
        for index in 0..3 {
            let name = part_mut(self, 0).and_then(|list| part_mut(part_mut(list, index)?, 1));
            *name.expect(OWN_BYTES) = Value::from(text);
        }
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: Value) -> Vec<u8> {
    value.serialize().expect("the value is small")
}

#[inline(never)]
fn decode(mut bytes: &[u8]) -> Value {
    Value::deserialize(&mut bytes).expect(OWN_BYTES)
}

/// A signed number in the form that the library writes whole.
fn int(number: i32) -> Value {
    u32::try_from(number).map_or(Value::Int32(number), Value::UInt32)
}

/// The number that a value holds, in whichever width it was written.
fn number(value: &Value) -> Option<i128> {
    Some(match value {
        Value::UInt8(n) => (*n).into(),
        Value::UInt16(n) => (*n).into(),
        Value::UInt32(n) => (*n).into(),
        Value::UInt64(n) => (*n).into(),
        Value::Int8(n) => (*n).into(),
        Value::Int16(n) => (*n).into(),
        Value::Int32(n) => (*n).into(),
        Value::Int64(n) => (*n).into(),
        _ => return None,
    })
}

fn part(value: &Value, index: usize) -> Option<&Value> {
    match value {
        Value::Array(values) => values.get(index),
        _ => None,
    }
}

fn part_mut(value: &mut Value, index: usize) -> Option<&mut Value> {
    match value {
        Value::Array(values) => values.get_mut(index),
        _ => None,
    }
}

fn text(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn location(root: &Value) -> Option<&str> {
    text(part(root, 3)?)
}

fn second_time(root: &Value) -> Option<i32> {
    number(part(part(part(part(root, 0)?, 1)?, 0)?, 0)?)?.try_into().ok()
}

fn set_name(root: &mut Value, name: &str) -> Option<()> {
    *part_mut(part_mut(part_mut(root, 0)?, 0)?, 1)? = Value::from(name);
    Some(())
}

fn set_time(root: &mut Value, time: i32) -> Option<()> {
    *part_mut(part_mut(part_mut(part_mut(root, 0)?, 0)?, 0)?, 0)? = int(time);
    Some(())
}

/// The tree of the workload from its constants; that they are the same is proved.
// 3.14159 is the published value of the field, not an approximation of pi that wants its constant.
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn build() -> Value {
    let bar = |i: u8| {
        let (time, ratio) = (int(123_456 + i32::from(i)), 3.14159_f32 + f32::from(i));
        Value::from(vec![time, Value::from(ratio), Value::from(10_000 + u16::from(i))])
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
fn plain(root: &Value) -> Option<Container> {
    let element = |value: &Value| {
        let sibling = part(value, 0)?;
        let (Value::Float32(ratio), Value::Float64(rating)) = (part(sibling, 1)?, part(value, 2)?) else {
            return None;
        };
        Some(FooBar {
            sibling: Bar {
                time: number(part(sibling, 0)?)?.try_into().ok()?,
                ratio: *ratio,
                size: number(part(sibling, 2)?)?.try_into().ok()?,
            },
            name: text(part(value, 1)?)?.to_owned(),
            rating: *rating,
            postfix: number(part(value, 3)?)?.try_into().ok()?,
        })
    };
    let (Value::Array(list), Value::Bool(initialized)) = (part(root, 0)?, part(root, 1)?) else { return None };
    let fruit = match number(part(root, 2)?)? {
        0 => Fruit::Apples,
        1 => Fruit::Pears,
        2 => Fruit::Bananas,
        _ => return None,
    };
    Some(Container {
        list: list.iter().map(element).collect::<Option<_>>()?,
        initialized: *initialized,
        fruit,
        location: location(root)?.to_owned(),
    })
}
