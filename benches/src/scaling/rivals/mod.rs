//! The rivals of this workload, each with what a reader wants to compare.
//!
//! wincode, rkyv and flatbuffers read where the bytes lie, wincode and rkyv write scalars there. bincode 2 stands for the
//! codecs, serde_json for text.

mod bincode2;
mod flatbuffers;
mod rkyv;
mod serde_json;
mod wincode;

use super::records::{self, Sample};
use super::{keys, lists};
use crate::library::Row;

/// The rows of all rivals.
pub fn rows(quick: bool, samples: &[Sample], maps: &[keys::Sample]) -> Vec<Row> {
    let row = |library, package, requirement, mode| Row::new(library, package, requirement, mode, Vec::new());
    let mut wincode = row("wincode", "wincode", "", "derive");
    records::add::<wincode::Wincode>(&mut wincode, samples);
    lists::add::<wincode::Wincode>(&mut wincode, quick);
    keys::add::<wincode::Wincode>(&mut wincode, maps);
    let mut bincode = row("bincode 2", "bincode", "2", "derive");
    records::add::<bincode2::Bincode>(&mut bincode, samples);
    lists::add::<bincode2::Bincode>(&mut bincode, quick);
    keys::add::<bincode2::Bincode>(&mut bincode, maps);
    let mut flatbuffers = row("flatbuffers", "flatbuffers", "", "verified");
    records::add::<flatbuffers::Verified>(&mut flatbuffers, samples);
    lists::add::<flatbuffers::Verified>(&mut flatbuffers, quick);
    keys::add::<flatbuffers::Verified>(&mut flatbuffers, maps);
    let mut rkyv = row("rkyv", "rkyv", "0.8.", "validated");
    records::add::<rkyv::Rkyv>(&mut rkyv, samples);
    lists::add::<rkyv::Rkyv>(&mut rkyv, quick);
    keys::add::<rkyv::Rkyv>(&mut rkyv, maps);
    let mut json = row("serde_json", "serde_json", "", "serde");
    records::add::<serde_json::Json>(&mut json, samples);
    keys::add::<serde_json::Json>(&mut json, maps);
    vec![wincode, bincode, flatbuffers, rkyv, json]
}
