//! The search in a sorted run.
//!
//! ```text
//! while four or more are left         a b c d e f g h i j k l      three of them are looked at, evenly spread
//!                                       ^     ^     ^              how many are less than the key says which part is left
//! ```
//! Nothing branches on the results, and the three loads are independent: a plain binary search
//! costs a mispredicted branch and a memory access for each halving, this one a memory access for
//! two halvings.

use core::cmp::Ordering;

use super::Buf;
use super::record::RecordBytes;
use crate::error::Result;
use crate::layout::Size;
use crate::wire::width::Width;

/// The first index below `len` whose entry is not less than what is searched, or `len`. In an
/// unsorted run any index.
///
/// # Errors
/// The error of `check` for an index whose entry cannot be read.
#[inline(always)]
pub(crate) fn lower_bound(
    mut len: usize,
    is_less: impl Fn(usize) -> Less,
    check: impl Fn(usize) -> Result<()>,
) -> Result<usize> {
    let mut start = 0usize;
    while len >= 4 {
        let step = len / 4;
        let at = |number: usize| start.wrapping_add(step.wrapping_mul(number)).wrapping_sub(1);
        let less = is_less(at(1)).0.wrapping_add(is_less(at(2)).0).wrapping_add(is_less(at(3)).0);
        if less > 3 {
            (1..4).try_for_each(|number| check(at(number)))?;
        }
        let skipped = less.wrapping_mul(step);
        start = start.wrapping_add(skipped);
        len = if less == 3 { len.wrapping_sub(skipped) } else { step.wrapping_sub(1) };
    }
    // At most three are left; all are compared.
    let end = start.wrapping_add(len);
    let less = (start..end).fold(0usize, |less, index| less.wrapping_add(is_less(index).0));
    if less > 3 {
        (start..end).try_for_each(check)?;
    }
    Ok(start.wrapping_add(less))
}

/// Whether an entry is less than the sought key, as a number for sums.
#[derive(Clone, Copy, Debug)]
pub struct Less(usize);

impl Less {
    /// The entry cannot be read. A number that three others cannot add up to.
    pub(crate) const BROKEN: Self = Self(4);
}

impl From<bool> for Less {
    #[inline(always)]
    fn from(is_less: bool) -> Self {
        Self(usize::from(is_less))
    }
}

impl From<Result<Ordering>> for Less {
    #[inline(always)]
    fn from(order: Result<Ordering>) -> Self {
        order.map_or(Self::BROKEN, |order| order.is_lt().into())
    }
}

/// A sought key.
pub(crate) trait Sought {
    /// Compares the key at the start of an entry with this one.
    fn compare(&self, entry: &[u8]) -> Result<Ordering>;

    /// Whether the key at the start of an entry is less.
    #[inline(always)]
    fn is_greater_than(&self, entry: &[u8]) -> Less {
        self.compare(entry).into()
    }
}

impl<F: Fn(&[u8]) -> Result<Ordering>> Sought for F {
    #[inline(always)]
    fn compare(&self, entry: &[u8]) -> Result<Ordering> {
        self(entry)
    }
}

/// Compares by whichever of the two is fast for the key's type.
impl<F: Fn(&[u8]) -> Result<Ordering>, G: Fn(&[u8]) -> Less> Sought for (F, G) {
    #[inline(always)]
    fn compare(&self, entry: &[u8]) -> Result<Ordering> {
        self.0(entry)
    }

    #[inline(always)]
    fn is_greater_than(&self, entry: &[u8]) -> Less {
        self.1(entry)
    }
}

/// The string or bytes at a slot of a record.
#[inline(always)]
fn blob_at<'a, W: Width>(buf: &Buf<'a, W>, record: &[u8], slot: Size) -> Result<&'a [u8]> {
    match buf.follow(record, slot)? {
        Some(object) => buf.blob(object),
        None => Ok(&[]),
    }
}

/// Compares the string or bytes at a slot of a record with another.
#[inline]
pub(crate) fn compare_blob<W: Width>(buf: &Buf<'_, W>, record: &[u8], slot: Size, key: &[u8]) -> Result<Ordering> {
    Ok(blob_at(buf, record, slot)?.cmp(key))
}

/// The order of the strings or bytes at a slot of two records.
#[inline]
pub(crate) fn order_blobs(one: &RecordBytes<'_>, other: &RecordBytes<'_>, slot: Size) -> Result<Ordering> {
    Ok(blob_at(one.buf(), one.bytes(), slot)?.cmp(blob_at(other.buf(), other.bytes(), slot)?))
}

/// Whether the string or bytes at the start of an entry are less. Most differ in the first eight
/// bytes, which are compared as one number.
#[inline(always)]
pub(crate) fn is_blob_less<W: Width>(buf: Buf<'_, W>, entry: &[u8], key: &[u8]) -> Less {
    if let Some(pointer) = buf.width.load(entry)
        && pointer >= buf.floor
        && let Some([len @ 0..0x80, rest @ ..]) = buf.bytes.get(pointer..)
        && let Some(stored) = rest.get(..usize::from(*len))
    {
        return is_less(stored, key).into();
    }
    is_rare_less(buf, entry, key)
}

/// The first eight bytes as a number that sorts as they do; what is missing is zeros.
#[inline]
pub(crate) fn start_of(content: &[u8]) -> u64 {
    match content.first_chunk() {
        Some(start) => u64::from_be_bytes(*start),
        None => {
            content.iter().zip([56, 48, 40, 32, 24, 16, 8]).fold(0, |start, (byte, by)| start | u64::from(*byte) << by)
        }
    }
}

/// The bits that so many bytes take of such a number.
const STARTS: [u64; 8] =
    [0, u64::MAX << 56, u64::MAX << 48, u64::MAX << 40, u64::MAX << 32, u64::MAX << 24, u64::MAX << 16, u64::MAX << 8];

/// The order of the string or bytes at the start of an entry, and a key of that start; `None` if it
/// cannot be read. Most differ in their starts.
#[inline(always)]
pub(crate) fn order_of_blob<W: Width>(buf: Buf<'_, W>, entry: &[u8], key: &[u8], start: u64) -> Option<Ordering> {
    let pointer = buf.width.load(entry)?;
    if pointer >= buf.floor
        && let Some(object) = buf.bytes.get(pointer..)
        && let Some([len @ 0..0x80, first @ ..]) = object.first_chunk::<9>()
        && let Some(stored) = object.get(1..usize::from(*len).wrapping_add(1))
    {
        let first = u64::from_be_bytes(*first) & STARTS.get(usize::from(*len)).copied().unwrap_or(u64::MAX);
        return Some(if first == start { stored.cmp(key) } else { first.cmp(&start) });
    }
    let Buf { bytes, floor, width } = buf;
    rare_order(bytes, floor, width, entry, key)
}

/// The order where the pointer is null, the text is long or at the end, or bytes are corrupt. It
/// gets the parts of the buffer, so that this does not lie in memory for the search.
#[cold]
#[inline(never)]
fn rare_order<W: Width>(bytes: &[u8], floor: usize, width: W, entry: &[u8], key: &[u8]) -> Option<Ordering> {
    compare_blob(&Buf { bytes, floor, width }, entry, Size::ZERO, key).ok()
}

/// Compares where the pointer is null, the text is long, or bytes are corrupt.
#[inline(never)]
fn is_rare_less<W: Width>(buf: Buf<'_, W>, entry: &[u8], key: &[u8]) -> Less {
    compare_blob(&buf, entry, Size::ZERO, key).into()
}

/// Whether one text or bytes are less than others; most differ in the first eight bytes.
#[inline(always)]
pub(crate) fn is_less(one: &[u8], other: &[u8]) -> bool {
    match (one.first_chunk(), other.first_chunk()) {
        (Some(first), Some(second)) if first != second => u64::from_be_bytes(*first) < u64::from_be_bytes(*second),
        _ => one < other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn every_place_in_runs_of_every_length_is_found() {
        for len in 0..200usize {
            for place in 0..=len {
                assert_eq!(lower_bound(len, |index| (index < place).into(), |_| Ok(())).unwrap(), place);
            }
        }
    }

    #[test]
    fn what_is_not_sorted_ends_within_the_run() {
        let state = core::cell::Cell::new(1u64);
        for len in 0..200usize {
            let random = |index| {
                assert!(index < len);
                state.set(state.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                (state.get() >> 63 == 0).into()
            };
            assert!(lower_bound(len, random, |_| Ok(())).unwrap() <= len);
        }
    }

    #[test]
    fn what_cannot_be_read_ends_the_search() {
        for len in 1..200 {
            for broken in 0..len {
                let is_less = |index| if index == broken { Less::BROKEN } else { (index < broken).into() };
                let check = |index| if index == broken { Err(Error::corrupt(index, "no key")) } else { Ok(()) };
                assert!(lower_bound(len, is_less, check).is_err());
            }
        }
    }
}
