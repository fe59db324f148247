//! prost: Protocol Buffers by derive, written by hand as protoc would from `schemas/container.proto`.
//!
//! There is no random access, but a message type with fewer fields is a projection: what it does not declare is
//! skipped on the wire. Decode-one uses such types.

mod fields;

use prost::Message;

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{self, Change, mirror};
use crate::workloads::fields::Fields;

/// The library under test.
pub struct Prost;

/// Protocol Buffers have no integers of 8 or 16 bits: `size` here and `postfix` below widen to `u32`.
#[derive(Clone, Copy, PartialEq, Message)]
struct Bar {
    #[prost(int32, tag = "1")]
    time: i32,
    #[prost(float, tag = "2")]
    ratio: f32,
    #[prost(uint32, tag = "3")]
    size: u32,
}

#[derive(Clone, PartialEq, Message)]
struct FooBar {
    #[prost(message, optional, tag = "1")]
    sibling: Option<Bar>,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(double, tag = "3")]
    rating: f64,
    #[prost(uint32, tag = "4")]
    postfix: u32,
}

#[derive(Clone, PartialEq, Message)]
struct Container {
    #[prost(message, repeated, tag = "1")]
    list: Vec<FooBar>,
    #[prost(bool, tag = "2")]
    initialized: bool,
    #[prost(enumeration = "Fruit", tag = "3")]
    fruit: i32,
    #[prost(string, tag = "4")]
    location: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, prost::Enumeration)]
#[repr(i32)]
enum Fruit {
    Apples = 0,
    Pears = 1,
    Bananas = 2,
}

/// [`Container`] without all but its location.
#[derive(Clone, PartialEq, Message)]
struct OnlyLocation {
    #[prost(string, tag = "4")]
    location: String,
}

/// [`Container`] without all but the times in its list.
#[derive(Clone, PartialEq, Message)]
struct OnlyTimes {
    #[prost(message, repeated, tag = "1")]
    list: Vec<OnlySibling>,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct OnlySibling {
    #[prost(message, optional, tag = "1")]
    sibling: Option<OnlyTime>,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct OnlyTime {
    #[prost(int32, tag = "1")]
    time: i32,
}

impl Library for Prost {
    fn name(&self) -> &'static str {
        "prost"
    }

    fn container(&self, value: &container::Container) -> Result<Vec<Row>, String> {
        let walks = "walks the record; a message type that declares only this field skips the others";
        let row = Rows::<Derive>::new("prost", ("prost", "0.14."), "derive", value)
            .encode_into_vec("", |buffer, message| encode_into(message, buffer))
            .decode_owned()
            .decode_location_owned(walks, |_, bytes| location(bytes))
            .decode_time(walks, |_, bytes| second_time(bytes).expect(OWN_BYTES))
            .updates()
            .finish();
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }
}

const OWN_BYTES: &str = "the bytes were encoded here";

#[derive(Default)]
struct Derive;

impl Codec for Derive {
    type Owned = Container;
    type Bytes = Vec<u8>;

    fn encode(&mut self, message: &Container) -> Vec<u8> {
        encode(message)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes)
    }
}

impl Update for Derive {
    const UPDATE: &'static str = "decode + encode";

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut message = decode(bytes);
        change.apply(&mut message);
        encode(&message)
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(message: &Container) -> Vec<u8> {
    message.encode_to_vec()
}

#[inline(never)]
fn decode(bytes: &[u8]) -> Container {
    Container::decode(bytes).expect(OWN_BYTES)
}

#[inline(never)]
fn encode_into(message: &Container, buf: &mut Vec<u8>) {
    buf.clear();
    message.encode(buf).expect("a Vec grows as needed");
}

#[inline(never)]
fn location(bytes: &[u8]) -> String {
    OnlyLocation::decode(bytes).expect(OWN_BYTES).location
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> Option<i32> {
    let message = OnlyTimes::decode(bytes).expect(OWN_BYTES);
    Some(message.list.get(1)?.sibling?.time)
}

mirror!(
    Container, FooBar, Bar, rest {},
    sibling |bar| Some(bar), [.expect("always written")], [.get_or_insert_default()],
    fruits [Fruit::Apples as i32, Fruit::Pears as i32, Fruit::Bananas as i32]
);
