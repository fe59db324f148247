//! Record files: any bytes are one, or an error. What is read can be edited and is read again, and a file that is cut, or of which bytes are
//! changed, is an error or one of its earlier states.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use vellum::{Record, Vellum};
use vellum_file::system::{FileSystem, Held, LockFailure, OpenFile};
use vellum_file::{FileOptions, RecordFile, RecordReader, SchemaFile, SchemaReader, recover_in};

use crate::input::Input;

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Doc {
    number: u64,
    title: String,
    lines: Vec<String>,
}

/// Files in memory. Nothing fails.
#[derive(Clone, Debug, Default)]
struct Files(Arc<Mutex<BTreeMap<PathBuf, Vec<u8>>>>);

struct Opened(Files, PathBuf, usize);

struct Lock;

impl Held for Lock {}

impl FileSystem for Files {
    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_owned())
    }

    fn exists(&self, path: &Path) -> io::Result<bool> {
        Ok(self.0.lock().unwrap().contains_key(path))
    }

    fn open(&self, path: &Path, _: bool) -> io::Result<Box<dyn OpenFile>> {
        if !self.exists(path)? {
            return Err(ErrorKind::NotFound.into());
        }
        Ok(Box::new(Opened(self.clone(), path.to_owned(), 0)))
    }

    fn create(&self, path: &Path, _: Option<&Path>) -> io::Result<Box<dyn OpenFile>> {
        self.0.lock().unwrap().insert(path.to_owned(), Vec::new());
        self.open(path, true)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut files = self.0.lock().unwrap();
        let file = files.remove(from).ok_or(ErrorKind::NotFound)?;
        files.insert(to.to_owned(), file);
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.0.lock().unwrap().remove(path).map(drop).ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn lock(&self, _: &Path) -> Result<Box<dyn Held>, LockFailure> {
        Ok(Box::new(Lock))
    }
}

impl Opened {
    /// The file at the path. After it was renamed, that is the one at its new path.
    fn with<R>(&self, with: impl FnOnce(&mut Vec<u8>) -> R) -> R {
        let mut files = self.0.0.lock().unwrap();
        let path = if files.contains_key(&self.1) { self.1.clone() } else { path() };
        with(files.entry(path).or_default())
    }
}

impl OpenFile for Opened {
    fn len(&self) -> io::Result<u64> {
        Ok(self.with(|file| file.len() as u64))
    }

    fn read_at(&mut self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        self.with(|file| {
            let rest = usize::try_from(offset).ok().and_then(|offset| file.get(offset..)).unwrap_or_default();
            let count = rest.len().min(into.len());
            into[..count].copy_from_slice(&rest[..count]);
            Ok(count)
        })
    }

    fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.2 = offset as usize;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let at = self.2;
        self.with(|file| {
            file.resize(file.len().max(at + bytes.len()), 0);
            file[at..at + bytes.len()].copy_from_slice(bytes);
        });
        self.2 += bytes.len();
        Ok(bytes.len())
    }

    fn sync_data(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn sync_all(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        self.with(|file| file.resize(len as usize, 0));
        Ok(())
    }
}

fn path() -> PathBuf {
    PathBuf::from("/record")
}

fn files(bytes: &[u8]) -> Files {
    let files = Files::default();
    files.0.lock().unwrap().insert(path(), bytes.to_vec());
    files
}

fn options(files: &Files) -> FileOptions {
    FileOptions::new().file_system(Arc::new(files.clone())).times(false).id(7)
}

fn system(files: &Files) -> Arc<dyn FileSystem> {
    Arc::new(files.clone())
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    match input.below(3) {
        0 => any(input.rest()),
        1 => {
            // With the checksums that make them a file of the schema.
            let files = files(&[]);
            let record = Record::open(Doc::schema(), input.rest()).ok();
            let Some(record) = record else { return };
            files.0.lock().unwrap().clear();
            if options(&files).create_schema_file(path(), &record).is_ok() {
                let bytes = files.0.lock().unwrap()[&path()].clone();
                any(&bytes);
            }
        }
        _ => edited(&mut input),
    }
}

/// A file with edits, for a fuzzer to begin with.
pub fn sample(edits: u64) -> Vec<u8> {
    let files = Files::default();
    let mut file = options(&files).create(path(), &Doc::default()).expect("a new file");
    for number in 0..edits {
        let edited = file.edit(|doc| {
            doc.set_number(number)?;
            doc.lines().push("a line")
        });
        edited.expect("an edit");
    }
    drop(file);
    let files = files.0.lock().unwrap();
    files[&path()].clone()
}

/// Opens any bytes in each way.
fn any(bytes: &[u8]) {
    let found = recover_in(&system(&files(bytes)), &path());
    let (typed, read) = (files(bytes), RecordReader::<Doc>::open_in(&system(&files(bytes)), &path()));
    match options(&typed).open::<Doc>(path()) {
        Ok(file) => {
            let (read, found) = (read.expect("a reader reads it"), found.expect("it is readable"));
            assert_eq!((read.sequence(), found.sequence()), (file.sequence(), file.sequence()));
            assert_eq!((read.as_bytes(), found.as_bytes()), (file.as_bytes(), file.as_bytes()));
            let before = vellum::from_slice::<Doc>(file.as_bytes()).expect("a proved record");
            drop(file);
            goes_on(&typed, before);
        }
        Err(error) => drop(error.to_string()),
    }
    let read = SchemaReader::open_in(&system(&files(bytes)), &path());
    let by_schema: Result<SchemaFile, _> = options(&files(bytes)).open_schema_file(path());
    assert_eq!(read.is_ok(), by_schema.is_ok());
}

/// A file that was opened is edited, and opened again.
fn goes_on(files: &Files, mut doc: Doc) {
    let mut file: RecordFile<Doc> = options(files).open(path()).expect("what was cut is whole");
    assert!(file.cut().is_none());
    if file.edit(|doc| doc.set_number(77)).is_err() {
        return; // data of a later revision, or the last number of an edit
    }
    doc.number = 77;
    let sequence = file.sequence();
    drop(file);
    let file: RecordFile<Doc> = options(files).open(path()).expect("a file that was written");
    assert_eq!(file.sequence(), sequence);
    assert_eq!(vellum::from_slice::<Doc>(file.as_bytes()).expect("a record"), doc);
}

/// Edits, compactions, and then a change of the bytes.
fn edited(input: &mut Input<'_>) {
    let files = Files::default();
    let mut file = options(&files).compaction(1.0, 300).create(path(), &Doc::default()).expect("a new file");
    let mut states = vec![Doc::default()];
    for _ in 0..input.below(40) {
        let mut doc = states.last().cloned().unwrap_or_default();
        let (kind, number) = (input.below(5), u64::from(input.byte()));
        let text = "x".repeat(number as usize / 8);
        file.edit(|edit| match kind {
            0 => {
                doc.number = number;
                edit.set_number(number)
            }
            1 => {
                doc.title.clone_from(&text);
                edit.set_title(&text)
            }
            2 => {
                doc.lines.push(text.clone());
                edit.lines().push(&text)
            }
            3 => {
                doc.lines.clear();
                edit.lines().clear()
            }
            _ => {
                doc.title.push_str(&text);
                edit.title().push_str(&text)
            }
        })
        .expect("an edit");
        if file.sequence() as usize == states.len() {
            states.push(doc);
        } else {
            assert_eq!(Some(&doc), states.last(), "what is not written changes nothing");
        }
        assert_eq!(vellum::from_slice::<Doc>(file.as_bytes()).expect("a record"), states[states.len() - 1]);
    }
    drop(file);
    let mut bytes = files.0.lock().unwrap()[&path()].clone();
    let is_state = |bytes: &[u8]| {
        if let Ok(found) = recover_in(&system(&self::files(bytes)), &path()) {
            let doc = vellum::from_slice::<Doc>(found.as_bytes()).expect("a record");
            assert_eq!(Some(&doc), states.get(found.sequence() as usize));
        }
        if let Ok(file) = options(&self::files(bytes)).open::<Doc>(path()) {
            let doc = vellum::from_slice::<Doc>(file.as_bytes()).expect("a record");
            assert_eq!(Some(&doc), states.get(file.sequence() as usize));
        }
    };
    is_state(&bytes);
    let at = input.below(bytes.len());
    match input.below(3) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= input.byte().max(1),
        _ => bytes.splice(at..at, input.rest().iter().copied()).for_each(drop),
    }
    is_state(&bytes);
}
