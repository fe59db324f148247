//! What goes around buffers, without touching them.
//!
//! - `framed`: a buffer with its schema
//! - `upgrade`: buffers of a type that has changed
//! - `stream`: buffers one after the other

pub mod framed;
#[cfg(feature = "std")]
pub mod stream;
pub mod upgrade;
