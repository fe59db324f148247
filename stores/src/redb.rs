//! redb: tables of records, sorted by their keys.
//!
//! [`Vlm<T>`] is the type of a table's values, [`KeyOf<T>`] that of its keys: the bytes of the key
//! that `T` declares, whose order is that of the values. redb keeps the names of both types with
//! the table, and they hold the lineage of the schema. So a table of another type is refused when
//! it is opened, while a newer revision of `T` opens the tables of the older ones.
//!
//! ```
//! use redb::{Database, ReadableDatabase, TableDefinition};
//! use vellum::{Vellum, key::Keyed};
//! use vellum_stores::redb::{KeyOf, KeyedTable, RecordTable, Vlm};
//!
//! #[derive(Vellum)]
//! #[vellum(key(org, id))]
//! struct User { org: u16, id: u32, name: String, visits: u32 }
//!
//! const USERS: TableDefinition<KeyOf<User>, Vlm<User>> = TableDefinition::new("users");
//!
//! let database = Database::builder().create_with_backend(redb::backends::InMemoryBackend::new())?;
//! let write = database.begin_write()?;
//! {
//!     let mut users = write.open_table(USERS)?;
//!     for (id, name) in [(1, "Ada"), (2, "Grace")] {
//!         users.put(&User { org: 7, id, name: name.into(), visits: 0 })?;
//!     }
//!     users.update(&*User::key_of(7, 2)?, |bytes| User::edit(bytes)?.set_visits(1))?;
//! }
//! write.commit()?;
//!
//! let users = database.begin_read()?.open_table(USERS)?;
//! let of_seven = User::key_prefix(7)?;
//! for entry in users.range::<&[u8]>(of_seven.bounds())? {
//!     let (_key, user) = entry?;
//!     let user = user.value().view()?; // in redb's page
//!     println!("{}: {}", user.name()?, user.visits()?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Bytes that are no record
//!
//! redb reads a value by a function that cannot fail. So what a table gives is [`Stored`], which
//! checks nothing: the error comes from its `view`, from a getter, or from `access`, which checks
//! everything at once.
//!
//! # Where an edit is made
//!
//! redb lends the bytes of a page to read alone; `insert_reserve`, which lends them to write, gives
//! zeros in the place of the old value, and copies them there from memory of its own. So
//! [`RecordTable::update`] edits a copy, and then has redb write it over the old value: in the same
//! page where it fits, which an edit that keeps the length always does, else in a new one. An edit
//! that fails writes nothing. [`RecordTable::put_at`] encodes to a vector for the same reason:
//! memory that is reserved would not be written with fewer copies, and an error would leave zeros
//! in it.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;

use redb::{Key, StorageError, Table, TypeName, Value};
use vellum::Vellum;
use vellum::key::Keyed;

use crate::error::{StoreError, under};
use crate::merge::{apply, lineage};
use crate::stored::Stored;

/// What the functions of a table return.
pub type Result<T> = std::result::Result<T, StoreError<StorageError>>;

/// The type of values that are records of `T`.
pub struct Vlm<T>(PhantomData<fn() -> T>);

/// The type of keys that are made of fields of `T`, as bytes: those of [`Keyed::key`],
/// `T::key_of(..)` and [`Keyed::key_prefix`].
pub struct KeyOf<T>(PhantomData<fn() -> T>);

impl<T> fmt::Debug for Vlm<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vlm")
    }
}

impl<T> fmt::Debug for KeyOf<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyOf")
    }
}

impl<T: Vellum + 'static> Value for Vlm<T> {
    type SelfType<'a> = Stored<'a, T>;
    type AsBytes<'a> = &'a [u8];

    fn fixed_width() -> Option<usize> {
        None
    }

    fn from_bytes<'a>(data: &'a [u8]) -> Stored<'a, T>
    where
        Self: 'a,
    {
        Stored::new(data)
    }

    fn as_bytes<'a, 'b: 'a>(value: &'a Stored<'b, T>) -> &'a [u8]
    where
        Self: 'b,
    {
        value.as_bytes()
    }

    fn type_name() -> TypeName {
        TypeName::new(&format!("vellum::{}", lineage(T::schema())))
    }
}

impl<T: Keyed + 'static> Value for KeyOf<T> {
    type SelfType<'a> = &'a [u8];
    type AsBytes<'a> = &'a [u8];

    fn fixed_width() -> Option<usize> {
        None
    }

    fn from_bytes<'a>(data: &'a [u8]) -> &'a [u8]
    where
        Self: 'a,
    {
        data
    }

    fn as_bytes<'a, 'b: 'a>(value: &'a &'b [u8]) -> &'a [u8]
    where
        Self: 'b,
    {
        value
    }

    /// It names the fields of the key: other fields, or another order, are another type.
    fn type_name() -> TypeName {
        let schema = T::schema();
        let parts = schema.root().key().iter();
        let parts = parts.map(|part| format!("{}{}", part.path(), if part.is_descending() { " desc" } else { "" }));
        TypeName::new(&format!("vellum::{} key({})", lineage(schema), parts.collect::<Vec<_>>().join(", ")))
    }
}

impl<T: Keyed + 'static> Key for KeyOf<T> {
    fn compare(one: &[u8], other: &[u8]) -> Ordering {
        one.cmp(other)
    }

    fn separator<'a>(left: &'a [u8], right: &'a [u8]) -> Cow<'a, [u8]> {
        <&[u8] as Key>::separator(left, right)
    }
}

/// What a table of records has that are stored under their own keys.
pub trait KeyedTable<T: Keyed> {
    /// Encodes a value under the key that it declares, in the place of what is there.
    ///
    /// # Errors
    /// What encoding refuses, and the errors of redb. The table is unchanged then.
    fn put(&mut self, value: &T) -> Result<()>;
}

impl<T: Keyed + 'static> KeyedTable<T> for Table<'_, KeyOf<T>, Vlm<T>> {
    fn put(&mut self, value: &T) -> Result<()> {
        let bytes = vellum::to_vec(value).map_err(under(&[], "the new record"))?;
        let key = T::key(&bytes).map_err(under(&[], "the key of the new record"))?;
        self.insert(&*key, Stored::new(&bytes))?;
        Ok(())
    }
}

/// What a table of records has besides redb's own functions.
pub trait RecordTable<K: Key + 'static, T: Vellum + 'static> {
    /// Encodes a value under a key, in the place of what is there.
    ///
    /// # Errors
    /// As [`KeyedTable::put`].
    fn put_at<'k>(&mut self, key: impl Borrow<K::SelfType<'k>>, value: &T) -> Result<()>;

    /// Edits the record under a key, and returns what the edit does; `None` if there is no record.
    /// The key itself stays: an edit of the fields that it is made of is a record at another place.
    ///
    /// # Errors
    /// That of the edit, after which the record is as it was; and the errors of redb.
    fn update<'k, R>(
        &mut self,
        key: impl Borrow<K::SelfType<'k>>,
        edit: impl FnOnce(&mut Vec<u8>) -> vellum::Result<R>,
    ) -> Result<Option<R>>;

    /// Makes a patch on the record under a key; false if there is no record. A physical patch is
    /// made by [`RecordTable::update`] with `vellum::patch::physical::apply`.
    ///
    /// # Errors
    /// As [`vellum::patch::Patch::from_bytes`] and [`vellum::Record::apply`]; the record is then as
    /// it was. Those of redb.
    fn apply<'k>(&mut self, key: impl Borrow<K::SelfType<'k>>, patch: &[u8]) -> Result<bool>;
}

impl<K: Key + 'static, T: Vellum + 'static> RecordTable<K, T> for Table<'_, K, Vlm<T>> {
    fn put_at<'k>(&mut self, key: impl Borrow<K::SelfType<'k>>, value: &T) -> Result<()> {
        let bytes = vellum::to_vec(value).map_err(under(K::as_bytes(key.borrow()).as_ref(), "the new record"))?;
        self.insert(key, Stored::new(&bytes))?;
        Ok(())
    }

    fn update<'k, R>(
        &mut self,
        key: impl Borrow<K::SelfType<'k>>,
        edit: impl FnOnce(&mut Vec<u8>) -> vellum::Result<R>,
    ) -> Result<Option<R>> {
        edit_at(self, key.borrow(), "the record", edit)
    }

    fn apply<'k>(&mut self, key: impl Borrow<K::SelfType<'k>>, patch: &[u8]) -> Result<bool> {
        let edit = |record: &mut Vec<u8>| apply(T::schema(), record, patch);
        Ok(edit_at(self, key.borrow(), "the patch for the record", edit)?.is_some())
    }
}

fn edit_at<K: Key + 'static, T: Vellum + 'static, R>(
    table: &mut Table<'_, K, Vlm<T>>,
    key: &K::SelfType<'_>,
    what: &'static str,
    edit: impl FnOnce(&mut Vec<u8>) -> vellum::Result<R>,
) -> Result<Option<R>> {
    let Some(mut found) = table.get_mut(key)? else { return Ok(None) };
    let mut bytes = found.value().as_bytes().to_vec();
    let done = edit(&mut bytes).map_err(under(K::as_bytes(key).as_ref(), what))?;
    found.insert(Stored::new(&bytes))?;
    Ok(Some(done))
}
