//! Edits as values: small, to be stored or sent in the place of the record that they change.
//!
//! A *logical* patch says what to do by path: it applies to any record of a compatible schema, also
//! to one that has gone its own way. [`Record::diff`](crate::Record::diff) finds one,
//! [`Patch::to_bytes`] and [`Patch::from_bytes`] are its bytes, [`then`] joins two as bytes alone.
//! With the feature `json`, JSON patches and merge patches become patches, and patches become
//! these: `Patch::from_json_patch`, `Patch::from_merge_patch`, `Patch::to_json_patch` and
//! `Patch::to_merge_patch`.
//! docs/format-patch.md is the description of the bytes.
//!
//! A *physical* patch is ranges of bytes for identical copies of one buffer: the module `physical`,
//! with the feature of that name.
//!
//! ```
//! use vellum::{Record, Schema, patch::{self, Patch}};
//!
//! let schema = Schema::parse("struct User { name: string, visits: u32, tags: list<string> } root User;")?;
//! let mut user = Record::new(&schema);
//! user.set("name", "Ada Lovelace, whose record is longer than what changes of it")?;
//! let stored = user.as_bytes().to_vec();
//!
//! // Two edits, each as bytes: what a store appends to its log.
//! let mut log = Vec::new();
//! for visits in [1, 2] {
//!     let before = Record::open(&schema, user.as_bytes().to_vec())?;
//!     user.set("visits", visits)?;
//!     log.push(before.diff(&user)?.to_bytes()?);
//! }
//! assert!(log.iter().all(|patch| patch.len() == 14));
//!
//! // Joined before anybody has the record, and applied when it is read.
//! let joined = patch::then(&log[0], &log[1])?;
//! assert_eq!(joined, log[1]); // the later set absorbs the earlier one
//! let mut read = Record::open(&schema, stored)?;
//! read.apply(&Patch::from_bytes(&schema, &joined)?)?;
//! assert!(read.content_eq(&user)?);
//! # Ok::<(), vellum::Error>(())
//! ```

// The files:
// - `form`: the bytes as operations, without a schema
// - `bytes`: changes to bytes and back, and their paths
// - `compose`: patches joined, and patches reversed
// - `recorder`: edits of cursors, noted as a patch while they are made
// - `record_recorder`: edits of records, noted as a patch while they are made
// - `recorded`: one noted edit, as an operation of a patch
// - `proved`: proved buffers, recorded and patched
// - `physical`: ranges of bytes

mod bytes;
mod compose;
mod form;
#[cfg(feature = "physical")]
pub mod physical;
mod proved;
mod record_recorder;
mod recorded;
mod recorder;

pub use bytes::{Skipped, is_patch};
pub use compose::then;
pub use record_recorder::RecordRecorder;
pub use recorder::{Recorded, Recorder};

pub use crate::compare::Patch;
