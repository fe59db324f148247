//! Making what is not there yet on the way to a value: structs, and for paths keys of maps and variants of unions.
//!
//! A struct behind a null pointer has its defaults, and so has the payload of a union. An edit cursor stands in it all the same: reading
//! needs no record, and neither does setting what is the default anyhow. The first edit that needs a record makes all that are missing.
//!
//! The way is first walked as it is, to see what is missing and to find every error; then room for all of it, and for the edit, is
//! reserved at once; after that nothing can fail.

use alloc::vec::Vec;
use core::ops::Range;

use super::route::{PathLocator, Route, RouteList, RouteMap, map_at};
use crate::error::{Error, ErrorKind, Result, broken};
use crate::layout::Size;
use crate::read::anchor::Anchor;
use crate::read::decoder::{MAX_DEPTH, too_deep};
use crate::read::key::{DisplayKey, Key};
use crate::read::navigate::{Navigator, Node, RecordSpan, ResolvedSlot, Step, not_variant};
use crate::read::union::{put_tag, unknown_variant};
use crate::schema::{Item, MapEntry, Payload, StructId, Type, UnionId, UnionVariant};
use crate::wire::bits::put_bit;
use crate::wire::clamp;
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width};
use crate::write::Locator;
use crate::write::keys::NewKey;
use crate::write::map::MapAt;
use crate::write::reserve::SpaceRequest;
use crate::write::slack::DraftSlack;
use crate::write::{Session, Storage};

/// Something that has to be made.
enum MissingParent {
    /// A record behind a pointer, whose slot is at an offset if nothing above it is missing.
    Object { slot: usize, size: Size },
    /// An entry of a map, with a key of so many bytes behind a pointer.
    Entry { map: MapAt, key: u64 },
}

/// All that has to be made.
#[derive(Default)]
struct MissingParents {
    missing: Vec<MissingParent>,
    /// Whether a record on the way is of an older revision.
    upgrade: bool,
    /// How many steps lead to a packed list that has to tell its variants.
    unpack: Option<usize>,
    /// The number of steps before the first that is not possible as it is.
    possible: usize,
    /// How many objects will hold the value.
    depth: u32,
    /// What the steps lead through, as far as it is there: objects, and what lies inline in one.
    objects: Vec<Range<usize>>,
    passed: Vec<Range<usize>>,
    /// The keys that are there, by the number of their step, as the entries they were found to be.
    entries: Vec<(usize, Step)>,
    /// The last field or payload that is possible as it is.
    anchor: Option<Anchor>,
}

impl MissingParents {
    /// Passes through an object. None lies in another of an honest buffer; in a hostile one what is made in the one would change the
    /// way to it.
    fn pass(&mut self, object: Range<usize>) -> Result<()> {
        let overlaps = |other: &Range<usize>| other.start < object.end && object.start < other.end;
        if self.objects.iter().any(overlaps) {
            return Err(Error::corrupt(object.start, "objects overlap"));
        }
        self.objects.push(object);
        Ok(())
    }

    /// Bytes in a new layout at a width, at most. Without keys on the way there are no entries among them, nor what they need in a program.
    fn len<const KEYED: bool>(&self, width: PointerWidth, slack: DraftSlack) -> u64 {
        let len = |missing: &MissingParent| match missing {
            MissingParent::Object { size, .. } => {
                let size = size.at(width.shift());
                object_len(size, size as u64)
            }
            MissingParent::Entry { map, key } if KEYED => map.entry_len(width, slack).saturating_add(*key),
            MissingParent::Entry { .. } => 0,
        };
        self.missing.iter().map(len).fold(0, u64::saturating_add)
    }
}

/// Looks what is missing on the way. What is not there is a slot without a holder, of which no more than its type is known.
fn plan<const KEYED: bool>(navigator: &Navigator<'_>, route: &Route<'_, KEYED>) -> Result<MissingParents> {
    let mut plan = MissingParents::default();
    let mut node = navigator.root();
    let mut from: Option<ResolvedSlot<'_>> = None;
    for (number, step) in route.steps.iter().enumerate() {
        let slot = match (node, *step) {
            (Node::Struct { holder, id, .. }, Step::Field(_)) => {
                let slot = navigator.step(node, *step)?;
                plan.pass_struct(navigator, from.as_ref(), holder, id, slot)?
            }
            (Node::Union { resolved, id }, Step::Payload(tag)) => {
                plan.pass_union::<KEYED>(navigator, resolved, id, tag, number)?
            }
            (Node::Map { resolved, entry }, Step::Key(_) | Step::Fixed(_)) if KEYED => {
                let Some(key) = route.key(*step) else { return Err(broken()) };
                plan.pass_key(navigator, resolved, entry, &key, number)?
            }
            (Node::List { resolved, item }, Step::Element(index)) => {
                if resolved.holder.pos != 0 {
                    plan.pass(navigator.list_range(&resolved, item)?)?;
                }
                navigator.step(node, Step::Element((route.keys)(index).index()))?
            }
            (Node::Array { .. }, Step::Element(index)) => {
                navigator.step(node, Step::Element((route.keys)(index).index()))?
            }
            _ => navigator.step(node, *step)?,
        };
        slot.check_depth()?;
        // Nothing of what is absent is there, whatever bytes its place has.
        if plan.possible == number && slot.holder.pos != 0 && !navigator.is_absent(&slot) {
            plan.possible = number.saturating_add(1);
            if KEYED {
                plan.anchor = Anchor::new(navigator, &node, *step, plan.possible, &slot).or(plan.anchor);
            }
        }
        plan.depth = slot.depth;
        if number.saturating_add(1) < route.steps.len() {
            node = navigator.enter(slot)?;
        }
        from = Some(slot);
    }
    Ok(plan)
}

/// What is missing first on the way.
fn first_missing<const KEYED: bool>(
    navigator: &Navigator<'_>,
    route: &Route<'_, KEYED>,
) -> Result<Option<MissingParent>> {
    Ok(plan(navigator, route)?.missing.into_iter().next())
}

impl MissingParents {
    /// Passes from a struct, which `from` leads to, to a field of it; gives the field's slot if the record stores it.
    fn pass_struct<'s>(
        &mut self,
        navigator: &Navigator<'s>,
        from: Option<&ResolvedSlot<'s>>,
        holder: RecordSpan,
        id: StructId,
        slot: ResolvedSlot<'s>,
    ) -> Result<ResolvedSlot<'s>> {
        let (structure, shift) = (navigator.schema.structure(id), navigator.buf.shift());
        let is_object = from.is_some_and(|from| !from.inline && !structure.is_frozen());
        let is_stored = slot.is_stored(shift);
        if holder.pos != 0 {
            self.upgrade |= !is_stored;
            if is_object {
                self.pass(holder.range())?;
            } else {
                self.passed.push(holder.range());
            }
        } else if let (true, Some(from)) = (is_object, from) {
            self.missing.push(MissingParent::Object { slot: from.slot(shift), size: structure.size() });
        } else if let Some(from) = from.filter(|from| from.inline && from.holder.pos != 0) {
            // An absent element: nothing in it is there, but an older revision may have written it too short.
            let (record, _) = navigator.record_of(from, id)?;
            self.upgrade |= slot.place.end.at(shift) > record.size;
        }
        let holder = if is_stored { slot.holder } else { RecordSpan::default() };
        Ok(ResolvedSlot { holder, ..slot })
    }

    /// Passes from a union to the payload of a variant.
    fn pass_union<'s, const KEYED: bool>(
        &mut self,
        navigator: &Navigator<'s>,
        from: ResolvedSlot<'s>,
        id: UnionId,
        tag: u8,
        number: usize,
    ) -> Result<ResolvedSlot<'s>> {
        let union = navigator.schema.union(id);
        let Some(variant) = union.of_tag(tag) else { return Err(unknown_variant(union, tag)) };
        let is_object = matches!(variant.payload(), Payload::Word(_) | Payload::Boxed);
        // A union that is made is one of its first variant.
        let current = navigator.tag(&from);
        if !KEYED && current != tag {
            return Err(not_variant(variant));
        }
        if KEYED && union.is_any() && current != tag && current != 0 {
            let held = union.of_tag(current).map_or("", UnionVariant::name);
            let message = alloc::format!("the path crosses `{held}`, expected `{}`", variant.name());
            return Err(Error::new(ErrorKind::Type, message));
        }
        if from.holder.pos != 0 {
            if current == tag {
                let slot = navigator.step(Node::Union { resolved: from, id }, Step::Payload(tag))?;
                if slot.holder.pos != 0 {
                    let is_boxed = is_object && !variant.payload().is_inline(navigator.buf.width.bytes());
                    if is_boxed && from.packed.is_none() {
                        self.pass(slot.holder.range())?;
                    }
                    return Ok(slot);
                }
            } else if from.packed.is_some() {
                self.unpack = Some(number.saturating_sub(1));
            }
        }
        if is_object {
            let slot = from.holder.pos.saturating_add(from.place.payload().slot.at(navigator.buf.shift()));
            self.missing.push(MissingParent::Object { slot, size: variant.item().size });
        }
        let depth = from.depth.saturating_add(u32::from(is_object));
        Ok(ResolvedSlot { inline: false, ..Navigator::part(variant.item(), RecordSpan::default(), depth) })
    }

    /// Passes from a map to the value of a key.
    fn pass_key<'s>(
        &mut self,
        navigator: &Navigator<'s>,
        from: ResolvedSlot<'s>,
        entry: &'s MapEntry,
        key: &Key<'_>,
        number: usize,
    ) -> Result<ResolvedSlot<'s>> {
        let heap = NewKey::new(navigator.schema, &entry.key, key)?.len();
        let mut map = map_at(navigator, &from, entry, 0)?;
        if from.holder.pos != 0 {
            let found = navigator.find_key(&from, entry, key)?;
            let run = found.map_or(0, |(run, ..)| run as usize);
            map = map_at(navigator, &from, entry, run)?;
            let there = match found {
                Some((run, index, true)) => {
                    let step = Step::Entry(run, index);
                    self.entries.push((number, step));
                    Some(navigator.step(Node::Map { resolved: from, entry }, step)?)
                }
                _ => None,
            };
            self.upgrade |= there.is_none() && map.is_older(navigator.buf.shift());
            let [slot, directory, run] = map.ranges();
            self.passed.push(slot);
            self.pass(directory)?;
            self.pass(run)?;
            if let Some(slot) = there {
                return Ok(slot);
            }
        }
        self.missing.push(MissingParent::Entry { map, key: heap });
        let value = entry.value.as_ref().unwrap_or(&entry.key);
        Ok(Navigator::part(value, RecordSpan::default(), from.depth.saturating_add(1)))
    }
}

impl<S: Storage> Session<S> {
    /// Makes what is missing on the way to a value, and then the edit of the value, for which as many bytes more are reserved as
    /// `more` says: both or nothing. The value will be so many objects in each other.
    ///
    /// The edit may fail only where no byte has changed yet: what it is given was checked before. It gets the same way with
    /// entries in place of keys: a search for a key that was just added compares it with others than the search before, and in
    /// a hostile buffer one of these may be none.
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
            let (count, slack) = (self.count_of(&list.route)?, self.draft_slack);
            self.unpack(&list, count, &|width, _| plan.len::<true>(width, slack).saturating_add(more(width)))?;
        }
        self.reserve_parents::<true>(&plan, more)?;
        // From here on nothing fails but the switch of a variant whose payload is invalid, which comes first.
        let mut steps = locator.steps.to_vec();
        for (number, entry) in &plan.entries {
            if let Some(step) = steps.get_mut(*number) {
                *step = *entry;
            }
        }
        let anchor = plan.anchor.as_ref();
        let made = self.in_reserved(|session| {
            for number in plan.possible..steps.len() {
                let made = locator.with_steps(&steps, anchor, |locator| session.make_step(locator, number))?;
                if let (Some(entry), Some(step)) = (made, steps.get_mut(number)) {
                    *step = entry;
                }
            }
            locator.with_steps(&steps, anchor, |locator| edit(session, locator))
        })?;
        self.compact_if_due();
        Ok(made)
    }

    /// Makes what is missing on the way to an edit cursor's value, with room for `more` bytes: both or nothing. Cursors find their
    /// places anew after it.
    ///
    /// # Errors
    /// [`ErrorKind::Full`] if the storage cannot hold it, [`ErrorKind::Limit`] if it lies too deep, [`ErrorKind::Corrupt`] if what leads
    /// there is invalid; the buffer is then unchanged.
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

    /// Makes sure that what a way leads through is not taken as free space: in a hostile buffer what was freed may be in use.
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
        let (width, slack) = (self.width, self.draft_slack);
        let need = |width| plan.len::<KEYED>(width, slack).saturating_add(more(width));
        let now = match plan.missing.first() {
            // No other can be an entry of a map that is there.
            Some(MissingParent::Entry { map, .. }) if KEYED => {
                self.room_for_entry(map, need(width).saturating_sub(map.entry_len(width, slack)))
            }
            _ => SpaceRequest::objects(need(width)),
        };
        self.guard_passed(plan)?;
        self.reserve(plan.upgrade, &now, &need)
    }

    /// Number of elements of the list at a locator.
    pub(crate) fn count_of(&self, locator: &PathLocator<'_>) -> Result<usize> {
        let navigator = self.navigator();
        match locator.node(&navigator)? {
            Node::List { resolved, item } => Ok(navigator.elements(&resolved, item)?.0.count),
            _ => Err(Error::new(ErrorKind::Path, "not a list")),
        }
    }

    /// Makes the step of that number possible; gives the entry that a key is.
    fn make_step(&mut self, locator: &PathLocator<'_>, number: usize) -> Result<Option<Step>> {
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
            step => locator.key(step).map(|key| self.make_key(&prefix, &key)).transpose(),
        }
    }

    /// Makes a union one of a variant, with a record for its payload if that lies behind a pointer.
    fn make_variant(&mut self, locator: &PathLocator<'_>, tag: u8) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let Type::Union(id) = resolved.ty else { return Err(Error::new(ErrorKind::Type, "not a union")) };
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
        self.set_slot(locator, &place, Size::UNION, false, &|_, _| 0, &|record, _, _, width| {
            put_tag(record, &place, width.shift(), tag)?;
            if has_presence { put_bit(record, &place, width.shift(), true).ok_or_else(broken) } else { Ok(()) }
        })
    }

    /// Removes a key of a map with its value.
    pub(crate) fn remove_key(&mut self, locator: &PathLocator<'_>) -> Result<()> {
        let navigator = self.navigator();
        let map = &RouteMap { route: locator.prefix(locator.steps.len().saturating_sub(1)) };
        let key = locator.steps.last().and_then(|step| locator.key(*step));
        let Some(key) = &key else { return Err(Error::new(ErrorKind::Path, "not a key")) };
        let Node::Map { resolved, entry } = map.route.node(&navigator)? else {
            return Err(Error::new(ErrorKind::Type, "not a map"));
        };
        match navigator.find_key(&resolved, entry, key)? {
            Some((run, index, true)) => self.remove_entry(map, (run as usize, index as usize)),
            _ => Err(Error::new(ErrorKind::Path, alloc::format!("there is no key {}", DisplayKey(key)))),
        }
    }

    /// Adds a key to a map, with the default of its value, if it is not there; gives its entry.
    fn make_key(&mut self, locator: &PathLocator<'_>, key: &Key<'_>) -> Result<Step> {
        let navigator = self.navigator();
        let Node::Map { resolved, entry } = locator.node(&navigator)? else {
            return Err(Error::new(ErrorKind::Path, "a key is asked of a value that is no map"));
        };
        let (run, index) = match navigator.find_key(&resolved, entry, key)? {
            Some((run, index, true)) => return Ok(Step::Entry(run, index)),
            Some((run, index, false)) => (run as usize, index as usize),
            None => (0, 0),
        };
        let new = NewKey::new(navigator.schema, &entry.key, key)?;
        let heap = new.len();
        let map = RouteMap { route: *locator };
        let (gap, (run, index)) = self.insert_entry(&map, (run, index), &|_, _| heap)?;
        self.write_key(&new, gap.elements, gap.heap.start)?;
        self.compact_if_due();
        Ok(Step::Entry(clamp(run), clamp(index)))
    }
}

impl<'s> Navigator<'s> {
    /// The bytes of a list, from its count on.
    fn list_range(&self, resolved: &ResolvedSlot<'s>, item: &'s Item) -> Result<Range<usize>> {
        let start = self
            .buf
            .follow(self.bytes(resolved.holder), resolved.place.slot)?
            .map_or(0, |object| self.position(object));
        Ok(start..self.elements(resolved, item)?.0.end().max(start))
    }
}
