//! A record in its buffer.

use super::Buf;
use crate::error::Result;
use crate::layout::Size;
use crate::wire::slice_or_empty;

/// The bytes of one record in its buffer.
///
/// A record shorter than a field's place does not store the field, which then has its default. So
/// the record of a null pointer is the empty one.
#[derive(Clone, Copy, Debug)]
pub struct RecordBytes<'a> {
    buf: Buf<'a>,
    bytes: &'a [u8],
}

impl<'a> RecordBytes<'a> {
    /// The record `bytes` of `buf`.
    #[inline(always)]
    #[must_use]
    pub fn new(buf: Buf<'a>, bytes: &'a [u8]) -> Self {
        Self { buf, bytes }
    }

    /// The buffer.
    #[inline(always)]
    #[must_use]
    pub fn buf(&self) -> &Buf<'a> {
        &self.buf
    }

    /// The record's own bytes.
    #[inline(always)]
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The shift of the buffer's pointers.
    #[inline(always)]
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.buf.shift()
    }

    /// Another record of the same buffer.
    #[inline(always)]
    #[must_use]
    pub fn part(&self, bytes: &'a [u8]) -> Self {
        Self { buf: self.buf, bytes }
    }

    /// The record of the growable struct at `slot`; the empty one for null.
    #[inline(always)]
    pub fn behind(&self, slot: Size, ends: &[Size]) -> Result<Self> {
        match self.buf.follow(self.bytes, slot)? {
            Some(object) => Ok(self.part(self.buf.record(object, ends)?)),
            None => Ok(self.part(&[])),
        }
    }

    /// The record of the frozen struct that lies inline at `slot`.
    #[inline]
    #[must_use]
    pub fn inline(&self, slot: Size, size: Size) -> Self {
        self.part(slice_or_empty(self.bytes, slot.at(self.shift()), size.at(self.shift())))
    }
}
