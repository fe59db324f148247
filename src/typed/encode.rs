//! The part of a new buffer that is not written yet, and what values write there.
//!
//! Objects lie in the order in which a reader meets them, each followed by what it points to. So
//! the writer hands out the buffer front to back, and the position of an object is known when its
//! pointer is written.
//!
//! The bytes may have been used before, so who takes an object fills it. A record is zeroed first,
//! since its writers write only what is not zero; its size is a constant, so that this is a few
//! stores. Text, bytes and lists of numbers are copied, and zeroed never.

use core::marker::PhantomData;

use crate::error::{Result, length_changed};
use crate::layout::Size;
use crate::wire::clamp;
use crate::wire::varint;
use crate::wire::width::StaticWidth;

/// The part of a new buffer that is not written yet.
#[derive(Debug)]
pub struct Heap<'b, W> {
    rest: &'b mut [u8],
    /// Offset of the end of `rest` in the buffer, which a pointer can tell.
    end: usize,
    width: PhantomData<W>,
}

impl<'b, W: StaticWidth> Heap<'b, W> {
    /// The bytes at an offset of the buffer; none of them if pointers cannot tell their end.
    #[inline(always)]
    pub(crate) fn new(rest: &'b mut [u8], position: usize) -> Self {
        let end = position.saturating_add(rest.len());
        let rest = if end as u64 <= W::MAX_LEN { rest } else { &mut [] };
        Self { rest, end, width: PhantomData }
    }

    /// Ends the writing of a value; the measured bytes must be filled.
    #[inline(always)]
    pub(crate) fn finish(self) -> Result<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(length_changed()) }
    }

    /// Takes the next `len` bytes, which may be anything.
    #[inline(always)]
    pub(crate) fn take(&mut self, len: usize) -> Result<&'b mut [u8]> {
        // Looked at first, so that nothing is stored in between.
        if len > self.rest.len() {
            return Err(length_changed());
        }
        let (object, rest) = core::mem::take(&mut self.rest).split_at_mut_checked(len).ok_or_else(length_changed)?;
        self.rest = rest;
        Ok(object)
    }

    /// Writes the pointer to the next object to `slot` of `record`.
    #[inline(always)]
    pub fn point(&self, record: &mut [u8], slot: Size) -> Result<()> {
        record
            .get_mut(slot.at(W::WIDTH.shift())..)
            .and_then(|slot| W::put(slot, self.end.wrapping_sub(self.rest.len())))
            .ok_or_else(length_changed)
    }

    /// Writes a varint, then takes the `len` bytes after it, which are zeroed.
    #[inline(always)]
    pub fn take_zeroed(&mut self, prefix: usize, len: usize) -> Result<&'b mut [u8]> {
        let object = self.take_prefixed(prefix, len)?;
        object.fill(0);
        Ok(object)
    }

    /// Writes a varint, then takes the `len` bytes after it, which may be anything.
    #[inline(always)]
    // Checked before: one byte or two hold it.
    #[allow(clippy::cast_possible_truncation)]
    pub fn take_prefixed(&mut self, prefix: usize, len: usize) -> Result<&'b mut [u8]> {
        if prefix < 0x80 {
            let [first, object @ ..] = self.take(len.wrapping_add(1))? else { return Err(length_changed()) };
            *first = prefix as u8;
            return Ok(object);
        }
        if prefix < 0x4000 {
            let [first, second, object @ ..] = self.take(len.wrapping_add(2))? else { return Err(length_changed()) };
            [*first, *second] = (prefix as u16 | 0x8000).to_be_bytes();
            return Ok(object);
        }
        let prefix = clamp(prefix);
        let object = self.take(varint::len(prefix).wrapping_add(len))?;
        varint::write(prefix, object).ok_or_else(length_changed)
    }

    /// Writes a text or bytes behind their length.
    #[inline(always)]
    pub fn write_blob(&mut self, content: &[u8]) -> Result<()> {
        self.take_prefixed(content.len(), content.len())?.copy_from_slice(content);
        Ok(())
    }
}
