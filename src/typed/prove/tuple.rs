//! Tuples: the records of frozen structs.

use super::layout::unused;
use super::list::ProvedList;
use super::prover::Prover;
use super::record::ProvedRecord;
use super::{Prove, prove_element};
use crate::layout::{Place, plan};
use crate::typed::Value;
use crate::typed::tuple::TuplePlan;
use crate::wire::stored;
use crate::wire::width::StaticWidth;

macro_rules! tuple {
    ($count:literal: $($type:ident $index:tt),*) => {
        impl<$($type: Value),*> Prove for ($($type,)*) {
            type Proved<'a> = ($($type::Proved<'a>,)*);
            type Held<'a> = ($($type::Held<'a>,)*);
            type ProvedList<'a> = ProvedList<'a, Self>;
            type Standard = ();
    const STANDARD: () = ();
            #[inline]
            fn prove<W: StaticWidth>(prover: &mut Prover<'_, W>, record: &[u8], place: &Place, (): &()) -> Option<()> {
                let shift = W::WIDTH.shift();
                let record = stored(record, place.slot.at(shift), Self::SHAPE.slot.at(shift));
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                prover.zero_bits(record, const {
                    let shapes = <Self as TuplePlan<$count>>::SHAPES;
                    unused(shapes, &plan(shapes), 1)
                })?;
                $($type::prove(prover, record, &places[$index], &$type::STANDARD)?;)*
                Some(())
            }

            prove_element!();

            #[inline]
            fn held<'a>(record: &ProvedRecord<'a>, place: &Place, (): ()) -> Self::Held<'a> {
                let shift = record.shift();
                let record = record.part(stored(record.bytes(), place.slot.at(shift), Self::SHAPE.slot.at(shift)));
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                ($($type::held(&record, &places[$index], $type::STANDARD),)*)
            }

            #[inline(always)]
            fn open(held: Self::Held<'_>) -> Self::Proved<'_> {
                ($($type::open(held.$index),)*)
            }
        }
    };
}

tuple!(1: A 0);
tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, C 2);
tuple!(4: A 0, B 1, C 2, D 3);
tuple!(5: A 0, B 1, C 2, D 3, E 4);
tuple!(6: A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(7: A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
