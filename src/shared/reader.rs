//! A reader of memory that others edit.

use alloc::vec::Vec;
use core::sync::atomic::AtomicU64;

use super::memory::{Memory, no_workspace};
use crate::error::Result;
use crate::wire::header::Header;

/// Reads memory that others edit through a [`SharedWriter`](super::SharedWriter), by copies of its
/// own.
///
/// It stores nothing to the memory, so any number of readers do not disturb each other or a writer.
///
/// ```
/// use std::sync::atomic::AtomicU64;
/// use vellum::Schema;
/// use vellum::shared::{SharedReader, SharedWriter};
///
/// let schema = Schema::parse("struct Board { round: u64, title: string } root Board;")?;
/// let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
/// SharedWriter::format_default(&memory[..], &schema)?.edit(|workspace| {
///     vellum::Record::open(&schema, workspace)?.set("title", "first")
/// })?;
///
/// let mut reader = SharedReader::new(&memory[..]);
/// assert_eq!(schema.view(reader.read()?)?.get::<str>("title")?, "first");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Debug)]
pub struct SharedReader<M> {
    memory: M,
    copy: Vec<u8>,
    /// The number of the edit of which the copy is.
    seq: Option<u32>,
}

impl<M: AsRef<[AtomicU64]>> SharedReader<M> {
    /// A reader of memory, which is looked at when it is read.
    pub const fn new(memory: M) -> Self {
        Self { memory, copy: Vec::new(), seq: None }
    }

    /// The bytes as one edit left them: a buffer, for all that reads buffers.
    ///
    /// They are copied, up to the workspace's end, unless the last copy is still what the memory
    /// holds. The copy is tried again where an edit is stored meanwhile; that ends after some
    /// tenths of a second, without `std` after some milliseconds.
    ///
    /// ```
    /// # use std::sync::atomic::AtomicU64;
    /// # use vellum::{Vellum, shared::{SharedReader, SharedWriter}};
    /// #[derive(Vellum)]
    /// struct Board { round: u64, scores: Vec<u64> }
    ///
    /// let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
    /// let mut writer = SharedWriter::format(&memory[..], &Board { round: 0, scores: vec![] })?;
    /// let mut reader = SharedReader::new(&memory[..]);
    /// writer.edit(|workspace| {
    ///     let mut board = Board::edit(workspace)?;
    ///     board.set_round(1)?;
    ///     board.scores().push(1)
    /// })?;
    /// let board = Board::view(reader.read()?)?;
    /// assert_eq!((board.round()?, board.scores()?.len()), (1, 1));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Busy`](crate::ErrorKind::Busy) if an editor died in the middle of an edit, or
    /// edits follow each other more quickly than the bytes are copied;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for memory that holds no workspace.
    pub fn read(&mut self) -> Result<&[u8]> {
        let memory = Memory::new(self.memory.as_ref())?;
        // A copy that fails may have overwritten the last one in part.
        let known = self.seq.take();
        self.seq = Some(memory.copy(known, &mut self.copy)?);
        let end = Header::read(&self.copy)?.end;
        self.copy.get(..end).ok_or_else(no_workspace)
    }

    /// Whether the memory was edited since it was last read, or is being edited.
    ///
    /// ```
    /// # use std::sync::atomic::AtomicU64;
    /// # use vellum::{Vellum, shared::{SharedReader, SharedWriter}};
    /// # #[derive(Vellum)] struct Board { round: u64 }
    /// # let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
    /// # let mut writer = SharedWriter::format(&memory[..], &Board { round: 0 })?;
    /// let mut reader = SharedReader::new(&memory[..]);
    /// reader.read()?;
    /// assert!(!reader.has_changed());
    /// writer.edit(|workspace| Board::edit(workspace)?.set_round(1))?;
    /// assert!(reader.has_changed());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn has_changed(&self) -> bool {
        Memory::new(self.memory.as_ref()).map_or(true, |memory| self.seq != Some(memory.seq()))
    }
}
