//! Patches of what edit cursors do, noted while they do it.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use super::recorded::{NotedEdits, Rooms};
use crate::error::{Error, Result};
use crate::schema::Schema;
use crate::typed::Value;
use crate::typed::root::{Rooted, schema_of};
use crate::write::log::EditLog;
use crate::write::undo::Transaction;
use crate::write::{Session, Storage};

/// Records the edits of the cursors of a type as a patch.
///
/// ```
/// use vellum::{Vellum, patch::{Patch, Recorder}};
///
/// #[derive(Vellum, Default)]
/// struct User { name: String, visits: u32, tags: Vec<String> }
///
/// let user = User { name: "Ada".into(), ..User::default() };
/// let (mut here, mut there) = (vellum::to_vec(&user)?, vellum::to_vec(&user)?);
///
/// let mut recorder = Recorder::<User>::new();
/// let mut edit = recorder.edit(&mut here)?; // in the place of `User::edit(&mut here)`
/// edit.set_visits(7)?;
/// edit.name().push_str(" Lovelace")?;
/// edit.tags().push("math")?;
/// let patch = recorder.take()?;
/// assert_eq!(patch.len(), 38);
///
/// // In another process.
/// let mut record = vellum::Record::open(User::schema(), &mut there)?;
/// record.apply(&Patch::from_bytes(User::schema(), &patch)?)?;
/// assert_eq!(vellum::from_slice::<User>(&there)?.name, "Ada Lovelace");
/// assert!(User::content_eq(&here, &there)?);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// For a schema that is known at run time there is
/// [`RecordRecorder`](super::RecordRecorder).
///
/// Cursors are those of [`Vellum::edit`](crate::Vellum::edit); a function over them takes any
/// storage, so also a [`Recorded`] one: see [`AsSession`](crate::cursor::AsSession). An edit that
/// fails is not noted. `swap`, `sort_by`, `clear` of a map or a set, and setting a union are noted
/// as the resulting value. Lists lend no slice of numbers (`as_mut_slice`) while they are recorded.
///
/// A recorder that is used again allocates nothing where its last patch was as long. A buffer that
/// is not recorded takes no part of this: its edits are not one instruction longer.
///
/// A patch contains the new values, and not the old ones: [`Recorder::invertible`] makes patches
/// that can be taken back.
pub struct Recorder<T> {
    edits: NotedEdits,
    marker: PhantomData<fn() -> T>,
}

/// A storage whose edits are noted: that of the cursors of a [`Recorder`], and of the records of a
/// [`RecordRecorder`](super::RecordRecorder).
///
/// ```
/// use vellum::{Vellum, patch::{Recorded, Recorder}, cursor::Session};
///
/// #[derive(Vellum, Default)]
/// struct User { visits: u32 }
///
/// fn visit(user: &mut UserEdit<'_, Session<Recorded<'_, Vec<u8>>>>) -> vellum::Result<()> {
///     user.set_visits(user.visits()? + 1)
/// }
///
/// let mut bytes = vellum::to_vec(&User::default())?;
/// let mut recorder = Recorder::<User>::new();
/// visit(&mut recorder.edit(&mut bytes)?)?;
/// assert!(!recorder.is_empty());
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Recorded<'a, S: ?Sized> {
    storage: &'a mut S,
    log: &'a mut EditLog,
}

impl<T: Value> Recorder<T> {
    /// A recorder that has noted nothing.
    #[must_use]
    pub fn new() -> Self {
        Self { edits: NotedEdits::default().of_type::<T>(), marker: PhantomData }
    }

    /// A recorder whose patches also say what was there before, so that they can be taken back.
    ///
    /// ```
    /// use vellum::{Record, Vellum, patch::{Patch, Recorder}};
    ///
    /// #[derive(Vellum, Default)]
    /// struct User { name: String, visits: u32 }
    ///
    /// let mut bytes = vellum::to_vec(&User { name: "Ada".into(), visits: 6 })?;
    /// let mut recorder = Recorder::<User>::invertible();
    /// let mut user = recorder.edit(&mut bytes)?;
    /// user.set_visits(7)?;
    /// user.name().push_str(" Lovelace")?;
    ///
    /// let undo = Patch::from_bytes(User::schema(), &recorder.take()?)?.invert()?;
    /// Record::open(User::schema(), &mut bytes)?.apply(&undo)?;
    /// let user = User::peek(&bytes)?;
    /// assert_eq!((user.name()?, user.visits()?), ("Ada", 6));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn invertible() -> Self {
        Self { edits: NotedEdits::invertible().of_type::<T>(), marker: PhantomData }
    }

    /// Whether nothing was noted.
    ///
    /// ```
    /// # use vellum::{Vellum, patch::Recorder};
    /// # #[derive(Vellum, Default)] struct User { visits: u32 }
    /// let mut bytes = vellum::to_vec(&User::default())?;
    /// let mut recorder = Recorder::<User>::new();
    /// assert!(recorder.is_empty());
    /// recorder.edit(&mut bytes)?.set_visits(1)?;
    /// assert!(!recorder.is_empty());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The patch of all that was noted since the last one, as bytes.
    ///
    /// ```
    /// # use vellum::{Vellum, patch::{Patch, Recorder}};
    /// # #[derive(Vellum, Default)] struct User { visits: u32 }
    /// let mut bytes = vellum::to_vec(&User::default())?;
    /// let mut recorder = Recorder::<User>::new();
    /// recorder.edit(&mut bytes)?.set_visits(1)?;
    /// let patch = Patch::from_bytes(User::schema(), &recorder.take()?)?;
    /// assert_eq!(patch.to_string(), "set visits: 1");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an edit was made that cannot be noted: a value within it is not valid, or was written by
    /// a later revision of the schema. Receivers of the change then need the whole record. The log
    /// is cleared.
    pub fn take(&mut self) -> Result<Vec<u8>> {
        let mut patch = Vec::new();
        self.take_into(&mut patch)?;
        Ok(patch)
    }

    /// As [`Recorder::take`], into bytes that are replaced.
    ///
    /// ```
    /// # use vellum::{Vellum, patch::Recorder};
    /// # #[derive(Vellum, Default)] struct User { visits: u32 }
    /// let mut bytes = vellum::to_vec(&User::default())?;
    /// let (mut recorder, mut patch) = (Recorder::<User>::new(), Vec::new());
    /// for visits in 1..4 {
    ///     recorder.edit(&mut bytes)?.set_visits(visits)?;
    ///     recorder.take_into(&mut patch)?;
    ///     assert_eq!(patch.len(), 14);
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Recorder::take`]; the bytes are then empty.
    pub fn take_into(&mut self, patch: &mut Vec<u8>) -> Result<()> {
        self.edits.take_into(schema_of::<T>(), patch)
    }

    /// Forgets all that was noted.
    ///
    /// ```
    /// # use vellum::{Vellum, patch::Recorder};
    /// # #[derive(Vellum, Default)] struct User { visits: u32 }
    /// let mut bytes = vellum::to_vec(&User::default())?;
    /// let mut recorder = Recorder::<User>::new();
    /// recorder.edit(&mut bytes)?.set_visits(1)?;
    /// recorder.discard();
    /// assert!(recorder.is_empty());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn discard(&mut self) {
        self.edits.discard();
    }
}

impl<T: Value> Recorder<T> {
    /// Opens a buffer to change it in place, as [`Vellum::edit`](crate::Vellum::edit) does.
    ///
    /// Edits are noted one after the other, until the patch is taken: also of cursors that were
    /// opened one after the other, which therefore have to be of the same buffer.
    ///
    /// ```
    /// # use vellum::{Vellum, patch::Recorder};
    /// # #[derive(Vellum, Default)] struct User { visits: u32 }
    /// let mut bytes = vellum::to_vec(&User::default())?;
    /// let mut recorder = Recorder::<User>::new();
    /// recorder.edit(&mut bytes)?.set_visits(1)?;
    /// recorder.edit(&mut bytes)?.set_visits(2)?;
    /// assert_eq!(User::peek(&bytes)?.visits()?, 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Vellum::edit`](crate::Vellum::edit).
    pub fn edit<'a, S: Storage + ?Sized>(&'a mut self, storage: &'a mut S) -> Result<T::Edit<'a, Recorded<'a, S>>> {
        Session::open::<T>(Recorded::new(storage, &mut self.edits.log)).map(Rooted::over)
    }
}

impl<T: Value> Recorder<T> {
    /// Makes all edits of a closure or none, and gives their patch to `commit` before they are
    /// final: for a log that is written before the record changes.
    ///
    /// If one of both fails or panics, the buffer is as before, and nothing was noted. The patch
    /// also has the edits that were noted before and not taken. `commit` is not called if there is
    /// nothing to write.
    ///
    /// ```
    /// use std::io::{self, Write};
    /// use vellum::{Record, Vellum, patch::{Patch, Recorder}};
    ///
    /// #[derive(Vellum)]
    /// struct Account { balance: i64 }
    ///
    /// let mut bytes = vellum::to_vec(&Account { balance: 7 }).unwrap();
    /// let (mut recorder, mut log) = (Recorder::<Account>::new(), Vec::new());
    /// recorder.transaction(
    ///     &mut bytes,
    ///     |account| account.set_balance(account.balance()? - 5).map_err(io::Error::from),
    ///     |patch| log.write_all(patch),
    /// )?;
    /// let patch = Patch::from_bytes(Account::schema(), &log).unwrap();
    /// assert_eq!(patch.to_string(), "set balance: 2");
    /// # Ok::<(), io::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Vellum::edit`](crate::Vellum::edit) and [`Recorder::take`], and those of the closures.
    pub fn transaction<R, E: From<Error>>(
        &mut self,
        storage: &mut impl Storage,
        edit: impl for<'a> FnOnce(&mut T::Edit<'a, Transaction<'a>>) -> Result<R, E>,
        commit: impl FnOnce(&[u8]) -> Result<(), E>,
    ) -> Result<R, E> {
        let NotedEdits { log, rooms } = &mut self.edits;
        let mut recorded = Recorded::new(storage, log);
        let mut cursor = T::Edit::over(Session::open::<T>(Transaction::new(&mut recorded))?);
        let done = edit(&mut cursor)?;
        let transaction = &cursor.session().storage;
        give_noted(transaction, rooms, schema_of::<T>(), commit)?;
        transaction.succeed();
        drop(cursor);
        self.edits.discard();
        Ok(done)
    }
}

/// Gives the patch of a transaction to `commit`, if there is anything in it.
pub(super) fn give_noted<E: From<Error>>(
    transaction: &Transaction<'_>,
    rooms: &mut Rooms,
    schema: &Schema,
    commit: impl FnOnce(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let Some(noted) = transaction.noted().filter(|noted| !noted.is_empty() || noted.failure().is_some()) else {
        return Ok(());
    };
    let mut patch = Vec::new();
    rooms.write(noted, schema, &mut patch)?;
    commit(&patch)
}

impl<'a, S: Storage + ?Sized> Recorded<'a, S> {
    pub(super) fn new(storage: &'a mut S, log: &'a mut EditLog) -> Self {
        Self { storage, log }
    }
}

impl<S: AsRef<[u8]> + ?Sized> AsRef<[u8]> for Recorded<'_, S> {
    #[inline(always)]
    fn as_ref(&self) -> &[u8] {
        (*self.storage).as_ref()
    }
}

impl<T: Value> Default for Recorder<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> core::fmt::Debug for Recorder<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Recorder").field("edits", &self.edits.log.entries().count()).finish_non_exhaustive()
    }
}

impl<S: Storage + ?Sized> Storage for Recorded<'_, S> {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.storage.bytes()
    }

    #[inline(always)]
    fn bytes_mut(&mut self) -> &mut [u8] {
        self.storage.bytes_mut()
    }

    #[inline(always)]
    fn bytes_within(&mut self, range: Range<usize>) -> &mut [u8] {
        self.storage.bytes_within(range)
    }

    #[inline(always)]
    fn is_transaction(&self) -> bool {
        self.storage.is_transaction()
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        self.storage.reserve(len)
    }

    #[inline]
    fn resize(&mut self, len: usize) {
        self.storage.resize(len);
    }

    #[inline(always)]
    fn append(&mut self, bytes: &[u8]) {
        self.storage.append(bytes);
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        self.storage.replace(content, len)
    }

    fn has_fixed_len(&self) -> bool {
        self.storage.has_fixed_len()
    }

    fn is_bounded(&self) -> bool {
        self.storage.is_bounded()
    }

    fn keeps_layout(&self) -> bool {
        self.storage.keeps_layout()
    }

    #[inline(always)]
    fn note_free(&mut self, change: isize) {
        self.storage.note_free(change);
    }

    #[inline(always)]
    fn log(&mut self) -> Option<&mut EditLog> {
        Some(self.log)
    }

    fn noted(&self) -> Option<&EditLog> {
        Some(self.log)
    }
}
