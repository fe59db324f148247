//! Patches that take others back.

use crate::error::{Error, ErrorKind, Result};
use crate::record::Resolved;
use crate::whole::{Action, Change, Patch};

impl Patch {
    /// The patch that takes this one back, where it was made to the record it was found in. That of
    /// [`Record::diff_invertible`](crate::Record::diff_invertible) says what was there before.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("age", 37)?;
    /// let mut edited = Record::open(&schema, record.as_bytes().to_vec())?;
    /// edited.set("age", 38)?;
    /// edited.push("tags", "math")?;
    /// let undo = record.diff_invertible(&edited)?.invert()?;
    /// assert_eq!(undo.to_string(), "remove tags[0]: \"math\"\nset age: 37");
    /// edited.apply(&undo)?;
    /// assert!(edited.content_eq(&record)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Type`] if a change does not say what was there before.
    pub fn invert(&self) -> Result<Self> {
        let inverse = |change: &Change| {
            // An element of a set is its key: nothing else was there.
            let is_key =
                change.action() == Action::RemoveKey && Resolved::new(self.schema(), change.path(), false)?.is_in_set();
            change.inverse(is_key).ok_or_else(|| {
                let message = "the change does not say what was there before, and cannot be taken back";
                Error::new(ErrorKind::Type, message).in_field(change.path())
            })
        };
        let changes = self.iter().rev().map(inverse).collect::<Result<_>>()?;
        Ok(Self::new(self.schema(), changes))
    }
}
