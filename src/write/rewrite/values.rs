//! Values in a new layout: records, the values in them, the objects behind pointers, and maps.

use alloc::vec::Vec;

use super::rewriter::{Layout, Rewriter, Stop};
use crate::error::Result;
use crate::layout::{Place, Size};
use crate::object::{DirectoryHeader, ListHeader};
use crate::read::Elements;
use crate::read::cursor::{ListRef, MapRef, Slot};
use crate::read::open::Opened;
use crate::read::search::check_ascending;
use crate::read::union::unknown_variant;
use crate::read::value::{Content, Object};
use crate::read::walk::check_seen;
use crate::schema::{DefaultValue, Field, Item, Kinds, Schema, Struct, StructId, Type};
use crate::wire::width::put_bit;

/// Adds the element to an error.
#[cold]
pub(super) fn in_element(stop: Stop, index: usize) -> Stop {
    match stop {
        Stop::Error(error) => error.in_element(index).into(),
        stop @ Stop::TooNarrow => stop,
    }
}

/// Adds the field to an error.
#[cold]
pub(super) fn in_field(stop: Stop, field: &Field) -> Stop {
    match stop {
        Stop::Error(error) => error.in_field(field.name()).into(),
        stop @ Stop::TooNarrow => stop,
    }
}

/// The destination of a value's copy.
#[derive(Clone, Copy)]
pub(super) struct Copied {
    /// The offset of its record.
    pub(super) record: usize,
    pub(super) place: Place,
    /// Whether a growable struct lies there inline.
    pub(super) inline: bool,
}

impl<'s> Rewriter<'s> {
    #[inline(never)]
    pub(super) fn record(&mut self, record: &'s [u8], id: StructId, to: usize) -> Result<(), Stop> {
        let structure = self.navigator.schema.structure(id);
        if record.len() > structure.size().at(self.decoder.shift()) {
            check_seen(&self.navigator.buf, record, structure)?;
        }
        match self.copier {
            None => self.fields(record, structure, to),
            Some(copy) => copy(self, record, id, to),
        }
    }

    /// The fields of a record without data of a newer revision.
    pub(super) fn fields(&mut self, record: &'s [u8], structure: &'s Struct, to: usize) -> Result<(), Stop> {
        let (from_shift, to_shift) = (self.decoder.shift(), self.to.shift());
        for words in structure.words() {
            self.copy(record, words.at.at(from_shift), words.len, to.wrapping_add(words.at.at(to_shift)));
        }
        for field in structure.parts() {
            // A field that is not stored stays zeros in the copy.
            if field.place().end.at(from_shift) > record.len() {
                continue;
            }
            if let Err(stop) = self.field(record, field, to) {
                return Err(in_field(stop, field));
            }
        }
        Ok(())
    }

    /// Copies a field to the same place of the record that begins at `to`.
    #[inline]
    pub(super) fn field(&mut self, record: &'s [u8], field: &'s Field, to: usize) -> Result<(), Stop> {
        match field.part() {
            Some(part) if !matches!(field.ty(), Type::Bytes) => (part.copy)(self, record, field, to),
            _ => self.text(record, field.place().slot, field.optional(), field.default(), to),
        }
    }

    /// Copies a field other than text and bytes.
    #[inline]
    pub(in crate::write) fn part(&mut self, record: &'s [u8], field: &'s Field, to: usize) -> Result<(), Stop> {
        let (slot, schema) = (field.place().slot, self.navigator.schema);
        if let Type::Struct(id) = field.ty() {
            let structure = schema.structure(*id);
            if !structure.is_frozen() {
                return self.record_behind(record, slot, *id, field.optional(), to);
            }
            if !field.optional() {
                return self.frozen(
                    record.get(slot.at(self.decoder.shift())..).unwrap_or(&[]),
                    structure,
                    to.wrapping_add(slot.at(self.to.shift())),
                );
            }
        }
        self.slot(&Slot::of_field(self.navigator.buf, record, schema, field), to)
    }

    /// Copies a value to the same place of the record that begins at `to`.
    #[inline]
    pub(super) fn slot(&mut self, slot: &Slot<'s>, to: usize) -> Result<(), Stop> {
        if let Type::String | Type::Bytes = slot.ty {
            return self.text(slot.record, slot.place.slot, slot.optional, slot.default, to);
        }
        self.value(slot, &Copied { record: to, place: slot.place, inline: slot.inline })
    }

    /// Copies text or bytes behind a pointer, which is what most objects are, to the same slot of
    /// the record that begins at `to`.
    #[inline(always)]
    fn text(
        &mut self,
        record: &'s [u8],
        slot: Size,
        optional: bool,
        default: &DefaultValue,
        to: usize,
    ) -> Result<(), Stop> {
        let Some(object) = self.decoder.follow(record, slot)? else { return Ok(()) };
        let content = self.decoder.blob(object)?;
        let to_null = !optional && self.layout == Layout::Canonical;
        self.blob(content, to_null, default, to.wrapping_add(slot.at(self.to.shift())))
    }

    /// Copies the record behind a pointer to the same slot of the record that begins at `to`.
    #[inline]
    fn record_behind(
        &mut self,
        record: &'s [u8],
        slot: Size,
        id: StructId,
        optional: bool,
        to: usize,
    ) -> Result<(), Stop> {
        let Some(object) = self.decoder.follow(record, slot)? else { return Ok(()) };
        let record = self.decoder.record(object, self.navigator.schema.structure(id).ends())?;
        let to_null = !optional && self.layout == Layout::Canonical;
        self.own_record(record, id, true, to_null, to.wrapping_add(slot.at(self.to.shift())))
    }

    /// Copies the words that the record stores: a record of an older revision ends between two of
    /// them.
    #[inline]
    pub(super) fn copy(&mut self, record: &[u8], from: usize, size: u32, to: usize) {
        let stored = record.get(from..).unwrap_or(&[]);
        let from = stored.get(..size as usize).unwrap_or(stored);
        if let Some(to) = self.to.out.get_mut(to..).and_then(|to| to.get_mut(..from.len())) {
            to.copy_from_slice(from);
        }
    }

    /// Sets a bit in the record that begins at `record` of the copy.
    #[inline]
    fn put_bit(&mut self, record: usize, place: &Place) {
        let shift = self.to.shift();
        put_bit(self.to.out.get_mut(record..).unwrap_or_default(), place, shift, true);
    }

    /// Copies the record of a frozen struct.
    #[inline(never)]
    fn frozen(&mut self, record: &'s [u8], structure: &'s Struct, to: usize) -> Result<(), Stop> {
        match structure.only_words() {
            Some(words) => {
                let at = words.at.at(self.decoder.shift());
                self.copy(record, at, words.len, to.wrapping_add(at));
                Ok(())
            }
            None => self.fields(record, structure, to),
        }
    }

    /// Copies a record as an object of its own, which the slot at `slot` of the copy will point to.
    pub(super) fn own_record(
        &mut self,
        record: &'s [u8],
        id: StructId,
        keeps_slack: bool,
        to_null: bool,
        slot: usize,
    ) -> Result<(), Stop> {
        let copy = self.begin_record(self.navigator.schema.structure(id).size())?;
        if keeps_slack {
            self.slack(record, copy.start);
        }
        self.deeper(|rewriter| rewriter.record(record, id, copy.at))?;
        self.end_record(&copy, slot, to_null)
    }

    /// Copies a string or bytes object, unless it is a default that becomes null.
    #[inline]
    pub(super) fn blob(
        &mut self,
        content: &'s [u8],
        to_null: bool,
        default: &DefaultValue,
        slot: usize,
    ) -> Result<(), Stop> {
        let is_default = || match default {
            DefaultValue::Zero => content.is_empty(),
            declared => declared.blob().unwrap_or_default() == content,
        };
        if to_null && is_default() {
            return Ok(());
        }
        let start = self.to.out.len();
        self.to.point(slot)?;
        self.to.blob(content)?;
        self.slack(content, start);
        Ok(())
    }

    /// Copies a list object.
    pub(super) fn list<const KINDS: u8>(
        &mut self,
        list: &ListRef<'s>,
        object: &Object<'s>,
        to_null: bool,
        slot: usize,
    ) -> Result<(), Stop> {
        let (elements, schema) = (&list.elements, self.navigator.schema);
        if KINDS & Kinds::UNION_LIST != 0
            && let Some(id) = list.packed.filter(|_| elements.count > 0)
            && schema.union(id).of_tag(elements.tag).is_none()
        {
            return Err(unknown_variant(schema.union(id), elements.tag).into());
        }
        if to_null && elements.count == 0 {
            return Ok(());
        }
        let start = self.to.out.len();
        self.to.point(slot)?;
        if KINDS & Kinds::UNION_LIST != 0
            && let Some(id) = list.packed.or_else(|| Schema::packs(list.item))
        {
            let position = self.navigator.position(object.start);
            return self.deeper(|rewriter| rewriter.union_list(elements, list.item, id, position, start));
        }
        let stride = list.item.size.at(self.to.shift());
        self.to.header(&Schema::list_header(list.item).header(elements.count, elements.tag, stride))?;
        self.deeper(|rewriter| rewriter.elements(elements, list.item, start))
    }

    pub(super) fn elements(&mut self, elements: &Elements<'s>, item: &'s Item, start: usize) -> Result<(), Stop> {
        let Elements { count, bytes, .. } = *elements;
        if !item.optional && matches!(item.ty, Type::Bool) {
            self.to.out.extend(bytes.iter().map(|element| element & 1));
            self.slack(bytes, start);
            return Ok(());
        }
        if count == 0 || (!item.optional && self.navigator.schema.is_copied(&item.ty)) {
            self.to.out.extend_from_slice(bytes);
            self.slack(bytes, start);
            return Ok(());
        }
        let to = self.room_for(count, item.size.at(self.to.shift()))?;
        self.slack(bytes, start);
        self.copies(elements, item, to)
    }

    /// Appends `count` elements or entries of zeros; returns where they begin.
    pub(super) fn room_for(&mut self, count: usize, stride: usize) -> Result<usize, Stop> {
        self.check_room(count.saturating_mul(stride))?;
        Ok(self.to.elements(count, stride)?)
    }

    /// Copies elements to an offset.
    pub(super) fn copies(&mut self, elements: &Elements<'s>, item: &'s Item, mut to: usize) -> Result<(), Stop> {
        let to_stride = item.size.at(self.to.shift());
        // The elements are adjacent records.
        let record = match item.ty {
            Type::Struct(id) if item.growable && !item.optional => Some(id),
            _ => None,
        };
        let mut slot = Slot::of_item(self.navigator.buf, &[], self.navigator.schema, item);
        for (index, element) in elements.bytes.chunks_exact(elements.stride.max(1)).enumerate() {
            slot.record = element;
            let copied = match record {
                Some(id) => self.record(element, id, to),
                None => self.slot(&slot, to),
            };
            if let Err(stop) = copied {
                return Err(in_element(stop, index));
            }
            to = to.saturating_add(to_stride);
        }
        Ok(())
    }
}

impl<'s> Rewriter<'s> {
    /// Copies a value.
    #[inline(never)]
    pub(super) fn value(&mut self, slot: &Slot<'s>, to: &Copied) -> Result<(), Stop> {
        // Borrowed from the result: a move would copy it.
        let opened = slot.open();
        let opened = match opened {
            Ok(ref opened) => opened,
            Err(error) => return Err(error.into()),
        };
        // A function of its own, which needs less stack: many of these can be nested.
        if let ((Content::Struct(id, record), None), false) = (opened, slot.optional) {
            let structure = self.navigator.schema.structure(*id);
            if structure.is_frozen() && !to.inline {
                let at = to.record.wrapping_add(to.place.slot.at(self.to.shift()));
                return self.frozen(record, structure, at);
            }
        }
        self.found(slot, to, opened)
    }

    /// Copies a value other than a frozen struct that is not optional.
    fn found(&mut self, slot: &Slot<'s>, to: &Copied, opened: &Opened<'s>) -> Result<(), Stop> {
        if matches!(opened.0, Content::Absent) {
            return Ok(());
        }
        if let Some(object) = &opened.1 {
            self.decoder.spend(object.content)?;
        }
        let schema = self.navigator.schema;
        let has_bit = slot.optional && (to.inline || !schema.is_nullable(slot.ty));
        if has_bit {
            self.put_bit(to.record, &to.place);
        }
        // Records have at most 64 KiB, and `to` is an offset in memory.
        let at = to.record.wrapping_add(to.place.slot.at(self.to.shift()));
        let to_null = !slot.optional && self.layout == Layout::Canonical;
        match opened {
            (Content::Bit(value), _) => {
                if *value != (slot.default.word() != 0) {
                    let place = if has_bit { to.place.next_bit() } else { to.place };
                    self.put_bit(to.record, &place);
                }
                Ok(())
            }
            (Content::Word(scalar, _), _) => {
                self.copy(slot.record, slot.start(), scalar.size(), at);
                Ok(())
            }
            (Content::Blob(content), Some(_)) => self.blob(content, to_null, slot.default, at),
            (Content::Blob(_), None) => {
                if let Type::Text(len) = slot.ty {
                    self.copy(slot.record, slot.start(), *len, at);
                }
                Ok(())
            }
            (Content::Struct(id, record), _) if to.inline => self.record(record, *id, at),
            (Content::Struct(id, record), object) => {
                let structure = schema.structure(*id);
                if structure.is_frozen() {
                    return self.frozen(record, structure, at);
                }
                if object.is_none() && !slot.inline {
                    return Ok(());
                }
                self.own_record(record, *id, object.is_some(), to_null, at)
            }
            opened => slot.ty.kind(schema).map_or(Ok(()), |kind| (kind.copy)(self, slot, opened, at)),
        }
    }

    /// Copies an opened value of one of `KINDS` to an offset.
    pub(in crate::write) fn copy_kind<const KINDS: u8>(
        &mut self,
        slot: &Slot<'s>,
        opened: &Opened<'s>,
        at: usize,
    ) -> Result<(), Stop> {
        let to_null = !slot.optional && self.layout == Layout::Canonical;
        match opened {
            (Content::List(list), Some(object)) if KINDS & Kinds::LISTS != 0 => {
                self.list::<KINDS>(list, object, to_null, at)
            }
            (Content::List(list), None) if KINDS & Kinds::LISTS != 0 && list.is_array => {
                self.copies(&list.elements, list.item, at)
            }
            (Content::Map(map), Some(_)) if KINDS & Kinds::MAP != 0 => self.map(map, to_null, at),
            (Content::Union(id, union), object) if KINDS & Kinds::UNION != 0 => {
                self.union(slot, *id, union, *object, at)
            }
            _ => Ok(()),
        }
    }
}

/// The place of a payload in the slot of its union, from the start of that.
pub(super) const PAYLOAD: Place = Place::single(0, Size::UNION).payload();

// Maps in a new layout: the canonical form distributes the entries to runs again, other layouts
// keep the runs.

impl<'s> Rewriter<'s> {
    /// Copies a map that is an object; the slot at `slot` of the copy will point to it.
    pub(super) fn map(&mut self, map: &MapRef<'s>, to_null: bool, slot: usize) -> Result<(), Stop> {
        let (mut runs, mut last, count) = (Vec::new(), None, map.len());
        map.for_each_run(&mut |block, run| {
            if let Some(block) = block {
                self.decoder.spend(block.content)?;
            }
            if self.layout == Layout::Canonical {
                check_ascending(&map.buf, map.schema, map.entry, run, &mut last)?;
            }
            runs.push(*run);
            Ok(())
        })?;
        if to_null && count == 0 {
            return Ok(());
        }
        let start = self.to.out.len();
        self.to.point(slot)?;
        self.deeper(|rewriter| {
            let (layout, keeps) = (&map.entry.layout, rewriter.layout == Layout::KeepSlack);
            let mut entries = entries_of(&runs);
            // The entries of each block, and the old bytes of a block that is copied unchanged.
            let (header, blocks): (_, Vec<_>) = match map.map.parts() {
                Ok(run) if keeps => return rewriter.run(&mut entries, (count, true), map, Some((run.bytes, start))),
                Err(_) if keeps => {
                    let blocks = merged_blocks(&runs, layout.capacity());
                    let header = DirectoryHeader::shortest(count, blocks.len());
                    (header, blocks.into_iter().map(|block| (count_of(block), only(block))).collect())
                }
                _ => match DirectoryHeader::canonical(layout, count) {
                    None => return rewriter.run(&mut entries, (count, true), map, None),
                    Some((header, fill)) => {
                        let starts = (0..count).step_by(fill);
                        (header, starts.map(|start| (count.saturating_sub(start).min(fill), None)).collect())
                    }
                },
            };
            let mut pointer = rewriter.to.directory(&header)?;
            rewriter.slack(map.map.own_bytes(), start);
            for (count, old) in blocks {
                let start = rewriter.to.out.len();
                rewriter.to.point(pointer)?;
                rewriter.run(&mut entries, (count, false), map, old.map(|old| (old, start)))?;
                pointer = pointer.saturating_add(rewriter.to.width.bytes());
            }
            Ok(())
        })
    }

    /// Appends `count` entries as a map in one run or as a block. `old` has the old bytes, whose
    /// slack is kept, and the start of the copy.
    fn run(
        &mut self,
        entries: &mut dyn Iterator<Item = &'s [u8]>,
        (count, is_map): (usize, bool),
        map: &MapRef<'s>,
        old: Option<(&[u8], usize)>,
    ) -> Result<(), Stop> {
        let (to, layout) = (self.to.shift(), &map.entry.layout);
        let stride = layout.size.at(to);
        self.to.header(&ListHeader::run(layout, is_map, count, to))?;
        let mut at = self.room_for(count, stride)?;
        if let Some((old, start)) = old {
            self.slack(old, start);
        }
        let mut parts = map.entry_slots();
        for bytes in entries.take(count) {
            parts.go_to(bytes)?;
            self.slot(&parts.key, at)?;
            if let Some(value) = &parts.value {
                self.slot(value, at.saturating_add(layout.key.at(to)))?;
            }
            at = at.saturating_add(stride);
        }
        Ok(())
    }
}

/// The runs of each new block: neighbours that together fill half a block are merged, as after
/// removals (`write/map`).
fn merged_blocks<'r, 's>(runs: &'r [Elements<'s>], capacity: usize) -> Vec<&'r [Elements<'s>]> {
    let (mut blocks, mut rest) = (Vec::new(), runs);
    while !rest.is_empty() {
        // A run is visited once, or twice if it begins the next block.
        let mut count = 0usize;
        let fits = rest.iter().take_while(|run| {
            count = count.saturating_add(run.count);
            count <= capacity / 2
        });
        let runs = fits.count().max(1);
        let (block, others) = rest.split_at(runs);
        blocks.push(block);
        rest = others;
    }
    blocks
}

/// The bytes of a block that is one run.
fn only<'s>(block: &[Elements<'s>]) -> Option<&'s [u8]> {
    if let [run] = block { Some(run.bytes) } else { None }
}

fn count_of(runs: &[Elements<'_>]) -> usize {
    runs.iter().fold(0, |count, run| count.saturating_add(run.count))
}

fn entries_of<'s>(runs: &[Elements<'s>]) -> impl Iterator<Item = &'s [u8]> {
    runs.iter().flat_map(|run| run.bytes.chunks_exact(run.stride.max(1)))
}
