//! What goes around buffers, without touching them.
//!
//! - `packed`: a buffer with its schema
//! - `stream`: buffers one after the other

pub mod packed;
#[cfg(feature = "std")]
pub mod stream;
