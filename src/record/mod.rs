//! The run-time path: buffers whose schema is parsed, not compiled in.
//!
//! - [`Record`]: a buffer with its schema
//! - `path`: from text such as `list[].name` to steps, resolved and type-checked once
//! - `written`: the indices and keys in that text
//! - `hops`, `anchor`: a path as byte arithmetic, and as steps through the schema
//! - `held`: values within `any`
//! - `way`: making what is missing on the way to a value
//! - `field`: the handles made of them
//! - `types`: the types a field can be read and written as
//! - `assign`: what a value can be written to
//! - `plain`: reading and writing what a handle leads to
//! - `list`, `keys`, `text`, `entry`, `make`: edits of lists and maps, edits within strings, and edits that depend on what is there
//! - `whole`: values put as a whole

mod anchor;
mod assign;
mod entry;
mod field;
mod held;
mod hops;
mod keys;
mod list;
mod make;
mod path;
mod plain;
mod text;
mod types;
mod way;
mod whole;
mod written;

use alloc::vec;
use alloc::vec::Vec;

pub use assign::WriteTo;
pub use entry::Entry;
pub use field::{Address, At, Field, Locate};
use path::Path;
pub use text::Spliceable;
pub use types::{Any, FieldType, OwnedType, Variant};

use crate::error::{Error, Kind, Result};
use crate::read::Buf;
use crate::read::cursor::StructRef;
use crate::schema::Schema;
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, Width};
use crate::write::session::SchemaSource;
use crate::write::{Session, Space, SpaceByField, Storage};

/// A buffer with its run-time schema.
///
/// It lives in a `Vec<u8>` by default; over `&[u8]` it is read-only, over any [`Storage`] it can be edited.
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct User { name: string, age: u16 = 18, tags: list<string> } root User;")?;
/// let age = schema.field::<u16>("age")?; // resolved and type-checked once
/// let tag = schema.field::<str>("tags[]")?; // each [] takes an index at access
///
/// let mut record = Record::new(&schema);
/// assert_eq!(record.get(&age)?, 18);
/// record.set(&age, 37)?;
/// record.push("tags", "math")?;
/// record.set(tag.at(0), "mathematics")?;
///
/// let bytes = record.into_storage();
/// let record = Record::open(&schema, &bytes[..])?;
/// assert_eq!(record.get(&age)?, 37);
/// assert_eq!(record.get(tag.at(0))?, "mathematics");
/// assert_eq!(record.get_path::<str>("tags[0]")?, "mathematics");
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Record<B = Vec<u8>> {
    pub(crate) session: Session<B>,
}

impl Record {
    /// A record in which every field has its default.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
    /// assert_eq!(Record::new(&schema).as_bytes().len(), 2 + 3); // header, then two bytes of age, one pointer
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn new(schema: &Schema) -> Self {
        Self::with_width(schema, schema.min_width())
    }

    /// As [`Record::new`], with pointers of at least `least`: for a record that will grow, and should not be laid out anew
    /// when it does.
    ///
    /// ```
    /// use vellum::{PointerWidth, Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string } root User;")?;
    /// assert_eq!(Record::with_width(&schema, PointerWidth::Two).as_bytes().len(), 2 + 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn with_width(schema: &Schema, least: PointerWidth) -> Self {
        let least = least.max(schema.min_width());
        let size_at = |width: PointerWidth| schema.root().size().at(width.shift());
        let total = |width: PointerWidth| {
            let size = size_at(width);
            Header::len(u32::try_from(size).unwrap_or(u32::MAX)).saturating_add(size)
        };
        let fits = |width: &PointerWidth| *width >= least && total(*width) as u64 <= width.max_len();
        // A record has at most 64 KiB, which the widest pointers reach.
        let width = PointerWidth::ALL.into_iter().find(fits).unwrap_or(PointerWidth::Four);
        let size = size_at(width);
        let mut bytes = vec![0; total(width)];
        Header::write(width, u32::try_from(size).unwrap_or(u32::MAX), &mut bytes);
        let root = bytes.len().saturating_sub(size);
        Self {
            session: Session::from_parts(bytes, total(width), SchemaSource::Shared(schema.clone()), width, root, size),
        }
    }
}

impl<B: AsRef<[u8]>> Record<B> {
    /// Opens a buffer. Fields are checked when they are read.
    ///
    /// ```
    /// use vellum::{Kind, Record, Schema};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
    /// let record = Record::open(&schema, [0x20, 4, 7, 0, 0, 0])?;
    /// assert_eq!(record.get_path::<i32>("x")?, 7);
    /// assert_eq!(Record::open(&schema, [0x20, 4, 7]).err().unwrap().kind(), Kind::Corrupt);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Corrupt`] if the header is invalid or the root record does not lie in the buffer.
    pub fn open(schema: &Schema, bytes: B) -> Result<Self> {
        let (buf, root) = Buf::open(bytes.as_ref(), schema.root().ends())?;
        let (len, width, size) = (buf.bytes.len(), buf.width, root.len());
        let (is_workspace, root) = (Header::is_workspace(buf.bytes), buf.floor.saturating_sub(size));
        let session = Session::from_parts(bytes, len, SchemaSource::Shared(schema.clone()), width, root, size);
        let mut record = Self { session };
        record.session.is_workspace = is_workspace;
        Ok(record)
    }

    /// The buffer's bytes; of a workspace those up to its end.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("x", 7)?;
    /// assert_eq!(record.as_bytes(), [0x20, 4, 7, 0, 0, 0]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.buf().bytes
    }

    /// Gives the storage back.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("x", 7)?;
    /// let bytes: Vec<u8> = record.into_storage();
    /// assert_eq!(Record::open(&schema, bytes)?.get_path::<i32>("x")?, 7);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn into_storage(self) -> B {
        self.session.storage
    }

    /// The schema.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
    /// assert_eq!(Record::new(&schema).schema().root().name(), "Point");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn schema(&self) -> &Schema {
        self.session.schema()
    }

    #[inline]
    pub(crate) fn buf(&self) -> Buf<'_> {
        let session = &self.session;
        let memory = session.storage.as_ref();
        let bytes = if session.is_workspace { Header::content(memory) } else { memory };
        Buf { bytes, floor: session.floor(), width: session.width }
    }

    #[inline]
    pub(super) fn root_bytes(&self) -> Result<&[u8]> {
        let (pos, size) = (self.session.root, self.session.root_size);
        match crate::wire::slice(self.session.storage.as_ref(), pos, size) {
            Some(bytes) => Ok(bytes),
            None => Err(Error::corrupt(pos, "the root record is not in the buffer any more")),
        }
    }

    /// A cursor to explore what is not known beforehand.
    ///
    /// ```
    /// use vellum::{Record, Schema, ValueRef};
    ///
    /// let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.push("tags", "math")?;
    /// for (name, value) in record.root()?.fields() {
    ///     match value? {
    ///         ValueRef::String(text) => assert_eq!((name, text), ("name", "")),
    ///         ValueRef::List(list) => assert_eq!((name, list.len()), ("tags", 1)),
    ///         _ => unreachable!("there are two fields"),
    ///     }
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Corrupt`] if the storage became shorter since it was opened.
    pub fn root(&self) -> Result<StructRef<'_>> {
        let schema = self.session.schema();
        Ok(StructRef::new(self.buf(), self.root_bytes()?, schema, schema.root_id()))
    }

    /// The value of a field; an absent one reads as its type's default.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { scores: list<u32> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.push("scores", 7u32)?;
    /// let score = schema.field::<u32>("scores[]")?;
    /// assert_eq!(record.get(score.at(0))?, 7);
    /// assert!(record.get(score.at(1)).is_err());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Path`] for an index beyond the end, [`Kind::Schema`] for a handle of another schema,
    /// [`Kind::Corrupt`] if the bytes are invalid.
    #[inline]
    pub fn get<A: Address>(&self, address: A) -> Result<<A::Value as FieldType>::Get<'_>> {
        let value = self.read(&address)?;
        match value {
            Some(value) => Ok(value),
            None => <A::Value as FieldType>::absent(),
        }
    }

    /// The value of a field, or `None` if it, or a struct that should hold it, is absent.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { nick: string? } root User;")?;
    /// let nick = schema.field::<str>("nick")?;
    /// let mut record = Record::new(&schema);
    /// assert_eq!(record.get_optional(&nick)?, None);
    /// assert_eq!(record.get(&nick)?, "");
    /// record.set(&nick, "")?;
    /// assert_eq!(record.get_optional(&nick)?, Some(""));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::get`].
    #[inline]
    pub fn get_optional<A: Address>(&self, address: A) -> Result<Option<<A::Value as FieldType>::Get<'_>>> {
        self.read(&address)
    }

    #[inline]
    fn read<A: Address>(&self, address: &A) -> Result<Option<<A::Value as FieldType>::Get<'_>>> {
        let path = address.path();
        path.check(self.session.schema(), A::COUNT)?;
        let found = path.find(&self.buf(), self.session.schema(), self.root_bytes()?, |index| address.key(index))?;
        let Some(record) = found else { return Ok(None) };
        <A::Value as FieldType>::read(self.buf(), record, path, self.session.schema())
            .map_err(|error| path.blame(error))
    }

    /// The value at a path such as `list[2].name`. Parses the path each time; a [`Field`] does it once.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Home { city: string } struct User { home: Home?, age: u16 = 18 } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("home.city", "London")?;
    /// assert_eq!(record.get_path::<str>("home.city")?, "London");
    /// assert_eq!(record.get_path::<u16>("age")?, 18);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::get`], and [`Kind::Type`] if the field has another type.
    pub fn get_path<T: FieldType + ?Sized>(&self, path: &str) -> Result<T::Get<'_>> {
        self.get(&field::Resolved::<T>::new(self.session.schema(), path, false)?)
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// The session, to edit: every edit begins here.
    #[inline(always)]
    pub(super) fn edited(&mut self) -> Result<&mut Session<S>> {
        self.session.check_editable()?;
        Ok(&mut self.session)
    }

    /// Sets a field, given by a handle or a path; structs on the way that are not there yet are made.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Home { city: string } struct User { home: Home?, age: u16 } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("home.city", "London")?; // by path, which makes the home
    /// let age = schema.field::<u16>("age")?;
    /// record.set(&age, 37)?; // by handle
    /// assert_eq!(record.set("age", "37").unwrap_err().to_string(), "type mismatch: the field is u16, not string in `age`");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Path`] for an index beyond the end, [`Kind::Schema`] for a handle of another schema, [`Kind::Type`] if the
    /// field has another type, [`Kind::Full`] if the storage cannot grow or holds the bytes of a
    /// [`Workspace`](crate::Workspace) without being one, [`Kind::Corrupt`] if what is there is invalid. The bytes are then
    /// unchanged.
    #[inline]
    pub fn set<V>(&mut self, address: impl WriteTo<V>, value: V) -> Result<()> {
        address.set(self, value)
    }

    /// Appends an element to a list, given by a handle of its elements without the last index, or by the list's path.
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
    pub fn push<V>(&mut self, list: impl WriteTo<V>, value: V) -> Result<()> {
        list.push(self, value)
    }

    /// Makes a field, given by a handle or a path, its default, or absent, and releases everything behind it.
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
    /// assert_eq!(record.get_path::<u16>("age")?, 18);
    /// assert_eq!(record.get_optional(&schema.field::<str>("nick")?)?, None);
    /// assert_eq!(record.len("tags")?, 0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`], and [`Kind::Newer`] if the field holds data of a newer schema revision.
    pub fn clear<L: Locate>(&mut self, address: L) -> Result<()> {
        let address = address.locate(self.session.schema(), false)?;
        let path = address.path();
        path.check(self.session.schema(), L::Address::COUNT)?;
        path.check_settable()?;
        let index_at = |at| address.key(at);
        // A value in a struct that is not there has its default already.
        if self.located(&address)?.is_none() {
            return Ok(());
        }
        if matches!(path.leaf.ty, crate::schema::Type::Union(_)) && !path.leaf.optional {
            return self.edited()?.clear_union(&path.anchor(&index_at)).map_err(|error| path.blame(error));
        }
        self.edited()?.clear_at(&path.anchor(&index_at)).map_err(|error| path.blame(error))
    }

    /// Takes a value out of its field, which has its default then, or is absent.
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
    pub fn take<A: Address>(&mut self, address: A) -> Result<<A::Value as OwnedType>::Owned>
    where
        A::Value: OwnedType,
    {
        let value = <A::Value as OwnedType>::own(self.get(&address)?);
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
    /// As [`space`](crate::space).
    pub fn space(&self) -> Result<Space> {
        self.session.space()
    }

    /// What the bytes of the buffer are used for, field by field: see [`space_by_field`](crate::space_by_field).
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
    /// As [`space`](crate::space).
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
}

impl Schema {
    /// A handle for the field at `path`, type-checked once; each `[]` in the path takes an index at access.
    ///
    /// ```
    /// use vellum::{Kind, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16 } root User;")?;
    /// assert!(schema.field::<u16>("age").is_ok());
    /// assert_eq!(schema.field::<str>("age").unwrap_err().kind(), Kind::Type);
    /// assert_eq!(schema.field::<u16>("name").unwrap_err().kind(), Kind::Path);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Path`] if there is no such field, [`Kind::Type`] if it has another type.
    pub fn field<T: FieldType + ?Sized>(&self, path: &str) -> Result<Field<T>> {
        let (path, indices) = Path::parse(self, path, false)?;
        if !indices.is_empty() {
            return Err(Error::new(Kind::Path, "a handle takes its indices at access: write `[]`"));
        }
        Field::new(self, path)
    }
}
