//! A buffer with its run-time schema, to read: by handle, by path, or by a cursor that explores it.
//!
//! What a [`Record`](super::Record) reads, it reads through this.

use super::path::FoundRecord;
use super::{Address, FieldType, HandleAt, Locate, Reads};
use crate::compare::extents::{Extent, walk};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::Buf;
use crate::read::cursor::{StructRef, ValueRef};
use crate::read::key::Key;
use crate::read::route::KeysWith;
use crate::schema::Schema;
use crate::write::space::ReadOnly;
use crate::write::{Session, Space, SpaceByField};

/// A buffer with its run-time schema, both borrowed, to read. [`Schema::peek`] opens it.
///
/// It is the equivalent of `User::peek(&bytes)` for a schema: opening looks at the header alone,
/// copies and counts nothing, and fields are checked when they are read. To edit, open a
/// [`Record`](crate::Record).
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::parse("struct User { name: string, age: u16 = 18, tags: list<string> } root User;")?;
/// let (name, tag) = (schema.field::<str>("name")?, schema.field::<str>("tags[]")?);
/// let bytes = [0x20, 4, 0, 0, 6, 10, 3, b'A', b'd', b'a', 1, 12, 4, b'm', b'a', b't', b'h'];
///
/// let user = schema.peek(&bytes)?;
/// assert_eq!(user.get(&name)?, "Ada");
/// assert_eq!(user.get(tag.at(0))?, "math");
/// assert_eq!(user.get::<u16>("age")?, 18);
/// assert_eq!(user.len("tags")?, 1);
/// assert_eq!(format!("{user:?}"), r#"User { name: "Ada", age: 18, tags: ["math"] }"#);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct RecordView<'a> {
    pub(super) buf: Buf<'a>,
    pub(super) root: &'a [u8],
    pub(super) schema: &'a Schema,
}

impl Schema {
    /// Opens a buffer to read it. Fields are checked when they are read.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
    /// let x = schema.field::<i32>("x")?;
    /// assert_eq!(schema.peek(&[0x20, 4, 7, 0, 0, 0])?.get(&x)?, 7);
    /// assert_eq!(schema.peek(&[0x20, 4, 7]).unwrap_err().kind(), ErrorKind::Corrupt);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if the header is invalid or the root record does not lie in the
    /// buffer.
    #[inline(always)]
    pub fn peek<'a>(&'a self, bytes: &'a [u8]) -> Result<RecordView<'a>> {
        let (buf, root) = Buf::open(bytes, self.root_ends(), || self.lineage())?;
        Ok(RecordView { buf, root, schema: self })
    }
}

impl<'a> RecordView<'a> {
    /// The schema.
    #[must_use]
    pub fn schema(&self) -> &'a Schema {
        self.schema
    }

    /// The bytes; of a workspace those up to its end.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.buf.bytes
    }

    /// As [`Record::root`](crate::Record::root).
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct Point { x: i32, y: i32 } root Point;")?;
    /// let bytes = [0x20, 8, 7, 0, 0, 0, 9, 0, 0, 0];
    /// let point = schema.peek(&bytes)?.root()?;
    /// let fields = point.fields().map(|(name, value)| Ok(format!("{name} = {:?}", value?)));
    /// assert_eq!(fields.collect::<vellum::Result<Vec<_>>>()?, ["x = 7", "y = 9"]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Schema::check`].
    pub fn root(&self) -> Result<StructRef<'a>> {
        self.schema.check()?;
        Ok(StructRef::new(self.buf, self.root, self.schema, self.schema.root_id()))
    }

    /// As [`Record::value`](crate::Record::value).
    ///
    /// # Errors
    /// As there.
    pub fn value(&self) -> Result<ValueRef<'a>> {
        let root = self.root()?;
        match self.schema.root_value() {
            Some(field) => root.get(field.name()),
            None => Ok(ValueRef::Struct(root)),
        }
    }

    /// As [`Record::get`](crate::Record::get). Results borrow from the bytes, not from the view.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
    /// let (name, age) = (schema.field::<str>("name")?, schema.field::<u16>("age")?);
    /// let bytes = [0x20, 3, 0, 0, 5, 3, b'A', b'd', b'a'];
    /// let user = schema.peek(&bytes)?;
    /// assert_eq!((user.get(&name)?, user.get(&age)?), ("Ada", 18));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    pub fn get<T: FieldType + ?Sized>(&self, address: impl Locate<Value: Reads<T>>) -> Result<T::Get<'a>> {
        self.get_at(address.to_read::<T>(self.schema, false)?)
    }

    #[inline(always)]
    pub(super) fn get_at<A: Address>(&self, address: A) -> Result<<A::Value as FieldType>::Get<'a>> {
        if let Some(value) = self.stored(&address) {
            return Ok(value);
        }
        match (*self).read(address, true)? {
            Some((value, _)) => Ok(value),
            None => <A::Value as FieldType>::absent(),
        }
    }

    /// As [`Record::get_optional`](crate::Record::get_optional).
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn get_optional<T: FieldType + ?Sized>(
        &self,
        address: impl Locate<Value: Reads<T>>,
    ) -> Result<Option<T::Get<'a>>> {
        let address = address.to_read::<T>(self.schema, false)?;
        if let Some(value) = self.stored(&address) {
            return Ok(Some(value));
        }
        // What an absent struct would hold is its default, and absent.
        Ok((*self).read(address, false)?.filter(|(_, is_absent)| !is_absent).map(|(value, _)| value))
    }

    /// The value of an address, if it and all on the way there is stored.
    #[inline(always)]
    fn stored<A: Address>(&self, address: &A) -> Option<<A::Value as FieldType>::Get<'a>> {
        let path = address.path();
        if !A::Value::IS_STORED || !path.is_of(self.schema, address.count()) {
            return None;
        }
        let found = path.stored(self.schema, &self.buf, self.root, address)?;
        <A::Value as FieldType>::stored(&self.buf, found, &path.leaf, self.schema)
    }

    /// The value, wherever it is, and whether it is a default since a struct that should hold it is
    /// absent. Where a value is needed, nothing within `any` is an error. View and address come by
    /// value, so that they need not lie in memory on the short way.
    #[inline(never)]
    fn read<A: Address>(self, address: A, is_needed: bool) -> Result<Option<(<A::Value as FieldType>::Get<'a>, bool)>> {
        let path = address.path();
        let read = match self.find_fitting(&address)? {
            None => None,
            Some(at) => match <A::Value as FieldType>::read(self.buf, at, path, self.schema) {
                Ok(value) => value.map(|value| (value, at.is_absent)),
                // The null that `any` in an absent struct would be.
                Err(_) if at.is_absent && path.leaf.is_any => None,
                Err(error) => return Err(path.with_path(error)),
            },
        };
        if read.is_none() && is_needed {
            path.check_absent::<A::Value>()?;
        }
        Ok(read)
    }

    /// The record that holds the value of an address; `None` where something on the way is absent.
    #[inline(always)]
    pub(super) fn find<A: Address>(&self, address: &A) -> Result<Option<FoundRecord<'a>>> {
        let path = address.path();
        path.check(self.schema, address.count())?;
        match path.stored(self.schema, &self.buf, self.root, address) {
            Some(found) => Ok(Some(found)),
            None => path.walk(*self, address),
        }
    }

    /// As `find`, and fails where the way leads through a value of `any` of another kind than the
    /// path says.
    #[inline(always)]
    pub(super) fn find_fitting<A: Address>(&self, address: &A) -> Result<Option<FoundRecord<'a>>> {
        let path = address.path();
        path.check(self.schema, address.count())?;
        match path.stored(self.schema, &self.buf, self.root, address) {
            Some(found) => Ok(Some(found)),
            None => path.walk_fitting(*self, address),
        }
    }

    /// As [`Record::len`](crate::Record::len).
    ///
    /// # Errors
    /// As there.
    pub fn len<L: Locate>(&self, list: L) -> Result<usize> {
        let list = list.locate(self.schema, true)?;
        let path = list.path();
        path.check_list(self.schema, L::Address::COUNT)?;
        path.len(*self, &list, true)
    }

    /// As [`Record::iter`](crate::Record::iter).
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { lines: list<string> } root Log;")?;
    /// let line = schema.field::<str>("lines[]")?;
    /// let mut record = Record::new(&schema);
    /// record.push("lines", "one")?;
    /// record.push("lines", "two")?;
    /// let lines = schema.peek(record.as_bytes())?.iter(&line)?;
    /// assert_eq!(lines.collect::<vellum::Result<Vec<_>>>()?, ["one", "two"]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn iter<T: FieldType + ?Sized>(
        self,
        list: impl Locate<Value: Reads<T>>,
    ) -> Result<impl ExactSizeIterator<Item = Result<T::Get<'a>>>> {
        let list = list.to_read::<T>(self.schema, true)?;
        let count = self.count(&list)?;
        Ok((0..count).map(move |index| self.get_at(HandleAt { list: &list, key: index.into() })))
    }

    /// The number of elements of a list that is not a map.
    pub(super) fn count<A: Address>(&self, list: &A) -> Result<usize> {
        list.check_sequence(self.schema)?;
        list.path().len(*self, list, false)
    }

    /// As [`Record::space`](crate::Record::space), and nothing is copied.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn space(&self) -> Result<Space> {
        self.session().space()
    }

    /// As [`Record::space_by_field`](crate::Record::space_by_field), and nothing is copied.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
    /// let bytes = [0x20, 3, 0, 0, 5, 3, b'A', b'd', b'a'];
    /// let space = schema.peek(&bytes)?.space_by_field(2)?;
    /// assert_eq!((space.rows()[1].path.as_str(), space.rows()[1].live), ("name", 4));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn space_by_field(&self, depth: usize) -> Result<SpaceByField> {
        self.session().space_by_field(depth)
    }

    /// Tells every piece of the buffer that belongs to something, each value before what it points
    /// to: for tools that show bytes to people. [`Extent`] has an example. Pieces do not overlap in
    /// a valid buffer, except the bits of a byte. Bytes without a piece are free if they are `FF`.
    /// Others belong to nothing that this schema knows.
    ///
    /// Invalid bytes are a [`Fault`](crate::extent::Role::Fault), and the walk continues after
    /// them. It visits no more bytes than the buffer has, at most 64 objects deep.
    ///
    /// # Errors
    /// As [`Schema::check`](crate::Schema::check).
    #[inline]
    pub fn extents(&self, visit: &mut dyn FnMut(&Extent<'_>)) -> Result<()> {
        self.schema.check()?;
        walk(self.buf, self.root, self.schema, visit);
        Ok(())
    }

    /// A session that only looks.
    fn session(&self) -> Session<ReadOnly<'a>, Schema> {
        let (width, size) = (self.buf.width, self.root.len());
        let root = self.buf.floor.saturating_sub(size);
        Session::from_parts(ReadOnly(self.buf.bytes), self.schema.clone(), width.into(), root, size)
    }

    /// As [`Record::contains_key`](crate::Record::contains_key).
    ///
    /// # Errors
    /// As there.
    pub fn contains_key<'k, L: Locate>(&self, map: L, key: impl Into<Key<'k>>) -> Result<bool> {
        let map = map.locate(self.schema, true)?;
        let path = map.path();
        path.check_list(self.schema, L::Address::COUNT)?;
        let in_any = path.to_map(self.schema)?;
        let path = in_any.as_ref().unwrap_or(path);
        if !path.ends_in_key() {
            return Err(path.with_path(Error::fixed(&FixedError(ErrorKind::Type, "not a map"))));
        }
        Ok(path.walk_fitting(*self, &KeysWith { keys: &map, last: path.last_key(), key: key.into() })?.is_some())
    }
}

/// A [`Record`](crate::Record) or a [`RecordView`], for functions that read either.
///
/// ```
/// use vellum::{Record, Schema, field::AsRecord};
///
/// fn same(a: &impl AsRecord, b: &impl AsRecord) -> vellum::Result<bool> {
///     a.as_record()?.content_eq(b)
/// }
///
/// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
/// let mut point = Record::new(&schema);
/// point.set("x", 7)?;
/// assert!(same(&point, &schema.peek(&[0x20, 4, 7, 0, 0, 0])?)?);
/// # Ok::<(), vellum::Error>(())
/// ```
pub trait AsRecord: sealed::Sealed {
    /// The record, to read.
    ///
    /// # Errors
    /// As [`Record::view`](crate::Record::view).
    fn as_record(&self) -> Result<RecordView<'_>>;
}

pub(super) mod sealed {
    /// Only what is in this crate knows that its schema is that of the bytes it has opened.
    pub trait Sealed {}
    impl Sealed for super::RecordView<'_> {}
    impl<T: Sealed> Sealed for &T {}
}

impl<T: AsRecord> AsRecord for &T {
    fn as_record(&self) -> Result<RecordView<'_>> {
        (**self).as_record()
    }
}

impl AsRecord for RecordView<'_> {
    fn as_record(&self) -> Result<RecordView<'_>> {
        Ok(*self)
    }
}

/// Prints the root as [`Record::root`](crate::Record::root) does: all that the record holds, or the
/// error.
impl core::fmt::Debug for RecordView<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.root() {
            Ok(root) => root.fmt(f),
            Err(error) => write!(f, "{} {{ {error} }}", self.schema.root().name()),
        }
    }
}
