//! Going back to a buffer as it was: how several edits become one that happens as a whole or not at
//! all.

use alloc::vec::Vec;

use super::free_list::FreeList;
use super::session::SchemaSource;
use super::session::Session;
use super::storage::Storage;
use super::waste::Waste;
use crate::error::Result;
use crate::wire::header::Header;
use crate::wire::width::PointerWidth;

/// A buffer as it was, with what its session knew of it.
pub(crate) struct Snapshot {
    content: Vec<u8>,
    free: FreeList,
    width: PointerWidth,
    root: usize,
    root_size: usize,
    waste: Waste,
    /// What the session held before.
    held: usize,
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// The buffer as it is, to go back to. Until it is given back, by `keep` or by `restore`, the
    /// storage stays able to hold it.
    pub(crate) fn snapshot(&mut self) -> Snapshot {
        let held = self.hold();
        let Self { width, root, root_size, .. } = *self;
        let waste = self.spare.waste;
        Snapshot { content: self.bytes().to_vec(), free: self.free.clone(), width, root, root_size, waste, held }
    }

    /// Keeps what was done since.
    pub(crate) fn keep(&mut self, before: &Snapshot) {
        self.let_go(before.held);
        self.compact_if_due();
    }

    /// Goes back. The storage was kept able to hold the content again.
    pub(crate) fn restore(&mut self, before: Snapshot) -> Result<()> {
        let Snapshot { content, free, width, root, root_size, waste, held } = before;
        let len = content.len();
        // A workspace counts what is free, beside its bytes and in them.
        let counted = |bytes: &[u8]| Header::workspace_free(bytes).unwrap_or(0);
        let is_workspace = self.storage.keeps_layout();
        let change = counted(&content).cast_signed().saturating_sub(counted(self.bytes()).cast_signed());
        // Into the memory that is there: what was edited is hardly ever shorter, and then asks for
        // nothing.
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
        (self.spare.held_len, self.spare.needs_free) = (held, false);
        self.generation = self.generation.wrapping_add(1);
        Ok(())
    }
}
