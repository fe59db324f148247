//! The file that docs/format-file.md shows byte by byte.

use vellum::Vellum;
use vellum_file::{FileOptions, RecordFile};

#[derive(Vellum)]
struct P {
    x: u8,
}

/// The page's numbers in hexadecimal: of a block that begins with the name of the file.
fn of_page(name: &str) -> Vec<u8> {
    let page = include_str!("../../../docs/format-file.md");
    let block = page.split("```").find(|block| block.contains(name)).unwrap();
    let words = block
        .lines()
        .skip_while(|line| !line.contains(name))
        .skip(1)
        .flat_map(|line| line.split("  ").next().unwrap_or_default().split(' '));
    words.filter(|word| !word.is_empty()).map(|word| u8::from_str_radix(word, 16).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X} ")).collect()
}

#[test]
fn the_file_on_the_page_is_the_one_that_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p");
    let options = FileOptions::new().times(false).id(0x0123_4567_89AB_CDEF);
    let mut file = options.create(&path, &P { x: 7 }).unwrap();
    file.edit(|p| p.set_x(8)).unwrap();
    file.edit(|p| p.set_x(9)).unwrap();
    drop(file);
    let written = std::fs::read(&path).unwrap();
    assert_eq!(hex(&of_page("the file p")), hex(&written));

    let other = folder.path().join("other");
    std::fs::write(&other, of_page("the file p")).unwrap();
    let file = RecordFile::<P>::open(&other).unwrap();
    assert_eq!((file.view().x(), file.sequence(), file.cut()), (9, 2, None));
}

/// Files with what readers in other languages have to find in them: `file/tests/vectors`. `OVERWRITE=1` writes them.
mod kept {
    use std::fs;
    use std::path::PathBuf;

    use vellum_file::{Durability, FileError, FileOptions, RecordReader, recover};

    use crate::common::{Doc, edit, edited, on, path, value};
    use crate::disk::Disk;

    fn folder() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
    }

    fn written(options: FileOptions, edits: u64, compacted_after: u64) -> Vec<u8> {
        let disk = Disk::default();
        let options = options.no_compaction().times(false).id(0xFEDC_BA98_7654_3210).file_system(disk.system());
        let long = Doc { number: 0, title: "t".repeat(150), lines: vec!["line".into(); 30] };
        let mut file = options.create(path(), &long).unwrap();
        for number in 1..=edits {
            edit(&mut file, number).unwrap();
            if number == compacted_after {
                file.compact().unwrap();
            }
        }
        drop(file);
        disk.content(&path())
    }

    /// The names of the files, and their bytes.
    fn files() -> Vec<(&'static str, Vec<u8>)> {
        let (each, os) = (FileOptions::new, || FileOptions::new().durability(Durability::Os));
        let whole = written(each(), 12, 0);
        let changed = |bytes: &[u8], from_end: usize| {
            let mut bytes = bytes.to_vec();
            let at = bytes.len() - from_end;
            bytes[at] ^= 4;
            bytes
        };
        vec![
            ("whole", whole.clone()),
            ("no_edits", written(each(), 0, 0)),
            ("compacted", written(each(), 12, 7)),
            ("not_synced", written(os(), 12, 0)),
            ("incomplete_frame", whole[..whole.len() - 5].to_vec()),
            ("incomplete_head", whole[..whole.len() - 60].to_vec()),
            ("zeros_at_the_end", [&whole[..], &[0; 100]].concat()),
            ("last_edit_damaged", changed(&whole, 3)),
            ("earlier_edit_damaged", changed(&whole, 200)),
            ("not_synced_damaged", changed(&written(os(), 12, 0), 200)),
            ("base_damaged", changed(&written(each(), 0, 0), 10)),
            ("base_cut", written(each(), 0, 0)[..100].to_vec()),
            ("head_damaged", [&whole[..20], &[1], &whole[21..]].concat()),
            ("later_version", [&whole[..4], &[2], &whole[5..]].concat()),
            ("other_kind", vellum::to_vec(&Doc::default()).unwrap()),
        ]
    }

    /// What a reader finds, as a line of JSON.
    fn found(name: &str) -> String {
        let path = folder().join(format!("{name}.record"));
        let doc = |doc: &Doc| format!(r#"{{"number":{},"title":{:?},"lines":{:?}}}"#, doc.number, doc.title, doc.lines);
        let said = match RecordReader::<Doc>::open(&path) {
            Ok(reader) => {
                let edits = reader.history().unwrap().count();
                let record = doc(&value(reader.as_bytes()));
                format!(r#""sequence":{},"edits":{edits},"record":{record}"#, reader.sequence())
            }
            Err(FileError::Damaged(damage)) => match damage.readable() {
                Some(readable) => {
                    let record = doc(&value(recover(&path).unwrap().as_bytes()));
                    format!(r#""damaged":{},"readable":{readable},"record":{record}"#, damage.offset())
                }
                None => format!(r#""damaged":{}"#, damage.offset()),
            },
            Err(FileError::LaterVersion { .. }) => r#""refused":"later version""#.into(),
            Err(FileError::OtherKind { .. }) => r#""refused":"other kind""#.into(),
            Err(error) => panic!("{name}: {error}"),
        };
        format!(r#"{{"name":{name:?},{said}}}"#)
    }

    #[test]
    fn kept_files_are_read_as_they_were() {
        if std::env::var_os("OVERWRITE").is_some() {
            fs::create_dir_all(folder()).unwrap();
            for (name, bytes) in files() {
                fs::write(folder().join(format!("{name}.record")), bytes).unwrap();
            }
        }
        let lines: Vec<String> = files().iter().map(|(name, _)| found(name)).collect();
        let text = format!("[\n{}\n]\n", lines.join(",\n"));
        let kept = folder().join("expected.json");
        if std::env::var_os("OVERWRITE").is_some() {
            fs::write(&kept, &text).unwrap();
        }
        assert_eq!(text, fs::read_to_string(kept).unwrap());
        assert!(text.contains(r#""readable":"#) && text.matches("record\":").count() > 8);
    }

    #[test]
    fn a_kept_file_is_edited() {
        let disk = Disk::default();
        disk.put(&path(), &fs::read(folder().join("compacted.record")).unwrap());
        let mut file = on(&disk).open::<Doc>(path()).unwrap();
        let before = value(file.as_bytes());
        edit(&mut file, 13).unwrap();
        assert_eq!(value(file.as_bytes()), edited(before, 13));
    }
}
