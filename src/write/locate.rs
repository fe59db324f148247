//! Locating the value of an edit: where it is, or the records, variants and keys that are missing
//! on the path to it, and the room they need.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::link::{PathLocator, Route, map_at};
use super::list::Tail;
use super::map::MapAt;
use super::value::NewKey;
use crate::error::{Error, Result, Wording, internal_error};
use crate::layout::{Place, Size};
use crate::read::map::FoundKey;
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot, Step, check_crossed, not_variant};
use crate::read::route::Anchor;
use crate::read::union::unknown_variant;
use crate::schema::{Kinds, MIXED, Payload, Type};
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

/// Where the steps to a value lead, and everything that has to be made on the way there.
#[derive(Default)]
pub(crate) struct Located<'k> {
    /// The record that holds the value; without bytes if something is missing before it.
    holder: RecordSpan,
    /// The value's slot in it.
    slot: usize,
    /// The variant of a union that is an element of a packed list.
    packed: Option<u8>,
    /// Whether the holder stores the slot: a record of an older revision may not.
    is_stored: bool,
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
    passed: Vec<(Range<usize>, bool)>,
    /// The steps, with entries in place of the keys that exist.
    pub(super) steps: Cow<'k, [Step]>,
    /// The last field or payload on the path that is stored.
    pub(super) anchor: Option<Anchor>,
    /// The record of an older revision that does not store the field of the last step.
    older: RecordSpan,
}

/// Finds a value, or what is missing on the path to it. A missing value is a slot without a holder,
/// of which only the type is known.
pub(super) fn locate<'p, const KEYED: bool>(
    navigator: &Navigator<'_>,
    route: &Route<'p, KEYED>,
) -> Result<Located<'p>> {
    let mut plan = Located { steps: Cow::Borrowed(route.steps), ..Located::default() };
    let last = route.walk(navigator, |number, from, step| {
        if KEYED {
            plan.older = RecordSpan::default();
        }
        let slot = plan.take(navigator, route, number, from, step)?;
        slot.check_depth()?;
        // Everything inside an absent value is missing, whatever bytes its place has.
        if KEYED && plan.missing.is_empty() && slot.holder.pos != 0 && !navigator.is_absent(&slot) {
            let steps = number.saturating_add(1);
            plan.anchor = Anchor::new(navigator, from, step, steps, &slot).or(plan.anchor);
        }
        Ok(slot)
    })?;
    let Some(last) = last else {
        (plan.holder, plan.is_stored) = (navigator.root, true);
        return Ok(plan);
    };
    plan.depth = last.depth;
    if KEYED {
        plan.is_stored = last.holder.pos != 0;
        plan.holder = if plan.is_stored { last.holder } else { plan.older };
        plan.slot = plan.holder.pos.saturating_add(last.place.slot.at(navigator.buf.shift()));
        plan.packed = last.packed;
    }
    Ok(plan)
}

impl<'p> Located<'p> {
    /// Whether a record is there that holds the value, or would if it were not of an older
    /// revision.
    pub(crate) fn is_there(&self) -> bool {
        self.holder.pos != 0 && self.holder.size != 0 && self.missing.is_empty()
    }

    /// Whether that record stores the value's slot.
    pub(crate) fn is_stored(&self) -> bool {
        self.is_there() && self.is_stored
    }

    /// The record that is there, as a path finds it: one in which the value's slot lies at a place.
    /// And the variant that the value has in a packed list of unions.
    pub(crate) fn holder(&self, place: &Place, shift: u32) -> Option<(RecordSpan, u8)> {
        // To a path, a struct that lies inline is a part of the record around it, and a payload in
        // the slot of its union is a record: their slots tell by how much they differ.
        let pos = self.slot.saturating_sub(place.slot.at(shift));
        let size = self.holder.range().end.saturating_sub(pos);
        // A struct that lies inline is stored as a whole, with all that its record stores by then.
        let size = if self.is_stored { size.max(place.end.at(shift)) } else { size };
        self.is_there().then(|| (RecordSpan { pos, size }, self.packed.unwrap_or(MIXED)))
    }

    /// The route to the value, on which no key is looked for again.
    pub(crate) fn route<'r>(&'r self, route: &PathLocator<'r>) -> PathLocator<'r> {
        Route { steps: &self.steps, anchor: self.anchor.as_ref(), ..*route }
    }

    /// Fails where an object that the steps pass through overlaps another: in an honest buffer no
    /// object lies in another; in a hostile one an edit inside the one could change the path to it.
    #[inline(never)]
    pub(super) fn check_passed(&self) -> Result<()> {
        for (number, (range, is_object)) in self.passed.iter().enumerate() {
            let overlaps = |(other, is_object): &(Range<usize>, bool)| {
                *is_object && other.start < range.end && range.start < other.end
            };
            if *is_object && self.passed.iter().take(number).any(overlaps) {
                return Err(Error::corrupt(range.start, Wording::ObjectsOverlap));
            }
        }
        Ok(())
    }

    /// The stored bytes that the steps pass through.
    pub(super) fn passed(&self) -> impl Iterator<Item = &Range<usize>> {
        self.passed.iter().map(|(range, _)| range)
    }

    /// An upper bound of the bytes in a new layout at a width. Without `KEYED` there are no
    /// entries, and no code for them is compiled.
    #[inline(never)]
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

    /// Passes through an object, or bytes inside one.
    #[inline(never)]
    fn pass(&mut self, range: Range<usize>, is_object: bool) {
        self.passed.push((range, is_object));
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
        let Some(whole) = from else {
            return Ok(self.take_field(navigator, None, navigator.step::<0>(None, step)?, number));
        };
        let is_absent = navigator.is_absent(whole);
        if KEYED && is_absent {
            self.missing.push((number, MissingParent::Present));
        }
        let holder = if is_absent { RecordSpan::default() } else { whole.holder };
        let from = ResolvedSlot { holder, ..*whole };
        match (from.ty, step) {
            (Type::Struct(_), Step::Field(_)) => {
                Ok(self.take_field(navigator, Some(whole), navigator.step_from::<0>(&from, step)?, number))
            }
            (Type::Union(_), Step::Payload(_)) if KEYED => self.take_payload::<true>(navigator, &from, step, number),
            (Type::Map(_), Step::Key(_) | Step::Fixed(_)) if KEYED => {
                self.take_key(navigator, route, from, step, number)
            }
            _ if KEYED => {
                let step = route.sought(navigator, None, step)?;
                self.take_kind::<{ Kinds::LISTS }>(navigator, &from, step, number)
            }
            _ => match from.ty.kind(navigator.schema) {
                Some(kind) => (kind.locate)(self, navigator, &from, step, number),
                None => navigator.step_from::<0>(&from, step),
            },
        }
    }

    /// Takes a step of a cursor from a value of one of `KINDS`.
    pub(super) fn take_kind<'s, const KINDS: u8>(
        &mut self,
        navigator: &Navigator<'s>,
        from: &ResolvedSlot<'s>,
        step: Step,
        number: usize,
    ) -> Result<ResolvedSlot<'s>> {
        if KINDS & Kinds::LISTS != 0
            && let (Some(item), Step::Element(index), true) = (from.list_item(), step, from.holder.pos != 0)
        {
            let list = navigator.list::<KINDS>(from, item)?;
            let tail = |(object, elements)| Tail::new(&navigator.buf, object, &elements);
            self.pass(list.0.map_or(Tail::NONE, tail).range(), true);
            return navigator.element_of(from, item, list, index);
        }
        if KINDS & Kinds::UNION != 0 && matches!(step, Step::Payload(_)) {
            return self.take_payload::<false>(navigator, from, step, number);
        }
        navigator.step_from::<0>(from, step)
    }

    /// From a struct to a field; the slot has a holder if the record stores it.
    #[inline(never)]
    fn take_field<'s>(
        &mut self,
        navigator: &Navigator<'s>,
        from: Option<&ResolvedSlot<'s>>,
        slot: ResolvedSlot<'s>,
        number: usize,
    ) -> ResolvedSlot<'s> {
        let (holder, shift) = (slot.holder, navigator.buf.shift());
        let is_stored = slot.is_stored(shift);
        let object = from.filter(|from| !from.inline).and_then(|from| match from.ty {
            Type::Struct(id) => Some(navigator.schema.structure(*id)).filter(|structure| !structure.is_frozen()),
            _ => None,
        });
        if holder.pos != 0 {
            self.upgrade |= !is_stored;
            self.older = if is_stored { RecordSpan::default() } else { holder };
            self.pass(holder.range(), object.is_some());
        } else if let Some(structure) = object {
            self.missing.push((number, MissingParent::Object { size: structure.size(), payload: None }));
        } else if let Some(from) = from.filter(|from| from.inline && from.holder.pos != 0) {
            // An absent element: everything in it is missing, and its bytes may be those of an
            // older, shorter revision.
            let size = from.holder.size.saturating_sub(from.place.slot.at(shift));
            self.upgrade |= slot.place.end.at(shift) > size;
        }
        let holder = if is_stored { holder } else { RecordSpan::default() };
        ResolvedSlot { holder, ..slot }
    }

    /// From a union to the payload of a variant.
    pub(super) fn take_payload<'s, const KEYED: bool>(
        &mut self,
        navigator: &Navigator<'s>,
        from: &ResolvedSlot<'s>,
        step: Step,
        number: usize,
    ) -> Result<ResolvedSlot<'s>> {
        let (Type::Union(id), Step::Payload(tag)) = (from.ty, step) else { return Err(internal_error()) };
        let union = navigator.schema.union(*id);
        let Some(variant) = union.of_tag(tag) else { return Err(unknown_variant(union, tag)) };
        let (payload, item) = (variant.payload(), variant.item());
        let is_object = matches!(payload, Payload::Word(_) | Payload::Boxed);
        // A new union has its first variant.
        let current = navigator.tag(from);
        if !KEYED && current != tag {
            return Err(not_variant(union, current, tag));
        }
        if KEYED && current != tag {
            check_crossed(union, current, tag)?;
        }
        if current == tag && from.holder.pos != 0 {
            let slot = navigator.step_from_kind::<{ Kinds::UNION }>(from, step)?;
            if slot.holder.pos != 0 {
                if is_object && !payload.is_inline(navigator.buf.width.bytes()) && from.packed.is_none() {
                    self.pass(slot.holder.range(), true);
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
        Ok(ResolvedSlot { inline: false, ..Navigator::of_item(item, RecordSpan::default(), depth) })
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
                if let Some(step) = self.steps.to_mut().get_mut(number) {
                    *step = entry;
                }
                there = Some(navigator.step_from_kind::<{ Kinds::MAP }>(&from, entry)?);
            }
            self.upgrade |= there.is_none() && map.is_older(navigator.buf.shift());
            let [slot, directory, run] = map.ranges();
            self.pass(slot, false);
            self.pass(directory, true);
            self.pass(run, true);
            if let Some(slot) = there {
                return Ok(slot);
            }
        }
        self.missing.push((number, MissingParent::Entry { map: Box::new(map), found, key: new }));
        let value = entry.value.as_ref().unwrap_or(&entry.key);
        Ok(Navigator::of_item(value, RecordSpan::default(), from.depth.saturating_add(1)))
    }
}
