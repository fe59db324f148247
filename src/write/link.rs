//! Where an edit cursor stands.
//!
//! A cursor remembers the bytes of its record (or its list's slot) and, in case the buffer is laid
//! out anew under it, the steps that led there: a chain of links, each borrowing its parent's. A
//! layout changes the session's generation; a link of an older generation walks its steps again
//! before it is used, and its own cursor keeps where they led. Cursors that borrow it only look: so
//! nothing in it changes while it is shared, and cursors go to other threads.

use super::packed_step::PackedStep;
use super::session::Session;
use super::storage::Storage;
use crate::read::decoder::MAX_DEPTH;
use crate::read::navigate::{RecordSpan, Step};

/// Where a cursor stands, and how it got there.
#[derive(Debug)]
pub struct Link<'a> {
    pub(super) parent: Option<&'a Link<'a>>,
    pub(super) step: PackedStep,
    pub(super) generation: u32,
    pub(super) holder: RecordSpan,
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
        Self { parent: None, step: PackedStep::NONE, generation: session.generation, holder }
    }

    /// A cursor into the target, whose holder is the cursor's own record or slot.
    #[inline(always)]
    #[must_use]
    pub fn new<S: Storage>(target: Target<'a>, session: &Session<S>) -> Self {
        Self::later_at(Target { generation: session.generation, ..target })
    }

    /// The cursor above, and the step from there.
    #[inline(always)]
    pub(crate) fn parent(&self) -> Option<&'a Link<'a>> {
        self.parent
    }

    pub(crate) fn step(&self) -> Step {
        self.step.get().unwrap_or(Step::Field(0))
    }

    /// A cursor into a target that may have to find its way back first.
    #[inline(always)]
    #[must_use]
    pub(crate) fn later_at(target: Target<'a>) -> Self {
        let Target { parent, step, holder, generation } = target;
        Self { parent: Some(parent), step: PackedStep::new(step), generation, holder }
    }

    /// Levels of nesting that are left at least below the elements of this list.
    #[inline(always)]
    pub(crate) fn levels(&self) -> u32 {
        // Each step on the way enters one object at most.
        let above = core::iter::successors(Some(self), |link| link.parent).count();
        MAX_DEPTH.saturating_sub(u32::try_from(above).unwrap_or(MAX_DEPTH))
    }

    /// The record at this cursor, if it is known where that lies now.
    #[inline(always)]
    pub(super) fn known_holder(&self, generation: u32) -> Option<RecordSpan> {
        (self.generation == generation).then_some(self.holder)
    }

    /// Learns where the record at this cursor lies now.
    #[inline(always)]
    pub(super) fn learn(&mut self, holder: RecordSpan, generation: u32) {
        (self.holder, self.generation) = (holder, generation);
    }

    /// An element of the list at this cursor.
    #[inline(always)]
    pub(crate) fn element<S: Storage>(&'a self, session: &Session<S>, index: usize, holder: RecordSpan) -> Target<'a> {
        Target { parent: self, step: Step::Element(index), holder, generation: session.generation }
    }
}
