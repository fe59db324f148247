//! Cap'n Proto: generated code, messages read in place; not packed.
//!
//! `container_capnp.rs` comes from `schemas/container.capnp` by `capnp` 0.9.2 and the crate `capnpc` 0.27, with
//! `CompilerCommand::default_parent_module` set to this module. Messages have a segment table, as streams have them, and
//! are read from any vector of bytes (the crate's feature `unaligned`), with the crate's limits on what a reader may
//! traverse.
//!
//! The library has no owned records: a value is written by setters into a builder, whose segments are the message. Here a
//! builder starts in scratch space on the stack. The crate cannot open a finished message for writing, so an update
//! copies the old record into a builder at once (`set_root`) and sets one field there; a name that was set before stays
//! behind as a hole. In place is what a living builder can do: set a scalar, and overwrite a text of one length.

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub)]
mod container_capnp;
mod fields;
#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub)]
mod fields_capnp;

use std::hint::black_box;

use capnp::Word;
use capnp::message::{Builder, HeapAllocator, ReaderOptions, ScratchSpaceHeapAllocator};
use capnp::serialize;
use capnp::traits::Owned;

use self::container_capnp::{Fruit as OwnFruit, container, foo_bar};
use crate::library::{Library, Measure, Row};
use crate::workloads::container::rows::{Codec, Rows};
use crate::workloads::container::{Bar, Container, FooBar, Fruit, Name, SHORT_NAMES, TIMES, Time, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;
use crate::workloads::texts;

/// The library under test.
pub struct CapnProto;

/// Words of the scratch space that a builder starts in; a message that needs more gets it from the heap.
const SCRATCH_WORDS: usize = 64;

const OWN_BYTES: &str = "bytes of this library";

impl Library for CapnProto {
    fn name(&self) -> &'static str {
        "capnp"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let rebuilt = "copies the record into a builder and sets the field there";
        let mut row = Rows::<Generated>::new("capnp", ("capnp", "0."), "generated", value)
            .encode_into_vec(ENCODE, encode_into)
            .decode_owned()
            .decode_borrowed(
                "",
                |_, bytes| encode(&decode(bytes).expect(OWN_BYTES)),
                |_, bytes| read_all(bytes).expect(OWN_BYTES),
            )
            .visit_location(
                "",
                |_, bytes| location(bytes, str::to_owned).expect(OWN_BYTES),
                |_, bytes| {
                    location(bytes, |read| {
                        black_box(read);
                    })
                    .expect(OWN_BYTES);
                },
            )
            .decode_time("", |_, bytes| second_time(bytes).expect(OWN_BYTES))
            .update_name(rebuilt, |_, bytes, Name(name)| changed(bytes, name, set_name))
            .update_name_longer(rebuilt, |_, bytes, Name(name)| changed(bytes, name, set_name))
            .update_time(rebuilt, |_, bytes, Time(time)| changed(bytes, time, set_time))
            .finish()
            .borrowed();
        let put_name = |value: &mut Container, name: &str| name.clone_into(&mut value.list[0].name);
        let put_time = |value: &mut Container, time| value.list[0].sibling.time = time;
        update_in_place(&mut row, variant::NAME, SHORT_NAMES, put_name, overwrite_name);
        update_in_place(&mut row, variant::FIRST_TIME, TIMES, put_time, set_time);
        waste(&mut row, value);
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }

    fn oplog(&self, _value: &Oplog) -> Result<Vec<Row>, String> {
        Err("not in the published suite; its lists could hold the values, each as a struct with room for every case"
            .to_owned())
    }
}

/// Hands an empty builder in scratch space to `make`.
fn in_scratch<R>(make: impl FnOnce(&mut Builder<&mut ScratchSpaceHeapAllocator<'_>>) -> R) -> R {
    let mut scratch = [const { capnp::word(0, 0, 0, 0, 0, 0, 0, 0) }; SCRATCH_WORDS];
    let mut allocator = ScratchSpaceHeapAllocator::new(Word::words_to_bytes_mut(&mut scratch));
    make(&mut Builder::new(&mut allocator))
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: &Container) -> Vec<u8> {
    in_scratch(|message| {
        fill(message.init_root(), value);
        serialize::write_message_to_words(message)
    })
}

#[inline(never)]
fn encode_into(buffer: &mut Vec<u8>, value: &Container) {
    buffer.clear();
    in_scratch(|message| {
        fill(message.init_root(), value);
        serialize::write_message(buffer, message).expect("a vector takes all bytes");
    });
}

fn fill(mut root: container::Builder<'_>, value: &Container) {
    let mut list = root.reborrow().init_list(value.list.len().try_into().expect("a short list"));
    for (i, one) in (0..).zip(&value.list) {
        let mut element = list.reborrow().get(i);
        element.set_name(one.name.as_str());
        element.set_rating(one.rating);
        element.set_postfix(one.postfix);
        let mut sibling = element.get_sibling();
        sibling.set_time(one.sibling.time);
        sibling.set_ratio(one.sibling.ratio);
        sibling.set_size(one.sibling.size);
    }
    root.set_initialized(value.initialized);
    root.set_fruit(match value.fruit {
        Fruit::Apples => OwnFruit::Apples,
        Fruit::Pears => OwnFruit::Pears,
        Fruit::Bananas => OwnFruit::Bananas,
    });
    root.set_location(value.location.as_str());
}

/// Reads `bytes` as a message and hands its root to `read`.
fn reading<R: Owned, T>(
    mut bytes: &[u8],
    read: impl FnOnce(R::Reader<'_>) -> capnp::Result<T>,
) -> Result<T, capnp::Error> {
    let message = serialize::read_message_from_flat_slice_no_alloc(&mut bytes, ReaderOptions::new())?;
    read(message.get_root()?)
}

#[inline(never)]
fn decode(bytes: &[u8]) -> Result<Container, capnp::Error> {
    reading::<container::Owned, _>(bytes, |root| {
        let element = |one: foo_bar::Reader<'_>| {
            Ok(FooBar {
                sibling: sibling(one),
                name: one.get_name()?.to_string()?,
                rating: one.get_rating(),
                postfix: one.get_postfix(),
            })
        };
        Ok(Container {
            list: root.get_list()?.iter().map(element).collect::<capnp::Result<_>>()?,
            initialized: root.get_initialized(),
            fruit: match root.get_fruit()? {
                OwnFruit::Apples => Fruit::Apples,
                OwnFruit::Pears => Fruit::Pears,
                OwnFruit::Bananas => Fruit::Bananas,
            },
            location: root.get_location()?.to_string()?,
        })
    })
}

fn sibling(element: foo_bar::Reader<'_>) -> Bar {
    let sibling = element.get_sibling();
    Bar { time: sibling.get_time(), ratio: sibling.get_ratio(), size: sibling.get_size() }
}

/// Reads every field in the buffer.
#[inline(never)]
fn read_all(bytes: &[u8]) -> Result<(), capnp::Error> {
    reading::<container::Owned, _>(bytes, |root| {
        for element in root.get_list()? {
            black_box(sibling(element));
            black_box(element.get_name()?.to_str()?);
            black_box(element.get_rating());
            black_box(element.get_postfix());
        }
        black_box(root.get_initialized());
        black_box(root.get_fruit()?);
        black_box(root.get_location()?.to_str()?);
        Ok(())
    })
}

/// Hands the location to `read`: the reader that it belongs to ends here.
#[inline(never)]
fn location<T>(bytes: &[u8], read: impl FnOnce(&str) -> T) -> Result<T, capnp::Error> {
    reading::<container::Owned, _>(bytes, |root| Ok(read(root.get_location()?.to_str()?)))
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> Result<i32, capnp::Error> {
    reading::<container::Owned, _>(bytes, |root| {
        let second = root.get_list()?.try_get(1).ok_or_else(|| capnp::Error::failed("a list of one".to_owned()))?;
        Ok(second.get_sibling().get_time())
    })
}

fn first(root: container::Builder<'_>) -> capnp::Result<foo_bar::Builder<'_>> {
    let list = root.get_list()?;
    list.try_get(0).ok_or_else(|| capnp::Error::failed("an empty list".to_owned()))
}

fn set_name(root: container::Builder<'_>, name: &str) -> capnp::Result<()> {
    first(root)?.set_name(name);
    Ok(())
}

/// Writes a name over one of the same length.
fn overwrite_name(root: container::Builder<'_>, name: &str) -> capnp::Result<()> {
    first(root)?.get_name()?.as_bytes_mut().copy_from_slice(name.as_bytes());
    Ok(())
}

fn set_time(root: container::Builder<'_>, time: i32) -> capnp::Result<()> {
    first(root)?.get_sibling().set_time(time);
    Ok(())
}

/// Replaces the record in `bytes` by a copy with one change.
#[inline(never)]
fn rebuild<R: Owned, V>(
    bytes: &[u8],
    value: V,
    set: impl Fn(R::Builder<'_>, V) -> capnp::Result<()>,
) -> capnp::Result<Vec<u8>> {
    in_scratch(|message| {
        reading::<R, _>(bytes, |old| message.set_root(old))?;
        set(message.get_root()?, value)?;
        let mut changed = Vec::with_capacity(2 * bytes.len());
        serialize::write_message(&mut changed, message)?;
        Ok(changed)
    })
}

const ENCODE: &str = "setters, builder in scratch space on the stack, then the bytes to a vector";

#[derive(Default)]
struct Generated;

impl Codec for Generated {
    type Owned = Container;
    type Bytes = Vec<u8>;

    const BUILD: &'static str = "the workload's own type, which setters read";
    const ENCODE: &'static str = ENCODE;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes).expect(OWN_BYTES)
    }
}

/// A copy of the message with one change.
fn changed<V>(bytes: &[u8], value: V, set: impl Fn(container::Builder<'_>, V) -> capnp::Result<()>) -> Vec<u8> {
    rebuild::<container::Owned, _>(bytes, value, set).expect(OWN_BYTES)
}

/// The records that hold either value.
fn records<V: Copy>(values: [V; 2], put: impl Fn(&mut Container, V)) -> [Container; 2] {
    values.map(|value| {
        let mut record = Container::new();
        put(&mut record, value);
        record
    })
}

/// Times a change back and forth between two values in one living builder.
fn update_in_place<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    put: impl Fn(&mut Container, V),
    set: impl Fn(container::Builder<'_>, V) -> capnp::Result<()> + 'static,
) {
    let expected = records(values, put);
    let mut message = Builder::new(HeapAllocator::new());
    fill(message.init_root(), &expected[0]);
    let len = encode(&expected[0]).len();
    for turn in [1, 0] {
        let done = message.get_root().and_then(|root| set(root, values[turn]));
        row.prove(&format!("setting {variant} in place succeeds"), done.is_ok());
        let bytes = serialize::write_message_to_words(&message);
        row.prove(&format!("setting {variant} in place leaves the length"), bytes.len() == len);
        let holds = decode(&bytes).is_ok_and(|read| read == expected[turn]);
        row.prove(&format!("setting {variant} in place changes that field alone"), holds);
    }
    let note = "in the living builder of the message, whose segment is the buffer";
    row.time_turns(Measure::UpdateOneInPlace, variant, note, move |turn| {
        let root = black_box(&mut message).get_root().expect(OWN_BYTES);
        set(root, black_box(values[turn])).expect(OWN_BYTES);
        black_box(&message);
    });
}

/// What a living builder has after random names: those that were set before stay in it as holes.
fn waste(row: &mut Row, value: &Container) {
    let mut message = Builder::new(HeapAllocator::new());
    fill(message.init_root(), value);
    for name in texts::RANDOM.iter() {
        message.get_root().and_then(|root| set_name(root, name)).expect(OWN_BYTES);
    }
    let bytes = serialize::write_message_to_words(&message);
    let fresh = encode(&decode(&bytes).expect(OWN_BYTES));
    row.waste(
        variant::NAME_RANDOM,
        "in the living builder, where former texts stay as holes",
        bytes.len(),
        fresh.len(),
    );
}
