//! The free space a session knows of: a small table of disjoint ranges in address order.
//!
//! Only whole freed objects enter it. No range in it is in use: an object that grows over a range
//! first removes that part.

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
    ranges: [(usize, usize); CAPACITY],
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
                let mut table = Box::new(Table { ranges: [*only; CAPACITY], count: 1 });
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

    /// Builds the table anew without `range`, or with it merged in.
    fn rebuild(&mut self, range: &Range<usize>, add: bool) {
        // Every old range leaves at most two pieces, and only one can be split.
        let mut pieces = [(0, 0); CAPACITY + 1];
        let mut count: usize = 0;
        let mut push = |start: usize, end: usize| {
            if start >= end {
                return;
            }
            if let Some(last) = count.checked_sub(1).and_then(|last| pieces.get_mut(last))
                && start <= last.1
            {
                last.1 = last.1.max(end);
            } else if let Some(piece) = pieces.get_mut(count) {
                *piece = (start, end);
                count = count.saturating_add(1);
            }
        };
        let mut pending = add.then_some((range.start, range.end));
        for &(start, end) in self.ranges.get(..self.count).unwrap_or(&[]) {
            if let Some((from, to)) = pending
                && from <= start
            {
                push(from, to);
                pending = None;
            }
            if add {
                push(start, end);
            } else {
                push(start, end.min(range.start));
                push(start.max(range.end), end);
            }
        }
        if let Some((from, to)) = pending {
            push(from, to);
        }
        let pieces = || pieces.iter().take(count).enumerate();
        // If there are too many, the smallest is forgotten.
        let smallest = || pieces().min_by_key(|(_, (start, end))| end.saturating_sub(*start));
        let forgotten = if count > CAPACITY { smallest().map(|(index, _)| index) } else { None };
        let kept = pieces().filter(|(index, _)| Some(*index) != forgotten);
        self.count = count.min(CAPACITY);
        self.ranges.iter_mut().zip(kept).for_each(|(range, (_, piece))| *range = *piece);
    }
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
