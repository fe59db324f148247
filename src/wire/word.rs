//! Little-endian words: how every scalar is stored.

/// An unsigned integer as it is stored.
pub trait Word: Copy + PartialEq + core::ops::BitXor<Output = Self> + Into<u128> {
    /// Bytes.
    const LEN: usize;
    /// All bits zero.
    const ZERO: Self;
    /// The low bits of a wider word.
    fn truncate(wide: u128) -> Self;
    /// Reads the word at the start of `slot`.
    fn load(slot: &[u8]) -> Option<Self>;
    /// Writes the word to the start of `slot`.
    fn store(self, slot: &mut [u8]) -> Option<()>;
}

macro_rules! word {
    ($($integer:ty),*) => {$(
        impl Word for $integer {
            const LEN: usize = size_of::<Self>();
            const ZERO: Self = 0;

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation)]
            fn truncate(wide: u128) -> Self {
                wide as Self
            }

            #[inline(always)]
            fn load(slot: &[u8]) -> Option<Self> {
                Some(Self::from_le_bytes(*slot.first_chunk()?))
            }

            #[inline(always)]
            fn store(self, slot: &mut [u8]) -> Option<()> {
                *slot.first_chunk_mut()? = self.to_le_bytes();
                Some(())
            }
        }
    )*};
}
word!(u8, u16, u32, u64, u128);
