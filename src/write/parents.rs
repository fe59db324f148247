//! Making what is not there yet on the way to a value: structs, and for paths keys of maps and
//! variants of unions.
//!
//! A struct behind a null pointer has its defaults, and so has the payload of a union. An edit
//! cursor stands in it all the same: reading needs no record, and neither does setting what is the
//! default anyhow. The first edit that needs a record makes all that are missing.
//!
//! The way is first walked as it is, to see what is missing and to find every error; then room for
//! all of it, and for the edit, is reserved at once; after that nothing can fail.

use super::missing::{MissingParent, MissingParents, first_missing, plan};
use super::route::{PathLocator, Route, RouteList, RouteMap};
use crate::error::{Error, ErrorKind, FixedError, Result, broken};
use crate::read::decoder::{MAX_DEPTH, too_deep};
use crate::read::key::{DisplayKey, Key};
use crate::read::navigate::{Node, Step};
use crate::read::union::unknown_variant;
use crate::schema::{Payload, Type};
use crate::wire::clamp;
use crate::wire::width::PointerWidth;
use crate::write::Locator;
use crate::write::keys::NewKey;
use crate::write::reserve::SpaceRequest;
use crate::write::session::SchemaSource;
use crate::write::{Session, Storage};

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Makes what is missing on the way to a value, and then the edit of the value, for which as
    /// many bytes more are reserved as `more` says: both or nothing. The value will be so many
    /// objects in each other.
    ///
    /// The edit may fail only where no byte has changed yet: what it is given was checked before.
    /// It gets the same way with entries in place of keys: a search for a key that was just added
    /// compares it with others than the search before, and in a hostile buffer one of these may be
    /// none.
    #[cold]
    #[inline(never)]
    pub(crate) fn with_parents<R>(
        &mut self,
        locator: &PathLocator<'_>,
        more: &dyn Fn(PointerWidth) -> u64,
        levels: u32,
        edit: impl FnOnce(&mut Self, &PathLocator<'_>) -> Result<R>,
    ) -> Result<R> {
        let plan = plan(&self.navigator(), locator)?;
        if plan.depth.saturating_add(levels) > MAX_DEPTH {
            return Err(too_deep());
        }
        if let Some(steps) = plan.unpack {
            self.guard_passed(&plan)?;
            let list = RouteList::any(locator.prefix(steps));
            let slack = self.spare.draft_slack;
            self.unpack(&list, 0, &|width, _| plan.len::<true>(width, slack).saturating_add(more(width)))?;
        }
        self.reserve_parents::<true>(&plan, more)?;
        // From here on nothing fails but the switch of a variant whose payload is invalid, which
        // comes first.
        let mut steps = locator.steps.to_vec();
        for (number, entry) in &plan.entries {
            if let Some(step) = steps.get_mut(*number) {
                *step = *entry;
            }
        }
        let anchor = plan.anchor.as_ref();
        let mut entries = plan.missing.iter().filter_map(MissingParent::entry);
        let made = self.in_reserved(|session| {
            for number in plan.possible..steps.len() {
                let made =
                    locator.with_steps(&steps, anchor, |locator| session.make_step(locator, number, &mut entries))?;
                if let (Some(entry), Some(step)) = (made, steps.get_mut(number)) {
                    *step = entry;
                }
            }
            locator.with_steps(&steps, anchor, |locator| edit(session, locator))
        })?;
        self.compact_if_due();
        Ok(made)
    }

    /// Makes what is missing on the way to an edit cursor's value, with room for `more` bytes: both
    /// or nothing. Cursors find their places anew after it.
    ///
    /// # Errors
    /// [`ErrorKind::Full`] if the storage cannot hold it, [`ErrorKind::Limit`] if it lies too deep,
    /// [`ErrorKind::Corrupt`] if what leads there is invalid; the buffer is then unchanged.
    #[cold]
    #[inline(never)]
    pub(crate) fn make_missing(&mut self, locator: &dyn Locator, more: &dyn Fn(PointerWidth) -> u64) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let Some(steps) = locator.steps().filter(|_| resolved.holder.pos == 0) else { return resolved.check_holder() };
        let route = Route::<false> { steps: &steps, fixed: &[], keys: &|index| Key::from(index), anchor: None };
        let plan = plan(&navigator, &route)?;
        if plan.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        self.reserve_parents::<false>(&plan, more)?;
        // From here on nothing fails: there is room, and the way here was checked.
        while let Some(MissingParent::Object { slot, size }) = first_missing(&self.navigator(), &route)? {
            self.make_record(slot, size)?;
        }
        self.generation = self.generation.wrapping_add(1);
        locator.resolve(&self.navigator())?.check_holder()
    }

    /// Makes sure that what a way leads through is not taken as free space: in a hostile buffer
    /// what was freed may be in use.
    fn guard_passed(&mut self, plan: &MissingParents) -> Result<()> {
        for passed in [&plan.objects, &plan.passed] {
            for range in passed {
                self.guard(range.clone(), &[])?;
            }
        }
        Ok(())
    }

    /// Makes room for what is missing, and for so many bytes more.
    fn reserve_parents<const KEYED: bool>(
        &mut self,
        plan: &MissingParents,
        more: &dyn Fn(PointerWidth) -> u64,
    ) -> Result<()> {
        let (width, slack) = (self.width, self.spare.draft_slack);
        let need = |width| plan.len::<KEYED>(width, slack).saturating_add(more(width));
        let (now, grown) = match plan.missing.first() {
            // No other can be an entry of a map that is there.
            Some(MissingParent::Entry { map, .. }) if KEYED => {
                let objects = need(width).saturating_sub(map.entry_len(width, slack));
                (self.room_for_entry(map, objects), map.grown(objects))
            }
            _ => (SpaceRequest::objects(need(width)), None),
        };
        self.guard_passed(plan)?;
        self.reserve_or_part(plan.upgrade, &now, &need, grown)
    }

    /// Makes the step of that number possible; gives the entry that a key is: the next of those
    /// that are missing.
    fn make_step(
        &mut self,
        locator: &PathLocator<'_>,
        number: usize,
        entries: &mut dyn Iterator<Item = ((usize, usize), u64)>,
    ) -> Result<Option<Step>> {
        let Some(step) = locator.steps.get(number) else { return Ok(None) };
        let prefix = locator.prefix(number);
        if number > 0 {
            let navigator = self.navigator();
            let resolved = prefix.resolve(&navigator)?;
            let is_growable = matches!(resolved.ty, Type::Struct(id) if !navigator.schema.structure(*id).is_frozen());
            if !is_growable || resolved.inline {
                self.make_present(&prefix)?;
            } else if navigator.buf.follow(navigator.bytes(resolved.holder), resolved.place.slot)?.is_none() {
                let (Type::Struct(id), slot) = (resolved.ty, resolved.slot(self.shift())) else { return Err(broken()) };
                let size = navigator.schema.structure(*id).size();
                self.make_record(slot, size)?;
            }
        }
        match *step {
            Step::Payload(tag) => self.make_variant(&prefix, tag).map(|()| None),
            step => match locator.key(step) {
                Some(key) => self.make_key(&prefix, &key, entries.next().ok_or_else(broken)?).map(Some),
                None => Ok(None),
            },
        }
    }

    /// Makes a union one of a variant, with a record for its payload if that lies behind a pointer.
    fn make_variant(&mut self, locator: &PathLocator<'_>, tag: u8) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let Type::Union(id) = resolved.ty else {
            return Err(Error::fixed(&FixedError(ErrorKind::Type, "not a union")));
        };
        let union = navigator.schema.union(*id);
        let Some(variant) = union.of_tag(tag) else { return Err(unknown_variant(union, tag)) };
        let (payload, size) = (variant.payload(), variant.item().size);
        if navigator.tag(&resolved) != tag {
            self.switch(locator, tag)?;
        }
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let is_boxed = matches!(payload, Payload::Word(_) | Payload::Boxed) && !payload.is_inline(self.width.bytes());
        if !is_boxed || resolved.packed.is_some() {
            return Ok(());
        }
        let slot = resolved.place.payload().slot;
        if navigator.buf.follow(navigator.bytes(resolved.holder), slot)?.is_some() {
            return Ok(());
        }
        if resolved.levels() == 0 {
            return Err(too_deep());
        }
        let slot = resolved.holder.pos.saturating_add(slot.at(self.shift()));
        self.make_record(slot, size).map(drop)
    }

    /// Makes a union one of a variant, with the payload's default, and present.
    pub(crate) fn switch(&mut self, locator: &dyn Locator, tag: u8) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let (place, has_presence) = (resolved.place, resolved.has_presence(navigator.schema));
        self.put_variant(locator, &place, (tag, has_presence), false, &|_, _| 0, &|_, _, _, _| Ok(()))
    }

    /// Removes a key of a map with its value.
    pub(crate) fn remove_key(&mut self, locator: &PathLocator<'_>) -> Result<()> {
        let navigator = self.navigator();
        let map = &RouteMap { route: locator.prefix(locator.steps.len().saturating_sub(1)) };
        let key = locator.steps.last().and_then(|step| locator.key(*step));
        let Some(key) = &key else { return Err(Error::fixed(&FixedError(ErrorKind::Path, "not a key"))) };
        let Node::Map { resolved, entry } = map.route.node(&navigator)? else {
            return Err(Error::fixed(&FixedError(ErrorKind::Type, "not a map")));
        };
        match navigator.find_key(&resolved, entry, key)? {
            Some((run, index, true)) => self.remove_entry(map, (run as usize, index as usize)),
            _ => Err(Error::new(ErrorKind::Path, format_args!("there is no key {}", DisplayKey(key)))),
        }
    }

    /// Adds a key that is not there to a map, with the default of its value; gives its entry.
    fn make_key(
        &mut self,
        locator: &PathLocator<'_>,
        key: &Key<'_>,
        (place, heap): ((usize, usize), u64),
    ) -> Result<Step> {
        let navigator = self.navigator();
        let Node::Map { entry, .. } = locator.node(&navigator)? else { return Err(broken()) };
        let new = NewKey::new(navigator.schema, &entry.key, key)?;
        let (gap, (run, index)) = self.insert_entry(&RouteMap { route: *locator }, place, &|_, _| heap)?;
        self.write_key(&new, gap.elements, gap.heap.start)?;
        self.compact_if_due();
        Ok(Step::Entry(clamp(run), clamp(index)))
    }
}
