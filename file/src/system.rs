//! What the crate asks of a file system, and the one of std.
//!
//! All reading and writing goes through two small traits, so that tests have a file system that
//! fails, and that loses what was not synced.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// A file system.
pub trait FileSystem: fmt::Debug + Send + Sync {
    /// The path without symbolic links, also if there is no such file yet.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf>;
    /// Whether there is such a file.
    fn exists(&self, path: &Path) -> io::Result<bool>;
    /// Opens a file that exists, to read it, and to write it if `writes`.
    fn open(&self, path: &Path, writes: bool) -> io::Result<Box<dyn OpenFile>>;
    /// Makes an empty file in the place of any other, with the permissions of the file `like`.
    fn create(&self, path: &Path, like: Option<&Path>) -> io::Result<Box<dyn OpenFile>>;
    /// Renames a file, in the place of any other.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes the names in the folder of a file durable.
    fn sync_folder(&self, of: &Path) -> io::Result<()>;
    /// Takes a lock that ends when it is dropped, or when the process ends.
    fn lock(&self, path: &Path) -> Result<Box<dyn Held>, LockFailure>;
}

/// A file that is open.
#[allow(clippy::len_without_is_empty)]
pub trait OpenFile: Send + Sync {
    /// Its length.
    fn len(&self) -> io::Result<u64>;
    /// Reads bytes at an offset; fewer than asked for, or none, at the end.
    fn read_at(&mut self, offset: u64, into: &mut [u8]) -> io::Result<usize>;
    /// The offset of the next write.
    fn seek(&mut self, offset: u64) -> io::Result<()>;
    /// Writes some of the bytes, and says how many.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Makes durable what was written, and the length.
    fn sync_data(&mut self) -> io::Result<()>;
    /// As `sync_data`, with all that the system keeps about the file.
    fn sync_all(&mut self) -> io::Result<()>;
    /// Cuts the file.
    fn set_len(&mut self, len: u64) -> io::Result<()>;
}

/// A lock that is held until it is dropped.
pub trait Held: Send + Sync {}

impl Held for File {}

/// Why a lock was not taken.
#[derive(Debug)]
pub enum LockFailure {
    /// Another holds it: what the holder wrote about itself.
    Held(Option<String>),
    /// The system failed.
    System(io::Error),
}

/// The file system of std.
#[derive(Clone, Copy, Debug, Default)]
pub struct StdFileSystem;

impl FileSystem for StdFileSystem {
    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        match path.canonicalize() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Err(error) };
                let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                Ok(folder.canonicalize()?.join(name))
            }
            found => found,
        }
    }

    fn exists(&self, path: &Path) -> io::Result<bool> {
        path.try_exists()
    }

    fn open(&self, path: &Path, writes: bool) -> io::Result<Box<dyn OpenFile>> {
        Ok(Box::new(OpenOptions::new().read(true).write(writes).open(path)?))
    }

    fn create(&self, path: &Path, like: Option<&Path>) -> io::Result<Box<dyn OpenFile>> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
        if let Some(like) = like {
            file.set_permissions(fs::metadata(like)?.permissions())?;
        }
        Ok(Box::new(file))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, of: &Path) -> io::Result<()> {
        // Windows has no such call, and opens no folder as a file.
        match of.parent() {
            Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn Held>, LockFailure> {
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        let mut file = options.open(path).map_err(LockFailure::System)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let is_read = file.take(1024).read_to_string(&mut holder).is_ok();
                return Err(LockFailure::Held(Some(holder).filter(|holder| is_read && !holder.is_empty())));
            }
            Err(TryLockError::Error(error)) => return Err(LockFailure::System(error)),
        }
        let holder = format!("process {} on {}", std::process::id(), host());
        file.set_len(0).and_then(|()| file.write_all(holder.as_bytes())).map_err(LockFailure::System)?;
        Ok(Box::new(file))
    }
}

/// The name of the machine, as far as std can tell it.
fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("HOSTNAME").ok()).or_else(|| std::env::var("COMPUTERNAME").ok());
    name.map_or_else(|| "this host".to_owned(), |name| name.trim().to_owned())
}

impl OpenFile for File {
    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&mut self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        io::Seek::seek(self, SeekFrom::Start(offset))?;
        self.read(into)
    }

    fn seek(&mut self, offset: u64) -> io::Result<()> {
        io::Seek::seek(self, SeekFrom::Start(offset)).map(drop)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::Write::write(self, bytes)
    }

    fn sync_data(&mut self) -> io::Result<()> {
        File::sync_data(self)
    }

    fn sync_all(&mut self) -> io::Result<()> {
        File::sync_all(self)
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        File::set_len(self, len)
    }
}

/// Writes all bytes, by as many writes as it takes.
pub(crate) fn write_all(file: &mut dyn OpenFile, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads as many bytes as there are up to the end of the file.
pub(crate) fn read_full(file: &mut dyn OpenFile, mut offset: u64, mut into: &mut [u8]) -> io::Result<usize> {
    let all = into.len();
    while !into.is_empty() {
        match file.read_at(offset, into) {
            Ok(0) => break,
            Ok(count) => {
                offset = offset.saturating_add(count as u64);
                into = into.get_mut(count..).unwrap_or_default();
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(all.saturating_sub(into.len()))
}
