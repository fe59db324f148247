//! Edits of several steps, which happen as a whole or not at all.
//!
//! A [`Transaction`] is a storage that keeps the bytes that an edit changes, as they were. The
//! edits say which bytes they change ([`Storage::bytes_within`]); an edit that does not say it has
//! all of them kept. Memory is in proportion to the changes: the whole buffer is copied only where
//! it gets a new layout.

use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt;
use core::ops::Range;

use super::log::{EditLog, LogMark};
use super::session::{SchemaSource, Session};
use super::storage::Storage;
use crate::error::Result;
use crate::wire::header::Header;

/// The storage of a transaction, of [`Vellum::transaction`](crate::Vellum::transaction) and
/// [`Record::transaction`](crate::Record::transaction): another storage, which gets its bytes back
/// unless the transaction succeeds.
pub struct Transaction<'s> {
    storage: &'s mut (dyn Storage + 's),
    /// The length before.
    len: usize,
    /// The counted free bytes of a workspace before.
    free: usize,
    /// Ranges that were changed, in order, and their bytes, one behind the other.
    ranges: Vec<Range<usize>>,
    bytes: Vec<u8>,
    /// All bytes up to the old end, after those changes and before the others.
    whole: Option<Vec<u8>>,
    /// How much was noted of a recorded buffer.
    noted: Option<LogMark>,
    succeeded: Cell<bool>,
}

impl<'s> Transaction<'s> {
    pub(crate) fn new(storage: &'s mut (dyn Storage + 's)) -> Self {
        let noted = storage.log().map(|log| log.mark());
        let (len, free) = (storage.bytes().len(), Header::workspace_free(storage.bytes()).unwrap_or(0));
        Self {
            storage,
            len,
            free,
            ranges: Vec::new(),
            bytes: Vec::new(),
            whole: None,
            noted,
            succeeded: Cell::new(false),
        }
    }

    /// Ends it: the bytes stay as they are.
    pub(crate) fn succeed(&self) {
        self.succeeded.set(true);
    }

    /// Keeps bytes before they are changed. Those beyond the old end need not come back.
    fn keep(&mut self, range: Range<usize>) {
        let is_kept = |last: &Range<usize>| last.start <= range.start && range.end <= last.end;
        if self.whole.is_some() || self.ranges.last().is_some_and(is_kept) {
            return;
        }
        let present = self.storage.bytes();
        let range = range.start..range.end.min(self.len).min(present.len());
        if let Some(bytes) = present.get(range.clone()).filter(|bytes| !bytes.is_empty()) {
            self.bytes.extend_from_slice(bytes);
            self.ranges.push(range);
        }
    }

    /// Keeps all bytes up to the old end.
    fn keep_whole(&mut self) {
        if self.whole.is_none() {
            let present = self.storage.bytes();
            self.whole = Some(present.get(..self.len).unwrap_or(present).to_vec());
        }
    }

    fn roll_back(&mut self) -> Result<()> {
        // A workspace counts its free bytes, and writes its end.
        let is_workspace = self.storage.keeps_layout();
        let counted = Header::workspace_free(self.storage.bytes()).unwrap_or(0);
        // It was as long before, and a new layout leaves it able to be.
        self.storage.reserve(self.len)?;
        if let Some(whole) = self.whole.take() {
            self.storage.resize(whole.len());
            if let Some(bytes) = self.storage.bytes_mut().get_mut(..whole.len()) {
                bytes.copy_from_slice(&whole);
            }
        }
        self.storage.resize(self.len);
        let mut kept = &*self.bytes;
        for range in self.ranges.iter().rev() {
            let Some((before, last)) = kept.split_at_checked(kept.len().saturating_sub(range.len())) else { break };
            if let Some(bytes) = self.storage.bytes_within(range.clone()).get_mut(range.clone()) {
                bytes.copy_from_slice(last);
            }
            kept = before;
        }
        if is_workspace {
            self.storage.resize(self.len);
            self.storage.note_free(self.free.cast_signed().saturating_sub(counted.cast_signed()));
        }
        if let (Some(log), Some(noted)) = (self.storage.log(), self.noted) {
            log.restore(noted);
        }
        Ok(())
    }
}

/// Gives the bytes back, unless the transaction has succeeded: also where code of the user's
/// panics.
impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if !self.succeeded.get() {
            // The storage has room for its old bytes.
            let _ = self.roll_back();
        }
    }
}

impl Storage for Transaction<'_> {
    fn bytes(&self) -> &[u8] {
        self.storage.bytes()
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        self.keep_whole();
        self.storage.bytes_mut()
    }

    fn bytes_within(&mut self, range: Range<usize>) -> &mut [u8] {
        self.keep(range.clone());
        self.storage.bytes_within(range)
    }

    fn is_transaction(&self) -> bool {
        true
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        self.storage.reserve(len)
    }

    fn resize(&mut self, len: usize) {
        self.keep(len..usize::MAX);
        self.storage.resize(len);
    }

    fn append(&mut self, bytes: &[u8]) {
        self.storage.append(bytes);
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        self.keep_whole();
        self.storage.replace(content, len.max(self.len))
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

    fn note_free(&mut self, change: isize) {
        self.storage.note_free(change);
    }

    fn log(&mut self) -> Option<&mut EditLog> {
        self.storage.log()
    }

    fn noted(&self) -> Option<&EditLog> {
        self.storage.noted()
    }
}

impl fmt::Debug for Transaction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction")
            .field("len", &self.bytes().len())
            .field("kept", &self.ranges)
            .finish_non_exhaustive()
    }
}

impl AsRef<[u8]> for Transaction<'_> {
    fn as_ref(&self) -> &[u8] {
        self.storage.bytes()
    }
}

impl<S: Storage, M: SchemaSource + Clone> Session<S, M> {
    /// This session over the storage of a transaction. Unless that succeeds, this session is still
    /// that of the bytes.
    pub(crate) fn transaction(&mut self) -> Session<Transaction<'_>, M> {
        let Self { width, root, root_size, generation, spare, is_marked, .. } = *self;
        let (schema, free) = (self.schema.clone(), self.free.clone());
        let storage = Transaction::new(&mut self.storage);
        Session { storage, schema, width, root, root_size, generation, free, spare, is_marked }
    }
}

impl<S, M> Session<S, M> {
    /// Takes over the state of a transaction that has succeeded.
    pub(crate) fn take_state(&mut self, state: Session<(), M>) {
        let Session { width, root, root_size, generation, spare, is_marked, free, .. } = state;
        (self.width, self.root, self.root_size) = (width, root, root_size);
        (self.generation, self.spare, self.is_marked, self.free) = (generation, spare, is_marked, free);
    }
}

impl<M> Session<Transaction<'_>, M> {
    /// Ends the transaction; the rest is the state of the session.
    pub(crate) fn succeed(self) -> Session<(), M> {
        let Self { storage, schema, width, root, root_size, generation, free, spare, is_marked } = self;
        storage.succeed();
        Session { storage: (), schema, width, root, root_size, generation, free, spare, is_marked }
    }
}
