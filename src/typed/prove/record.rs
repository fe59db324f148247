//! Structs as values of a field.

use super::prover::Prover;
use crate::layout::{Place, is_known_size};
use crate::schema::MIXED;
use crate::typed::{Value, Vellum};
use crate::wire::stored;
use crate::wire::width::StaticWidth;

/// Proves a struct at a place: behind a pointer if it can grow, else inline.
#[doc(hidden)]
#[inline]
pub fn prove_struct<T: Vellum, W: StaticWidth>(prover: &mut Prover<'_, W>, record: &[u8], place: &Place) -> Option<()> {
    if const { !T::SHAPE.nullable } {
        let shift = W::WIDTH.shift();
        return prover.element::<T>(stored(record, place.slot.at(shift), <T as Value>::SHAPE.slot.at(shift)), MIXED);
    }
    let Some(record) = prover.content(record, place.slot)? else { return Some(()) };
    if !is_known_size(const { T::PLAN.ends }, record.len(), W::WIDTH.shift()) {
        return None;
    }
    prover.deeper(|prover| prover.element::<T>(record, MIXED))
}
