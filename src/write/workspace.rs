//! A buffer in fixed memory, which can use all of it.
//!
//! ```text
//! flags end free seq root_size | root record | objects and free space | not used yet
//!                                                                     ^ end          ^ capacity
//! ```
//! An ordinary buffer fills its memory; a workspace stores where it ends, so it can grow in memory
//! of fixed length: a mapped file, shared memory, a static. Its pointers are wide enough for the
//! capacity.

use alloc::vec::Vec;

use super::storage::Storage;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::schema::Schema;
use crate::wire::clamp;
use crate::wire::header::{self, Header, lineage_block};
use crate::wire::width::{PointerWidth, Width};

/// A buffer in memory of fixed length, with room to grow in it.
///
/// It is a [`Storage`]: `T::edit` and `Record::open` take it. If an edit finds no room at the end,
/// the values are moved together in place, so that the free bytes between them can be used. Only
/// [`Vellum::compact`](crate::Vellum::compact) lays a workspace out again; it stays a workspace.
/// The bytes can be read as they are, by [`Vellum::peek`](crate::Vellum::peek) or
/// [`from_slice`](crate::from_slice); they can be edited only through a `Workspace`, since another
/// storage would not store their end: it fails with [`ErrorKind::Full`](crate::ErrorKind::Full).
///
/// Processes that share a mapping edit it through `vellum::shared`. A workspace and an edit of it
/// remember the end of the buffer and its free bytes, so a program that shares its memory in
/// another way opens **both again** for each turn. Otherwise it overwrites the edits of the others.
/// Only if an edit needs more memory than the buffer has, and another editor has moved the end, it
/// is refused (`Full`), and changes nothing.
///
/// ```
/// use vellum::{Vellum, Workspace};
///
/// #[derive(Vellum)]
/// struct Log { lines: Vec<String> }
///
/// let mut memory = [0; 256]; // a mapped file, shared memory, a static
/// let mut workspace = Workspace::format(&mut memory, &Log { lines: vec![] })?;
/// Log::edit(&mut workspace)?.lines().push("first")?;
///
/// let mut workspace = Workspace::open(&mut memory)?;
/// Log::edit(&mut workspace)?.lines().push("second")?;
/// assert!(workspace.len() < workspace.capacity());
///
/// assert_eq!(Log::peek(&memory)?.lines()?.get(1)?, "second");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Debug)]
pub struct Workspace<B> {
    memory: B,
    end: usize,
    free: usize,
    /// Whether the header says that it is a workspace; the compact form is an ordinary buffer.
    is_marked: bool,
}

#[cold]
fn moved_end() -> Error {
    Error::fixed(&FixedError(
        ErrorKind::Full,
        "another editor changed the workspace since this one was opened; open it and the edit anew",
    ))
}

/// Of memory that somebody else edits, or whose editor died.
#[cold]
pub(crate) fn edit_under_way() -> Error {
    Error::fixed(&FixedError(
        ErrorKind::Busy,
        "an edit is under way in shared memory; if its editor died, `shared::SharedWriter::recover` opens it",
    ))
}

/// The narrowest pointers that reach a whole memory.
pub(crate) fn width_for(capacity: usize, least: PointerWidth) -> PointerWidth {
    let reaches = |width: &PointerWidth| *width >= least && capacity as u64 <= width.max_len();
    PointerWidth::ALL.into_iter().find(reaches).unwrap_or(PointerWidth::Four)
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Workspace<B> {
    /// Writes a record of defaults to memory, and makes the rest of the memory free.
    ///
    /// ```
    /// use vellum::{Record, Schema, Workspace};
    ///
    /// let schema = Schema::parse("struct Log { lines: list<string> } root Log;")?;
    /// let mut memory = [0; 256];
    /// let mut record = Record::open(&schema, Workspace::format_default(&mut memory, &schema)?)?;
    /// record.push("lines", "first")?;
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the memory is too short; it is then
    /// unchanged.
    #[doc(alias("create", "init", "arena"))]
    pub fn format_default(mut memory: B, schema: &Schema) -> Result<Self> {
        let capacity = memory.as_ref().len();
        let width = width_for(capacity, schema.min_width());
        let size = schema.root().size().at(width.shift());
        let lineage = schema.lineage().map(lineage_block);
        let extension = lineage.as_slice().as_flattened();
        let end = Header::workspace_len(clamp(size)).saturating_add(extension.len()).saturating_add(size);
        let Some(content) = memory.as_mut().get_mut(..end) else { return Err(Error::full(end, capacity)) };
        content.fill(0);
        Header::write_workspace(width, clamp(end), clamp(size), content);
        Header::extend(extension, clamp(size), content);
        Ok(Self::written(memory, end))
    }

    pub(crate) fn written(mut memory: B, end: usize) -> Self {
        memory.as_mut().get_mut(end..).unwrap_or_default().fill(0xFF);
        Self { memory, end, free: 0, is_marked: true }
    }

    /// Opens memory that was formatted before, or that holds an ordinary buffer. An ordinary buffer
    /// fills its memory.
    ///
    /// ```
    /// # use vellum::{Vellum, Workspace};
    /// # #[derive(Vellum)] struct Log { lines: Vec<String> }
    /// let mut memory = [0; 64];
    /// Workspace::format(&mut memory, &Log { lines: vec![] })?;
    /// let mut workspace = Workspace::open(&mut memory)?;
    /// Log::edit(&mut workspace)?.lines().push("first")?;
    /// assert!(Workspace::open(&mut [0; 64]).is_err());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the header is invalid;
    /// [`ErrorKind::Busy`](crate::ErrorKind::Busy) for memory of which an editor died in the middle
    /// of an edit: `vellum::shared` recovers it.
    pub fn open(mut memory: B) -> Result<Self> {
        let header = Header::read(memory.as_ref())?;
        let is_marked = Header::is_workspace(memory.as_ref());
        let free = Header::workspace_free(memory.as_ref()).unwrap_or(0);
        if is_marked {
            if Header::is_under_edit(memory.as_ref()) {
                return Err(edit_under_way());
            }
            Header::forget_fragile(memory.as_mut());
        }
        Ok(Self { memory, end: header.end, free, is_marked })
    }

    /// Bytes in use, with the free space between them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.end
    }

    /// Always false: a workspace has at least its header.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.end == 0
    }

    /// Bytes of the whole memory.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.memory.as_ref().len()
    }

    /// Counted bytes of deleted objects that are not used again: the savings of the compact form,
    /// without slack.
    #[must_use]
    pub fn free(&self) -> usize {
        self.free
    }

    /// The memory.
    #[must_use]
    pub fn into_inner(self) -> B {
        self.memory
    }

    fn store(&mut self, at: usize, value: usize) {
        if !self.is_marked {
            return;
        }
        if let Some(slot) = self.memory.as_mut().get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
            *slot = clamp(value).to_le_bytes();
        }
    }
}

impl<B: AsRef<[u8]>> AsRef<[u8]> for Workspace<B> {
    fn as_ref(&self) -> &[u8] {
        self.memory.as_ref().get(..self.end).unwrap_or(&[])
    }
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Storage for Workspace<B> {
    #[inline]
    fn bytes(&self) -> &[u8] {
        self.as_ref()
    }

    #[inline]
    fn bytes_mut(&mut self) -> &mut [u8] {
        self.memory.as_mut().get_mut(..self.end).unwrap_or_default()
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        // If another editor has moved the end, the bytes behind it are not free.
        if self.is_marked && Header::workspace_end(self.memory.as_ref()) != Some(self.end) {
            return Err(moved_end());
        }
        let capacity = self.capacity();
        if len <= capacity { Ok(()) } else { Err(Error::full(len, capacity)) }
    }

    fn resize(&mut self, len: usize) {
        let end = len.min(self.capacity());
        if let Some(cut) = self.memory.as_mut().get_mut(end..self.end) {
            cut.fill(0xFF);
        }
        self.end = end;
        self.store(header::END, end);
    }

    /// Takes over a layout. That of a workspace is one, and goes on counting its edits.
    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        self.reserve(len.max(content.len()))?;
        let seq = Header::seq_mut(self.memory.as_mut()).copied();
        let memory = self.memory.as_mut();
        if let Some((start, rest)) = memory.split_at_mut_checked(content.len()) {
            start.copy_from_slice(&content);
            rest.fill(0xFF);
        }
        if let (Some(slot), Some(seq)) = (Header::seq_mut(memory), seq) {
            *slot = seq;
        }
        (self.end, self.free, self.is_marked) = (content.len(), 0, Header::is_workspace(&content));
        Ok(())
    }

    fn keeps_layout(&self) -> bool {
        self.is_marked
    }

    fn note_free(&mut self, change: isize) {
        self.free = self.free.saturating_add_signed(change);
        self.store(header::FREE, self.free);
    }
}
