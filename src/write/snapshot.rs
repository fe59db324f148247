//! Restoring a buffer: several edits become one that succeeds or changes nothing.

use alloc::vec::Vec;

use super::free_list::FreeList;
use super::log::LogMark;
use super::session::SchemaSource;
use super::session::Session;
use super::storage::Storage;
use super::waste::Waste;
use crate::error::Result;
use crate::wire::header::Header;
use crate::wire::width::PointerWidth;

/// A copy of a buffer, with the state of its session.
pub(crate) struct Snapshot {
    content: Vec<u8>,
    free: FreeList,
    width: PointerWidth,
    root: usize,
    root_size: usize,
    waste: Waste,
    /// The `pinned_len` of the session before.
    pinned_len: usize,
    /// What was noted of a recorded buffer.
    noted: Option<LogMark>,
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Copies the buffer. Until `keep` or `restore` is called, the storage stays able to hold it.
    pub(crate) fn snapshot(&mut self) -> Snapshot {
        let pinned_len = self.pin_len();
        let Self { width, root, root_size, .. } = *self;
        let waste = self.spare.waste;
        let noted = self.storage.log().map(|log| log.mark());
        let (content, free) = (self.bytes().to_vec(), self.free.clone());
        Snapshot { content, free, width, root, root_size, waste, pinned_len, noted }
    }

    /// Ends the snapshot, without restoring it.
    pub(crate) fn keep(&mut self, before: &Snapshot) {
        self.unpin_len(before.pinned_len);
        self.compact_if_due();
    }

    /// Restores the buffer. The storage is still able to hold it.
    pub(crate) fn restore(&mut self, before: Snapshot) -> Result<()> {
        let Snapshot { content, free, width, root, root_size, waste, pinned_len, noted } = before;
        let len = content.len();
        // A workspace has a count of free bytes, which is restored, too.
        let counted = |bytes: &[u8]| Header::workspace_free(bytes).unwrap_or(0);
        let is_workspace = self.storage.keeps_layout();
        let change = counted(&content).cast_signed().saturating_sub(counted(self.bytes()).cast_signed());
        // Into the existing memory: the edited buffer is hardly ever shorter, so nothing is
        // allocated.
        self.storage.reserve(len)?;
        self.storage.resize(len);
        if is_workspace {
            self.storage.note_free(change);
        }
        if let Some(bytes) = self.bytes_mut().get_mut(..len) {
            bytes.copy_from_slice(&content);
        }
        (self.width, self.root, self.root_size) = (width, root, root_size);
        (self.free, self.spare.waste, self.spare.free_growth) = (free, waste, 0);
        (self.spare.pinned_len, self.spare.needs_free) = (pinned_len, false);
        self.generation = self.generation.wrapping_add(1);
        if let (Some(log), Some(noted)) = (self.storage.log(), noted) {
            log.restore(noted);
        }
        Ok(())
    }
}
