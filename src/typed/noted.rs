//! Noting what typed cursors do to a recorded buffer.

use super::Value;
use crate::read::map::FoundKey;
use crate::read::navigate::Step;
use crate::whole::note::NotedAt;
use crate::write::log::{LastStep, NotedRange};
use crate::write::{Link, Noted, Session, Storage};

/// Of an edit that is not one of a range.
pub(super) const WHOLE: NotedRange = (0, 0);

/// Notes an edit that made a value of a type: what can be told from the value itself is, all else
/// is read back.
#[inline(always)]
pub(super) fn note_value<T: Value, S: Storage>(
    session: &mut Session<S>,
    (action, range): (Noted, NotedRange),
    at: NotedAt<'_, '_>,
    value: &T::Set<'_>,
    default: &T::Default,
) {
    if session.is_recorded() {
        session.note_value(action, range, at, &T::stored(value, default));
    }
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
