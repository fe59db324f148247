//! The free space of an open buffer: a table of the free ranges that a session knows, and the count
//! of free bytes.
//!
//! The table is small and has disjoint ranges in address order. Only whole freed objects enter it.
//! No range in it is in use: an object that grows over a range first removes that part.

use alloc::boxed::Box;
use core::ops::Range;

/// How many ranges a session remembers; the smallest are forgotten first, and stay unused in the
/// buffer.
const CAPACITY: usize = 8;

/// Disjoint ranges in address order, neighbours merged.
///
/// One range needs no table: most sessions free nothing or little, and opening one should cost
/// nothing.
#[derive(Clone, Debug)]
pub(crate) enum FreeList {
    /// One range, or none if it is empty.
    One((usize, usize)),
    Many(Box<Table>),
}

impl core::default::Default for FreeList {
    #[inline]
    fn default() -> Self {
        Self::One((0, 0))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Table {
    ranges: [(usize, usize); CAPACITY + 1],
    count: usize,
}

impl FreeList {
    fn used(&self) -> &[(usize, usize)] {
        match self {
            Self::One((start, end)) if start >= end => &[],
            Self::One(range) => core::slice::from_ref(range),
            Self::Many(table) => table.ranges.get(..table.count).unwrap_or(&[]),
        }
    }

    /// Whether no range is known.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        matches!(*self, Self::One((start, end)) if start >= end)
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether some range has `len` bytes outside of `taken`.
    #[inline]
    pub(crate) fn fits(&self, len: u64, taken: &Range<usize>) -> bool {
        let fits = |start: usize, end: usize| end.saturating_sub(start) as u64 >= len;
        self.used().iter().any(|&(start, end)| fits(start, end.min(taken.start)) || fits(start.max(taken.end), end))
    }

    /// The start of the range that ends at `end`, if there is one.
    pub(crate) fn touching(&self, end: usize) -> Option<usize> {
        self.used().last().filter(|(_, last)| *last == end).map(|(start, _)| *start)
    }

    /// Takes `len` bytes from the first range that is long enough.
    pub(crate) fn take(&mut self, len: usize) -> Option<usize> {
        let (start, _) = *self.used().iter().find(|(start, end)| end.saturating_sub(*start) >= len)?;
        self.subtract(start..start.saturating_add(len));
        Some(start)
    }

    /// Removes the bytes of `range` from the table.
    #[inline]
    pub(crate) fn subtract(&mut self, range: Range<usize>) {
        if !self.is_empty() {
            self.subtract_known(range);
        }
    }

    #[inline(never)]
    fn subtract_known(&mut self, range: Range<usize>) {
        match self {
            Self::One((start, end)) if range.end <= *start || range.start >= *end => {}
            Self::One((start, _)) if range.start <= *start => *start = range.end,
            Self::One((_, end)) if range.end >= *end => *end = range.start,
            _ if range.is_empty() => {}
            Self::Many(table) => {
                if !table.trim(&range) {
                    table.rebuild(&range, false);
                }
            }
            Self::One(_) => self.rebuild(&range, false),
        }
    }

    /// Adds a range.
    pub(crate) fn insert(&mut self, range: Range<usize>) {
        match self {
            _ if range.is_empty() => {}
            Self::One(only) if only.0 >= only.1 => *only = (range.start, range.end),
            _ => self.rebuild(&range, true),
        }
    }

    fn rebuild(&mut self, range: &Range<usize>, add: bool) {
        match self {
            Self::One(only) => {
                let mut table = Box::new(Table { ranges: [*only; CAPACITY + 1], count: 1 });
                table.rebuild(range, add);
                *self = Self::Many(table);
            }
            Self::Many(table) => table.rebuild(range, add),
        }
    }
}

impl Table {
    /// Removes `range` if that only shortens ranges; returns false if it splits or covers one, and
    /// then nothing has changed.
    fn trim(&mut self, range: &Range<usize>) -> bool {
        let used = self.ranges.get_mut(..self.count).unwrap_or_default();
        let stays = |&(start, end): &(usize, usize)| {
            range.end <= start || range.start >= end || (range.start <= start) != (range.end >= end)
        };
        if !used.iter().all(stays) {
            return false;
        }
        for (start, end) in used.iter_mut().filter(|(start, end)| range.start < *end && *start < range.end) {
            if range.start <= *start {
                *start = range.end;
            } else {
                *end = range.start;
            }
        }
        true
    }

    /// Builds the table again without `range`, or with it merged in.
    fn rebuild(&mut self, range: &Range<usize>, add: bool) {
        let used = self.ranges.get(..self.count).unwrap_or_default();
        let first = used.iter().take_while(|(_, end)| *end < range.start).count();
        let after = used.iter().rev().take_while(|(start, _)| *start > range.end).count();
        let last = self.count.saturating_sub(after);
        // Where those that touch the range begin and end, if there are any.
        let touched = used.get(first..last).unwrap_or_default();
        let low = touched.first().map_or(range.start, |(start, _)| *start);
        let high = touched.last().map_or(range.end, |(_, end)| *end);
        let merged = (low.min(range.start), high.max(range.end));
        let (left, right) = if add { (merged, (0, 0)) } else { ((low, range.start), (range.end, high)) };
        let to = first.saturating_add(usize::from(left.0 < left.1)).saturating_add(usize::from(right.0 < right.1));
        // One more at most than there were: the array has a place for it.
        if to != last && after > 0 {
            self.ranges.copy_within(last..self.count, to);
        }
        let places = self.ranges.get_mut(first..to).unwrap_or_default().iter_mut();
        places.zip([left, right].iter().filter(|(a, b)| a < b)).for_each(|(place, piece)| *place = *piece);
        self.count = to.saturating_add(after);
        if self.count > CAPACITY {
            // There are too many: the smallest is forgotten.
            let sizes = self.ranges.iter().map(|(start, end)| end.saturating_sub(*start)).enumerate();
            let smallest = sizes.min_by_key(|(_, size)| *size).map_or(0, |(index, _)| index);
            self.ranges.get_mut(smallest..).unwrap_or_default().rotate_left(1);
            self.count = CAPACITY;
        }
    }
}

// The count of free bytes in an open buffer, and when a session checks it.
//
// All free bytes are FF, so a check counts the bytes that are FF: at least as many as are free,
// and exactly as many in most buffers. It reads every byte, so it is made only when enough was
// freed to pay for it:
//
// - a session counts the bytes that its edits free, less those they use again, and checks when
//   there may be too many
// - a session that has not checked yet does not know what earlier ones left. It also checks when a
//   freed range covers one of a few fixed offsets of the buffer. The more bytes are freed, the
//   likelier that is; so a buffer that is opened for every edit is checked as often, on average,
//   as one that stays open
// - a buffer that grows is checked when its length crosses a check point

/// Fewer free bytes are not worth a check.
const LEAST: usize = 16;

/// Fewer of a working buffer are not worth a layout.
const LEAST_WORKING: usize = 1024;

/// What a session knows of its waste.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waste {
    /// Bytes freed since the last check and not used again.
    freed: usize,
    /// The number of freed bytes at which to check.
    limit: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The session has not checked yet.
    Unknown,
    Known,
    /// The buffer is a working one: what is free in it is not searched for, and not used again
    /// until a layout, which comes when at least half of the buffer was freed.
    Working,
}

impl Default for Waste {
    /// For a buffer that was just opened. The limit is that of a short buffer until something is
    /// freed.
    #[inline(always)]
    fn default() -> Self {
        Self { freed: 0, limit: LEAST, state: State::Unknown }
    }
}

impl Waste {
    /// For a buffer of `len` bytes that was checked: at most `free` of them are free.
    pub(super) fn known(free: usize, len: usize) -> Self {
        Self { freed: 0, limit: tolerable(len).saturating_sub(free).max(len / 64).max(LEAST), state: State::Known }
    }

    /// For a buffer that cannot be laid out anew.
    pub(super) fn unknowable() -> Self {
        Self { freed: 0, limit: usize::MAX, state: State::Known }
    }

    /// For a working buffer.
    pub(super) fn working() -> Self {
        Self { freed: 0, limit: usize::MAX, state: State::Working }
    }

    /// Whether it is that of a working buffer.
    #[inline(always)]
    pub(super) fn is_working(&self) -> bool {
        self.state == State::Working
    }

    /// Whether to check.
    #[inline(always)]
    pub(super) fn is_due(&self) -> bool {
        self.freed > self.limit
    }

    /// Whether a check is of any use.
    pub(super) fn is_knowable(&self) -> bool {
        self.limit != usize::MAX && !self.is_working()
    }

    /// Counts bytes of a buffer of `len` bytes as freed.
    #[inline]
    pub(super) fn free(&mut self, range: Range<usize>, len: usize) {
        self.freed = self.freed.saturating_add(range.len());
        match self.state {
            State::Unknown => {
                self.limit = (len / 64).max(LEAST);
                if covers_offset(&range, len) {
                    self.freed = self.freed.max(self.limit.saturating_add(1));
                }
            }
            State::Known => {}
            State::Working => self.limit = (len / 2).max(LEAST_WORKING),
        }
    }

    /// Counts bytes as used again.
    #[inline]
    pub(super) fn take(&mut self, len: usize) {
        self.freed = self.freed.saturating_sub(len);
    }

    /// Makes a check due.
    pub(super) fn ask_again(&mut self) {
        (self.freed, self.limit) = (1, 0);
    }
}

/// Whether a range of a buffer of `len` bytes holds an offset that is a multiple of a power of two:
/// of the one that is at least a sixty-fourth of `len`.
#[inline]
fn covers_offset(range: &Range<usize>, len: usize) -> bool {
    let spacing = (len / 64).max(LEAST).checked_next_power_of_two().unwrap_or(usize::MAX);
    // The number of multiples below each end: they differ if one lies in between.
    let below = |offset: usize| offset.saturating_add(spacing.wrapping_sub(1)).wrapping_shr(spacing.trailing_zeros());
    below(range.start) < below(range.end)
}

/// The number of free bytes above which a new layout pays. With the bytes that are freed before the
/// next check, at most a third of a buffer is free, so it has at most 1.5 times the bytes of its
/// values.
pub(super) fn tolerable(len: usize) -> usize {
    (len / 4).saturating_add(len / 32)
}

/// An upper bound of the free bytes.
#[inline(never)]
pub(super) fn count_free(bytes: &[u8]) -> usize {
    // A byte can count that many, and the compiler unrolls a loop of that length.
    const BLOCK: usize = 128;
    let count = |block: &[u8; BLOCK]| {
        usize::from(block.iter().fold(0u8, |count, byte| count.wrapping_add(u8::from(*byte == 0xFF))))
    };
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    if let Some(last) = last.get_mut(..rest.len()) {
        last.copy_from_slice(rest);
    }
    blocks.iter().fold(count(&last), |free, block| free.saturating_add(count(block)))
}

/// The first length at which a growing buffer is checked for waste. Check points divide the range
/// from a power of two to the next into sixteen parts. They do not depend on the session, so a
/// buffer that is opened for every edit is checked as often as one that stays open.
const FIRST_CHECK_POINT: usize = 1024;

/// The distance of the check points around `len`.
fn spacing(len: usize) -> usize {
    1usize.wrapping_shl(len.saturating_sub(1).max(FIRST_CHECK_POINT).ilog2().saturating_sub(4))
}

/// The first check point at or after `len`.
#[inline]
pub(super) fn next_check_point(len: usize) -> usize {
    len.max(FIRST_CHECK_POINT).checked_next_multiple_of(spacing(len)).unwrap_or(usize::MAX)
}

/// The shortest length to cut a buffer of `len` bytes to when only `end` are used: not across the
/// check point below it, or growing back would check again every time.
pub(super) fn keep_check_point(end: usize, len: usize) -> usize {
    let last = len.saturating_sub(1);
    if last < FIRST_CHECK_POINT {
        return end;
    }
    let spacing = spacing(len);
    // A power of two.
    let point = last & spacing.wrapping_neg();
    end.max(point.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(ranges: &[Range<usize>]) -> FreeList {
        let mut extents = FreeList::default();
        for range in ranges {
            extents.insert(range.clone());
        }
        extents
    }

    #[test]
    fn neighbours_and_overlaps_merge_in_any_order() {
        assert_eq!(table(&[10..20, 30..40, 20..30]).used(), [(10, 40)]);
        assert_eq!(table(&[30..40, 10..20, 15..35]).used(), [(10, 40)]);
        assert_eq!(table(&[30..40, 10..20]).used(), [(10, 20), (30, 40)]);
    }

    #[test]
    fn taking_and_subtracting_leave_exactly_the_rest() {
        let mut extents = table(&[10..20, 30..50]);
        assert_eq!(extents.take(15), Some(30));
        assert_eq!(extents.used(), [(10, 20), (45, 50)]);
        extents.subtract(12..47);
        assert_eq!(extents.used(), [(10, 12), (47, 50)]);
        assert_eq!(extents.take(4), None);
    }

    #[test]
    fn room_is_what_is_left_besides_the_bytes_taken() {
        let extents = table(&[10..20, 30..50]);
        assert!(extents.fits(20, &(0..0)) && !extents.fits(21, &(0..0)));
        assert!(extents.fits(12, &(0..38)) && !extents.fits(13, &(0..38)));
        assert!(extents.fits(10, &(25..60)) && !extents.fits(1, &(0..60)));
    }

    #[test]
    fn subtracting_the_middle_splits() {
        let mut extents = FreeList::default();
        extents.insert(10..50);
        extents.subtract(20..30);
        assert_eq!(extents.used(), [(10, 20), (30, 50)]);
    }

    #[test]
    fn a_full_table_forgets_its_smallest_range() {
        let mut extents = FreeList::default();
        for index in 0..CAPACITY {
            extents.insert(index * 100..index * 100 + 10 + index);
        }
        extents.insert(950..990);
        assert_eq!(extents.used().len(), CAPACITY);
        assert!(!extents.used().contains(&(0, 10)));
        assert!(extents.used().contains(&(950, 990)));
    }

    #[test]
    fn agrees_with_a_set_of_bytes_under_random_operations() {
        let mut state = 7u64;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let mut extents = FreeList::default();
        let mut free = [false; 64];
        for _ in 0..20_000 {
            let start = random(60);
            let range = start..start + 1 + random(4);
            let add = random(2) == 0;
            if add {
                extents.insert(range.clone());
            } else {
                extents.subtract(range.clone());
            }
            free[range].fill(add);
            let mut listed = [false; 64];
            for (start, end) in extents.used() {
                listed[*start..*end].fill(true);
            }
            // What was forgotten is free but not listed; nothing listed is in use.
            assert!(listed.iter().zip(&free).all(|(listed, free)| !listed || *free));
            free = listed;
        }
    }
}

#[cfg(test)]
mod tests_of_waste {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn some_offset_is_covered_as_often_as_bytes_are_freed() {
        let len = 10_000;
        // Offsets lie 256 apart: 39 of them, each covered by twenty ranges of twenty bytes, the
        // first by one and the last, at 9,984, by fifteen.
        let covered = (0..len - 20).filter(|start| covers_offset(&(*start..*start + 20), len)).count();
        assert_eq!(covered, 38 * 20 + 1 + 15);
        assert!(covers_offset(&(0..len), len));
        assert!(!covers_offset(&(1..256), len));
        assert!(covers_offset(&(1..257), len));
    }

    #[test]
    fn no_free_byte_is_missed() {
        for len in (0..300).chain([1000, 4096]) {
            let mut bytes = alloc::vec![0xFF; len];
            assert_eq!(count_free(&bytes), len);
            for at in (0..len).step_by(7) {
                bytes[at] = 0xFE;
            }
            assert_eq!(count_free(&bytes), len - len.div_ceil(7));
        }
    }

    #[test]
    fn check_points_divide_the_way_to_the_next_power_of_two_into_sixteen() {
        let points: Vec<usize> =
            core::iter::successors(Some(1024), |point| Some(next_check_point(point + 1))).take(100).collect();
        assert_eq!(points[..3], [1024, 1088, 1152]);
        assert_eq!((points[16], points[17], points[32]), (2048, 2176, 4096));
        assert_eq!(next_check_point(0), 1024);
        assert_eq!(next_check_point(1024), 1024);
        assert_eq!(keep_check_point(10, 1025), 1025);
        assert_eq!(keep_check_point(10, 800), 10);
        assert_eq!(keep_check_point(900, 800), 900);
        for len in 1025..50_000 {
            let below = points.iter().rfind(|point| **point < len).expect("1024 is below");
            assert_eq!(keep_check_point(0, len), below + 1, "{len}");
            assert_eq!(
                next_check_point(len),
                *points.iter().find(|point| **point >= len).expect("there are 100"),
                "{len}"
            );
        }
    }
}
