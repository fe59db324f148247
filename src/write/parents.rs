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
use crate::layout::{EntryLayout, Size};
use crate::read::decoder::{MAX_DEPTH, too_deep};
use crate::read::key::{DisplayKey, Key, KeyValueRef};
use crate::read::navigate::{Holder, Navigator, Node, ResolvedSlot, Step, not_variant};
use crate::read::no_element;
use crate::read::union::{put_tag, unknown_variant};
use crate::schema::{Item, Payload, Type};
use crate::wire::bits::put_bit;
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width};
use crate::wire::{clamp, varint};
use crate::write::Locator;
use crate::write::map::{MapAt, split_len};
use crate::write::reserve::SpaceRequest;
use crate::write::{Session, Storage};

/// Something that has to be made.
enum MissingParent {
    /// A record behind a pointer.
    Object(Size),
    /// An entry of a map whose run has so many and whose directory has so many blocks, with a key of so many bytes behind a
    /// pointer.
    Entry { layout: EntryLayout, count: usize, blocks: usize, key: u64 },
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

    /// Passes through a run of a map.
    fn pass_map(&mut self, map: &MapAt) -> Result<()> {
        let [slot, directory, run] = map.ranges();
        self.passed.push(slot);
        self.pass(directory)?;
        self.pass(run)
    }

    /// Bytes at a width, at most.
    fn len(&self, width: PointerWidth) -> u64 {
        let len = |missing: &MissingParent| match missing {
            MissingParent::Object(size) => {
                let size = size.at(width.shift());
                object_len(size, size as u64)
            }
            MissingParent::Entry { layout, count, blocks, key } => {
                split_len(layout.size.at(width.shift()), *count, *blocks, width).saturating_add(*key)
            }
        };
        self.missing.iter().map(len).fold(0, u64::saturating_add)
    }
}

/// Bytes of a key behind a pointer.
fn key_len(key: &Key<'_>, item: &Item) -> u64 {
    match (key.0, &item.ty) {
        (KeyValueRef::Blob(content), Type::String | Type::Bytes) if !content.is_empty() => {
            object_len(content.len(), content.len() as u64)
        }
        _ => 0,
    }
}

/// Looks what is missing on the way.
// One arm for each kind of step, which share what was found so far.
#[allow(clippy::too_many_lines)]
fn plan<const KEYED: bool>(navigator: &Navigator<'_>, locator: &Route<'_, KEYED>) -> Result<MissingParents> {
    let schema = navigator.schema;
    let shift = navigator.buf.shift();
    let mut plan = MissingParents::default();
    // How many objects hold the value that the steps so far lead to, and whether it lies in an element as a record itself.
    let (mut depth, mut inline) = (0u32, true);
    // What is there, and of what is not, the type.
    let mut node = Some(navigator.root());
    // The record of an absent element: nothing in it is there, but an older revision may have written it too short.
    let mut absent: Option<Node<'_>> = None;
    let root = Type::Struct(navigator.plan.id);
    let mut ty = &root;
    for (number, step) in locator.steps.iter().enumerate() {
        let mut resolved: Option<ResolvedSlot<'_>> = None;
        match (*step, ty) {
            (Step::Field(index), Type::Struct(id)) => {
                let structure = schema.structure(*id);
                let is_object = !structure.is_frozen() && !inline;
                (depth, inline) = (depth.saturating_add(u32::from(is_object)), false);
                if let Some(Node::Struct { holder: Holder { pos: 0, .. }, .. }) = node {
                    node = None;
                }
                if let Some(element) = absent.take() {
                    plan.upgrade |= !navigator.step(element, *step)?.is_stored(shift);
                }
                if node.is_none() && is_object {
                    plan.missing.push(MissingParent::Object(structure.size()));
                }
                if let Some(found) = node {
                    let found = navigator.step(found, *step)?;
                    if is_object {
                        plan.pass(found.holder.range())?;
                    } else {
                        plan.passed.push(found.holder.range());
                    }
                    plan.upgrade |= !found.is_stored(shift);
                    resolved = Some(found).filter(|found| found.is_stored(shift));
                }
                let field = structure.fields().get(usize::from(index));
                ty = field.ok_or_else(|| Error::new(ErrorKind::Path, "no such field"))?.ty();
            }
            (Step::Element(key), Type::List(_) | Type::Array(_)) => {
                let index = (locator.keys)(key).index();
                let item = match ty {
                    Type::List(list) => {
                        depth = depth.saturating_add(1);
                        &*list.0
                    }
                    Type::Array(array) => {
                        if index >= array.len() {
                            return Err(no_element(index, array.len()));
                        }
                        &*array.0
                    }
                    _ => return Err(Error::new(ErrorKind::Path, "not a list")),
                };
                inline = item.growable;
                match node {
                    Some(found) => {
                        if let Node::List { resolved: list, item } = &found {
                            plan.pass(navigator.list_range(list, item)?)?;
                        }
                        resolved = Some(navigator.step(found, Step::Element(index))?);
                    }
                    None if matches!(ty, Type::List(_)) => return Err(no_element(index, 0)),
                    None => {}
                }
                ty = &item.ty;
            }
            (Step::Payload(tag), Type::Union(id)) => {
                let union = schema.union(*id);
                let Some(variant) = union.of_tag(tag) else { return Err(unknown_variant(union, tag)) };
                let is_object = matches!(variant.payload(), Payload::Word(_) | Payload::Boxed);
                if !KEYED {
                    // A cursor switches no variant, and a union that is made is one of its first.
                    let current = node.as_ref().map_or(0, |node| match node {
                        Node::Union { resolved, .. } => navigator.tag(resolved),
                        _ => 0,
                    });
                    if current != tag {
                        return Err(not_variant(variant));
                    }
                }
                (depth, inline) = (depth.saturating_add(u32::from(is_object)), false);
                if let Some(Node::Union { resolved: found, .. }) = &node {
                    let (current, is_any) = (navigator.tag(found), union.is_any());
                    if is_any && current != tag && current != 0 {
                        let held = union.of_tag(current).map_or("", crate::schema::UnionVariant::name);
                        let message = alloc::format!("the path crosses `{held}`, expected `{}`", variant.name());
                        return Err(Error::new(ErrorKind::Type, message));
                    }
                    if current == tag {
                        let payload = navigator.step(Node::Union { resolved: *found, id: *id }, *step)?;
                        resolved = Some(payload).filter(|payload| payload.holder.pos != 0);
                        let is_boxed = is_object && !variant.payload().is_inline(navigator.buf.width.bytes());
                        if let (true, None, Some(payload)) = (is_boxed, found.packed, &resolved) {
                            plan.pass(payload.holder.range())?;
                        }
                    } else if found.packed.is_some() {
                        plan.unpack = Some(number.saturating_sub(1));
                    }
                }
                if resolved.is_none() && is_object {
                    plan.missing.push(MissingParent::Object(variant.item().size));
                }
                ty = &variant.item().ty;
            }
            (Step::Entry(number, _), Type::Map(map)) => {
                let (Some(found), entry) = (node, &*map.0) else {
                    return Err(no_element(number as usize, 0));
                };
                (depth, inline) = (depth.saturating_add(1), entry.value.as_ref().is_some_and(|value| value.growable));
                if let Node::Map { resolved: map, entry } = &found {
                    plan.pass_map(&map_at(navigator, map, entry, number as usize)?)?;
                }
                resolved = Some(navigator.step(found, *step)?);
                ty = entry.value.as_ref().map_or(&entry.key.ty, |value| &value.ty);
            }
            (Step::Key(_) | Step::Fixed(_), Type::Map(map)) if KEYED => {
                let (Some(key), entry) = (locator.key(*step), &*map.0) else { continue };
                schema.key_word(&entry.key.ty, &key)?;
                (depth, inline) = (depth.saturating_add(1), entry.value.as_ref().is_some_and(|value| value.growable));
                let (mut count, mut blocks) = (0, 1);
                if let Some(Node::Map { resolved: map, entry }) = &node {
                    let found = navigator.find_key(map, entry, &key)?;
                    if let Some((run, index, true)) = found {
                        let step = Step::Entry(run, index);
                        plan.entries.push((number, step));
                        resolved = Some(navigator.step(Node::Map { resolved: *map, entry }, step)?);
                    }
                    let number = found.map_or(0, |(run, ..)| run as usize);
                    let at = map_at(navigator, map, entry, number)?;
                    (count, blocks) = (at.run_count(), at.blocks());
                    plan.upgrade |= resolved.is_none() && at.is_older(shift);
                    plan.pass_map(&at)?;
                }
                if resolved.is_none() {
                    let key = key_len(&key, &entry.key);
                    plan.missing.push(MissingParent::Entry { layout: entry.layout, count, blocks, key });
                }
                ty = entry.value.as_ref().map_or(&entry.key.ty, |value| &value.ty);
            }
            _ => return Err(Error::new(ErrorKind::Path, "the path does not fit the schema")),
        }
        if let Some(found) = &resolved {
            (depth, inline) = (found.depth, found.inline);
        }
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        // Nothing of what is absent is there, whatever bytes its place has.
        let is_there = resolved.as_ref().is_some_and(|resolved| !navigator.is_absent(resolved));
        if plan.possible == number && is_there {
            plan.possible = number.saturating_add(1);
        }
        let is_last = number.saturating_add(1) == locator.steps.len();
        absent = match (&resolved, ty) {
            (Some(resolved), Type::Struct(id))
                if !is_last && !is_there && resolved.inline && resolved.holder.pos != 0 =>
            {
                let (pos, size) =
                    (resolved.slot(shift), resolved.holder.size.saturating_sub(resolved.place.slot.at(shift)));
                Some(Node::Struct { holder: Holder { pos, size }, id: *id, depth: resolved.depth })
            }
            _ => None,
        };
        node = match resolved {
            Some(resolved) if !is_last && is_there => Some(navigator.enter(resolved)?),
            _ => None,
        };
    }
    plan.depth = depth;
    Ok(plan)
}

impl<S: Storage> Session<S> {
    /// Makes what is missing on the way to a value, and then the edit of the value, for which `len` more bytes are reserved: both
    /// or nothing. The value will be so many objects in each other.
    ///
    /// The edit may fail only where no byte has changed yet: what it is given was checked before. It gets the same way with
    /// entries in place of keys: a search for a key that was just added compares it with others than the search before, and in
    /// a hostile buffer one of these may be none.
    #[cold]
    #[inline(never)]
    pub(crate) fn with_parents<R>(
        &mut self,
        locator: &PathLocator<'_>,
        len: u64,
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
            let count = self.count_of(&list.route)?;
            self.unpack(&list, count, &|width, _| plan.len(width).saturating_add(len))?;
        }
        self.reserve_parents(&plan, &|_| len)?;
        // From here on nothing fails but the switch of a variant whose payload is invalid, which comes first.
        let mut steps = locator.steps.to_vec();
        for (number, entry) in &plan.entries {
            if let Some(step) = steps.get_mut(*number) {
                *step = *entry;
            }
        }
        let made = self.in_reserved(|session| {
            for number in plan.possible..steps.len() {
                let made = locator.with_steps(&steps, |locator| session.make_step(locator, number))?;
                if let (Some(entry), Some(step)) = (made, steps.get_mut(number)) {
                    *step = entry;
                }
            }
            locator.with_steps(&steps, |locator| edit(session, locator))
        })?;
        self.settle();
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
        let route = Route::<false> { steps: &steps, fixed: &[], keys: &|index| Key::from(index) };
        let plan = plan(&navigator, &route)?;
        if plan.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        self.reserve_parents(&plan, more)?;
        // From here on nothing fails: there is room, and the way here was checked.
        for number in plan.possible..steps.len() {
            self.make_step(&route, number)?;
        }
        self.generation = self.generation.wrapping_add(1);
        locator.resolve(&self.navigator())?.check_holder()
    }

    /// Makes sure that what a way leads through is not taken as free space: in a hostile buffer what was freed may be in use.
    fn guard_passed(&mut self, plan: &MissingParents) -> Result<()> {
        plan.objects.iter().chain(&plan.passed).try_for_each(|passed| self.guard(passed.clone(), &[]))
    }

    /// Makes room for what is missing, and for so many bytes more.
    fn reserve_parents(&mut self, plan: &MissingParents, more: &dyn Fn(PointerWidth) -> u64) -> Result<()> {
        let need = |width| plan.len(width).saturating_add(more(width));
        self.guard_passed(plan)?;
        self.reserve(plan.upgrade, &SpaceRequest::objects(need(self.width)), &need)
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
    fn make_step<const KEYED: bool>(&mut self, locator: &Route<'_, KEYED>, number: usize) -> Result<Option<Step>> {
        let Some(step) = locator.steps.get(number) else { return Ok(None) };
        let prefix = locator.prefix(number);
        if number > 0 {
            let navigator = self.navigator();
            let resolved = prefix.resolve(&navigator)?;
            let is_growable = matches!(resolved.ty, Type::Struct(id) if !navigator.schema.structure(*id).is_frozen());
            if !is_growable || resolved.inline {
                self.make_present(&prefix)?;
            } else if navigator.buf.follow(navigator.bytes(resolved.holder), resolved.place.slot)?.is_none() {
                self.create(&prefix)?;
            }
        }
        match *step {
            Step::Payload(tag) => self.make_variant(&prefix, tag).map(|()| None),
            step if KEYED => locator.key(step).map(|key| self.make_key(&prefix, &key)).transpose(),
            _ => Ok(None),
        }
    }

    /// Makes a union one of a variant, with a record for its payload if that lies behind a pointer.
    fn make_variant<const KEYED: bool>(&mut self, locator: &Route<'_, KEYED>, tag: u8) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let Type::Union(id) = resolved.ty else { return Err(Error::new(ErrorKind::Type, "not a union")) };
        let union = navigator.schema.union(*id);
        let Some(variant) = union.of_tag(tag) else { return Err(unknown_variant(union, tag)) };
        let (payload, size) = (variant.payload(), variant.item().size);
        if KEYED && navigator.tag(&resolved) != tag {
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
    fn make_key<const KEYED: bool>(&mut self, locator: &Route<'_, KEYED>, key: &Key<'_>) -> Result<Step> {
        let navigator = self.navigator();
        let Node::Map { resolved, entry } = locator.node(&navigator)? else {
            return Err(Error::new(ErrorKind::Path, "a key is asked of a value that is no map"));
        };
        let (run, index) = match navigator.find_key(&resolved, entry, key)? {
            Some((run, index, true)) => return Ok(Step::Entry(run, index)),
            Some((run, index, false)) => (run as usize, index as usize),
            None => (0, 0),
        };
        let (word, item) = (navigator.schema.key_word(&entry.key.ty, key)?, entry.key.clone());
        let heap = key_len(key, &item);
        let map = RouteMap { route: *locator };
        let (gap, (run, index)) = self.insert_entry(&map, (run, index), &|_, _| heap)?;
        let (place, shift, pos) = (item.place, self.shift(), gap.elements.pos);
        match (word, key.0) {
            (Some(word), _) if item.ty == Type::Bool => {
                put_bit(self.record_mut(gap.elements)?, &place, shift, word != 0).ok_or_else(broken)?;
            }
            (Some(word), _) => {
                let bytes = (word ^ item.default.word()).to_le_bytes();
                let size = item.size.at(shift);
                let slot = crate::wire::slice_mut(self.bytes_mut(), pos, size).ok_or_else(broken)?;
                slot.copy_from_slice(bytes.get(..size).unwrap_or(&[]));
            }
            (None, KeyValueRef::Blob(content)) if heap > 0 => {
                let object = self.bytes_mut().get_mut(gap.heap.clone()).ok_or_else(broken)?;
                let body = varint::write(clamp(content.len()), object).ok_or_else(broken)?;
                body.get_mut(..content.len()).ok_or_else(broken)?.copy_from_slice(content);
                self.store_pointer(pos, gap.heap.start)?;
            }
            _ => {}
        }
        self.settle();
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
