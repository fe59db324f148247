//! What is readable of a file that is damaged.

use std::path::Path;
use std::sync::Arc;

use vellum::Schema;

use crate::engine::Engine;
use crate::error::FileError;
use crate::frames::Window;
use crate::load::Loaded;
use crate::options::FileOptions;
use crate::system::{FileSystem, StdFileSystem};

/// The longest readable part of a file: its record with all edits before the first damaged one.
#[derive(Debug)]
pub struct Recovered {
    schema: Schema,
    bytes: Vec<u8>,
    sequence: u64,
    stopped: Option<FileError>,
}

/// Reads a damaged file as far as it is readable. The file stays as it is.
///
/// ```
/// use vellum::Vellum;
/// use vellum_file::{RecordFile, recover};
///
/// #[derive(Vellum, Default)]
/// struct Counter { value: u64 }
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let (path, saved) = (folder.path().join("counter"), folder.path().join("saved"));
/// let mut file = RecordFile::create(&path, &Counter::default())?;
/// for value in 1..=3 {
///     file.edit(|counter| counter.set_value(value))?;
/// }
/// drop(file);
/// let mut bytes = std::fs::read(&path).unwrap();
/// let at = bytes.len() - 60; // in the second of three edits
/// bytes[at] ^= 1;
/// std::fs::write(&path, &bytes).unwrap();
///
/// assert!(RecordFile::<Counter>::open(&path).is_err());
/// let recovered = recover(&path)?;
/// assert_eq!(recovered.sequence(), 1);
/// assert_eq!(Counter::prove(recovered.as_bytes()).unwrap().value(), 1);
/// recovered.save(&saved)?;
/// assert_eq!(RecordFile::<Counter>::open(&saved)?.view().value(), 1);
/// # Ok::<(), vellum_file::FileError>(())
/// ```
///
/// # Errors
/// [`FileError::Damaged`] if the head or the base is damaged, so that nothing is readable;
/// [`FileError::OtherKind`], [`FileError::LaterVersion`] and [`FileError::System`].
pub fn recover(path: impl AsRef<Path>) -> Result<Recovered, FileError> {
    recover_in(&(Arc::new(StdFileSystem) as Arc<dyn FileSystem>), path.as_ref())
}

/// As [`recover`], in another file system: for tests.
#[doc(hidden)]
pub fn recover_in(system: &Arc<dyn FileSystem>, path: &Path) -> Result<Recovered, FileError> {
    let file = system.open(path, false).map_err(FileError::system("open the file", path))?;
    let window = Window::new(file).map_err(FileError::system("read the file", path))?;
    let Loaded { schema, bytes, frames, stopped, .. } = Loaded::read(window, path)?;
    Ok(Recovered { schema, bytes, sequence: frames.sequence, stopped })
}

impl Recovered {
    /// The schema of the file.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The record.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of the last edit that the record has.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Why no more is readable; `None` if all edits were read, up to an incomplete end.
    #[must_use]
    pub fn damage(&self) -> Option<&FileError> {
        self.stopped.as_ref()
    }

    /// Writes the record to a new file.
    ///
    /// # Errors
    /// [`FileError::Exists`] if there is one, and [`FileError::System`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        Engine::write_new(&FileOptions::new(), path.as_ref(), (&self.schema, &self.bytes, self.sequence))
    }
}
