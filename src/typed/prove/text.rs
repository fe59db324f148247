//! `String`: proved to be UTF-8, and looked at once more where it is read.
//!
//! Without that look a hand-written [`Prove`] that reads other places than it proved would make text of any bytes, out of safe code.

use alloc::string::String;

use super::prover::Prover;
use super::record::ProvedRecord;
use super::{Prove, prove_element, proved_as};
use crate::layout::Place;
use crate::wire::proved;
use crate::wire::width::StaticWidth;

impl Prove for String {
    proved_as!(&'a str);
    type Standard = &'static str;
    const STANDARD: &'static str = "";

    #[inline(always)]
    fn prove<W: StaticWidth>(prover: &mut Prover<'_, W>, record: &[u8], place: &Place, _: &&'static str) -> Option<()> {
        match prover.follow(record, place.slot)? {
            Some(object) => prover.text(object),
            None => Some(()),
        }
    }

    prove_element!();

    #[inline(always)]
    fn held<'a>(record: &ProvedRecord<'a>, place: &Place, default: &'static str) -> &'a str {
        match record.object(place.slot) {
            Some(object) => proved::content(object).and_then(proved::text).unwrap_or_default(),
            None => default,
        }
    }
}
