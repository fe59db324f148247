//! From the steps of a cursor or a path to bytes and types, through the schema: the slow path.

use super::document::{MAX_DEPTH, too_deep};
use super::map::{FoundKey, MapBytes};
use super::union::unknown_variant;
use super::{Buf, Elements, no_element};
use crate::error::{Error, ErrorKind, Result, Wording};
use crate::layout::Place;
use crate::schema::{
    BYTE, Engine, Field, Item, Kinds, MIXED, MapEntry, Payload, RootPlan, Schema, StructId, Type, Union, UnionId,
    UnionVariant, held,
};
use crate::wire::clamp;
use crate::wire::width::bit;

/// A step from a value to a value in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The field of that index, in declaration order.
    Field(u16),
    /// The element of that index.
    Element(usize),
    /// The payload of the variant of that tag.
    Payload(u8),
    /// The value of an entry: the run of the map, and the entry in it.
    Entry(u32, u32),
    /// The value of a key; this is its number in the path.
    Key(usize),
    /// The value of a key that is part of the path.
    Fixed(usize),
}

impl Step {
    /// The step to a found entry. A map has fewer than 2^31 entries.
    pub(crate) fn to_entry(found: FoundKey) -> Self {
        Self::Entry(clamp(found.run), clamp(found.index))
    }
}

/// Bytes of a record: `size` of them from `pos` on. For a list cursor the bytes of its pointer
/// slot, with `size` 0 if it is not stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordSpan {
    pub(crate) pos: usize,
    pub(crate) size: usize,
}

impl RecordSpan {
    /// The range of its bytes.
    pub(crate) fn range(self) -> core::ops::Range<usize> {
        self.pos..self.pos.saturating_add(self.size)
    }
}

/// A value's place and type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResolvedSlot<'s> {
    /// The record that holds the slot.
    pub(crate) holder: RecordSpan,
    pub(crate) place: Place,
    pub(crate) ty: &'s Type,
    pub(crate) optional: bool,
    /// Whether a growable struct lies here inline, not behind a pointer: in a list element.
    pub(crate) inline: bool,
    /// The variant of a union that is an element of a packed list; the place is then its payload's.
    pub(crate) packed: Option<u8>,
    /// The number of objects around this value.
    pub(crate) depth: u32,
}

/// A buffer with its schema.
#[derive(Clone, Copy)]
pub(crate) struct Navigator<'s> {
    pub(crate) buf: Buf<'s>,
    pub(crate) schema: &'s Schema,
    pub(crate) plan: RootPlan,
    pub(crate) root: RecordSpan,
    /// The generation of the session: how often the buffer was laid out anew.
    pub(crate) generation: u32,
}

impl<'s> ResolvedSlot<'s> {
    /// The type of its elements, if it is a list.
    pub(crate) fn list_item(&self) -> Option<&'s Item> {
        match self.ty {
            Type::List(list) => Some(&list.0),
            Type::Bytes => Some(&BYTE),
            _ => None,
        }
    }

    /// Whether the record stores the slot; if not, it is of an older revision.
    pub(crate) fn is_stored(&self, shift: u32) -> bool {
        self.place.end.at(shift) <= self.holder.size
    }

    /// Fails if the record that should hold the value is missing: there is nothing to write to.
    pub(crate) fn check_holder(&self) -> Result<()> {
        if self.holder.pos == 0 {
            return Err(Error::new(ErrorKind::Path, Wording::HolderAbsent));
        }
        Ok(())
    }

    /// Fails for a value inside too many objects.
    pub(crate) fn check_depth(&self) -> Result<()> {
        if self.depth > MAX_DEPTH { Err(too_deep()) } else { Ok(()) }
    }

    /// Offset of the slot in the buffer.
    pub(crate) fn slot(&self, shift: u32) -> usize {
        self.holder.pos.saturating_add(self.place.slot.at(shift))
    }

    /// Whether the value has a presence bit.
    pub(crate) fn has_presence(&self, schema: &Schema) -> bool {
        self.optional && (self.inline || !schema.is_nullable(self.ty))
    }

    /// The place of the value itself, behind its presence bit if it has one.
    pub(crate) fn value_place(&self, schema: &Schema) -> Place {
        if self.has_presence(schema) { self.place.next_bit() } else { self.place }
    }

    /// The bytes of the value in its holder: its slot, or for an element that is a record all bytes
    /// that follow.
    pub(crate) fn slot_size(&self, schema: &Schema, shift: u32) -> usize {
        if self.inline {
            return self.holder.size.saturating_sub(self.place.slot.at(shift));
        }
        schema.slot_size(self.ty).at(shift)
    }

    /// Levels of nesting left below the value.
    pub(crate) fn levels(&self) -> u32 {
        MAX_DEPTH.saturating_sub(self.depth)
    }
}

impl<'s> Navigator<'s> {
    /// What buffers carry of the schema, if they do.
    pub(crate) fn lineage(&self) -> Option<u32> {
        self.plan.lineage().or_else(|| self.schema.lineage())
    }

    /// The struct that a value is; the root's for none.
    pub(crate) fn struct_of(&self, slot: Option<&ResolvedSlot<'_>>) -> Option<StructId> {
        match slot.map(|slot| slot.ty) {
            None => Some(self.plan.id),
            Some(Type::Struct(id)) => Some(*id),
            Some(_) => None,
        }
    }

    /// The code for cursors that are not the root's, if the root has a field where they lead.
    pub(crate) fn part(&self) -> Option<&'static <Schema as Engine>::Part> {
        self.schema.structure(self.plan.id).fields().iter().find_map(Field::part)
    }

    /// The code for records that are missing on the way to a cursor, if the root has a field where
    /// they can be.
    pub(crate) fn parents(&self) -> Option<&'static <Schema as Engine>::Parents> {
        let fields = self.schema.structure(self.plan.id).fields();
        fields.iter().find_map(|field| Schema::parents_of(field.part()?))
    }

    /// The bytes of a record.
    pub(crate) fn bytes(&self, holder: RecordSpan) -> &'s [u8] {
        crate::wire::slice(self.buf.bytes, holder.pos, holder.size).unwrap_or(&[])
    }

    /// The offset of `object`, which extends to the end of the buffer.
    pub(crate) fn position(&self, object: &[u8]) -> usize {
        self.buf.bytes.len().saturating_sub(object.len())
    }

    /// The value one step below another, or below the root; as [`Navigator::step_from`].
    pub(crate) fn step<const KINDS: u8>(
        &self,
        from: Option<&ResolvedSlot<'s>>,
        step: Step,
    ) -> Result<ResolvedSlot<'s>> {
        let Some(from) = from else {
            return match step {
                Step::Field(index) => self.field(self.root, self.plan.id, 0, index),
                _ => Err(other_type()),
            };
        };
        self.step_from::<KINDS>(&self.present(from)?, step)
    }

    /// The value one step below another one, which [`Navigator::present`] gave. It has the code of
    /// `KINDS`; without them it calls the code to which the type refers.
    pub(crate) fn step_from<const KINDS: u8>(&self, from: &ResolvedSlot<'s>, step: Step) -> Result<ResolvedSlot<'s>> {
        match (from.ty, step) {
            (Type::Struct(id), Step::Field(index)) => {
                let (holder, depth) = self.record_of(from, *id)?;
                self.field(holder, *id, depth, index)
            }
            (Type::Bytes, Step::Element(index)) => {
                self.element_of(from, &BYTE, self.list::<{ Kinds::LIST }>(from, &BYTE)?, index)
            }
            _ if KINDS != 0 => self.step_from_kind::<KINDS>(from, step),
            _ => match from.ty.kind(self.schema) {
                Some(kind) => (kind.step)(self, from, step),
                None => Err(other_type()),
            },
        }
    }

    /// The value one step below a value of one of `KINDS`.
    pub(crate) fn step_from_kind<const KINDS: u8>(
        &self,
        from: &ResolvedSlot<'s>,
        step: Step,
    ) -> Result<ResolvedSlot<'s>> {
        match (from.ty, step) {
            (Type::List(list), Step::Element(index)) if KINDS & Kinds::LISTS != 0 => {
                self.element_of(from, &list.0, self.list::<KINDS>(from, &list.0)?, index)
            }
            (Type::Array(array), Step::Element(index)) if KINDS & Kinds::LISTS != 0 => {
                self.array_element(from, &array.0, array.len(), index)
            }
            (Type::Union(id), Step::Payload(tag)) if KINDS & Kinds::UNION != 0 => self.payload(from, *id, tag),
            (Type::Map(map), Step::Entry(run, index)) if KINDS & Kinds::MAP != 0 => {
                self.entry(from, &map.0, run, index)
            }
            _ => Err(other_type()),
        }
    }

    /// A field of a record.
    #[inline]
    pub(crate) fn field(&self, holder: RecordSpan, id: StructId, depth: u32, index: u16) -> Result<ResolvedSlot<'s>> {
        let Some(field) = self.schema.structure(id).fields().get(usize::from(index)) else {
            self.schema.check()?;
            return Err(Error::new(ErrorKind::Path, Wording::NoSuchField));
        };
        let (ty, optional) = (field.ty(), field.optional());
        Ok(ResolvedSlot { holder, place: *field.place(), ty, optional, inline: false, packed: None, depth })
    }

    /// An element, or a part of an entry.
    pub(crate) fn of_item(item: &'s Item, holder: RecordSpan, depth: u32) -> ResolvedSlot<'s> {
        let Item { place, ty, optional, growable, .. } = item;
        ResolvedSlot { holder, place: *place, ty, optional: *optional, inline: *growable, packed: None, depth }
    }

    /// The variant of the union at a slot.
    pub(crate) fn tag(&self, resolved: &ResolvedSlot<'_>) -> u8 {
        let slot = self.bytes(resolved.holder).get(resolved.place.slot.at(self.buf.shift())..);
        resolved.packed.or(slot.and_then(<[u8]>::first).copied()).unwrap_or(0)
    }

    /// An element of a list, of which `list` gives its bytes and the type of its elements.
    #[inline(never)]
    pub(crate) fn element_of(
        &self,
        list: &ResolvedSlot<'s>,
        item: &'s Item,
        (stored, element): (Option<ListBytes<'s>>, &'s Item),
        index: usize,
    ) -> Result<ResolvedSlot<'s>> {
        let Elements { count, stride, bytes, tag } = stored.map_or(Elements::EMPTY, |(_, elements)| elements);
        if index >= count {
            return Err(no_element(index, count));
        }
        let pos = self.buf.offset_of(bytes).saturating_add(index.saturating_mul(stride));
        let of_element = Self::of_item(element, RecordSpan { pos, size: stride }, list.depth.saturating_add(1));
        if tag == MIXED {
            return Ok(of_element);
        }
        Ok(ResolvedSlot { ty: &item.ty, optional: false, inline: false, packed: Some(tag), ..of_element })
    }

    #[inline(never)]
    fn array_element(
        &self,
        array: &ResolvedSlot<'s>,
        item: &'s Item,
        count: usize,
        index: usize,
    ) -> Result<ResolvedSlot<'s>> {
        if index >= count {
            return Err(no_element(index, count));
        }
        let shift = self.buf.shift();
        let size = item.size.at(shift);
        let pos = array.slot(shift).saturating_add(index.saturating_mul(size));
        let holder =
            if array.is_stored(shift) { RecordSpan { pos, size } } else { RecordSpan { size: 0, ..array.holder } };
        Ok(Self::of_item(item, holder, array.depth))
    }

    fn payload(&self, resolved: &ResolvedSlot<'s>, id: UnionId, tag: u8) -> Result<ResolvedSlot<'s>> {
        let union = self.schema.union(id);
        let Some(variant) = union.of_tag(tag) else { return Err(unknown_variant(union, tag)) };
        let held = self.tag(resolved);
        if held != tag {
            return Err(not_variant(union, held, tag));
        }
        let item = variant.item();
        if resolved.packed.is_some() {
            return Ok(Self::of_item(item, resolved.holder, resolved.depth));
        }
        match variant.payload() {
            Payload::None => Err(Error::new(ErrorKind::Path, Wording::NoPayload)),
            payload if payload.is_inline(self.buf.width.bytes()) => {
                let place = resolved.place.payload();
                Ok(ResolvedSlot { place, inline: false, ..Self::of_item(item, resolved.holder, resolved.depth) })
            }
            _ => {
                let slot = resolved.place.payload().slot;
                let holder = match self.buf.follow(self.bytes(resolved.holder), slot)? {
                    Some(object) => {
                        let record = self.buf.boxed(object, item.size)?;
                        RecordSpan { pos: self.buf.position(record), size: record.len() }
                    }
                    None => RecordSpan::default(),
                };
                Ok(Self::of_item(item, holder, resolved.depth.saturating_add(1)))
            }
        }
    }

    /// The map at a slot; `None` if it is not stored.
    pub(crate) fn map(&self, resolved: &ResolvedSlot<'s>, entry: &MapEntry) -> Result<Option<MapBytes<'s>>> {
        let object = self.buf.follow(self.bytes(resolved.holder), resolved.place.slot)?;
        object.map(|object| self.buf.map(object, &self.schema.entry_shape(entry))).transpose()
    }

    fn entry(
        &self,
        resolved: &ResolvedSlot<'s>,
        entry: &'s MapEntry,
        run: u32,
        index: u32,
    ) -> Result<ResolvedSlot<'s>> {
        let map = self.map(resolved, entry)?.unwrap_or(MapBytes::EMPTY);
        let (run, index) = (run as usize, index as usize);
        let missing = || no_element(index, map.count);
        if run >= self.buf.runs(&map) {
            return Err(missing());
        }
        let run = self.buf.run(&map, run, &self.schema.entry_shape(entry))?;
        Ok(self.in_entry(resolved, entry, run.get(index).ok_or_else(missing)?))
    }

    /// The value of an entry of a map at a slot; for a set, the key.
    pub(crate) fn in_entry(&self, map: &ResolvedSlot<'_>, entry: &'s MapEntry, bytes: &'s [u8]) -> ResolvedSlot<'s> {
        let (pos, depth) = (self.buf.position(bytes), map.depth.saturating_add(1));
        let Some(value) = &entry.value else {
            return Self::of_item(&entry.key, RecordSpan { pos, size: bytes.len() }, depth);
        };
        let key = entry.layout.key.at(self.buf.shift());
        let holder = RecordSpan { pos: pos.saturating_add(key), size: bytes.len().saturating_sub(key) };
        Self::of_item(value, holder, depth)
    }

    /// Whether a value with a presence bit is absent.
    pub(crate) fn is_absent(&self, resolved: &ResolvedSlot<'_>) -> bool {
        resolved.has_presence(self.schema) && !bit(self.bytes(resolved.holder), &resolved.place, self.buf.shift())
    }

    /// A slot to take a step from. Values inline in an absent value are missing, too, whatever
    /// bytes their place has, so they have no holder.
    #[inline]
    pub(crate) fn present(&self, slot: &ResolvedSlot<'s>) -> Result<ResolvedSlot<'s>> {
        slot.check_depth()?;
        let holder = if self.is_absent(slot) { RecordSpan::default() } else { slot.holder };
        Ok(ResolvedSlot { holder, ..*slot })
    }

    /// The record of the struct at a slot, and the number of objects around it; empty if it is
    /// missing.
    pub(crate) fn record_of(&self, slot: &ResolvedSlot<'s>, id: StructId) -> Result<(RecordSpan, u32)> {
        let (structure, shift) = (self.schema.structure(id), self.buf.shift());
        let is_object = !slot.inline && !structure.is_frozen();
        let depth = slot.depth.saturating_add(u32::from(is_object));
        if slot.holder.pos == 0 {
            return Ok((RecordSpan::default(), depth));
        }
        if is_object {
            let Some(object) = self.buf.follow(self.bytes(slot.holder), slot.place.slot)? else {
                return Ok((RecordSpan::default(), depth));
            };
            let record = self.buf.record(object, structure.ends())?;
            return Ok((RecordSpan { pos: self.buf.position(record), size: record.len() }, depth));
        }
        let pos = slot.slot(shift);
        let holder = if slot.inline {
            RecordSpan { pos, size: slot.holder.size.saturating_sub(slot.place.slot.at(shift)) }
        } else if slot.is_stored(shift) {
            RecordSpan { pos, size: structure.size().at(shift) }
        } else {
            RecordSpan { size: 0, ..slot.holder }
        };
        Ok((holder, depth))
    }

    /// The object of the list at a slot and its elements, if it is stored, and their type: payloads
    /// in a packed list of unions.
    pub(crate) fn list<const KINDS: u8>(
        &self,
        list: &ResolvedSlot<'s>,
        item: &'s Item,
    ) -> Result<(Option<ListBytes<'s>>, &'s Item)> {
        let Some(object) = self.buf.follow(self.bytes(list.holder), list.place.slot)? else { return Ok((None, item)) };
        let (elements, item) = if KINDS & Kinds::UNION_LIST == 0 {
            (self.schema.plain_elements(&self.buf, object, item)?, item)
        } else {
            self.schema.elements(&self.buf, object, item)?
        };
        Ok((Some((object, elements)), item))
    }
}

#[cold]
fn other_type() -> Error {
    Error::new(ErrorKind::Path, Wording::StepOfOtherType)
}

/// The bytes of a list, from its count to the end of the buffer, and its elements.
pub(crate) type ListBytes<'s> = (&'s [u8], Elements<'s>);

/// The error for a step to a variant other than the union's.
#[cold]
pub(crate) fn not_variant(union: &Union, held: u8, sought: u8) -> Error {
    if let Err(error) = check_crossed(union, held, sought) {
        return error;
    }
    let sought = union.of_tag(sought).map_or("", UnionVariant::name);
    if union.is_any() {
        return Error::new(
            ErrorKind::Path,
            format_args!("the path crosses `null`, which has no part; expected `{sought}`"),
        );
    }
    Error::new(ErrorKind::Path, format_args!("the union is not `{sought}`"))
}

/// Fails where a value of `any` is of another kind than the path says. Null is of no kind: nothing
/// is in it, and an edit makes it what the path says.
#[cold]
#[inline(never)]
pub(crate) fn check_crossed(union: &Union, there: u8, sought: u8) -> Result<()> {
    if !union.is_any() || there == held::NULL {
        return Ok(());
    }
    let Some(there) = union.of_tag(there) else { return Err(unknown_variant(union, there)) };
    let sought = union.of_tag(sought).map_or("", UnionVariant::name);
    Err(Error::new(ErrorKind::Type, format_args!("the path crosses `{}`, expected `{sought}`", there.name())))
}
