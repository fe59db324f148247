//! The part of a new buffer that is not written yet, and what values write there.
//!
//! Objects lie in the order in which a reader meets them, each followed by what it points to. So
//! the writer hands out the buffer front to back, and the position of an object is known when its
//! pointer is written.
//!
//! What a writer does not write is zero: it is given zeroed memory. A large buffer that is written
//! over an older one is zeroed object by object instead ([`W4Used`]), as to zero a list of numbers
//! first would cost as much as to write it.

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

    /// Ends the writing of a value, which fills what was measured.
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

    /// Writes to `slot` of `record` the pointer to the object that is taken next.
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

    /// Takes the bytes of an object of which every byte will be written; what they are before may
    /// be anything.
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
