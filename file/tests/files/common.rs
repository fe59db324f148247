//! A type whose records the tests keep, and its edits.

use std::path::PathBuf;
use std::sync::Arc;

use vellum::Vellum;
use vellum_file::{FileError, FileOptions, RecordFile};

use crate::disk::Disk;

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Doc {
    pub number: u64,
    pub title: String,
    pub lines: Vec<String>,
}

pub fn path() -> PathBuf {
    PathBuf::from("/record")
}

/// The options of a file on a disk in memory.
pub fn on(disk: &Disk) -> FileOptions {
    FileOptions::new().file_system(disk.system())
}

/// Options of a disk with compactions that come soon.
pub fn soon(disk: &Disk) -> FileOptions {
    on(disk).compaction(1.0, 150)
}

pub fn value(bytes: &[u8]) -> Doc {
    vellum::from_slice(bytes).unwrap()
}

/// The edit of a number, of different length for each.
pub fn edited(mut doc: Doc, number: u64) -> Doc {
    doc.number = number;
    match number % 4 {
        0 => doc.title = format!("title {number}"),
        1 => doc.lines.push("line ".repeat(number as usize % 7)),
        2 => drop(doc.lines.pop()),
        _ => {}
    }
    doc
}

/// The same in a file.
pub fn edit(file: &mut RecordFile<Doc>, number: u64) -> Result<(), FileError> {
    file.edit(|doc| {
        doc.set_number(number)?;
        match number % 4 {
            0 => doc.set_title(&format!("title {number}"))?,
            1 => doc.lines().push(&"line ".repeat(number as usize % 7))?,
            2 => {
                let mut lines = doc.lines();
                if let Some(last) = lines.len()?.checked_sub(1) {
                    lines.remove(last)?;
                }
            }
            _ => {}
        }
        Ok(())
    })
}

/// All states of a file that is edited so often.
pub fn states(edits: u64) -> Vec<Doc> {
    let mut states = vec![Doc::default()];
    for number in 1..=edits {
        states.push(edited(states.last().unwrap().clone(), number));
    }
    states
}

/// The bytes of a file that is edited so often, and not compacted.
pub fn file_of(options: &FileOptions, edits: u64) -> Vec<u8> {
    let disk = Disk::default();
    let options = options.clone().no_compaction().file_system(Arc::new(disk.clone()));
    let mut file = options.create(path(), &Doc::default()).unwrap();
    for number in 1..=edits {
        edit(&mut file, number).unwrap();
    }
    drop(file);
    disk.content(&path())
}
