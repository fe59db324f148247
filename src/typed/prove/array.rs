//! Arrays: elements inline, each a record of one field.

use super::list::ProvedList;
use super::prover::Prover;
use super::record::ProvedRecord;
use super::{Prove, prove_element};
use crate::layout::Place;
use crate::typed::Value;
use crate::typed::array::{array_elements, single};
use crate::wire::stored;
use crate::wire::width::StaticWidth;

impl<T: Value, const N: usize> Prove for [T; N] {
    type Proved<'a> = T::ProvedList<'a>;
    type Held<'a> = T::ProvedList<'a>;
    type ProvedList<'a> = ProvedList<'a, Self>;
    type Standard = ();
    const STANDARD: () = ();

    #[inline]
    fn prove<W: StaticWidth>(prover: &mut Prover<'_, W>, record: &[u8], place: &Place, (): &()) -> Option<()> {
        if const { T::SHAPE.is_element_checked() } {
            let shift = W::WIDTH.shift();
            let slot = stored(record, place.slot.at(shift), Self::SHAPE.slot.at(shift));
            let place = const { &single::<T>() };
            for element in slot.chunks_exact(place.end.at(shift).max(1)) {
                prover.one_field::<T>(element, place)?;
            }
        }
        Some(())
    }

    prove_element!();

    #[inline]
    fn held<'a>(record: &ProvedRecord<'a>, place: &Place, (): ()) -> T::ProvedList<'a> {
        T::ProvedList::from(ProvedList::of_array(*record.buf(), array_elements::<T, N>(record.record(), place)))
    }

    #[inline(always)]
    fn open(held: Self::Held<'_>) -> Self::Proved<'_> {
        held
    }
}
