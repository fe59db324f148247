//! The values that every library encodes, decodes and updates.

pub mod container;
pub mod fields;
pub mod oplog;
pub mod texts;
#[cfg(feature = "full")]
pub mod trees;
