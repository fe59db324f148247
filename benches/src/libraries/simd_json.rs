//! simd-json: JSON text through serde by way of a tape, the flat list of all values that the SIMD parser makes.
//!
//! The parser unescapes strings where they stand and reads up to 64 bytes beyond the text, so it needs text that it
//! may change: every decode first copies the text into a padded buffer. That buffer, the parser's own and the tape are
//! kept, as `fill_tape_padded` documents; only an update, whose text is a clone anyway, parses that clone. Decode-one
//! looks the field up in the tape. The text is longer than that of serde_json because a float of single precision is
//! written with the digits of a double.

use std::hint::black_box;
use std::mem;

use serde::{Deserialize, Serialize};
use simd_json::prelude::{ValueAsScalar, ValueIntoString};
use simd_json::{Buffers, Deserializer, INPUT_PADDING, Tape, tape};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, Fruit, GROWING_NAMES, SHORT_NAMES, TIMES, variant};

/// The library under test.
pub struct SimdJson;

/// [`Container`] with its strings in the input.
#[derive(Serialize, Deserialize)]
struct ContainerRef<'a> {
    #[serde(borrow)]
    list: Vec<FooBarRef<'a>>,
    initialized: bool,
    fruit: Fruit,
    location: &'a str,
}

#[derive(Serialize, Deserialize)]
struct FooBarRef<'a> {
    sibling: Bar,
    name: &'a str,
    rating: f64,
    postfix: u8,
}

const OWN_TEXT: &str = "text of this library";

/// A parser with all that it can keep from one text to the next.
struct Parser {
    /// The text under the parser, padded.
    input: Vec<u8>,
    buffers: Buffers,
    tape: Tape<'static>,
}

impl Parser {
    fn new() -> Self {
        Self { input: Vec::new(), buffers: Buffers::default(), tape: Tape(Vec::new()) }
    }

    /// Decodes a copy of `text`, to which the value may refer.
    #[inline(never)]
    fn decode<'a, T: Deserialize<'a>>(&'a mut self, text: &[u8]) -> T {
        copy_padded(&mut self.input, text);
        let mut tape = take(&mut self.tape);
        simd_json::fill_tape_padded(&mut self.input, text.len(), &mut self.buffers, &mut tape).expect(OWN_TEXT);
        let (value, tape) = deserialize(tape);
        self.tape = tape;
        value
    }

    /// Decodes `text` where it stands.
    #[inline(never)]
    fn decode_mut<'a, T: Deserialize<'a>>(&mut self, text: &'a mut [u8]) -> T {
        let mut tape = take(&mut self.tape);
        simd_json::fill_tape(text, &mut self.buffers, &mut tape).expect(OWN_TEXT);
        let (value, tape) = deserialize(tape);
        self.tape = tape;
        value
    }

    /// Hands the root of a copy of `text` to `find`, which nothing is decoded for.
    #[inline(never)]
    fn find<'a, T>(&'a mut self, text: &[u8], find: impl FnOnce(tape::Value<'_, 'a>) -> Option<T>) -> T {
        copy_padded(&mut self.input, text);
        let mut tape = take(&mut self.tape);
        simd_json::fill_tape_padded(&mut self.input, text.len(), &mut self.buffers, &mut tape).expect(OWN_TEXT);
        let found = find(tape.as_value());
        self.tape = tape.reset();
        found.expect(OWN_TEXT)
    }
}

fn copy_padded(input: &mut Vec<u8>, text: &[u8]) {
    input.clear();
    input.extend_from_slice(text);
    input.resize(text.len() + INPUT_PADDING, b' ');
}

/// The kept tape, to be filled with values of another lifetime.
fn take<'a>(kept: &mut Tape<'static>) -> Tape<'a> {
    mem::replace(kept, Tape(Vec::new())).reset()
}

fn deserialize<'a, T: Deserialize<'a>>(tape: Tape<'a>) -> (T, Tape<'static>) {
    let mut deserializer = Deserializer::from_tape(tape);
    let value = T::deserialize(&mut deserializer).expect(OWN_TEXT);
    (value, deserializer.into_tape().reset())
}

fn location<'a>(root: tape::Value<'_, 'a>) -> Option<&'a str> {
    root.get("location")?.into_string()
}

fn second_time(root: tape::Value<'_, '_>) -> Option<i32> {
    root.get("list")?.get_idx(1)?.get("sibling")?.get("time")?.as_i32()
}

impl Library for SimdJson {
    fn name(&self) -> &'static str {
        "simd-json"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let bytes = encode(value);
        let mut row = Row::new("simd-json", "simd-json", "0.", "serde", bytes.clone());
        row.prove("owned decoding gives the original", Parser::new().decode::<Container>(&bytes) == *value);
        let again = encode(&Parser::new().decode::<ContainerRef>(&bytes));
        row.prove("borrowed decoding gives the original", again == bytes);
        encodes(&mut row, value, &bytes);
        decodes(&mut row, value, &bytes);
        updates(&mut row);
        Ok(vec![row])
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: &impl Serialize) -> Vec<u8> {
    simd_json::to_vec(value).expect("the value has string keys only")
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &Container) {
    simd_json::to_writer(buffer, value).expect("a vector takes all bytes");
}

fn encodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, Container::new);

    let original = value.clone();
    row.time(Measure::Encode, variant::OWNED, move || encode(black_box(&original)));

    let mut buffer = Vec::new();
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "to_writer, to a vector", move || {
        buffer.clear();
        encode_into(&mut buffer, black_box(&original));
        black_box(&buffer);
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let note = "copies the text, which the parser changes, into a kept buffer";
    let (source, mut parser) = (bytes.to_vec(), Parser::new());
    row.time_noted(Measure::DecodeAll, variant::OWNED, note, move || parser.decode::<Container>(black_box(&source)));
    let note = "strings borrowed from a copy of the text in a kept buffer";
    let (source, mut parser) = (bytes.to_vec(), Parser::new());
    row.time_noted(Measure::DecodeAll, variant::BORROWED, note, move || {
        black_box(&parser.decode::<ContainerRef>(black_box(&source)));
    });

    row.prove("decode one gives the location", Parser::new().find(bytes, location) == value.location);
    row.prove("decode one gives the time", Parser::new().find(bytes, second_time) == value.list[1].sibling.time);
    let note = "copies and parses the whole text, then looks the field up in the tape";
    let (source, mut parser) = (bytes.to_vec(), Parser::new());
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        black_box(parser.find(black_box(&source), location));
    });
    let (source, mut parser) = (bytes.to_vec(), Parser::new());
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || parser.find(black_box(&source), second_time));
}

fn updates(row: &mut Row) {
    let named = |name: &str| {
        let mut value = Container::new();
        name.clone_into(&mut value.list[0].name);
        value
    };
    let timed = |time| {
        let mut value = Container::new();
        value.list[0].sibling.time = time;
        value
    };
    update(row, variant::NAME, SHORT_NAMES, named, |record, name| record.list[0].name = name);
    update(row, variant::NAME_LONGER, GROWING_NAMES, named, |record, name| record.list[0].name = name);
    update(row, variant::FIRST_TIME, TIMES, timed, |record, time| record.list[0].sibling.time = time);
}

/// Times a change back and forth between two values; `expected` builds the record that holds one of them.
fn update<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    expected: impl Fn(V) -> Container,
    set: impl Fn(&mut ContainerRef<'_>, V) + 'static,
) {
    let sources = values.map(|value| encode(&expected(value)));
    let mut parser = Parser::new();
    let mut change = move |source: &Vec<u8>, value: V| {
        let mut text = black_box(source).clone();
        let mut record = parser.decode_mut::<ContainerRef>(&mut text);
        set(&mut record, black_box(value));
        encode(&record)
    };
    for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
        let changed = Parser::new().decode::<Container>(&change(source, value));
        row.prove(&format!("updating {variant} changes that field alone"), changed == expected(value));
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOne, variant, "decode in the clone + encode, strings borrowed", move || {
        let source = &sources[held];
        held = 1 - held;
        change(source, values[held])
    });
}
