//! fjall: a keyspace of records, and beside it one of patches that are folded when they are read.
//!
//! fjall writes what is inserted to a journal first, a record whole. [`Records`] keeps the patches
//! of a key in a second keyspace, under the key and a number, so that the journal gets some ten
//! bytes for a change of one field. [`Records::get`] makes them on the record, and
//! [`Records::fold`] makes one record of both.
//!
//! ```
//! use fjall::Database;
//! use vellum::Vellum;
//! use vellum_stores::fjall::Records;
//!
//! #[derive(Vellum)]
//! struct User { name: String, visits: u32 }
//!
//! let folder = tempfile::tempdir()?;
//! let database = Database::builder(&folder).open()?;
//! let users = Records::<str, User>::open(&database, "users")?;
//! users.put("ada", &User { name: "Ada".into(), visits: 1 })?;
//! users.patch("ada", |user| user.set_visits(2))?; // the journal gets a patch
//!
//! let ada = users.get("ada")?.unwrap();
//! assert_eq!(ada.peek()?.visits()?, 2);
//! users.fold("ada")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Keys have a type; one of another type does not compile:
//!
//! ```compile_fail,E0308
//! # #[derive(vellum::Vellum)]
//! # struct User { name: String, visits: u32 }
//! # fn read(users: &vellum_stores::fjall::Records<str, User>) {
//! users.get(7).unwrap();
//! # }
//! ```
//!
//! # What is kept in which order
//!
//! A patch is stored under `length of the key : 2 bytes | key | number : 8 bytes`, big endian, so
//! that those of a key are found together, and in their order. The length keeps the patches of a
//! key apart from those of a longer key that begins with it. What changes both keyspaces is one
//! batch of fjall's: all of it or none is there after a crash.
//!
//! Both keyspaces belong to [`Records`]. A name that ends in `.patches` is refused, and so is a
//! keyspace of that name in which other keys are than those of patches. All `Records` of a keyspace
//! write in turn, whether they are clones or were opened one by one.
//!
//! # What an error means
//!
//! Each operation writes one batch. An error of fjall while it is written is
//! [`StoreError::MaybeWritten`]: the journal may have taken it, and then it is there when the
//! database is opened again. fjall takes no more writes until then. With any other error, nothing
//! was written.
//!
//! After `Ok` the change is with the operating system: it survives a kill of the process. That it
//! survives a loss of power takes `Database::persist`. With fjall's option `manual_journal_persist`
//! the first takes it, too.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use fjall::{Database, Keyspace, KeyspaceCreateOptions, Slice};
use vellum::Vellum;
use vellum::patch::Patch;

use crate::error::{StoreError, under};
use crate::key::RecordKey;
use crate::merge::PatchMerge;
use crate::stored::Stored;
use crate::update::{Edit, UpdateError, edited};

/// What the functions here return.
pub type Result<T> = std::result::Result<T, StoreError<fjall::Error>>;

/// What the functions return that call a closure of the caller's.
pub type UpdateResult<T, E> = std::result::Result<T, UpdateError<E, fjall::Error>>;

/// The longest key: fjall's own limit without what patches add to it.
const MAX_KEY: usize = 65_535 - 10;

/// The longest name: fjall's own limit without what keyspaces of patches add to it.
const MAX_NAME: usize = 255 - PATCHES.len();

/// What the name of a keyspace of patches ends in.
const PATCHES: &str = ".patches";

/// Records of `T` in a database of fjall, by keys of the type `K` (see [`RecordKey`]).
///
/// A clone is the same.
pub struct Records<K: ?Sized, T> {
    pub(crate) database: Database,
    pub(crate) records: Keyspace,
    pub(crate) patches: Keyspace,
    merge: Arc<PatchMerge>,
    turn: Turn,
    types: PhantomData<fn(&K) -> T>,
}

/// The number of the next patch. Who holds it is the only one to write.
type Turn = Arc<Mutex<u64>>;

/// The turns of all keyspaces that are open, by where they lie. fjall lets one process at a time
/// open a database.
static OPEN: Mutex<BTreeMap<PathBuf, Weak<Mutex<u64>>>> = Mutex::new(BTreeMap::new());

impl<K: RecordKey + ?Sized, T: Vellum> Records<K, T> {
    /// Opens the keyspace of a name, and that of its patches, `{name}.patches`; makes those that
    /// are not there. It reads the keys of all patches, unless the keyspace is open already.
    ///
    /// # Errors
    /// Those of fjall, and that of a type that has no schema. [`StoreError::Refused`] if the name
    /// is empty, longer than 247 bytes, or ends in `.patches`, or if the keyspace of the patches
    /// holds other keys than theirs.
    pub fn open(database: &Database, name: &str) -> Result<Self> {
        Self::open_with(database, name, KeyspaceCreateOptions::default)
    }

    /// As [`Records::open`], with options for both keyspaces.
    ///
    /// # Errors
    /// As there.
    pub fn open_with(database: &Database, name: &str, options: impl Fn() -> KeyspaceCreateOptions) -> Result<Self> {
        check_name(name)?;
        let merge = PatchMerge::of::<T>().map_err(under(&[], "the schema of the records"))?;
        let records = database.keyspace(name, &options).map_err(StoreError::Store)?;
        let patches = database.keyspace(&format!("{name}{PATCHES}"), &options).map_err(StoreError::Store)?;
        let turn = turn_of(records.path(), || next_number(&patches))?;
        Ok(Self { database: database.clone(), records, patches, merge: Arc::new(merge), turn, types: PhantomData })
    }

    /// The record under a key, with its patches.
    ///
    /// # Errors
    /// Those of fjall; [`vellum::ErrorKind::Conflict`] and the others of [`vellum::Record::apply`]
    /// if the patches cannot be made on the record.
    pub fn get(&self, key: K::Given<'_>) -> Result<Option<Found<T>>> {
        self.get_at(&bytes_of::<K>(key)?)
    }

    /// Encodes a value under a key, in the place of the record and the patches that are there.
    ///
    /// # Errors
    /// What encoding refuses; those of fjall: [`StoreError::MaybeWritten`] if they came while it
    /// wrote, else nothing was written.
    pub fn put(&self, key: K::Given<'_>, value: &T) -> Result<()> {
        let key = bytes_of::<K>(key)?;
        let bytes = vellum::to_vec(value).map_err(under(&key, "the new record"))?;
        let turn = self.turn();
        self.replace(&turn, &key, &bytes)
    }

    /// Stores the bytes of a record under a key, as [`Records::put`] does. All of them are proved
    /// first.
    ///
    /// # Errors
    /// As [`Schema::prove`] and [`Records::put`].
    pub fn put_bytes(&self, key: K::Given<'_>, record: &[u8]) -> Result<()> {
        let key = bytes_of::<K>(key)?;
        T::schema().prove(record).map(drop).map_err(under(&key, "the new record"))?;
        let turn = self.turn();
        self.replace(&turn, &key, record)
    }

    /// Edits the record under a key, and stores it whole; `None` if there is none.
    ///
    /// # Errors
    /// [`UpdateError::Edit`] with the error of the closure, whichever type that is; as
    /// [`Records::get`] and [`Records::put`].
    pub fn update<R, E>(
        &self,
        key: K::Given<'_>,
        edit: impl FnOnce(&mut Edit<'_, T>) -> std::result::Result<R, E>,
    ) -> UpdateResult<Option<R>, E> {
        let key = bytes_of::<K>(key)?;
        let turn = self.turn();
        let Some(found) = self.get_at(&key)? else { return Ok(None) };
        let (record, done) = edited::<T, R, E, fjall::Error>(&key, &found, edit)?;
        self.replace(&turn, &key, &record)?;
        Ok(Some(done))
    }

    /// Edits the record under a key, and stores what the edit changes as a patch, or the whole
    /// record if this takes fewer bytes; `None` if there is none.
    ///
    /// # Errors
    /// As [`Records::update`].
    pub fn patch<R, E>(
        &self,
        key: K::Given<'_>,
        edit: impl FnOnce(&mut Edit<'_, T>) -> std::result::Result<R, E>,
    ) -> UpdateResult<Option<R>, E> {
        let key = bytes_of::<K>(key)?;
        let mut turn = self.turn();
        let Some(found) = self.get_at(&key)? else { return Ok(None) };
        let (record, done) = edited::<T, R, E, fjall::Error>(&key, &found, edit)?;
        match self.merge.between(&found, &record).map_err(under(&key, "the record"))? {
            None => {}
            Some(patch) if patch.len() < record.len() => self.append_patch(&mut turn, &key, &patch)?,
            Some(_) => self.replace(&turn, &key, &record)?,
        }
        Ok(Some(done))
    }

    /// Appends a patch to those of a key, without reading the record, which need not be there: it
    /// is made on the default record then. That the patch can be made is found out by
    /// [`Records::get`] alone.
    ///
    /// # Errors
    /// As [`vellum::patch::Patch::from_bytes`]; those of fjall, as [`Records::put`].
    pub fn append(&self, key: K::Given<'_>, patch: &[u8]) -> Result<()> {
        let key = bytes_of::<K>(key)?;
        Patch::from_bytes(T::schema(), patch).map_err(under(&key, "the patch for the record"))?;
        self.append_patch(&mut self.turn(), &key, patch)
    }

    /// Makes one record of the record under a key and its patches: false if there are no patches.
    /// Reads are as long as there are patches to make; so a program folds a key from time to time.
    ///
    /// # Errors
    /// As [`Records::get`] and [`Records::put`]. The record that is read is the same, before and
    /// after.
    pub fn fold(&self, key: K::Given<'_>) -> Result<bool> {
        self.fold_at(&bytes_of::<K>(key)?)
    }

    /// Folds all keys that have patches, and says how many.
    ///
    /// # Errors
    /// As [`Records::fold`], for the first key that cannot be folded; those before it are.
    pub fn fold_all(&self) -> Result<usize> {
        let (mut count, mut last) = (0_usize, Vec::new());
        for patch in self.patches.iter() {
            let place = patch.key().map_err(StoreError::Store)?;
            let key = patched_key(&place).map_or(&[][..], |(key, _)| key);
            if *key != *last {
                count = count.saturating_add(usize::from(self.fold_at(key)?));
                last = key.to_vec();
            }
        }
        Ok(count)
    }

    /// Removes the record under a key, with its patches.
    ///
    /// # Errors
    /// Those of fjall, as [`Records::put`]: after [`StoreError::MaybeWritten`] the record may be
    /// gone.
    pub fn remove(&self, key: K::Given<'_>) -> Result<()> {
        let key = bytes_of::<K>(key)?;
        let _turn = self.turn();
        let mut batch = self.database.batch();
        self.remove_in(&mut batch, &key)?;
        batch.commit().map_err(while_writing(&key))
    }
}

impl<K: ?Sized, T: Vellum> Records<K, T> {
    pub(crate) fn get_at(&self, key: &[u8]) -> Result<Option<Found<T>>> {
        let snapshot = self.database.snapshot();
        let record = fjall::Readable::get(&snapshot, &self.records, key).map_err(StoreError::Store)?;
        let mut patches = Vec::new();
        for patch in fjall::Readable::prefix(&snapshot, &self.patches, prefix(key)) {
            patches.push(patch.value().map_err(StoreError::Store)?);
        }
        self.folded(key, record, &patches)
    }

    fn fold_at(&self, key: &[u8]) -> Result<bool> {
        let turn = self.turn();
        match self.get_at(key)? {
            Some(found) if found.patches > 0 => self.replace(&turn, key, &found).map(|()| true),
            _ => Ok(false),
        }
    }

    fn folded(&self, key: &[u8], record: Option<Slice>, patches: &[Slice]) -> Result<Option<Found<T>>> {
        let operands: Vec<&[u8]> = patches.iter().map(AsRef::as_ref).collect();
        let bytes = match (record, operands.as_slice()) {
            (None, []) => return Ok(None),
            (Some(record), []) => FoundBytes::Slice(record),
            (record, operands) => {
                let folded = || -> vellum::Result<Vec<u8>> {
                    let folded = self.merge.fold(record.as_deref(), operands);
                    let folded = folded.map_err(|error| error.error().clone())?;
                    let made = match self.merge.record(&folded)? {
                        Cow::Owned(record) => Some(record),
                        Cow::Borrowed(_) => None,
                    };
                    Ok(made.unwrap_or_else(|| folded.into_owned()))
                };
                FoundBytes::Folded(folded().map_err(under(key, "the record with its patches"))?)
            }
        };
        Ok(Some(Found { bytes, patches: patches.len(), record: PhantomData }))
    }

    pub(crate) fn turn(&self) -> MutexGuard<'_, u64> {
        // Whoever panicked has written a whole batch or none.
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append_patch(&self, next: &mut u64, key: &[u8], patch: &[u8]) -> Result<()> {
        let mut place = prefix(key);
        place.extend_from_slice(&next.to_be_bytes());
        // The number is used, whether or not there is an error: a patch that may have been written
        // is not written over.
        *next = next.checked_add(1).ok_or_else(|| refused(key, "all numbers of patches are used"))?;
        self.patches.insert(place, patch).map_err(while_writing(key))
    }

    fn replace(&self, _turn: &u64, key: &[u8], record: &[u8]) -> Result<()> {
        let mut batch = self.database.batch();
        self.remove_patches_in(&mut batch, key)?;
        batch.insert(&self.records, key, record);
        batch.commit().map_err(while_writing(key))
    }

    /// Removes the record under a key and its patches by a batch.
    pub(crate) fn remove_in(&self, batch: &mut fjall::OwnedWriteBatch, key: &[u8]) -> Result<()> {
        batch.remove(&self.records, key);
        self.remove_patches_in(batch, key)
    }

    fn remove_patches_in(&self, batch: &mut fjall::OwnedWriteBatch, key: &[u8]) -> Result<()> {
        for patch in self.patches.prefix(prefix(key)) {
            batch.remove(&self.patches, patch.key().map_err(StoreError::Store)?);
        }
        Ok(())
    }
}

/// The turn of the keyspace at a path: that of the others which have it open, or a new one.
fn turn_of(path: &Path, next: impl FnOnce() -> Result<u64>) -> Result<Turn> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.retain(|_, turn| turn.strong_count() > 0);
    if let Some(turn) = open.get(path).and_then(Weak::upgrade) {
        return Ok(turn);
    }
    let turn = Arc::new(Mutex::new(next()?));
    open.insert(path.to_path_buf(), Arc::downgrade(&turn));
    Ok(turn)
}

fn next_number(patches: &Keyspace) -> Result<u64> {
    let mut next = 0;
    for patch in patches.iter() {
        let place = patch.key().map_err(StoreError::Store)?;
        let Some((_, number)) = patched_key(&place) else {
            return Err(refused(patches.name().as_bytes(), "this keyspace holds other keys than those of patches"));
        };
        next = next.max(number.saturating_add(1));
    }
    Ok(next)
}

/// The key that a patch is for, and the number of the patch.
pub(crate) fn patched_key(place: &[u8]) -> Option<(&[u8], u64)> {
    let (key, number) = place.split_last_chunk()?;
    let (len, key) = key.split_first_chunk()?;
    (usize::from(u16::from_be_bytes(*len)) == key.len()).then_some((key, u64::from_be_bytes(*number)))
}

/// Where the patches of a key begin.
fn prefix(key: &[u8]) -> Vec<u8> {
    let len = u16::try_from(key.len()).unwrap_or(u16::MAX);
    [&len.to_be_bytes()[..], key].concat()
}

pub(crate) fn bytes_of<K: RecordKey + ?Sized>(key: K::Given<'_>) -> Result<Cow<'_, [u8]>> {
    let key = K::bytes(key).map_err(under(&[], "the key"))?;
    if key.is_empty() {
        return Err(refused(&key, "a key has at least one byte"));
    }
    if key.len() > MAX_KEY {
        return Err(refused(key.get(..64).unwrap_or_default(), "a key that begins so has more than 65525 bytes"));
    }
    Ok(key)
}

fn check_name(name: &str) -> Result<()> {
    let reason = match name {
        "" => "a name has at least one byte",
        name if name.len() > MAX_NAME => "a name has at most 247 bytes",
        name if name.ends_with(PATCHES) => "a keyspace of this name holds the patches of another one",
        _ => return Ok(()),
    };
    Err(refused(name.as_bytes(), reason))
}

pub(crate) fn refused(key: &[u8], reason: &'static str) -> StoreError<fjall::Error> {
    StoreError::Refused { key: key.to_vec(), reason }
}

/// What an error of a write means: these are found before fjall writes, others may come after.
pub(crate) fn while_writing(key: &[u8]) -> impl FnOnce(fjall::Error) -> StoreError<fjall::Error> {
    move |error| match error {
        fjall::Error::Poisoned | fjall::Error::KeyspaceDeleted | fjall::Error::Locked => StoreError::Store(error),
        error => StoreError::MaybeWritten { key: key.to_vec(), error },
    }
}

impl<K: ?Sized, T> Clone for Records<K, T> {
    fn clone(&self) -> Self {
        Self {
            database: self.database.clone(),
            records: self.records.clone(),
            patches: self.patches.clone(),
            merge: self.merge.clone(),
            turn: self.turn.clone(),
            types: PhantomData,
        }
    }
}

impl<K: ?Sized, T> fmt::Debug for Records<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("name", &self.records.name()).finish_non_exhaustive()
    }
}

/// A record that was found: the bytes that fjall lends if it has no patches, else a record of its
/// own. It derefs to the bytes.
pub struct Found<T> {
    bytes: FoundBytes,
    patches: usize,
    record: PhantomData<fn() -> T>,
}

enum FoundBytes {
    Slice(Slice),
    Folded(Vec<u8>),
}

impl<T: Vellum> Found<T> {
    /// The record, as other stores lend it.
    #[must_use]
    pub fn stored(&self) -> Stored<'_, T> {
        Stored::new(self)
    }

    /// A view, whose getters check what they read.
    ///
    /// # Errors
    /// As [`Stored::peek`].
    pub fn peek(&self) -> vellum::Result<T::Get<'_, vellum::proved::Checked>> {
        T::peek(self)
    }

    /// How many patches were made on the record to read it: when it is time to fold.
    #[must_use]
    pub fn patches(&self) -> usize {
        self.patches
    }
}

impl<T> Deref for Found<T> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.bytes {
            FoundBytes::Slice(bytes) => bytes,
            FoundBytes::Folded(bytes) => bytes,
        }
    }
}

impl<T> fmt::Debug for Found<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Found({} bytes, {} patches)", self.len(), self.patches)
    }
}
