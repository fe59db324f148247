//! A record that one process edits, and that others follow over TCP by patches.
//!
//! The *leader* edits the state of a game, a buffer of 13 to 22 kilobytes. Of each edit it makes
//! two patches: a *physical* one, the bytes that differ, for followers whose buffer is the same
//! byte for byte; and a *logical* one, what was done at which path, for followers with an older
//! revision of the schema.
//!
//! Leader and followers keep their state in files. Any of them can be killed at any time; when it
//! is back, it goes on where it was. A whole record is sent where no patch leads from what a
//! follower has.
//!
//! - `world`: the record, its older revision, and the edits
//! - `message`: what is said over a connection
//! - `backlog`: what a follower has not stored yet
//! - `leader`: the record and the backlogs; `serve`: one connection for each follower
//! - `follower`: a copy of the record that patches are applied to
//! - `file`: state in a file, replaced as a whole

mod backlog;
pub mod file;
pub mod follower;
pub mod leader;
pub mod message;
mod serve;
pub mod world;

pub use serve::{lock, serve};

/// What went wrong, to be told to a person or to the other side.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;
