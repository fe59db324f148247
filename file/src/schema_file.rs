//! Files of which the schema is known at run time: the one that is in the file.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use vellum::cursor::Transaction;
use vellum::patch::{Patch, RecordRecorder};
use vellum::schema::Level;
use vellum::{Record, RecordView, Schema};

use crate::engine::{Cut, Engine};
use crate::error::FileError;
use crate::history::History;
use crate::options::FileOptions;
use crate::reader::{Follower, Reloaded};
use crate::system::{FileSystem, StdFileSystem};

/// A record in a file, by the schema that is in the file: [`RecordFile`](crate::RecordFile) for
/// programs that do not know the type.
///
/// ```
/// use vellum::{Record, Schema};
/// use vellum_file::SchemaFile;
///
/// let schema = Schema::parse("struct Notes { title: string, lines: list<string> } root Notes;")?;
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("notes");
/// let mut file = SchemaFile::create(&path, &Record::new(&schema))?;
/// file.edit(|notes| notes.push("lines", "write"))?;
/// drop(file);
///
/// let file = SchemaFile::open(&path)?; // the schema is in the file
/// assert_eq!(file.view()?.get::<str>("lines[0]")?, "write");
/// # Ok::<(), vellum_file::FileError>(())
/// ```
pub struct SchemaFile {
    bytes: Vec<u8>,
    recorder: RecordRecorder,
    engine: Engine,
}

impl FileOptions {
    /// As [`SchemaFile::open`], with these options.
    ///
    /// # Errors
    /// As there.
    pub fn open_schema_file(&self, path: impl AsRef<Path>) -> Result<SchemaFile, FileError> {
        SchemaFile::of(Engine::open(self, path.as_ref(), None, |_| Ok(()))?)
    }

    /// As [`SchemaFile::create`], with these options.
    ///
    /// # Errors
    /// As there.
    pub fn create_schema_file<B: AsRef<[u8]>>(
        &self,
        path: impl AsRef<Path>,
        record: &Record<B>,
    ) -> Result<SchemaFile, FileError> {
        let (path, bytes) = (path.as_ref(), record.as_bytes().to_vec());
        prove(path, record.schema(), &bytes)?;
        let engine = Engine::create(self, path, record.schema(), &bytes)?;
        SchemaFile::of((engine, bytes))
    }
}

fn prove(path: &Path, schema: &Schema, bytes: &[u8]) -> Result<(), FileError> {
    schema.prove(bytes).map(drop).map_err(FileError::record(path, None))
}

impl SchemaFile {
    fn of((engine, bytes): (Engine, Vec<u8>)) -> Result<Self, FileError> {
        prove(engine.path(), engine.schema(), &bytes)?;
        Ok(Self { bytes, recorder: RecordRecorder::new(engine.schema()), engine })
    }

    /// Opens a file to edit it.
    ///
    /// # Errors
    /// As [`RecordFile::open`](crate::RecordFile::open).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        FileOptions::new().open_schema_file(path)
    }

    /// Makes a file with a record and its schema.
    ///
    /// # Errors
    /// As [`RecordFile::create`](crate::RecordFile::create); [`FileError::Record`] if the record is
    /// not valid.
    pub fn create<B: AsRef<[u8]>>(path: impl AsRef<Path>, record: &Record<B>) -> Result<Self, FileError> {
        FileOptions::new().create_schema_file(path, record)
    }

    /// The schema in the file.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        self.engine.schema()
    }

    /// The record, to read. Each value is checked when it is read.
    ///
    /// # Errors
    /// None: the record was proved.
    pub fn view(&self) -> vellum::Result<RecordView<'_>> {
        self.engine.schema().peek(&self.bytes)
    }

    /// The buffer of the record.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Makes all edits of the closure or none: as [`RecordFile::edit`](crate::RecordFile::edit).
    ///
    /// # Errors
    /// As there.
    pub fn edit<R>(
        &mut self,
        edit: impl for<'a> FnOnce(&mut Record<Transaction<'a>>) -> vellum::Result<R>,
    ) -> Result<R, FileError> {
        let done = self.transaction(|record| edit(record).map_err(FileError::from));
        done.map_err(|error| error.of_file(self.engine.path()))
    }

    /// As [`SchemaFile::edit`], for closures with errors of their own.
    ///
    /// # Errors
    /// As there.
    pub fn transaction<R, E: From<vellum::Error> + From<FileError>>(
        &mut self,
        edit: impl for<'a> FnOnce(&mut Record<Transaction<'a>>) -> Result<R, E>,
    ) -> Result<R, E> {
        let Self { bytes, recorder, engine } = self;
        engine.before_edit(bytes)?;
        let done = recorder.transaction(bytes, edit, |patch| Ok(engine.append(patch)?))?;
        engine.after_edit(bytes);
        Ok(done)
    }

    /// Gives the file a later revision of its schema, and compacts it.
    ///
    /// # Errors
    /// [`FileError::NoRevision`] if it is no later revision; as [`SchemaFile::compact`].
    pub fn upgrade(&mut self, schema: &Schema) -> Result<(), FileError> {
        let changes = schema.changes_since(self.engine.schema());
        if changes.level() >= Level::Incompatible {
            return Err(FileError::NoRevision { path: self.engine.path().to_owned(), why: changes.to_string() });
        }
        prove(self.engine.path(), schema, &self.bytes)?;
        self.engine.write_again(schema, &self.bytes)?;
        self.recorder = RecordRecorder::new(schema);
        Ok(())
    }

    /// As [`RecordFile::sequence`](crate::RecordFile::sequence).
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.engine.sequence()
    }

    /// As [`RecordFile::durable`](crate::RecordFile::durable).
    #[must_use]
    pub fn durable(&self) -> u64 {
        self.engine.durable()
    }

    /// As [`RecordFile::cut`](crate::RecordFile::cut).
    #[must_use]
    pub fn cut(&self) -> Option<Cut> {
        self.engine.cut()
    }

    /// As [`RecordFile::log_len`](crate::RecordFile::log_len).
    #[must_use]
    pub fn log_len(&self) -> u64 {
        self.engine.log_len()
    }

    /// As [`RecordFile::compaction_failure`](crate::RecordFile::compaction_failure).
    #[must_use]
    pub fn compaction_failure(&self) -> Option<&FileError> {
        self.engine.failure()
    }

    /// As [`RecordFile::sync`](crate::RecordFile::sync).
    ///
    /// # Errors
    /// As there.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.engine.sync()
    }

    /// As [`RecordFile::compact`](crate::RecordFile::compact).
    ///
    /// # Errors
    /// As there.
    pub fn compact(&mut self) -> Result<(), FileError> {
        self.engine.compact(&self.bytes)
    }

    /// As [`RecordFile::history`](crate::RecordFile::history).
    ///
    /// # Errors
    /// As there.
    pub fn history(&self) -> Result<History, FileError> {
        self.engine.history()
    }

    /// As [`RecordFile::history_start`](crate::RecordFile::history_start).
    #[must_use]
    pub fn history_start(&self) -> u64 {
        self.engine.base_sequence()
    }

    /// As [`RecordFile::close`](crate::RecordFile::close).
    ///
    /// # Errors
    /// As there.
    pub fn close(mut self) -> Result<(), FileError> {
        self.engine.close()
    }
}

impl fmt::Debug for SchemaFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemaFile")
            .field("path", &self.engine.path())
            .field("sequence", &self.sequence())
            .finish_non_exhaustive()
    }
}

/// A record in a file, by the schema that is in the file, to read while another process may edit
/// it: [`RecordReader`](crate::RecordReader) for programs that do not know the type.
pub struct SchemaReader {
    bytes: Vec<u8>,
    follower: Follower,
}

impl SchemaReader {
    /// Opens a file to read it.
    ///
    /// # Errors
    /// As [`RecordReader::open`](crate::RecordReader::open).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::open_in(&(Arc::new(StdFileSystem) as Arc<dyn FileSystem>), path.as_ref())
    }

    /// As [`SchemaReader::open`], in another file system: for tests.
    #[doc(hidden)]
    pub fn open_in(system: &Arc<dyn FileSystem>, path: &Path) -> Result<Self, FileError> {
        let (follower, bytes) = Follower::open(system, path, |_| Ok(()))?;
        prove(follower.path(), follower.schema(), &bytes)?;
        Ok(Self { bytes, follower })
    }

    /// The schema in the file.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        self.follower.schema()
    }

    /// The record as it was when the file was opened or reloaded last.
    ///
    /// # Errors
    /// None: the record was proved.
    pub fn view(&self) -> vellum::Result<RecordView<'_>> {
        self.follower.schema().peek(&self.bytes)
    }

    /// The buffer of the record.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of the last edit that the record has.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.follower.sequence()
    }

    /// The edits since the last compaction up to the last one that was read, from the file:
    /// as [`RecordFile::history`](crate::RecordFile::history).
    ///
    /// # Errors
    /// As there. [`FileError::Shortened`] also if the writer has compacted the file since: reload
    /// it.
    pub fn history(&self) -> Result<History, FileError> {
        self.follower.history()
    }

    /// As [`RecordReader::reload`](crate::RecordReader::reload).
    ///
    /// # Errors
    /// As there.
    pub fn reload(&mut self) -> Result<Reloaded, FileError> {
        let Self { bytes, follower } = self;
        let (reloaded, whole) = follower.reload(|_| Ok(()), &mut |schema, patch| {
            Record::open(schema, &mut *bytes)?.apply(&Patch::from_bytes(schema, patch)?)
        })?;
        if let Some((new, whole)) = whole {
            prove(new.path(), new.schema(), &whole)?;
            (*bytes, *follower) = (whole, new);
        }
        Ok(reloaded)
    }
}

impl fmt::Debug for SchemaReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemaReader")
            .field("path", &self.follower.path())
            .field("sequence", &self.sequence())
            .finish_non_exhaustive()
    }
}
