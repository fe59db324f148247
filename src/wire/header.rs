//! The first bytes of a buffer.
//!
//! ```text
//! ordinary   flags root_size | root record | heap
//! workspace  flags 0:u24 end:u32 free:u32 seq:u32 root_size | root record | heap | unused up to the capacity
//!                                                                                ^ end
//!
//! flags      bits 0-1  pointer width: 0 -> 1 byte, 1 -> 2, 2 -> 4
//!            bit  3    workspace
//!            bits 5-7  format version, 1
//!            bits 2, 4 zero
//! ```

use super::varint;
use super::width::PointerWidth;
use crate::error::{Error, Result, Wording};

/// Format version 1 in the flags byte.
const VERSION: u8 = 1 << 5;
const WIDTH_MASK: u8 = 0b0000_0011;
const WORKSPACE: u8 = 0b0000_1000;
/// Bytes of a workspace's header before the root size. Its words are aligned where the memory is.
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
    /// Reads and checks the header: version, width, and that the root record lies in the buffer.
    #[inline]
    pub(crate) fn read(bytes: &[u8]) -> Result<Self> {
        if Self::is_workspace(bytes) { Self::read_workspace(bytes) } else { Self::read_ordinary(bytes) }
    }

    /// As [`Header::read`], of bytes that are no workspace.
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
    fn read_workspace(bytes: &[u8]) -> Result<Self> {
        let width = Self::width(bytes.first().copied().unwrap_or(0) & !WORKSPACE)?;
        let Some(end) = Self::workspace_end(bytes) else {
            return Err(Error::corrupt(END, Wording::WorkspaceEnd));
        };
        if bytes.get(1..END) != Some(&[0; 3]) {
            return Err(Error::corrupt(1, Wording::NotVellum));
        }
        match bytes.get(..end) {
            Some(bytes) => Self::read_root(bytes, width, WORKSPACE_HEAD),
            None => Err(Error::beyond(Wording::BeyondWorkspace, 0, end as u64, bytes.len())),
        }
    }

    /// Whether bytes begin as a workspace does.
    #[inline(always)]
    pub(crate) fn is_workspace(bytes: &[u8]) -> bool {
        bytes.first().is_some_and(|flags| flags & WORKSPACE != 0)
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

    /// Writes a header to the start of `out`; gives what follows.
    #[inline]
    pub(crate) fn write(width: PointerWidth, root_size: u32, out: &mut [u8]) -> Option<&mut [u8]> {
        let (flags, rest) = out.split_first_mut()?;
        *flags = VERSION | width as u8;
        varint::write(root_size, rest)
    }
}

/// A word of a workspace's header.
fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..).and_then(<[u8]>::first_chunk)?;
    Some(u32::from_le_bytes(*word) as usize)
}
