//! wincode with its default configuration: the bytes of bincode 1, by its own derive, no random access.
//!
//! Owned values, strings borrowed from the input, and, for the fields that are written over without a change of length,
//! its mutable zero-copy references. A type that ends with the field wanted reads no further: what lies in the first two
//! elements is found by such types ([`FirstMut`], [`Second`]), which take the list's length by itself.

mod fields;
mod oplog;

use std::hint::black_box;

use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::{F32, I32, U16};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows};
use crate::workloads::container::{self as workload, Name, Time, own_types};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Wincode;

own_types!(
    #[derive(Clone, PartialEq, SchemaRead, SchemaWrite)]
);

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
    _list: Vec<SkimmedFooBar<'a>>,
    _initialized: bool,
    _fruit: Fruit,
    location: &'a str,
}

#[derive(SchemaRead)]
struct SkimmedFooBar<'a> {
    _sibling: Bar,
    _name: &'a [u8],
    _rating: f64,
    _postfix: u8,
}

/// The record up to the second element's struct.
#[derive(SchemaRead)]
struct Second<'a> {
    len: u64,
    _first: SkimmedFooBar<'a>,
    sibling: Bar,
}

/// The record up to the first element's name, with what is written over still in the input.
#[derive(SchemaRead)]
struct FirstMut<'a> {
    len: u64,
    _sibling: &'a mut BarBytes,
    name: &'a mut [u8],
}

/// The record up to the first element's struct, likewise.
#[derive(SchemaRead)]
struct FirstSiblingMut<'a> {
    len: u64,
    sibling: &'a mut BarBytes,
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

impl Library for Wincode {
    fn name(&self) -> &'static str {
        "wincode"
    }

    fn container(&self, value: &workload::Container) -> Result<Vec<Row>, String> {
        Ok(vec![row(value)])
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
fn location(bytes: &[u8]) -> &str {
    wincode::deserialize::<Skimmed<'_>>(bytes).expect(OWN_BYTES).location
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> i32 {
    let second: Second<'_> = wincode::deserialize(bytes).expect(OWN_BYTES);
    assert!(second.len > 1, "{OWN_BYTES}");
    second.sibling.time
}

#[inline(never)]
fn rename(bytes: &mut [u8], name: &str) {
    let first: FirstMut<'_> = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
    assert!(first.len > 0, "{OWN_BYTES}");
    first.name.copy_from_slice(name.as_bytes());
}

#[inline(never)]
fn set_time(bytes: &mut [u8], time: i32) {
    let first: FirstSiblingMut<'_> = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
    assert!(first.len > 0, "{OWN_BYTES}");
    first.sibling.time.set(time);
}

#[derive(Default)]
struct Derive;

impl Codec for Derive {
    type Owned = Container;
    type Bytes = Vec<u8>;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes)
    }
}

fn row(value: &workload::Container) -> Row {
    let skimmed = "decodes the whole record, the other strings as bytes";
    let up_to = "decodes the record up to this field";
    let same_length = "decodes by reference up to the name, writes one of the same length in place";
    let number = "decodes by reference up to the number, writes it in place";
    Rows::<Derive>::new("wincode", ("wincode", "0.6"), "derive", value)
        // Writing into a slice is quicker than into a vector; the caller brings one that is large enough.
        .encode_reused(
            "serialize_into a slice",
            |len| vec![0; 2 * len],
            |buffer, value| {
                let len = encode_into(value, buffer);
                &buffer[..len]
            },
        )
        .decode_owned()
        .decode_borrowed(
            "",
            |_, bytes| encode_ref(&decode_ref(bytes)),
            |_, bytes| {
                black_box(&decode_ref(bytes));
            },
        )
        .decode_location(skimmed, |_, bytes| location(bytes))
        .decode_time(up_to, |_, bytes| second_time(bytes))
        .update_name(same_length, |_, mut bytes, Name(name)| {
            rename(&mut bytes, name);
            bytes
        })
        .update_name_in_place(same_length, |bytes, Name(name)| rename(bytes, name))
        .update_name_longer("decode + encode, strings borrowed", |_, bytes, Name(name)| {
            let mut record = decode_ref(&bytes);
            record.list[0].name = name;
            encode_ref(&record)
        })
        .update_time(number, |_, mut bytes, Time(time)| {
            set_time(&mut bytes, time);
            bytes
        })
        .update_time_in_place(number, |bytes, Time(time)| set_time(bytes, time))
        .finish()
}
