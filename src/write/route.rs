//! Routes resolved for edits: to a value, a list or a map.

use alloc::vec::Vec;

use super::found::{FoundList, ToList, look_up};
use super::found_map::{EntryKind, MapAt, ToMap};
use super::locator::Locator;
use super::session::{SchemaSource, Session, slot_holder};
use super::storage::Storage;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::anchor::Anchor;
use crate::read::navigate::{Navigator, ResolvedSlot, Step};
pub(crate) use crate::read::route::{KeysWith, PathKeys, PathLocator, Route};
use crate::schema::{MapEntry, Type};

impl<const KEYED: bool> Route<'_, KEYED> {
    /// The steps, with entries in place of the keys that exist, and the last field or payload among
    /// them; `None` if no record holds the value. An edit must not search twice: in a hostile
    /// buffer it may free bytes of keys, and a later search would compare others.
    pub(crate) fn with_entries(&self, navigator: &Navigator<'_>) -> Result<Option<(Vec<Step>, Option<Anchor>)>> {
        let (mut steps, mut anchor) = (self.steps.to_vec(), None);
        let last = self.walk(navigator, |number, from, step| {
            let sought = self.sought(navigator, from, step)?;
            let slot = navigator.step(from, sought)?;
            if let (Step::Entry(..), Some(step)) = (sought, steps.get_mut(number)) {
                *step = sought;
            }
            anchor = Anchor::new(navigator, from, step, number.saturating_add(1), &slot).or(anchor);
            Ok(slot)
        })?;
        let holder = last.map_or(navigator.root, |slot| slot.holder);
        Ok((holder.pos != 0 && holder.size != 0).then_some((steps, anchor)))
    }
}

impl<const KEYED: bool> Locator for Route<'_, KEYED> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        let empty = || Error::fixed(&FixedError(ErrorKind::Path, "an empty path names no value"));
        let take = |_, from: Option<&ResolvedSlot<'s>>, step| navigator.step(from, self.sought(navigator, from, step)?);
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
