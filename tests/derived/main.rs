//! The integration tests of derived types: what may be derived, what its cursors and conversions do, and its unions and revisions.

#[path = "../common/mod.rs"]
mod common;

mod absent_structs;
mod any;
mod attributes;
mod basics;
mod borrowed_fields;
mod checked_types;
mod common_fields;
mod complete;
mod conversions;
mod counted_conversions;
mod cursor_names;
mod deep_numbers;
mod edits_read;
mod foreign;
mod foreign_sequences;
mod foreign_std;
mod forward;
mod made_of_others;
mod named_entries;
mod named_errors;
mod names;
mod open;
mod packed_cursors;
mod packed_defaults;
mod proved;
mod recorder;
mod recording;
mod roots;
mod rules;
mod serde_attributes;
mod serde_views;
mod signatures;
mod tuple_keys;
mod tuples;
mod union_revisions;
mod unions;
mod unions_fixed;
mod unit_values;
mod with;
mod with_refused;
mod with_text;
