//! heed (LMDB): records that are read in the map of its file.
//!
//! [`Vlm<T>`] is the type of a database's values, [`KeyOf<T>`] that of its keys: one is a [`Key`],
//! the bytes of the key that `T` declares, which LMDB sorts as they are.
//!
//! LMDB gives values at the addresses where they happen to lie: at even ones, or at odd ones behind
//! a key of odd length. Formats that cast bytes to structs have to copy them first. A vellum buffer
//! needs no alignment, and is read there.
//!
//! ```
//! use heed::{CommitOrAbort, EnvOpenOptions};
//! use vellum::Vellum;
//! use vellum_stores::Key;
//! use vellum_stores::heed::{KeyOf, RecordDatabase, Vlm};
//!
//! #[derive(Vellum)]
//! #[vellum(key(org, id))]
//! struct User { org: u16, id: u32, name: String, visits: u32 }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! // SAFETY: nobody else changes the file, which heed asks for.
//! let env = unsafe { EnvOpenOptions::new().open(folder.path())? };
//! let write = env.write_txn()?;
//! let users = env.create_databases_and_commit(write, |opener, write| {
//!     opener.create_database::<KeyOf<User>, Vlm<User>>(write, None).map(CommitOrAbort::<_, ()>::Commit)
//! })?;
//! let users = users.unwrap_commit();
//!
//! let mut write = env.write_txn()?;
//! let (key, ada) = (Key::new((7, 1))?, User { org: 7, id: 1, name: "Ada".into(), visits: 0 });
//! users.encode(&mut write, &key, &ada)?;
//! users.update(&mut write, &key, |user| user.set_visits(1))?;
//! write.commit()?;
//!
//! let read = env.read_txn()?;
//! for entry in users.range(&read, &Key::prefix(7)?)? {
//!     let (_key, user) = entry?;
//!     assert_eq!(user.peek()?.visits()?, 1); // in LMDB's map
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A key of another type does not compile:
//!
//! ```compile_fail,E0308
//! # use vellum_stores::heed::{KeyOf, RecordDatabase, Vlm};
//! # #[derive(vellum::Vellum)]
//! # #[vellum(key(org, id))]
//! # struct User { org: u16, id: u32, name: String, visits: u32 }
//! # fn edit(users: heed::Database<KeyOf<User>, Vlm<User>>, write: &mut heed::RwTxn) {
//! users.update(write, &b"ada"[..], |user| user.set_visits(1)).unwrap();
//! # }
//! ```
//!
//! # What an error means
//!
//! The functions of this module write into the transaction. With `Err` it has nothing of that
//! write; after some errors, such as that of a full map, LMDB refuses to commit it. What is in the
//! file changes with `commit` alone, which is heed's: all of the transaction is there or nothing.
//! Where `commit` returns an error, it may be either: read the record again, in a new transaction.
//!
//! # Bytes that are no record
//!
//! LMDB does not keep the types of its databases. What is decoded is [`Stored`], which checks
//! nothing: the error comes from its `peek`, from a getter, or from `prove`, which checks all.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use heed::types::Bytes;
use heed::{BoxedError, BytesDecode, BytesEncode, Database, RwTxn};
use vellum::Vellum;
use vellum::key::Keyed;

use crate::error::{StoreError, under};
use crate::key::Key;
pub use crate::key::KeyOf;
pub use crate::migrate::heed::{migrate, migrate_keyed, move_record};
use crate::stored::Stored;
use crate::update::{Edit, UpdateError, edited, patched};

/// What the functions of a database return.
pub type Result<T> = std::result::Result<T, StoreError<heed::Error>>;

/// What the functions return that call a closure of the caller's.
pub type UpdateResult<T, E> = std::result::Result<T, UpdateError<E, heed::Error>>;

/// The codec of values that are records of `T`: they are encoded from a `T`, and decoded to what
/// LMDB's map has. Bytes of a record are put by a database whose data type is `Bytes`.
pub struct Vlm<T>(PhantomData<fn() -> T>);

impl<T> fmt::Debug for Vlm<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vlm")
    }
}

impl<'a, T: Vellum + 'a> BytesEncode<'a> for Vlm<T> {
    type EItem = T;

    fn bytes_encode(value: &'a T) -> std::result::Result<Cow<'a, [u8]>, BoxedError> {
        Ok(Cow::Owned(vellum::to_vec(value)?))
    }
}

impl<'a, T: Vellum + 'a> BytesDecode<'a> for Vlm<T> {
    type DItem = Stored<'a, T>;

    fn bytes_decode(bytes: &'a [u8]) -> std::result::Result<Stored<'a, T>, BoxedError> {
        Ok(Stored::new(bytes))
    }
}

impl<'a, T: Keyed + 'a> BytesEncode<'a> for KeyOf<T> {
    type EItem = Key<'a, T>;

    fn bytes_encode(key: &'a Key<'a, T>) -> std::result::Result<Cow<'a, [u8]>, BoxedError> {
        Ok(Cow::Borrowed(key.as_bytes()))
    }
}

impl<'a, T: Keyed + 'a> BytesDecode<'a> for KeyOf<T> {
    type DItem = Key<'a, T>;

    fn bytes_decode(bytes: &'a [u8]) -> std::result::Result<Key<'a, T>, BoxedError> {
        Ok(Key::stored(bytes))
    }
}

/// What a database of records has besides heed's own functions.
pub trait RecordDatabase {
    /// The type of the records.
    type Record: Vellum;
    /// The codec of the keys.
    type KeyCodec;

    /// Encodes a value under a key, in the place of what is there. LMDB is asked once the value is
    /// encoded: space that it reserves in its page would have to be taken back where encoding
    /// fails.
    ///
    /// # Errors
    /// What encoding refuses, and the errors of heed. What was under the key is still there.
    fn encode<'k>(
        &self,
        write: &mut RwTxn<'_>,
        key: &'k <Self::KeyCodec as BytesEncode<'k>>::EItem,
        value: &Self::Record,
    ) -> Result<()>
    where
        Self::KeyCodec: BytesEncode<'k>;

    /// Edits the record under a key, and returns what the closure does; `None` if there is no
    /// record. The edit is made on a copy, which LMDB writes over the old value where both are as
    /// long.
    ///
    /// # Errors
    /// [`UpdateError::Edit`] with the error of the closure, whichever type that is; the errors of
    /// heed. The record in the transaction is then as it was.
    fn update<'k, R, E>(
        &self,
        write: &mut RwTxn<'_>,
        key: &'k <Self::KeyCodec as BytesEncode<'k>>::EItem,
        edit: impl FnOnce(&mut Edit<'_, Self::Record>) -> std::result::Result<R, E>,
    ) -> UpdateResult<Option<R>, E>
    where
        Self::KeyCodec: BytesEncode<'k>;

    /// Makes a patch on the record under a key, a logical or a physical one; false if there is no
    /// record.
    ///
    /// # Errors
    /// As [`vellum::patch::Patch::from_bytes`] and [`vellum::Record::apply`], or
    /// [`vellum::patch::physical::apply`]; those of heed. The record is then as it was.
    fn apply<'k>(
        &self,
        write: &mut RwTxn<'_>,
        key: &'k <Self::KeyCodec as BytesEncode<'k>>::EItem,
        patch: &[u8],
    ) -> Result<bool>
    where
        Self::KeyCodec: BytesEncode<'k>;
}

impl<KC, T: Vellum> RecordDatabase for Database<'_, KC, Vlm<T>> {
    type Record = T;
    type KeyCodec = KC;

    fn encode<'k>(&self, write: &mut RwTxn<'_>, key: &'k <KC as BytesEncode<'k>>::EItem, value: &T) -> Result<()>
    where
        KC: BytesEncode<'k>,
    {
        let key = bytes_of::<KC>(key)?;
        let bytes = vellum::to_vec(value).map_err(under(&key, "the new record"))?;
        self.remap_types::<Bytes, Bytes>().put(write, &key, &bytes).map_err(StoreError::Store)
    }

    fn update<'k, R, E>(
        &self,
        write: &mut RwTxn<'_>,
        key: &'k <KC as BytesEncode<'k>>::EItem,
        edit: impl FnOnce(&mut Edit<'_, T>) -> std::result::Result<R, E>,
    ) -> UpdateResult<Option<R>, E>
    where
        KC: BytesEncode<'k>,
    {
        let key = bytes_of::<KC>(key)?;
        let database = self.remap_types::<Bytes, Bytes>();
        let Some(found) = database.get(write, &key).map_err(StoreError::Store)? else { return Ok(None) };
        let (bytes, done) = edited::<T, R, E, heed::Error>(&key, found, edit)?;
        database.put(write, &key, &bytes).map_err(StoreError::Store)?;
        Ok(Some(done))
    }

    fn apply<'k>(&self, write: &mut RwTxn<'_>, key: &'k <KC as BytesEncode<'k>>::EItem, patch: &[u8]) -> Result<bool>
    where
        KC: BytesEncode<'k>,
    {
        let key = bytes_of::<KC>(key)?;
        let database = self.remap_types::<Bytes, Bytes>();
        let Some(found) = database.get(write, &key).map_err(StoreError::Store)? else { return Ok(false) };
        let bytes = patched::<T, _>(&key, found, patch)?;
        database.put(write, &key, &bytes).map_err(StoreError::Store)?;
        Ok(true)
    }
}

/// The bytes of a key.
pub(crate) fn bytes_of<'k, KC: BytesEncode<'k>>(key: &'k KC::EItem) -> Result<Cow<'k, [u8]>> {
    KC::bytes_encode(key).map_err(|error| StoreError::Store(heed::Error::Encoding(error)))
}
