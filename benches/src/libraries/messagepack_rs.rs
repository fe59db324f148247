//! messagepack-rs: MessagePack to and from a tree of values, structs as arrays and the enumeration as its number.
//!
//! The tree is the library's own form of the record: building, encoding and decoding make and take it. Encoding consumes
//! it, so what encodes one record over and over has to clone it first; every part of it becomes a vector of its own on
//! the way, and the whole one too, so there is no row for encoding into a kept buffer. Decoding owns all strings.
//!
//! Version 0.8.1 writes the low byte alone of a signed number above 127; numbers that are not negative go as unsigned.

use std::hint::black_box;

use messagepack_rs::deserializable::Deserializable;
use messagepack_rs::serializable::Serializable;
use messagepack_rs::value::Value;

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, FooBar, Fruit, GROWING_NAMES, NAME, SHORT_NAMES, TIMES, variant};

/// The library under test.
pub struct MessagepackRs;

const OWN_BYTES: &str = "bytes of this library";

impl Library for MessagepackRs {
    fn name(&self) -> &'static str {
        "messagepack-rs"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let bytes = encode(build());
        let mut row = Row::new("messagepack-rs", "messagepack-rs", "0.8.", "values", bytes.clone());
        row.prove("decoding gives the original", plain(&decode(&bytes)).as_ref() == Some(value));
        encodes(&mut row, &bytes);
        decodes(&mut row, value, &bytes);
        updates(&mut row);
        Ok(vec![row])
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
fn number(value: &Value) -> Option<i64> {
    Some(match value {
        Value::UInt8(n) => (*n).into(),
        Value::UInt16(n) => (*n).into(),
        Value::UInt32(n) => (*n).into(),
        Value::Int8(n) => (*n).into(),
        Value::Int16(n) => (*n).into(),
        Value::Int32(n) => (*n).into(),
        Value::Int64(n) => *n,
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

fn encodes(row: &mut Row, bytes: &[u8]) {
    row.time_noted(Measure::Build, variant::OWNED, "a tree of values", build);

    let original = build();
    let note = "consumes a tree of values, which is cloned first";
    row.time_noted(Measure::Encode, variant::OWNED, note, move || encode(black_box(&original).clone()));

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeAll, variant::OWNED, "to a tree of values", move || decode(black_box(&source)));

    row.prove("decode one gives the location", location(&decode(bytes)) == Some(&value.location));
    row.prove("decode one gives the time", second_time(&decode(bytes)) == Some(value.list[1].sibling.time));
    let note = "decodes the whole record to a tree";
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        black_box(location(&decode(black_box(&source))).expect(OWN_BYTES));
    });
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || {
        second_time(&decode(black_box(&source))).expect(OWN_BYTES)
    });
}

fn updates(row: &mut Row) {
    let put_name = |value: &mut Container, name: &str| name.clone_into(&mut value.list[0].name);
    update(row, variant::NAME, SHORT_NAMES, put_name, set_name);
    update(row, variant::NAME_LONGER, GROWING_NAMES, put_name, set_name);
    update(row, variant::FIRST_TIME, TIMES, |value, time| value.list[0].sibling.time = time, set_time);
}

/// Times a change back and forth between two values.
fn update<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    put: impl Fn(&mut Container, V),
    set: impl Fn(&mut Value, V) -> Option<()> + 'static,
) {
    let expected = values.map(|value| {
        let mut record = Container::new();
        put(&mut record, value);
        record
    });
    let change = move |source: &Vec<u8>, value: V| {
        let bytes = black_box(source).clone();
        let mut root = decode(&bytes);
        set(&mut root, black_box(value)).expect(OWN_BYTES);
        encode(root)
    };
    let start = encode(build());
    let sources = values.map(|value| change(&start, value));
    for turn in [0, 1] {
        let changed = change(&sources[1 - turn], values[turn]);
        let holds = plain(&decode(&changed)).as_ref() == Some(&expected[turn]);
        row.prove(&format!("updating {variant} changes that field alone"), holds);
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOne, variant, "decode to a tree + encode", move || {
        let source = &sources[held];
        held = 1 - held;
        change(source, values[held])
    });
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
