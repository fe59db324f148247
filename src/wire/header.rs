//! The first bytes of a buffer: flags, pointer width, extension block.
//!
//! ```text
//! ordinary   flags root_size | root record | heap
//! workspace  flags 0:u24 end:u32 free:u32 seq:u32 root_size | root record | heap | not used
//!                                                                              ^ end      ^ memory
//!
//! flags      bits 0-1  pointer width: 0 -> 1 byte, 1 -> 2, 2 -> 4
//!            bit  2    zero
//!            bit  3    workspace
//!            bit  4    an extension block before root_size
//!            bits 5-7  format version, 1
//! ```

use super::varint;
use super::width::PointerWidth;
use crate::error::{Error, ErrorKind, Result, Wording};

/// Format version 1 in the flags byte.
const VERSION: u8 = 1 << 5;
const WIDTH_MASK: u8 = 0b0000_0011;
const WORKSPACE: u8 = 0b0000_1000;
const EXTENDED: u8 = 0b0001_0000;
/// Bytes of a workspace's header before the root size, if no extension block lies between. Its
/// words are aligned where the memory is.
const WORKSPACE_HEAD: usize = 16;
/// Where a workspace says where it ends.
pub(crate) const END: usize = 4;
/// Where a workspace counts the bytes of deleted objects.
pub(crate) const FREE: usize = 8;
/// Where a workspace counts its edits.
pub(crate) const SEQ: usize = 12;

/// A checked header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    /// Width of every pointer in the buffer.
    pub width: PointerWidth,
    /// Offset of the root record.
    pub root: usize,
    /// Bytes of the root record as stored.
    pub root_size: usize,
    /// End of the buffer: of its bytes, or what a workspace says.
    pub end: usize,
}

impl Header {
    /// How many bytes stand before an extension block, or before the root size if there is none.
    pub(crate) fn marks(bytes: &[u8]) -> usize {
        if Self::is_workspace(bytes) { WORKSPACE_HEAD } else { 1 }
    }

    /// Reads and checks the header: version, width, and that the root record lies in the buffer.
    #[inline]
    pub(crate) fn read(bytes: &[u8]) -> Result<Self> {
        if Self::is_marked(bytes) { Self::read_marked(bytes) } else { Self::read_ordinary(bytes) }
    }

    /// As [`Header::read`], of bytes whose flags tell of nothing between them and the root size.
    #[inline]
    pub(crate) fn read_ordinary(bytes: &[u8]) -> Result<Self> {
        let (width, varint_at) = match bytes.first() {
            Some(&VERSION) => (PointerWidth::One, 1),
            Some(&flags) => (Self::width(flags)?, 1),
            None => return Err(Error::corrupt(0, Wording::EmptyBuffer)),
        };
        Self::read_root(bytes, width, varint_at)
    }

    #[inline]
    fn read_root(bytes: &[u8], width: PointerWidth, varint_at: usize) -> Result<Self> {
        let Some((root_size, rest)) = bytes.get(varint_at..).and_then(varint::read) else {
            return Err(Error::corrupt(varint_at, Wording::RootSizeVarint));
        };
        let root = bytes.len().saturating_sub(rest.len());
        if root_size as usize > rest.len() {
            return Err(Error::beyond(Wording::BeyondRoot, root, u64::from(root_size), bytes.len()));
        }
        Ok(Self { width, root, root_size: root_size as usize, end: bytes.len() })
    }

    /// The pointer width, if the flags are those of an ordinary buffer.
    #[inline(always)]
    pub(crate) const fn ordinary_width(flags: u8) -> Option<PointerWidth> {
        const TWO: u8 = VERSION | 1;
        const FOUR: u8 = VERSION | 2;
        match flags {
            VERSION => Some(PointerWidth::One),
            TWO => Some(PointerWidth::Two),
            FOUR => Some(PointerWidth::Four),
            _ => None,
        }
    }

    /// The pointer width of a buffer that begins with these flags, perhaps with an extension block.
    #[inline(always)]
    pub(crate) const fn likely_width(flags: u8) -> Option<PointerWidth> {
        Self::ordinary_width(flags & !EXTENDED)
    }

    #[inline]
    fn width(flags: u8) -> Result<PointerWidth> {
        if flags & !WIDTH_MASK != VERSION {
            return Err(Error::corrupt(0, Wording::NotVellum));
        }
        match flags & WIDTH_MASK {
            0 => Ok(PointerWidth::One),
            1 => Ok(PointerWidth::Two),
            2 => Ok(PointerWidth::Four),
            _ => Err(Error::corrupt(0, Wording::PointerWidth)),
        }
    }

    #[cold]
    #[inline(never)]
    fn read_marked(bytes: &[u8]) -> Result<Self> {
        let width = Self::width(bytes.first().copied().unwrap_or(0) & !(WORKSPACE | EXTENDED))?;
        let buffer = if Self::is_workspace(bytes) { Self::workspace_content(bytes)? } else { bytes };
        let root_size = match Self::extension_start(bytes) {
            Some(start) => end(buffer, start)?,
            None => WORKSPACE_HEAD,
        };
        Self::read_root(buffer, width, root_size)
    }

    /// The bytes before the end that a workspace says.
    fn workspace_content(bytes: &[u8]) -> Result<&[u8]> {
        let Some(end) = Self::workspace_end(bytes) else {
            return Err(Error::corrupt(END, Wording::WorkspaceEnd));
        };
        if bytes.get(1..END) != Some(&[0; 3]) {
            return Err(Error::corrupt(1, Wording::NotVellum));
        }
        bytes.get(..end).ok_or_else(|| Error::beyond(Wording::BeyondWorkspace, 0, end as u64, bytes.len()))
    }

    /// Whether bytes begin as a workspace does.
    #[inline(always)]
    pub(crate) fn is_workspace(bytes: &[u8]) -> bool {
        bytes.first().is_some_and(|flags| flags & WORKSPACE != 0)
    }

    /// Whether the flags tell of more between them and the root size.
    #[inline(always)]
    pub(crate) fn is_marked(bytes: &[u8]) -> bool {
        bytes.first().is_some_and(|flags| flags & (WORKSPACE | EXTENDED) != 0)
    }

    /// Where the extension block begins, if there is one.
    fn extension_start(bytes: &[u8]) -> Option<usize> {
        let flags = bytes.first().filter(|flags| *flags & EXTENDED != 0)?;
        Some(if flags & WORKSPACE == 0 { 1 } else { WORKSPACE_HEAD })
    }

    /// The extension block; none of a buffer without one.
    pub(crate) fn extension(bytes: &[u8]) -> &[u8] {
        let block = Self::extension_start(bytes).and_then(|start| block(bytes, start));
        block.unwrap_or(&[])
    }

    /// Takes the extensions out of the header that an edit makes untrue.
    #[cold]
    #[inline(never)]
    pub(crate) fn forget_fragile(bytes: &mut [u8]) {
        if let Some(start) = Self::extension_start(bytes) {
            forget(bytes, start);
        }
    }

    /// The bytes of memory that are the buffer: of a workspace those before its end.
    #[cold]
    #[inline(never)]
    pub(crate) fn content(memory: &[u8]) -> &[u8] {
        Self::read(memory).ok().and_then(|header| memory.get(..header.end)).unwrap_or(&[])
    }

    /// Bytes of a workspace's header for a root record of `root_size` bytes.
    pub(crate) const fn workspace_len(root_size: u32) -> usize {
        WORKSPACE_HEAD.saturating_add(varint::len(root_size))
    }

    /// Bytes of a workspace that were freed and not taken again.
    pub(crate) fn workspace_free(bytes: &[u8]) -> Option<usize> {
        if Self::is_workspace(bytes) { word(bytes, FREE) } else { None }
    }

    /// What a workspace counts its edits with.
    pub(crate) fn seq_mut(bytes: &mut [u8]) -> Option<&mut [u8; 4]> {
        if Self::is_workspace(bytes) { bytes.get_mut(SEQ..)?.first_chunk_mut() } else { None }
    }

    /// Whether bytes are of a workspace of which an edit has not ended.
    pub(crate) fn is_under_edit(bytes: &[u8]) -> bool {
        Self::is_workspace(bytes) && word(bytes, SEQ).is_some_and(|seq| seq % 2 == 1)
    }

    /// Where a workspace ends, as its header says.
    pub(crate) fn workspace_end(bytes: &[u8]) -> Option<usize> {
        word(bytes, END)
    }

    /// Writes the header of a new workspace, in which nothing was freed, to the start of `out`.
    pub(crate) fn write_workspace(width: PointerWidth, end: u32, root_size: u32, out: &mut [u8]) -> Option<()> {
        let (head, rest) = out.split_first_chunk_mut::<WORKSPACE_HEAD>()?;
        let words = [(VERSION | WORKSPACE | width as u8).into(), end, 0, 0];
        for (slot, word) in head.as_chunks_mut().0.iter_mut().zip(words) {
            *slot = word.to_le_bytes();
        }
        varint::write(root_size, rest).map(drop)
    }

    /// End of the root record: the lowest offset a pointer may have.
    #[inline]
    #[must_use]
    pub(crate) fn floor(self) -> usize {
        self.root.saturating_add(self.root_size)
    }

    /// Bytes of a header for a root record of `root_size` bytes.
    #[inline]
    #[must_use]
    pub(crate) const fn len(root_size: u32) -> usize {
        1usize.saturating_add(varint::len(root_size))
    }

    /// The first byte of a buffer that is no workspace.
    pub(crate) const fn flags(width: PointerWidth, extension: &[u8]) -> u8 {
        VERSION | width as u8 | if extension.is_empty() { 0 } else { EXTENDED }
    }

    /// Writes a header to the start of `out`; gives what follows.
    #[inline]
    pub(crate) fn write(width: PointerWidth, root_size: u32, out: &mut [u8]) -> Option<&mut [u8]> {
        let (flags, rest) = out.split_first_mut()?;
        *flags = VERSION | width as u8;
        varint::write(root_size, rest)
    }

    /// Puts an extension block into a header that was written, for which there is room; gives what
    /// follows.
    pub(crate) fn extend<'o>(block: &[u8], root_size: u32, out: &'o mut [u8]) -> Option<&'o mut [u8]> {
        let flags = out.first_mut().filter(|_| !block.is_empty())?;
        *flags |= EXTENDED;
        let start = Self::extension_start(out)?;
        let (place, rest) = out.get_mut(start..)?.split_at_mut_checked(block.len())?;
        place.copy_from_slice(block);
        varint::write(root_size, rest)
    }

    /// Fails if a buffer, whose header is valid, carries another lineage than that of its schema.
    #[cold]
    pub(crate) fn check_lineage(bytes: &[u8], lineage: u32) -> Result<()> {
        match Self::extension_start(bytes).and_then(|start| other_lineage(bytes, start, lineage)) {
            None => Ok(()),
            Some(at) => Err(Error::corrupt(at, Wording::Lineage)),
        }
    }
}

/// A word of a workspace's header.
fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..).and_then(<[u8]>::first_chunk)?;
    Some(u32::from_le_bytes(*word) as usize)
}

// The extension block of a header: room for later data.
//
// ```text
// block = size : varint | items of that many bytes
// item  = id : 1 byte | length : varint | bytes of that length
// ```
// Two bits of an id tell a program how to treat an item that it does not know. This version knows
// one item, the lineage of a schema; docs/format.md reserves one more id.

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

/// The lineage that a buffer carries, if it carries one. Of several the first counts.
#[cold]
pub(crate) fn carried_lineage(bytes: &[u8]) -> Option<u32> {
    let (at, end) = find(bytes, Header::extension_start(bytes)?, LINEAGE, u8::MAX)?;
    match bytes.get(at..end)? {
        [LINEAGE, 4, a, b, c, d, ..] => Some(u32::from_le_bytes([*a, *b, *c, *d])),
        _ => None,
    }
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
