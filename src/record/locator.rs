//! Paths as edits follow them: step by step through the schema.

use alloc::vec::Vec;

use super::parents::map_at;
use super::path_key::PathKey;
use super::segments::Keys;
use crate::error::{Error, ErrorKind, Result};
use crate::read::key::{DisplayKey, Key};
use crate::read::navigate::{Navigator, Node, ResolvedSlot, Step};
use crate::schema::Type;
use crate::write::Locator;
use crate::write::map::{MapAt, ToMap};
use crate::write::{FoundList, Session, Storage, ToList, look_up};

/// A path with its indices and keys.
#[derive(Clone, Copy)]
pub(super) struct PathLocator<'p> {
    pub(super) steps: &'p [Step],
    pub(super) fixed: &'p [PathKey],
    pub(super) keys: &'p Keys<'p>,
}

impl<'p> PathLocator<'p> {
    /// The value that the first steps lead to.
    pub(super) fn prefix(&self, len: usize) -> PathLocator<'p> {
        PathLocator { steps: self.steps.get(..len).unwrap_or(self.steps), ..*self }
    }

    /// Calls a function with the same keys and other steps.
    pub(super) fn with_steps<R>(&self, steps: &[Step], call: impl FnOnce(&PathLocator<'_>) -> R) -> R {
        let keys = |number| (self.keys)(number);
        call(&PathLocator { steps, fixed: self.fixed, keys: &keys })
    }

    /// The key of a step, if it has one.
    pub(super) fn key(&self, step: Step) -> Option<Key<'p>> {
        match step {
            Step::Key(number) => Some((self.keys)(number)),
            Step::Fixed(number) => self.fixed.get(number).map(PathKey::key),
            _ => None,
        }
    }

    /// The steps, with entries in place of the keys that are there: in a hostile buffer what an edit frees may be bytes of keys, and a
    /// search after that would compare others.
    pub(super) fn with_entries(&self, navigator: &Navigator<'_>) -> Result<Vec<Step>> {
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
    pub(super) fn node<'s>(&self, navigator: &Navigator<'s>) -> Result<Node<'s>> {
        let mut node = navigator.root();
        for step in self.steps {
            node = navigator.enter(self.step(navigator, node, *step)?)?;
        }
        Ok(node)
    }

    /// One step on, with its index or key.
    pub(super) fn step<'s>(&self, navigator: &Navigator<'s>, node: Node<'s>, step: Step) -> Result<ResolvedSlot<'s>> {
        let step = match (step, &node) {
            (Step::Element(number), _) => Step::Element((self.keys)(number).index()),
            (Step::Key(_) | Step::Fixed(_), Node::Map { resolved, entry }) => {
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

impl Locator for PathLocator<'_> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        let Some((last, steps)) = self.steps.split_last() else {
            return Err(Error::new(ErrorKind::Path, "an empty path names no value"));
        };
        let node = PathLocator { steps, ..*self }.node(navigator)?;
        self.step(navigator, node, *last)
    }
}

/// The list whose elements a path names.
pub(super) struct PathList<'p> {
    pub(super) locator: PathLocator<'p>,
    /// Whether its elements can have objects.
    pub(super) has_objects: bool,
}

impl<'p> PathList<'p> {
    /// A list of which no more is known.
    pub(super) fn any(locator: PathLocator<'p>) -> Self {
        Self { locator, has_objects: true }
    }
}

impl<S: Storage> ToList<S> for PathList<'_> {
    fn found(&self, session: &Session<S>) -> Result<FoundList> {
        look_up(&self.locator, &session.navigator(), self.has_objects)
    }

    fn locator(&self) -> &dyn Locator {
        &self.locator
    }
}

/// The map whose values a path names.
pub(super) struct PathMap<'p> {
    pub(super) locator: PathLocator<'p>,
}

impl<S: Storage> ToMap<S> for PathMap<'_> {
    fn at(&self, session: &Session<S>, number: usize) -> Result<MapAt> {
        let navigator = session.navigator();
        let resolved = self.locator.resolve(&navigator)?;
        let Type::Map(map) = resolved.ty else { return Err(Error::new(ErrorKind::Type, "not a map")) };
        resolved.check_holder()?;
        map_at(&navigator, &resolved, &map.0, number)
    }

    fn locator(&self) -> &dyn Locator {
        &self.locator
    }
}
