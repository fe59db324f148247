//! A record of [vellum] in a file: each change is durable at the cost of the change, not of
//! the record.
//!
//! A file has a record and a log of the patches that were made since. An edit appends its patch, by
//! one write and one sync. Opening plays the log. If the log is longer than the record, the record
//! is written anew.
//!
//! ```
//! use vellum::Vellum;
//! use vellum_file::RecordFile;
//!
//! #[derive(Vellum, Default)]
//! struct Session { title: String, messages: Vec<String>, tokens: u64 }
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("session");
//! let mut file = RecordFile::open_or_create(&path, Session::default)?;
//! file.edit(|session| {
//!     session.messages().push("Hello")?;
//!     session.set_tokens(session.tokens()? + 3)
//! })?; // on the disk, as a whole
//! assert_eq!(file.view().messages().len(), 1);
//! # Ok::<(), vellum_file::FileError>(())
//! ```
//!
//! | type | purpose |
//! | --- | --- |
//! | [`RecordFile`] | a derived type, to read and to edit; one handle at a time |
//! | [`RecordReader`] | the same file, to read, in any number of processes |
//! | [`SchemaFile`], [`SchemaReader`] | the same for programs that know no type: the schema is in the file |
//! | [`FileOptions`], [`Durability`] | when an edit is on the disk, and when the file is compacted |
//! | [`recover()`] | what is readable of a damaged file |
//!
//! docs/files.md is an introduction, and docs/format-file.md describes the bytes.
//!
//! This is a crate of its own and no feature of `vellum-format`, as it needs Rust 1.89, for the
//! locks of std, and a checksum; a program that has no files takes neither.

#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)
)]

mod engine;
mod error;
mod frames;
mod history;
mod layout;
mod load;
mod options;
mod reader;
mod record_file;
mod recover;
mod schema_file;
#[doc(hidden)]
pub mod system;

pub use engine::Cut;
pub use error::{Damage, FileError};
pub use history::{History, LoggedEdit};
pub use layout::MAGIC;
pub use options::{Durability, FileOptions};
pub use reader::Reloaded;
pub use record_file::{RecordFile, RecordReader};
pub use recover::{Recovered, recover, recover_in};
pub use schema_file::{SchemaFile, SchemaReader};

/// The programs of docs/files.md.
#[cfg(doctest)]
#[doc = include_str!("../../docs/files.md")]
mod page {}
