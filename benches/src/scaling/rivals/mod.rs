//! The rivals of this workload, each with what a reader wants to compare.
//!
//! wincode, rkyv and flatbuffers read where the bytes lie; wincode and rkyv write scalars there,
//! and text of the same length, in a buffer that is opened for each update or, as ours, stays open.
//! bson appends keys to its raw documents. bincode 2 stands for the codecs, serde_json for text.

mod bincode2;
#[cfg(feature = "full")]
mod bson;
pub mod flatbuffers;
mod rkyv;
mod serde_json;
#[cfg(feature = "full")]
mod sqlite;
mod wincode;
mod zeropod;

use super::keys::Maps;
use super::lists::Lists;
use super::records::{self, Buffers, Records, Sample};
use super::{keys, lists};
use crate::format::Of;
use crate::harness::kind::RunKind;
use crate::libraries::bincode2::{Derive, Standard};
use crate::libraries::rkyv::{Unchecked, Validated};
use crate::libraries::wincode::Large;
use crate::library::Row;

/// The rows of all rivals.
pub fn rows(kind: RunKind, samples: &[Sample], maps: &[keys::Sample]) -> Vec<Row> {
    let mut rows = Vec::new();
    rows.extend(of_wincode(kind, samples, maps));
    let mut bincode = row("bincode 2", ("bincode", "2"), "derive");
    add::<bincode2::Bincode, Of<Derive<Standard>>>(
        &mut bincode,
        kind,
        samples,
        maps,
        &records::buffers::<bincode2::Bincode>(samples),
    );
    rows.push(bincode);
    rows.extend(of_flatbuffers(kind, samples, maps));
    rows.extend(of_rkyv(kind, samples, maps));
    rows.extend(zeropod::rows(samples));
    // Its struct of 255 fields is added with those of the others.
    rows.push(row("zerocopy", ("zerocopy", "0.8."), "structs"));
    let mut json = row("serde_json", ("serde_json", ""), "serde");
    records::add::<serde_json::Json>(&mut json, samples, &records::buffers::<serde_json::Json>(samples));
    keys::add::<serde_json::Json>(&mut json, maps);
    rows.push(json);
    #[cfg(feature = "full")]
    rows.extend([bson::row(maps), sqlite::row(maps)]);
    rows
}

fn row(library: &'static str, (package, requirement): (&str, &str), mode: &'static str) -> Row {
    Row::new(library, package, requirement, mode, Vec::new())
}

/// Everything that a library does, by what it does with records, and with lists and maps.
fn add<R: Records, L: Lists + Maps>(
    row: &mut Row,
    kind: RunKind,
    samples: &[Sample],
    maps: &[keys::Sample],
    buffers: &Buffers<R::Bytes>,
) {
    records::add::<R>(row, samples, buffers);
    lists::add::<L>(row, kind);
    keys::add::<L>(row, maps);
}

fn of_wincode(kind: RunKind, samples: &[Sample], maps: &[keys::Sample]) -> [Row; 2] {
    let [mut each, mut open] = ["derive", "derive, open"].map(|mode| row("wincode", ("wincode", ""), mode));
    let buffers = records::buffers::<wincode::Wincode>(samples);
    add::<wincode::Wincode, Of<crate::libraries::wincode::Derive<Large>>>(&mut each, kind, samples, maps, &buffers);
    wincode::open(&mut open, samples, &buffers);
    [each, open]
}

fn of_flatbuffers(kind: RunKind, samples: &[Sample], maps: &[keys::Sample]) -> [Row; 3] {
    type Verified = flatbuffers::Flat<true>;
    type Unchecked = flatbuffers::Flat<false>;
    let row = |mode| row("flatbuffers", ("flatbuffers", ""), mode);
    let (mut verified, mut unchecked, mut open) =
        (row("verified").proved(), row("unchecked").unchecked(), row("verified, open").proved());
    let buffers = records::buffers::<Verified>(samples);
    add::<Verified, Verified>(&mut verified, kind, samples, maps, &buffers);
    add::<Unchecked, Unchecked>(&mut unchecked, kind, samples, maps, &buffers);
    keys::add_open::<Verified>(&mut open, maps);
    [verified, unchecked, open]
}

fn of_rkyv(kind: RunKind, samples: &[Sample], maps: &[keys::Sample]) -> [Row; 3] {
    type OfValidated = rkyv::Rkyv<Validated>;
    type OfUnchecked = rkyv::Rkyv<Unchecked>;
    let row = |mode| row("rkyv", ("rkyv", "0.8."), mode);
    let (mut validated, mut unchecked, mut open) =
        (row("validated").proved(), row("unchecked").unchecked(), row("validated, open").proved());
    let buffers = records::buffers::<OfValidated>(samples);
    add::<OfValidated, OfValidated>(&mut validated, kind, samples, maps, &buffers);
    add::<OfUnchecked, OfUnchecked>(&mut unchecked, kind, samples, maps, &buffers);
    rkyv::open(&mut open, samples, &buffers);
    keys::add_open::<OfValidated>(&mut open, maps);
    [validated, unchecked, open]
}
