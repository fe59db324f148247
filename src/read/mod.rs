//! Reading: from a pointer slot to the object behind it, every step checked.
//!
//! - here: [`Buf`], a buffer whose header was checked; follows pointers
//! - `document`: walks with a budget and a depth limit, and fast checks of values of `any`
//! - `map`: the runs of a map, and its entries
//! - `search`: the search for a key in a run, and the check that keys ascend
//! - `key`: keys at run time, searched and written as text
//! - `union`: lists of unions, which can be packed, payloads behind pointers, and values of `any`
//! - `open`: the opener of the value at a place, the place, and records
//! - `value`: the kinds of values, and opening them in walks
//! - `walk`: visiting objects, to count or release them
//! - `route`: the steps to a value, the last place found, and the text of the steps
//! - `navigate`: from steps to bytes and types, through the schema
//! - `cursor`: dynamic cursors over a run-time schema
//! - `tree`: a whole value of `any` as a tree
//! - `debug`: how cursors are printed

pub(crate) mod cursor;
mod debug;
pub(crate) mod document;
pub(crate) mod key;
pub(crate) mod map;
pub(crate) mod navigate;
pub(crate) mod open;
pub(crate) mod route;
pub(crate) mod search;
pub(crate) mod tree;
pub(crate) mod union;
pub(crate) mod value;
pub(crate) mod walk;

use crate::error::{Error, Result, Wording};
use crate::layout::{Size, is_known_size};
use crate::schema::MIXED;
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, Shift, Width};
use crate::wire::{known, varint};

/// A buffer with a checked header.
#[derive(Clone, Copy, Debug)]
pub struct Buf<'a, W = Shift> {
    pub(crate) bytes: &'a [u8],
    /// End of the root record; no pointer may be less.
    pub(crate) floor: usize,
    pub(crate) width: W,
}

/// The elements of a list object.
#[derive(Clone, Copy, Debug)]
pub struct Elements<'a> {
    /// Number of elements.
    pub count: usize,
    /// Bytes from one element to the next.
    pub stride: usize,
    /// All elements: `count * stride` bytes.
    pub bytes: &'a [u8],
    /// The tag of a packed list of unions; else FF.
    pub tag: u8,
}

impl<'a> Elements<'a> {
    /// No elements.
    pub const EMPTY: Self = Self::new(0, 1, &[]);

    /// Elements of a list that is not packed.
    #[inline(always)]
    #[must_use]
    pub const fn new(count: usize, stride: usize, bytes: &'a [u8]) -> Self {
        Self { count, stride, bytes, tag: MIXED }
    }

    /// The element at an index below the count. In an array that is not stored, each is the empty
    /// record.
    #[inline]
    pub(crate) fn element(&self, index: usize) -> Result<&'a [u8]> {
        if self.bytes.is_empty() {
            return Ok(&[]);
        }
        known(self.bytes, index.saturating_mul(self.stride), self.stride)
    }
}

impl<'a, W: Width> Buf<'a, W> {
    /// The shift of this buffer's pointers.
    #[inline(always)]
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.width.shift()
    }

    /// The bytes from the object on that the pointer at `slot` of `record` leads to; `None` if the
    /// pointer is null or the record does not store it.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] for a pointer below the root record's end or beyond the buffer.
    #[inline(always)]
    pub fn follow(&self, record: &[u8], slot: Size) -> Result<Option<&'a [u8]>> {
        let Some(pointer) = record.get(slot.at(self.shift())..).and_then(|slot| self.width.load(slot)) else {
            return Ok(None);
        };
        if pointer == 0 {
            return Ok(None);
        }
        if pointer >= self.floor
            && let Some(object) = self.bytes.get(pointer..)
        {
            return Ok(Some(object));
        }
        Err(self.bad_pointer(record, slot, pointer))
    }

    /// As [`Buf::follow`]; also `None` for an invalid pointer.
    #[inline(always)]
    pub(crate) fn object(&self, record: &[u8], slot: Size) -> Option<&'a [u8]> {
        let pointer = self.width.load(record.get(slot.at(self.shift())..)?)?;
        if pointer >= self.floor { self.bytes.get(pointer..) } else { None }
    }

    #[cold]
    #[inline(never)]
    fn bad_pointer(self, record: &[u8], slot: Size, pointer: usize) -> Error {
        let position = self.position(record).saturating_add(slot.at(self.shift()));
        Error::pointer(position, pointer, self.floor, self.bytes.len())
    }

    /// The offset in the buffer of a part of it, for messages.
    #[cold]
    #[must_use]
    pub fn position(&self, part: &[u8]) -> usize {
        self.offset_of(part)
    }

    /// The offset of a part of the buffer, not for messages.
    #[inline(always)]
    pub(crate) fn offset_of(&self, part: &[u8]) -> usize {
        let offset = part.as_ptr().addr().wrapping_sub(self.bytes.as_ptr().addr());
        // An empty part has no position.
        if offset > self.bytes.len() { 0 } else { offset }
    }

    /// The content of a string or bytes object.
    #[inline(always)]
    pub fn blob(&self, object: &'a [u8]) -> Result<&'a [u8]> {
        if let Some((len, rest)) = varint::read(object)
            && let Some(content) = rest.get(..len as usize)
        {
            return Ok(content);
        }
        Err(self.bad_object(object, 1, Wording::BeyondBlob))
    }

    /// The record of a growable struct's object.
    #[inline(always)]
    pub fn record(&self, object: &'a [u8], ends: &[Size]) -> Result<&'a [u8]> {
        match self.valid_record(object, ends) {
            Some(record) => Ok(record),
            None => Err(self.bad_record(object)),
        }
    }

    /// As [`Buf::record`], without an error.
    #[inline(always)]
    pub(crate) fn valid_record(&self, object: &'a [u8], ends: &[Size]) -> Option<&'a [u8]> {
        let (size, rest) = varint::read(object)?;
        let record = rest.get(..size as usize)?;
        is_known_size(ends, record.len(), self.shift()).then_some(record)
    }

    #[cold]
    #[inline(never)]
    fn bad_record(self, object: &[u8]) -> Error {
        match varint::read(object) {
            Some((size, rest)) if size as usize <= rest.len() => {
                Error::of(crate::ErrorKind::Corrupt, Wording::RecordSize, [size.into(), 0, 0]).at(self.position(object))
            }
            _ => self.bad_object(object, 1, Wording::BeyondStruct),
        }
    }

    /// The elements of a list whose stride the schema knows.
    #[inline(always)]
    pub fn elements(&self, object: &'a [u8], stride: usize) -> Result<Elements<'a>> {
        match Self::valid_elements(object, stride) {
            Some(elements) => Ok(elements),
            None => Err(self.bad_object(object, stride, Wording::BeyondList)),
        }
    }

    /// As [`Buf::elements`], without an error.
    #[inline(always)]
    pub(crate) fn valid_elements(object: &'a [u8], stride: usize) -> Option<Elements<'a>> {
        let (count, rest) = varint::read(object)?;
        let len = (count as usize).checked_mul(stride)?;
        Some(Elements::new(count as usize, stride, rest.get(..len)?))
    }

    /// The elements of a list of growable structs, whose stride is stored; `prefix` bytes of each
    /// come before the record.
    #[inline(always)]
    pub fn strided(&self, object: &'a [u8], ends: &[Size], prefix: usize) -> Result<Elements<'a>> {
        match self.valid_strided(object, ends, prefix) {
            Some(elements) => Ok(elements),
            None => Err(self.bad_list(object, ends, prefix)),
        }
    }

    /// As [`Buf::strided`], without an error.
    #[inline(always)]
    pub(crate) fn valid_strided(&self, object: &'a [u8], ends: &[Size], prefix: usize) -> Option<Elements<'a>> {
        let (count, stride, rest) = count_and_stride(object)?;
        let (count, stride) = (count as usize, stride as usize);
        if !is_known_size(ends, stride.checked_sub(prefix)?, self.shift()) {
            return None;
        }
        Some(Elements::new(count, stride, rest.get(..count.checked_mul(stride)?)?))
    }

    /// As [`Buf::valid_strided`], optimized for an expected stride.
    #[inline(always)]
    pub(crate) fn strided_as(
        &self,
        object: &'a [u8],
        most_often: usize,
        ends: &[Size],
        prefix: usize,
    ) -> Option<Elements<'a>> {
        let (count, rest) = varint::read(object)?;
        let (stride, rest) = varint::read(rest)?;
        let (count, stride) = (count as usize, stride as usize);
        if stride != most_often && !is_known_size(ends, stride.checked_sub(prefix)?, self.shift()) {
            return None;
        }
        Some(Elements::new(count, stride, rest.get(..count.checked_mul(stride)?)?))
    }

    #[cold]
    #[inline(never)]
    fn bad_list(self, object: &[u8], ends: &[Size], prefix: usize) -> Error {
        let Some((_, rest)) = varint::read(object) else { return self.bad_object(object, 1, Wording::BeyondList) };
        match varint::read(rest) {
            Some((stride, _))
                if (stride as usize)
                    .checked_sub(prefix)
                    .is_some_and(|size| is_known_size(ends, size, self.shift())) =>
            {
                self.bad_object(object, stride as usize, Wording::BeyondList)
            }
            Some((stride, _)) => {
                Error::of(crate::ErrorKind::Corrupt, Wording::Stride, [stride.into(), 0, 0]).at(self.position(object))
            }
            None => Error::corrupt(self.position(object), Wording::ListStride),
        }
    }

    #[cold]
    #[inline(never)]
    fn bad_object(self, object: &[u8], stride: usize, what: Wording) -> Error {
        let position = self.position(object);
        match varint::read(object) {
            Some((count, _)) => {
                Error::beyond(what, position, u64::from(count).saturating_mul(stride as u64), self.bytes.len())
            }
            None => Error::corrupt(position, Wording::ObjectHead),
        }
    }

    /// The content as text.
    #[inline(always)]
    pub fn text(&self, content: &'a [u8]) -> Result<&'a str> {
        match crate::wire::proved::text(content) {
            Some(text) => Ok(text),
            None => Err(self.bad_text(content)),
        }
    }

    #[cold]
    #[inline(never)]
    fn bad_text(self, content: &[u8]) -> Error {
        Error::corrupt(self.position(content), Wording::NotUtf8)
    }
}

#[cold]
#[inline(never)]
fn foreign_root(size: usize) -> Error {
    Error::of(crate::ErrorKind::Corrupt, Wording::RootSize, [size as u64, 0, 0]).at(1)
}

impl<'a> Buf<'a> {
    /// Checks the header and the root record's size; returns the buffer and the root record.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if the header is invalid or no revision has a root record of that
    /// size.
    #[inline(always)]
    pub(crate) fn open(
        bytes: &'a [u8],
        ends: &[Size],
        lineage: impl FnOnce() -> Option<u32>,
    ) -> Result<(Self, &'a [u8])> {
        if let Some((width, start, root)) = Self::open_ordinary(bytes, ends) {
            return Ok((Self { bytes, floor: start.wrapping_add(root.len()), width: width.into() }, root));
        }
        // Taken apart, so that the common case does not go through the memory in which this one
        // comes back.
        match Self::open_rare(bytes, ends) {
            Ok((Self { bytes: content, floor, width }, root)) => {
                if let Some(lineage) = lineage() {
                    Header::check_lineage(bytes, lineage)?;
                }
                Ok((Self { bytes: content, floor, width }, root))
            }
            Err(error) => Err(error),
        }
    }

    /// The pointer width and the root record, and where that begins, of a buffer that is not a
    /// workspace and has a header of two or three bytes.
    #[inline(always)]
    pub(crate) fn open_ordinary(bytes: &'a [u8], ends: &[Size]) -> Option<(PointerWidth, usize, &'a [u8])> {
        // If no revision of the root is that long, the length does not take two bytes.
        let may_be_long = ends.last().is_some_and(|last| last.at(2) >= 0x80);
        let (flags, size, start, rest) = match bytes {
            [flags, size @ 0..0x80, rest @ ..] => (*flags, usize::from(*size), 2, rest),
            [flags, first @ 0x80..0xC0, second, rest @ ..] if may_be_long => {
                let size = usize::from(first & 0x3F).wrapping_shl(8).wrapping_add(usize::from(*second));
                (*flags, size, 3, rest)
            }
            _ => return None,
        };
        let width = Header::ordinary_width(flags)?;
        let root = rest.get(..size)?;
        is_known_size(ends, root.len(), width.shift()).then_some((width, start, root))
    }

    /// Opens a workspace, a buffer with extensions or with a long root record, or one that is
    /// corrupt.
    #[inline(never)]
    fn open_rare(bytes: &'a [u8], ends: &[Size]) -> Result<(Self, &'a [u8])> {
        if Header::is_marked(bytes) {
            return Self::open_marked(bytes, ends);
        }
        let header = Header::read_ordinary(bytes)?;
        Self::with_header(bytes, &header, ends)
    }

    fn open_marked(bytes: &'a [u8], ends: &[Size]) -> Result<(Self, &'a [u8])> {
        let header = Header::read(bytes)?;
        Self::with_header(bytes.get(..header.end).unwrap_or(bytes), &header, ends)
    }

    fn with_header(bytes: &'a [u8], header: &Header, ends: &[Size]) -> Result<(Self, &'a [u8])> {
        if !is_known_size(ends, header.root_size, header.width.shift()) {
            return Err(foreign_root(header.root_size));
        }
        let end = header.floor();
        let root = bytes.get(header.root..end).unwrap_or(&[]);
        Ok((Self { bytes, floor: end, width: header.width.into() }, root))
    }

    /// As [`Buf::follow`], of a buffer that was proved: its pointers are null or lead to objects,
    /// so the bounds of the buffer alone are asked.
    #[inline(always)]
    pub(crate) fn proved_object(&self, record: &[u8], slot: Size) -> Option<&'a [u8]> {
        let pointer = self.width.load_at(record, slot.at(self.shift()))?;
        if pointer == 0 { None } else { self.bytes.get(pointer..) }
    }

    /// The buffer with a width that is known at compile time.
    #[inline(always)]
    #[must_use]
    pub fn with_width<W: Width>(self, width: W) -> Buf<'a, W> {
        Buf { bytes: self.bytes, floor: self.floor, width }
    }
}

/// The error for an index beyond the end; `usize::MAX` stands for a key that is not an index.
#[cold]
#[inline(never)]
pub(crate) fn no_element(index: usize, count: usize) -> Error {
    if index == usize::MAX {
        return Error::of(crate::ErrorKind::Path, Wording::NoIndex, [count as u64, 0, 0]);
    }
    Error::of(crate::ErrorKind::Path, Wording::Element, [index as u64, count as u64, 0])
}

/// Count and stride of a list whose stride is stored, and the bytes behind them. Both have 32 bits,
/// so their product fits.
#[inline(always)]
pub(crate) fn count_and_stride(object: &[u8]) -> Option<(u32, u32, &[u8])> {
    match object {
        [count @ 0..0x80, stride @ 0..0x80, rest @ ..] => Some((u32::from(*count), u32::from(*stride), rest)),
        _ => count_and_stride_long(object),
    }
}

#[cold]
#[inline(never)]
fn count_and_stride_long(object: &[u8]) -> Option<(u32, u32, &[u8])> {
    let (count, rest) = varint::read(object)?;
    let (stride, rest) = varint::read(rest)?;
    Some((count, stride, rest))
}
