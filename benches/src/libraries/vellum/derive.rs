//! The mode "derive": the schema is compiled in.

use std::hint::black_box;

use vellum::{Result, Vellum};

use super::{InPlace, OWN_BYTES, decode, encode, updates};
use crate::library::Row;
use crate::workloads::container::rows::{Codec, Rows};
use crate::workloads::container::{Bar, Container, ContainerView, FooBar, FooBarView};

pub(super) fn row(value: &Container) -> Row {
    let rows = Rows::<Derive>::new("vellum", ("vellum", ""), "derive", value)
        .encode_into_vec("", |buffer, value| encode_into(value, buffer))
        .decode_owned()
        .decode_borrowed(
            "",
            |_, bytes| encode(&read(bytes).expect(OWN_BYTES)),
            |_, bytes| visit(bytes).expect(OWN_BYTES),
        )
        .decode_location("", |_, bytes| location(bytes).expect(OWN_BYTES))
        .decode_time("", |_, bytes| time(bytes).expect(OWN_BYTES));
    let mut row = updates(rows).finish();
    row.prove("the encoding has 133 bytes", row.encoded.len() == 133);
    row
}

#[derive(Default)]
struct Derive;

impl Codec for Derive {
    type Owned = Container;
    type Bytes = Vec<u8>;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes)
    }
}

#[inline(never)]
fn encode_into(value: &Container, buffer: &mut Vec<u8>) {
    vellum::encode_into(value, buffer).expect("the value is small");
}

/// Reads every field of every element where it lies.
#[inline(never)]
fn visit(bytes: &[u8]) -> Result<()> {
    read_all(&Container::view(bytes)?)
}

#[inline]
pub(super) fn read_all(view: &ContainerView<'_>) -> Result<()> {
    for element in view.list()?.iter() {
        let element = element?;
        let sibling = element.sibling()?;
        black_box((sibling.time()?, sibling.ratio()?, sibling.size()?));
        black_box(element.name()?);
        black_box((element.rating()?, element.postfix()?));
    }
    black_box((view.initialized()?, view.fruit()?));
    black_box(view.location()?);
    Ok(())
}

/// What [`visit`] reads, as the record; for proofs only.
pub(super) fn read(bytes: &[u8]) -> Result<Container> {
    owned(&Container::view(bytes)?)
}

pub(super) fn owned(view: &ContainerView<'_>) -> Result<Container> {
    let element = |element: Result<FooBarView<'_>>| {
        let element = element?;
        let sibling = element.sibling()?;
        Ok(FooBar {
            sibling: Bar { time: sibling.time()?, ratio: sibling.ratio()?, size: sibling.size()? },
            name: element.name()?.to_owned(),
            rating: element.rating()?,
            postfix: element.postfix()?,
        })
    };
    Ok(Container {
        list: view.list()?.iter().map(element).collect::<Result<_>>()?,
        initialized: view.initialized()?,
        fruit: view.fruit()?,
        location: view.location()?.to_owned(),
    })
}

#[inline(never)]
fn location(bytes: &[u8]) -> Result<&str> {
    Container::view(bytes)?.location()
}

#[inline(never)]
fn time(bytes: &[u8]) -> Result<i32> {
    Container::view(bytes)?.list()?.get(1)?.sibling()?.time()
}

impl InPlace for Derive {
    #[inline(never)]
    fn rename(bytes: &mut Vec<u8>, name: &str) {
        let rename = |bytes| Container::edit(bytes)?.list().at(0)?.set_name(name);
        rename(bytes).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn set_time(bytes: &mut Vec<u8>, time: i32) {
        let set_time = |bytes| Container::edit(bytes)?.list().at(0)?.sibling()?.set_time(time);
        set_time(bytes).expect(OWN_BYTES);
    }
}
