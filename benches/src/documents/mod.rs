//! Workload "documents": JSON documents without a schema.

use crate::library::Row;

/// The rows of this workload.
pub fn rows(_quick: bool) -> Vec<Row> {
    Vec::new()
}

/// The variants in the order of the report, each with the word that stands for it over a narrow column.
pub fn variants() -> Vec<(&'static str, &'static str)> {
    Vec::new()
}
