//! The unused bits of a record's bitmaps, as constants of its type.

use crate::layout::{Place, Shape, Size};

/// Unused bits of one byte of a region.
#[derive(Clone, Copy, Debug)]
pub struct Unused {
    /// Offset of the byte.
    pub at: Size,
    /// Mask of unused bits.
    pub bits: u8,
}

/// The unused bits of the region of a revision: behind the last of its bitmap, or all of an empty
/// record.
// Indexing: a const fn cannot iterate. The index runs below the length.
#[allow(clippy::indexing_slicing)]
#[must_use]
pub const fn unused<const N: usize>(shapes: [Shape; N], places: &[Place; N], revision: u32) -> Unused {
    let (mut bits, mut bitmap, mut index) = (0u32, None, 0usize);
    while index < N {
        if shapes[index].since == revision {
            bits = bits.saturating_add(shapes[index].bits);
            bitmap = Some(places[index].bitmap);
        }
        index = index.saturating_add(1);
    }
    match bitmap {
        // The first region always exists, and then has one byte.
        None => Unused { at: Size::ZERO, bits: 0xFF },
        Some(at) if bits.is_multiple_of(8) => Unused { at, bits: 0 },
        Some(bitmap) => Unused { at: bitmap.plus(Size::bytes(bits / 8)), bits: 0xFFu8.wrapping_shl(bits % 8) },
    }
}
