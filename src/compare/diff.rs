//! The differences between two records, found in one walk, and a patch that keeps them.
//!
//! Structs are compared field by field, maps key by key, unions of one variant by their payloads.
//! Of two lists, the equal elements at the start and at the end are left out, and the rest is
//! compared index by index. Structs, lists and maps among these elements are compared by their
//! parts. A run of other elements that differ is replaced, in one change. If one list is longer,
//! its last elements are inserted or removed, also in one change. That is minimal for one edit of a
//! list, not for several at once: no longest common subsequence is looked for.
//!
//! A list is never set where both records have it, however little the two have in common: it would
//! erase the elements that a third record has in it. A removed value is kept in the change, so that
//! no other value is removed elsewhere.
//!
//! Both buffers are walked once under a walk's budget before, so the comparison may look at values
//! more than once.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::mem::replace;
use core::ops::{Deref, Range};

use super::change::{Action, Change};
use super::equal::ContentEq;
use super::owned::{Owned, Removed};
use super::place::{ChangePlace, PlaceSteps};
use crate::error::{Result, internal_error};
use crate::limits::{Cost, Meter};
use crate::read::cursor::{ListRef, MapRef};
use crate::read::document::Decoder;
use crate::read::value::{Content, Part};
use crate::schema::Schema;

/// The changes that make the old value the new one, in the order in which they are to be made.
#[inline]
pub(crate) fn diff(old: &Part<'_>, new: &Part<'_>, meter: Meter, keeps_old: bool) -> Result<Vec<Change>> {
    let mut differ = Differ { place: PlaceSteps::new(new.schema()), changes: Vec::new(), meter, keeps_old };
    differ.part(old, new)?;
    Ok(differ.changes)
}

/// The differences found so far, and where the next are looked for.
struct Differ {
    place: PlaceSteps,
    changes: Vec<Change>,
    /// Paths have names, which buffers do not store, and values what records of an old revision do
    /// not.
    meter: Meter,
    /// Whether what is set says what was there before.
    keeps_old: bool,
}

impl Differ {
    #[inline]
    fn change(&mut self, action: Action, old: Option<&Part<'_>>, value: Option<&Part<'_>>) -> Result<()> {
        let value = self.named(value.map_or(Ok(None), Owned::of))?;
        let old = self.named(old.filter(|_| self.keeps_old).map(Removed::of).transpose())?;
        self.push(self.at(action, value).with_old(old))
    }

    #[inline]
    fn removal(&mut self, action: Action, old: Option<&Part<'_>>) -> Result<()> {
        let removed = self.named(old.map(Removed::of).transpose())?;
        self.push(self.at(action, None).removing(0, removed))
    }

    /// A change at the present place.
    #[inline]
    fn at(&self, action: Action, value: Option<Owned>) -> Change {
        Change::at(ChangePlace::of_steps(self.place.clone()), action, value)
    }

    /// Adds the path to an error of a value that is copied here.
    fn named<T>(&self, copied: Result<T>) -> Result<T> {
        copied.map_err(|error| if self.place.is_empty() { error } else { error.in_field(&self.place.text()) })
    }

    #[inline]
    fn push(&mut self, change: Change) -> Result<()> {
        self.meter.spend(Cost::text(change.size())).map_err(|error| error.in_field(&self.place.text()))?;
        self.changes.push(change);
        Ok(())
    }

    /// Goes on at a path that was made longer, and comes back.
    fn within(&mut self, before: [usize; 3], look: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        look(self)?;
        self.place.go_back(before);
        Ok(())
    }

    /// Goes on at an element.
    fn in_element(&mut self, index: usize, look: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let before = self.place.mark();
        self.place.enter_element(index);
        self.within(before, look)
    }

    #[inline]
    fn part(&mut self, old: &Part<'_>, new: &Part<'_>) -> Result<()> {
        let of_old = old.open(&mut Decoder::new(old.buf()))?.0;
        let of_new = new.open(&mut Decoder::new(new.buf()))?.0;
        match (&of_old, &of_new) {
            (Content::Absent, Content::Absent) | (Content::Struct(_, []), Content::Struct(_, [])) => Ok(()),
            (_, Content::Absent) => self.change(Action::Clear, Some(old), None),
            (Content::Bit(a), Content::Bit(b)) if a == b => Ok(()),
            (Content::Word(_, a), Content::Word(_, b)) if a == b => Ok(()),
            (Content::Blob(a), Content::Blob(b)) if a == b => Ok(()),
            (Content::Struct(old_id, old_record), Content::Struct(new_id, new_record)) => {
                let old_fields = Part::fields(old.buf(), old.schema(), *old_id, old_record);
                let new_fields = Part::fields(new.buf(), new.schema(), *new_id, new_record);
                let structure = new.schema().structure(*new_id);
                (0..).zip(old_fields.zip(new_fields)).try_for_each(|(index, ((_, old), (_, new)))| {
                    let before = self.place.mark();
                    self.place.enter_field(structure, index);
                    self.within(before, |differ| differ.part(&old, &new))
                })
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
            (Content::List(a), Content::List(b)) => self.list((a, old), (b, new)),
            (Content::Map(a), Content::Map(b)) => self.map(a, b),
            (Content::Union(_, a), Content::Union(id, b)) if a.tag() == b.tag() => match (a.part(), b.part()) {
                (Some(old_payload), Some(new_payload)) => {
                    let before = self.place.mark();
                    self.place.enter_payload(new.schema().union(*id), b.tag());
                    self.within(before, |differ| differ.part(&old_payload, &new_payload))
                }
                _ => Ok(()),
            },
            (Content::Union(..), Content::Union(..)) => self.change(Action::Switch, Some(old), Some(new)),
            _ => self.change(Action::Set, Some(old), Some(new)),
        }
    }

    #[inline]
    fn element(&mut self, index: usize, old: &Part<'_>, new: &Part<'_>) -> Result<()> {
        self.in_element(index, |differ| differ.part(old, new))
    }

    #[inline]
    fn list(&mut self, of_old: Listed<'_, '_>, of_new: Listed<'_, '_>) -> Result<()> {
        let ((old, _), (new, _)) = (of_old, of_new);
        let is_same = |a: usize, b: usize| {
            let (a, b) = (old.part(a)?, new.part(b)?);
            ContentEq::new(a.buf(), b.buf()).is_equal(&a, &b)
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
        let common = old_end.min(new_end);
        // Where a run begins that is replaced.
        let mut from = start;
        for index in start..common {
            let (a, b) = (old.part(index)?, new.part(index)?);
            let is_edited = is_edited(&a, &b)?;
            if !is_edited && !is_same(index, index)? {
                continue;
            }
            self.run((of_old, from..index), (of_new, from..index))?;
            from = index.saturating_add(1);
            if is_edited {
                self.element(index, &a, &b)?;
            }
        }
        self.run((of_old, from..old_end), (of_new, from..new_end))
    }

    /// Elements of the new list that come in the place of elements of the old one.
    #[inline]
    fn run(
        &mut self,
        (of_old, old): (Listed<'_, '_>, Range<usize>),
        (of_new, new): (Listed<'_, '_>, Range<usize>),
    ) -> Result<()> {
        let (index, old_len) = (old.start, old.len());
        match (old.len(), new.len()) {
            (0, 0) => Ok(()),
            (0, 1) => {
                let element = of_new.0.part(new.start)?;
                self.in_element(index, |differ| differ.change(Action::Insert, None, Some(&element)))
            }
            (1, 0) => {
                let element = of_old.0.part(index)?;
                self.in_element(index, |differ| differ.removal(Action::Remove, Some(&element)))
            }
            _ => {
                let removed = self.named(elements(of_old, old))?.map(Removed::elements);
                let change = self.at(Action::Splice, self.named(elements(of_new, new))?);
                self.push(change.ranging(index, old_len).removing(index, removed))
            }
        }
    }

    #[inline]
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
            let before = self.place.mark();
            self.place.enter_key(key.schema, key.ty, &Part::Slot(key))?;
            self.within(before, |differ| match (removed, added) {
                (Some((_, Some(a))), Some((_, Some(b)))) => differ.part(&a, &b),
                (Some((_, value)), None) => differ.removal(Action::RemoveKey, value.as_ref()),
                (None, Some((_, value))) => differ.change(Action::AddKey, None, value.as_ref()),
                _ => Ok(()),
            })?;
        }
    }
}

/// A list, and where it lies.
type Listed<'l, 'a> = (&'l ListRef<'a>, &'l Part<'a>);

/// A copy of elements of a list, if there are such.
#[inline]
fn elements((list, part): Listed<'_, '_>, range: Range<usize>) -> Result<Option<Owned>> {
    match part {
        _ if range.is_empty() => Ok(None),
        Part::Slot(slot) => Owned::of_elements(list, slot.ty, range).map(Some),
        Part::Root(..) | Part::Packed(_) => Err(internal_error()),
    }
}

/// Whether an element that differs is edited, and not replaced: if both hold parts that are told
/// apart by themselves.
fn is_edited(old: &Part<'_>, new: &Part<'_>) -> Result<bool> {
    let of_old = old.open(&mut Decoder::new(old.buf()))?.0;
    let of_new = new.open(&mut Decoder::new(new.buf()))?.0;
    match (of_old, of_new) {
        (Content::Struct(..), Content::Struct(..))
        | (Content::List(_), Content::List(_))
        | (Content::Map(_), Content::Map(_)) => Ok(true),
        (Content::Union(_, a), Content::Union(_, b)) if a.tag() == b.tag() => match (a.part(), b.part()) {
            (Some(a), Some(b)) => is_edited(&a, &b),
            _ => Ok(false),
        },
        _ => Ok(false),
    }
}

// The patch: changes as one value.

/// Changes to a record, in the order in which they are made: the result of
/// [`Record::diff`](crate::Record::diff), for [`Record::apply`](crate::Record::apply).
///
/// [`Patch::to_bytes`] gives it as a few bytes to store or to send in the place of the record, and
/// [`patch::then`](crate::patch::then) makes one of two. It derefs to its [`Change`]s.
///
/// ```
/// use vellum::{Record, Schema, patch::Patch};
///
/// let schema = Schema::parse("struct User { name: string, age: u16, tags: list<string> } root User;")?;
/// let mut here = Record::new(&schema);
/// let mut there = Record::open(&schema, here.as_bytes().to_vec())?;
/// here.set("age", 37)?;
/// here.push("tags", "math")?;
///
/// let sent = there.diff(&here)?.to_bytes()?;
/// assert_eq!(sent.len(), 21);
/// let patch = Patch::from_bytes(&schema, &sent)?;
/// assert_eq!(patch.to_string(), "set age: 37\ninsert tags[0]: \"math\"");
/// there.apply(&patch)?;
/// assert!(there.content_eq(&here)?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Patch {
    schema: Schema,
    changes: Vec<Change>,
}

impl Patch {
    pub(crate) fn new(schema: &Schema, changes: Vec<Change>) -> Self {
        Self { schema: schema.clone(), changes }
    }

    /// The schema whose records it changes.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16 } root User;")?;
    /// let patch = Record::new(&schema).diff(&Record::new(&schema))?;
    /// assert_eq!(patch.schema().root().name(), "User");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }
}

impl Deref for Patch {
    type Target = [Change];

    fn deref(&self) -> &[Change] {
        &self.changes
    }
}

impl<'p> IntoIterator for &'p Patch {
    type Item = &'p Change;
    type IntoIter = core::slice::Iter<'p, Change>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.changes.iter()
    }
}

impl IntoIterator for Patch {
    type Item = Change;
    type IntoIter = alloc::vec::IntoIter<Change>;

    fn into_iter(self) -> Self::IntoIter {
        self.changes.into_iter()
    }
}

/// A line for each change.
impl fmt::Display for Patch {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, change) in self.changes.iter().enumerate() {
            write!(f, "{}{change}", if number == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Patch {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.changes).finish()
    }
}
