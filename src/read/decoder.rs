//! The budget and depth limit of walks over whole values.
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

/// A buffer, with the remaining budget and depth of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Decoder<'a, W = Shift> {
    pub(crate) buf: Buf<'a, W>,
    budget: usize,
    levels: u32,
    /// Bytes of the large values made so far.
    made: u64,
}

impl<'a, W: Width> Decoder<'a, W> {
    /// A walk over the whole buffer.
    #[inline]
    #[must_use]
    pub fn new(buf: Buf<'a, W>) -> Self {
        Self { buf, budget: buf.bytes.len(), levels: MAX_DEPTH, made: 0 }
    }

    /// This walk with only `levels` levels left.
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

    /// Takes visited bytes from the budget.
    #[inline]
    pub(crate) fn spend(&mut self, content: &[u8]) -> Result<()> {
        self.spend_bytes(content.len().saturating_add(1), content)
    }

    /// As [`Decoder::spend`], for content and the byte before it.
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

    /// As [`Decoder::spend`], of content of that length, without an error.
    #[inline(always)]
    pub(super) fn pay(&mut self, len: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(len.checked_add(1)?)?;
        Some(())
    }

    /// Counts `count` values of a type that may be larger than their bytes account for. Fails
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

    /// As [`Buf::blob`], taken from the budget.
    #[inline]
    pub fn blob(&mut self, object: &'a [u8]) -> Result<&'a [u8]> {
        let content = self.buf.blob(object)?;
        self.spend(content)?;
        Ok(content)
    }

    /// As [`Buf::record`], taken from the budget.
    #[inline]
    pub fn record(&mut self, object: &'a [u8], ends: &[Size]) -> Result<&'a [u8]> {
        let record = self.buf.record(object, ends)?;
        self.spend(record)?;
        Ok(record)
    }

    /// Goes one level deeper; [`Decoder::leave`] returns.
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

    /// Returns from [`Decoder::enter`]. Not needed after an error, which ends the walk.
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
