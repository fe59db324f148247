//! One difference between two records: a path, what to do there, what it gives, and what it takes
//! away.

use alloc::string::String;
use core::fmt;

use super::owned::{Owned, Removed};
use crate::error::Result;
use crate::read::cursor::ValueRef;
#[cfg(feature = "serde")]
use crate::read::value::Part;
#[cfg(feature = "serde")]
use crate::schema::Schema;

/// What a [`Change`] does.
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
    /// Sets the value at the path, whatever is there.
    Set,
    /// Makes the value at the path absent, whatever is there.
    Clear,
    /// Inserts an element before the one at the path; the path may name the one behind the last.
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
    /// Makes the union at the path another variant, with its payload, whatever is there.
    Switch,
}

impl Action {
    const ALL: [Self; 8] =
        [Self::Set, Self::Clear, Self::Insert, Self::Remove, Self::Splice, Self::AddKey, Self::RemoveKey, Self::Switch];

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

    /// The name: `set`, `clear`, `insert`, `remove`, `splice`, `add key`, `remove key` or `switch`.
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
        }
    }
}

/// One difference between two records: [`Record::diff`](crate::Record::diff) finds them, and
/// [`Record::apply`](crate::Record::apply) makes them.
///
/// It borrows from neither record, and keeps what it removes, so that nothing else is removed in
/// its place. With the feature `serde` it is serialized, as a map of its path, its action's name,
/// and its values as the record's format would have them; `serde::ChangesSeed` takes it back, so
/// that changes can be sent and applied elsewhere.
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
    path: String,
    action: Action,
    value: Option<Owned>,
    /// Of a splice.
    index: usize,
    removed: Option<Removed>,
}

impl Change {
    pub(crate) fn new(path: &str, action: Action, value: Option<Owned>) -> Self {
        Self { path: path.into(), action, value, index: 0, removed: None }
    }

    /// This change as one that removes this alone; a splice begins at the index.
    pub(crate) fn removing(self, index: usize, removed: Option<Removed>) -> Self {
        Self { index, removed, ..self }
    }

    /// A change with a value that lies in a record of another schema that numbers its types alike.
    #[cfg(feature = "serde")]
    pub(crate) fn of_schema(schema: &Schema, path: &str, action: Action, value: Option<&Part<'_>>) -> Result<Self> {
        let value = match value {
            Some(part) => Owned::of(part)?.map(|value| value.in_schema(schema)),
            None => None,
        };
        Ok(Self::new(path, action, value))
    }

    /// As [`Change::removing`], of what lies in such a record.
    #[cfg(feature = "serde")]
    pub(crate) fn removing_of_schema(self, schema: &Schema, index: usize, removed: Option<&Part<'_>>) -> Result<Self> {
        let removed = removed.map(Removed::of).transpose()?.map(|removed| removed.in_schema(schema));
        Ok(self.removing(index, removed))
    }

    /// Where: a path as [`Record::get`](crate::Record::get) takes it.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What to do there.
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

    /// What the change takes away, as the old record had it: an element, the value of a key, or of
    /// a splice the list of the elements that go. [`Record::apply`](crate::Record::apply) removes
    /// nothing else. There is none where nothing is removed, for a key of a set, and for a change
    /// from elsewhere that does not say: that one removes whatever is there.
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

    pub(crate) fn owned(&self) -> Option<&Owned> {
        self.value.as_ref()
    }

    pub(crate) fn taken(&self) -> Option<&Removed> {
        self.removed.as_ref()
    }

    /// The bytes of what it gives, and of what it takes away.
    fn bytes(&self) -> [Option<&[u8]>; 2] {
        let removed = self.removed.as_ref().and_then(Removed::owned);
        [self.value.as_ref(), removed].map(|value| value.map(Owned::bytes))
    }

    /// Bytes of its path and of its values.
    pub(super) fn size(&self) -> usize {
        let values = self.bytes().into_iter().flatten();
        values.fold(self.path.len(), |size, value| size.saturating_add(value.len()))
    }
}

/// By path, action, index and canonical bytes.
impl PartialEq for Change {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, self.action, self.index) == (&other.path, other.action, other.index)
            && self.removed.is_some() == other.removed.is_some()
            && self.bytes() == other.bytes()
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.action.name(), self.path)?;
        match self.action {
            Action::Splice => {
                write!(f, "[{}]", self.index)?;
                write_value(f, ": ", self.removed(), ": []")?;
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Change({self})")
    }
}
