//! FlexBuffers: the schema-less sibling of FlatBuffers; written by serde, read by serde or in place by its `Reader`.
//!
//! Field names are stored once each and found by binary search, so reading one field needs no decoding. Its
//! Rust crate cannot change bytes in place.

mod fields;

use std::hint::black_box;

use flexbuffers::{FlexbufferSerializer, MapReader, Reader};
use serde::Serialize;

use crate::format::{Borrowed, Encode, Format, Of, codec_library, serde_decode};
use crate::workloads::container::format::{One, Strings};
use crate::workloads::container::rows::Rows;
use crate::workloads::container::{Bar, Change, ContainerRef, FooBarRef, Fruit};

codec_library!(Flexbuffers, "flexbuffers", container: [Serde], fields: [Serde]);

#[derive(Default)]
pub struct Serde(FlexbufferSerializer);

impl Format for Serde {
    const LIBRARY: &'static str = "flexbuffers";
    const PACKAGE: (&'static str, &'static str) = ("flexbuffers", "25");
    const MODE: &'static str = "serde";
    const REUSE: &'static str = "one serializer, reset";
    const BORROW: &'static str = "by Reader, each field by its name";
    type One = ByReader;
    type Strings = ByReader;
}

const KEYS: &str = "every key is a string";

impl<T: Serialize> Encode<T> for Serde {
    #[inline(never)]
    fn encode(&mut self, value: &T) -> Vec<u8> {
        flexbuffers::to_vec(value).expect(KEYS)
    }

    #[inline(never)]
    fn encode_into<'k>(&'k mut self, value: &T, _: &'k mut Vec<u8>) -> &'k [u8] {
        self.0.reset();
        value.serialize(&mut self.0).expect(KEYS);
        self.0.view()
    }
}

serde_decode!(Serde decode(bytes) { flexbuffers::from_slice(bytes).expect("bytes of this library") });

/// What is read, is read in place by the crate's `Reader`; updates decode through serde with strings borrowed.
pub struct ByReader;

impl One<Serde> for ByReader {
    const LOCATION: &'static str = "";
    const TIME: &'static str = "";
    type Text<'a> = &'a str;

    fn location<'a>(_: &mut Serde, bytes: &'a [u8]) -> &'a str {
        read_location(bytes)
    }

    fn time(_: &mut Serde, bytes: &[u8]) -> i32 {
        read_second_time(bytes)
    }
}

impl Strings<Serde> for ByReader {
    const UPDATE: &'static str = <Borrowed as Strings<Serde>>::UPDATE;

    fn decode_borrowed(rows: Rows<Of<Serde>>) -> Rows<Of<Serde>> {
        rows.decode_borrowed(
            Serde::BORROW,
            |Of(format), bytes| {
                let mut list = Vec::new();
                let (initialized, fruit, location) = read_all(bytes, |element| list.push(element));
                format.encode(&ContainerRef { list, initialized, fruit, location })
            },
            |_, bytes| {
                black_box(read_all(bytes, |element| {
                    black_box(element);
                }));
            },
        )
    }

    fn update(format: &mut Serde, bytes: &[u8], change: impl Change) -> Vec<u8> {
        <Borrowed as Strings<Serde>>::update(format, bytes, change)
    }
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
