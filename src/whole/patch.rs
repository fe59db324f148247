//! Changes as one value.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use super::change::Change;
use crate::schema::Schema;

/// Changes to a record, in the order in which they are made: what
/// [`Record::diff`](crate::Record::diff) finds and [`Record::apply`](crate::Record::apply) makes.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, change) in self.changes.iter().enumerate() {
            write!(f, "{}{change}", if number == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Patch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.changes).finish()
    }
}
