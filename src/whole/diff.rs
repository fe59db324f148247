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
use core::mem::replace;

use super::change::{Action, Change, Owned};
use super::equal::Pair;
use crate::error::Result;
use crate::limits::{Cost, Meter};
use crate::read::cursor::ListRef;
use crate::read::decoder::Decoder;
use crate::read::parts::MapRef;
use crate::read::path::{field_step, variant_step, write_key};
use crate::read::value::{Content, Part};

/// The changes that make the old value the new one, in the order in which they are to be made.
pub(crate) fn diff(old: &Part<'_>, new: &Part<'_>, meter: Meter) -> Result<Vec<Change>> {
    let mut differ = Differ { path: String::new(), changes: Vec::new(), meter };
    differ.part(old, new)?;
    Ok(differ.changes)
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
                    let step = field_step(&self.path, name);
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
                (0..a.len()).try_for_each(|index| self.element(index, &a.part(index)?, &b.part(index)?))
            }
            (Content::List(a), Content::List(b)) => self.list(a, b, new),
            (Content::Map(a), Content::Map(b)) => self.map(a, b),
            (Content::Union(_, a), Content::Union(id, b)) if a.tag() == b.tag() => match (a.part(), b.part()) {
                (Some(old_payload), Some(new_payload)) => {
                    let step = variant_step(&self.path, new.schema().union(*id), b.name());
                    self.within(&step, |differ| differ.part(&old_payload, &new_payload))
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

    fn list(&mut self, old: &ListRef<'_>, new: &ListRef<'_>, whole: &Part<'_>) -> Result<()> {
        let is_same = |a: usize, b: usize| {
            let (a, b) = (old.part(a)?, new.part(b)?);
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
            self.element(index, &old.part(index)?, &new.part(index)?)?;
        }
        for index in (common..old_end).rev() {
            self.within(&format!("[{index}]"), |differ| differ.change(Action::Remove, None))?;
        }
        for index in common..new_end {
            self.within(&format!("[{index}]"), |differ| differ.change(Action::Insert, Some(&new.part(index)?)))?;
        }
        Ok(())
    }

    fn map(&mut self, old: &MapRef<'_>, new: &MapRef<'_>) -> Result<()> {
        let (mut of_old, mut of_new) = (old.entries(), new.entries());
        let (mut a, mut b) = (of_old.next().transpose()?, of_new.next().transpose()?);
        loop {
            let order = match (&a, &b) {
                (None, None) => return Ok(()),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some((a, _)), Some((b, _))) => a.order_with(b)?,
            };
            let removed = if order == Ordering::Greater { None } else { replace(&mut a, of_old.next().transpose()?) };
            let added = if order == Ordering::Less { None } else { replace(&mut b, of_new.next().transpose()?) };
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
