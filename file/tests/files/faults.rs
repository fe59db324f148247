//! Each call of the system fails, in turn, or is the last before the machine stops. After it, the record is one of the prefixes of the edits, with all that were
//! reported durable.

use std::time::Duration;

use vellum_file::{Durability, FileError, FileOptions, RecordFile};

use crate::common::{Doc, edit, edited, path, soon, value};
use crate::disk::{Disk, Fault};

const DURABILITIES: [Durability; 4] = [
    Durability::EachEdit,
    Durability::Batched { edits: 3, interval: Duration::from_secs(1000) },
    Durability::Batched { edits: 2, interval: Duration::ZERO },
    Durability::Os,
];

/// What a run knows: the states of the record by the number of the edit, as far as they were made or may have been.
struct Run {
    states: Vec<Doc>,
    durable: u64,
    is_created: bool,
}

enum End {
    /// A handle that refuses all edits was dropped.
    Reopen,
    /// The machine has stopped.
    Crashed,
}

impl Run {
    fn new() -> Self {
        Self { states: vec![Doc::default()], durable: 0, is_created: false }
    }

    /// Checks a file that was opened, and forgets states that are lost.
    fn opened(&mut self, file: &RecordFile<Doc>) {
        let sequence = file.sequence();
        assert!(sequence >= self.durable, "edit {} was durable, and the record has {sequence}", self.durable);
        let state = self.states.get(sequence as usize);
        assert_eq!(Some(&value(file.as_bytes())), state, "the record of edit {sequence}");
        self.states.truncate(sequence as usize + 1);
        self.is_created = true;
        self.durable = self.durable.max(file.durable());
    }

    fn last(&self) -> u64 {
        self.states.len() as u64 - 1
    }

    fn ended(disk: &Disk) -> End {
        if disk.state().is_crashed { End::Crashed } else { End::Reopen }
    }

    /// Does something with a file, after which all its edits are durable.
    fn synced(
        &mut self,
        disk: &Disk,
        file: &mut RecordFile<Doc>,
        what: impl FnOnce(&mut RecordFile<Doc>) -> Result<(), FileError>,
    ) -> Result<(), End> {
        match what(file) {
            Ok(()) => {
                assert_eq!(file.durable(), self.last());
                self.durable = self.last();
                Ok(())
            }
            Err(FileError::NotSynced { .. } | FileError::Poisoned { .. }) => Err(Self::ended(disk)),
            // A compaction that failed: the file is as it was.
            Err(_) if disk.state().is_crashed => Err(End::Crashed),
            Err(FileError::System { .. }) => Ok(()),
            Err(error) => panic!("{error}"),
        }
    }

    fn edits(&mut self, disk: &Disk, file: &mut RecordFile<Doc>, count: u64) -> Result<(), End> {
        for _ in 0..count {
            let number = self.last() + 1;
            let before = value(file.as_bytes());
            assert_eq!(before, self.states[number as usize - 1]);
            match edit(file, number) {
                Ok(()) => {
                    let now = edited(before, number);
                    assert_eq!(value(file.as_bytes()), now);
                    assert_eq!(file.view().number(), number);
                    self.states.push(now);
                    self.durable = self.durable.max(file.durable());
                    assert!(file.sequence() == number && file.durable() <= number);
                }
                Err(error) => {
                    assert_eq!(value(file.as_bytes()), before, "memory is as before {error}");
                    assert_eq!(file.sequence(), number - 1);
                    if matches!(error, FileError::NotSynced { .. }) || disk.state().is_crashed {
                        self.states.push(edited(before, number));
                        return Err(Self::ended(disk));
                    }
                    if matches!(error, FileError::Poisoned { .. }) {
                        return Err(End::Reopen);
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes a file, edits it, opens it again.
    fn script(&mut self, disk: &Disk, options: &FileOptions) -> Result<(), End> {
        if !self.is_created {
            match options.create(path(), &Doc::default()) {
                Ok(file) => self.opened(&file),
                Err(_) if disk.state().is_crashed => return Err(End::Crashed),
                Err(FileError::NotSynced { .. }) => {}
                Err(_) => return Err(End::Reopen),
            }
        }
        let open = || {
            options.open::<Doc>(path()).map_err(|error| {
                assert!(matches!(error, FileError::System { .. }), "{error}");
                Self::ended(disk)
            })
        };
        let mut file = open()?;
        self.opened(&file);
        self.edits(disk, &mut file, 3)?;
        self.synced(disk, &mut file, RecordFile::sync)?;
        self.edits(disk, &mut file, 2)?;
        drop(file);
        let mut file = open()?;
        self.opened(&file);
        self.edits(disk, &mut file, 5)?;
        self.synced(disk, &mut file, RecordFile::compact)?;
        self.edits(disk, &mut file, 2)
    }

    /// As often as handles refuse edits.
    fn run(&mut self, disk: &Disk, options: &FileOptions) {
        for _ in 0..4 {
            match self.script(disk, options) {
                Ok(()) | Err(End::Crashed) => return,
                Err(End::Reopen) => {}
            }
        }
        panic!("it fails again and again");
    }

    /// Checks what is left after a crash, and that it can be edited and crash again.
    fn check(&self, image: &Disk, options: &FileOptions) {
        let options = options.clone().file_system(image.system());
        let mut file = match options.open::<Doc>(path()) {
            Err(FileError::System { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                assert!(!self.is_created, "the file is gone");
                return;
            }
            opened => opened.unwrap(),
        };
        let mut run = Self { states: self.states.clone(), durable: self.durable, is_created: true };
        run.opened(&file);
        assert!(run.edits(image, &mut file, 1).is_ok());
        // What is left of a file that was longer does not come back behind the new edit.
        for lost in 0..3 {
            let next = image.state().after_crash(&|part| part != lost, 0);
            let options = options.clone().file_system(next.system());
            let mut run = Self { states: run.states.clone(), ..run };
            run.opened(&options.open(path()).unwrap());
        }
        assert!(run.synced(image, &mut file, RecordFile::sync).is_ok());
        drop(file);
        let options = options.file_system(image.state().after_crash(&|_| false, 0).system());
        run.opened(&options.open(path()).unwrap());
        assert_eq!(run.last(), run.durable);
    }

    /// Checks each set of what may be left after a crash, or many of them; says how many. With `VELLUM_NETS=full` there are more.
    fn check_all(&self, disk: &Disk, options: &FileOptions) -> u64 {
        let state = disk.state();
        let (parts, names) = state.waiting();
        let sets = sets(parts);
        let mut count = 0;
        for names in 0..=names {
            for set in &sets {
                self.check(&state.after_crash(set, names), options);
                count += 1;
            }
        }
        count
    }
}

/// Sets of parts of what was not synced, each by whether a part is in it: all sets of few parts, and
/// some of many.
pub fn sets(parts: usize) -> Vec<Box<dyn Fn(usize) -> bool>> {
    let mut sets: Vec<Box<dyn Fn(usize) -> bool>> = Vec::new();
    let (most, cuts) = if is_full() { (8, 24) } else { (5, 6) };
    if parts <= most {
        sets.extend(
            (0u32..1 << parts)
                .map(|set| Box::new(move |part: usize| (set >> part) & 1 == 1u32) as Box<dyn Fn(usize) -> bool>),
        );
    } else {
        let steps = (0..=parts).step_by(parts.div_ceil(cuts));
        for at in steps {
            sets.push(Box::new(move |part| part < at));
            sets.push(Box::new(move |part| part >= at));
            sets.push(Box::new(move |part| part != at));
            sets.push(Box::new(move |part| part == at));
        }
        sets.push(Box::new(|part| part % 2 == 0));
    }
    sets
}

/// Whether all cases are run, as each night.
pub fn is_full() -> bool {
    std::env::var("VELLUM_NETS").is_ok_and(|nets| nets == "full")
}

/// The number of calls of a run without a fault.
fn calls(durability: Durability) -> usize {
    let disk = Disk::default();
    let mut run = Run::new();
    run.run(&disk, &soon(&disk).durability(durability));
    assert_eq!(run.last(), 12);
    disk.state().calls.len()
}

#[test]
fn after_a_crash_at_any_call_the_record_is_a_prefix_with_all_durable_edits() {
    let mut count = 0;
    for durability in DURABILITIES {
        for call in 0..=calls(durability) {
            let disk = Disk::default();
            disk.fail_at(call, Fault::Crash);
            let options = soon(&disk).durability(durability);
            let mut run = Run::new();
            run.run(&disk, &options);
            count += run.check_all(&disk, &options);
        }
    }
    assert!(count > 2_000, "{count} states of the disk");
}

#[test]
fn after_any_call_that_fails_nothing_durable_is_lost() {
    let mut count = 0;
    for durability in DURABILITIES {
        for fault in [Fault::Fails, Fault::Loses, Fault::Short, Fault::Wrote] {
            for call in 0..calls(durability) {
                let disk = Disk::default();
                disk.fail_at(call, fault);
                let options = soon(&disk).durability(durability);
                let mut run = Run::new();
                run.run(&disk, &options);
                count += run.check_all(&disk, &options);
            }
        }
    }
    assert!(count > 2_000, "{count} states of the disk");
}

/// Two faults: a call that fails, and later the machine stops.
#[test]
fn a_crash_after_a_call_that_failed_loses_nothing_durable() {
    let mut count = 0;
    let durability = Durability::EachEdit;
    for fault in [Fault::Fails, Fault::Loses, Fault::Short, Fault::Wrote] {
        for call in 0..calls(durability) {
            let laters: &[usize] = if is_full() { &[1, 2, 3, 5, 8, 13] } else { &[2, 6] };
            for &later in laters {
                let disk = Disk::default();
                disk.fail_at(call, fault);
                let options = soon(&disk).durability(durability);
                let mut run = Run::new();
                // The rest of the run is that of another process on the same machine.
                let first = run.script(&disk, &options);
                let next = disk.state().after_exit();
                next.fail_at(later, Fault::Crash);
                if first.is_err() {
                    let options = options.file_system(next.system());
                    run.run(&next, &options);
                    count += run.check_all(&next, &options);
                }
            }
        }
    }
    assert!(count > 2_000, "{count} states of the disk");
}
