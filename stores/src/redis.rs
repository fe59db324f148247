//! Redis: records as strings, of which an edit sends the bytes that change.
//!
//! A record is a string, and a number beside it counts its versions, under the key with `:version`.
//! An edit is made on a copy; what goes to the server is a physical patch, which a script writes
//! with `SETRANGE`, if the version is still the one that was read. [`Records::field`] reads one
//! field with `GETRANGE`: of a number, that is the header and the root record, however long the
//! rest is.
//!
//! ```no_run
//! use vellum::Vellum;
//! use vellum_stores::redis::Records;
//!
//! #[derive(Vellum)]
//! struct User { name: String, visits: u32 }
//!
//! let mut connection = redis::Client::open("redis://127.0.0.1/")?.get_connection()?;
//! let users = Records::<User>::new();
//! users.put(&mut connection, b"user:ada", &User { name: "Ada".into(), visits: 1 })?;
//!
//! // Reads, edits, and sends some twenty bytes; once more if another writer was faster.
//! users.edit(&mut connection, b"user:ada", |bytes| {
//!     let visits = User::view(bytes)?.visits()?;
//!     User::edit(bytes)?.set_visits(visits + 1)
//! })?;
//! assert_eq!(users.field(&mut connection, b"user:ada", |user| user.visits())?, Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Keys
//!
//! Both keys go to the script, as Redis asks for. In a cluster they have to be in one slot: a key
//! says which by a part in braces, `user:{ada}`, and the key of its version has the same part.
//!
//! # Another writer
//!
//! An edit of a version that is not there any more is [`StoreError::Conflict`], and has changed
//! nothing. A record that is removed keeps its version, so that an edit of what was there does not
//! meet what comes there next. A writer that does not count, such as a plain `SET`, is found out if
//! the length has changed; so all writers of a key are to be [`Records`].

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use redis::{ConnectionLike, ErrorKind, RedisError, Script};
use vellum::patch::physical;
use vellum::{PointerWidth, Record, Vellum};

use crate::error::{StoreError, under};
use crate::stored::Stored;

/// What the functions here return.
pub type Result<T> = std::result::Result<T, StoreError<RedisError>>;

/// How often [`Records::edit`] reads anew where others are faster.
const TRIES: usize = 100;

/// Records of `T` in Redis.
pub struct Records<T> {
    script: Script,
    /// The most bytes of a header and a root record.
    head: usize,
    record: PhantomData<fn() -> T>,
}

impl<T: Vellum> Records<T> {
    /// The script that edits, and how much of a record is its head. It asks no server.
    #[must_use]
    pub fn new() -> Self {
        let head = Record::with_width(T::schema(), PointerWidth::Four).as_bytes().len();
        Self { script: Script::new(include_str!("redis.lua")), head, record: PhantomData }
    }

    /// The record under a key with its version, read at one moment.
    ///
    /// # Errors
    /// Those of Redis.
    pub fn get(&self, connection: &mut impl ConnectionLike, key: &[u8]) -> Result<Option<Versioned<T>>> {
        let mut command = redis::cmd("MGET");
        let (bytes, version): (Option<Vec<u8>>, Option<u64>) =
            command.arg(key).arg(version_of(key)).query(connection)?;
        Ok(bytes.map(|bytes| Versioned { bytes, version: version.unwrap_or(0), record: PhantomData }))
    }

    /// Encodes a value under a key, in the place of what is there, and returns its version.
    ///
    /// # Errors
    /// What encoding refuses, and the errors of Redis.
    pub fn put(&self, connection: &mut impl ConnectionLike, key: &[u8], value: &T) -> Result<u64> {
        let bytes = vellum::to_vec(value).map_err(under(key, "the new record"))?;
        let mut both = redis::pipe();
        both.atomic().cmd("SET").arg(key).arg(bytes).ignore().cmd("INCR").arg(version_of(key));
        let (version,): (u64,) = both.query(connection)?;
        Ok(version)
    }

    /// Removes the record under a key, whose version counts on.
    ///
    /// # Errors
    /// Those of Redis.
    pub fn remove(&self, connection: &mut impl ConnectionLike, key: &[u8]) -> Result<()> {
        let mut both = redis::pipe();
        both.atomic().cmd("DEL").arg(key).ignore().cmd("INCR").arg(version_of(key)).ignore();
        Ok(both.query(connection)?)
    }

    /// Edits a record that was read, here and on the server, if it is still there in this version.
    ///
    /// # Errors
    /// That of the edit, [`StoreError::Conflict`] if another writer was there, and the errors of
    /// Redis. The record is as it was, here and there; but whether a connection broke before or
    /// after the script ran nobody knows: read it again then.
    pub fn update<R>(
        &self,
        connection: &mut impl ConnectionLike,
        key: &[u8],
        read: &mut Versioned<T>,
        edit: impl FnOnce(&mut Vec<u8>) -> vellum::Result<R>,
    ) -> Result<R> {
        let mut edited = read.bytes.clone();
        let done = edit(&mut edited).map_err(under(key, "the record"))?;
        let patch = physical::between(&read.bytes, &edited).map_err(under(key, "the record"))?;
        self.send(connection, key, read, edited, &patch)?;
        Ok(done)
    }

    /// Makes a physical patch on a record that was read, here and on the server.
    ///
    /// # Errors
    /// As [`physical::apply`], and as [`Records::update`].
    pub fn apply(
        &self,
        connection: &mut impl ConnectionLike,
        key: &[u8],
        read: &mut Versioned<T>,
        patch: &[u8],
    ) -> Result<()> {
        let mut edited = read.bytes.clone();
        physical::apply(patch, &mut edited).map_err(under(key, "the patch for the record"))?;
        self.send(connection, key, read, edited, patch)
    }

    /// Reads, edits and sends, and does so again while other writers are faster; `None` if there is
    /// no record.
    ///
    /// # Errors
    /// As [`Records::update`]; [`StoreError::Conflict`] if others were faster a hundred times.
    pub fn edit<R>(
        &self,
        connection: &mut impl ConnectionLike,
        key: &[u8],
        mut edit: impl FnMut(&mut Vec<u8>) -> vellum::Result<R>,
    ) -> Result<Option<R>> {
        let mut tries = 0_usize;
        loop {
            let Some(mut read) = self.get(connection, key)? else { return Ok(None) };
            tries = tries.saturating_add(1);
            match self.update(connection, key, &mut read, &mut edit) {
                Err(StoreError::Conflict { .. }) if tries < TRIES => {}
                done => return done.map(Some),
            }
        }
    }

    /// Reads of the record under a key what a function asks for; `None` if there is no record. It
    /// gets the head of the record first, where numbers and other values of a fixed size lie, and
    /// is called again with the whole record if this does not hold what it reads.
    ///
    /// # Errors
    /// That of the function on the whole record, and the errors of Redis.
    pub fn field<R>(
        &self,
        connection: &mut impl ConnectionLike,
        key: &[u8],
        mut read: impl FnMut(T::View<'_>) -> vellum::Result<R>,
    ) -> Result<Option<R>> {
        let last = self.head.saturating_sub(1);
        let head: Vec<u8> = redis::cmd("GETRANGE").arg(key).arg(0).arg(last).query(connection)?;
        if let Ok(value) = T::view(&head).and_then(&mut read) {
            return Ok(Some(value));
        }
        let whole: Option<Vec<u8>> = redis::cmd("GET").arg(key).query(connection)?;
        let Some(whole) = whole else { return Ok(None) };
        T::view(&whole).and_then(read).map(Some).map_err(under(key, "the record"))
    }

    fn send(
        &self,
        connection: &mut impl ConnectionLike,
        key: &[u8],
        read: &mut Versioned<T>,
        edited: Vec<u8>,
        patch: &[u8],
    ) -> Result<()> {
        let mut call = self.script.key(key);
        let (answer, number): (i64, u64) = call.key(version_of(key)).arg(read.version).arg(patch).invoke(connection)?;
        let expected = read.version;
        let conflict = |found| StoreError::Conflict { key: key.to_vec(), expected, found };
        match answer {
            1 => {
                (read.bytes, read.version) = (edited, number);
                Ok(())
            }
            0 => Err(conflict(number)),
            -1 => Err(conflict(expected)),
            _ => Err(StoreError::Store(RedisError::from((ErrorKind::Client, "the script refused the patch")))),
        }
    }
}

fn version_of(key: &[u8]) -> Vec<u8> {
    [key, b":version"].concat()
}

impl<T: Vellum> Default for Records<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> fmt::Debug for Records<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("head", &self.head).finish_non_exhaustive()
    }
}

/// A record as it was read, with its version. It derefs to the bytes.
pub struct Versioned<T> {
    bytes: Vec<u8>,
    version: u64,
    record: PhantomData<fn() -> T>,
}

impl<T: Vellum> Versioned<T> {
    /// The version: how often the key was written.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The record, as other stores lend it.
    #[must_use]
    pub fn stored(&self) -> Stored<'_, T> {
        Stored::new(&self.bytes)
    }

    /// A view, whose getters check what they read.
    ///
    /// # Errors
    /// As [`Stored::view`].
    pub fn view(&self) -> vellum::Result<T::View<'_>> {
        T::view(&self.bytes)
    }
}

impl<T> Deref for Versioned<T> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl<T> fmt::Debug for Versioned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Versioned({} bytes, version {})", self.bytes.len(), self.version)
    }
}
