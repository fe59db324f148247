//! The text of a lock.
//!
//! ```text
//! # Comments.
//! vellum lock 1
//!
//! type User
//!
//! revision 1, fingerprint 4add…, the first
//!     struct User {
//!         name: string,
//!     }
//!     root User;
//!
//! revision 2, fingerprint 91c0…, after 4add…
//!     # User.email: the field is new; … (old readers keep working)
//!     struct User {
//!     …
//! ```
//!
//! Where earlier revisions were forgotten, the first of those that are left says `after forgotten`
//! and counts on.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::schema::Schema;

/// The version of the file.
const VERSION: &str = "1";

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
    pub(super) fn first(name: &str, schema: &Schema) -> Self {
        let revision = Revision { number: 1, schema: schema.clone(), after: After::Nothing, notes: Vec::new() };
        Self { name: name.to_owned(), revisions: alloc::vec![revision], next: 2 }
    }

    /// Adds a revision, with what is new in it.
    pub(super) fn push(&mut self, schema: &Schema, notes: Vec<String>) {
        let after = match self.revisions.last() {
            Some(last) => After::Revision(last.schema.fingerprint()),
            None => After::Forgotten,
        };
        self.revisions.push(Revision { number: self.next, schema: schema.clone(), after, notes });
        self.next = self.next.saturating_add(1);
    }

    /// Drops all revisions.
    pub(super) fn forget(&mut self) {
        self.revisions.clear();
    }
}

/// A file: its types, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Lock {
    pub(super) types: Vec<Stored>,
}

/// What is wrong with a text, and on which line, from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Damage {
    pub(super) line: usize,
    pub(super) message: String,
}

impl Lock {
    pub(super) fn sort(&mut self) {
        self.types.sort_by(|one, other| one.name.cmp(&other.name));
    }

    /// Reads a file, and makes sure that it is what was written.
    pub(super) fn parse(text: &str) -> Result<Self, Damage> {
        // Some editors put a mark before the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut parser = LockReader { lines: text.lines().enumerate().peekable(), lock: Self::default() };
        LockReader::<core::iter::Enumerate<core::str::Lines<'_>>>::conflict(text)?;
        parser.head()?;
        while let Some((index, line)) = parser.next() {
            match line.split_once(' ') {
                Some(("type", name)) => parser.start(index, name)?,
                Some(("revision", about)) => parser.revision(index, about)?,
                _ => return Err(damage(index, format!("`{line}` is neither a type nor a revision; {EDITED}"))),
            }
        }
        let mut names = parser.lock.types.windows(2);
        if let Some([_, second]) = names.find(|pair| matches!(pair, [one, other] if one.name >= other.name)) {
            return Err(damage(0, format!("`{}` stands behind a type that comes later; {EDITED}", second.name)));
        }
        match parser.lock.types.iter().find(|stored| stored.revisions.is_empty()) {
            Some(stored) => Err(damage(0, format!("`{}` has no revision; {EDITED}", stored.name))),
            None => Ok(parser.lock),
        }
    }
}

/// What to do with a file that is not what was written.
const EDITED: &str = "the file was edited by hand or merged badly. Take it as it was before, then accept the change again (VELLUM_LOCK=accept)";

fn damage(index: usize, message: impl Into<String>) -> Damage {
    Damage { line: index.saturating_add(1), message: message.into() }
}

struct LockReader<'t, I: Iterator<Item = (usize, &'t str)>> {
    lines: core::iter::Peekable<I>,
    lock: Lock,
}

impl<'t, I: Iterator<Item = (usize, &'t str)>> LockReader<'t, I> {
    fn conflict(text: &str) -> Result<(), Damage> {
        let is_mark =
            |line: &str| ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|mark| line.starts_with(mark));
        match text.lines().position(is_mark) {
            Some(index) => {
                let message = "a merge conflict. Take the file of one side, then accept the change of the other again: VELLUM_LOCK=accept cargo test";
                Err(damage(index, message))
            }
            None => Ok(()),
        }
    }

    /// The next line that says something.
    fn next(&mut self) -> Option<(usize, &'t str)> {
        self.lines.find(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    }

    fn head(&mut self) -> Result<(), Damage> {
        match self.next().and_then(|(index, line)| Some((index, line.strip_prefix("vellum lock ")?))) {
            Some((_, VERSION)) => Ok(()),
            Some((index, version)) if version.parse::<u32>().is_ok() => Err(damage(
                index,
                format!(
                    "the file is of version {version}, which a newer vellum wrote; this one knows version {VERSION}"
                ),
            )),
            _ => Err(damage(
                0,
                "this is no lock: it does not begin with `vellum lock 1`. Take the file as it was committed; if there was none yet, remove this one, \
                 and the next run writes it",
            )),
        }
    }

    fn start(&mut self, index: usize, name: &str) -> Result<(), Damage> {
        if self.lock.types.iter().any(|stored| stored.name == name) {
            return Err(damage(index, format!("`{name}` stands here twice; {EDITED}")));
        }
        self.lock.types.push(Stored { name: name.to_owned(), revisions: Vec::new(), next: 1 });
        Ok(())
    }

    fn revision(&mut self, index: usize, about: &str) -> Result<(), Damage> {
        let Some((number, fingerprint, after)) = read_about(about) else {
            return Err(damage(index, format!("`revision {about}` is not how a revision begins; {EDITED}")));
        };
        let mut text = String::new();
        let mut notes = Vec::new();
        while let Some((_, line)) = self.lines.next_if(|(_, line)| line.is_empty() || line.starts_with("    ")) {
            let line = line.get(4..).unwrap_or_default();
            if let Some(note) = line.strip_prefix("# ") {
                notes.push(note.to_owned());
            } else {
                text.push_str(line);
                text.push('\n');
            }
        }
        let schema = Schema::parse(&text)
            .map_err(|error| damage(index, format!("the schema of this revision is none: {error}; {EDITED}")))?;
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
                format!("revision {number} of `{}` does not follow the one before it; {EDITED}", stored.name),
            ));
        }
        stored.next = number.saturating_add(1);
        stored.revisions.push(Revision { number, schema, after, notes });
        Ok(())
    }
}

/// What stands behind the word `revision`.
fn read_about(about: &str) -> Option<(u32, u64, After)> {
    let (number, rest) = about.split_once(", fingerprint ")?;
    let (fingerprint, after) = rest.split_once(", ")?;
    let after = match after {
        "the first" => After::Nothing,
        "after those that are forgotten" => After::Forgotten,
        other => After::Revision(read_fingerprint(other.strip_prefix("after ")?)?),
    };
    let number = number.parse().ok().filter(|number| *number > 0)?;
    Some((number, read_fingerprint(fingerprint)?, after))
}

fn read_fingerprint(text: &str) -> Option<u64> {
    if text.len() == 16 { u64::from_str_radix(text, 16).ok() } else { None }
}

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}vellum lock {VERSION}")?;
        for stored in self.types.iter().filter(|stored| !stored.revisions.is_empty()) {
            writeln!(f, "\ntype {}", stored.name)?;
            for revision in &stored.revisions {
                let Revision { number, schema, after, notes } = revision;
                write!(f, "\nrevision {number}, fingerprint {:016x}, ", schema.fingerprint())?;
                match after {
                    After::Nothing => writeln!(f, "the first")?,
                    After::Forgotten => writeln!(f, "after those that are forgotten")?,
                    After::Revision(before) => writeln!(f, "after {before:016x}")?,
                }
                notes.iter().try_for_each(|note| writeln!(f, "    # {note}"))?;
                for line in schema.to_string().lines() {
                    if line.is_empty() { writeln!(f)? } else { writeln!(f, "    {line}")? }
                }
            }
        }
        Ok(())
    }
}
