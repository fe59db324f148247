//! Records compared, and their differences found.

use core::hash::Hasher;

use super::{AsRecord, Record, RecordView};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::limits::Meter;
use crate::read::value::Part;
use crate::read::walk::Check;
use crate::whole::{Hashed, Pair, Patch, diff};

impl<B: AsRef<[u8]>> Record<B> {
    /// Whether two records hold the same, whatever their layout, free space and pointer width:
    /// whether they would be equal bytes after [`Record::compact`]. Floats compare by their bits.
    /// Neither buffer is copied.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Note { text: string, tags: set<string> } root Note;")?;
    /// let (mut a, mut b) = (Record::new(&schema), Record::new(&schema));
    /// a.set("text", "short")?;
    /// a.add_key("tags", "new")?;
    /// b.add_key("tags", "new")?;
    /// b.set("text", "short")?; // behind the tags
    /// assert_ne!(a.as_bytes(), b.as_bytes());
    /// assert!(a.content_eq(&b)?);
    /// b.add_key("tags", "newer")?;
    /// assert!(!a.content_eq(&b)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Schema`] if the schemas differ, [`ErrorKind::Corrupt`] for bytes that cannot be
    /// walked, [`ErrorKind::Newer`] for data of a newer schema revision, which cannot be compared.
    /// What comes before decides first: records that differ there are told apart all the same.
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
    /// [`ErrorKind::Corrupt`] for bytes that cannot be walked, [`ErrorKind::Newer`] for data of a
    /// newer schema revision. The hasher has then seen a part.
    pub fn content_hash(&self, hasher: &mut impl Hasher) -> Result<()> {
        self.view()?.content_hash(hasher)
    }

    /// What to change in this record to make it hold what `new` holds. Made to another record, one
    /// that has gone its own way since ([`Record::apply`]), the changes keep what the two have in
    /// common with it, and what only it has: of lists, maps and sets, those that both records have
    /// are edited and never set, so no elements and keys are removed but those that this record has
    /// and `new` has not.
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema};
    ///
    /// let schema = Schema::parse("struct Post { title: string, tags: list<string> } root Post;")?;
    /// let base = Record::new(&schema); // without tags
    /// let [mut mine, mut theirs] = [Record::new(&schema), Record::new(&schema)];
    /// mine.push("tags", "mine")?;
    /// theirs.push("tags", "theirs")?;
    ///
    /// let changes = base.diff(&mine)?;
    /// assert_eq!(changes[0].to_string(), r#"insert tags[0]: "mine""#);
    /// theirs.apply(&changes)?;
    /// assert_eq!(theirs.get::<str>("tags[0]")?, "mine");
    /// assert_eq!(theirs.get::<str>("tags[1]")?, "theirs");
    ///
    /// // What is removed is what this record had; there it is something else.
    /// let back = mine.diff(&base)?;
    /// theirs.remove("tags[0]")?;
    /// assert_eq!(theirs.apply(&back).unwrap_err().kind(), ErrorKind::Conflict);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// | what differs | change |
    /// | --- | --- |
    /// | a number, text, bytes, an enum | [set](crate::change::Action::Set) |
    /// | a value that is absent in `new` | [clear](crate::change::Action::Clear) |
    /// | a value that is absent in this record alone | set, as a whole |
    /// | a struct, an array | each field or element by itself |
    /// | a union of the same variant | its payload; of another variant [switch](crate::change::Action::Switch) |
    /// | a list | [insert](crate::change::Action::Insert) or [remove](crate::change::Action::Remove) one element, [splice](crate::change::Action::Splice) several, or some in place of others; two structs, lists or maps at the same index, also in a union, each by itself |
    /// | a map, a set | [add](crate::change::Action::AddKey) and [remove](crate::change::Action::RemoveKey) keys; values of a key that both have by themselves |
    ///
    /// A list, map or set that is not stored reads as an empty one, and an empty one is there: what
    /// comes into it is inserted, what goes is removed. Only one that can be absent
    /// (`list<string>?`), and is in one of the two records, is set or cleared as a whole.
    ///
    /// The changes are to be made in their order. They are few, if not as few as can be: of lists,
    /// what is the same at both ends is left out, but no longest common subsequence is looked for.
    /// They take time and memory in proportion to the two buffers. Buffers of a derived type are
    /// records too: `Record::open(User::schema(), bytes)`.
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
    /// As [`Record::content_eq`], and [`ErrorKind::Limit`] for more bytes of paths and values than
    /// the [limits](crate::Limits) of the schema let the buffers account for.
    pub fn diff(&self, new: &impl AsRecord) -> Result<Patch> {
        self.view()?.diff(new)
    }

    /// As [`Record::diff`]; each change also says what was there before, so that
    /// [`Patch::invert`] gives the patch that takes it back.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16 } root User;")?;
    /// let (mut old, mut new) = (Record::new(&schema), Record::new(&schema));
    /// old.set("age", 36)?;
    /// new.set("age", 37)?;
    /// let undo = old.diff_invertible(&new)?.invert()?;
    /// assert_eq!(undo.to_string(), "set age: 36");
    /// assert!(old.diff(&new)?.invert().is_err()); // this one does not say what was there
    /// new.apply(&undo)?;
    /// assert!(new.content_eq(&old)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn diff_invertible(&self, new: &impl AsRecord) -> Result<Patch> {
        self.view()?.diff_invertible(new)
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
    pub fn diff(&self, new: &impl AsRecord) -> Result<Patch> {
        self.diff_keeping(new, false)
    }

    /// As [`Record::diff_invertible`].
    ///
    /// # Errors
    /// As there.
    pub fn diff_invertible(&self, new: &impl AsRecord) -> Result<Patch> {
        self.diff_keeping(new, true)
    }

    fn diff_keeping(&self, new: &impl AsRecord, keeps_old: bool) -> Result<Patch> {
        let new = new.as_record()?;
        self.check_same_schema(&new)?;
        self.root()?.check(Check::Stored)?;
        new.root()?.check(Check::Stored)?;
        let len = self.as_bytes().len().saturating_add(new.as_bytes().len());
        let meter = Meter::new(self.schema().limits(), len);
        Ok(Patch::new(self.schema(), diff(&self.whole(), &new.whole(), meter, keeps_old)?))
    }

    /// Fails unless both records have one schema, or equal ones.
    pub(super) fn check_same_schema(&self, other: &RecordView<'_>) -> Result<()> {
        if self.schema() == other.schema() {
            return Ok(());
        }
        Err(Error::fixed(&FixedError(ErrorKind::Schema, "the records have different schemas")))
    }

    /// The root struct as a value.
    pub(super) fn whole(&self) -> Part<'_> {
        Part::Root(self.buf, self.schema, self.root)
    }
}
