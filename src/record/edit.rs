//! Editing a record: the edits of any field, and of the record as a whole.
//!
//! A value goes to the record that the path leads to, if all on the way there is stored, else to
//! where `walk` finds it.

use super::assign::written;
use super::noted::{NotedValue, WHOLE};
use super::plain::Plain;
use super::segments::FoundRecord;
use super::{Accepts, Address, FieldType, Locate, Reads, Record};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::navigate::RecordSpan;
use crate::schema::{Level, Schema};
use crate::write::{Noted, Session, Space, SpaceByField, Storage};

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// The session, to edit: every edit begins here.
    #[inline(always)]
    pub(super) fn edited(&mut self) -> Result<&mut Session<S, Schema>> {
        self.session.check_editable()?;
        Ok(&mut self.session)
    }

    /// Sets a field, given by a handle or a path; structs on the way that are not there yet are
    /// made.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Home { city: string } struct User { home: Home?, age: u16 } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("home.city", "London")?; // by path, which makes the home
    /// let age = schema.field::<u16>("age")?;
    /// record.set(&age, 37)?; // by handle
    /// record.set("age", 38)?; // by path, an integer of any type that fits
    /// assert_eq!(record.set("age", 70_000).unwrap_err().to_string(), "type mismatch: 70000 is out of range for u16 in `age`");
    /// assert_eq!(record.set("age", "37").unwrap_err().to_string(), "type mismatch: the field is u16, not string in `age`");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// By path, an enum is set by the name of a variant or by its number, and a union by the name
    /// of a variant, which holds its default then unless the union has that variant already:
    ///
    /// ```
    /// use vellum::{Record, Schema, VariantName};
    ///
    /// let schema = Schema::parse("enum State { open, done } struct Task { state: State } root Task;")?;
    /// let mut task = Record::new(&schema);
    /// task.set("state", "done")?;
    /// assert_eq!(task.get::<VariantName>("state")?, "done");
    /// let error = task.set("state", "Done").unwrap_err();
    /// assert_eq!(error.to_string(), "type mismatch: `State` has no variant `Done`; it has open, done in `state`");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`](crate::ErrorKind::Path) for an index beyond the end,
    /// [`ErrorKind::Schema`](crate::ErrorKind::Schema) for a handle of another schema,
    /// [`ErrorKind::Type`](crate::ErrorKind::Type) if the field has another type or an integer is
    /// out of its range, [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot grow or
    /// holds the bytes of a [`Workspace`](crate::Workspace) without being one,
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if what is there is invalid. The bytes are
    /// then unchanged.
    #[inline]
    pub fn set<'v, V>(&mut self, address: impl Locate<Value: Accepts<'v, V>>, value: V) -> Result<()> {
        let (address, value) = written(address, self.session.schema(), false, value)?;
        self.set_at(&address, value)
    }

    /// Appends an element to a list, given by a handle of its elements without the last index, or
    /// by the list's path.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { tags: list<string>, grid: list<list<f32>> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.push("tags", "math")?;
    /// let tag = schema.field::<str>("tags[]")?;
    /// record.push(&tag, "poetry")?;
    /// assert_eq!(record.get(tag.at(1))?, "poetry");
    /// record.push_default("grid")?;
    /// record.push("grid[0]", 1.5f32)?;
    /// assert_eq!(record.len("grid[0]")?, 1);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`].
    #[inline]
    pub fn push<'v, V>(&mut self, list: impl Locate<Value: Accepts<'v, V>>, value: V) -> Result<()> {
        let (list, value) = written(list, self.session.schema(), true, value)?;
        self.push_at(&list, value)
    }

    /// Makes a field, given by a handle or a path, its default, or absent, and releases everything
    /// behind it.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16 = 18, nick: string?, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("age", 37u16)?;
    /// record.set("nick", "ada")?;
    /// record.push("tags", "math")?;
    /// for field in ["age", "nick", "tags"] {
    ///     record.clear(field)?;
    /// }
    /// assert_eq!(record.get::<u16>("age")?, 18);
    /// assert_eq!(record.get_optional(&schema.field::<str>("nick")?)?, None);
    /// assert_eq!(record.len("tags")?, 0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`].
    pub fn clear<L: Locate>(&mut self, address: L) -> Result<()> {
        let address = address.locate(self.session.schema(), false)?;
        let path = address.path();
        path.check(self.session.schema(), L::Address::COUNT)?;
        path.check_settable()?;
        // A value in a struct that is not there has its default already.
        if self.located(&address)?.is_none() {
            return Ok(());
        }
        if matches!(path.leaf.ty, crate::schema::Type::Union(_)) && !path.leaf.optional {
            self.edited()?.clear_union(&path.locator(&address)).map_err(|error| path.with_path(error))?;
        } else {
            self.edited()?.clear_at(&path.locator(&address)).map_err(|error| path.with_path(error))?;
        }
        self.note((Noted::Clear, WHOLE), &path.locator(&address), &NotedValue::Absent);
        Ok(())
    }

    /// Accepts a value out of its field, which has its default then, or is absent.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Job { name: string } root Job;")?;
    /// let name = schema.field::<str>("name")?;
    /// let mut record = Record::new(&schema);
    /// record.set(&name, "backup")?;
    /// assert_eq!(record.take(&name)?, "backup");
    /// assert_eq!(record.get(&name)?, "");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::get`] and [`Record::clear`].
    pub fn take<T: FieldType + ?Sized>(&mut self, address: impl Locate<Value: Reads<T>>) -> Result<T::Owned>
    where
        for<'a> T::Owned: From<T::Get<'a>>,
    {
        let address = address.to_read::<T>(self.session.schema(), false)?;
        let value = self.view()?.get_at(&address)?.into();
        self.clear(address)?;
        Ok(value)
    }

    /// What the bytes of the buffer are used for.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Note { text: string } root Note;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("text", "a long text")?;
    /// record.set("text", "short")?;
    /// let space = record.space()?;
    /// assert_eq!(space.len, record.as_bytes().len());
    /// assert_eq!(space.live + space.slack + space.waste, space.len);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`space`](crate::space::space).
    pub fn space(&self) -> Result<Space> {
        self.session.space()
    }

    /// What the bytes of the buffer are used for, field by field: see
    /// [`space_by_field`](crate::space::space_by_field).
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.push("tags", "math")?;
    /// let space = record.space_by_field(2)?;
    /// let row = space.rows().iter().find(|row| row.path == "tags[]").unwrap();
    /// assert_eq!((row.objects, row.live), (1, 5));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`space`](crate::space::space).
    pub fn space_by_field(&self, depth: usize) -> Result<SpaceByField> {
        self.session.space_by_field(depth)
    }

    /// Brings the buffer to its canonical form: equal values are equal bytes then.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Note { text: string } root Note;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("text", "a long text")?;
    /// record.set("text", "short")?;
    /// record.compact()?;
    /// assert_eq!(record.as_bytes(), b"\x20\x01\x03\x05short");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`compact`](crate::compact).
    pub fn compact(&mut self) -> Result<()> {
        self.session.compact()
    }

    #[inline]
    pub(super) fn set_at<A: Address>(&mut self, address: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        if address.path().takes::<A::Value>(&value)
            && let Some((holder, _)) = self.stored_holder(address)
        {
            return self.set_in(holder, address, value);
        }
        self.set_checked(address, value)
    }

    #[inline]
    pub(super) fn push_at<A: Address>(&mut self, list: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        match self.append_stored(list, &value) {
            Some(pushed) => {
                if pushed.is_ok() {
                    self.note_pushed(list, || NotedValue::given::<A::Value>(&list.path().leaf, &value));
                }
                pushed
            }
            None => self.push_checked(list, value),
        }
    }

    /// Sets a value that the path takes as it comes in the record that was found to hold it.
    #[inline(always)]
    pub(super) fn set_in<A: Address>(
        &mut self,
        holder: RecordSpan,
        address: &A,
        value: <A::Value as FieldType>::Set<'_>,
    ) -> Result<()> {
        if let Some(content) = <A::Value as FieldType>::content(&value) {
            return self.set_content(address, holder, content);
        }
        let (leaf, shift) = (&address.path().leaf, self.session.shift());
        let put = if A::Value::IS_NAME {
            let found = self.session.record_and_schema(holder);
            found.and_then(|(record, schema)| A::Value::put_name(&value, record, leaf, shift, schema))
        } else {
            self.session.record_of(holder).and_then(|record| A::Value::put(&value, record, leaf, shift))
        };
        if put.is_some() {
            self.note_set(address, || NotedValue::given::<A::Value>(&address.path().leaf, &value));
            return Ok(());
        }
        self.set_checked(address, value)
    }

    /// Sets text or bytes without rules in the record that was found to hold them.
    #[inline(never)]
    fn set_content<A: Address>(&mut self, address: &A, holder: RecordSpan, content: &[u8]) -> Result<()> {
        let (path, place) = (address.path(), &address.path().leaf.place);
        if self.session.overwrite_blob(holder, place, content).is_none() {
            let edit = path.leaf.blob_edit(content);
            let set = self.session.replace_blob(holder, place, &path.locator(address), &edit);
            set.map_err(|error| path.with_path(error))?;
        }
        self.note_set(address, || NotedValue::Content(content));
        Ok(())
    }

    /// The record that holds a value, to edit, if all on the way there is stored, and the variant
    /// that the value has in a packed list of unions.
    #[inline(always)]
    pub(super) fn stored_holder<A: Address>(&self, address: &A) -> Option<(RecordSpan, u8)> {
        let (path, session, buf) = (address.path(), &self.session, self.session.buf());
        if !path.is_of(session.schema(), A::COUNT) || !session.is_editable() {
            return None;
        }
        let root = crate::wire::slice(buf.bytes, session.root, session.root_size)?;
        let found = path.stored(session.schema(), &buf, root, address)?;
        Some((session.position_of(found.record), found.packed))
    }

    #[inline(never)]
    pub(super) fn set_checked<A: Address>(
        &mut self,
        address: &A,
        value: <A::Value as FieldType>::Set<'_>,
    ) -> Result<()> {
        let value = address.path().plain::<A>(self.session.schema(), value)?;
        self.write_found(address, value)
    }

    /// Sets a value without parts, which the path's type was found to hold.
    pub(super) fn write_plain<A: Address>(&mut self, address: &A, value: Plain<'_>) -> Result<()> {
        let path = address.path();
        if path.needs_check {
            path.check_settable()?;
            path.check_value(&value)?;
        }
        self.write_found(address, value)
    }

    /// Writes a value that was checked, wherever it goes.
    #[inline(always)]
    pub(super) fn write_found<A: Address>(&mut self, address: &A, value: Plain<'_>) -> Result<()> {
        self.write_anywhere(address, value)?;
        self.note_set(address, || NotedValue::plain(&address.path().leaf, value));
        Ok(())
    }

    #[inline(always)]
    fn write_anywhere<A: Address>(&mut self, address: &A, value: Plain<'_>) -> Result<()> {
        let found = match (self.stored_holder(address).filter(|(holder, _)| holder.size > 0), value) {
            (None, Plain::Dynamic(tag, content)) => match self.add_dynamic(address, (tag, content)) {
                Some(added) => return added,
                None => self.walked(address)?,
            },
            (None, _) => self.walked(address)?,
            (found, _) => found,
        };
        let (path, session) = (address.path(), self.edited()?);
        if let Some((holder, packed)) = found
            && session.overwrite(holder, packed, &path.leaf, value).is_some()
        {
            return Ok(());
        }
        session.write_elsewhere(found.map(|(holder, _)| holder), path, address, value)
    }

    /// The record that holds a value, if it is there and stores anything, and the variant that it
    /// has in a packed list of unions.
    #[inline(always)]
    pub(super) fn located<A: Address>(&self, address: &A) -> Result<Option<(RecordSpan, u8)>> {
        if let Some(found) = self.stored_holder(address).filter(|(holder, _)| holder.size > 0) {
            return Ok(Some(found));
        }
        self.walked(address)
    }

    /// As `located`, by the walk that tells all cases apart.
    fn walked<A: Address>(&self, address: &A) -> Result<Option<(RecordSpan, u8)>> {
        let found = address.path().walk(self.view()?, address)?.filter(FoundRecord::is_stored);
        Ok(found.map(|FoundRecord { record, packed, .. }| (self.session.position_of(record), packed)))
    }

    /// Lays the buffer out anew by a newer revision of its schema, with room for so many bytes
    /// more.
    ///
    /// A program of an older revision cannot lay out what it does not see: an edit that needs wider
    /// pointers is [`ErrorKind::Newer`](crate::ErrorKind::Newer) then. Given the newer schema, from
    /// a [`framed`](crate::framed) buffer or a registry, it lays the buffer out, and makes the edit
    /// by its own. All records get the length of the newer revision, and what is free or
    /// [unclaimed](crate::Verified::unclaimed) is gone.
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema};
    ///
    /// let old = Schema::parse("struct User { name: string } root User;")?;
    /// let new = Schema::parse("struct User { name: string, tags: list<string> since 2 } root User;")?;
    /// let mut user = Record::new(&new);
    /// user.push("tags", "math")?;
    ///
    /// let mut user = Record::open(&old, user.into_storage())?;
    /// let name = "a long name ".repeat(30);
    /// assert_eq!(user.set("name", &*name).unwrap_err().kind(), ErrorKind::Newer);
    /// user.relayout_with(&new, name.len() + 2)?; // its length takes two bytes
    /// user.set("name", &*name)?;
    /// assert_eq!(Record::open(&new, user.into_storage())?.get::<str>("tags[0]")?, "math");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Schema`](crate::ErrorKind::Schema) if `newer` is no newer revision of this
    /// record's schema; [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for invalid bytes;
    /// [`ErrorKind::Newer`](crate::ErrorKind::Newer) if the buffer holds data of a revision that is
    /// newer still; [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot hold it, and
    /// for a workspace, which is not laid out anew;
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) if it would be longer than a buffer can be.
    /// The bytes are then unchanged.
    pub fn relayout_with(&mut self, newer: &Schema, more: usize) -> Result<()> {
        if newer.changes_since(self.schema()).level() > Level::OldReadersRefuse {
            return Err(Error::fixed(&FixedError(ErrorKind::Schema, "not a newer revision of the record's schema")));
        }
        self.edited()?.lay_out_with(newer, more)
    }
}
