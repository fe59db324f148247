//! Setting strings and bytes.
//!
//! ```text
//! shrink   [5 h e l l o]            ->  [2 h i FF FF FF]        what is left over stays the string's slack
//! grow     [2 h i FF FF FF]         ->  [4 h i g h FF]          into its slack, or at the end of the buffer
//! move     [2 h i] [next object]    ->  FF FF FF [next] ... [8 .. .. FF FF FF FF]
//! ```

use core::ops::Range;

use super::link::Target;
use super::locator::Locator;
use super::range::no_range;
use super::reserve::SpaceRequest;
use super::session::SchemaSource;
use super::session::Session;
use super::slack::{fair_slack, is_free, slack_after};
use super::slide::Grown;
use super::storage::Storage;
use crate::error::{Error, Result, Wording, broken};
use crate::layout::Place;
use crate::read::navigate::RecordSpan;
use crate::read::navigate::{Navigator, ResolvedSlot};
use crate::wire::varint::object_len;
use crate::wire::width::Width;
use crate::wire::{clamp, varint};

/// An existing string or bytes object.
#[derive(Clone, Copy)]
struct BlobObject {
    start: usize,
    /// Bytes of its length's varint.
    form: usize,
    end: usize,
}

impl BlobObject {
    fn at(navigator: &Navigator<'_>, resolved: &ResolvedSlot<'_>) -> Result<Option<Self>> {
        let record = navigator.bytes(resolved.holder);
        let Some(object) = navigator.buf.follow(record, resolved.place.slot)? else { return Ok(None) };
        let content = navigator.buf.blob(object)?;
        let start = navigator.position(object);
        let content_start = navigator.buf.position(content);
        let form = content_start.saturating_sub(start);
        Ok(Some(Self { start, form, end: content_start.saturating_add(content.len()) }))
    }

    fn len(&self) -> usize {
        self.end.saturating_sub(self.start).saturating_sub(self.form)
    }

    /// Where the object ends if it holds `len` bytes from now on, and the form of its length.
    fn resized(&self, len: usize) -> (usize, usize) {
        let form = self.form.max(varint::len(clamp(len)));
        (self.start.saturating_add(form).saturating_add(len), form)
    }
}

/// What a string becomes: the first bytes of the old one, other content, the last bytes of the old one.
struct Splice<'c> {
    head: usize,
    content: &'c [u8],
    tail: usize,
    len: usize,
}

impl Splice<'_> {
    /// Writes it where the old object is, which is free to take the bytes.
    fn in_place(&self, bytes: &mut [u8], old: &BlobObject) -> Option<()> {
        let (end, form) = old.resized(self.len);
        let (old_body, body) = (old.start.checked_add(old.form)?, old.start.checked_add(form)?);
        let content = body.checked_add(self.head)?;
        let tail = content.checked_add(self.content.len())?;
        // The tail first: where it goes, nothing lies that is still needed.
        if self.tail > 0 {
            bytes.copy_within(old.end.checked_sub(self.tail)?..old.end, tail);
        }
        if self.head > 0 && body != old_body {
            bytes.copy_within(old_body..old_body.checked_add(self.head)?, body);
        }
        bytes.get_mut(content..tail)?.copy_from_slice(self.content);
        bytes.get_mut(end..old.end.max(end))?.fill(0xFF);
        varint::write_wide(clamp(self.len), form, bytes.get_mut(old.start..)?)?;
        Some(())
    }

    /// Writes it to a new object and its slack. The head and the tail are those of the old one, or of the default.
    fn moved(&self, bytes: &mut [u8], old: Option<&BlobObject>, default: &[u8], object: Range<usize>) -> Option<()> {
        let body = object.start.checked_add(varint::len(clamp(self.len)))?;
        let content = body.checked_add(self.head)?;
        let tail = content.checked_add(self.content.len())?;
        let end = tail.checked_add(self.tail)?;
        varint::write(clamp(self.len), bytes.get_mut(object.start..)?)?;
        match old {
            Some(old) if self.head.checked_add(self.tail)? > 0 => {
                let old_body = old.start.checked_add(old.form)?;
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
    /// Sets the string or bytes at `place` of the target's holder. Where `null_is_empty`, no object says the same as an
    /// empty one.
    ///
    /// # Errors
    /// [`ErrorKind::Full`] if the storage cannot hold it, [`ErrorKind::Corrupt`] if what is there now is invalid.
    // Always: whether the short way is inlined depends on the size of what calls it else.
    #[doc(hidden)]
    #[inline(always)]
    pub fn set_blob(&mut self, target: &Target<'_>, place: &Place, content: &[u8], null_is_empty: bool) -> Result<()> {
        if self.overwrite_blob(target.holder, place, content).is_some() {
            self.compact_if_due();
            return Ok(());
        }
        self.set_blob_elsewhere(target.holder, place, target, content, null_is_empty)
    }

    /// Writes the content where the old one is, if it fits there and its length fits the form of the old one.
    #[inline(always)]
    pub(crate) fn overwrite_blob(&mut self, holder: RecordSpan, place: &Place, content: &[u8]) -> Option<()> {
        self.overwrite_list(holder, place, content.len(), 1, |body| body.copy_from_slice(content))
    }

    /// Overwrites a list of numbers, or of bytes: as many as `count`, of so many bytes each, which `write` fills.
    #[inline(always)]
    pub(crate) fn overwrite_list(
        &mut self,
        holder: RecordSpan,
        place: &Place,
        count: usize,
        size: usize,
        write: impl FnOnce(&mut [u8]),
    ) -> Option<()> {
        let (width, floor) = (self.width, self.floor());
        let slot = place.slot.at(width.shift());
        if slot.checked_add(width.bytes())? > holder.size {
            return None;
        }
        let bytes = self.storage.bytes_mut();
        let pointer = width.load(bytes.get(holder.pos.checked_add(slot)?..)?)?;
        if pointer < floor {
            return None;
        }
        let object = bytes.get_mut(pointer..)?;
        let (old_count, rest) = varint::read(object)?;
        let form = object.len().wrapping_sub(rest.len());
        let (old_len, len) = ((old_count as usize).checked_mul(size)?, count.checked_mul(size)?);
        let (head, body) = object.split_at_mut_checked(form)?;
        if len <= old_len {
            let (body, slack) = body.get_mut(..old_len)?.split_at_mut_checked(len)?;
            varint::write_wide(clamp(count), form, head)?;
            write(body);
            if !slack.is_empty() {
                slack.fill(0xFF);
                let start = pointer.wrapping_add(form);
                self.count_freed(start.wrapping_add(len)..start.wrapping_add(old_len));
            }
        } else {
            let grown = body.get(old_len..len)?;
            if count > varint::max(form) as usize || !is_free(grown) {
                return None;
            }
            varint::write_wide(clamp(count), form, head)?;
            write(body.get_mut(..len)?);
            let start = pointer.wrapping_add(form);
            self.free.subtract(start.wrapping_add(old_len)..start.wrapping_add(len));
            self.waste.take(len.wrapping_sub(old_len));
        }
        Some(())
    }

    /// Sets the string or bytes of a locator, at `place` of `holder`, where there is no room for it in its place.
    #[inline(never)]
    pub(crate) fn set_blob_elsewhere(
        &mut self,
        holder: RecordSpan,
        place: &Place,
        locator: &dyn Locator,
        content: &[u8],
        null_is_empty: bool,
    ) -> Result<()> {
        match self.set_blob_in_room(holder, place, content) {
            Some(()) => Ok(()),
            None => self.set_blob_anywhere(locator, content, null_is_empty),
        }
    }

    /// Sets the string or bytes at `place` of `holder` where there is room for it at once: over the buffer's end, or where a new
    /// object goes. `None`, with nothing changed, where that asks for the schema or for a new layout.
    #[inline(always)]
    pub(crate) fn set_blob_in_room(&mut self, holder: RecordSpan, place: &Place, content: &[u8]) -> Option<()> {
        self.move_blob(holder, place, content)?;
        self.compact_if_due();
        Some(())
    }

    /// Writes the content where there is room for it: over the buffer's end, or where a new object goes. `None`, with
    /// nothing changed, where that asks for the schema or for a new layout.
    #[inline(always)]
    fn move_blob(&mut self, holder: RecordSpan, place: &Place, content: &[u8]) -> Option<()> {
        let shift = self.shift();
        if holder.pos == 0 || place.end.at(shift) > holder.size || content.len() > u32::MAX as usize {
            return None;
        }
        let slot = holder.pos.checked_add(place.slot.at(shift))?;
        let pointer = self.width.load(self.bytes().get(slot..)?)?;
        if pointer == 0 && content.is_empty() {
            return None;
        }
        let old = if pointer == 0 { None } else { Some(self.object_at(pointer)?) };
        if let Some(old) = old
            && old.start < holder.range().end
            && holder.pos < old.end
        {
            return None;
        }
        self.free.subtract(holder.range());
        let edit = Splice { head: 0, content, tail: 0, len: content.len() };
        let (now, slack) = self.need(old.as_ref(), edit.len);
        if !self.has_room(&now) {
            return None;
        }
        // From here on nothing fails, as in `splice_blob`.
        match old {
            Some(_) => self.put_splice(slot, old, now.objects == 0, &edit, &[], slack).ok(),
            None => self.append_object(slot, content).ok(),
        }
    }

    /// The string or bytes object that a pointer leads to.
    #[inline(always)]
    fn object_at(&self, pointer: usize) -> Option<BlobObject> {
        if pointer < self.floor() {
            return None;
        }
        let object = self.bytes().get(pointer..)?;
        let (len, rest) = varint::read(object)?;
        let content = rest.get(..len as usize)?;
        let form = object.len().wrapping_sub(rest.len());
        Some(BlobObject { start: pointer, form, end: pointer.checked_add(form)?.checked_add(content.len())? })
    }

    /// What an object needs that holds `len` bytes from now on, and the slack of a new one.
    #[inline(always)]
    fn need(&self, old: Option<&BlobObject>, len: usize) -> (SpaceRequest, usize) {
        let slack = if old.is_some() { fair_slack(len) } else { 0 };
        let growth = old.and_then(|old| self.growth(old.end, old.resized(len).0));
        let need = match growth {
            Some(growth) => SpaceRequest { growth, objects: 0 },
            None => SpaceRequest::objects(object_len(len, len as u64).saturating_add(slack as u64)),
        };
        (need, slack)
    }

    /// Sets a string or bytes wherever there is room.
    #[cold]
    #[inline(never)]
    pub(crate) fn set_blob_anywhere(
        &mut self,
        locator: &dyn Locator,
        content: &[u8],
        null_is_empty: bool,
    ) -> Result<()> {
        if content.is_empty() && null_is_empty {
            let navigator = self.navigator();
            if BlobObject::at(&navigator, &locator.resolve(&navigator)?)?.is_none() {
                return Ok(());
            }
        }
        self.splice_blob(locator, None, content, &[])
    }

    /// Replaces a range of a string or bytes, or all of it. A null pointer stands for `default`.
    pub(crate) fn splice_blob(
        &mut self,
        locator: &dyn Locator,
        range: Option<Range<usize>>,
        content: &[u8],
        default: &[u8],
    ) -> Result<()> {
        let navigator = self.navigator();
        // By reference: to take it out of the result would copy it right after it was written.
        let found = locator.resolve(&navigator);
        let Ok(resolved) = &found else { return found.map(drop) };
        let is_stored = resolved.is_stored(self.shift());
        let old = BlobObject::at(&navigator, resolved)?;
        let old_len = old.map_or(default.len(), |old| old.len());
        let range = range.unwrap_or(0..old_len);
        let tail = old_len.checked_sub(range.end).filter(|_| range.start <= range.end);
        let Some(tail) = tail else { return Err(no_range(&range, old_len)) };
        let kept = range.start.saturating_add(tail);
        let len = kept.saturating_add(content.len());
        if len > u32::MAX as usize {
            return Err(Error::limit(Wording::StringLength));
        }
        if resolved.holder.pos == 0 {
            self.make_missing(locator, &|_| object_len(len, len as u64))?;
            return self.splice_blob(locator, Some(range), content, default);
        }
        let (now, slack) = self.need(old.as_ref(), len);
        let full = object_len(len, len as u64).saturating_add(slack as u64);
        let (generation, mut slot, mut old) = (self.generation, resolved.slot(self.shift()), old);
        let (holder, old_range) = (resolved.holder, old.map(|old| old.start..old.end));
        self.guard(holder.range(), old_range.as_slice())?;
        let grown = old.map(|old| Grown { object: old.start..old.end, end: old.resized(len).0, objects: 0 });
        self.reserve_or_part(!is_stored, &now, &|_| full, grown)?;
        // From here on nothing fails: there is room, and the way here was checked.
        if self.generation != generation {
            let navigator = self.navigator();
            let found = locator.resolve(&navigator);
            let Ok(resolved) = &found else { return found.map(drop) };
            (slot, old) = (resolved.slot(self.shift()), BlobObject::at(&navigator, resolved)?);
        }
        let grows = old.is_some_and(|old| self.growth(old.end, old.resized(len).0).is_some());
        self.put_splice(slot, old, grows, &Splice { head: range.start, content, tail, len }, default, slack)?;
        self.compact_if_due();
        Ok(())
    }

    /// Writes a string or bytes whose pointer is at `slot` over the old object if that `grows`, else to a new one with
    /// slack. There is room for it.
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
                edit.in_place(self.bytes_mut(), &old).ok_or_else(broken)?;
                self.count_freed(old.resized(len).0..old.end);
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
                edit.moved(self.bytes_mut(), old.as_ref(), default, object).ok_or_else(broken)?;
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

    /// The bytes from `from` to `to` if the object that ends at `from` is free to take them: slack, and what lies beyond
    /// the buffer's end.
    pub(super) fn growth(&self, from: usize, to: usize) -> Option<Range<usize>> {
        let wanted = to.saturating_sub(from);
        let slack = slack_after(self.bytes(), from, wanted);
        let is_free = slack == wanted || from.saturating_add(slack) == self.bytes().len();
        is_free.then(|| from..to.max(from))
    }

    /// Takes the bytes from `from` to `to` for the object that ends at `from`; false if they are not free. Growth at
    /// the end of the buffer was reserved before.
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
        self.waste.take(to.min(len).saturating_sub(from));
        self.free.subtract(from..to.max(from));
    }

    pub(crate) fn store_pointer(&mut self, slot: usize, pointer: usize) -> Result<()> {
        let width = self.width;
        self.bytes_mut().get_mut(slot..).and_then(|slot| width.store(slot, pointer)).ok_or_else(broken)
    }
}
