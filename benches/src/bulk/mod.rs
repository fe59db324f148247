//! Workload "bulk": numbers by the million.
//!
//! A list of structs of eight floats of 32 bits, and a list of floats of 64: encoded, decoded, lent
//! as a slice, and summed where they lie. Beside each figure stands a copy of as many bytes, which
//! is what the memory allows.
//!
//! - `values`: the two lists, and the sums that all rows compute in the same way
//! - `codec`: what a library does with a list, and how that becomes a row
//! - `copy`: the copy of the same bytes
//! - `ours`, `archives`, `codecs`, `tables`, `fixed`, `columns`: vellum, rkyv, wincode and bincode
//!   2, flatbuffers, zerocopy, Arrow

mod archives;
mod codec;
mod codecs;
#[cfg(feature = "full")]
mod columns;
mod copy;
mod fixed;
mod ours;
mod tables;
mod values;

use codec::{Lists, row};
use values::{Column, Mesh};

use crate::harness::kind::RunKind;
use crate::libraries::rkyv::{Unchecked, Validated};
use crate::library::Row;

/// The lengths of each list, with their names in the report.
const STRUCTS: [(&str, usize); 2] = [("10,000 structs", 10_000), ("1,000,000 structs", 1_000_000)];
const NUMBERS: [(&str, usize); 2] = [("10,000 f64", 10_000), ("10,000,000 f64", 10_000_000)];

/// Longer lists are left out.
const fn longest(kind: RunKind) -> usize {
    match kind {
        RunKind::Quick => 100_000,
        RunKind::Default => 1_000_000,
        RunKind::Thorough => usize::MAX,
    }
}

/// What a run of this kind does without.
pub const fn left_out(kind: RunKind) -> &'static str {
    match kind {
        RunKind::Quick => "a quick run leaves out lists of more than 100,000 elements",
        RunKind::Default => "a default run leaves out lists of more than a million elements",
        RunKind::Thorough => "",
    }
}

/// The rows of this workload.
pub fn rows(kind: RunKind) -> Vec<Row> {
    let lists: &(Lists<Mesh>, Lists<Column>) = &(
        lengths(&STRUCTS, kind).map(|(variant, len)| (variant, Mesh::shared(len))).collect(),
        lengths(&NUMBERS, kind).map(|(variant, len)| (variant, Column::shared(len))).collect(),
    );
    let new = |library, (package, requirement), mode| Row::new(library, package, requirement, mode, Vec::new());
    let vellum = |mode| new("vellum", ("vellum-format", ""), mode);
    let rkyv = |mode| new("rkyv", ("rkyv", "0.8."), mode);
    vec![
        copy::row(lists),
        row::<ours::Derive>(vellum("derive"), lists),
        row::<ours::Runtime>(vellum("runtime"), lists),
        row::<archives::Rkyv<Validated>>(rkyv("validated").proved(), lists),
        row::<archives::Rkyv<Unchecked>>(rkyv("unchecked").unchecked(), lists),
        row::<codecs::Wincode>(new("wincode", ("wincode", ""), "derive"), lists),
        row::<codecs::Bincode2>(new("bincode 2", ("bincode", "2"), "derive"), lists),
        row::<tables::Verified>(new("flatbuffers", ("flatbuffers", ""), "verified").proved(), lists),
        row::<fixed::Zerocopy>(new("zerocopy", ("zerocopy", "0.8."), "slices"), lists),
        #[cfg(feature = "full")]
        row::<columns::Arrow>(new("arrow", ("arrow-ipc", ""), "ipc stream").proved(), lists),
    ]
}

/// The variants in the order of the report, each with the word that stands for it over a narrow
/// column.
pub fn variants() -> Vec<&'static str> {
    STRUCTS.iter().chain(&NUMBERS).map(|(name, _)| *name).collect()
}

fn lengths(all: &[(&'static str, usize)], kind: RunKind) -> impl Iterator<Item = (&'static str, usize)> {
    all.iter().copied().filter(move |(_, len)| *len <= longest(kind))
}
