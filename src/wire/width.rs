//! The widths of pointers and the bits of records: one, two or four bytes for every pointer of a
//! buffer.
//!
//! Code that touches every field (encode, decode) is compiled once per width over [`StaticWidth`];
//! code that touches one field works with [`PointerWidth`] at run time. Both share the trait
//! [`Width`].

use crate::layout::Place;

/// The width of all pointers of one buffer.
///
/// ```
/// use vellum::schema::PointerWidth;
///
/// assert_eq!(PointerWidth::Two.bytes(), 2);
/// assert!(PointerWidth::One < PointerWidth::Four);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PointerWidth {
    /// Buffers of up to 255 bytes.
    #[default]
    One,
    /// Buffers of up to 65,535 bytes.
    Two,
    /// Buffers of up to 4,294,967,295 bytes.
    Four,
}

impl PointerWidth {
    /// All widths, narrowest first.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Four];

    /// Bytes of one pointer.
    ///
    /// ```
    /// assert_eq!(vellum::schema::PointerWidth::ALL.map(vellum::schema::PointerWidth::bytes), [1, 2, 4]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn bytes(self) -> usize {
        // The variants are numbered by the logarithm.
        1 << (self as usize)
    }

    /// The longest buffer of this width, in bytes.
    ///
    /// ```
    /// assert_eq!(vellum::schema::PointerWidth::Two.max_len(), 65_535);
    /// ```
    #[inline]
    #[must_use]
    pub const fn max_len(self) -> u64 {
        match self {
            Self::One => 0xFF,
            Self::Two => 0xFFFF,
            Self::Four => 0xFFFF_FFFF,
        }
    }
}

/// What a pointer width can do, known at compile time or not.
pub trait Width: Copy {
    /// Binary logarithm of the bytes of one pointer.
    fn shift(self) -> u32;
    /// Reads the pointer at the start of `slot`.
    fn load(self, slot: &[u8]) -> Option<usize>;
    /// Writes a pointer to the start of `slot`; `None` if it does not fit.
    fn store(self, slot: &mut [u8], pointer: usize) -> Option<()>;
}

/// A width known at compile time.
pub trait StaticWidth: Width {
    /// The only value.
    const WIDTH: Self;
    /// The longest buffer of this width.
    const MAX_LEN: u64;
    /// The width as a value.
    const DYNAMIC: PointerWidth;
    /// Writes a pointer that fits to the start of `slot`.
    fn put(slot: &mut [u8], pointer: usize) -> Option<()>;
}

macro_rules! static_width {
    ($name:ident, $integer:ty, $shift:literal, $variant:ident) => {
        #[doc = concat!("Pointers are `", stringify!($integer), "`.")]
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name;

        impl Width for $name {
            #[inline(always)]
            fn shift(self) -> u32 {
                $shift
            }

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation)]
            fn load(self, slot: &[u8]) -> Option<usize> {
                Some(<$integer>::from_le_bytes(*slot.first_chunk()?) as usize)
            }

            #[inline(always)]
            fn store(self, slot: &mut [u8], pointer: usize) -> Option<()> {
                *slot.first_chunk_mut()? = <$integer>::try_from(pointer).ok()?.to_le_bytes();
                Some(())
            }
        }

        impl StaticWidth for $name {
            const WIDTH: Self = Self;
            const MAX_LEN: u64 = PointerWidth::$variant.max_len();
            const DYNAMIC: PointerWidth = PointerWidth::$variant;

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation)]
            fn put(slot: &mut [u8], pointer: usize) -> Option<()> {
                *slot.first_chunk_mut()? = (pointer as $integer).to_le_bytes();
                Some(())
            }
        }
    };
}
static_width!(W1, u8, 0, One);
static_width!(W2, u16, 1, Two);
static_width!(W4, u32, 2, Four);

/// Calls a generic function with the width as a type.
macro_rules! with_width {
    ($width:expr, $W:ident => $call:expr) => {
        match $width {
            $crate::wire::width::PointerWidth::One => {
                type $W = $crate::wire::width::W1;
                $call
            }
            $crate::wire::width::PointerWidth::Two => {
                type $W = $crate::wire::width::W2;
                $call
            }
            $crate::wire::width::PointerWidth::Four => {
                type $W = $crate::wire::width::W4;
                $call
            }
        }
    };
}
pub(crate) use with_width;

/// The width of a buffer that is read, which is a number to the compiler: an enum's unused values
/// would tell absence and errors of the views that carry it, to be asked for with each element of a
/// list. As long as an offset: two shorter numbers that are stored one by one and loaded as one
/// word would make the load wait for both.
#[derive(Clone, Copy, Debug)]
pub struct Shift(usize);

impl From<PointerWidth> for Shift {
    #[inline(always)]
    fn from(width: PointerWidth) -> Self {
        Self(width as usize)
    }
}

impl From<Shift> for PointerWidth {
    #[inline(always)]
    fn from(shift: Shift) -> Self {
        match shift.0 {
            0 => Self::One,
            1 => Self::Two,
            _ => Self::Four,
        }
    }
}

impl Shift {
    /// Bytes of one pointer.
    #[inline(always)]
    #[must_use]
    pub const fn bytes(self) -> usize {
        1 << (self.0 & 3)
    }

    /// The bits of a pointer in the four bytes from its slot on.
    #[inline(always)]
    pub(crate) fn mask(self) -> u32 {
        match self.0 {
            0 => 0xFF,
            1 => 0xFFFF,
            _ => u32::MAX,
        }
    }

    /// The pointer at an offset of a record, if the record stores it: one check for each width.
    #[inline(always)]
    pub(crate) fn load_at(self, record: &[u8], start: usize) -> Option<usize> {
        match self.0 {
            0 => record.get(start).map(|pointer| usize::from(*pointer)),
            1 => W2.load(record.get(start..start.wrapping_add(2))?),
            _ => W4.load(record.get(start..start.wrapping_add(4))?),
        }
    }

    /// The longest buffer of this width, in bytes.
    #[inline]
    #[must_use]
    pub fn max_len(self) -> u64 {
        PointerWidth::from(self).max_len()
    }
}

impl Width for Shift {
    #[inline(always)]
    // At most 2.
    #[allow(clippy::cast_possible_truncation)]
    fn shift(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    fn load(self, slot: &[u8]) -> Option<usize> {
        match self.0 {
            0 => W1.load(slot),
            1 => W2.load(slot),
            _ => W4.load(slot),
        }
    }

    #[inline(always)]
    fn store(self, slot: &mut [u8], pointer: usize) -> Option<()> {
        match self.0 {
            0 => W1.store(slot, pointer),
            1 => W2.store(slot, pointer),
            _ => W4.store(slot, pointer),
        }
    }
}

impl Width for PointerWidth {
    #[inline(always)]
    fn shift(self) -> u32 {
        self as u32
    }

    #[inline(always)]
    fn load(self, slot: &[u8]) -> Option<usize> {
        match self {
            Self::One => W1.load(slot),
            Self::Two => W2.load(slot),
            Self::Four => W4.load(slot),
        }
    }

    #[inline(always)]
    fn store(self, slot: &mut [u8], pointer: usize) -> Option<()> {
        match self {
            Self::One => W1.store(slot, pointer),
            Self::Two => W2.store(slot, pointer),
            Self::Four => W4.store(slot, pointer),
        }
    }
}

// Single bits of a record: presence, and `bool`.

/// The bit at `place`; a record that does not store it holds zero.
#[inline]
pub(crate) fn bit(record: &[u8], place: &Place, shift: u32) -> bool {
    let byte = record.get(bit_byte(place, shift)).copied().unwrap_or(0);
    byte & bit_mask(place) != 0
}

/// Writes the bit at `place`; `None` if the record does not store it.
#[inline]
pub(crate) fn put_bit(record: &mut [u8], place: &Place, shift: u32, value: bool) -> Option<()> {
    let byte = record.get_mut(bit_byte(place, shift))?;
    if value {
        *byte |= bit_mask(place);
    } else {
        *byte &= !bit_mask(place);
    }
    Some(())
}

#[inline(always)]
fn bit_byte(place: &Place, shift: u32) -> usize {
    place.bitmap.at(shift).wrapping_add((place.bit / 8) as usize)
}

#[inline(always)]
fn bit_mask(place: &Place) -> u8 {
    1u8.wrapping_shl(place.bit % 8)
}
