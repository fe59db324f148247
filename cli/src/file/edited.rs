//! A file that is changed: read whole, edited in memory, and replaced as a whole, under a lock that
//! keeps a second `vellum` from doing the same at once.

use std::path::Path;

use vellum::{Error, Record, Schema};

use super::bytes::{self, is_stdin, name_of};
use super::document::{given, split};
use super::memory::Memory;
use super::place::Place;
use super::save;
use crate::args::Target;
use crate::failure::{Failure, Outcome};

/// A record, and where it goes.
pub struct Edited {
    pub record: Record<Memory>,
    pub schema: Schema,
    /// What stands before the buffer: the schema of a framed file.
    frame: Vec<u8>,
    /// The bytes of the buffer as they were.
    before: usize,
    name: String,
    /// The file is locked from before it is read until it is replaced.
    to: Place,
    force: bool,
}

impl Edited {
    /// Opens the file that a command changes.
    pub fn open(target: &Target) -> Outcome<Self> {
        let schema = given(&target.input.by)?;
        let file = &target.input.file;
        let name = name_of(file);
        let mut to = match &target.output {
            Some(output) => Place::of_output(output, Some(file))?,
            None if is_stdin(file) => Place::Stdout,
            None => Place::of_edit(file)?,
        };
        // A framed file may be its own schema.
        if let (Some(_), Some(schema), None) = (&target.output, &target.input.by.schema, to.file_of(file)) {
            to.refuse_sources(&[schema])?;
        }
        let mut bytes = if is_stdin(file) {
            bytes::read(file)?.to_vec()
        } else {
            let mut open = bytes::open(file)?;
            // Where a lock keeps others from reading, it has to be the locked one.
            bytes::read_all(to.file_of(file).unwrap_or(&mut open), file)?
        };
        let (start, schema) = split(&bytes, &name, schema.as_ref())?;
        let buffer = bytes.split_off(start);
        let before = buffer.len();
        let record = Memory::of(buffer).and_then(|memory| Record::open(&schema, memory));
        let record = record.map_err(|error| Failure::of(&error, &name, start))?;
        Ok(Self { record, schema, frame: bytes, before, name, to, force: target.replace.force })
    }

    /// Fails if the result would take the place of another file that it is made of.
    pub fn refuse_source(&self, source: &Path) -> Outcome<()> {
        self.to.refuse_sources(&[source])
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
        save::save(self.to, &[&self.frame, &buffer], self.force)?;
        Ok(buffer.len())
    }
}
