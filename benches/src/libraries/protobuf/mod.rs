//! rust-protobuf: Protocol Buffers by generated code.
//!
//! `container_generated.rs` comes from `schemas/container.proto` by `protobuf-codegen` of the very
//! version of the runtime (the generated code insists on it), with `pure()` and
//! `Customize::lite_runtime(true)`. Decode-one walks the wire with the crate's input stream: a
//! message type with fewer fields would keep the others as unknown fields.

#[rustfmt::skip]
mod container_generated;

use protobuf::rt::WireType;
use protobuf::{CodedInputStream, EnumOrUnknown, Message, MessageField};

use self::container_generated as pb;
use crate::library::{Library, NOT_ADDED, OWN_BYTES};
use crate::workloads::container::{Container, mirror};
use crate::workloads::record::Change;
use crate::workloads::rows::{Codec, Rows, Update};

pub const PACKAGE: (&str, &str) = ("protobuf", "3.7.");

pub const LIBRARY: Library = Library {
    name: "protobuf",
    container: Ok(|value| {
        let row = Rows::<_, Generated>::new("protobuf", PACKAGE, "generated", value)
            .encode_into_vec("", |buffer, message| encode_into(message, buffer))
            .decode_time("walks the record up to the field", |_, bytes| second_time(bytes).expect(OWN_BYTES))
            .updates()
            .finish();
        vec![row]
    }),
    fields: Err("no i8 and i16"),
    oplog: NOT_ADDED,
};

#[derive(Default)]
struct Generated;

impl Codec<Container> for Generated {
    type Owned = pb::Container;
    type Bytes = Vec<u8>;

    const TEXT: &'static str = "walks the record and skips the other fields";

    fn encode(&mut self, message: &pb::Container) -> Vec<u8> {
        encode(message)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> pb::Container {
        decode(bytes)
    }

    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(&location(bytes).expect(OWN_BYTES))
    }
}

impl Update<Container> for Generated {
    const UPDATE: &'static str = "decode + encode";

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change<Container>) -> Vec<u8> {
        let mut message: pb::Container = decode(bytes);
        change.apply(&mut message);
        encode(&message)
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use
// the optimiser inlines the library's own functions there, as it would in a program with one reader
// and one writer.

#[inline(never)]
pub fn encode(message: &impl Message) -> Vec<u8> {
    message.write_to_bytes().expect("no field is required in proto3")
}

#[inline(never)]
pub fn encode_into(message: &impl Message, buf: &mut Vec<u8>) {
    buf.clear();
    message.write_to_vec(buf).expect("no field is required in proto3");
}

#[inline(never)]
pub fn decode<M: Message>(bytes: &[u8]) -> M {
    M::parse_from_bytes(bytes).expect(OWN_BYTES)
}

/// Moves to the next field numbered `field` of a message that ends at the stream's limit; false if
/// there is none.
pub fn seek(input: &mut CodedInputStream, field: u32) -> Result<bool, &'static str> {
    while let Some(tag) = input.read_raw_tag_or_eof().map_err(|_| "no tag")? {
        if tag >> 3 == field {
            return Ok(true);
        }
        let wire_type = WireType::new(tag & 7).ok_or("no such wire type")?;
        input.skip_field(wire_type).map_err(|_| "cut short")?;
    }
    Ok(false)
}

/// Enters the message at the stream's position; gives the limit to restore on leaving it.
pub fn enter(input: &mut CodedInputStream) -> Result<u64, &'static str> {
    let len = input.read_raw_varint64().map_err(|_| "no length")?;
    input.push_limit(len).map_err(|_| "longer than what holds it")
}

#[inline(never)]
fn location(bytes: &[u8]) -> Result<String, &'static str> {
    let mut input = CodedInputStream::from_bytes(bytes);
    let mut location = String::new();
    // The last occurrence of a field counts.
    while seek(&mut input, 4)? {
        location = input.read_string().map_err(|_| "no string")?;
    }
    Ok(location)
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> Result<i32, &'static str> {
    let mut input = CodedInputStream::from_bytes(bytes);
    if !seek(&mut input, 1)? {
        return Err("an empty list");
    }
    input.skip_field(WireType::LengthDelimited).map_err(|_| "cut short")?;
    if !seek(&mut input, 1)? {
        return Err("a list of one");
    }
    enter(&mut input)?;
    let mut time = 0;
    // A message that occurs again is merged, so the last occurrence counts here too.
    while seek(&mut input, 1)? {
        let outer = enter(&mut input)?;
        while seek(&mut input, 1)? {
            time = input.read_int32().map_err(|_| "no integer")?;
        }
        input.pop_limit(outer);
    }
    Ok(time)
}

// Protocol Buffers have no integers of 8 or 16 bits: `size` and `postfix` widen to `u32`.
mirror!(
    pb::Container, pb::FooBar, pb::Bar, rest { ..Default::default() },
    sibling |bar| MessageField::some(bar), [], [.mut_or_insert_default()],
    fruits [pb::Fruit::APPLES, pb::Fruit::PEARS, pb::Fruit::BANANAS].map(EnumOrUnknown::new)
);
