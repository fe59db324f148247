//! How much of an open buffer is free, and when to check.
//!
//! All free bytes are FF, so a check counts the bytes that are FF: at least as many as are free,
//! and exactly as many in most buffers. It reads every byte, so it is made only when enough was
//! freed to pay for it:
//!
//! - a session counts the bytes that its edits free, less those they use again, and checks when
//!   there may be too many
//! - a session that has not checked yet does not know what earlier ones left. It also checks when a
//!   freed range covers one of a few fixed offsets of the buffer. The more bytes are freed, the
//!   likelier that is; so a buffer that is opened for every edit is checked as often, on average,
//!   as one that stays open
//! - a buffer that grows is checked when its length crosses a check point

use core::ops::Range;

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
    use alloc::vec::Vec;

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
