//! Commands that read and edit single values of a buffer.

pub mod edit;
pub mod get;
