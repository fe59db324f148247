//! vellum in place: by derive with the buffer open, by derive opened for each edit, and by a
//! run-time schema.
//!
//! - `records`: the record with a growing content; `lists`: pushes, inserts, deletes and widening

mod lists;
mod records;

pub use lists::Five;

use super::keys;
use super::records::Sample;
use crate::harness::kind::RunKind;
use crate::library::Row;

/// The rows "derive", "derive, reopened" and "runtime".
pub fn rows(kind: RunKind, samples: &[Sample], maps: &[keys::Sample]) -> Vec<Row> {
    let row = |mode| Row::new("vellum", "vellum-format", "", mode, Vec::new());
    let [mut open, mut reopened, mut runtime] = ["derive", "derive, reopened", "runtime"].map(row);
    let buffers = super::records::buffers::<records::Derive>(samples);
    records::open(&mut open, samples, &buffers);
    records::reopened(&mut reopened, samples, &buffers);
    records::runtime(&mut runtime, samples, &buffers);
    lists::open(&mut open, kind);
    lists::reopened(&mut reopened, kind);
    lists::runtime(&mut runtime, kind);
    keys::ours(&mut open, &mut reopened, maps);
    vec![open, reopened, runtime]
}
