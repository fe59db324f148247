//! heed (LMDB): records that are read in the map of its file.
//!
//! [`Vlm<T>`] is the type of a database's values, [`KeyOf<T>`] that of its keys: the bytes of the
//! key that `T` declares, which LMDB sorts as they are.
//!
//! LMDB gives values at the addresses where they happen to lie: at even ones, or at odd ones behind
//! a key of odd length. Formats that cast bytes to structs have to copy them first. A vellum buffer
//! needs no alignment, and is read there.
//!
//! ```
//! use heed::{CommitOrAbort, EnvOpenOptions};
//! use vellum::{Vellum, key::Keyed};
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
//! let (key, ada) = (User::key_of(7, 1)?, User { org: 7, id: 1, name: "Ada".into(), visits: 0 });
//! users.encode(&mut write, &key, &ada)?;
//! users.update(&mut write, &key, |bytes| User::edit(bytes)?.set_visits(1))?;
//! write.commit()?;
//!
//! let read = env.read_txn()?;
//! for entry in users.range(&read, &User::key_prefix(7)?)? {
//!     let (_key, user) = entry?;
//!     assert_eq!(user.view()?.visits()?, 1); // in LMDB's map
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Bytes that are no record
//!
//! LMDB does not keep the types of its databases. What is decoded is [`Stored`], which checks
//! nothing: the error comes from its `view`, from a getter, or from `access`, which checks all.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use heed::types::Bytes;
use heed::{BoxedError, BytesDecode, BytesEncode, Database, RwTxn};
use vellum::Vellum;
use vellum::key::Keyed;

use crate::error::{StoreError, under};
use crate::merge::apply;
use crate::stored::Stored;

/// What the functions of a database return.
pub type Result<T> = std::result::Result<T, StoreError<heed::Error>>;

/// The codec of values that are records of `T`: they are encoded from a `T`, and decoded to what
/// LMDB's map has. Bytes of a record are put by a database whose data type is `Bytes`.
pub struct Vlm<T>(PhantomData<fn() -> T>);

/// The codec of keys that are made of fields of `T`, as bytes: those of [`Keyed::key`],
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
    type EItem = [u8];

    fn bytes_encode(key: &'a [u8]) -> std::result::Result<Cow<'a, [u8]>, BoxedError> {
        Ok(Cow::Borrowed(key))
    }
}

impl<'a, T: Keyed + 'a> BytesDecode<'a> for KeyOf<T> {
    type DItem = &'a [u8];

    fn bytes_decode(bytes: &'a [u8]) -> std::result::Result<&'a [u8], BoxedError> {
        Ok(bytes)
    }
}

/// What a database of records has besides heed's own functions.
pub trait RecordDatabase {
    /// The type of the records.
    type Record;
    /// The codec of the keys.
    type KeyCodec;

    /// Encodes a value under a key, in the place of what is there. A new one is written straight to
    /// LMDB's page, by `put_reserved`; one that replaces another is encoded first, so that an error
    /// leaves that one.
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

    /// Edits the record under a key, and returns what the edit does; `None` if there is no record.
    /// The edit is made on a copy, which LMDB writes over the old value where both are as long.
    ///
    /// # Errors
    /// That of the edit, after which the record is as it was; and the errors of heed.
    fn update<'k, R>(
        &self,
        write: &mut RwTxn<'_>,
        key: &'k <Self::KeyCodec as BytesEncode<'k>>::EItem,
        edit: impl FnOnce(&mut Vec<u8>) -> vellum::Result<R>,
    ) -> Result<Option<R>>
    where
        Self::KeyCodec: BytesEncode<'k>;

    /// Makes a patch on the record under a key; false if there is no record.
    ///
    /// # Errors
    /// As [`vellum::patch::Patch::from_bytes`] and [`vellum::Record::apply`]; the record is then as
    /// it was. Those of heed.
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
        let database = self.remap_types::<Bytes, Bytes>();
        if database.get(write, &key)?.is_some() {
            let bytes = vellum::to_vec(value).map_err(under(&key, "the new record"))?;
            return Ok(database.put(write, &key, &bytes)?);
        }
        let len = vellum::encoded_len(value).map_err(under(&key, "the new record"))?;
        let mut refused = None;
        database.put_reserved(write, &key, len, |space| {
            space.fill_zeroes();
            refused = vellum::to_slice(value, space.written_mut()).err();
            Ok(())
        })?;
        let Some(error) = refused else { return Ok(()) };
        database.delete(write, &key)?;
        Err(under(&key, "the new record")(error))
    }

    fn update<'k, R>(
        &self,
        write: &mut RwTxn<'_>,
        key: &'k <KC as BytesEncode<'k>>::EItem,
        edit: impl FnOnce(&mut Vec<u8>) -> vellum::Result<R>,
    ) -> Result<Option<R>>
    where
        KC: BytesEncode<'k>,
    {
        edit_at(&self.remap_types(), write, &bytes_of::<KC>(key)?, "the record", edit)
    }

    fn apply<'k>(&self, write: &mut RwTxn<'_>, key: &'k <KC as BytesEncode<'k>>::EItem, patch: &[u8]) -> Result<bool>
    where
        KC: BytesEncode<'k>,
    {
        let edit = |record: &mut Vec<u8>| apply(T::schema(), record, patch);
        let key = bytes_of::<KC>(key)?;
        Ok(edit_at(&self.remap_types(), write, &key, "the patch for the record", edit)?.is_some())
    }
}

fn edit_at<R>(
    database: &Database<'_, Bytes, Bytes>,
    write: &mut RwTxn<'_>,
    key: &[u8],
    what: &'static str,
    edit: impl FnOnce(&mut Vec<u8>) -> vellum::Result<R>,
) -> Result<Option<R>> {
    let Some(found) = database.get(write, key)? else { return Ok(None) };
    let mut bytes = found.to_vec();
    let done = edit(&mut bytes).map_err(under(key, what))?;
    database.put(write, key, &bytes)?;
    Ok(Some(done))
}

/// The bytes of a key.
fn bytes_of<'k, KC: BytesEncode<'k>>(key: &'k KC::EItem) -> Result<Cow<'k, [u8]>> {
    Ok(KC::bytes_encode(key).map_err(heed::Error::Encoding)?)
}
