//! Cap'n Proto: generated code, messages read in place; not packed.
//!
//! `services_capnp.rs` comes from `schemas/services.capnp` by `capnp` 0.9.2 and the crate `capnpc`
//! 0.27, with `CompilerCommand::default_parent_module` set to this module. The library has no owned
//! records: setters write into a builder, whose first segment has room for the value, and whose
//! bytes are then the message. It cannot open a finished message for writing, so an update copies
//! the value into a builder at once (`set_root`) and sets one field there; a text that was set
//! before stays behind as a hole. A list has the length that it was made with, so a push copies it
//! element by element into a longer one. In place is a number in the living builder of a message.

mod read;
#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, unused)]
mod services_capnp;
mod write;

use std::hint::black_box;

use capnp::Word;
use capnp::message::{Allocator, Builder, HeapAllocator, ReaderOptions, ScratchSpaceHeapAllocator};
use capnp::serialize;
use capnp::traits::Owned;

use super::held::{self, Held};
use super::kind::{Asked, Change, Kind, Number, changed};
use super::log::AccessLog;
use super::mesh::Surface;
use super::rows::{Codec, Rows, Updates, walks};
use super::saves::Saves;
use super::sink::Sink;
use super::tick::Tick;
use crate::libraries::capnp::{IN_PLACE, OPENED, PACKAGE, reading};
use crate::library::{Measure, OWN_BYTES, Row};

const ENCODE: &str = "setters, builder with room for the value from the start, then the bytes to a vector";
const REUSE: &str = "setters, builder in kept scratch space, then the bytes to a kept vector";
const UPDATE: &str = "copies the value into a builder in kept scratch space and sets the field there";
const PUSH: &str = "copies the list into one with an element more, of half this length: the mean";

type Read<'a, K> = <<K as Sent>::Schema as Owned>::Reader<'a>;
type Write<'a, K> = <<K as Sent>::Schema as Owned>::Builder<'a>;

/// A kind with its message.
trait Sent: Kind {
    type Schema: for<'a> Owned<Reader<'a>: Copy>;

    fn fill(&self, root: Write<'_, Self>);
    fn read(root: Read<'_, Self>) -> capnp::Result<Self>;
    fn find<T>(root: Read<'_, Self>, take: impl FnOnce(&Self::Found) -> T) -> capnp::Result<T>;
    /// Hands every field to `sink`, of kinds whose fields are read where they lie.
    fn walk_in(_root: Read<'_, Self>, _sink: &mut impl Sink) -> capnp::Result<()> {
        Ok(())
    }
    fn put_number(root: Write<'_, Self>, number: Self::Number) -> capnp::Result<()>;
    /// Of kinds with a text that is set.
    fn put_text(_root: Write<'_, Self>, _text: &str) -> capnp::Result<()> {
        Ok(())
    }
    /// Copies the value, with the element at this index at the end of its list, of kinds that have
    /// pushes.
    fn lengthen(_old: Read<'_, Self>, _root: Write<'_, Self>, _index: usize) -> capnp::Result<()> {
        Ok(())
    }
}

/// Kept scratch space.
#[derive(Default)]
struct Generated(Vec<Word>);

/// So many words have room for the value.
const fn words<K: Kind>() -> usize {
    K::ROOM / size_of::<Word>()
}

fn builder<K: Kind>() -> Builder<HeapAllocator> {
    Builder::new(HeapAllocator::new().first_segment_words(words::<K>() as u32))
}

/// Hands an empty builder in scratch space to `make`.
fn in_scratch<R>(scratch: &mut [Word], make: impl FnOnce(&mut Builder<&mut ScratchSpaceHeapAllocator<'_>>) -> R) -> R {
    let mut allocator = ScratchSpaceHeapAllocator::new(Word::words_to_bytes_mut(scratch));
    make(&mut Builder::new(&mut allocator))
}

impl<K: Sent> Codec<K> for Generated {
    type Ready = K;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = ENCODE;

    fn ready(value: &K) -> K {
        value.clone()
    }

    fn original(ready: K) -> K {
        ready
    }

    #[inline(never)]
    fn encode(&mut self, value: &K) -> Vec<u8> {
        let mut message = builder::<K>();
        value.fill(message.init_root());
        serialize::write_message_to_words(&message)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &Vec<u8>) -> K {
        reading::<K::Schema, _>(bytes, K::read).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn one<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&K::Found) -> T) -> T {
        reading::<K::Schema, _>(bytes, |root| K::find(root, take)).expect(OWN_BYTES)
    }
}

#[inline(never)]
fn encode_into<'k, K: Sent>((scratch, buffer): &'k mut (Vec<Word>, Vec<u8>), value: &K) -> &'k [u8] {
    buffer.clear();
    in_scratch(scratch, |message| {
        value.fill(message.init_root());
        serialize::write_message(&mut *buffer, message).expect("a vector takes all bytes");
    });
    buffer
}

#[inline(never)]
fn walk<K: Sent>(bytes: &[u8], sink: &mut impl Sink) {
    reading::<K::Schema, _>(bytes, |root| K::walk_in(root, sink)).expect(OWN_BYTES);
}

#[inline(never)]
fn rebuild<K: Sent>(scratch: &mut [Word], bytes: &[u8], asked: &Asked<K>) -> capnp::Result<Vec<u8>> {
    in_scratch(scratch, |message| {
        reading::<K::Schema, _>(bytes, |old| {
            if let Some(index) = asked.push {
                return K::lengthen(old, message.init_root(), index);
            }
            message.set_root(old)?;
            if let Some(number) = asked.number {
                K::put_number(message.get_root()?, number)?;
            }
            if let Some(text) = asked.text {
                K::put_text(message.get_root()?, text)?;
            }
            Ok(())
        })?;
        Ok(serialize::write_message_to_words(message))
    })
}

#[derive(Clone, Copy)]
struct Anew;

impl<K: Sent> Updates<K, Generated> for Anew {
    fn update(self, Generated(scratch): &mut Generated, bytes: &Vec<u8>, change: impl Change<K>) -> Vec<u8> {
        if scratch.is_empty() {
            *scratch = Word::allocate_zeroed_vec(words::<K>());
        }
        rebuild(scratch, bytes, &Asked::by(change)).expect(OWN_BYTES)
    }
}

/// Everything of a kind.
fn add<K: Sent>(row: &mut Row) {
    let rows = Rows::<K, Generated>::new(row).encode_reused(
        REUSE,
        |_| (Word::allocate_zeroed_vec(words::<K>()), Vec::new()),
        |kept, value| encode_into(kept, value),
    );
    walks!(rows, "", |bytes, sink| walk::<K>(bytes, sink)).updates(UPDATE, PUSH, Anew);
    numbers_in_place::<K>(row);
}

/// Whether the living message holds that value.
fn holds<K: Sent>(message: &Builder<impl Allocator>, value: &K) -> bool {
    let bytes = serialize::write_message_to_words(message);
    reading::<K::Schema, _>(&bytes, K::read).is_ok_and(|read| read == *value)
}

/// Times a number that changes back and forth in one living builder.
fn numbers_in_place<K: Sent>(row: &mut Row) {
    let (variant, numbers, mut message) = (K::NAMES.number, K::NUMBERS, builder::<K>());
    changed::<K>(Number(numbers[0])).fill(message.init_root());
    for number in [numbers[1], numbers[0]] {
        let done = message.get_root().and_then(|root| K::put_number(root, number));
        row.prove(&format!("{variant}: is set in place"), done.is_ok());
        row.prove(&format!("{variant}: changes alone, in place"), holds(&message, &changed::<K>(Number(number))));
    }
    row.time_turns(Measure::UpdateOneInPlace, variant, IN_PLACE, move |turn| {
        let root = black_box(&mut message).get_root().expect(OWN_BYTES);
        K::put_number(root, black_box(numbers[turn])).expect(OWN_BYTES);
        black_box(&message);
    });
}

/// The rows "generated" and "generated, kept".
pub fn rows() -> [Row; 2] {
    let row = |mode| Row::new("capnp", PACKAGE.0, PACKAGE.1, mode, Vec::new());
    let mut each = row("generated");
    add::<AccessLog>(&mut each);
    add::<Saves>(&mut each);
    add::<Tick>(&mut each);
    add::<Surface>(&mut each);
    Rows::<Surface, Generated>::of(&mut each).sums("", |_, bytes| sum(bytes));
    let mut kept = row("generated, kept");
    held::add::<AccessLog, Opened<AccessLog>>(&mut kept);
    held::add::<Saves, Opened<Saves>>(&mut kept);
    held::add::<Tick, Opened<Tick>>(&mut kept);
    held::add::<Surface, Opened<Surface>>(&mut kept);
    held::add_sum(&mut kept, |Opened(root): &Opened<Surface>| read::sum(*root).expect(OWN_BYTES));
    [each, kept.kept().borrowed()]
}

#[inline(never)]
fn sum(bytes: &[u8]) -> f64 {
    reading::<<Surface as Sent>::Schema, _>(bytes, read::sum).expect(OWN_BYTES)
}

/// The root of a message that stays open. What a reader traverses counts against a limit, which
/// would end a run: a program that keeps one sets none.
struct Opened<K: Sent>(Read<'static, K>);

impl<K: Sent> Held<K> for Opened<K> {
    const NOTE: &'static str = OPENED;

    fn open(value: &K) -> Self {
        let mut bytes: &'static [u8] = Generated::default().encode(value).leak();
        let mut options = ReaderOptions::new();
        options.traversal_limit_in_words(None);
        let message = serialize::read_message_from_flat_slice_no_alloc(&mut bytes, options).expect(OWN_BYTES);
        Self(Box::leak(Box::new(message)).get_root().expect(OWN_BYTES))
    }

    fn walk(&self, sink: &mut impl Sink) {
        K::walk_in(self.0, sink).expect(OWN_BYTES);
    }

    fn one<T>(&self, take: impl FnOnce(&K::Found) -> T) -> T {
        K::find(self.0, take).expect(OWN_BYTES)
    }
}
