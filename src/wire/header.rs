//! The first bytes of a buffer.
//!
//! ```text
//! ordinary   flags root_size | root record | heap
//! workspace  flags end:u32 free:u32 root_size | root record | heap | unused up to the capacity
//!
//! flags      bits 0-1  pointer width: 0 -> 1 byte, 1 -> 2, 2 -> 4
//!            bit  3    workspace
//!            bits 5-7  format version, 1
//!            bits 2, 4 zero
//! ```

use super::varint;
use super::width::PointerWidth;
use crate::error::{Error, Kind, Result};

/// Format version 1 in the flags byte.
const VERSION: u8 = 1 << 5;
const WIDTH_MASK: u8 = 0b0000_0011;
const WORKSPACE: u8 = 0b0000_1000;

/// A checked header.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// Width of every pointer in the buffer.
    pub width: PointerWidth,
    /// Offset of the root record.
    pub root: usize,
    /// Bytes of the root record as stored.
    pub root_size: usize,
}

impl Header {
    /// Reads and checks the header: version, width, and that the root record lies in the buffer.
    #[inline]
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let (width, varint_at) = match bytes.first() {
            Some(&VERSION) => (PointerWidth::One, 1),
            Some(&flags) => Self::other_flags(flags)?,
            None => return Err(Error::corrupt(0, "an empty buffer has no header")),
        };
        let Some((root_size, rest)) = bytes.get(varint_at..).and_then(varint::read) else {
            return Err(Error::corrupt(varint_at, "no valid varint for the root size"));
        };
        let root = bytes.len().saturating_sub(rest.len());
        if root_size as usize > rest.len() {
            return Err(Error::beyond("the root record", root, u64::from(root_size), bytes.len()));
        }
        Ok(Self { width, root, root_size: root_size as usize })
    }

    #[inline]
    fn other_flags(flags: u8) -> Result<(PointerWidth, usize)> {
        let width = match flags & WIDTH_MASK {
            0 => PointerWidth::One,
            1 => PointerWidth::Two,
            2 => PointerWidth::Four,
            _ => return Err(Error::corrupt(0, "pointer width 3 in the flags byte is not defined")),
        };
        match flags & !WIDTH_MASK {
            VERSION => Ok((width, 1)),
            rest if rest == VERSION | WORKSPACE => {
                Err(Error::new(Kind::Limit, "workspace buffers are not supported yet").at(0))
            }
            _ => Err(Error::corrupt(0, "not a vellum buffer of format version 1")),
        }
    }

    /// End of the root record: the lowest offset a pointer may have.
    #[inline]
    #[must_use]
    pub fn floor(self) -> usize {
        self.root.saturating_add(self.root_size)
    }

    /// Bytes of a header for a root record of `root_size` bytes.
    #[inline]
    #[must_use]
    pub const fn len(root_size: u32) -> usize {
        1usize.saturating_add(varint::len(root_size))
    }

    /// Writes a header to the start of `out`; gives what follows.
    #[inline]
    pub fn write(width: PointerWidth, root_size: u32, out: &mut [u8]) -> Option<&mut [u8]> {
        let (flags, rest) = out.split_first_mut()?;
        *flags = VERSION | width as u8;
        varint::write(root_size, rest)
    }
}
