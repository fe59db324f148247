//! How much of an open buffer is waste, and when it is worth a look.
//!
//! Looking is a walk over the whole buffer, so it happens only when enough was freed to pay for it:
//!
//! - a session counts the bytes that its edits free, less those they take again, and looks when they exceed a share of
//!   the buffer; having looked, it knows exactly
//! - a session that has not looked yet does not know what earlier ones left. It also looks when what is freed covers one
//!   of a few fixed offsets of the buffer. The more bytes are freed, the likelier that is; so a buffer that is opened for
//!   every edit is looked at as often, in the mean, as one that stays open
//! - a buffer that grows is looked at where its length crosses a check point
//!
//! Slack that an object may keep, half its size, is not waste.

use core::ops::Range;

use super::slack::fair_slack;

/// What a session knows of its waste.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waste {
    /// Bytes freed and not taken again, as far as known.
    freed: usize,
    /// The amount of them at which to look.
    limit: usize,
    /// Whether `freed` is all there is.
    is_known: bool,
}

impl Waste {
    /// Of a buffer just opened.
    #[inline(always)]
    pub(super) fn unknown(len: usize) -> Self {
        Self { freed: 0, limit: (len / 16).max(32), is_known: false }
    }

    /// Of a buffer of `len` bytes that was looked at. So much must be freed before the next look that it pays.
    pub(super) fn known(waste: usize, len: usize) -> Self {
        Self { freed: waste, limit: (len / 4).max(waste.saturating_add(len / 16)), is_known: true }
    }

    /// Of a buffer that cannot be walked, and so not laid out anew.
    pub(super) fn unknowable() -> Self {
        Self { freed: 0, limit: usize::MAX, is_known: true }
    }

    /// Whether to look.
    #[inline(always)]
    pub(super) fn is_due(&self) -> bool {
        self.freed > self.limit
    }

    /// Whether more than `limit` may be wasted.
    pub(super) fn may_exceed(&self, limit: usize) -> bool {
        !self.is_known || self.freed > limit
    }

    /// Counts bytes that no object uses any more, of a buffer of `len` bytes.
    pub(super) fn free(&mut self, range: Range<usize>, len: usize) {
        self.freed = self.freed.saturating_add(range.len());
        if !self.is_known && covers_offset(&range, len) {
            self.freed = self.freed.max(self.limit.saturating_add(1));
        }
    }

    /// Counts what is left of an object that ended at `from` and now, `len` bytes long, ends at `to`: all but the slack
    /// it may keep.
    #[inline]
    pub(super) fn shrink(&mut self, len: usize, to: usize, from: usize, buffer_len: usize) {
        let kept = to.saturating_add(fair_slack(len));
        if kept < from {
            self.free(kept..from, buffer_len);
        }
    }

    /// As `shrink`, of a string that may grow back as soon as it shrank: a buffer that is opened for each is looked at only
    /// if the bytes are much of it.
    #[inline]
    pub(super) fn shrink_briefly(&mut self, len: usize, to: usize, from: usize, buffer_len: usize) {
        let kept = to.saturating_add(fair_slack(len));
        let rest = from.saturating_sub(kept);
        if rest > buffer_len / 4 {
            self.free(kept..from, buffer_len);
        } else {
            self.freed = self.freed.saturating_add(rest);
        }
    }

    /// The reverse: the object, `len` bytes long, has grown from `from` to `to`.
    #[inline]
    pub(super) fn grow(&mut self, len: usize, from: usize, to: usize) {
        self.take(to.saturating_sub(from.saturating_add(fair_slack(len))));
    }

    /// Counts bytes that are used again.
    #[inline]
    pub(super) fn take(&mut self, len: usize) {
        self.freed = self.freed.saturating_sub(len);
    }
}

/// Whether a range of a buffer of `len` bytes holds an offset that is a multiple of a power of two: of the one that is at
/// least a thirty-second of `len`. In a short buffer, where chance evens out less, it is a sixty-fourth.
fn covers_offset(range: &Range<usize>, len: usize) -> bool {
    let share = if len < 4096 { len / 64 } else { len / 32 };
    let spacing = share.max(32).checked_next_power_of_two().unwrap_or(usize::MAX);
    // Multiples below either end: their numbers differ if one is in between.
    let below = |offset: usize| offset.saturating_add(spacing.wrapping_sub(1)).wrapping_shr(spacing.trailing_zeros());
    below(range.start) < below(range.end)
}

/// The waste above which a new layout pays.
pub(super) fn tolerable(len: usize) -> usize {
    len / 4
}

/// The first length at which a growing buffer is checked for waste. The others are its products with powers of the square
/// root of two. They do not depend on the session, so a buffer that is opened for every edit is checked as often as one
/// that stays open.
const FIRST_CHECK_POINT: usize = 256;

/// The check point between a power of two and the next: 1.4142 times the power, in integers.
fn above(power: usize) -> usize {
    power.saturating_add(power / 5).saturating_add(power / 5).saturating_add(power / 64)
}

/// The first check point at or after `len`.
#[inline]
pub(super) fn next_check_point(len: usize) -> usize {
    if len <= FIRST_CHECK_POINT {
        return FIRST_CHECK_POINT;
    }
    let power = len.checked_next_power_of_two().unwrap_or(usize::MAX);
    let before = above(power / 2);
    if before >= len { before } else { power }
}

/// The shortest length to cut a buffer of `len` bytes to when only `end` are used: not across the check point below it,
/// or growing back would check again every time.
pub(super) fn keep_check_point(end: usize, len: usize) -> usize {
    let last = len.saturating_sub(1);
    if last < FIRST_CHECK_POINT {
        return end;
    }
    let power = 1usize.wrapping_shl(last.ilog2());
    let point = if above(power) <= last { above(power) } else { power };
    end.max(point.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn some_offset_is_covered_as_often_as_bytes_are_freed() {
        let len = 10_000;
        // Offsets lie 512 apart: nineteen of them, each covered by twenty ranges of twenty bytes, and the first by one.
        let covered = (0..len - 20).filter(|start| covers_offset(&(*start..*start + 20), len)).count();
        assert_eq!(covered, 19 * 20 + 1);
        assert!(covers_offset(&(0..len), len));
        assert!(!covers_offset(&(1..512), len));
        assert!(covers_offset(&(1..513), len));
    }

    #[test]
    fn check_points_lie_about_the_root_of_two_apart() {
        let points: Vec<usize> =
            core::iter::successors(Some(256), |point| Some(next_check_point(point + 1))).take(20).collect();
        assert!(points.windows(2).all(|pair| pair[1] * 10 > pair[0] * 13 && pair[1] * 10 < pair[0] * 15));
        assert_eq!(next_check_point(0), points[0]);
        assert_eq!(next_check_point(256), points[0]);
        assert_eq!(next_check_point(257), points[1]);
        assert_eq!(keep_check_point(10, 257), 257);
        assert_eq!(keep_check_point(10, 200), 10);
        assert_eq!(keep_check_point(300, 200), 300);
        for len in 257..10_000 {
            let below = points.iter().rfind(|point| **point < len).expect("256 is below");
            assert_eq!(keep_check_point(0, len), below + 1, "{len}");
            assert_eq!(
                next_check_point(len),
                *points.iter().find(|point| **point >= len).expect("there are 20"),
                "{len}"
            );
        }
    }
}
