//! FlexBuffers: the schema-less sibling of FlatBuffers; written by serde, read by serde or in place
//! by its `Reader`.
//!
//! Field names are stored once each and found by binary search, so reading one field needs no
//! decoding. Its Rust crate cannot change bytes in place.

use flexbuffers::{FlexbufferSerializer, MapReader, Reader};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::format::{Borrowed, Encode, Format, Of, serde_decode};
use crate::library::{Library, NOT_ADDED, OWN_BYTES, Row};
use crate::workloads::container::sink::Sink;
use crate::workloads::container::{Bar, Container, FRUITS, FooBarRef, Fruit, Second, held_container, walks};
use crate::workloads::fields::{Fields, FieldsRef, held_fields, with_fields};
use crate::workloads::format::{self, One, Strings};
use crate::workloads::held;
use crate::workloads::record::{Change, Subject};
use crate::workloads::rows::Rows;

pub const LIBRARY: Library = Library {
    name: "flexbuffers",
    container: Ok(|value| {
        let row = format::rows::<_, Serde>(value).reads_time().finish();
        vec![row, held::row::<_, Root>(kept(), value).kept()]
    }),
    fields: Ok(|value| vec![format::rows::<_, Serde>(value).finish(), held::row::<_, Root>(kept(), value).kept()]),
    oplog: NOT_ADDED,
};

/// A root that was read before.
type Root = MapReader<&'static [u8]>;

const OPENED: &str = "root read once, each access checks; by Reader, each field by its name";

fn kept() -> Row {
    Row::new(Serde::LIBRARY, Serde::PACKAGE.0, Serde::PACKAGE.1, "reader, kept", Vec::new())
}

fn open<T: Serialize>(value: &T) -> Root {
    root(flexbuffers::to_vec(value).expect(KEYS).leak())
}

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

/// What is read, is read in place by the crate's `Reader`; updates decode through serde with
/// strings borrowed.
pub struct ByReader;

/// What is read in place of a record.
pub trait Read: Subject + Serialize + DeserializeOwned {
    fn text_in(bytes: &[u8]) -> &str;
    fn decode_borrowed(rows: Rows<Self, Of<Serde>>) -> Rows<Self, Of<Serde>>;
}

impl<S: Read> One<S, Serde> for ByReader {
    const NOTE: &'static str = "";
    type Text<'a> = &'a str;

    fn text<'a>(_: &mut Serde, bytes: &'a [u8]) -> &'a str {
        S::text_in(bytes)
    }
}

impl Second<Serde> for ByReader {
    const NOTE: &'static str = "";

    fn time(_: &mut Serde, bytes: &[u8]) -> i32 {
        second_time(bytes)
    }
}

impl<S: Read> Strings<S, Serde> for ByReader
where
    Borrowed: Strings<S, Serde>,
{
    const UPDATE: &'static str = <Borrowed as Strings<S, Serde>>::UPDATE;

    fn decode_borrowed(rows: Rows<S, Of<Serde>>) -> Rows<S, Of<Serde>> {
        S::decode_borrowed(rows)
    }

    fn update(format: &mut Serde, bytes: &[u8], change: impl Change<S>) -> Vec<u8> {
        <Borrowed as Strings<S, Serde>>::update(format, bytes, change)
    }
}

impl Read for Container {
    #[inline(never)]
    fn text_in(bytes: &[u8]) -> &str {
        root(bytes).idx("location").as_str()
    }

    fn decode_borrowed(rows: Rows<Self, Of<Serde>>) -> Rows<Self, Of<Serde>> {
        walks!(rows, Serde::BORROW, |bytes, sink| walk(bytes, sink))
    }
}

impl Read for Fields {
    #[inline(never)]
    fn text_in(bytes: &[u8]) -> &str {
        root(bytes).idx("third_field_of_type_string").as_str()
    }

    fn decode_borrowed(rows: Rows<Self, Of<Serde>>) -> Rows<Self, Of<Serde>> {
        rows.reads_all(Serde::BORROW, |_, bytes| read_all(bytes))
    }
}

pub fn root(bytes: &[u8]) -> MapReader<&[u8]> {
    Reader::get_root(bytes).expect(OWN_BYTES).as_map()
}

#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) {
    read_fields(&root(bytes), sink);
}

#[inline]
fn read_fields(root: &MapReader<&[u8]>, sink: &mut impl Sink) {
    for item in root.idx("list").as_vector().iter() {
        sink.element(read_element(&item.as_map()));
    }
    sink.flags(root.idx("initialized").as_bool(), read_fruit(root.idx("fruit").as_str()));
    sink.location(root.idx("location").as_str());
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
    let found = FRUITS.iter().find(|(_, known)| *known == name);
    found.expect("serde wrote the name of a variant").0
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> i32 {
    time_of_second(&root(bytes))
}

#[inline]
fn time_of_second(root: &MapReader<&[u8]>) -> i32 {
    root.idx("list").as_vector().idx(1).as_map().idx("sibling").as_map().idx("time").as_i32()
}

held_container!(
    Root,
    OPENED,
    |value| open(value),
    |root, sink| read_fields(root, sink),
    root.idx("location").as_str(),
    time_of_second(root)
);

macro_rules! read {
    ($reader:expr, str) => { $reader.as_str() };
    ($reader:expr, bool) => { $reader.as_bool() };
    ($reader:expr, u8) => { $reader.as_u8() };
    ($reader:expr, u16) => { $reader.as_u16() };
    ($reader:expr, u32) => { $reader.as_u32() };
    ($reader:expr, u64) => { $reader.as_u64() };
    ($reader:expr, i8) => { $reader.as_i8() };
    ($reader:expr, i16) => { $reader.as_i16() };
    ($reader:expr, i32) => { $reader.as_i32() };
    ($reader:expr, i64) => { $reader.as_i64() };
    ($reader:expr, f32) => { $reader.as_f32() };
    ($reader:expr, f64) => { $reader.as_f64() };
    // The whole map, for `with_fields`.
    (($map:expr) $($field:ident: [$Type:ident],)*) => {
        FieldsRef { $($field: read!($map.idx(stringify!($field)), $Type),)* }
    };
}

#[inline(never)]
fn read_all(bytes: &[u8]) -> FieldsRef<'_> {
    read(&root(bytes))
}

#[inline]
fn read<'a>(map: &MapReader<&'a [u8]>) -> FieldsRef<'a> {
    with_fields!(read!(map), strings: [str])
}

held_fields!(Root, OPENED, |value| open(value), |root| read(root), root.idx("third_field_of_type_string").as_str());
