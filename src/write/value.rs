//! Edits of whole values: setting and clearing them, making missing structs, and writing keys of
//! maps.

use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

use super::link::{Locator, Target};
use super::room::SpaceRequest;
use super::session::SchemaSource;
use super::{Session, Storage};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::{Place, Size};
use crate::object::write_blob;
use crate::read::document::too_deep;
use crate::read::key::{Key, StoredKey};
use crate::read::navigate::{RecordSpan, ResolvedSlot};
use crate::read::walk;
use crate::schema::{DefaultValue, Item, Schema, Type};
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width, put_bit};
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
        self.bytes_within(record.clone());
        let bytes = self.bytes_within(heap.clone());
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
            let measured = MeasuredOnce::new(heap);
            self.make_missing(target, &|width| measured.len(width, levels))?;
            return self.make_room(target, is_default, upgrade, &|width, levels| measured.len(width, levels));
        }
        let (mut holder, mut objects, mut len) = (resolved.holder, self.objects(&resolved)?, len);
        self.reject_overlap(holder.range(), &objects)?;
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
        self.reject_overlap(holder.range(), &objects)?;
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
        self.reject_overlap(holder.range(), &[])?;
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

// Keys that are given at run time, written to new entries of maps.

/// A key that is ready to be written without the schema: its parts, one if it is not a tuple.
pub(super) struct NewKey<'k>(Vec<NewPart<'k>>);

/// A value in a key, and its place in the entry.
struct NewPart<'k> {
    place: Place,
    value: NewValue<'k>,
}

enum NewValue<'k> {
    Bit(bool),
    /// The stored word, and its number of bytes.
    Word(u128, u32),
    Array(&'k [u8]),
    /// Text or bytes behind a pointer.
    Blob(&'k [u8]),
}

impl<'k> NewKey<'k> {
    /// A key of a map.
    pub(super) fn new(schema: &Schema, item: &Item, key: &Key<'k>) -> Result<Self> {
        let mut parts = Vec::new();
        add_parts(schema, (&item.ty, &item.default), item.place, key, &mut parts)?;
        Ok(Self(parts))
    }

    /// Bytes of the objects behind its pointers.
    pub(super) fn len(&self) -> u64 {
        self.0.iter().map(NewPart::len).fold(0, u64::saturating_add)
    }
}

impl NewPart<'_> {
    /// Bytes of the object behind its pointer.
    fn len(&self) -> u64 {
        match self.value {
            NewValue::Blob(content) if !content.is_empty() => object_len(content.len(), content.len() as u64),
            NewValue::Blob(_) | NewValue::Bit(_) | NewValue::Word(..) | NewValue::Array(_) => 0,
        }
    }
}

/// Adds a key that is no tuple, or the parts of one and of tuples in it.
fn add_parts<'k>(
    schema: &Schema,
    (ty, default): (&Type, &DefaultValue),
    place: Place,
    key: &Key<'k>,
    parts: &mut Vec<NewPart<'k>>,
) -> Result<()> {
    let value = match (schema.stored_key(ty, key)?, ty) {
        (StoredKey::Word(word), Type::Bool) => NewValue::Bit(word != 0),
        (StoredKey::Word(word), Type::Scalar(scalar)) => NewValue::Word(word ^ default.word(), scalar.size()),
        (StoredKey::Word(word), Type::Enum(id)) => {
            NewValue::Word(word ^ default.word(), schema.enumeration(*id).repr().size())
        }
        (StoredKey::Word(_), _) => return Err(internal_error()),
        (StoredKey::Blob(content), Type::Array(_)) => NewValue::Array(content),
        (StoredKey::Blob(content), _) => NewValue::Blob(content),
        (StoredKey::Tuple(fields, key), _) => {
            return StoredKey::parts(fields, key).try_for_each(|(field, part)| {
                let place = field.place().within(place.slot);
                add_parts(schema, (field.ty(), field.default()), place, &part, parts)
            });
        }
    };
    parts.push(NewPart { place, value });
    Ok(())
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Writes a key to a new entry of zeros, and the objects behind its pointers from an offset on,
    /// where room was reserved.
    pub(super) fn write_key(&mut self, new: &NewKey<'_>, entry: RecordSpan, mut heap: usize) -> Result<()> {
        let shift = self.shift();
        for part in &new.0 {
            let slot = entry.pos.saturating_add(part.place.slot.at(shift));
            match part.value {
                NewValue::Bit(value) => {
                    put_bit(self.record_mut(entry)?, &part.place, shift, value).ok_or_else(internal_error)?;
                }
                NewValue::Word(word, size) => {
                    let (bytes, size) = (word.to_le_bytes(), size as usize);
                    let slot = self.record_mut(RecordSpan { pos: slot, size })?;
                    slot.copy_from_slice(bytes.get(..size).unwrap_or(&[]));
                }
                NewValue::Array(content) => {
                    self.record_mut(RecordSpan { pos: slot, size: content.len() })?.copy_from_slice(content);
                }
                NewValue::Blob([]) => {}
                NewValue::Blob(content) => {
                    let end = heap.saturating_add(usize::try_from(part.len()).unwrap_or(usize::MAX));
                    let object = self.bytes_within(heap..end).get_mut(heap..).ok_or_else(internal_error)?;
                    write_blob(content, object).ok_or_else(internal_error)?;
                    self.store_pointer(slot, heap)?;
                    heap = end;
                }
            }
        }
        Ok(())
    }
}

// Lengths that stand for values that cannot be written.
//
// The lengths of the parts of a record are added without a check for overflow. A record has fewer
// than 65,536 parts. Each part is measured as at most twice [`UNWRITABLE`]: [`bounded`] limits
// objects behind pointers, the size of memory limits text, and a value that breaks a rule is that
// length itself.

/// The length of a value that is nested too deeply. No buffer is that long.
pub(crate) const TOO_DEEP: u64 = 1 << 36;

/// The length, greater still, of a value that breaks a rule, and of a variant that only stands for
/// unknown ones.
pub(crate) const UNWRITABLE: u64 = 1 << 46;

/// A measure that is taken once for each pointer width: what a value calls to be measured, such as
/// a `check`, is not called again when bytes have changed.
pub(crate) struct MeasuredOnce<'h> {
    heap: &'h dyn Fn(PointerWidth, u32) -> u64,
    known: [Cell<Option<u64>>; 3],
}

impl<'h> MeasuredOnce<'h> {
    pub(crate) fn new(heap: &'h dyn Fn(PointerWidth, u32) -> u64) -> Self {
        Self { heap, known: [const { Cell::new(None) }; 3] }
    }

    /// The length, which does not depend on the levels if these suffice.
    pub(crate) fn len(&self, width: PointerWidth, levels: u32) -> u64 {
        let known = self.known.get(width as usize);
        if let Some(len) = known.and_then(Cell::get) {
            return len;
        }
        let len = (self.heap)(width, levels);
        if let Some(known) = known.filter(|_| len < TOO_DEEP) {
            known.set(Some(len));
        }
        len
    }
}

/// The length of an object with all that it holds, which is added to others.
#[inline(always)]
pub(crate) fn bounded(len: u64) -> u64 {
    len.min(UNWRITABLE)
}

/// The error for such a length.
#[cold]
pub(crate) fn unmeasured(len: u64) -> Error {
    if len < UNWRITABLE {
        return too_deep();
    }
    Error::fixed(&FixedError(ErrorKind::Newer, "a variant that stands for unknown ones cannot be written"))
}
