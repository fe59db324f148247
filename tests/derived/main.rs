//! The integration tests of the derive: what may be derived, its names, attributes and conversions. `tests/cursors` has those of what its
//! views and edits do.

#[path = "../common/mod.rs"]
mod common;

mod attributes;
mod basics;
mod borrowed_fields;
mod checked_types;
mod complete;
mod conversions;
mod crate_path;
mod cursor_names;
mod foreign;
mod foreign_sequences;
mod foreign_std;
mod forward;
// Numbers here are cut off on purpose.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
mod kept;
mod keys_of_fields;
mod lengths;
mod made_of_others;
mod named_entries;
mod named_errors;
mod names;
mod numbered;
// Names and shapes that nobody would choose are what it is about.
#[allow(clippy::all, clippy::pedantic)]
mod one_meaning;
mod rules;
mod serde_attributes;
mod serde_views;
mod signatures;
mod tuples;
mod unit_values;
mod unsound;
mod visibility;
mod whole_paths;
mod with;
mod with_refused;
mod with_text;
