//! A file that is edited: its log, its syncs and its compactions, without the type of the record.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use vellum::patch::Patch;
use vellum::{Record, Schema, framed};

use crate::error::FileError;
use crate::frames::{Frames, Window};
use crate::history::History;
use crate::layout::{Checksum, Head, new_id, write_frame};
use crate::load::{Loaded, frames_again};
use crate::options::{Durability, FileOptions};
use crate::system::{Held, LockFailure, OpenFile, read_full, write_all};

/// What was found at the end of a file when it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The offset at which the file was cut.
    pub offset: u64,
    /// The bytes that were cut off.
    pub bytes: u64,
    /// The number of the last edit before them.
    pub sequence: u64,
}

/// A file that this process edits, and no other.
pub(crate) struct Engine {
    options: FileOptions,
    path: PathBuf,
    file: Box<dyn OpenFile>,
    head: Head,
    /// The schema in front of the base, by which the log is played.
    schema: Schema,
    /// How this program's schema relates to it.
    revision: Revision,
    sequence: u64,
    durable: u64,
    /// The end of the last frame.
    end: u64,
    cut: Option<Cut>,
    is_poisoned: bool,
    /// Before its first sync: from where on what was read may never have been durable.
    unproved: Option<u64>,
    /// When the first edit was made that is not yet durable.
    waits_since: Option<Instant>,
    /// The length of the log at which a compaction is tried again after one that failed.
    retry_at: u64,
    failure: Option<FileError>,
    frame: Vec<u8>,
    _lock: Box<dyn Held>,
}

/// How the schema of a program relates to the one of a file.
enum Revision {
    /// Patches of one are patches of the other.
    Same,
    /// The program's is a later one, and is written to the file before the first edit.
    Later(Schema),
    /// The file's is that of an earlier type, and the record in memory was upgraded. The file is
    /// written anew before the first edit.
    Upgraded(Schema),
    /// The file's is a later one. Each patch is tried on a copy of the record, as rules of fields
    /// may have changed; the copy is made before the first edit.
    Earlier(Option<Record>),
}

impl Revision {
    fn of(known: Option<&Schema>, stored: &Schema) -> Self {
        let Some(known) = known.filter(|known| *known != stored) else { return Self::Same };
        let is_later = |one: &Schema, other: &Schema| {
            let changes = one.changes_since(other);
            changes.level() < vellum::schema::Level::Incompatible
        };
        if is_later(known, stored) { Self::Later(known.clone()) } else { Self::Earlier(None) }
    }
}

impl Engine {
    /// Opens a file, and checks its schema before the log is played.
    pub(crate) fn open(
        options: &FileOptions,
        path: &Path,
        known: Option<&Schema>,
        check: impl FnOnce(&Schema) -> vellum::Result<()>,
    ) -> Result<(Self, Vec<u8>), FileError> {
        let path = resolve(options, path)?;
        let file = options.system.open(&path, true).map_err(FileError::system("open the file", &path))?;
        drop(file);
        let lock = lock(options, &path)?;
        Self::open_locked(options, path, lock, known, check)
    }

    fn open_locked(
        options: &FileOptions,
        path: PathBuf,
        lock: Box<dyn Held>,
        known: Option<&Schema>,
        check: impl FnOnce(&Schema) -> vellum::Result<()>,
    ) -> Result<(Self, Vec<u8>), FileError> {
        let file = options.system.open(&path, true).map_err(FileError::system("open the file", &path))?;
        let window = Window::new(file).map_err(FileError::system("read the file", &path))?;
        let loaded = Loaded::read(window, &path)?;
        if let Some(error) = loaded.stopped {
            return Err(error);
        }
        check(&loaded.schema).map_err(FileError::record(&path, None))?;
        let Loaded { head, schema, bytes, frames, proved, .. } = loaded;
        let (sequence, end, len) = (frames.sequence, frames.offset, frames.window.len());
        let mut file = frames.window.into_file();
        let cut = (end < len).then(|| Cut { offset: end, bytes: len.saturating_sub(end), sequence });
        if cut.is_some() {
            // Before anything is written: else old frames could follow a new one after a crash.
            let done = file.set_len(end).and_then(|()| file.sync_all());
            done.map_err(FileError::system("cut off the incomplete end", &path))?;
        }
        file.seek(end).map_err(FileError::system("read the file", &path))?;
        let engine = Self {
            options: options.clone(),
            path,
            file,
            head,
            revision: Revision::of(known, &schema),
            schema,
            sequence,
            durable: proved.0,
            end,
            cut,
            is_poisoned: false,
            unproved: Some(proved.1),
            waits_since: None,
            retry_at: 0,
            failure: None,
            frame: Vec::new(),
            _lock: lock,
        };
        Ok((engine, bytes))
    }

    /// Makes a file with a record.
    pub(crate) fn create(options: &FileOptions, path: &Path, schema: &Schema, bytes: &[u8]) -> Result<Self, FileError> {
        let path = resolve(options, path)?;
        let lock = lock(options, &path)?;
        if exists(options, &path)? {
            return Err(FileError::Exists { path });
        }
        Self::create_locked(options, path, lock, (schema, bytes, 0))
    }

    fn create_locked(
        options: &FileOptions,
        path: PathBuf,
        lock: Box<dyn Held>,
        (schema, bytes, sequence): (&Schema, &[u8], u64),
    ) -> Result<Self, FileError> {
        let (file, head) = write_base(options, &path, None, (schema, bytes, sequence))?;
        put(options, &path)?;
        options.system.sync_folder(&path).map_err(|error| FileError::NotSynced { path: path.clone(), error })?;
        Ok(Self {
            options: options.clone(),
            path,
            file,
            head,
            schema: schema.clone(),
            revision: Revision::Same,
            sequence,
            durable: sequence,
            end: head.log(),
            cut: None,
            is_poisoned: false,
            unproved: None,
            waits_since: None,
            retry_at: 0,
            failure: None,
            frame: Vec::new(),
            _lock: lock,
        })
    }

    /// Opens a file, or makes it.
    pub(crate) fn open_or_create<'s>(
        options: &FileOptions,
        path: &Path,
        known: Option<&Schema>,
        check: impl FnOnce(&Schema) -> vellum::Result<()>,
        make: impl FnOnce() -> vellum::Result<(&'s Schema, Vec<u8>)>,
    ) -> Result<(Self, Vec<u8>), FileError> {
        let path = resolve(options, path)?;
        let lock = lock(options, &path)?;
        if exists(options, &path)? {
            return Self::open_locked(options, path, lock, known, check);
        }
        let (schema, bytes) = make().map_err(FileError::record(&path, None))?;
        let engine = Self::create_locked(options, path, lock, (schema, &bytes, 0))?;
        Ok((engine, bytes))
    }

    /// A new file from a record that has so many edits.
    pub(crate) fn write_new(
        options: &FileOptions,
        path: &Path,
        (schema, bytes, sequence): (&Schema, &[u8], u64),
    ) -> Result<(), FileError> {
        let path = resolve(options, path)?;
        let lock = lock(options, &path)?;
        if exists(options, &path)? {
            return Err(FileError::Exists { path });
        }
        Self::create_locked(options, path, lock, (schema, bytes, sequence)).map(drop)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.schema
    }

    pub(crate) fn sequence(&self) -> u64 {
        self.sequence
    }

    pub(crate) fn durable(&self) -> u64 {
        self.durable
    }

    pub(crate) fn cut(&self) -> Option<Cut> {
        self.cut
    }

    pub(crate) fn log_len(&self) -> u64 {
        self.end.saturating_sub(self.head.log())
    }

    pub(crate) fn base_sequence(&self) -> u64 {
        self.head.sequence
    }

    /// Why the last compaction that was made by itself failed.
    pub(crate) fn failure(&self) -> Option<&FileError> {
        self.failure.as_ref()
    }

    /// The frames of the log, read from the file.
    fn frames(&self) -> Result<Frames, FileError> {
        let system = || FileError::system("read the log", &self.path);
        let file = self.options.system.open(&self.path, false).map_err(system())?;
        let window = Window::new(file).map_err(system())?;
        frames_again(window, &self.head, self.end, &self.path)
    }

    /// Before an edit of the record: what the file needs first.
    pub(crate) fn before_edit(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.usable()?;
        match &mut self.revision {
            Revision::Later(known) | Revision::Upgraded(known) => {
                let known = known.clone();
                self.write_again(&known, bytes)?;
                self.revision = Revision::Same;
            }
            Revision::Earlier(copy @ None) => {
                let record = Record::open(&self.schema, bytes.to_vec());
                *copy = Some(record.map_err(FileError::record(&self.path, None))?);
            }
            Revision::Same | Revision::Earlier(Some(_)) => {}
        }
        Ok(())
    }

    /// Appends the patch of an edit, and makes it as durable as the options say. After an error it
    /// is not in the file, unless the error is that it may be.
    pub(crate) fn append(&mut self, patch: &[u8]) -> Result<(), FileError> {
        if let Revision::Earlier(copy) = &mut self.revision
            && let Some(mut record) = copy.take()
        {
            let applied = Patch::from_bytes(&self.schema, patch).and_then(|patch| record.apply(&patch));
            applied.map_err(FileError::record(&self.path, None))?;
            self.write(patch)?;
            if let Revision::Earlier(copy) = &mut self.revision {
                *copy = Some(record);
            }
            return Ok(());
        }
        self.write(patch)
    }

    fn write(&mut self, patch: &[u8]) -> Result<(), FileError> {
        // Then the new frame says that those before it are durable. Otherwise damage of them could
        // not be told in a file that each process opens for one edit.
        let waits = self.unproved.is_some_and(|at| at < self.end);
        if waits && self.options.durability != Durability::Os {
            self.sync()?;
        }
        let time = if self.options.has_times { now() } else { 0 };
        let Some(sequence) = self.sequence.checked_add(1) else {
            let error = std::io::ErrorKind::Unsupported.into();
            return Err(FileError::system("number another edit", &self.path)(error));
        };
        if !write_frame(self.head.id, (sequence, self.durable, time), patch, &mut self.frame) {
            let error = std::io::ErrorKind::FileTooLarge.into();
            return Err(FileError::system("write an edit of 4 GiB or more", &self.path)(error));
        }
        if let Err(error) = write_all(&mut *self.file, &self.frame) {
            // Synced, so that what was written of it does not come back behind a later edit.
            let cut = self.file.set_len(self.end);
            let cut = cut.and_then(|()| self.file.seek(self.end)).and_then(|()| self.file.sync_all());
            self.is_poisoned = cut.is_err();
            return Err(FileError::system("write the edit", &self.path)(error));
        }
        self.end = self.end.saturating_add(self.frame.len() as u64);
        self.sequence = sequence;
        let is_due = match self.options.durability {
            Durability::EachEdit => true,
            Durability::Batched { edits, interval } => {
                let since = *self.waits_since.get_or_insert_with(Instant::now);
                self.sequence.saturating_sub(self.durable) >= u64::from(edits) || since.elapsed() >= interval
            }
            Durability::Os => false,
        };
        if is_due && let Err(error) = self.sync() {
            // The record in memory is taken back to what it was.
            self.sequence = self.sequence.saturating_sub(1);
            return Err(error);
        }
        Ok(())
    }

    /// After an edit: compacts a log that is too long. The edit is made, so an error is kept.
    pub(crate) fn after_edit(&mut self, bytes: &[u8]) {
        let Some((factor, floor)) = self.options.compaction else { return };
        let log = self.log_len();
        // Lengths of files are exact as `f64` up to 2^53.
        #[allow(clippy::cast_precision_loss)]
        let is_long = log > floor && log as f64 > self.head.len as f64 * factor && log >= self.retry_at;
        if is_long && !self.is_poisoned {
            self.failure = self.compact(bytes).err();
            self.retry_at = if self.failure.is_some() { log.saturating_mul(2) } else { 0 };
        }
    }

    /// Makes all edits durable.
    pub(crate) fn sync(&mut self) -> Result<(), FileError> {
        self.usable()?;
        if self.durable == self.sequence && self.unproved.is_none() {
            return Ok(());
        }
        let done = self.sync_unproved().and_then(|()| self.file.sync_data());
        self.synced(done)
    }

    /// What an earlier process has written and not synced is in the memory of the system, and may
    /// be nowhere else although the system takes it for written: after a sync that failed, or a
    /// rename whose folder was not synced. It is written once more.
    fn sync_unproved(&mut self) -> std::io::Result<()> {
        let Some(mut at) = self.unproved else { return Ok(()) };
        let mut chunk = vec![0; 64 * 1024];
        while at < self.end {
            let most = usize::try_from(self.end.saturating_sub(at)).unwrap_or(usize::MAX);
            let room = chunk.len().min(most);
            let part = chunk.get_mut(..room).unwrap_or_default();
            if read_full(&mut *self.file, at, part)? < room {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            self.file.seek(at)?;
            write_all(&mut *self.file, part)?;
            at = at.saturating_add(room as u64);
        }
        self.file.seek(self.end)?;
        self.options.system.sync_folder(&self.path)?;
        self.unproved = None;
        Ok(())
    }

    fn synced(&mut self, done: std::io::Result<()>) -> Result<(), FileError> {
        if let Err(error) = done {
            self.is_poisoned = true;
            return Err(FileError::NotSynced { path: self.path.clone(), error });
        }
        self.durable = self.sequence;
        self.waits_since = None;
        Ok(())
    }

    /// Writes the record to a new file, which takes the place of the old one.
    pub(crate) fn compact(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let schema = match &self.revision {
            Revision::Upgraded(known) => known.clone(),
            Revision::Same | Revision::Later(_) | Revision::Earlier(_) => self.schema.clone(),
        };
        self.write_again(&schema, bytes)?;
        if matches!(self.revision, Revision::Upgraded(_)) {
            self.revision = Revision::Same;
        }
        Ok(())
    }

    /// The record in memory was made of the one in the file, which has an earlier type.
    pub(crate) fn upgraded(&mut self, known: &Schema) {
        self.revision = Revision::Upgraded(known.clone());
    }

    /// Whether the record in memory is of a later type than the one in the file.
    pub(crate) fn is_upgraded(&self) -> bool {
        matches!(self.revision, Revision::Upgraded(_))
    }

    /// As `compact`, with a later schema.
    pub(crate) fn write_again(&mut self, schema: &Schema, bytes: &[u8]) -> Result<(), FileError> {
        self.usable()?;
        let written = write_base(&self.options, &self.path, Some(&self.path), (schema, bytes, self.sequence))?;
        put(&self.options, &self.path)?;
        (self.file, self.head) = written;
        self.end = self.head.log();
        self.schema = schema.clone();
        self.unproved = None;
        self.failure = None;
        let done = self.options.system.sync_folder(&self.path);
        self.synced(done)
    }

    fn usable(&self) -> Result<(), FileError> {
        if self.is_poisoned {
            return Err(FileError::Poisoned { path: self.path.clone() });
        }
        Ok(())
    }

    pub(crate) fn history(&self) -> Result<History, FileError> {
        Ok(History::new(self.frames()?, self.sequence, self.path.clone()))
    }

    /// Makes durable what a batch has not yet, as far as that is possible.
    pub(crate) fn close(&mut self) -> Result<(), FileError> {
        if matches!(self.options.durability, Durability::Batched { .. }) && self.durable < self.sequence {
            return self.sync();
        }
        Ok(())
    }
}

/// A file that is dropped makes its batch durable, and tells no error.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.close();
    }
}

fn resolve(options: &FileOptions, path: &Path) -> Result<PathBuf, FileError> {
    options.system.resolve(path).map_err(FileError::system("find the file", path))
}

fn exists(options: &FileOptions, path: &Path) -> Result<bool, FileError> {
    options.system.exists(path).map_err(FileError::system("find the file", path))
}

/// A file beside another.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path.file_name().unwrap_or_default());
    name.push(ending);
    path.with_file_name(name)
}

/// The lock is a file beside: a compaction renames another file to the path, so that a lock of the
/// file itself would be one of a file that is gone.
fn lock(options: &FileOptions, path: &Path) -> Result<Box<dyn Held>, FileError> {
    options.system.lock(&beside(path, ".lock")).map_err(|failure| match failure {
        LockFailure::Held(holder) => FileError::Locked { path: path.to_owned(), holder },
        LockFailure::System(error) => FileError::system("lock the file", path)(error),
    })
}

/// Writes a file with a record and no log beside another, and syncs it.
fn write_base(
    options: &FileOptions,
    path: &Path,
    like: Option<&Path>,
    (schema, bytes, sequence): (&Schema, &[u8], u64),
) -> Result<(Box<dyn OpenFile>, Head), FileError> {
    let new = beside(path, ".tmp");
    let front = framed::pack(schema, &[]);
    let id = options.id.unwrap_or_else(new_id);
    let mut checksum = Checksum::new(id);
    checksum.add(&front);
    checksum.add(bytes);
    let len = (front.len() as u64).saturating_add(bytes.len() as u64);
    let head = Head { id, sequence, len, checksum: checksum.finish() };
    let written = options.system.create(&new, like).and_then(|mut file| {
        write_all(&mut *file, &[&head.to_bytes(), &*front].concat())?;
        write_all(&mut *file, bytes)?;
        file.sync_all()?;
        Ok(file)
    });
    match written {
        Ok(file) => Ok((file, head)),
        Err(error) => {
            // It is replaced by the next one that is written.
            let _ = options.system.remove(&new);
            Err(FileError::system("write the record", path)(error))
        }
    }
}

/// Puts the file that was written beside in its place.
fn put(options: &FileOptions, path: &Path) -> Result<(), FileError> {
    let new = beside(path, ".tmp");
    options.system.rename(&new, path).map_err(|error| {
        let _ = options.system.remove(&new);
        FileError::system("replace the file", path)(error)
    })
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
