//! Cap'n Proto: generated code, messages read in place; not packed.
//!
//! `container_capnp.rs` comes from `schemas/container.capnp` by `capnp` 0.9.2 and the crate
//! `capnpc` 0.27, with `CompilerCommand::default_parent_module` set to this module. Messages have a
//! segment table, as streams have them, and are read from any vector of bytes (the crate's feature
//! `unaligned`), with the crate's limits on what a reader may traverse.
//!
//! The library has no owned records: a value is written by setters into a builder, whose segments
//! are the message. Here a builder starts in scratch space on the stack. The crate cannot open a
//! finished message for writing, so an update copies the old record into a builder at once
//! (`set_root`) and sets one field there; a name that was set before stays behind as a hole. In
//! place is what a living builder can do: set a scalar, and overwrite a text of one length.

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub)]
mod container_capnp;
#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub)]
mod fields_capnp;

use std::hint::black_box;

use capnp::Word;
use capnp::message::{Builder, HeapAllocator, ReaderOptions, ScratchSpaceHeapAllocator};
use capnp::serialize;
use capnp::traits::Owned;
use pastey::paste;

use self::container_capnp::{Fruit as OwnFruit, container, foo_bar};
use self::fields_capnp::fields;
use crate::library::{Library, Measure, OWN_BYTES, Row};
use crate::workloads::container::sink::{Collect, Sink};
use crate::workloads::container::{Bar, Container, FRUITS, Fruit, SHORT_NAMES, held_container, variant, walks};
use crate::workloads::fields::{
    Fields, FieldsRef, Lend as _, NUMBERS, held_fields, set_number, variant as of_fields, with_fields, with_numbers,
};
use crate::workloads::held;
use crate::workloads::record::{Number, Subject, Text, changed};
use crate::workloads::rows::{Codec, Rows};
use crate::workloads::texts;

/// Words of the scratch space that a builder starts in; a message that needs more gets it from the
/// heap.
const SCRATCH_WORDS: usize = 64;

pub const PACKAGE: (&str, &str) = ("capnp", "0.");

const REBUILT: &str = "copies the record into a builder and sets the field there";
pub const IN_PLACE: &str = "in the living builder of the message, whose segment is the buffer";

pub const LIBRARY: Library = Library {
    name: "capnp",
    container: Ok(|value| {
        let mut row = walks!(rows(value), "", |bytes, sink| walk(bytes, sink).expect(OWN_BYTES))
            .decode_time("", |_, bytes| second_time(bytes).expect(OWN_BYTES))
            .finish()
            .borrowed();
        let names = SHORT_NAMES.map(|name| changed::<Container>(Text(name)));
        update_in_place(&mut row, variant::NAME, SHORT_NAMES, &names, overwrite_name);
        numbers_in_place::<Container>(&mut row);
        waste(&mut row, value);
        vec![row, held::row::<_, container::Reader<'static>>(kept(), value).kept()]
    }),
    fields: Ok(|value| {
        let mut row = rows(value)
            .decode_borrowed(
                "",
                |_, bytes, value| see(bytes, |read| read == FieldsRef::from(value)),
                |_, bytes| {
                    see(bytes, |read| {
                        black_box(&read);
                    });
                },
            )
            .finish()
            .borrowed();
        numbers_in_place::<Fields>(&mut row);
        update_any_in_place(&mut row);
        vec![row, held::row::<_, fields::Reader<'static>>(kept(), value).kept()]
    }),
    oplog: Err(
        "not in the published suite; its lists could hold the values, each as a struct with room for every case",
    ),
};

/// A record with its message.
trait Sent: Subject {
    type Schema: Owned;

    fn fill(&self, root: <Self::Schema as Owned>::Builder<'_>);
    fn read(root: <Self::Schema as Owned>::Reader<'_>) -> capnp::Result<Self>;
    fn text_of(root: <Self::Schema as Owned>::Reader<'_>) -> capnp::Result<&str>;
    fn put_text(root: <Self::Schema as Owned>::Builder<'_>, text: &str) -> capnp::Result<()>;
    fn put_number(root: <Self::Schema as Owned>::Builder<'_>, number: Self::Number) -> capnp::Result<()>;
}

/// Hands an empty builder in scratch space to `make`.
fn in_scratch<R>(make: impl FnOnce(&mut Builder<&mut ScratchSpaceHeapAllocator<'_>>) -> R) -> R {
    let mut scratch = [const { capnp::word(0, 0, 0, 0, 0, 0, 0, 0) }; SCRATCH_WORDS];
    let mut allocator = ScratchSpaceHeapAllocator::new(Word::words_to_bytes_mut(&mut scratch));
    make(&mut Builder::new(&mut allocator))
}

/// Reads `bytes` as a message and hands its root to `read`.
pub fn reading<R: Owned, T>(
    mut bytes: &[u8],
    read: impl FnOnce(R::Reader<'_>) -> capnp::Result<T>,
) -> Result<T, capnp::Error> {
    let message = serialize::read_message_from_flat_slice_no_alloc(&mut bytes, ReaderOptions::new())?;
    read(message.get_root()?)
}

/// The row of a message that was opened before.
fn kept() -> Row {
    Row::new("capnp", PACKAGE.0, PACKAGE.1, "generated, kept", Vec::new())
}

pub const OPENED: &str = "opened once, without a limit on what is traversed; each access checks";

/// The root of a message that stays open. What a reader traverses counts against a limit, which
/// would end a run: a program that keeps one sets none.
fn open<S: Sent>(value: &S) -> <S::Schema as Owned>::Reader<'static> {
    let mut bytes: &'static [u8] = encode(value).leak();
    let mut options = ReaderOptions::new();
    options.traversal_limit_in_words(None);
    let message = serialize::read_message_from_flat_slice_no_alloc(&mut bytes, options).expect(OWN_BYTES);
    Box::leak(Box::new(message)).get_root().expect(OWN_BYTES)
}

const ENCODE: &str = "setters, builder in scratch space on the stack, then the bytes to a vector";

#[derive(Default)]
struct Generated;

impl<S: Sent> Codec<S> for Generated {
    type Owned = S;
    type Bytes = Vec<u8>;

    const BUILD: &'static str = "the workload's own type, which setters read";
    const ENCODE: &'static str = ENCODE;

    fn encode(&mut self, value: &S) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> S {
        decode(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        reading::<S::Schema, _>(bytes, |root| Ok(take(S::text_of(root)?))).expect(OWN_BYTES)
    }
}

fn rows<S: Sent>(value: &S) -> Rows<S, Generated> {
    let text =
        |_: &mut Generated, bytes: &Vec<u8>, Text(text): Text| rebuild::<S>(bytes, |root| S::put_text(root, text));
    Rows::<S, Generated>::new("capnp", PACKAGE, "generated", value)
        .encode_into_vec(ENCODE, encode_into)
        .update_same(REBUILT, text)
        .update_text(REBUILT, text)
        .update_number(REBUILT, |_, bytes, Number(number)| rebuild::<S>(bytes, |root| S::put_number(root, number)))
}

// Each use of the library stands in one function that is never inlined: with a single place of use
// the optimiser inlines the library's own functions there, as it would in a program with one reader
// and one writer.

#[inline(never)]
fn encode<S: Sent>(value: &S) -> Vec<u8> {
    in_scratch(|message| {
        value.fill(message.init_root());
        serialize::write_message_to_words(message)
    })
}

#[inline(never)]
fn encode_into<S: Sent>(buffer: &mut Vec<u8>, value: &S) {
    buffer.clear();
    in_scratch(|message| {
        value.fill(message.init_root());
        serialize::write_message(buffer, message).expect("a vector takes all bytes");
    });
}

#[inline(never)]
fn decode<S: Sent>(bytes: &[u8]) -> Result<S, capnp::Error> {
    reading::<S::Schema, _>(bytes, S::read)
}

/// Replaces the record in `bytes` by a copy with one change.
#[inline(never)]
fn rebuild<S: Sent>(bytes: &[u8], set: impl Fn(<S::Schema as Owned>::Builder<'_>) -> capnp::Result<()>) -> Vec<u8> {
    let changed = in_scratch(|message| {
        reading::<S::Schema, _>(bytes, |old| message.set_root(old))?;
        set(message.get_root()?)?;
        let mut changed = Vec::with_capacity(2 * bytes.len());
        serialize::write_message(&mut changed, message)?;
        Ok::<_, capnp::Error>(changed)
    });
    changed.expect(OWN_BYTES)
}

/// Times a change back and forth between two values in one living builder.
fn update_in_place<S: Sent, V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    expected: &[S; 2],
    set: impl Fn(<S::Schema as Owned>::Builder<'_>, V) -> capnp::Result<()> + 'static,
) {
    let mut message = Builder::new(HeapAllocator::new());
    expected[0].fill(message.init_root());
    let len = encode(&expected[0]).len();
    for turn in [1, 0] {
        let done = message.get_root().and_then(|root| set(root, values[turn]));
        row.prove(&format!("setting {variant} in place succeeds"), done.is_ok());
        let bytes = serialize::write_message_to_words(&message);
        row.prove(&format!("setting {variant} in place leaves the length"), bytes.len() == len);
        let holds = decode::<S>(&bytes).is_ok_and(|read| read.holds(&expected[turn]));
        row.prove(&format!("setting {variant} in place changes that field alone"), holds);
    }
    row.time_turns(Measure::UpdateOneInPlace, variant, IN_PLACE, move |turn| {
        let root = black_box(&mut message).get_root().expect(OWN_BYTES);
        set(root, black_box(values[turn])).expect(OWN_BYTES);
        black_box(&message);
    });
}

/// The same of the number. A longer text would take new room there each time.
fn numbers_in_place<S: Sent>(row: &mut Row) {
    let expected = S::NUMBERS.map(|number| changed::<S>(Number(number)));
    update_in_place(row, S::VARIANTS.number, S::NUMBERS, &expected, S::put_number);
}

impl Sent for Container {
    type Schema = container::Owned;

    fn fill(&self, mut root: container::Builder<'_>) {
        let mut list = root.reborrow().init_list(self.list.len().try_into().expect("a short list"));
        for (i, one) in (0..).zip(&self.list) {
            let mut element = list.reborrow().get(i);
            element.set_name(one.name.as_str());
            element.set_rating(one.rating);
            element.set_postfix(one.postfix);
            let mut sibling = element.get_sibling();
            sibling.set_time(one.sibling.time);
            sibling.set_ratio(one.sibling.ratio);
            sibling.set_size(one.sibling.size);
        }
        root.set_initialized(self.initialized);
        root.set_fruit(match self.fruit {
            Fruit::Apples => OwnFruit::Apples,
            Fruit::Pears => OwnFruit::Pears,
            Fruit::Bananas => OwnFruit::Bananas,
        });
        root.set_location(self.location.as_str());
    }

    fn read(root: container::Reader<'_>) -> capnp::Result<Self> {
        let mut sink = Collect::default();
        read_fields(root, &mut sink)?;
        Ok(sink.into())
    }

    fn text_of(root: <container::Owned as Owned>::Reader<'_>) -> capnp::Result<&str> {
        Ok(root.get_location()?.to_str()?)
    }

    fn put_text(root: container::Builder<'_>, name: &str) -> capnp::Result<()> {
        first(root)?.set_name(name);
        Ok(())
    }

    fn put_number(root: container::Builder<'_>, time: i32) -> capnp::Result<()> {
        first(root)?.get_sibling().set_time(time);
        Ok(())
    }
}

/// Reads every field in the buffer.
fn read_fields(root: container::Reader<'_>, sink: &mut impl Sink) -> capnp::Result<()> {
    for element in root.get_list()? {
        let sibling = element.get_sibling();
        sink.sibling(Bar { time: sibling.get_time(), ratio: sibling.get_ratio(), size: sibling.get_size() });
        sink.name(element.get_name()?.to_str()?);
        sink.numbers(element.get_rating(), element.get_postfix());
    }
    sink.flags(root.get_initialized(), FRUITS[root.get_fruit()? as usize].0);
    sink.location(root.get_location()?.to_str()?);
    Ok(())
}

#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) -> Result<(), capnp::Error> {
    reading::<container::Owned, _>(bytes, |root| read_fields(root, sink))
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> Result<i32, capnp::Error> {
    reading::<container::Owned, _>(bytes, time_of_second)
}

fn time_of_second(root: container::Reader<'_>) -> capnp::Result<i32> {
    let second = root.get_list()?.try_get(1).ok_or_else(|| capnp::Error::failed("a list of one".to_owned()))?;
    Ok(second.get_sibling().get_time())
}

held_container!(
    container::Reader<'static>,
    OPENED,
    |value| open(value),
    |root, sink| read_fields(*root, sink).expect(OWN_BYTES),
    Container::text_of(*root).expect(OWN_BYTES),
    time_of_second(*root).expect(OWN_BYTES)
);

fn first(root: container::Builder<'_>) -> capnp::Result<foo_bar::Builder<'_>> {
    let list = root.get_list()?;
    list.try_get(0).ok_or_else(|| capnp::Error::failed("an empty list".to_owned()))
}

/// Writes a name over one of the same length.
fn overwrite_name(root: container::Builder<'_>, name: &str) -> capnp::Result<()> {
    first(root)?.get_name()?.as_bytes_mut().copy_from_slice(name.as_bytes());
    Ok(())
}

/// What a living builder has after random names: those that were set before stay in it as holes.
fn waste(row: &mut Row, value: &Container) {
    let mut message = Builder::new(HeapAllocator::new());
    value.fill(message.init_root());
    for name in texts::RANDOM.iter() {
        message.get_root().and_then(|root| Container::put_text(root, name)).expect(OWN_BYTES);
    }
    let bytes = serialize::write_message_to_words(&message);
    let fresh = encode::<Container>(&decode(&bytes).expect(OWN_BYTES));
    let note = "in the living builder, where former texts stay as holes";
    row.waste(variant::NAME_RANDOM, note, bytes.len(), fresh.len());
}

impl Sent for Fields {
    type Schema = fields::Owned;

    fn fill(&self, mut root: fields::Builder<'_>) {
        macro_rules! fill {
            (($value:ident, $root:ident) $($field:ident: $Type:tt,)*) => {
                paste! { $($root.[<set_ $field>]($value.$field.lend());)* }
            };
        }
        let value = self;
        with_fields!(fill!(value, root), strings: [&str]);
    }

    fn read(root: fields::Reader<'_>) -> capnp::Result<Self> {
        macro_rules! own {
            (($read:expr) $($field:ident: $Type:tt,)*) => {
                Fields { $($field: $read.$field.into(),)* }
            };
        }
        let read = read(root)?;
        Ok(with_fields!(own!(read), strings: [String]))
    }

    fn text_of(root: <fields::Owned as Owned>::Reader<'_>) -> capnp::Result<&str> {
        Ok(root.get_third_field_of_type_string()?.to_str()?)
    }

    fn put_text(mut root: fields::Builder<'_>, text: &str) -> capnp::Result<()> {
        root.set_second_field_of_type_string(text);
        Ok(())
    }

    fn put_number(mut root: fields::Builder<'_>, number: u64) -> capnp::Result<()> {
        root.set_second_field_of_type_u64(number);
        Ok(())
    }
}

/// Reads every field in the buffer.
fn read(root: fields::Reader<'_>) -> capnp::Result<FieldsRef<'_>> {
    macro_rules! read {
        ($value:expr, str) => { $value?.to_str()? };
        ($value:expr, $Number:ident) => { $value };
        // The whole record, for `with_fields`.
        (($root:ident) $($field:ident: [$Type:ident],)*) => {
            paste! { FieldsRef { $($field: read!($root.[<get_ $field>](), $Type),)* } }
        };
    }
    Ok(with_fields!(read!(root), strings: [str]))
}

held_fields!(
    fields::Reader<'static>,
    OPENED,
    |value| open(value),
    |root| read(*root).expect(OWN_BYTES),
    Fields::text_of(*root).expect(OWN_BYTES)
);

/// Lets `look` see every field where it lies.
#[inline(never)]
fn see<T>(bytes: &[u8], look: impl FnOnce(FieldsRef<'_>) -> T) -> T {
    reading::<fields::Owned, _>(bytes, |root| Ok(look(read(root)?))).expect(OWN_BYTES)
}

fn set_any(mut root: fields::Builder<'_>, index: usize, number: u32) {
    with_numbers!(set_number!(root, index, number));
}

/// Times the update of one of the numbers by chance in one living builder.
fn update_any_in_place(row: &mut Row) {
    let mut expected = Fields::new();
    let mut message = Builder::new(HeapAllocator::new());
    expected.fill(message.init_root());
    for index in 0..NUMBERS {
        set_any(message.get_root().expect(OWN_BYTES), index, 7);
        expected.set_any(index, 7);
        let bytes = serialize::write_message_to_words(&message);
        let holds = decode::<Fields>(&bytes).is_ok_and(|read| read == expected);
        row.prove("any number changes alone, in place", holds);
    }
    row.time_each(Measure::UpdateOneInPlace, of_fields::ANY_NUMBER, IN_PLACE, move |index| {
        let (any, number) = (texts::random(index).len() % NUMBERS, index as u32 & 0xFFFF);
        set_any(black_box(&mut message).get_root().expect(OWN_BYTES), black_box(any), black_box(number));
        black_box(&message);
    });
}
