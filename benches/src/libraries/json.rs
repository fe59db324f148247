//! json: JSON text to and from a tree of values, without serde.
//!
//! The tree is the library's own form of the record: building, encoding and decoding make and take it. It owns all its
//! strings, those of up to 30 bytes without an allocation, and keeps numbers as decimals; a float of single precision is
//! written with the digits of a double. Text comes as `str`, which spares the library no check: here it stays a `String`.

use std::hint::black_box;

use json::{JsonValue, array, object};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, FooBar, Fruit, GROWING_NAMES, NAME, SHORT_NAMES, TIMES, variant};

/// The library under test.
pub struct Json;

const OWN_TEXT: &str = "text of this library";

impl Library for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let text = encode(&build());
        let mut row = Row::new("json", "json", "0.12.", "values", text.clone().into_bytes());
        row.prove("decoding gives the original", plain(&decode(&text)).as_ref() == Some(value));
        encodes(&mut row, &text);
        decodes(&mut row, value, &text);
        updates(&mut row);
        Ok(vec![row])
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: &JsonValue) -> String {
    value.dump()
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &JsonValue) {
    value.write(buffer).expect("a vector takes all bytes");
}

#[inline(never)]
fn decode(text: &str) -> JsonValue {
    json::parse(text).expect(OWN_TEXT)
}

fn encodes(row: &mut Row, text: &str) {
    row.time_noted(Measure::Build, variant::OWNED, "a tree of values", build);

    let original = build();
    let note = "dump, from a tree of values";
    row.time_noted(Measure::Encode, variant::OWNED, note, move || encode(black_box(&original)));

    let mut buffer = Vec::new();
    encode_into(&mut buffer, &build());
    row.prove("encoding into a kept buffer gives the same text", buffer == text.as_bytes());
    let original = build();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "write, from a tree of values, to a vector", move || {
        buffer.clear();
        encode_into(&mut buffer, black_box(&original));
        black_box(&buffer);
    });

    let source = text.to_owned();
    row.time_noted(Measure::Clone, variant::OWNED, "clone of a String", move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, text: &str) {
    let source = text.to_owned();
    row.time_noted(Measure::DecodeAll, variant::OWNED, "to a tree of values", move || decode(black_box(&source)));

    row.prove("decode one gives the location", decode(text)["location"] == *value.location);
    row.prove("decode one gives the time", second_time(&decode(text)) == Some(value.list[1].sibling.time));
    let note = "decodes the whole record to a tree";
    let source = text.to_owned();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        black_box(decode(black_box(&source))["location"].as_str().expect(OWN_TEXT));
    });
    let source = text.to_owned();
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || {
        second_time(&decode(black_box(&source))).expect(OWN_TEXT)
    });
}

fn second_time(root: &JsonValue) -> Option<i32> {
    root["list"][1]["sibling"]["time"].as_i32()
}

fn updates(row: &mut Row) {
    let put_name = |value: &mut Container, name: &str| name.clone_into(&mut value.list[0].name);
    let set_name = |root: &mut JsonValue, name: &'static str| root["list"][0]["name"] = name.into();
    update(row, variant::NAME, SHORT_NAMES, put_name, set_name);
    update(row, variant::NAME_LONGER, GROWING_NAMES, put_name, set_name);
    let put_time = |value: &mut Container, time| value.list[0].sibling.time = time;
    update(row, variant::FIRST_TIME, TIMES, put_time, |root, time| root["list"][0]["sibling"]["time"] = time.into());
}

/// Times a change back and forth between two values.
fn update<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    put: impl Fn(&mut Container, V),
    set: impl Fn(&mut JsonValue, V) + 'static,
) {
    let expected = values.map(|value| {
        let mut record = Container::new();
        put(&mut record, value);
        record
    });
    let change = move |source: &String, value: V| {
        let text = black_box(source).clone();
        let mut root = decode(&text);
        set(&mut root, black_box(value));
        encode(&root)
    };
    let start = encode(&build());
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
fn build() -> JsonValue {
    let element = |i: u8| {
        object! {
            sibling: {
                time: 123_456 + i32::from(i),
                ratio: 3.14159_f32 + f32::from(i),
                size: 10_000 + u16::from(i),
            },
            name: NAME,
            rating: 3.141_543_243_244_554_354_3 + f64::from(i),
            postfix: b'!',
        }
    };
    object! {
        list: array![element(0), element(1), element(2)],
        initialized: true,
        fruit: "Bananas",
        location: "http://arstechnica.com",
    }
}

/// The tree as the workload's own type; for proofs only.
fn plain(root: &JsonValue) -> Option<Container> {
    let element = |value: &JsonValue| {
        let sibling = &value["sibling"];
        Some(FooBar {
            sibling: Bar {
                time: sibling["time"].as_i32()?,
                ratio: sibling["ratio"].as_f64()? as f32,
                size: sibling["size"].as_u16()?,
            },
            name: value["name"].as_str()?.to_owned(),
            rating: value["rating"].as_f64()?,
            postfix: value["postfix"].as_u8()?,
        })
    };
    let fruit = match root["fruit"].as_str()? {
        "Apples" => Fruit::Apples,
        "Pears" => Fruit::Pears,
        "Bananas" => Fruit::Bananas,
        _ => return None,
    };
    Some(Container {
        list: root["list"].members().map(element).collect::<Option<_>>()?,
        initialized: root["initialized"].as_bool()?,
        fruit,
        location: root["location"].as_str()?.to_owned(),
    })
}
