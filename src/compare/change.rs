//! One difference between two records: its place, its action, the new value, and the removed one.

use core::fmt;
use core::ops::Range;

use super::owned::{Owned, Removed};
use super::place::ChangePlace;
use crate::error::Result;
use crate::read::cursor::ValueRef;
#[cfg(feature = "serde")]
use crate::read::value::Part;
#[cfg(feature = "serde")]
use crate::schema::Schema;

/// The index of a push that does not say how many elements the list had: no list has so many.
pub(crate) const UNKNOWN_INDEX: usize = u32::MAX as usize;

/// The action of a [`Change`].
///
/// ```
/// use vellum::{Record, Schema, change::Action};
///
/// let schema = Schema::parse("struct User { nick: string?, tags: set<string> } root User;")?;
/// let (mut old, mut new) = (Record::new(&schema), Record::new(&schema));
/// old.set("nick", "ada")?;
/// new.add_key("tags", "math")?;
/// let actions: Vec<Action> = old.diff(&new)?.iter().map(|change| change.action()).collect();
/// assert_eq!(actions, [Action::Clear, Action::AddKey]);
/// assert_eq!(Action::AddKey.name(), "add key");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// Sets the value at the path, and replaces any other.
    Set,
    /// Makes the value at the path absent, and drops any other.
    Clear,
    /// Inserts an element before the one at the path; the path may name the place after the last.
    Insert,
    /// Removes the element at the path, if it is the one that the old record had there.
    Remove,
    /// Puts elements in the place of others in the list at the path, if those are the ones that the
    /// old record had there: from [`Change::index`] on those of [`Change::removed`] go, and those
    /// of [`Change::value`] come.
    Splice,
    /// Adds the key at the end of the path to its map, with a value, or to its set. A key of a map
    /// may be there with the same value only.
    AddKey,
    /// Removes the key at the end of the path, with its value, if it is the one that the old record
    /// had.
    RemoveKey,
    /// Makes the union at the path another variant, with its payload, and replaces any other.
    Switch,
    /// Appends an element to the list at the path, however many it has. [`Change::index`] is how
    /// many it had where the change was found, 4,294,967,295 if that is not known.
    Push,
    /// Puts text or bytes in the place of others in the text at the path: from [`Change::index`] on
    /// [`Change::count`] bytes go, and those of [`Change::value`] come.
    SpliceText,
}

impl Action {
    /// All, in the order of their codes in patches.
    const ALL: [Self; 10] = [
        Self::Set,
        Self::Clear,
        Self::Insert,
        Self::Remove,
        Self::Splice,
        Self::AddKey,
        Self::RemoveKey,
        Self::Switch,
        Self::Push,
        Self::SpliceText,
    ];

    /// The action of a code in a patch.
    pub(crate) fn of_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// The code in a patch.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    /// Whether an index belongs to it, beside those of the path.
    pub(crate) fn has_index(self) -> bool {
        matches!(self, Self::Splice | Self::Push | Self::SpliceText)
    }

    /// Whether it says how much goes.
    pub(crate) fn has_count(self) -> bool {
        matches!(self, Self::Splice | Self::SpliceText)
    }

    /// The action of that name.
    ///
    /// ```
    /// use vellum::change::Action;
    ///
    /// assert_eq!(Action::from_name("add key"), Some(Action::AddKey));
    /// assert_eq!(Action::from_name("move"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    /// The name: `set`, `clear`, `insert`, `remove`, `splice`, `add key`, `remove key`, `switch`,
    /// `push` or `splice text`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Clear => "clear",
            Self::Insert => "insert",
            Self::Remove => "remove",
            Self::Splice => "splice",
            Self::AddKey => "add key",
            Self::RemoveKey => "remove key",
            Self::Switch => "switch",
            Self::Push => "push",
            Self::SpliceText => "splice text",
        }
    }
}

/// One difference between two records: [`Record::diff`](crate::Record::diff) finds them, and
/// [`Record::apply`](crate::Record::apply) makes them.
///
/// It borrows from neither record, and keeps the removed values, so that no other value is removed
/// in their place. With the feature `serde` it is serialized, as a map of its path, its action's
/// name, and its values as the record's format would have them; `serde::PatchSeed` takes it back,
/// so that changes can be sent and applied elsewhere.
///
/// ```
/// use vellum::{Record, Schema, change::Action, dynamic::ValueRef};
///
/// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
/// let (old, mut new) = (Record::new(&schema), Record::new(&schema));
/// new.set("age", 37u16)?;
/// let changes = old.diff(&new)?;
/// assert_eq!((changes[0].path(), changes[0].action()), ("age", Action::Set));
/// assert!(matches!(changes[0].value()?, Some(ValueRef::Unsigned(37))));
/// assert_eq!(changes[0].to_string(), "set age: 37");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone)]
pub struct Change {
    place: ChangePlace,
    action: Action,
    value: Option<Owned>,
    /// Of a splice and a push.
    index: usize,
    /// Of a splice: how much goes, where `removed` does not say it.
    count: usize,
    removed: Option<Removed>,
    /// Whether it is made only where `removed` is.
    is_condition: bool,
}

impl Change {
    pub(crate) fn at(place: ChangePlace, action: Action, value: Option<Owned>) -> Self {
        Self { place, action, value, index: 0, count: 0, removed: None, is_condition: false }
    }

    /// A change as an operation of a patch says it: what it does, and whether only where the
    /// removed value is; where a range begins, and how much goes.
    pub(crate) fn of_operation(
        place: ChangePlace,
        (action, is_condition): (Action, bool),
        (index, count): (usize, usize),
        value: Option<Owned>,
        removed: Option<Removed>,
    ) -> Self {
        Self { place, action, value, index, count, removed, is_condition }
    }

    /// This change as one that removes this alone; a splice begins at the index.
    #[inline]
    pub(crate) fn removing(self, index: usize, removed: Option<Removed>) -> Self {
        let is_condition = removed.is_some();
        Self { index, removed, is_condition, ..self }
    }

    /// This change with what was there before, which may be another value where it is made.
    #[inline]
    pub(crate) fn with_old(self, removed: Option<Removed>) -> Self {
        Self { removed, is_condition: false, ..self }
    }

    /// This change as one that is made only where what it removes is.
    #[cfg(feature = "json")]
    pub(crate) fn conditional(self) -> Self {
        Self { is_condition: true, ..self }
    }

    /// This change as a splice or push from an index on, where so much goes.
    pub(crate) fn ranging(self, index: usize, count: usize) -> Self {
        Self { index, count, ..self }
    }

    /// The change that takes this one back; `None` if it does not say what was there before, and
    /// that is not known.
    #[inline]
    pub(crate) fn inverse(&self, is_known: bool) -> Option<Self> {
        let Self { place, value, index, removed, .. } = self;
        let at = |action: Action, value: Option<Owned>| Self::at(place.clone(), action, value);
        let old = removed.as_ref().map(|removed| removed.owned().cloned()).or(is_known.then_some(None));
        let now = || Some(Removed::kept(value.clone()));
        let set = |value: Option<Owned>| match value {
            Some(value) if value.is_union() => at(Action::Switch, Some(value)),
            Some(value) => at(Action::Set, Some(value)),
            None => at(Action::Clear, None),
        };
        Some(match self.action {
            Action::Set | Action::Switch | Action::Clear => set(old?).with_old(now()),
            Action::Insert => at(Action::Remove, None).with_old(now()),
            Action::Remove => at(Action::Insert, old?),
            Action::AddKey => at(Action::RemoveKey, None).with_old(now()),
            Action::RemoveKey => at(Action::AddKey, old?),
            Action::Push if *index >= UNKNOWN_INDEX => return None,
            Action::Push => Self::at(place.element(*index), Action::Remove, None).with_old(now()),
            Action::Splice | Action::SpliceText => {
                // Nothing goes where none is said to.
                let old = if old.is_none() && self.count == 0 { Some(None) } else { old };
                let come = value.as_ref().map_or(0, Owned::len);
                at(self.action, old?).with_old(now()).ranging(*index, come)
            }
        })
    }

    /// A change with a value that lies in a record of another schema that numbers its types alike.
    #[cfg(feature = "serde")]
    pub(crate) fn of_schema(
        schema: &Schema,
        place: ChangePlace,
        action: Action,
        value: Option<&Part<'_>>,
    ) -> Result<Self> {
        let value = match value {
            Some(part) => Owned::of(part)?.map(|value| value.in_schema(schema)),
            None => None,
        };
        Ok(Self::at(place, action, value))
    }

    /// This change with what was there before, which lies in such a record.
    #[cfg(feature = "serde")]
    pub(crate) fn with_old_of_schema(
        self,
        schema: &Schema,
        old: Option<&Part<'_>>,
        is_condition: bool,
    ) -> Result<Self> {
        let removed = old.map(Removed::of).transpose()?.map(|removed| removed.in_schema(schema));
        Ok(Self { removed, is_condition, ..self })
    }

    /// Where: a path as [`Record::get`](crate::Record::get) takes it.
    #[inline]
    #[must_use]
    pub fn path(&self) -> &str {
        self.place.text()
    }

    /// The action at the path.
    #[must_use]
    pub fn action(&self) -> Action {
        self.action
    }

    /// The new value; of a splice the list of the elements that come. There is none to clear and to
    /// remove, for an element of a set, which is its key, and for an element or a value of a map
    /// that is absent.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the record it comes from held invalid
    /// bytes.
    pub fn value(&self) -> Result<Option<ValueRef<'_>>> {
        self.value.as_ref().map(|value| value.part().value()).transpose()
    }

    /// Where a splice begins in its list; of other changes zero.
    ///
    /// ```
    /// use vellum::{Record, Schema, change::Action};
    ///
    /// let schema = Schema::parse("struct User { tags: list<string> } root User;")?;
    /// let (mut old, mut new) = (Record::new(&schema), Record::new(&schema));
    /// old.extend(&schema.field::<str>("tags[]")?, ["a", "b"])?;
    /// new.extend(&schema.field::<str>("tags[]")?, ["a", "x", "y"])?;
    /// let changes = old.diff(&new)?;
    /// assert_eq!((changes[0].path(), changes[0].action(), changes[0].index()), ("tags", Action::Splice, 1));
    /// assert_eq!(changes[0].to_string(), r#"splice tags[1]: ["b"] -> ["x", "y"]"#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The removed value, as the old record had it: an element, the value of a key, or for a splice
    /// the list of the removed elements. [`Record::apply`](crate::Record::apply) removes nothing
    /// else. It is `None` if nothing is removed, for a key of a set, and for a change from another
    /// source without it; such a change removes any value.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("struct User { tags: list<string> } root User;")?;
    /// let mut old = Record::new(&schema);
    /// old.push("tags", "math")?;
    /// let changes = old.diff(&Record::new(&schema))?;
    /// assert!(matches!(changes[0].removed()?, Some(ValueRef::String("math"))));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Change::value`].
    pub fn removed(&self) -> Result<Option<ValueRef<'_>>> {
        let Some(removed) = &self.removed else { return Ok(None) };
        removed.owned().map_or(Ok(ValueRef::Absent), |value| value.part().value()).map(Some)
    }

    /// How much goes in a splice: elements of a list, bytes of a text. Of other changes zero.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { tags: list<string> } root User;")?;
    /// let mut old = Record::new(&schema);
    /// old.extend(&schema.field::<str>("tags[]")?, ["a", "b", "c"])?;
    /// let changes = old.diff(&Record::new(&schema))?;
    /// assert_eq!((changes[0].action().name(), changes[0].index(), changes[0].count()), ("splice", 0, 3));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> usize {
        match &self.removed {
            Some(removed) if self.action.has_count() => removed.owned().map_or(0, Owned::len),
            _ => self.count,
        }
    }

    /// The range of a splice.
    pub(crate) fn range(&self) -> Range<usize> {
        self.index..self.index.saturating_add(self.count())
    }

    /// Whether the change is made only where [`Change::removed`] is: anywhere else it is
    /// [`ErrorKind::Conflict`](crate::ErrorKind::Conflict).
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
    /// let (mut old, mut new) = (Record::new(&schema), Record::new(&schema));
    /// old.push("tags", "math")?;
    /// new.set("age", 37)?;
    /// let changes = old.diff_invertible(&new)?;
    /// assert!(!changes[0].is_condition() && changes[0].removed()?.is_some()); // set age: whatever is there
    /// assert!(changes[1].is_condition()); // remove tags[0]: if it is "math"
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn is_condition(&self) -> bool {
        self.is_condition
    }

    pub(crate) fn place(&self) -> &ChangePlace {
        &self.place
    }

    pub(crate) fn owned(&self) -> Option<&Owned> {
        self.value.as_ref()
    }

    pub(crate) fn taken(&self) -> Option<&Removed> {
        self.removed.as_ref()
    }

    /// The new value, and the removed one.
    fn values(&self) -> [Option<&Owned>; 2] {
        [self.value.as_ref(), self.removed.as_ref().and_then(Removed::owned)]
    }

    /// Bytes of its path and of its values.
    pub(crate) fn size(&self) -> usize {
        let values = self.values().into_iter().flatten();
        values.fold(self.place.len(), |size, value| size.saturating_add(value.bytes().len()))
    }
}

/// By path, action, index and content.
impl PartialEq for Change {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (self.path(), self.action, self.index, self.count(), self.is_condition)
            == (other.path(), other.action, other.index, other.count(), other.is_condition)
            && self.removed.is_some() == other.removed.is_some()
            && self.values() == other.values()
    }
}

impl fmt::Display for Change {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.action.name(), self.path())?;
        match self.action {
            Action::Splice | Action::SpliceText => {
                write!(f, "[{}]", self.index)?;
                match &self.removed {
                    None if self.count > 0 => write!(f, ": {} of them", self.count)?,
                    _ => write_value(f, ": ", self.removed(), ": []")?,
                }
                write_value(f, " -> ", self.value(), " -> []")
            }
            Action::Remove | Action::RemoveKey => write_value(f, ": ", self.removed(), ""),
            _ => write_value(f, ": ", self.value(), ""),
        }
    }
}

/// Writes a value behind a text, or another text if there is none.
fn write_value(
    f: &mut fmt::Formatter<'_>,
    before: &str,
    value: Result<Option<ValueRef<'_>>>,
    none: &str,
) -> fmt::Result {
    match value {
        Ok(Some(value)) => write!(f, "{before}{value:?}"),
        Ok(None) => f.write_str(none),
        Err(error) => write!(f, "{before}{error}"),
    }
}

impl fmt::Debug for Change {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Change({self})")
    }
}
