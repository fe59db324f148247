//! rust-protobuf: the messages of prost's rows by generated code.
//!
//! `services_generated.rs` comes from `schemas/services.proto` by `protobuf-codegen` of the very
//! version of the runtime, with `pure()` and `Customize::lite_runtime(true)`. One field is read by
//! the crate's input stream, which walks the wire up to it: a message type with fewer fields would
//! keep the others as unknown fields.

mod log;
mod mesh;
mod saves;
#[rustfmt::skip]
mod services_generated;
mod tick;

use std::marker::PhantomData;

use protobuf::rt::WireType;
use protobuf::{CodedInputStream, Message};

use super::kind::{Change, Edit, Kind};
use super::log::AccessLog;
use super::mesh::Surface;
use super::rows::{Codec, Rows, Updates};
use super::saves::Saves;
use super::tick::Tick;
use crate::libraries::protobuf::{PACKAGE, decode, encode, encode_into, enter, seek};
use crate::library::{OWN_BYTES, Row};

const WALKS: &str = "walks the wire up to the field, and skips the elements in front";
const PUSH: &str = "decode + push + encode, onto a list of half this length: the mean";

type Walked<T> = Result<T, &'static str>;

/// A kind with its message.
trait Sent: Kind {
    type Message: Message + Edit<Self>;

    fn message(&self) -> Self::Message;
    fn original(message: Self::Message) -> Self;
    fn find<T>(input: &mut CodedInputStream<'_>, take: impl FnOnce(&Self::Found) -> T) -> Walked<T>;
}

#[derive(Default)]
struct Generated;

impl<K: Sent> Codec<K> for Generated {
    type Ready = K::Message;
    type Bytes = Vec<u8>;

    const ONE: &'static str = WALKS;

    fn ready(value: &K) -> K::Message {
        value.message()
    }

    fn original(message: K::Message) -> K {
        K::original(message)
    }

    fn encode(&mut self, message: &K::Message) -> Vec<u8> {
        encode(message)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> K::Message {
        decode(bytes)
    }

    #[inline(never)]
    fn one<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&K::Found) -> T) -> T {
        K::find(&mut CodedInputStream::from_bytes(bytes), take).expect(OWN_BYTES)
    }
}

struct Anew<K>(PhantomData<K>);

impl<K> Clone for Anew<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Anew<K> {}

impl<K: Sent> Updates<K, Generated> for Anew<K> {
    fn update(self, _: &mut Generated, bytes: &Vec<u8>, change: impl Change<K>) -> Vec<u8> {
        let mut message: K::Message = decode(bytes);
        change.apply(&mut message);
        encode(&message)
    }
}

fn add<K: Sent>(row: &mut Row) {
    Rows::<K, Generated>::new(row)
        .encode_reused(
            "",
            |_| Vec::new(),
            |buffer, message| {
                encode_into(message, buffer);
                buffer
            },
        )
        .updates("decode + encode", PUSH, Anew(PhantomData));
}

pub fn row() -> Row {
    let mut row = Row::new("protobuf", PACKAGE.0, PACKAGE.1, "generated", Vec::new());
    add::<AccessLog>(&mut row);
    add::<Saves>(&mut row);
    add::<Tick>(&mut row);
    add::<Surface>(&mut row);
    Rows::<Surface, Generated>::of(&mut row).sums("decode + sum", |_, bytes| mesh::sum(&decode(bytes)));
    row
}

/// A number that was widened.
fn narrow<W: TryInto<N>, N>(wide: W) -> N {
    wide.try_into().ok().expect(OWN_BYTES)
}

/// Enters the element at this index of a list of messages, which stands in field `list`.
fn enter_element(input: &mut CodedInputStream<'_>, list: u32, index: usize) -> Walked<()> {
    for _ in 0..index {
        if !seek(input, list)? {
            return Err("a shorter list");
        }
        input.skip_field(WireType::LengthDelimited).map_err(|_| "cut short")?;
    }
    if !seek(input, list)? {
        return Err("a shorter list");
    }
    enter(input).map(|_| ())
}
