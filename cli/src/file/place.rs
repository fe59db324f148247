//! Where a result goes: what a path leads to, found once, and the lock on a file that is there.
//!
//! The lock is on the file that is replaced, whatever name led to it, and is held from before the
//! first byte of an edit is read until the new file has the name. So of two `vellum` that write one
//! file, one waits for the other.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::bytes::is_stdin;
use crate::failure::{Failure, Outcome};

/// What a path leads to.
#[derive(Debug)]
pub enum Place {
    /// Standard output.
    Stdout,
    /// A device or a pipe, which is written to.
    Stream(PathBuf),
    /// A name that no file has yet.
    New(PathBuf),
    /// A file, which is replaced.
    File(Locked),
}

/// A file that is replaced.
#[derive(Debug)]
pub struct Locked {
    /// Its name, where the given one is a link to it.
    pub path: PathBuf,
    /// The open file, with the lock.
    pub file: File,
}

impl Place {
    /// Finds where `--output` leads to, and locks a file that is there. It may be the file that the
    /// result is made of.
    pub fn of_output(path: &Path, source: Option<&Path>) -> Outcome<Self> {
        if is_stdin(path) || (is_stdout(path) && !source.is_some_and(|source| are_same(source, path))) {
            return Ok(Self::Stdout);
        }
        let about = match fs::metadata(path) {
            Ok(about) => about,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return if is_link(path) { Err(dangling(path)) } else { Ok(Self::New(path.to_owned())) };
            }
            Err(error) => return Err(Failure::io("write the file", path, &error)),
        };
        if about.is_dir() {
            return Err(folder(path));
        }
        if !about.is_file() {
            return Ok(Self::Stream(path.to_owned()));
        }
        Ok(Self::File(Locked::open(path)?))
    }

    /// Finds the file that a command changes where it lies, and locks it.
    pub fn of_edit(path: &Path) -> Outcome<Self> {
        match fs::metadata(path) {
            Ok(about) if about.is_file() => Ok(Self::File(Locked::open(path)?)),
            Ok(about) if about.is_dir() => Err(folder(path)),
            // It is not opened: a pipe would wait for its writer.
            Ok(_) => {
                let failure = Failure::new("io", "it is no regular file, and cannot be replaced");
                Err(failure.at_file(path.display()).help("`--output FILE` writes the result elsewhere"))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_link(path) => Err(dangling(path)),
            Err(error) => Err(Failure::io("open the file", path, &error)),
        }
    }

    /// The open file, if it is the one that a path leads to.
    pub fn file_of(&mut self, path: &Path) -> Option<&mut File> {
        let Self::File(locked) = self else { return None };
        is_at(&locked.file, path).then_some(&mut locked.file)
    }

    /// Fails if a result would take the place of what it is made of.
    pub fn refuse_sources(&self, sources: &[&Path]) -> Outcome<()> {
        let Self::File(locked) = self else { return Ok(()) };
        match sources.iter().find(|source| !is_stdin(source) && is_at(&locked.file, source)) {
            None => Ok(()),
            Some(source) => {
                let failure = Failure::misuse("the result would take the place of a file that it is made of");
                Err(failure.at_file(source.display()).help("name another file for the result"))
            }
        }
    }
}

impl Locked {
    /// Opens a file and waits until no other `vellum` replaces it. The lock is on the file, which
    /// is another one when that one is done: then the new one is locked.
    fn open(path: &Path) -> Outcome<Self> {
        loop {
            let real = real(path)?;
            let file = open(&real).map_err(|error| refused(path, &error))?;
            // Where a file system has no locks, there is none: the file is replaced as a whole all
            // the same, and the later of two writers wins.
            if file.lock().is_err() || is_at(&file, &real) {
                return Ok(Self { path: real, file });
            }
        }
    }
}

/// Opens a file to write, as what may not be written is not replaced; and to read where that is
/// allowed.
fn open(path: &Path) -> io::Result<File> {
    match File::options().read(true).write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => File::options().write(true).open(path),
        opened => opened,
    }
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    let failure = Failure::io("open the file to replace it", path, error);
    let is_readonly = fs::metadata(path).is_ok_and(|about| about.permissions().readonly());
    if is_readonly { failure.help("the file is read-only") } else { failure }
}

/// The name that a link leads to. Other names stay as they are: the whole of one may be too long.
fn real(path: &Path) -> Outcome<PathBuf> {
    if !is_link(path) {
        return Ok(path.to_owned());
    }
    fs::canonicalize(path).map_err(|error| match error.kind() {
        // Such as a link of `/proc/self/fd` to a file that was removed.
        io::ErrorKind::NotFound => dangling(path),
        _ => Failure::io("follow the link", path, &error),
    })
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink())
}

fn dangling(path: &Path) -> Failure {
    let failure = Failure::new("io", "it is a link to a file that has no name").at_file(path.display());
    failure.help("name the file itself, or remove the link first")
}

fn folder(path: &Path) -> Failure {
    Failure::new("io", "it is a folder, and no file").at_file(path.display())
}

/// Whether a path is a name that systems give to standard output.
fn is_stdout(path: &Path) -> bool {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Whether a path leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

/// Whether two paths lead to one file. Neither is opened: a pipe would give what is in it.
#[cfg(unix)]
fn are_same(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

/// Whether a path leads to an open file.
#[cfg(not(unix))]
fn is_at(file: &File, path: &Path) -> bool {
    use same_file::Handle;
    match (file.try_clone().and_then(Handle::from_file), Handle::from_path(path)) {
        (Ok(open), Ok(named)) => open == named,
        _ => false,
    }
}

/// Whether two paths lead to one file.
#[cfg(not(unix))]
fn are_same(one: &Path, other: &Path) -> bool {
    same_file::is_same_file(one, other).unwrap_or(false)
}
