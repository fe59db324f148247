//! Routes as edits follow them: to a value, a list or a map.

use alloc::vec::Vec;

use super::found::{FoundList, ToList, look_up};
use super::found_map::{EntryKind, MapAt, ToMap};
use super::locator::Locator;
use super::session::{SchemaSource, Session};
use super::storage::Storage;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::anchor::Anchor;
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot, Step};
pub(crate) use crate::read::route::{KeysOf, PathLocator, Route};
use crate::schema::{MapEntry, Type};

impl<const KEYED: bool> Route<'_, KEYED> {
    /// The steps, with entries in place of the keys that are there: in a hostile buffer what an
    /// edit frees may be bytes of keys, and a search after that would compare others. And the last
    /// field or payload among them. `None` if no record holds the value.
    pub(crate) fn with_entries(&self, navigator: &Navigator<'_>) -> Result<Option<(Vec<Step>, Option<Anchor>)>> {
        let (mut steps, mut anchor) = (self.steps.to_vec(), None);
        let (mut node, mut holder) = (navigator.root(), navigator.root);
        for (number, step) in steps.iter_mut().enumerate() {
            let sought = self.sought(navigator, &node, *step)?;
            let slot = navigator.step(node, sought)?;
            if let Step::Entry(..) = sought {
                *step = sought;
            }
            anchor = Anchor::new(navigator, &node, *step, number.saturating_add(1), &slot).or(anchor);
            (node, holder) = (navigator.enter(slot)?, slot.holder);
        }
        Ok((holder.pos != 0 && holder.size != 0).then_some((steps, anchor)))
    }
}

impl<const KEYED: bool> Locator for Route<'_, KEYED> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        if let Some((slot, [])) = self.found(navigator) {
            return Ok(slot);
        }
        let Some((last, steps)) = self.steps.split_last() else {
            return Err(Error::fixed(&FixedError(ErrorKind::Path, "an empty path names no value")));
        };
        let node = Route { steps, ..*self }.node(navigator)?;
        self.step(navigator, node, *last)
    }
}

/// The list that a route leads to.
pub(crate) struct RouteList<'p, const KEYED: bool> {
    pub(crate) route: Route<'p, KEYED>,
    /// Whether its elements can have objects.
    pub(crate) has_objects: bool,
}

/// The list whose elements a path names.
pub(crate) type PathList<'p> = RouteList<'p, true>;

impl<'p, const KEYED: bool> RouteList<'p, KEYED> {
    /// A list of which no more is known.
    pub(crate) fn any(route: Route<'p, KEYED>) -> Self {
        Self { route, has_objects: true }
    }
}

impl<S: Storage, M: SchemaSource, const KEYED: bool> ToList<S, M> for RouteList<'_, KEYED> {
    fn found(&self, session: &Session<S, M>) -> Result<FoundList> {
        look_up(&self.route, &session.navigator(), self.has_objects)
    }

    fn locator(&self) -> &dyn Locator {
        &self.route
    }
}

/// The map that a route leads to.
pub(crate) struct RouteMap<'p, const KEYED: bool> {
    pub(crate) route: Route<'p, KEYED>,
}

impl<S: Storage, M: SchemaSource, const KEYED: bool> ToMap<S, M> for RouteMap<'_, KEYED> {
    fn at(&self, session: &Session<S, M>, number: usize) -> Result<MapAt> {
        let navigator = session.navigator();
        let resolved = self.route.resolve(&navigator)?;
        let Type::Map(map) = resolved.ty else { return Err(Error::fixed(&FixedError(ErrorKind::Type, "not a map"))) };
        resolved.check_holder()?;
        map_at(&navigator, &resolved, &map.0, number)
    }

    fn locator(&self) -> &dyn Locator {
        &self.route
    }
}

/// A map and its run of that number.
pub(crate) fn map_at(
    navigator: &Navigator<'_>,
    resolved: &ResolvedSlot<'_>,
    entry: &MapEntry,
    number: usize,
) -> Result<MapAt> {
    let shift = navigator.buf.shift();
    let slot = RecordSpan { pos: resolved.slot(shift), size: navigator.buf.width.bytes() };
    let slot = if resolved.is_stored(shift) { slot } else { RecordSpan::default() };
    let shape = navigator.schema.entry_shape(entry);
    MapAt::new(
        &navigator.buf,
        slot,
        number,
        &EntryKind { shape, levels: resolved.levels().saturating_sub(1), has_objects: true },
    )
}
