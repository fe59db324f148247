//! The mode "derive": the schema is compiled in.

use std::hint::black_box;

use vellum::{Result, Vellum};

use super::{Change, Container, ContainerView, OWN_BYTES, decode, encode, updates};
use crate::library::{Measure, Row};
use crate::workloads::container::{self as workload, variant};

pub(super) fn row(value: &Container) -> Row {
    let bytes = encode(value);
    let mut row = Row::new("vellum", "vellum", "", "derive", bytes.clone());
    row.prove("the encoding has 133 bytes", bytes.len() == 133);
    row.prove("owned decoding gives the original", decode(&bytes) == *value);
    row.prove("every field of the view is the original's", view_equals(&bytes, value).expect(OWN_BYTES));
    encodes(&mut row, value, &bytes);
    decodes(&mut row, value, &bytes);
    updates(&mut row, Derived);
    row
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

/// What [`visit`] reads, compared with the original.
pub(super) fn view_equals(bytes: &[u8], value: &Container) -> Result<bool> {
    let view = Container::view(bytes)?;
    let list = view.list()?;
    let mut equal = list.len() == value.list.len();
    for (element, original) in list.iter().zip(&value.list) {
        let element = element?;
        let sibling = element.sibling()?;
        equal &= sibling.time()? == original.sibling.time
            && sibling.ratio()?.to_bits() == original.sibling.ratio.to_bits()
            && sibling.size()? == original.sibling.size
            && element.name()? == original.name
            && element.rating()?.to_bits() == original.rating.to_bits()
            && element.postfix()? == original.postfix;
    }
    Ok(equal
        && view.initialized()? == value.initialized
        && view.fruit()? == value.fruit
        && view.location()? == value.location)
}

#[inline(never)]
fn location(bytes: &[u8]) -> Result<&str> {
    Container::view(bytes)?.location()
}

#[inline(never)]
fn time(bytes: &[u8]) -> Result<i32> {
    Container::view(bytes)?.list()?.get(1)?.sibling()?.time()
}

fn encodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    row.time(Measure::Build, variant::OWNED, || Container::from(workload::Container::new()));
    let original = value.clone();
    row.time(Measure::Encode, variant::OWNED, move || encode(black_box(&original)));
    let mut buffer = Vec::new();
    encode_into(value, &mut buffer);
    row.prove("encoding into a kept buffer gives the same bytes", buffer == bytes);
    let original = value.clone();
    row.time(Measure::EncodeReused, variant::OWNED, move || {
        encode_into(black_box(&original), &mut buffer);
        black_box(&buffer);
    });
    let source = bytes.to_vec();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
}

fn decodes(row: &mut Row, value: &Container, bytes: &[u8]) {
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::OWNED, move || decode(black_box(&source)));
    let source = bytes.to_vec();
    row.time(Measure::DecodeAll, variant::BORROWED, move || visit(black_box(&source)).expect(OWN_BYTES));
    row.prove("decode one gives the location", location(bytes).expect(OWN_BYTES) == value.location);
    row.prove("decode one gives the time", time(bytes).expect(OWN_BYTES) == value.list[1].sibling.time);
    let source = bytes.to_vec();
    row.time(Measure::DecodeOne, variant::LOCATION, move || {
        black_box(location(black_box(&source)).expect(OWN_BYTES));
    });
    let source = bytes.to_vec();
    row.time(Measure::DecodeOne, variant::TIME, move || time(black_box(&source)).expect(OWN_BYTES));
}

#[derive(Clone, Copy)]
struct Derived;

impl Change for Derived {
    #[inline(never)]
    fn rename(self, bytes: &mut Vec<u8>, name: &str) {
        let rename = |bytes| Container::edit(bytes)?.list().at(0)?.set_name(name);
        rename(bytes).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn set_time(self, bytes: &mut Vec<u8>, time: i32) {
        let set_time = |bytes| Container::edit(bytes)?.list().at(0)?.sibling()?.set_time(time);
        set_time(bytes).expect(OWN_BYTES);
    }
}
