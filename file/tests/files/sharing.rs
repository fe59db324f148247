//! Several handles and processes on one file, and disks and files that cannot be written.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use vellum_file::{FileError, FileOptions, RecordFile, RecordReader};

use crate::common::{Doc, edit, on, path, soon, states, value};
use crate::disk::{Disk, Fault};

#[test]
fn a_second_writer_is_told_who_the_first_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record");
    let file = RecordFile::create(&path, &Doc::default()).unwrap();
    let error = RecordFile::<Doc>::open(&path).unwrap_err();
    let FileError::Locked { holder: Some(holder), .. } = &error else { panic!("{error:?}") };
    assert!(holder.contains(&format!("process {} on ", std::process::id())), "{holder}");
    assert!(error.to_string().contains(holder));
    assert!(FileOptions::new().open_or_create(&path, Doc::default).is_err());
    drop(file);
    RecordFile::<Doc>::open(&path).unwrap();
}

/// A compaction puts another file in the place of the one that was opened.
#[test]
fn the_lock_holds_after_a_compaction() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record");
    let mut file = RecordFile::create(&path, &Doc::default()).unwrap();
    file.compact().unwrap();
    assert!(matches!(RecordFile::<Doc>::open(&path), Err(FileError::Locked { .. })));
    edit(&mut file, 1).unwrap();
    drop(file);
    assert_eq!(RecordFile::<Doc>::open(&path).unwrap().sequence(), 1);
}

#[test]
fn a_reader_beside_a_writer_sees_whole_edits_in_their_order() {
    const EDITS: u64 = 400;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record");
    let states = states(EDITS);
    let mut file = FileOptions::new().compaction(1.0, 2000).create(&path, &Doc::default()).unwrap();
    let mut reader = RecordReader::<Doc>::open(&path).unwrap();
    let mut whole = 0;
    std::thread::scope(|scope| {
        scope.spawn(move || (1..=EDITS).for_each(|number| edit(&mut file, number).unwrap()));
        while reader.sequence() < EDITS {
            let before = reader.sequence();
            let reloaded = reader.reload().unwrap();
            whole += u64::from(reloaded.is_whole);
            assert_eq!(reader.sequence(), before + reloaded.edits);
            assert_eq!(value(reader.as_bytes()), states[reader.sequence() as usize]);
            assert_eq!(reader.view().number(), states[reader.sequence() as usize].number);
        }
    });
    assert!(whole > 0, "the file was never compacted under the reader");
}

#[test]
fn a_reader_reads_what_is_new_and_after_a_compaction_all() {
    let disk = Disk::default();
    let mut file = on(&disk).create(path(), &Doc::default()).unwrap();
    let mut reader = RecordReader::<Doc>::open_in(&disk.system(), &path()).unwrap();
    (1..=3).for_each(|number| edit(&mut file, number).unwrap());
    let reloaded = reader.reload().unwrap();
    assert_eq!((reloaded.edits, reloaded.is_whole), (3, false));
    assert_eq!(reader.reload().unwrap().edits, 0);
    edit(&mut file, 4).unwrap();
    file.compact().unwrap();
    edit(&mut file, 5).unwrap();
    let reloaded = reader.reload().unwrap();
    assert_eq!((reloaded.edits, reloaded.is_whole), (2, true));
    assert_eq!(value(reader.as_bytes()), *states(5).last().unwrap());
}

#[test]
fn a_file_that_is_cut_or_gone_under_a_reader_is_told_and_the_record_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record");
    let mut file = RecordFile::create(&path, &Doc::default()).unwrap();
    (1..=4).for_each(|number| edit(&mut file, number).unwrap());
    let mut reader = RecordReader::<Doc>::open(&path).unwrap();
    let whole = std::fs::read(&path).unwrap();
    for len in [0, 20, 60, whole.len() - 1] {
        std::fs::write(&path, &whole[..len]).unwrap();
        let error = reader.reload().unwrap_err();
        match len {
            0 => assert!(matches!(error, FileError::OtherKind { .. })),
            20 => assert!(matches!(error, FileError::Damaged(_))),
            _ => assert!(matches!(error, FileError::Shortened { .. }), "{error}"),
        }
        assert_eq!((reader.view().number(), reader.sequence()), (4, 4));
    }
    std::fs::remove_file(&path).unwrap();
    assert_eq!(reader.reload().unwrap_err().system_error().unwrap().kind(), ErrorKind::NotFound);
    assert_eq!(reader.view().number(), 4);
    std::fs::write(&path, &whole).unwrap();
    assert_eq!(reader.reload().unwrap().edits, 0);
}

/// The system wrote an edit and reported that it had not: the writer took it back, and made another one of the same length.
#[test]
fn a_reader_that_has_read_an_edit_which_was_taken_back_reads_the_other_one() {
    let disk = Disk::default();
    let mut file = on(&disk).create(path(), &Doc::default()).unwrap();
    edit(&mut file, 1).unwrap();
    let before = disk.content(&path());
    file.edit(|doc| doc.set_number(20)).unwrap();
    drop(file);
    let mut reader = RecordReader::<Doc>::open_in(&disk.system(), &path()).unwrap();
    disk.put(&path(), &before);
    assert!(matches!(reader.reload(), Err(FileError::Shortened { .. })));
    let mut file = on(&disk).open::<Doc>(path()).unwrap();
    file.edit(|doc| doc.set_number(21)).unwrap();
    file.edit(|doc| doc.set_title("next")).unwrap();
    assert!(reader.reload().unwrap().is_whole);
    assert_eq!((reader.view().number(), reader.view().title(), reader.sequence()), (21, "next", 3));
    file.edit(|doc| doc.set_number(22)).unwrap();
    assert!(!reader.reload().unwrap().is_whole);
    assert_eq!(reader.view().number(), 22);
}

/// The history is read from the file, beside the writer's own place in it.
#[test]
fn the_history_has_the_edits_since_the_last_compaction() {
    let disk = Disk::default();
    let mut file = on(&disk).no_compaction().create(path(), &Doc::default()).unwrap();
    (1..=5).for_each(|number| edit(&mut file, number).unwrap());
    let mut follower = vellum::to_vec(&Doc::default()).unwrap();
    for (index, logged) in file.history().unwrap().enumerate() {
        let logged = logged.unwrap();
        assert_eq!(logged.sequence(), index as u64 + 1);
        assert!(logged.time().is_some());
        let patch = logged.patch(<Doc as vellum::Vellum>::schema()).unwrap();
        vellum::Record::open(<Doc as vellum::Vellum>::schema(), &mut follower).unwrap().apply(&patch).unwrap();
        assert_eq!(value(&follower), states(5)[index + 1]);
    }
    edit(&mut file, 6).unwrap();
    file.compact().unwrap();
    assert_eq!((file.history().unwrap().count(), file.history_start()), (0, 6));
    edit(&mut file, 7).unwrap();
    assert_eq!(file.history().unwrap().map(|logged| logged.unwrap().sequence()).collect::<Vec<_>>(), [7]);
    drop(file);
    assert_eq!(value(on(&disk).open::<Doc>(path()).unwrap().as_bytes()), *states(7).last().unwrap());
}

#[test]
fn a_full_disk_refuses_edits_and_takes_them_again() {
    let disk = Disk::default();
    let mut file = soon(&disk).create(path(), &Doc::default()).unwrap();
    (1..=2).for_each(|number| edit(&mut file, number).unwrap());
    let len = disk.content(&path()).len();
    for room in 0..40 {
        disk.state().room = Some(len + room);
        let error = edit(&mut file, 3).unwrap_err();
        assert_eq!(error.system_error().unwrap().kind(), ErrorKind::StorageFull);
        assert_eq!(disk.content(&path()).len(), len, "what was written of the edit is cut off");
        assert_eq!(value(file.as_bytes()), states(2)[2]);
    }
    // Room for edits, and none for a second copy of the record.
    for number in 3..=6 {
        let len = disk.content(&path()).len();
        disk.state().room = Some(len + 100);
        edit(&mut file, number).unwrap();
    }
    let failure = file.compaction_failure().unwrap().system_error().unwrap();
    assert_eq!(failure.kind(), ErrorKind::StorageFull);
    disk.state().room = None;
    (7..=20).for_each(|number| edit(&mut file, number).unwrap());
    assert!(file.compaction_failure().is_none() && file.history_start() > 6);
    drop(file);
    assert_eq!(value(on(&disk).open::<Doc>(path()).unwrap().as_bytes()), states(20)[20]);
}

#[test]
fn a_sync_that_fails_ends_the_handle() {
    let disk = Disk::default();
    let mut file = on(&disk).create(path(), &Doc::default()).unwrap();
    edit(&mut file, 1).unwrap();
    let calls = disk.state().calls.len();
    disk.fail_at(calls + 1, Fault::Loses);
    assert!(matches!(edit(&mut file, 2), Err(FileError::NotSynced { .. })));
    assert_eq!((value(file.as_bytes()), file.sequence(), file.durable()), (states(1)[1].clone(), 1, 1));
    assert!(matches!(edit(&mut file, 2), Err(FileError::Poisoned { .. })));
    assert!(matches!(file.sync(), Err(FileError::Poisoned { .. })));
    assert!(matches!(file.compact(), Err(FileError::Poisoned { .. })));
    assert_eq!(file.view().number(), 1);
    drop(file);
    assert_eq!(on(&disk).open::<Doc>(path()).unwrap().sequence(), 2);
}

#[test]
fn an_edit_that_fails_or_panics_is_nowhere() {
    let disk = Disk::default();
    let mut file = on(&disk).create(path(), &Doc::default()).unwrap();
    edit(&mut file, 1).unwrap();
    let (content, bytes) = (disk.content(&path()), file.as_bytes().to_vec());
    let refused = file.transaction(|doc| {
        doc.set_number(7)?;
        doc.lines().push("lost")?;
        Err::<(), Box<dyn std::error::Error>>("no".into())
    });
    assert_eq!(refused.unwrap_err().to_string(), "no");
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        file.edit::<()>(|doc| {
            doc.set_number(8)?;
            doc.lines().push("lost")?;
            panic!("in the closure")
        })
    }));
    assert!(panicked.is_err());
    assert_eq!((disk.content(&path()), file.as_bytes()), (content, &*bytes));
    edit(&mut file, 2).unwrap();
    let last = file.history().unwrap().last().unwrap().unwrap();
    assert_eq!(last.patch(<Doc as vellum::Vellum>::schema()).unwrap().len(), 2, "nothing of the others is in it");
}

/// Mounts a file system in memory, if this process may; says so if not.
fn mounted(folder: &Path) -> bool {
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(folder).output();
    let is_mounted = mounted.is_ok_and(|output| output.status.success());
    if !is_mounted {
        eprintln!(
            "no file system can be mounted here: a real disk that is full, and one that is read-only, are not tried"
        );
    }
    is_mounted
}

fn mount(folder: &Path, command: &str, arguments: &[&str]) {
    assert!(Command::new(command).args(arguments).arg(folder).status().unwrap().success());
}

#[test]
fn a_real_disk_of_a_megabyte_that_is_full_and_one_that_is_read_only() {
    let folder = tempfile::tempdir().unwrap();
    if !mounted(folder.path()) {
        return;
    }
    let path = folder.path().join("record");
    let mut file = RecordFile::create(&path, &Doc::default()).unwrap();
    let line = "x".repeat(5000);
    let mut lines = 0;
    let error = loop {
        match file.edit(|doc| doc.lines().push(&line)) {
            Ok(()) => lines += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(error.system_error().unwrap().kind(), ErrorKind::StorageFull);
    assert!(lines > 20 && file.view().lines().len() == lines);
    assert!(file.edit(|doc| doc.lines().push(&line)).is_err());
    drop(file);
    assert_eq!(RecordFile::<Doc>::open(&path).unwrap().view().lines().len(), lines);

    mount(folder.path(), "mount", &["-o", "remount,ro"]);
    let error = RecordFile::<Doc>::open(&path).unwrap_err();
    assert_eq!(error.system_error().unwrap().kind(), ErrorKind::ReadOnlyFilesystem);
    assert_eq!(RecordReader::<Doc>::open(&path).unwrap().view().lines().len(), lines);
    mount(folder.path(), "umount", &[]);
}

#[test]
fn a_link_to_a_file_stays_a_link_and_permissions_stay() {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("record"), folder.path().join("link"));
        RecordFile::create(&path, &Doc::default()).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        let mut file = RecordFile::<Doc>::open(&link).unwrap();
        assert!(matches!(RecordFile::<Doc>::open(&path), Err(FileError::Locked { .. })));
        edit(&mut file, 1).unwrap();
        file.compact().unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(RecordReader::<Doc>::open(&path).unwrap().sequence(), 1);
    }
}
