//! json: JSON text to and from a tree of values, without serde.
//!
//! The tree is the library's own form of the record: building, encoding and decoding make and take it. It owns all its
//! strings, those of up to 30 bytes without an allocation, and keeps numbers as decimals; a float of single precision is
//! written with the digits of a double. Text comes as `str`, which spares the library no check: here it stays a `String`.

mod fields;

use std::hint::black_box;

use json::{JsonValue, array, object};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Bar, Change, Container, Edit, FooBar, Fruit, NAME, Record};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Json;

const OWN_TEXT: &str = "text of this library";

impl Library for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let whole = "decodes the whole record to a tree";
        let row = Rows::<Values>::new("json", ("json", "0.12."), "values", value)
            .encode_into_vec("write, from a tree of values, to a vector", |buffer, tree| {
                buffer.clear();
                encode_into(buffer, tree);
            })
            .decode_owned()
            .visit_location(
                whole,
                |_, text| location(&decode(text)).to_owned(),
                |_, text| {
                    black_box(location(&decode(text)));
                },
            )
            .decode_time(whole, |_, text| second_time(&decode(text)).expect(OWN_TEXT))
            .updates()
            .finish();
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }

    fn oplog(&self, _value: &Oplog) -> Result<Vec<Row>, String> {
        Err("no types: the cases of the log, and every byte of a payload, would be values of a tree built by hand"
            .to_owned())
    }
}

#[derive(Default)]
struct Values;

impl Codec for Values {
    type Owned = JsonValue;
    type Bytes = String;

    const BUILD: &'static str = "a tree of values";
    const ENCODE: &'static str = "dump, from a tree of values";
    const CLONE: &'static str = "clone of a String";
    const DECODE: &'static str = "to a tree of values";

    fn encode(&mut self, tree: &JsonValue) -> String {
        encode(tree)
    }

    fn decode(&mut self, text: &String) -> JsonValue {
        decode(text)
    }
}

impl Update for Values {
    const UPDATE: &'static str = "decode to a tree + encode";

    fn update(&mut self, text: &String, change: impl Change) -> String {
        let mut root = decode(text);
        change.apply(&mut root);
        encode(&root)
    }
}

impl Edit for JsonValue {
    fn set_name(&mut self, name: &'static str) {
        self["list"][0]["name"] = name.into();
    }

    fn set_time(&mut self, time: i32) {
        self["list"][0]["sibling"]["time"] = time.into();
    }
}

impl Record for JsonValue {
    fn build() -> Self {
        build()
    }

    fn plain(&self) -> Container {
        plain(self).expect(OWN_TEXT)
    }

    fn set_texts(&mut self, text: &'static str) {
        self["location"] = text.into();
        (0..3).for_each(|index| self["list"][index]["name"] = text.into());
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

fn location(root: &JsonValue) -> &str {
    root["location"].as_str().expect(OWN_TEXT)
}

fn second_time(root: &JsonValue) -> Option<i32> {
    root["list"][1]["sibling"]["time"].as_i32()
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
