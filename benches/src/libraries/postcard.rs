//! postcard: compact bytes by serde, varint integers, no random access.
//!
//! Strings can be borrowed from the input, so everything but owned decode-all goes through [`ContainerRef`]; the list
//! itself is still a vector that decoding allocates. Encoding asks for the size first, which for this value is quicker
//! than `to_allocvec` and its growing vector.

mod fields;
mod oplog;

use std::hint::black_box;

use postcard::ser_flavors::Size;
use serde::{Deserialize, Serialize};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, Fruit, GROWING_NAMES, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Postcard;

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

/// [`Container`] for a reader of one field: the names are left as bytes, so that nobody checks their text.
#[derive(Deserialize)]
struct Skimmed<'a> {
    #[serde(borrow)]
    list: Vec<SkimmedFooBar<'a>>,
    _initialized: bool,
    _fruit: Fruit,
    location: &'a str,
}

#[derive(Deserialize)]
struct SkimmedFooBar<'a> {
    sibling: Bar,
    _name: &'a [u8],
    _rating: f64,
    _postfix: u8,
}

impl Library for Postcard {
    fn name(&self) -> &'static str {
        "postcard"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let bytes = encode(value);
        let mut row = Row::new("postcard", "postcard", "1", "serde", bytes.clone());
        row.prove("owned decoding gives the original", decode::<Container>(&bytes) == *value);
        row.prove("borrowed decoding gives the original", encode(&decode::<ContainerRef>(&bytes)) == bytes);
        encodes(&mut row, value, &bytes);
        decodes(&mut row, value, &bytes);
        updates(&mut row);
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(vec![oplog::row(value)])
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

fn encode(value: &impl Serialize) -> Vec<u8> {
    let size = postcard::serialize_with_flavor(value, Size::default()).expect("serde knows the lengths of the value");
    encode_into(Vec::with_capacity(size), value)
}

fn encode_into(buffer: Vec<u8>, value: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(value, buffer).expect("a vector takes all bytes")
}

#[inline(never)]
fn encode_into_slice<'a>(buffer: &'a mut [u8], value: &Container) -> &'a [u8] {
    postcard::to_slice(value, buffer).expect("the buffer is large enough")
}

#[inline(never)]
fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    postcard::from_bytes(bytes).expect("bytes of this library")
}

fn encodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, Container::new);

    let original = value.clone();
    row.time_noted(Measure::Encode, variant::OWNED, "size first, then to_extend", move || encode(black_box(&original)));

    // The library writes into a slice; the caller brings one that is large enough.
    let mut buffer = vec![0; 2 * bytes.len()];
    row.prove("encoding into a kept buffer gives the same bytes", encode_into_slice(&mut buffer, value) == bytes);
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "to_slice", move || {
        black_box(encode_into_slice(&mut buffer, black_box(&original)));
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::OWNED, move || decode::<Container>(black_box(&source)));
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::BORROWED, move || {
        black_box(&decode::<ContainerRef>(black_box(&source)));
    });

    row.prove("decode one gives the location", decode::<Skimmed>(bytes).location == value.location);
    row.prove("decode one gives the time", decode::<Skimmed>(bytes).list[1].sibling.time == value.list[1].sibling.time);
    let note = "decodes the whole record, the other strings as bytes";
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        black_box(decode::<Skimmed>(black_box(&source)).location);
    });
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || {
        decode::<Skimmed>(black_box(&source)).list[1].sibling.time
    });
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
    let change = move |source: &Vec<u8>, value: V| {
        let bytes = black_box(source).clone();
        let mut record = decode::<ContainerRef>(&bytes);
        set(&mut record, black_box(value));
        // The old length tells how much room the new bytes need, with some to grow.
        encode_into(Vec::with_capacity(2 * bytes.len()), &record)
    };
    for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
        let changed = decode::<Container>(&change(source, value));
        row.prove(&format!("updating {variant} changes that field alone"), changed == expected(value));
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOne, variant, "decode + encode, strings borrowed", move || {
        let source = &sources[held];
        held = 1 - held;
        change(source, values[held])
    });
}
