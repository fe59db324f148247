//! Records compared, and their differences: found, and made.

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hasher;

use super::{AsRecord, Record, RecordView};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Meter;
use crate::read::value::Part;
use crate::read::walk::Check;
use crate::whole::{Action, Change, Hashed, Pair, check_same, diff};
use crate::write::Storage;

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
    /// [`ErrorKind::Schema`] if the schemas differ, [`ErrorKind::Corrupt`] for bytes that cannot be walked, [`ErrorKind::Newer`] for data of
    /// a newer schema revision, which cannot be compared. What comes before decides first: records that differ there are
    /// told apart all the same.
    pub fn content_eq(&self, other: &impl AsRecord) -> Result<bool> {
        self.view()?.content_eq(other)
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
    /// [`ErrorKind::Corrupt`] for bytes that cannot be walked, [`ErrorKind::Newer`] for data of a newer schema revision. The hasher has
    /// then seen a part.
    pub fn content_hash(&self, hasher: &mut impl Hasher) -> Result<()> {
        self.view()?.content_hash(hasher)
    }

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
    pub fn diff(&self, new: &impl AsRecord) -> Result<Vec<Change>> {
        self.view()?.diff(new)
    }
}

impl RecordView<'_> {
    /// As [`Record::content_eq`].
    ///
    /// # Errors
    /// As there.
    pub fn content_eq(&self, other: &impl AsRecord) -> Result<bool> {
        let other = other.as_record()?;
        self.check_same_schema(&other)?;
        Pair::new(self.buf, other.buf).is_equal(&self.whole(), &other.whole())
    }

    /// As [`Record::content_hash`].
    ///
    /// # Errors
    /// As there.
    pub fn content_hash(&self, hasher: &mut impl Hasher) -> Result<()> {
        Hashed::new(self.buf, hasher).part(&self.whole(), 0)
    }

    /// As [`Record::diff`].
    ///
    /// # Errors
    /// As there.
    pub fn diff(&self, new: &impl AsRecord) -> Result<Vec<Change>> {
        let new = new.as_record()?;
        self.check_same_schema(&new)?;
        self.root()?.check(Check::Stored)?;
        new.root()?.check(Check::Stored)?;
        let len = self.as_bytes().len().saturating_add(new.as_bytes().len());
        let meter = Meter::new(self.schema().limits(), len);
        diff(&self.whole(), &new.whole(), meter)
    }

    /// Fails unless both records have one schema, or equal ones.
    pub(super) fn check_same_schema(&self, other: &RecordView<'_>) -> Result<()> {
        if self.schema() == other.schema() {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Schema, "the records have different schemas"))
    }

    /// The root struct as a value.
    pub(super) fn whole(&self) -> Part<'_> {
        Part::Root(self.buf, self.schema, self.root)
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
    /// As [`Record::set`], [`Record::insert`] and [`Record::remove`], and [`ErrorKind::Type`] if a change is for a field of another
    /// type. The bytes are then unchanged.
    pub fn apply(&mut self, changes: &[Change]) -> Result<()> {
        self.atomically(|record| changes.iter().try_for_each(|change| record.make_change(change)))
    }

    /// Makes one; what it did is not taken back if it fails.
    pub(crate) fn make_change(&mut self, change: &Change) -> Result<()> {
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
