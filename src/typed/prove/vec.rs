//! `Vec<T>`: a list, whose elements prove themselves.

use alloc::vec::Vec;

use super::list::ProvedList;
use super::prover::Prover;
use super::record::ProvedRecord;
use super::{Prove, prove_element};
use crate::layout::Place;
use crate::typed::Value;
use crate::wire::width::StaticWidth;

impl<T: Value> Prove for Vec<T> {
    type Proved<'a> = T::ProvedList<'a>;
    type Held<'a> = T::ProvedList<'a>;
    type ProvedList<'a> = ProvedList<'a, Self>;
    type Standard = ();
    const STANDARD: () = ();

    #[inline]
    fn prove<W: StaticWidth>(prover: &mut Prover<'_, W>, record: &[u8], place: &Place, (): &()) -> Option<()> {
        match prover.follow(record, place.slot)? {
            Some(object) => T::prove_list(prover, object),
            None => Some(()),
        }
    }

    prove_element!();

    #[inline(always)]
    fn held<'a>(record: &ProvedRecord<'a>, place: &Place, (): ()) -> T::ProvedList<'a> {
        T::ProvedList::from(ProvedList::behind(record, place))
    }

    #[inline(always)]
    fn open(held: Self::Held<'_>) -> Self::Proved<'_> {
        held
    }
}
