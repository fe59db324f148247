//! Records and their differences: changes applied, partial records merged, records compared.
//!
//! A record may have changed in other ways since the changes were found. Each edit is one of the
//! record's own methods. A change that removes a value first compares it with the present value: it
//! removes only values that both records have.

use alloc::format;
use alloc::string::String;
use core::hash::Hasher;
use core::ops::Range;

use super::field::{EditPlace, Resolved, TypedAddress};
use super::op::{Op, OpValue};
use super::{Address, AsRecord, Record, RecordView};
use crate::compare::{Action, Change, ContentEq, Hashed, Owned, Patch, Removed, check_same, diff, is_kept};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::limits::Meter;
use crate::read::document::Decoder;
use crate::read::route::{field_step, variant_step, write_key};
use crate::read::value::{Content, Part};
use crate::read::walk::Check;
use crate::schema::Type;
use crate::write::Storage;

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Makes changes, all or none. The record may be a copy of the record of [`Record::diff`] that
    /// was changed independently. Its own values stay, except those that a change sets, clears or
    /// switches. A change that would remove or replace another value than the recorded one is an
    /// error, [`ErrorKind::Conflict`], and a change of a missing place is [`ErrorKind::Path`].
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
    /// let mut base = Record::new(&schema);
    /// base.push("tags", "old")?;
    /// let copy = || Record::open(&schema, base.as_bytes().to_vec());
    /// let (mut mine, mut theirs) = (copy()?, copy()?);
    /// mine.push("tags", "mine")?;
    /// mine.set("age", 37)?;
    /// theirs.push("tags", "theirs")?;
    /// theirs.set("age", 38)?;
    ///
    /// theirs.apply(&base.diff(&mine)?)?;
    /// let tags: Vec<&str> = theirs.iter(&schema.field::<str>("tags[]")?)?.collect::<vellum::Result<_>>()?;
    /// assert_eq!(tags, ["old", "mine", "theirs"]); // inserted at its index
    /// assert_eq!(theirs.get::<u16>("age")?, 37); // what is set is set
    ///
    /// // Without its tag, which is another one here.
    /// theirs.set("tags[0]", "new")?;
    /// let before = theirs.as_bytes().to_vec();
    /// let error = theirs.apply(&base.diff(&Record::new(&schema))?).unwrap_err();
    /// assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Conflict, "tags[0]"));
    /// assert_eq!(theirs.as_bytes(), before);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// A change finds its place by its path, with the indices of the original record. If an element
    /// has another index now, only the comparison with the removed value can detect it. Applied to
    /// the original record, the changes produce the content of the other one.
    ///
    /// | change | present state | effect |
    /// | --- | --- | --- |
    /// | set, clear, switch | any value, or none | it has the new value, also where both sides changed it |
    /// | | in a struct, a variant or under a key that is gone | these are made again, as [`Record::set`] does; to clear nothing |
    /// | | in an element that is gone | `Path` |
    /// | insert | a list that is long enough, also an absent one for index 0 | the element is inserted at the index, before the element there |
    /// | | a shorter list | `Path` |
    /// | remove, remove key | the element or value that was there | it is removed |
    /// | | another one | `Conflict` |
    /// | | none | `Path` |
    /// | splice | the same elements | others are put in their place |
    /// | | other elements | `Conflict` |
    /// | | a shorter list | `Path` |
    /// | add key | no such key, or one with the same value; any element of a set | it is there |
    /// | | the key with another value | `Conflict` |
    ///
    /// The overwritten bytes are kept until all changes are made, so memory is in proportion to the
    /// changes; the whole buffer is copied only where it gets a new layout.
    ///
    /// # Errors
    /// As the table says, as [`Record::set`], [`Record::insert`] and [`Record::remove`], and
    /// [`ErrorKind::Type`] if a change is for a field of another type. The bytes are then
    /// unchanged.
    pub fn apply(&mut self, changes: &[Change]) -> Result<()> {
        match changes {
            [] => Ok(()),
            [change] if is_one_edit(change) => self.make_change(change),
            _ => self.transaction(|record| changes.iter().try_for_each(|change| record.make_change(change))),
        }
    }

    /// The place of a change.
    fn address_of(&self, change: &Change) -> Result<Resolved> {
        let address = Resolved::of_place(self.schema(), change.place());
        address.map_err(|error| self.of_change(change, error))
    }

    /// Adds the path of a change to an error that arose on its steps, which have no text.
    #[cold]
    fn of_change(&self, change: &Change, error: Error) -> Error {
        match change.place().steps_in(self.schema()) {
            Some(_) => error.in_field(change.path()),
            None => error,
        }
    }

    /// Makes one; where that takes several edits, what was done is not taken back if it fails.
    pub(crate) fn make_change(&mut self, change: &Change) -> Result<()> {
        if self.set_stored(change).is_some() {
            return Ok(());
        }
        let address = self.address_of(change)?;
        let made = self.check_change(change, &address).and_then(|()| self.make_at(change, &address));
        made.map_err(|error| self.of_change(change, error))
    }

    /// Fails for values of other types than the place has, and where something else is there than
    /// the change expects.
    fn check_change(&self, change: &Change, address: &Resolved) -> Result<()> {
        let of_place = &address.path().leaf.ty;
        let ty = match (change.action(), of_place) {
            (Action::Push, Type::List(list)) => list.element(),
            _ => of_place,
        };
        for value in [change.owned(), change.taken().and_then(Removed::owned)].into_iter().flatten() {
            check_same((self.schema(), ty), value.ty()).map_err(|error| address.named(error))?;
        }
        let Some(kept) = change.taken().filter(|_| change.is_condition()) else { return Ok(()) };
        match change.action() {
            Action::Set | Action::Switch | Action::Clear | Action::Remove | Action::RemoveKey => {
                let is_there = self.check_kept(address, kept.owned())?;
                // To remove what is not there is an error of its own.
                let removes = matches!(change.action(), Action::Remove | Action::RemoveKey);
                if is_there || kept.owned().is_none() || removes { Ok(()) } else { Err(address.named(conflict())) }
            }
            Action::Splice => {
                let kept = kept.owned().map(Owned::part);
                self.check_elements(address, &change.range(), kept.as_ref()).map(drop)
            }
            Action::SpliceText => self.check_content(address, &change.range(), kept.owned()),
            Action::Insert | Action::AddKey | Action::Push => Ok(()),
        }
    }

    fn make_at(&mut self, change: &Change, address: &Resolved) -> Result<()> {
        let (at, value) = (EditPlace::of(address), change.owned());
        let part = value.map(Owned::part);
        let new = part.as_ref().map_or(OpValue::Default, OpValue::Part);
        match (change.action(), &part) {
            (Action::Set | Action::Switch, Some(part)) => self.put(address, part),
            (Action::Set | Action::Switch | Action::Clear, _) => self.clear_if_led_to(address),
            (Action::Insert, _) => self.edit(at, &Op::Insert(new)),
            (Action::Push, _) => {
                let of_elements = address.path().elements(self.schema(), at.next_key());
                let of_elements = of_elements.map_err(|error| address.named(error))?;
                let elements = at.of_path(&of_elements);
                self.edit(elements, &Op::Push(new)).map_err(|error| {
                    let count = self.view().and_then(|view| view.count(&elements));
                    address.named(count.map_or(error.clone(), |count| error.in_element(count)))
                })
            }
            (Action::Remove | Action::RemoveKey, _) => self.edit(at, &Op::Remove),
            (Action::Splice, _) => self.edit(at, &Op::Splice(&change.range(), value)),
            (Action::SpliceText, _) => self.splice_content(change, address, value),
            (Action::AddKey, _) => self.add_key_with(address, value),
        }
    }

    /// Fails unless text or bytes have what was kept in a range.
    fn check_content(&self, address: &Resolved, range: &Range<usize>, kept: Option<&Owned>) -> Result<()> {
        let Some(kept) = kept.map_or(Ok(None), Owned::content)? else { return Ok(()) };
        let has = |part: &Part<'_>| -> Result<bool> {
            let content = part.open(&mut Decoder::new(part.buf())).map_err(|error| address.named(error))?.0;
            Ok(matches!(content, Content::Blob(there) if there.get(range.clone()) == Some(kept)))
        };
        // What is absent, or in what is not there, has no such part.
        if self.part(address)?.as_ref().map_or(Ok(false), has)? { Ok(()) } else { Err(address.named(conflict())) }
    }

    /// Puts text or bytes in the place of others.
    fn splice_content(&mut self, change: &Change, address: &Resolved, value: Option<&Owned>) -> Result<()> {
        let range = change.range();
        let content = value.map_or(Ok(None), Owned::content)?.unwrap_or_default();
        let is_text = match address.path().leaf.ty {
            Type::String | Type::Text(_) => true,
            Type::Bytes => false,
            _ => return Err(address.named(Error::fixed(&FixedError(ErrorKind::Type, "neither text nor bytes")))),
        };
        let (as_text, as_bytes) = (TypedAddress::<str, _>::new(address), TypedAddress::<[u8], _>::new(address));
        match str::from_utf8(content) {
            Ok(text) if is_text => self.splice::<str>(&as_text, range, text),
            Err(_) if is_text => {
                Err(address.named(Error::fixed(&FixedError(ErrorKind::Type, "what comes into a text is none"))))
            }
            _ => self.splice::<[u8]>(&as_bytes, range, content),
        }
    }

    /// Clears the value at an address. Of a document whose value on the way is of another kind by
    /// now, a patch has nothing to clear, as where the value is absent.
    fn clear_if_led_to(&mut self, address: &Resolved) -> Result<()> {
        if address.path().through_any && !self.leads(address)? {
            return address.path().check_settable();
        }
        self.clear(address)
    }

    /// Fails if there is another value at an address than the one that was kept; gives whether it
    /// leads to a place.
    fn check_kept(&self, address: &Resolved, kept: Option<&Owned>) -> Result<bool> {
        if !self.leads(address)? {
            return Ok(false);
        }
        let found = self.part(address)?;
        match is_kept(kept, found.as_ref()) {
            Ok(true) => Ok(true),
            Ok(false) => Err(address.named(conflict())),
            Err(error) => Err(address.named(error)),
        }
    }

    /// Adds the key that an address ends in, with its value. One that is there has that value
    /// already.
    fn add_key_with(&mut self, address: &Resolved, value: Option<&Owned>) -> Result<()> {
        let is_settable = address.path().check_settable();
        let Some(value) = value else {
            let is_new = self.add_at(address)?;
            // Of a set the key is all there is.
            return if is_new || is_settable.is_err() { Ok(()) } else { self.check_kept(address, None).map(drop) };
        };
        is_settable?;
        if self.leads(address)? {
            return self.check_kept(address, Some(value)).map(drop);
        }
        self.put(address, &value.part())
    }
}

/// Whether a change is one edit, which fails before it has changed anything.
fn is_one_edit(change: &Change) -> bool {
    match change.action() {
        Action::Clear | Action::Remove | Action::RemoveKey | Action::SpliceText => true,
        Action::Set | Action::Switch | Action::AddKey | Action::Insert | Action::Push => {
            change.owned().is_none_or(|value| !value.ty().1.has_parts())
        }
        Action::Splice => change.owned().is_none(),
    }
}

/// The error of a change that was made for another value.
#[cold]
pub(super) fn conflict() -> Error {
    Error::fixed(&FixedError(ErrorKind::Conflict, "what is there is not what the change was made for"))
}

// Merging a partial record: its values replace those of the record, and all other values stay.

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Makes every value of `patch` that is neither absent nor its default the value of this
    /// record. A patch has no base: its values replace the present ones, including whole lists, and
    /// all other values stay. [`Record::diff`] finds edits of a list, [`Record::apply`] makes them.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Post { title: string, tags: list<string>, votes: map<string, u32> } root Post;")?;
    /// let (mut theirs, mut patch) = (Record::new(&schema), Record::new(&schema));
    /// patch.push("tags", "mine")?;
    /// patch.set("votes[ada]", 1)?;
    /// theirs.set("title", "New")?;
    /// theirs.push("tags", "theirs")?;
    /// theirs.set("votes[bob]", 2)?;
    /// theirs.merge(&patch)?;
    /// assert_eq!(theirs.get::<str>("title")?, "New");
    /// assert_eq!((theirs.len("tags")?, theirs.get::<str>("tags[0]")?), (1, "mine"));
    /// assert_eq!(theirs.len("votes")?, 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// | in the patch | in this record |
    /// | --- | --- |
    /// | absent, or the default of a field that cannot be absent | stays |
    /// | a number, text, bytes, an enum | replaced |
    /// | a struct | merged, field by field; made if it is absent |
    /// | a list | replaced, if the patch's has elements or can be absent and is there |
    /// | an array | merged, element by element |
    /// | a map | merged, key by key: new keys are added; values that are structs or maps are merged, others replaced, also by a default |
    /// | a set | gets the patch's elements too |
    /// | a union | of the same variant with a struct or map: merged; otherwise replaced |
    ///
    /// So a merge removes nothing except elements of lists. As in Protocol Buffers and other than
    /// in a JSON merge patch, a patch cannot say that a value becomes its default or absent, unless
    /// the field can be absent and the patch's is there: a zero in a `u32?` counts.
    /// [`Record::apply`] can do all that.
    ///
    /// Each value finds its place by a path. The overwritten bytes are kept until the end, and come
    /// back if the merge fails.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Post { title: string, likes: u32, tags: set<string> } root Post;")?;
    /// let (mut post, mut patch) = (Record::new(&schema), Record::new(&schema));
    /// post.set("title", "Draft")?;
    /// post.set("likes", 3u32)?;
    /// post.add_key("tags", "old")?;
    /// patch.set("title", "Final")?;
    /// patch.add_key("tags", "new")?;
    /// post.merge(&patch)?;
    /// assert_eq!(post.get::<str>("title")?, "Final");
    /// assert_eq!(post.get::<u32>("likes")?, 3);
    /// assert_eq!(post.len("tags")?, 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::content_eq`] and [`Record::set`]; the bytes are then unchanged.
    #[doc(alias("merge_from", "update"))]
    pub fn merge(&mut self, patch: &impl AsRecord) -> Result<()> {
        let patch = patch.as_record()?;
        self.view()?.check_same_schema(&patch)?;
        patch.root()?.check(Check::Stored)?;
        let patch = patch.whole();
        self.transaction(|record| Merger { record, path: String::new() }.part(&patch, false))
    }
}

/// The record, and where in it the next value goes.
struct Merger<'r, S> {
    record: &'r mut Record<S>,
    path: String,
}

impl<S: Storage + AsRef<[u8]>> Merger<'_, S> {
    fn within(&mut self, step: &str, merge: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let len = self.path.len();
        self.path.push_str(step);
        merge(self)?;
        self.path.truncate(len);
        Ok(())
    }

    fn put(&mut self, part: &Part<'_>) -> Result<()> {
        self.record.put(&self.record.at_path(&self.path)?, part)
    }

    /// Merges a value; one that is explicit counts also if it is the default.
    fn part(&mut self, part: &Part<'_>, is_explicit: bool) -> Result<()> {
        let content = part.open(&mut Decoder::new(part.buf()))?.0;
        let is_optional = part.is_optional();
        match content {
            Content::Absent => Ok(()),
            Content::Bit(_) | Content::Word(..) | Content::Blob(_) => {
                if is_explicit || !part.is_default(&content) {
                    self.put(part)
                } else {
                    Ok(())
                }
            }
            Content::Struct(id, record) => {
                if is_optional {
                    self.record.make(&*self.path)?;
                }
                if record.is_empty() {
                    return Ok(());
                }
                for (name, field) in Part::fields(part.buf(), part.schema(), id, record) {
                    let step = field_step(&self.path, name);
                    self.within(&step, |merger| merger.part(&field, false))?;
                }
                Ok(())
            }
            Content::List(run) if run.is_array => {
                if is_optional {
                    self.record.make_present(&self.path)?;
                }
                let stored = if run.elements.bytes.is_empty() { 0 } else { run.len() };
                (0..stored).try_for_each(|index| {
                    self.within(&format!("[{index}]"), |merger| merger.part(&run.part(index)?, false))
                })
            }
            Content::List(run) if run.is_empty() && !is_optional && !is_explicit => Ok(()),
            Content::List(_) => self.put(part),
            Content::Map(map) => {
                if is_optional {
                    self.record.make_map(&self.path)?;
                }
                for entry in map.entries() {
                    let (key, value) = entry?;
                    let mut step = String::new();
                    write_key(&mut step, key.value()?)?;
                    self.within(&step, |merger| {
                        merger.record.add_path(&merger.path)?;
                        value.map_or(Ok(()), |value| merger.part(&value, true))
                    })?;
                }
                Ok(())
            }
            Content::Union(id, union) => {
                if !is_explicit && !is_optional && is_default(part)? {
                    return Ok(());
                }
                let Some(payload) = union.part() else { return self.put(part) };
                let of_payload = payload.open(&mut Decoder::new(payload.buf()))?.0;
                let has_parts = matches!(of_payload, Content::Struct(..) | Content::Map(_));
                if has_parts && self.tag()? == Some(union.tag()) {
                    let step = variant_step(&self.path, part.schema().union(id), union.name());
                    return self.within(&step, |merger| merger.part(&payload, true));
                }
                self.put(part)
            }
        }
    }

    /// The variant of the record's union.
    fn tag(&self) -> Result<Option<u8>> {
        let address = self.record.at_path(&self.path)?;
        let Some(part) = self.record.part(&address)? else { return Ok(None) };
        match part.open(&mut Decoder::new(part.buf()))?.0 {
            Content::Union(_, union) => Ok(Some(union.tag())),
            _ => Ok(None),
        }
    }
}

/// Whether a value is its default: of such the hash says nothing.
fn is_default(part: &Part<'_>) -> Result<bool> {
    let mut told = WroteSomething(false);
    Hashed::new(part.buf(), &mut told).part(part, 0)?;
    Ok(!told.0)
}

/// Whether anything was hashed.
struct WroteSomething(bool);

impl Hasher for WroteSomething {
    fn finish(&self) -> u64 {
        u64::from(self.0)
    }

    fn write(&mut self, _: &[u8]) {
        self.0 = true;
    }
}

// Comparing records, and finding their differences.

impl<B: AsRef<[u8]>> Record<B> {
    /// Whether two records have the same content, with any layout, free space and pointer width:
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
    /// Earlier values decide first: records that differ before such data compare as different.
    pub fn content_eq(&self, other: &impl AsRecord) -> Result<bool> {
        self.view()?.content_eq(other)
    }

    /// Hashes the content of the record: records that are equal by [`Record::content_eq`] hash
    /// alike.
    ///
    /// The hash depends on the schema: on the numbers of fields and variants, not on their names.
    ///
    /// ```
    /// use std::hash::{DefaultHasher, Hasher};
    /// use vellum::{Record, Schema, schema::PointerWidth};
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

    /// The changes that turn this record into `new`.
    ///
    /// They can be applied to a third record that was changed independently ([`Record::apply`]).
    /// Lists, maps and sets that both records have are edited, never set as a whole: only elements
    /// and keys that this record has and `new` lacks are removed, and the third record keeps its
    /// own.
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
    /// | difference | change |
    /// | --- | --- |
    /// | a number, text, bytes, an enum | [set](crate::change::Action::Set) |
    /// | a value that is absent in `new` | [clear](crate::change::Action::Clear) |
    /// | a value that is absent in this record alone | set, as a whole |
    /// | a struct, an array | each field or element by itself |
    /// | a union of the same variant | its payload; of another variant [switch](crate::change::Action::Switch) |
    /// | a list | [insert](crate::change::Action::Insert) or [remove](crate::change::Action::Remove) one element, [splice](crate::change::Action::Splice) several, or some in place of others; two structs, lists or maps at the same index, also in a union, each by itself |
    /// | a map, a set | [add](crate::change::Action::AddKey) and [remove](crate::change::Action::RemoveKey) keys; values of a key that both have by themselves |
    ///
    /// A list, map or set that is not stored reads as an empty one, and an empty one is present:
    /// new elements are inserted, missing ones removed. Only one that can be absent
    /// (`list<string>?`), and is in one of the two records, is set or cleared as a whole.
    ///
    /// The changes are to be made in their order. They are few, but not always the fewest: equal
    /// ends of lists are left out, without a search for the longest common subsequence. They take
    /// time and memory in proportion to the two buffers. Buffers of a derived type are records too:
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
    /// As [`Record::content_eq`], and [`ErrorKind::Limit`] for more bytes of paths and values than
    /// the [limits](crate::Limits) of the schema let the buffers account for.
    #[doc(alias("delta", "patch"))]
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
        ContentEq::new(self.buf, other.buf).is_equal(&self.whole(), &other.whole())
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
    #[inline]
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
