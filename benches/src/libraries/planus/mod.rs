//! planus: FlatBuffers by another compiler and runtime, read in place.
//!
//! `container_generated.rs` comes from `schemas/container.fbs` by `planus rust -o`, of `planus-cli` 1.3. Every reader
//! checks what it reads at that moment; there is no proof of the whole buffer before, and nothing without checks. The
//! library cannot write into a finished buffer, so an update copies the old record through a kept builder, field by
//! field, without making it owned.
//!
//! As by default, the builder looks for equal vtables and strings, which takes time and stores the three equal names
//! once; without that the record of the container takes 266 bytes.

#[rustfmt::skip]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod container_generated;
mod fields;
#[rustfmt::skip]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod fields_generated;

use std::hint::black_box;

use planus::{Builder, Offset, ReadAsRoot};

use self::container_generated::container as own;
use crate::library::{Library, Measure, Row};
use crate::workloads::container::{Bar, Container, FooBar, Fruit, GROWING_NAMES, NAME, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Planus;

/// What a fresh builder starts with: an empty one would grow, by doubling, from nothing.
const CAPACITY: usize = 512;

const OWN_BYTES: &str = "bytes of this library";

impl Library for Planus {
    fn name(&self) -> &'static str {
        "planus"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let bytes = encode(&build());
        let mut row = Row::new("planus", "planus", "1.", "generated", bytes.clone()).borrowed();
        row.prove("in-place reads give the original", plain(&bytes).is_ok_and(|read| read == *value));
        row.prove("owned decoding gives the original", decode(&bytes).is_ok_and(|read| read == build()));
        encodes(&mut row, &bytes);
        decodes(&mut row, value, &bytes);
        update(&mut row, variant::NAME, SHORT_NAMES.map(Change::Name));
        update(&mut row, variant::NAME_LONGER, GROWING_NAMES.map(Change::Name));
        update(&mut row, variant::FIRST_TIME, TIMES.map(Change::Time));
        Ok(vec![row])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(vec![fields::row(value)])
    }

    fn oplog(&self, _value: &Oplog) -> Result<Vec<Row>, String> {
        Err("not in the published suite; its lists of unions could hold the values, each as a struct or table of its own"
            .to_owned())
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use the optimiser inlines
// the library's own functions there, as it would in a program with one reader and one writer.

#[inline(never)]
fn encode(value: &own::Container) -> Vec<u8> {
    Builder::with_capacity(CAPACITY).finish(value, None).to_vec()
}

#[inline(never)]
fn encode_kept<'a>(builder: &'a mut Builder, value: &own::Container) -> &'a [u8] {
    builder.clear();
    builder.finish(value, None)
}

fn root(bytes: &[u8]) -> planus::Result<own::ContainerRef<'_>> {
    own::ContainerRef::read_as_root(bytes)
}

#[inline(never)]
fn decode(bytes: &[u8]) -> planus::Result<own::Container> {
    root(bytes)?.try_into()
}

/// Reads every field in the buffer.
#[inline(never)]
fn read_all(bytes: &[u8]) -> planus::Result<()> {
    let root = root(bytes)?;
    for element in root.list()? {
        let element = element?;
        let sibling = element.sibling()?;
        black_box(sibling.time());
        black_box(sibling.ratio());
        black_box(sibling.size());
        black_box(element.name()?);
        black_box(element.rating()?);
        black_box(element.postfix()?);
    }
    black_box(root.initialized()?);
    black_box(root.fruit()?);
    black_box(root.location()?);
    Ok(())
}

#[inline(never)]
fn location(bytes: &[u8]) -> planus::Result<&str> {
    root(bytes)?.location()
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> Option<i32> {
    let second = root(bytes).ok()?.list().ok()?.get(1)?.ok()?;
    Some(second.sibling().ok()?.time())
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

/// A copy of the record with one change.
#[inline(never)]
fn rebuild(bytes: &[u8], change: Change, builder: &mut Builder) -> planus::Result<Vec<u8>> {
    builder.clear();
    let old = root(bytes)?;
    let elements = old.list()?;
    let mut list: Vec<Offset<own::FooBar>> = Vec::with_capacity(elements.len());
    for (i, element) in elements.iter().enumerate() {
        let element = element?;
        let (mut sibling, mut name) = (own::Bar::from(element.sibling()?), element.name()?);
        if i == 0 {
            match change {
                Change::Name(new) => name = new,
                Change::Time(new) => sibling.time = new,
            }
        }
        list.push(own::FooBar::create(builder, sibling, name, element.rating()?, element.postfix()?));
    }
    let root = own::Container::create(builder, list, old.initialized()?, old.fruit()?, old.location()?);
    Ok(builder.finish(root, None).to_vec())
}

fn encodes(row: &mut Row, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, build);

    let original = build();
    let note = "a fresh builder of capacity 512, then the bytes to a vector";
    row.time_noted(Measure::Encode, variant::OWNED, note, move || encode(black_box(&original)));

    let mut builder = Builder::new();
    row.prove("encoding by a kept builder gives the same bytes", encode_kept(&mut builder, &build()) == bytes);
    let original = build();
    row.time_noted(Measure::EncodeReused, variant::OWNED, "in the buffer of a kept builder", move || {
        black_box(encode_kept(&mut builder, black_box(&original)));
    });

    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::OWNED, move || decode(black_box(&source)).expect(OWN_BYTES));
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::BORROWED, move || read_all(black_box(&source)).expect(OWN_BYTES));

    row.prove("reads the location", location(bytes).is_ok_and(|read| read == value.location));
    let source = bytes.to_vec();
    row.time(Measure::DecodeOne, variant::LOCATION, move || {
        black_box(location(black_box(&source)).expect(OWN_BYTES));
    });
    row.prove("reads a time in the list", second_time(bytes) == Some(value.list[1].sibling.time));
    let source = bytes.to_vec();
    row.time(Measure::DecodeOne, variant::TIME, move || second_time(black_box(&source)).expect(OWN_BYTES));
}

/// Times an update between two records, each holding what the other one is about to get.
fn update(row: &mut Row, field: &'static str, changes: [Change; 2]) {
    let expected = changes.map(|change| {
        let mut value = Container::new();
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
    let mut builder = Builder::new();
    for turn in [0, 1] {
        let changed = rebuild(&sources[1 - turn], changes[turn], &mut builder);
        let holds = changed.and_then(|bytes| plain(&bytes)).is_ok_and(|read| read == expected[turn]);
        row.prove(&format!("updating {field} changes that field alone"), holds);
    }
    let note = "rebuilds the record from in-place reads through a kept builder";
    row.time_turns(Measure::UpdateOne, field, note, move |turn| {
        rebuild(black_box(&sources[1 - turn]), black_box(changes[turn]), &mut builder).expect(OWN_BYTES)
    });
}

/// The record as the workload's own type, by in-place reads; for proofs only.
fn plain(bytes: &[u8]) -> planus::Result<Container> {
    let root = root(bytes)?;
    let bar = |bar: own::BarRef<'_>| Bar { time: bar.time(), ratio: bar.ratio(), size: bar.size() };
    let element = |element: planus::Result<own::FooBarRef<'_>>| {
        let element = element?;
        Ok(FooBar {
            sibling: bar(element.sibling()?),
            name: element.name()?.to_owned(),
            rating: element.rating()?,
            postfix: element.postfix()?,
        })
    };
    let fruit = match root.fruit()? {
        own::Fruit::Apples => Fruit::Apples,
        own::Fruit::Pears => Fruit::Pears,
        own::Fruit::Bananas => Fruit::Bananas,
    };
    Ok(Container {
        list: root.list()?.iter().map(element).collect::<planus::Result<_>>()?,
        initialized: root.initialized()?,
        fruit,
        location: root.location()?.to_owned(),
    })
}

/// The value of the workload from its constants; that they are the same is proved.
// 3.14159 is the published value of the field, not an approximation of pi that wants its constant.
#[allow(clippy::approx_constant, clippy::excessive_precision)]
fn build() -> own::Container {
    let bar =
        |i: u8| own::Bar { time: 123_456 + i32::from(i), ratio: 3.14159 + f32::from(i), size: 10_000 + u16::from(i) };
    let element = |i| own::FooBar {
        sibling: bar(i),
        name: NAME.to_owned(),
        rating: 3.141_543_243_244_554_354_3 + f64::from(i),
        postfix: b'!',
    };
    let list = (0..3).map(element).collect();
    own::Container {
        list,
        initialized: true,
        fruit: own::Fruit::Bananas,
        location: "http://arstechnica.com".to_owned(),
    }
}
