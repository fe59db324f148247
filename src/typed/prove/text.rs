//! `String`: proved to be UTF-8, and so not looked at again where it is read, unless the buffer was edited since.
use alloc::string::String;

use super::prover::Prover;
use super::{Prove, ProvedSlot, proved_as};
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
    fn held<'a, const ELEMENT: bool>(slot: ProvedSlot<'a, '_, Self, ELEMENT>) -> &'a str {
        let (record, at) = (slot.record(), slot.at());
        let Some(object) = record.object(at.place.slot) else { return at.default };
        if !record.is_unchanged() {
            return edited(object);
        }
        proved::proved_text(object)
    }
}

/// Text of a buffer that was edited since its proof.
#[inline(never)]
fn edited(object: &[u8]) -> &str {
    proved::content(object).and_then(proved::text).unwrap_or_default()
}
