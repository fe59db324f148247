//! planus: FlatBuffers by another compiler and runtime, read in place.
//!
//! `container_generated.rs` comes from `schemas/container.fbs` by `planus rust -o`, of `planus-cli` 1.3. Every reader
//! checks what it reads at that moment; there is no proof of the whole buffer before, and nothing without checks. The
//! library cannot write into a finished buffer, so an update copies the old record through a kept builder, field by
//! field, without making it owned.
//!
//! The builder looks for equal vtables, as that of flatbuffers does. By default it looks for equal strings and bytes too,
//! which takes time and stores the three equal names of the container once; that is turned off.

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
use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Change, Container, Edit, mirror};
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
        let row = Rows::<Generated>::new("planus", ("planus", "1."), "generated", value)
            .encode_reused(
                "in the buffer of a kept builder",
                |_| Builder::new(),
                |builder, value| encode_kept(builder, value),
            )
            .decode_owned()
            .decode_borrowed(
                "",
                |_, bytes| encode(&decode(bytes).expect(OWN_BYTES)),
                |_, bytes| read_all(bytes).expect(OWN_BYTES),
            )
            .decode_location("", |_, bytes| location(bytes).expect(OWN_BYTES))
            .decode_time("", |_, bytes| second_time(bytes).expect(OWN_BYTES))
            .updates()
            .finish();
        Ok(vec![row.borrowed()])
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

/// What an update changes of the first element of the list.
struct First<'a> {
    sibling: own::Bar,
    name: &'a str,
}

impl Edit for First<'_> {
    fn set_name(&mut self, name: &'static str) {
        self.name = name;
    }

    fn set_time(&mut self, time: i32) {
        self.sibling.time = time;
    }
}

/// A kept builder.
#[derive(Default)]
struct Generated(Builder);

impl Codec for Generated {
    type Owned = own::Container;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "a fresh builder of capacity 512, then the bytes to a vector";

    fn encode(&mut self, value: &own::Container) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> own::Container {
        decode(bytes).expect(OWN_BYTES)
    }
}

impl Update for Generated {
    const UPDATE: &'static str = "rebuilds the record from in-place reads through a kept builder";

    fn update(&mut self, bytes: &Vec<u8>, change: impl Change) -> Vec<u8> {
        rebuild(bytes, change, &mut self.0).expect(OWN_BYTES)
    }
}

/// A copy of the record with one change.
#[inline(never)]
fn rebuild(bytes: &[u8], change: impl Change, builder: &mut Builder) -> planus::Result<Vec<u8>> {
    builder.clear();
    let old = root(bytes)?;
    let elements = old.list()?;
    let mut list: Vec<Offset<own::FooBar>> = Vec::with_capacity(elements.len());
    for (i, element) in elements.iter().enumerate() {
        let element = element?;
        let mut first = First { sibling: element.sibling()?.into(), name: element.name()? };
        if i == 0 {
            change.apply(&mut first);
        }
        list.push(own::FooBar::create(builder, first.sibling, first.name, element.rating()?, element.postfix()?));
    }
    let root = own::Container::create(builder, list, old.initialized()?, old.fruit()?, old.location()?);
    Ok(builder.finish(root, None).to_vec())
}

mirror!(
    own::Container, own::FooBar, own::Bar, rest {},
    sibling |bar| bar, [], [],
    fruits [own::Fruit::Apples, own::Fruit::Pears, own::Fruit::Bananas]
);
