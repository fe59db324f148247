//! Edits of strings and bytes: set as a whole, spliced, or overwritten.
//!
//! ```text
//! shrink   [5 h e l l o]            ->  [2 h i FF FF FF]        what is left over stays the string's slack
//! grow     [2 h i FF FF FF]         ->  [4 h i g h FF]          into its slack, or at the end of the buffer
//! move     [2 h i] [next object]    ->  FF FF FF [next] ... [8 .. .. FF FF FF FF]
//! ```

use core::ops::{Bound, Range, RangeBounds};

use super::link::{Locator, Target};
use super::list::Grown;
use super::room::{SpaceRequest, fair_slack, is_free, slack_after};
use super::session::{SchemaSource, Session};
use super::storage::Storage;
use crate::error::{Error, Result, Wording, internal_error};
use crate::layout::Place;
use crate::object::ListHeaderKind;
use crate::read::Buf;
use crate::read::navigate::RecordSpan;
use crate::wire::varint::object_len;
use crate::wire::width::Width;
use crate::wire::{clamp, slice, varint};

/// An existing string or bytes object.
#[derive(Clone, Copy)]
struct BlobObject {
    start: usize,
    /// Bytes of its length's varint.
    len_width: usize,
    end: usize,
}

impl BlobObject {
    /// The object behind the slot at `place` of a record; `None` if there is none.
    #[inline(never)]
    fn at(buf: &Buf<'_>, holder: RecordSpan, place: &Place) -> Result<Option<Self>> {
        let record = slice(buf.bytes, holder.pos, holder.size).unwrap_or(&[]);
        let Some(object) = buf.follow(record, place.slot)? else { return Ok(None) };
        let content = buf.blob(object)?;
        let start = buf.bytes.len().wrapping_sub(object.len());
        let len_width = varint::read(object).map_or(0, |(_, rest)| object.len().wrapping_sub(rest.len()));
        Ok(Some(Self { start, len_width, end: start.wrapping_add(len_width).wrapping_add(content.len()) }))
    }

    fn len(&self) -> usize {
        self.end.saturating_sub(self.start).saturating_sub(self.len_width)
    }

    /// Where the object ends if it is resized to `len` bytes, and the size of its length's varint.
    #[inline(always)]
    fn resized(&self, len: usize) -> (usize, usize) {
        let len_width = self.len_width.max(varint::len(clamp(len)));
        (self.start.saturating_add(len_width).saturating_add(len), len_width)
    }
}

/// An edit of a string or bytes.
pub(crate) struct BlobEdit<'c> {
    /// The bytes to replace; `None` for all.
    pub(crate) range: Option<Range<usize>>,
    pub(crate) content: &'c [u8],
    /// The value of a null pointer.
    pub(crate) default: &'c [u8],
    /// Whether a null pointer is an empty value, so that an empty one needs no object.
    pub(crate) null_is_empty: bool,
}

/// The new value: the first `head` bytes of the old one, new content, the last `tail` bytes of the
/// old one.
struct Splice<'c> {
    head: usize,
    content: &'c [u8],
    tail: usize,
    len: usize,
}

impl Splice<'_> {
    /// Writes it over the old object, which was found to have room.
    fn in_place(&self, bytes: &mut [u8], old: &BlobObject) -> Option<()> {
        let (end, len_width) = old.resized(self.len);
        let (old_body, body) = (old.start.checked_add(old.len_width)?, old.start.checked_add(len_width)?);
        let content = body.checked_add(self.head)?;
        let tail = content.checked_add(self.content.len())?;
        // The tail first: it moves over bytes that are replaced or free.
        if self.tail > 0 {
            bytes.copy_within(old.end.checked_sub(self.tail)?..old.end, tail);
        }
        if self.head > 0 && body != old_body {
            bytes.copy_within(old_body..old_body.checked_add(self.head)?, body);
        }
        bytes.get_mut(content..tail)?.copy_from_slice(self.content);
        bytes.get_mut(end..old.end.max(end))?.fill(0xFF);
        varint::write_wide(clamp(self.len), len_width, bytes.get_mut(old.start..)?)?;
        Some(())
    }

    /// Writes it to a new object with slack. Head and tail come from the old object, or from the
    /// default if there is none.
    #[inline(always)]
    fn moved(&self, bytes: &mut [u8], old: Option<&BlobObject>, default: &[u8], object: Range<usize>) -> Option<()> {
        let body = object.start.checked_add(varint::len(clamp(self.len)))?;
        let content = body.checked_add(self.head)?;
        let tail = content.checked_add(self.content.len())?;
        let end = tail.checked_add(self.tail)?;
        varint::write(clamp(self.len), bytes.get_mut(object.start..)?)?;
        match old {
            Some(old) if self.head.checked_add(self.tail)? > 0 => {
                let old_body = old.start.checked_add(old.len_width)?;
                bytes.copy_within(old_body..old_body.checked_add(self.head)?, body);
                bytes.copy_within(old.end.checked_sub(self.tail)?..old.end, tail);
            }
            Some(_) => {}
            None => {
                bytes.get_mut(body..content)?.copy_from_slice(default.get(..self.head)?);
                bytes.get_mut(tail..end)?.copy_from_slice(default.get(default.len().checked_sub(self.tail)?..)?);
            }
        }
        bytes.get_mut(content..tail)?.copy_from_slice(self.content);
        bytes.get_mut(end..object.end)?.fill(0xFF);
        Some(())
    }
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Sets the string or bytes at `place` of the target's holder. With `null_is_empty` an empty
    /// value needs no object.
    ///
    /// # Errors
    /// [`ErrorKind::Full`] if the storage cannot hold it, [`ErrorKind::Corrupt`] if what is there
    /// now is invalid.
    // Always inlined: else inlining the short path would depend on the size of the caller.
    #[doc(hidden)]
    #[inline(always)]
    pub fn set_blob(&mut self, target: &Target<'_>, place: &Place, content: &[u8], null_is_empty: bool) -> Result<()> {
        if self.overwrite_blob(target.holder, place, content).is_some() {
            return Ok(());
        }
        self.set_blob_elsewhere(target, place, content, null_is_empty)
    }

    /// As [`Session::set_blob`], where the old object has no room for the content.
    #[inline(never)]
    fn set_blob_elsewhere(
        &mut self,
        target: &Target<'_>,
        place: &Place,
        content: &[u8],
        null_is_empty: bool,
    ) -> Result<()> {
        let edit = BlobEdit { range: None, content, default: &[], null_is_empty };
        self.splice(target.holder, place, target, &edit)
    }

    /// The room that a value of `len` bytes needs, and the slack of a new object.
    #[inline(always)]
    fn need(&self, old: Option<&BlobObject>, len: usize) -> (SpaceRequest<'static>, usize) {
        let slack = if old.is_some() { fair_slack(len) } else { 0 };
        let growth = old.and_then(|old| self.growth(old.end, old.resized(len).0));
        let need = match growth {
            Some(growth) => SpaceRequest { growth, objects: 0, moved: None },
            None => SpaceRequest::objects(object_len(len, len as u64).saturating_add(slack as u64)),
        };
        (need, slack)
    }

    /// Replaces a range of a string or bytes, or all of it. A null pointer stands for the default.
    #[inline(never)]
    pub(crate) fn splice_blob(&mut self, locator: &dyn Locator, edit: &BlobEdit<'_>) -> Result<()> {
        let (holder, place) = self.blob_slot(locator)?;
        self.splice(holder, &place, locator, edit)
    }

    /// Replaces all of the string or bytes at `place` of `holder`, the record of the locator.
    #[inline(never)]
    pub(crate) fn replace_blob(
        &mut self,
        holder: RecordSpan,
        place: &Place,
        locator: &dyn Locator,
        edit: &BlobEdit<'_>,
    ) -> Result<()> {
        self.splice(holder, place, locator, &BlobEdit { range: None, ..*edit })
    }

    /// The record and the place in it of a string or bytes.
    fn blob_slot(&self, locator: &dyn Locator) -> Result<(RecordSpan, Place)> {
        let navigator = self.navigator();
        locator.resolve(&navigator).map(|resolved| (resolved.holder, resolved.place))
    }

    /// As [`Session::splice_blob`], at `place` of `holder`, the record of the locator. It is
    /// compiled twice: for replacing all, and for replacing a range.
    #[inline(always)]
    fn splice(&mut self, holder: RecordSpan, place: &Place, locator: &dyn Locator, edit: &BlobEdit<'_>) -> Result<()> {
        let BlobEdit { content, default, .. } = *edit;
        let shift = self.shift();
        let is_stored = holder.pos == 0 || place.end.at(shift) <= holder.size;
        let old = BlobObject::at(&self.buf(), holder, place)?;
        if old.is_none() && edit.null_is_empty && content.is_empty() && edit.range.is_none() {
            return Ok(());
        }
        let old_len = old.map_or(default.len(), |old| old.len());
        let range = edit.range.clone().unwrap_or(0..old_len);
        let tail = old_len.checked_sub(range.end).filter(|_| range.start <= range.end);
        let Some(tail) = tail else { return Err(no_range(&range, old_len)) };
        let len = range.start.saturating_add(tail).saturating_add(content.len());
        if len > u32::MAX as usize {
            return Err(Error::limit(Wording::StringLength));
        }
        let (mut holder, mut slot) = (holder, place.slot.at(shift));
        if holder.pos == 0 {
            self.make_missing(locator, &|_| object_len(len, len as u64))?;
            let place;
            (holder, place) = self.blob_slot(locator)?;
            slot = place.slot.at(self.shift());
        }
        let (now, slack) = self.need(old.as_ref(), len);
        let (generation, mut slot, mut old) = (self.generation, holder.pos.saturating_add(slot), old);
        let old_range = old.map(|old| old.start..old.end);
        self.reject_overlap(holder.range(), old_range.as_slice())?;
        if !is_stored || !self.has_room(&now) {
            let full = object_len(len, len as u64).saturating_add(slack as u64);
            let grown = old.map(|old| Grown { object: old.start..old.end, end: old.resized(len).0, objects: 0 });
            self.reserve_or_part(!is_stored, &now, &|_| full, grown)?;
        }
        // Nothing fails from here on: room is reserved, and the path was checked.
        let mut grows = now.objects == 0;
        if self.generation != generation {
            let (holder, place) = self.blob_slot(locator)?;
            old = BlobObject::at(&self.buf(), holder, &place)?;
            slot = holder.pos.saturating_add(place.slot.at(self.shift()));
            grows = old.is_some_and(|old| self.growth(old.end, old.resized(len).0).is_some());
        }
        self.put_splice(slot, old, grows, &Splice { head: range.start, content, tail, len }, default, slack)?;
        self.compact_if_due();
        Ok(())
    }

    /// Writes a string or bytes, whose pointer is at `slot`, over the old object if that `grows`,
    /// else to a new object with slack. Room was reserved.
    #[inline(always)]
    fn put_splice(
        &mut self,
        slot: usize,
        old: Option<BlobObject>,
        grows: bool,
        edit: &Splice<'_>,
        default: &[u8],
        slack: usize,
    ) -> Result<()> {
        let len = edit.len;
        let kept = edit.head.saturating_add(edit.tail);
        match old {
            Some(old) if grows => {
                self.take_growth(old.end, old.resized(len).0);
                let end = old.resized(len).0;
                let bytes = self.bytes_within(old.start..end.max(old.end));
                edit.in_place(bytes, &old).ok_or_else(internal_error)?;
                self.count_freed(end..old.end);
            }
            old => {
                if let Some(old) = old
                    && kept == 0
                {
                    self.release(old.start..old.end);
                }
                let size = varint::len(clamp(len)).saturating_add(len);
                let start = self.allocate(size.saturating_add(slack));
                let object = start..start.saturating_add(size).saturating_add(slack);
                let bytes = self.bytes_within(object.clone());
                edit.moved(bytes, old.as_ref(), default, object).ok_or_else(internal_error)?;
                if let Some(old) = old
                    && kept > 0
                {
                    self.release(old.start..old.end);
                }
                self.store_pointer(slot, start)?;
            }
        }
        Ok(())
    }

    /// The bytes from `from` to `to` if the object that ends at `from` can grow over them: they are
    /// slack, or lie beyond the end of the buffer.
    pub(super) fn growth(&self, from: usize, to: usize) -> Option<Range<usize>> {
        let wanted = to.saturating_sub(from);
        let slack = slack_after(self.bytes(), from, wanted);
        let is_free = slack == wanted || from.saturating_add(slack) == self.bytes().len();
        is_free.then(|| from..to.max(from))
    }

    /// Takes the bytes from `from` to `to` for the object that ends at `from`; returns false if
    /// they are not free. Growth at the end of the buffer was reserved before.
    pub(super) fn grow(&mut self, from: usize, to: usize) -> bool {
        let is_free = self.growth(from, to).is_some();
        if is_free {
            self.take_growth(from, to);
        }
        is_free
    }

    /// Takes bytes that were found free for growth.
    #[inline]
    pub(super) fn take_growth(&mut self, from: usize, to: usize) {
        let len = self.bytes().len();
        if to > len {
            self.storage.resize(to);
        }
        self.spare.waste.take(to.min(len).saturating_sub(from));
        self.free.subtract(from..to.max(from));
    }

    pub(crate) fn store_pointer(&mut self, slot: usize, pointer: usize) -> Result<()> {
        let width = self.width;
        let bytes = self.bytes_within(slot..slot.saturating_add(width.bytes()));
        bytes.get_mut(slot..).and_then(|slot| width.store(slot, pointer)).ok_or_else(internal_error)
    }
}

// The fast path: an old object that has room for the new content is overwritten.

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Writes the content over the old one, if it fits and the old varint can hold its length. The
    /// edit is then complete.
    #[inline(always)]
    pub(crate) fn overwrite_blob(&mut self, holder: RecordSpan, place: &Place, content: &[u8]) -> Option<()> {
        self.overwrite_list(holder, place, content.len(), 1, |body| body.copy_from_slice(content))
    }

    /// Overwrites a list of numbers or bytes: `count` elements of `stride` bytes, which `write`
    /// fills. The edit is then complete.
    #[inline(always)]
    pub(crate) fn overwrite_list(
        &mut self,
        holder: RecordSpan,
        place: &Place,
        count: usize,
        size: usize,
        write: impl FnOnce(&mut [u8]),
    ) -> Option<()> {
        let (pointers, floor) = (self.width, self.floor());
        let slot = place.slot.at(pointers.shift());
        if slot.checked_add(pointers.bytes())? > holder.size {
            return None;
        }
        if self.storage.is_transaction() {
            self.keep_list(holder.pos.checked_add(slot)?, count.checked_mul(size)?, size)?;
        }
        // What changes is kept.
        let bytes = self.storage.bytes_within(0..0);
        let pointer = pointers.load(bytes.get(holder.pos.checked_add(slot)?..)?)?;
        if pointer < floor {
            return None;
        }
        let object = bytes.get_mut(pointer..)?;
        let (old_count, rest) = varint::read(object)?;
        let width = object.len().wrapping_sub(rest.len());
        let (old_len, len) = ((old_count as usize).checked_mul(size)?, count.checked_mul(size)?);
        let (head, body) = object.split_at_mut_checked(width)?;
        let start = pointer.wrapping_add(width);
        let (old_end, end) = (start.wrapping_add(old_len), start.wrapping_add(len));
        if len > old_len && (count > varint::max(width) as usize || !is_free(body.get(old_len..len)?)) {
            return None;
        }
        let body = body.get_mut(..len.max(old_len))?;
        ListHeaderKind::default().write_count(count, width, head)?;
        write(body.get_mut(..len)?);
        if len != old_len {
            self.end_moved(old_end, end);
        }
        Some(())
    }
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// After an edit in place, by which the end of a list moved back, or on over free bytes.
    #[inline(never)]
    fn end_moved(&mut self, old_end: usize, end: usize) {
        if let Some(slack) = self.storage.bytes_within(0..0).get_mut(end..old_end) {
            slack.fill(0xFF);
            self.end_shorter(end..old_end);
        } else {
            self.free.subtract(old_end..end);
            self.spare.waste.take(end.wrapping_sub(old_end));
        }
    }

    /// Keeps the bytes of the list whose pointer is at `slot`, with room for `len` bytes of
    /// elements of a size, in a transaction that is about to overwrite it.
    #[cold]
    #[inline(never)]
    fn keep_list(&mut self, slot: usize, len: usize, size: usize) -> Option<()> {
        let pointer = self.width.load(self.bytes().get(slot..)?)?;
        let object = self.bytes().get(pointer..)?;
        let (count, rest) = varint::read(object)?;
        let len = len.max((count as usize).checked_mul(size)?);
        let start = pointer.checked_add(object.len().wrapping_sub(rest.len()))?;
        self.bytes_within(pointer..start.checked_add(len)?);
        Some(())
    }
}

// Ranges of bytes and of text in edits.

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
