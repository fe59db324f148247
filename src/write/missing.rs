//! The records, variants and keys that are missing on the path to a value, and the room they need.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::link::{Route, map_at};
use super::list::Tail;
use super::map::MapAt;
use super::value::NewKey;
use crate::error::{Error, Result, Wording, internal_error};
use crate::layout::Size;
use crate::read::map::FoundKey;
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot, Step, check_crossed, not_variant};
use crate::read::route::Anchor;
use crate::read::union::unknown_variant;
use crate::schema::{Payload, Type};
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width};

/// Something that has to be made at a value on the path.
pub(super) enum MissingParent<'k> {
    /// The presence of the value, which a bit tells.
    Present,
    /// A record behind the value's pointer; for a union only if the payload is not inline.
    Object { size: Size, payload: Option<Payload> },
    /// Another variant of a union.
    Variant(u8),
    /// An entry of a map, in a run and before an index of it.
    Entry { map: Box<MapAt>, found: FoundKey, key: NewKey<'k> },
}

/// Everything that has to be made.
#[derive(Default)]
pub(super) struct MissingParents<'k> {
    /// What is missing, in order from the root, each with the number of steps to its value.
    pub(super) missing: Vec<(usize, MissingParent<'k>)>,
    /// Whether a record on the way is of an older revision.
    pub(super) upgrade: bool,
    /// The number of steps to a packed list that has to be unpacked.
    pub(super) unpack: Option<usize>,
    /// The number of objects that will hold the value.
    pub(super) depth: u32,
    /// The stored bytes that the steps pass through, and whether they are an object or lie inline
    /// in one.
    pub(super) passed: Vec<(Range<usize>, bool)>,
    /// The steps, with entries in place of the keys that exist; empty if the route has no keys.
    pub(super) steps: Vec<Step>,
    /// The last field or payload on the path that is stored.
    pub(super) anchor: Option<Anchor>,
}

/// Finds what is missing on the path. A missing value is a slot without a holder, of which only the
/// type is known.
pub(super) fn plan<'p, const KEYED: bool>(
    navigator: &Navigator<'_>,
    route: &Route<'p, KEYED>,
) -> Result<MissingParents<'p>> {
    let steps = if KEYED { route.steps.to_vec() } else { Vec::new() };
    let mut plan = MissingParents { steps, ..MissingParents::default() };
    let last = route.walk(navigator, |number, from, step| {
        let slot = plan.take(navigator, route, number, from, step)?;
        slot.check_depth()?;
        // Everything inside an absent value is missing, whatever bytes its place has.
        if KEYED && plan.missing.is_empty() && slot.holder.pos != 0 && !navigator.is_absent(&slot) {
            let steps = number.saturating_add(1);
            plan.anchor = Anchor::new(navigator, from, step, steps, &slot).or(plan.anchor);
        }
        Ok(slot)
    })?;
    plan.depth = last.map_or(0, |slot| slot.depth);
    Ok(plan)
}

impl<'p> MissingParents<'p> {
    /// An upper bound of the bytes in a new layout at a width. Without `KEYED` there are no
    /// entries, and no code for them is compiled.
    pub(super) fn len<const KEYED: bool>(&self, width: PointerWidth) -> u64 {
        let len = |(_, missing): &(usize, MissingParent<'_>)| match missing {
            MissingParent::Object { size, .. } => {
                let size = size.at(width.shift());
                object_len(size, size as u64)
            }
            MissingParent::Entry { map, key, .. } if KEYED => map.entry_len(width).saturating_add(key.len()),
            _ => 0,
        };
        self.missing.iter().map(len).fold(0, u64::saturating_add)
    }

    /// Passes through an object, or bytes inside one. In an honest buffer no object lies in
    /// another; in a hostile one an edit inside the one could change the path to it.
    #[inline(never)]
    fn pass(&mut self, range: Range<usize>, is_object: bool) -> Result<()> {
        let overlaps = |(other, is_object): &(Range<usize>, bool)| {
            *is_object && other.start < range.end && range.start < other.end
        };
        if is_object && self.passed.iter().any(overlaps) {
            return Err(Error::corrupt(range.start, Wording::ObjectsOverlap));
        }
        self.passed.push((range, is_object));
        Ok(())
    }

    /// Takes a step from a stored or a missing value.
    fn take<'s, const KEYED: bool>(
        &mut self,
        navigator: &Navigator<'s>,
        route: &Route<'p, KEYED>,
        number: usize,
        from: Option<&ResolvedSlot<'s>>,
        step: Step,
    ) -> Result<ResolvedSlot<'s>> {
        let Some(whole) = from else { return self.take_field(navigator, from, step, number) };
        if KEYED && navigator.is_absent(whole) {
            self.missing.push((number, MissingParent::Present));
        }
        let from = navigator.present(whole)?;
        match (from.ty, step) {
            (Type::Struct(_), Step::Field(_)) => self.take_field(navigator, Some(whole), step, number),
            (Type::Union(_), Step::Payload(tag)) => self.take_payload::<KEYED>(navigator, from, tag, number),
            (Type::Map(_), Step::Key(_) | Step::Fixed(_)) if KEYED => {
                self.take_key(navigator, route, from, step, number)
            }
            (_, step) => {
                if let (Some(item), true) = (from.list_item(), from.holder.pos != 0) {
                    let tail = |(object, elements)| Tail::new(&navigator.buf, object, &elements);
                    self.pass(navigator.list(&from, item)?.0.map_or(Tail::NONE, tail).range(), true)?;
                }
                navigator.step(Some(&from), route.sought(navigator, None, step)?)
            }
        }
    }

    /// From a struct to a field; the slot has a holder if the record stores it.
    #[inline(never)]
    fn take_field<'s>(
        &mut self,
        navigator: &Navigator<'s>,
        from: Option<&ResolvedSlot<'s>>,
        step: Step,
        number: usize,
    ) -> Result<ResolvedSlot<'s>> {
        let slot = navigator.step(from, step)?;
        let (holder, shift) = (slot.holder, navigator.buf.shift());
        let is_stored = slot.is_stored(shift);
        let object = from.filter(|from| !from.inline).and_then(|from| match from.ty {
            Type::Struct(id) => Some(navigator.schema.structure(*id)).filter(|structure| !structure.is_frozen()),
            _ => None,
        });
        if holder.pos != 0 {
            self.upgrade |= !is_stored;
            self.pass(holder.range(), object.is_some())?;
        } else if let Some(structure) = object {
            self.missing.push((number, MissingParent::Object { size: structure.size(), payload: None }));
        } else if let Some(from) = from.filter(|from| from.inline && from.holder.pos != 0) {
            // An absent element: everything in it is missing, and its bytes may be those of an
            // older, shorter revision.
            let size = from.holder.size.saturating_sub(from.place.slot.at(shift));
            self.upgrade |= slot.place.end.at(shift) > size;
        }
        let holder = if is_stored { holder } else { RecordSpan::default() };
        Ok(ResolvedSlot { holder, ..slot })
    }

    /// From a union to the payload of a variant.
    fn take_payload<'s, const KEYED: bool>(
        &mut self,
        navigator: &Navigator<'s>,
        from: ResolvedSlot<'s>,
        tag: u8,
        number: usize,
    ) -> Result<ResolvedSlot<'s>> {
        let Type::Union(id) = from.ty else { return Err(internal_error()) };
        let union = navigator.schema.union(*id);
        let Some(variant) = union.of_tag(tag) else { return Err(unknown_variant(union, tag)) };
        let (payload, item) = (variant.payload(), variant.item());
        let is_object = matches!(payload, Payload::Word(_) | Payload::Boxed);
        // A new union has its first variant.
        let current = navigator.tag(&from);
        if !KEYED && current != tag {
            return Err(not_variant(union, current, tag));
        }
        if KEYED && current != tag {
            check_crossed(union, current, tag)?;
        }
        if current == tag && from.holder.pos != 0 {
            let slot = navigator.step(Some(&from), Step::Payload(tag))?;
            if slot.holder.pos != 0 {
                if is_object && !payload.is_inline(navigator.buf.width.bytes()) && from.packed.is_none() {
                    self.pass(slot.holder.range(), true)?;
                }
                return Ok(slot);
            }
        }
        if KEYED && current != tag {
            self.unpack = from.packed.map(|_| number.saturating_sub(1)).or(self.unpack);
            self.missing.push((number, MissingParent::Variant(tag)));
        }
        if is_object {
            self.missing.push((number, MissingParent::Object { size: item.size, payload: Some(payload) }));
        }
        let depth = from.depth.saturating_add(u32::from(is_object));
        Ok(ResolvedSlot { inline: false, ..Navigator::part(item, RecordSpan::default(), depth) })
    }

    /// From a map to the value of a key.
    fn take_key<'s, const KEYED: bool>(
        &mut self,
        navigator: &Navigator<'s>,
        route: &Route<'p, KEYED>,
        from: ResolvedSlot<'s>,
        step: Step,
        number: usize,
    ) -> Result<ResolvedSlot<'s>> {
        let (Type::Map(entry), Some(key)) = (from.ty, route.key(step)) else { return Err(internal_error()) };
        let entry = &entry.0;
        let new = NewKey::new(navigator.schema, &entry.key, &key)?;
        let found = if from.holder.pos == 0 { None } else { navigator.find_key(&from, entry, &key)? };
        let found = found.unwrap_or(FoundKey { run: 0, index: 0, is_there: false });
        let map = map_at(navigator, &from, entry, found.run)?;
        if from.holder.pos != 0 {
            let mut there = None;
            if found.is_there {
                let entry = Step::to_entry(found);
                if let Some(step) = self.steps.get_mut(number) {
                    *step = entry;
                }
                there = Some(navigator.step(Some(&from), entry)?);
            }
            self.upgrade |= there.is_none() && map.is_older(navigator.buf.shift());
            let [slot, directory, run] = map.ranges();
            self.pass(slot, false)?;
            self.pass(directory, true)?;
            self.pass(run, true)?;
            if let Some(slot) = there {
                return Ok(slot);
            }
        }
        self.missing.push((number, MissingParent::Entry { map: Box::new(map), found, key: new }));
        let value = entry.value.as_ref().unwrap_or(&entry.key);
        Ok(Navigator::part(value, RecordSpan::default(), from.depth.saturating_add(1)))
    }
}
