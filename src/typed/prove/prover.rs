//! The state of a proof: follows pointers, claims objects and counts the depth.

use super::layout::Unused;
use crate::layout::Size;
use crate::read::Buf;
use crate::read::decoder::MAX_DEPTH;
use crate::verify::claims::ClaimMap;
use crate::wire::proved::is_short_ascii;
use crate::wire::varint;
use crate::wire::width::StaticWidth;

/// A proof of a buffer whose pointers have the width `W`.
///
/// Invalid bytes end it with `None`.
pub struct Prover<'a, W> {
    pub(super) buf: Buf<'a, W>,
    cover: ClaimMap<'a>,
    levels: u32,
    /// Whether it ended at a value of a newer revision which the type has no value for.
    pub(super) is_unreadable: bool,
    /// Whether it ended at a value of the schema's type that the Rust type cannot hold.
    pub(super) is_beyond_type: bool,
}

/// An object that a pointer leads to.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// Its offset in the buffer.
    pub(super) at: usize,
    /// From its first byte to the end of the buffer.
    pub(super) bytes: &'a [u8],
}

impl<'a> Found<'a> {
    /// The content of a string or bytes.
    #[inline(always)]
    pub(super) fn blob(self) -> Option<&'a [u8]> {
        let (len, rest) = varint::read(self.bytes)?;
        rest.get(..len as usize)
    }
}

impl<'a, W: StaticWidth> Prover<'a, W> {
    pub(super) fn new(buf: Buf<'a, W>) -> Self {
        let cover = ClaimMap::new(buf.bytes, buf.floor);
        Self { buf, cover, levels: MAX_DEPTH, is_unreadable: false, is_beyond_type: false }
    }

    /// Binary logarithm of the bytes of a pointer.
    #[inline(always)]
    #[must_use]
    pub fn shift(&self) -> u32 {
        W::WIDTH.shift()
    }

    /// The pointer in a slot; 0, which is null, if the record does not store it.
    #[inline(always)]
    pub(super) fn pointer(record: &[u8], slot: Size) -> usize {
        record.get(slot.at(W::WIDTH.shift())..).and_then(|slot| W::WIDTH.load(slot)).unwrap_or(0)
    }

    /// The object behind a pointer slot; `Some(None)` if the pointer is null.
    // An `Option` of an `Option`: the outer `None` ends the proof.
    #[allow(clippy::option_option)]
    #[inline(always)]
    pub(in crate::typed) fn follow(&self, record: &[u8], slot: Size) -> Option<Option<Found<'a>>> {
        match Self::pointer(record, slot) {
            0 => Some(None),
            at => self.object(at).map(Some),
        }
    }

    #[inline(always)]
    pub(super) fn object(&self, at: usize) -> Option<Found<'a>> {
        if at < self.buf.floor {
            return None;
        }
        Some(Found { at, bytes: self.buf.bytes.get(at..)? })
    }

    /// The content of an object, as many pieces of `size` bytes as its first byte says, if that is
    /// all of its head and the object follows the previous one; claims it. So it does not begin
    /// before the end of the root record. What wraps is out of the buffer.
    #[inline(always)]
    pub(super) fn next_content(&mut self, at: usize, size: usize) -> Option<(usize, &'a [u8])> {
        if let Some(count @ 0..0x80) = self.buf.bytes.get(at)
            && let count = usize::from(*count)
            && let start = at.wrapping_add(1)
            && let end = start.wrapping_add(count.wrapping_mul(size))
            && let Some(content) = self.buf.bytes.get(start..end)
            && self.cover.claim_next(at, end)
        {
            return Some((count, content));
        }
        None
    }

    /// The content of the object behind a pointer slot, which begins with its length; claims it.
    #[allow(clippy::option_option)]
    #[inline(always)]
    pub(super) fn content(&mut self, record: &[u8], slot: Size) -> Option<Option<&'a [u8]>> {
        let at = Self::pointer(record, slot);
        if at == 0 {
            return Some(None);
        }
        match self.next_content(at, 1) {
            Some((_, content)) => Some(Some(content)),
            None => self.rare_content(at).map(Some),
        }
    }

    #[inline(never)]
    fn rare_content(&mut self, at: usize) -> Option<&'a [u8]> {
        let content = self.object(at)?.blob()?;
        self.claim(at, content)?;
        Some(content)
    }

    /// Claims the bytes of an object, from the first one to the end of its content.
    #[inline(always)]
    pub(super) fn claim(&mut self, at: usize, content: &[u8]) -> Option<()> {
        let start = content.as_ptr().addr().wrapping_sub(self.buf.bytes.as_ptr().addr());
        self.cover.claim(at..start.wrapping_add(content.len())).ok()
    }

    /// The string behind a pointer slot.
    ///
    /// Most are short, ASCII, and follow the previous object. Other cases are a tail call, so that
    /// the common one needs no stack.
    #[inline(always)]
    pub(in crate::typed) fn text(&mut self, record: &[u8], slot: Size) -> Option<()> {
        let at = Self::pointer(record, slot);
        if at == 0 {
            return Some(());
        }
        match self.next_content(at, 1) {
            Some((_, content)) if is_short_ascii(content) => Some(()),
            Some((_, content)) => rare_text(content),
            None => self.rare_object_of_text(at),
        }
    }

    #[inline(never)]
    fn rare_object_of_text(&mut self, at: usize) -> Option<()> {
        rare_text(self.rare_content(at)?)
    }

    /// Proves the content of an object, one level deeper.
    #[inline(always)]
    pub(super) fn deeper(&mut self, prove: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.levels = self.levels.checked_sub(1)?;
        prove(self)?;
        self.levels = self.levels.wrapping_add(1);
        Some(())
    }

    /// The part of a record up to the end of a region, or `None` if it ends before that.
    #[inline(always)]
    #[must_use]
    pub fn region<'r>(&self, record: &'r [u8], end: Size) -> Option<&'r [u8]> {
        record.get(..end.at(W::WIDTH.shift()))
    }

    /// Fails if bits are set that stand for nothing.
    #[inline(always)]
    #[must_use]
    pub fn zero_bits(&self, record: &[u8], unused: Unused) -> Option<()> {
        let byte = if unused.bits == 0 { 0 } else { record.get(unused.at.at(W::WIDTH.shift())).copied().unwrap_or(0) };
        (byte & unused.bits == 0).then_some(())
    }

    /// Ends a proof at a value of a newer revision, which the type has no value for.
    #[cold]
    pub fn unreadable(&mut self) -> Option<()> {
        self.is_unreadable = true;
        None
    }

    /// Ends the proof at a value that the schema allows and the Rust type cannot hold.
    #[cold]
    pub fn beyond_type(&mut self) -> Option<()> {
        self.is_beyond_type = true;
        None
    }
}

#[inline(never)]
fn rare_text(content: &[u8]) -> Option<()> {
    crate::wire::proved::text(content).map(drop)
}
