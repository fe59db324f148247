//! Verdicts of the lock: the types of a program against the stored revisions, the commands of a
//! person, and the errors.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt::{Display, Write as _};
use core::str::FromStr;
use core::{fmt, mem};

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
    let accepts = match command {
        LockCommand::Check => None,
        LockCommand::Accept | LockCommand::Forget(_) | LockCommand::Rename(..) => Some(Level::OldReadersKeepWorking),
        LockCommand::AcceptNewerReadersFirst => Some(Level::OldReadersRefuse),
    };
    let mut added = Vec::new();
    for known in types {
        let at = lock.types.binary_search_by(|stored| stored.name.cmp(&known.name));
        match at.ok().and_then(|at| lock.types.get_mut(at)) {
            Some(stored) => said.changes(stored, known, accepts),
            None if accepts.is_some() => added.push(Stored::first(&known.name, known.schema)),
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
    fn line(&mut self, line: impl Display) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    #[inline]
    fn gone(&mut self, name: &str) {
        self.usage = true;
        self.gone.push(LockCommand::Forget(name.to_owned()));
        self.gone.push(LockCommand::Rename(name.to_owned(), "NEW".to_owned()));
        self.line(format_args!("`{name}` is in the lock, and not among the types that are checked. List it."));
    }

    #[inline]
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
        let mut told = ToldFaults::default();
        for (number, found) in all.iter().rev() {
            let grave = found.differences().iter().filter(|found| found.level() > Level::OldReadersKeepWorking);
            for difference in told.news(grave) {
                self.line(format_args!("  {difference}"));
                self.line(format_args!("    whose: {}", whose(difference.level(), *number)));
                self.line(format_args!("    instead: {}", instead(difference)));
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

/// What was told of the revisions that came later, since one fault concerns several: where it is,
/// which change it is, and how grave.
#[derive(Default)]
struct ToldFaults(BTreeMap<(String, usize), Vec<(SchemaChange, Level)>>);

impl ToldFaults {
    /// The differences to a revision that were not told of a later one.
    ///
    /// What is gone is known by the name that the revision gave it, perhaps each another one. So
    /// these are counted in what held them.
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

// The commands that a person gives to the lock.

impl FromStr for LockCommand {
    type Err = LockError;

    /// # Errors
    ///
    /// With [`LockErrorKind::Usage`] if it is none of the commands.
    fn from_str(text: &str) -> LockResult<Self> {
        let text = text.trim();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("" | "check", "") => Ok(Self::Check),
            ("accept", "") => Ok(Self::Accept),
            ("accept-newer-readers-first", "") => Ok(Self::AcceptNewerReadersFirst),
            ("forget", name) if !name.is_empty() => Ok(Self::Forget(name.to_string())),
            // A name has no space in it, unless the root is a type such as `map<string, u8>`, which
            // has no name to change.
            ("rename", names) => match names.split_once(' ') {
                Some((old, new)) => Ok(Self::Rename(old.to_string(), new.trim().to_string())),
                None => Err(unknown(text)),
            },
            _ => Err(unknown(text)),
        }
    }
}

fn unknown(text: &str) -> LockError {
    let message = format!(
        "`{text}` is no command; there are `accept`, `accept-newer-readers-first`, `forget NAME` and `rename OLD NEW`"
    );
    LockError::new(LockErrorKind::Usage, message)
}

impl Lock {
    /// Does to the file's types what a command says of them by name.
    #[inline]
    pub(super) fn obey(&mut self, command: &LockCommand) -> LockResult<()> {
        match command {
            LockCommand::Check | LockCommand::Accept | LockCommand::AcceptNewerReadersFirst => {}
            LockCommand::Forget(name) => self.named(name)?.forget(),
            LockCommand::Rename(old, new) => {
                if self.types.iter().any(|stored| stored.name == *new) {
                    let message = format!("the lock has a type `{new}`, which `{old}` cannot become");
                    return Err(LockError::new(LockErrorKind::Usage, message));
                }
                self.named(old)?.name.clone_from(new);
                self.sort();
            }
        }
        Ok(())
    }

    fn named(&mut self, name: &str) -> LockResult<&mut Stored> {
        let known: Vec<&str> = self.types.iter().map(|stored| &*stored.name).collect();
        let message = format!("the lock has no type `{name}`; it has {}", known.join(", "));
        let found = self.types.iter_mut().find(|stored| stored.name == name);
        found.ok_or_else(|| LockError::new(LockErrorKind::Usage, message))
    }
}

// The error of the lock, and the commands that it names.

/// The variable of the environment that has the command.
pub(super) const VARIABLE: &str = "VELLUM_LOCK";

/// A command of a person to the lock. Its text is that of the variable `VELLUM_LOCK`.
///
/// ```
/// use vellum::lock::LockCommand;
///
/// let command: LockCommand = "forget User".parse()?;
/// assert_eq!(command, LockCommand::Forget("User".to_owned()));
/// assert_eq!(command.to_string(), "forget User");
/// # Ok::<(), vellum::lock::LockError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LockCommand {
    /// Only look: `check`, or an empty text.
    Check,
    /// Add compatible changes: `accept`.
    Accept,
    /// Also add changes that old readers refuse: `accept-newer-readers-first`.
    AcceptNewerReadersFirst,
    /// No buffer of the earlier revisions of a type is left: `forget NAME`.
    Forget(String),
    /// The first type has the second name now: `rename OLD NEW`.
    Rename(String, String),
}

impl LockCommand {
    /// When the command is right, in words: the start of a sentence that ends with the command.
    ///
    /// ```
    /// use vellum::lock::LockCommand;
    ///
    /// let command = LockCommand::Forget("User".to_owned());
    /// assert_eq!(format!("{}: {command}", command.when()), "If no buffer of `User` is left in any store: forget User");
    /// ```
    #[must_use]
    pub fn when(&self) -> String {
        match self {
            Self::Check => "To compare again".to_string(),
            Self::Accept => "Every revision reads the buffers of every other. To add it to the lock".to_string(),
            Self::AcceptNewerReadersFirst => {
                "If every program that reads these buffers is replaced before the first that writes new ones"
                    .to_string()
            }
            Self::Forget(name) => format!("If no buffer of `{name}` is left in any store"),
            Self::Rename(old, _) => format!("If `{old}` has another name now"),
        }
    }
}

impl fmt::Display for LockCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check => f.write_str("check"),
            Self::Accept => f.write_str("accept"),
            Self::AcceptNewerReadersFirst => f.write_str("accept-newer-readers-first"),
            Self::Forget(name) => write!(f, "forget {name}"),
            Self::Rename(old, new) => write!(f, "rename {old} {new}"),
        }
    }
}

/// The kind of a fault of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LockErrorKind {
    /// There was no file. It was written.
    Written,
    /// Types changed, and a command accepts that.
    Changed,
    /// Types changed so that stored buffers or their readers break.
    Broken,
    /// The file was not written by this module, or was changed.
    Damaged,
    /// The command or the list of types is wrong.
    Usage,
    /// The file could not be read or written.
    Io,
}

/// The reason why [`check`](super::check) failed, for people: the change, its effect on stored
/// buffers, and the remedy. `Debug` gives the same text as `Display`, so that a test which returns
/// it prints it well. Displayed, the commands that would accept it are those of a test of cargo's;
/// a tool that has a command line of its own shows [`LockError::message`] and
/// [`LockError::commands`].
#[derive(Clone, PartialEq, Eq)]
pub struct LockError {
    kind: LockErrorKind,
    message: String,
    commands: Vec<LockCommand>,
}

impl LockError {
    pub(super) fn new(kind: LockErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), commands: Vec::new() }
    }

    pub(super) fn with_commands(mut self, commands: Vec<LockCommand>) -> Self {
        self.commands = commands;
        self
    }

    /// The kind of the fault.
    #[must_use]
    pub fn kind(&self) -> LockErrorKind {
        self.kind
    }

    /// The fault in words, without the commands.
    ///
    /// ```
    /// use vellum::lock::{LockCommand, check_with};
    /// use vellum::Schema;
    ///
    /// # let folder = std::env::temp_dir().join(format!("vellum-message-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// # let path = folder.join("schemas.lock");
    /// let old = Schema::parse("struct User { name: string } root User;")?;
    /// let new = Schema::parse("struct User { name: string, age: u16 since 2 } root User;")?;
    /// check_with(&path, &[old], &LockCommand::Check).unwrap_err(); // the file is written
    /// let error = check_with(&path, &[new], &LockCommand::Check).unwrap_err();
    /// assert!(error.message().contains("User.age"));
    /// assert!(!error.message().contains("cargo test") && error.to_string().contains("cargo test"));
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The commands of which one may be right: each says [when](LockCommand::when). The new name in
    /// a [`LockCommand::Rename`] is `NEW`.
    ///
    /// ```
    /// use vellum::lock::{LockCommand, check_with};
    /// use vellum::Schema;
    ///
    /// # let folder = std::env::temp_dir().join(format!("vellum-commands-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// # let path = folder.join("schemas.lock");
    /// let old = Schema::parse("struct User { name: string } root User;")?;
    /// let new = Schema::parse("struct User { name: string, age: u16 since 2 } root User;")?;
    /// check_with(&path, &[old], &LockCommand::Check).unwrap_err(); // the file is written
    /// let error = check_with(&path, &[new], &LockCommand::Check).unwrap_err();
    /// assert!(error.commands().contains(&LockCommand::Accept));
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn commands(&self) -> &[LockCommand] {
        &self.commands
    }
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        for command in &self.commands {
            let text = command.to_string();
            let quote = if text.contains(' ') { "'" } else { "" };
            write!(f, "\n{}:\n  {VARIABLE}={quote}{text}{quote} cargo test", command.when())?;
        }
        Ok(())
    }
}

impl fmt::Debug for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl core::error::Error for LockError {}

pub(super) type LockResult<T> = core::result::Result<T, LockError>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_what_they_say() {
        assert_eq!("".parse(), Ok(LockCommand::Check));
        assert_eq!(" accept ".parse(), Ok(LockCommand::Accept));
        assert_eq!("accept-newer-readers-first".parse(), Ok(LockCommand::AcceptNewerReadersFirst));
        assert_eq!("forget map<string, u8>".parse(), Ok(LockCommand::Forget("map<string, u8>".into())));
        assert_eq!("rename User Person".parse(), Ok(LockCommand::Rename("User".into(), "Person".into())));
        for wrong in ["yes", "accept all", "forget", "rename User", "1"] {
            assert_eq!(wrong.parse::<LockCommand>().unwrap_err().kind(), LockErrorKind::Usage, "{wrong}");
        }
    }
}
