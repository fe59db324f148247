//! Where an edit cursor stands.
//!
//! A cursor remembers the bytes of its record (or its list's slot) and, for the case that the
//! buffer is laid out anew, the steps that led there: a chain of links, each borrowing its
//! parent's. A layout changes the session's generation; a link of an older generation walks its
//! steps again before it is used, and only its own cursor stores the result. Cursors that borrow it
//! only read it. So nothing in it changes while it is shared, and cursors are `Send`.

use super::packed_step::PackedStep;
use super::session::Session;
use super::storage::Storage;
use crate::read::decoder::MAX_DEPTH;
use crate::read::navigate::{RecordSpan, Step};

/// The position of a cursor, and the steps that led there.
#[derive(Debug)]
pub struct Link<'a> {
    pub(super) parent: Option<&'a Link<'a>>,
    pub(super) step: PackedStep,
    pub(super) generation: u32,
    pub(super) holder: RecordSpan,
}

/// The value that an edit changes: a step from a cursor.
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

    /// A cursor for the target, whose holder is the cursor's own record or slot.
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

    /// A cursor for a target that may be of an older generation.
    #[inline(always)]
    #[must_use]
    pub(crate) fn later_at(target: Target<'a>) -> Self {
        let Target { parent, step, holder, generation } = target;
        Self { parent: Some(parent), step: PackedStep::new(step), generation, holder }
    }

    /// A lower bound of the levels of nesting that are left below the elements of this list.
    #[inline(always)]
    pub(crate) fn levels(&self) -> u32 {
        // Each step enters at most one object.
        let above = core::iter::successors(Some(self), |link| link.parent).count();
        MAX_DEPTH.saturating_sub(u32::try_from(above).unwrap_or(MAX_DEPTH))
    }

    /// The record at this cursor, unless a newer layout has moved it.
    #[inline(always)]
    pub(crate) fn known_holder(&self, generation: u32) -> Option<RecordSpan> {
        (self.generation == generation).then_some(self.holder)
    }

    /// Stores where the record at this cursor lies now.
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
