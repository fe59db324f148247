//! The part of a new buffer that is not written yet, and what values write there.
//!
//! Objects lie in the order in which a reader meets them, each followed by what it points to. So
//! the writer hands out the buffer front to back, and the position of an object is known when its
//! pointer is written.
//!
//! Bytes that a writer does not write are zero: it gets zeroed memory. A large buffer that is
//! reused is zeroed object by object instead ([`W4Used`]), since zeroing a list of numbers costs as
//! much as writing it.

use crate::error::{Result, length_changed};
use crate::layout::Size;
use crate::wire::varint;
use crate::wire::width::Width;

/// The part of a new buffer that is not written yet.
#[derive(Debug)]
pub struct Heap<'b, W> {
    rest: &'b mut [u8],
    /// Offset of `rest` in the buffer.
    position: usize,
    width: W,
}

impl<'b, W: Width> Heap<'b, W> {
    pub(crate) fn new(rest: &'b mut [u8], position: usize, width: W) -> Self {
        Self { rest, position, width }
    }

    /// Ends the writing of a value; the measured bytes must be filled.
    #[inline(always)]
    pub(crate) fn finish(self) -> Result<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(length_changed()) }
    }

    /// Takes the next `len` bytes, which are zero.
    pub(crate) fn take_zeroed(&mut self, len: usize) -> Result<&'b mut [u8]> {
        let object = self.take(len)?;
        if !W::ZEROED {
            object.fill(0);
        }
        Ok(object)
    }

    /// Takes the next `len` bytes, which may be anything.
    #[inline]
    fn take(&mut self, len: usize) -> Result<&'b mut [u8]> {
        match core::mem::take(&mut self.rest).split_at_mut_checked(len) {
            Some((object, rest)) => {
                self.rest = rest;
                self.position = self.position.wrapping_add(len);
                Ok(object)
            }
            None => Err(length_changed()),
        }
    }

    /// Writes the pointer to the next object to `slot` of `record`.
    #[inline]
    pub fn point(&self, record: &mut [u8], slot: Size) -> Result<()> {
        record
            .get_mut(slot.at(self.width.shift())..)
            .and_then(|slot| self.width.store(slot, self.position))
            .ok_or_else(length_changed)
    }

    /// Writes a varint, then takes the `len` bytes after it, which are zero.
    #[inline]
    pub fn take_prefixed(&mut self, prefix: u32, len: usize) -> Result<&'b mut [u8]> {
        let rest = self.take_to_fill(prefix, len)?;
        if !W::ZEROED {
            rest.fill(0);
        }
        Ok(rest)
    }

    /// Takes the bytes of an object that will be written completely; they may hold anything before.
    #[inline]
    pub fn take_to_fill(&mut self, prefix: u32, len: usize) -> Result<&'b mut [u8]> {
        if prefix < 0x80 {
            let [first, object @ ..] = self.take(len.wrapping_add(1))? else { return Err(length_changed()) };
            // Checked above: one byte holds it.
            #[allow(clippy::cast_possible_truncation)]
            {
                *first = prefix as u8;
            }
            return Ok(object);
        }
        let object = self.take(varint::len(prefix).wrapping_add(len))?;
        varint::write(prefix, object).ok_or_else(length_changed)
    }
}
