//! The edits of a recorded buffer, noted for a patch: where, as the path says it, and the value at
//! hand, or the one that is there now.
//!
//! ```text
//! Record::edit ──> tell(place, op) ──┬──> EditLog       a word, a text: no look at the buffer
//! the fast tiers of set and push ────┘└─> read back     other values: found by the same steps, and read
//! ```
//! A buffer that is not recorded has no log, so that none of this is compiled for it.

use alloc::vec::Vec;
use core::ops::Range;

use super::dynamic::{Leaf, LeafForm};
use super::edit::Plain;
use super::field::EditPlace;
use super::op::{Op, OpValue};
use super::path::Path;
use super::{Address, FieldType, Record};
use crate::compare::note::part_below;
use crate::compare::{Owned, write_part};
use crate::error::{Error, Result, internal_error};
use crate::read::document::Decoder;
use crate::read::key::StoredKey;
use crate::read::navigate::{Navigator, ResolvedSlot, Step};
use crate::read::value::{Content, Part};
use crate::schema::{Schema, Type};
use crate::write::link::PathLocator;
use crate::write::log::{EditLog, NotedForm, NotedRange, ONE_STEP};
use crate::write::{Noted, Session, Storage};

/// Of an edit that is not one of a range.
pub(super) const WHOLE: NotedRange = (0, 0);

/// What an edit did, and with which part of the value.
type Edited = (Noted, NotedRange);

/// The value of a noted edit.
#[derive(Clone, Copy)]
pub(super) enum NotedValue<'v> {
    /// A word of so many bytes.
    Word(u128, usize),
    /// Bytes as a patch has them: those of text and bytes.
    Content(&'v [u8]),
    /// None: it is absent, or was taken away.
    Absent,
    /// A value of another buffer.
    Part(&'v Part<'v>),
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
        self.session.storage.log().is_some()
    }

    /// Notes an edit that was made, as a patch says it.
    #[cold]
    pub(super) fn tell(&mut self, at: EditPlace<'_>, op: &Op<'_>) {
        let (path, value, list) = (at.path_of(), at.locator(), at.to_list());
        let range = |range: &Range<usize>| (range.start, range.len());
        let (action, route, value) = match *op {
            Op::Set(new) => (Noted::Set, value, new.noted(path)),
            Op::Make(_) => (Noted::Set, value, NotedValue::There),
            Op::MakeList | Op::Reorder(_) => (Noted::Set, list, NotedValue::There),
            Op::Insert(new) => (Noted::Insert, value, new.noted(path)),
            Op::Push(new) => return self.tell_pushed(&at, 1, &new.noted(path)),
            Op::PushEach(values) => return self.tell_pushed(&at, values.len(), &NotedValue::There),
            Op::PushNumbers(count, _) => return self.tell_pushed(&at, count, &NotedValue::There),
            Op::Remove if path.ends_in_key() => (Noted::RemoveKey, value, NotedValue::Absent),
            Op::Remove => (Noted::Remove, value, NotedValue::Absent),
            Op::RemoveRuns(runs) => {
                // The last first, so that the others stay where they are.
                let note = |run| self.note((Noted::Splice, range(run)), &list, &NotedValue::Absent);
                return runs.iter().rev().for_each(note);
            }
            Op::Splice(spliced, new) => {
                let new = new.map(Owned::part);
                let new = new.as_ref().map_or(NotedValue::Absent, NotedValue::Part);
                return self.note((Noted::Splice, range(spliced)), &value, &new);
            }
            Op::Swap(a, b) => {
                return [a, b].into_iter().for_each(|index| {
                    let keys = at.key_at(index);
                    self.note((Noted::Set, WHOLE), &at.element(&keys).locator(), &NotedValue::There);
                });
            }
            Op::AddKey => (Noted::AddKey, value, NotedValue::Absent),
            Op::SpliceText(spliced, content) => {
                return self.note((Noted::SpliceText, range(spliced)), &value, &NotedValue::Content(content));
            }
            #[cfg(feature = "serde")]
            Op::SetAbsent => (Noted::Clear, value, NotedValue::Absent),
            Op::Clear => (Noted::Clear, value, NotedValue::Absent),
        };
        self.note((action, WHOLE), &route, &value);
    }

    /// Notes that elements were appended.
    fn tell_pushed<A: Address>(&mut self, list: &A, more: usize, value: &NotedValue<'_>) {
        match self.view().and_then(|view| view.count(list)) {
            Ok(count) => {
                for index in count.saturating_sub(more)..count {
                    self.note((Noted::Push, (index, 0)), &list.path().to_list(list), value);
                }
            }
            Err(error) => self.note_failure(error),
        }
    }

    /// Notes what was made on the way to an absent value, of which so many steps were there.
    #[cfg(feature = "serde")]
    pub(super) fn tell_made(&mut self, at: EditPlace<'_>, there: usize) {
        let route = at.locator();
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

    /// Notes an edit of the value that a route leads to, or remembers why that cannot be.
    pub(super) fn note(&mut self, edited: Edited, route: &PathLocator<'_>, value: &NotedValue<'_>) {
        let Some(log) = self.session.storage.log() else { return };
        if !note_at_hand(log, edited, route, value)
            && let Err(error) = note_by_keys(&mut self.session, edited, route, value)
        {
            self.note_failure(error);
        }
    }

    // The fast tiers.

    /// Notes that a value was set.
    #[inline(always)]
    pub(super) fn note_set<'v, A: Address>(&mut self, address: &A, value: impl FnOnce() -> NotedValue<'v>) {
        if self.is_recorded() {
            self.note((Noted::Set, WHOLE), &address.path().locator(address), &value());
        }
    }

    /// Notes that an element was appended.
    #[inline(always)]
    pub(super) fn note_pushed<'v, A: Address>(&mut self, list: &A, value: impl FnOnce() -> NotedValue<'v>) {
        if self.is_recorded() {
            self.tell_pushed(list, 1, &value());
        }
    }

    /// Remembers that an edit that was made cannot be noted.
    #[cold]
    pub(super) fn note_failure(&mut self, error: Error) {
        if let Some(log) = self.session.storage.log() {
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
}

impl<'v> OpValue<'v> {
    /// The value as it is noted.
    fn noted(self, path: &Path) -> NotedValue<'v> {
        match self {
            Self::Plain(value) => NotedValue::plain(&path.leaf, value),
            Self::Part(part) => NotedValue::Part(part),
            Self::Default => NotedValue::Absent,
        }
    }
}

/// Notes an edit without keys on its way, whose value is at hand; false of others.
#[inline(never)]
fn note_at_hand(log: &mut EditLog, (action, range): Edited, route: &PathLocator<'_>, value: &NotedValue<'_>) -> bool {
    if matches!(value, NotedValue::There | NotedValue::Part(_)) {
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
        NotedValue::Absent | NotedValue::Part(_) | NotedValue::There => (NotedForm::Absent, 0),
    }
}

/// Notes any edit.
#[cold]
#[inline(never)]
fn note_by_keys<S: Storage>(
    session: &mut Session<S, Schema>,
    (action, range): Edited,
    route: &PathLocator<'_>,
    value: &NotedValue<'_>,
) -> Result<()> {
    let Some(log) = session.storage.log() else { return Ok(()) };
    let mut taken = core::mem::take(log);
    let start = taken.begin(action, range);
    let noted = noted(&session.navigator(), (action, range.0), route, value, &mut taken);
    match &noted {
        Ok((form, steps, len)) => taken.end(start, *form, *steps, *len),
        Err(_) => taken.truncate(start),
    }
    if let Some(log) = session.storage.log() {
        *log = taken;
    }
    noted.map(drop)
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
    let there;
    let part = match (*value, action) {
        (NotedValue::Part(part), _) => part,
        (NotedValue::There, Noted::Push) => {
            there = part_below(navigator, found(navigator, route)?.as_ref(), Step::Element(index))?;
            &there
        }
        (NotedValue::There, _) => {
            there = part_at(navigator, route)?;
            &there
        }
        _ => {
            let (form, len) = append(log, value);
            return Ok((form, steps, len));
        }
    };
    if let Content::Absent = part.open(&mut Decoder::new(part.buf()))?.0 {
        return Ok((NotedForm::Absent, steps, 0));
    }
    let mut bytes = Vec::new();
    write_part(part, &mut bytes)?;
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
