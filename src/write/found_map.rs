//! Maps as edits find them: one run, and the directory.

use core::ops::Range;

use super::found::{ElementInfo, FoundList, Grown};
use super::list_move::ListMove;
use super::locator::Locator;
use super::session::Session;
use super::slack::fair_slack;
use crate::error::Result;
use crate::layout::Size;
use crate::object::{DirectoryHeader, ListHeaderKind};
use crate::read::map::EntryShape;
use crate::read::navigate::RecordSpan;
use crate::read::{Buf, Elements};
use crate::schema::MIXED;
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Width};

/// A map and one of its runs, as they lie in the buffer.
pub(crate) struct MapAt {
    /// The run, as a list.
    pub(super) run: FoundList,
    /// The map's pointer slot.
    pub(super) slot: RecordSpan,
    /// Number of entries of all runs.
    pub(crate) count: usize,
    /// The most entries of a run.
    pub(super) capacity: usize,
    /// The blocks' pointers, if there are blocks.
    pub(super) directory: Option<Directory>,
}

#[derive(Clone, Debug)]
pub(super) struct Directory {
    /// Offset of the map's object.
    pub(super) start: usize,
    pub(super) header: DirectoryHeader,
    pub(super) pointers: Range<usize>,
}

impl Directory {
    /// Offset of the pointer to a block.
    pub(super) fn pointer(&self, number: usize, width: PointerWidth) -> usize {
        self.pointers.start.saturating_add(number.saturating_mul(width.bytes()))
    }
}

/// A way to find a map again.
pub(crate) trait ToMap<S, M> {
    /// The map and the run of that number, as they lie now.
    fn at(&self, session: &Session<S, M>, number: usize) -> Result<MapAt>;
    /// The map's place as steps through the schema.
    fn locator(&self) -> &dyn Locator;
}

/// Facts about the entries of a map that do not depend on their bytes.
#[derive(Clone, Copy)]
pub(crate) struct EntryKind<'e> {
    pub(crate) shape: EntryShape<'e>,
    pub(crate) levels: u32,
    pub(crate) has_objects: bool,
}

impl MapAt {
    /// The map whose pointer slot is `slot`.
    pub(crate) fn new(buf: &Buf<'_>, slot: RecordSpan, number: usize, entries: &EntryKind<'_>) -> Result<Self> {
        let EntryKind { shape, levels, has_objects } = *entries;
        let (size, tag) = (shape.layout.size, MIXED);
        let known = |is_map| {
            let header = ListHeaderKind::run(&shape.layout, is_map);
            ElementInfo { size, header, tag, levels, has_objects }
        };
        let capacity = shape.layout.capacity();
        let bytes = crate::wire::slice(buf.bytes, slot.pos, slot.size).unwrap_or(&[]);
        let Some(object) = buf.follow(bytes, Size::ZERO)? else {
            let run = FoundList::new(buf, slot, None, known(true));
            return Ok(Self { run, slot, count: 0, capacity, directory: None });
        };
        let map = buf.map(object, &shape)?;
        let pointers = match map.parts() {
            Ok(elements) => {
                let run = FoundList::new(buf, slot, Some((object, elements)), known(true));
                return Ok(Self { run, slot, count: map.count, capacity, directory: None });
            }
            Err(pointers) => pointers,
        };
        let start = buf.bytes.len().saturating_sub(object.len());
        let after_header = varint::read(object).map_or(&[][..], |(_, rest)| rest);
        let after_blocks = varint::read(after_header).map_or(&[][..], |(_, rest)| rest);
        let first = buf.bytes.len().saturating_sub(after_blocks.len());
        let (count_width, blocks) = (object.len().saturating_sub(after_header.len()), buf.runs(&map));
        let blocks_width = after_header.len().saturating_sub(after_blocks.len());
        let directory = Directory {
            start,
            header: DirectoryHeader::found(map.count, blocks, count_width, blocks_width),
            pointers: first..first.saturating_add(pointers.len()),
        };
        let slot_of = RecordSpan { pos: directory.pointer(number, buf.width.into()), size: buf.width.bytes() };
        let stored: Option<(&[u8], Elements<'_>)> = if number < blocks {
            let object = buf.block_object(pointers, number)?;
            Some((object, buf.block(object, &shape)?))
        } else {
            None
        };
        let run = FoundList::new(buf, slot_of, stored, known(false));
        Ok(Self { run, slot, count: map.count, capacity, directory: Some(directory) })
    }

    /// How many blocks there are; one where the map is the run itself.
    pub(super) fn blocks(&self) -> usize {
        self.directory.as_ref().map_or(1, |directory| directory.header.blocks)
    }

    /// Whether records have to be upgraded before an entry is added.
    pub(crate) fn is_older(&self, shift: u32) -> bool {
        self.run.is_older(shift)
    }

    /// Whether one more entry changes only its run.
    pub(super) fn takes_entry(&self) -> bool {
        let is_full = self.run.count() >= self.capacity;
        !is_full && self.has_wide_header_anyhow() && (self.directory.is_none() || self.run.is_stored())
    }

    /// Whether the map is one run, and one more entry changes only that.
    pub(crate) fn is_one_run_with_room(&self, shift: u32) -> bool {
        self.directory.is_none() && self.takes_entry() && !self.is_older(shift)
    }

    /// The growth in place of the run that gets one more entry with `objects` bytes of objects.
    pub(super) fn grown(&self, objects: u64) -> Option<Grown> {
        if self.takes_entry() { self.run.grown(1, objects) } else { None }
    }

    /// Bytes of an entry at a width; entries of a newer revision are longer, and keep their length.
    fn entry_size(&self, width: PointerWidth) -> usize {
        self.run.element.size.at(width.shift()).max(self.run.stride)
    }

    /// The most bytes that one more entry can need in a new layout at a width, without its objects.
    pub(super) fn entry_len(&self, width: PointerWidth) -> u64 {
        let size = self.entry_size(width);
        if self.takes_entry() { ListMove::new(&self.run, 1).len(size) } else { self.split_len(width) }
    }

    /// The most bytes that splitting the run, another directory and a new entry can need.
    pub(super) fn split_len(&self, width: PointerWidth) -> u64 {
        let entries_after = |count: usize| count.saturating_add(fair_slack(count)).saturating_add(4) as u64;
        let entry = self.entry_size(width) as u64;
        let block = entries_after(self.run.count()).saturating_mul(entry).saturating_add(16);
        let directory = entries_after(self.blocks()).saturating_mul(width.bytes() as u64).saturating_add(16);
        // One block for the upper half, and one for the lower half if that has to move.
        block.saturating_mul(2).saturating_add(directory)
    }

    /// The bytes of the slot, the directory and the run.
    pub(crate) fn ranges(&self) -> [Range<usize>; 3] {
        let directory = self.directory.as_ref().map_or(0..0, |directory| directory.start..directory.pointers.end);
        [self.slot.range(), directory, self.run.tail.range()]
    }

    /// The map's pointer slot.
    pub(crate) fn map_slot(&self) -> Range<usize> {
        self.slot.range()
    }

    /// Whether the header can hold the count of one more entry, also after a new layout, which
    /// shortens the header.
    fn has_wide_header_anyhow(&self) -> bool {
        let more = self.count.saturating_add(1);
        self.directory.as_ref().is_none_or(|Directory { header, .. }| {
            header.holds(more, 0) && DirectoryHeader::shortest(self.count, 0).holds(more, 0)
        })
    }
}
