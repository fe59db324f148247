//! Values with parts, and the results of an encoder. Structs, lists, arrays, maps, sets and unions
//! are opened, filled and closed.
//!
//! Each is closed before its parent, so open ones form a stack.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Destination, Encoder, OpenRecord, SHIFT, WIDTH};
use crate::error::{Error, Result, Wording, internal_error};
use crate::layout::Place;
use crate::object::ListHeader;
use crate::read::Buf;
use crate::read::cursor::{Slot, ValueRef};
use crate::read::key::{Key, SortedKey, StoredKey};
use crate::read::navigate::{Navigator, RecordSpan};
use crate::read::value::Part;
use crate::schema::{DefaultValue, Item, MIXED, MapEntry, Payload, Schema, StructId, Type, UnionId};
use crate::write::rewrite::{FragmentTo, finish_working};

/// The elements of a list, or the entries of a map, that is open.
pub(crate) struct OpenRun {
    start: usize,
    count: usize,
}

impl<'s> Encoder<'s> {
    /// Makes a struct present, with the default of each field.
    #[inline]
    pub(crate) fn begin_struct(&mut self, to: &Destination<'s>, id: StructId) -> Result<OpenRecord> {
        let structure = self.schema.structure(id);
        if to.inline() || structure.is_frozen() {
            self.make_present(to)?;
            return Ok(OpenRecord::inline(to.slot()));
        }
        Ok(OpenRecord { at: self.extend(structure.size()), is_object: true })
    }

    #[inline]
    pub(crate) fn end_struct(&mut self, to: &Destination<'s>, record: &OpenRecord) -> Result<()> {
        self.end_record(to.slot(), record)
    }

    /// Forgets a record that holds only defaults; gives whether it is one.
    #[cfg(feature = "serde")]
    pub(crate) fn forget_default(&mut self, record: &OpenRecord) -> bool {
        let is_default = self.open.get(record.at..).is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0));
        if is_default {
            self.open.truncate(record.at);
        }
        is_default
    }

    /// Closes a record; if it becomes an object, points a slot to it.
    fn end_record(&mut self, slot: usize, record: &OpenRecord) -> Result<()> {
        if !record.is_object {
            return Ok(());
        }
        self.point(slot)?;
        self.varint(self.open.len().saturating_sub(record.at))?;
        self.close(record.at);
        Ok(())
    }

    /// Moves the open bytes from an offset on to the end of the next object.
    fn close(&mut self, start: usize) {
        self.objects.extend_from_slice(self.open.get(start..).unwrap_or(&[]));
        self.open.truncate(start);
    }

    /// Opens a list or a map.
    pub(crate) fn begin_run(&mut self) -> OpenRun {
        OpenRun { start: self.open.len(), count: 0 }
    }

    /// Opens the next element of a list. It counts once it is [kept](OpenRun::keep).
    pub(crate) fn element(&mut self, item: &'s Item) -> Destination<'s> {
        Destination::item(self.extend(item.size), item)
    }

    /// Closes a list, and forgets an element that was not kept.
    pub(crate) fn end_list(&mut self, to: &Destination<'s>, item: &Item, run: &OpenRun) -> Result<()> {
        let len = run.count.saturating_mul(item.size.at(SHIFT));
        self.open.truncate(run.start.saturating_add(len));
        if run.count == 0 && !to.optional() {
            return Ok(());
        }
        self.point(to.slot())?;
        self.header(&Schema::list_header(item).header(run.count, MIXED, item.size.at(SHIFT)))?;
        self.close(run.start);
        Ok(())
    }

    /// Makes an array present.
    pub(crate) fn begin_array(&mut self, to: &Destination<'s>) -> Result<()> {
        self.make_present(to)
    }

    /// Sets the variant of a union; returns the destination of its payload, if it has one, and the
    /// payload's record.
    pub(crate) fn begin_variant(
        &mut self,
        to: &Destination<'s>,
        id: UnionId,
        tag: u8,
    ) -> Result<Option<(Destination<'s>, OpenRecord)>> {
        let variant = self.schema.union(id).of_tag(tag).ok_or_else(internal_error)?;
        self.make_present(to)?;
        let slot = self.open.get_mut(to.slot()).ok_or_else(internal_error)?;
        *slot = tag;
        let item = variant.item();
        Ok(match variant.payload() {
            Payload::None => None,
            payload if payload.is_inline(super::WIDTH.bytes()) => {
                let to = Destination::payload(to, item);
                Some((to, OpenRecord::inline(to.record)))
            }
            _ => {
                let at = self.extend(item.size);
                Some((Destination::item(at, item), OpenRecord { at, is_object: true }))
            }
        })
    }

    /// Closes the payload of a variant.
    pub(crate) fn end_variant(&mut self, to: &Destination<'s>, record: &OpenRecord) -> Result<()> {
        self.end_record(to.slot().saturating_add(1), record)
    }

    /// Puts a value that was laid out elsewhere: a slot, and its objects.
    pub(crate) fn put_laid_out(
        &mut self,
        to: &Destination<'s>,
        lay_out: impl FnOnce(FragmentTo) -> Result<Option<Vec<u8>>>,
    ) -> Result<()> {
        self.make_present(to)?;
        let heap = Some(self.objects.len());
        let Some(laid) = lay_out(FragmentTo { heap, ..FragmentTo::ALONE })? else {
            return Err(Error::limit(Wording::BufferLength));
        };
        let size = self.schema.slot_size(to.ty).at(SHIFT);
        let (slot, objects) = laid.split_at_checked(size).ok_or_else(internal_error)?;
        crate::wire::slice_mut(&mut self.open, to.slot(), size).ok_or_else(internal_error)?.copy_from_slice(slot);
        self.objects.extend_from_slice(objects);
        Ok(())
    }

    /// Opens the next entry of a map or a set; returns the destinations of its key and value.
    pub(crate) fn entry(&mut self, entry: &'s MapEntry) -> (Destination<'s>, Option<Destination<'s>>) {
        let at = self.extend(entry.layout.size);
        (Destination::item(at, &entry.key), Self::entry_value(at, entry))
    }

    /// Puts a key.
    pub(crate) fn put_key(&mut self, to: &Destination<'s>, key: &Key<'_>) -> Result<()> {
        match self.schema.stored_key(to.ty, key)? {
            StoredKey::Word(word) if matches!(*to.ty, Type::Bool) => self.put_bool(to, word != 0),
            StoredKey::Word(word) => self.put_word(to, word),
            StoredKey::Blob(content) => self.put_blob(to, content),
            StoredKey::Tuple(fields, key) => {
                let Type::Struct(id) = to.ty else { return Err(internal_error()) };
                let record = self.begin_struct(to, *id)?;
                for (field, part) in StoredKey::parts(fields, key) {
                    self.put_key(&Destination::field(&record, field), &part)?;
                }
                self.end_struct(to, &record)
            }
        }
    }

    /// The destination of the value of an open entry at an offset.
    pub(crate) fn entry_value(at: usize, entry: &'s MapEntry) -> Option<Destination<'s>> {
        let behind = at.saturating_add(entry.layout.key.at(SHIFT));
        entry.value.as_ref().map(|value| Destination::item(behind, value))
    }

    /// Closes a map, and forgets an entry that was not kept. Returns the number of an entry with a
    /// repeated key, if there is one.
    pub(crate) fn end_map(&mut self, to: &Destination<'s>, entry: &MapEntry, run: &OpenRun) -> Result<Option<usize>> {
        let stride = entry.layout.size.at(SHIFT);
        let end = run.start.saturating_add(run.count.saturating_mul(stride));
        self.open.truncate(end);
        if run.count == 0 && !to.optional() {
            return Ok(None);
        }
        if let Some(twice) = self.sort(entry, run, stride)? {
            return Ok(Some(twice));
        }
        self.point(to.slot())?;
        self.header(&ListHeader::run(&entry.layout, true, run.count, SHIFT))?;
        self.close(run.start);
        Ok(None)
    }

    /// Sorts entries by their keys; returns the number of one with a repeated key.
    fn sort(&mut self, entry: &MapEntry, run: &OpenRun, stride: usize) -> Result<Option<usize>> {
        let entries = self.open.get(run.start..).unwrap_or(&[]);
        let buf = self.buf();
        let any = Slot::of_item(buf, &[], self.schema, &entry.key);
        let key_of = |bytes| Slot { record: bytes, ..any }.sorted();
        let (mut last, mut is_sorted) = (None, true);
        for bytes in entries.chunks_exact(stride.max(1)) {
            let key = key_of(bytes)?;
            if let Some(last) = &last {
                is_sorted = is_sorted && any.ascends(last, &key)?;
            }
            last = Some(key);
        }
        if is_sorted {
            return Ok(None);
        }
        let numbered = entries.chunks_exact(stride.max(1)).zip(0usize..);
        let mut keys = numbered.map(|(bytes, number)| Ok((key_of(bytes)?, number))).collect::<Result<Vec<_>>>()?;
        // If a key is repeated, the second entry is reported. Keys that cannot be compared were
        // refused above.
        let order = |one: &SortedKey<'_>, other: &SortedKey<'_>| any.order(one, &any, other).unwrap_or(Ordering::Equal);
        keys.sort_unstable_by(|(one, at), (other, next)| order(one, other).then(at.cmp(next)));
        let mut pairs = keys.iter().zip(keys.iter().skip(1));
        if let Some((_, (_, twice))) = pairs.find(|((one, _), (next, _))| order(one, next).is_eq()) {
            return Ok(Some(*twice));
        }
        let mut sorted = Vec::with_capacity(entries.len());
        for (_, number) in keys {
            let bytes =
                crate::wire::slice(entries, number.saturating_mul(stride), stride).ok_or_else(internal_error)?;
            sorted.extend_from_slice(bytes);
        }
        self.open.truncate(run.start);
        self.open.append(&mut sorted);
        Ok(None)
    }

    /// The key of an open entry at an offset.
    pub(crate) fn key<'a>(&'a self, entry: &'a MapEntry, at: usize) -> Result<ValueRef<'a>> {
        let bytes = self.open.get(at..).ok_or_else(internal_error)?;
        Slot::of_item(self.buf(), bytes, self.schema, &entry.key).value()
    }
}

impl OpenRun {
    /// Counts the element or entry that was opened last.
    pub(crate) fn keep(&mut self) {
        self.count = self.count.saturating_add(1);
    }

    /// The number of elements or entries that were kept.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The offset of an entry.
    pub(crate) fn entry_at(&self, entry: &MapEntry, number: usize) -> usize {
        self.start.saturating_add(number.saturating_mul(entry.layout.size.at(SHIFT)))
    }
}

// The results of an encoder: a record, or a value by itself.

impl Encoder<'_> {
    /// The canonical bytes of the record.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>> {
        let size = self.open.len();
        let pos = self.floor.checked_sub(size).ok_or_else(internal_error)?;
        crate::wire::slice_mut(&mut self.objects, pos, size).ok_or_else(internal_error)?.copy_from_slice(&self.open);
        let root = RecordSpan { pos, size };
        let plan = self.schema.root_plan();
        let mut out = Vec::new();
        finish_working(
            &Navigator { buf: self.buf(), schema: self.schema, plan, root, generation: 0 },
            self.content,
            &mut out,
        )?;
        Ok(out)
    }

    /// The value, encoded by itself.
    pub(crate) fn finish_value(mut self) -> Encoded {
        let record = self.objects.len();
        self.objects.append(&mut self.open);
        Encoded { bytes: self.objects, record }
    }
}

/// A value by itself, with all objects behind it.
pub(crate) struct Encoded {
    bytes: Vec<u8>,
    /// The offset of the record that holds it.
    record: usize,
}

impl Encoded {
    /// The value, as a part of a buffer.
    pub(crate) fn part<'a>(
        &'a self,
        schema: &'a Schema,
        ty: &'a Type,
        optional: bool,
        default: &'a DefaultValue,
    ) -> Part<'a> {
        let buf = Buf { bytes: &self.bytes, floor: 1, width: WIDTH.into() };
        let record = self.bytes.get(self.record..).unwrap_or(&[]);
        let place: Place = schema.single(ty, optional);
        Part::Slot(Slot { buf, record, schema, place, ty, optional, default, inline: false })
    }
}
