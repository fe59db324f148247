//! Room in full memory: the objects are moved together in place, without a second buffer.
//!
//! ```text
//! full      [root] [a] FF FF [b] FF [c] FF FF FF     room for no more
//! together  [root] [a] [b] [c] FF FF FF FF FF FF     all that is free lies at the end
//! parted    [root] [a] FF FF FF FF [b] [c] FF FF     or behind an object that grows, if it is too long to be moved
//! ```
//! Each object has one pointer, and a walk over the values finds both. But a walk meets objects in
//! the order of the values, and they have to be moved in that of their addresses: so each walk
//! picks the next [`BATCH`] of them, which then move together. Before the first object moves, walks
//! over all of them have checked that no two share a byte and that there is room; after that
//! nothing fails.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::ops::Range;

use super::free_space::Waste;
use super::list::Grown;
use super::room::{SpaceRequest, fair_slack};
use super::session::{SchemaSource, Session};
use super::storage::Storage;
use crate::error::{Error, ErrorKind, Result, Wording, internal_error};
use crate::read::walk::visit_pointers;
use crate::wire::clamp;
use crate::wire::width::{PointerWidth, Width};

/// The number of objects in a batch; each takes 16 bytes of memory meanwhile.
const BATCH: usize = 2048;

/// An object, and the offset of its pointer; sorted in the order in which they move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Movable {
    order: u32,
    start: u32,
    end: u32,
    pointer: u32,
}

impl Movable {
    fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Which objects the next batch has.
#[derive(Clone, Copy)]
enum Next {
    /// The lowest from an offset on.
    From(usize),
    /// The highest that begin in a range of offsets.
    Between(usize, usize),
}

impl Next {
    /// The sort key of an object that begins at an offset; `None` if it is not among them.
    fn order(self, start: usize) -> Option<u32> {
        match self {
            Self::From(first) => (start >= first).then(|| clamp(start)),
            Self::Between(first, end) => (start >= first && start < end).then(|| u32::MAX.wrapping_sub(clamp(start))),
        }
    }
}

/// Totals over the objects of a buffer.
#[derive(Default)]
struct Survey {
    objects: usize,
    /// Bytes of them, with the header and the root record.
    live: usize,
    /// Where the last ends.
    end: usize,
}

/// Objects of a walk, at most [`BATCH`], in order.
struct Batch(Vec<Movable>);

impl Batch {
    /// Allocates for as many objects as `bytes` bytes can hold, at most [`BATCH`].
    fn with_room(bytes: usize) -> Option<Self> {
        let mut objects = Vec::new();
        objects.try_reserve_exact(bytes.min(BATCH)).ok()?;
        Some(Self(objects))
    }

    /// Walks over the buffer and collects the objects of the next batch.
    fn pick<S: Storage, M: SchemaSource>(&mut self, session: &Session<S, M>, next: Next) -> Result<Survey> {
        self.0.clear();
        let mut picked = BinaryHeap::from(core::mem::take(&mut self.0));
        let floor = session.floor();
        let mut survey = Survey { objects: 0, live: floor, end: floor };
        let walked = visit_pointers(&session.navigator(), &mut |range, pointer| {
            survey.objects = survey.objects.saturating_add(1);
            survey.live = survey.live.saturating_add(range.len());
            survey.end = survey.end.max(range.end);
            let Some(order) = next.order(range.start) else { return };
            let object = Movable { order, start: clamp(range.start), end: clamp(range.end), pointer: clamp(pointer) };
            if picked.len() < BATCH {
                picked.push(object);
            } else if let Some(mut last) = picked.peek_mut()
                && object < *last
            {
                *last = object;
            }
        });
        self.0 = picked.into_sorted_vec();
        walked.map(|()| survey)
    }

    /// Fails if objects share bytes, or if a pointer does not lead to its object.
    fn check<S: Storage, M: SchemaSource>(&self, session: &Session<S, M>, mut from: usize) -> Result<()> {
        for object in &self.0 {
            let Range { start, end } = object.range();
            let pointer = session.bytes().get(object.pointer as usize..).and_then(|slot| session.width.load(slot));
            if start < from || end <= start || pointer != Some(start) {
                return Err(Error::corrupt(start, Wording::ObjectsOverlap));
            }
            from = end;
        }
        Ok(())
    }

    fn end(&self) -> usize {
        self.0.last().map_or(0, |object| object.end as usize)
    }
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Makes room for an edit after the storage refused it with the error `full`.
    #[cold]
    #[inline(never)]
    pub(super) fn make_room_in_place(&mut self, after: &dyn Fn(PointerWidth) -> u64, full: Error) -> Result<()> {
        let needed = after(self.width);
        self.slide(needed, None, full)
    }

    /// As [`Session::reserve`], for an edit that can also be made where an object grows in its
    /// place: if the memory is too full for a second copy of it, the objects behind it are moved.
    #[inline(always)]
    pub(crate) fn reserve_or_part(
        &mut self,
        upgrade: bool,
        now: &SpaceRequest<'_>,
        after: &dyn Fn(PointerWidth) -> u64,
        grown: Option<Grown>,
    ) -> Result<()> {
        let reserved = self.reserve(upgrade, now, after);
        match (reserved, grown) {
            (Err(full), Some(grown)) if self.storage.is_bounded() && !upgrade && full.kind() == ErrorKind::Full => {
                let needed = (grown.end.saturating_sub(grown.object.end) as u64).saturating_add(grown.objects);
                self.slide(needed, Some(grown), full)
            }
            (reserved, _) => reserved,
        }
    }

    /// Moves all objects together if that makes enough room, at the end or behind an object that
    /// grows. Otherwise it fails with the error `full`, and nothing has changed.
    #[cold]
    #[inline(never)]
    fn slide(&mut self, needed: u64, grown: Option<Grown>, full: Error) -> Result<()> {
        // In the middle of an edit its other steps rely on known offsets.
        if self.spare.is_unfinished && self.spare.pinned_len != 0 {
            return Err(full);
        }
        let (len, floor) = (self.bytes().len(), self.floor());
        let Some(mut batch) = Batch::with_room(len.saturating_sub(floor)) else { return Err(full) };
        let Ok(survey) = batch.pick(self, Next::From(floor)) else { return Err(full) };
        let Ok(needed) = usize::try_from(needed) else { return Err(full) };
        let total = survey.live.saturating_add(needed);
        if total as u64 > self.width.max_len() || self.storage.reserve(total).is_err() {
            // If an object would grow in place, the error says so already.
            return Err(if grown.is_none() { full.with_free(len.saturating_sub(survey.live)) } else { full });
        }
        let is_enough = |end: usize| grown.is_none() && end.saturating_add(needed) as u64 <= self.width.max_len();
        if is_enough(survey.end) && self.storage.reserve(survey.end.saturating_add(needed)).is_ok() {
            self.end_at(survey.end);
            return Ok(());
        }
        let ended = grown.as_ref().map(|grown| grown.object.end);
        if self.check_apart(&mut batch, &survey, ended).is_err() {
            return Err(full);
        }
        let (mut end, moved) = self.move_together(&mut batch, &survey, ended)?;
        if let (Some(grown), Some(from)) = (grown, moved) {
            let growth = grown.end.saturating_sub(grown.object.end);
            // Half of the rest as slack, so that not every edit moves everything.
            let slack = |len: usize| len.saturating_add(fair_slack(grown.end.saturating_sub(grown.object.start)));
            let most = usize::try_from(self.width.max_len()).unwrap_or(usize::MAX);
            let mut gap = slack(growth).min(most.saturating_sub(total).saturating_add(growth));
            while gap > growth && self.storage.reserve(total.saturating_add(gap).saturating_sub(growth)).is_err() {
                gap = growth.saturating_add(gap.saturating_sub(growth) / 2);
            }
            end = self.part(&mut batch, from..end, gap)?;
        }
        self.end_at(end);
        Ok(())
    }

    /// Fails if objects share bytes, or if no object ends at `ended`. The batch has the lowest
    /// objects before and after it.
    fn check_apart(&self, batch: &mut Batch, survey: &Survey, ended: Option<usize>) -> Result<()> {
        let (mut from, mut seen, mut is_met) = (self.floor(), 0usize, ended.is_none());
        loop {
            batch.check(self, from)?;
            is_met |= batch.0.iter().any(|object| Some(object.end as usize) == ended);
            seen = seen.saturating_add(batch.0.len());
            if batch.0.is_empty() || seen >= survey.objects {
                break;
            }
            from = batch.end();
            batch.pick(self, Next::From(from))?;
        }
        if seen != survey.objects || !is_met {
            return Err(internal_error());
        }
        if seen > BATCH {
            batch.pick(self, Next::From(self.floor()))?;
        }
        Ok(())
    }

    /// Moves all objects together without gaps; returns where the last ends, and the new end of the
    /// object that ended at an offset.
    fn move_together(
        &mut self,
        batch: &mut Batch,
        survey: &Survey,
        ended: Option<usize>,
    ) -> Result<(usize, Option<usize>)> {
        let (mut to, mut seen, mut end_of) = (self.floor(), 0usize, None);
        loop {
            let from = batch.end();
            // Pointers first: a pointer inside an object moves with it.
            let mut next = to;
            for object in &batch.0 {
                self.store_pointer(object.pointer as usize, next)?;
                next = next.saturating_add(object.range().len());
                if Some(object.range().end) == ended {
                    end_of = Some(next);
                }
            }
            for object in &batch.0 {
                let range = object.range();
                let len = range.len();
                if range.start != to {
                    self.bytes_mut().copy_within(range, to);
                }
                to = to.saturating_add(len);
            }
            seen = seen.saturating_add(batch.0.len());
            if batch.0.is_empty() || seen >= survey.objects {
                return Ok((to, end_of));
            }
            batch.pick(self, Next::From(from))?;
        }
    }

    /// Moves adjacent objects up by `gap` bytes; returns where they end.
    fn part(&mut self, batch: &mut Batch, objects: Range<usize>, gap: usize) -> Result<usize> {
        let end = objects.end.saturating_add(gap);
        if self.bytes().len() < end {
            self.storage.resize(end);
        }
        let mut before = objects.end;
        while before > objects.start {
            batch.pick(self, Next::Between(objects.start, before))?;
            let Some(lowest) = batch.0.last().map(|object| object.start as usize) else { return Err(internal_error()) };
            for object in &batch.0 {
                self.store_pointer(object.pointer as usize, object.range().start.saturating_add(gap))?;
            }
            self.bytes_mut().copy_within(lowest..before, lowest.saturating_add(gap));
            before = lowest;
        }
        let gap = objects.start..objects.start.saturating_add(gap);
        self.bytes_mut().get_mut(gap).unwrap_or_default().fill(0xFF);
        Ok(end)
    }

    /// Ends the buffer behind its last object. All places known before are invalid.
    fn end_at(&mut self, end: usize) {
        let len = self.bytes().len();
        self.bytes_mut().get_mut(end..).unwrap_or_default().fill(0xFF);
        self.storage.note_free(0isize.saturating_sub_unsigned(len));
        self.free.clear();
        if self.storage.has_fixed_len() {
            self.free.insert(end..len);
        } else {
            self.storage.resize(end);
        }
        (self.spare.waste, self.spare.free_growth, self.spare.needs_free) = (Waste::known(0, end), 0, false);
        self.generation = self.generation.wrapping_add(1);
    }
}
