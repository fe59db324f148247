//! The common part of maps and sets: entries that are sorted by their keys, in one run or in
//! several.

use core::slice::ChunksExact;

use super::element::element;
use super::key::MapKey;
use super::{Reading, Value};
use crate::error::Result;
use crate::layout::Size;
use crate::read::map::{EntryShape, MapBytes};
use crate::read::record::RecordBytes;
use crate::read::search::Sought;
use crate::read::{Buf, Elements};

/// A key, as it is searched in a buffer.
#[inline(always)]
pub(super) fn sought<K: MapKey>(buf: &Buf<'_>, key: &K::Set<'_>) -> impl Sought {
    (move |entry: &[u8]| K::compare(&RecordBytes::new(*buf, entry), key), K::as_blob(key).map(|key| (buf, key)))
}

/// The entries of a map or a set.
#[derive(Clone, Copy)]
pub(super) struct Sorted<'a, R> {
    pub(super) buf: Buf<'a>,
    pub(super) bytes: MapBytes<'a>,
    known: R,
}

impl<'a, R: Reading> Sorted<'a, R> {
    /// The entries behind a pointer slot.
    #[inline]
    pub(super) fn behind(
        record: &RecordBytes<'a>,
        slot: Size,
        shape: &EntryShape<'_>,
        known: R,
    ) -> Result<Self, R::Error> {
        let buf = *record.buf();
        let bytes = match R::follow(record, slot)? {
            Some(object) => R::trust(buf.map(object, shape), MapBytes::EMPTY)?,
            None => MapBytes::EMPTY,
        };
        Ok(Self { buf, bytes, known })
    }

    /// The entry of a key.
    #[inline]
    pub(super) fn find<K: MapKey>(
        &self,
        shape: &EntryShape<'_>,
        key: &K::Set<'_>,
    ) -> Result<Option<&'a [u8]>, R::Error> {
        R::trust(self.buf.find(&self.bytes, shape, &sought::<K>(&self.buf, key)), None)
    }

    /// The value that the bytes of an entry begin with.
    #[inline(always)]
    pub(super) fn read<T: Value>(&self, bytes: &'a [u8]) -> Result<R::Get<'a, T>, R::Error> {
        self.known.get::<T, true>(&RecordBytes::new(self.buf, bytes), element::<T>())
    }

    /// All entries.
    #[inline]
    pub(super) fn iter(&self) -> SortedIter<'a, R> {
        let (end, left) = ((self.buf.runs(&self.bytes), 0), self.bytes.count);
        SortedIter { sorted: *self, run: [].chunks_exact(1), next: (0, 0), end, left }
    }
}

/// Iterator over entries.
#[derive(Clone)]
pub(super) struct SortedIter<'a, R> {
    pub(super) sorted: Sorted<'a, R>,
    /// The entries that are left of a run.
    run: ChunksExact<'a, u8>,
    /// Run and index of the entry after that, and of the end.
    pub(super) next: (usize, usize),
    pub(super) end: (usize, usize),
    /// Entries that are left, if the bytes are proved.
    left: usize,
}

impl<'a, R: Reading> SortedIter<'a, R> {
    #[inline(always)]
    pub(super) fn next(&mut self, shape: &EntryShape<'_>) -> Option<Result<&'a [u8], R::Error>> {
        loop {
            if let Some(entry) = self.run.next() {
                if R::IS_PROVEN {
                    self.left = self.left.saturating_sub(1);
                }
                return Some(Ok(entry));
            }
            if self.next >= self.end {
                self.left = 0;
                return None;
            }
            if let Err(error) = self.next_run(shape) {
                self.next = self.end;
                return Some(Err(error));
            }
        }
    }

    /// Moves to the next run.
    #[inline]
    fn next_run(&mut self, shape: &EntryShape<'_>) -> Result<(), R::Error> {
        let ((number, index), Sorted { buf, bytes, .. }) = (self.next, &self.sorted);
        let run = R::trust(buf.run(bytes, number, shape), Elements::EMPTY)?;
        let (stride, all) = (run.stride.max(1), run.bytes);
        let before_end = if number == self.end.0 { all.get(..self.end.1.saturating_mul(stride)) } else { Some(all) };
        let run = before_end.and_then(|bytes| bytes.get(index.saturating_mul(stride)..)).unwrap_or(&[]);
        self.next = (number.wrapping_add(1), 0);
        self.run = run.chunks_exact(stride);
        Ok(())
    }

    #[inline]
    pub(super) fn size_hint(&self) -> (usize, Option<usize>) {
        if R::IS_PROVEN { (self.left, Some(self.left)) } else { (0, None) }
    }
}
