//! Programs of other revisions and other types, on one file.

use vellum::{ErrorKind, Record, Schema, Vellum};
use vellum_file::{FileError, FileOptions, RecordFile, RecordReader, SchemaFile, SchemaReader};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Note {
    count: u64,
    text: String,
}

/// The next revision of it.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "Note")]
struct NewerNote {
    count: u64,
    text: String,
    #[vellum(since = 2)]
    tags: Vec<String>,
}

/// The same revision, with a rule.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "Note")]
struct RuledNote {
    #[vellum(range = 0..=100)]
    count: u64,
    text: String,
    #[vellum(since = 2)]
    tags: Vec<String>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Price {
    cents: u64,
    unit: String,
}

fn file_at(folder: &tempfile::TempDir) -> std::path::PathBuf {
    folder.path().join("note")
}

#[test]
fn two_revisions_edit_one_file_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_at(&folder);
    RecordFile::create(&path, &Note::default()).unwrap();
    let mut reader = RecordReader::<Note>::open(&path).unwrap();
    for turn in 0..6u64 {
        let mut older = RecordFile::<Note>::open(&path).unwrap();
        assert_eq!(older.sequence(), turn * 3);
        older.edit(|note| note.set_count(turn)).unwrap();
        older.edit(|note| note.text().push_str("a")).unwrap();
        drop(older);
        let mut newer = RecordFile::<NewerNote>::open(&path).unwrap();
        assert_eq!((newer.view().count(), newer.view().tags().len() as u64), (turn, turn));
        newer.edit(|note| note.tags().push("new")).unwrap();
        assert_eq!(reader.reload().unwrap().edits, 3);
        assert_eq!((reader.view().count(), reader.view().text().len() as u64), (turn, turn + 1));
    }
    // The later revision has put its schema into the file, once.
    let file = SchemaFile::open(&path).unwrap();
    assert_eq!(file.schema(), NewerNote::schema());
    assert_eq!(file.history().unwrap().count() as u64, 6 * 3 - file.history_start());
    assert_eq!(file.history_start(), 2);
    assert_eq!(file.view().unwrap().get::<str>("tags[5]").unwrap(), "new");
}

#[test]
fn an_older_program_keeps_what_it_does_not_know_when_it_compacts() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_at(&folder);
    let value = NewerNote { count: 1, text: "x".into(), tags: vec!["kept".into()] };
    RecordFile::create(&path, &value).unwrap();
    let mut older = RecordFile::<Note>::open(&path).unwrap();
    older.edit(|note| note.set_count(2)).unwrap();
    older.compact().unwrap();
    older.edit(|note| note.set_count(3)).unwrap();
    drop(older);
    let newer = RecordFile::<NewerNote>::open(&path).unwrap();
    assert_eq!(vellum::from_slice::<NewerNote>(newer.as_bytes()).unwrap(), NewerNote { count: 3, ..value });
}

/// The log of a file is played by its own schema. An older program whose rules allow more does not write what could not be played.
#[test]
fn an_edit_that_the_schema_of_the_file_refuses_is_refused_before_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_at(&folder);
    RecordFile::create(&path, &RuledNote { count: 1, ..RuledNote::default() }).unwrap();
    let mut older = RecordFile::<Note>::open(&path).unwrap();
    for _ in 0..2 {
        let error = older.edit(|note| note.set_count(101)).unwrap_err();
        assert_eq!(error.record_error().unwrap().kind(), ErrorKind::Type, "{error}");
        assert_eq!((older.view().count(), older.sequence()), (1, older.sequence()));
        let last = older.sequence();
        older.edit(|note| note.set_count(100)).unwrap();
        older.edit(|note| note.set_count(1)).unwrap();
        assert_eq!(older.sequence(), last + 2);
    }
    drop(older);
    assert_eq!(RecordFile::<RuledNote>::open(&path).unwrap().view().count(), 1);
}

#[test]
fn a_file_of_another_type_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_at(&folder);
    RecordFile::create(&path, &Note::default()).unwrap().edit(|note| note.set_count(7)).unwrap();
    let before = std::fs::read(&path).unwrap();
    let error = RecordFile::<Price>::open(&path).unwrap_err();
    assert_eq!(error.record_error().unwrap().kind(), ErrorKind::Type, "{error}");
    assert!(RecordReader::<Price>::open(&path).is_err());
    assert!(FileOptions::new().open_or_create(&path, Price::default).is_err());
    assert!(matches!(RecordFile::create(&path, &Price::default()), Err(FileError::Exists { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_file_is_edited_by_its_own_schema_and_gets_a_later_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_at(&folder);
    RecordFile::create(&path, &Note::default()).unwrap();
    let mut file = SchemaFile::open(&path).unwrap();
    let mut reader = SchemaReader::open(&path).unwrap();
    file.edit(|note| note.set("text", "by name")).unwrap();
    assert!(file.edit(|note| note.set("text", "gone").and_then(|()| note.set("count", "no number"))).is_err());
    assert_eq!(file.view().unwrap().get::<str>("text").unwrap(), "by name");
    assert_eq!(reader.reload().unwrap().edits, 1);
    assert!(matches!(
        file.upgrade(&Schema::parse("struct Note { count: string } root Note;").unwrap()),
        Err(FileError::NoRevision { .. })
    ));
    file.upgrade(NewerNote::schema()).unwrap();
    file.edit(|note| note.push("tags", "t")).unwrap();
    assert!(reader.reload().unwrap().is_whole);
    assert_eq!(reader.view().unwrap().get::<str>("tags[0]").unwrap(), "t");
    drop(file);
    let read = vellum::from_slice::<NewerNote>(RecordFile::<NewerNote>::open(&path).unwrap().as_bytes()).unwrap();
    assert_eq!(read, NewerNote { count: 0, text: "by name".into(), tags: vec!["t".into()] });
}

#[test]
fn a_schema_of_more_than_what_is_read_at_once_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_at(&folder);
    let text = format!("/// {}\nstruct Long {{ x: u32 }} root Long;", "word ".repeat(80_000));
    let schema = Schema::parse(&text).unwrap();
    let mut file = SchemaFile::create(&path, &Record::new(&schema)).unwrap();
    file.edit(|long| long.set("x", 7)).unwrap();
    drop(file);
    assert_eq!(SchemaFile::open(&path).unwrap().view().unwrap().get::<u32>("x").unwrap(), 7);
}
