//! Walking everything a buffer holds, bounded whatever the bytes say.
//!
//! Objects of an honest buffer never overlap, so a walk never visits more bytes than the buffer
//! has: that is its budget. Hostile pointers that lead many times to one object, or in a circle,
//! exhaust it.

use super::Buf;
use crate::error::{Error, Result, Wording};
use crate::layout::Size;
use crate::limits::{Limits, too_many};
use crate::wire::width::{Shift, Width};

/// How many objects deep a value may be nested.
pub(crate) const MAX_DEPTH: u32 = 64;

/// A buffer, what may still be visited of it, and how deep.
#[derive(Debug)]
pub struct Decoder<'a, W = Shift> {
    pub(crate) buf: Buf<'a, W>,
    budget: usize,
    levels: u32,
    /// Bytes of values that records can be shorter than.
    made: u64,
}

impl<'a, W: Width> Decoder<'a, W> {
    /// A walk over the whole buffer.
    #[inline]
    #[must_use]
    pub fn new(buf: Buf<'a, W>) -> Self {
        Self { buf, budget: buf.bytes.len(), levels: MAX_DEPTH, made: 0 }
    }

    /// This walk where only so many levels are left.
    pub(crate) fn with_levels(self, levels: u32) -> Self {
        Self { levels, ..self }
    }

    /// The shift of the buffer's pointers.
    #[inline(always)]
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.buf.shift()
    }

    /// As [`Buf::follow`].
    #[inline]
    pub fn follow(&self, record: &[u8], slot: Size) -> Result<Option<&'a [u8]>> {
        self.buf.follow(record, slot)
    }

    /// Takes what is visited from the budget.
    #[inline]
    pub(crate) fn spend(&mut self, content: &[u8]) -> Result<()> {
        self.spend_bytes(content.len().saturating_add(1), content)
    }

    /// As [`Decoder::spend`], of content with the byte before it.
    #[inline]
    pub(crate) fn spend_object(&mut self, object: &[u8]) -> Result<()> {
        self.spend_bytes(object.len(), object)
    }

    #[inline]
    fn spend_bytes(&mut self, len: usize, content: &[u8]) -> Result<()> {
        match self.budget.checked_sub(len) {
            Some(rest) => {
                self.budget = rest;
                Ok(())
            }
            None => Err(Error::corrupt(self.buf.position(content), Wording::ObjectsOverlap)),
        }
    }

    /// Counts so many values of a type that is larger than their bytes may account for. Fails
    /// beyond the default limit.
    #[inline(never)]
    pub fn make<T>(&mut self, count: usize) -> Result<()> {
        let limits = Limits::new();
        self.made = self.made.saturating_add((count as u64).saturating_mul(size_of::<T>() as u64));
        if self.made <= limits.bytes_of(self.buf.bytes.len()) {
            return Ok(());
        }
        Err(too_many(limits.bytes_of(0), crate::error::Wording::TooManyBytes))
    }

    /// As [`Buf::blob`], paid for.
    #[inline]
    pub fn blob(&mut self, object: &'a [u8]) -> Result<&'a [u8]> {
        let content = self.buf.blob(object)?;
        self.spend(content)?;
        Ok(content)
    }

    /// As [`Buf::record`], paid for.
    #[inline]
    pub fn record(&mut self, object: &'a [u8], ends: &[Size]) -> Result<&'a [u8]> {
        let record = self.buf.record(object, ends)?;
        self.spend(record)?;
        Ok(record)
    }

    /// Goes one level deeper; [`Decoder::leave`] comes back.
    #[inline]
    pub fn enter(&mut self) -> Result<()> {
        match self.levels.checked_sub(1) {
            Some(levels) => {
                self.levels = levels;
                Ok(())
            }
            None => Err(too_deep()),
        }
    }

    /// Comes back from [`Decoder::enter`]. A walk that fails ends, so it need not come back.
    #[inline]
    pub fn leave(&mut self) {
        self.levels = self.levels.wrapping_add(1);
    }
}

/// The error for values nested deeper than [`MAX_DEPTH`].
#[cold]
#[inline(never)]
pub(crate) fn too_deep() -> Error {
    Error::of(crate::ErrorKind::Limit, Wording::Depth, [MAX_DEPTH.into(), 0, 0])
}
