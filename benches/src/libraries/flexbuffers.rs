//! FlexBuffers: the schema-less sibling of FlatBuffers; written by serde, read by serde or in place by its `Reader`.
//!
//! Field names are stored once each and found by binary search, so reading one field needs no decoding. Its
//! Rust crate cannot change bytes in place.

mod fields;

use std::hint::black_box;

use flexbuffers::{FlexbufferSerializer, MapReader, Reader};
use serde::{Deserialize, Serialize};

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, Fruit, GROWING_NAMES, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;

/// The library under test.
pub struct Flexbuffers;

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

impl Library for Flexbuffers {
    fn name(&self) -> &'static str {
        "flexbuffers"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let bytes = encode(value);
        let mut row = Row::new("flexbuffers", "flexbuffers", "25", "serde", bytes.clone());
        encodes(&mut row, value, &bytes);
        decodes(&mut row, value, &bytes);
        updates(&mut row);
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: &impl Serialize) -> Vec<u8> {
    flexbuffers::to_vec(value).expect("every key is a string")
}

#[inline(never)]
fn encode_into(serializer: &mut FlexbufferSerializer, value: &Container) {
    serializer.reset();
    value.serialize(serializer).expect("every key is a string");
}

#[inline(never)]
fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    flexbuffers::from_slice(bytes).expect("bytes of this library")
}

fn root(bytes: &[u8]) -> MapReader<&[u8]> {
    Reader::get_root(bytes).expect("bytes of this library").as_map()
}

/// Hands every element to `element` and gives the other fields; none of them owns anything.
#[inline(never)]
fn read_all<'a>(bytes: &'a [u8], mut element: impl FnMut(FooBarRef<'a>)) -> (bool, Fruit, &'a str) {
    let root = root(bytes);
    for item in root.idx("list").as_vector().iter() {
        element(read_element(&item.as_map()));
    }
    (root.idx("initialized").as_bool(), read_fruit(root.idx("fruit").as_str()), root.idx("location").as_str())
}

fn read_element<'a>(map: &MapReader<&'a [u8]>) -> FooBarRef<'a> {
    let sibling = map.idx("sibling").as_map();
    FooBarRef {
        sibling: Bar {
            time: sibling.idx("time").as_i32(),
            ratio: sibling.idx("ratio").as_f32(),
            size: sibling.idx("size").as_u16(),
        },
        name: map.idx("name").as_str(),
        rating: map.idx("rating").as_f64(),
        postfix: map.idx("postfix").as_u8(),
    }
}

fn read_fruit(name: &str) -> Fruit {
    match name {
        "Apples" => Fruit::Apples,
        "Pears" => Fruit::Pears,
        "Bananas" => Fruit::Bananas,
        _ => unreachable!("serde wrote the name of a variant"),
    }
}

#[inline(never)]
fn read_location(bytes: &[u8]) -> &str {
    root(bytes).idx("location").as_str()
}

#[inline(never)]
fn read_second_time(bytes: &[u8]) -> i32 {
    root(bytes).idx("list").as_vector().idx(1).as_map().idx("sibling").as_map().idx("time").as_i32()
}

fn encodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, Container::new);

    let original = value.clone();
    row.time(Measure::Encode, variant::OWNED, move || encode(black_box(&original)));

    let mut serializer = FlexbufferSerializer::new();
    encode_into(&mut serializer, value);
    encode_into(&mut serializer, value);
    row.prove("encoding into a kept buffer gives the same bytes", serializer.view() == bytes);
    let original = value.clone();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "one serializer, reset", move || {
        encode_into(&mut serializer, black_box(&original));
        black_box(serializer.view());
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.prove("owned decoding gives the original", decode::<Container>(bytes) == *value);
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::OWNED, move || decode::<Container>(black_box(&source)));

    let mut list = Vec::new();
    let (initialized, fruit, location) = read_all(bytes, |element| list.push(element));
    let again = encode(&ContainerRef { list, initialized, fruit, location });
    row.prove("reading in place gives the original", again == bytes);
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeAll, variant::BORROWED, "by Reader", move || {
        black_box(read_all(black_box(&source), |element| {
            black_box(element);
        }));
    });

    row.prove("decode one gives the location", read_location(bytes) == value.location);
    let source = bytes.to_vec();
    row.time(Measure::DecodeOne, variant::LOCATION, move || {
        black_box(read_location(black_box(&source)));
    });
    row.prove("decode one gives the time", read_second_time(bytes) == value.list[1].sibling.time);
    let source = bytes.to_vec();
    row.time(Measure::DecodeOne, variant::TIME, move || read_second_time(black_box(&source)));
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
        encode(&record)
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
