//! prost: messages by derive, written by hand as protoc would. Integers of 8 and 16 bits widen to
//! 32, signed ones are zigzag; an order is a `oneof`, a corner has nine floats.
//!
//! There is no random access, but a message type that declares one field alone skips the others of
//! every element.

mod log;
mod mesh;
mod saves;
mod tick;

use std::marker::PhantomData;

use prost::Message;

use super::kind::{Change, Edit, Kind};
use super::log::AccessLog;
use super::mesh::Surface;
use super::rows::{Codec, Rows, Updates};
use super::saves::Saves;
use super::tick::Tick;
use crate::libraries::prost::{decode, encode, encode_into};
use crate::library::{OWN_BYTES, Row};

const ONLY: &str = "walks everything; message types that declare only this field skip the others";
const PUSH: &str = "decode + push + encode, onto a list of half this length: the mean";

/// A kind with its message.
trait Sent: Kind {
    type Message: Message + Default + Edit<Self>;

    fn message(&self) -> Self::Message;
    fn original(message: Self::Message) -> Self;
    fn find<T>(bytes: &[u8], take: impl FnOnce(&Self::Found) -> T) -> T;
}

#[derive(Default)]
struct Derive;

impl<K: Sent> Codec<K> for Derive {
    type Ready = K::Message;
    type Bytes = Vec<u8>;

    const ONE: &'static str = ONLY;

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

    fn one<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&K::Found) -> T) -> T {
        K::find(bytes, take)
    }
}

struct Anew<K>(PhantomData<K>);

impl<K> Clone for Anew<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Anew<K> {}

impl<K: Sent> Updates<K, Derive> for Anew<K> {
    fn update(self, _: &mut Derive, bytes: &Vec<u8>, change: impl Change<K>) -> Vec<u8> {
        let mut message: K::Message = decode(bytes);
        change.apply(&mut message);
        encode(&message)
    }
}

fn add<K: Sent>(row: &mut Row) {
    Rows::<K, Derive>::new(row)
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
    let mut row = Row::new("prost", "prost", "0.14.", "derive", Vec::new());
    add::<AccessLog>(&mut row);
    add::<Saves>(&mut row);
    add::<Tick>(&mut row);
    add::<Surface>(&mut row);
    Rows::<Surface, Derive>::of(&mut row).sums("decode + sum", |_, bytes| mesh::sum(&decode(bytes)));
    row
}

/// A number that was widened.
fn narrow<W: TryInto<N>, N>(wide: W) -> N {
    wide.try_into().ok().expect(OWN_BYTES)
}
