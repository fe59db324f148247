//! Free bytes behind an object, kept for it to grow into.

/// The slack an object may keep: half its size, so that growth costs a constant share of it.
pub(super) fn fair_slack(len: usize) -> usize {
    len / 2
}

/// Whether all of these bytes are free.
#[inline]
pub(super) fn is_free(bytes: &[u8]) -> bool {
    let (words, rest) = bytes.as_chunks();
    words.iter().all(|word| u64::from_ne_bytes(*word) == u64::MAX) && rest.iter().all(|byte| *byte == 0xFF)
}

/// The free bytes that follow `end`, up to `most`.
pub(crate) fn slack_after(bytes: &[u8], end: usize, most: usize) -> usize {
    let rest = bytes.get(end..).unwrap_or(&[]);
    let rest = rest.get(..most).unwrap_or(rest);
    rest.iter().position(|byte| *byte != 0xFF).unwrap_or(rest.len())
}

/// The slack of a new list in a buffer that is a draft: one that is filled, laid out and thrown away. Elements come one by one there, and
/// what they point to comes in between.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DraftSlack {
    pub(super) is_draft: bool,
}

impl DraftSlack {
    /// Bytes behind a list whose elements have so many; none behind long ones.
    pub(super) fn of(self, stride: usize) -> usize {
        const ELEMENTS: usize = 3;
        const MOST: usize = 256;
        let slack = stride.saturating_mul(ELEMENTS);
        if self.is_draft && slack <= MOST { slack } else { 0 }
    }
}
