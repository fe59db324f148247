//! Arrays: elements inline, each a record of one field.

use super::list::ProvedList;
use super::prover::Prover;
use super::{Prove, ProvedSlot, proved_as};
use crate::typed::Value;
use crate::typed::array::array_elements;
use crate::typed::at::{At, alone};
use crate::wire::stored;
use crate::wire::width::StaticWidth;

impl<T: Value, const N: usize> Prove for [T; N] {
    proved_as!(T::ProvedList<'a>);
    type Default = ();
    const DEFAULT: &'static () = &();

    #[inline]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
    ) -> Option<()> {
        if const { T::SHAPE.is_element_checked() } {
            let shift = W::WIDTH.shift();
            let slot = stored(record, at.place.slot.at(shift), Self::SHAPE.slot.at(shift));
            let at = alone::<T>();
            for element in slot.chunks_exact(at.place.end.at(shift).max(1)) {
                prover.one_field::<T, false>(element, at)?;
            }
        }
        Some(())
    }

    #[inline]
    fn held<'a, const ELEMENT: bool>(slot: ProvedSlot<'a, '_, Self, ELEMENT>) -> T::ProvedList<'a> {
        let record = slot.record();
        T::ProvedList::from(ProvedList::of_array(record, array_elements::<T, N>(record.record(), slot.at().place)))
    }
}
