//! redb: tables of records, sorted by their keys.
//!
//! [`Vlm<T>`] is the type of a table's values, [`KeyOf<T>`] that of its keys: one is a [`Key`], the
//! bytes of the key that `T` declares, whose order is that of the values.
//!
//! ```
//! use redb::{Database, ReadableDatabase, TableDefinition};
//! use vellum::Vellum;
//! use vellum_stores::Key;
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
//!     users.update(Key::new((7, 2))?, |user| user.set_visits(1))?;
//! }
//! write.commit()?;
//!
//! let users = database.begin_read()?.open_table(USERS)?;
//! for entry in users.range(Key::prefix(7)?)? {
//!     let (_key, user) = entry?;
//!     let user = user.value().peek()?; // in redb's page
//!     println!("{}: {}", user.name()?, user.visits()?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A key of another type does not compile:
//!
//! ```compile_fail,E0277
//! # use vellum_stores::redb::{KeyOf, RecordTable, Vlm};
//! # #[derive(vellum::Vellum)]
//! # #[vellum(key(org, id))]
//! # struct User { org: u16, id: u32, name: String, visits: u32 }
//! # fn edit(users: &mut redb::Table<KeyOf<User>, Vlm<User>>) {
//! users.update(&b"ada"[..], |user| user.set_visits(1)).unwrap();
//! # }
//! ```
//!
//! # Tables of another type
//!
//! redb keeps the names of both types with the table, and refuses to open it by other ones:
//! `TableTypeMismatch` has them, such as `vellum::User(b990eb7c)`. This is the name of the type and
//! the lineage of its schema, which all its revisions have in common; that of a key has the fields
//! of the key, too: `vellum::User(b990eb7c) key(org, id)`.
//!
//! So a newer revision of a type opens the tables of the older ones, and the other way round:
//! fields that are added with `since`, variants that are added, new rules and docs, other names of
//! fields that are no part of the key. A type with other fields, which breaks what is stored, is
//! refused, and so is one with the same fields and another name, `Feet` in the place of `Meters`. A
//! type or a field of a key that is renamed in Rust keeps its name in the schema by
//! `#[vellum(rename = "User")]`. A change that breaks what is stored takes a new table, to which
//! [`migrate`] moves the records of the old one.
//!
//! # What an error means
//!
//! The functions of this module write into the transaction. With `Err` it has nothing of that
//! write, and may go on or be dropped; after an error of the disk redb lets it only be dropped.
//! What is on the disk changes with `commit` alone, which is redb's: all of the transaction is
//! there or nothing. Where `commit` returns an error, it may be either: open the database again to
//! see.
//!
//! # Bytes that are no record
//!
//! redb reads a value by a function that cannot fail. So what a table gives is [`Stored`], which
//! checks nothing: the error comes from its `peek`, from a getter, or from `prove`, which checks
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

use redb::{StorageError, Table, TypeName, Value};
use vellum::Vellum;
use vellum::key::Keyed;

use crate::error::{StoreError, under};
use crate::key::Key;
pub use crate::key::KeyOf;
use crate::merge::lineage;
pub use crate::migrate::redb::{MigrationResult, migrate, migrate_keyed, move_record};
use crate::stored::Stored;
use crate::update::{Edit, UpdateError, edited, patched};

/// What the functions of a table return.
pub type Result<T> = std::result::Result<T, StoreError<StorageError>>;

/// What the functions return that call a closure of the caller's.
pub type UpdateResult<T, E> = std::result::Result<T, UpdateError<E, StorageError>>;

/// The type of values that are records of `T`.
pub struct Vlm<T>(PhantomData<fn() -> T>);

impl<T> fmt::Debug for Vlm<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vlm")
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
        TypeName::new(&type_name::<T>())
    }
}

/// What redb keeps, compares and says in its errors: the name of the type, by which people know it,
/// and the lineage, which all revisions of its schema have in common.
fn type_name<T: Vellum>() -> String {
    let schema = T::schema();
    format!("vellum::{}({})", schema.root().name(), lineage(schema))
}

impl<T: Keyed + 'static> Value for KeyOf<T> {
    type SelfType<'a> = Key<'a, T>;
    type AsBytes<'a> = &'a [u8];

    fn fixed_width() -> Option<usize> {
        None
    }

    fn from_bytes<'a>(data: &'a [u8]) -> Key<'a, T>
    where
        Self: 'a,
    {
        Key::stored(data)
    }

    fn as_bytes<'a, 'b: 'a>(value: &'a Key<'b, T>) -> &'a [u8]
    where
        Self: 'b,
    {
        value.as_bytes()
    }

    /// It names the fields of the key: other fields, or another order, are another type.
    fn type_name() -> TypeName {
        let parts = T::schema().root().key().iter();
        let parts = parts.map(|part| format!("{}{}", part.path(), if part.is_descending() { " desc" } else { "" }));
        TypeName::new(&format!("{} key({})", type_name::<T>(), parts.collect::<Vec<_>>().join(", ")))
    }
}

impl<T: Keyed + 'static> redb::Key for KeyOf<T> {
    fn compare(one: &[u8], other: &[u8]) -> Ordering {
        one.cmp(other)
    }

    fn separator<'a>(left: &'a [u8], right: &'a [u8]) -> Cow<'a, [u8]> {
        <&[u8] as redb::Key>::separator(left, right)
    }
}

/// What a table of records has that are stored under their own keys.
pub trait KeyedTable<T: Keyed> {
    /// Encodes a value under the key that it declares, in the place of what is there.
    ///
    /// # Errors
    /// What encoding refuses, and the errors of redb. The transaction has nothing of it then.
    fn put(&mut self, value: &T) -> Result<()>;
}

impl<T: Keyed + 'static> KeyedTable<T> for Table<'_, KeyOf<T>, Vlm<T>> {
    fn put(&mut self, value: &T) -> Result<()> {
        let bytes = vellum::to_vec(value).map_err(under(&[], "the new record"))?;
        let key = Key::of_record(&bytes).map_err(under(&[], "the key of the new record"))?;
        self.insert(key, Stored::new(&bytes)).map_err(StoreError::Store)?;
        Ok(())
    }
}

/// What a table of records has besides redb's own functions.
pub trait RecordTable<K: redb::Key + 'static, T: Vellum + 'static> {
    /// Encodes a value under a key, in the place of what is there.
    ///
    /// # Errors
    /// As [`KeyedTable::put`].
    fn put_at<'k>(&mut self, key: impl Borrow<K::SelfType<'k>>, value: &T) -> Result<()>;

    /// Edits the record under a key, and returns what the closure does; `None` if there is no
    /// record. The key itself stays: an edit of the fields that it is made of is a record at
    /// another place.
    ///
    /// # Errors
    /// [`UpdateError::Edit`] with the error of the closure, whichever type that is; the errors of
    /// redb. The record in the transaction is then as it was.
    fn update<'k, R, E>(
        &mut self,
        key: impl Borrow<K::SelfType<'k>>,
        edit: impl FnOnce(&mut Edit<'_, T>) -> std::result::Result<R, E>,
    ) -> UpdateResult<Option<R>, E>;

    /// Makes a patch on the record under a key, a logical or a physical one; false if there is no
    /// record.
    ///
    /// # Errors
    /// As [`vellum::patch::Patch::from_bytes`] and [`vellum::Record::apply`], or
    /// [`vellum::patch::physical::apply`]; those of redb. The record is then as it was.
    fn apply<'k>(&mut self, key: impl Borrow<K::SelfType<'k>>, patch: &[u8]) -> Result<bool>;
}

impl<K: redb::Key + 'static, T: Vellum + 'static> RecordTable<K, T> for Table<'_, K, Vlm<T>> {
    fn put_at<'k>(&mut self, key: impl Borrow<K::SelfType<'k>>, value: &T) -> Result<()> {
        let bytes = vellum::to_vec(value).map_err(under(K::as_bytes(key.borrow()).as_ref(), "the new record"))?;
        self.insert(key, Stored::new(&bytes)).map_err(StoreError::Store)?;
        Ok(())
    }

    fn update<'k, R, E>(
        &mut self,
        key: impl Borrow<K::SelfType<'k>>,
        edit: impl FnOnce(&mut Edit<'_, T>) -> std::result::Result<R, E>,
    ) -> UpdateResult<Option<R>, E> {
        let key = key.borrow();
        let Some(mut found) = self.get_mut(key).map_err(StoreError::Store)? else { return Ok(None) };
        let record = found.value().as_bytes();
        let (bytes, done) = edited::<T, R, E, StorageError>(K::as_bytes(key).as_ref(), record, edit)?;
        found.insert(Stored::new(&bytes)).map_err(StoreError::Store)?;
        Ok(Some(done))
    }

    fn apply<'k>(&mut self, key: impl Borrow<K::SelfType<'k>>, patch: &[u8]) -> Result<bool> {
        let key = key.borrow();
        let Some(mut found) = self.get_mut(key).map_err(StoreError::Store)? else { return Ok(false) };
        let bytes = patched::<T, _>(K::as_bytes(key).as_ref(), found.value().as_bytes(), patch)?;
        found.insert(Stored::new(&bytes)).map_err(StoreError::Store)?;
        Ok(true)
    }
}
