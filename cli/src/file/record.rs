//! Record files: a record with a log of its edits, to which an edit is appended.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use vellum::Record;
use vellum_file::{FileError, SchemaFile, SchemaReader};

use super::bytes::{is_stdin, name_of};
use super::memory::Memory;
use crate::failure::{Failure, Outcome};

/// Whether bytes are those of a record file, by the first ones.
pub fn is_record_file(bytes: &[u8]) -> bool {
    bytes.starts_with(&vellum_file::MAGIC)
}

/// Whether a file is a record file. One that cannot be read is not.
pub fn is_at(path: &Path) -> bool {
    let mut first = [0; vellum_file::MAGIC.len()];
    !is_stdin(path)
        && path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok()
        && is_record_file(&first)
}

/// Opens a record file to read it.
pub fn read(path: &Path) -> Outcome<SchemaReader> {
    if is_stdin(path) {
        let failure = Failure::misuse("a record file is read by its name, and not from standard input");
        return Err(failure.at_file(name_of(path)));
    }
    SchemaReader::open(path).map_err(|error| failure(&error, path))
}

/// Opens a record file to edit it.
pub fn open(path: &Path) -> Outcome<SchemaFile> {
    SchemaFile::open(path).map_err(|error| failure(&error, path))
}

/// Appends what makes the record in the file the one in memory.
pub fn append(file: &mut SchemaFile, edited: &Record<Memory>, path: &Path) -> Outcome<()> {
    let patch = Record::open(file.schema(), file.as_bytes()).and_then(|record| record.diff(edited));
    let patch = patch.map_err(|error| Failure::of(&error, name_of(path), 0))?;
    file.edit(|record| record.apply(&patch)).map_err(|error| failure(&error, path))
}

/// What an error says of a file.
pub fn failure(error: &FileError, path: &Path) -> Failure {
    let name = name_of(path);
    if let FileError::Record { error, sequence: None, .. } = error {
        return Failure::of(error, name, 0);
    }
    let (kind, help) = match error {
        FileError::System { .. } | FileError::NotSynced { .. } | FileError::Poisoned { .. } => ("io", None),
        FileError::Locked { .. } => ("busy", Some("the lock ends with the process that has it")),
        FileError::Damaged(damage) if damage.readable().is_some() => {
            ("corrupt", Some("`vellum convert --recover` writes what is readable to another file"))
        }
        FileError::LaterVersion { .. } => ("newer", None),
        _ => ("corrupt", None),
    };
    let said = error.to_string();
    // Messages of the crate begin with the file as the system names it.
    let said = said.split_once(": ").map_or(&*said, |(_, said)| said);
    let failure = Failure::new(kind, said).at_file(name);
    match help {
        Some(help) => failure.help(help),
        None => failure,
    }
}
