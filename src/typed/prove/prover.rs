//! The state of a proof: it follows pointers, claims objects and counts the depth; and [`Proven`],
//! the mark that a proof was made.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::proof::view;
use super::reason::{Proving, reserved_bit};
use crate::error::{Error, Result, Wording};
use crate::layout::{Place, Shape, Size};
use crate::read::Buf;
use crate::read::document::{MAX_DEPTH, too_deep};
use crate::read::open::RecordBytes;
use crate::typed::Value;
use crate::typed::list::Sealed;
use crate::typed::root::Root;
use crate::typed::value::RecordOf;
use crate::verify::claims::ClaimMap;
use crate::wire::proved::is_short_ascii;
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Shift};
use crate::write::Storage;

/// A proof of a buffer whose pointers have the width `W`.
///
/// Invalid bytes end it with `None`.
pub struct Prover<'a, W: Proving> {
    pub(super) buf: Buf<'a, W>,
    cover: ClaimMap<'a>,
    levels: u32,
    /// Why it ended, if that is told.
    pub(super) notes: W::Notes,
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

impl<'a, W: Proving> Prover<'a, W> {
    pub(super) fn new(buf: Buf<'a, W>) -> Self {
        let cover = ClaimMap::new(buf.bytes, buf.floor);
        Self { buf, cover, levels: MAX_DEPTH, notes: W::Notes::default() }
    }

    /// Binary logarithm of the bytes of a pointer.
    #[inline(always)]
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.buf.shift()
    }

    /// The pointer in a slot; 0, which is null, if the record does not store it.
    #[inline(always)]
    pub(super) fn pointer(&self, record: &[u8], slot: Size) -> usize {
        record.get(slot.at(self.shift())..).and_then(|slot| self.buf.width.load(slot)).unwrap_or(0)
    }

    /// The object behind a pointer slot; `Some(None)` if the pointer is null.
    // An `Option` of an `Option`: the outer `None` ends the proof.
    #[allow(clippy::option_option)]
    #[inline(always)]
    pub(in crate::typed) fn follow(&mut self, record: &[u8], slot: Size) -> Option<Option<Found<'a>>> {
        if const { W::TELLS } {
            let found = self.buf.follow(record, slot);
            let found = self.found(found)?;
            return Some(found.map(|bytes| Found { at: self.buf.offset_of(bytes), bytes }));
        }
        match self.pointer(record, slot) {
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
        if const { W::TELLS } {
            return self.told_content(record, slot);
        }
        let at = self.pointer(record, slot);
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
        let claimed = self.cover.claim(at..start.wrapping_add(content.len()));
        self.found(claimed)
    }

    /// The string behind a pointer slot.
    ///
    /// Most are short, ASCII, and follow the previous object. Other cases are a tail call, so that
    /// the common one needs no stack.
    #[inline(always)]
    pub(in crate::typed) fn text(&mut self, record: &[u8], slot: Size) -> Option<()> {
        if const { W::TELLS } {
            return self.told_text(record, slot);
        }
        let at = self.pointer(record, slot);
        if at == 0 {
            return Some(());
        }
        match self.next_content(at, 1) {
            Some((_, content)) if is_short_ascii(content) => Some(()),
            Some((_, content)) => rare_text(content),
            None => self.rare_object_of_text(at),
        }
    }

    /// Proves that content is text.
    #[inline(always)]
    pub(in crate::typed) fn content_is_text(&mut self, content: &'_ [u8]) -> Option<()> {
        if crate::wire::proved::text(content).is_some() {
            return Some(());
        }
        self.fail(|buf| Error::corrupt(buf.position(content), Wording::NotUtf8))
    }

    #[inline(never)]
    fn rare_object_of_text(&mut self, at: usize) -> Option<()> {
        rare_text(self.rare_content(at)?)
    }

    /// Proves the content of an object, one level deeper.
    #[inline(always)]
    pub(super) fn deeper(&mut self, prove: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let Some(levels) = self.levels.checked_sub(1) else { return self.fail(|_| too_deep()) };
        self.levels = levels;
        prove(self)?;
        self.levels = self.levels.wrapping_add(1);
        Some(())
    }

    /// The part of a record up to the end of a region, or `None` if it ends before that.
    #[inline(always)]
    #[must_use]
    pub fn region<'r>(&self, record: &'r [u8], end: Size) -> Option<&'r [u8]> {
        if const { W::VISITS } {
            return Some(record);
        }
        record.get(..end.at(self.shift()))
    }

    /// Fails if bits are set that stand for nothing.
    #[inline(always)]
    #[must_use]
    pub fn zero_bits(&mut self, record: &[u8], unused: Unused) -> Option<()> {
        let byte = if unused.bits == 0 { 0 } else { record.get(unused.at.at(self.shift())).copied().unwrap_or(0) };
        if byte & unused.bits == 0 { Some(()) } else { self.fail_at(record, unused.at, reserved_bit) }
    }
}

#[inline(never)]
fn rare_text(content: &[u8]) -> Option<()> {
    crate::wire::proved::text(content).map(drop)
}

// The bytes of a proved buffer: their containers, and their view, also during edits.

/// Containers whose bytes change only through a `&mut`, so that a [`Proved`](crate::proved::Proved)
/// can hold them.
///
/// It is sealed, and implemented for types that are known to do so.
///
/// ```compile_fail,E0277
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use vellum::{Vellum, proved::Proved};
///
/// struct Other(AtomicBool);
///
/// impl AsRef<[u8]> for Other {
///     fn as_ref(&self) -> &[u8] {
///         if self.0.swap(true, Ordering::Relaxed) { &[0x20, 1, 9] } else { &[0x20, 1, 0] }
///     }
/// }
///
/// #[derive(Vellum)]
/// struct User { name: String }
///
/// let user = Proved::<_, User>::new(Other(AtomicBool::new(false)));
/// ```
pub trait StableBytes: sealed::Sealed {
    /// The bytes.
    #[doc(hidden)]
    fn stable_bytes(&self) -> &[u8];
}

mod sealed {
    /// Sealed: other crates cannot name it.
    pub trait Sealed {}
}

macro_rules! stable {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> sealed::Sealed for $type {}

        impl<$($generics)*> StableBytes for $type {
            #[inline(always)]
            fn stable_bytes(&self) -> &[u8] {
                self
            }
        }
    )*};
}
stable! {
    [] Vec<u8>;
    [] Box<[u8]>;
    [] Rc<[u8]>;
    [] Arc<[u8]>;
    [] Rc<Vec<u8>>;
    [] Arc<Vec<u8>>;
    ['b] &'b [u8];
    ['b] &'b mut [u8];
    [const N: usize] [u8; N];
}
#[cfg(feature = "bytes")]
stable! {
    [] bytes::Bytes;
    [] bytes::BytesMut;
}
#[cfg(feature = "smallvec")]
stable!([A: smallvec::Array<Item = u8>] smallvec::SmallVec<A>;);
#[cfg(feature = "arrayvec")]
stable!([const N: usize] arrayvec::ArrayVec<u8, N>;);

/// The bytes of a proved buffer that is edited.
pub struct ProvedBytes<B> {
    pub(super) bytes: B,
    /// Where the root record was found when they were proved; `None` once they were edited.
    pub(super) root: Option<RootPlace>,
}

/// Where the root record of a proved buffer lies, so that its header is read once.
#[derive(Clone, Copy)]
pub(super) struct RootPlace {
    /// Offset of the root record.
    at: usize,
    /// Its end; pointers are not below it.
    floor: usize,
    /// End of the buffer: that of the memory, except for a workspace.
    end: usize,
    width: Shift,
}

impl RootPlace {
    #[inline]
    pub(super) fn of(root: &RecordBytes<'_>) -> Self {
        let Buf { bytes, floor, width } = *root.buf();
        Self { at: floor.saturating_sub(root.bytes().len()), floor, end: bytes.len(), width }
    }

    /// The root record of the given bytes, which must be those it was found in.
    #[inline(always)]
    fn record<'a>(&self, bytes: &'a [u8]) -> RecordBytes<'a> {
        let bytes = bytes.get(..self.end).unwrap_or_default();
        let buf = Buf { bytes, floor: self.floor, width: self.width };
        RecordBytes::new(buf, bytes.get(self.at..self.floor).unwrap_or_default())
    }
}

/// The proved view of bytes that were proved.
#[inline(always)]
pub(super) fn opened<T: Value, B: StableBytes>(proved: &ProvedBytes<B>) -> T::Proved<'_> {
    let bytes = proved.bytes.stable_bytes();
    view::<T>(match proved.root {
        Some(root) => RecordOf::new(root.record(bytes), Proven { is_unchanged: true }),
        None => RecordOf::new(reopened::<T>(bytes), Proven { is_unchanged: false }),
    })
}

/// The root record after an edit.
#[inline(never)]
fn reopened<T: Value>(bytes: &[u8]) -> RecordBytes<'_> {
    match Buf::open(bytes, const { Root::<T>::ENDS }, Root::<T>::lineage) {
        Ok((buf, root)) => RecordBytes::new(buf, root),
        // The header was checked before, and edits keep it valid.
        Err(_) => RecordBytes::new(Buf { bytes: &[], floor: 0, width: PointerWidth::One.into() }, &[]),
    }
}

impl<B: Storage> AsRef<[u8]> for ProvedBytes<B> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.bytes()
    }
}

impl<B: Storage> Storage for ProvedBytes<B> {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    #[inline(always)]
    fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes.bytes_mut()
    }

    #[inline(always)]
    fn bytes_within(&mut self, range: Range<usize>) -> &mut [u8] {
        self.bytes.bytes_within(range)
    }

    #[inline(always)]
    fn is_transaction(&self) -> bool {
        self.bytes.is_transaction()
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        self.bytes.reserve(len)
    }

    #[inline]
    fn resize(&mut self, len: usize) {
        self.bytes.resize(len);
    }

    #[inline(always)]
    fn append(&mut self, bytes: &[u8]) {
        self.bytes.append(bytes);
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        self.bytes.replace(content, len)
    }

    fn has_fixed_len(&self) -> bool {
        self.bytes.has_fixed_len()
    }

    fn keeps_layout(&self) -> bool {
        self.bytes.keeps_layout()
    }

    #[inline(always)]
    fn note_free(&mut self, change: isize) {
        self.bytes.note_free(change);
    }
}

// The unused bits of a record's bitmaps, as constants of its type.

/// Unused bits of one byte of a region.
#[derive(Clone, Copy, Debug)]
pub struct Unused {
    /// Offset of the byte.
    pub at: Size,
    /// Mask of unused bits.
    pub bits: u8,
}

/// The unused bits of the region of a revision: behind the last of its bitmap, or all of an empty
/// record.
// Indexing: a const fn cannot iterate. The index runs below the length.
#[allow(clippy::indexing_slicing)]
#[must_use]
pub const fn unused<const N: usize>(shapes: &[Shape; N], places: &[Place; N], revision: u32) -> Unused {
    let (mut bits, mut bitmap, mut index) = (0u32, None, 0usize);
    while index < N {
        if shapes[index].since == revision {
            bits = bits.saturating_add(shapes[index].bits);
            bitmap = Some(places[index].bitmap);
        }
        index = index.saturating_add(1);
    }
    match bitmap {
        // The first region always exists, and then has one byte.
        None => Unused { at: Size::ZERO, bits: 0xFF },
        Some(at) if bits.is_multiple_of(8) => Unused { at, bits: 0 },
        Some(bitmap) => Unused { at: bitmap.plus(Size::bytes(bits / 8)), bits: 0xFFu8.wrapping_shl(bits % 8) },
    }
}

// `Proven`: a marker that bytes were proved. Only this folder makes it.

/// The buffer was proved as a whole, and methods that read give plain values. See
/// [`Vellum::prove`](crate::Vellum::prove).
#[derive(Clone, Copy, Debug)]
pub struct Proven {
    /// Whether nothing was edited since the proof, so that text need not be checked again.
    pub(super) is_unchanged: bool,
}

impl Sealed for Proven {}

impl Proven {
    #[inline(always)]
    pub(in crate::typed) fn is_unchanged(self) -> bool {
        self.is_unchanged
    }
}
