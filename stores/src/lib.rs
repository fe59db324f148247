//! Records and patches of vellum in key-value stores.
//!
//! A record is one flat buffer that is read where it lies, at any address. So what a store lends of
//! its pages, blocks and maps is read in place, and what it takes is a slice. A change of one field
//! is a *patch* of some ten bytes, and stores that keep a log take it in the place of the record.
//!
//! | feature | store | records | changes | keys |
//! | --- | --- | --- | --- | --- |
//! | `redb` | a B-tree in one file | [`redb::Vlm`], values of a table, read in redb's page | edits and patches in a transaction, written over the old value where they fit | [`redb::KeyOf`] |
//! | `slatedb` | a log-structured tree in an object store | bytes of `Db::put` and `Db::get` | patches as operands: [`PatchMerge`] is the merge operator | bytes of `vellum::key` |
//! | `fjall` | a log-structured tree on a disk | [`fjall::Records`], in the slice that fjall lends | patches in a keyspace beside the records, folded when they are read | bytes of `vellum::key` |
//! | `heed` | LMDB, a B-tree in a file that is mapped | [`heed::Vlm`], a codec, read in the map at any address | edits and patches in a transaction | [`heed::KeyOf`] |
//! | `redis` | a server | [`redis::Records`], strings with a version; single fields by `GETRANGE` | physical patches by `SETRANGE`, if nobody else has written | any bytes |
//!
//! What several stores need is here: [`PatchMerge`] joins records and patches of one schema,
//! [`Stored`] is a record that a store lends, [`StoreError`] tells a fault of the store from one of
//! the record or patch, and names the key.
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
mod merge;
#[cfg(feature = "redb")]
pub mod redb;
#[cfg(feature = "redis")]
pub mod redis;
#[cfg(feature = "slatedb")]
pub mod slatedb;
mod stored;

pub use error::{RecordError, StoreError};
pub use merge::{MergeError, PatchMerge};
pub use stored::Stored;
