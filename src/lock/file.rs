//! The text of a lock.
//!
//! ```text
//! # Comments.
//! vellum lock 2
//!
//! type User
//!
//! revision 1, fingerprint 4add…, the first
//!     struct User {
//!         name: string,
//!     }
//!     root User;
//! golden 1/1 19e2… 2004…
//!
//! revision 2, fingerprint 91c0…, after 4add…, upgrades 1
//!     # User.email: the field is new; … (old readers keep working)
//!     struct User {
//!     …
//! golden 1/1 7b01… 2008…
//! ```
//!
//! A golden buffer is what the present type reads it as, unless a line follows: `becomes` with the
//! bytes of the present type, or `refused` with its error. A line `without` names a part of the
//! schema that no golden buffer has.
//!
//! Where earlier revisions were forgotten, the first of those that are left says `after forgotten`
//! and counts on.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::iter::{Enumerate, Peekable};

use super::golden::{Golden, golden};
use super::kept::{GoldenBuffer, GoldenLine, GoldenResult, read_golden_line, read_hex};
use crate::error::Error;
use crate::schema::Schema;

/// The version of the file.
const VERSION: &str = "2";

/// The version before it, in which revisions had no golden buffers.
const WITHOUT_GOLDEN: &str = "1";

const HEAD: &str = "\
# The types whose buffers are stored, and every revision of them that may be in a store. `vellum::lock` writes and checks this file: commit it, and
# change types in the code. After a conflict take one side's file, and accept the other's change again: VELLUM_LOCK=accept cargo test
";

/// What a revision comes after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// Nothing: it is the first there was.
    Nothing,
    /// Revisions of which no buffer is left.
    Forgotten,
    /// The one with this fingerprint.
    Revision(u64),
}

/// A schema as it was when it was accepted.
#[derive(Clone, Debug)]
pub(super) struct Revision {
    pub(super) number: u32,
    pub(super) schema: Schema,
    after: After,
    /// What changed since the revision before, a line for each difference.
    notes: Vec<String>,
    /// The revisions that functions of the program make this one of.
    pub(super) upgrades: Vec<u32>,
    pub(super) golden: Vec<GoldenBuffer>,
    /// How many golden buffers its lines in a file say that there are.
    golden_count: usize,
    /// The parts of the schema that no golden buffer has, each with the reason.
    without: Vec<String>,
}

impl Revision {
    #[inline]
    fn new(number: u32, schema: Schema, after: After) -> Self {
        let (notes, upgrades, golden, golden_count, without) = <_>::default();
        Self { number, schema, after, notes, upgrades, golden, golden_count, without }
    }

    /// The revision with golden buffers of its schema.
    #[inline]
    fn filled(mut self) -> Self {
        let Golden { buffers, left_out } = golden(&self.schema);
        self.golden = buffers.into_iter().map(|bytes| GoldenBuffer { bytes, read_as: GoldenResult::Same }).collect();
        self.without = left_out.iter().map(|line| line.replace('\n', " ")).collect();
        self
    }
}

/// A type, and its revisions from the earliest on. There are none where all were forgotten; then
/// `next` says how to count on.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) name: String,
    pub(super) revisions: Vec<Revision>,
    next: u32,
}

impl Stored {
    /// A type that was not in the lock before.
    #[inline]
    pub(super) fn first(name: &str, schema: &Schema) -> Self {
        let revision = Revision::new(1, schema.clone(), After::Nothing).filled();
        Self { name: name.to_owned(), revisions: alloc::vec![revision], next: 2 }
    }

    /// Adds a revision, with what is new in it; where the schema is that of the last revision, its
    /// functions alone have changed.
    #[inline]
    pub(super) fn accept(&mut self, schema: &Schema, notes: Vec<String>, upgrades: Vec<u32>) {
        let after = match self.revisions.last_mut() {
            Some(last) if last.schema.fingerprint() == schema.fingerprint() => {
                last.upgrades = upgrades;
                return;
            }
            Some(last) => After::Revision(last.schema.fingerprint()),
            None => After::Forgotten,
        };
        let revision = Revision::new(self.next, schema.clone(), after).filled();
        self.revisions.push(Revision { notes, upgrades, ..revision });
        self.next = self.next.saturating_add(1);
    }

    /// Drops all revisions.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.revisions.clear();
    }
}

/// A file: its types, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Lock {
    pub(super) types: Vec<Stored>,
    /// Whether it was read from a file whose revisions had no golden buffers.
    pub(super) had_no_golden: bool,
}

/// What is wrong with a text, and on which line, from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Damage {
    pub(super) line: usize,
    pub(super) message: String,
}

impl Lock {
    #[inline]
    pub(super) fn sort(&mut self) {
        self.types.sort_by(|one, other| one.name.cmp(&other.name));
    }

    /// Reads a file, and makes sure that it is what was written.
    #[inline]
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Damage> {
        let text = str::from_utf8(bytes).map_err(|error| {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = before.split(|byte| *byte == b'\n').skip(1).count();
            damage(line, format!("this is no UTF-8; {EDITED}"))
        })?;
        // Some editors put a mark before the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        conflict(text)?;
        LockReader::read(text.lines())
    }
}

/// What to do with a file that is not what was written.
const EDITED: &str = "the file was edited by hand or merged badly. Take it as it was before, then accept the change again (VELLUM_LOCK=accept)";

/// The most characters of the file that a message shows.
const MAX_SHOWN: usize = 80;

/// What a message shows of the file, whatever is in it.
#[inline]
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[inline]
fn damage(index: usize, message: impl Into<String>) -> Damage {
    Damage { line: index.saturating_add(1), message: message.into() }
}

#[inline]
fn conflict(text: &str) -> Result<(), Damage> {
    let is_mark = |line: &str| ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|mark| line.starts_with(mark));
    match text.lines().position(is_mark) {
        Some(index) => {
            let message = "a merge conflict. Take the file of one side, then accept the change of the other again: VELLUM_LOCK=accept cargo test";
            Err(damage(index, message))
        }
        None => Ok(()),
    }
}

/// Takes each line once, and compares a type with the one before it only: files can be long.
struct LockReader<'t, I: Iterator<Item = &'t str>> {
    lines: Peekable<Enumerate<I>>,
    lock: Lock,
    /// Where the last type begins.
    start: usize,
}

impl<'t, I: Iterator<Item = &'t str>> LockReader<'t, I> {
    #[inline]
    fn read(lines: I) -> Result<Lock, Damage> {
        let mut reader = Self { lines: lines.enumerate().peekable(), lock: Lock::default(), start: 0 };
        reader.head()?;
        while let Some((index, line)) = reader.next() {
            match line.split_once(' ') {
                Some(("type", name)) => reader.start(index, name)?,
                Some(("revision", about)) => reader.revision(index, about)?,
                Some((word @ ("golden" | "becomes" | "refused" | "without"), rest)) => {
                    reader.golden(index, word, rest)?;
                }
                _ => {
                    let message = format!("`{}` is neither a type nor a revision; {EDITED}", shown(line));
                    return Err(damage(index, message));
                }
            }
        }
        reader.end()?;
        Ok(reader.lock)
    }

    /// The next line that says something.
    #[inline]
    fn next(&mut self) -> Option<(usize, &'t str)> {
        self.lines.find(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    }

    #[inline]
    fn head(&mut self) -> Result<(), Damage> {
        match self.next().and_then(|(index, line)| Some((index, line.strip_prefix("vellum lock ")?))) {
            Some((_, VERSION)) => Ok(()),
            Some((_, WITHOUT_GOLDEN)) => {
                self.lock.had_no_golden = true;
                Ok(())
            }
            Some((index, version)) if version.parse::<u32>().is_ok() => Err(damage(
                index,
                format!(
                    "the file is of version {version}, which a newer vellum wrote; this one knows version {VERSION}"
                ),
            )),
            _ => Err(damage(
                0,
                "this is no lock: it does not begin with `vellum lock 2`. Take the file as it was committed; if there was none yet, remove this one, \
                 and the next run writes it",
            )),
        }
    }

    #[inline]
    fn start(&mut self, index: usize, name: &str) -> Result<(), Damage> {
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(damage(index, format!("`type {}` is not how a type begins; {EDITED}", shown(name))));
        }
        match self.lock.types.last().map(|last| name.cmp(&last.name)) {
            Some(Ordering::Equal) => Err(damage(index, format!("`{}` stands here twice; {EDITED}", shown(name)))),
            Some(Ordering::Less) => {
                Err(damage(index, format!("`{}` stands behind a type that comes later; {EDITED}", shown(name))))
            }
            Some(Ordering::Greater) | None => {
                self.end()?;
                self.lock.types.push(Stored { name: name.to_owned(), revisions: Vec::new(), next: 1 });
                self.start = index;
                Ok(())
            }
        }
    }

    /// The last type has all that there is of it.
    #[inline]
    fn end(&mut self) -> Result<(), Damage> {
        let had_no_golden = self.lock.had_no_golden;
        let Some(last) = self.lock.types.last_mut() else { return Ok(()) };
        let name = shown(&last.name);
        if last.revisions.is_empty() {
            return Err(damage(self.start, format!("`{name}` has no revision; {EDITED}")));
        }
        for revision in &mut last.revisions {
            if had_no_golden {
                *revision = Revision { golden: Vec::new(), ..revision.clone() }.filled();
            } else if revision.golden.is_empty() || revision.golden.len() != revision.golden_count {
                let message = format!("revision {} of `{name}` lacks golden buffers; {EDITED}", revision.number);
                return Err(damage(self.start, message));
            }
        }
        Ok(())
    }

    /// A line about the golden buffers of the last revision.
    #[inline]
    fn golden(&mut self, index: usize, word: &str, rest: &str) -> Result<(), Damage> {
        let wrong = || damage(index, format!("`{word} {}` says nothing of a golden buffer; {EDITED}", shown(rest)));
        let revision = self.lock.types.last_mut().and_then(|stored| stored.revisions.last_mut()).ok_or_else(wrong)?;
        if word == "without" {
            revision.without.push(rest.to_owned());
            return Ok(());
        }
        if word == "golden" {
            let line = read_golden_line(rest, revision.schema.fingerprint());
            let (number, count, golden) = line.ok_or_else(wrong)?;
            if number != revision.golden.len().saturating_add(1) {
                return Err(wrong());
            }
            revision.golden.push(golden);
            revision.golden_count = count;
            return Ok(());
        }
        let last = revision.golden.last_mut().filter(|last| last.read_as == GoldenResult::Same).ok_or_else(wrong)?;
        last.read_as = match word {
            "becomes" => GoldenResult::Becomes(read_hex(rest).ok_or_else(wrong)?),
            _ => GoldenResult::Refused(rest.to_owned()),
        };
        Ok(())
    }

    #[inline]
    fn revision(&mut self, index: usize, about: &str) -> Result<(), Damage> {
        let Some((number, fingerprint, after, upgrades)) = read_about(about) else {
            return Err(damage(index, format!("`revision {}` is not how a revision begins; {EDITED}", shown(about))));
        };
        // A note leaves an empty line, so that the lines of an error can be counted.
        let mut text = String::new();
        let mut notes = Vec::new();
        while let Some((_, line)) = self.lines.next_if(|(_, line)| line.is_empty() || line.starts_with("    ")) {
            let line = line.get(4..).unwrap_or_default();
            match line.strip_prefix("# ") {
                Some(note) => notes.push(note.to_owned()),
                None => text.push_str(line),
            }
            text.push('\n');
        }
        let schema = Schema::parse(&text).map_err(|error| {
            damage(index, format!("the schema of this revision is none: {}; {EDITED}", in_file(&error, &text, index)))
        })?;
        if schema.fingerprint() != fingerprint {
            let message = format!(
                "the schema has the fingerprint {:016x}, not {fingerprint:016x}; {EDITED}",
                schema.fingerprint()
            );
            return Err(damage(index, message));
        }
        let Some(stored) = self.lock.types.last_mut() else {
            return Err(damage(index, format!("a revision of no type; {EDITED}")));
        };
        let wanted = match stored.revisions.last() {
            Some(last) => After::Revision(last.schema.fingerprint()),
            None if number == 1 => After::Nothing,
            None => After::Forgotten,
        };
        if after != wanted || !stored.revisions.is_empty() && number != stored.next {
            return Err(damage(
                index,
                format!("revision {number} of `{}` does not follow the one before it; {EDITED}", shown(&stored.name)),
            ));
        }
        stored.next = number.saturating_add(1);
        stored.revisions.push(Revision { notes, upgrades, ..Revision::new(number, schema, after) });
        Ok(())
    }
}

/// The error of a schema's text that begins behind the line of this index, with the file's line.
#[inline]
fn in_file(error: &Error, text: &str, index: usize) -> String {
    let mut lines = "\n".repeat(index.saturating_add(1));
    lines.push_str(text);
    let error = Schema::parse(&lines).err().map_or_else(|| error.to_string(), |error| error.to_string());
    // The first line says what is wrong, and where; those behind it show a line, however long.
    if error.lines().any(|line| line.chars().nth(MAX_SHOWN.saturating_mul(2)).is_some()) {
        let first = error.lines().next().unwrap_or_default();
        return match first.rfind(" (line ").and_then(|at| first.split_at_checked(at)) {
            Some((message, place)) => format!("{}{place}", shown(message)),
            None => shown(first),
        };
    }
    error
}

/// What stands behind the word `revision`.
#[inline]
fn read_about(about: &str) -> Option<(u32, u64, After, Vec<u32>)> {
    let (number, rest) = about.split_once(", fingerprint ")?;
    let (fingerprint, rest) = rest.split_once(", ")?;
    let (after, upgrades) = match rest.split_once(", upgrades ") {
        Some((after, upgrades)) => {
            (after, upgrades.split(' ').map(|number| number.parse().ok()).collect::<Option<Vec<u32>>>()?)
        }
        None => (rest, Vec::new()),
    };
    let after = match after {
        "the first" => After::Nothing,
        "after those that are forgotten" => After::Forgotten,
        other => After::Revision(read_fingerprint(other.strip_prefix("after ")?)?),
    };
    let number = number.parse().ok().filter(|number| *number > 0)?;
    Some((number, read_fingerprint(fingerprint)?, after, upgrades))
}

#[inline]
fn read_fingerprint(text: &str) -> Option<u64> {
    if text.len() == 16 { u64::from_str_radix(text, 16).ok() } else { None }
}

impl fmt::Display for Lock {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}vellum lock {VERSION}")?;
        for stored in self.types.iter().filter(|stored| !stored.revisions.is_empty()) {
            writeln!(f, "\ntype {}", stored.name)?;
            for revision in &stored.revisions {
                let Revision { number, schema, after, notes, upgrades, golden, without, .. } = revision;
                write!(f, "\nrevision {number}, fingerprint {:016x}, ", schema.fingerprint())?;
                match after {
                    After::Nothing => write!(f, "the first")?,
                    After::Forgotten => write!(f, "after those that are forgotten")?,
                    After::Revision(before) => write!(f, "after {before:016x}")?,
                }
                if !upgrades.is_empty() {
                    write!(f, ", upgrades")?;
                    upgrades.iter().try_for_each(|number| write!(f, " {number}"))?;
                }
                writeln!(f)?;
                notes.iter().try_for_each(|note| writeln!(f, "    # {note}"))?;
                for line in schema.to_string().lines() {
                    if line.is_empty() { writeln!(f)? } else { writeln!(f, "    {line}")? }
                }
                let (count, fingerprint) = (golden.len(), schema.fingerprint());
                for (number, golden) in (1..).zip(golden) {
                    GoldenLine { number, count, fingerprint, golden }.fmt(f)?;
                }
                without.iter().try_for_each(|without| writeln!(f, "without {without}"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;

    /// A lock of so many types, each with so many revisions.
    fn lock(types: u32, revisions: u32) -> String {
        let mut lock = Lock::default();
        for name in 0..types {
            let text = |since: u32| {
                let fields: Vec<String> = (1..=since).map(|since| format!("f{since}: u8 since {since}, ")).collect();
                let fields = fields.concat();
                Schema::parse(&format!("struct T{name:06} {{ {fields} }} root T{name:06};")).unwrap()
            };
            let mut stored = Stored::first(&format!("T{name:06}"), &text(1));
            (2..=revisions).for_each(|since| stored.accept(&text(since), alloc::vec!["a note".to_owned()], Vec::new()));
            lock.types.push(stored);
        }
        lock.to_string()
    }

    #[test]
    fn each_line_of_a_lock_is_taken_once() {
        for (types, revisions) in [(1, 1), (300, 1), (1, 120), (20, 10)] {
            let (text, taken) = (lock(types, revisions), Cell::new(0));
            let read = LockReader::read(text.lines().inspect(|_| taken.set(taken.get() + 1))).unwrap();
            assert_eq!(taken.get(), text.lines().count());
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn what_a_message_shows_of_a_file_is_short_and_has_no_control_characters() {
        let long = "x".repeat(100_000);
        let good = lock(2, 2);
        let escape = "\u{1b}[2J\u{7}";
        for text in [
            format!("vellum lock 2\n{long}"),
            format!("vellum lock 2\n{escape}"),
            format!("vellum lock {long}"),
            format!("vellum lock 2\ntype {long}\ntype {long}\n"),
            format!("vellum lock 2\ntype a{escape}\n"),
            "vellum lock 2\ntype \n".to_owned(),
            format!("vellum lock 2\ntype A\nrevision {long}\n"),
            good.replace("f1: u8,", &format!("f1: u8, {long}: u9,")),
            good.replace("f1: u8,", &format!("f1: {long},")),
            good.replace("f1: u8,", &format!("f1: u8, f1: u8, // {long}")),
        ] {
            let damage = Lock::parse(text.as_bytes()).unwrap_err();
            let is_shown = |c: char| c == '\n' || !c.is_control();
            assert!(damage.message.len() < 1000 && damage.message.chars().all(is_shown), "{damage:?}");
        }
    }

    #[test]
    fn the_fault_of_a_schema_is_told_with_its_line_in_the_file() {
        let good = lock(3, 3);
        for (at, line) in good.lines().enumerate().filter(|(_, line)| line.ends_with("since 3,")) {
            let lines: Vec<&str> = good.lines().collect();
            let wrong = line.replace("u8", "u9");
            let text: Vec<&str> =
                lines.iter().enumerate().map(|(index, line)| if index == at { &wrong } else { *line }).collect();
            let damage = Lock::parse(text.join("\n").as_bytes()).unwrap_err();
            assert!(damage.message.contains(&format!("(line {}, column", at + 1)), "{}: {}", at + 1, damage.message);
            assert_eq!(text.get(damage.line - 1).map(|line| line.starts_with("revision 3")), Some(true));
        }
    }
}
