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
    let (mut at, end) = items(bytes, start)?;
    while at < end {
        let (id, next) = item(bytes, at, end)?;
        if id == LINEAGE {
            return (bytes.get(at..next)? != lineage_block(lineage).get(1..)?).then_some(at);
        }
        at = next;
    }
    None
}

/// Checks the block that begins at `start`; gives where it ends.
///
/// # Errors
/// [`ErrorKind::Corrupt`] if it does not lie in the bytes, [`ErrorKind::Newer`] if the buffer
/// cannot be read without an item that is not known here.
#[cold]
pub(crate) fn end(bytes: &[u8], start: usize) -> Result<usize> {
    let (mut at, end) = items(bytes, start).ok_or_else(|| Error::corrupt(start, Wording::Extension))?;
    while at < end {
        let (id, next) = item(bytes, at, end).ok_or_else(|| Error::corrupt(at, Wording::Extension))?;
        if id & REQUIRED != 0 {
            return Err(Error::of(ErrorKind::Newer, Wording::UnknownExtension, [id.into(), 0, 0]));
        }
        at = next;
    }
    Ok(end)
}

/// Where the first item lies that an edit makes untrue.
#[cold]
fn fragile(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut at, end) = items(bytes, start)?;
    while at < end {
        let (id, next) = item(bytes, at, end)?;
        if id & FRAGILE != 0 {
            return Some(at);
        }
        at = next;
    }
    None
}

/// Takes the items out that an edit makes untrue.
#[cold]
pub(crate) fn forget(bytes: &mut [u8], start: usize) {
    while let Some(id) = fragile(bytes, start).and_then(|at| bytes.get_mut(at)) {
        *id = VOID;
    }
}

/// Where the items of a block begin and end.
fn items(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    let (size, rest) = varint::read(bytes.get(start..)?)?;
    rest.get(..size as usize)?;
    let first = bytes.len().checked_sub(rest.len())?;
    Some((first, first.checked_add(size as usize)?))
}

/// The id of an item, and where the next begins.
fn item(bytes: &[u8], at: usize, end: usize) -> Option<(u8, usize)> {
    let (id, rest) = bytes.get(at..end)?.split_first()?;
    let (len, rest) = varint::read(rest)?;
    Some((*id, end.checked_sub(rest.len().checked_sub(len as usize)?)?))
}
