//! `Option<T>`: what is absent is zero.

use super::list::ProvedList;
use super::prover::Prover;
use super::record::ProvedRecord;
use super::{Prove, prove_list};
use crate::layout::Place;
use crate::typed::Value;
use crate::typed::option::inner;
use crate::verify::cover::is_all;
use crate::wire::bits::bit;
use crate::wire::stored;
use crate::wire::width::StaticWidth;

impl<T: Value> Prove for Option<T> {
    type Proved<'a> = Option<T::Proved<'a>>;
    type Held<'a> = Option<T::Held<'a>>;
    type ProvedList<'a> = ProvedList<'a, Self>;
    type Standard = ();
    const STANDARD: () = ();

    #[inline]
    fn prove<W: StaticWidth>(prover: &mut Prover<'_, W>, record: &[u8], place: &Place, (): &()) -> Option<()> {
        if const { T::SHAPE.nullable } {
            return T::prove(prover, record, place, &T::STANDARD);
        }
        let shift = W::WIDTH.shift();
        if bit(record, place, shift) {
            return T::prove(prover, record, &inner::<T>(place), &T::STANDARD);
        }
        // The value bit of a bool, too.
        let has_value_bit = T::SHAPE.bits > 0 && bit(record, &inner::<T>(place), shift);
        (!has_value_bit && is_all(stored(record, place.slot.at(shift), T::SHAPE.slot.at(shift)), 0)).then_some(())
    }

    #[inline]
    fn prove_element<W: StaticWidth>(prover: &mut Prover<'_, W>, element: &[u8]) -> Option<()> {
        if const { T::ELEMENT.ends.is_empty() } {
            return prover.alone::<Self>(element);
        }
        // A growable struct lies inline in a list, behind one byte of presence.
        match element.split_first()? {
            (1, record) => T::prove_element(prover, record),
            (0, record) => is_all(record, 0).then_some(()),
            _ => None,
        }
    }

    prove_list!();

    #[inline]
    fn held<'a>(record: &ProvedRecord<'a>, place: &Place, (): ()) -> Option<T::Held<'a>> {
        let is_present = if const { T::SHAPE.nullable } {
            record.object(place.slot).is_some()
        } else {
            bit(record.bytes(), place, record.shift())
        };
        is_present.then(|| T::held(record, &inner::<T>(place), T::STANDARD))
    }

    #[inline]
    fn held_element<'a>(element: &ProvedRecord<'a>) -> Option<T::Held<'a>> {
        if const { T::ELEMENT.ends.is_empty() } {
            return Self::held(element, const { &Self::SHAPE.single() }, ());
        }
        match element.bytes().split_first() {
            Some((present, record)) if present & 1 != 0 => Some(T::held_element(&element.part(record))),
            _ => None,
        }
    }

    #[inline(always)]
    fn open(held: Self::Held<'_>) -> Self::Proved<'_> {
        held.map(T::open)
    }
}
