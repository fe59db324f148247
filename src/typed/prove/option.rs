//! `Option<T>`: what is absent is zero.

use super::list::ProvedList;
use super::prover::Prover;
use super::{Prove, ProvedSlot};
use crate::schema::MIXED;
use crate::typed::Value;
use crate::typed::at::{At, element, field_at};
use crate::typed::option::inner;
use crate::verify::claims::is_all;
use crate::wire::bits::bit;
use crate::wire::stored;
use crate::wire::width::StaticWidth;

impl<T: Value> Prove for Option<T> {
    type Proved<'a> = Option<T::Proved<'a>>;
    type Held<'a> = Option<T::Held<'a>>;
    type ProvedList<'a> = ProvedList<'a, Self>;
    type Default = ();
    const DEFAULT: &'static () = &();

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

    #[inline]
    fn held<'a, const ELEMENT: bool>(slot: ProvedSlot<'a, '_, Self, ELEMENT>) -> Option<T::Held<'a>> {
        let (record, at) = (slot.record(), slot.at());
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            return match record.bytes().split_first() {
                Some((present, bytes)) if present & 1 != 0 => {
                    Some(T::held(ProvedSlot::new(&record.part(bytes), element::<T>())))
                }
                _ => None,
            };
        }
        let is_present = if const { T::SHAPE.nullable } {
            record.object(at.place.slot).is_some()
        } else {
            bit(record.bytes(), at.place, record.shift())
        };
        is_present.then(|| T::held(ProvedSlot::new(record, &field_at::<T>(&inner::<T>(at.place)))))
    }

    #[inline(always)]
    fn open(held: Self::Held<'_>) -> Self::Proved<'_> {
        held.map(T::open)
    }
}
