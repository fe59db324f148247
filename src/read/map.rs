//! Maps, to read: entries sorted by key, in one run or in blocks behind a directory.
//!
//! ```text
//! flat      count << 1      [stride]  entries
//! blocked   count << 1 | 1  blocks    pointers        each to   count  [stride]  entries
//! ```
//! The header, the numbers of blocks and of entries, and the stride are varints.

use core::ops::Range;
use core::slice::ChunksExact;

use super::cursor::{EntrySlots, MapRef, ValueRef};
use super::document::Decoder;
use super::key::{Key, SearchKey};
use super::open::Slot;
use super::search::{KeyPlace, RunHeads, Sought, check_ascending};
use super::value::{Object, Part};
use super::{Buf, Elements};
use crate::error::{Error, Result, Wording, internal_error};
use crate::layout::{EntryLayout, Size, is_known_size};
use crate::wire::varint;
use crate::wire::width::{Shift, Width};

/// A map object whose header was checked.
#[derive(Clone, Copy, Debug)]
pub struct MapBytes<'a> {
    /// Number of entries.
    pub count: usize,
    runs: Runs<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Runs<'a> {
    Flat(Elements<'a>),
    /// The block pointers.
    Blocked(&'a [u8]),
}

/// The layout of a map's entries.
#[derive(Clone, Copy, Debug)]
pub struct EntryShape<'e> {
    /// The slots of key and value.
    pub layout: EntryLayout,
    /// Region ends of the record at the end of an entry, if the stride is stored.
    pub ends: &'e [Size],
}

/// The place of a key, or where it would be inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundKey {
    /// The run.
    pub run: usize,
    /// The entry in the run.
    pub index: usize,
    /// Whether the key is there.
    pub is_there: bool,
}

impl<'a> MapBytes<'a> {
    /// No entries.
    pub const EMPTY: Self = Self { count: 0, runs: Runs::Flat(Elements::EMPTY) };

    /// The only run, or the pointers to blocks.
    pub(crate) fn parts(&self) -> Result<Elements<'a>, &'a [u8]> {
        match self.runs {
            Runs::Flat(run) => Ok(run),
            Runs::Blocked(pointers) => Err(pointers),
        }
    }

    /// The content of the object: its entries, or the pointers to blocks.
    #[inline]
    pub(crate) fn own_bytes(&self) -> &'a [u8] {
        match self.runs {
            Runs::Flat(run) => run.bytes,
            Runs::Blocked(pointers) => pointers,
        }
    }
}

impl<'a, W: Width> Buf<'a, W> {
    /// The entries of a map in one run that stores no stride, if they lie in the buffer.
    #[inline(always)]
    pub(crate) fn flat_run(&self, object: &'a [u8], layout: &EntryLayout) -> Option<Elements<'a>> {
        let (header, rest) = varint::read(object)?;
        if header & 1 != 0 || layout.prefix.is_some() {
            return None;
        }
        let (count, stride) = ((header >> 1) as usize, layout.size.at(self.shift()));
        Some(Elements::new(count, stride, rest.get(..count.checked_mul(stride)?)?))
    }

    /// The map of an object.
    #[inline]
    pub fn map(&self, object: &'a [u8], shape: &EntryShape<'_>) -> Result<MapBytes<'a>> {
        let Some((header, rest)) = varint::read(object) else {
            return Err(Error::corrupt(self.position(object), Wording::MapHead));
        };
        let count = (header >> 1) as usize;
        if header & 1 == 0 {
            let run = self.run_after(object, rest, count, shape)?;
            return Ok(MapBytes { count, runs: Runs::Flat(run) });
        }
        let pointers =
            varint::read(rest).and_then(|(blocks, rest)| rest.get(..(blocks as usize).checked_shl(self.shift())?));
        match pointers {
            Some(pointers) => Ok(MapBytes { count, runs: Runs::Blocked(pointers) }),
            None => Err(Error::corrupt(self.position(object), Wording::MapDirectory)),
        }
    }

    /// Entries that follow a count.
    #[inline]
    fn run_after(
        &self,
        object: &'a [u8],
        rest: &'a [u8],
        count: usize,
        shape: &EntryShape<'_>,
    ) -> Result<Elements<'a>> {
        let (stride, rest) = match shape.layout.prefix {
            None => (shape.layout.size.at(self.shift()), rest),
            Some(prefix) => {
                let Some((stride, rest)) = varint::read(rest) else {
                    return Err(Error::corrupt(self.position(object), Wording::MapStride));
                };
                let record = (stride as usize).checked_sub(prefix.at(self.shift()));
                if !record.is_some_and(|size| is_known_size(shape.ends, size, self.shift())) {
                    return Err(Error::of(crate::ErrorKind::Corrupt, Wording::StrideOfValues, [stride.into(), 0, 0])
                        .at(self.position(object)));
                }
                (stride as usize, rest)
            }
        };
        if let Some(bytes) = count.checked_mul(stride).and_then(|len| rest.get(..len)) {
            return Ok(Elements::new(count, stride, bytes));
        }
        let needed = (count as u64).saturating_mul(stride as u64);
        Err(Error::beyond(Wording::BeyondMap, self.position(object), needed, self.bytes.len()))
    }

    /// The entries of a block.
    #[inline]
    pub fn block(&self, object: &'a [u8], shape: &EntryShape<'_>) -> Result<Elements<'a>> {
        let Some((count, rest)) = varint::read(object) else {
            return Err(Error::corrupt(self.position(object), Wording::BlockHead));
        };
        self.run_after(object, rest, count as usize, shape)
    }

    /// As [`Buf::block`], without an error.
    #[inline(always)]
    fn valid_block(&self, object: &'a [u8], shape: &EntryShape<'_>) -> Option<Elements<'a>> {
        let (count, rest) = varint::read_short(object)?;
        let (stride, rest) = match shape.layout.prefix {
            None => (shape.layout.size.at(self.shift()), rest),
            Some(prefix) => {
                let (stride, rest) = varint::read_short(rest)?;
                let size = (stride as usize).checked_sub(prefix.at(self.shift()))?;
                if !is_known_size(shape.ends, size, self.shift()) {
                    return None;
                }
                (stride as usize, rest)
            }
        };
        Some(Elements::new(count as usize, stride, rest.get(..(count as usize).checked_mul(stride)?)?))
    }

    /// Number of runs.
    #[inline]
    #[must_use]
    pub fn runs(&self, map: &MapBytes<'a>) -> usize {
        match map.runs {
            Runs::Flat(_) => 1,
            Runs::Blocked(pointers) => pointers.len() >> self.shift(),
        }
    }

    /// The object of a block.
    #[inline]
    pub(crate) fn block_object(&self, pointers: &'a [u8], number: usize) -> Result<&'a [u8]> {
        let at = u32::try_from(number << self.shift()).unwrap_or(u32::MAX);
        match self.follow(pointers, Size::bytes(at))? {
            Some(object) => Ok(object),
            None => Err(Error::corrupt(self.position(pointers), Wording::NoBlock)),
        }
    }

    /// The entries of a run.
    #[inline]
    pub fn run(&self, map: &MapBytes<'a>, number: usize, shape: &EntryShape<'_>) -> Result<Elements<'a>> {
        match map.runs {
            Runs::Flat(run) => Ok(run),
            Runs::Blocked(pointers) => self.block(self.block_object(pointers, number)?, shape),
        }
    }
}

impl<'a> Buf<'a> {
    /// Finds the first entry whose key is not less.
    #[inline]
    pub(crate) fn search(&self, map: &MapBytes<'a>, shape: &EntryShape<'_>, key: &impl Sought) -> Result<FoundKey> {
        let block;
        let (number, run) = match &map.runs {
            Runs::Flat(run) => (0, run),
            Runs::Blocked(pointers) => {
                block = self.block_of_key(pointers, shape, key)?;
                (block.0, &block.1)
            }
        };
        match key.find_in(run) {
            KeyPlace::At(index) => Ok(FoundKey { run: number, index, is_there: true }),
            KeyPlace::Before(index) => Ok(FoundKey { run: number, index, is_there: false }),
            KeyPlace::Broken(index) => Err(run.broken(index, key)),
        }
    }

    /// The entry of a key.
    #[inline]
    pub(crate) fn find(
        &self,
        map: &MapBytes<'a>,
        shape: &EntryShape<'_>,
        key: &impl Sought,
    ) -> Result<Option<&'a [u8]>> {
        let block;
        let run = match &map.runs {
            Runs::Flat(run) => run,
            Runs::Blocked(pointers) => {
                block = self.block_of_key(pointers, shape, key)?;
                &block.1
            }
        };
        match key.find_in(run) {
            KeyPlace::At(index) => Ok(run.get(index)),
            KeyPlace::Before(_) => Ok(None),
            KeyPlace::Broken(index) => Err(run.broken(index, key)),
        }
    }

    /// The last block whose first key is not greater, or the first block.
    #[inline(never)]
    fn block_of_key(
        &self,
        pointers: &'a [u8],
        shape: &EntryShape<'_>,
        key: &impl Sought,
    ) -> Result<(usize, Elements<'a>)> {
        let count = pointers.len() >> self.shift();
        if count == 0 {
            return Ok((0, Elements::EMPTY));
        }
        let blocks = Blocks {
            bytes: self.bytes,
            floor: self.floor,
            width: self.width,
            mask: self.width.mask(),
            pointers,
            shape,
        };
        match key.find_run(count, &blocks) {
            KeyPlace::Broken(number) => Err(self.broken_block(pointers, number, shape, key)),
            KeyPlace::At(number) => self.numbered_block(&blocks, number, key),
            KeyPlace::Before(number) => self.numbered_block(&blocks, number.saturating_sub(1), key),
        }
    }

    #[inline(always)]
    fn numbered_block(
        &self,
        blocks: &Blocks<'_, 'a>,
        number: usize,
        key: &impl Sought,
    ) -> Result<(usize, Elements<'a>)> {
        match blocks.get(number) {
            Some(run) => Ok((number, run)),
            None => Err(self.broken_block(blocks.pointers, number, blocks.shape, key)),
        }
    }

    /// Why the first key of a block or of one behind it cannot be read.
    #[cold]
    fn broken_block(&self, pointers: &'a [u8], number: usize, shape: &EntryShape<'_>, key: &impl Sought) -> Error {
        let error = |number| match self.block_object(pointers, number).and_then(|object| self.block(object, shape)) {
            Ok(run) if run.count == 0 => Some(self.empty_run(pointers)),
            Ok(run) => key.error(run.bytes),
            Err(error) => Some(error),
        };
        (number..pointers.len() >> self.shift()).find_map(error).unwrap_or_else(internal_error)
    }

    #[cold]
    fn empty_run(&self, pointers: &[u8]) -> Error {
        Error::corrupt(self.position(pointers), Wording::BlockWithoutEntries)
    }
}

/// The blocks of a map.
struct Blocks<'b, 'a> {
    bytes: &'a [u8],
    floor: usize,
    width: Shift,
    mask: u32,
    pointers: &'a [u8],
    shape: &'b EntryShape<'b>,
}

impl<'a> Blocks<'_, 'a> {
    /// A block, if it is valid.
    #[inline(always)]
    fn get(&self, index: usize) -> Option<Elements<'a>> {
        let Self { bytes, floor, width, .. } = *self;
        let at = index.checked_shl(width.shift())?;
        let pointer = match self.pointers.get(at..at.wrapping_add(4)).and_then(<[u8]>::first_chunk) {
            Some(word) => (u32::from_le_bytes(*word) & self.mask) as usize,
            None => width.load(self.pointers.get(at..)?)?,
        };
        if pointer < floor {
            return None;
        }
        Buf { bytes, floor, width }.valid_block(bytes.get(pointer..)?, self.shape)
    }
}

impl RunHeads for Blocks<'_, '_> {
    #[inline(always)]
    fn first(&self, index: usize) -> Option<&[u8]> {
        let run = self.get(index)?;
        if run.count == 0 { None } else { Some(run.bytes) }
    }
}

impl<'a> Elements<'a> {
    /// Why the key of an entry or of one behind it cannot be read.
    #[cold]
    fn broken(&self, index: usize, key: &impl Sought) -> Error {
        (index..self.count).find_map(|index| key.error(self.from(index))).unwrap_or_else(internal_error)
    }

    /// The element at `index`.
    #[inline(always)]
    #[must_use]
    pub(crate) fn get(&self, index: usize) -> Option<&'a [u8]> {
        if index >= self.count {
            return None;
        }
        crate::wire::slice(self.bytes, index.wrapping_mul(self.stride), self.stride)
    }

    /// The bytes from the element at `index` on.
    #[inline(always)]
    fn from(&self, index: usize) -> &'a [u8] {
        self.bytes.get(index.wrapping_mul(self.stride)..).unwrap_or(&[])
    }
}

// The entries of a map: found by key, iterated, and read run by run.

impl<'a> MapRef<'a> {
    /// The value of a key; of a set, the key itself. `None` if the key is not there.
    ///
    /// # Errors
    /// [`ErrorKind::Type`](crate::ErrorKind::Type) for a key of another type than the map's;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes are invalid.
    pub fn get<'k>(&self, key: impl Into<Key<'k>>) -> Result<Option<ValueRef<'a>>> {
        let key = self.schema.sought(&self.entry.key.ty, &key.into())?;
        let shape = self.schema.entry_shape(self.entry);
        let sought = SearchKey { schema: self.schema, buf: self.buf, item: &self.entry.key, key };
        let Some(entry) = self.buf.find(&self.map, &shape, &sought)? else { return Ok(None) };
        let mut slots = self.entry_slots();
        slots.go_to(entry)?;
        slots.value.unwrap_or(slots.key).value().map(Some)
    }

    /// Keys and values, in the order of the keys; of a set, each key twice.
    pub fn iter(&self) -> impl Iterator<Item = Result<(ValueRef<'a>, ValueRef<'a>)>> {
        self.into_entries()
    }

    /// The entries, independent of the cursor's borrow.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = Result<(ValueRef<'a>, ValueRef<'a>)>> + use<'a> {
        self.read_entries(|entry| Ok((entry.key.value()?, entry.value.as_ref().unwrap_or(&entry.key).value()?)))
    }

    /// The slots of the key and, unless it is a set, the value of each entry.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Result<EntryParts<'a>>> + use<'a> {
        self.read_entries(|entry| Ok((entry.key, entry.value.map(Part::Slot))))
    }

    /// The part of each entry to read.
    fn read_entries<T>(self, mut read: impl FnMut(&EntrySlots<'a>) -> Result<T>) -> impl Iterator<Item = Result<T>> {
        let mut cursor = EntryCursor::new(self);
        core::iter::from_fn(move || match cursor.next() {
            Ok(true) => Some(read(&cursor.slots)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        })
    }

    /// Calls `each` with every run, and with its object if it is a block.
    ///
    /// Fails for an empty block, and if the count of the map is not the sum of the blocks' counts.
    pub(crate) fn for_each_run(
        &self,
        each: &mut dyn FnMut(Option<Object<'a>>, &Elements<'a>) -> Result<()>,
    ) -> Result<()> {
        let pointers = match self.map.parts() {
            Ok(run) => return each(None, &run),
            Err(pointers) => pointers,
        };
        let (buf, shape) = (&self.buf, self.schema.entry_shape(self.entry));
        let mut count = 0usize;
        for number in 0..buf.runs(&self.map) {
            let start = buf.block_object(pointers, number)?;
            let run = buf.block(start, &shape)?;
            if run.count == 0 {
                return Err(Error::corrupt(buf.position(start), Wording::EmptyBlock));
            }
            count = count.saturating_add(run.count);
            each(Some(Object { start, content: run.bytes, is_level: false }), &run)?;
        }
        if count == self.map.count {
            return Ok(());
        }
        Err(Error::corrupt(buf.position(self.object), Wording::MapCount))
    }

    /// Fails if the runs exceed the budget of the walk, or the keys do not ascend.
    pub(crate) fn check_runs(&self, decoder: &mut Decoder<'a>) -> Result<()> {
        let mut last = None;
        self.for_each_run(&mut |block, run| {
            if let Some(block) = block {
                decoder.spend(block.content)?;
            }
            check_ascending(&self.buf, self.schema, self.entry, run, &mut last)
        })
    }
}

/// A place among the entries of a map.
pub(crate) struct EntryCursor<'a> {
    map: MapRef<'a>,
    runs: Range<usize>,
    rest: ChunksExact<'a, u8>,
    /// Those of the entry here.
    pub(crate) slots: EntrySlots<'a>,
}

impl<'a> EntryCursor<'a> {
    /// Before the first entry.
    pub(crate) fn new(map: MapRef<'a>) -> Self {
        Self { map, runs: 0..map.buf.runs(&map.map), rest: [].chunks_exact(1), slots: map.entry_slots() }
    }

    /// Goes to the next entry; false if there is none.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<bool> {
        loop {
            if let Some(entry) = self.rest.next() {
                self.slots.go_to(entry)?;
                return Ok(true);
            }
            let Some(number) = self.runs.next() else { return Ok(false) };
            let run = self.map.buf.run(&self.map.map, number, &self.map.schema.entry_shape(self.map.entry))?;
            self.rest = run.bytes.chunks_exact(run.stride.max(1));
        }
    }
}

/// The slots of the key and, unless it is a set, the value of an entry.
pub(crate) type EntryParts<'a> = (Slot<'a>, Option<Part<'a>>);
