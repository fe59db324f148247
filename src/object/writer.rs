//! Objects appended to memory, each after the pointer to it.

use alloc::vec::Vec;

use super::{DirectoryHeader, ListHeader};
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Width};

/// The offset does not fit a pointer.
pub(crate) struct TooNarrow;

/// A buffer, or a part of one, that is written front to back.
pub(crate) struct ObjectWriter {
    pub(crate) width: PointerWidth,
    /// The difference between a pointer and an offset in `out`, as a wrapping sum.
    pub(crate) base: usize,
    pub(crate) out: Vec<u8>,
}

impl ObjectWriter {
    /// Bytes of a pointer, as a shift.
    #[inline]
    pub(crate) fn shift(&self) -> u32 {
        self.width.shift()
    }

    /// Appends zeros; returns where they begin.
    #[inline(never)]
    pub(crate) fn extend(&mut self, len: usize) -> usize {
        let start = self.out.len();
        self.out.resize(start.saturating_add(len), 0);
        start
    }

    /// Appends `count` elements or entries of zeros; returns where they begin.
    #[inline]
    pub(crate) fn elements(&mut self, count: usize, stride: usize) -> Result<usize, TooNarrow> {
        let len = count.checked_mul(stride).ok_or(TooNarrow)?;
        if (self.out.len() as u64).saturating_add(len as u64) > self.width.max_len() {
            return Err(TooNarrow);
        }
        Ok(self.extend(len))
    }

    /// Points the slot at `slot` to the object that is appended next.
    #[inline]
    pub(crate) fn point(&mut self, slot: usize) -> Result<(), TooNarrow> {
        self.point_to(slot, self.out.len())
    }

    /// Points the slot at `slot` to the object that begins at `start`.
    #[inline(never)]
    pub(crate) fn point_to(&mut self, slot: usize, start: usize) -> Result<(), TooNarrow> {
        let pointer = start.wrapping_add(self.base);
        if pointer as u64 >= self.width.max_len() {
            return Err(TooNarrow);
        }
        self.width.store(self.out.get_mut(slot..).unwrap_or_default(), pointer).ok_or(TooNarrow)
    }

    /// Appends a varint in its shortest form.
    #[inline]
    pub(crate) fn varint(&mut self, value: usize) -> Result<(), TooNarrow> {
        varint::append(value, &mut self.out).ok_or(TooNarrow)
    }

    /// Appends a string or bytes.
    #[inline]
    pub(crate) fn blob(&mut self, content: &[u8]) -> Result<(), TooNarrow> {
        self.varint(content.len())?;
        self.out.extend_from_slice(content);
        Ok(())
    }

    /// Appends the header of a list or of a run.
    #[inline]
    pub(crate) fn header(&mut self, header: &ListHeader) -> Result<(), TooNarrow> {
        header.append(&mut self.out).ok_or(TooNarrow)
    }

    /// Appends a directory of null pointers; returns where they begin.
    pub(crate) fn directory(&mut self, header: &DirectoryHeader) -> Result<usize, TooNarrow> {
        let start = self.extend(header.object_len(self.width));
        header.write(self.out.get_mut(start..).unwrap_or_default()).ok_or(TooNarrow)?;
        Ok(start.saturating_add(header.len()))
    }
}
