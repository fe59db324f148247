//! `Option<T>`: a null pointer is absent where the slot is one, else a presence bit says.

use core::any::type_name;

use super::describe::Described;
use super::flag::set_bit;
use super::list::List;
use super::shape::{TypePlan, TypeShape, describe};
use super::{Heap, Value};
use crate::error::{Result, mismeasured};
use crate::layout::Place;
use crate::read::decoder::Decoder;
use crate::read::navigate::Step;
use crate::read::record::RecordBytes;
use crate::read::union::Packed;
use crate::wire::bits::{bit, put_bit};
use crate::wire::width::{StaticWidth, Width};
use crate::write::{Link, Session, Storage, Target};

/// Where the value lies: behind the presence bit, if there is one.
#[inline(always)]
pub(super) fn inner<T: Value>(place: &Place) -> Place {
    if const { T::SHAPE.nullable } { *place } else { place.next_bit() }
}

/// Where a growable struct lies in an element of a list.
const fn strided_place<T: Value>() -> Place {
    Place::single(1, T::ELEMENT.size)
}

/// Whether the value is there.
#[inline]
fn is_present<T: Value>(record: &RecordBytes<'_>, place: &Place) -> Result<bool> {
    if const { T::SHAPE.nullable } {
        Ok(record.buf().follow(record.bytes(), place.slot)?.is_some())
    } else {
        Ok(bit(record.bytes(), place, record.shift()))
    }
}

/// Sets the presence bit after the value; the record may have moved when the value was set.
fn set_present<S: Storage>(session: &mut Session<S>, target: &Target<'_>, place: &Place) -> Result<()> {
    let holder = session.current(target)?;
    set_bit(session, &Target { holder, ..*target }, place, true)
}

impl<T: Value> Value for Option<T> {
    const SHAPE: TypeShape = {
        let of = T::SHAPE;
        assert!(!of.optional, "an optional value cannot be optional once more");
        TypeShape {
            bits: if of.nullable { 0 } else { of.bits.saturating_add(1) },
            pointer: of.nullable,
            optional: true,
            ruled: of.ruled,
            ..TypeShape::inline(of.slot)
        }
    };
    // A growable struct lies inline in a list, behind one presence byte.
    const ELEMENT: Packed = match T::ELEMENT.ends {
        [] => Self::SHAPE.element(),
        ends => Packed { size: strided_place::<T>().end, ends, prefix: 1, has_objects: T::ELEMENT.has_objects },
    };
    const PLAN: TypePlan = T::PLAN.optional(|describer| {
        let described = describe::<T>(describer);
        debug_assert!(!described.optional, "{} is optional twice", type_name::<Self>());
        Described { optional: true, ..described }
    });

    type Default = ();
    const DEFAULT: () = ();
    type Get<'a> = Option<T::Get<'a>>;
    type GetList<'a> = List<'a, Self>;
    type Set<'a>
        = Option<T::Set<'a>>
    where
        T: 'a;
    type Cursor<'a, S: Storage + 'a> = Option<T::Cursor<'a, S>>;
    type FieldCursor<'a, S: Storage + 'a> = Result<Option<T::Cursor<'a, S>>>;

    #[inline(always)]
    fn as_set(&self) -> Option<T::Set<'_>> {
        self.as_ref().map(T::as_set)
    }

    fn check(value: &Self::Set<'_>, levels: u32) -> Result<()> {
        value.as_ref().map_or(Ok(()), |value| T::check(value, levels))
    }

    #[inline(always)]
    fn is_default(value: &Self::Set<'_>, (): &()) -> bool {
        value.is_none()
    }

    #[inline]
    fn heap_len<W: StaticWidth>(value: &Self::Set<'_>, (): &(), _: bool, levels: u32) -> u64 {
        value.as_ref().map_or(0, |value| T::heap_len::<W>(value, &T::DEFAULT, true, levels))
    }

    #[inline]
    fn write<W: StaticWidth>(
        value: &Self::Set<'_>,
        record: &mut [u8],
        place: &Place,
        (): &(),
        _: bool,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        let Some(value) = value else { return Ok(()) };
        if const { !T::SHAPE.nullable } {
            put_bit(record, place, W::WIDTH.shift(), true).ok_or_else(mismeasured)?;
        }
        T::write::<W>(value, record, &inner::<T>(place), &T::DEFAULT, true, heap)
    }

    #[inline]
    fn get<'a>(record: &RecordBytes<'a>, place: &Place, (): ()) -> Result<Option<T::Get<'a>>> {
        if is_present::<T>(record, place)? {
            T::get(record, &inner::<T>(place), T::DEFAULT).map(Some)
        } else {
            Ok(None)
        }
    }

    #[inline]
    fn decode<W: Width>(record: &[u8], place: &Place, (): (), decoder: &mut Decoder<'_, W>) -> Result<Self> {
        let present = if const { T::SHAPE.nullable } {
            decoder.follow(record, place.slot)?.is_some()
        } else {
            bit(record, place, decoder.shift())
        };
        if present { T::decode(record, &inner::<T>(place), T::DEFAULT, decoder).map(Some) } else { Ok(None) }
    }

    #[inline]
    fn set<S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        place: &Place,
        value: &Self::Set<'_>,
        (): (),
        _: bool,
    ) -> Result<()> {
        match value {
            None => session.clear(&target),
            Some(value) => {
                if const { T::SHAPE.nullable } {
                    return T::set(session, target, place, value, T::DEFAULT, true);
                }
                session.together(|session| {
                    T::set(session, target, &inner::<T>(place), value, T::DEFAULT, true)?;
                    set_present(session, &target, place)
                })
            }
        }
    }

    #[inline]
    fn cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        place: &Place,
        (): (),
    ) -> Result<Option<T::Cursor<'a, S>>> {
        if is_present::<T>(&session.record(target.holder)?, place)? {
            T::cursor(session, target, &inner::<T>(place), T::DEFAULT).map(Some)
        } else {
            Ok(None)
        }
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        step: Step,
        place: &Place,
        (): (),
    ) -> Result<Option<T::Cursor<'a, S>>> {
        let target = link.field(session, step)?;
        Self::cursor(session, target, place, ())
    }

    #[inline]
    fn element_heap_len<W: StaticWidth>(value: &Self::Set<'_>, levels: u32) -> u64 {
        if const { T::ELEMENT.ends.is_empty() } {
            return Self::heap_len::<W>(value, &(), false, levels);
        }
        value.as_ref().map_or(0, |value| T::element_heap_len::<W>(value, levels))
    }

    #[inline]
    fn write_element<W: StaticWidth>(value: &Self::Set<'_>, element: &mut [u8], heap: &mut Heap<'_, W>) -> Result<()> {
        if const { T::ELEMENT.ends.is_empty() } {
            return Self::write::<W>(value, element, const { &Self::SHAPE.single() }, &(), false, heap);
        }
        match (value, element.split_first_mut()) {
            (None, _) => Ok(()),
            (Some(value), Some((present, record))) => {
                *present = 1;
                T::write_element::<W>(value, record, heap)
            }
            (Some(_), None) => Err(mismeasured()),
        }
    }

    #[inline]
    fn get_element<'a>(element: &RecordBytes<'a>) -> Result<Self::Get<'a>> {
        if const { T::ELEMENT.ends.is_empty() } {
            return Self::get(element, const { &Self::SHAPE.single() }, ());
        }
        match element.bytes().split_first() {
            Some((present, record)) if present & 1 != 0 => T::get_element(&element.part(record)).map(Some),
            _ => Ok(None),
        }
    }

    #[inline]
    fn decode_element<W: Width>(element: &[u8], decoder: &mut Decoder<'_, W>) -> Result<Self> {
        if const { T::ELEMENT.ends.is_empty() } {
            return Self::decode(element, const { &Self::SHAPE.single() }, (), decoder);
        }
        match element.split_first() {
            Some((present, record)) if present & 1 != 0 => T::decode_element(record, decoder).map(Some),
            _ => Ok(None),
        }
    }

    #[inline]
    fn set_element<S: Storage>(session: &mut Session<S>, target: Target<'_>, value: &Self::Set<'_>) -> Result<()> {
        if const { T::ELEMENT.ends.is_empty() } {
            return Self::set(session, target, const { &Self::SHAPE.single() }, value, (), false);
        }
        match value {
            None => session.clear(&target),
            Some(value) => session.together(|session| {
                T::set_element(session, target.behind_presence(), value)?;
                set_present(session, &target, const { &strided_place::<T>() })
            }),
        }
    }

    #[inline]
    fn cursor_element<'a, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
    ) -> Result<Option<T::Cursor<'a, S>>> {
        if const { T::ELEMENT.ends.is_empty() } {
            return Self::cursor(session, target, const { &Self::SHAPE.single() }, ());
        }
        if bit(session.record(target.holder)?.bytes(), const { &strided_place::<T>() }, session.shift()) {
            T::cursor_element(session, target.behind_presence()).map(Some)
        } else {
            Ok(None)
        }
    }
}
