//! Types of std and of other crates as fields, as they stand.
//!
//! - `scalar`: those that are stored as one scalar
//! - `sequence`: those that are lists or text

mod scalar;
mod sequence;
