//! The claims of objects on bytes: each byte belongs to at most one object, and otherwise is free
//! or unclaimed. The proof of maps is here as well.
//!
//! ```text
//! | header, root | object | object | FF FF | object | ...
//!                                                   ^ end: all before is an object's, or FF
//! ```
//! While objects arrive in the order of their offsets with only free bytes between them, their end
//! is enough: no object begins with FF, so none can begin before `end`. From the first object on
//! that leaves a gap which is not free, one bit for each byte after `end` says whether it belongs
//! to an object.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::Verifier;
use crate::error::{Error, Result, Wording};
use crate::read::Elements;
use crate::read::cursor::{EntrySlots, MapRef, Slot};
use crate::read::key::SortedKey;
use crate::read::route::KeyStep;
use crate::read::value::Object;
use crate::wire::known;

/// The value of free bytes.
const FREE: u8 = 0xFF;
/// Begins free bytes of a length that is said, whatever they are: no writer makes them yet.
const FREE_RUN: u8 = 0xFE;

/// Not an offset: an object there would have no bytes.
const OUT_OF_ORDER: usize = usize::MAX;

/// The bytes of a buffer that belong to the objects seen so far.
pub(crate) struct ClaimMap<'a> {
    bytes: &'a [u8],
    /// All bytes before it belong to an object, or are free. [`OUT_OF_ORDER`] once the bits are
    /// used.
    next: usize,
    /// Where the bits begin.
    end: usize,
    /// Bit n of word w says that an object has the byte `end + 64 * w + n`. Empty while objects
    /// come in order.
    bits: Vec<u64>,
}

impl<'a> ClaimMap<'a> {
    /// For a buffer whose root record ends at `floor`.
    pub(crate) fn new(bytes: &'a [u8], floor: usize) -> Self {
        Self { bytes, next: floor, end: floor, bits: Vec::new() }
    }

    /// Claims the bytes of an object.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if another object has some of them.
    #[inline(always)]
    pub(crate) fn claim(&mut self, object: Range<usize>) -> Result<()> {
        let (start, end) = (object.start, object.end);
        if self.claim_next(start, end) { Ok(()) } else { self.claim_apart(start..end) }
    }

    /// Claims an object if it follows the last one; else does nothing.
    #[inline(always)]
    pub(crate) fn claim_next(&mut self, start: usize, end: usize) -> bool {
        let follows = start == self.next;
        if follows {
            self.next = end;
        }
        follows
    }

    /// Claims an object that does not follow the last one.
    #[inline(never)]
    fn claim_apart(&mut self, object: Range<usize>) -> Result<()> {
        if self.next != OUT_OF_ORDER {
            let Some(gap) = object.start.checked_sub(self.next) else { return Err(overlap(object.start)) };
            if first_stray(known(self.bytes, self.next, gap)?).is_none() {
                self.next = object.end;
                return Ok(());
            }
            (self.end, self.next) = (self.next, OUT_OF_ORDER);
            let words = self.bytes.len().saturating_sub(self.end).div_ceil(64);
            self.bits = vec![0; words];
        }
        if object.start < self.end {
            return Err(overlap(object.start));
        }
        self.mark(object)
    }

    fn mark(&mut self, object: Range<usize>) -> Result<()> {
        let mut start = object.start.saturating_sub(self.end);
        let end = object.end.saturating_sub(self.end);
        while start < end {
            let next = (start | 63).saturating_add(1).min(end);
            let ones = u64::MAX.wrapping_shr(64u32.wrapping_sub(len_of(start..next)));
            let mask = ones.wrapping_shl(len_of(0..start % 64));
            match self.bits.get_mut(start / 64) {
                Some(word) if *word & mask == 0 => *word |= mask,
                _ => return Err(overlap(object.start)),
            }
            start = next;
        }
        Ok(())
    }

    /// How many bytes are unclaimed, once all objects have theirs: between two objects, those from
    /// the first to the last that is not free.
    pub(crate) fn unclaimed(&self) -> Result<usize> {
        if self.next != OUT_OF_ORDER {
            return self.unclaimed_in(self.next..self.bytes.len());
        }
        let (mut at, mut unclaimed) = (self.end, 0usize);
        while at < self.bytes.len() {
            let start = self.next_bit(at, false);
            at = self.next_bit(start, true);
            unclaimed = unclaimed.saturating_add(self.unclaimed_in(start..at)?);
        }
        Ok(unclaimed)
    }

    /// The first offset from `at` on whose bit is set, or not set; the end of the bytes if none is.
    fn next_bit(&self, at: usize, is_set: bool) -> usize {
        let (len, mut bit) = (self.bytes.len().saturating_sub(self.end), at.saturating_sub(self.end));
        while bit < len {
            let word = self.bits.get(bit / 64).map_or(0, |word| if is_set { *word } else { !*word });
            let rest = word.wrapping_shr(len_of(0..bit % 64));
            if rest != 0 {
                return self
                    .end
                    .saturating_add(bit)
                    .saturating_add(rest.trailing_zeros() as usize)
                    .min(self.bytes.len());
            }
            bit = (bit | 63).saturating_add(1);
        }
        self.bytes.len()
    }

    fn unclaimed_in(&self, gap: Range<usize>) -> Result<usize> {
        let gap = known(self.bytes, gap.start, gap.len())?;
        let Some(first) = first_stray(gap) else { return Ok(0) };
        let last = gap.iter().rposition(|byte| *byte != FREE).unwrap_or(first);
        Ok(last.saturating_sub(first).saturating_add(1))
    }
}

/// The first of the bytes between two objects that is not free.
fn first_stray(gap: &[u8]) -> Option<usize> {
    if is_all(gap, FREE) {
        return None;
    }
    let mut at = 0usize;
    loop {
        at = at.saturating_add(gap.get(at..)?.iter().position(|byte| *byte != FREE)?);
        let len = match gap.get(at..)? {
            [FREE_RUN, rest @ ..] => {
                rest.split_first_chunk().map(|(len, rest)| (u32::from_le_bytes(*len) as usize, rest))
            }
            _ => None,
        };
        match len {
            Some((len, rest)) if len <= rest.len() => at = at.saturating_add(5).saturating_add(len),
            _ => return Some(at),
        }
    }
}

/// At most 64.
#[allow(clippy::cast_possible_truncation)]
fn len_of(range: Range<usize>) -> u32 {
    range.len() as u32
}

/// Whether all bytes equal one.
#[inline]
pub(crate) fn is_all(bytes: &[u8], byte: u8) -> bool {
    let (words, rest) = bytes.as_chunks::<16>();
    words.iter().all(|word| *word == [byte; 16]) && rest.iter().all(|other| *other == byte)
}

#[cold]
#[inline(never)]
fn overlap(at: usize) -> Error {
    Error::corrupt(at, Wording::ClaimsOverlap)
}

// Maps and sets in a proof: keys ascend through all runs, and the blocks have as many entries as
// the header says.

impl<'a> Verifier<'a> {
    /// A map, and its object.
    pub(super) fn map(&mut self, map: &MapRef<'a>, object: &Object<'a>) -> Result<()> {
        self.claim(object)?;
        let mut last = None;
        self.deeper(|verifier| {
            map.for_each_run(&mut |block, run| {
                block.map_or(Ok(()), |block| verifier.claim(&block))?;
                verifier.entries(map, run, &mut last)
            })
        })
    }

    /// The entries of a run, whose keys must be greater than `last`.
    fn entries(&mut self, map: &MapRef<'a>, run: &Elements<'a>, last: &mut Option<SortedKey<'a>>) -> Result<()> {
        let checks_keys = self.plan.needs_look(self.schema, &map.entry.key);
        let item = map.entry.value.as_ref().filter(|value| self.plan.needs_look(self.schema, value));
        let mut parts = map.entry_slots();
        for bytes in run.bytes.chunks_exact(run.stride.max(1)) {
            parts.go_to(bytes)?;
            let EntrySlots { key, value, .. } = &parts;
            if checks_keys {
                self.item(bytes, &map.entry.key)?;
            }
            let sorted = key.sorted()?;
            if let Some(last) = last
                && !key.ascends(last, &sorted)?
            {
                let error = Error::corrupt(key.buf.position(bytes), Wording::KeysNotAscending);
                return Err(of_key(error, key));
            }
            *last = Some(sorted);
            if let (Some(value), Some(item)) = (value, item) {
                self.item(value.record, item).map_err(|error| of_key(error, key))?;
            }
        }
        Ok(())
    }
}

/// The error with the key of the entry as the path.
#[cold]
fn of_key(error: Error, key: &Slot<'_>) -> Error {
    match key.value() {
        Ok(key) => error.in_step(format_args!("{}", KeyStep(key))),
        Err(_) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_in_order_with_free_bytes_between_need_no_memory() {
        let bytes = [1, 2, 3, FREE, FREE, 6, 7, FREE];
        let mut cover = ClaimMap::new(&bytes, 1);
        cover.claim(1..3).unwrap();
        cover.claim(5..7).unwrap();
        assert!(cover.bits.is_empty());
        assert_eq!(cover.unclaimed().unwrap(), 0);
        assert_eq!(cover.claim(3..4).unwrap_err().position(), Some(3));
        assert_eq!(ClaimMap::new(&bytes, 5).unclaimed().unwrap(), 2);
    }

    #[test]
    fn agrees_with_a_set_of_bytes_whatever_the_order() {
        let mut state = 7u64;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        for _ in 0..3000 {
            let len = 10 + random(300);
            let mut bytes = alloc::vec![7u8; len];
            for _ in 0..random(4) {
                let start = random(len);
                bytes[start..(start + random(40)).min(len)].fill(FREE);
            }
            if random(3) == 0 {
                let (start, [run, ..]) = (2 + random(len - 8), random(30).to_le_bytes());
                bytes[start..start + 5].copy_from_slice(&[FREE_RUN, run, 0, 0, 0]);
            }
            let mut cover = ClaimMap::new(&bytes, 2);
            let mut owned = alloc::vec![false; len];
            owned[..2].fill(true);
            let mut is_valid = true;
            for _ in 0..random(12) {
                let start = random(len);
                if bytes[start] >= FREE_RUN {
                    continue;
                }
                let range = start..(start + 1 + random(100)).min(len);
                is_valid = !owned[range.clone()].iter().any(|owned| *owned);
                assert_eq!(cover.claim(range.clone()).is_ok(), is_valid);
                if !is_valid {
                    break;
                }
                owned[range].fill(true);
            }
            // Byte by byte: an owned byte ends the run of unclaimed bytes.
            let (mut unclaimed, mut first, mut at) = (0, None, 0);
            while at < len {
                if owned[at] {
                    first = None;
                }
                if owned[at] || bytes[at] == FREE {
                    at += 1;
                    continue;
                }
                let end = at + 5 + bytes.get(at + 1).map_or(0, |run| usize::from(*run));
                let zeros = bytes.get(at + 2..at + 5) == Some(&[0; 3]);
                if let Some(last) = first.replace(at) {
                    unclaimed += at - last;
                } else if bytes[at] == FREE_RUN && zeros && end <= len && !owned[at..end].contains(&true) {
                    (first, at) = (None, end);
                    continue;
                } else {
                    unclaimed += 1;
                }
                at += 1;
            }
            if is_valid {
                assert_eq!(cover.unclaimed().unwrap(), unclaimed);
            }
        }
    }
}
