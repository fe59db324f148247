//! Files of derived types.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use vellum::cursor::Transaction;
use vellum::patch::{Patch, Recorder};
use vellum::proved::Proved;
use vellum::{Record, Schema, Value, Vellum, upgrade};

use crate::engine::{Cut, Engine};
use crate::error::FileError;
use crate::history::History;
use crate::options::FileOptions;
use crate::reader::{Follower, Reloaded};
use crate::system::{FileSystem, StdFileSystem};

/// A record of a derived type in a file, to read and to edit.
///
/// ```
/// use vellum::Vellum;
/// use vellum_file::RecordFile;
///
/// #[derive(Vellum, Default)]
/// struct Notes { title: String, lines: Vec<String> }
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("notes");
/// let mut file = RecordFile::open_or_create(&path, Notes::default)?;
/// file.edit(|notes| {
///     notes.set_title("To do")?;
///     notes.lines().push("write")
/// })?; // both are on the disk now, or none
/// drop(file);
///
/// let file = RecordFile::<Notes>::open(&path)?;
/// assert_eq!((file.view().title(), file.view().lines().len()), ("To do", 1));
/// # Ok::<(), vellum_file::FileError>(())
/// ```
///
/// The record is in memory, proved; [`RecordFile::view`] reads it without checks. Only
/// [`RecordFile::edit`] and [`RecordFile::transaction`] change it, so that the file has every
/// change.
pub struct RecordFile<T: Value> {
    record: Proved<Vec<u8>, T>,
    recorder: Recorder<T>,
    engine: Engine,
}

/// Whether a record of a schema can be read as a `T`, or become one.
fn check<T: Value>(stored: &Schema) -> vellum::Result<()> {
    upgrade::is_needed::<T>(stored).map(drop)
}

/// The record as one of a `T`, with what it was made of if that is an earlier type.
fn upgraded<T: Value>(stored: &Schema, bytes: Vec<u8>) -> vellum::Result<(Vec<u8>, Option<Vec<u8>>)> {
    Ok(match upgrade::with_schema::<T>(stored, &bytes)? {
        Cow::Borrowed(_) => (bytes, None),
        Cow::Owned(new) => (new, Some(bytes)),
    })
}

impl FileOptions {
    /// As [`RecordFile::open`], with these options.
    ///
    /// # Errors
    /// As there.
    pub fn open<T: Value>(&self, path: impl AsRef<Path>) -> Result<RecordFile<T>, FileError> {
        RecordFile::of(Engine::open(self, path.as_ref(), Some(T::schema()), check::<T>)?)
    }

    /// As [`RecordFile::create`], with these options.
    ///
    /// # Errors
    /// As there.
    pub fn create<T: Value>(&self, path: impl AsRef<Path>, value: &T) -> Result<RecordFile<T>, FileError> {
        let path = path.as_ref();
        let bytes = vellum::to_vec(value).map_err(FileError::record(path, None))?;
        let engine = Engine::create(self, path, T::schema(), &bytes)?;
        RecordFile::of((engine, bytes))
    }

    /// As [`RecordFile::open_or_create`], with these options.
    ///
    /// # Errors
    /// As there.
    pub fn open_or_create<T: Value>(
        &self,
        path: impl AsRef<Path>,
        value: impl FnOnce() -> T,
    ) -> Result<RecordFile<T>, FileError> {
        let schema = T::schema();
        let make = || Ok((schema, vellum::to_vec(&value())?));
        RecordFile::of(Engine::open_or_create(self, path.as_ref(), Some(schema), check::<T>, make)?)
    }
}

impl<T: Value> RecordFile<T> {
    fn of((mut engine, bytes): (Engine, Vec<u8>)) -> Result<Self, FileError> {
        let (bytes, earlier) = upgraded::<T>(engine.schema(), bytes).map_err(FileError::record(engine.path(), None))?;
        if earlier.is_some() {
            engine.upgraded(T::schema());
        }
        let record = Proved::new(bytes).map_err(FileError::record(engine.path(), None))?;
        Ok(Self { record, recorder: Recorder::new(), engine })
    }

    /// Opens a file to edit it: reads the record, proves it and plays the log.
    ///
    /// An incomplete edit at the end is cut off: [`RecordFile::cut`] says so. The type may be
    /// another revision of the one in the file. If it is a later one, the file gets its schema
    /// before the first edit. If the file has an earlier type that `upgrades_from` names, the
    /// record in memory is upgraded, and the file is written anew before the first edit or by
    /// [`RecordFile::compact`]: [`RecordFile::is_upgraded`] says so.
    ///
    /// # Errors
    /// - [`FileError::Locked`] if another handle edits the file.
    /// - [`FileError::Damaged`] if bytes that were durable have changed.
    /// - [`FileError::OtherKind`] and [`FileError::LaterVersion`] for other files.
    /// - [`FileError::Record`] if the record is of another type, or holds data of a later revision
    ///   that this one cannot read.
    /// - [`FileError::System`], also if there is no such file, or if it may not be written.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        FileOptions::new().open(path)
    }

    /// Makes a file with a record. It is durable when this returns.
    ///
    /// # Errors
    /// [`FileError::Exists`], [`FileError::Locked`], [`FileError::System`], and
    /// [`FileError::Record`] if the value cannot be encoded.
    pub fn create(path: impl AsRef<Path>, value: &T) -> Result<Self, FileError> {
        FileOptions::new().create(path, value)
    }

    /// Opens a file, or makes it if there is none.
    ///
    /// # Errors
    /// As [`RecordFile::open`] and [`RecordFile::create`].
    pub fn open_or_create(path: impl AsRef<Path>, value: impl FnOnce() -> T) -> Result<Self, FileError> {
        FileOptions::new().open_or_create(path, value)
    }

    /// The record, to read without checks.
    #[must_use]
    pub fn view(&self) -> T::Proved<'_> {
        self.record.get()
    }

    /// The buffer of the record.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.record.as_bytes()
    }

    /// Makes all edits of the closure or none, in memory and in the file. When this returns, they
    /// are as durable as the [options](FileOptions) say. Edits of one call are one edit of the
    /// file, with one number. A closure that edits nothing writes nothing.
    ///
    /// # Errors
    /// Those of the closure, and [`FileError::System`] if the file cannot be written: nothing has
    /// changed. [`FileError::NotSynced`] if the edit may be in the file and may not be durable.
    pub fn edit<R>(
        &mut self,
        edit: impl for<'a> FnOnce(&mut T::Edit<'a, Transaction<'a>>) -> vellum::Result<R>,
    ) -> Result<R, FileError> {
        let done = self.transaction(|cursor| edit(cursor).map_err(FileError::from));
        done.map_err(|error| error.of_file(self.engine.path()))
    }

    /// As [`RecordFile::edit`], for closures with errors of their own.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # use vellum_file::RecordFile;
    /// # #[derive(Vellum)] struct Account { balance: u64 }
    /// # let folder = tempfile::tempdir()?;
    /// let mut file = RecordFile::create(folder.path().join("account"), &Account { balance: 5 })?;
    /// let spent = file.transaction(|account| {
    ///     let left = account.balance()?.checked_sub(7).ok_or("too little")?;
    ///     account.set_balance(left)?;
    ///     Ok::<_, Box<dyn std::error::Error>>(left)
    /// });
    /// assert_eq!(spent.unwrap_err().to_string(), "too little");
    /// assert_eq!((file.view().balance(), file.sequence()), (5, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`RecordFile::edit`].
    pub fn transaction<R, E: From<vellum::Error> + From<FileError>>(
        &mut self,
        edit: impl for<'a> FnOnce(&mut T::Edit<'a, Transaction<'a>>) -> Result<R, E>,
    ) -> Result<R, E> {
        let Self { record, recorder, engine } = self;
        engine.before_edit(record.as_bytes())?;
        let done = record.recorded_transaction(recorder, edit, |patch| Ok(engine.append(patch)?))?;
        engine.after_edit(record.as_bytes());
        Ok(done)
    }

    /// The number of the last edit: the first one of a file has 1, and compaction keeps them.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.engine.sequence()
    }

    /// The number of the last edit that is known to be durable.
    #[must_use]
    pub fn durable(&self) -> u64 {
        self.engine.durable()
    }

    /// Whether the record was made by functions of `upgrades_from`, and the file still has the
    /// earlier type. The first edit, or [`RecordFile::compact`], changes that; the log of the
    /// earlier type is then gone.
    ///
    /// ```
    /// use vellum::Vellum;
    /// use vellum_file::RecordFile;
    ///
    /// mod v1 {
    ///     #[derive(vellum::Vellum)]
    ///     pub struct Counter { pub value: u32 }
    /// }
    /// #[derive(Vellum)]
    /// #[vellum(upgrades_from(v1::Counter))]
    /// struct Counter { value: u64 }
    ///
    /// impl From<v1::Counter> for Counter {
    ///     fn from(old: v1::Counter) -> Self {
    ///         Self { value: old.value.into() }
    ///     }
    /// }
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("counter.vlr");
    /// drop(RecordFile::create(&path, &v1::Counter { value: 7 })?);
    /// let mut counter = RecordFile::<Counter>::open(&path)?;
    /// assert!(counter.is_upgraded());
    /// counter.edit(|counter| counter.set_value(8))?;
    /// assert!(!counter.is_upgraded());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_upgraded(&self) -> bool {
        self.engine.is_upgraded()
    }

    /// What was cut off the end of the file when it was opened: the rest of an edit that was being
    /// written when its process or its machine ended, and edits after it.
    #[must_use]
    pub fn cut(&self) -> Option<Cut> {
        self.engine.cut()
    }

    /// The bytes of the edits since the last compaction.
    #[must_use]
    pub fn log_len(&self) -> u64 {
        self.engine.log_len()
    }

    /// Why the last compaction failed that was made by itself; `None` if there is nothing to tell.
    /// The edit before it was made, and a compaction is tried again when the log is twice as long.
    #[must_use]
    pub fn compaction_failure(&self) -> Option<&FileError> {
        self.engine.failure()
    }

    /// Makes all edits durable.
    ///
    /// # Errors
    /// [`FileError::NotSynced`], after which this handle refuses all edits.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.engine.sync()
    }

    /// Writes the record to a new file that takes the place of the old one, without a log. A crash
    /// leaves the old file or the new one. All edits are then durable.
    ///
    /// # Errors
    /// [`FileError::System`], after which the old file is as it was; [`FileError::NotSynced`].
    pub fn compact(&mut self) -> Result<(), FileError> {
        self.engine.compact(self.record.as_bytes())
    }

    /// The edits since the last compaction, read from the file.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # use vellum_file::{FileError, RecordFile};
    /// # #[derive(Vellum)] struct Counter { value: u64 }
    /// # let folder = tempfile::tempdir().unwrap();
    /// let mut file = RecordFile::create(folder.path().join("counter"), &Counter { value: 0 })?;
    /// file.edit(|counter| counter.set_value(7))?;
    /// let edits = file.history()?.collect::<Result<Vec<_>, FileError>>()?;
    /// assert_eq!(edits[0].sequence(), 1);
    /// assert_eq!(edits[0].patch(Counter::schema())?.to_string(), "set value: 7");
    /// # Ok::<(), FileError>(())
    /// ```
    ///
    /// # Errors
    /// [`FileError::System`], and [`FileError::Shortened`] if another program has changed the file.
    pub fn history(&self) -> Result<History, FileError> {
        self.engine.history()
    }

    /// The number of the last edit before the first one of [`RecordFile::history`].
    #[must_use]
    pub fn history_start(&self) -> u64 {
        self.engine.base_sequence()
    }

    /// Closes the file. Dropping it does the same, and tells no error.
    ///
    /// # Errors
    /// As [`RecordFile::sync`], for edits in a [batch](crate::Durability::Batched).
    pub fn close(mut self) -> Result<(), FileError> {
        self.engine.close()
    }
}

impl<T: Value> fmt::Debug for RecordFile<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordFile")
            .field("path", &self.engine.path())
            .field("sequence", &self.sequence())
            .finish_non_exhaustive()
    }
}

/// A record of a derived type in a file, to read while another process may edit it.
///
/// ```
/// use vellum::Vellum;
/// use vellum_file::{RecordFile, RecordReader};
///
/// #[derive(Vellum, Default)]
/// struct Counter { value: u64 }
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("counter");
/// let mut file = RecordFile::create(&path, &Counter::default())?;
/// let mut reader = RecordReader::<Counter>::open(&path)?; // in another process
/// file.edit(|counter| counter.set_value(1))?;
/// assert_eq!(reader.view().value(), 0);
/// assert_eq!(reader.reload()?.edits, 1); // reads what is new
/// assert_eq!(reader.view().value(), 1);
/// # Ok::<(), vellum_file::FileError>(())
/// ```
///
/// It takes no lock and writes nothing. It sees whole edits alone, in their order; an edit may be
/// seen before it is durable.
pub struct RecordReader<T: Value> {
    record: Proved<Vec<u8>, T>,
    /// The record of an earlier type, of which the one above was made.
    earlier: Option<Vec<u8>>,
    /// Whether that record has edits that this one lacks, as a function refused them.
    is_behind: bool,
    follower: Follower,
}

impl<T: Value> RecordReader<T> {
    /// Opens a file to read it.
    ///
    /// # Errors
    /// As [`RecordFile::open`], without [`FileError::Locked`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::open_in(&(Arc::new(StdFileSystem) as Arc<dyn FileSystem>), path.as_ref())
    }

    /// As [`RecordReader::open`], in another file system: for tests.
    #[doc(hidden)]
    pub fn open_in(system: &Arc<dyn FileSystem>, path: &Path) -> Result<Self, FileError> {
        let (follower, bytes) = Follower::open(system, path, check::<T>)?;
        Self::of(follower, bytes)
    }

    fn of(follower: Follower, bytes: Vec<u8>) -> Result<Self, FileError> {
        let record =
            upgraded::<T>(follower.schema(), bytes).and_then(|(bytes, earlier)| Ok((Proved::new(bytes)?, earlier)));
        let (record, earlier) = record.map_err(FileError::record(follower.path(), None))?;
        Ok(Self { record, earlier, is_behind: false, follower })
    }

    /// The record as it was when the file was opened or reloaded last.
    #[must_use]
    pub fn view(&self) -> T::Proved<'_> {
        self.record.get()
    }

    /// The buffer of the record.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.record.as_bytes()
    }

    /// The number of the last edit that the record has.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.follower.sequence()
    }

    /// The edits since the last compaction up to the last one that was read, from the file:
    /// as [`RecordFile::history`].
    ///
    /// # Errors
    /// As there. [`FileError::Shortened`] also if the writer has compacted the file since: reload
    /// it.
    pub fn history(&self) -> Result<History, FileError> {
        self.follower.history()
    }

    /// Reads the edits that are new. The whole file is read only if the writer has compacted it, or
    /// if it was replaced.
    ///
    /// # Errors
    /// As [`RecordReader::open`], and [`FileError::Shortened`] if the file was cut. The record then
    /// has the edits that could be read, and stays readable.
    pub fn reload(&mut self) -> Result<Reloaded, FileError> {
        let Self { record, earlier, is_behind, follower } = self;
        let before = follower.sequence();
        let played = follower.reload(check::<T>, &mut |schema, patch| match earlier {
            None => apply(record, schema, patch),
            Some(bytes) => Record::open(schema, bytes)?.apply(&Patch::from_bytes(schema, patch)?),
        });
        // Also after an error, for the edits before it.
        if let Some(earlier) = earlier
            && (*is_behind || follower.sequence() != before)
        {
            *is_behind = true;
            let new = upgraded::<T>(follower.schema(), earlier.clone()).and_then(|(bytes, _)| Proved::new(bytes));
            *record = new.map_err(FileError::record(follower.path(), None))?;
            *is_behind = false;
        }
        let (reloaded, whole) = played?;
        if let Some((new, bytes)) = whole {
            *self = Self::of(new, bytes)?;
        }
        Ok(reloaded)
    }
}

/// Applies a patch of a writer that may have another revision of the type.
fn apply<T: Value>(record: &mut Proved<Vec<u8>, T>, schema: &Schema, patch: &[u8]) -> vellum::Result<()> {
    if let Ok(known) = Patch::from_bytes(T::schema(), patch)
        && record.apply(&known).is_ok()
    {
        return Ok(());
    }
    // What this type does not know stays in the bytes, and they are proved once more.
    let mut bytes = record.as_bytes().to_vec();
    Record::open(schema, &mut bytes)?.apply(&Patch::from_bytes(schema, patch)?)?;
    *record = Proved::new(bytes)?;
    Ok(())
}

impl<T: Value> fmt::Debug for RecordReader<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordReader")
            .field("path", &self.follower.path())
            .field("sequence", &self.sequence())
            .finish_non_exhaustive()
    }
}
