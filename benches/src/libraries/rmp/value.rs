//! The mode of trees: rmpv decodes any message to values, owned or with strings in the input, and encodes values.
//!
//! The owned tree is the library's own form of the record: building, encoding and owned decoding make and take it. What
//! reads a field or changes one does so in a borrowed tree.

use std::hint::black_box;

use rmpv::{Value, ValueRef};

use super::{CAPACITY, OWN_BYTES};
use crate::library::{Measure, Row};
use crate::workloads::container::{Bar, Container, FooBar, Fruit, GROWING_NAMES, NAME, SHORT_NAMES, TIMES, variant};

pub fn row(value: &Container) -> Row {
    let bytes = encode(&build());
    let mut row = Row::new("rmp", "rmpv", "1.", "rmpv", bytes.clone());
    row.prove("owned decoding gives the original", plain(&decode(&bytes).as_ref()).as_ref() == Some(value));
    row.prove("borrowed decoding gives the original", plain(&decode_ref(&bytes)).as_ref() == Some(value));
    encodes(&mut row, &bytes);
    decodes(&mut row, value, &bytes);

    let put_name = |value: &mut Container, name: &str| name.clone_into(&mut value.list[0].name);
    update(&mut row, variant::NAME, SHORT_NAMES, put_name, set_name);
    update(&mut row, variant::NAME_LONGER, GROWING_NAMES, put_name, set_name);
    update(&mut row, variant::FIRST_TIME, TIMES, |value, time| value.list[0].sibling.time = time, set_time);
    row
}

#[inline(never)]
fn encode(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(CAPACITY);
    rmpv::encode::write_value(&mut bytes, value).expect("a vector takes all bytes");
    bytes
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &Value) {
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

fn location(root: ValueRef<'_>) -> Option<&str> {
    match take(root, 3)? {
        ValueRef::String(text) => text.into_str(),
        _ => None,
    }
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

fn encodes(row: &mut Row, bytes: &[u8]) {
    row.time_noted(Measure::Build, variant::OWNED, "a tree of values", build);

    let original = build();
    let note = "from a tree of values, into a vector of capacity 256 from the start";
    row.time_noted(Measure::Encode, variant::OWNED, note, move || encode(black_box(&original)));

    let mut buffer = Vec::new();
    let original = build();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "from a tree of values, into a vector", move || {
        buffer.clear();
        encode_into(&mut buffer, black_box(&original));
        black_box(&buffer);
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeAll, variant::OWNED, "to a tree of values", move || decode(black_box(&source)));
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeAll, variant::BORROWED, "to a tree of values, strings borrowed", move || {
        black_box(decode_ref(black_box(&source)));
    });

    row.prove("decode one gives the location", location(decode_ref(bytes)) == Some(&value.location));
    row.prove("decode one gives the time", second_time(&decode_ref(bytes)) == Some(value.list[1].sibling.time));
    let note = "decodes the whole record to a tree, strings borrowed";
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        black_box(location(decode_ref(black_box(&source))).expect(OWN_BYTES));
    });
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || {
        second_time(&decode_ref(black_box(&source))).expect(OWN_BYTES)
    });
}

/// Times a change back and forth between two values.
fn update<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    put: impl Fn(&mut Container, V),
    set: impl Fn(&mut ValueRef<'_>, V) -> Option<()> + 'static,
) {
    let expected = values.map(|value| {
        let mut record = Container::new();
        put(&mut record, value);
        record
    });
    let change = move |source: &Vec<u8>, value: V| {
        let bytes = black_box(source).clone();
        let mut record = decode_ref(&bytes);
        set(&mut record, black_box(value)).expect(OWN_BYTES);
        // The old length tells how much room the new bytes need, with some to grow.
        encode_ref(&record, 2 * bytes.len())
    };
    let start = encode(&build());
    let sources = values.map(|value| change(&start, value));
    for turn in [0, 1] {
        let changed = change(&sources[1 - turn], values[turn]);
        let holds = plain(&decode_ref(&changed)).as_ref() == Some(&expected[turn]);
        row.prove(&format!("updating {variant} changes that field alone"), holds);
    }
    let mut held = 0;
    let note = "decode to a tree + encode, strings borrowed";
    row.time_noted(Measure::UpdateOne, variant, note, move || {
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
