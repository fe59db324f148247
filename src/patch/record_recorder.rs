//! Patches of what a record's edits do, noted while it does them.

use alloc::vec::Vec;

use super::recorded::NotedEdits;
use super::recorder::{Recorded, give_noted};
use crate::error::{Error, Result};
use crate::record::Record;
use crate::schema::Schema;
use crate::write::Storage;
use crate::write::undo::Transaction;

/// Records the edits of records of a schema as a patch: [`Recorder`](super::Recorder) for schemas
/// that are known at run time.
///
/// ```
/// use vellum::{Record, Schema, patch::{Patch, RecordRecorder}};
///
/// let schema = Schema::parse("struct User { name: string, visits: u32, tags: list<string> } root User;")?;
/// let mut here = Record::new(&schema).into_storage();
/// let mut there = Record::new(&schema);
///
/// let mut recorder = RecordRecorder::new(&schema);
/// let mut user = recorder.open(&mut here)?; // in the place of `Record::open(&schema, &mut here)`
/// user.set("name", "Ada")?;
/// user.set("visits", 7)?;
/// user.push("tags", "math")?;
/// assert!(user.remove("tags[5]").is_err()); // nothing was done, and nothing is noted
/// let patch = recorder.take()?;
/// assert_eq!(patch.len(), 30);
///
/// // In another process.
/// there.apply(&Patch::from_bytes(&schema, &patch)?)?;
/// assert!(there.content_eq(&Record::open(&schema, &here)?)?);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// Each edit is noted as the operation of a patch that does the same: numbers and text are noted
/// from the arguments, all other values are read after the edit. An edit without an operation of
/// its own (`swap`, `sort_by`, `make`, values set by merges and JSON) is noted as the resulting
/// value, [`Record::apply`] as the operations that it made. An edit that fails is not noted.
///
/// A recorder that is used again allocates nothing of its own where its last patch was as long.
/// Records that are not recorded take no part of this: their edits are not one instruction longer.
///
/// A patch does not say what was there before, so that it cannot be taken back: for this there is
/// [`Record::diff_invertible`].
pub struct RecordRecorder {
    schema: Schema,
    edits: NotedEdits,
}

impl RecordRecorder {
    /// A recorder for buffers of a schema, which has noted nothing.
    ///
    /// ```
    /// use vellum::{Schema, patch::RecordRecorder};
    ///
    /// let schema = Schema::parse("struct User { visits: u32 } root User;")?;
    /// assert!(RecordRecorder::new(&schema).is_empty());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn new(schema: &Schema) -> Self {
        Self { schema: schema.clone(), edits: NotedEdits::default() }
    }

    /// The schema.
    ///
    /// ```
    /// use vellum::{Schema, patch::RecordRecorder};
    ///
    /// let schema = Schema::parse("struct User { visits: u32 } root User;")?;
    /// assert_eq!(RecordRecorder::new(&schema).schema().root().name(), "User");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Opens a buffer to change it in place, as [`Record::open`] does.
    ///
    /// Edits are noted one after the other, until the patch is taken: also of records that were
    /// opened one after the other, which therefore have to be of the same buffer.
    ///
    /// ```
    /// use vellum::{Record, Schema, Storage, patch::{Recorded, RecordRecorder}};
    ///
    /// fn visit<S: Storage + AsRef<[u8]>>(user: &mut Record<S>) -> vellum::Result<()> {
    ///     user.set("visits", user.get::<u32>("visits")? + 1)
    /// }
    ///
    /// let schema = Schema::parse("struct User { visits: u32 } root User;")?;
    /// let mut bytes = Record::new(&schema).into_storage();
    /// let mut recorder = RecordRecorder::new(&schema);
    /// let mut user: Record<Recorded<'_, Vec<u8>>> = recorder.open(&mut bytes)?;
    /// visit(&mut user)?;
    /// visit(&mut user)?;
    /// assert_eq!(Record::open(&schema, &bytes)?.get::<u32>("visits")?, 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::open`].
    pub fn open<'a, S: Storage + AsRef<[u8]> + ?Sized>(
        &'a mut self,
        storage: &'a mut S,
    ) -> Result<Record<Recorded<'a, S>>> {
        Record::open(&self.schema, Recorded::new(storage, &mut self.edits.log))
    }

    /// Makes all edits of a closure or none, and gives their patch to `commit` before they are
    /// final: for a log that is written before the record changes.
    ///
    /// If one of both fails or panics, the buffer is as before, and nothing was noted. The patch
    /// also has the edits that were noted before and not taken. `commit` is not called if there is
    /// nothing to write.
    ///
    /// ```
    /// use std::io::{self, Write};
    /// use vellum::{Record, Schema, patch::{Patch, RecordRecorder}};
    ///
    /// let schema = Schema::parse("struct Account { balance: i64 } root Account;").unwrap();
    /// let mut bytes = Record::new(&schema).into_storage();
    /// let (mut recorder, mut log) = (RecordRecorder::new(&schema), Vec::new());
    /// recorder.transaction(
    ///     &mut bytes,
    ///     |account| account.set("balance", account.get::<i64>("balance")? + 5).map_err(io::Error::from),
    ///     |patch| log.write_all(patch),
    /// )?;
    /// assert_eq!(Patch::from_bytes(&schema, &log).unwrap().to_string(), "set balance: 5");
    /// # Ok::<(), io::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::open`] and [`RecordRecorder::take`], and those of the closures.
    pub fn transaction<R, E: From<Error>>(
        &mut self,
        storage: &mut impl Storage,
        edit: impl for<'a> FnOnce(&mut Record<Transaction<'a>>) -> Result<R, E>,
        commit: impl FnOnce(&[u8]) -> Result<(), E>,
    ) -> Result<R, E> {
        let NotedEdits { log, rooms } = &mut self.edits;
        let mut recorded = Recorded::new(storage, log);
        let mut record = Record::open(&self.schema, Transaction::new(&mut recorded))?;
        let done = edit(&mut record)?;
        let transaction = &record.session.storage;
        give_noted(transaction, rooms, &self.schema, commit)?;
        transaction.succeed();
        drop(record);
        self.edits.discard();
        Ok(done)
    }

    /// Whether nothing was noted.
    ///
    /// ```
    /// use vellum::{Record, Schema, patch::RecordRecorder};
    ///
    /// let schema = Schema::parse("struct User { visits: u32 } root User;")?;
    /// let mut bytes = Record::new(&schema).into_storage();
    /// let mut recorder = RecordRecorder::new(&schema);
    /// recorder.open(&mut bytes)?.set("visits", 1)?;
    /// assert!(!recorder.is_empty());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The patch of all that was noted since the last one, as bytes.
    ///
    /// ```
    /// use vellum::{Record, Schema, patch::{Patch, RecordRecorder}};
    ///
    /// let schema = Schema::parse("struct User { visits: u32 } root User;")?;
    /// let mut bytes = Record::new(&schema).into_storage();
    /// let mut recorder = RecordRecorder::new(&schema);
    /// recorder.open(&mut bytes)?.set("visits", 1)?;
    /// let patch = Patch::from_bytes(&schema, &recorder.take()?)?;
    /// assert_eq!(patch.to_string(), "set visits: 1");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an edit was made that cannot be noted: a value within it is not valid, breaks a rule of
    /// its field, or was written by a later revision of the schema. Receivers of the change then
    /// need the whole record. The log is cleared.
    pub fn take(&mut self) -> Result<Vec<u8>> {
        let mut patch = Vec::new();
        self.take_into(&mut patch)?;
        Ok(patch)
    }

    /// As [`RecordRecorder::take`], into bytes that are replaced.
    ///
    /// ```
    /// use vellum::{Record, Schema, patch::RecordRecorder};
    ///
    /// let schema = Schema::parse("struct User { visits: u32 } root User;")?;
    /// let mut bytes = Record::new(&schema).into_storage();
    /// let (mut recorder, mut patch) = (RecordRecorder::new(&schema), Vec::new());
    /// for visits in 1..4 {
    ///     recorder.open(&mut bytes)?.set("visits", visits)?;
    ///     recorder.take_into(&mut patch)?;
    ///     assert_eq!(patch.len(), 14);
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`RecordRecorder::take`]; the bytes are then empty.
    pub fn take_into(&mut self, patch: &mut Vec<u8>) -> Result<()> {
        self.edits.take_into(&self.schema, patch)
    }

    /// Forgets all that was noted.
    ///
    /// ```
    /// use vellum::{Record, Schema, patch::RecordRecorder};
    ///
    /// let schema = Schema::parse("struct User { visits: u32 } root User;")?;
    /// let mut bytes = Record::new(&schema).into_storage();
    /// let mut recorder = RecordRecorder::new(&schema);
    /// recorder.open(&mut bytes)?.set("visits", 1)?;
    /// recorder.discard();
    /// assert!(recorder.is_empty());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn discard(&mut self) {
        self.edits.discard();
    }
}

impl core::fmt::Debug for RecordRecorder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("RecordRecorder").field("edits", &self.edits.log.entries().count()).finish_non_exhaustive()
    }
}
