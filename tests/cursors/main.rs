//! The integration tests of views and edits of derived types: unions, roots, proofs, recorders and revisions. A binary of their own, as one with
//! those of the derive would be compiled last, and alone.

#[path = "../common/mod.rs"]
mod common;

mod absent_structs;
mod any;
mod common_fields;
mod counted_conversions;
mod deep_numbers;
mod edits_read;
#[allow(clippy::items_after_statements)]
mod newer_things;
mod open;
mod packed_cursors;
mod packed_defaults;
mod panicking_hooks;
mod proved;
mod recorder;
mod recording;
mod roots;
mod tuple_keys;
mod union_revisions;
mod unions;
mod unions_fixed;
