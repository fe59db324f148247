//! Edits of maps: finding them, inserting and removing entries, merging blocks.
//!
//! ```text
//! flat      [n<<1 a b c ...]                        up to the run's capacity, as a list
//! split     [n<<1|1 2 p q]   p -> [.. a b]   q -> [.. c ...]
//! blocked   an insert moves the entries of one block only, which is a list behind a pointer of the directory
//! ```
//! Removals merge small blocks. A full run is split in half. But if the new entry is
//! the last of the map, the run is left full and a new block begins.

use alloc::vec::Vec;
use core::ops::Range;

use super::elements::{HeapLen, InsertedElements};
use super::link::Locator;
use super::list::{ElementInfo, FoundList, Grown, ListMove, Tail, ToList};
use super::room::{SpaceRequest, fair_slack, slack_after};
use super::session::{SchemaSource, Session};
use super::storage::Storage;
use super::value::MeasuredOnce;
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::Size;
use crate::object::{DirectoryHeader, ListHeader, ListHeaderKind};
use crate::read::map::EntryShape;
use crate::read::navigate::{Navigator, RecordSpan};
use crate::read::{Buf, Elements, walk};
use crate::schema::{MIXED, Type};
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Width};

/// Entries of one run of a map: the number of the run, and ranges of indices, in order.
pub(crate) type EntriesOfRun = (usize, Vec<Range<usize>>);

/// A run of a map as a list.
struct RunOf<'m, S, M> {
    map: &'m dyn ToMap<S, M>,
    number: usize,
}

impl<S: Storage, M: SchemaSource> ToList<S, M> for RunOf<'_, S, M> {
    fn found(&self, session: &Session<S, M>) -> Result<FoundList> {
        Ok(self.map.at(session, self.number)?.run)
    }

    fn locator(&self) -> &dyn Locator {
        self.map.locator()
    }

    fn visit<'w>(
        &self,
        navigator: &Navigator<'_>,
        elements: &[u8],
        stride: usize,
        visit: &'w mut walk::Visit<'w>,
    ) -> Result<()> {
        let resolved = self.map.locator().resolve(navigator)?;
        let Type::Map(map) = resolved.ty else { return Err(Error::fixed(&FixedError(ErrorKind::Type, "not a map"))) };
        walk::visit_entries(navigator, elements, stride, &map.0, visit)
    }
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Opens a gap of one zeroed entry at `index` of a run, and allocates its objects; also returns
    /// its run and index.
    pub(crate) fn insert_entry(
        &mut self,
        map: &dyn ToMap<S, M>,
        (number, index): (usize, usize),
        heap: &HeapLen<'_>,
    ) -> Result<(InsertedElements, (usize, usize))> {
        let at = map.at(self, number)?;
        if at.count >= (u32::MAX >> 1) as usize {
            return Err(Error::fixed(&FixedError(ErrorKind::Limit, "a map has at most 2,147,483,647 entries")));
        }
        if at.takes_entry() {
            let gap = self.insert_into(at.run, &RunOf { map, number }, index, 1, heap)?;
            if at.directory.is_some() {
                self.count_entries(map, at.count.saturating_add(1))?;
            }
            return Ok((gap, (number, index)));
        }
        let measured = MeasuredOnce::new(heap);
        let heap = &|width, levels| measured.len(width, levels);
        self.prepare(map, &at, heap)?;
        // Nothing fails from here on: room is reserved, and the path was checked.
        self.multi_step_reserved(|session| {
            let place = session.make_place(map, (number, index))?;
            let gap = session.insert(&RunOf { map, number: place.0 }, place.1, 1, heap)?;
            session.count_entries(map, at.count.saturating_add(1))?;
            Ok((gap, place))
        })
    }

    /// The room that one more entry and its objects need in a map as it is.
    pub(super) fn room_for_entry<'m>(&self, map: &'m MapAt, objects: u64) -> SpaceRequest<'m> {
        if map.takes_entry() {
            return self.room_for_elements(&map.run, 1, objects);
        }
        SpaceRequest::objects(map.split_len(self.width).saturating_add(objects))
    }

    /// Reserves the most that splitting a run, a longer directory and a new entry can need.
    fn prepare(&mut self, map: &dyn ToMap<S, M>, at: &MapAt, heap: &HeapLen<'_>) -> Result<()> {
        let (levels, objects) = self.levels_for(map.locator(), at.run.element.levels, heap)?;
        let need = |width: PointerWidth| at.split_len(width).saturating_add(heap(width, levels));
        let need_now = self.room_for_entry(at, objects);
        // In a hostile buffer they may overlap.
        let (run, slot) = (at.run.tail.range(), at.slot.range());
        if let Some(directory) = &at.directory {
            let directory = directory.start..directory.pointers.end;
            self.reject_overlap(directory.clone(), &[run.clone(), slot.clone()])?;
        }
        self.reject_overlap(run, core::slice::from_ref(&slot))?;
        self.reject_overlap(slot, &[])?;
        self.reserve(at.is_older(self.shift()), &need_now, &need)?;
        map.at(self, 0).map(drop)
    }

    /// Makes sure that the run has room for one more entry, and the header for its count; returns
    /// the run and index of the new entry.
    fn make_place(&mut self, map: &dyn ToMap<S, M>, (number, index): (usize, usize)) -> Result<(usize, usize)> {
        let mut at = map.at(self, number)?;
        let count = at.run.count();
        if at.directory.is_none() {
            self.make_directory(&at)?;
            at = map.at(self, number)?;
        }
        let is_split = count >= at.capacity;
        let adds = is_split || !at.run.is_stored();
        self.widen_directory(&at, usize::from(adds))?;
        let at = map.at(self, number)?;
        let Some(directory) = &at.directory else { return Err(internal_error()) };
        if !at.run.is_stored() {
            // A map that has lost all of its blocks.
            let block = self.new_block(&at.run, 0..0)?;
            self.add_pointer(directory, 0, block)?;
            return Ok((0, 0));
        }
        if !is_split {
            return Ok((number, index));
        }
        let is_last = number.saturating_add(1) == directory.header.blocks && index == count;
        let middle = if is_last { count } else { count / 2 };
        let run = &at.run;
        let upper = run.first().saturating_add(middle.saturating_mul(run.stride))..run.tail.end;
        let block = self.new_block(run, upper.clone())?;
        self.bytes_within(run.tail.start..run.first());
        let bytes = self.bytes_within(upper.clone());
        bytes.get_mut(upper.clone()).unwrap_or_default().fill(0xFF);
        run.write_count(middle, bytes)?;
        self.count_freed(upper);
        self.add_pointer(directory, number.saturating_add(1), block)?;
        let goes_up = index > middle || is_last;
        Ok(if goes_up { (number.saturating_add(1), index.saturating_sub(middle)) } else { (number, index) })
    }

    /// Makes the only run of a map its first block.
    fn make_directory(&mut self, at: &MapAt) -> Result<()> {
        let header = DirectoryHeader::growing(at.count, 1);
        let start = self.new_directory(&header, 2)?;
        self.store_pointer(start.saturating_add(header.len()), at.run.tail.start)?;
        let Tail { start: run, count, count_width, .. } = at.run.tail;
        let run = self.bytes_within(at.run.tail.counted()).get_mut(run..).unwrap_or_default();
        ListHeaderKind::default().write_count(count, count_width, run).ok_or_else(internal_error)?;
        self.store_pointer(at.slot.pos, start)
    }

    /// Makes sure that the directory has room for `more` pointers, and its header for the count of
    /// one more entry.
    fn widen_directory(&mut self, at: &MapAt, more: usize) -> Result<()> {
        let Some(directory) = &at.directory else { return Err(internal_error()) };
        let end = directory.pointers.end.saturating_add(more.saturating_mul(self.width.bytes()));
        let blocks = directory.header.blocks.saturating_add(more);
        if directory.header.holds(at.count.saturating_add(1), blocks) && self.grow(directory.pointers.end, end) {
            // Pointers that are not counted yet.
            let added = directory.pointers.end..end;
            self.bytes_within(added.clone()).get_mut(added).unwrap_or_default().fill(0);
            return Ok(());
        }
        let header = DirectoryHeader::growing(at.count, blocks);
        let start = self.new_directory(&header, fair_slack(blocks))?;
        let counted = header.counting(at.count, directory.header.blocks);
        let end = start.saturating_add(header.len()).saturating_add(directory.pointers.len());
        let bytes = self.bytes_within(start..end);
        counted.write(bytes.get_mut(start..).unwrap_or_default()).ok_or_else(internal_error)?;
        bytes.copy_within(directory.pointers.clone(), start.saturating_add(header.len()));
        self.store_pointer(at.slot.pos, start)?;
        self.release(directory.start..directory.pointers.end);
        Ok(())
    }

    /// Makes a directory of null pointers, with slack for more; returns its offset. Room was
    /// reserved.
    fn new_directory(&mut self, header: &DirectoryHeader, slack: usize) -> Result<usize> {
        let (len, slack) = (header.object_len(self.width), slack.saturating_mul(self.width.bytes()));
        let (start, object) = self.allocate_object(len, slack)?;
        header.write(object).ok_or_else(internal_error)?;
        Ok(start)
    }

    /// Makes a block of the entries in a range of bytes, with slack; returns its offset.
    fn new_block(&mut self, run: &FoundList, entries: Range<usize>) -> Result<usize> {
        let stride = run.stride;
        let count = entries.len().checked_div(stride).unwrap_or(0);
        let slack = fair_slack(count).saturating_add(1);
        let header = ListHeaderKind { is_map: false, ..run.element.header }.header(count, run.tag(), stride);
        let header = header.with_room_for(count.saturating_add(slack));
        let (start, elements) = self.new_object(&header, slack.saturating_mul(stride))?;
        self.bytes_within(elements..elements.saturating_add(entries.len())).copy_within(entries, elements);
        Ok(start)
    }

    /// Puts a pointer into the directory, which has room for it.
    fn add_pointer(&mut self, directory: &Directory, number: usize, block: usize) -> Result<()> {
        let at = directory.pointer(number, self.width);
        let next = at.saturating_add(self.width.bytes());
        let end = directory.pointers.end.saturating_add(self.width.bytes());
        self.bytes_within(at..end).copy_within(at..directory.pointers.end, next);
        self.recount(directory, directory.header.count, directory.header.blocks.saturating_add(1))?;
        self.store_pointer(at, block)
    }

    /// Writes the number of entries of a map in blocks; the header has room for it.
    fn count_entries(&mut self, map: &dyn ToMap<S, M>, count: usize) -> Result<()> {
        let at = map.at(self, 0)?;
        let Some(directory) = &at.directory else { return Ok(()) };
        self.recount(directory, count, directory.header.blocks)
    }

    /// Writes the numbers of a directory into varints that can hold them.
    fn recount(&mut self, directory: &Directory, count: usize, blocks: usize) -> Result<()> {
        let head = directory.start..directory.start.saturating_add(directory.header.len());
        let object = self.bytes_within(head).get_mut(directory.start..).unwrap_or_default();
        directory.header.counting(count, blocks).write(object).map(drop).ok_or_else(internal_error)
    }

    /// Removes an entry with everything it points to.
    pub(crate) fn remove_entry(&mut self, map: &dyn ToMap<S, M>, (number, index): (usize, usize)) -> Result<()> {
        let at = map.at(self, number)?;
        if at.directory.is_none() {
            return self.remove(&RunOf { map, number }, index, 1);
        }
        let indices = index..index.saturating_add(1);
        self.multi_step(|session| session.remove_of_block(map, &at, number, core::slice::from_ref(&indices)))
    }

    /// Removes entries with everything they point to: all of them or none.
    pub(crate) fn remove_entries(&mut self, map: &dyn ToMap<S, M>, entries: &[EntriesOfRun]) -> Result<()> {
        let [(number, indices), others @ ..] = entries else { return Ok(()) };
        let at = map.at(self, *number)?;
        if at.directory.is_none() {
            return self.remove_runs(&RunOf { map, number: *number }, indices);
        }
        if others.is_empty() {
            return self.multi_step(|session| session.remove_of_block(map, &at, *number, indices));
        }
        // In a hostile buffer a block may overlap another, and be invalid once that is changed.
        let before = self.snapshot();
        self.spare.is_unfinished = true;
        // From the last run to the first: changes of a block and its neighbours do not move entries
        // of earlier blocks.
        let removed = entries.iter().rev().try_for_each(|(number, indices)| {
            let at = map.at(self, *number)?;
            self.remove_of_block(map, &at, *number, indices)
        });
        self.spare.is_unfinished = false;
        match removed {
            Ok(()) => self.keep(&before),
            Err(_) => self.restore(before)?,
        }
        removed
    }

    /// Removes entries of a block of a map. The buffer must not be laid out anew meanwhile.
    fn remove_of_block(
        &mut self,
        map: &dyn ToMap<S, M>,
        at: &MapAt,
        number: usize,
        indices: &[Range<usize>],
    ) -> Result<()> {
        if let Some(directory) = &at.directory {
            self.reject_overlap(directory.start..directory.pointers.end, &[])?;
        }
        self.remove_runs(&RunOf { map, number }, indices)?;
        // Nothing fails from here on.
        let removed = indices.iter().map(ExactSizeIterator::len).fold(0, usize::saturating_add);
        self.count_entries(map, at.count.saturating_sub(removed))?;
        if at.run.count() == removed { self.remove_block(map, number) } else { self.merge_block(map, number) }
    }

    /// Removes all entries of the map at a cursor, which stays present.
    pub(crate) fn clear_map(&mut self, locator: &dyn Locator) -> Result<()> {
        let resolved = locator.resolve(&self.navigator())?;
        let keep = resolved.optional;
        let Type::Map(map) = resolved.ty else { return Err(Error::fixed(&FixedError(ErrorKind::Type, "not a map"))) };
        if !keep || self.navigator().map(&resolved, &map.0)?.is_none() {
            return self.clear_at(locator);
        }
        // An optional map without entries is an object with a header, and takes the bytes of the
        // old one.
        self.reserve(false, &SpaceRequest::objects(8), &|_| 8)?;
        self.multi_step_reserved(|session| {
            session.clear_at(locator)?;
            session.make_empty_map(locator)
        })?;
        self.compact_if_due();
        Ok(())
    }

    /// Makes an empty map if there is none; room was reserved.
    pub(crate) fn make_empty_map(&mut self, locator: &dyn Locator) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        resolved.check_holder()?;
        let Type::Map(map) = resolved.ty else { return Err(Error::fixed(&FixedError(ErrorKind::Type, "not a map"))) };
        if navigator.map(&resolved, &map.0)?.is_some() {
            return Ok(());
        }
        let layout = map.0.layout;
        self.reserve(!resolved.is_stored(self.shift()), &SpaceRequest::objects(8), &|_| 8)?;
        let (start, _) = self.new_object(&ListHeader::run(&layout, true, 0, self.shift()), 0)?;
        let slot = locator.resolve(&self.navigator())?.slot(self.shift());
        self.store_pointer(slot, start)
    }

    /// Removes a block that has become empty.
    pub(super) fn remove_block(&mut self, map: &dyn ToMap<S, M>, number: usize) -> Result<()> {
        let at = map.at(self, number)?;
        let Some(directory) = &at.directory else { return Ok(()) };
        let width = self.width.bytes();
        let pointer = directory.pointer(number, self.width);
        let (blocks, end) = (directory.header.blocks.saturating_sub(1), directory.pointers.end);
        let bytes = self.bytes_within(pointer..end);
        bytes.copy_within(pointer.saturating_add(width)..end, pointer);
        bytes.get_mut(end.saturating_sub(width)..end).unwrap_or_default().fill(0xFF);
        self.recount(directory, directory.header.count, blocks)?;
        self.release(at.run.tail.range());
        Ok(())
    }
}

// Maps as edits find them: one run, or blocks with their directory.

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

// Merging blocks after removals, if that needs no room.
//
// ```text
// [3 a b c][FF FF FF FF ..]  [2 d e][FF ..]   ->   [5 a b c d e][FF FF ..]
// ```
// Two neighbours become one if their entries fill half a block, so that the next inserts do not
// split it again, and if the entries of the second fit in the slack of the first. Removals leave
// slack, so small blocks have it. Nothing is allocated, and so nothing can fail.

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Merges the block of that number with one of its neighbours, if possible.
    pub(super) fn merge_block(&mut self, map: &dyn ToMap<S, M>, number: usize) -> Result<()> {
        let before = number.checked_sub(1);
        for lower in before.into_iter().chain([number]) {
            // An invalid neighbour is no reason for the removal to fail.
            if let (Ok(a), Ok(b)) = (map.at(self, lower), map.at(self, lower.saturating_add(1)))
                && let Some(end) = self.merged_end(&a, &b)
            {
                return self.merge_blocks(map, (&a, &b), end, lower);
            }
        }
        Ok(())
    }

    /// Where a block ends after it has taken the entries of the next; `None` if they are not to be
    /// merged.
    fn merged_end(&self, a: &MapAt, b: &MapAt) -> Option<usize> {
        let directory = a.directory.as_ref()?;
        let count = a.run.count().saturating_add(b.run.count());
        let is_thin = count <= a.capacity / 2 && a.run.count_width(count) == a.run.tail.count_width;
        if !is_thin || !a.run.is_stored() || !b.run.is_stored() || a.run.stride != b.run.stride {
            return None;
        }
        let len = b.run.tail.end.saturating_sub(b.run.first());
        let end = a.run.tail.end.saturating_add(len);
        if slack_after(self.bytes(), a.run.tail.end, len) < len {
            return None;
        }
        // In a hostile buffer they may overlap.
        let objects: [Range<usize>; 4] =
            [a.run.tail.start..end, b.run.tail.range(), directory.start..directory.pointers.end, a.map_slot()];
        let overlap = |a: &Range<usize>, b: &Range<usize>| a.start < b.end && b.start < a.end;
        let mut rest = objects.as_slice();
        while let Some((first, others)) = rest.split_first() {
            if others.iter().any(|other| overlap(first, other)) {
                return None;
            }
            rest = others;
        }
        Some(end)
    }

    fn merge_blocks(
        &mut self,
        map: &dyn ToMap<S, M>,
        (a, b): (&MapAt, &MapAt),
        end: usize,
        lower: usize,
    ) -> Result<()> {
        let (to, from) = (a.run.tail.end, b.run.first()..b.run.tail.end);
        if !self.grow(to, end) {
            return Ok(());
        }
        let count = a.run.count().saturating_add(b.run.count());
        self.bytes_within(a.run.tail.start..a.run.first());
        let bytes = self.bytes_within(to..end);
        bytes.copy_within(from, to);
        a.run.write_count(count, bytes)?;
        self.remove_block(map, lower.saturating_add(1))
    }
}
