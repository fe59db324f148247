//! The order of keys in a sorted run: the search for a key, and the check that keys ascend.
//!
//! ```text
//! while many are left       a b c d e f g h i j k l      three of them are looked at, evenly spread
//!                                 ^     ^     ^          how many are less than the key says which part is left
//! then                      a b c                        halved until the key is met
//!                             ^
//! ```
//! While many are left, nothing branches on the results, and the three loads are independent: a
//! plain binary search costs a mispredicted branch and a memory access for each halving, this one a
//! memory access for two halvings. The few that are left lie close together, and each look at one
//! may be the last.

use core::cmp::Ordering;

use super::key::SortedKey;
use super::open::{RecordBytes, Slot};
use super::{Buf, Elements};
use crate::error::{Error, Result, Wording, internal_error};
use crate::layout::Size;
use crate::schema::{MapEntry, Schema};
use crate::wire::width::Width;

/// How many entries are so many that three are looked at at once.
const MANY: usize = 128;

/// What a search in a run has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyPlace {
    /// The entry of the key.
    At(usize),
    /// The first entry whose key is greater, or the end.
    Before(usize),
    /// A key that cannot be read is at this entry or one behind it.
    Broken(usize),
}

/// A sought key.
pub(crate) trait Sought {
    /// The order of the key at a place of entries and this one; `None` if it cannot be read.
    fn order(&self, entries: &[u8], at: usize) -> Option<Ordering>;

    /// Whether the key at a place is less, as a number for sums: what cannot be read counts as more
    /// than three.
    #[inline(always)]
    fn is_less(&self, entries: &[u8], at: usize) -> usize {
        self.order(entries, at).map_or(4, |order| usize::from(order.is_lt()))
    }

    /// Why a key cannot be read.
    fn error(&self, entry: &[u8]) -> Option<Error>;

    /// The place of this key in a run.
    #[inline(always)]
    fn find_in(&self, run: &Elements<'_>) -> KeyPlace {
        search(run.count, &Run { run, key: self })
    }

    /// The place of this key among so many runs, by their first entries.
    #[inline(always)]
    fn find_run(&self, count: usize, firsts: &impl RunHeads) -> KeyPlace {
        search(count, &RunsByFirst { firsts, key: self })
    }
}

impl<F: Fn(&[u8]) -> Result<Ordering>> Sought for F {
    #[inline(always)]
    fn order(&self, entries: &[u8], at: usize) -> Option<Ordering> {
        self(entries.get(at..)?).ok()
    }

    #[cold]
    fn error(&self, entry: &[u8]) -> Option<Error> {
        self(entry).err()
    }
}

/// The runs of a map.
pub(crate) trait RunHeads {
    /// The entries of a run, if it is valid and has any.
    fn first(&self, index: usize) -> Option<&[u8]>;
}

/// What is sorted by keys: entries, or runs.
trait Ascending {
    /// The order of the key at an index and the sought one; `None` if it cannot be read.
    fn order(&self, index: usize) -> Option<Ordering>;

    /// As [`Sought::is_less`].
    #[inline(always)]
    fn is_less(&self, index: usize) -> usize {
        self.order(index).map_or(4, |order| usize::from(order.is_lt()))
    }
}

/// A run of entries.
struct Run<'r, K: ?Sized> {
    run: &'r Elements<'r>,
    key: &'r K,
}

impl<K: Sought + ?Sized> Ascending for Run<'_, K> {
    #[inline(always)]
    fn order(&self, index: usize) -> Option<Ordering> {
        self.key.order(self.run.bytes, offset(index, self.run.stride))
    }

    #[inline(always)]
    fn is_less(&self, index: usize) -> usize {
        self.key.is_less(self.run.bytes, offset(index, self.run.stride))
    }
}

/// Runs by their first entries.
struct RunsByFirst<'r, F, K: ?Sized> {
    firsts: &'r F,
    key: &'r K,
}

impl<F: RunHeads, K: Sought + ?Sized> Ascending for RunsByFirst<'_, F, K> {
    #[inline(always)]
    fn order(&self, index: usize) -> Option<Ordering> {
        self.key.order(self.firsts.first(index)?, 0)
    }

    /// Only the largest maps have many runs.
    #[inline(never)]
    fn is_less(&self, index: usize) -> usize {
        self.order(index).map_or(4, |order| usize::from(order.is_lt()))
    }
}

/// The offset of an entry in a run, which has 32 bits.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
fn offset(index: usize, stride: usize) -> usize {
    (index as u32).wrapping_mul(stride as u32) as usize
}

/// Binary search for the place of a key. If the entries are unsorted, the result is any place.
#[inline(always)]
fn search(mut len: usize, sorted: &impl Ascending) -> KeyPlace {
    let mut start = 0usize;
    while len >= MANY {
        let step = len / 4;
        let at = |number: usize| start.wrapping_add(step.wrapping_mul(number)).wrapping_sub(1);
        let (first, second, third) = (sorted.is_less(at(1)), sorted.is_less(at(2)), sorted.is_less(at(3)));
        let less = first.wrapping_add(second).wrapping_add(third);
        if less > 3 {
            return KeyPlace::Broken(start);
        }
        let skipped = less.wrapping_mul(step);
        start = start.wrapping_add(skipped);
        // The last of these may be the key.
        len = if less == 3 { len.wrapping_sub(skipped) } else { step };
    }
    while len > 0 {
        let half = len / 2;
        let middle = start.wrapping_add(half);
        match sorted.order(middle) {
            Some(Ordering::Less) => {
                start = middle.wrapping_add(1);
                len = len.wrapping_sub(half).wrapping_sub(1);
            }
            Some(Ordering::Greater) => len = half,
            Some(Ordering::Equal) => return KeyPlace::At(middle),
            None => return KeyPlace::Broken(middle),
        }
    }
    KeyPlace::Before(start)
}

/// A key that is text or bytes of a buffer is searched as that.
impl<F: Fn(&[u8]) -> Result<Ordering>> Sought for (F, Option<(&Buf<'_>, &[u8])>) {
    #[inline(always)]
    fn order(&self, entries: &[u8], at: usize) -> Option<Ordering> {
        self.0.order(entries, at)
    }

    #[cold]
    fn error(&self, entry: &[u8]) -> Option<Error> {
        self.0.error(entry)
    }

    #[inline(always)]
    fn find_in(&self, run: &Elements<'_>) -> KeyPlace {
        match self.1 {
            Some((buf, key)) => find_blob(run, buf, key),
            None => self.0.find_in(run),
        }
    }

    #[inline(always)]
    fn find_run(&self, count: usize, firsts: &impl RunHeads) -> KeyPlace {
        match self.1 {
            Some((buf, key)) => BlobKey::new(buf, key).find_run(count, firsts),
            None => self.0.find_run(count, firsts),
        }
    }
}

/// Sought text or bytes.
pub(crate) fn sought_blob(buf: &Buf<'_>, key: &[u8]) -> impl Sought {
    (|entry: &[u8]| compare_blob(buf, entry, Size::ZERO, key), Some((buf, key)))
}

/// The place of text or bytes in a run: compiled once for all maps.
#[inline(never)]
pub(crate) fn find_blob(run: &Elements<'_>, buf: &Buf<'_>, key: &[u8]) -> KeyPlace {
    BlobKey::new(buf, key).find_in(run)
}

/// Sought text or bytes, with what of the buffer the search needs.
struct BlobKey<'b, 'k> {
    buf: &'b Buf<'b>,
    key: &'k [u8],
    /// The first eight bytes of the key.
    start: u64,
    /// What objects lie in, and where it begins.
    heap: &'b [u8],
    floor: u32,
    mask: u32,
}

impl<'b, 'k> BlobKey<'b, 'k> {
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    fn new(buf: &'b Buf<'b>, key: &'k [u8]) -> Self {
        let heap = if buf.bytes.len() > u32::MAX as usize { None } else { buf.bytes.get(buf.floor..) };
        let (floor, mask) = (buf.floor as u32, buf.width.mask());
        Self { buf, key, start: start_of(key), heap: heap.unwrap_or(&[]), floor, mask }
    }

    /// The stored key at a place. `None` if the pointer is null, the text is long or at the end, or
    /// bytes are corrupt.
    #[inline(always)]
    fn stored(&self, entries: &[u8], at: usize) -> Option<StoredBlob> {
        let word = entries.get(at..at.wrapping_add(4))?.first_chunk()?;
        // A pointer below the floor becomes one beyond the end.
        let object = (u32::from_le_bytes(*word) & self.mask).wrapping_sub(self.floor) as usize;
        let [len, first @ ..] = self.heap.get(object..object.wrapping_add(9))?.first_chunk::<9>()?;
        let (len, first) = (usize::from(*len), u64::from_be_bytes(*first));
        if let Some(mask) = STARTS.get(len) {
            return Some(StoredBlob { start: first & mask, object, len });
        }
        let is_whole = len < 0x80 && object.wrapping_add(len) < self.heap.len();
        is_whole.then_some(StoredBlob { start: first, object, len })
    }

    /// The order of a stored key that begins as this one does.
    #[inline(always)]
    fn order_of_same_start(&self, stored: &StoredBlob) -> Ordering {
        let start = stored.object.wrapping_add(1);
        order(self.heap.get(start..start.wrapping_add(stored.len)).unwrap_or(&[]), self.key)
    }
}

/// A stored key.
struct StoredBlob {
    /// Its first eight bytes.
    start: u64,
    object: usize,
    len: usize,
}

impl Sought for BlobKey<'_, '_> {
    /// Most differ in their first eight bytes, which are compared as one number.
    #[inline(always)]
    fn order(&self, entries: &[u8], at: usize) -> Option<Ordering> {
        match self.stored(entries, at) {
            Some(stored) if stored.start < self.start => Some(Ordering::Less),
            Some(stored) if stored.start > self.start => Some(Ordering::Greater),
            Some(stored) => Some(self.order_of_same_start(&stored)),
            None => rare_order(self.buf, entries, at, self.key),
        }
    }

    #[inline(always)]
    fn is_less(&self, entries: &[u8], at: usize) -> usize {
        match self.stored(entries, at) {
            Some(stored) if stored.start != self.start => usize::from(stored.start < self.start),
            Some(stored) => usize::from(self.order_of_same_start(&stored).is_lt()),
            None => rare_order(self.buf, entries, at, self.key).map_or(4, |order| usize::from(order.is_lt())),
        }
    }

    #[cold]
    fn error(&self, _: &[u8]) -> Option<Error> {
        Some(internal_error())
    }
}

/// The order of two contents that begin alike, out of the way of the search.
#[inline(never)]
fn order(stored: &[u8], key: &[u8]) -> Ordering {
    let second =
        |content: &[u8]| content.get(8..16).and_then(<[u8]>::first_chunk).map(|word| u64::from_be_bytes(*word));
    match (second(stored), second(key)) {
        (Some(stored), Some(key)) if stored != key => stored.cmp(&key),
        _ => stored.cmp(key),
    }
}

#[cold]
#[inline(never)]
fn rare_order(buf: &Buf<'_>, entries: &[u8], at: usize, key: &[u8]) -> Option<Ordering> {
    compare_blob(buf, entries.get(at..)?, Size::ZERO, key).ok()
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

// The check of walks over a whole map that its keys ascend.
//
// ```text
// run   b c c        c comes twice
// run   a            and a lies behind c
// ```
// A search for one key does not check the others; a walk visits them all, and one comparison for
// each costs little.

/// Whether one text or bytes are less than others; most differ in the first eight bytes.
#[inline(always)]
pub(crate) fn is_less(one: &[u8], other: &[u8]) -> bool {
    match (one.first_chunk(), other.first_chunk()) {
        (Some(first), Some(second)) if first != second => u64::from_be_bytes(*first) < u64::from_be_bytes(*second),
        _ => one < other,
    }
}

/// Fails if the keys of a run do not ascend; `last` is the last key of the previous run.
pub(crate) fn check_ascending<'a>(
    buf: &Buf<'a>,
    schema: &'a Schema,
    entry: &'a MapEntry,
    run: &Elements<'a>,
    last: &mut Option<SortedKey<'a>>,
) -> Result<()> {
    for bytes in run.bytes.chunks_exact(run.stride.max(1)) {
        let slot = Slot::of_item(*buf, bytes, schema, &entry.key);
        let key = slot.sorted()?;
        if let Some(last) = last
            && !slot.ascends(last, &key)?
        {
            return Err(Error::corrupt(buf.position(bytes), Wording::KeysNotAscending));
        }
        *last = Some(key);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run of entries that are their own numbers.
    fn run(entries: &[u8]) -> Elements<'_> {
        Elements::new(entries.len(), 1, entries)
    }

    fn all() -> alloc::vec::Vec<u8> {
        (0..250).collect()
    }

    /// Searches by a function of the entry.
    fn search(run: &Elements<'_>, order: impl Fn(usize) -> Result<Ordering>) -> KeyPlace {
        (|entry: &[u8]| order(usize::from(entry[0]))).find_in(run)
    }

    #[test]
    fn every_place_in_runs_of_every_length_is_found() {
        let all = all();
        for len in 0..all.len() {
            let run = run(&all[..len]);
            for place in 0..=len {
                let expected = if place < len { KeyPlace::At(place) } else { KeyPlace::Before(place) };
                assert_eq!(search(&run, |entry| Ok(entry.cmp(&place))), expected);
                let between = search(&run, |entry| Ok(entry.cmp(&place).then(Ordering::Greater)));
                assert_eq!(between, KeyPlace::Before(place));
            }
        }
    }

    #[test]
    fn what_is_not_sorted_ends_within_the_run() {
        let state = core::cell::Cell::new(1u64);
        let all = all();
        for len in 0..all.len() {
            let random = |_| {
                state.set(state.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                Ok((state.get() >> 62).cmp(&1))
            };
            match search(&run(&all[..len]), random) {
                KeyPlace::At(index) => assert!(index < len),
                KeyPlace::Before(index) => assert!(index <= len),
                KeyPlace::Broken(_) => panic!("all can be read"),
            }
        }
    }

    #[test]
    fn what_cannot_be_read_ends_the_search() {
        let all = all();
        for len in 1..all.len() {
            for broken in 0..len {
                let order = |entry: usize| match entry.cmp(&broken) {
                    Ordering::Equal => Err(Error::corrupt(entry, "no key")),
                    order => Ok(order),
                };
                assert!(matches!(search(&run(&all[..len]), order), KeyPlace::Broken(at) if at <= broken));
            }
        }
    }
}
