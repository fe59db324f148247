//! Patches of byte ranges, for identical copies of one buffer: a replica, a page in a cache, a
//! value that a store changes in place.
//!
//! A physical patch says which bytes differ, and the length and the checksum of the buffer before
//! and after. So it applies to that one state and to no other; there it takes as long as copying
//! what differs and reading the rest once. It needs no schema, and goes for any bytes.
//!
//! ```
//! use vellum::Vellum;
//! use vellum::patch::physical;
//!
//! #[derive(Vellum)]
//! struct Home { street: String, number: u32 }
//! #[derive(Vellum)]
//! struct User { name: String, home: Home }
//!
//! let user = User { name: "Ada".into(), home: Home { street: "Main Street".into(), number: 7 } };
//! let mut here = vellum::to_vec(&user)?;
//! let mut there = here.clone();
//!
//! let before = here.clone();
//! User::edit(&mut here)?.home().set_number(70_000)?;
//! let patch = physical::between(&before, &here)?;
//! assert!(patch.len() <= 28);
//! physical::apply(&patch, &mut there)?;
//! assert_eq!(there, here);
//! # Ok::<(), vellum::Error>(())
//! ```

use alloc::vec::Vec;
use core::ops::Range;

use crc32fast::Hasher;

use super::form::{Kind, PATCH, PHYSICAL, malformed, put, split};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::wire::varint;
use crate::write::Storage;

/// Equal bytes between two ranges that are fewer than a range of their own costs.
const GAP: usize = 3;

/// The patch that makes `new` of `old`.
///
/// It is found by comparing bytes at the same offsets, in one pass: edits in place leave most bytes
/// where they are. A buffer that was laid out again differs nearly everywhere; then the patch is
/// about as long as the buffer.
///
/// ```
/// use vellum::patch::physical;
///
/// let patch = physical::between(b"a text of bytes", b"a test of bytes")?;
/// // What it is, two lengths and checksums; where the range begins, its length, and its byte.
/// assert_eq!(patch.len(), 2 + 2 * 5 + 3);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Limit`] if one of the two is longer than a buffer can be.
pub fn between(old: &[u8], new: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    out.extend_from_slice(&[PATCH, PHYSICAL]);
    for bytes in [old, new] {
        put(&mut out, bytes.len())?;
        out.extend_from_slice(&crc32fast::hash(bytes).to_le_bytes());
    }
    let (mut end, mut at) = (0usize, 0usize);
    while let Some(range) = next_range(old, new, at) {
        put(&mut out, range.start.saturating_sub(end))?;
        put(&mut out, range.len())?;
        out.extend_from_slice(new.get(range.clone()).unwrap_or_default());
        (end, at) = (range.end, range.end);
    }
    Ok(out)
}

/// The next bytes of the new buffer that the old one does not have at their place, from an offset
/// on.
fn next_range(old: &[u8], new: &[u8], at: usize) -> Option<Range<usize>> {
    let same = |start: usize| -> usize {
        let (old, new) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
        let words = old.chunks_exact(16).zip(new.chunks_exact(16)).take_while(|(old, new)| old == new).count();
        let start = words.saturating_mul(16);
        let (old, new) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
        start.saturating_add(old.iter().zip(new).take_while(|(old, new)| old == new).count())
    };
    let start = at.saturating_add(same(at));
    if start >= new.len() {
        return None;
    }
    let mut end = start;
    while end < new.len() {
        let equal = same(end);
        if equal > GAP || (equal > 0 && end.saturating_add(equal) >= new.len()) {
            break;
        }
        end = end.saturating_add(equal.max(1));
    }
    Some(start..end)
}

/// Makes the new buffer of the old one, in place. All is checked before anything is written.
///
/// ```
/// use vellum::{ErrorKind, patch::physical};
///
/// let patch = physical::between(b"a text", b"a test")?;
/// let mut copy = b"a text".to_vec();
/// physical::apply(&patch, &mut copy)?;
/// assert_eq!(copy, b"a test");
/// // It is for the one state, which the copy has left.
/// assert_eq!(physical::apply(&patch, &mut copy).unwrap_err().kind(), ErrorKind::Conflict);
/// assert_eq!(copy, b"a test");
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Conflict`] if the bytes are not those that the patch was made for,
/// [`ErrorKind::Corrupt`] if the patch is damaged, [`ErrorKind::Type`] if it is a logical one,
/// [`ErrorKind::Full`] if the storage cannot become as long as the new buffer. The bytes are then
/// unchanged.
pub fn apply<S: Storage + ?Sized>(patch: &[u8], to: &mut S) -> Result<()> {
    let (base, result, ranges) = parts(patch)?;
    let old = to.bytes();
    let found = ByteState { len: old.len(), checksum: crc32fast::hash(old) };
    if found != base {
        return Err(Error::new(
            ErrorKind::Conflict,
            format_args!("the patch is for other bytes: {base} and not {found}"),
        ));
    }
    let mut checksum = Hasher::new();
    let mut end = 0usize;
    for range in ranges.clone() {
        let (at, bytes) = range?;
        // A range may follow another one at once, also where that one reaches beyond the bytes.
        let kept = if at == end { Some(&[][..]) } else { old.get(end..at) };
        let kept = kept.ok_or_else(|| malformed("a range of a patch lies behind the bytes"))?;
        checksum.update(kept);
        checksum.update(bytes);
        end = at.saturating_add(bytes.len());
    }
    let rest = old.get(end..).unwrap_or_default();
    let rest = rest.get(..result.len.saturating_sub(end)).unwrap_or(rest);
    checksum.update(rest);
    let made = ByteState { len: end.saturating_add(rest.len()), checksum: checksum.finalize() };
    if made != result {
        return Err(malformed("a patch does not make what it says: it is damaged"));
    }
    let is_longer = result.len > found.len;
    if to.has_fixed_len() && result.len != found.len {
        return Err(Error::full(result.len, found.len));
    }
    if is_longer {
        to.reserve(result.len)?;
    }
    to.resize(result.len);
    for range in ranges {
        let (at, bytes) = range?;
        let place = to.bytes_mut().get_mut(at..at.saturating_add(bytes.len()));
        place.ok_or_else(crate::error::internal_error)?.copy_from_slice(bytes);
    }
    Ok(())
}

/// The length and the checksum of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ByteState {
    len: usize,
    checksum: u32,
}

impl core::fmt::Display for ByteState {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} bytes with the checksum {:08x}", self.len, self.checksum)
    }
}

/// The states before and after, and the ranges.
fn parts(patch: &[u8]) -> Result<(ByteState, ByteState, Ranges<'_>)> {
    let (Kind::Physical, rest) = split(patch)? else {
        return Err(Error::fixed(&FixedError(ErrorKind::Type, "a logical patch, which a record applies")));
    };
    let (base, rest) = ByteState::read(rest)?;
    let (result, rest) = ByteState::read(rest)?;
    Ok((base, result, Ranges { rest, end: 0 }))
}

impl ByteState {
    fn read(bytes: &[u8]) -> Result<(Self, &[u8])> {
        let read = || {
            let (len, rest) = varint::read(bytes)?;
            let (checksum, rest) = rest.split_first_chunk()?;
            Some((Self { len: len as usize, checksum: u32::from_le_bytes(*checksum) }, rest))
        };
        read().ok_or_else(|| malformed("a patch ends within its checksums"))
    }
}

/// The ranges of a patch: where each begins, and its bytes.
#[derive(Clone, Debug)]
struct Ranges<'p> {
    rest: &'p [u8],
    end: usize,
}

impl<'p> Iterator for Ranges<'p> {
    type Item = Result<(usize, &'p [u8])>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let mut read = || {
            let (skipped, rest) = varint::read(self.rest)?;
            let (len, rest) = varint::read(rest)?;
            let (bytes, rest) = rest.split_at_checked(len as usize)?;
            let at = self.end.saturating_add(skipped as usize);
            (self.rest, self.end) = (rest, at.saturating_add(bytes.len()));
            Some((at, bytes))
        };
        let read = read();
        if read.is_none() {
            self.rest = &[];
        }
        Some(read.ok_or_else(|| malformed("a patch ends within a range")))
    }
}
