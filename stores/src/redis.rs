//! Redis: records as strings, of which an edit sends the bytes that change.
//!
//! A record is the string under its key, as vellum's bytes are, and nothing else is stored. An edit
//! is made on a copy; what goes to the server is a physical patch, with the SHA-1 of the record
//! that it was made for. A script compares that with the record which is there, and writes the new
//! one. [`Records::field`] reads one field with `GETRANGE`: of a number, that is the header and the
//! root record, however long the rest is.
//!
//! ```no_run
//! use vellum::Vellum;
//! use vellum_stores::redis::Records;
//!
//! #[derive(Vellum)]
//! struct User { name: String, visits: u32 }
//!
//! let mut connection = redis::Client::open("redis://127.0.0.1/")?.get_connection()?;
//! let users = Records::<str, User>::new();
//! users.put(&mut connection, "user:ada", &User { name: "Ada".into(), visits: 1 })?;
//!
//! // Reads, edits, and sends some sixty bytes; once more if another writer was faster.
//! users.edit(&mut connection, "user:ada", |user| {
//!     let visits = user.visits()?;
//!     user.set_visits(visits + 1)
//! })?;
//! assert_eq!(users.field(&mut connection, "user:ada", |user| user.visits())?, Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Keys have a type; one of another type does not compile:
//!
//! ```compile_fail,E0308
//! # #[derive(vellum::Vellum)]
//! # struct User { name: String, visits: u32 }
//! # fn read(connection: &mut redis::Connection, users: &vellum_stores::redis::Records<str, User>) {
//! users.get(connection, 7).unwrap();
//! # }
//! ```
//!
//! # Another writer
//!
//! The guard of an edit is made of all bytes of the record itself. So whoever wrote, by whatever
//! command, is found out, and neither an eviction nor `FLUSHALL` can part the guard from the
//! record: the edit of a record that is not there any more is [`StoreError::Conflict`], and has
//! changed nothing. Who writes the same bytes again is not another writer: the edit gives what it
//! would have given after a new reading. The server reads the record once for that, which takes it
//! some four milliseconds for a megabyte.
//!
//! # What an error means
//!
//! Each operation writes in one command. What the server answers with an error it has not done. If
//! there is no answer, since the connection broke or the time was up, the command may have been
//! done, or may still be: this is [`StoreError::MaybeWritten`]. To see which, read the record
//! again.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use redis::{ConnectionLike, ErrorKind, RedisError, Script};
use sha1_smol::Sha1;
use vellum::patch::physical;
use vellum::{Record, Vellum, schema::PointerWidth};

use crate::error::{StoreError, under};
use crate::key::RecordKey;
use crate::update::{Edit, UpdateError, edited};

/// What the functions here return.
pub type Result<T> = std::result::Result<T, StoreError<RedisError>>;

/// What the functions return that call a closure of the caller's.
pub type UpdateResult<T, E> = std::result::Result<T, UpdateError<E, RedisError>>;

/// How often [`Records::edit`] reads anew where others are faster.
const TRIES: usize = 100;

/// Records of `T` in Redis, by keys of the type `K` (see [`RecordKey`]).
pub struct Records<K: ?Sized, T> {
    script: Script,
    /// The most bytes of a header and a root record.
    head: usize,
    types: PhantomData<fn(&K) -> T>,
}

impl<K: RecordKey + ?Sized, T: Vellum> Records<K, T> {
    /// The script that edits, and how much of a record is its head. It asks no server.
    #[must_use]
    pub fn new() -> Self {
        let head = Record::with_width(T::schema(), PointerWidth::Four).as_bytes().len();
        Self { script: Script::new(include_str!("redis.lua")), head, types: PhantomData }
    }

    /// The record under a key.
    ///
    /// # Errors
    /// Those of Redis.
    pub fn get(&self, connection: &mut impl ConnectionLike, key: K::Given<'_>) -> Result<Option<Found<T>>> {
        let key = bytes_of::<K>(key)?;
        let bytes: Option<Vec<u8>> = redis::cmd("GET").arg(&*key).query(connection).map_err(StoreError::Store)?;
        Ok(bytes.map(Found::new))
    }

    /// Encodes a value under a key, in the place of what is there, also of the time at which that
    /// expires.
    ///
    /// # Errors
    /// What encoding refuses, and the errors of Redis. [`StoreError::MaybeWritten`] if there was no
    /// answer; with any other error, nothing was written.
    pub fn put(&self, connection: &mut impl ConnectionLike, key: K::Given<'_>, value: &T) -> Result<()> {
        let key = bytes_of::<K>(key)?;
        let bytes = vellum::to_vec(value).map_err(under(&key, "the new record"))?;
        redis::cmd("SET").arg(&*key).arg(bytes).query(connection).map_err(after_send(&key))
    }

    /// Removes the record under a key; false if there was none.
    ///
    /// # Errors
    /// Those of Redis. [`StoreError::MaybeWritten`] if there was no answer, so that the record may
    /// be gone; with any other error it was not removed.
    pub fn remove(&self, connection: &mut impl ConnectionLike, key: K::Given<'_>) -> Result<bool> {
        let key = bytes_of::<K>(key)?;
        redis::cmd("DEL").arg(&*key).query(connection).map_err(after_send(&key))
    }

    /// Edits a record that was read, here and on the server, if it is still there as it was read.
    /// The time at which it expires stays.
    ///
    /// # Errors
    /// [`UpdateError::Edit`] with the error of the closure; [`StoreError::Conflict`] if another
    /// writer was there; the errors of Redis. The reading is then as it was.
    /// [`StoreError::MaybeWritten`] if there was no answer; with any other error, nothing was
    /// written.
    pub fn update<R, E>(
        &self,
        connection: &mut impl ConnectionLike,
        key: K::Given<'_>,
        read: &mut Found<T>,
        edit: impl FnOnce(&mut Edit<'_, T>) -> std::result::Result<R, E>,
    ) -> UpdateResult<R, E> {
        let key = bytes_of::<K>(key)?;
        self.update_at(connection, &key, read, edit)
    }

    /// Makes a physical patch on a record that was read, here and on the server.
    ///
    /// # Errors
    /// As [`physical::apply`], and as [`Records::update`].
    pub fn apply(
        &self,
        connection: &mut impl ConnectionLike,
        key: K::Given<'_>,
        read: &mut Found<T>,
        patch: &[u8],
    ) -> Result<()> {
        let key = bytes_of::<K>(key)?;
        let mut edited = read.bytes.clone();
        physical::apply(patch, &mut edited).map_err(under(&key, "the patch for the record"))?;
        self.send(connection, &key, read, edited, patch)
    }

    /// Reads, edits and sends, and does so again while other writers are faster; `None` if there is
    /// no record.
    ///
    /// # Errors
    /// As [`Records::update`]; [`StoreError::Conflict`] if others were faster a hundred times. It
    /// does not try again after [`StoreError::MaybeWritten`].
    pub fn edit<R, E>(
        &self,
        connection: &mut impl ConnectionLike,
        key: K::Given<'_>,
        mut edit: impl FnMut(&mut Edit<'_, T>) -> std::result::Result<R, E>,
    ) -> UpdateResult<Option<R>, E> {
        let key = bytes_of::<K>(key)?;
        let mut tries = 0_usize;
        loop {
            let read: Option<Vec<u8>> = redis::cmd("GET").arg(&*key).query(connection).map_err(StoreError::Store)?;
            let Some(mut read) = read.map(Found::new) else { return Ok(None) };
            tries = tries.saturating_add(1);
            match self.update_at(connection, &key, &mut read, &mut edit) {
                Err(UpdateError::Store(StoreError::Conflict { .. })) if tries < TRIES => {}
                done => return done.map(Some),
            }
        }
    }

    /// Reads of the record under a key what a function asks for; `None` if there is no record. It
    /// gets the head of the record first, where numbers and other values of a fixed size lie, and
    /// is called again with the whole record if this does not hold what it reads; so it has to pass
    /// the errors of getters on.
    ///
    /// # Errors
    /// That of the function on the whole record, and the errors of Redis.
    pub fn field<R>(
        &self,
        connection: &mut impl ConnectionLike,
        key: K::Given<'_>,
        mut read: impl FnMut(T::Get<'_, vellum::proved::Checked>) -> vellum::Result<R>,
    ) -> Result<Option<R>> {
        let key = bytes_of::<K>(key)?;
        let last = self.head.saturating_sub(1);
        let head = redis::cmd("GETRANGE").arg(&*key).arg(0).arg(last).query(connection);
        let head: Vec<u8> = head.map_err(StoreError::Store)?;
        if let Ok(value) = T::peek(&head).and_then(&mut read) {
            return Ok(Some(value));
        }
        let whole = redis::cmd("GET").arg(&*key).query(connection);
        let Some(whole): Option<Vec<u8>> = whole.map_err(StoreError::Store)? else { return Ok(None) };
        T::peek(&whole).and_then(read).map(Some).map_err(under(&key, "the record"))
    }

    fn update_at<R, E>(
        &self,
        connection: &mut impl ConnectionLike,
        key: &[u8],
        read: &mut Found<T>,
        edit: impl FnOnce(&mut Edit<'_, T>) -> std::result::Result<R, E>,
    ) -> UpdateResult<R, E> {
        let (edited, done) = edited::<T, R, E, RedisError>(key, &read.bytes, edit)?;
        let patch = physical::between(&read.bytes, &edited).map_err(under(key, "the record"))?;
        self.send(connection, key, read, edited, &patch)?;
        Ok(done)
    }

    fn send(
        &self,
        connection: &mut impl ConnectionLike,
        key: &[u8],
        read: &mut Found<T>,
        edited: Vec<u8>,
        patch: &[u8],
    ) -> Result<()> {
        let digest = Sha1::from(&*read.bytes).digest().to_string();
        let mut call = self.script.key(key);
        let answer: i64 = call.arg(digest).arg(patch).invoke(connection).map_err(after_send(key))?;
        match answer {
            1 => {
                read.bytes = edited;
                Ok(())
            }
            0 | -1 => Err(StoreError::Conflict { key: key.to_vec(), is_gone: answer != 0 }),
            _ => Err(StoreError::Refused {
                key: key.to_vec(),
                reason: "the script of the server does not take the patch",
            }),
        }
    }
}

fn bytes_of<K: RecordKey + ?Sized>(key: K::Given<'_>) -> Result<Cow<'_, [u8]>> {
    K::bytes(key).map_err(under(&[], "the key"))
}

/// What an error of a command that writes means: an answer of the server says that the command was
/// not done, and nothing else does.
fn after_send(key: &[u8]) -> impl FnOnce(RedisError) -> StoreError<RedisError> {
    move |error| match error.kind() {
        ErrorKind::Server(_) | ErrorKind::Extension => StoreError::Store(error),
        _ => StoreError::MaybeWritten { key: key.to_vec(), error },
    }
}

impl<K: RecordKey + ?Sized, T: Vellum> Default for Records<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: ?Sized, T> fmt::Debug for Records<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("head", &self.head).finish_non_exhaustive()
    }
}

/// A record as it was read. It derefs to the bytes.
pub type Found<T> = crate::stored::Found<T, Vec<u8>>;
