//! Payloads of unions: the functions that derived code calls for each variant with one.
//!
//! A payload that is a short word or one pointer lies in the slot, behind the tag; any other behind
//! a pointer, as a record of one field. In a packed list it is an element like those of a list of
//! its type.

use core::marker::PhantomData;

use super::element::{alone, element, field_at};
use super::view::{Invariant, view};
use super::{Checked, Decode, Heap, Reading, TypedSlot, Value};
use crate::error::{Error, Result, length_changed};
use crate::layout::{Place, Size};
use crate::read::Buf;
use crate::read::decoder::Decoder;
use crate::read::parts::UnionRef;
use crate::read::record::RecordBytes;
pub use crate::read::union::put_tag;
use crate::read::union::{Packed, no_variant};
use crate::schema::{MIXED, Schema, Type, UnionId};
use crate::wire::proved::Derived;
use crate::wire::slice;
use crate::wire::varint::object_len;
use crate::wire::width::with_width;
use crate::wire::width::{PointerWidth, StaticWidth, Width};
use crate::write::measure::{TOO_DEEP, bounded};

/// Whether the payload lies in the slot where pointers are `1 << shift` bytes wide.
#[inline(always)]
pub(super) const fn is_inline<T: Value>(shift: u32) -> bool {
    T::SHAPE.pointer || (T::SHAPE.word > 0 && T::SHAPE.word <= 1u32.wrapping_shl(shift))
}

/// The variant of the union at a place.
#[inline]
#[must_use]
pub fn tag(record: &[u8], place: &Place, shift: u32) -> u8 {
    record.get(place.slot.at(shift)).copied().unwrap_or(0)
}

/// The error for a tag that no variant has.
#[cold]
#[must_use]
pub fn unknown(tag: u8) -> Error {
    no_variant(tag)
}

/// The length of a variant that only stands for unknown ones. No buffer is that long.
pub const UNWRITABLE: u64 = crate::write::measure::UNWRITABLE;

/// The error for writing a variant that only stands for unknown ones.
#[cold]
#[must_use]
pub fn unwritable() -> Error {
    crate::write::measure::unmeasured(UNWRITABLE)
}

/// Bytes behind a payload in a slot.
#[inline]
pub fn heap_len<T: Value, W: StaticWidth>(value: &T::Set<'_>, levels: u32) -> u64 {
    let shift = W::WIDTH.shift();
    if is_inline::<T>(shift) {
        return T::heap_len::<false, W>(value, alone::<T>(), levels);
    }
    if T::is_default(value, T::DEFAULT) {
        return 0;
    }
    // A word has no objects, so it does not count as a level.
    let below = if T::SHAPE.word > 0 { Some(levels) } else { levels.checked_sub(1) };
    let Some(levels) = below else { return TOO_DEEP };
    let size = const { T::SHAPE.single() }.end.at(shift);
    bounded(object_len(size, size as u64).wrapping_add(T::heap_len::<false, W>(value, alone::<T>(), levels)))
}

/// As above, at a width that is known at run time.
pub(super) fn heap_len_at<T: Value>(value: &T::Set<'_>, width: PointerWidth, levels: u32) -> u64 {
    with_width!(width, W => heap_len::<T, W>(value, levels))
}

/// Writes the elements of a new list of unions of one size; `write` gets one that is zeroed.
#[inline(always)]
pub fn write_each<T, W: StaticWidth>(
    values: &[T],
    (elements, size): (&mut [u8], Size),
    heap: &mut Heap<'_, W>,
    write: impl Fn(&T, &mut [u8], &mut Heap<'_, W>) -> Result<()>,
) -> Result<bool> {
    let elements = elements.chunks_exact_mut(size.at(W::WIDTH.shift()).max(1));
    if elements.len() < values.len() {
        return Err(length_changed());
    }
    for (value, element) in values.iter().zip(elements) {
        element.fill(0);
        write(value, element, heap)?;
    }
    Ok(true)
}

/// The error for elements of another variant than the one that their list is packed with.
#[cold]
#[must_use]
pub fn mixed() -> Error {
    length_changed()
}

/// Writes a payload into the slot at a place.
#[inline]
pub fn write<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    place: &Place,
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    let shift = W::WIDTH.shift();
    let payload = place.payload();
    if is_inline::<T>(shift) {
        return T::write(value, record, &field_at::<T>(&payload), heap);
    }
    if T::is_default(value, T::DEFAULT) {
        return Ok(());
    }
    heap.point(record, payload.slot)?;
    let size = const { T::SHAPE.single() }.end.at(shift);
    let object = heap.take_zeroed(size, size)?;
    T::write(value, object, alone::<T>(), heap)
}

/// Writes a payload, which must fill the measured bytes.
pub(super) fn fill<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    place: &Place,
    mut heap: Heap<'_, W>,
) -> Result<()> {
    write::<T, W>(value, record, place, &mut heap)?;
    heap.finish()
}

/// A union to read: a slot of a record, or an element of a packed list.
pub struct UnionOf<'a, T, R> {
    record: RecordBytes<'a>,
    /// Where the slot begins. Records have at most 64 KiB.
    offset: u32,
    /// The variant of an element of a packed list; else FF.
    packed: u8,
    known: R,
    /// Invariant: types that differ only in lifetimes can have different layouts.
    marker: Invariant<T>,
}

view!([T] UnionOf<'_, T, R>);

impl<'a, T> UnionOf<'a, T, Checked> {
    /// Reads the payload.
    #[inline(always)]
    pub fn read<P: Value>(&self) -> Result<P::Get<'a, Checked>> {
        self.get::<P>()
    }
}

impl<'a, T: Value, R: Reading, const ELEMENT: bool> TypedSlot<'a, '_, T, R, ELEMENT> {
    /// The union here.
    #[inline(always)]
    #[must_use]
    pub fn union(&self) -> UnionOf<'a, T, R> {
        if ELEMENT {
            UnionOf::element(self.record, self.at.tag, self.known)
        } else {
            UnionOf::at(self.record, self.at.place, self.known)
        }
    }
}

impl<'a, T, R> UnionOf<'a, T, R> {
    /// The buffer, and the pointer to a payload that is stored as a record.
    #[inline(always)]
    pub(super) fn payload_pointer(&self) -> Option<(&Buf<'a>, usize)> {
        let (buf, slot) = (self.record.buf(), self.offset.wrapping_add(1));
        Some((buf, buf.width.load(self.record.bytes().get(slot as usize..)?)?))
    }

    /// The record of a payload that is an element of a packed list.
    #[inline(always)]
    pub(super) fn packed_record(&self) -> Option<RecordBytes<'a>> {
        (self.packed != MIXED).then_some(self.record)
    }

    /// A record of the same buffer.
    #[inline(always)]
    pub(super) fn part_at(&self, pos: usize, size: usize) -> Option<RecordBytes<'a>> {
        slice(self.record.buf().bytes, pos, size).map(|record| self.record.part(record))
    }
}

impl<'a, T, R: Reading> UnionOf<'a, T, R> {
    /// The union at `place` of a record.
    #[inline(always)]
    pub(super) fn at(record: &RecordBytes<'a>, place: &Place, known: R) -> Self {
        let offset = place.slot.bytes_at(record.shift());
        Self { record: *record, offset, packed: MIXED, known, marker: PhantomData }
    }

    /// An element of a list that is packed with the variant `tag`, or not packed if it is FF.
    #[inline(always)]
    pub(super) fn element(record: &RecordBytes<'a>, tag: u8, known: R) -> Self {
        Self { record: *record, offset: 0, packed: tag, known, marker: PhantomData }
    }

    /// The same union, as an element of a list packed with `tag` unless that is FF.
    pub(super) fn packed(self, packed: u8) -> Self {
        Self { packed, ..self }
    }

    /// The variant.
    #[inline(always)]
    pub(super) fn tag(&self) -> u8 {
        if self.packed != MIXED {
            return self.packed;
        }
        self.record.bytes().get(self.offset as usize).copied().unwrap_or(0)
    }

    /// The variant, whose tag must be below `end`.
    #[doc(hidden)]
    #[inline(always)]
    pub fn variant(&self, end: u8) -> Result<u8, R::Error> {
        let tag = self.tag();
        R::accept(if tag < end { Ok(tag) } else { Err(tag) }, tag, unknown)
    }

    /// Reads the payload of the variant of that name.
    #[doc(hidden)]
    #[inline(always)]
    pub fn payload<P: Value>(&self, name: &'static str, _: Derived) -> Result<P::Get<'a, R>, R::Error> {
        self.get::<P>().map_err(|error| R::name(error, |error| error.in_field(name)))
    }

    #[inline(always)]
    fn get<P: Value>(&self) -> Result<P::Get<'a, R>, R::Error> {
        // A copy for this variant alone, so that code which takes its address does not force the
        // view into memory.
        let (record, known) = (self.record, self.known);
        if self.packed != MIXED {
            return P::get(TypedSlot::new(&record, element::<P>(), known));
        }
        let payload = Place::alone(self.payload_slot());
        if is_inline::<P>(record.shift()) {
            return P::get(TypedSlot::new(&record, &field_at::<P>(&payload), known));
        }
        let boxed =
            R::content(&record, payload.slot, |buf, object| buf.boxed(object, const { P::SHAPE.single() }.end))?;
        P::get(TypedSlot::new(&boxed, alone::<P>(), known))
    }

    /// The record that the payload is, which `content` finds in an object; empty if the payload is
    /// not stored.
    #[inline(always)]
    pub(super) fn payload_record(
        &self,
        content: impl FnOnce(&Buf<'a>, &'a [u8]) -> Result<&'a [u8]>,
    ) -> Result<RecordBytes<'a>> {
        if self.packed != MIXED {
            return Ok(self.record);
        }
        let buf = self.record.buf();
        match buf.follow(self.record.bytes(), self.payload_slot())? {
            Some(object) => content(buf, object).map(|record| self.record.part(record)),
            None => Ok(self.record.part(&[])),
        }
    }

    /// The slot of a payload that is not an element.
    #[inline(always)]
    fn payload_slot(&self) -> Size {
        // Behind the tag: as records have at most 64 KiB, this cannot wrap.
        Size::bytes(self.offset.wrapping_add(1))
    }

    /// The union as its schema sees it.
    pub(super) fn by_schema<'s>(&self, schema: &'s Schema, id: UnionId) -> Result<UnionRef<'s>>
    where
        'a: 's,
    {
        let (buf, bytes) = (*self.record.buf(), self.record.bytes());
        if self.packed == MIXED {
            schema.union_at(buf, bytes, Place::alone(Size::bytes(self.offset)), id)
        } else {
            crate::read::parts::packed_union(buf, bytes, self.packed, id, schema)
        }
    }

    /// Prints the union by its schema.
    ///
    /// # Errors
    /// As the formatter's.
    pub fn debug(&self, schema: &Schema, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let field = schema.root().fields().first().map(crate::schema::Field::ty);
        let Some(Type::Union(id)) = field else { return write!(f, "{}", schema.root().docs()) };
        match self.by_schema(schema, *id) {
            Ok(union) => core::fmt::Debug::fmt(&union, f),
            Err(error) => core::fmt::Debug::fmt(&error, f),
        }
    }
}

/// Decodes the payload of the slot at a place.
#[inline]
pub fn decode<'b, T: Decode<'b>, W: Width>(record: &[u8], place: &Place, decoder: &mut Decoder<'b, W>) -> Result<T> {
    if is_inline::<T>(decoder.shift()) {
        return T::decode(record, &field_at::<T>(&place.payload()), decoder);
    }
    let Some(object) = decoder.follow(record, place.payload().slot)? else {
        return T::decode(&[], alone::<T>(), decoder);
    };
    let record = decoder.buf.boxed(object, const { T::SHAPE.single() }.end)?;
    decoder.spend(record)?;
    if T::SHAPE.word > 0 {
        return T::decode(record, alone::<T>(), decoder);
    }
    decoder.enter()?;
    let value = T::decode(record, alone::<T>(), decoder)?;
    decoder.leave();
    Ok(value)
}

/// The elements of a packed list of a variant without payload.
#[must_use]
pub const fn packed_unit() -> Packed {
    Packed { size: Size::bytes(1), ends: &[], prefix: 0, has_objects: false, is_checked: true }
}
