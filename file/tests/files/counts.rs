//! The calls of the system for an edit, and the bytes that are written.

use vellum_file::{Durability, RecordFile};

use crate::common::{Doc, on, path};
use crate::disk::{Call, Disk};

fn calls(disk: &Disk, what: impl FnOnce()) -> Vec<Call> {
    let before = disk.state().calls.len();
    what();
    disk.state().calls[before..].to_vec()
}

fn big(lines: usize) -> Doc {
    Doc { number: 0, title: "A long one".into(), lines: vec!["x".repeat(300); lines] }
}

/// A file whose first sync was made.
fn opened(disk: &Disk, durability: Durability) -> RecordFile<Doc> {
    let options = on(disk).durability(durability).compaction(1.0, 4096);
    options.create(path(), &big(1000)).unwrap()
}

#[test]
fn a_durable_edit_is_one_write_and_one_sync() {
    let disk = Disk::default();
    let mut file = opened(&disk, Durability::EachEdit);
    let number = calls(&disk, || file.edit(|doc| doc.set_number(u64::MAX)).unwrap());
    assert_eq!(number, [Call::Write(54), Call::SyncData]);
    let message = "m".repeat(300);
    let appended = calls(&disk, || file.edit(|doc| doc.lines().push(&message)).unwrap());
    let [Call::Write(len), Call::SyncData] = appended[..] else { panic!("{appended:?}") };
    assert!(len <= 300 * 12 / 10 + 64, "{len} bytes");
    // Several edits of one call are one write.
    let both = calls(&disk, || {
        file.edit(|doc| {
            doc.set_number(1)?;
            doc.set_title("A title")
        })
        .unwrap();
    });
    assert!(matches!(both[..], [Call::Write(_), Call::SyncData]));
    assert_eq!(calls(&disk, || file.edit(|doc| doc.number().map(drop)).unwrap()), []);
    assert_eq!(calls(&disk, || file.sync().unwrap()), []);
}

#[test]
fn an_edit_that_is_not_synced_is_one_write() {
    let disk = Disk::default();
    let mut file = opened(&disk, Durability::Os);
    assert_eq!(calls(&disk, || file.edit(|doc| doc.set_number(1)).unwrap()), [Call::Write(54)]);
    assert_eq!(calls(&disk, || file.sync().unwrap()), [Call::SyncData]);
    drop(file);
    let disk = Disk::default();
    let mut file = opened(&disk, Durability::Batched { edits: 3, interval: std::time::Duration::from_secs(1000) });
    let four = calls(&disk, || (0..4).for_each(|number| file.edit(|doc| doc.set_number(number)).unwrap()));
    assert_eq!(four, [Call::Write(54), Call::Write(54), Call::Write(54), Call::SyncData, Call::Write(54)]);
    assert_eq!(calls(&disk, || drop(file)), [Call::SyncData]);
}

/// Opened once more, the edits of which nothing says that they were durable are written again before the first edit.
#[test]
fn the_first_edit_after_opening_writes_what_may_not_be_on_the_disk() {
    let disk = Disk::default();
    let mut file = opened(&disk, Durability::EachEdit);
    (0..5).for_each(|number| file.edit(|doc| doc.set_number(number)).unwrap());
    drop(file);
    let mut file = on(&disk).open::<Doc>(path()).unwrap();
    assert_eq!((file.sequence(), file.durable()), (5, 4));
    let first = calls(&disk, || file.edit(|doc| doc.set_number(7)).unwrap());
    let before = [Call::Write(54), Call::SyncFolder, Call::SyncData];
    assert_eq!(first, [&before[..], &[Call::Write(54), Call::SyncData]].concat());
    let second = calls(&disk, || file.edit(|doc| doc.set_number(8)).unwrap());
    assert_eq!(second, [Call::Write(54), Call::SyncData]);
}

/// With all compactions, no more than 3.1 bytes are written for each byte of the log.
#[test]
fn compactions_write_little_beside_the_log() {
    for is_growing in [true, false] {
        let disk = Disk::default();
        let mut file = on(&disk).create(path(), &big(20)).unwrap();
        let (mut log, mut compactions) = (0, 0);
        let message = "m".repeat(100);
        let all = calls(&disk, || {
            for number in 0..20_000 {
                let before = file.log_len();
                if is_growing {
                    file.edit(|doc| doc.lines().push(&message)).unwrap();
                } else {
                    file.edit(|doc| doc.set_number(number)).unwrap();
                }
                let is_compacted = file.log_len() < before;
                compactions += u64::from(is_compacted);
                log += if is_compacted { if is_growing { 150 } else { 54 } } else { file.log_len() - before };
            }
        });
        let written: u64 = all.iter().map(|call| if let Call::Write(len) = call { *len as u64 } else { 0 }).sum();
        assert!(compactions > 5, "{compactions}");
        assert!(written * 10 <= log * 31, "{written} bytes for a log of {log}");
    }
}
