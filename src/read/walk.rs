//! Visiting the objects of a value: to release them, or to count which bytes of a buffer are in
//! use.

use core::cell::Cell;
use core::ops::Range;

use super::cursor::{ListRef, MapRef, StructRef, UnionRef};
use super::document::Decoder;
use super::map::MapBytes;
use super::navigate::{Navigator, ResolvedSlot};
use super::open::{Opened, Slot};
use super::search::check_ascending;
use super::union::unknown_variant;
pub(crate) use super::union::{check_seen, check_unknown};
use super::value::{Content, Object};
use super::{Buf, Elements};
use crate::error::Result;
use crate::layout::Size;
use crate::limits::{Cost, Meter};
use crate::schema::{
    Costs, DefaultValue, Field, Item, Kinds, MapEntry, Payload, Schema, StructId, Type, UnionId, UnionVariant,
};

/// Called with the range of every object, parents before children.
pub(crate) type Visit<'v> = dyn FnMut(Range<usize>) + 'v;

/// Called with the position of a walk in the value.
pub(crate) trait Trail {
    /// The walk goes into a field or variant of that name, or into the elements of a list or the
    /// values of a map.
    fn enter(&self, name: Option<&str>);
    /// The walk leaves it.
    fn leave(&self);
}

/// A walk. One that checks what somebody will read pays for what it is told to.
pub(crate) struct Walker<'w, 's, const CHECKS: bool> {
    pub(super) schema: &'s Schema,
    pub(super) decoder: Decoder<'s>,
    visit: &'w mut Visit<'w>,
    /// Whether it passes over data of a newer revision, whose objects it does not see: a check
    /// needs no such objects, and a release leaves them unclaimed. Where objects are counted or
    /// moved, all must be seen: the walk ends with an error.
    skips: bool,
    /// The position of the pointer to the visited object, for those who move objects.
    pointer: Option<&'w Cell<usize>>,
    trail: Option<&'w dyn Trail>,
    /// The limits, if the values are to be exported.
    pub(super) meter: Option<Meter>,
    /// Whether a value of `any` was found that takes a closer look.
    pub(super) general_only: bool,
}

/// Visits every object behind the value at a slot that this revision sees.
pub(crate) fn visit_resolved<'w>(
    navigator: &Navigator<'_>,
    resolved: &ResolvedSlot<'_>,
    visit: &'w mut Visit<'w>,
) -> Result<()> {
    let (buf, schema, record) = (navigator.buf, navigator.schema, navigator.bytes(resolved.holder));
    let mut walker = Walker::<false>::new(buf, schema, visit);
    if let (Some(tag), Type::Union(id)) = (resolved.packed, resolved.ty) {
        let union = schema.union(*id);
        let item = union.of_tag(tag).ok_or_else(|| unknown_variant(union, tag))?.item();
        return walker.slot(&Slot::of_item(buf, record, schema, item));
    }
    let ResolvedSlot { place, ty, optional, inline, .. } = *resolved;
    walker.slot(&Slot { buf, record, schema, place, ty, optional, default: &DefaultValue::Zero, inline })
}

/// Visits every object behind some elements of a list that this revision sees.
pub(crate) fn visit_elements<'w>(
    navigator: &Navigator<'_>,
    elements: &[u8],
    stride: usize,
    item: &Item,
    visit: &'w mut Visit<'w>,
) -> Result<()> {
    Walker::<false>::new(navigator.buf, navigator.schema, visit).elements(&run_of(elements, stride), item, None)
}

/// Visits every object behind some entries of a map that this revision sees.
pub(crate) fn visit_entries<'w>(
    navigator: &Navigator<'_>,
    entries: &[u8],
    stride: usize,
    entry: &MapEntry,
    visit: &'w mut Visit<'w>,
) -> Result<()> {
    let (buf, schema) = (navigator.buf, navigator.schema);
    let map = MapRef { buf, object: &[], map: MapBytes::EMPTY, schema, entry };
    Walker::<false>::new(buf, schema, visit).entries(&map, &run_of(entries, stride))
}

/// The number of elements or entries, from the number of their bytes.
fn run_of(bytes: &[u8], stride: usize) -> Elements<'_> {
    Elements::new(bytes.len().checked_div(stride).unwrap_or(0), stride, bytes)
}

/// Visits every object of the buffer.
pub(crate) fn visit_all<'w>(navigator: &Navigator<'_>, visit: &'w mut Visit<'w>) -> Result<()> {
    visit_named(navigator, visit, None)
}

/// Visits all objects of a buffer, with the names on the path to each.
pub(crate) fn visit_named<'w>(
    navigator: &Navigator<'_>,
    visit: &'w mut Visit<'w>,
    trail: Option<&'w dyn Trail>,
) -> Result<()> {
    navigator.schema.check()?;
    let record = navigator.bytes(navigator.root);
    let walker = Walker::<false>::new(navigator.buf, navigator.schema, visit);
    Walker { skips: false, trail, ..walker }.record(record, navigator.plan.id)
}

/// Visits all objects of a buffer, with the position of the pointer to each. Fails for a list that
/// is packed with an unknown variant even if it is empty: whether a stride follows its count can
/// only be seen from the bytes behind it, and these may change in a move.
pub(crate) fn visit_pointers(navigator: &Navigator<'_>, visit: &mut dyn FnMut(Range<usize>, usize)) -> Result<()> {
    navigator.schema.check()?;
    let record = navigator.bytes(navigator.root);
    let pointer = Cell::new(0);
    let mut told = |range| visit(range, pointer.get());
    let walker = Walker::<false>::new(navigator.buf, navigator.schema, &mut told);
    Walker { skips: false, pointer: Some(&pointer), ..walker }.record(record, navigator.plan.id)
}

/// The purpose of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// To visit stored values.
    Stored,
    /// To export the whole value, also defaults that are not stored: the limits apply.
    Whole,
}

/// Walks without a visit, also over data of a newer revision.
fn check<'a>(
    buf: Buf<'a>,
    schema: &'a Schema,
    check: Check,
    walk: impl FnOnce(&mut Walker<'_, 'a, true>) -> Result<()>,
) -> Result<()> {
    let mut visit = |_| {};
    let meter = (check == Check::Whole).then(|| Meter::new(schema.limits(), buf.bytes.len()));
    walk(&mut Walker { meter, ..Walker::new(buf, schema, &mut visit) })
}

impl StructRef<'_> {
    /// Fails if what the struct holds cannot be walked: invalid, overlapping, too deep or too much.
    pub(crate) fn check(&self, how: Check) -> Result<()> {
        self.check_as(how, false)
    }

    /// As `check`, also without the fast tier for values of `any`.
    pub(super) fn check_as(&self, how: Check, general_only: bool) -> Result<()> {
        check(self.buf, self.schema(), how, |walker| {
            walker.general_only = general_only;
            walker.pay(|costs| costs.record(self.id))?;
            walker.record(self.bytes, self.id)
        })
    }
}

impl ListRef<'_> {
    /// Fails if what the list holds cannot be walked.
    pub(crate) fn check(&self, how: Check) -> Result<()> {
        check(self.buf, self.schema, how, |walker| walker.run(&self.elements, self.item, None))
    }
}

impl ListRef<'_> {
    /// Fails if the list cannot be walked, with the object that it is.
    pub(super) fn check_object(&self) -> Result<()> {
        check(self.buf, self.schema, Check::Whole, |walker| {
            if !self.is_array {
                walker.decoder.spend(self.elements.bytes)?;
                walker.decoder.enter()?;
            }
            walker.run(&self.elements, self.item, None)
        })
    }
}

impl UnionRef<'_> {
    /// Fails if what the union holds cannot be walked.
    pub(crate) fn check(&self, how: Check) -> Result<()> {
        let Some((_, slot)) = self.known() else { return Ok(()) };
        check(slot.buf, slot.schema, how, |walker| {
            if let (true, Type::Struct(id)) = (slot.inline, slot.ty) {
                walker.pay(|costs| costs.record(*id))?;
            }
            walker.slot(slot)
        })
    }
}

impl MapRef<'_> {
    /// Fails if what the map holds cannot be walked.
    pub(crate) fn check(&self, how: Check) -> Result<()> {
        if self.object.is_empty() {
            return Ok(());
        }
        let object = Object { start: self.object, content: self.map.own_bytes(), is_level: true };
        check(self.buf, self.schema, how, |walker| {
            if walker.document(self.entry, |check| check.map(self.object)).is_some() {
                return Ok(());
            }
            walker.decoder.spend(object.content)?;
            walker.map(self, &object, 0)
        })
    }
}

/// Whether a value of this type can have objects.
pub(crate) fn has_objects(schema: &Schema, ty: &Type, inline: bool) -> bool {
    match ty {
        Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Text(_) => false,
        Type::Struct(id) => {
            let structure = schema.structure(*id);
            (!structure.is_frozen() && !inline) || structure.size().pointers > 0
        }
        Type::Array(array) => has_objects(schema, array.element(), false),
        Type::String | Type::Bytes | Type::List(_) | Type::Map(_) | Type::Union(_) => true,
    }
}

impl<'w, 's, const CHECKS: bool> Walker<'w, 's, CHECKS> {
    /// A walk that skips, without a meter.
    fn new(buf: Buf<'s>, schema: &'s Schema, visit: &'w mut Visit<'w>) -> Self {
        let decoder = Decoder::new(buf);
        Self { schema, decoder, visit, skips: true, pointer: None, trail: None, meter: None, general_only: false }
    }
}

/// How a walk goes on in a value of a kind that a type need not contain: a check has the code of
/// all kinds, other walks that of the kinds in the type.
pub(crate) trait InKinds<'s> {
    fn part(&mut self, slot: &Slot<'s>, opened: &Opened<'s>) -> Result<()>;
}

impl<'s> InKinds<'s> for Walker<'_, 's, false> {
    fn part(&mut self, slot: &Slot<'s>, opened: &Opened<'s>) -> Result<()> {
        slot.ty.kind(self.schema).map_or(Ok(()), |kind| (kind.walk)(self, slot, opened))
    }
}

impl<'s> InKinds<'s> for Walker<'_, 's, true> {
    fn part(&mut self, slot: &Slot<'s>, opened: &Opened<'s>) -> Result<()> {
        self.in_kind::<{ Kinds::ALL }>(slot, opened)
    }
}

impl<'s, const CHECKS: bool> Walker<'_, 's, CHECKS>
where
    Self: InKinds<'s>,
{
    fn record(&mut self, record: &'s [u8], id: StructId) -> Result<()> {
        let (buf, schema) = (self.decoder.buf, self.schema);
        let structure = schema.structure(id);
        if !self.skips {
            check_seen(&buf, record, structure)?;
        }
        // Words have no objects.
        for field in structure.parts() {
            // A field that is not stored has no objects, and neither do the fields behind it.
            if (!CHECKS || self.meter.is_none()) && field.place().end.at(buf.shift()) > record.len() {
                return Ok(());
            }
            if has_objects(schema, field.ty(), false) {
                let walked = self.within(Some(field.name()), |walker| walker.field(record, field));
                walked.map_err(|error| error.in_field(field.name()))?;
            }
        }
        Ok(())
    }

    /// Counts the inline values of an object, or a default, if limits apply.
    #[inline]
    fn pay(&mut self, cost: impl FnOnce(&Costs) -> Cost) -> Result<()> {
        match &mut self.meter {
            Some(meter) if CHECKS => meter.spend(cost(self.schema.costs())),
            _ => Ok(()),
        }
    }

    /// Walks into a named part, or into parts without a name.
    #[inline]
    fn within(&mut self, name: Option<&str>, walk: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let Some(trail) = self.trail else { return walk(self) };
        trail.enter(name);
        walk(self)?;
        trail.leave();
        Ok(())
    }

    #[inline]
    fn field(&mut self, record: &'s [u8], field: &'s Field) -> Result<()> {
        match (field.ty(), field.default()) {
            (Type::String | Type::Bytes, DefaultValue::Zero) => self.blob(record, field.place().slot),
            _ => self.slot(&Slot::of_field(self.decoder.buf, record, self.schema, field)),
        }
    }

    /// An element, or a part of an entry.
    #[inline]
    fn item(&mut self, slot: &Slot<'s>) -> Result<()> {
        match slot.ty {
            Type::String | Type::Bytes => self.blob(slot.record, slot.place.slot),
            _ => self.slot(slot),
        }
    }

    /// Text or bytes behind a pointer, which is what most objects are, without a default to count.
    #[inline]
    fn blob(&mut self, record: &'s [u8], slot: Size) -> Result<()> {
        let Some(start) = self.decoder.follow(record, slot)? else { return Ok(()) };
        let content = self.decoder.blob(start)?;
        let pointer = self.traced(record, slot);
        self.tell(&Object { start, content, is_level: false }, pointer);
        Ok(())
    }

    /// A value.
    #[inline(never)]
    fn slot(&mut self, slot: &Slot<'s>) -> Result<()> {
        if CHECKS && self.document_in(slot).is_some() {
            return Ok(());
        }
        // Borrowed from the result: a move would copy it.
        let opened = slot.open();
        let opened = match opened {
            Ok(ref opened) => opened,
            Err(error) => return Err(error),
        };
        // A function of its own, which needs less stack: many of these can be nested.
        if let (Content::Struct(id, record), None) = opened
            && (slot.inline || self.schema.structure(*id).is_frozen())
        {
            return self.record(record, *id);
        }
        self.found(slot, opened)
    }

    /// A value other than an inline struct.
    fn found(&mut self, slot: &Slot<'s>, opened: &Opened<'s>) -> Result<()> {
        if let Some(object) = &opened.1 {
            self.decoder.spend(object.content)?;
        }
        let pointer = self.traced(slot.record, slot.place.slot);
        match opened {
            (Content::Blob(_), Some(object)) => {
                self.tell(object, pointer);
                Ok(())
            }
            // The text of a null pointer.
            (Content::Blob(content), None) if !content.is_empty() => self.pay(|_| Cost::text(content.len())),
            (Content::Struct(id, record), Some(object)) => {
                self.tell(object, pointer);
                self.pay(|costs| costs.record(*id))?;
                self.deeper(|walker| walker.record(record, *id))
            }
            (Content::Struct(id, _), None) => self.pay(|costs| costs.default_struct(*id)),
            (Content::Absent | Content::Bit(_) | Content::Word(..) | Content::Blob(_), _) => Ok(()),
            opened => self.part(slot, opened),
        }
    }

    /// An opened value of one of `KINDS`.
    pub(crate) fn in_kind<const KINDS: u8>(&mut self, slot: &Slot<'s>, opened: &Opened<'s>) -> Result<()> {
        let (schema, pointer) = (self.schema, self.traced(slot.record, slot.place.slot));
        match opened {
            (Content::List(list), Some(object)) if KINDS & Kinds::LISTS != 0 => self.list(list, object, pointer),
            (Content::List(list), None) if KINDS & Kinds::LISTS != 0 && list.is_array => {
                if list.elements.bytes.is_empty() {
                    return self.pay(|costs| costs.default_item(schema, list.item).times(list.len()).level());
                }
                self.elements(&list.elements, list.item, None)
            }
            (Content::Map(map), Some(object)) if KINDS & Kinds::MAP != 0 => self.map(map, object, pointer),
            (Content::Union(id, union), object) if KINDS & Kinds::UNION != 0 => self.union(slot, *id, union, *object),
            _ => Ok(()),
        }
    }

    /// The position of the pointer in a slot of a record, if somebody asks for it.
    #[inline]
    fn traced(&self, record: &[u8], slot: Size) -> usize {
        if self.pointer.is_none() {
            return 0;
        }
        self.decoder.buf.position(record).wrapping_add(slot.at(self.decoder.buf.shift()))
    }

    /// Calls the visit with an object, after noting its pointer.
    #[inline]
    fn tell(&mut self, object: &Object<'_>, pointer: usize) {
        if let Some(cell) = self.pointer {
            cell.set(pointer);
        }
        (self.visit)(object.range(&self.decoder.buf));
    }

    /// A union in a slot, and the object of its payload.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn union(&mut self, slot: &Slot<'s>, id: UnionId, union: &UnionRef<'s>, object: Option<Object<'s>>) -> Result<()> {
        let schema = self.schema;
        let Some((variant, payload)) = union.known() else {
            return check_unknown(schema.union(id), union.tag(), slot.tagged().1, !self.skips);
        };
        let (kind, item, name) = (variant.payload(), variant.item(), variant.name());
        self.pay(|_| Cost::ONE.named(name))?;
        if matches!(kind, Payload::Word(_)) {
            self.pay(|costs| costs.stored(schema, item))?;
        }
        let pointer = self.traced(slot.record, slot.place.payload().slot);
        match (kind, object) {
            (_, Some(object)) => self.within(Some(name), |walker| {
                walker.tell(&object, pointer);
                if !object.is_level {
                    return Ok(());
                }
                walker.pay(|costs| costs.stored(schema, item))?;
                walker.deeper(|walker| walker.slot(payload))
            }),
            (Payload::Pointer, None) => self.within(Some(name), |walker| walker.slot(payload)),
            (Payload::None, None) => Ok(()),
            (kind, None) if kind.is_inline(slot.buf.width.bytes()) => Ok(()),
            (Payload::Word(_) | Payload::Boxed, None) => self.pay(|costs| costs.default_item(schema, item).level()),
        }
    }

    /// A list, and its object.
    fn list(&mut self, list: &ListRef<'s>, object: &Object<'s>, pointer: usize) -> Result<()> {
        let Elements { count, tag, .. } = list.elements;
        let union = list.packed.map(|id| self.schema.union(id));
        let variant = union.and_then(|union| union.of_tag(tag));
        if let (Some(union), None) = (union, variant)
            && !(count == 0 && self.pointer.is_none() && self.ends_at(object.range(&self.decoder.buf).end))
        {
            // Where such a list ends is not known.
            return if self.skips { self.deeper(|_| Ok(())) } else { Err(unknown_variant(union, tag)) };
        }
        self.tell(object, pointer);
        self.deeper(|walker| walker.run(&list.elements, list.item, variant.map(UnionVariant::name)))
    }

    /// A map, and its object.
    fn map(&mut self, map: &MapRef<'s>, object: &Object<'s>, pointer: usize) -> Result<()> {
        self.tell(object, pointer);
        let (mut last, mut number) = (None, 0u32);
        let blocks = map.map.parts().err().unwrap_or_default();
        self.deeper(|walker| {
            map.for_each_run(&mut |block, run| {
                if let Some(block) = &block {
                    walker.decoder.spend(block.content)?;
                }
                // A check before reading refuses keys that do not ascend; for releasing and
                // counting their order does not matter.
                if CHECKS {
                    check_ascending(&map.buf, map.schema, map.entry, run, &mut last)?;
                }
                if let Some(block) = &block {
                    let pointer = walker.traced(blocks, Size { fixed: 0, pointers: number });
                    walker.tell(block, pointer);
                    number = number.wrapping_add(1);
                }
                walker.entries(map, run)
            })
        })
    }

    fn entries(&mut self, map: &MapRef<'s>, run: &Elements<'s>) -> Result<()> {
        let (schema, entry) = (self.schema, map.entry);
        self.pay(|costs| {
            let key = costs.stored(schema, &entry.key);
            entry.value.as_ref().map_or(key, |value| key.and(costs.stored(schema, value))).times(run.count)
        })?;
        let is_newer = !self.skips && run.stride > entry.layout.size.at(self.decoder.shift());
        let has = |item: &Item| has_objects(schema, &item.ty, item.growable) || (item.growable && is_newer);
        let (has_keys, has_values) = (has(&entry.key), entry.value.as_ref().is_some_and(has));
        if !has_keys && !has_values {
            return Ok(());
        }
        let mut parts = map.entry_slots();
        for bytes in run.bytes.chunks_exact(run.stride.max(1)) {
            parts.go_to(bytes)?;
            if has_keys {
                self.item(&parts.key)?;
            }
            if let (true, Some(value)) = (has_values, &parts.value) {
                self.within(None, |walker| walker.item(value))?;
            }
        }
        Ok(())
    }

    /// The elements of a list object, taken from the budget; or of an array that may not be stored.
    fn run(&mut self, run: &Elements<'s>, item: &'s Item, variant: Option<&str>) -> Result<()> {
        let schema = self.schema;
        self.pay(|costs| costs.stored(schema, item).named(variant.unwrap_or("")).times(run.count))?;
        if run.bytes.is_empty() {
            return self.pay(|costs| costs.default_item(schema, item).times(run.count));
        }
        self.elements(run, item, variant)
    }

    /// The elements of a list; in a packed list of unions payloads.
    fn elements(&mut self, run: &Elements<'s>, item: &'s Item, variant: Option<&str>) -> Result<()> {
        let (buf, schema) = (self.decoder.buf, self.schema);
        let is_newer = !self.skips && item.growable && run.stride > item.size.at(buf.shift());
        if !has_objects(schema, &item.ty, item.growable) && !is_newer {
            return Ok(());
        }
        let all = |walker: &mut Self| {
            let mut slot = Slot::of_item(buf, &[], schema, item);
            for (index, element) in run.bytes.chunks_exact(run.stride.max(1)).enumerate() {
                slot.record = element;
                if let Err(error) = walker.item(&slot) {
                    return Err(error.in_element(index));
                }
            }
            Ok(())
        };
        self.within(None, |walker| if variant.is_some() { walker.within(variant, all) } else { all(walker) })
    }

    fn deeper(&mut self, walk: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.decoder.enter()?;
        walk(self)?;
        self.decoder.leave();
        Ok(())
    }

    /// Whether an object that may continue with a varint at an offset ends there: nothing or free
    /// space follows, and no varint begins with FF.
    fn ends_at(&self, end: usize) -> bool {
        self.decoder.buf.bytes.get(end).is_none_or(|byte| *byte == 0xFF)
    }
}
