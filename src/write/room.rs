//! Room for an edit: reserved before the first byte is written, then allocated or released; and the
//! new layouts that make more room.

use alloc::vec::Vec;
use core::ops::Range;

use super::free_space::Waste;
use super::list::MovedList;
use super::rewrite::ProveLayout;
use super::session::{SchemaSource, Session};
use super::storage::Storage;
use super::{free_space, rewrite};
use crate::error::{Error, ErrorKind, FixedError, Result, Wording};
use crate::read::Buf;
use crate::read::navigate::{Navigator, RecordSpan};
use crate::schema::Schema;
use crate::wire::header::Header;
use crate::wire::width::PointerWidth;

/// The room an edit needs in the buffer as it is.
#[derive(Clone, Default)]
pub(crate) struct SpaceRequest<'l> {
    /// The bytes over which an object grows in place; they may extend beyond the end of the buffer.
    pub(crate) growth: Range<usize>,
    /// Bytes of new objects.
    pub(crate) objects: u64,
    /// The list among them that takes the place of a shorter one.
    pub(crate) moved: Option<MovedList<'l>>,
}

impl SpaceRequest<'_> {
    pub(crate) fn objects(objects: u64) -> Self {
        Self { growth: 0..0, objects, moved: None }
    }
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Makes room for an edit. After `Ok`, growth and allocation of the requested bytes succeed.
    ///
    /// `now` is the room needed in the buffer as it is, `after` the bytes needed after a new layout
    /// at a width. The buffer is laid out anew if `upgrade` asks for it, if it outgrows its width,
    /// if too much of it is waste, or would be after the edit, which moves a list.
    pub(crate) fn reserve(
        &mut self,
        upgrade: bool,
        now: &SpaceRequest<'_>,
        after: &dyn Fn(PointerWidth) -> u64,
    ) -> Result<()> {
        if upgrade {
            return self.lay_out(self.width, after, now.moved);
        }
        let appended = self.appended(now);
        let len = self.bytes().len();
        let end = (len as u64).max(now.growth.end as u64).saturating_add(appended);
        // Bytes that pointers of this width do not reach are of no use: it takes wider ones.
        if end == len as u64 && end <= self.width.max_len() {
            return Ok(());
        }
        if self.storage.is_bounded() {
            return self.reserve_bounded(end, now, after);
        }
        if end > self.width.max_len() {
            return self.lay_out(self.width, after, now.moved);
        }
        // Below the width's maximum, which is a u32.
        let end = usize::try_from(end).unwrap_or(usize::MAX);
        if self.spare.waste.is_knowable() && self.spare.pinned_len == 0 {
            // A list that leaves a hole of that length would call for a layout once it has moved.
            let leaves_hole = now.moved.is_some_and(|list| list.object().len() > free_space::tolerable(end));
            let is_due = leaves_hole || (free_space::next_check_point(len) < end && self.is_wasteful());
            if is_due && self.lay_out(self.width, after, now.moved).is_ok() {
                return Ok(());
            }
        }
        self.storage.reserve(end)
    }

    /// The rest of [`Session::reserve`] for a storage of limited length: waste is ignored until the
    /// buffer exceeds that.
    fn reserve_bounded(&mut self, end: u64, now: &SpaceRequest<'_>, after: &dyn Fn(PointerWidth) -> u64) -> Result<()> {
        // Wider pointers need a layout in other memory, also for a fixed slice: the layout drops
        // free bytes, so it may fit.
        let can_widen = !self.storage.keeps_layout();
        let reserved = match usize::try_from(end) {
            Ok(end) if end as u64 <= self.width.max_len() => self.storage.reserve(end),
            _ if can_widen => self.lay_out(self.width, after, now.moved),
            _ => Err(Error::full(usize::try_from(end).unwrap_or(usize::MAX), self.bytes().len())),
        };
        match reserved {
            Err(full) if full.kind() == ErrorKind::Full => self.make_room_in_place(after, full),
            reserved => reserved,
        }
    }

    /// The bytes of new objects that do not fit into freed space.
    #[inline(always)]
    fn appended(&mut self, now: &SpaceRequest<'_>) -> u64 {
        self.spare.needs_free = now.objects > 0 && self.free.fits(now.objects, &now.growth);
        if self.spare.needs_free { 0 } else { now.objects }
    }

    /// Whether there is room without a new layout, and without a check whether a layout pays.
    #[inline(always)]
    pub(crate) fn has_room(&mut self, now: &SpaceRequest<'_>) -> bool {
        let appended = self.appended(now);
        let len = self.bytes().len();
        let end = (len as u64).max(now.growth.end as u64).saturating_add(appended);
        if end == len as u64 {
            return end <= self.width.max_len();
        }
        if end > self.spare.free_growth as u64 {
            self.spare.free_growth =
                free_space::next_check_point(len).min(usize::try_from(self.width.max_len()).unwrap_or(usize::MAX));
        }
        end <= self.spare.free_growth as u64 && self.storage.reserve(usize::try_from(end).unwrap_or(usize::MAX)).is_ok()
    }

    /// The length up to which the buffer can grow at its end without a check, at least `len`.
    #[cold]
    pub(crate) fn room_up_to(&mut self, len: usize) -> usize {
        let more = len.saturating_add(len / 8).min(self.spare.free_growth).max(len);
        if self.storage.reserve(more).is_ok() { more } else { len }
    }

    /// Checks the whole buffer for waste.
    fn is_wasteful(&mut self) -> bool {
        let (free, len) = (free_space::count_free(self.bytes()), self.bytes().len());
        self.spare.waste = Waste::known(free, len);
        free > free_space::tolerable(len)
    }

    /// Ends an edit: lays the buffer out anew if much was freed. It cannot fail; places found
    /// before are invalid after it.
    #[inline(always)]
    pub(crate) fn compact_if_due(&mut self) {
        if self.spare.waste.is_due() && !self.spare.is_unfinished {
            self.reclaim();
        }
    }

    /// Runs an edit of several steps; the buffer is not laid out anew in its middle, nor after a
    /// failure.
    #[doc(hidden)]
    #[inline]
    pub fn multi_step(&mut self, edit: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.spare.is_unfinished = true;
        let result = edit(self);
        self.spare.is_unfinished = false;
        if result.is_ok() {
            self.compact_if_due();
        }
        result
    }

    /// Runs an edit of several steps for which all room is reserved already. Meanwhile the buffer
    /// is neither laid out anew nor cut at its end, so no step needs more from the storage than was
    /// reserved. The caller ends the edit with `compact_if_due`.
    pub(crate) fn multi_step_reserved<R>(&mut self, edit: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let was_unfinished = core::mem::replace(&mut self.spare.is_unfinished, true);
        let pinned_len = self.pin_len();
        let result = edit(self);
        self.spare.is_unfinished = was_unfinished;
        if result.is_ok() {
            self.unpin_len(pinned_len);
        } else {
            // Bytes that were free at the end before stay: an edit that fails changes no byte.
            (self.spare.pinned_len, self.spare.needs_free) = (pinned_len, false);
        }
        result
    }

    /// Keeps the storage able to grow back to the buffer's length; returns the argument for
    /// `unpin_len`.
    pub(super) fn pin_len(&mut self) -> usize {
        let len = self.bytes().len();
        let pinned_len = self.spare.pinned_len;
        self.spare.pinned_len = pinned_len.max(len);
        pinned_len
    }

    /// Ends `pin_len`, and cuts off bytes that were freed at the end meanwhile.
    pub(super) fn unpin_len(&mut self, pinned_len: usize) {
        (self.spare.pinned_len, self.spare.needs_free) = (pinned_len, false);
        let len = self.bytes().len();
        if let Some(start) = self.free.touching(len).filter(|_| pinned_len == 0 && !self.storage.has_fixed_len()) {
            let kept = free_space::keep_check_point(start, len);
            self.storage.resize(kept);
            self.forget_free(kept..len);
        }
    }

    /// Marks free bytes as used.
    fn forget_free(&mut self, range: Range<usize>) {
        let len = range.len();
        self.free.subtract(range);
        self.spare.waste.take(len);
        self.storage.note_free(0isize.saturating_sub_unsigned(len));
    }

    /// Counts bytes by which an object was shortened, and which stay behind it as slack.
    #[inline(always)]
    pub(super) fn count_freed(&mut self, freed: Range<usize>) {
        self.spare.waste.free(freed.clone(), self.bytes().len());
        if self.spare.waste.is_due() {
            self.look_at_end(freed);
        }
    }

    /// Ends an edit that shortened an object and left its bytes as slack.
    #[inline(never)]
    pub(super) fn end_shorter(&mut self, freed: Range<usize>) {
        self.count_freed(freed);
        self.compact_if_due();
    }

    /// Checks for waste, and if too much is free, cuts freed bytes off the end: an object at the
    /// end can grow back in place. If that is not possible or not enough, a check stays due.
    #[cold]
    #[inline(never)]
    fn look_at_end(&mut self, freed: Range<usize>) {
        let can_cut = self.spare.pinned_len == 0 && !self.spare.needs_free && !self.storage.has_fixed_len();
        if !can_cut || !self.spare.waste.is_knowable() || !self.is_wasteful() {
            return;
        }
        let len = self.bytes().len();
        let slack = slack_after(self.bytes(), freed.end, len);
        if freed.end.saturating_add(slack) == len {
            self.storage.resize(freed.start);
            self.free.subtract(freed.start..len);
            if !self.is_wasteful() {
                return;
            }
        }
        self.spare.waste.ask_again();
    }

    /// Lays a buffer with too much free space out anew. If that is impossible (data of a newer
    /// revision, invalid bytes elsewhere), the space is not reclaimed, and the edit does not fail.
    #[cold]
    #[inline(never)]
    fn reclaim(&mut self) {
        if self.is_working() {
            return self.lay_out(self.width, &|_| 0, None).unwrap_or_else(|_| self.keep_waste());
        }
        let can_shorten = !self.storage.has_fixed_len() && !self.storage.keeps_layout();
        if !can_shorten || (self.is_wasteful() && self.lay_out(self.width, &|_| 0, None).is_err()) {
            self.spare.waste = Waste::unknowable();
        }
    }

    /// Lays the same values out anew, at `width` or the first wider one that has room for `after`
    /// more bytes. The list that would move among these gets its room where it is.
    fn lay_out(
        &mut self,
        width: PointerWidth,
        after: &dyn Fn(PointerWidth) -> u64,
        moved: Option<MovedList<'_>>,
    ) -> Result<()> {
        self.lay_out_lists(width, after, None, moved)
    }

    /// Lays the buffer out anew, and turns the packed list of unions at an offset into a mixed one,
    /// whose elements each store a tag.
    pub(super) fn lay_out_unpacked(
        &mut self,
        width: PointerWidth,
        after: &dyn Fn(PointerWidth) -> u64,
        unpack: Option<usize>,
    ) -> Result<()> {
        self.lay_out_lists(width, after, unpack, None)
    }

    fn lay_out_lists(
        &mut self,
        width: PointerWidth,
        after: &dyn Fn(PointerWidth) -> u64,
        unpack: Option<usize>,
        moved: Option<MovedList<'_>>,
    ) -> Result<()> {
        self.check_can_lay_out()?;
        let (content, needed) = laid_out(&self.navigator(), width, after, unpack, moved)?;
        self.replace(content, needed)
    }

    fn check_can_lay_out(&self) -> Result<()> {
        if self.storage.keeps_layout() {
            return Err(Error::fixed(&FixedError(
                ErrorKind::Full,
                "the edit needs a new layout, which a workspace does not get",
            )));
        }
        Ok(())
    }

    /// Lays the buffer out anew as a newer revision of the schema does, with room for so many bytes
    /// more.
    pub(crate) fn lay_out_with(&mut self, newer: &Schema, more: usize, prove: ProveLayout<'_>) -> Result<()> {
        self.check_can_lay_out()?;
        let (buf, root) = Buf::open(self.navigator().buf.bytes, newer.root_ends(), || newer.lineage())?;
        let root = RecordSpan { pos: buf.position(root), size: root.len() };
        let navigator = Navigator { buf, schema: newer, plan: newer.root_plan(), root, generation: 0 };
        let least = self.width.max(newer.min_width());
        let (content, needed) = laid_out(&navigator, least, &|_| more as u64, None, None)?;
        prove(navigator.buf.bytes, &content)?;
        self.replace(content, needed)
    }

    /// Replaces the buffer by a new layout, and reserves `needed` bytes.
    pub(super) fn replace(&mut self, content: Vec<u8>, needed: u64) -> Result<()> {
        let header = Header::read(&content)?;
        let (len, is_marked) = (content.len(), Header::is_marked(&content));
        let needed = usize::try_from(needed).unwrap_or(usize::MAX).max(self.spare.pinned_len);
        self.storage.replace(content, needed)?;
        let is_working = self.is_working();
        (self.width, self.root, self.root_size) = (header.width, header.root, header.root_size);
        self.is_marked = is_marked;
        self.generation = self.generation.wrapping_add(1);
        (self.spare.waste, self.spare.free_growth, self.spare.needs_free) =
            (Waste::known(free_space::count_free(self.bytes()), len), 0, false);
        if is_working {
            self.keep_waste();
        }
        self.free.clear();
        // In a storage of fixed length the rest is free.
        self.free.insert(len..self.bytes().len());
        Ok(())
    }

    /// Makes sure that bytes that are about to be written are neither released nor allocated by the
    /// same edit. That can only happen in a hostile buffer, where objects overlap.
    pub(crate) fn reject_overlap(&mut self, written: Range<usize>, released: &[Range<usize>]) -> Result<()> {
        let overlaps = |object: &&Range<usize>| object.start < written.end && written.start < object.end;
        if let Some(object) = released.iter().find(overlaps) {
            return Err(Error::corrupt(object.start, Wording::ObjectsOverlap));
        }
        self.free.subtract(written);
        Ok(())
    }

    /// Takes `len` reserved bytes.
    pub(super) fn allocate(&mut self, len: usize) -> usize {
        if let Some(start) = self.free.take(len) {
            self.spare.waste.take(len);
            self.storage.note_free(0isize.saturating_sub_unsigned(len));
            return start;
        }
        let end = self.bytes().len();
        let start = if self.spare.pinned_len == 0 { end } else { self.take_end(end) };
        self.storage.resize(start.saturating_add(len).max(end));
        start
    }

    /// Takes free bytes at the end, which are not cut off during an edit of several steps; returns
    /// where they begin.
    #[cold]
    fn take_end(&mut self, end: usize) -> usize {
        let start = self.free.touching(end).unwrap_or(end);
        self.forget_free(start..end);
        start
    }

    /// Frees the bytes of a whole object and its slack, and overwrites them, so that nothing of it
    /// can be read again.
    pub(super) fn release(&mut self, range: Range<usize>) {
        let len = self.bytes().len();
        if let Some(bytes) = self.bytes_within(range.clone()).get_mut(range.clone()) {
            bytes.fill(0xFF);
        }
        let slack = slack_after(self.bytes(), range.end, range.len());
        let end = range.end.saturating_add(slack);
        // Bytes that were reserved for the current edit stay.
        if end == len && self.spare.pinned_len == 0 && !self.spare.needs_free {
            let kept = free_space::keep_check_point(range.start, len);
            self.storage.resize(kept);
            self.free.subtract(kept..len);
        }
        let len = self.bytes().len();
        let freed = range.start..end.min(len).max(range.start);
        self.spare.waste.free(freed.clone(), len);
        self.storage.note_free(0isize.saturating_add_unsigned(freed.len()));
        if !self.is_working() {
            self.free.insert(freed);
        }
    }
}

/// The values of a buffer laid out anew, at `width` or the first wider one that has room for
/// `after` more bytes, and the bytes to reserve.
#[inline(always)]
fn laid_out(
    navigator: &Navigator<'_>,
    width: PointerWidth,
    after: &dyn Fn(PointerWidth) -> u64,
    unpack: Option<usize>,
    moved: Option<MovedList<'_>>,
) -> Result<(Vec<u8>, u64)> {
    let bytes = navigator.buf.bytes;
    for width in PointerWidth::ALL.into_iter().filter(|wider| *wider >= width) {
        let after = after(width);
        // The list that would move takes what it has already, and the rest of what it needs.
        let (mut more, mut grown, mut len) = (after, (0, 0), 0);
        if let Some(list) = moved {
            let object = list.object();
            len = list.len(width);
            more = after.saturating_sub(len);
            let others = bytes.len().saturating_sub(object.len()) as u64;
            grown = (object.end, list.len_laid_out(width, others.saturating_add(more)));
            more = more.saturating_add(grown.1).saturating_sub(object.len() as u64);
        }
        if rewrite::is_too_narrow(bytes, more, width) {
            continue;
        }
        let content = rewrite::rewrite(navigator, width, unpack, grown, more);
        let Some((content, is_grown)) = content.map_err(Error::with_whole_path)? else {
            continue;
        };
        let needed = (content.len() as u64).saturating_add(if is_grown { after.saturating_sub(len) } else { after });
        if needed <= width.max_len() {
            return Ok((content, needed));
        }
    }
    Err(Error::limit(Wording::BufferLength))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    #[test]
    fn steps_that_fail_leave_the_bytes_where_they_are() -> Result<()> {
        let schema = crate::schema::Schema::parse("struct S { a: string, b: string } root S;")?;
        let mut record = Record::new(&schema);
        record.set("a", &*"x".repeat(1000))?;
        record.set("b", "behind it")?;
        let mut half_done = Vec::new();
        let session = &mut record.session;
        let failed = session.multi_step(|session| {
            let waste = session.bytes().len() / 2;
            session.release(100..100 + waste);
            half_done = session.bytes().to_vec();
            Err(Error::full(0, 0))
        });
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::Full);
        assert!(session.spare.waste.is_due());
        assert_eq!(session.bytes(), half_done);
        Ok(())
    }
}

// Slack: free bytes after an object, kept for it to grow into.

/// The slack of an object that moved to grow: an eighth of its size, so that repeated growth costs
/// amortized constant time for each byte.
pub(super) fn fair_slack(len: usize) -> usize {
    len / 8
}

/// The slack that an object may keep in a new layout.
pub(super) fn kept_slack(len: usize) -> usize {
    len / 16
}

/// The elements that a list of so many gets room for when the buffer is laid out anew so that it
/// can grow.
pub(super) fn grown_slack(count: usize) -> usize {
    (count / 4).saturating_add(2)
}

/// Whether all of these bytes are free.
#[inline(never)]
pub(super) fn is_free(bytes: &[u8]) -> bool {
    let (words, rest) = bytes.as_chunks();
    words.iter().all(|word| u64::from_ne_bytes(*word) == u64::MAX) && rest.iter().all(|byte| *byte == 0xFF)
}

/// Whether all of these bytes, eight or more, are free: in words, of which the last reaches back
/// into the one before it.
#[inline]
pub(super) fn are_free_words(bytes: &[u8]) -> bool {
    let is_free = |word: &[u8; 8]| u64::from_ne_bytes(*word) == u64::MAX;
    bytes.as_chunks().0.iter().all(is_free) && bytes.last_chunk().is_some_and(is_free)
}

/// The free bytes that follow `end`, up to `most`.
#[inline]
pub(crate) fn slack_after(bytes: &[u8], end: usize, most: usize) -> usize {
    // Most objects have no slack.
    match bytes.get(end..) {
        Some(rest @ [0xFF, ..]) => free_run(rest.get(..most).unwrap_or(rest)),
        _ => 0,
    }
}

/// The number of free bytes before the first used one.
#[inline(never)]
fn free_run(bytes: &[u8]) -> usize {
    let (words, _) = bytes.as_chunks();
    let free = words.iter().take_while(|word| u64::from_ne_bytes(**word) == u64::MAX).count().saturating_mul(8);
    let rest = bytes.get(free..).unwrap_or(&[]);
    free.saturating_add(rest.iter().position(|byte| *byte != 0xFF).unwrap_or(rest.len()))
}

#[cfg(test)]
mod tests_of_slack {
    use super::*;

    #[test]
    fn free_bytes_are_counted_up_to_the_first_that_is_not() {
        for len in 0..130 {
            let mut bytes = alloc::vec![0xFF; len];
            assert!(is_free(&bytes));
            assert_eq!(are_free_words(&bytes), len >= 8);
            assert_eq!(slack_after(&bytes, 0, usize::MAX), len);
            for at in 0..len {
                bytes[at] = 0xFE;
                assert!(!is_free(&bytes) && !are_free_words(&bytes));
                assert_eq!(slack_after(&bytes, 0, usize::MAX), at);
                assert_eq!(slack_after(&bytes, at, usize::MAX), 0);
                assert_eq!(
                    slack_after(&bytes, at.saturating_add(1), 20),
                    len.saturating_sub(at).saturating_sub(1).min(20)
                );
                bytes[at] = 0xFF;
            }
        }
    }
}
