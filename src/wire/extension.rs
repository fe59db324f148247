//! The extension block of a header: room for what nobody has thought of yet.
//!
//! ```text
//! block = size : varint | items of that many bytes
//! item  = id : 1 byte | length : varint | bytes of that length
//! ```
//! Two bits of an id say what becomes of an item that a program does not know. This version knows
//! no item: docs/format.md keeps two ids.

use super::varint;
use crate::error::{Error, ErrorKind, Result, Wording};

/// Set in the id of an item without which the buffer cannot be read.
const REQUIRED: u8 = 0x80;
/// Set in the id of an item that says something of the bytes, which an edit makes untrue.
const FRAGILE: u8 = 0x40;
/// The id of an item that means nothing any more.
const VOID: u8 = 0;

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
