//! Where an edit cursor stands now.
//!
//! A cursor of an older generation walks its steps again. Most of what is here is inlined, and what
//! is seldom done is given copies: the session and the cursors stay in registers. What is called
//! for a cursor in memory is said to be.

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
    /// Adds to an error what the value is called.
    #[inline(always)]
    pub(crate) fn named<S: Storage, R>(&self, session: &Session<S>, result: Result<R>) -> Result<R> {
        match result {
            Ok(done) => Ok(done),
            Err(error) => Err(session.name_error(error, self.parent, self.step)),
        }
    }
}

impl<'a> Link<'a> {
    /// Adds to an error what the value at this cursor is called.
    #[inline(always)]
    pub(crate) fn named<S: Storage, R>(&self, session: &Session<S>, result: Result<R>) -> Result<R> {
        match result {
            Ok(done) => Ok(done),
            Err(error) => Err(session.name_cursor(error, self)),
        }
    }

    /// The cursor's record or slot as it lies now.
    #[inline(always)]
    pub(crate) fn holder<S: Storage>(&self, session: &Session<S>) -> Result<RecordSpan> {
        match self.known_holder(session.generation) {
            Some(holder) => Ok(holder),
            None => find(session.lent(), CursorSteps::copied(self)),
        }
    }

    /// The same, and an error names the step that leads nowhere.
    #[inline(always)]
    pub(crate) fn reached<S: Storage>(&self, session: &Session<S>) -> Result<RecordSpan> {
        if self.generation == session.generation { Ok(self.holder) } else { self.find_anew(session) }
    }

    #[cold]
    #[inline(never)]
    fn find_anew<S: Storage>(&self, session: &Session<S>) -> Result<RecordSpan> {
        find_named(session.lent(), CursorSteps::to(self))
    }

    /// Learns where the cursor's record or slot lies now, to use it again and again.
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

    /// As [`Link::reach`], of a cursor that may lie in registers.
    #[inline(always)]
    pub(crate) fn reach_apart<S: Storage>(&mut self, session: &Session<S>) -> Result<RecordSpan> {
        if self.generation != session.generation {
            self.learn(find_named(session.lent(), CursorSteps::copied(self))?, session.generation);
        }
        Ok(self.holder)
    }

    /// The same where what uses the cursor looks again, and says why it cannot be found.
    #[inline(always)]
    pub(crate) fn refresh<S: Storage>(&mut self, session: &Session<S>) {
        let _ = self.reach(session);
    }

    /// As [`Link::reach`]: what an edit of a field of the record is aimed at.
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

    /// The record at this cursor as it is now, as its view.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if what leads there is invalid.
    #[inline(always)]
    pub fn view<'s, B: AsSession, V: From<RecordBytes<'s>>>(&self, session: &'s B) -> Result<V> {
        let session = session.session();
        session.record(self.reached(session)?).map(V::from)
    }

    /// A field of the record at this cursor that could not be reached. What uses it looks for the
    /// field again, and says why.
    #[inline(always)]
    pub(crate) fn lost<S: Storage>(&'a self, session: &Session<S>, step: Step) -> Target<'a> {
        Target { parent: self, step, generation: session.generation.wrapping_sub(1), holder: RecordSpan::default() }
    }

    /// A field of the record at this cursor. It cannot fail: where this cursor cannot find its way
    /// back, the target says so when it is used.
    #[inline(always)]
    pub(crate) fn later<S: Storage>(&'a self, session: &Session<S>, step: Step) -> Target<'a> {
        match self.holder(session) {
            Ok(holder) => Target { parent: self, step, holder, generation: session.generation },
            Err(_) => self.lost(session, step),
        }
    }

    /// A cursor for the list at `place` of the record at this cursor. It cannot fail: where this
    /// cursor cannot find its way back, the list's cursor says so when it is used.
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

    /// The holder of a target as it lies now.
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

    /// Adds to an error what the value one step from a cursor is called.
    #[inline(always)]
    pub(crate) fn name_error<'a>(&self, error: Error, above: &'a Link<'a>, step: Step) -> Error {
        name(self.lent(), error, CursorSteps::to_part(above, step))
    }

    /// Adds to an error what the value at a cursor is called.
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
