//! Types of std and of other crates as fields, without attributes.
//!
//! - `scalar`: types that are stored as one scalar, and socket addresses
//! - `sequence`: lists, texts and ranges
//! - `path`: paths, which are text
//! - `result`: `Result`, a union
//! - `json`: values of `serde_json`, which are `any`

#[cfg(all(feature = "json", feature = "derive"))]
mod json;
#[cfg(feature = "std")]
mod path;
#[cfg(feature = "derive")]
pub(crate) mod result;
mod scalar;
mod sequence;
