//! What is not there yet on the way to a value, and what it takes to make it.

use alloc::vec::Vec;
use core::ops::Range;

use super::route::{Route, map_at};
use crate::error::{Error, ErrorKind, Result, Wording, broken};
use crate::layout::Size;
use crate::read::anchor::Anchor;
use crate::read::key::Key;
use crate::read::navigate::{Navigator, Node, RecordSpan, ResolvedSlot, Step, not_variant};
use crate::read::union::unknown_variant;
use crate::schema::{Item, MapEntry, Payload, StructId, UnionId, UnionVariant};
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width};
use crate::write::found_map::MapAt;
use crate::write::keys::NewKey;
use crate::write::slack::DraftSlack;

/// Something that has to be made.
pub(super) enum MissingParent {
    /// A record behind a pointer, whose slot is at an offset if nothing above it is missing.
    Object { slot: usize, size: Size },
    /// An entry of a map, in that run and before that index of it, with a key of so many bytes
    /// behind pointers.
    Entry { map: MapAt, place: (usize, usize), key: u64 },
}

impl MissingParent {
    /// Where an entry comes, and the bytes that its key has behind pointers.
    pub(super) fn entry(&self) -> Option<((usize, usize), u64)> {
        match self {
            Self::Entry { place, key, .. } => Some((*place, *key)),
            Self::Object { .. } => None,
        }
    }
}

/// All that has to be made.
#[derive(Default)]
pub(super) struct MissingParents {
    pub(super) missing: Vec<MissingParent>,
    /// Whether a record on the way is of an older revision.
    pub(super) upgrade: bool,
    /// How many steps lead to a packed list that has to tell its variants.
    pub(super) unpack: Option<usize>,
    /// The number of steps before the first that is not possible as it is.
    pub(super) possible: usize,
    /// How many objects will hold the value.
    pub(super) depth: u32,
    /// What the steps lead through, as far as it is there: objects, and what lies inline in one.
    pub(super) objects: Vec<Range<usize>>,
    pub(super) passed: Vec<Range<usize>>,
    /// The keys that are there, by the number of their step, as the entries they were found to be.
    pub(super) entries: Vec<(usize, Step)>,
    /// The last field or payload that is possible as it is.
    pub(super) anchor: Option<Anchor>,
}

impl MissingParents {
    /// Passes through an object. None lies in another of an honest buffer; in a hostile one what is
    /// made in the one would change the way to it.
    fn pass(&mut self, object: Range<usize>) -> Result<()> {
        let overlaps = |other: &Range<usize>| other.start < object.end && object.start < other.end;
        if self.objects.iter().any(overlaps) {
            return Err(Error::corrupt(object.start, Wording::ObjectsOverlap));
        }
        self.objects.push(object);
        Ok(())
    }

    /// Bytes in a new layout at a width, at most. Without keys on the way there are no entries
    /// among them, nor what they need in a program.
    pub(super) fn len<const KEYED: bool>(&self, width: PointerWidth, slack: DraftSlack) -> u64 {
        let len = |missing: &MissingParent| match missing {
            MissingParent::Object { size, .. } => {
                let size = size.at(width.shift());
                object_len(size, size as u64)
            }
            MissingParent::Entry { map, key, .. } if KEYED => map.entry_len(width, slack).saturating_add(*key),
            MissingParent::Entry { .. } => 0,
        };
        self.missing.iter().map(len).fold(0, u64::saturating_add)
    }
}

/// Looks what is missing on the way. What is not there is a slot without a holder, of which no more
/// than its type is known.
pub(super) fn plan<const KEYED: bool>(navigator: &Navigator<'_>, route: &Route<'_, KEYED>) -> Result<MissingParents> {
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
pub(super) fn first_missing<const KEYED: bool>(
    navigator: &Navigator<'_>,
    route: &Route<'_, KEYED>,
) -> Result<Option<MissingParent>> {
    Ok(plan(navigator, route)?.missing.into_iter().next())
}

impl MissingParents {
    /// Passes from a struct, which `from` leads to, to a field of it; gives the field's slot if the
    /// record stores it.
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
            // An absent element: nothing in it is there, but an older revision may have written it
            // too short.
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
            return Err(Error::new(
                ErrorKind::Type,
                format_args!("the path crosses `{held}`, expected `{}`", variant.name()),
            ));
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
        let len = NewKey::new(navigator.schema, &entry.key, key)?.len();
        let found = if from.holder.pos == 0 { None } else { navigator.find_key(&from, entry, key)? };
        let (run, index, is_there) = found.unwrap_or_default();
        let map = map_at(navigator, &from, entry, run as usize)?;
        if from.holder.pos != 0 {
            let mut there = None;
            if is_there {
                let step = Step::Entry(run, index);
                self.entries.push((number, step));
                there = Some(navigator.step(Node::Map { resolved: from, entry }, step)?);
            }
            self.upgrade |= there.is_none() && map.is_older(navigator.buf.shift());
            let [slot, directory, run] = map.ranges();
            self.passed.push(slot);
            self.pass(directory)?;
            self.pass(run)?;
            if let Some(slot) = there {
                return Ok(slot);
            }
        }
        self.missing.push(MissingParent::Entry { map, place: (run as usize, index as usize), key: len });
        let value = entry.value.as_ref().unwrap_or(&entry.key);
        Ok(Navigator::part(value, RecordSpan::default(), from.depth.saturating_add(1)))
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
