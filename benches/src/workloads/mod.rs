//! The values that every library encodes, decodes and updates.
//!
//! - `container`, `fields`, `oplog`: the three workloads of published suites
//! - `record`: what the first two have in common, `rows`: what every library times of them in the
//!   same way, `format`: rows of codecs, `held`: of what stays open, `trees`: of libraries that
//!   work with trees of values
//! - `texts`: what updates write

pub mod container;
pub mod fields;
pub mod format;
pub mod held;
pub mod oplog;
pub mod record;
pub mod rows;
pub mod texts;
pub mod trees;
