//! Tuples: the records of frozen structs.

use super::layout::unused;
use super::list::ProvedList;
use super::prover::Prover;
use super::{Prove, ProvedSlot};
use crate::layout::plan;
use crate::typed::Value;
use crate::typed::at::{At, field_at};
use crate::typed::tuple::TuplePlan;
use crate::wire::stored;
use crate::wire::width::StaticWidth;

macro_rules! tuple {
    ($count:literal: $($type:ident $index:tt),*) => {
        #[allow(unused_variables, clippy::unused_unit)] // Of `()`.
        impl<$($type: Value),*> Prove for ($($type,)*) {
            type Proved<'a> = ($($type::Proved<'a>,)*);
            type Held<'a> = ($($type::Held<'a>,)*);
            type ProvedList<'a> = ProvedList<'a, Self>;
            type Default = ();
            const DEFAULT: &'static () = &();

            #[inline]
            fn prove<const ELEMENT: bool, W: StaticWidth>(
                prover: &mut Prover<'_, W>,
                record: &[u8],
                at: &At<'_, (), ELEMENT>,
            ) -> Option<()> {
                let shift = W::WIDTH.shift();
                let record = stored(record, at.place.slot.at(shift), Self::SHAPE.slot.at(shift));
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                prover.zero_bits(record, const {
                    let shapes = <Self as TuplePlan<$count>>::SHAPES;
                    unused(shapes, &plan(shapes), 1)
                })?;
                $($type::prove(prover, record, &field_at::<$type>(&places[$index]))?;)*
                Some(())
            }

            #[inline]
            fn held<'a, const ELEMENT: bool>(slot: ProvedSlot<'a, '_, Self, ELEMENT>) -> Self::Held<'a> {
                let (record, at) = (slot.record(), slot.at());
                let shift = record.shift();
                let record = record.part(stored(record.bytes(), at.place.slot.at(shift), Self::SHAPE.slot.at(shift)));
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                ($($type::held(ProvedSlot::new(&record, &field_at::<$type>(&places[$index]))),)*)
            }

            #[inline(always)]
            fn open(held: Self::Held<'_>) -> Self::Proved<'_> {
                ($($type::open(held.$index),)*)
            }
        }
    };
}

tuple!(0:);
tuple!(1: A 0);
tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, C 2);
tuple!(4: A 0, B 1, C 2, D 3);
tuple!(5: A 0, B 1, C 2, D 3, E 4);
tuple!(6: A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(7: A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
