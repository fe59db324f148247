//! Setting a field that is one word: often the only edit of an opened buffer.

use super::apart::Detached;
use super::link::{Link, Target, find};
use super::session::Session;
use super::steps::CursorSteps;
use super::storage::{Storage, WordEdit};
use crate::error::{Result, internal_error, length_changed};
use crate::layout::Place;
use crate::read::navigate::{RecordSpan, Step};
use crate::wire::slice_mut;

/// A word to store in a field.
#[derive(Clone, Copy)]
pub(crate) struct FieldWord<'f> {
    pub(crate) place: &'f Place,
    /// The name of the field.
    pub(crate) name: &'f &'static str,
    /// The stored word.
    pub(crate) word: u128,
    /// Its bytes, at most 16.
    pub(crate) size: usize,
}

impl FieldWord<'_> {
    /// Sets the field of the record at a cursor.
    #[inline(always)]
    pub(crate) fn set<S: Storage>(&self, session: &mut Session<S>, link: &mut Link<'_>, step: Step) -> Result<()> {
        if let Some(holder) = link.known_holder(session.generation)
            && self.store(session, holder).is_some()
        {
            return Ok(());
        }
        let (known, steps) = (session.detach(), CursorSteps::to_part(link, step));
        let mut edit =
            WordElsewhere { place: self.place, name: self.name, known, steps, holder: RecordSpan::default() };
        let set = session.storage.set_word(&mut edit, self.word, self.size);
        session.attach(edit.known);
        if set.is_ok() {
            link.learn(edit.holder, session.generation);
        }
        set
    }

    /// Sets the value of a target.
    #[inline(always)]
    pub(crate) fn set_target<S: Storage>(&self, session: &mut Session<S>, target: &Target<'_>) -> Result<()> {
        match self.store(session, target.holder) {
            Some(()) => Ok(()),
            None => self.set_target_elsewhere(session, target),
        }
    }

    #[cold]
    #[inline(never)]
    fn set_target_elsewhere<S: Storage>(&self, session: &mut Session<S>, target: &Target<'_>) -> Result<()> {
        self.put(session, CursorSteps::below(target.parent, target.step), target.holder).map(drop)
    }

    /// Writes the word to its record; `None` if the record does not store it.
    #[inline(always)]
    pub(crate) fn store<S: Storage>(&self, session: &mut Session<S>, holder: RecordSpan) -> Option<()> {
        let slot = self.place.slot.at(session.shift());
        let changed = holder.pos.saturating_add(slot)..holder.pos.saturating_add(slot).saturating_add(self.size);
        let record = slice_mut(session.bytes_within(changed), holder.pos, holder.size)?;
        slice_mut(record, slot, self.size)?.copy_from_slice(self.word.to_le_bytes().get(..self.size)?);
        Some(())
    }

    fn put<S: Storage>(
        &self,
        session: &mut Session<S>,
        steps: CursorSteps<'_>,
        holder: RecordSpan,
    ) -> Result<RecordSpan> {
        session.record(holder)?;
        // A word that is not stored is zero.
        if self.store(session, holder).is_some() || self.word == 0 {
            return Ok(holder);
        }
        let holder = session.upgraded(steps)?;
        self.store(session, holder).ok_or_else(length_changed)?;
        Ok(holder)
    }
}

/// Setting a word by the slow path: its record has to be found, upgraded or made first.
struct WordElsewhere<'w> {
    place: &'w Place,
    name: &'w &'static str,
    steps: CursorSteps<'w>,
    /// The state of the session, before and after.
    known: Detached,
    /// Where the record is afterwards.
    holder: RecordSpan,
}

impl WordEdit for WordElsewhere<'_> {
    #[cold]
    #[inline(never)]
    fn make<S: Storage + ?Sized>(&mut self, storage: &mut S, word: u128, size: usize) -> Result<()> {
        let word = FieldWord { place: self.place, name: self.name, word, size };
        let mut session = self.known.over(storage);
        let set = self.set(&mut session, &word);
        self.known.attach(session);
        self.holder = set?;
        Ok(())
    }
}

impl WordElsewhere<'_> {
    fn set<S: Storage>(&self, session: &mut Session<S>, word: &FieldWord<'_>) -> Result<RecordSpan> {
        let (_, above) = self.steps.split().ok_or_else(internal_error)?;
        let holder = find::<true>(session.lent(), above)?;
        word.put(session, self.steps, holder).map_err(|error| error.in_field(word.name))
    }
}
