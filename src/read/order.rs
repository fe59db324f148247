//! The check of walks over a whole map that its keys ascend.
//!
//! ```text
//! run   b c c        c comes twice
//! run   a            and a lies behind c
//! ```
//! A search for one key does not check the others; a walk visits them all, and one comparison for
//! each costs little.

use super::map_key::SortedKey;
use super::slot::Slot;
use super::{Buf, Elements};
use crate::error::{Error, Result, Wording};
use crate::schema::{MapEntry, Schema};

/// Whether one text or bytes are less than others; most differ in the first eight bytes.
#[inline(always)]
pub(crate) fn is_less(one: &[u8], other: &[u8]) -> bool {
    match (one.first_chunk(), other.first_chunk()) {
        (Some(first), Some(second)) if first != second => u64::from_be_bytes(*first) < u64::from_be_bytes(*second),
        _ => one < other,
    }
}

/// Fails if the keys of a run do not ascend; `last` is the last key of the previous run.
pub(crate) fn check_ascending<'a>(
    buf: &Buf<'a>,
    schema: &'a Schema,
    entry: &'a MapEntry,
    run: &Elements<'a>,
    last: &mut Option<SortedKey<'a>>,
) -> Result<()> {
    for bytes in run.bytes.chunks_exact(run.stride.max(1)) {
        let slot = Slot::of_item(*buf, bytes, schema, &entry.key);
        let key = slot.sorted()?;
        if let Some(last) = last
            && !slot.ascends(last, &key)?
        {
            return Err(Error::corrupt(buf.position(bytes), Wording::KeysNotAscending));
        }
        *last = Some(key);
    }
    Ok(())
}
