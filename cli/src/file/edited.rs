//! A file that is changed: read whole, edited in memory, and replaced as a whole, under a lock that
//! keeps a second `vellum` from doing the same at once.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use same_file::Handle;
use vellum::{Error, Record, Schema};

use super::bytes::{self, is_stdin, name_of};
use super::document::{given, split};
use super::memory::Memory;
use crate::args::Target;
use crate::failure::{Failure, Outcome};
use crate::output;

/// A record, and where it goes.
pub struct Edited {
    pub record: Record<Memory>,
    pub schema: Schema,
    /// What stands before the buffer: the schema of a framed file.
    frame: Vec<u8>,
    /// The bytes of the buffer as they were.
    before: usize,
    name: String,
    to: PathBuf,
    /// Held until the file is replaced.
    lock: Option<File>,
}

impl Edited {
    /// Opens the file that a command changes.
    pub fn open(target: &Target) -> Outcome<Self> {
        let schema = given(&target.input.by)?;
        let file = &target.input.file;
        let name = name_of(file);
        let to = target.output.clone().unwrap_or_else(|| file.clone());
        let (mut bytes, lock) = if is_stdin(file) {
            (bytes::read(file)?.to_vec(), None)
        } else if target.output.is_none() {
            let mut file = locked(file)?;
            (read_whole(&mut file, &target.input.file)?, Some(file))
        } else {
            (read_whole(&mut bytes::open(file)?, file)?, None)
        };
        let (start, schema) = split(&bytes, &name, schema.as_ref())?;
        let buffer = bytes.split_off(start);
        let before = buffer.len();
        let record = Memory::of(buffer).and_then(|memory| Record::open(&schema, memory));
        let record = record.map_err(|error| Failure::of(&error, &name, start))?;
        Ok(Self { record, schema, frame: bytes, before, name, to, lock })
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Bytes of the buffer as they were.
    pub fn len_before(&self) -> usize {
        self.before
    }

    /// What an error says of this file.
    pub fn failure(&self, error: &Error) -> Failure {
        Failure::of(error, &self.name, self.frame.len())
    }

    /// Replaces the file; gives the bytes of the buffer as they are now.
    pub fn save(self) -> Outcome<usize> {
        let buffer = self.record.into_storage().into_bytes();
        output::locked_bytes(&self.to, &[&self.frame, &buffer], self.lock)?;
        Ok(buffer.len())
    }
}

fn read_whole(file: &mut File, path: &Path) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    match file.read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure::io("read the file", path, &error)),
    }
}

/// Opens a file and waits until no other `vellum` changes it. The lock is on the file, which is
/// another one when that one is done: then the new one is locked.
fn locked(path: &Path) -> Outcome<File> {
    loop {
        let file = bytes::open(path)?;
        if file.metadata().is_ok_and(|about| !about.is_file()) {
            let failure = Failure::new("io", "it is no regular file, and cannot be replaced").at_file(name_of(path));
            return Err(failure.help("`--output FILE` writes the result elsewhere"));
        }
        // Where a file system has no locks, there is none: the file is replaced as a whole all the
        // same, and the later of two writers wins.
        if file.lock().is_err() || is_still(&file, path) {
            return Ok(file);
        }
    }
}

/// Whether a path still leads to an open file.
fn is_still(file: &File, path: &Path) -> bool {
    match (file.try_clone().and_then(Handle::from_file), Handle::from_path(path)) {
        (Ok(open), Ok(named)) => open == named,
        _ => true,
    }
}
