//! The memory that a buffer can live in.

use alloc::vec::Vec;

use super::log::EditLog;
use crate::error::{Error, Result};

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
/// assert_eq!(Note::view(fixed)?.text()?, "bye");
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

    /// Makes sure that [`Storage::resize`] to `len` bytes succeeds; the bytes stay as they are.
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot hold `len` bytes.
    fn reserve(&mut self, len: usize) -> Result<()>;

    /// Changes the length to `len`: cuts bytes off, or appends bytes of any value. Lengths above
    /// the current one were reserved before.
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

    #[inline(always)]
    fn set_word(&mut self, edit: &mut impl WordEdit, word: u128, size: usize) -> Result<()> {
        edit.make(&mut **self, word, size)
    }
}
