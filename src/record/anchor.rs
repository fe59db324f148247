//! Paths as edits follow them: step by step through the schema.

use alloc::vec::Vec;

use super::hops::Keys;
use super::way::map_at;
use super::written::Written;
use crate::error::{Error, ErrorKind, Result};
use crate::read::key::{Key, Shown};
use crate::read::navigate::{Navigator, Node, Spot, Step};
use crate::schema::Type;
use crate::write::Anchor;
use crate::write::map::{MapAt, ToMap};
use crate::write::{FoundList, Session, Storage, ToList, look_up};

/// A path with its indices and keys.
#[derive(Clone, Copy)]
pub(super) struct PathAnchor<'p> {
    pub(super) steps: &'p [Step],
    pub(super) fixed: &'p [Written],
    pub(super) keys: &'p Keys<'p>,
}

impl<'p> PathAnchor<'p> {
    /// The value that the first steps lead to.
    pub(super) fn prefix(&self, len: usize) -> PathAnchor<'p> {
        PathAnchor { steps: self.steps.get(..len).unwrap_or(self.steps), ..*self }
    }

    /// Calls a function with the same keys and other steps.
    pub(super) fn with_steps<R>(&self, steps: &[Step], call: impl FnOnce(&PathAnchor<'_>) -> R) -> R {
        let keys = |number| (self.keys)(number);
        call(&PathAnchor { steps, fixed: self.fixed, keys: &keys })
    }

    /// The key of a step, if it has one.
    pub(super) fn key(&self, step: Step) -> Option<Key<'p>> {
        match step {
            Step::Key(number) => Some((self.keys)(number)),
            Step::Fixed(number) => self.fixed.get(number).map(Written::key),
            _ => None,
        }
    }

    /// The steps, with entries in place of the keys that are there: in a hostile buffer what an edit frees may be bytes of keys, and a
    /// search after that would compare others.
    pub(super) fn with_entries(&self, navigator: &Navigator<'_>) -> Result<Vec<Step>> {
        let mut steps = self.steps.to_vec();
        let mut node = navigator.root();
        for step in &mut steps {
            if let (Some(key), Node::Map { spot, entry }) = (self.key(*step), &node)
                && let Some((run, index, true)) = navigator.find_key(spot, entry, &key)?
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
    pub(super) fn step<'s>(&self, navigator: &Navigator<'s>, node: Node<'s>, step: Step) -> Result<Spot<'s>> {
        let step = match (step, &node) {
            (Step::Element(number), _) => Step::Element((self.keys)(number).index()),
            (Step::Key(_) | Step::Fixed(_), Node::Map { spot, entry }) => {
                let Some(key) = self.key(step) else { return Err(Error::new(ErrorKind::Path, "there is no such key")) };
                match navigator.find_key(spot, entry, &key)? {
                    Some((run, index, true)) => Step::Entry(run, index),
                    _ => return Err(Error::new(ErrorKind::Path, alloc::format!("there is no key {}", Shown(&key)))),
                }
            }
            (other, _) => other,
        };
        navigator.step(node, step)
    }
}

impl Anchor for PathAnchor<'_> {
    fn spot<'s>(&self, navigator: &Navigator<'s>) -> Result<Spot<'s>> {
        let Some((last, steps)) = self.steps.split_last() else {
            return Err(Error::new(ErrorKind::Path, "an empty path names no value"));
        };
        let node = PathAnchor { steps, ..*self }.node(navigator)?;
        self.step(navigator, node, *last)
    }
}

/// The list whose elements a path names.
pub(super) struct PathList<'p> {
    pub(super) anchor: PathAnchor<'p>,
    /// Whether its elements can have objects.
    pub(super) has_objects: bool,
}

impl<'p> PathList<'p> {
    /// A list of which no more is known.
    pub(super) fn any(anchor: PathAnchor<'p>) -> Self {
        Self { anchor, has_objects: true }
    }
}

impl<S: Storage> ToList<S> for PathList<'_> {
    fn found(&self, session: &Session<S>) -> Result<FoundList> {
        look_up(&self.anchor, &session.navigator(), self.has_objects)
    }

    fn anchor(&self) -> &dyn Anchor {
        &self.anchor
    }
}

/// The map whose values a path names.
pub(super) struct PathMap<'p> {
    pub(super) anchor: PathAnchor<'p>,
}

impl<S: Storage> ToMap<S> for PathMap<'_> {
    fn at(&self, session: &Session<S>, number: usize) -> Result<MapAt> {
        let navigator = session.navigator();
        let spot = self.anchor.spot(&navigator)?;
        let Type::Map(map) = spot.ty else { return Err(Error::new(ErrorKind::Type, "not a map")) };
        spot.check_holder()?;
        map_at(&navigator, &spot, &map.0, number)
    }

    fn anchor(&self) -> &dyn Anchor {
        &self.anchor
    }
}
