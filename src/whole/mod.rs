//! Whole records and whole values: compared, hashed, copied, told apart, merged, and measured field by field.
//!
//! - `part`: a value in a buffer with its type, as these walks see it
//! - `equal`: equality and hash of content
//! - `same`: whether types of two schemas are the same
//! - `copy`: values from one record to another
//! - `diff`, `change`: the differences between two records, and how they are made
//! - `merge`: a partial record over another
//! - `ruled`: whether a value with parts keeps the rules of where it goes

mod change;
mod copy;
mod diff;
mod equal;
mod merge;
mod ruled;
mod same;

use core::hash::Hasher;

use crate::error::{Error, Kind, Result};
use crate::record::Record;
pub use change::{Action, Change};
pub(crate) use equal::{Hashed, Pair};

impl<B: AsRef<[u8]>> Record<B> {
    /// Whether two records hold the same, whatever their layout, free space and pointer width: whether they would be equal
    /// bytes after [`Record::compact`]. Floats compare by their bits. Neither buffer is copied.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Note { text: string, tags: set<string> } root Note;")?;
    /// let (mut a, mut b) = (Record::new(&schema), Record::new(&schema));
    /// a.set("text", "a text that will not stay")?;
    /// a.set("text", "short")?;
    /// b.set("text", "short")?;
    /// assert_ne!(a.as_bytes(), b.as_bytes());
    /// assert!(a.content_eq(&b)?);
    /// b.add_key("tags", "new")?;
    /// assert!(!a.content_eq(&b)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Schema`] if the schemas differ, [`Kind::Corrupt`] for bytes that cannot be walked, [`Kind::Newer`] for data of
    /// a newer schema revision, which cannot be compared. What comes before decides first: records that differ there are
    /// told apart all the same.
    pub fn content_eq<C: AsRef<[u8]>>(&self, other: &Record<C>) -> Result<bool> {
        self.check_same_schema(other)?;
        Pair::new(self.buf(), other.buf()).is_equal(&self.whole()?, &other.whole()?)
    }

    /// Hashes what the record holds: records that are equal by [`Record::content_eq`] hash alike.
    ///
    /// The hash depends on the schema: on the numbers of fields and variants, not on their names.
    ///
    /// ```
    /// use std::hash::{DefaultHasher, Hasher};
    /// use vellum::{PointerWidth, Record, Schema};
    ///
    /// let schema = Schema::parse("struct Note { text: string } root Note;")?;
    /// let hash = |mut record: Record| -> vellum::Result<u64> {
    ///     record.set("text", "the same")?;
    ///     let mut hasher = DefaultHasher::new();
    ///     record.content_hash(&mut hasher)?;
    ///     Ok(hasher.finish())
    /// };
    /// assert_eq!(hash(Record::new(&schema))?, hash(Record::with_width(&schema, PointerWidth::Four))?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Corrupt`] for bytes that cannot be walked, [`Kind::Newer`] for data of a newer schema revision. The hasher has
    /// then seen a part.
    pub fn content_hash(&self, hasher: &mut impl Hasher) -> Result<()> {
        Hashed::new(self.buf(), hasher).part(&self.whole()?, 0)
    }

    /// Fails unless both records have one schema, or equal ones.
    fn check_same_schema<C: AsRef<[u8]>>(&self, other: &Record<C>) -> Result<()> {
        if self.schema() == other.schema() {
            return Ok(());
        }
        Err(Error::new(Kind::Schema, "the records have different schemas"))
    }
}
