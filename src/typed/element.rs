//! Values without a name: elements of lists, parts of entries and of arrays, payloads.

use core::marker::PhantomData;

use super::{At, Checked, Heap, TypedSlot, Value};
use crate::error::Result;
use crate::layout::Place;
use crate::object::ListHeader;
use crate::read::open::RecordBytes;
use crate::schema::MIXED;
use crate::wire::pieces::Pieces;
use crate::wire::slice_or_empty;
use crate::wire::unfilled::{MANY, Unfilled};
use crate::wire::width::StaticWidth;
use crate::write::{Link, Session, Storage};

/// Places outside of structs, as constants of a type.
struct Places<T>(PhantomData<T>);

impl<T: Value> Places<T> {
    const SINGLE: &'static Place = &T::SHAPE.single();
    const ALONE: &'static At<'static, T::Default> = &At::field(0, Self::SINGLE, T::DEFAULT);
    const ELEMENT: &'static At<'static, T::Default, true> = &of_list::<T>(MIXED);
}

/// The only field of a record of its own: an element of an array, the payload behind a union.
#[inline(always)]
#[must_use]
pub const fn alone<T: Value>() -> &'static At<'static, T::Default> {
    Places::<T>::ALONE
}

/// An element of a list that is not packed, a part of an entry, a packed payload.
#[inline(always)]
#[must_use]
pub const fn element<T: Value>() -> &'static At<'static, T::Default, true> {
    Places::<T>::ELEMENT
}

/// An element of a list packed with the variant; FF if it is not packed.
#[inline(always)]
#[must_use]
pub const fn of_list<T: Value>(tag: u8) -> At<'static, T::Default, true> {
    At::of_list(tag, Places::<T>::SINGLE, T::DEFAULT)
}

/// A field of a record of this place, with the default of its type.
#[inline(always)]
pub(in crate::typed) const fn field_at<T: Value>(place: &Place) -> At<'_, T::Default> {
    At::field(0, place, T::DEFAULT)
}

/// Reads an element of a list that is not packed.
#[inline(always)]
pub fn get_element<'a, T: Value>(record: &RecordBytes<'a>) -> Result<T::Get<'a, Checked>> {
    T::get(TypedSlot::checked(record, element::<T>()))
}

/// Reads a value that is never optional at a place of a record: a key, or a part of one.
#[inline(always)]
pub fn get_part<'a, T: Value>(record: &RecordBytes<'a>, place: &Place) -> Result<T::Get<'a, Checked>> {
    T::get(TypedSlot::checked(record, &field_at::<T>(place)))
}

/// Bytes of all objects behind such an element.
#[inline(always)]
pub fn element_len<T: Value, W: StaticWidth>(value: &T::Set<'_>, levels: u32) -> u64 {
    T::heap_len::<true, W>(value, element::<T>(), levels)
}

/// Writes such an element.
#[inline(always)]
pub fn write_element<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    T::write(value, record, element::<T>(), heap)
}

/// A cursor for a field that may fail to be reached.
#[inline(always)]
pub fn reach<'a, T: Value, S: Storage>(
    session: &'a mut Session<S>,
    link: &'a Link<'a>,
    at: &At<'_, T::Default>,
) -> Result<T::Cursor<'a, S>> {
    let target = at.target(session, link)?;
    T::cursor(session, target, at)
}

/// Reads values that are [`TypeShape::plain`] one by one, each from its slot.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn plain_each<T: Value, const N: usize>(slot: &[u8], read: impl Fn(&[u8]) -> T) -> [T; N] {
    let size = const { T::SHAPE.slot.at(0) };
    core::array::from_fn(|index| read(slice_or_empty(slot, index.saturating_mul(size), size)))
}

/// Reads the field at `place` of a record that holds only numbers.
#[inline(always)]
pub(super) fn plain_field<T: Value>(record: &[u8], place: &Place) -> T {
    let [value] = T::read_plain(slice_or_empty(record, place.slot.at(0), const { T::SHAPE.slot.at(0) }));
    value
}

/// Writes the elements of a new list that is packed with the variant; FF if it is not packed. They
/// are not [`TypeShape::plain`].
///
/// [`TypeShape::plain`]: super::TypeShape::plain
#[inline(always)]
pub(super) fn write_each<'v, T: Value + 'v, W: StaticWidth>(
    values: impl ExactSizeIterator<Item = T::Set<'v>>,
    elements: &mut Unfilled<'_>,
    tag: u8,
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    if const { T::SHAPE.packs } {
        let stride = elements.len().checked_div(values.len()).unwrap_or(0);
        let at = &of_list::<T>(tag);
        return elements.each(stride, values, |value, element| T::write(&value, element, at, heap));
    }
    let stride = T::ELEMENT.size.at(W::WIDTH.shift());
    let write = |value: T::Set<'v>, element: &mut [u8]| write_element::<T, W>(&value, element, heap);
    if stride == 1 { elements.each_counted(stride, values, write) } else { elements.each(stride, values, write) }
}

/// Writes values that are [`TypeShape::plain`] one after the other; slots that are too short stay
/// as they are.
///
/// [`TypeShape::plain`]: super::TypeShape::plain
#[inline(always)]
pub(super) fn write_plains<T: Value>(values: &[T], slots: &mut [u8]) {
    fill_plains(values, &mut Unfilled::over(slots));
}

/// As [`write_plains`], to the rest of new memory; `None` if there is no room for them.
#[inline(always)]
pub(super) fn fill_plains<T: Value>(values: &[T], slots: &mut Unfilled<'_>) -> Option<()> {
    if const { T::NUMBERS } {
        return T::write_numbers(values, slots);
    }
    write_each_plain::<T>(values.iter().map(|value| value.as_set()), slots)
}

/// As [`fill_plains`], of setter arguments.
#[inline(always)]
pub(super) fn write_each_plain<'v, T: Value + 'v>(
    values: impl ExactSizeIterator<Item = T::Set<'v>>,
    slots: &mut Unfilled<'_>,
) -> Option<()> {
    slots.each_plain(const { T::SHAPE.slot.at(0) }, values, |value, slot| T::write_plain(&value, slot))
}

/// Writes the field at `place` of a record that holds only numbers.
#[inline(always)]
pub(super) fn put_plain<T: Value>(value: &T::Set<'_>, record: &mut Pieces<'_>, place: &Place) {
    record.part(place.slot.at(0), const { T::SHAPE.slot.at(0) }, |slot| T::write_plain(value, slot));
}

/// Writes a list of elements that are [`TypeShape::plain`](super::TypeShape::plain).
#[inline(always)]
pub(super) fn write_plain_list<'v, T: Value + 'v>(
    header: &ListHeader,
    values: impl ExactSizeIterator<Item = T::Set<'v>>,
    slice: Option<&[T]>,
    rest: &mut Unfilled<'_>,
) -> Option<()> {
    let size = const { T::SHAPE.slot.at(0) };
    if let (Some(values), true) = (slice, const { T::NUMBERS }) {
        header.begin(rest)?;
        return T::write_numbers(values, rest);
    }
    // Such lists have no tag and no stride.
    if let Some(values) = slice.filter(|values| values.len().saturating_mul(size) > MANY) {
        header.begin(rest)?;
        let size = || const { T::SHAPE.slot.at(0) };
        return rest.many_plain(values, size, |value, slot| T::write_plain(&value.as_set(), slot));
    }
    rest.each_plain_behind(header.number(), size, values, |value, slot| T::write_plain(&value, slot))
}
