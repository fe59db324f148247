//! Workload "bulk": numbers by the million.
//!
//! A list of structs of eight floats of 32 bits, and a list of floats of 64: encoded, decoded, lent as a slice, and summed where they
//! lie. Beside each figure stands a copy of as many bytes, which is what the memory allows.
//!
//! - `values`: the two lists, and the sums that all rows compute in the same way
//! - `codec`: what a library does with a list, and how that becomes a row
//! - `copy`: the copy of the same bytes
//! - `ours`, `archives`, `codecs`, `tables`, `fixed`, `columns`: vellum, rkyv, wincode and bincode 2, flatbuffers, zerocopy, Arrow

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

use crate::library::Row;

/// The lengths of each list, with their names in the report.
const STRUCTS: [(&str, usize); 2] = [("10,000 structs", 10_000), ("1,000,000 structs", 1_000_000)];
const NUMBERS: [(&str, usize); 2] = [("10,000 f64", 10_000), ("10,000,000 f64", 10_000_000)];

/// In a quick run, lengths above this are left out.
const QUICK: usize = 100_000;

/// The rows of this workload.
pub fn rows(quick: bool) -> Vec<Row> {
    let mut rows = vec![copy::row()];
    rows.extend(ours::rows());
    rows.extend(archives::rows());
    rows.extend(codecs::rows());
    rows.extend(tables::rows());
    rows.extend(fixed::rows());
    #[cfg(feature = "full")]
    rows.extend(columns::rows());
    for (variant, len) in lengths(&STRUCTS, quick) {
        let mesh = values::Mesh::shared(len);
        copy::add(&mut rows, variant, &mesh, |mesh| &mesh.vertices);
        ours::add(&mut rows, variant, &mesh);
        archives::add(&mut rows, variant, &mesh);
        codecs::add(&mut rows, variant, &mesh);
        tables::add(&mut rows, variant, &mesh);
        fixed::add(&mut rows, variant, &mesh);
        #[cfg(feature = "full")]
        columns::add(&mut rows, variant, &mesh);
    }
    for (variant, len) in lengths(&NUMBERS, quick) {
        let column = values::Column::shared(len);
        copy::add(&mut rows, variant, &column, |column| &column.values);
        ours::add(&mut rows, variant, &column);
        archives::add(&mut rows, variant, &column);
        codecs::add(&mut rows, variant, &column);
        tables::add(&mut rows, variant, &column);
        fixed::add(&mut rows, variant, &column);
        #[cfg(feature = "full")]
        columns::add(&mut rows, variant, &column);
    }
    rows
}

/// The variants in the order of the report, each with the word that stands for it over a narrow column.
pub fn variants() -> Vec<&'static str> {
    STRUCTS.iter().chain(&NUMBERS).map(|(name, _)| *name).collect()
}

fn lengths(all: &[(&'static str, usize)], quick: bool) -> impl Iterator<Item = (&'static str, usize)> {
    all.iter().copied().filter(move |(_, len)| !quick || *len <= QUICK)
}
