//! Files of buffers.
//!
//! - `bytes`: the bytes of a file: mapped, read, or from standard input
//! - `document`: a buffer with its schema, to read
//! - `edited`: one to change, under a lock
//! - `memory`: what a buffer lives in while it is edited: a vector or a workspace
//! - `place`: where a result goes, and the lock on a file that is there
//! - `keep`: what a file system keeps about a file, for the one that takes its place
//! - `record`: record files, to which an edit is appended
//! - `save`: files that are replaced as a whole
//! - `cut`: what is said where a file is cut while it is mapped

pub mod bytes;
pub mod cut;
pub mod document;
pub mod edited;
mod keep;
pub mod memory;
mod place;
pub mod record;
pub mod save;
