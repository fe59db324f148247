//! The memory that a buffer can live in, and how an edit restores it.

use alloc::vec::Vec;
use core::ops::Range;

use super::free_space::{FreeList, Waste};
use super::log::{EditLog, LogMark};
use super::session::{SchemaSource, Session};
use crate::error::{Error, Result};
use crate::wire::header::Header;
use crate::wire::width::PointerWidth;

/// Bytes that may be able to grow: where a buffer lives while it is edited.
///
/// `Vec<u8>` grows without a limit; so do `bytes::BytesMut` (feature `bytes`) and
/// `smallvec::SmallVec` (feature `smallvec`). `arrayvec::ArrayVec` (feature `arrayvec`) grows up to
/// its capacity. A fixed slice `[u8]` takes every edit that fits in its free space, and fails with
/// [`ErrorKind::Full`](crate::ErrorKind::Full) for the others; a [`Workspace`](crate::Workspace)
/// makes all of its memory free space. Where these are full, values are moved together in place.
///
/// ```
/// use vellum::{ErrorKind, Vellum};
///
/// #[derive(Vellum)]
/// struct Note { text: String }
///
/// let mut bytes = vellum::to_vec(&Note { text: "hello".into() })?;
/// let fixed: &mut [u8] = &mut bytes;
/// Note::edit(fixed)?.set_text("bye")?;
/// assert_eq!(Note::edit(fixed)?.set_text("a longer text").unwrap_err().kind(), ErrorKind::Full);
/// assert_eq!(Note::peek(fixed)?.text()?, "bye");
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a buffer cannot be edited in `{Self}`",
    label = "not a `vellum::Storage`",
    note = "edits take `&mut Vec<u8>`, `&mut [u8]`, `vellum::Workspace`, and with the features of those names containers of `bytes`, `smallvec` and `arrayvec`"
)]
pub trait Storage {
    /// The bytes.
    fn bytes(&self) -> &[u8];

    /// The bytes, to change.
    fn bytes_mut(&mut self) -> &mut [u8];

    /// The bytes, of which only those in a range are changed: a transaction keeps no others.
    #[doc(hidden)]
    #[inline(always)]
    fn bytes_within(&mut self, _range: Range<usize>) -> &mut [u8] {
        self.bytes_mut()
    }

    /// Whether it keeps the bytes that are changed.
    #[doc(hidden)]
    #[inline(always)]
    fn is_transaction(&self) -> bool {
        false
    }

    /// Makes sure that [`Storage::resize`] to `len` bytes succeeds; the bytes stay as they are.
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot hold `len` bytes.
    fn reserve(&mut self, len: usize) -> Result<()>;

    /// Changes the length to `len`: cuts bytes off, or appends bytes of any value. Lengths above
    /// the current one were reserved before; those that it had before a transaction stay reserved.
    fn resize(&mut self, len: usize);

    /// Appends `bytes`; the new length was reserved before.
    #[inline]
    fn append(&mut self, bytes: &[u8]) {
        let start = self.bytes().len();
        self.resize(start.saturating_add(bytes.len()));
        if let Some(end) = self.bytes_mut().get_mut(start..)
            && end.len() == bytes.len()
        {
            end.copy_from_slice(bytes);
        }
    }

    /// Replaces all bytes by `content`, and reserves `len`.
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot hold `len` bytes; the
    /// bytes stay as they are.
    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()>;

    /// Whether [`Storage::resize`] cannot shorten it.
    fn has_fixed_len(&self) -> bool {
        false
    }

    /// Whether its length is limited. If a buffer fills it, its values are moved together in place,
    /// instead of being laid out anew in other memory.
    fn is_bounded(&self) -> bool {
        self.has_fixed_len() || self.keeps_layout()
    }

    /// Whether the buffer is laid out anew only by `compact`: not to reclaim space or to upgrade
    /// records. Edits that need a new layout fail with [`ErrorKind::Full`](crate::ErrorKind::Full).
    ///
    /// If it holds a workspace, [`Storage::resize`] then also writes its end. In other storages
    /// workspaces can be read, but not edited.
    fn keeps_layout(&self) -> bool {
        false
    }

    /// Called when a whole object was freed (positive), and when such bytes are used again
    /// (negative).
    #[inline(always)]
    fn note_free(&mut self, _change: isize) {}

    /// Where edits are noted: of recorded buffers alone.
    #[doc(hidden)]
    #[inline(always)]
    fn log(&mut self) -> Option<&mut EditLog> {
        None
    }

    /// The edits that were noted.
    #[doc(hidden)]
    fn noted(&self) -> Option<&EditLog> {
        None
    }

    /// Sets a word by the slow path. The impl for references passes the storage on, so that the
    /// address of the reference is not taken.
    #[doc(hidden)]
    #[inline(always)]
    fn set_word(&mut self, edit: &mut impl WordEdit, word: u128, size: usize) -> Result<()>
    where
        Self: Sized,
    {
        edit.make(self, word, size)
    }
}

/// Setting a word in a borrowed storage.
#[doc(hidden)]
pub trait WordEdit {
    /// Sets it.
    fn make<S: Storage + ?Sized>(&mut self, storage: &mut S, word: u128, size: usize) -> Result<()>;
}

#[inline]
fn reserve(vec: &mut Vec<u8>, len: usize) -> Result<()> {
    if len <= vec.capacity() { Ok(()) } else { lengthen(vec, len) }
}

/// Reserves `len` bytes, and at least doubles the capacity.
///
/// A short block is allocated and copied: allocators cache short blocks, and glibc's `realloc` does
/// not use that cache.
#[inline(never)]
fn lengthen(vec: &mut Vec<u8>, len: usize) -> Result<()> {
    const SHORT: usize = 1024;
    let wanted = vec.capacity().saturating_mul(2).max(len);
    let mut longer = Vec::new();
    if wanted <= SHORT && longer.try_reserve_exact(wanted).is_ok() {
        longer.extend_from_slice(vec);
        *vec = longer;
        return Ok(());
    }
    match vec.try_reserve(len.saturating_sub(vec.len())) {
        Ok(()) => Ok(()),
        Err(_) => Err(Error::full(len, vec.capacity())),
    }
}

impl Storage for Vec<u8> {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self
    }

    #[inline(always)]
    fn bytes_mut(&mut self) -> &mut [u8] {
        self
    }

    #[inline]
    fn reserve(&mut self, len: usize) -> Result<()> {
        reserve(self, len)
    }

    #[inline]
    fn resize(&mut self, len: usize) {
        Vec::resize(self, len, 0xFF);
    }

    #[inline(always)]
    fn append(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn replace(&mut self, mut content: Vec<u8>, len: usize) -> Result<()> {
        reserve(&mut content, len)?;
        *self = content;
        Ok(())
    }
}

impl Storage for [u8] {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self
    }

    #[inline(always)]
    fn bytes_mut(&mut self) -> &mut [u8] {
        self
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        if len <= self.len() { Ok(()) } else { Err(Error::full(len, self.len())) }
    }

    fn has_fixed_len(&self) -> bool {
        true
    }

    /// A slice cannot change its length; a session never shortens one, since it only cuts off bytes
    /// that it reserved.
    fn resize(&mut self, _len: usize) {}

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        // The rest of the slice becomes free.
        let available = self.len();
        match self.get_mut(..content.len()) {
            Some(part) if len <= available => {
                part.copy_from_slice(&content);
                self.get_mut(content.len()..).unwrap_or_default().fill(0xFF);
                Ok(())
            }
            _ => Err(Error::full(len, available)),
        }
    }
}

impl<V: Storage + ?Sized> Storage for &mut V {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        (**self).bytes()
    }

    #[inline(always)]
    fn bytes_mut(&mut self) -> &mut [u8] {
        (**self).bytes_mut()
    }

    #[inline(always)]
    fn bytes_within(&mut self, range: Range<usize>) -> &mut [u8] {
        (**self).bytes_within(range)
    }

    #[inline(always)]
    fn is_transaction(&self) -> bool {
        (**self).is_transaction()
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        (**self).reserve(len)
    }

    #[inline]
    fn resize(&mut self, len: usize) {
        (**self).resize(len);
    }

    #[inline(always)]
    fn append(&mut self, bytes: &[u8]) {
        (**self).append(bytes);
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        (**self).replace(content, len)
    }

    fn has_fixed_len(&self) -> bool {
        (**self).has_fixed_len()
    }

    fn is_bounded(&self) -> bool {
        (**self).is_bounded()
    }

    fn keeps_layout(&self) -> bool {
        (**self).keeps_layout()
    }

    #[inline(always)]
    fn note_free(&mut self, change: isize) {
        (**self).note_free(change);
    }

    #[inline(always)]
    fn log(&mut self) -> Option<&mut EditLog> {
        (**self).log()
    }

    fn noted(&self) -> Option<&EditLog> {
        (**self).noted()
    }

    #[inline(always)]
    fn set_word(&mut self, edit: &mut impl WordEdit, word: u128, size: usize) -> Result<()> {
        edit.make(&mut **self, word, size)
    }
}

// Restoring a buffer: several edits together succeed, or change nothing.

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

/// Makes an edit one that happens as a whole or not at all, of whatever has the session: after an
/// error, and where code of the user's panics in it, the buffer is what it was. It costs a copy.
pub(crate) fn as_a_whole<R, S: Storage, M: SchemaSource, T>(
    owner: &mut R,
    session: fn(&mut R) -> &mut Session<S, M>,
    edit: impl FnOnce(&mut R) -> Result<T>,
) -> Result<T> {
    let before = Some(session(owner).snapshot());
    let mut undo = Undo { owner, session, before };
    let edited = edit(undo.owner);
    let session = session(undo.owner);
    match (edited, undo.before.take()) {
        (Ok(done), Some(before)) => {
            session.keep(&before);
            Ok(done)
        }
        (Err(error), Some(before)) => {
            session.restore(before)?;
            Err(error)
        }
        (edited, None) => edited,
    }
}

/// An edit under way: if it panics, the buffer is restored.
struct Undo<'r, R, S: Storage, M: SchemaSource> {
    owner: &'r mut R,
    session: fn(&mut R) -> &mut Session<S, M>,
    before: Option<Snapshot>,
}

impl<R, S: Storage, M: SchemaSource> Drop for Undo<'_, R, S, M> {
    fn drop(&mut self) {
        if let Some(before) = self.before.take() {
            // A panic is under way, which says more than an error could.
            let _ = (self.session)(self.owner).restore(before);
        }
    }
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
