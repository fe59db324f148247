//! Fuzz targets of vellum: one module for each, whose `run` takes any bytes and panics if what has to hold does not.
//!
//! The same functions are driven by libFuzzer (`fuzz_targets/`), and by a test over the kept inputs (`tests/corpora.rs`).
//!
//! - `memory`: what a run may hold
//! - `input`, `place`, `literal`: choices out of an input: places in a record, values
//! - `tree`, `edit`, `judge`: what a record holds, an edit of it, and whether it did what it says
//! - `recorded`: edits under a recorder
//! - `schemas`, `rich`: what is read and edited

// Inputs become numbers of every width, and panics are what a target is for.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::missing_panics_doc)]
#![deny(unsafe_code)]

pub mod derived_reads;
pub mod diff_apply_merge;
pub mod edit;
pub mod framing;
pub mod hostile_edits;
pub mod input;
pub mod judge;
pub mod keys;
pub mod literal;
pub mod memory;
pub mod model_edits;
pub mod patches;
pub mod place;
pub mod proved_reads;
pub mod record_file;
pub mod recorded;
pub mod revisions;
pub mod rich;
pub mod rich_edit;
pub mod runtime_reads;
pub mod schema_forms;
pub mod schemas;
pub mod tree;
pub mod value_json;

/// The body of a target.
pub type Target = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: &[(&str, Target)] = &[
    ("derived_reads", derived_reads::run),
    ("proved_reads", proved_reads::run),
    ("runtime_reads", runtime_reads::run),
    ("hostile_edits", hostile_edits::run),
    ("model_edits", model_edits::run),
    ("schema_forms", schema_forms::run),
    ("value_json", value_json::run),
    ("keys", keys::run),
    ("framing", framing::run),
    ("diff_apply_merge", diff_apply_merge::run),
    ("revisions", revisions::run),
    ("patches", patches::run),
    ("record_file", record_file::run),
];

/// Runs a target over an input, within the memory that the input's length accounts for.
///
/// # Panics
/// If there is no such target, and as the target.
pub fn check(name: &str, data: &[u8]) {
    let (_, run) = TARGETS.iter().find(|(target, _)| *target == name).expect("a target of that name");
    // What is made once and kept is no part of a run.
    let _ = schemas::all();
    memory::bounded(data.len(), || run(data));
}
