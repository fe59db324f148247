//! Ranges of bytes and of text in edits.

use core::ops::{Bound, Range, RangeBounds};

use crate::error::{Error, Result, Wording};

/// The byte range of a text, checked.
///
/// Only the two ends are checked, so the cost of appending does not depend on the length of the
/// text.
pub(crate) fn text_range(text: &[u8], range: &impl RangeBounds<usize>) -> Result<Range<usize>> {
    let range = byte_range(text.len(), range)?;
    // A byte of UTF-8 other than the first of a character is `10xxxxxx`.
    let is_boundary = |at: usize| text.get(at).is_none_or(|byte| byte & 0xC0 != 0x80);
    if is_boundary(range.start) && is_boundary(range.end) {
        return Ok(range);
    }
    Err(Error::of(crate::ErrorKind::Path, Wording::WithinCharacter, [range.start as u64, range.end as u64, 0]))
}

/// The range that bounds select of `len` bytes.
pub(crate) fn byte_range(len: usize, range: &impl RangeBounds<usize>) -> Result<Range<usize>> {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => last.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => len,
    };
    if start <= end && end <= len { Ok(start..end) } else { Err(no_range(&(start..end), len)) }
}

/// The error for a range outside the value.
#[cold]
pub(crate) fn no_range(range: &Range<usize>, len: usize) -> Error {
    Error::of(crate::ErrorKind::Path, Wording::Range, [range.start as u64, range.end as u64, len as u64])
}
