//! Visiting the objects of a value: to release them, or to count what of a buffer is in use.

use core::ops::Range;

use super::cursor::Slot;
use super::decoder::Decoder;
use super::navigate::{Holder, Navigator, Spot};
use super::order::check_ascending;
use super::union::{no_variant, unknown_variant};
use super::{Buf, Elements};
use crate::error::{Error, Kind, Result};
use crate::layout::{Place, Size};
use crate::limits::{Cost, Meter};
use crate::schema::{
    Costs, Default, Entry, Field, Item, MIXED, Payload, Schema, Struct, StructId, Type, Union, UnionId, UnionVariant,
};
use crate::wire::bits::bit;
use crate::wire::slice_or_empty;

/// Told the range of every object, parents before children.
pub(crate) type Visit<'v> = dyn FnMut(Range<usize>) + 'v;

/// Told where in the value a walk is.
pub(crate) trait Trail {
    /// The walk goes into a field or variant of that name, or into the elements of a list or the values of a map.
    fn enter(&self, name: Option<&str>);
    /// It comes back.
    fn leave(&self);
}

struct Walker<'w, 's> {
    navigator: Navigator<'s>,
    decoder: Decoder<'s>,
    visit: &'w mut Visit<'w>,
    /// Whether data of a newer revision, which may have objects that cannot be seen, ends the walk.
    seen_only: bool,
    trail: Option<&'w dyn Trail>,
    /// What may be made of the values, if they are visited to be made.
    meter: Option<Meter>,
}

/// Visits every object behind the value at a spot.
pub(crate) fn visit_spot<'w>(navigator: &Navigator<'_>, spot: &Spot<'_>, visit: &'w mut Visit<'w>) -> Result<()> {
    let record = navigator.bytes(spot.holder);
    let mut walker = Walker::new(*navigator, visit);
    if let (Some(tag), Type::Union(id)) = (spot.packed, spot.ty) {
        let union = navigator.schema.union(*id);
        let item = union.of_tag(tag).ok_or_else(|| unknown_variant(union, tag))?.item();
        return walker.item(record, item);
    }
    walker.value(record, &spot.place, spot.ty, spot.optional, spot.inline)
}

/// Visits every object behind some elements of a list.
pub(crate) fn visit_elements<'w>(
    navigator: &Navigator<'_>,
    elements: &[u8],
    stride: usize,
    item: &Item,
    visit: &'w mut Visit<'w>,
) -> Result<()> {
    let mut walker = Walker::new(*navigator, visit);
    walker.elements(elements, stride, item, None)
}

/// Visits every object behind some entries of a map.
pub(crate) fn visit_entries<'w>(
    navigator: &Navigator<'_>,
    entries: &[u8],
    stride: usize,
    entry: &Entry,
    visit: &'w mut Visit<'w>,
) -> Result<()> {
    let mut walker = Walker::new(*navigator, visit);
    let run = Elements::new(entries.len().checked_div(stride).unwrap_or(0), stride, entries);
    walker.entries(&run, entry)
}

/// Visits every object of the buffer.
pub(crate) fn visit_all<'w>(navigator: &Navigator<'_>, visit: &'w mut Visit<'w>) -> Result<()> {
    visit_named(navigator, visit, None)
}

/// The same, and tells where it is.
pub(crate) fn visit_named<'w>(
    navigator: &Navigator<'_>,
    visit: &'w mut Visit<'w>,
    trail: Option<&'w dyn Trail>,
) -> Result<()> {
    navigator.schema.check()?;
    let record = navigator.bytes(navigator.root);
    let mut walker = Walker { trail, ..Walker::new(*navigator, visit) };
    walker.record(record, navigator.schema.root_id())
}

/// What a check is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// To visit what is stored.
    Stored,
    /// To make the whole value, also what is not stored: its limits bind.
    Whole,
}

/// Walks without a visit, also over what this revision does not know.
fn check(
    buf: Buf<'_>,
    schema: &Schema,
    check: Check,
    walk: impl FnOnce(&mut Walker<'_, '_>) -> Result<()>,
) -> Result<()> {
    let mut visit = |_| {};
    let navigator = Navigator { buf, schema, root: Holder::default() };
    let meter = (check == Check::Whole).then(|| Meter::new(schema.limits(), buf.bytes.len()));
    walk(&mut Walker { seen_only: false, meter, ..Walker::new(navigator, &mut visit) })
}

/// Fails if what a record holds cannot be walked: invalid, overlapping, too deep or too much.
pub(crate) fn check_objects(buf: Buf<'_>, record: &[u8], schema: &Schema, id: StructId, how: Check) -> Result<()> {
    check(buf, schema, how, |walker| {
        walker.pay(|costs| costs.record(id))?;
        walker.record(record, id)
    })
}

/// The same for the elements of a list.
pub(crate) fn check_elements(
    buf: Buf<'_>,
    elements: &Elements<'_>,
    schema: &Schema,
    item: &Item,
    how: Check,
) -> Result<()> {
    check(buf, schema, how, |walker| walker.run(elements, item, None))
}

/// The same for the value in a slot.
pub(crate) fn check_slot(slot: &Slot<'_>, how: Check) -> Result<()> {
    let Slot { buf, record, schema, place, ty, optional, inline, .. } = slot;
    check(*buf, schema, how, |walker| {
        if let (true, Type::Struct(id)) = (*inline, ty) {
            walker.pay(|costs| costs.record(*id))?;
        }
        walker.value(record, place, ty, *optional, *inline)
    })
}

/// The same for a map.
pub(crate) fn check_map(buf: Buf<'_>, object: &[u8], schema: &Schema, entry: &Entry, how: Check) -> Result<()> {
    if object.is_empty() {
        return Ok(());
    }
    check(buf, schema, how, |walker| walker.map(object, entry))
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

impl<'w, 's> Walker<'w, 's> {
    /// A walk of what is released or counted.
    fn new(navigator: Navigator<'s>, visit: &'w mut Visit<'w>) -> Self {
        Self { navigator, decoder: Decoder::new(navigator.buf), visit, seen_only: true, trail: None, meter: None }
    }
}

impl<'s> Walker<'_, 's> {
    fn record(&mut self, record: &[u8], id: StructId) -> Result<()> {
        let schema = self.navigator.schema;
        let structure = schema.structure(id);
        if self.seen_only {
            check_seen(&self.navigator.buf, record, structure)?;
        }
        for field in structure.in_order() {
            // What is not stored has no objects, and neither do the fields behind it.
            if self.meter.is_none() && field.place().end.at(self.decoder.shift()) > record.len() {
                return Ok(());
            }
            if has_objects(schema, field.ty(), false) {
                let walked = self.within(Some(field.name()), |walker| {
                    walker.pay_default(record, field)?;
                    walker.value(record, field.place(), field.ty(), field.optional(), false)
                });
                walked.map_err(|error| error.in_field(alloc::string::String::from(field.name())))?;
            }
        }
        Ok(())
    }

    /// Pays for what lies inline in an object, or for a default, where limits bind.
    #[inline]
    fn pay(&mut self, cost: impl FnOnce(&Costs) -> Cost) -> Result<()> {
        match &mut self.meter {
            Some(meter) => meter.spend(cost(self.navigator.schema.costs())),
            None => Ok(()),
        }
    }

    /// Pays for the text that a null pointer stands for.
    fn pay_default(&mut self, record: &[u8], field: &Field) -> Result<()> {
        match field.default() {
            Default::Blob(blob) if self.decoder.follow(record, field.place().slot)?.is_none() => {
                self.pay(|_| Cost::text(blob.len()))
            }
            _ => Ok(()),
        }
    }

    /// Walks on in a part of that name, or in parts without one.
    #[inline]
    fn within(&mut self, name: Option<&str>, walk: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let Some(trail) = self.trail else { return walk(self) };
        trail.enter(name);
        walk(self)?;
        trail.leave();
        Ok(())
    }

    fn value(&mut self, record: &[u8], place: &Place, ty: &Type, optional: bool, is_inline: bool) -> Result<()> {
        let schema = self.navigator.schema;
        let shift = self.decoder.shift();
        if optional && (is_inline || !schema.is_nullable(ty)) && !bit(record, place, shift) {
            return Ok(());
        }
        if let Type::Struct(id) = ty {
            let structure = schema.structure(*id);
            let slot = place.slot.at(shift);
            if is_inline {
                return self.record(record.get(slot..).unwrap_or(&[]), *id);
            }
            if structure.is_frozen() {
                return self.record(slice_or_empty(record, slot, structure.size().at(shift)), *id);
            }
        }
        match ty {
            Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Text(_) => return Ok(()),
            Type::Union(id) => return self.union(record, place, *id),
            Type::Array(array) => {
                let item = &*array.0;
                let stride = item.size.at(shift);
                let len = stride.saturating_mul(array.len());
                let elements = slice_or_empty(record, place.slot.at(shift), len);
                if elements.is_empty() {
                    return self.pay(|costs| costs.default_item(schema, item).times(array.len()).level());
                }
                return self.elements(elements, stride, item, None);
            }
            _ => {}
        }
        let Some(object) = self.decoder.follow(record, place.slot)? else {
            return match ty {
                Type::Struct(id) if !optional => self.pay(|costs| costs.default_struct(*id)),
                _ => Ok(()),
            };
        };
        let start = self.navigator.position(object);
        match ty {
            Type::String | Type::Bytes => {
                let content = self.decoder.blob(object)?;
                let end = self.end(content);
                (self.visit)(start..end);
                Ok(())
            }
            Type::Struct(id) => {
                let record = self.decoder.record(object, schema.structure(*id).ends())?;
                let end = self.end(record);
                (self.visit)(start..end);
                self.pay(|costs| costs.record(*id))?;
                self.deeper(|walker| walker.record(record, *id))
            }
            Type::List(list) => {
                let (elements, item) = schema.readable_elements(&self.navigator.buf, object, &list.0)?;
                self.decoder.spend(elements.bytes)?;
                let union = Schema::packs(&list.0).map(|id| schema.union(id)).filter(|_| elements.tag != MIXED);
                let variant = union.and_then(|union| union.of_tag(elements.tag));
                let end = self.end(elements.bytes);
                if let (Some(union), None) = (union, variant)
                    && !(elements.count == 0 && self.ends_at(end))
                {
                    // Where such a list ends is not known.
                    let refused = || Err(unknown_variant(union, elements.tag));
                    return if self.seen_only { refused() } else { self.deeper(|_| Ok(())) };
                }
                (self.visit)(start..end);
                let variant = variant.map(UnionVariant::name);
                self.deeper(|walker| walker.run(&elements, item, variant))
            }
            Type::Map(map) => self.map(object, &map.0),
            Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Union(_) | Type::Array(_) | Type::Text(_) => Ok(()),
        }
    }

    /// A union in a slot.
    fn union(&mut self, record: &[u8], place: &Place, id: UnionId) -> Result<()> {
        let buf = self.navigator.buf;
        let at = place.slot.at(buf.shift());
        let slot = slice_or_empty(record, at, Size::UNION.at(buf.shift()));
        let schema = self.navigator.schema;
        let union = schema.union(id);
        let tag = slot.first().copied().unwrap_or(0);
        let Some(variant) = union.of_tag(tag) else {
            return check_unknown(union, tag, slot.get(1..).unwrap_or(&[]), self.seen_only);
        };
        let item = variant.item();
        self.pay(|_| Cost::ONE.named(variant.name()))?;
        if matches!(variant.payload(), Payload::Word(_)) {
            self.pay(|costs| costs.stored(schema, item))?;
        }
        match variant.payload() {
            Payload::None => Ok(()),
            Payload::Pointer => self.within(Some(variant.name()), |walker| {
                walker.value(record, &place.payload(), &item.ty, item.optional, false)
            }),
            Payload::Word(size) if size as usize <= buf.width.bytes() => Ok(()),
            Payload::Word(_) | Payload::Boxed => {
                let Some(object) = self.decoder.follow(record, place.payload().slot)? else {
                    return self.pay(|costs| costs.default_item(schema, item).level());
                };
                let record = buf.boxed(object, item.size)?;
                self.decoder.spend(record)?;
                let end = self.end(record);
                let start = self.navigator.position(object);
                self.within(Some(variant.name()), |walker| {
                    (walker.visit)(start..end);
                    // A word holds nothing, and so is no level.
                    if matches!(variant.payload(), Payload::Word(_)) {
                        return Ok(());
                    }
                    walker.pay(|costs| costs.stored(schema, item))?;
                    walker.deeper(|walker| walker.item(record, item))
                })
            }
        }
    }

    /// A map's object.
    fn map(&mut self, object: &[u8], entry: &Entry) -> Result<()> {
        let (buf, schema) = (self.navigator.buf, self.navigator.schema);
        // The object reaches to the end of the buffer.
        let object = buf.bytes.get(self.navigator.position(object)..).unwrap_or(&[]);
        let shape = schema.entry_shape(entry);
        let map = buf.map(object, &shape)?;
        let start = self.navigator.position(object);
        let own = match map.parts() {
            Ok(run) => run.bytes,
            Err(pointers) => pointers,
        };
        self.decoder.spend(own)?;
        let end = self.end(own);
        (self.visit)(start..end);
        let mut last = None;
        // Who reads a whole map refuses its keys if they do not ascend; what is freed or counted is so anyhow.
        let mut check = |run: &Elements<'s>, is_asked: bool| {
            if is_asked { check_ascending(&buf, schema, entry, run, &mut last) } else { Ok(()) }
        };
        self.deeper(|walker| match map.parts() {
            Ok(run) => {
                check(&run, !walker.seen_only)?;
                walker.entries(&run, entry)
            }
            Err(pointers) => {
                let mut count = 0usize;
                for number in 0..buf.runs(&map) {
                    let object = buf.block_object(pointers, number)?;
                    let run = buf.block(object, &shape)?;
                    if run.count == 0 {
                        return Err(Error::corrupt(walker.navigator.position(object), "a map has an empty block"));
                    }
                    count = count.saturating_add(run.count);
                    walker.decoder.spend(run.bytes)?;
                    check(&run, !walker.seen_only)?;
                    let end = walker.end(run.bytes);
                    (walker.visit)(walker.navigator.position(object)..end);
                    walker.entries(&run, entry)?;
                }
                if count == map.count {
                    return Ok(());
                }
                Err(Error::corrupt(start, "a map counts other entries than its blocks have"))
            }
        })
    }

    fn entries(&mut self, run: &Elements<'_>, entry: &Entry) -> Result<()> {
        let schema = self.navigator.schema;
        self.pay(|costs| {
            let key = costs.stored(schema, &entry.key);
            entry.value.as_ref().map_or(key, |value| key.and(costs.stored(schema, value))).times(run.count)
        })?;
        let is_newer = run.stride > entry.layout.size.at(self.decoder.shift());
        let has = |item: &Item| has_objects(schema, &item.ty, item.growable) || (item.growable && is_newer);
        let (keys, values) = (has(&entry.key), entry.value.as_ref().filter(|value| has(value)));
        if !keys && values.is_none() {
            return Ok(());
        }
        let at = entry.layout.key.at(self.decoder.shift());
        for bytes in run.bytes.chunks_exact(run.stride.max(1)) {
            if keys {
                self.item(bytes, &entry.key)?;
            }
            if let Some(value) = values {
                self.within(None, |walker| walker.item(bytes.get(at..).unwrap_or(&[]), value))?;
            }
        }
        Ok(())
    }

    fn item(&mut self, element: &[u8], item: &Item) -> Result<()> {
        self.value(element, &item.place, &item.ty, item.optional, item.growable)
    }

    /// The elements of a list object, paid for; or of an array that may not be stored.
    fn run(&mut self, run: &Elements<'_>, item: &Item, variant: Option<&str>) -> Result<()> {
        let schema = self.navigator.schema;
        self.pay(|costs| costs.stored(schema, item).named(variant.unwrap_or("")).times(run.count))?;
        if run.bytes.is_empty() {
            return self.pay(|costs| costs.default_item(schema, item).times(run.count));
        }
        self.elements(run.bytes, run.stride, item, variant)
    }

    /// Elements, of a packed list of unions those of a variant.
    fn elements(&mut self, elements: &[u8], stride: usize, item: &Item, variant: Option<&str>) -> Result<()> {
        let known = item.size.at(self.decoder.shift());
        if !has_objects(self.navigator.schema, &item.ty, item.growable) && (!item.growable || stride <= known) {
            return Ok(());
        }
        let all = |walker: &mut Self| {
            let mut elements = elements.chunks_exact(stride.max(1));
            elements.try_for_each(|element| walker.item(element, item))
        };
        self.within(None, |walker| if variant.is_some() { walker.within(variant, all) } else { all(walker) })
    }

    fn deeper(&mut self, walk: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.decoder.enter()?;
        walk(self)?;
        self.decoder.leave();
        Ok(())
    }

    /// Whether an object that could only go on with a varint ends at an offset: nothing or free space follows, and no varint begins
    /// as that does.
    fn ends_at(&self, end: usize) -> bool {
        self.navigator.buf.bytes.get(end).is_none_or(|byte| *byte == 0xFF)
    }

    fn end(&self, content: &[u8]) -> usize {
        self.navigator.buf.position(content).saturating_add(content.len())
    }
}

/// Fails if a union of an unknown variant holds what cannot be followed, or is none.
pub(crate) fn check_unknown(union: &Union, tag: u8, payload: &[u8], seen_only: bool) -> Result<()> {
    if !union.is_open() || tag == MIXED {
        return Err(no_variant(tag));
    }
    if !seen_only || payload.iter().all(|byte| *byte == 0) {
        return Ok(());
    }
    Err(unknown_variant(union, tag))
}

/// Fails if a record holds what this schema does not know, and so cannot follow.
pub(crate) fn check_seen(buf: &Buf<'_>, record: &[u8], structure: &Struct) -> Result<()> {
    let known = structure.size().at(buf.shift());
    if record.get(known..).is_none_or(|unseen| unseen.iter().all(|byte| *byte == 0)) {
        return Ok(());
    }
    let message = alloc::format!("`{}` holds fields of a newer schema revision", structure.name());
    Err(Error::new(Kind::Newer, message).at(buf.position(record).saturating_add(known)))
}
