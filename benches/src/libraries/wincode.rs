//! wincode with its default configuration: the bytes of bincode 1, by its own derive, no random access.
//!
//! Owned values, strings borrowed from the input, and, for the fields that are written over without a change of length,
//! its mutable zero-copy references ([`ContainerMut`]).

mod fields;
mod oplog;

use std::hint::black_box;

use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::{F32, I32, U16};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{self as workload, GROWING_NAMES, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Wincode;

#[derive(Clone, PartialEq, SchemaRead, SchemaWrite)]
struct Container {
    list: Vec<FooBar>,
    initialized: bool,
    fruit: Fruit,
    location: String,
}

#[derive(Clone, PartialEq, SchemaRead, SchemaWrite)]
struct FooBar {
    sibling: Bar,
    name: String,
    rating: f64,
    postfix: u8,
}

/// [`Container`] with its strings in the input.
#[derive(SchemaRead, SchemaWrite)]
struct ContainerRef<'a> {
    list: Vec<FooBarRef<'a>>,
    initialized: bool,
    fruit: Fruit,
    location: &'a str,
}

#[derive(SchemaRead, SchemaWrite)]
struct FooBarRef<'a> {
    sibling: Bar,
    name: &'a str,
    rating: f64,
    postfix: u8,
}

/// [`Container`] for a reader of one field: the names are left as bytes, so that nobody checks their text.
#[derive(SchemaRead)]
struct Skimmed<'a> {
    list: Vec<SkimmedFooBar<'a>>,
    _initialized: bool,
    _fruit: Fruit,
    location: &'a str,
}

#[derive(SchemaRead)]
struct SkimmedFooBar<'a> {
    sibling: Bar,
    _name: &'a [u8],
    _rating: f64,
    _postfix: u8,
}

/// [`Container`] with the fields that are written over still in the input.
#[derive(SchemaRead)]
struct ContainerMut<'a> {
    list: Vec<FooBarMut<'a>>,
    _initialized: bool,
    _fruit: Fruit,
    _location: &'a [u8],
}

#[derive(SchemaRead)]
struct FooBarMut<'a> {
    sibling: &'a mut BarBytes,
    name: &'a mut [u8],
    _rating: f64,
    _postfix: u8,
}

#[derive(Clone, Copy, PartialEq, SchemaRead, SchemaWrite)]
struct Bar {
    time: i32,
    ratio: f32,
    size: u16,
}

/// [`Bar`] as it stands in the input, which has no alignment.
#[derive(SchemaRead, SchemaWrite)]
#[wincode(assert_zero_copy)]
#[repr(C)]
struct BarBytes {
    time: I32,
    ratio: F32,
    size: U16,
}

#[derive(Clone, Copy, PartialEq, SchemaRead, SchemaWrite)]
enum Fruit {
    Apples,
    Pears,
    Bananas,
}

impl From<workload::Container> for Container {
    fn from(value: workload::Container) -> Self {
        let own = |workload::FooBar { sibling, name, rating, postfix }| FooBar {
            sibling: Bar { time: sibling.time, ratio: sibling.ratio, size: sibling.size },
            name,
            rating,
            postfix,
        };
        let fruit = match value.fruit {
            workload::Fruit::Apples => Fruit::Apples,
            workload::Fruit::Pears => Fruit::Pears,
            workload::Fruit::Bananas => Fruit::Bananas,
        };
        let list = value.list.into_iter().map(own).collect();
        Self { list, initialized: value.initialized, fruit, location: value.location }
    }
}

impl Library for Wincode {
    fn name(&self) -> &'static str {
        "wincode"
    }

    fn container(&self, value: &workload::Container) -> Result<Vec<Row>, String> {
        let value = Container::from(value.clone());
        let bytes = encode(&value);
        let mut row = Row::new("wincode", "wincode", "0.6", "derive", bytes.clone());
        row.prove("owned decoding gives the original", decode(&bytes) == value);
        row.prove("borrowed decoding gives the original", encode_ref(&decode_ref(&bytes)) == bytes);
        encodes(&mut row, &value, &bytes);
        decodes(&mut row, &value, &bytes);
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

const INFALLIBLE: &str = "the value has no state that fails to encode";
const OWN_BYTES: &str = "bytes of this library";

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer; twice as fast at best.

#[inline(never)]
fn encode(value: &Container) -> Vec<u8> {
    wincode::serialize(value).expect(INFALLIBLE)
}

#[inline(never)]
fn encode_ref(value: &ContainerRef<'_>) -> Vec<u8> {
    wincode::serialize(value).expect(INFALLIBLE)
}

#[inline(never)]
fn encode_into(value: &Container, buffer: &mut [u8]) -> usize {
    let room = buffer.len();
    let mut rest = buffer;
    wincode::serialize_into(&mut rest, value).expect("the buffer is large enough");
    room - rest.len()
}

#[inline(never)]
fn decode(bytes: &[u8]) -> Container {
    wincode::deserialize(bytes).expect(OWN_BYTES)
}

#[inline(never)]
fn decode_ref(bytes: &[u8]) -> ContainerRef<'_> {
    wincode::deserialize(bytes).expect(OWN_BYTES)
}

#[inline(never)]
fn decode_mut(bytes: &mut [u8]) -> ContainerMut<'_> {
    wincode::deserialize_mut(bytes).expect(OWN_BYTES)
}

#[inline(never)]
fn skim(bytes: &[u8]) -> Skimmed<'_> {
    wincode::deserialize(bytes).expect(OWN_BYTES)
}

fn encodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, || Container::from(workload::Container::new()));

    let original = value.clone();
    row.time(Measure::Encode, variant::OWNED, move || encode(black_box(&original)));

    // Writing into a slice is quicker than into a vector; the caller brings one that is large enough.
    let mut buffer = vec![0; 2 * bytes.len()];
    let len = encode_into(value, &mut buffer);
    row.prove("encoding into a kept buffer gives the same bytes", buffer[..len] == *bytes);
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "serialize_into a slice", move || {
        let len = encode_into(black_box(&original), &mut buffer);
        black_box(&buffer[..len]);
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::OWNED, move || decode(black_box(&source)));
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::BORROWED, move || {
        black_box(&decode_ref(black_box(&source)));
    });

    row.prove("decode one gives the location", skim(bytes).location == value.location);
    row.prove("decode one gives the time", skim(bytes).list[1].sibling.time == value.list[1].sibling.time);
    let note = "decodes the whole record, the other strings as bytes";
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::LOCATION, note, move || {
        black_box(skim(black_box(&source)).location);
    });
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeOne, variant::TIME, note, move || skim(black_box(&source)).list[1].sibling.time);
}

fn updates(row: &mut Row) {
    let named = |name: &str| {
        let mut value = Container::from(workload::Container::new());
        name.clone_into(&mut value.list[0].name);
        value
    };
    let timed = |time| {
        let mut value = Container::from(workload::Container::new());
        value.list[0].sibling.time = time;
        value
    };
    let rename = |bytes: &mut [u8], name: &str| decode_mut(bytes).list[0].name.copy_from_slice(name.as_bytes());
    let set_time = |bytes: &mut [u8], time| decode_mut(bytes).list[0].sibling.time.set(time);

    let note = "decodes by reference, writes a name of the same length in place";
    update(row, variant::NAME, note, SHORT_NAMES, named, move |mut bytes, name| {
        rename(&mut bytes, name);
        bytes
    });
    update_in_place(row, variant::NAME, note, SHORT_NAMES, named, rename);

    update(row, variant::NAME_LONGER, "decode + encode, strings borrowed", GROWING_NAMES, named, |bytes, name| {
        let mut record = decode_ref(&bytes);
        record.list[0].name = name;
        encode_ref(&record)
    });

    let note = "decodes by reference, writes the number in place";
    update(row, variant::FIRST_TIME, note, TIMES, timed, move |mut bytes, time| {
        set_time(&mut bytes, time);
        bytes
    });
    update_in_place(row, variant::FIRST_TIME, note, TIMES, timed, set_time);
}

/// Times a change back and forth between two values; `expected` builds the record that holds one of them.
fn update<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    note: &'static str,
    values: [V; 2],
    expected: impl Fn(V) -> Container,
    set: impl Fn(Vec<u8>, V) -> Vec<u8> + 'static,
) {
    let sources = values.map(|value| encode(&expected(value)));
    let change = move |source: &Vec<u8>, value: V| set(black_box(source).clone(), black_box(value));
    for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
        row.prove(
            &format!("updating {variant} changes that field alone"),
            decode(&change(source, value)) == expected(value),
        );
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOne, variant, note, move || {
        let source = &sources[held];
        held = 1 - held;
        change(source, values[held])
    });
}

/// The same in one buffer that is kept.
fn update_in_place<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    note: &'static str,
    values: [V; 2],
    expected: impl Fn(V) -> Container,
    set: impl Fn(&mut [u8], V) + 'static,
) {
    let mut bytes = encode(&expected(values[0]));
    for value in [values[1], values[0]] {
        set(&mut bytes, value);
        row.prove(&format!("updating {variant} in place changes that field alone"), decode(&bytes) == expected(value));
    }
    let mut held = 0;
    row.time_noted(Measure::UpdateOneInPlace, variant, note, move || {
        held = 1 - held;
        set(black_box(&mut bytes), black_box(values[held]));
    });
}
