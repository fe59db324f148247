//! Types of std and of other crates as fields, without attributes.
//!
//! - `scalar`: those that are stored as one scalar
//! - `sequence`: those that are lists or text
//! - `path`: paths, which are text
//! - `socket`, `range`: those that are tuples
//! - `result`: `Result`, a union; `json`: the values of `serde_json`, which are `any`

#[cfg(all(feature = "json", feature = "derive"))]
mod json;
#[cfg(feature = "std")]
mod path;
mod range;
#[cfg(feature = "derive")]
pub(crate) mod result;
mod scalar;
mod sequence;
mod socket;
