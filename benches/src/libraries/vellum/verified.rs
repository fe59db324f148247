//! The mode "verified": every operation proves the whole buffer first, then reads it through the derived view.
//!
//! That is what the rivals' rows of this name and of "validated" do. The view checks once more what it reads.

use std::hint::black_box;

use vellum::{Result, Vellum};

use super::derive::{read_all, view_equals};
use super::{Container, OWN_BYTES, encode};
use crate::library::{Measure, Row};
use crate::workloads::container::variant;

pub(super) fn row(value: &Container) -> Row {
    let bytes = encode(value);
    let mut row = Row::new("vellum", "vellum", "", "verified", bytes.clone()).borrowed();
    row.prove("the buffer is proved completely", Container::verify(&bytes).is_ok_and(|proof| proof.complete()));
    row.prove("every field of the view is the original's", view_equals(&bytes, value).expect(OWN_BYTES));
    row.prove("a buffer cut short is refused", !is_valid(&bytes[..bytes.len() - 1]));
    row.prove("decode one gives the location", location(&bytes).expect(OWN_BYTES) == value.location);
    row.prove("decode one gives the time", time(&bytes).expect(OWN_BYTES) == value.list[1].sibling.time);

    let source = bytes.clone();
    row.time(Measure::Verify, variant::OWNED, move || is_valid(black_box(&source)));
    let source = bytes.clone();
    row.time(Measure::DecodeAll, variant::BORROWED, move || visit(black_box(&source)).expect(OWN_BYTES));
    let source = bytes.clone();
    row.time(Measure::DecodeOne, variant::LOCATION, move || {
        black_box(location(black_box(&source)).expect(OWN_BYTES));
    });
    row.time(Measure::DecodeOne, variant::TIME, move || time(black_box(&bytes)).expect(OWN_BYTES));
    row
}

#[inline(never)]
fn is_valid(bytes: &[u8]) -> bool {
    Container::verify(bytes).is_ok()
}

#[inline(never)]
fn visit(bytes: &[u8]) -> Result<()> {
    read_all(&Container::verify(bytes)?.view())
}

#[inline(never)]
fn location(bytes: &[u8]) -> Result<&str> {
    Container::verify(bytes)?.view().location()
}

#[inline(never)]
fn time(bytes: &[u8]) -> Result<i32> {
    Container::verify(bytes)?.view().list()?.get(1)?.sibling()?.time()
}
