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
//! let users = Records::<User>::open(&database, "users")?;
//! users.put(b"ada", &User { name: "Ada".into(), visits: 1 })?;
//! users.patch(b"ada", |bytes| User::edit(bytes)?.set_visits(2))?; // the journal gets a patch
//!
//! let ada = users.get(b"ada")?.unwrap();
//! assert_eq!(ada.view()?.visits()?, 2);
//! users.fold(b"ada")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is kept in which order
//!
//! A patch is stored under `length of the key : 2 bytes | key | number : 8 bytes`, big endian, so
//! that those of a key are found together, and in their order. The length keeps the patches of a
//! key apart from those of a longer key that begins with it. What changes both keyspaces is one
//! batch of fjall's: all of it or none is there after a crash.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fjall::{Database, Keyspace, KeyspaceCreateOptions, Slice};
use vellum::patch::Patch;
use vellum::{Record, Vellum};

use crate::error::{StoreError, under};
use crate::merge::PatchMerge;
use crate::stored::Stored;

/// What the functions here return.
pub type Result<T> = std::result::Result<T, StoreError<fjall::Error>>;

/// The longest key: fjall's own limit without what patches add to it.
const MAX_KEY: usize = 65_535 - 10;

/// The longest name: fjall's own limit without `.patches`.
const MAX_NAME: usize = 255 - 8;

/// Records of `T` in a database of fjall, by keys of bytes: those of `vellum::key`, so that they
/// are found in the order of their fields.
///
/// A clone is the same: it edits in turn with the others. A keyspace has one `Records` that is
/// opened, with its clones, since the number of the last patch is in memory.
pub struct Records<T> {
    database: Database,
    records: Keyspace,
    patches: Keyspace,
    merge: Arc<PatchMerge>,
    /// The number of the next patch. Who holds it is the only one to write.
    next: Arc<Mutex<u64>>,
    record: PhantomData<fn() -> T>,
}

impl<T: Vellum> Records<T> {
    /// Opens the keyspace of a name, and that of its patches, `{name}.patches`; makes those that
    /// are not there. It reads the keys of all patches.
    ///
    /// # Errors
    /// Those of fjall, and that of a type that has no schema.
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
        let records = database.keyspace(name, &options)?;
        let patches = database.keyspace(&format!("{name}.patches"), &options)?;
        let mut next = 0;
        for patch in patches.iter() {
            let key = patch.key()?;
            let number = key.last_chunk().map_or(0, |number| u64::from_be_bytes(*number));
            next = next.max(number.saturating_add(1));
        }
        Ok(Self {
            database: database.clone(),
            records,
            patches,
            merge: Arc::new(merge),
            next: Arc::new(Mutex::new(next)),
            record: PhantomData,
        })
    }

    /// The record under a key, with its patches.
    ///
    /// # Errors
    /// Those of fjall; [`vellum::ErrorKind::Conflict`] and the others of [`vellum::Record::apply`]
    /// if the patches cannot be made on the record.
    pub fn get(&self, key: &[u8]) -> Result<Option<Found<T>>> {
        check_key(key)?;
        let snapshot = self.database.snapshot();
        let record = fjall::Readable::get(&snapshot, &self.records, key)?;
        let mut patches = Vec::new();
        for patch in fjall::Readable::prefix(&snapshot, &self.patches, prefix(key)) {
            patches.push(patch.value()?);
        }
        self.folded(key, record, &patches)
    }

    /// Encodes a value under a key, in the place of the record and the patches that are there.
    ///
    /// # Errors
    /// What encoding refuses, and the errors of fjall.
    pub fn put(&self, key: &[u8], value: &T) -> Result<()> {
        let bytes = vellum::to_vec(value).map_err(under(key, "the new record"))?;
        let turn = self.turn();
        self.replace(&turn, key, &bytes)
    }

    /// Stores the bytes of a record under a key, as [`Records::put`] does. All of them are proved
    /// first.
    ///
    /// # Errors
    /// As [`Vellum::verify`], and the errors of fjall.
    pub fn put_bytes(&self, key: &[u8], record: &[u8]) -> Result<()> {
        T::verify(record).map(drop).map_err(under(key, "the new record"))?;
        let turn = self.turn();
        self.replace(&turn, key, record)
    }

    /// Edits the record under a key, and stores it whole; `None` if there is none.
    ///
    /// # Errors
    /// That of the edit, after which the record is as it was; and as [`Records::get`].
    pub fn update<R>(&self, key: &[u8], edit: impl FnOnce(&mut Vec<u8>) -> vellum::Result<R>) -> Result<Option<R>> {
        let turn = self.turn();
        let Some(found) = self.get(key)? else { return Ok(None) };
        let mut record = found.to_vec();
        let done = edit(&mut record).map_err(under(key, "the record"))?;
        self.replace(&turn, key, &record)?;
        Ok(Some(done))
    }

    /// Edits the record under a key, and stores what the edit changes as a patch, or the whole
    /// record if this takes fewer bytes; `None` if there is none.
    ///
    /// # Errors
    /// As [`Records::update`].
    pub fn patch<R>(&self, key: &[u8], edit: impl FnOnce(&mut Vec<u8>) -> vellum::Result<R>) -> Result<Option<R>> {
        let mut turn = self.turn();
        let Some(found) = self.get(key)? else { return Ok(None) };
        let mut record = found.to_vec();
        let done = edit(&mut record).map_err(under(key, "the record"))?;
        let change = || -> vellum::Result<Option<Vec<u8>>> {
            let new = Record::open(T::schema(), &*record)?;
            let change = Record::open(T::schema(), &*found)?.diff(&new)?;
            if change.is_empty() { Ok(None) } else { change.to_bytes().map(Some) }
        };
        match change().map_err(under(key, "the record"))? {
            None => {}
            Some(patch) if patch.len() < record.len() => self.append_patch(&mut turn, key, &patch)?,
            Some(_) => self.replace(&turn, key, &record)?,
        }
        Ok(Some(done))
    }

    /// Appends a patch to those of a key, without reading the record, which need not be there: it
    /// is made on the default record then. That the patch can be made is found out by
    /// [`Records::get`] alone.
    ///
    /// # Errors
    /// As [`vellum::patch::Patch::from_bytes`]; the errors of fjall.
    pub fn append(&self, key: &[u8], patch: &[u8]) -> Result<()> {
        Patch::from_bytes(T::schema(), patch).map_err(under(key, "the patch for the record"))?;
        self.append_patch(&mut self.turn(), key, patch)
    }

    /// Makes one record of the record under a key and its patches: false if there are no patches.
    /// Reads are as long as there are patches to make; so a program folds a key from time to time.
    ///
    /// # Errors
    /// As [`Records::get`]; all is then as it was.
    pub fn fold(&self, key: &[u8]) -> Result<bool> {
        let turn = self.turn();
        match self.get(key)? {
            Some(found) if found.patches > 0 => self.replace(&turn, key, &found).map(|()| true),
            _ => Ok(false),
        }
    }

    /// Folds all keys that have patches, and says how many.
    ///
    /// # Errors
    /// As [`Records::fold`], for the first key that cannot be folded; those before it are.
    pub fn fold_all(&self) -> Result<usize> {
        let (mut count, mut last) = (0_usize, Vec::new());
        for patch in self.patches.iter() {
            let key = patch.key()?;
            let key = key.get(2..key.len().saturating_sub(8)).unwrap_or_default();
            if *key != *last {
                count = count.saturating_add(usize::from(self.fold(key)?));
                last = key.to_vec();
            }
        }
        Ok(count)
    }

    /// Removes the record under a key, with its patches.
    ///
    /// # Errors
    /// Those of fjall.
    pub fn remove(&self, key: &[u8]) -> Result<()> {
        check_key(key)?;
        let _turn = self.turn();
        let mut batch = self.without_patches(key)?;
        batch.remove(&self.records, key);
        Ok(batch.commit()?)
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

    fn turn(&self) -> MutexGuard<'_, u64> {
        // Whoever panicked has written a whole batch or none.
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append_patch(&self, next: &mut u64, key: &[u8], patch: &[u8]) -> Result<()> {
        check_key(key)?;
        let mut place = prefix(key);
        place.extend_from_slice(&next.to_be_bytes());
        self.patches.insert(place, patch)?;
        *next = next.saturating_add(1);
        Ok(())
    }

    fn replace(&self, _turn: &u64, key: &[u8], record: &[u8]) -> Result<()> {
        check_key(key)?;
        let mut batch = self.without_patches(key)?;
        batch.insert(&self.records, key, record);
        Ok(batch.commit()?)
    }

    /// A batch that removes the patches of a key.
    fn without_patches(&self, key: &[u8]) -> Result<fjall::OwnedWriteBatch> {
        let mut batch = self.database.batch();
        for patch in self.patches.prefix(prefix(key)) {
            batch.remove(&self.patches, patch.key()?);
        }
        Ok(batch)
    }
}

/// Where the patches of a key begin.
fn prefix(key: &[u8]) -> Vec<u8> {
    let len = u16::try_from(key.len()).unwrap_or(u16::MAX);
    [&len.to_be_bytes()[..], key].concat()
}

fn check_key(key: &[u8]) -> Result<()> {
    if !key.is_empty() && key.len() <= MAX_KEY {
        return Ok(());
    }
    Err(invalid(format!("a key of {} bytes: 1 to {MAX_KEY} are possible", key.len())))
}

fn check_name(name: &str) -> Result<()> {
    if !name.is_empty() && name.len() <= MAX_NAME {
        return Ok(());
    }
    Err(invalid(format!("a name of {} bytes: 1 to {MAX_NAME} are possible", name.len())))
}

fn invalid(message: String) -> StoreError<fjall::Error> {
    StoreError::Store(fjall::Error::Io(std::io::Error::new(std::io::ErrorKind::InvalidInput, message)))
}

impl<T> Clone for Records<T> {
    fn clone(&self) -> Self {
        Self {
            database: self.database.clone(),
            records: self.records.clone(),
            patches: self.patches.clone(),
            merge: self.merge.clone(),
            next: self.next.clone(),
            record: PhantomData,
        }
    }
}

impl<T> fmt::Debug for Records<T> {
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
    /// As [`Stored::view`].
    pub fn view(&self) -> vellum::Result<T::View<'_>> {
        T::view(self)
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
