//! A writer of memory that others read and edit.

use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::AtomicU64;

use super::memory::{Memory, WORD, no_workspace};
use crate::error::Result;
use crate::schema::Schema;
use crate::typed::Value;
use crate::wire::header::Header;
use crate::write::Workspace;

/// So many times an edit is made before the memory is claimed for it, where other editors are
/// quicker.
const UNCLAIMED: u32 = 4;

/// Edits memory that others read through a [`SharedReader`](super::SharedReader), and edit through
/// writers of their own: each edit is seen as a whole, or not at all.
///
/// It keeps a copy of the memory. An edit changes the copy, then claims the memory and stores the
/// words that differ. So a program that fails, panics or dies while it makes an edit leaves the
/// memory as it was; only one that dies within the stores tears it (see [`SharedWriter::recover`]).
///
/// ```
/// use std::sync::atomic::AtomicU64;
/// use vellum::{Vellum, shared::SharedWriter};
///
/// #[derive(Vellum)]
/// struct Counter { hits: u64 }
///
/// let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
/// let mut one = SharedWriter::format(&memory[..], &Counter { hits: 0 })?;
/// let mut other = SharedWriter::open(&memory[..])?; // perhaps in another process
/// for writer in [&mut one, &mut other] {
///     writer.edit(|workspace| {
///         let mut counter = Counter::edit(workspace)?;
///         counter.set_hits(counter.hits()? + 1)
///     })?;
/// }
/// let hits = one.edit(|workspace| Counter::edit(workspace)?.hits())?;
/// assert_eq!(hits, 2);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Debug)]
pub struct SharedWriter<M> {
    memory: M,
    /// As long as the memory.
    copy: Vec<u8>,
    /// The number of the edit of which the copy is; none where the copy was changed without an
    /// edit.
    seq: Option<u32>,
}

impl<M: AsRef<[AtomicU64]>> SharedWriter<M> {
    /// Writes a value to memory, and makes the rest of the memory free. It is for memory that
    /// nobody else edits yet; readers may wait for it.
    ///
    /// # Errors
    /// As [`Workspace::format`]; the memory is then unchanged.
    pub fn format<T: Value>(memory: M, value: &T) -> Result<Self> {
        Self::format_by(memory, |copy| Workspace::format(copy, value).map(drop))
    }

    /// As [`SharedWriter::format`], a record in which every field has its default.
    ///
    /// # Errors
    /// As [`Workspace::format_default`]; the memory is then unchanged.
    pub fn format_default(memory: M, schema: &Schema) -> Result<Self> {
        Self::format_by(memory, |copy| Workspace::format_default(copy, schema).map(drop))
    }

    fn format_by(memory: M, format: impl FnOnce(&mut [u8]) -> Result<()>) -> Result<Self> {
        let mut copy = vec![0; memory.as_ref().len().saturating_mul(WORD)];
        format(&mut copy)?;
        let claim = Memory::new(memory.as_ref())?.seize()?;
        claim.store(&copy);
        let seq = Some(claim.finish(&copy)?);
        Ok(Self { memory, copy, seq })
    }

    /// Opens memory that was formatted before, by this or by [`Workspace::format`].
    ///
    /// # Errors
    /// [`ErrorKind::Busy`](crate::ErrorKind::Busy) if an editor died in the middle of an edit: then
    /// [`SharedWriter::recover`] is what opens the memory;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if it holds no workspace.
    pub fn open(memory: M) -> Result<Self> {
        let words = Memory::new(memory.as_ref())?;
        let mut copy = vec![0; words.len()];
        let seq = Some(words.copy(None, &mut copy)?);
        Header::read(&copy)?;
        Ok(Self { memory, copy, seq })
    }

    /// Opens memory of which an editor died in the middle of an edit, if what it left is a valid
    /// buffer of the schema. Memory that is not being edited is opened as by
    /// [`SharedWriter::open`].
    ///
    /// Call it only where that editor is known to be dead, for example by a lock of the operating
    /// system that each editor holds. One that still runs goes on to store, and may tear what is
    /// recovered; at its end its edit fails. The values are valid then, but some may be from before
    /// the edit, others from it.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use vellum::{ErrorKind, Vellum, shared::SharedWriter};
    ///
    /// #[derive(Vellum)]
    /// struct Counter { hits: u64 }
    ///
    /// let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
    /// SharedWriter::format(&memory[..], &Counter { hits: 7 })?;
    /// memory[1].fetch_add((1_u64 << 32).to_le(), Ordering::Relaxed); // an editor that dies
    ///
    /// assert_eq!(SharedWriter::open(&memory[..]).unwrap_err().kind(), ErrorKind::Busy);
    /// let mut writer = SharedWriter::recover(&memory[..], Counter::schema())?;
    /// assert_eq!(writer.edit(|workspace| Counter::edit(workspace)?.hits())?, 7);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Schema::verify`] if the bytes are not valid: they stay as they are, to be formatted
    /// anew. [`ErrorKind::Busy`](crate::ErrorKind::Busy) if somebody else recovers them.
    pub fn recover(memory: M, schema: &Schema) -> Result<Self> {
        let words = Memory::new(memory.as_ref())?;
        let Some(claim) = words.take_over()? else { return Self::open(memory) };
        let mut copy = vec![0; words.len()];
        claim.copy(None, &mut copy);
        if !Header::is_workspace(&copy) {
            return Err(no_workspace());
        }
        schema.verify(&copy)?;
        let seq = Some(claim.finish(&copy)?);
        Ok(Self { memory, copy, seq })
    }

    /// Makes an edit of any number of changes, which readers and other editors see as a whole.
    ///
    /// `change` gets a workspace that holds what the memory holds. If another editor was quicker,
    /// `change` is called again with what that one left. From the fifth call on the memory is
    /// claimed before the call, so that others wait for its end. A `change` that changes nothing is
    /// no edit: readers see no new one.
    ///
    /// Beside `change`, an edit compares all bytes in use with the memory. Where another editor was
    /// there since the last call, it copies them first.
    ///
    /// # Errors
    /// Those of `change`, as which nothing is stored, and which readers do not notice;
    /// [`ErrorKind::Busy`](crate::ErrorKind::Busy) if another editor does not end its edit, or died
    /// in it: nothing is stored. [`ErrorKind::Conflict`](crate::ErrorKind::Conflict) if the memory
    /// was recovered or formatted in the middle of the edit.
    pub fn edit<R>(&mut self, mut change: impl FnMut(&mut Workspace<&mut [u8]>) -> Result<R>) -> Result<R> {
        let Self { memory, copy, seq } = self;
        let memory = Memory::new(memory.as_ref())?;
        // From here on the copy is that of an edit only if this one succeeds.
        let mut known = seq.take();
        let mut calls = 0_u32;
        loop {
            let held = if calls < UNCLAIMED { None } else { memory.claim(None)? };
            let base = match &held {
                Some(claim) => claim.copy(known, copy),
                None => memory.copy(known, copy)?,
            };
            let mut workspace = Workspace::open(copy.as_mut_slice())?;
            let old_end = workspace.len();
            let made = change(&mut workspace)?;
            let bytes = changed(copy, old_end)?;
            let claim = if held.is_some() { held } else { memory.claim(Some(base))? };
            if let Some(claim) = claim {
                *seq = Some(if claim.store(bytes) { claim.finish(bytes)? } else { base });
                return Ok(made);
            }
            (known, calls) = (None, calls.saturating_add(1));
        }
    }

    /// The memory.
    #[must_use]
    pub fn into_inner(self) -> M {
        self.memory
    }
}

/// The words of a copy that an edit may have changed: those in use, and those that were.
fn changed(copy: &[u8], old_end: usize) -> Result<&[u8]> {
    let header = Header::read(copy)?;
    if !Header::is_workspace(copy) {
        return Err(no_workspace());
    }
    copy.get(..header.end.max(old_end).next_multiple_of(WORD)).ok_or_else(no_workspace)
}
