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
