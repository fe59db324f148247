//! `String`: proved to be UTF-8, and looked at once more where it is read.
//!
//! Without that look a hand-written [`Prove`] that reads other places than it proved would make text of any bytes, out of safe code.

use alloc::string::String;

use super::prover::Prover;
use super::record::ProvedRecord;
use super::{Prove, proved_as};
use crate::typed::at::At;
use crate::wire::proved;
use crate::wire::width::StaticWidth;

impl Prove for String {
    proved_as!(&'a str);
    type Default = &'static str;
    const DEFAULT: &'static &'static str = &"";

    #[inline(always)]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, &'static str, ELEMENT>,
    ) -> Option<()> {
        match prover.follow(record, at.place.slot)? {
            Some(object) => prover.text(object),
            None => Some(()),
        }
    }

    #[inline(always)]
    fn held<'a, const ELEMENT: bool>(record: &ProvedRecord<'a>, at: &At<'_, &'static str, ELEMENT>) -> &'a str {
        match record.object(at.place.slot) {
            Some(object) => proved::content(object).and_then(proved::text).unwrap_or_default(),
            None => at.default,
        }
    }
}
