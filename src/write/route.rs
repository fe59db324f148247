//! Routes: the steps to a value as edits follow them, with the indices and keys that they take.
//!
//! Those of a path may name keys of maps, which are looked up, or made; those of an edit cursor name entries that were found.

use alloc::vec::Vec;

use super::found::{FoundList, ToList, look_up};
use super::locator::Locator;
use super::map::{Entries, MapAt, ToMap};
use super::session::Session;
use super::storage::Storage;
use crate::error::{Error, ErrorKind, Result};
use crate::read::key::{DisplayKey, Key, PathKey};
use crate::read::navigate::{Holder, Navigator, Node, ResolvedSlot, Step};
use crate::schema::{MapEntry, Type};

/// Gives the index or key of a number.
pub(crate) type Keys<'k> = dyn Fn(usize) -> Key<'k> + 'k;

/// The steps to a value. Only a keyed one can name keys: what looks them up and makes them is left out of programs that have no
/// such route.
#[derive(Clone, Copy)]
pub(crate) struct Route<'p, const KEYED: bool> {
    pub(crate) steps: &'p [Step],
    /// Keys that are part of a path.
    pub(crate) fixed: &'p [PathKey],
    pub(crate) keys: &'p Keys<'p>,
}

/// The route of a path.
pub(crate) type PathLocator<'p> = Route<'p, true>;

impl<'p, const KEYED: bool> Route<'p, KEYED> {
    /// The value that the first steps lead to.
    pub(crate) fn prefix(&self, len: usize) -> Self {
        Route { steps: self.steps.get(..len).unwrap_or(self.steps), ..*self }
    }

    /// Calls a function with the same keys and other steps.
    pub(crate) fn with_steps<R>(&self, steps: &[Step], call: impl FnOnce(&Route<'_, KEYED>) -> R) -> R {
        let keys = |number| (self.keys)(number);
        call(&Route { steps, fixed: self.fixed, keys: &keys })
    }

    /// The key of a step, if it has one.
    pub(crate) fn key(&self, step: Step) -> Option<Key<'p>> {
        match step {
            Step::Key(number) => Some((self.keys)(number)),
            Step::Fixed(number) => self.fixed.get(number).map(PathKey::key),
            _ => None,
        }
    }

    /// The steps, with entries in place of the keys that are there: in a hostile buffer what an edit frees may be bytes of keys, and a
    /// search after that would compare others.
    pub(crate) fn with_entries(&self, navigator: &Navigator<'_>) -> Result<Vec<Step>> {
        let mut steps = self.steps.to_vec();
        let mut node = navigator.root();
        for step in &mut steps {
            if let (Some(key), Node::Map { resolved, entry }) = (self.key(*step), &node)
                && let Some((run, index, true)) = navigator.find_key(resolved, entry, &key)?
            {
                *step = Step::Entry(run, index);
            }
            node = navigator.enter(self.step(navigator, node, *step)?)?;
        }
        Ok(steps)
    }

    /// The value at this path, to step on from.
    pub(crate) fn node<'s>(&self, navigator: &Navigator<'s>) -> Result<Node<'s>> {
        let mut node = navigator.root();
        for step in self.steps {
            node = navigator.enter(self.step(navigator, node, *step)?)?;
        }
        Ok(node)
    }

    /// One step on, with its index or key.
    pub(crate) fn step<'s>(&self, navigator: &Navigator<'s>, node: Node<'s>, step: Step) -> Result<ResolvedSlot<'s>> {
        let step = match (step, &node) {
            (Step::Element(number), _) => Step::Element((self.keys)(number).index()),
            (Step::Key(_) | Step::Fixed(_), Node::Map { resolved, entry }) if KEYED => {
                let Some(key) = self.key(step) else { return Err(Error::new(ErrorKind::Path, "there is no such key")) };
                match navigator.find_key(resolved, entry, &key)? {
                    Some((run, index, true)) => Step::Entry(run, index),
                    _ => {
                        return Err(Error::new(
                            ErrorKind::Path,
                            alloc::format!("there is no key {}", DisplayKey(&key)),
                        ));
                    }
                }
            }
            (other, _) => other,
        };
        navigator.step(node, step)
    }
}

impl<const KEYED: bool> Locator for Route<'_, KEYED> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        let Some((last, steps)) = self.steps.split_last() else {
            return Err(Error::new(ErrorKind::Path, "an empty path names no value"));
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

impl<S: Storage, const KEYED: bool> ToList<S> for RouteList<'_, KEYED> {
    fn found(&self, session: &Session<S>) -> Result<FoundList> {
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

impl<S: Storage, const KEYED: bool> ToMap<S> for RouteMap<'_, KEYED> {
    fn at(&self, session: &Session<S>, number: usize) -> Result<MapAt> {
        let navigator = session.navigator();
        let resolved = self.route.resolve(&navigator)?;
        let Type::Map(map) = resolved.ty else { return Err(Error::new(ErrorKind::Type, "not a map")) };
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
    let slot = Holder { pos: resolved.slot(shift), size: navigator.buf.width.bytes() };
    let slot = if resolved.is_stored(shift) { slot } else { Holder::default() };
    let shape = navigator.schema.entry_shape(entry);
    MapAt::new(
        &navigator.buf,
        slot,
        number,
        &Entries { shape, levels: resolved.levels().saturating_sub(1), has_objects: true },
    )
}
