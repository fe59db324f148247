//! Maps: entries sorted by key, in one run or in blocks behind a directory.
//!
//! ```text
//! flat      count << 1      [stride]  entries
//! blocked   count << 1 | 1  blocks    pointers        each to   count  [stride]  entries
//! ```
//! The header, the numbers of blocks and of entries, and the stride are varints.

use core::cmp::Ordering;

use super::search::{Less, Sought, lower_bound, order_of_blob, start_of};
use super::{Buf, Elements};
use crate::error::{Error, Result, Wording};
use crate::layout::{EntryLayout, Size, is_known_size};
use crate::wire::varint;
use crate::wire::width::Width;

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

    /// Finds the first entry whose key is not less.
    #[inline]
    pub(crate) fn search(&self, map: &MapBytes<'a>, shape: &EntryShape<'_>, key: &impl Sought) -> Result<FoundKey> {
        Ok(self.search_run(map, shape, key)?.0)
    }

    /// The entry of a key.
    #[inline]
    pub(crate) fn find(
        &self,
        map: &MapBytes<'a>,
        shape: &EntryShape<'_>,
        key: &impl Sought,
    ) -> Result<Option<&'a [u8]>> {
        let (found, run) = self.search_run(map, shape, key)?;
        Ok(if found.is_there { run.get(found.index) } else { None })
    }

    /// As [`Buf::search`]; also returns the run.
    #[inline(always)]
    fn search_run(
        &self,
        map: &MapBytes<'a>,
        shape: &EntryShape<'_>,
        key: &impl Sought,
    ) -> Result<(FoundKey, Elements<'a>)> {
        let (number, run) = match map.runs {
            Runs::Flat(run) => (0, run),
            Runs::Blocked(_) => {
                // The last run whose first entry is not greater, or the first run.
                let Some(others) = self.runs(map).checked_sub(1) else {
                    return Ok((FoundKey { run: 0, index: 0, is_there: false }, Elements::EMPTY));
                };
                let first_of = |number: usize| {
                    let run = self.run(map, number, shape)?;
                    if run.count == 0 { Err(self.empty_run(map)) } else { Ok((run.bytes, run)) }
                };
                let before = lower_bound(
                    others,
                    |number| match first_of(number.wrapping_add(1)) {
                        Ok((first, _)) => key.is_greater_than(first),
                        Err(_) => Less::BROKEN,
                    },
                    |number| key.compare(first_of(number.wrapping_add(1))?.0).map(drop),
                )?;
                if before < others {
                    let next = before.wrapping_add(1);
                    let (first, run) = first_of(next)?;
                    if key.compare(first)?.is_eq() {
                        return Ok((FoundKey { run: next, index: 0, is_there: true }, run));
                    }
                }
                (before, self.run(map, before, shape)?)
            }
        };
        let index = lower_bound(
            run.count,
            |index| key.is_greater_than(run.from(index)),
            |index| key.compare(run.from(index)).map(drop),
        )?;
        let is_there = match run.get(index) {
            Some(entry) => key.compare(entry)?.is_eq(),
            None => false,
        };
        Ok((FoundKey { run: number, index, is_there }, run))
    }

    #[cold]
    fn empty_run(&self, map: &MapBytes<'a>) -> Error {
        let at = map.parts().err().map_or(0, |pointers| self.position(pointers));
        Error::corrupt(at, Wording::BlockWithoutEntries)
    }
}

impl<'a> Elements<'a> {
    /// The index of a text or bytes in a run, or the one before which it would be inserted; `None`
    /// where a key cannot be read. A run is short, so it is halved until the key is met.
    #[inline(never)]
    pub(crate) fn find_blob<W: Width>(self, buf: Buf<'a, W>, key: &[u8]) -> Option<core::result::Result<usize, usize>> {
        let (start, mut low, mut high) = (start_of(key), 0, self.count);
        while low < high {
            let middle = low.wrapping_add(high.wrapping_sub(low) / 2);
            let entry = self.bytes.get(middle.wrapping_mul(self.stride)..)?;
            match order_of_blob(buf, entry, key, start)? {
                Ordering::Less => low = middle.wrapping_add(1),
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(Ok(middle)),
            }
        }
        Some(Err(low))
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
