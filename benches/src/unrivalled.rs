//! What stands for the workloads that compare, in a build without rivals or without files: none of
//! their rows.

use crate::harness::apart::Apart;
use crate::harness::kind::RunKind;
use crate::library::Row;

pub const fn left_out(_: RunKind) -> &'static str {
    "a build without rivals or without files leaves out what only compares"
}

pub const fn rows(_: RunKind) -> Vec<Row> {
    Vec::new()
}

pub const fn variants() -> Vec<&'static str> {
    Vec::new()
}

pub const fn without(_: &dyn Fn(&str) -> bool) -> Vec<(&'static str, &'static str)> {
    Vec::new()
}

pub const fn apart(_: RunKind) -> Option<Apart> {
    None
}
