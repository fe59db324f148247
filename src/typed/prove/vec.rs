//! `Vec<T>`: a list, whose elements prove themselves.

use alloc::vec::Vec;

use super::list::ProvedList;
use super::prover::Prover;
use super::{Prove, ProvedSlot, proved_as};
use crate::typed::Value;
use crate::typed::at::At;
use crate::wire::width::StaticWidth;

impl<T: Value> Prove for Vec<T> {
    proved_as!(T::ProvedList<'a>);
    type Default = ();
    const DEFAULT: &'static () = &();

    #[inline]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
    ) -> Option<()> {
        match prover.follow(record, at.place.slot)? {
            Some(object) => prover.list::<T>(object),
            None => Some(()),
        }
    }

    #[inline(always)]
    fn held<'a, const ELEMENT: bool>(slot: ProvedSlot<'a, '_, Self, ELEMENT>) -> T::ProvedList<'a> {
        T::ProvedList::from(ProvedList::behind(slot.record(), slot.at().place))
    }
}
