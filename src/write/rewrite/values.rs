//! Values in a new layout: records, what they hold, and the objects behind pointers.

use alloc::string::String;

use super::{Layout, Rewriter, Stop};
use crate::layout::Place;
use crate::read::walk::check_seen;
use crate::schema::{DefaultValue, Field, Item, Schema, Struct, StructId, Type};
use crate::wire::bits::{bit, put_bit};
use crate::wire::slice_or_empty;
use crate::wire::width::Width;

/// Says in which element the walk ended.
#[cold]
pub(super) fn in_element(stop: Stop, index: usize) -> Stop {
    match stop {
        Stop::Error(error) => error.in_element(index).into(),
        stop @ Stop::TooNarrow => stop,
    }
}

/// Says in which field the walk ended.
#[cold]
pub(super) fn in_field(stop: Stop, field: &Field) -> Stop {
    match stop {
        Stop::Error(error) => error.in_field(String::from(field.name())).into(),
        stop @ Stop::TooNarrow => stop,
    }
}

impl<'s> Rewriter<'s> {
    #[inline]
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

    /// The fields of a record that is no longer than the schema knows, or has nothing behind.
    pub(super) fn fields(&mut self, record: &'s [u8], structure: &'s Struct, to: usize) -> Result<(), Stop> {
        let (from_shift, to_shift) = (self.decoder.shift(), self.width.shift());
        for words in structure.words() {
            self.copy(record, words.at.at(from_shift), words.len, to.wrapping_add(words.at.at(to_shift)));
        }
        for field in structure.parts() {
            let copied = self.value(record, field.place(), field.ty(), field.optional(), field.default(), to);
            if let Err(stop) = copied {
                return Err(in_field(stop, field));
            }
        }
        Ok(())
    }

    /// Copies the value at `place` of `record` to the same place of the record that begins at `to`.
    pub(super) fn value(
        &mut self,
        record: &'s [u8],
        place: &Place,
        ty: &'s Type,
        optional: bool,
        default: &DefaultValue,
        to: usize,
    ) -> Result<(), Stop> {
        let schema = self.navigator.schema;
        let (from_shift, to_shift) = (self.decoder.shift(), self.width.shift());
        // Records have at most 64 KiB, and `to` is an offset in memory.
        let slot = to.wrapping_add(place.slot.at(to_shift));
        if place.end.at(from_shift) > record.len() {
            // Not stored: the copy's zeros say the same.
            return Ok(());
        }
        let has_bit = optional && !schema.is_nullable(ty);
        if has_bit {
            if !bit(record, place, from_shift) {
                return Ok(());
            }
            put_bit(self.out.get_mut(to..).unwrap_or_default(), place, to_shift, true);
        }
        let from = place.slot.at(from_shift);
        match ty {
            Type::Bool => {
                let place = if has_bit { place.next_bit() } else { *place };
                if bit(record, &place, from_shift) {
                    put_bit(self.out.get_mut(to..).unwrap_or_default(), &place, to_shift, true);
                }
                Ok(())
            }
            Type::Struct(id) => {
                let structure = schema.structure(*id);
                if structure.is_frozen() {
                    if let Some(words) = structure.only_words() {
                        let at = words.at.at(from_shift);
                        self.copy(record, from.wrapping_add(at), words.len, slot.wrapping_add(at));
                        return Ok(());
                    }
                    let size = structure.size().at(from_shift);
                    return self.fields(slice_or_empty(record, from, size), structure, slot);
                }
                self.follow(record, place, ty, optional, default, slot)
            }
            Type::Scalar(scalar) => {
                self.copy(record, from, scalar.size(), slot);
                Ok(())
            }
            Type::Enum(id) => {
                self.copy(record, from, schema.enumeration(*id).repr().size(), slot);
                Ok(())
            }
            Type::Text(len) => {
                self.copy(record, from, *len, slot);
                Ok(())
            }
            Type::Union(id) => self.union(record, place, *id, slot),
            Type::Array(array) => {
                let item = &*array.0;
                let stride = item.size.at(from_shift);
                let elements = slice_or_empty(record, from, stride.saturating_mul(array.len()));
                self.copies(elements, stride, item, slot)
            }
            Type::String | Type::Bytes => {
                let Some(object) = self.decoder.follow(record, place.slot)? else { return Ok(()) };
                self.blob(object, !optional && self.layout == Layout::Canonical, default, slot)
            }
            Type::List(_) | Type::Map(_) => self.follow(record, place, ty, optional, default, slot),
        }
    }

    /// Copies words, as many as the record stores: one of an older revision ends between two of them.
    #[inline]
    pub(super) fn copy(&mut self, record: &[u8], from: usize, size: u32, to: usize) {
        let stored = record.get(from..).unwrap_or(&[]);
        let from = stored.get(..size as usize).unwrap_or(stored);
        if let Some(to) = self.out.get_mut(to..).and_then(|to| to.get_mut(..from.len())) {
            to.copy_from_slice(from);
        }
    }

    /// Copies what a pointer leads to.
    fn follow(
        &mut self,
        record: &'s [u8],
        place: &Place,
        ty: &'s Type,
        optional: bool,
        default: &DefaultValue,
        slot: usize,
    ) -> Result<(), Stop> {
        let Some(object) = self.decoder.follow(record, place.slot)? else { return Ok(()) };
        self.object(object, ty, optional, default, slot)
    }

    /// Copies the object a pointer leads to; the slot at `slot` of the copy will point to it.
    pub(super) fn object(
        &mut self,
        object: &'s [u8],
        ty: &'s Type,
        optional: bool,
        default: &DefaultValue,
        slot: usize,
    ) -> Result<(), Stop> {
        let schema = self.navigator.schema;
        let to_null = !optional && self.layout == Layout::Canonical;
        let start = self.out.len();
        match ty {
            Type::Struct(id) => {
                let structure = schema.structure(*id);
                let record = self.decoder.record(object, structure.ends())?;
                let copy = self.begin_record(structure.size())?;
                self.slack(record, copy.start);
                self.deeper(|rewriter| rewriter.record(record, *id, copy.at))?;
                self.end_record(&copy, slot, to_null)
            }
            Type::List(list) => {
                let (elements, item) = schema.elements(&self.navigator.buf, object, &list.0)?;
                self.decoder.spend(elements.bytes)?;
                if to_null && elements.count == 0 {
                    return Ok(());
                }
                self.point(slot)?;
                self.varint(elements.count)?;
                if let Some(id) = Schema::packs(&list.0) {
                    let position = self.navigator.position(object);
                    return self.deeper(|rewriter| rewriter.union_list(&elements, item, id, position, start));
                }
                self.deeper(|rewriter| rewriter.elements(elements.bytes, elements.stride, elements.count, item, start))
            }
            Type::Map(map) => self.map(object, &map.0, to_null, slot),
            _ => self.blob(object, to_null, default, slot),
        }
    }

    /// Copies a string or bytes object.
    #[inline]
    pub(super) fn blob(
        &mut self,
        object: &'s [u8],
        to_null: bool,
        default: &DefaultValue,
        slot: usize,
    ) -> Result<(), Stop> {
        let content = self.decoder.blob(object)?;
        if to_null && content == default.blob().unwrap_or_default() {
            return Ok(());
        }
        let start = self.out.len();
        self.point(slot)?;
        self.varint(content.len())?;
        self.out.extend_from_slice(content);
        self.slack(content, start);
        Ok(())
    }

    pub(super) fn elements(
        &mut self,
        elements: &'s [u8],
        stride: usize,
        count: usize,
        item: &'s Item,
        start: usize,
    ) -> Result<(), Stop> {
        if !item.optional && item.ty == Type::Bool {
            self.out.extend(elements.iter().map(|element| element & 1));
            self.slack(elements, start);
            return Ok(());
        }
        if (count == 0 && !item.growable) || (!item.optional && self.navigator.schema.is_copied(&item.ty)) {
            self.out.extend_from_slice(elements);
            self.slack(elements, start);
            return Ok(());
        }
        let to_stride = item.size.at(self.width.shift());
        if item.growable {
            self.varint(to_stride)?;
        }
        let to = self.room_for(count, to_stride)?;
        self.slack(elements, start);
        self.copies(elements, stride, item, to)
    }

    /// Appends so many elements or entries of zeros; gives where they begin.
    pub(super) fn room_for(&mut self, count: usize, stride: usize) -> Result<usize, Stop> {
        let len = count.checked_mul(stride).ok_or(Stop::TooNarrow)?;
        if (self.out.len() as u64).saturating_add(len as u64) > self.width.max_len() {
            return Err(Stop::TooNarrow);
        }
        self.check_room(len)?;
        Ok(self.extend(len))
    }

    /// Copies elements to where those of the copy begin.
    pub(super) fn copies(
        &mut self,
        elements: &'s [u8],
        stride: usize,
        item: &'s Item,
        mut to: usize,
    ) -> Result<(), Stop> {
        let to_stride = item.size.at(self.width.shift());
        for (index, element) in elements.chunks_exact(stride.max(1)).enumerate() {
            if let Err(stop) = self.item(element, item, to) {
                return Err(in_element(stop, index));
            }
            to = to.saturating_add(to_stride);
        }
        Ok(())
    }

    /// Copies an element, or a part of an entry.
    pub(super) fn item(&mut self, element: &'s [u8], item: &'s Item, to: usize) -> Result<(), Stop> {
        match item.ty {
            Type::Struct(id) if item.growable => self.inline_element(element, item, id, to),
            _ => self.value(element, &item.place, &item.ty, item.optional, &item.default, to),
        }
    }

    /// Copies a growable struct that lies in a list element.
    fn inline_element(&mut self, element: &'s [u8], item: &'s Item, id: StructId, to: usize) -> Result<(), Stop> {
        if !item.optional {
            return self.record(element, id, to);
        }
        if !bit(element, &item.place, self.decoder.shift()) {
            return Ok(());
        }
        put_bit(self.out.get_mut(to..).unwrap_or_default(), &item.place, self.width.shift(), true);
        self.record(element.get(1..).unwrap_or(&[]), id, to.saturating_add(1))
    }
}
