//! The state of an agent's session, kept in a file by each of some libraries.

pub mod keepers;
pub mod measure;
pub mod session;
