//! Migrations: the records of an earlier type become records of the present one, in a table of
//! their own.
//!
//! A type that breaks what is stored has a table of its own, and functions that make it of the
//! earlier type (`#[vellum(upgrades_from(Old = function))]`). A migration *moves* the records: each
//! batch is one transaction, which stores the new records and removes the old ones. So a record is
//! in one of the two tables at any time, and a migration that was stopped, by a crash too, goes on
//! when it is called again.
//!
//! A record that cannot be moved stays where it is, and the report names it: its function refused
//! it, it holds data of a revision that the earlier type does not know, or there is a record under
//! its new key already.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use redb::{Database, ReadableDatabase, TableDefinition};
//! use vellum::Vellum;
//! use vellum_stores::Migration;
//! use vellum_stores::redb::{RecordTable, Vlm, migrate};
//!
//! mod v1 {
//!     #[derive(vellum::Vellum)]
//!     pub struct Body { pub height: f32 } // metres
//! }
//! #[derive(Vellum)]
//! #[vellum(upgrades_from(v1::Body = in_millimetres))]
//! struct Body { height: u32 }
//!
//! fn in_millimetres(old: v1::Body) -> Result<Body, &'static str> {
//!     let height = (old.height * 1000.0).round();
//!     if (0.0..1e6).contains(&height) { Ok(Body { height: height as u32 }) } else { Err("no height") }
//! }
//!
//! const OLD: TableDefinition<&str, Vlm<v1::Body>> = TableDefinition::new("bodies");
//! const NEW: TableDefinition<&str, Vlm<Body>> = TableDefinition::new("bodies 2");
//!
//! let database = Database::builder().create_with_backend(redb::backends::InMemoryBackend::new())?;
//! let write = database.begin_write()?;
//! for (name, height) in [("ada", 1.8), ("bob", f32::NAN), ("eve", 1.7)] {
//!     write.open_table(OLD)?.put_at(name, &v1::Body { height })?;
//! }
//! write.commit()?;
//!
//! let report = migrate(&database, OLD, NEW, Migration::new().batch(100).progress(|so_far| {
//!     println!("{} moved", so_far.moved);
//!     ControlFlow::Continue(())
//! }))?;
//! assert_eq!((report.moved, report.refused, report.is_complete), (2, 1, true));
//! assert!(report.refusals[0].to_string().contains("no height")); // `bob` is still in the old table
//! let bodies = database.begin_read()?.open_table(NEW)?;
//! assert_eq!(bodies.get("ada")?.unwrap().value().peek()?.height()?, 1800);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # While old and new programs run
//!
//! An old program reads and writes the old table alone: it does not see the records that were
//! moved. What it writes in the meantime is moved by the next migration. A new program that does
//! not wait for the migration moves a record when it first writes it (`move_record`), and reads the
//! old table where the new one has nothing, by [`vellum::upgrade::from_type`].

#[cfg(feature = "fjall")]
mod fjall;
#[cfg(feature = "heed")]
pub(crate) mod heed;
#[cfg(feature = "redb")]
pub(crate) mod redb;

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

use vellum::Vellum;
use vellum::key::Keyed;

use crate::error::{StoreError, under};
use crate::key::Key;

type Progress<'f> = Box<dyn FnMut(&MigrationReport) -> ControlFlow<()> + 'f>;

/// How a migration goes through a table: the size of its batches, and the function that is called
/// after each.
pub struct Migration<'f> {
    batch: usize,
    progress: Progress<'f>,
}

impl<'f> Migration<'f> {
    /// Batches of 1,000 records, and nothing that is called after each.
    #[must_use]
    pub fn new() -> Self {
        Self { batch: 1000, progress: Box::new(|_| ControlFlow::Continue(())) }
    }

    /// The number of records in a batch: those of one transaction, which are in memory meanwhile.
    /// Zero is taken as one.
    #[must_use]
    pub fn batch(self, records: usize) -> Self {
        Self { batch: records.max(1), ..self }
    }

    /// Calls a function after each batch. If it breaks, the migration stops there; another call
    /// goes on.
    #[must_use]
    pub fn progress(self, progress: impl FnMut(&MigrationReport) -> ControlFlow<()> + 'f) -> Self {
        Self { progress: Box::new(progress), ..self }
    }

    /// Moves batches until there is none left. `batch` moves at most so many records behind a key,
    /// and returns the key of the last one if there may be more.
    fn run<E>(
        mut self,
        mut batch: impl FnMut(Option<&[u8]>, usize, &mut Outcomes) -> Result<Option<Vec<u8>>, E>,
    ) -> Result<MigrationReport, E> {
        let mut report = MigrationReport::default();
        let mut after = None;
        loop {
            let mut outcomes = Outcomes::new();
            after = batch(after.as_deref(), self.batch, &mut outcomes)?;
            outcomes.into_iter().for_each(|outcome| report.note(outcome));
            report.is_complete = after.is_none();
            if (self.progress)(&report).is_break() || report.is_complete {
                return Ok(report);
            }
        }
    }
}

impl Default for Migration<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Migration<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Migration").field("batch", &self.batch).finish_non_exhaustive()
    }
}

/// What a migration has done so far.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct MigrationReport {
    /// Records that were moved by this call.
    pub moved: u64,
    /// Records that stay in the old table.
    pub refused: u64,
    /// Why, for the first [`MigrationReport::REFUSALS`] of them.
    pub refusals: Vec<Refusal>,
    /// Whether all of the old table was gone through.
    pub is_complete: bool,
}

impl MigrationReport {
    /// So many refusals are kept. All are counted.
    pub const REFUSALS: usize = 1000;

    fn note(&mut self, moved: Result<(), Refusal>) {
        match moved {
            Ok(()) => self.moved = self.moved.saturating_add(1),
            Err(refusal) => {
                self.refused = self.refused.saturating_add(1);
                if self.refusals.len() < Self::REFUSALS {
                    self.refusals.push(refusal);
                }
            }
        }
    }
}

/// Why a record was not moved. It names the key in the old table, and is never an error of the
/// store.
pub type Refusal = StoreError<Infallible>;

/// What became of the records of a batch. It counts once the batch is stored.
type Outcomes = Vec<Result<(), Refusal>>;

/// The key of a new record, of its old key and itself.
type NewKey = fn(&[u8], &[u8]) -> vellum::Result<Vec<u8>>;

fn same_key(key: &[u8], _: &[u8]) -> vellum::Result<Vec<u8>> {
    Ok(key.to_vec())
}

fn declared_key<New: Keyed>(_: &[u8], record: &[u8]) -> vellum::Result<Vec<u8>> {
    Key::<New>::of_record(record).map(|key| key.as_bytes().to_vec())
}

/// The new key and the new record.
fn upgraded<Old: Vellum, New: Vellum>(
    key: &[u8],
    record: &[u8],
    new_key: NewKey,
) -> Result<(Vec<u8>, Vec<u8>), Refusal> {
    let new = vellum::upgrade::from_type::<Old, New>(record).map_err(under(key, "the record"))?;
    let new_key = new_key(key, &new).map_err(under(key, "the key of the new record"))?;
    Ok((new_key, new))
}

/// The refusal of a record whose new key is taken: it may be an older state of that record.
fn taken<E>(key: &[u8]) -> StoreError<E> {
    StoreError::Refused { key: key.to_vec(), reason: "there is a record under its new key already" }
}

/// A refusal as the error of an operation on one record.
fn as_error<E>(refusal: Refusal) -> StoreError<E> {
    match refusal {
        StoreError::Store(never) | StoreError::MaybeWritten { error: never, .. } => match never {},
        StoreError::Record(error) => StoreError::Record(error),
        StoreError::Conflict { key, is_gone } => StoreError::Conflict { key, is_gone },
        StoreError::Refused { key, reason } => StoreError::Refused { key, reason },
    }
}
