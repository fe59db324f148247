//! prost: Protocol Buffers by derive, written by hand as protoc would from
//! `schemas/container.proto`.
//!
//! There is no random access, but a message type with fewer fields is a projection: what it does
//! not declare is skipped on the wire. Decode-one uses such types. Protocol Buffers have no
//! integers of 8 or 16 bits, which widen to 32.

mod messages;
mod oplog;

use prost::Message;

use self::messages::{Container, Fields, OnlyLocation, OnlyThirdString, OnlyTimes};
use crate::library::{Library, OWN_BYTES};
use crate::workloads::record::{Change, Edit, Record, Subject};
use crate::workloads::rows::{Codec, Rows, Update};
use crate::workloads::{container, fields};

const PACKAGE: (&str, &str) = ("prost", "0.14.");
const ALONE: &str = "walks the record; a message type that declares only this field skips the others";

pub const LIBRARY: Library = Library {
    name: "prost",
    container: Ok(|value| {
        vec![rows(value).decode_time(ALONE, |_, bytes| second_time(bytes).expect(OWN_BYTES)).finish()]
    }),
    fields: Ok(|value| vec![rows(value).finish()]),
    oplog: Ok(|log| vec![oplog::row(log)]),
};

/// A record with its message.
trait Sent: Subject {
    type Message: Message + Default + Record<Self> + Edit<Self>;
    /// The note on numbers that were widened, where their names do not tell it.
    const TYPES: &'static str;

    fn text_in(bytes: &[u8]) -> String;
}

impl Sent for container::Container {
    type Message = Container;
    const TYPES: &'static str = "";

    #[inline(never)]
    fn text_in(bytes: &[u8]) -> String {
        OnlyLocation::decode(bytes).expect(OWN_BYTES).location
    }
}

impl Sent for fields::Fields {
    type Message = Fields;
    const TYPES: &'static str = "u8 and u16 as uint32, i8 and i16 as sint32";

    #[inline(never)]
    fn text_in(bytes: &[u8]) -> String {
        OnlyThirdString::decode(bytes).expect(OWN_BYTES).third_field_of_type_string
    }
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> Option<i32> {
    let message = OnlyTimes::decode(bytes).expect(OWN_BYTES);
    Some(message.list.get(1)?.sibling?.time)
}

#[derive(Default)]
struct Derive;

impl<S: Sent> Codec<S> for Derive {
    type Owned = S::Message;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = S::TYPES;
    const DECODE: &'static str = S::TYPES;
    const TEXT: &'static str = ALONE;

    fn encode(&mut self, message: &S::Message) -> Vec<u8> {
        encode(message)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> S::Message {
        decode(bytes)
    }

    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(&S::text_in(bytes))
    }
}

impl<S: Sent> Update<S> for Derive {
    const UPDATE: &'static str = "decode + encode";

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change<S>) -> Vec<u8> {
        let mut message: S::Message = decode(bytes);
        change.apply(&mut message);
        encode(&message)
    }
}

fn rows<S: Sent>(value: &S) -> Rows<S, Derive> {
    let write = |buffer: &mut Vec<u8>, message: &S::Message| encode_into(message, buffer);
    Rows::<S, Derive>::new("prost", PACKAGE, "derive", value).encode_into_vec(S::TYPES, write).updates()
}

// Each use of the library stands in one function that is never inlined: with a single place of use
// the optimiser inlines the library's own functions there, as it would in a program with one reader
// and one writer.

#[inline(never)]
pub fn encode(message: &impl Message) -> Vec<u8> {
    message.encode_to_vec()
}

#[inline(never)]
pub fn decode<M: Message + Default>(bytes: &[u8]) -> M {
    M::decode(bytes).expect(OWN_BYTES)
}

#[inline(never)]
pub fn encode_into(message: &impl Message, buf: &mut Vec<u8>) {
    buf.clear();
    message.encode(buf).expect("a Vec grows as needed");
}
