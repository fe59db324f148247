//! SlateDB: patches as operands of its merge operator.
//!
//! [`PatchMerge`] is a [`MergeOperator`]: [`Records::put`] stores a whole record,
//! [`Records::merge`] a patch of some ten bytes, which is all that goes to the log. SlateDB joins
//! the patches of a key when it reads, flushes and compacts, and makes them on the record when it
//! meets that.
//!
//! ```
//! # use std::sync::Arc;
//! use slatedb::{Db, object_store::memory::InMemory};
//! use vellum::Vellum;
//! use vellum_stores::{PatchMerge, slatedb::Records};
//!
//! #[derive(Vellum)]
//! struct User { name: String, visits: u32 }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let merge = Arc::new(PatchMerge::of::<User>()?);
//! let db = Db::builder("users", Arc::new(InMemory::new())).with_merge_operator(merge.clone()).build().await?;
//! let users = Records::<str, User>::new(&db)?;
//!
//! let ada = User { name: "Ada".into(), visits: 1 };
//! users.put("ada", &ada).await?;
//! let patch = merge.patch(&vellum::to_vec(&ada)?, |bytes| User::edit(bytes)?.set_visits(2))?;
//! users.merge("ada", &patch).await?; // nothing is read
//! users.update("ada", |user| user.set_name("Ada Lovelace")).await?;
//!
//! let ada = users.get("ada").await?.unwrap();
//! assert_eq!(ada.peek()?.visits()?, 2);
//! db.close().await?;
//! # Ok(())
//! # }
//! ```
//!
//! Keys have a type; one of another type does not compile:
//!
//! ```compile_fail,E0308
//! # #[derive(vellum::Vellum)]
//! # struct User { name: String, visits: u32 }
//! # async fn read(users: &vellum_stores::slatedb::Records<str, User>) {
//! users.get(7).await.unwrap();
//! # }
//! ```
//!
//! # Where there is no record
//!
//! A store does not tell the operator whether there is no record under the key, or it has not come
//! to it yet. So patches alone stay a patch, which `Db::get` then gives: `vellum::patch::is_patch`
//! tells. [`PatchMerge::record`], and [`Records::get`] with it, makes them on the default record.
//! So the record of a key can be begun by patches.
//!
//! # Operands that are refused
//!
//! SlateDB asks the operator as soon as it is given an operand: one that is damaged, for another
//! schema, or a physical patch is an error of `Db::merge`, and is not written. [`Records::merge`]
//! finds more: what only a newer revision of the schema has, and records that are not valid.
//!
//! That a patch cannot be made on the record, since it removes what is not there, is found out
//! where SlateDB meets both. An error of the operator there would keep the database from being
//! opened, as the log is merged, too. So the operator keeps both as one value, and [`Records::get`]
//! says what is wrong, and with which key. A new record ([`Records::put`]) takes the place of both;
//! a patch that only a newer revision knows is made by the first program that knows it.
//!
//! # A time to live
//!
//! Records that are patched have none. SlateDB drops each operand by itself once its time is over,
//! at a flush or a compaction. So a patch in the middle is gone: fields that it set have their
//! older values, and those after it are made without it. Where the record is gone, they are made on
//! the default record. The operator is not told, and no reader can see it afterwards, but for a
//! patch of an element of a list that is not there now, which is an error of the read.
//!
//! So all that [`Records`] writes is written without an end ([`Ttl::NoExpiry`]), whatever
//! `Settings::default_ttl_millis` says. While a record, or a patch of it, has one that
//! `Db::put_with_options` or `Db::merge_with_options` gave it, [`Records::get`] and
//! [`Records::update`] are [`StoreError::Refused`]. Records that are written whole alone, by
//! SlateDB's own functions, may have one; `Db::get` and [`Stored`](crate::Stored) read those.
//!
//! # What an error means
//!
//! `Ok` of a write says that it is in the object store. SlateDB collects what comes within
//! `Settings::flush_interval`, so that a program awaits several writes at once. An error after
//! SlateDB took the write is [`StoreError::MaybeWritten`]: it may be in the object store, or still
//! come there. With any other error nothing was written.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use bytes::Bytes;
use slatedb::config::{MergeOptions, PutOptions, Ttl, WriteOptions};
use slatedb::{Db, ErrorKind, IsolationLevel, KeyValue, MergeOperator, MergeOperatorError, WriteHandle};
use vellum::Vellum;

use crate::error::{StoreError, under};
use crate::key::RecordKey;
use crate::merge::PatchMerge;
use crate::update::{Edit, UpdateError, edited};

/// What the functions here return.
pub type Result<T> = std::result::Result<T, StoreError<slatedb::Error>>;

/// What the functions return that call a closure of the caller's.
pub type UpdateResult<T, E> = std::result::Result<T, UpdateError<E, slatedb::Error>>;

/// How often [`Records::update`] reads anew where others are faster.
const TRIES: usize = 100;

impl MergeOperator for PatchMerge {
    fn merge(
        &self,
        key: &Bytes,
        existing_value: Option<Bytes>,
        value: Bytes,
    ) -> std::result::Result<Bytes, MergeOperatorError> {
        self.merge_batch(key, existing_value, &[value])
    }

    fn merge_batch(
        &self,
        key: &Bytes,
        existing_value: Option<Bytes>,
        operands: &[Bytes],
    ) -> std::result::Result<Bytes, MergeOperatorError> {
        if existing_value.is_none() && operands.is_empty() {
            return Err(MergeOperatorError::EmptyBatch);
        }
        let operands: Vec<&[u8]> = operands.iter().map(AsRef::as_ref).collect();
        match self.fold(existing_value.as_deref(), &operands) {
            Ok(value) => Ok(Bytes::from(value.into_owned())),
            Err(error) => {
                let message = format!("vellum records, key `{}`: {error}", key.escape_ascii());
                Err(MergeOperatorError::Callback { message })
            }
        }
    }
}

/// Records of `T` in a database of SlateDB whose merge operator is [`PatchMerge`], by keys of the
/// type `K` (see [`RecordKey`]).
pub struct Records<K: ?Sized, T> {
    db: Db,
    merge: Arc<PatchMerge>,
    types: PhantomData<fn(&K) -> T>,
}

impl<K: RecordKey + ?Sized, T: Vellum> Records<K, T> {
    /// Records in a database that is open.
    ///
    /// # Errors
    /// That of a type that has no schema.
    pub fn new(db: &Db) -> vellum::Result<Self> {
        Ok(Self { db: db.clone(), merge: Arc::new(PatchMerge::of::<T>()?), types: PhantomData })
    }

    /// The record under a key, also where only patches were stored.
    ///
    /// # Errors
    /// As [`PatchMerge::record`], and those of SlateDB. [`StoreError::Refused`] if the record, or a
    /// patch of it, has a time to live.
    pub async fn get(&self, key: K::Given<'_>) -> Result<Option<Found<T>>> {
        let key = bytes_of::<K>(key)?;
        let found = self.db.get_key_value(&key).await.map_err(StoreError::Store)?;
        found.map(|found| self.made(&key, found)).transpose()
    }

    /// Encodes a value under a key, in the place of the record and the patches that are there, and
    /// waits until it is in the object store.
    ///
    /// # Errors
    /// What encoding refuses; those of SlateDB: [`StoreError::MaybeWritten`] if they came after it
    /// took the write, else nothing was written.
    pub async fn put(&self, key: K::Given<'_>, value: &T) -> Result<()> {
        let key = bytes_of::<K>(key)?;
        let bytes = vellum::to_vec(value).map_err(under(&key, "the new record"))?;
        self.put_at(&key, bytes).await
    }

    /// Stores the bytes of a record under a key, as [`Records::put`] does. All of them are proved
    /// first.
    ///
    /// # Errors
    /// As [`Schema::prove`] and [`Records::put`].
    pub async fn put_bytes(&self, key: K::Given<'_>, record: &[u8]) -> Result<()> {
        let key = bytes_of::<K>(key)?;
        T::schema().prove(record).map(drop).map_err(under(&key, "the new record"))?;
        self.put_at(&key, record.to_vec()).await
    }

    /// Merges a patch, or a whole record, once it is proved to be one of the schema, and waits
    /// until it is in the object store. Nothing is read, so that the record need not be there. That
    /// the patch can be made is found out by [`Records::get`] alone.
    ///
    /// # Errors
    /// As [`PatchMerge::check`], and those of SlateDB, as [`Records::put`].
    pub async fn merge(&self, key: K::Given<'_>, operand: &[u8]) -> Result<()> {
        let key = bytes_of::<K>(key)?;
        self.merge.check(operand).map_err(under(&key, "the operand"))?;
        let options = MergeOptions { ttl: Ttl::NoExpiry };
        durable(&key, self.db.merge_with_options(&key, operand, &options, &WriteOptions::default()).await).await
    }

    /// Removes the record under a key, with its patches, and waits until it is gone from the object
    /// store.
    ///
    /// # Errors
    /// Those of SlateDB, as [`Records::put`]: after [`StoreError::MaybeWritten`] the record may be
    /// gone.
    pub async fn remove(&self, key: K::Given<'_>) -> Result<()> {
        let key = bytes_of::<K>(key)?;
        durable(&key, self.db.delete(&key).await).await
    }

    /// Edits the record under a key in a transaction, and merges what the edit changes as a patch,
    /// or the whole record if this takes fewer bytes; `None` if there is no record. It reads and
    /// edits again where another writer was faster.
    ///
    /// # Errors
    /// [`UpdateError::Edit`] with the error of the closure, whichever type that is;
    /// [`StoreError::Conflict`] if others were faster a hundred times; as [`Records::get`] and
    /// [`Records::put`].
    pub async fn update<R, E>(
        &self,
        key: K::Given<'_>,
        mut edit: impl FnMut(&mut Edit<'_, T>) -> std::result::Result<R, E>,
    ) -> UpdateResult<Option<R>, E> {
        let key = bytes_of::<K>(key)?;
        for _ in 0..TRIES {
            let transaction = self.db.begin(IsolationLevel::Snapshot).map_err(StoreError::Store)?;
            let found = transaction.get_key_value(&key).await.map_err(StoreError::Store)?;
            let Some(found) = found else { return Ok(None) };
            let record = self.made(&key, found)?;
            let (bytes, done) = edited::<T, R, E, slatedb::Error>(&key, &record, &mut edit)?;
            let change = self.merge.between(&record, &bytes).map_err(under(&key, "the record"))?;
            match change {
                None => return Ok(Some(done)),
                Some(patch) if patch.len() < bytes.len() => {
                    transaction.merge_with_options(&key, patch, &MergeOptions { ttl: Ttl::NoExpiry })
                }
                Some(_) => transaction.put_with_options(&key, bytes, &PutOptions { ttl: Ttl::NoExpiry }),
            }
            .map_err(StoreError::Store)?;
            match transaction.commit().await {
                Err(error) if error.kind() == ErrorKind::Transaction => {}
                Ok(None) => return Ok(Some(done)),
                Ok(Some(handle)) => return Ok(durable(&key, Ok(handle)).await.map(|()| Some(done))?),
                Err(error) => return Ok(durable(&key, Err(error)).await.map(|()| Some(done))?),
            }
        }
        Err(StoreError::Conflict { key: key.to_vec(), is_gone: false }.into())
    }

    async fn put_at(&self, key: &[u8], record: Vec<u8>) -> Result<()> {
        let options = PutOptions { ttl: Ttl::NoExpiry };
        durable(key, self.db.put_with_options(key, record, &options, &WriteOptions::default()).await).await
    }

    fn made(&self, key: &[u8], found: KeyValue) -> Result<Found<T>> {
        if found.expire_ts.is_some() {
            let reason =
                "the record, or a patch of it, has a time to live, and patches are not made on what may expire";
            return Err(StoreError::Refused { key: key.to_vec(), reason });
        }
        let made = match self.merge.record(&found.value).map_err(under(key, "the record with its patches"))? {
            Cow::Borrowed(_) => None,
            Cow::Owned(record) => Some(Bytes::from(record)),
        };
        Ok(Found::new(made.unwrap_or(found.value)))
    }
}

/// The end of a write: when it is in the object store.
async fn durable(key: &[u8], written: std::result::Result<WriteHandle, slatedb::Error>) -> Result<()> {
    let maybe = |error| StoreError::MaybeWritten { key: key.to_vec(), error };
    match written {
        Ok(handle) => handle.await_durable().await.map_err(maybe),
        // Found out before anything is written.
        Err(error) if matches!(error.kind(), ErrorKind::Invalid | ErrorKind::Transaction) => {
            Err(StoreError::Store(error))
        }
        Err(error) => Err(maybe(error)),
    }
}

fn bytes_of<K: RecordKey + ?Sized>(key: K::Given<'_>) -> Result<Cow<'_, [u8]>> {
    let key = K::bytes(key).map_err(under(&[], "the key"))?;
    let reason = match key.len() {
        0 => "a key has at least one byte",
        1..=65_535 => return Ok(key),
        _ => "a key that begins so has more than 65535 bytes",
    };
    Err(StoreError::Refused { key: key.get(..64).unwrap_or_default().to_vec(), reason })
}

impl<K: ?Sized, T> Clone for Records<K, T> {
    fn clone(&self) -> Self {
        Self { db: self.db.clone(), merge: self.merge.clone(), types: PhantomData }
    }
}

impl<K: ?Sized, T> fmt::Debug for Records<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").finish_non_exhaustive()
    }
}

/// A record that was found. It derefs to the bytes.
pub type Found<T> = crate::stored::Found<T, Bytes>;
