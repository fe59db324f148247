//! FlatBuffers: generated code, read in place, either verified or trusted.
//!
//! `container_generated.rs` comes from `schemas/container.fbs` by `flatc --rust --gen-object-api`, with the flatc that
//! belongs to the crate's version (the package `flatc-fork` builds one). The Rust crate cannot write into a finished
//! buffer, so an update copies the old record through a builder, field by field, without making it owned.

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, clippy::undocumented_unsafe_blocks)]
mod container_generated;
mod fields;
#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, clippy::undocumented_unsafe_blocks)]
mod fields_generated;

use std::hint::black_box;

use flatbuffers::FlatBufferBuilder;

use self::container_generated::container as fb;
use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, FooBar, Fruit, GROWING_NAMES, NAME, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct FlatBuffers;

/// The capacity that the crate's tutorial starts a builder with.
const CAPACITY: usize = 1024;

/// How bytes become a root table.
trait Access: 'static {
    fn root(bytes: &[u8]) -> fb::Container<'_>;
}

struct Verified;

impl Access for Verified {
    fn root(bytes: &[u8]) -> fb::Container<'_> {
        flatbuffers::root::<fb::Container>(bytes).expect("the bytes were encoded here")
    }
}

struct Unchecked;

impl Access for Unchecked {
    fn root(bytes: &[u8]) -> fb::Container<'_> {
        // SAFETY: the rows pass only buffers that a builder of this process finished with a Container as its root.
        unsafe { flatbuffers::root_unchecked::<fb::Container>(bytes) }
    }
}

impl Library for FlatBuffers {
    fn name(&self) -> &'static str {
        "flatbuffers"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let encoded = encode(&build());
        let row = |mode| Row::new("flatbuffers", "flatbuffers", "25.", mode, encoded.clone()).borrowed();
        let mut verified = row("verified");
        let mut unchecked = row("unchecked").unchecked();
        measure::<Verified>(&mut verified, value);
        measure::<Unchecked>(&mut unchecked, value);

        verified.time(Measure::Verify, variant::OWNED, move || {
            flatbuffers::root::<fb::Container>(black_box(&encoded)).is_ok()
        });
        Ok(vec![verified, unchecked])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }

    fn oplog(&self, _value: &Oplog) -> Result<Vec<Row>, String> {
        Err("a union holds tables only: each value of a list would be a table of its own, behind a union in another"
            .to_owned())
    }
}

fn measure<A: Access>(row: &mut Row, value: &Container) {
    let encoded = row.encoded.clone();
    row.prove("in-place reads give the original", read::<A>(&encoded) == *value);
    row.prove("unpacks to the original", A::root(&encoded).unpack() == build());

    row.time(Measure::Build, variant::OWNED, build);

    let ready = build();
    row.time_noted(
        Measure::Encode,
        variant::OWNED,
        "a fresh builder of capacity 1024; the bytes are the tail of its vector",
        move || {
            let mut builder = FlatBufferBuilder::with_capacity(CAPACITY);
            finish(black_box(&ready), &mut builder);
            builder.collapse()
        },
    );

    let ready = build();
    let mut builder = FlatBufferBuilder::with_capacity(CAPACITY);
    row.time(Measure::EncodeReused, variant::OWNED, move || {
        builder.reset();
        finish(black_box(&ready), &mut builder);
        black_box(builder.finished_data());
    });

    let bytes = encoded.clone();
    row.time(Measure::DecodeAll, variant::OWNED, move || A::root(black_box(&bytes)).unpack());
    let bytes = encoded.clone();
    row.time(Measure::DecodeAll, variant::BORROWED, move || read_all(A::root(black_box(&bytes))));

    let bytes = encoded.clone();
    row.prove("reads the location", A::root(&bytes).location() == value.location);
    row.time(Measure::DecodeOne, variant::LOCATION, move || {
        black_box(A::root(black_box(&bytes)).location());
    });
    let bytes = encoded.clone();
    row.prove("reads a time in the list", second_time::<A>(&bytes) == value.list[1].sibling.time);
    row.time(Measure::DecodeOne, variant::TIME, move || second_time::<A>(black_box(&bytes)));

    update::<A>(row, value, variant::NAME, SHORT_NAMES.map(Change::Name));
    update::<A>(row, value, variant::NAME_LONGER, GROWING_NAMES.map(Change::Name));
    update::<A>(row, value, variant::FIRST_TIME, TIMES.map(Change::Time));

    row.time(Measure::Clone, variant::OWNED, move || black_box(&encoded).clone());
}

/// What an update writes into the first element of the list.
#[derive(Clone, Copy)]
enum Change {
    Name(&'static str),
    Time(i32),
}

impl Change {
    fn apply(self, name: &mut String, time: &mut i32) {
        match self {
            Self::Name(new) => new.clone_into(name),
            Self::Time(new) => *time = new,
        }
    }
}

/// Times an update between two records, each holding what the other one is about to get.
fn update<A: Access>(row: &mut Row, value: &Container, field: &'static str, changes: [Change; 2]) {
    let expected = changes.map(|change| {
        let mut value = value.clone();
        let first = &mut value.list[0];
        change.apply(&mut first.name, &mut first.sibling.time);
        value
    });
    let sources = changes.map(|change| {
        let mut value = build();
        let first = &mut value.list[0];
        change.apply(&mut first.name, &mut first.sibling.time);
        encode(&value)
    });
    let mut builder = FlatBufferBuilder::with_capacity(CAPACITY);
    for turn in [0, 1] {
        let updated = rebuild::<A>(&sources[1 - turn], changes[turn], &mut builder);
        row.prove(&format!("updates {field}"), read::<Verified>(&updated) == expected[turn]);
    }
    let note = "rebuilds the record from in-place reads through a kept builder";
    row.time_turns(Measure::UpdateOne, field, note, move |turn| {
        rebuild::<A>(black_box(&sources[1 - turn]), black_box(changes[turn]), &mut builder)
    });
}

/// A copy of the record with one change.
#[inline(never)]
fn rebuild<A: Access>(bytes: &[u8], change: Change, builder: &mut FlatBufferBuilder<'static>) -> Vec<u8> {
    builder.reset();
    let old = A::root(bytes);
    let mut list = Vec::with_capacity(old.list().len());
    for (i, element) in old.list().iter().enumerate() {
        let (mut sibling, mut name) = (*element.sibling(), element.name());
        if i == 0 {
            match change {
                Change::Name(new) => name = new,
                Change::Time(new) => sibling.set_time(new),
            }
        }
        let name = builder.create_string(name);
        let (rating, postfix) = (element.rating(), element.postfix());
        list.push(fb::FooBar::create(
            builder,
            &fb::FooBarArgs { sibling: Some(&sibling), name: Some(name), rating, postfix },
        ));
    }
    let list = builder.create_vector(&list);
    let location = builder.create_string(old.location());
    let (initialized, fruit) = (old.initialized(), old.fruit());
    let root = fb::Container::create(
        builder,
        &fb::ContainerArgs { list: Some(list), initialized, fruit, location: Some(location) },
    );
    builder.finish(root, None);
    builder.finished_data().to_vec()
}

#[inline(never)]
fn finish(value: &fb::ContainerT, builder: &mut FlatBufferBuilder) {
    let root = value.pack(builder);
    builder.finish(root, None);
}

#[inline(never)]
fn encode(value: &fb::ContainerT) -> Vec<u8> {
    let mut builder = FlatBufferBuilder::with_capacity(CAPACITY);
    finish(value, &mut builder);
    builder.finished_data().to_vec()
}

/// Reads every field in the buffer.
#[inline(never)]
fn read_all(root: fb::Container) {
    for element in root.list() {
        let sibling = element.sibling();
        black_box(sibling.time());
        black_box(sibling.ratio());
        black_box(sibling.size());
        black_box(element.name());
        black_box(element.rating());
        black_box(element.postfix());
    }
    black_box(root.initialized());
    black_box(root.fruit());
    black_box(root.location());
}

#[inline(never)]
fn second_time<A: Access>(bytes: &[u8]) -> i32 {
    A::root(bytes).list().get(1).sibling().time()
}

/// The record as the workload's own type, by in-place reads; for proofs only.
fn read<A: Access>(bytes: &[u8]) -> Container {
    let root = A::root(bytes);
    let bar = |bar: &fb::Bar| Bar { time: bar.time(), ratio: bar.ratio(), size: bar.size() };
    let element = |element: fb::FooBar| FooBar {
        sibling: bar(element.sibling()),
        name: element.name().to_owned(),
        rating: element.rating(),
        postfix: element.postfix(),
    };
    let fruit = match root.fruit() {
        fb::Fruit::Apples => Fruit::Apples,
        fb::Fruit::Pears => Fruit::Pears,
        fb::Fruit::Bananas => Fruit::Bananas,
        fb::Fruit(other) => unreachable!("no fruit has the number {other}"),
    };
    let list = root.list().iter().map(element).collect();
    Container { list, initialized: root.initialized(), fruit, location: root.location().to_owned() }
}

/// The value of the workload from its constants; that they are the same is proved.
// 3.14159 is the published value of the field, not an approximation of pi that wants its constant.
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn build() -> fb::ContainerT {
    let bar =
        |i: u8| fb::BarT { time: 123_456 + i32::from(i), ratio: 3.14159 + f32::from(i), size: 10_000 + u16::from(i) };
    let element = |i| fb::FooBarT {
        sibling: bar(i),
        name: NAME.to_owned(),
        rating: 3.141_543_243_244_554_354_3 + f64::from(i),
        postfix: b'!',
    };
    let list = (0..3).map(element).collect();
    fb::ContainerT { list, initialized: true, fruit: fb::Fruit::Bananas, location: "http://arstechnica.com".to_owned() }
}
