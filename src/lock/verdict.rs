//! What the types of a program are, against the revisions in a lock: what of it a command accepts,
//! and what is said of the rest.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{Display, Write as _};
use core::mem;

use super::error::{LockCommand, LockError, LockErrorKind, LockResult};
use super::file::{Lock, Revision, Stored};
use crate::schema::{Difference, Level, Schema, SchemaChange};

/// A type of the program.
pub(super) struct OfProgram<'s> {
    pub(super) name: String,
    pub(super) schema: &'s Schema,
}

/// What is said, and of which kind: the gravest that came.
#[derive(Default)]
struct Said {
    text: String,
    broken: bool,
    refused: bool,
    usage: bool,
    gone: Vec<LockCommand>,
}

/// Compares each type with all its revisions, and each revision with the types that are left. Adds
/// to the lock what the command accepts.
pub(super) fn compare(
    lock: &mut Lock,
    types: &[OfProgram<'_>],
    command: &LockCommand,
    path: &dyn Display,
) -> LockResult<()> {
    let mut said = Said::default();
    // Forgotten and no longer in the program: it is gone.
    lock.types.retain(|stored| !stored.revisions.is_empty() || types.iter().any(|known| known.name == stored.name));
    for stored in lock.types.iter().filter(|stored| types.iter().all(|known| known.name != stored.name)) {
        said.gone(&stored.name);
    }
    let accepts = match command {
        LockCommand::Check => None,
        LockCommand::Accept | LockCommand::Forget(_) | LockCommand::Rename(..) => Some(Level::OldReadersKeepWorking),
        LockCommand::AcceptNewerReadersFirst => Some(Level::OldReadersRefuse),
    };
    for known in types {
        match lock.types.iter_mut().find(|stored| stored.name == known.name) {
            Some(stored) => said.changes(stored, known, accepts),
            None if accepts.is_some() => lock.types.push(Stored::first(&known.name, known.schema)),
            None => {
                said.line(format_args!("`{}` is not in the lock yet.", known.name));
            }
        }
    }
    lock.sort();
    said.finish(path)
}

impl Said {
    fn line(&mut self, line: impl Display) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn gone(&mut self, name: &str) {
        self.usage = true;
        self.gone.push(LockCommand::Forget(name.to_owned()));
        self.gone.push(LockCommand::Rename(name.to_owned(), "NEW".to_owned()));
        self.line(format_args!("`{name}` is in the lock, and not among the types that are checked. List it."));
    }

    fn changes(&mut self, stored: &mut Stored, known: &OfProgram<'_>, accepts: Option<Level>) {
        if stored.revisions.last().is_some_and(|last| last.schema.fingerprint() == known.schema.fingerprint()) {
            return;
        }
        let against = |revision: &Revision| (revision.number, known.schema.changes_since(&revision.schema));
        let all: Vec<_> = stored.revisions.iter().map(against).collect();
        let level = all.iter().map(|(_, found)| found.level()).max().unwrap_or(Level::Same);
        let last = all.last().map(|(_, found)| found.differences()).unwrap_or_default();
        if accepts.is_some_and(|most| level <= most) {
            let notes = last.iter().map(|difference| difference.to_string().replace('\n', " ")).collect();
            stored.push(known.schema, notes);
            return;
        }
        if level <= Level::OldReadersKeepWorking {
            self.line(format_args!("`{}` has changed since revision {}:", known.name, stored.last_number()));
            for difference in last {
                self.line(format_args!("  {difference}"));
            }
            if last.is_empty() {
                self.line("  names, rules or docs alone, and no bytes");
            }
            return;
        }
        if level == Level::OldReadersRefuse {
            self.refused = true;
        } else {
            self.broken = true;
        }
        self.line(format_args!("`{}` has changed so that what is stored breaks:", known.name));
        let mut told: Vec<String> = Vec::new();
        for (number, found) in all.iter().rev() {
            let grave = found.differences().iter().filter(|found| found.level() > Level::OldReadersKeepWorking);
            for difference in grave {
                let line = difference.to_string();
                // One difference to several revisions is told once, of the latest.
                if !told.contains(&line) {
                    self.line(format_args!("  {line}"));
                    self.line(format_args!("    whose: {}", whose(difference.level(), *number)));
                    self.line(format_args!("    instead: {}", instead(difference)));
                    told.push(line);
                }
            }
        }
    }

    fn finish(mut self, path: &dyn Display) -> LockResult<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        // What breaks has no command; of what is gone the commands come first, as the rest may be
        // accepted only then.
        let commands = match (self.broken, self.usage, self.refused) {
            (true, ..) => Vec::new(),
            (false, true, _) => mem::take(&mut self.gone),
            (false, false, true) => vec![LockCommand::AcceptNewerReadersFirst],
            (false, false, false) => vec![LockCommand::Accept],
        };
        self.line("Nothing was written.");
        let kind = match (self.usage, self.broken || self.refused) {
            (_, true) => LockErrorKind::Broken,
            (true, false) => LockErrorKind::Usage,
            (false, false) => LockErrorKind::Changed,
        };
        let message = format!("{path}: the stored types are not those of the lock.\n{}", self.text.trim_end());
        Err(LockError::new(kind, message).with_commands(commands))
    }
}

impl Stored {
    fn last_number(&self) -> u32 {
        self.revisions.last().map_or(0, |last| last.number)
    }
}

/// Whose data or program a difference to a revision concerns.
fn whose(level: Level, revision: u32) -> String {
    match level {
        Level::Same | Level::OldReadersKeepWorking => "nobody's".to_owned(),
        Level::OldReadersRefuse => {
            format!(
                "programs that have revision {revision} refuse a new buffer that makes use of it; old buffers are read"
            )
        }
        Level::NewReadersRefuse => {
            format!("buffers of revision {revision} that make use of it are refused from now on")
        }
        Level::Incompatible => {
            format!(
                "buffers of revision {revision} are misread from now on, and new ones by programs that have revision {revision}"
            )
        }
    }
}

/// What to do instead of a change that breaks.
fn instead(difference: &Difference) -> &'static str {
    match difference.change() {
        SchemaChange::Added => {
            "put it behind all others of its kind, and if it is a field, of a revision of its own (`since`); a frozen struct or a tuple gains \
             none: add a field of a new type beside it"
        }
        SchemaChange::Removed => "leave it where it is, perhaps as `unused_...`: names are not stored, places are",
        SchemaChange::Retyped | SchemaChange::Optional => {
            "leave it as it was, and add a field of the new type in a revision of its own (`since`); fill it where a record is edited"
        }
        SchemaChange::Renamed => "give the new one a place of its own; a name alone may change freely",
        SchemaChange::Moved | SchemaChange::Since => {
            "put it back where it was; new fields come behind, with the next `since`"
        }
        SchemaChange::Default => {
            "leave the default: it is what buffers without the value are read as. Set the new value where records are made"
        }
        SchemaChange::Renumbered => "give each variant the number it had, and new ones numbers that were not in use",
        SchemaChange::Frozen => {
            "leave it as it was: whether a struct is frozen is in its bytes. Add a field of a new type (`since`)"
        }
        SchemaChange::Open if difference.level() == Level::OldReadersRefuse => {
            "leave it closed, or replace every program that reads it first"
        }
        SchemaChange::Open => "leave it open: stored values may be of variants that are not known here",
        SchemaChange::Width => "leave the least width of pointers",
        SchemaChange::Lineage => "leave what buffers carry",
        SchemaChange::Key | SchemaChange::Root | SchemaChange::Unknown => "make it a new type, with buffers of its own",
    }
}
