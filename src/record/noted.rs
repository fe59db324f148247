//! What the edits of a recorded buffer did, noted for a patch: where, as the path says it, and the
//! value at hand, or what is there now.
//!
//! ```text
//! edit ──> Record::note ──> EditLog       a word, a text: no look at the buffer
//!                └────────> read back     all else: found by the same steps, and read
//! ```
//! An edit is noted where it is made, by the functions that all others call. What is made of
//! several edits is noted as one by [`Record::as_one`]. A buffer that is not recorded has no log,
//! so that none of this is compiled for it.

use alloc::vec::Vec;

use super::dynamic::{Leaf, LeafForm};
use super::edit::Plain;
use super::field::Resolved;
use super::{Address, FieldType, Record};
use crate::compare::note::part_below;
use crate::compare::{Action, Change, Owned, write_part};
use crate::error::{Error, Result, internal_error};
use crate::read::document::Decoder;
use crate::read::key::StoredKey;
use crate::read::navigate::{Navigator, ResolvedSlot, Step};
use crate::read::value::{Content, Part};
use crate::schema::{Schema, Type};
use crate::write::link::{KeysWith, PathLocator};
use crate::write::log::{EditLog, NotedForm, NotedRange, ONE_STEP};
use crate::write::{Noted, Session, Storage};

/// Of an edit that is not one of a range.
pub(super) const WHOLE: NotedRange = (0, 0);

/// What was done, and with which part of the value.
type Done = (Noted, NotedRange);

/// The value of a noted edit.
#[derive(Clone, Copy)]
pub(super) enum NotedValue<'v> {
    /// A word of so many bytes.
    Word(u128, usize),
    /// Bytes as a patch has them: those of text and bytes.
    Content(&'v [u8]),
    /// None: it is absent, or was taken away.
    Absent,
    /// What is there now.
    There,
}

impl<'v> NotedValue<'v> {
    /// A value that a field takes as it comes.
    #[inline(always)]
    pub(super) fn given<T: FieldType + ?Sized>(leaf: &Leaf, value: &T::Set<'v>) -> Self {
        match (T::content(value), T::word(value), leaf.form) {
            (Some(content), _, LeafForm::Blob) => Self::Content(content),
            (_, Some(word), LeafForm::Word(size)) => Self::Word(word, size as usize),
            (_, Some(word), LeafForm::Bit) => Self::Word(word, 1),
            _ => Self::There,
        }
    }

    /// A value as a field stores it.
    #[inline(always)]
    pub(super) fn plain(leaf: &Leaf, value: Plain<'v>) -> Self {
        match (value, leaf.form) {
            (Plain::Word(word), LeafForm::Word(size)) => Self::Word(word, size as usize),
            (Plain::Bit(value), LeafForm::Bit) => Self::Word(value.into(), 1),
            (Plain::Blob(content), LeafForm::Blob) => Self::Content(content),
            _ => Self::There,
        }
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Whether edits are noted.
    #[inline(always)]
    pub(super) fn is_recorded(&mut self) -> bool {
        self.session.storage.log().is_some_and(|log| !log.is_paused())
    }

    /// Notes an edit of what a route leads to.
    #[inline(always)]
    pub(super) fn note(&mut self, done: Done, route: &PathLocator<'_>, value: &NotedValue<'_>) {
        let Some(log) = self.session.storage.log() else { return };
        if !log.is_paused() && !note_at_hand(log, done, route, value) {
            note_by_keys(&mut self.session, done, route, value);
        }
    }

    /// Notes that a value was set.
    #[inline(always)]
    pub(super) fn note_set<'v, A: Address>(&mut self, address: &A, value: impl FnOnce() -> NotedValue<'v>) {
        let Some(log) = self.session.storage.log().filter(|log| !log.is_paused()) else { return };
        let (steps, value) = (&*address.path().steps, value());
        let is_noted = match value {
            NotedValue::Word(word, size) if size <= 8 => log.set_word(steps, address, low(word), size),
            NotedValue::Content(content) => log.set_content(steps, address, content),
            _ => false,
        };
        if !is_noted {
            note_by_keys(&mut self.session, (Noted::Set, WHOLE), &address.path().locator(address), &value);
        }
    }

    /// Notes that an element was appended.
    #[inline(always)]
    pub(super) fn note_pushed<'v, A: Address>(&mut self, list: &A, value: impl FnOnce() -> NotedValue<'v>) {
        if self.is_recorded() {
            match self.view().and_then(|view| view.count(list)) {
                Ok(count) => {
                    let done = (Noted::Push, (count.saturating_sub(1), 0));
                    self.note(done, &list.path().to_list(list), &value());
                }
                Err(error) => self.note_failure(error),
            }
        }
    }

    /// Notes that elements were appended.
    pub(super) fn note_extended<A: Address>(&mut self, list: &A, more: usize) {
        if self.is_recorded() {
            match self.view().and_then(|view| view.count(list)) {
                Ok(count) => {
                    for index in count.saturating_sub(more)..count {
                        self.note((Noted::Push, (index, 0)), &list.path().to_list(list), &NotedValue::There);
                    }
                }
                Err(error) => self.note_failure(error),
            }
        }
    }

    /// Notes that elements of a list were set.
    pub(super) fn note_elements<A: Address>(&mut self, list: &A, indices: [usize; 2]) {
        if self.is_recorded() {
            let path = list.path();
            for index in indices {
                let keys = KeysWith { keys: list, last: path.last_key(), key: index.into() };
                self.note((Noted::Set, WHOLE), &path.locator(&keys), &NotedValue::There);
            }
        }
    }

    /// Notes a change that was made.
    pub(super) fn note_change(&mut self, change: &Change, address: &Resolved) {
        if self.is_recorded()
            && let Err(error) = self.try_to_note(change, address)
        {
            self.note_failure(error);
        }
    }

    fn try_to_note(&mut self, change: &Change, address: &Resolved) -> Result<()> {
        let action = match change.action() {
            Action::Set | Action::Switch => Noted::Set,
            Action::Clear => Noted::Clear,
            Action::Insert => Noted::Insert,
            Action::Remove => Noted::Remove,
            Action::Splice => Noted::Splice,
            Action::AddKey => Noted::AddKey,
            Action::RemoveKey => Noted::RemoveKey,
            Action::Push => Noted::Push,
            Action::SpliceText => Noted::SpliceText,
        };
        let range = match action {
            Noted::Push => {
                let element = address.first_element(self.schema())?;
                let count = element.path().count(self.view()?, &element)?.unwrap_or(0);
                (count.saturating_sub(1), 0)
            }
            Noted::Splice | Noted::SpliceText => (change.index(), change.count()),
            _ => WHOLE,
        };
        let mut bytes = Vec::new();
        let takes_none = matches!(action, Noted::Clear | Noted::Remove | Noted::RemoveKey);
        let value = match change.owned().filter(|_| !takes_none) {
            Some(value) => {
                value.write(&mut bytes)?;
                NotedValue::Content(&bytes)
            }
            None => NotedValue::Absent,
        };
        self.note((action, range), &address.path().locator(address), &value);
        Ok(())
    }

    /// Makes an edit of several, of which none is noted.
    pub(super) fn as_one<R>(&mut self, edit: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let was_paused = self.session.storage.log().map(|log| log.pause(true));
        let result = edit(self);
        if let (Some(log), Some(was_paused)) = (self.session.storage.log(), was_paused) {
            log.pause(was_paused);
        }
        result
    }

    /// Remembers that an edit that was made cannot be noted.
    #[cold]
    pub(super) fn note_failure(&mut self, error: Error) {
        if let Some(log) = self.session.storage.log()
            && !log.is_paused()
        {
            log.fail(error);
        }
    }

    /// Whether a route leads to a value that is not absent.
    pub(super) fn is_present(&self, route: &PathLocator<'_>) -> bool {
        let navigator = self.session.navigator();
        part_at(&navigator, route).is_ok_and(|part| {
            part.open(&mut Decoder::new(part.buf())).is_ok_and(|(content, _)| !matches!(content, Content::Absent))
        })
    }

    /// How many steps of a path lead to values that are there, if it will be noted what an edit
    /// makes behind them.
    #[cfg(feature = "serde")]
    pub(super) fn steps_there<A: Address>(&mut self, address: &A) -> usize {
        if !self.is_recorded() {
            return 0;
        }
        let route = address.path().locator(address);
        (1..=route.steps.len()).take_while(|len| self.is_present(&route.prefix(*len))).count()
    }

    /// Notes what was made on the way to an absent value, of which so many steps were there.
    #[cfg(feature = "serde")]
    pub(super) fn note_made<A: Address>(&mut self, address: &A, there: usize) {
        if !self.is_recorded() {
            return;
        }
        let route = address.path().locator(address);
        let is_last = there.saturating_add(1) == route.steps.len();
        let set = (Noted::Set, WHOLE);
        match route.steps.get(there) {
            // What a union held before is gone with its variant.
            Some(Step::Payload(_)) => self.note(set, &route.prefix(there), &NotedValue::There),
            Some(Step::Key(_) | Step::Fixed(_)) if is_last => {
                self.note((Noted::AddKey, WHOLE), &route, &NotedValue::Absent);
            }
            Some(_) if !is_last => self.note(set, &route.prefix(there.saturating_add(1)), &NotedValue::There),
            _ => self.note((Noted::Clear, WHOLE), &route, &NotedValue::Absent),
        }
    }
}

/// Notes an edit without keys on its way, whose value is at hand; false of others.
#[inline(never)]
fn note_at_hand(log: &mut EditLog, (action, range): Done, route: &PathLocator<'_>, value: &NotedValue<'_>) -> bool {
    if matches!(value, NotedValue::There) {
        return false;
    }
    let start = log.begin(action, range);
    let mut steps = 0u64;
    for step in route.steps {
        match *step {
            Step::Element(number) => log.step(Step::Element(route.keys.at(number).index())),
            Step::Key(_) | Step::Fixed(_) | Step::Entry(..) => {
                log.truncate(start);
                return false;
            }
            step => log.step(step),
        }
        steps = steps.wrapping_add(ONE_STEP);
    }
    let (form, len) = append(log, value);
    log.end(start, form, steps, len);
    true
}

/// The lower half of a word.
#[allow(clippy::cast_possible_truncation)]
#[inline(always)]
fn low(word: u128) -> u64 {
    word as u64
}

/// Appends a value at hand.
#[inline(always)]
fn append(log: &mut EditLog, value: &NotedValue<'_>) -> (NotedForm, usize) {
    match *value {
        NotedValue::Word(word, size) => {
            log.word(low(word));
            if size > 8 {
                log.word(low(word.wrapping_shr(64)));
            }
            (NotedForm::Value, size)
        }
        NotedValue::Content(content) => {
            log.bytes(content);
            (NotedForm::Value, content.len())
        }
        NotedValue::Absent | NotedValue::There => (NotedForm::Absent, 0),
    }
}

/// Notes any edit.
#[cold]
#[inline(never)]
fn note_by_keys<S: Storage>(
    session: &mut Session<S, Schema>,
    (action, range): Done,
    route: &PathLocator<'_>,
    value: &NotedValue<'_>,
) {
    let Some(log) = session.storage.log() else { return };
    let mut taken = core::mem::take(log);
    let start = taken.begin(action, range);
    match noted(&session.navigator(), (action, range.0), route, value, &mut taken) {
        Ok((form, steps, len)) => taken.end(start, form, steps, len),
        Err(error) => {
            taken.truncate(start);
            taken.fail(error);
        }
    }
    if let Some(log) = session.storage.log() {
        *log = taken;
    }
}

/// Appends the steps and the value, which is read where the steps lead to if it is not at hand, of
/// a push at its index there. Gives the form of the value, the steps, and the bytes of the value.
#[inline]
fn noted(
    navigator: &Navigator<'_>,
    (action, index): (Noted, usize),
    route: &PathLocator<'_>,
    value: &NotedValue<'_>,
    log: &mut EditLog,
) -> Result<(NotedForm, u64, usize)> {
    let steps = note_steps(navigator.schema, route, log)?;
    let NotedValue::There = value else {
        let (form, len) = append(log, value);
        return Ok((form, steps, len));
    };
    let part = match action {
        Noted::Push => part_below(navigator, found(navigator, route)?.as_ref(), Step::Element(index))?,
        _ => part_at(navigator, route)?,
    };
    if let Content::Absent = part.open(&mut Decoder::new(part.buf()))?.0 {
        return Ok((NotedForm::Absent, steps, 0));
    }
    let mut bytes = Vec::new();
    write_part(&part, &mut bytes)?;
    log.bytes(&bytes);
    Ok((NotedForm::Value, steps, bytes.len()))
}

/// Appends the steps of a route, with the bytes of its keys; gives how many they are.
#[inline]
fn note_steps(schema: &Schema, route: &PathLocator<'_>, log: &mut EditLog) -> Result<u64> {
    let unlike = internal_error;
    let (mut ty, mut count) = (None::<&Type>, 0u64);
    for step in route.steps {
        let item = match (*step, ty) {
            (Step::Field(index), of) => {
                let id = match of {
                    None => schema.root_id(),
                    Some(Type::Struct(id)) => *id,
                    Some(_) => return Err(unlike()),
                };
                log.step(*step);
                schema.structure(id).fields().get(usize::from(index)).ok_or_else(unlike)?.ty()
            }
            (Step::Payload(tag), Some(Type::Union(id))) => {
                log.step(*step);
                &schema.union(*id).of_tag(tag).ok_or_else(unlike)?.item().ty
            }
            (Step::Element(number), Some(Type::List(list))) => {
                log.step(Step::Element(route.keys.at(number).index()));
                &list.0.ty
            }
            (Step::Element(number), Some(Type::Array(array))) => {
                log.step(Step::Element(route.keys.at(number).index()));
                &array.0.ty
            }
            (Step::Key(_) | Step::Fixed(_), Some(Type::Map(map))) => {
                let key = route.key(*step).ok_or_else(unlike)?;
                let ty = &map.0.key.ty;
                match schema.stored_key(ty, &key)? {
                    StoredKey::Blob(content) if !matches!(ty, Type::Array(_)) => log.key(content),
                    StoredKey::Word(word) => {
                        let len = schema.slot_size(ty).at(0).max(1);
                        log.key(word.to_le_bytes().get(..len).ok_or_else(unlike)?);
                    }
                    StoredKey::Blob(_) | StoredKey::Tuple(..) => {
                        let mut bytes = Vec::new();
                        Owned::of_key(schema, ty, &key)?.write(&mut bytes)?;
                        log.key(&bytes);
                    }
                }
                map.0.value.as_ref().map_or(ty, |value| &value.ty)
            }
            _ => return Err(unlike()),
        };
        (ty, count) = (Some(item), count.wrapping_add(ONE_STEP));
    }
    Ok(count)
}

/// Where the value of a route is; `None` if it is the root.
fn found<'s>(navigator: &Navigator<'s>, route: &PathLocator<'_>) -> Result<Option<ResolvedSlot<'s>>> {
    route.walk(navigator, |_, from, step| {
        navigator.step::<{ crate::schema::Kinds::ALL }>(from, route.sought(navigator, from, step)?)
    })
}

/// The value of a route.
fn part_at<'s>(navigator: &Navigator<'s>, route: &PathLocator<'_>) -> Result<Part<'s>> {
    let last = route.steps.last().ok_or_else(internal_error)?;
    let above = found(navigator, &route.parent())?;
    let step = route.sought(navigator, above.as_ref(), *last)?;
    part_below(navigator, above.as_ref(), step)
}
