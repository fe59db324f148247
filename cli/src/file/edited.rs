//! A file that is changed: read whole, edited in memory, and replaced as a whole, under a lock that
//! keeps a second `vellum` from doing the same at once.

use std::path::{Path, PathBuf};

use vellum::{Error, Record, Schema, framed};
use vellum_file::SchemaFile;

use super::bytes::{self, is_stdin, name_of};
use super::document::{given, split};
use super::memory::Memory;
use super::place::Place;
use super::record;
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
    /// A record file, to which the edits are appended.
    log: Option<(SchemaFile, PathBuf)>,
}

impl Edited {
    /// Opens the file that a command changes.
    pub fn open(target: &Target) -> Outcome<Self> {
        let schema = given(&target.input.by)?;
        let file = &target.input.file;
        let name = name_of(file);
        if record::is_at(file) {
            return Self::of_record_file(target, schema.as_ref());
        }
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
        Ok(Self { record, schema, frame: bytes, before, name, to, force: target.replace.force, log: None })
    }

    /// Opens a record file. What is written elsewhere is a framed file.
    fn of_record_file(target: &Target, schema: Option<&Schema>) -> Outcome<Self> {
        let (file, name) = (&target.input.file, name_of(&target.input.file));
        let (log, own, buffer) = if target.output.is_some() {
            let reader = record::read(file)?;
            (None, reader.schema().clone(), reader.as_bytes().to_vec())
        } else {
            let open = record::open(file)?;
            let (own, buffer) = (open.schema().clone(), open.as_bytes().to_vec());
            (Some((open, file.clone())), own, buffer)
        };
        if schema.is_some_and(|schema| *schema != own) {
            let failure = Failure::misuse("a record file is edited by the schema in it").at_file(name);
            return Err(failure.help("leave out `--schema`"));
        }
        let mut to = match &target.output {
            Some(output) => Place::of_output(output, Some(file))?,
            None => Place::Stdout,
        };
        if to.file_of(file).is_some() {
            return Err(Failure::misuse("the result would take the place of the record file").at_file(name));
        }
        let (before, frame) = (buffer.len(), framed::pack(&own, &[]));
        let record = Memory::of(buffer).and_then(|memory| Record::open(&own, memory));
        let record = record.map_err(|error| Failure::of(&error, &name, 0))?;
        Ok(Self { record, schema: own, frame, before, name, to, force: target.replace.force, log })
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

    /// The record file that the edits are appended to.
    pub fn record_file(&mut self) -> Option<&mut SchemaFile> {
        self.log.as_mut().map(|(file, _)| file)
    }

    /// Replaces the file, or appends the edits to a record file; gives the bytes of the buffer as they are now.
    pub fn save(self) -> Outcome<usize> {
        if let Some((mut file, path)) = self.log {
            record::append(&mut file, &self.record, &path)?;
            return Ok(file.as_bytes().len());
        }
        let buffer = self.record.into_storage().into_bytes();
        save::save(self.to, &[&self.frame, &buffer], self.force)?;
        Ok(buffer.len())
    }
}
