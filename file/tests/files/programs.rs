//! Programs of two revisions of a type on one disk. While one edits a file of the other, each call of
//! the system fails, in turn, or is the last before the machine stops. A program of either revision
//! then opens the file. The record is one of the prefixes of the edits, with all that were reported
//! durable, and with the data that only the later revision knows.

use std::time::Duration;

use vellum::Vellum;
use vellum_file::{Durability, FileError, FileOptions, RecordFile, SchemaFile};

use crate::common::{path, soon};
use crate::disk::{Disk, Fault};
use crate::faults::{is_full, sets};

const DURABILITIES: [Durability; 3] =
    [Durability::EachEdit, Durability::Batched { edits: 2, interval: Duration::from_secs(1000) }, Durability::Os];

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Note {
    number: u64,
    text: String,
}

/// The next revision of it, by which the tests compare: it knows all data.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "Note")]
struct NewerNote {
    number: u64,
    text: String,
    #[vellum(since = 2)]
    tags: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Program {
    Older,
    Newer,
}

const PROGRAMS: [Program; 2] = [Program::Older, Program::Newer];

/// The file, open in one of the programs.
enum Handle {
    Older(RecordFile<Note>),
    Newer(RecordFile<NewerNote>),
}

impl Program {
    fn other(self) -> Self {
        if self == Self::Older { Self::Newer } else { Self::Older }
    }

    fn create(self, options: &FileOptions) -> Handle {
        match self {
            Self::Older => Handle::Older(options.create(path(), &Note::default()).unwrap()),
            Self::Newer => Handle::Newer(options.create(path(), &NewerNote::default()).unwrap()),
        }
    }

    fn open(self, options: &FileOptions) -> Result<Handle, FileError> {
        match self {
            Self::Older => options.open(path()).map(Handle::Older),
            Self::Newer => options.open(path()).map(Handle::Newer),
        }
    }

    /// What the edit of a number makes of a record.
    fn edited(self, mut note: NewerNote, number: u64) -> NewerNote {
        note.number = number;
        match self {
            Self::Older => note.text.push_str(&"o".repeat(number as usize % 5)),
            Self::Newer => note.tags.push("new ".repeat(number as usize % 4)),
        }
        note
    }
}

impl Handle {
    fn program(&self) -> Program {
        match self {
            Self::Older(_) => Program::Older,
            Self::Newer(_) => Program::Newer,
        }
    }

    fn edit(&mut self, number: u64) -> Result<(), FileError> {
        match self {
            Self::Older(file) => file.edit(|note| {
                note.set_number(number)?;
                note.text().push_str(&"o".repeat(number as usize % 5))
            }),
            Self::Newer(file) => file.edit(|note| {
                note.set_number(number)?;
                note.tags().push(&"new ".repeat(number as usize % 4))
            }),
        }
    }

    /// The record, with what the program itself does not know.
    fn note(&self) -> NewerNote {
        let (number, bytes) = match self {
            Self::Older(file) => (file.view().number(), file.as_bytes()),
            Self::Newer(file) => (file.view().number(), file.as_bytes()),
        };
        let note: NewerNote = vellum::from_slice(bytes).unwrap();
        assert_eq!(note.number, number);
        note
    }

    fn sequence(&self) -> u64 {
        match self {
            Self::Older(file) => file.sequence(),
            Self::Newer(file) => file.sequence(),
        }
    }

    fn durable(&self) -> u64 {
        match self {
            Self::Older(file) => file.durable(),
            Self::Newer(file) => file.durable(),
        }
    }

    fn sync(&mut self) -> Result<(), FileError> {
        match self {
            Self::Older(file) => file.sync(),
            Self::Newer(file) => file.sync(),
        }
    }

    fn compact(&mut self) -> Result<(), FileError> {
        match self {
            Self::Older(file) => file.compact(),
            Self::Newer(file) => file.compact(),
        }
    }
}

enum End {
    /// The handle refuses all edits.
    Reopen,
    /// The machine has stopped.
    Crashed,
}

/// The states of the record by the number of the edit, as far as they were made or may have been.
#[derive(Clone)]
struct Run {
    states: Vec<NewerNote>,
    durable: u64,
}

impl Run {
    fn last(&self) -> u64 {
        self.states.len() as u64 - 1
    }

    /// Checks a file that was opened, and forgets states that are lost.
    fn opened(&mut self, file: &Handle) {
        let (program, sequence) = (file.program(), file.sequence());
        assert!(sequence >= self.durable, "{program:?}: edit {} was durable, and the last is {sequence}", self.durable);
        assert_eq!(
            Some(&file.note()),
            self.states.get(sequence as usize),
            "{program:?}: the record of edit {sequence}"
        );
        self.states.truncate(sequence as usize + 1);
        self.durable = self.durable.max(file.durable());
    }

    fn edits(&mut self, disk: &Disk, file: &mut Handle, count: u64) -> Result<(), End> {
        for _ in 0..count {
            let number = self.last() + 1;
            let before = file.note();
            let after = file.program().edited(before.clone(), number);
            match file.edit(number) {
                Ok(()) => {
                    assert_eq!(file.note(), after);
                    assert_eq!(file.sequence(), number);
                    self.states.push(after);
                    self.durable = self.durable.max(file.durable());
                }
                Err(error) => {
                    assert_eq!((file.note(), file.sequence()), (before, number - 1), "memory is as before {error}");
                    if disk.state().is_crashed {
                        self.states.push(after);
                        return Err(End::Crashed);
                    }
                    match error {
                        FileError::NotSynced { .. } => {
                            self.states.push(after);
                            return Err(End::Reopen);
                        }
                        FileError::Poisoned { .. } => return Err(End::Reopen),
                        FileError::System { .. } => {}
                        error => panic!("{error}"),
                    }
                }
            }
        }
        Ok(())
    }

    /// Opens the file by a program, edits it and compacts it.
    fn script(&mut self, disk: &Disk, options: &FileOptions, program: Program) -> Result<(), End> {
        let ended = || if disk.state().is_crashed { End::Crashed } else { End::Reopen };
        let mut file = program.open(options).map_err(|error| {
            assert!(matches!(error, FileError::System { .. }), "{error}");
            ended()
        })?;
        self.opened(&file);
        self.edits(disk, &mut file, 3)?;
        match file.compact() {
            Ok(()) => self.durable = self.last(),
            Err(FileError::NotSynced { .. } | FileError::Poisoned { .. }) => return Err(ended()),
            Err(_) if disk.state().is_crashed => return Err(End::Crashed),
            Err(FileError::System { .. }) => {}
            Err(error) => panic!("{error}"),
        }
        self.edits(disk, &mut file, 2)
    }

    /// Checks a disk as a crash leaves it, by a program, and then by the other one.
    fn check(mut self, image: &Disk, options: &FileOptions, program: Program) {
        let on = |disk: &Disk| options.clone().file_system(disk.system());
        let mut file = program.open(&on(image)).unwrap();
        self.opened(&file);
        assert!(self.edits(image, &mut file, 1).is_ok());
        assert!(file.sync().is_ok());
        self.durable = self.last();
        drop(file);
        let next = image.state().after_crash(&|_| false, 0);
        let mut file = program.other().open(&on(&next)).unwrap();
        self.opened(&file);
        assert!(self.edits(&next, &mut file, 1).is_ok());
        drop(file);
        // One of the two edits was the newer program's, so the file has its schema.
        let after = next.state().after_exit();
        let file: SchemaFile = on(&after).open_schema_file(path()).unwrap();
        assert_eq!(file.schema(), NewerNote::schema());
        self.opened(&Program::Newer.open(&on(&next)).unwrap());
    }
}

/// A disk with a file that a program has made and edited, all on the disk.
fn made(by: Program, durability: Durability) -> (Disk, FileOptions, Run) {
    let disk = Disk::default();
    let options = soon(&disk).durability(durability);
    let mut run = Run { states: vec![NewerNote::default()], durable: 0 };
    let mut file = by.create(&options);
    assert!(run.edits(&disk, &mut file, 2).is_ok() && file.sync().is_ok());
    run.durable = run.last();
    (disk, options, run)
}

/// The calls of a run without a fault: those of the program that made the file, and all.
fn calls(by: Program, durability: Durability) -> (usize, usize) {
    let (disk, options, mut run) = made(by, durability);
    let before = disk.state().calls.len();
    assert!(run.script(&disk, &options, by.other()).is_ok());
    assert_eq!(run.last(), 7);
    let all = disk.state().calls.len();
    (before, all)
}

/// Checks what may be left of a disk, each by a program of either revision. Says how many states that
/// were.
fn check_all(disk: &Disk, options: &FileOptions, run: &Run) -> u64 {
    let state = disk.state();
    let (parts, names) = state.waiting();
    let mut count = 0;
    for names in 0..=names {
        for set in sets(parts) {
            for program in PROGRAMS {
                run.clone().check(&state.after_crash(&set, names), options, program);
                count += 1;
            }
        }
    }
    count
}

#[test]
fn after_a_crash_while_another_revision_edits_either_revision_goes_on() {
    let mut count = 0;
    for durability in DURABILITIES {
        for by in PROGRAMS {
            let (first, all) = calls(by, durability);
            for call in first..=all {
                let (disk, options, mut run) = made(by, durability);
                disk.fail_at(call, Fault::Crash);
                let _ = run.script(&disk, &options, by.other());
                assert_eq!(disk.state().is_crashed, call < all);
                count += check_all(&disk, &options, &run);
            }
        }
    }
    assert!(count > 2_000, "{count} states of the disk");
}

/// With `VELLUM_NETS=full`, after each fault a program of each revision.
#[test]
fn after_a_call_that_fails_while_another_revision_edits_either_revision_goes_on() {
    let mut count = 0;
    for durability in DURABILITIES {
        for by in PROGRAMS {
            let (first, all) = calls(by, durability);
            for fault in [Fault::Fails, Fault::Loses, Fault::Short, Fault::Wrote] {
                // By day each third call, another one for each kind of fault.
                let step = if is_full() { 1 } else { 3 };
                for call in (first..all).skip(fault as usize % step).step_by(step) {
                    let nexts = if is_full() { &PROGRAMS[..] } else { &PROGRAMS[call % 2..][..1] };
                    for &next in nexts {
                        let (disk, options, mut run) = made(by, durability);
                        disk.fail_at(call, fault);
                        // Another process goes on where the first one had to end; its calls do not fail.
                        if run.script(&disk, &options, by.other()).is_err() {
                            assert!(run.script(&disk, &options, next).is_ok());
                        }
                        count += check_all(&disk, &options, &run);
                    }
                }
            }
        }
    }
    assert!(count > 700, "{count} states of the disk");
}
