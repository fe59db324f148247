//! Where an edit cursor stands.
//!
//! A cursor remembers the bytes of its record (or its list's slot) and, in case the buffer is laid out anew under it,
//! the steps that led there: a chain of links, each borrowing its parent's. A layout changes the session's generation;
//! a link of an older generation walks its steps again before it is used, and its own cursor keeps where they led. Cursors that borrow
//! it only look: so nothing in it changes while it is shared, and cursors go to other threads.

use super::session::{AsSession, Session};
use super::storage::Storage;
use crate::error::{Error, Result};
use crate::layout::Place;
use crate::read::decoder::MAX_DEPTH;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::record::RecordBytes;

/// Where a cursor stands, and how it got there.
#[derive(Debug)]
pub struct Link<'a> {
    pub(super) parent: Option<&'a Link<'a>>,
    pub(super) step: Step,
    generation: u32,
    holder: RecordSpan,
}

/// A value in a record: what an edit is aimed at.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    pub(crate) parent: &'a Link<'a>,
    pub(crate) step: Step,
    /// The record that holds the value's slot.
    pub(crate) holder: RecordSpan,
    pub(crate) generation: u32,
}

impl Target<'_> {
    /// Adds to an error what the value is called.
    #[inline(always)]
    pub(crate) fn named<S: Storage, R>(&self, session: &Session<S>, result: Result<R>) -> Result<R> {
        match result {
            Ok(done) => Ok(done),
            Err(error) => Err(session.name_error(error, self.parent, self.step)),
        }
    }

    /// The target behind the presence byte of a list element.
    #[inline(always)]
    #[must_use]
    pub fn behind_presence(mut self) -> Self {
        self.holder.pos = self.holder.pos.saturating_add(1);
        self.holder.size = self.holder.size.saturating_sub(1);
        self
    }
}

impl<'a> Link<'a> {
    /// The root of a session.
    #[inline(always)]
    #[must_use]
    pub fn root<S: Storage>(session: &Session<S>) -> Self {
        let holder = RecordSpan { pos: session.root, size: session.root_size };
        Self { parent: None, step: Step::Field(0), generation: session.generation, holder }
    }

    /// A cursor into the target, whose holder is the cursor's own record or slot.
    #[inline(always)]
    #[must_use]
    pub fn new<S: Storage>(target: Target<'a>, session: &Session<S>) -> Self {
        let Target { parent, step, holder, .. } = target;
        Self { parent: Some(parent), step, generation: session.generation, holder }
    }

    /// The cursor above, and the step from there.
    pub(crate) fn parent(&self) -> Option<&'a Link<'a>> {
        self.parent
    }

    pub(crate) fn step(&self) -> Step {
        self.step
    }

    /// A cursor into a target that may have to find its way back first.
    #[inline(always)]
    #[must_use]
    pub(crate) fn later_at(target: Target<'a>) -> Self {
        let Target { parent, step, holder, generation } = target;
        Self { parent: Some(parent), step, generation, holder }
    }

    /// Adds to an error what the value at this cursor is called.
    #[inline(always)]
    pub(crate) fn named<S: Storage, R>(&self, session: &Session<S>, result: Result<R>) -> Result<R> {
        match result {
            Ok(done) => Ok(done),
            Err(error) => Err(session.name_cursor(error, self)),
        }
    }

    /// Levels of nesting that are left at least below the elements of this list.
    #[inline(always)]
    pub(crate) fn levels(&self) -> u32 {
        // Each step on the way enters one object at most.
        let above = core::iter::successors(Some(self), |link| link.parent).count();
        MAX_DEPTH.saturating_sub(u32::try_from(above).unwrap_or(MAX_DEPTH))
    }

    /// The cursor's record or slot as it lies now.
    #[inline(always)]
    pub(crate) fn holder<S: Storage>(&self, session: &Session<S>) -> Result<RecordSpan> {
        if self.generation == session.generation { Ok(self.holder) } else { session.find(self) }
    }

    /// The same, and an error names the step that leads nowhere.
    #[inline(always)]
    pub(crate) fn reached<S: Storage>(&self, session: &Session<S>) -> Result<RecordSpan> {
        if self.generation == session.generation { Ok(self.holder) } else { session.find_named(self) }
    }

    /// Learns where the cursor's record or slot lies now, before it is used again and again. Where that cannot be found, what uses it says so.
    #[inline(always)]
    pub(crate) fn refresh<S: Storage>(&mut self, session: &Session<S>) {
        if self.generation != session.generation {
            (self.holder, self.generation) = session.find_or_lost(self);
        }
    }

    /// A field of the record at this cursor.
    #[inline(always)]
    pub fn field<S: Storage>(&'a self, session: &Session<S>, step: Step) -> Result<Target<'a>> {
        let holder = self.reached(session)?;
        Ok(Target { parent: self, step, holder, generation: session.generation })
    }

    /// An element of the list at this cursor.
    #[inline(always)]
    pub(crate) fn element<S: Storage>(&'a self, session: &Session<S>, index: usize, holder: RecordSpan) -> Target<'a> {
        Target { parent: self, step: Step::Element(index), holder, generation: session.generation }
    }

    /// The record at this cursor as it is now, as its view.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if what leads there is invalid.
    #[inline(always)]
    pub fn view<'s, B: AsSession, V: From<RecordBytes<'s>>>(&self, session: &'s B) -> Result<V> {
        let session = session.session();
        session.record(self.reached(session)?).map(V::from)
    }

    /// A cursor for a field of the record at this cursor that could not be reached. What uses it looks for the field again, and says why.
    #[cold]
    #[inline(never)]
    pub(crate) fn unreached<S: Storage>(&'a self, session: &Session<S>, step: Step, _: Error) -> Self {
        let generation = session.generation.wrapping_sub(1);
        Self { parent: Some(self), step, generation, holder: RecordSpan::default() }
    }

    /// A field of the record at this cursor. It cannot fail: where this cursor cannot find its way back, the target says so
    /// when it is used.
    #[inline(always)]
    pub(crate) fn later<S: Storage>(&'a self, session: &Session<S>, step: Step) -> Target<'a> {
        let (mut holder, mut generation) = (self.holder, self.generation);
        if generation != session.generation {
            (holder, generation) = session.find_or_lost(self);
        }
        Target { parent: self, step, holder, generation }
    }

    /// A cursor for the list at `place` of the record at this cursor. It cannot fail: where this cursor cannot find its
    /// way back, the list's cursor says so when it is used.
    #[inline(always)]
    #[must_use]
    pub fn list<S: Storage>(&'a self, session: &Session<S>, step: Step, place: &Place) -> Self {
        Self::later_at(session.list_slot(self.later(session, step), place))
    }
}
