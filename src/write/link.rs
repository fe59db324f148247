//! Links: where an edit cursor or a path points, and how the place is found again after a new
//! layout.
//!
//! A cursor remembers the bytes of its record, or of its list's slot. It also keeps the steps that
//! led there, in case the buffer gets a new layout: a chain of links, each borrowing its parent's.
//! A layout changes the session's generation. A link of an older generation walks its steps again
//! before it is used, and only its own cursor stores the result. Cursors that borrow it only read
//! it. So nothing in it changes while it is shared, and cursors are `Send`.

use alloc::vec::Vec;

use super::apart::SessionLent;
use super::list::{FoundList, ToList, look_up};
use super::map::{EntryKind, MapAt, ToMap};
use super::session::{AsSession, SchemaSource, Session, slot_holder};
use super::steps::CursorSteps;
use super::storage::Storage;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Place;
use crate::read::document::MAX_DEPTH;
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot, Step};
use crate::read::open::RecordBytes;
pub(crate) use crate::read::route::{KeysWith, PathKeys, PathLocator, Route};
use crate::schema::{Kinds, MapEntry, Type};

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
        Self::deferred_at(Target { generation: session.generation, ..target })
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
    pub(crate) fn deferred_at(target: Target<'a>) -> Self {
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

// A step of an edit cursor in one word, so that few instructions copy the steps of a cursor.

/// A step in one word: three bits tell its kind, the others its numbers. None is zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedStep(u64);

const KIND_BITS: u32 = 3;
const KIND: u64 = 7;
/// The bits of the index of an entry: a map has fewer than 2^31 entries. The rest is its run's, of
/// which there are fewer than 2^30: each has a pointer of four bytes.
const INDEX_BITS: u32 = 31;

impl PackedStep {
    pub(super) const NONE: Self = Self(0);

    #[inline(always)]
    pub(super) const fn new(step: Step) -> Self {
        let (kind, number) = match step {
            Step::Field(index) => (1, index as u64),
            Step::Element(index) => (2, index as u64),
            Step::Payload(tag) => (3, tag as u64),
            Step::Entry(run, index) => (4, (run as u64).wrapping_shl(INDEX_BITS) | index as u64),
            Step::Key(number) => (5, number as u64),
            Step::Fixed(number) => (6, number as u64),
        };
        Self(number.wrapping_shl(KIND_BITS) | kind)
    }

    /// Its word, of a kind below 7.
    #[inline(always)]
    pub(super) const fn word(self) -> u64 {
        self.0
    }

    /// The step that was that word.
    pub(super) const fn of_word(word: u64) -> Self {
        Self(word)
    }

    #[inline(always)]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether it leads to an entry of a map.
    #[inline(always)]
    pub(super) const fn is_entry(self) -> bool {
        self.0 & KIND == 4
    }

    // Each kind gets back the number that it gave.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) const fn get(self) -> Option<Step> {
        let number = self.0.wrapping_shr(KIND_BITS);
        Some(match self.0 & KIND {
            1 => Step::Field(number as u16),
            2 => Step::Element(number as usize),
            3 => Step::Payload(number as u8),
            4 => Step::Entry(number.wrapping_shr(INDEX_BITS) as u32, (number & ((1 << INDEX_BITS) - 1)) as u32),
            5 => Step::Key(number as usize),
            6 => Step::Fixed(number as usize),
            _ => return None,
        })
    }
}

// The ways to name the value of an edit: a cursor's target, or a path with its keys.

/// Names a value: a cursor's target, or a path with its keys.
pub(crate) trait Locator {
    /// Where the value is now.
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>>;

    /// The steps from the root, if none of them is a key: those of an edit cursor. Edits by path
    /// make missing records themselves.
    fn steps(&self) -> Option<Vec<Step>> {
        None
    }
}

// The current place of an edit cursor.
//
// A cursor of an older generation walks its steps again. Most functions here are inlined, and the
// rare paths get copies, so that the session and the cursors stay in registers.

impl Target<'_> {
    /// Adds the path of the value to an error.
    #[inline(always)]
    pub(crate) fn named<S: Storage, R>(&self, session: &Session<S>, result: Result<R>) -> Result<R> {
        match result {
            Ok(done) => Ok(done),
            Err(error) => Err(session.name_error(error, self.parent, self.step)),
        }
    }
}

impl<'a> Link<'a> {
    /// Adds the path of the value at this cursor to an error.
    #[inline(always)]
    pub(crate) fn named<S: Storage, R>(&self, session: &Session<S>, result: Result<R>) -> Result<R> {
        match result {
            Ok(done) => Ok(done),
            Err(error) => Err(session.name_cursor(error, self)),
        }
    }

    /// The current place of the cursor's record or slot.
    #[inline(always)]
    pub(crate) fn holder<S: Storage>(&self, session: &Session<S>) -> Result<RecordSpan> {
        match self.known_holder(session.generation) {
            Some(holder) => Ok(holder),
            None => find::<false>(session.lent(), CursorSteps::copied(self)),
        }
    }

    /// As [`Link::holder`]; an error has the path of the step that failed.
    #[inline(always)]
    pub(crate) fn resolved<S: Storage>(&self, session: &Session<S>) -> Result<RecordSpan> {
        if self.generation == session.generation { Ok(self.holder) } else { self.find_again(session) }
    }

    #[cold]
    #[inline(never)]
    fn find_again<S: Storage>(&self, session: &Session<S>) -> Result<RecordSpan> {
        find::<true>(session.lent(), CursorSteps::to(self))
    }

    /// Finds the current place of the cursor's record or slot, and stores it in the cursor.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if what leads there is invalid.
    #[inline(always)]
    pub(crate) fn resolve<S: Storage>(&mut self, session: &Session<S>) -> Result<RecordSpan> {
        if self.generation == session.generation { Ok(self.holder) } else { self.resolve_again(session) }
    }

    #[cold]
    #[inline(never)]
    fn resolve_again<S: Storage>(&mut self, session: &Session<S>) -> Result<RecordSpan> {
        let holder = self.find_again(session)?;
        self.learn(holder, session.generation);
        Ok(holder)
    }

    /// As [`Link::resolve`], for a cursor that should stay in registers.
    #[inline(always)]
    pub(crate) fn resolve_cold<S: Storage>(&mut self, session: &Session<S>) -> Result<RecordSpan> {
        if self.generation != session.generation {
            self.learn(find::<true>(session.lent(), CursorSteps::copied(self))?, session.generation);
        }
        Ok(self.holder)
    }

    /// As [`Link::resolve`], without the error: the next use of the cursor fails with it.
    #[inline(always)]
    pub(crate) fn refresh<S: Storage>(&mut self, session: &Session<S>) {
        let _ = self.resolve(session);
    }

    /// As [`Link::resolve`]; returns the target for an edit of a field of the record.
    #[inline(always)]
    pub(crate) fn target<'l, S: Storage>(&'l mut self, session: &Session<S>, step: Step) -> Result<Target<'l>> {
        let holder = self.resolve(session)?;
        Ok(Target { parent: self, step, holder, generation: session.generation })
    }

    /// A field of the record at this cursor.
    #[inline(always)]
    pub fn field<S: Storage>(&'a self, session: &Session<S>, step: Step) -> Result<Target<'a>> {
        let holder = self.resolved(session)?;
        Ok(Target { parent: self, step, holder, generation: session.generation })
    }

    /// A view of the record at this cursor.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if what leads there is invalid.
    #[inline(always)]
    pub fn view<'s, B: AsSession, V: From<RecordBytes<'s>>>(&self, session: &'s B) -> Result<V> {
        let session = session.session();
        session.record(self.resolved(session)?).map(V::from)
    }

    /// A field of the record at this cursor, which could not be reached. A use of the target looks
    /// for the field again, and returns the error.
    #[inline(always)]
    pub(crate) fn failed<S: Storage>(&'a self, session: &Session<S>, step: Step) -> Target<'a> {
        Target { parent: self, step, generation: session.generation.wrapping_sub(1), holder: RecordSpan::default() }
    }

    /// A field of the record at this cursor. It cannot fail: if this cursor cannot find its place
    /// again, a use of the target returns the error.
    #[inline(always)]
    pub(crate) fn deferred<S: Storage>(&'a self, session: &Session<S>, step: Step) -> Target<'a> {
        match self.holder(session) {
            Ok(holder) => Target { parent: self, step, holder, generation: session.generation },
            Err(_) => self.failed(session, step),
        }
    }

    /// A cursor for the list at `place` of the record at this cursor. It cannot fail: if this
    /// cursor cannot find its place again, a use of the list's cursor returns the error.
    #[inline(always)]
    #[must_use]
    pub fn list<S: Storage>(&'a self, session: &Session<S>, step: Step, place: &Place) -> Self {
        Self::deferred_at(session.list_slot(self.deferred(session, step), place))
    }
}

impl<S: Storage> Session<S> {
    /// The record that holds a target, to read.
    ///
    /// # Errors
    /// As [`Session::record`].
    #[doc(hidden)]
    #[inline]
    pub fn target(&self, target: &Target<'_>) -> Result<RecordBytes<'_>> {
        self.record(target.holder)
    }

    /// The target with the pointer slot at `place` as its holder.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn list_slot<'a>(&self, target: Target<'a>, place: &Place) -> Target<'a> {
        Target { holder: slot_holder(self.width, target.holder, place), ..target }
    }

    /// The current place of a target's holder.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if what leads there is invalid.
    #[doc(hidden)]
    #[inline]
    pub fn current(&self, target: &Target<'_>) -> Result<RecordSpan> {
        if target.generation == self.generation {
            return Ok(target.holder);
        }
        target.resolve(&self.navigator()).map(|resolved| resolved.holder)
    }

    /// Adds the path of the value one step from a cursor to an error.
    #[inline(always)]
    pub(crate) fn name_error<'a>(&self, error: Error, above: &'a Link<'a>, step: Step) -> Error {
        name(self.lent(), error, CursorSteps::to_part(above, step))
    }

    /// Adds the path of the value at a cursor to an error.
    #[inline(always)]
    pub(crate) fn name_cursor(&self, error: Error, cursor: &Link<'_>) -> Error {
        name(self.lent(), error, CursorSteps::copied(cursor))
    }
}

#[cold]
#[inline(never)]
fn name(session: SessionLent<'_>, error: Error, steps: CursorSteps<'_>) -> Error {
    super::named::name(session.navigator(), error, steps)
}

#[cold]
#[inline(never)]
pub(super) fn find<const NAMED: bool>(session: SessionLent<'_>, steps: CursorSteps<'_>) -> Result<RecordSpan> {
    steps.current::<NAMED>(&session.navigator())
}

// Routes resolved for edits: to a value, a list or a map.

impl<const KEYED: bool> Locator for Route<'_, KEYED> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        let empty = || Error::fixed(&FixedError(ErrorKind::Path, "an empty path names no value"));
        let take = |_, from: Option<&ResolvedSlot<'s>>, step| {
            let step = self.sought(navigator, from, step)?;
            if KEYED { navigator.step::<{ Kinds::ALL }>(from, step) } else { navigator.step::<0>(from, step) }
        };
        self.walk(navigator, take)?.ok_or_else(empty)
    }
}

/// The list that a route leads to.
impl<S: Storage, M: SchemaSource, const KEYED: bool> ToList<S, M> for Route<'_, KEYED> {
    fn found(&self, session: &Session<S, M>) -> Result<FoundList> {
        look_up(self, &session.navigator(), self.has_objects)
    }

    fn locator(&self) -> &dyn Locator {
        self
    }
}

/// The map that a route leads to.
impl<S: Storage, M: SchemaSource, const KEYED: bool> ToMap<S, M> for Route<'_, KEYED> {
    fn at(&self, session: &Session<S, M>, number: usize) -> Result<MapAt> {
        let navigator = session.navigator();
        let resolved = self.resolve(&navigator)?;
        let Type::Map(map) = resolved.ty else { return Err(Error::fixed(&FixedError(ErrorKind::Type, "not a map"))) };
        resolved.check_holder()?;
        map_at(&navigator, &resolved, &map.0, number)
    }

    fn locator(&self) -> &dyn Locator {
        self
    }
}

/// A map and the run of that number.
pub(crate) fn map_at(
    navigator: &Navigator<'_>,
    resolved: &ResolvedSlot<'_>,
    entry: &MapEntry,
    number: usize,
) -> Result<MapAt> {
    let slot = slot_holder(navigator.buf.width.into(), resolved.holder, &resolved.place);
    let shape = navigator.schema.entry_shape(entry);
    let entries = EntryKind { shape, levels: resolved.levels().saturating_sub(1), has_objects: true };
    MapAt::new(&navigator.buf, slot, number, &entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_what_was_packed() {
        let entries = [(0, 0), (7, 3), ((1 << 30) - 1, (1 << 31) - 1)];
        let indices = [0, 1, 0xFFFF_FFFF];
        let steps = [Step::Field(0), Step::Field(u16::MAX), Step::Payload(0), Step::Payload(u8::MAX)]
            .into_iter()
            .chain(indices.map(Step::Element))
            .chain([Step::Key(4), Step::Fixed(5)])
            .chain(entries.map(|(run, index)| Step::Entry(run, index)));
        for step in steps {
            assert_eq!(PackedStep::new(step).get(), Some(step));
        }
        assert_eq!(PackedStep::NONE.get(), None);
    }
}
