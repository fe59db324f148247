//! Routes: the steps to a value, with their indices and keys.
//!
//! The steps of a path may have keys of maps, which are looked up; those of an edit cursor have
//! entries that were found before. All walks over steps use [`Route::walk`].

use super::anchor::Anchor;
use super::key::{DisplayKey, Key, PathKey};
use super::map::FoundKey;
use super::map_key::SearchKey;
use super::navigate::{Navigator, ResolvedSlot, Step};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::schema::{MapEntry, Type};

/// The index or key of a number.
pub(crate) trait PathKeys {
    fn at(&self, number: usize) -> Key<'_>;
}

/// Keys with another last one.
pub(crate) struct KeysWith<'k> {
    pub(crate) keys: &'k dyn PathKeys,
    pub(crate) last: usize,
    pub(crate) key: Key<'k>,
}

impl PathKeys for KeysWith<'_> {
    fn at(&self, number: usize) -> Key<'_> {
        if number == self.last { self.key } else { self.keys.at(number) }
    }
}

/// The steps to a value. Only a `KEYED` route can have keys: programs without one contain no code
/// to look up or add keys.
#[derive(Clone, Copy)]
pub(crate) struct Route<'p, const KEYED: bool> {
    pub(crate) steps: &'p [Step],
    /// Keys that are part of a path.
    pub(crate) fixed: &'p [PathKey],
    pub(crate) keys: &'p dyn PathKeys,
    /// The last place found on it, if it is keyed.
    pub(crate) anchor: Option<&'p Anchor>,
    /// For the route to a list: whether its elements can have objects, or that is not known.
    pub(crate) has_objects: bool,
}

/// The route of a path.
pub(crate) type PathLocator<'p> = Route<'p, true>;

impl<'p, const KEYED: bool> Route<'p, KEYED> {
    /// The route to the value after the first `steps` steps.
    pub(crate) fn prefix(&self, len: usize) -> Self {
        Route { steps: self.steps.get(..len).unwrap_or(self.steps), has_objects: true, ..*self }
    }

    /// The route without its last step.
    pub(crate) fn parent(&self) -> Self {
        self.prefix(self.steps.len().saturating_sub(1))
    }

    /// The key of a step, if it has one.
    pub(crate) fn key(&self, step: Step) -> Option<Key<'p>> {
        match step {
            Step::Key(number) => Some(self.keys.at(number)),
            Step::Fixed(number) => self.fixed.get(number).map(PathKey::key),
            _ => None,
        }
    }

    /// Walks the steps from the last found place on: `take` takes the step of a number from a
    /// value, or from the root. Returns the last value; `None` if it is the root.
    pub(crate) fn walk<'s>(
        &self,
        navigator: &Navigator<'s>,
        mut take: impl FnMut(usize, Option<&ResolvedSlot<'s>>, Step) -> Result<ResolvedSlot<'s>>,
    ) -> Result<Option<ResolvedSlot<'s>>> {
        let anchor = self.anchor.filter(|anchor| KEYED && anchor.steps <= self.steps.len());
        let mut from = anchor.and_then(|anchor| anchor.slot(navigator));
        let taken = anchor.filter(|_| from.is_some()).map_or(0, |anchor| anchor.steps);
        for (number, step) in self.steps.iter().enumerate().skip(taken) {
            from = Some(take(number, from.as_ref(), *step)?);
        }
        Ok(from)
    }

    /// A step with its index filled in, or its key replaced by the entry.
    pub(crate) fn sought<'s>(
        &self,
        navigator: &Navigator<'s>,
        from: Option<&ResolvedSlot<'s>>,
        step: Step,
    ) -> Result<Step> {
        match (step, from) {
            (Step::Element(number), _) => Ok(Step::Element(self.keys.at(number).index())),
            (Step::Key(_) | Step::Fixed(_), Some(from)) if KEYED => {
                let (Some(key), Type::Map(map)) = (self.key(step), from.ty) else {
                    return Err(Error::fixed(&FixedError(ErrorKind::Path, "there is no such key")));
                };
                match navigator.find_key(from, &map.0, &key)? {
                    Some(found) if found.is_there => Ok(Step::to_entry(found)),
                    _ => Err(Error::new(ErrorKind::Path, format_args!("there is no key {}", DisplayKey(&key)))),
                }
            }
            (other, _) => Ok(other),
        }
    }
}

impl<'s> Navigator<'s> {
    /// The place of a key, or where it would be inserted; `None` if there is no map.
    pub(crate) fn find_key(
        &self,
        resolved: &ResolvedSlot<'s>,
        entry: &MapEntry,
        key: &Key<'_>,
    ) -> Result<Option<FoundKey>> {
        let key = self.schema.sought(&entry.key.ty, key)?;
        let Some(map) = self.map(resolved, entry)? else { return Ok(None) };
        let shape = self.schema.entry_shape(entry);
        let sought = SearchKey { schema: self.schema, buf: self.buf, item: &entry.key, key };
        self.buf.search(&map, &shape, &sought).map(Some)
    }
}
