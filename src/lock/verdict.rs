//! Verdicts of the lock: the types of a program against the stored revisions.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt::{Display, Write as _};
use core::mem;

use super::command::{LockCommand, LockError, LockErrorKind, LockResult};
use super::file::{Lock, Revision, Stored};
use super::reading::OfProgram;
use super::upgrades::ReadAs;
use crate::schema::{Difference, Level, SchemaChange};

/// What a command accepts.
#[derive(Clone, Copy)]
struct Accepted {
    level: Level,
    upgrades: bool,
}

impl Accepted {
    #[inline]
    fn by(command: &LockCommand) -> Option<Self> {
        let (level, upgrades) = match command {
            LockCommand::Check => return None,
            LockCommand::Accept | LockCommand::Forget(_) | LockCommand::Rename(..) => {
                (Level::OldReadersKeepWorking, false)
            }
            LockCommand::AcceptNewerReadersFirst => (Level::OldReadersRefuse, false),
            LockCommand::AcceptUpgrade => (Level::OldReadersRefuse, true),
        };
        Some(Self { level, upgrades })
    }
}

/// What is said, and of which kind: the gravest that came.
#[derive(Default)]
struct Said {
    text: String,
    broken: bool,
    /// A type that is broken, and a revision of it that functions could upgrade.
    upgradable: Option<(String, u32)>,
    upgraded: bool,
    refused: bool,
    gone: Vec<LockCommand>,
}

/// Compares each type with all its revisions, and each revision with the types that are left. Adds
/// to the lock what the command accepts.
#[inline]
pub(super) fn compare(
    lock: &mut Lock,
    types: &[OfProgram<'_>],
    command: &LockCommand,
    path: &dyn Display,
) -> LockResult<()> {
    let mut said = Said::default();
    let names: BTreeSet<&str> = types.iter().map(|known| &*known.name).collect();
    // Forgotten and no longer in the program: it is gone.
    lock.types.retain(|stored| !stored.revisions.is_empty() || names.contains(&*stored.name));
    for stored in lock.types.iter().filter(|stored| !names.contains(&*stored.name)) {
        said.gone(&stored.name);
    }
    let accepts = Accepted::by(command);
    if mem::take(&mut lock.had_no_golden) && accepts.is_none() {
        said.line("The file is of version 1, and keeps no golden buffers, which are made of the schemas.");
    }
    let mut added = Vec::new();
    for known in types {
        let at = lock.types.binary_search_by(|stored| stored.name.cmp(&known.name));
        match at.ok().and_then(|at| lock.types.get_mut(at)) {
            Some(stored) => said.changes(stored, known, accepts),
            None if accepts.is_some() => added.push(known.first()),
            None => {
                said.line(format_args!("`{}` is not in the lock yet.", known.name));
            }
        }
    }
    lock.types.append(&mut added);
    lock.sort();
    said.finish(path)
}

impl Said {
    #[inline]
    fn line(&mut self, line: impl Display) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    #[inline]
    fn gone(&mut self, name: &str) {
        self.gone.push(LockCommand::Forget(name.to_owned()));
        self.gone.push(LockCommand::Rename(name.to_owned(), "NEW".to_owned()));
        self.line(format_args!("`{name}` is in the lock, and not among the types that are checked. List it."));
    }

    #[inline]
    fn changes(&mut self, stored: &mut Stored, known: &OfProgram<'_>, accepts: Option<Accepted>) {
        let mut faults = Vec::new();
        let mut ways = known.ways(stored, &mut faults);
        let is_same = stored.revisions.last().is_some_and(|last| {
            last.schema.fingerprint() == known.schema.fingerprint() && last.upgrades == upgraded(stored, &ways)
        });
        if !is_same || !faults.is_empty() {
            if !self.accepted(stored, known, &ways, &faults, accepts) {
                return;
            }
            ways.push(ReadAs::Present);
        }
        let before = self.text.len();
        known.read_golden(stored, &ways, &mut |changed| {
            if accepts.is_none() {
                self.line(changed.told(known.schema));
            }
            accepts.is_some()
        });
        if self.text.len() > before {
            let name = &known.name;
            self.text.insert_str(before, &format!("`{name}` reads what is stored in another way than it did:\n"));
        }
    }

    /// Whether the present schema is a new revision that the command accepts, which is then added;
    /// else says why not.
    #[inline]
    fn accepted(
        &mut self,
        stored: &mut Stored,
        known: &OfProgram<'_>,
        ways: &[ReadAs],
        faults: &[String],
        accepts: Option<Accepted>,
    ) -> bool {
        let against = |revision: &Revision| (revision.number, known.schema.changes_since(&revision.schema));
        let read = stored.revisions.iter().zip(ways).filter(|(_, way)| **way == ReadAs::Present);
        let all: Vec<_> = read.map(|(revision, _)| against(revision)).collect();
        let level = all.iter().map(|(_, found)| found.level()).max().unwrap_or(Level::Same);
        let upgrades = upgraded(stored, ways);
        let known_upgrades = stored.revisions.last().map(|last| last.upgrades.clone()).unwrap_or_default();
        let new_upgrades: Vec<u32> =
            upgrades.iter().copied().filter(|number| !known_upgrades.contains(number)).collect();
        let last = stored.revisions.last().map(against);
        let last = last.as_ref().map(|(_, found)| found.differences()).unwrap_or_default();
        let is_accepted = |accepts: Accepted| level <= accepts.level && (new_upgrades.is_empty() || accepts.upgrades);
        if faults.is_empty() && accepts.is_some_and(is_accepted) {
            let notes = last.iter().map(|difference| difference.to_string().replace('\n', " ")).collect();
            stored.accept(known.schema, notes, upgrades);
            return true;
        }
        if !faults.is_empty() {
            self.broken = true;
            self.line(format_args!("`{}` has functions that do not upgrade what is stored:", known.name));
            for fault in faults {
                self.line(format_args!("  {fault}"));
            }
            return false;
        }
        if level <= Level::OldReadersKeepWorking && new_upgrades.is_empty() {
            self.line(format_args!("`{}` has changed since revision {}:", known.name, stored.last_number()));
            for difference in last {
                self.line(format_args!("  {difference}"));
            }
            if last.is_empty() {
                self.line("  names, rules, docs or functions alone, and no bytes");
            }
            for number in known_upgrades.iter().filter(|number| !upgrades.contains(number)) {
                self.line(format_args!("  revision {number}: a function upgraded it, and it is read as it is now"));
            }
            return false;
        }
        if level <= Level::OldReadersRefuse && !new_upgrades.is_empty() {
            self.upgraded = true;
            self.line(format_args!("`{}` has changed, and functions upgrade what is stored:", known.name));
            for (revision, way) in stored.revisions.iter().zip(ways) {
                if new_upgrades.contains(&revision.number) {
                    self.line(format_args!("  revision {}: read as `{}`", revision.number, known.name_of(*way)));
                }
            }
            for difference in last {
                self.line(format_args!("  {difference}"));
            }
            return false;
        }
        if level == Level::OldReadersRefuse {
            self.refused = true;
        } else {
            self.broken = true;
            let broken = all.iter().rev().find(|(_, found)| found.level() > Level::OldReadersRefuse);
            self.upgradable = broken.map(|(number, _)| (known.name.clone(), *number));
        }
        self.line(format_args!("`{}` has changed so that what is stored breaks:", known.name));
        let mut told = ToldFaults::default();
        for (number, found) in all.iter().rev() {
            let grave = found.differences().iter().filter(|found| found.level() > Level::OldReadersKeepWorking);
            for difference in told.news(grave) {
                self.line(format_args!("  {difference}"));
                self.line(format_args!("    whose: {}", whose(difference.level(), *number)));
                self.line(format_args!("    instead: {}", instead(difference)));
            }
        }
        false
    }

    #[inline]
    fn finish(mut self, path: &dyn Display) -> LockResult<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        // What breaks has no command; of what is gone the commands come first, as the rest may be
        // accepted only then.
        let is_gone = !self.gone.is_empty();
        let commands = match (self.broken, is_gone, self.upgraded, self.refused) {
            (true, ..) => Vec::new(),
            (false, true, ..) => mem::take(&mut self.gone),
            (false, false, true, _) => vec![LockCommand::AcceptUpgrade],
            (false, false, false, true) => vec![LockCommand::AcceptNewerReadersFirst],
            (false, false, false, false) => vec![LockCommand::Accept],
        };
        if let Some((name, number)) = mem::take(&mut self.upgradable) {
            self.line(format_args!(
                "If the type has to change: `vellum lock {path} --rust {name} {number}` prints the type of revision {number}. Keep it in the program, write a \
                 function that makes the present type of it, name both (`#[vellum(upgrades_from(Old = function))]`), and check \
                 `vellum::lock::of::<{name}>()`"
            ));
        }
        self.line("Nothing was written.");
        let kind = match (is_gone, self.broken || self.refused || self.upgraded) {
            (_, true) => LockErrorKind::Broken,
            (true, false) => LockErrorKind::Usage,
            (false, false) => LockErrorKind::Changed,
        };
        let message = format!("{path}: the stored types are not those of the lock.\n{}", self.text.trim_end());
        Err(LockError::new(kind, message).with_commands(commands))
    }
}

/// What was told of the revisions that came later, since one fault concerns several: where it is,
/// which change it is, and how grave.
#[derive(Default)]
struct ToldFaults(BTreeMap<(String, usize), Vec<(SchemaChange, Level)>>);

impl ToldFaults {
    /// The differences to a revision that were not told of a later one.
    ///
    /// What is gone is known by the name that the revision gave it, perhaps each another one. So
    /// these are counted in what held them.
    #[inline]
    fn news<'f>(&mut self, found: impl Iterator<Item = &'f Difference>) -> Vec<&'f Difference> {
        let mut gone: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut news, mut places) = (Vec::new(), Vec::new());
        for difference in found {
            let (path, change, level) = (difference.path(), difference.change(), difference.level());
            let place = if change == SchemaChange::Removed {
                let holder = path.rsplit_once('.').map_or("", |(holder, _)| holder);
                let count = gone.entry(holder).or_default();
                *count = count.saturating_add(1);
                (holder.to_owned(), *count)
            } else {
                (path.to_owned(), 0)
            };
            let known = self.0.get(&place).map(Vec::as_slice).unwrap_or_default();
            if known.iter().all(|(told, grave)| *told != change || *grave < level) {
                places.push((place, (change, level)));
                news.push(difference);
            }
        }
        for (place, told) in places {
            self.0.entry(place).or_default().push(told);
        }
        news
    }
}

/// The revisions that functions upgrade.
#[inline]
fn upgraded(stored: &Stored, ways: &[ReadAs]) -> Vec<u32> {
    let revisions = stored.revisions.iter().zip(ways).filter(|(_, way)| **way != ReadAs::Present);
    revisions.map(|(revision, _)| revision.number).collect()
}

impl Stored {
    #[inline]
    fn last_number(&self) -> u32 {
        self.revisions.last().map_or(0, |last| last.number)
    }
}

/// Whose data or program a difference to a revision concerns.
#[inline]
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
#[inline]
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
            "put it back where it was; new fields come behind, with the next `since`. A field that gives its name to a new one stays where it is, as \
             `unused_...`"
        }
        SchemaChange::Default => {
            "leave the default: it is what buffers without the value are read as. Set the new value where records are made"
        }
        SchemaChange::Renumbered => {
            "give each variant the number it had, and new ones numbers that were not in use. One that gives its name to a new one keeps its number, as \
             `unused_...`"
        }
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
