//! Identifiers and decimals of other crates.

#[cfg(any(feature = "uuid", feature = "ulid", feature = "rust_decimal"))]
use super::Foreign;

/// An identifier: sixteen bytes on either side.
#[cfg(any(feature = "uuid", feature = "ulid"))]
macro_rules! id {
    ($type:ty => $wire:ty) => {
        impl Foreign for $type {
            type Wire = $wire;
            const UNSTORED: &'static str = "";
            const UNREAD: &'static str = "";
            const NONE: Self = Self::nil();

            #[inline]
            fn to_wire(&self) -> Option<$wire> {
                Some((*self).into())
            }

            #[inline]
            fn from_wire(wire: $wire) -> Option<Self> {
                Some(wire.into())
            }
        }
    };
}
#[cfg(feature = "uuid")]
id!(uuid::Uuid => crate::scalar::Uuid);
#[cfg(feature = "ulid")]
id!(ulid::Ulid => crate::scalar::Ulid);

/// With 18 digits behind the point: what has more of them is refused, and so is what is beyond
/// 1.7e20 on either side.
#[cfg(feature = "rust_decimal")]
impl Foreign for rust_decimal::Decimal {
    type Wire = crate::scalar::Decimal128<18>;
    const UNSTORED: &'static str = "the decimal has more than 18 digits behind the point, or more before it than 128 bits hold; `round_dp(18)` rounds it";
    const UNREAD: &'static str = "the stored decimal has more digits than `rust_decimal::Decimal` holds";
    const NONE: Self = Self::ZERO;

    fn to_wire(&self) -> Option<Self::Wire> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: Self::Wire) -> Option<Self> {
        wire.try_into().ok()
    }
}

#[cfg(feature = "uuid")]
super::by_reference! { [] uuid::Uuid => crate::scalar::Uuid; }
#[cfg(feature = "ulid")]
super::by_reference! { [] ulid::Ulid => crate::scalar::Ulid; }
#[cfg(feature = "rust_decimal")]
super::by_reference! {
    [const SCALE: u8] rust_decimal::Decimal => crate::scalar::Decimal<SCALE>;
    [const SCALE: u8] rust_decimal::Decimal => crate::scalar::Decimal128<SCALE>;
}
