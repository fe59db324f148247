//! Records and patches of vellum in key-value stores.
//!
//! A record is one flat buffer that is read where it lies, at any address. So what a store lends of
//! its pages, blocks and maps is read in place, and what it takes is a slice. A change of one field
//! is a *patch* of some ten bytes, and stores that keep a log take it in the place of the record.
//!
//! | feature | store | records | changes | keys |
//! | --- | --- | --- | --- | --- |
//! | `redb` | a B-tree in one file | [`redb::Vlm`], values of a table, read in redb's page | edits and patches in a transaction, written over the old value where they fit | [`redb::KeyOf`], or any of redb's |
//! | `slatedb` | a log-structured tree in an object store | [`slatedb::Records`] | patches as operands: [`PatchMerge`] is the merge operator | [`RecordKey`] |
//! | `fjall` | a log-structured tree on a disk | [`fjall::Records`], in the slice that fjall lends | patches in a keyspace beside the records, folded when they are read | [`RecordKey`] |
//! | `heed` | LMDB, a B-tree in a file that is mapped | [`heed::Vlm`], a codec, read in the map at any address | edits and patches in a transaction | [`heed::KeyOf`], or any of heed's |
//! | `redis` | a server | [`redis::Records`], strings; single fields by `GETRANGE` | physical patches that a script makes, if nobody else has written | [`RecordKey`] |
//!
//! In all of them `update` calls a closure with the edit cursor of the record's type, on a copy. If
//! the closure returns an error, of whichever type, nothing is written, and the error comes back as
//! [`UpdateError::Edit`]. Any other error is a [`StoreError`]: nothing was written either, unless
//! [`StoreError::is_maybe_written`] says that it may be. What each operation of each store
//! promises, is a table of docs/stores.md.
//!
//! A type that has to change moves its records by [`migrate`], in redb, fjall and LMDB.
//!
//! What several stores need is here: [`PatchMerge`] joins records and patches of one schema,
//! [`Stored`] is a record that a store lends, [`Key`] and [`RecordKey`] are keys with a type,
//! [`StoreError`] tells a fault of the store from one of the record or patch, and names the key.
//!
//! Each store has an example in `stores/examples`, which is run by
//! `cargo run --example redb_records --features redb`.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod error;
#[cfg(feature = "fjall")]
pub mod fjall;
#[cfg(feature = "heed")]
pub mod heed;
mod key;
mod merge;
#[cfg(any(feature = "fjall", feature = "heed", feature = "redb"))]
pub mod migrate;
#[cfg(feature = "redb")]
pub mod redb;
#[cfg(feature = "redis")]
pub mod redis;
#[cfg(feature = "slatedb")]
pub mod slatedb;
mod stored;
mod update;

pub use error::{RecordError, StoreError};
pub use key::{Key, KeyOf, Keys, RecordKey, RecordKeyPart};
pub use merge::{MergeError, PatchMerge};
#[cfg(any(feature = "fjall", feature = "heed", feature = "redb"))]
pub use migrate::{Migration, MigrationReport, Refusal};
pub use stored::{Found, Stored};
pub use update::{Edit, UpdateError};
