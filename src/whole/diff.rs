//! The differences between two records, and how they are made.
//!
//! Structs are told apart field by field, maps key by key, unions of one variant by their payloads. Of two lists the
//! elements that are the same at the start and at the end are left out; what lies between is told apart element by element,
//! and the rest is inserted or removed. That is minimal for one edit of a list, not for several at once: no longest common
//! subsequence is looked for.
//!
//! Both buffers are walked once under a walk's budget before; so what comes after may look at values more than once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt::Write;

use super::change::{Action, Change, Owned};
use super::equal::Pair;
use super::part::{Content, Part, Run, Runs, field_step, variant_step};
use super::same::check_same;
use crate::error::{Error, Kind, Result};
use crate::limits::{Cost, Meter};
use crate::read::cursor::{Shape, ValueRef};
use crate::read::decoder::Decoder;
use crate::record::Record;
use crate::scalar::form::Form;
use crate::write::{Check, Storage};

impl<B: AsRef<[u8]>> Record<B> {
    /// What to change in this record to make it hold what `new` holds.
    ///
    /// The changes are to be made in their order. They are few, if not as few as can be: of lists, what is the same at both
    /// ends is left out, but no longest common subsequence is looked for. Buffers of a derived type are records too:
    /// `Record::open(User::schema(), bytes)`.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Post { title: string, tags: list<string>, votes: map<string, u32> } root Post;")?;
    /// let mut old = Record::new(&schema);
    /// old.extend(&schema.field::<str>("tags[]")?, ["a", "c"])?;
    /// let mut new = Record::open(&schema, old.as_bytes().to_vec())?;
    /// new.insert("tags[1]", "b")?;
    /// new.set("votes[ada]", 1u32)?;
    /// let changes = old.diff(&new)?;
    /// let texts: Vec<String> = changes.iter().map(|change| change.to_string()).collect();
    /// assert_eq!(texts, ["insert tags[1]: \"b\"", "add key votes[\"ada\"]: 1"]);
    /// old.apply(&changes)?;
    /// assert!(old.content_eq(&new)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::content_eq`].
    pub fn diff<C: AsRef<[u8]>>(&self, new: &Record<C>) -> Result<Vec<Change>> {
        self.check_same_schema(new)?;
        self.root()?.check(Check::Stored)?;
        new.root()?.check(Check::Stored)?;
        let len = self.as_bytes().len().saturating_add(new.as_bytes().len());
        let meter = Meter::new(self.schema().limits(), len);
        let mut differ = Differ { path: String::new(), changes: Vec::new(), meter };
        differ.part(&self.whole()?, &new.whole()?)?;
        Ok(differ.changes)
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Makes changes, all or none.
    ///
    /// Each finds its place by its path; the buffer is copied once, to go back to if one fails.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
    /// let (mut mine, mut theirs) = (Record::new(&schema), Record::new(&schema));
    /// theirs.set("name", "Ada")?;
    /// theirs.push("tags", "math")?;
    /// let changes = mine.diff(&theirs)?;
    /// mine.apply(&changes)?;
    /// assert!(mine.content_eq(&theirs)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`], [`Record::insert`] and [`Record::remove`], and [`Kind::Type`] if a change is for a field of another
    /// type. The bytes are then unchanged.
    pub fn apply(&mut self, changes: &[Change]) -> Result<()> {
        self.atomically(|record| changes.iter().try_for_each(|change| record.make_change(change)))
    }

    fn make_change(&mut self, change: &Change) -> Result<()> {
        let path = change.path();
        let value = change.owned();
        if let Some(value) = value {
            let address = self.at_path(path)?;
            check_same((self.schema(), self.type_at(&address)?), value.ty())
                .map_err(|error| error.in_field(String::from(path)))?;
        }
        match (change.action(), value) {
            (Action::Set | Action::Switch, Some(value)) => self.put(&self.at_path(path)?, &value.part()),
            (Action::Set | Action::Switch | Action::Clear, _) => self.clear(path),
            (Action::Insert, Some(value)) => self.insert_part(path, &value.part()),
            (Action::Insert, None) => self.insert_default(path),
            (Action::Remove | Action::RemoveKey, _) => self.remove(path),
            (Action::AddKey, value) => {
                self.add_path(path)?;
                value.map_or(Ok(()), |value| self.put(&self.at_path(path)?, &value.part()))
            }
        }
    }
}

/// The differences found so far, and where the next are looked for.
struct Differ {
    path: String,
    changes: Vec<Change>,
    /// Paths have names, which buffers do not store.
    meter: Meter,
}

impl Differ {
    fn change(&mut self, action: Action, value: Option<&Part<'_>>) -> Result<()> {
        self.meter.spend(Cost::text(self.path.len())).map_err(|error| error.in_field(self.path.clone()))?;
        let value = match value {
            Some(part) => Owned::of(part)?,
            None => None,
        };
        self.changes.push(Change::new(&self.path, action, value));
        Ok(())
    }

    /// Goes on at a path that is longer.
    fn within(&mut self, step: &str, look: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let len = self.path.len();
        self.path.push_str(step);
        look(self)?;
        self.path.truncate(len);
        Ok(())
    }

    fn part(&mut self, old: &Part<'_>, new: &Part<'_>) -> Result<()> {
        let of_old = old.open(&mut Decoder::new(old.buf()))?.0;
        let of_new = new.open(&mut Decoder::new(new.buf()))?.0;
        match (&of_old, &of_new) {
            (Content::Absent, Content::Absent) | (Content::Struct(_, []), Content::Struct(_, [])) => Ok(()),
            (_, Content::Absent) => self.change(Action::Clear, None),
            (Content::Bit(a), Content::Bit(b)) if a == b => Ok(()),
            (Content::Word(_, a), Content::Word(_, b)) if a == b => Ok(()),
            (Content::Blob(a), Content::Blob(b)) if a == b => Ok(()),
            (Content::Struct(old_id, old_record), Content::Struct(new_id, new_record)) => {
                let old_fields = Part::fields(old.buf(), old.schema(), *old_id, old_record);
                let new_fields = Part::fields(new.buf(), new.schema(), *new_id, new_record);
                for ((name, old), (_, new)) in old_fields.zip(new_fields) {
                    let step = field_step(&self.path, new.schema(), name);
                    self.within(&step, |differ| differ.part(&old, &new))?;
                }
                Ok(())
            }
            // Two arrays that are not stored have defaults only.
            (Content::List(a), Content::List(b))
                if a.is_array && a.elements.bytes.is_empty() && b.elements.bytes.is_empty() =>
            {
                Ok(())
            }
            (Content::List(a), Content::List(b)) if a.is_array => {
                (0..a.len()).try_for_each(|index| self.element(index, &a.get(index), &b.get(index)))
            }
            (Content::List(a), Content::List(b)) => self.list(a, b, new),
            (Content::Map(a), Content::Map(b)) => self.map(a, b),
            (Content::Union(_, old_tag, of_a), Content::Union(id, tag, of_b)) if old_tag == tag => match (of_a, of_b) {
                (Some(a), Some(b)) => {
                    let union = new.schema().union(*id);
                    let name = union.of_tag(*tag).map_or("", |variant| variant.name());
                    let step = variant_step(&self.path, union, name);
                    self.within(&step, |differ| differ.part(a, b))
                }
                _ => Ok(()),
            },
            (Content::Union(..), Content::Union(..)) => self.change(Action::Switch, Some(new)),
            _ => self.change(Action::Set, Some(new)),
        }
    }

    fn element(&mut self, index: usize, old: &Part<'_>, new: &Part<'_>) -> Result<()> {
        self.within(&format!("[{index}]"), |differ| differ.part(old, new))
    }

    fn list(&mut self, old: &Run<'_>, new: &Run<'_>, whole: &Part<'_>) -> Result<()> {
        let is_same = |a: usize, b: usize| {
            let (a, b) = (old.get(a), new.get(b));
            Pair::new(a.buf(), b.buf()).is_equal(&a, &b)
        };
        let most = old.len().min(new.len());
        let mut start = 0usize;
        while start < most && is_same(start, start)? {
            start = start.saturating_add(1);
        }
        let mut same_end = 0usize;
        let from_end = |len: usize, count: usize| len.saturating_sub(count).saturating_sub(1);
        while same_end < most.saturating_sub(start)
            && is_same(from_end(old.len(), same_end), from_end(new.len(), same_end))?
        {
            same_end = same_end.saturating_add(1);
        }
        let (old_end, new_end) = (old.len().saturating_sub(same_end), new.len().saturating_sub(same_end));
        let is_plain = !new.item.ty.has_parts() && new.elements.tag == crate::schema::MIXED;
        let differs = start < old_end || start < new_end;
        if differs && start == 0 && same_end == 0 && (is_plain || most == 0) {
            return self.change(Action::Set, Some(whole));
        }
        let common = old_end.min(new_end);
        for index in start..common {
            self.element(index, &old.get(index), &new.get(index))?;
        }
        for index in (common..old_end).rev() {
            self.within(&format!("[{index}]"), |differ| differ.change(Action::Remove, None))?;
        }
        for index in common..new_end {
            self.within(&format!("[{index}]"), |differ| differ.change(Action::Insert, Some(&new.get(index))))?;
        }
        Ok(())
    }

    fn map(&mut self, old: &Runs<'_>, new: &Runs<'_>) -> Result<()> {
        let (mut of_old, mut of_new) = (old.iter().peekable(), new.iter().peekable());
        loop {
            let order = match (of_old.peek(), of_new.peek()) {
                (None, None) => return Ok(()),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some((a, _)), Some((b, _))) => a.sorted()?.cmp(&b.sorted()?),
            };
            let removed = if order == Ordering::Greater { None } else { of_old.next() };
            let added = if order == Ordering::Less { None } else { of_new.next() };
            let Some((key, _)) = removed.or(added) else { return Ok(()) };
            let mut step = String::new();
            write_key(&mut step, key.value()?)?;
            self.within(&step, |differ| match (removed, added) {
                (Some((_, Some(a))), Some((_, Some(b)))) => differ.part(&a, &b),
                (Some(_), None) => differ.change(Action::RemoveKey, None),
                (None, Some((_, value))) => differ.change(Action::AddKey, value.as_ref()),
                _ => Ok(()),
            })?;
        }
    }
}

/// Writes `[key]` as paths have it: parsed, it is the same key.
pub(crate) fn write_key(path: &mut String, key: ValueRef<'_>) -> Result<()> {
    // Writing to a String cannot fail.
    let _ = match key.shape() {
        Shape::Bool(value) => write!(path, "[{value}]"),
        Shape::Scalar(scalar, word) => match Form::of(scalar, word) {
            Form::U64(value) => write!(path, "[{value}]"),
            Form::I64(value) => write!(path, "[{value}]"),
            Form::I32(value) => write!(path, "[{value}]"),
            Form::U128(value) => write!(path, "[{value}]"),
            Form::I128(value) => write!(path, "[{value}]"),
            Form::Bytes(own) | Form::Octets(own) => write!(path, "[{own}]"),
            Form::Decimal(number) => write!(path, "[{number}]"),
            Form::Char(c) => write_quoted(path, c.encode_utf8(&mut [0; 4])),
            Form::F32(_) | Form::F64(_) | Form::Degrees(..) => return Err(no_text()),
        },
        Shape::String(text) => write_quoted(path, text),
        Shape::Bytes(bytes) => write!(path, "[b\"{}\"]", bytes.escape_ascii()),
        // A variant that an open enum has in a newer revision.
        Shape::Enum("", number) => write!(path, "[{number}]"),
        Shape::Enum(name, _) => write_quoted(path, name),
        Shape::Absent | Shape::Null | Shape::Struct(_) | Shape::List(_) | Shape::Union(_) | Shape::Map(_) => {
            return Err(no_text());
        }
    };
    Ok(())
}

#[cold]
fn no_text() -> Error {
    Error::new(Kind::Type, "a key of this type has no text")
}

/// Writes `["key"]` as paths have it.
pub(crate) fn write_quoted(path: &mut impl Write, text: &str) -> core::fmt::Result {
    path.write_str("[\"")?;
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            path.write_char('\\')?;
        }
        path.write_char(c)?;
    }
    path.write_str("\"]")
}
