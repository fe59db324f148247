//! Files of buffers.
//!
//! - `bytes`: the bytes of a file: mapped, read, or from standard input
//! - `document`: a buffer with its schema, to read
//! - `edited`: one to change, under a lock
//! - `memory`: what a buffer lives in while it is edited: a vector or a workspace
//! - `save`: files that are replaced as a whole

pub mod bytes;
pub mod document;
pub mod edited;
pub mod memory;
pub mod save;
