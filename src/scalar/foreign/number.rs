//! Integers of the machine's width, stored with 64 bits, and integers that are not zero.

use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize,
};

use super::Foreign;

const TOO_WIDE: &str = "the stored integer has more bits than this machine's";
const ZERO: &str =
    "zero is stored where the type has no zero; a field of it that others may leave out needs a `default`";

macro_rules! sizes {
    ($($type:ty => $wire:ty;)*) => {$(
        impl Foreign for $type {
            type Wire = $wire;
            const UNSTORED: &'static str = "";
            const UNREAD: &'static str = TOO_WIDE;
            const NONE: Self = 0;

            #[inline]
            fn to_wire(&self) -> Option<$wire> {
                (*self).try_into().ok()
            }

            #[inline]
            fn from_wire(wire: $wire) -> Option<Self> {
                wire.try_into().ok()
            }
        }
    )*};
}
sizes! {
    usize => u64;
    isize => i64;
}

macro_rules! non_zero {
    ($($type:ty => $wire:ty;)*) => {$(
        impl Foreign for $type {
            type Wire = $wire;
            const UNSTORED: &'static str = "";
            const UNREAD: &'static str = ZERO;
            const NONE: Self = <$type>::MIN;

            #[inline]
            fn to_wire(&self) -> Option<$wire> {
                self.get().try_into().ok()
            }

            #[inline]
            fn from_wire(wire: $wire) -> Option<Self> {
                Self::new(wire.try_into().ok()?)
            }
        }
    )*};
}
non_zero! {
    NonZeroU8 => u8;
    NonZeroU16 => u16;
    NonZeroU32 => u32;
    NonZeroU64 => u64;
    NonZeroU128 => u128;
    NonZeroI8 => i8;
    NonZeroI16 => i16;
    NonZeroI32 => i32;
    NonZeroI64 => i64;
    NonZeroI128 => i128;
    NonZeroUsize => u64;
    NonZeroIsize => i64;
}
