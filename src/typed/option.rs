//! `Option<T>`: absent is a null pointer if the slot is a pointer, else a cleared presence bit.

use core::any::type_name;

use super::decode::decode_element;
use super::describe::Described;
use super::element::{element, element_len, field_at, reach, write_element};
use super::flag::set_bit;
use super::plan::describe;
use super::{At, Checked, Decode, Heap, List, Proven, Prover, Reading, TypePlan, TypeShape, TypedSlot, Value};
use crate::error::{Result, length_changed};
use crate::layout::Place;
use crate::read::decoder::Decoder;
use crate::read::record::RecordBytes;
use crate::read::union::Packed;
use crate::schema::MIXED;
use crate::verify::claims::is_all;
use crate::wire::bits::{bit, put_bit};
use crate::wire::stored;
use crate::wire::width::{StaticWidth, Width};
use crate::write::log::AtHand;
use crate::write::{Link, Session, Storage, Target};

/// The place of the value: behind the presence bit, if there is one.
#[inline(always)]
pub(super) fn inner<T: Value>(place: &Place) -> Place {
    if const { T::SHAPE.nullable } { *place } else { place.next_bit() }
}

/// Where a growable struct lies in an element of a list.
const fn strided_place<T: Value>() -> Place {
    Place::element(true, T::ELEMENT.size)
}

/// Whether the value is there.
#[inline]
fn is_present<T: Value, R: Reading>(record: &RecordBytes<'_>, place: &Place) -> Result<bool, R::Error> {
    if const { T::SHAPE.nullable } {
        Ok(R::follow(record, place.slot)?.is_some())
    } else {
        Ok(bit(record.bytes(), place, record.shift()))
    }
}

/// Sets the presence bit after the value: setting the value may have moved the record.
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
            levels: of.levels,
            whole: of.whole,
            ..TypeShape::inline(of.slot)
        }
    };
    // A growable struct lies inline in a list, behind one presence byte.
    const ELEMENT: Packed = match T::ELEMENT.ends {
        [] => Self::SHAPE.element(),
        ends => Packed { size: strided_place::<T>().end, ends, prefix: 1, is_checked: true, ..T::ELEMENT },
    };
    const SORTS: bool = T::SORTS;
    const PLAN: TypePlan = T::PLAN.optional(|describer| {
        let described = describe::<T>(describer);
        debug_assert!(!described.optional, "{} is optional twice", type_name::<Self>());
        Described { optional: true, ..described }
    });

    type Default = ();
    const DEFAULT: &'static () = &();
    type Get<'a, R: Reading> = Option<T::Get<'a, R>>;
    type GetList<'a, R: Reading> = List<'a, Self, R>;
    type Proved<'a> = Option<T::Proved<'a>>;
    type Set<'a>
        = Option<T::Set<'a>>
    where
        T: 'a;
    type Cursor<'a, S: Storage + 'a> = Option<T::Cursor<'a, S>>;
    type FieldCursor<'a, S: Storage + 'a> = Result<Option<T::Cursor<'a, S>>>;

    #[inline(always)]
    fn as_set(&self) -> Option<T::Set<'_>> {
        self.as_ref().map(|value| value.as_set())
    }

    fn check(value: &Self::Set<'_>, levels: u32) -> Result<()> {
        value.as_ref().map_or(Ok(()), |value| T::check(value, levels))
    }

    #[inline(always)]
    fn is_default(value: &Self::Set<'_>, (): &()) -> bool {
        value.is_none()
    }

    #[inline(always)]
    fn heap_len<const ELEMENT: bool, W: StaticWidth>(
        value: &Self::Set<'_>,
        at: &At<'_, (), ELEMENT>,
        levels: u32,
    ) -> u64 {
        let Some(value) = value else { return 0 };
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            return element_len::<T, W>(value, levels);
        }
        T::heap_len::<false, W>(value, &At::present(at.place, T::DEFAULT), levels)
    }

    #[inline(always)]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &Self::Set<'_>,
        record: &mut [u8],
        at: &At<'_, (), ELEMENT>,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        let Some(value) = value else { return Ok(()) };
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            let (present, record) = record.split_first_mut().ok_or_else(length_changed)?;
            *present = 1;
            return write_element::<T, W>(value, record, heap);
        }
        if const { !T::SHAPE.nullable } {
            put_bit(record, at.place, W::WIDTH.shift(), true).ok_or_else(length_changed)?;
        }
        T::write(value, record, &At::present(&inner::<T>(at.place), T::DEFAULT), heap)
    }

    #[inline]
    fn get<'a, R: Reading, const ELEMENT: bool>(
        slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
    ) -> Result<Option<T::Get<'a, R>>, R::Error> {
        let (record, at) = (slot.record(), slot.at());
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            return match record.bytes().split_first() {
                Some((present, bytes)) if present & 1 != 0 => {
                    T::get(TypedSlot::new(&record.part(bytes), element::<T>(), slot.known())).map(Some)
                }
                _ => Ok(None),
            };
        }
        if is_present::<T, R>(record, at.place)? {
            T::get(TypedSlot::new(record, &field_at::<T>(&inner::<T>(at.place)), slot.known())).map(Some)
        } else {
            Ok(None)
        }
    }

    #[inline(always)]
    fn open(held: Self::Get<'_, Proven>) -> Self::Proved<'_> {
        held.map(T::open)
    }

    #[inline]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
    ) -> Option<()> {
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            // A growable struct lies inline in a list, behind one byte of presence.
            return match record.split_first()? {
                (1, record) => prover.element::<T>(record, MIXED),
                (0, record) => is_all(record, 0).then_some(()),
                _ => None,
            };
        }
        let place = at.place;
        if const { T::SHAPE.nullable } {
            return T::prove(prover, record, &field_at::<T>(place));
        }
        let shift = W::WIDTH.shift();
        if bit(record, place, shift) {
            return T::prove(prover, record, &field_at::<T>(&inner::<T>(place)));
        }
        // The value bit of a bool, too.
        let has_value_bit = const { T::SHAPE.bits > 0 } && bit(record, &inner::<T>(place), shift);
        (!has_value_bit && is_all(stored(record, place.slot.at(shift), T::SHAPE.slot.at(shift)), 0)).then_some(())
    }

    #[inline(always)]
    fn stored<'v>(value: &'v Self::Set<'_>, (): &()) -> AtHand<'v> {
        value.as_ref().map_or(AtHand::Absent, |value| T::stored(value, T::DEFAULT))
    }

    #[inline]
    fn set<const ELEMENT: bool, S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        at: &At<'_, (), ELEMENT>,
        value: &Self::Set<'_>,
    ) -> Result<()> {
        let Some(value) = value else { return session.clear(&target) };
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            return session.multi_step(|session| {
                T::set(session, target.behind_presence(), element::<T>(), value)?;
                set_present(session, &target, const { &strided_place::<T>() })
            });
        }
        let place = &inner::<T>(at.place);
        let present = &At::present(place, T::DEFAULT);
        if const { T::SHAPE.nullable } {
            return T::set(session, target, present, value);
        }
        session.multi_step(|session| {
            T::set(session, target, present, value)?;
            set_present(session, &target, at.place)
        })
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, (), ELEMENT>,
    ) -> Result<Option<T::Cursor<'a, S>>> {
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            let place = const { &strided_place::<T>() };
            let record = target.named(session, session.record(target.holder))?;
            if !bit(record.bytes(), place, session.shift()) {
                return Ok(None);
            }
            return T::cursor(session, target.behind_presence(), element::<T>()).map(Some);
        }
        let is_present = session.record(target.holder).and_then(|record| is_present::<T, Checked>(&record, at.place));
        if target.named(session, is_present)? {
            T::cursor(session, target, &field_at::<T>(&inner::<T>(at.place))).map(Some)
        } else {
            Ok(None)
        }
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, ()>,
    ) -> Result<Option<T::Cursor<'a, S>>> {
        reach::<Self, S>(session, link, at)
    }
}

impl<'b, T: Decode<'b>> Decode<'b> for Option<T> {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            return match record.split_first() {
                Some((present, record)) if present & 1 != 0 => decode_element::<T, W>(record, decoder).map(Some),
                _ => Ok(None),
            };
        }
        let present = if const { T::SHAPE.nullable } {
            decoder.follow(record, at.place.slot)?.is_some()
        } else {
            bit(record, at.place, decoder.shift())
        };
        if present { T::decode(record, &field_at::<T>(&inner::<T>(at.place)), decoder).map(Some) } else { Ok(None) }
    }
}
