//! Objects in memory: their headers are measured and written, and new objects are appended.
//!
//! ```text
//! string, bytes, record    length | content
//! list                     count | [tag] | [stride] | elements
//! run of a map             count * 2, or count in a block | [stride] | entries
//! directory of a map       count * 2 + 1 | blocks | pointers
//! ```
//! All of them but the tag are varints. In a new object a varint is the shortest, or wide enough
//! for a count that is expected later. An edit keeps the width that it finds, or takes a wider one.

use alloc::vec::Vec;

use crate::layout::EntryLayout;
use crate::wire::unfilled::Unfilled;
use crate::wire::width::{PointerWidth, Width};
use crate::wire::{clamp, varint};

/// Which parts the header of a list or of a map's run has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ListHeaderKind {
    /// Whether the count is doubled, as in a map of one run.
    pub(crate) is_map: bool,
    /// Whether a tag follows the count.
    pub(crate) packs: bool,
    /// Whether a stride follows.
    pub(crate) is_strided: bool,
}

impl ListHeaderKind {
    /// For a list; a list of unions `packs`.
    #[inline(always)]
    pub(crate) const fn list(packs: bool, is_strided: bool) -> Self {
        Self { is_map: false, packs, is_strided }
    }

    /// For a run of entries: of a map in one run, or a block.
    #[inline(always)]
    pub(crate) const fn run(entry: &EntryLayout, is_map: bool) -> Self {
        Self { is_map, packs: false, is_strided: entry.prefix.is_some() }
    }

    /// The header of a new object. The tag and the stride are those of its elements, also if they
    /// are not stored.
    #[inline(always)]
    pub(crate) const fn header(self, count: usize, tag: u8, stride: usize) -> ListHeader {
        ListHeader { kind: self, count, count_width: self.count_width(count), tag, stride }
    }

    /// The number that the object begins with.
    #[inline(always)]
    const fn number(self, count: usize) -> usize {
        if self.is_map { count.saturating_mul(2) } else { count }
    }

    /// Bytes of the shortest varint that holds a count.
    #[inline(always)]
    pub(crate) const fn count_width(self, count: usize) -> usize {
        varint::len(clamp(self.number(count)))
    }

    /// Bytes of the stride.
    #[inline(always)]
    pub(crate) const fn stride_width(self, stride: usize) -> usize {
        if self.is_strided { varint::len(clamp(stride)) } else { 0 }
    }

    /// Writes the count in a varint of `width` bytes; returns the bytes behind it.
    #[inline(always)]
    pub(crate) fn write_count(self, count: usize, width: usize, out: &mut [u8]) -> Option<&mut [u8]> {
        varint::write_wide(clamp(self.number(count)), width, out)
    }
}

/// The header of a list or of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListHeader {
    kind: ListHeaderKind,
    count: usize,
    count_width: usize,
    tag: u8,
    stride: usize,
}

impl ListHeader {
    /// The header of a run of `count` new entries. `shift` is that of the pointer width.
    #[inline(always)]
    pub(crate) const fn run(entry: &EntryLayout, is_map: bool, count: usize, shift: u32) -> Self {
        ListHeaderKind::run(entry, is_map).header(count, 0, entry.size.at(shift))
    }

    /// Bytes of an element.
    #[inline(always)]
    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }

    /// The header with a varint that can hold a greater count.
    pub(crate) const fn with_room_for(self, count: usize) -> Self {
        Self { count_width: self.kind.count_width(count), ..self }
    }

    /// The number that the object begins with.
    #[inline(always)]
    pub(crate) const fn number(&self) -> usize {
        self.kind.number(self.count)
    }

    /// Bytes of the tag and the stride.
    #[inline(always)]
    const fn rest_len(&self) -> usize {
        self.kind.stride_width(self.stride).wrapping_add(self.kind.packs as usize)
    }

    /// Bytes of the header.
    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.count_width.wrapping_add(self.rest_len())
    }

    /// Bytes of the object.
    #[inline(always)]
    pub(crate) const fn object_len(&self) -> u64 {
        (self.count as u64).saturating_mul(self.stride as u64).saturating_add(self.len() as u64)
    }

    /// Bytes of the object; `None` on overflow.
    #[inline(always)]
    pub(crate) fn len_of_object(&self) -> Option<usize> {
        self.count.checked_mul(self.stride)?.checked_add(self.len())
    }

    /// Writes the header to the start of a new object, with the shortest varints.
    #[inline(always)]
    pub(crate) fn begin(&self, object: &mut Unfilled<'_>) -> Option<()> {
        object.varint(self.number())?;
        if self.kind.packs {
            object.byte(self.tag)?;
        }
        if self.kind.is_strided { object.varint(self.stride) } else { Some(()) }
    }

    /// Writes the header; returns the bytes behind it.
    pub(crate) fn write<'o>(&self, out: &'o mut [u8]) -> Option<&'o mut [u8]> {
        self.write_rest(self.kind.write_count(self.count, self.count_width, out)?)
    }

    /// Writes the tag and the stride; returns the bytes behind them.
    #[inline(always)]
    pub(crate) fn write_rest<'o>(&self, mut out: &'o mut [u8]) -> Option<&'o mut [u8]> {
        if self.kind.packs {
            let (tag, rest) = out.split_first_mut()?;
            *tag = self.tag;
            out = rest;
        }
        if self.kind.is_strided { varint::write(clamp(self.stride), out) } else { Some(out) }
    }

    /// Appends the header, with the shortest varints; `None` if the count is too high.
    #[inline]
    pub(crate) fn append(&self, out: &mut Vec<u8>) -> Option<()> {
        varint::append(self.kind.number(self.count), out)?;
        if self.kind.packs {
            out.push(self.tag);
        }
        if self.kind.is_strided { varint::append(self.stride, out) } else { Some(()) }
    }
}

/// The header of a map in blocks, before the pointers to them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DirectoryHeader {
    /// Entries of all blocks.
    pub(crate) count: usize,
    pub(crate) blocks: usize,
    count_width: usize,
    blocks_width: usize,
}

impl DirectoryHeader {
    /// The header of an existing directory, with the bytes of its two varints.
    pub(crate) const fn found(count: usize, blocks: usize, count_width: usize, blocks_width: usize) -> Self {
        Self { count, blocks, count_width, blocks_width }
    }

    /// The header of a map that will grow: its varints can hold every count.
    pub(crate) const fn growing(count: usize, blocks: usize) -> Self {
        Self::found(count, blocks, 5, 4)
    }

    /// The header of a map in its canonical form, and the entries of each block but the last;
    /// `None` if one run holds all.
    #[inline(always)]
    pub(crate) fn canonical(entry: &EntryLayout, count: usize) -> Option<(Self, usize)> {
        let fill = entry.fill().max(1);
        (count > entry.capacity()).then(|| (Self::shortest(count, count.div_ceil(fill)), fill))
    }

    /// The header with the shortest varints.
    pub(crate) const fn shortest(count: usize, blocks: usize) -> Self {
        Self::found(count, blocks, varint::len(Self::number(count)), varint::len(clamp(blocks)))
    }

    /// The header with other numbers in varints of the same size.
    pub(crate) const fn counting(self, count: usize, blocks: usize) -> Self {
        Self { count, blocks, ..self }
    }

    /// The number that the object begins with.
    const fn number(count: usize) -> u32 {
        clamp(count.saturating_mul(2).saturating_add(1))
    }

    /// Whether its varints can hold other numbers.
    pub(crate) fn holds(&self, count: usize, blocks: usize) -> bool {
        varint::max(self.count_width) >= Self::number(count) && varint::max(self.blocks_width) >= clamp(blocks)
    }

    /// Bytes of the header.
    pub(crate) const fn len(&self) -> usize {
        self.count_width.wrapping_add(self.blocks_width)
    }

    /// Bytes of the object.
    pub(crate) fn object_len(&self, width: PointerWidth) -> usize {
        self.blocks.saturating_mul(width.bytes()).saturating_add(self.len())
    }

    /// Writes the header; returns the bytes behind it.
    pub(crate) fn write<'o>(&self, out: &'o mut [u8]) -> Option<&'o mut [u8]> {
        let rest = varint::write_wide(Self::number(self.count), self.count_width, out)?;
        varint::write_wide(clamp(self.blocks), self.blocks_width, rest)
    }
}

/// Writes a string or bytes, or a record, as an object at the start of `out`, which may be longer.
pub(crate) fn write_blob(content: &[u8], out: &mut [u8]) -> Option<()> {
    varint::write(clamp(content.len()), out)?.get_mut(..content.len())?.copy_from_slice(content);
    Some(())
}

// Objects appended to memory, each after the pointer to it.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Size;

    #[test]
    fn a_list_header_is_as_long_as_measured_and_appended_as_written() {
        for packs in [false, true] {
            for is_strided in [false, true] {
                for is_map in [false, true] {
                    for count in [0, 0x3F, 0x40, 0x7F, 0x80, 0x4000] {
                        let header = ListHeaderKind { is_map, packs, is_strided }.header(count, 7, 200);
                        let mut appended = Vec::new();
                        header.append(&mut appended).unwrap();
                        assert_eq!(appended.len(), header.len());
                        assert_eq!(header.object_len(), (header.len() + count * 200) as u64);
                        let mut written = [0xFF; 16];
                        let rest = header.write(&mut written).unwrap().len();
                        assert_eq!(written[..16 - rest], appended);
                        assert_eq!(header.with_room_for(0x4000).len(), header.len() - header.count_width + 4);
                    }
                }
            }
        }
    }

    #[test]
    fn a_directory_keeps_its_widths() {
        let entry = EntryLayout { key: Size::bytes(2), size: Size::bytes(8), prefix: None };
        assert!(DirectoryHeader::canonical(&entry, entry.capacity()).is_none());
        let (header, fill) = DirectoryHeader::canonical(&entry, 10_000).unwrap();
        assert_eq!((header.blocks, fill), (10_000usize.div_ceil(fill), entry.fill()));
        let mut writer = ObjectWriter { width: PointerWidth::Two, base: 0, out: Vec::new() };
        assert_eq!(writer.directory(&header).ok(), Some(header.len()));
        assert_eq!(writer.out.len(), header.object_len(PointerWidth::Two));
        assert!(header.holds(10_000, header.blocks) && !header.holds(1 << 30, header.blocks));
        let growing = DirectoryHeader::growing(10_000, 4).counting(3, 1);
        assert_eq!(growing.write(&mut [0; 9]).map(|rest| rest.len()), Some(0));
    }
}
