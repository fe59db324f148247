//! Reading a record: by handle, by path, or by a cursor that explores it.

use super::path::Path;
use super::{FieldType, Handle, Locate, Reads, Record};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::cursor::{StructRef, ValueRef};
use crate::schema::Schema;

impl<B: AsRef<[u8]>> Record<B> {
    /// A cursor to explore what is not known beforehand.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
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
    /// [`ErrorKind::Corrupt`] if the storage became shorter since it was opened.
    pub fn root(&self) -> Result<StructRef<'_>> {
        self.view()?.root()
    }

    /// The whole value, to explore: of a root that is no struct that value, else the root struct.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("root list<string>;")?;
    /// let mut log = Record::new(&schema);
    /// log.push("", "started")?;
    /// let ValueRef::List(lines) = log.value()? else { panic!("a list") };
    /// assert_eq!(lines.len(), 1);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::root`], and [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the value's
    /// bytes are invalid.
    pub fn value(&self) -> Result<ValueRef<'_>> {
        self.view()?.value()
    }

    /// The value of a field, given by a handle or by a path such as `list[2].name`; an absent one
    /// reads as its type's default. Of a path the type is said, and the path is parsed each time; a
    /// [`Handle`] does both once.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { scores: list<u32>, age: u16 = 18 } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.push("scores", 7u32)?;
    /// let score = schema.field::<u32>("scores[]")?;
    /// assert_eq!(record.get(score.at(0))?, 7); // by handle
    /// assert!(record.get(score.at(1)).is_err());
    /// assert_eq!(record.get::<u32>("scores[0]")?, 7); // by path
    /// assert_eq!(record.get::<u16>("age")?, 18);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`] for an index beyond the end or a path that leads nowhere,
    /// [`ErrorKind::Type`] if the field at a path has another type, [`ErrorKind::Schema`] for a
    /// handle of another schema, [`ErrorKind::Corrupt`] if the bytes are invalid.
    #[inline]
    pub fn get<T: FieldType + ?Sized>(&self, address: impl Locate<Value: Reads<T>>) -> Result<T::Get<'_>> {
        self.view()?.get(address)
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
    pub fn get_optional<T: FieldType + ?Sized>(
        &self,
        address: impl Locate<Value: Reads<T>>,
    ) -> Result<Option<T::Get<'_>>> {
        self.view()?.get_optional(address)
    }
}

impl Schema {
    /// A handle for the field at `path`, type-checked once; each `[]` in the path takes an index at
    /// access.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16 } root User;")?;
    /// assert!(schema.field::<u16>("age").is_ok());
    /// assert_eq!(schema.field::<str>("age").unwrap_err().kind(), ErrorKind::Type);
    /// assert_eq!(schema.field::<u16>("name").unwrap_err().kind(), ErrorKind::Path);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`] if there is no such field, [`ErrorKind::Type`] if it has another type.
    pub fn field<T: FieldType + ?Sized>(&self, path: &str) -> Result<Handle<T>> {
        let (path, indices) = Path::parse(self, path, false)?;
        if !indices.is_empty() {
            return Err(Error::fixed(&FixedError(ErrorKind::Path, "a handle takes its indices at access: write `[]`")));
        }
        Handle::new(self, path)
    }
}
