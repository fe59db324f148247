//! The extension block of a header: room for what nobody has thought of yet.
//!
//! ```text
//! block = size : varint | items of that many bytes
//! item  = id : 1 byte | length : varint | bytes of that length
//! ```
//! Two bits of an id say what becomes of an item that a program does not know. This version knows
//! one item, the lineage of a schema; docs/format.md keeps one id more.

use super::varint;
use crate::error::{Error, ErrorKind, Result, Wording};

/// Set in the id of an item without which the buffer cannot be read.
const REQUIRED: u8 = 0x80;
/// Set in the id of an item that says something of the bytes, which an edit makes untrue.
const FRAGILE: u8 = 0x40;
/// The id of an item that means nothing any more.
const VOID: u8 = 0;
/// The id of the lineage of the schema that a buffer was written by.
const LINEAGE: u8 = 1;
/// Bytes of a block that holds a lineage alone.
pub(crate) const LINEAGE_LEN: usize = 7;

/// The block that holds a lineage alone.
pub(crate) const fn lineage_block(lineage: u32) -> [u8; LINEAGE_LEN] {
    let [a, b, c, d] = lineage.to_le_bytes();
    [6, LINEAGE, 4, a, b, c, d]
}

/// Where the lineage lies, if it is another one. Of several the first counts.
#[cold]
pub(crate) fn other_lineage(bytes: &[u8], start: usize, lineage: u32) -> Option<usize> {
    let (at, end) = find(bytes, start, LINEAGE, u8::MAX)?;
    let block = lineage_block(lineage);
    let [_, item @ ..] = &block;
    (at < end && !bytes.get(at..)?.starts_with(item)).then_some(at)
}

/// Checks the block that begins at `start`; gives where it ends.
///
/// # Errors
/// [`ErrorKind::Corrupt`] if it does not lie in the bytes, [`ErrorKind::Newer`] if the buffer
/// cannot be read without an item that is not known here.
#[cold]
pub(crate) fn end(bytes: &[u8], start: usize) -> Result<usize> {
    match find(bytes, start, REQUIRED, REQUIRED) {
        None => Err(Error::corrupt(start, Wording::Extension)),
        Some((at, end)) if at < end => {
            let id = bytes.get(at).copied().unwrap_or(VOID);
            Err(Error::of(ErrorKind::Newer, Wording::UnknownExtension, [id.into(), 0, 0]))
        }
        Some((_, end)) => Ok(end),
    }
}

/// The block that begins at `start`, as it is.
#[cold]
pub(crate) fn block(bytes: &[u8], start: usize) -> Option<&[u8]> {
    let (_, end) = find(bytes, start, VOID, VOID)?;
    bytes.get(start..end)
}

/// Takes the items out that an edit makes untrue.
#[cold]
pub(crate) fn forget(bytes: &mut [u8], start: usize) {
    while let Some((at, end)) = find(bytes, start, FRAGILE, FRAGILE)
        && at < end
        && let Some(id) = bytes.get_mut(at)
    {
        *id = VOID;
    }
}

/// Where the first item begins whose id has such bits under a mask, or where the block ends if
/// there is none, and where it ends; `None` for an invalid block.
#[inline(never)]
fn find(bytes: &[u8], start: usize, bits: u8, mask: u8) -> Option<(usize, usize)> {
    let (size, rest) = varint::read(bytes.get(start..)?)?;
    let mut items = rest.get(..size as usize)?;
    let end = bytes.len().checked_sub(rest.len())?.checked_add(items.len())?;
    while let Some((_, rest)) = items.split_first().filter(|(id, _)| **id & mask != bits) {
        let (len, rest) = varint::read(rest)?;
        items = rest.get(len as usize..)?;
    }
    Some((end.checked_sub(items.len())?, end))
}
