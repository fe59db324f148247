//! Edits of a record: setting any field, with conversions and rules, and edits of the record as a
//! whole.
//!
//! If every step of the path is stored, a value goes to the record at its end. Otherwise the second
//! tier of `get` finds the place.

use core::marker::PhantomData;

use super::assign::written;
use super::dynamic::{Leaf, LeafForm};
use super::field::EditPlace;
use super::noted::NotedValue;
use super::op::{Done, Op, OpValue};
use super::path::{FoundRecord, Path};
use super::{Accepts, Address, FieldType, Locate, Reads, Record};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::read::Buf;
use crate::read::key::Halves;
use crate::read::navigate::RecordSpan;
use crate::read::union::is_packed;
use crate::scalar::word::Word;
use crate::schema::{DefaultValue, Level, MIXED, Rules, Schema, Type};
use crate::verify::prove_layout;
use crate::wire::varint::object_len;
use crate::wire::width::PointerWidth;
use crate::wire::{slice_or_empty, trimmed};
use crate::write::link::PathLocator;
use crate::write::locate::Located;
use crate::write::room::SpaceRequest;
use crate::write::{Locator, Session, Space, SpaceByField, Storage};

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
    /// assert_eq!(record.set("age", 70_000).unwrap_err().to_string(), "type mismatch: 70000 is out of range for u16 (0 to 65535) in `age`");
    /// assert_eq!(record.set("age", "37").unwrap_err().to_string(), "type mismatch: the field is u16, not string in `age`");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// By path, an enum is set by the name of a variant or by its number, and a union by the name
    /// of a variant, which holds its default then unless the union has that variant already:
    ///
    /// ```
    /// use vellum::{Record, Schema, field::VariantName};
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
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the present bytes are invalid. The
    /// bytes are then unchanged.
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

    /// Makes a field, given by a handle or a path, its default, or absent, and releases its
    /// objects.
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
        self.edit(EditPlace::of(&address), &Op::Clear)
    }

    /// Takes a value out of its field. The field then has its default, or is absent.
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

    /// The uses of the bytes of the buffer.
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

    /// The uses of the bytes of the buffer, field by field: see
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

    /// Brings the buffer to its canonical form: equal values are equal bytes then. Free bytes are
    /// gone, and items of an extension block of the header, but for the lineage where the schema
    /// asks for it.
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
    /// As [`Vellum::compact`](crate::Vellum::compact).
    pub fn compact(&mut self) -> Result<()> {
        let schema = self.schema().clone();
        self.session.compact(&|bytes, laid_out| prove_layout(&schema, bytes, laid_out))
    }

    #[inline]
    pub(super) fn set_at<A: Address>(&mut self, address: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        if !address.path().takes::<A::Value>(&value) {
            return self.set_checked(address, value);
        }
        match self.stored_holder(address) {
            Some((holder, _)) => self.set_in(holder, address, value),
            None => self.set_missing(address, value),
        }
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
        if !path.is_of(session.schema(), address.count()) || !session.is_editable() {
            return None;
        }
        let root = crate::wire::slice(buf.bytes, session.root, session.root_size)?;
        let found = path.stored(session.schema(), &buf, root, address)?;
        Some((session.position_of(found.record), found.packed))
    }

    /// Sets a value that may have to be converted or refused.
    #[inline(never)]
    pub(super) fn set_checked<A: Address>(
        &mut self,
        address: &A,
        value: <A::Value as FieldType>::Set<'_>,
    ) -> Result<()> {
        let value = address.path().plain::<A>(self.session.schema(), value)?;
        self.set_plain(address, value)
    }

    /// Sets a value of which `stored_holder` has found no record.
    #[inline(never)]
    fn set_missing<A: Address>(&mut self, address: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let value = address.path().plain::<A>(self.session.schema(), value)?;
        self.edit(EditPlace::of(address), &Op::Set(OpValue::Plain(value)))
    }

    /// Sets a value without parts that was checked.
    pub(super) fn set_plain<A: Address>(&mut self, address: &A, value: Plain<'_>) -> Result<()> {
        if self.write_stored(address, value).is_none() {
            return self.edit(EditPlace::of(address), &Op::Set(OpValue::Plain(value)));
        }
        self.note_set(address, || NotedValue::plain(&address.path().leaf, value));
        Ok(())
    }

    /// Writes a value that was checked where the old one is; `None` where it has no room there, and
    /// then nothing has changed.
    #[inline(always)]
    pub(super) fn write_stored<A: Address>(&mut self, address: &A, value: Plain<'_>) -> Option<()> {
        let (holder, packed) = self.stored_holder(address).filter(|(holder, _)| holder.size > 0)?;
        self.session.overwrite(holder, packed, &address.path().leaf, value)
    }

    /// Makes a value its default, or absent.
    pub(super) fn clear_at(&mut self, at: EditPlace<'_>) -> Result<Done> {
        let path = at.path_of();
        path.check(self.session.schema(), at.count())?;
        path.check_settable()?;
        // A value in a struct that is not there has its default already, whatever its index.
        if !self.view()?.find_fitting(&at)?.is_some_and(|found| found.is_stored()) {
            return Ok(Done::Nothing);
        }
        let session = self.edited()?;
        let is_union = matches!(path.leaf.ty, Type::Union(_)) && !path.leaf.optional;
        let cleared = if is_union { session.clear_union(&at.locator()) } else { session.clear_at(&at.locator()) };
        cleared.map_err(|error| path.with_path(error))?;
        Ok(Done::Whole)
    }

    /// Writes a value that was checked, wherever it goes.
    #[inline(never)]
    pub(super) fn write_located<A: Address>(&mut self, address: &A, value: Plain<'_>) -> Result<()> {
        if let Plain::Dynamic(tag, content) = value
            && let Some(added) = self.add_dynamic(address, (tag, content))
        {
            return added;
        }
        let (path, located) = (address.path(), self.locate(address)?);
        let written = self.edited()?.write_at(located, &path.locator(address), path, value);
        written.map_err(|error| path.with_path(error))
    }

    /// Where the value at an address is, or what is missing on the way to it.
    pub(super) fn locate<'p, A: Address>(&self, address: &'p A) -> Result<Located<'p>> {
        let path = address.path();
        self.session.locate(&path.locator(address)).map_err(|error| path.with_path(error))
    }

    /// Lays the buffer out again by a newer revision of its schema, with room for so many bytes
    /// more.
    ///
    /// A program of an older revision cannot lay out data that it does not see: an edit that needs
    /// wider pointers is [`ErrorKind::Newer`](crate::ErrorKind::Newer) then. Given the newer
    /// schema, from a [`framed`](crate::framed) buffer or a registry, it lays the buffer out, and
    /// makes the edit by its own. All records get the length of the newer revision, and free or
    /// [unclaimed](crate::proved::ProvedRecord::unclaimed) bytes are gone. An extension block
    /// stays, as in each new layout but [`Record::compact`].
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
    /// [`ErrorKind::Schema`](crate::ErrorKind::Schema) if `newer` is not a newer revision of this
    /// record's schema; [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for invalid bytes;
    /// [`ErrorKind::Newer`](crate::ErrorKind::Newer) if the buffer holds data of a revision that is
    /// newer still; [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot hold it, and
    /// for a workspace, which is not laid out again; [`ErrorKind::Limit`](crate::ErrorKind::Limit)
    /// if it would be longer than a buffer can be. The bytes are then unchanged.
    pub fn relayout_with(&mut self, newer: &Schema, more: usize) -> Result<()> {
        if newer.changes_since(self.schema()).level() > Level::OldReadersRefuse {
            return Err(Error::fixed(&FixedError(ErrorKind::Schema, "not a newer revision of the record's schema")));
        }
        self.edited()?.lay_out_with(newer, more, &|bytes, laid_out| prove_layout(newer, bytes, laid_out))
    }
}

// Values without parts, read and written in their record: a bit, a word, or a string of bytes.

/// A value without parts.
#[derive(Clone, Copy, Debug)]
pub enum Plain<'v> {
    /// A bool.
    Bit(bool),
    /// The word of a scalar or enum.
    Word(u128),
    /// Text or bytes.
    Blob(&'v [u8]),
    /// The variant of a union.
    Tag(u8),
    /// A variant of `any` with what it holds.
    Dynamic(u8, DynamicValue<'v>),
}

/// What a variant of `any` holds.
#[derive(Clone, Copy, Debug)]
pub enum DynamicValue<'v> {
    /// A word of so many bytes.
    Word(Halves, u8),
    /// Text or bytes.
    Blob(&'v [u8]),
}

impl DynamicValue<'_> {
    /// Bytes behind the slot at a width.
    pub(super) fn heap_len(&self, width: PointerWidth) -> u64 {
        match self {
            Self::Word(word, size) if word.word() != 0 && usize::from(*size) > width.bytes() => {
                object_len(usize::from(*size), u64::from(*size))
            }
            Self::Blob(content) if !content.is_empty() => object_len(content.len(), content.len() as u64),
            _ => 0,
        }
    }
}

impl Plain<'_> {
    /// Bytes of its object at a width, if it needs one as the value of a leaf that is not there
    /// yet.
    pub(super) fn heap_len(&self, leaf: &Leaf, width: PointerWidth) -> u64 {
        match self {
            Self::Blob(content) if leaf.form == LeafForm::Blob && !(content.is_empty() && leaf.null_is_empty()) => {
                object_len(content.len(), content.len() as u64)
            }
            Self::Dynamic(_, content) => content.heap_len(width),
            Self::Blob(_) | Self::Word(_) | Self::Bit(_) | Self::Tag(_) => 0,
        }
    }
}

/// Reads the value of a path in the record that holds it; `None` if it is absent.
pub(super) fn read_plain<'a>(
    buf: &Buf<'a>,
    FoundRecord { record, packed, .. }: FoundRecord<'a>,
    path: &Path,
    schema: &'a Schema,
) -> Result<Option<Plain<'a>>> {
    let (shift, leaf) = (buf.shift(), &path.leaf);
    if leaf.is_absent(record, shift) {
        return Ok(None);
    }
    let inline = |len| slice_or_empty(record, leaf.place.slot.at(shift), len);
    Ok(Some(match leaf.form {
        LeafForm::Bit => Plain::Bit(leaf.load_bit(record, shift)),
        LeafForm::Word(size) => Plain::Word(match size {
            1 => leaf.load::<u8>(record, shift).into(),
            2 => leaf.load::<u16>(record, shift).into(),
            4 => leaf.load::<u32>(record, shift).into(),
            8 => leaf.load::<u64>(record, shift).into(),
            _ => leaf.load::<u128>(record, shift),
        }),
        LeafForm::Text(len) => Plain::Blob(trimmed(inline(len))),
        // Only bytes are read and written whole.
        LeafForm::Bytes(len) => Plain::Blob(inline(len)),
        LeafForm::Tag if is_packed(packed) => Plain::Tag(packed),
        LeafForm::Tag => Plain::Tag(record.get(leaf.place.slot.at(shift)).copied().unwrap_or(0)),
        LeafForm::Blob | LeafForm::Parts => match (buf.follow(record, leaf.place.slot)?, path.in_schema(schema)) {
            (Some(object), _) => Plain::Blob(buf.blob(object)?),
            _ if leaf.optional => return Ok(None),
            (None, Some((_, DefaultValue::Blob(content)))) => Plain::Blob(content),
            _ => Plain::Blob(&[]),
        },
    }))
}

impl<S: Storage> Session<S, Schema> {
    /// Writes a value where the old one is, if the record at `holder` has room for it there; `None`
    /// if not, and then nothing has changed.
    #[inline(always)]
    pub(super) fn overwrite(&mut self, holder: RecordSpan, packed: u8, leaf: &Leaf, value: Plain<'_>) -> Option<()> {
        let shift = self.shift();
        match value {
            Plain::Word(_) | Plain::Bit(_) => put_plain(self.record_of(holder)?, leaf, shift, value),
            Plain::Blob(content) if leaf.form == LeafForm::Blob => self.overwrite_blob(holder, &leaf.place, content),
            Plain::Blob(content) => put_fixed(self.record_of(holder)?, leaf, shift, content),
            Plain::Dynamic(tag, content) if !is_packed(packed) => self.overwrite_dynamic(holder, leaf, tag, content),
            Plain::Dynamic(..) | Plain::Tag(_) => None,
        }
    }

    #[inline(always)]
    pub(super) fn record_of(&mut self, holder: RecordSpan) -> Option<&mut [u8]> {
        crate::wire::slice_mut(self.bytes_within(holder.range()), holder.pos, holder.size)
    }

    /// Sets the value that was located, and makes what is missing on the way to it.
    fn write_at(
        &mut self,
        located: Located<'_>,
        locator: &PathLocator<'_>,
        path: &Path,
        value: Plain<'_>,
    ) -> Result<()> {
        let (leaf, shift) = (&path.leaf, self.shift());
        let Some((holder, packed)) = located.holder(&leaf.place, shift) else {
            return self.with_parents(located, locator, &|width| value.heap_len(leaf, width), 0, |session, locator| {
                let holder = relocated(session, path, locator)?;
                session.set_plain(holder, locator, path, value)
            });
        };
        match self.overwrite(holder, packed, leaf, value) {
            Some(()) => Ok(()),
            None => self.set_plain(holder, &located.route(locator), path, value),
        }
    }

    /// Sets the value at a locator, whose record is at `holder`.
    fn set_plain(
        &mut self,
        holder: RecordSpan,
        locator: &PathLocator<'_>,
        path: &Path,
        value: Plain<'_>,
    ) -> Result<()> {
        let leaf = &path.leaf;
        match value {
            Plain::Tag(tag) => return self.set_variant_at(locator, tag),
            Plain::Dynamic(tag, content) => return self.set_dynamic(locator, tag, content),
            Plain::Word(_) | Plain::Bit(_) | Plain::Blob(_) => {}
        }
        if self.overwrite(holder, MIXED, leaf, value).is_some() || is_zero(leaf, value) {
            return Ok(());
        }
        if let (Plain::Blob(content), LeafForm::Blob) = (value, leaf.form) {
            return self.replace_blob(holder, &leaf.place, locator, &leaf.blob_edit(content));
        }
        // The record is of an older revision, which has no such field.
        self.reserve(true, &SpaceRequest::default(), &|_| 0)?;
        let holder = relocated(self, path, locator)?;
        self.overwrite(holder, MIXED, leaf, value).ok_or_else(internal_error)
    }
}

/// The record that holds a value, as `path` finds it, after the way there was made or the buffer
/// was laid out anew.
fn relocated<S: Storage>(session: &Session<S, Schema>, path: &Path, locator: &PathLocator<'_>) -> Result<RecordSpan> {
    let resolved = locator.resolve(&session.navigator())?;
    resolved.check_holder()?;
    // As `Located::holder` finds it.
    let (shift, place) = (session.shift(), &path.leaf.place);
    let pos = resolved.holder.pos.saturating_add(resolved.place.slot.at(shift)).saturating_sub(place.slot.at(shift));
    let size = resolved.holder.range().end.saturating_sub(pos).max(place.end.at(shift));
    Ok(RecordSpan { pos, size })
}

/// Writes text or bytes that have a fixed length; `None` if the record does not store them.
pub(super) fn put_fixed(record: &mut [u8], leaf: &Leaf, shift: u32, content: &[u8]) -> Option<()> {
    let (LeafForm::Text(len) | LeafForm::Bytes(len)) = leaf.form else { return None };
    if leaf.place.end.at(shift) > record.len() {
        return None;
    }
    let slot = crate::wire::slice_mut(record, leaf.place.slot.at(shift), len)?;
    let (text, rest) = slot.split_at_mut_checked(content.len())?;
    text.copy_from_slice(content);
    rest.fill(0);
    leaf.store_presence(record, shift)
}

/// Whether zeros say the same.
fn is_zero(leaf: &Leaf, value: Plain<'_>) -> bool {
    let word = match value {
        Plain::Word(word) => word,
        Plain::Bit(value) => u128::from(value),
        Plain::Blob(_) | Plain::Tag(_) | Plain::Dynamic(..) => return false,
    };
    word == leaf.default_word && !leaf.has_presence
}

/// Writes a word or bit with its presence; `None` if the record does not store it.
pub(super) fn put_plain(record: &mut [u8], leaf: &Leaf, shift: u32, value: Plain<'_>) -> Option<()> {
    // By the trait's name: integers will have a method of this one's.
    match (value, leaf.form) {
        (Plain::Word(word), LeafForm::Word(1)) => leaf.store(<u8 as Word>::truncate(word), record, shift),
        (Plain::Word(word), LeafForm::Word(2)) => leaf.store(<u16 as Word>::truncate(word), record, shift),
        (Plain::Word(word), LeafForm::Word(4)) => leaf.store(<u32 as Word>::truncate(word), record, shift),
        (Plain::Word(word), LeafForm::Word(8)) => leaf.store(<u64 as Word>::truncate(word), record, shift),
        (Plain::Word(word), LeafForm::Word(16)) => leaf.store(word, record, shift),
        (Plain::Bit(value), LeafForm::Bit) => leaf.store_bit(value, record, shift),
        _ => None,
    }
}

// The conversion of a value to the type of its field, and the check of its rules.

impl Path {
    /// Whether the field takes a value of its type as it comes: content without rules, a word or
    /// bit that it does not refuse, or a name that `put_name` looks up.
    #[inline(always)]
    pub(super) fn takes<T: FieldType + ?Sized>(&self, value: &T::Set<'_>) -> bool {
        if T::content(value).is_some() {
            return self.leaf.is_free_content();
        }
        if T::IS_NAME { self.takes_names } else { !self.needs_check }
    }

    /// A value as the field stores it, which may have it.
    #[inline]
    pub(super) fn plain<'v, A: Address>(
        &self,
        schema: &Schema,
        value: <A::Value as FieldType>::Set<'v>,
    ) -> Result<Plain<'v>> {
        self.check(schema, A::COUNT)?;
        let value = match <A::Value as FieldType>::plain(value, self, schema) {
            Ok(value) => value,
            Err(error) => return Err(self.with_path(error)),
        };
        self.check_plain(&value)?;
        Ok(value)
    }

    /// Fails if a value cannot be set here: an element of a set, or where a rule does not allow it.
    #[inline]
    pub(super) fn check_plain(&self, value: &Plain<'_>) -> Result<()> {
        if self.needs_check {
            self.check_settable()?;
            self.check_value(value)?;
        }
        Ok(())
    }

    /// A value as elements of the list store it, which may have it.
    #[inline]
    pub(super) fn plain_element<'v, A: Address>(
        &self,
        schema: &Schema,
        value: <A::Value as FieldType>::Set<'v>,
    ) -> Result<Plain<'v>> {
        self.check_sequence(schema, A::COUNT)?;
        let value = <A::Value as FieldType>::plain(value, self, schema).map_err(|error| self.with_path(error))?;
        self.check_value(&value)?;
        Ok(value)
    }

    /// Fails if the path's field cannot hold a value: before anything is made for it.
    #[inline]
    pub(super) fn check_value(&self, value: &Plain<'_>) -> Result<()> {
        // Text and bytes behind a pointer may have any length that a buffer can have.
        if let Plain::Blob(content) = value
            && (self.leaf.form != LeafForm::Blob || content.len() > u32::MAX as usize)
        {
            self.leaf.ty.check_len(content).map_err(|error| self.with_path(error))?;
        }
        match &self.leaf.rules {
            Some(rules) => check_rules(rules, &self.leaf.ty, value).map_err(|error| self.with_path(error)),
            None => Ok(()),
        }
    }
}

/// Fails if a value breaks a rule of its field.
#[cold]
fn check_rules(rules: &Rules, ty: &Type, value: &Plain<'_>) -> Result<()> {
    match value {
        Plain::Word(word) => rules.check_word(ty, *word),
        Plain::Blob(content) => rules.check_blob(content),
        Plain::Bit(_) | Plain::Tag(_) | Plain::Dynamic(..) => Ok(()),
    }
}

// Edits that depend on the present value.

/// A field of a record, present or not: made by [`Record::entry`].
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct Page { hits: map<string, u32>, title: string? } root Page;")?;
/// let (hits, title) = (schema.field::<u32>("hits[]")?, schema.field::<str>("title")?);
/// let mut record = Record::new(&schema);
/// for word in ["a", "b", "a"] {
///     record.entry(hits.at(word)).and_modify(|count| count + 1)?.or_insert(1)?;
/// }
/// assert_eq!(record.get(hits.at("a"))?, 2);
/// assert_eq!(record.entry(&title).or_insert("untitled")?, "untitled");
/// record.entry(&title).clear()?;
/// assert_eq!(record.entry(&title).get()?, None);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Entry<'r, S, L, T: ?Sized> {
    record: &'r mut Record<S>,
    address: L,
    marker: PhantomData<fn(&T)>,
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// A field, to be read and changed in one go.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Page { views: u32?, title: string? } root Page;")?;
    /// let (views, title) = (schema.field::<u32>("views")?, schema.field::<str>("title")?);
    /// let mut record = Record::new(&schema);
    /// for _ in 0..3 {
    ///     record.entry(&views).and_modify(|views| views + 1)?.or_insert(1)?;
    /// }
    /// assert_eq!(record.get(&views)?, 3);
    /// assert_eq!(record.entry(&title).or_insert("untitled")?, "untitled");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn entry<T: FieldType + ?Sized, L: Locate<Value: Reads<T>> + Copy>(
        &mut self,
        address: L,
    ) -> Entry<'_, S, L, T> {
        Entry { record: self, address, marker: PhantomData }
    }
}

impl<'r, S: Storage + AsRef<[u8]>, T: FieldType + ?Sized, L: Locate<Value: Reads<T>> + Copy> Entry<'r, S, L, T> {
    /// The value, or `None` if it is absent.
    ///
    /// # Errors
    /// As [`Record::get`].
    pub fn get(&self) -> Result<Option<T::Get<'_>>> {
        self.record.get_optional::<T>(self.address)
    }

    /// Replaces the value if it is there. The result of `modify` may not borrow from the old value.
    ///
    /// # Errors
    /// As [`Record::get`] and [`Record::set`].
    pub fn and_modify<'v>(mut self, modify: impl FnOnce(T::Get<'_>) -> T::Set<'v>) -> Result<Self> {
        let modified = self.record.get_optional::<T>(self.address)?.map(modify);
        if let Some(value) = modified {
            self.put(value)?;
        }
        Ok(self)
    }

    /// The value, which is set first if it is absent.
    ///
    /// # Errors
    /// As [`Record::get`] and [`Record::set`]. The value is set and then read: in a corrupt buffer
    /// it may be set and not be found.
    pub fn or_insert(mut self, value: T::Set<'_>) -> Result<T::Get<'r>> {
        if self.record.get_optional::<T>(self.address)?.is_none() {
            self.put(value)?;
        }
        self.record.get::<T>(self.address)
    }

    /// Sets the value, whether or not it is there.
    ///
    /// # Errors
    /// As [`Record::set`].
    pub fn set(mut self, value: T::Set<'_>) -> Result<()> {
        self.put(value)
    }

    fn put(&mut self, value: T::Set<'_>) -> Result<()> {
        let address = self.address.to_write::<T>(self.record.session.schema(), false)?;
        self.record.set_at(&address, value)
    }

    /// Makes the value absent, or its default.
    ///
    /// # Errors
    /// As [`Record::clear`].
    pub fn clear(self) -> Result<()> {
        self.record.clear(self.address)
    }
}
