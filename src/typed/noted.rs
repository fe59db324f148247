//! Noting what typed cursors do to a recorded buffer.
//!
//! A word or a text is told by the value alone, a value with parts is encoded as a patch has it;
//! what cannot be, since a conversion may fail, is read back.

use alloc::vec::Vec;

use super::{At, Heap, Value};
use crate::compare::is_bytes;
use crate::compare::note::NotedAt;
use crate::error::{Result, length_changed};
use crate::read::document::MAX_DEPTH;
use crate::read::map::FoundKey;
use crate::read::navigate::Step;
use crate::schema::Type;
use crate::wire::varint;
use crate::wire::width::{PointerWidth, StaticWidth, with_width};
use crate::write::log::{NotedRange, StoredForm};
use crate::write::noting::LastStep;
use crate::write::{Link, Noted, Session, Storage};

/// Of an edit that is not one of a range.
pub(super) const WHOLE: NotedRange = (0, 0);

/// Notes an edit that made a value of a type.
#[inline(always)]
pub(super) fn note_value<T: Value, S: Storage>(
    session: &mut Session<S>,
    (action, range): (Noted, NotedRange),
    at: NotedAt<'_, '_>,
    value: &T::Set<'_>,
    default: &T::Default,
) {
    if !session.is_recorded() {
        return;
    }
    match T::stored(value, default) {
        StoredForm::Other => note_encoded::<T, S>(session, (action, range), at, value),
        stored => session.note_value(action, range, at, &stored),
    }
}

#[inline(never)]
fn note_encoded<T: Value, S: Storage>(
    session: &mut Session<S>,
    (action, range): (Noted, NotedRange),
    at: NotedAt<'_, '_>,
    value: &T::Set<'_>,
) {
    let Some(log) = session.storage.log() else { return };
    if log.reads_back {
        return session.note_value(action, range, at, &StoredForm::Other);
    }
    let mut room = log.take_room();
    let content = encode::<T>(value, &mut room);
    let stored = content.ok().flatten().map_or(StoredForm::Other, StoredForm::Content);
    session.note_value(action, range, at, &stored);
    if let Some(log) = session.storage.log() {
        log.give_room(room);
    }
}

/// The value as a patch has it; `None` of one that is to be read back.
fn encode<'o, T: Value>(value: &T::Set<'_>, out: &'o mut Vec<u8>) -> Result<Option<&'o [u8]>> {
    // A presence bit is none of the value's.
    if const { T::SHAPE.bits > 0 || T::SHAPE.word > 0 }
        || matches!(*T::PLAN.ty, Type::Text(_))
        || (const { T::PLAN.converts })()
    {
        return Ok(None);
    }
    for width in PointerWidth::ALL {
        out.clear();
        out.push(width as u8);
        if !with_width!(width, W => write::<T, W>(value, out))? {
            continue;
        }
        if !is_bytes(&T::PLAN.ty) {
            return Ok(Some(out));
        }
        let object = out.get(const { T::SHAPE.slot }.at(crate::wire::width::Width::shift(width)).saturating_add(1)..);
        return Ok(object.and_then(varint::read).map(|(_, content)| content));
    }
    Ok(None)
}

/// Appends a slot and its objects; false if pointers cannot tell their ends.
fn write<T: Value, W: StaticWidth>(value: &T::Set<'_>, out: &mut Vec<u8>) -> Result<bool> {
    let place = T::SHAPE.single();
    let at = &At::present(&place, T::DEFAULT);
    let slot = place.end.at(crate::wire::width::Width::shift(W::WIDTH));
    let total = T::heap_len::<false, W>(value, at, MAX_DEPTH).saturating_add(slot as u64);
    if total > W::MAX_LEN {
        return Ok(false);
    }
    let start = out.len();
    // No longer than what the narrowest pointers to it tell.
    out.resize(start.saturating_add(usize::try_from(total).unwrap_or(0)), 0);
    let (record, heap) =
        out.get_mut(start..).and_then(|out| out.split_at_mut_checked(slot)).ok_or_else(length_changed)?;
    let mut heap = Heap::<W>::new(heap, slot);
    T::write(value, record, at, &mut heap)?;
    heap.finish()?;
    Ok(true)
}

/// A part of the value at a cursor.
#[inline(always)]
pub(super) fn part<'l, 'a>(link: &'l Link<'a>, step: Step) -> NotedAt<'l, 'a> {
    (link, LastStep::Step(step))
}

/// The value at a cursor.
#[inline(always)]
pub(super) fn all<'l, 'a>(link: &'l Link<'a>) -> NotedAt<'l, 'a> {
    (link, LastStep::None)
}

/// An entry of the map or set at a cursor.
#[inline(always)]
pub(super) fn entry<'l, 'a, K: Value>(link: &'l Link<'a>, found: FoundKey, key: &'l K::Set<'_>) -> NotedAt<'l, 'a> {
    (link, LastStep::Key(Step::to_entry(found), K::stored(key, K::DEFAULT)))
}
