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
use crate::read::Buf;
use crate::read::value::Part;
use crate::record::Record;
use crate::schema::Schema;
use crate::typed::Vellum;
pub use change::{Action, Change};
use equal::{Hashed, Pair};

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

/// The root of a buffer of a derived type.
fn root_of<T: Vellum>(bytes: &[u8]) -> Result<(Buf<'_>, Part<'_>)> {
    let schema: &'static Schema = T::schema();
    let (buf, root) = Buf::open(bytes, schema.root().ends())?;
    Ok((buf, Part::Root(buf, schema, root)))
}

/// Whether two buffers of a derived type hold the same: [`Record::content_eq`] without a record.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Note { text: String }
///
/// let mut a = vellum::to_vec(&Note { text: "a long text".into() })?;
/// Note::edit(&mut a)?.set_text("short")?;
/// let b = vellum::to_vec(&Note { text: "short".into() })?;
/// assert!(a != b && vellum::content_eq::<Note>(&a, &b)?);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Record::content_eq`].
pub fn content_eq<T: Vellum>(a: &[u8], b: &[u8]) -> Result<bool> {
    let ((a_buf, a), (b_buf, b)) = (root_of::<T>(a)?, root_of::<T>(b)?);
    Pair::new(a_buf, b_buf).is_equal(&a, &b)
}

/// Hashes what a buffer of a derived type holds: [`Record::content_hash`] without a record, with the same hash.
///
/// ```
/// use std::hash::{DefaultHasher, Hasher};
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Note { text: String }
///
/// let hash = |bytes: &[u8]| -> vellum::Result<u64> {
///     let mut hasher = DefaultHasher::new();
///     vellum::content_hash::<Note>(bytes, &mut hasher)?;
///     Ok(hasher.finish())
/// };
/// let mut a = vellum::to_vec(&Note { text: "a long text".into() })?;
/// Note::edit(&mut a)?.set_text("short")?;
/// assert_eq!(hash(&a)?, hash(&vellum::to_vec(&Note { text: "short".into() })?)?);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Record::content_hash`].
pub fn content_hash<T: Vellum>(bytes: &[u8], hasher: &mut impl Hasher) -> Result<()> {
    let (buf, root) = root_of::<T>(bytes)?;
    Hashed::new(buf, hasher).part(&root, 0)
}
