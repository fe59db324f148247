//! The bytes: checked ranges, varints, pointer width, header. Nothing here knows a schema.

pub(crate) mod header;
pub(crate) mod pieces;
pub(crate) mod proved;
pub(crate) mod unfilled;
pub(crate) mod varint;
pub(crate) mod width;

use core::ops::Range;

use crate::error::{Result, internal_error};

/// The one place where an offset and a length become a range: both in u64, so that no sum can wrap,
/// and never beyond `limit`.
#[inline]
pub(crate) fn range(position: u64, length: u64, limit: usize) -> Option<Range<usize>> {
    let end = position.checked_add(length)?;
    if end > limit as u64 {
        return None;
    }
    // Both are at most `limit`, which is a usize.
    #[allow(clippy::cast_possible_truncation)]
    Some(position as usize..end as usize)
}

/// The bytes from `position` on, `length` long, if all of them exist.
#[inline]
pub(crate) fn slice(bytes: &[u8], position: usize, length: usize) -> Option<&[u8]> {
    bytes.get(range(position as u64, length as u64, bytes.len())?)
}

/// As [`slice`], to write.
#[inline]
pub(crate) fn slice_mut(bytes: &mut [u8], position: usize, length: usize) -> Option<&mut [u8]> {
    let range = range(position as u64, length as u64, bytes.len())?;
    bytes.get_mut(range)
}

/// Length as a varint value; beyond the format's limit it is caught by the total.
#[inline]
#[allow(clippy::cast_possible_truncation)]
pub(crate) const fn clamp(len: usize) -> u32 {
    if len > u32::MAX as usize { u32::MAX } else { len as u32 }
}

/// What a record stores of `size` bytes at `offset`: all of them, or nothing if it is of an older
/// revision and ends before. Nothing stands for zeros then.
#[inline]
#[must_use]
pub(crate) fn stored(record: &[u8], offset: usize, size: usize) -> &[u8] {
    slice(record, offset, size).unwrap_or(&[])
}

pub(crate) use self::stored as slice_or_empty;

/// The bytes from `position` on, `length` long, of which an earlier step made sure.
///
/// # Errors
/// [`ErrorKind::Internal`](crate::ErrorKind::Internal) if they are not there: then that step is
/// wrong, whatever the bytes are.
#[inline]
pub(crate) fn known(bytes: &[u8], position: usize, length: usize) -> Result<&[u8]> {
    slice(bytes, position, length).ok_or_else(internal_error)
}

/// As [`known`], to the end.
///
/// # Errors
/// As of [`known`].
#[inline]
pub(crate) fn known_from(bytes: &[u8], position: usize) -> Result<&[u8]> {
    bytes.get(position..).ok_or_else(internal_error)
}

/// The bytes before the zeros at the end.
pub(crate) fn trimmed(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last.saturating_add(1));
    bytes.get(..end).unwrap_or(bytes)
}
