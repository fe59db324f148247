//! Routes: the steps to a value, with the indices and keys that they take.
//!
//! Those of a path may name keys of maps, which are looked up; those of an edit cursor name entries
//! that were found. Everything that goes over steps goes by [`Route::walk`].

use super::anchor::Anchor;
use super::key::{DisplayKey, Key, PathKey};
use super::map::FoundKey;
use super::map_key::SearchKey;
use super::navigate::{Navigator, ResolvedSlot, Step};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::schema::{MapEntry, Type};

/// Gives the index or key of a number.
pub(crate) trait PathKeys {
    fn at(&self, number: usize) -> Key<'_>;
}

/// Keys of which the last is another.
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

/// The steps to a value. Only a keyed one can name keys: what looks them up and makes them is left
/// out of programs that have no such route.
#[derive(Clone, Copy)]
pub(crate) struct Route<'p, const KEYED: bool> {
    pub(crate) steps: &'p [Step],
    /// Keys that are part of a path.
    pub(crate) fixed: &'p [PathKey],
    pub(crate) keys: &'p dyn PathKeys,
    /// What of it is found already, if it is keyed.
    pub(crate) anchor: Option<&'p Anchor>,
    /// Of the route to a list: whether its elements can have objects. True where it is not known.
    pub(crate) has_objects: bool,
}

/// The route of a path.
pub(crate) type PathLocator<'p> = Route<'p, true>;

impl<'p, const KEYED: bool> Route<'p, KEYED> {
    /// The value that the first steps lead to.
    pub(crate) fn prefix(&self, len: usize) -> Self {
        Route { steps: self.steps.get(..len).unwrap_or(self.steps), has_objects: true, ..*self }
    }

    /// The value that holds the one that the last step leads to.
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

    /// Goes over the steps, from what is found already on: `take` takes the step of a number from a
    /// value, or from the root. Gives the last value; `None` if it is the root.
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

    /// A step from a value with its index, or to the entry of its key.
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
    /// Where a key is or would be; `None` if there is no map.
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
