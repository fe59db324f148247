//! Derived structs as values of a field: behind a pointer if they can grow, inline if they are
//! frozen.

use super::decode::decode_element;
use super::element::{element_len, write_element};
use super::slot::RecordOf;
use super::{At, Decode, Heap, Reading, TypedSlot, Vellum};
use crate::error::Result;
use crate::layout::Place;
use crate::limits::BYTES_OF_BYTE;
use crate::read::decoder::Decoder;
use crate::read::navigate::RecordSpan;
use crate::read::record::RecordBytes;
use crate::wire::slice_or_empty;
use crate::wire::varint::object_len;
use crate::wire::width::{StaticWidth, Width};
use crate::write::measure::{TOO_DEEP, bounded};
use crate::write::{Link, Session, Storage, Target};

#[inline(always)]
fn record_size<T: Vellum, W: StaticWidth>() -> usize {
    match const { T::PLAN.ends } {
        [.., last] => last.at(W::WIDTH.shift()),
        [] => 1,
    }
}

/// Bytes behind the field.
#[inline]
pub fn heap_len<T: Vellum, W: StaticWidth>(value: &T::Set<'_>, keep: bool, levels: u32) -> u64 {
    if const { !T::SHAPE.nullable } {
        return record_len::<T, W>(value, levels);
    }
    if !keep && T::is_default(value, T::DEFAULT) {
        return 0;
    }
    let Some(levels) = levels.checked_sub(1) else { return TOO_DEEP };
    let size = record_size::<T, W>();
    bounded(object_len(size, size as u64).wrapping_add(record_len::<T, W>(value, levels)))
}

/// Bytes of all objects behind the fields.
#[inline(always)]
pub(super) fn record_len<T: Vellum, W: StaticWidth>(value: &T::Set<'_>, levels: u32) -> u64 {
    element_len::<T, W>(value, levels)
}

/// Writes the record inline, or as an object with a pointer to it.
#[inline]
pub fn write<T: Vellum, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    place: &Place,
    keep: bool,
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    let size = record_size::<T, W>();
    if const { !T::SHAPE.nullable } {
        let slot = crate::wire::slice_mut(record, place.slot.at(W::WIDTH.shift()), size);
        return write_element::<T, W>(value, slot.ok_or_else(crate::error::length_changed)?, heap);
    }
    if !keep && T::is_default(value, T::DEFAULT) {
        return Ok(());
    }
    heap.point(record, place.slot)?;
    let object = heap.take_zeroed(size, size)?;
    write_element::<T, W>(value, object, heap)
}

impl<'a, T: Vellum, R: Reading, const ELEMENT: bool> TypedSlot<'a, '_, T, R, ELEMENT> {
    /// The record of the struct here.
    #[inline(always)]
    pub fn structure(&self) -> Result<RecordOf<'a, T, R>, R::Error> {
        let record = if ELEMENT { *self.record } else { get::<T, R>(self.record, self.at.place)? };
        Ok(RecordOf::new(record, self.known))
    }
}

/// The record at a place: behind a pointer, or inline.
#[inline(always)]
fn get<'a, T: Vellum, R: Reading>(record: &RecordBytes<'a>, place: &Place) -> Result<RecordBytes<'a>, R::Error> {
    if const { !T::SHAPE.nullable } {
        return Ok(record.inline(place.slot, T::SHAPE.slot));
    }
    R::content(record, place.slot, |buf, object| buf.record(object, const { T::PLAN.ends }))
}

/// Decodes the field.
#[inline]
pub fn decode<'b, T: Vellum + Decode<'b>, W: Width>(
    record: &[u8],
    place: &Place,
    decoder: &mut Decoder<'b, W>,
) -> Result<T> {
    let shift = decoder.shift();
    if const { !T::SHAPE.nullable } {
        return decode_element(slice_or_empty(record, place.slot.at(shift), T::SHAPE.slot.at(shift)), decoder);
    }
    if const { is_large::<T>() } {
        return decode_large(record, place, decoder);
    }
    match decoder.follow(record, place.slot)? {
        Some(object) => {
            let record = decoder.record(object, const { T::PLAN.ends })?;
            decoder.enter()?;
            let value = decode_element(record, decoder)?;
            decoder.leave();
            Ok(value)
        }
        None => decode_element(&[], decoder),
    }
}

/// Whether a value is so large that copies of it should not lie in the stack frames of a recursion.
///
/// Smaller values are decoded in the frame of their parent, which is faster. They are not counted
/// against the limits, since each byte of a buffer accounts for `BYTES_OF_BYTE` bytes of values.
#[must_use]
pub const fn is_large<T>() -> bool {
    size_of::<T>() as u64 > BYTES_OF_BYTE
}

/// Calls a function in a frame of its own, so that values it moves take no stack while others are
/// decoded.
#[inline(never)]
pub fn apart<R>(function: impl FnOnce() -> R) -> R {
    function()
}

/// Passes the result of a decoding to a function, in a frame of its own, so that the caller's frame
/// has the value once.
#[inline(never)]
pub fn finish<T, R>(decoded: Result<T>, function: impl FnOnce(T) -> R) -> Result<R> {
    match decoded {
        Ok(value) => Ok(function(value)),
        Err(error) => Err(error),
    }
}

/// As [`decode`], for a large growable struct: each level of the recursion has the value once in
/// its frames.
#[inline(never)]
fn decode_large<'b, T: Vellum + Decode<'b>, W: Width>(
    record: &[u8],
    place: &Place,
    decoder: &mut Decoder<'b, W>,
) -> Result<T> {
    let Some(object) = decoder.follow(record, place.slot)? else { return decode_absent(decoder) };
    let record = decoder.record(object, const { T::PLAN.ends })?;
    decoder.make::<T>(1)?;
    decoder.enter()?;
    decode_entered(record, decoder)
}

/// The value of a null pointer. It has no pointers itself, so the recursion ends here.
#[inline(never)]
fn decode_absent<'b, T: Decode<'b>, W: Width>(decoder: &mut Decoder<'b, W>) -> Result<T> {
    decode_element(&[], decoder)
}

/// Decodes a record and leaves its level. The result is one variable with one return, so it is
/// built in the caller's place, without a copy.
#[inline(never)]
fn decode_entered<'b, T: Decode<'b>, W: Width>(record: &[u8], decoder: &mut Decoder<'b, W>) -> Result<T> {
    let value = decode_element(record, decoder);
    decoder.leave();
    value
}

/// The link of an edit cursor into the struct at `place`. A struct that is not stored has no record
/// until an edit makes one.
#[inline(always)]
pub fn enter<'a, T: Vellum, const ELEMENT: bool, S: Storage>(
    session: &Session<S>,
    target: Target<'a>,
    place: &Place,
) -> Result<Link<'a>> {
    let holder = target.named(session, entered::<T, ELEMENT, S>(session, &target, place))?;
    Ok(Link::new(Target { holder, ..target }, session))
}

/// The link of the edit cursor of a field that is a struct. It cannot fail: if the struct cannot be
/// reached, a use of its cursor returns the error.
#[inline(always)]
pub fn enter_field<'a, T: Vellum, S: Storage>(session: &Session<S>, link: &'a Link<'a>, at: &At<'_, ()>) -> Link<'a> {
    let target = link.later(session, at.step());
    match entered::<T, false, S>(session, &target, at.place) {
        Ok(holder) => Link::later_at(Target { holder, ..target }),
        Err(_) => Link::later_at(link.lost(session, at.step())),
    }
}

/// The record of the struct at `place`.
#[inline(always)]
fn entered<T: Vellum, const ELEMENT: bool, S: Storage>(
    session: &Session<S>,
    target: &Target<'_>,
    place: &Place,
) -> Result<RecordSpan> {
    if ELEMENT {
        Ok(target.holder)
    } else if const { !T::SHAPE.nullable } {
        Ok(session.enter_inline(target, place, T::SHAPE.slot))
    } else {
        session.enter_object(target, place, const { T::PLAN.ends })
    }
}

/// The record, at least as long as in the newest revision, so that writes of single fields need no
/// checks.
#[inline(always)]
pub fn exact<T: Vellum, W: StaticWidth>(record: &mut [u8]) -> Result<&mut [u8]> {
    record.get_mut(..record_size::<T, W>()).ok_or_else(crate::error::length_changed)
}
