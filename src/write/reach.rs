//! Finding the current place of an edit cursor.
//!
//! A cursor of an older generation walks its steps again. Most functions here are inlined, and the
//! rare paths get copies, so that the session and the cursors stay in registers.

use super::apart::SessionLent;
use super::link::{Link, Target};
use super::locator::Locator;
use super::session::{AsSession, Session, slot_holder};
use super::steps::CursorSteps;
use super::storage::Storage;
use crate::error::{Error, Result};
use crate::layout::Place;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::record::RecordBytes;

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
            None => find(session.lent(), CursorSteps::copied(self)),
        }
    }

    /// As [`Link::holder`]; an error has the path of the step that failed.
    #[inline(always)]
    pub(crate) fn reached<S: Storage>(&self, session: &Session<S>) -> Result<RecordSpan> {
        if self.generation == session.generation { Ok(self.holder) } else { self.find_anew(session) }
    }

    #[cold]
    #[inline(never)]
    fn find_anew<S: Storage>(&self, session: &Session<S>) -> Result<RecordSpan> {
        find_named(session.lent(), CursorSteps::to(self))
    }

    /// Finds the current place of the cursor's record or slot, and stores it in the cursor.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if what leads there is invalid.
    #[inline(always)]
    pub(crate) fn reach<S: Storage>(&mut self, session: &Session<S>) -> Result<RecordSpan> {
        if self.generation == session.generation { Ok(self.holder) } else { self.reach_anew(session) }
    }

    #[cold]
    #[inline(never)]
    fn reach_anew<S: Storage>(&mut self, session: &Session<S>) -> Result<RecordSpan> {
        let holder = self.find_anew(session)?;
        self.learn(holder, session.generation);
        Ok(holder)
    }

    /// As [`Link::reach`], for a cursor that should stay in registers.
    #[inline(always)]
    pub(crate) fn reach_apart<S: Storage>(&mut self, session: &Session<S>) -> Result<RecordSpan> {
        if self.generation != session.generation {
            self.learn(find_named(session.lent(), CursorSteps::copied(self))?, session.generation);
        }
        Ok(self.holder)
    }

    /// As [`Link::reach`], without the error: the next use of the cursor fails with it.
    #[inline(always)]
    pub(crate) fn refresh<S: Storage>(&mut self, session: &Session<S>) {
        let _ = self.reach(session);
    }

    /// As [`Link::reach`]; returns the target for an edit of a field of the record.
    #[inline(always)]
    pub(crate) fn aim<'l, S: Storage>(&'l mut self, session: &Session<S>, step: Step) -> Result<Target<'l>> {
        let holder = self.reach(session)?;
        Ok(Target { parent: self, step, holder, generation: session.generation })
    }

    /// A field of the record at this cursor.
    #[inline(always)]
    pub fn field<S: Storage>(&'a self, session: &Session<S>, step: Step) -> Result<Target<'a>> {
        let holder = self.reached(session)?;
        Ok(Target { parent: self, step, holder, generation: session.generation })
    }

    /// A view of the record at this cursor.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if what leads there is invalid.
    #[inline(always)]
    pub fn view<'s, B: AsSession, V: From<RecordBytes<'s>>>(&self, session: &'s B) -> Result<V> {
        let session = session.session();
        session.record(self.reached(session)?).map(V::from)
    }

    /// A field of the record at this cursor, which could not be reached. A use of the target looks
    /// for the field again, and returns the error.
    #[inline(always)]
    pub(crate) fn lost<S: Storage>(&'a self, session: &Session<S>, step: Step) -> Target<'a> {
        Target { parent: self, step, generation: session.generation.wrapping_sub(1), holder: RecordSpan::default() }
    }

    /// A field of the record at this cursor. It cannot fail: if this cursor cannot find its place
    /// again, a use of the target returns the error.
    #[inline(always)]
    pub(crate) fn later<S: Storage>(&'a self, session: &Session<S>, step: Step) -> Target<'a> {
        match self.holder(session) {
            Ok(holder) => Target { parent: self, step, holder, generation: session.generation },
            Err(_) => self.lost(session, step),
        }
    }

    /// A cursor for the list at `place` of the record at this cursor. It cannot fail: if this
    /// cursor cannot find its place again, a use of the list's cursor returns the error.
    #[inline(always)]
    #[must_use]
    pub fn list<S: Storage>(&'a self, session: &Session<S>, step: Step, place: &Place) -> Self {
        Self::later_at(session.list_slot(self.later(session, step), place))
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
fn find(session: SessionLent<'_>, steps: CursorSteps<'_>) -> Result<RecordSpan> {
    steps.holder(&session.navigator())
}

#[cold]
#[inline(never)]
pub(super) fn find_named(session: SessionLent<'_>, steps: CursorSteps<'_>) -> Result<RecordSpan> {
    let navigator = session.navigator();
    steps.holder(&navigator).map_err(|error| steps.name_lost(error, &navigator))
}
