//! Routes: the steps to a value, with the indices and keys that they take.
//!
//! Those of a path may name keys of maps, which are looked up; those of an edit cursor name entries
//! that were found. What is absent on the way is an error.

use super::anchor::Anchor;
use super::key::{DisplayKey, Key, PathKey};
use super::map_key::SearchKey;
use super::navigate::{Navigator, Node, ResolvedSlot, Step};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::schema::MapEntry;

/// Gives the index or key of a number.
pub(crate) type KeysOf<'k> = dyn Fn(usize) -> Key<'k> + 'k;

/// The steps to a value. Only a keyed one can name keys: what looks them up and makes them is left
/// out of programs that have no such route.
#[derive(Clone, Copy)]
pub(crate) struct Route<'p, const KEYED: bool> {
    pub(crate) steps: &'p [Step],
    /// Keys that are part of a path.
    pub(crate) fixed: &'p [PathKey],
    pub(crate) keys: &'p KeysOf<'p>,
    /// What of it is found already, if it is keyed.
    pub(crate) anchor: Option<&'p Anchor>,
}

/// The route of a path.
pub(crate) type PathLocator<'p> = Route<'p, true>;

impl<'p, const KEYED: bool> Route<'p, KEYED> {
    /// The value that the first steps lead to.
    pub(crate) fn prefix(&self, len: usize) -> Self {
        Route { steps: self.steps.get(..len).unwrap_or(self.steps), ..*self }
    }

    /// Calls a function with the same keys and other steps, of which the first lead to the anchor.
    pub(crate) fn with_steps<R>(
        &self,
        steps: &[Step],
        anchor: Option<&Anchor>,
        call: impl FnOnce(&Route<'_, KEYED>) -> R,
    ) -> R {
        let keys = |number| (self.keys)(number);
        call(&Route { steps, fixed: self.fixed, keys: &keys, anchor })
    }

    /// What is found already, and the steps that are left from there.
    pub(crate) fn found<'s>(&self, navigator: &Navigator<'s>) -> Option<(ResolvedSlot<'s>, &'p [Step])> {
        let anchor = self.anchor.filter(|_| KEYED)?;
        let left = self.steps.get(anchor.steps..)?;
        Some((anchor.slot(navigator)?, left))
    }

    /// The key of a step, if it has one.
    pub(crate) fn key(&self, step: Step) -> Option<Key<'p>> {
        match step {
            Step::Key(number) => Some((self.keys)(number)),
            Step::Fixed(number) => self.fixed.get(number).map(PathKey::key),
            _ => None,
        }
    }

    /// The value at this path, to step on from.
    pub(crate) fn node<'s>(&self, navigator: &Navigator<'s>) -> Result<Node<'s>> {
        let (mut node, steps) = match self.found(navigator) {
            Some((slot, left)) => (navigator.enter(slot)?, left),
            None => (navigator.root(), self.steps),
        };
        for step in steps {
            node = navigator.enter(self.step(navigator, node, *step)?)?;
        }
        Ok(node)
    }

    /// One step on, with its index or key.
    pub(crate) fn step<'s>(&self, navigator: &Navigator<'s>, node: Node<'s>, step: Step) -> Result<ResolvedSlot<'s>> {
        navigator.step(node, self.sought(navigator, &node, step)?)
    }

    /// A step from a node with its index, or to the entry of its key.
    pub(crate) fn sought<'s>(&self, navigator: &Navigator<'s>, node: &Node<'s>, step: Step) -> Result<Step> {
        match (step, node) {
            (Step::Element(number), _) => Ok(Step::Element((self.keys)(number).index())),
            (Step::Key(_) | Step::Fixed(_), Node::Map { resolved, entry }) if KEYED => {
                let Some(key) = self.key(step) else {
                    return Err(Error::fixed(&FixedError(ErrorKind::Path, "there is no such key")));
                };
                match navigator.find_key(resolved, entry, &key)? {
                    Some((run, index, true)) => Ok(Step::Entry(run, index)),
                    _ => Err(Error::new(ErrorKind::Path, format_args!("there is no key {}", DisplayKey(&key)))),
                }
            }
            (other, _) => Ok(other),
        }
    }
}

impl<'s> Navigator<'s> {
    /// Run and index of a key, and whether it is there; `None` if there is no map.
    pub(crate) fn find_key(
        &self,
        resolved: &ResolvedSlot<'s>,
        entry: &MapEntry,
        key: &Key<'_>,
    ) -> Result<Option<(u32, u32, bool)>> {
        let key = self.schema.sought(&entry.key.ty, key)?;
        let Some((_, map)) = self.map(resolved, entry)? else { return Ok(None) };
        let shape = self.schema.entry_shape(entry);
        let sought = SearchKey { schema: self.schema, buf: self.buf, item: &entry.key, key };
        let found = self.buf.search(&map, &shape, &sought)?;
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        Ok(Some((number(found.run), number(found.index), found.is_there)))
    }
}
