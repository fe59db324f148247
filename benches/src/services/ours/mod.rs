//! vellum: by derive, each getter checks what it reads, and edits are made in place; by a schema
//! that is parsed at run time; by proofs of the whole, in every operation or once; and by a buffer
//! that stays open.

mod derive;
mod held;
mod runtime;
mod walks;

use crate::library::Row;

/// The rows "derive", "runtime", "verified", "verified, kept" and "derive, kept".
pub fn rows() -> Vec<Row> {
    let row = |mode| Row::new("vellum", "vellum-format", "", mode, Vec::new());
    let mut rows = vec![derive::row(row("derive")), runtime::row(row("runtime"))];
    rows.extend(held::rows(row));
    rows
}
