//! A naive model of vellum, to compare the crate with, through its public functions alone.
//!
//! - [`types`]: schemas as owned trees, and as text
//! - [`values`]: values as owned trees
//! - [`compat`]: what the crate says of two revisions of a schema, and what their buffers show
//! - [`derived`]: the model of a schema that the crate has
//! - [`mod@encode`]: a value as canonical bytes, from docs/format.md alone
//! - [`path`]: ways to a value
//! - [`edit`], [`editor`], `literals`, [`merge`], `differ`: edits, and what they make of a value
//! - [`export`]: a value as serde sees it
//! - [`histories`]: what the lock of stored types accepts, revision after revision, and what their
//!   buffers show
//! - [`lossless`]: a value as JSON that loses nothing
//! - [`mod@read`]: a record read back as a value
//! - [`memory`]: storage that refuses to grow
//! - [`perform`]: edits made through the crate
//! - [`programs`]: derived types in hostile programs, compiled and run
//! - [`small`], [`fill`], [`moves`]: all small types, with values, paths and edits for each
//! - [`random`]: larger schemas and values by chance
//! - [`rules`]: what a field's values are like
//! - [`revisions`]: what two revisions of a schema know of one value
//! - [`run`], [`report`]: every edit of a small type from every state, and long rows of edits by
//!   chance, compared

pub mod compat;
pub mod derived;
mod differ;
pub mod edit;
pub mod editor;
pub mod encode;
pub mod export;
pub mod fill;
pub mod histories;
mod literals;
pub mod lossless;
pub mod memory;
pub mod merge;
pub mod moves;
pub mod path;
pub mod perform;
pub mod programs;
pub mod random;
pub mod read;
pub mod report;
pub mod revisions;
pub mod rules;
pub mod run;
pub mod small;
pub mod types;
pub mod values;
