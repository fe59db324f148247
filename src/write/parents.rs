//! Making what is missing on the path to a value: structs; for edits by path also keys of maps and
//! variants of unions.
//!
//! A struct behind a null pointer has its defaults, and so has the payload of a union. An edit
//! cursor can point into it nevertheless: reading needs no record, and neither does setting a
//! default. The first edit that needs a record makes all missing ones.
//!
//! The path is first walked without changes, to find what is missing and every error. Then room for
//! all of it and for the edit is reserved at once. After that nothing can fail.

use super::link::{PathKeys, PathLocator, Route};
use super::locate::{Located, MissingParent, locate};
use super::room::SpaceRequest;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Place;
use crate::read::document::{MAX_DEPTH, too_deep};
use crate::read::key::Key;
use crate::read::map::FoundKey;
use crate::read::navigate::{Navigator, RecordSpan, Step};
use crate::wire::width::PointerWidth;
use crate::write::session::SchemaSource;
use crate::write::{Locator, Session, Storage};

/// The indices of an edit cursor's steps: their own numbers.
struct OwnIndices;

impl PathKeys for OwnIndices {
    fn at(&self, number: usize) -> Key<'_> {
        Key::from(number)
    }
}

/// The route of an edit cursor's steps.
pub(super) fn cursor_route(steps: &[Step]) -> Route<'_, false> {
    Route { steps, fixed: &[], keys: &OwnIndices, anchor: None, has_objects: true }
}

/// What is missing on the way to an edit cursor's value.
pub(super) fn locate_missing<'p>(navigator: &Navigator<'_>, steps: &'p [Step]) -> Result<Located<'p>> {
    let located = locate(navigator, &cursor_route(steps))?;
    if located.depth > MAX_DEPTH {
        return Err(too_deep());
    }
    located.check_passed()?;
    Ok(located)
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Where a value is, or what is missing on the way to it.
    ///
    /// # Errors
    /// [`ErrorKind::Path`] if the steps lead nowhere, [`ErrorKind::Type`] if a value of `any` on
    /// the way is of another kind, [`ErrorKind::Corrupt`] if what leads there is invalid.
    #[inline(never)]
    pub(crate) fn locate<'p>(&self, locator: &PathLocator<'p>) -> Result<Located<'p>> {
        locate(&self.navigator(), locator)
    }

    /// Makes what is missing on the path to a value and then edits the value, with `more` bytes
    /// reserved for the edit: both or nothing. The new value has `levels` levels of objects.
    ///
    /// The edit may fail only before its first byte is written: its value was checked before. It
    /// gets the same path with entries in place of keys, since a second search could fail: it
    /// compares the key with other keys than the first one, and in a hostile buffer one of these
    /// may be invalid.
    #[cold]
    #[inline(never)]
    pub(crate) fn with_parents<R>(
        &mut self,
        mut plan: Located<'_>,
        locator: &PathLocator<'_>,
        more: &dyn Fn(PointerWidth) -> u64,
        levels: u32,
        edit: impl FnOnce(&mut Self, &PathLocator<'_>) -> Result<R>,
    ) -> Result<R> {
        if plan.depth.saturating_add(levels) > MAX_DEPTH {
            return Err(too_deep());
        }
        plan.check_passed()?;
        if let Some(steps) = plan.unpack {
            self.reject_overlap_of_passed(&plan)?;
            let more = |width, _| plan.len::<true>(width).saturating_add(more(width));
            self.unpack(&locator.prefix(steps), 0, &more)?;
        }
        self.reserve_parents::<true>(&plan, more)?;
        // Nothing fails from here on except the switch of a variant whose payload is invalid, which
        // comes first.
        let (mut steps, anchor) = (core::mem::take(&mut plan.steps), plan.anchor.as_ref());
        let made = self.multi_step_reserved(|session| {
            for (number, missing) in &plan.missing {
                let parent = Route { steps: &steps, anchor, ..*locator }.prefix(*number);
                if let Some(entry) = session.make_parent(&parent, missing)?
                    && let Some(step) = steps.to_mut().get_mut(*number)
                {
                    *step = entry;
                }
            }
            edit(session, &Route { steps: &steps, anchor, ..*locator })
        })?;
        self.compact_if_due();
        Ok(made)
    }

    /// Makes what is missing on the path to an edit cursor's value, and reserves `more` bytes: both
    /// or nothing. Cursors have to find their places again after it.
    ///
    /// # Errors
    /// [`ErrorKind::Full`] if the storage cannot hold it, [`ErrorKind::Limit`] if it lies too deep,
    /// [`ErrorKind::Corrupt`] if what leads there is invalid; the buffer is then unchanged.
    #[cold]
    #[inline(never)]
    pub(crate) fn make_missing(&mut self, locator: &dyn Locator, more: &dyn Fn(PointerWidth) -> u64) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let missing = locator.steps().filter(|_| resolved.holder.pos == 0);
        let (Some(steps), Some(code)) = (missing, navigator.parents()) else { return resolved.check_holder() };
        let plan = (code.locate)(&navigator, &steps)?;
        self.reserve_parents::<false>(&plan, more)?;
        // Nothing fails from here on: room is reserved, and the path was checked.
        for (number, missing) in &plan.missing {
            let resolved = (code.resolve)(&self.navigator(), steps.get(..*number).unwrap_or_default())?;
            let (holder, place) = (resolved.holder, resolved.place);
            self.make_object(holder, &place, missing)?;
        }
        self.generation = self.generation.wrapping_add(1);
        locator.resolve(&self.navigator())?.check_holder()
    }

    /// Makes sure that the objects on the path are not in the free space: in a hostile buffer freed
    /// bytes may be in use.
    fn reject_overlap_of_passed(&mut self, plan: &Located<'_>) -> Result<()> {
        plan.passed().try_for_each(|range| self.reject_overlap(range.clone(), &[]))
    }

    /// Reserves room for what is missing, and for `more` bytes.
    fn reserve_parents<const KEYED: bool>(
        &mut self,
        plan: &Located<'_>,
        more: &dyn Fn(PointerWidth) -> u64,
    ) -> Result<()> {
        let width = self.width;
        let need = |width| plan.len::<KEYED>(width).saturating_add(more(width));
        let (now, grown) = match plan.missing.first() {
            // Only the first missing part can be an entry of a stored map.
            Some((_, MissingParent::Entry { map, .. })) if KEYED => {
                let objects = need(width).saturating_sub(map.entry_len(width));
                (self.room_for_entry(map, objects), map.grown(objects))
            }
            _ => (SpaceRequest::objects(need(width)), None),
        };
        self.reject_overlap_of_passed(plan)?;
        self.reserve_or_part(plan.upgrade, &now, &need, grown)
    }

    /// Makes what is missing at a value; returns the entry of a new key.
    fn make_parent(&mut self, parent: &PathLocator<'_>, missing: &MissingParent<'_>) -> Result<Option<Step>> {
        match missing {
            MissingParent::Present => self.make_present(parent)?,
            MissingParent::Variant(tag) => self.switch(parent, *tag)?,
            MissingParent::Entry { found: FoundKey { run, index, .. }, key, .. } => {
                let (gap, (run, index)) = self.insert_entry(parent, (*run, *index), &|_, _| key.len())?;
                self.write_key(key, gap.elements, gap.heap.start)?;
                self.compact_if_due();
                return Ok(Some(Step::to_entry(FoundKey { run, index, is_there: true })));
            }
            MissingParent::Object { .. } => {
                let resolved = parent.resolve(&self.navigator())?;
                let (holder, place) = (resolved.holder, resolved.place);
                self.make_object(holder, &place, missing)?;
            }
        }
        Ok(None)
    }

    /// Makes the record that is missing at a value.
    fn make_object(&mut self, holder: RecordSpan, place: &Place, missing: &MissingParent<'_>) -> Result<()> {
        let MissingParent::Object { size, payload } = missing else { return Ok(()) };
        if payload.is_some_and(|payload| payload.is_inline(self.width.bytes())) {
            return Ok(());
        }
        let slot = if payload.is_some() { place.payload().slot } else { place.slot };
        self.make_record(holder.pos.saturating_add(slot.at(self.shift())), *size).map(drop)
    }

    /// Sets the variant of a union, with the default of its payload, and makes the union present.
    pub(crate) fn switch(&mut self, locator: &dyn Locator, tag: u8) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let (place, has_presence) = (resolved.place, resolved.has_presence(navigator.schema));
        self.put_variant(locator, &place, (tag, has_presence), false, &|_, _| 0, &|_, _, _, _| Ok(()))
    }

    /// Removes a key of a map with its value.
    pub(crate) fn remove_key(&mut self, locator: &PathLocator<'_>) -> Result<()> {
        let (navigator, map) = (self.navigator(), locator.parent());
        let from = map.resolve(&navigator)?;
        let step = locator.steps.last().map(|step| locator.sought(&navigator, Some(&from), *step)).transpose()?;
        let Some(Step::Entry(run, index)) = step else {
            return Err(Error::fixed(&FixedError(ErrorKind::Path, "not a key")));
        };
        self.remove_entry(&map, (run as usize, index as usize))
    }
}
