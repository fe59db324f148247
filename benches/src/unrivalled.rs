//! What stands for the workloads that compare, in a build without rivals: none of their rows.

use crate::harness::kind::RunKind;
use crate::library::Row;

pub const fn left_out(_: RunKind) -> &'static str {
    "a build without rivals leaves out what only compares"
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
