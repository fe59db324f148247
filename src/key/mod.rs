//! Keys of two kinds: keys that find an entry of a map, and keys of records in a key-value store.
//!
//! A [`MapKey`] is a Rust type that a map can have as its key; a [`Key`] is such a value at run
//! time. A key for a store is bytes, made from fields of a record ([`Keyed::key`],
//! [`Schema::key_of`]). The order of these bytes is the order of the values.
//!
//! A schema names the fields: `struct User key(org, id desc) { ... }`. Two keys compare, byte by
//! byte, as the records do by those fields. So a store that sorts by bytes sorts records, and
//! finds ranges of them.
//!
//! ```
//! use vellum::{Vellum, key::Keyed};
//!
//! #[derive(Vellum)]
//! #[vellum(key(org, name))]
//! struct User { org: u16, name: String, age: u8 }
//!
//! let key = |org, name: &str| User::key(&vellum::to_vec(&User { org, name: name.into(), age: 36 })?);
//! assert!(key(7, "Ada")? < key(7, "Bob")?);
//! assert!(key(7, "Bob")? < key(8, "Ada")?);
//! # Ok::<(), vellum::Error>(())
//! ```

mod decode;
mod range;
mod writer;

// The files:
// - `writer`: [`KeyWriter`], keys without a record, and the inputs of a key
// - `range`: [`KeyRange`], all keys that begin with some values, and its bounds
// - `decode`: [`KeyValue`], the values of a key, and the bytes of one column

use alloc::vec::Vec;

pub use decode::KeyValue;
pub use range::KeyRange;
pub use writer::KeyWriter;

use crate::error::{Error, ErrorKind, Result};
pub use crate::key::decode::KeyField;
use crate::key::decode::fit;
#[doc(hidden)]
pub use crate::key::decode::push as push_key;
use crate::key::writer::{InputValue, inner};
pub use crate::key::writer::{KeyInput, KeyPart};
use crate::read::Buf;
use crate::read::cursor::{StructRef, ValueRef};
pub use crate::read::key::Key;
use crate::record::AsRecord;
use crate::schema::{Column, Schema, Struct};
use crate::typed::Vellum;
pub use crate::typed::key::MapKey;

impl Schema {
    /// The key of a record, by the key that the root struct declares. Keys compare as the records
    /// do by its fields.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User key(org, name) { org: u16, name: string, age: u8 } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("org", 7u16)?;
    /// record.set("name", "Ada")?;
    /// assert_eq!(schema.key(&record)?, b"\0\x07Ada\0\0");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Schema`] if the root declares no key, or the record belongs to another schema;
    /// [`ErrorKind::Corrupt`] if the bytes of a field are invalid.
    pub fn key(&self, record: &impl AsRecord) -> Result<Vec<u8>> {
        let mut key = Vec::new();
        self.key_into(record, &mut key)?;
        Ok(key)
    }

    /// As [`Schema::key`], appended to a vector; an error leaves it as it was.
    ///
    /// # Errors
    /// As [`Schema::key`].
    pub fn key_into(&self, record: &impl AsRecord, key: &mut Vec<u8>) -> Result<()> {
        let record = record.as_record()?;
        self.check_id(record.schema().id())?;
        record.root()?.key_into(key)
    }

    /// A writer for keys of the root struct, which checks each value against the key's declaration.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema};
    ///
    /// let schema = Schema::parse("struct User key(org, name) { org: u16, name: string } root User;")?;
    /// let key = schema.key_writer()?.push(7)?.push("Ada")?.finish()?;
    /// assert_eq!(key, b"\0\x07Ada\0\0");
    /// assert_eq!(schema.key_writer()?.push("Ada").unwrap_err().kind(), ErrorKind::Type);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Schema`] if the root declares no key.
    pub fn key_writer(&self) -> Result<KeyWriter<'_>> {
        let structure = self.root();
        check_declared(self, structure)?;
        Ok(KeyWriter::typed(self, structure))
    }

    /// The key of some values, without a record: one for each part of the key, in its order.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User key(org, name) { org: u16, name: string } root User;")?;
    /// assert_eq!(schema.key_of((7, "Ada"))?, b"\0\x07Ada\0\0");
    /// let error = schema.key_of(("Ada", 7)).unwrap_err();
    /// assert_eq!(error.to_string(), "type mismatch: \"Ada\" is no value of u16 in `org`");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Type`] if a value is not one of its part, [`ErrorKind::Path`] if there are too
    /// few or too many, [`ErrorKind::Schema`] if the root declares no key.
    pub fn key_of<'k>(&self, values: impl KeyPart<'k>) -> Result<Vec<u8>> {
        values.push_to(self.key_writer()?)?.finish()
    }

    /// All keys that begin with some values: those of the first parts of the key.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User key(org, name) { org: u16, name: string } root User;")?;
    /// let of_seven = schema.key_prefix(7)?;
    /// assert!(of_seven.contains(&schema.key_of((7, "Ada"))?));
    /// assert!(!of_seven.contains(&schema.key_of((8, "Ada"))?));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Schema::key_of`]; fewer values than parts are none.
    pub fn key_prefix<'k>(&self, values: impl KeyPart<'k>) -> Result<KeyRange> {
        Ok(values.push_to(self.key_writer()?)?.range())
    }

    /// The values of a key of the root struct. A tuple or frozen struct gives one value for each of
    /// its fields.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema, key::KeyValue};
    ///
    /// let schema = Schema::parse("struct User key(org, name) { org: u16, name: string } root User;")?;
    /// let values = schema.decode_key(b"\0\x07Ada\0\0")?;
    /// assert_eq!(values, [KeyValue::Unsigned(7), KeyValue::String("Ada".into())]);
    /// assert_eq!(schema.decode_key(b"\0\x07Ada\0").unwrap_err().kind(), ErrorKind::Corrupt);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] for bytes that are no key of the struct, [`ErrorKind::Schema`] if it
    /// declares none.
    #[inline]
    pub fn decode_key(&self, key: &[u8]) -> Result<Vec<KeyValue>> {
        let structure = self.root();
        check_declared(self, structure)?;
        decode::decode(self, structure, key)
    }
}

/// Fails if the struct declares no key; a schema that could not be made tells why.
fn check_declared(schema: &Schema, structure: &Struct) -> Result<()> {
    schema.check()?;
    if !structure.key().is_empty() {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Schema, format_args!("`{}` declares no key", structure.name())))
}

impl StructRef<'_> {
    /// The key that the struct declares, of the values here.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("struct Item key(at) { at: u16 } struct Log { items: list<Item> } root Log;")?;
    /// let mut record = Record::new(&schema);
    /// record.push_default("items")?;
    /// record.set("items[0].at", 7u16)?;
    /// let ValueRef::List(items) = record.root()?.get("items")? else { panic!("not a list") };
    /// let ValueRef::Struct(item) = items.get(0)? else { panic!("not a struct") };
    /// assert_eq!(item.key()?, [0, 7]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Schema::key`].
    pub fn key(&self) -> Result<Vec<u8>> {
        let mut key = Vec::new();
        self.key_into(&mut key)?;
        Ok(key)
    }

    /// As [`StructRef::key`], appended to a vector; an error leaves it as it was.
    ///
    /// # Errors
    /// As [`Schema::key`].
    pub fn key_into(&self, key: &mut Vec<u8>) -> Result<()> {
        let structure = self.definition();
        check_declared(self.schema(), structure)?;
        let start = key.len();
        for column in structure.columns() {
            let written = self.column(column).and_then(|value| {
                let cell = fit(self.schema(), column, &value.input())?;
                decode::write(key, &cell, column.optional, column.descending, false);
                Ok(())
            });
            if let Err(error) = written {
                key.truncate(start);
                return Err(error);
            }
        }
        Ok(())
    }
}

impl<'a> StructRef<'a> {
    /// The value of a column, borrowed from the buffer.
    fn column(&self, column: &Column) -> Result<InputValue<'a>> {
        let mut holder = *self;
        for (depth, step) in column.steps.iter().enumerate() {
            let value = holder.definition().fields().get(usize::from(*step)).map(|field| holder.value(field));
            let value = value.unwrap_or(Ok(ValueRef::Absent)).map_err(|error| {
                let mut outer = |depth| column.fields(self.schema(), self.definition()).nth(depth);
                (0..depth).rev().filter_map(&mut outer).fold(error, |error, field| error.in_field(field.name()))
            })?;
            match value {
                ValueRef::Struct(inner) => holder = inner,
                value => return Ok(inner(value, &column.ty)),
            }
        }
        Ok(InputValue::Absent)
    }
}

/// A struct that declares a key: `#[vellum(key(org, id desc))]`.
///
/// ```
/// use vellum::{Vellum, key::{KeyValue, Keyed}};
///
/// #[derive(Vellum)]
/// #[vellum(key(org, seen desc))]
/// struct User {
///     org: u16,
///     name: String,
///     seen: u32,
/// }
///
/// let bytes = vellum::to_vec(&User { org: 7, name: "Ada".into(), seen: 1 })?;
/// let key = User::key(&bytes)?;
/// assert_eq!(key, [0, 7, !0, !0, !0, !1]);
/// assert_eq!(User::decode_key(&key)?, [KeyValue::Unsigned(7), KeyValue::Unsigned(1)]);
/// assert!(User::key_writer()?.push(7)?.range().contains(&key));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// What cannot be sorted is refused while compiling:
///
/// ```compile_fail
/// #[derive(vellum::Vellum)]
/// #[vellum(key(tags))]
/// struct User { tags: Vec<String> }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no key",
    label = "this type declares no key",
    note = "`#[vellum(key(field, other desc))]` on the struct says by what its records sort"
)]
pub trait Keyed: Vellum {
    /// The key of a buffer. Keys compare as the records do by the fields of the key.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if the header or the bytes of a field are invalid;
    /// [`ErrorKind::Schema`], with every buffer, if the key names what cannot be a part of it and
    /// Rust's types do not tell while compiling: fields of fields.
    fn key(bytes: &[u8]) -> Result<Vec<u8>> {
        let mut key = Vec::new();
        Self::key_into(bytes, &mut key)?;
        Ok(key)
    }

    /// As [`Keyed::key`], appended to a vector; an error leaves it as it was.
    ///
    /// ```
    /// use vellum::{Vellum, key::Keyed};
    ///
    /// #[derive(Vellum)]
    /// #[vellum(key(id))]
    /// struct User { id: u16, name: String }
    ///
    /// let bytes = vellum::to_vec(&User { id: 7, name: "Ada".into() })?;
    /// let mut key = b"users/".to_vec(); // keys of several tables in one store
    /// User::key_into(&bytes, &mut key)?;
    /// assert_eq!(key, b"users/\0\x07");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Keyed::key`].
    fn key_into(bytes: &[u8], key: &mut Vec<u8>) -> Result<()> {
        let (buf, root) = Buf::open(bytes, const { Self::PLAN.ends }, || None)?;
        let schema = Self::schema();
        StructRef::new(buf, root, schema, schema.root_id()).key_into(key)
    }

    /// A writer for keys of this struct: see [`Schema::key_writer`].
    ///
    /// # Errors
    /// [`ErrorKind::Schema`] as [`Keyed::key`].
    fn key_writer() -> Result<KeyWriter<'static>> {
        Self::schema().key_writer()
    }

    /// All keys that begin with some values: see [`Schema::key_prefix`]. The derive adds `key_of`,
    /// with an argument for each part: of a field as its setter takes it ([`KeyField`]), of a field
    /// of a field any [`KeyPart`].
    ///
    /// ```
    /// use vellum::{Vellum, key::Keyed};
    ///
    /// #[derive(Vellum)]
    /// #[vellum(key(org, id))]
    /// struct User { org: u16, id: u32, name: String }
    ///
    /// let key = User::key_of(7, 1)?;
    /// assert!(User::key_prefix(7)?.contains(&key));
    /// assert_eq!(key, User::key(&vellum::to_vec(&User { org: 7, id: 1, name: "Ada".into() })?)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Schema::key_prefix`].
    fn key_prefix<'k>(values: impl KeyPart<'k>) -> Result<KeyRange> {
        Self::schema().key_prefix(values)
    }

    /// The values of a key: see [`Schema::decode_key`].
    ///
    /// # Errors
    /// As [`Schema::decode_key`].
    fn decode_key(key: &[u8]) -> Result<Vec<KeyValue>> {
        Self::schema().decode_key(key)
    }
}
