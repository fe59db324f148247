//! FlexBuffers: the schema-less sibling of FlatBuffers; written by serde, read by serde or in place by its `Reader`.
//!
//! Field names are stored once each and found by binary search, so reading one field needs no decoding. Its
//! Rust crate cannot change bytes in place.

mod fields;

use std::hint::black_box;

use flexbuffers::{FlexbufferSerializer, MapReader, Reader};
use serde::{Deserialize, Serialize};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Bar, Change, Container, ContainerRef, FooBarRef, Fruit};
use crate::workloads::fields::Fields;

/// The library under test.
pub struct Flexbuffers;

impl Library for Flexbuffers {
    fn name(&self) -> &'static str {
        "flexbuffers"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let row = Rows::<Serde>::new("flexbuffers", ("flexbuffers", "25"), "serde", value)
            .encode_reused(
                "one serializer, reset",
                |_| FlexbufferSerializer::new(),
                |serializer, value| {
                    encode_into(serializer, value);
                    serializer.view()
                },
            )
            .decode_owned()
            .decode_borrowed(
                "by Reader",
                |_, bytes| {
                    let mut list = Vec::new();
                    let (initialized, fruit, location) = read_all(bytes, |element| list.push(element));
                    encode(&ContainerRef { list, initialized, fruit, location })
                },
                |_, bytes| {
                    black_box(read_all(bytes, |element| {
                        black_box(element);
                    }));
                },
            )
            .decode_location("", |_, bytes| read_location(bytes))
            .decode_time("", |_, bytes| read_second_time(bytes))
            .updates()
            .finish();
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }
}

#[derive(Default)]
struct Serde;

impl Codec for Serde {
    type Owned = Container;
    type Bytes = Vec<u8>;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes)
    }
}

impl Update for Serde {
    const UPDATE: &'static str = "decode + encode, strings borrowed";

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record: ContainerRef = decode(bytes);
        change.apply(&mut record);
        encode(&record)
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
