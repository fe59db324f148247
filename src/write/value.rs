//! Setting whole values, clearing them, and making structs that are missing.

use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

use super::link::Target;
use super::locator::Locator;
use super::measure::{TOO_DEEP, unmeasured};
use super::reserve::SpaceRequest;
use super::session::SchemaSource;
use super::session::Session;
use super::storage::Storage;
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::{Place, Size};
use crate::read::decoder::too_deep;
use crate::read::navigate::RecordSpan;
use crate::read::navigate::ResolvedSlot;
use crate::read::walk;
use crate::schema::Type;
use crate::wire::bits::put_bit;
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width};
use crate::wire::{clamp, varint};

/// Writes into a record, and into new bytes at an offset, at a width.
pub(crate) type WriteSlot<'w> = dyn Fn(&mut [u8], &mut [u8], usize, PointerWidth) -> Result<()> + 'w;

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// A record and other bytes of the buffer, both mutable.
    pub(crate) fn record_and_heap(
        &mut self,
        holder: RecordSpan,
        heap: &Range<usize>,
    ) -> Result<(&mut [u8], &mut [u8])> {
        let record = holder.range();
        let bytes = self.bytes_mut();
        if heap.is_empty() {
            return bytes.get_mut(record).map(|record| (record, &mut [][..])).ok_or_else(internal_error);
        }
        match bytes.get_disjoint_mut([record, heap.clone()]) {
            Ok([record, heap]) => Ok((record, heap)),
            Err(_) => Err(internal_error()),
        }
    }

    /// The objects behind a value, which are released when it is replaced.
    fn objects(&self, resolved: &ResolvedSlot<'_>) -> Result<Vec<Range<usize>>> {
        let mut objects = Vec::new();
        if walk::has_objects(self.schema(), resolved.ty, resolved.inline) {
            walk::visit_resolved(&self.navigator(), resolved, &mut |range| objects.push(range))?;
        }
        Ok(objects)
    }

    /// Releases the objects of the value at the target, and allocates zeroed bytes for those of its
    /// replacement.
    pub(crate) fn make_room(
        &mut self,
        target: &dyn Locator,
        is_default: bool,
        upgrade: bool,
        heap: &dyn Fn(PointerWidth, u32) -> u64,
    ) -> Result<Option<(RecordSpan, Range<usize>)>> {
        let navigator = self.navigator();
        let resolved = target.resolve(&navigator)?;
        let (is_stored, slot) = (resolved.is_stored(self.shift()), resolved.place.slot);
        let is_record = resolved.inline;
        if !is_stored && is_default {
            return Ok(None);
        }
        let levels = resolved.levels();
        let len = heap(self.width, levels);
        if len >= TOO_DEEP {
            return Err(unmeasured(len));
        }
        if resolved.holder.pos == 0 {
            self.make_missing(target, &|width| heap(width, levels))?;
            return self.make_room(target, is_default, upgrade, heap);
        }
        let (mut holder, mut objects, mut len) = (resolved.holder, self.objects(&resolved)?, len);
        self.guard(holder.range(), &objects)?;
        let (generation, asked) = (self.generation, Cell::new(len));
        let after = |width| {
            asked.set(heap(width, levels));
            asked.get()
        };
        self.reserve(upgrade || !is_stored, &SpaceRequest::objects(len), &after)?;
        // Nothing fails from here on: room is reserved, and the path was checked.
        if self.generation != generation {
            let resolved = target.resolve(&self.navigator())?;
            // The length that was reserved; a conversion that is called again may return another.
            (holder, objects, len) = (resolved.holder, self.objects(&resolved)?, asked.get());
        }
        for object in objects {
            self.release(object);
        }
        if is_record {
            // A newer revision made it longer than the value that comes in its place.
            let start = slot.at(self.shift());
            self.record_mut(holder)?.get_mut(start..).unwrap_or_default().fill(0);
        }
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        Ok(Some((holder, self.allocate_zeroed(len))))
    }

    /// Replaces the value at `place` of the target's holder: `write` fills the zeroed slot of the
    /// record, and `heap` bytes for objects.
    pub(crate) fn set_slot(
        &mut self,
        target: &dyn Locator,
        place: &Place,
        size: Size,
        is_default: bool,
        heap: &dyn Fn(PointerWidth, u32) -> u64,
        write: &WriteSlot<'_>,
    ) -> Result<()> {
        let Some((holder, range)) = self.make_room(target, is_default, false, heap)? else { return Ok(()) };
        let (width, slot, size) = (self.width, place.slot.at(self.shift()), size.at(self.shift()));
        let (record, heap) = self.record_and_heap(holder, &range)?;
        crate::wire::slice_mut(record, slot, size).unwrap_or_default().fill(0);
        write(record, heap, range.start, width)?;
        self.compact_if_due();
        Ok(())
    }

    /// The holder of a record that lies in the buffer.
    #[must_use]
    #[inline(always)]
    pub(crate) fn position_of(&self, record: &[u8]) -> RecordSpan {
        RecordSpan { pos: self.buf().offset_of(record), size: record.len() }
    }

    /// Makes a record of zeros behind the pointer at `slot`; room was reserved.
    pub(crate) fn make_record(&mut self, slot: usize, size: Size) -> Result<RecordSpan> {
        let size = size.at(self.shift());
        let head = varint::len(clamp(size));
        let (start, object) = self.allocate_object(head.saturating_add(size), 0)?;
        varint::write(clamp(size), object).ok_or_else(internal_error)?;
        self.store_pointer(slot, start)?;
        Ok(RecordSpan { pos: start.saturating_add(head), size })
    }

    /// Resets the value at a locator to its default, or to absent, and releases everything behind
    /// it.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if what is there is invalid.
    pub(crate) fn clear_at(&mut self, locator: &dyn Locator) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let shift = self.shift();
        if !resolved.is_stored(shift) && !resolved.inline {
            return Ok(());
        }
        let objects = self.objects(&resolved)?;
        let schema = self.schema();
        let value_place = resolved.value_place(schema);
        let size = resolved.slot_size(schema, shift);
        let (is_bool, place, holder) = (matches!(*resolved.ty, Type::Bool), resolved.place, resolved.holder);
        self.guard(holder.range(), &objects)?;
        let record = self.record_mut(holder)?;
        if value_place.bit != place.bit {
            put_bit(record, &place, shift, false);
        }
        if is_bool {
            put_bit(record, &value_place, shift, false);
        }
        crate::wire::slice_mut(record, place.slot.at(shift), size).unwrap_or_default().fill(0);
        for object in objects {
            self.release(object);
        }
        self.compact_if_due();
        Ok(())
    }

    /// Makes the value at a locator present, with its default, if it has a presence bit and is
    /// absent. The bytes of its slot are ignored: they have no meaning while it is absent.
    pub(crate) fn make_present(&mut self, locator: &dyn Locator) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        if !navigator.is_absent(&resolved) {
            return Ok(());
        }
        let (schema, shift) = (navigator.schema, self.shift());
        let (holder, place, size) = (resolved.holder, resolved.place, resolved.slot_size(schema, shift));
        let value_place = matches!(*resolved.ty, Type::Bool).then(|| resolved.value_place(schema));
        self.guard(holder.range(), &[])?;
        let record = self.record_mut(holder)?;
        put_bit(record, &place, shift, true).ok_or_else(internal_error)?;
        if let Some(place) = value_place {
            put_bit(record, &place, shift, false);
        }
        crate::wire::slice_mut(record, place.slot.at(shift), size).unwrap_or_default().fill(0);
        Ok(())
    }

    /// As `clear_at`, for the target of an edit cursor.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if what is there is invalid.
    #[doc(hidden)]
    #[inline]
    pub fn clear(&mut self, target: &Target<'_>) -> Result<()> {
        self.clear_at(target)
    }

    /// The record of the frozen struct at `place`; empty if it is not stored.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn enter_inline(&self, target: &Target<'_>, place: &Place, size: Size) -> RecordSpan {
        let (slot, size) = (place.slot.at(self.shift()), size.at(self.shift()));
        if slot.saturating_add(size) > target.holder.size {
            return RecordSpan { pos: target.holder.pos, size: 0 };
        }
        RecordSpan { pos: target.holder.pos.saturating_add(slot), size }
    }

    /// The record of the growable struct behind `place`; none if the pointer is null.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if what is there is invalid.
    #[doc(hidden)]
    #[inline(always)]
    pub fn enter_object(&self, target: &Target<'_>, place: &Place, ends: &[Size]) -> Result<RecordSpan> {
        let record = self.record(target.holder)?;
        let buf = record.buf();
        match buf.follow(record.bytes(), place.slot)? {
            Some(object) => Ok(self.position_of(buf.record(object, ends)?)),
            None => Ok(RecordSpan::default()),
        }
    }

    /// Makes a record with the defaults of the struct at a locator, and points to it.
    #[cold]
    #[inline(never)]
    pub(crate) fn create(&mut self, locator: &dyn Locator) -> Result<RecordSpan> {
        let resolved = locator.resolve(&self.navigator())?;
        resolved.check_holder()?;
        let Type::Struct(id) = *resolved.ty else {
            return Err(Error::fixed(&FixedError(ErrorKind::Type, "not a struct")));
        };
        if resolved.levels() == 0 {
            return Err(too_deep());
        }
        let size = self.schema().structure(id).size();
        let len = |size: usize| object_len(size, size as u64);
        let need = |width: PointerWidth| len(size.at(width.shift()));
        let is_stored = resolved.is_stored(self.shift());
        self.reserve(!is_stored, &SpaceRequest::objects(need(self.width)), &need)?;
        // Nothing fails from here on: room is reserved, and the path was checked.
        let slot = locator.resolve(&self.navigator())?.slot(self.shift());
        self.make_record(slot, size)
    }
}
