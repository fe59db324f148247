//! Files that are replaced as a whole: whatever happens, the old file is there or the new one.
//!
//! The bytes go to a temporary file in the same folder, are flushed to the disk, and take the
//! file's name. What the file system keeps about the old file, the new one gets (`keep`), or it is
//! refused. On Linux the temporary file has no name until it is whole, so that nothing is left of
//! it, however the program ends; elsewhere, and where a file system has no such files, it has one
//! from the start.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use super::keep;
use super::place::{Locked, Place};
use crate::failure::{Failure, Outcome};
use crate::output;

/// What begins the name of a temporary file. It does not depend on the name of the file that is
/// replaced, which may be as long as a file system allows.
const PREFIX: &str = ".vellum.";

/// Writes bytes to where `--output` leads, which is none of the files that they are made of.
pub fn output(path: &Path, sources: &[&Path], bytes: &[&[u8]], force: bool) -> Outcome<()> {
    let place = Place::of_output(path, None)?;
    place.refuse_sources(sources)?;
    save(place, bytes, force)
}

/// Writes bytes to a place. A file is replaced if the new one can have all that the file system
/// keeps about it, or by force.
pub fn save(place: Place, bytes: &[&[u8]], force: bool) -> Outcome<()> {
    match place {
        Place::Stdout => output::bytes(bytes),
        Place::Stream(path) => {
            let written = File::options().write(true).open(&path).and_then(|mut file| write_all(&mut file, bytes));
            written.map_err(|error| Failure::io("write the file", &path, &error))
        }
        // Somebody may have made it by now.
        Place::New(path) => match Place::of_output(&path, None)? {
            Place::New(path) => put(&path, None, bytes, force),
            found => save(found, bytes, force),
        },
        Place::File(Locked { path, file }) => put(&path, Some(file), bytes, force),
    }
}

/// Why a file was not replaced.
enum Fault {
    /// The temporary file could not be made.
    Beside(io::Error),
    Io(io::Error),
    /// The new file would not have this.
    Lost(Vec<String>),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Puts a file where none is, or in the place of one that is open for its lock.
fn put(path: &Path, old: Option<File>, bytes: &[&[u8]], force: bool) -> Outcome<()> {
    if old.as_ref().and_then(|old| old.metadata().ok()).is_some_and(|about| about.permissions().readonly()) {
        let failure = Failure::io("write the file", path, &io::ErrorKind::PermissionDenied.into());
        return Err(failure.help("the file is read-only"));
    }
    let (folder, is_new) = (folder_of(path), old.is_none());
    let new = New { bytes, old: old.as_ref(), force };
    let placed = match new.without_name(&folder, path) {
        Some(placed) => placed,
        None => new.beside(&folder).and_then(|beside| Ok(take_place(beside, path, old)?)),
    };
    placed.map_err(|fault| failure(fault, path, &folder, is_new))?;
    sync_folder(&folder);
    Ok(())
}

/// What a new file is made of.
struct New<'a> {
    bytes: &'a [&'a [u8]],
    old: Option<&'a File>,
    force: bool,
}

impl New<'_> {
    /// Until it has the permissions of the old file, nobody else reads what is in the new one.
    fn mode(&self) -> u32 {
        if self.old.is_some() { 0o600 } else { 0o666 }
    }

    /// Makes a file whole, and has it on the disk.
    fn fill(&self, file: &mut File) -> Result<(), Fault> {
        write_all(file, self.bytes)?;
        if let Some(old) = self.old {
            let lost = keep::carry(old, file)?;
            if !self.force && !lost.is_empty() {
                return Err(Fault::Lost(lost));
            }
        }
        Ok(file.sync_all()?)
    }

    /// Puts a file in its place that had no name before; `None` where there are no such files.
    #[cfg(target_os = "linux")]
    fn without_name(&self, folder: &Path, path: &Path) -> Option<Result<(), Fault>> {
        let (folder, mut file) = unnamed::make(folder, self.mode())?;
        if let Err(fault) = self.fill(&mut file) {
            return Some(Err(fault));
        }
        unnamed::take_place(&folder, &file, path.file_name()?).map(|placed| Ok(placed?))
    }

    #[cfg(not(target_os = "linux"))]
    fn without_name(&self, _: &Path, _: &Path) -> Option<Result<(), Fault>> {
        None
    }

    /// Makes a file beside its place.
    fn beside(&self, folder: &Path) -> Result<TempPath, Fault> {
        let mut beside = builder(self.mode()).tempfile_in(folder).map_err(Fault::Beside)?;
        self.fill(beside.as_file_mut())?;
        Ok(beside.into_temp_path())
    }
}

/// How temporary files are named, and, as any new file less what the process masks out, their mode.
fn builder(mode: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder
}

/// Files of Linux that have no name yet.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open, openat, renameat, unlinkat};
    use rustix::io::Errno;

    use super::PREFIX;

    /// A folder and a file in it; none where the file system has no such files.
    pub fn make(folder: &Path, mode: u32) -> Option<(File, File)> {
        let folder = open(folder, OFlags::DIRECTORY | OFlags::PATH | OFlags::CLOEXEC, Mode::empty()).ok()?;
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = openat(&folder, ".", flags, Mode::from_raw_mode(mode)).ok()?;
        Some((folder.into(), file.into()))
    }

    /// Gives it a name of its own, and by that the one of another file; `None` where it cannot have
    /// one. In between lie two calls of the system: who ends the program there leaves the file.
    pub fn take_place(folder: &File, file: &File, name: &OsStr) -> Option<io::Result<()>> {
        /// Names that others may have taken.
        const TRIES: u32 = 1000;
        let open = format!("/proc/self/fd/{}", file.as_raw_fd());
        let beside = (0..TRIES).find_map(|number| {
            let beside = format!("{PREFIX}{}-{number}.tmp", std::process::id());
            match linkat(CWD, &*open, folder, &*beside, AtFlags::SYMLINK_FOLLOW) {
                Err(Errno::EXIST) => None,
                linked => Some(linked.map(|()| beside)),
            }
        });
        let beside = beside?.ok()?;
        let renamed = renameat(folder, &*beside, folder, name);
        if renamed.is_err() {
            // The error of the rename is the one to tell.
            let _ = unlinkat(folder, &*beside, AtFlags::empty());
        }
        Some(renamed.map_err(io::Error::from))
    }
}

/// Gives a file the name of another, which is open for its lock. Windows refuses that on some file
/// systems, and everywhere if asked by the temporary file itself: there the lock ends just before.
fn take_place(beside: TempPath, path: &Path, lock: Option<File>) -> io::Result<()> {
    let from = beside.keep()?;
    let renamed = match (fs::rename(&from, path), lock) {
        (Err(error), Some(lock)) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => {
            drop(lock);
            fs::rename(&from, path)
        }
        (renamed, _) => renamed,
    };
    renamed.inspect_err(|_| {
        // The error of the rename is the one to tell.
        let _ = fs::remove_file(&from);
    })
}

fn write_all(file: &mut File, bytes: &[&[u8]]) -> io::Result<()> {
    bytes.iter().try_for_each(|part| file.write_all(part))
}

fn failure(fault: Fault, path: &Path, folder: &Path, is_new: bool) -> Failure {
    let after = if is_new { "no file was made" } else { "the file is as it was" };
    match fault {
        Fault::Io(error) => {
            let failure = Failure::io("write the file", path, &error).help(after);
            if !is_new && error.kind() == io::ErrorKind::PermissionDenied && is_sticky(folder) {
                return failure.help("in a folder with the sticky bit, a file is replaced by its owner alone");
            }
            failure
        }
        Fault::Beside(error) => {
            let failure = Failure::io("make a file in the folder", folder, &error).help(after);
            if is_new {
                return failure;
            }
            failure.help("an edit replaces the file by a new one beside it; `--output FILE` writes elsewhere")
        }
        Fault::Lost(lost) => {
            let message = format!("the file is not replaced, as the new one would be without {}", lost.join(", "));
            let failure = Failure::new("io", message).at_file(path.display());
            failure.help("`--force` replaces it all the same; `--output FILE` writes elsewhere")
        }
    }
}

#[cfg(unix)]
fn is_sticky(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(folder).is_ok_and(|about| about.permissions().mode() & 0o1000 != 0)
}

#[cfg(not(unix))]
fn is_sticky(_: &Path) -> bool {
    false
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Makes the new name last. Where that cannot be asked for, the name lasts once the system writes
/// it.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}
