//! Record files of a type that has changed: by functions, in memory first, and in the file before
//! the first edit.

use std::path::Path;

use vellum::Vellum;
use vellum_file::{FileError, RecordFile, RecordReader};

mod v1 {
    use vellum::Vellum;

    #[derive(Vellum)]
    pub struct Note {
        pub text: String,
        pub stars: u8,
    }
}

#[derive(Vellum, Debug, PartialEq)]
#[vellum(upgrades_from(v1::Note = of_v1))]
struct Note {
    lines: Vec<String>,
    stars: u32,
}

#[allow(clippy::needless_pass_by_value)] // The signature is that of every such function.
fn of_v1(old: v1::Note) -> Result<Note, String> {
    if old.stars > 5 {
        return Err(format!("{} stars", old.stars));
    }
    Ok(Note { lines: old.text.lines().map(str::to_owned).collect(), stars: old.stars.into() })
}

/// A file of the first type with an edit in its log.
fn made(path: &Path) -> Vec<u8> {
    let mut file = RecordFile::create(path, &v1::Note { text: "one\ntwo".into(), stars: 3 }).unwrap();
    file.edit(|note| note.set_stars(4)).unwrap();
    drop(file);
    std::fs::read(path).unwrap()
}

fn note(lines: &[&str], stars: u32) -> Note {
    Note { lines: lines.iter().map(|line| (*line).to_owned()).collect(), stars }
}

fn held(bytes: &[u8]) -> Note {
    vellum::from_slice(bytes).unwrap()
}

#[test]
fn opening_upgrades_in_memory_and_the_first_edit_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("note");
    let before = made(&path);
    let mut file = RecordFile::<Note>::open(&path).unwrap();
    assert!(file.is_upgraded());
    assert_eq!(held(file.as_bytes()), note(&["one", "two"], 4));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(file.sequence(), 1);

    // A closure that fails has upgraded nothing but the file, which holds the same record.
    let failed = file.edit(|note| {
        note.set_stars(9)?;
        note.lines().push("x")?;
        Err::<(), _>(vellum::Error::full(1, 0))
    });
    assert!(failed.is_err());
    assert_eq!(held(file.as_bytes()), note(&["one", "two"], 4));
    file.edit(|note| note.lines().push("three")).unwrap();
    assert!(!file.is_upgraded());
    drop(file);

    let file = RecordFile::<Note>::open(&path).unwrap();
    assert!(!file.is_upgraded());
    assert_eq!((held(file.as_bytes()), file.sequence()), (note(&["one", "two", "three"], 4), 2));
    drop(file);
    let error = RecordFile::<v1::Note>::open(&path).unwrap_err();
    assert!(matches!(error, FileError::Record { .. }), "{error}");
}

#[test]
fn compaction_writes_the_upgraded_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("note");
    made(&path);
    let mut file = RecordFile::<Note>::open(&path).unwrap();
    file.compact().unwrap();
    assert!(!file.is_upgraded());
    drop(file);
    let file = RecordFile::<Note>::open(&path).unwrap();
    assert_eq!((held(file.as_bytes()), file.sequence(), file.is_upgraded()), (note(&["one", "two"], 4), 1, false));
}

#[test]
fn a_reader_follows_the_old_program_and_then_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("note");
    made(&path);
    let mut old = RecordFile::<v1::Note>::open(&path).unwrap();
    let mut reader = RecordReader::<Note>::open(&path).unwrap();
    let mut old_reader = RecordReader::<v1::Note>::open(&path).unwrap();
    assert_eq!(held(reader.as_bytes()), note(&["one", "two"], 4));
    old.edit(|note| note.text().push_str("\nthree")).unwrap();
    assert_eq!(reader.reload().unwrap().edits, 1);
    assert_eq!(held(reader.as_bytes()), note(&["one", "two", "three"], 4));

    // An edit whose record the function refuses: the reader keeps the last one that it could read.
    old.edit(|note| note.set_stars(6)).unwrap();
    // The error stays until there is a record that it can read.
    for _ in 0..2 {
        let error = reader.reload().unwrap_err();
        assert!(error.to_string().contains("6 stars"), "{error}");
    }
    assert_eq!(held(reader.as_bytes()), note(&["one", "two", "three"], 4));
    let error = RecordFile::<Note>::open(&path).unwrap_err();
    assert!(matches!(error, FileError::Locked { .. }), "{error}");
    old.edit(|note| note.set_stars(5)).unwrap();
    reader.reload().unwrap();
    assert_eq!(held(reader.as_bytes()), note(&["one", "two", "three"], 5));
    drop(old);

    let mut new = RecordFile::<Note>::open(&path).unwrap();
    new.edit(|note| note.set_stars(70)).unwrap();
    assert!(reader.reload().unwrap().is_whole);
    assert_eq!(held(reader.as_bytes()), note(&["one", "two", "three"], 70));
    // The program that does not know the new type says so, and keeps what it had.
    old_reader.reload().unwrap_err();
    assert_eq!(old_reader.view().stars(), 4);
}

#[test]
fn a_record_that_the_function_refuses_stays_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("note");
    RecordFile::create(&path, &v1::Note { text: String::new(), stars: 9 }).unwrap();
    let before = std::fs::read(&path).unwrap();
    let error = RecordFile::<Note>::open(&path).unwrap_err();
    assert!(error.to_string().contains("9 stars"), "{error}");
    let error = RecordFile::<Note>::open_or_create(&path, || note(&[], 0)).unwrap_err();
    assert!(error.to_string().contains("9 stars"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}
