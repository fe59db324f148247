//! Types of std and of other crates that are stored as a scalar of the table: the list of them, and
//! how their values become words.
//!
//! A type here may hold more than its scalar, or less. What the scalar cannot hold is refused when
//! it is written, and what the type cannot hold when it is read; nothing is rounded or clamped.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize,
};
#[cfg(feature = "std")]
use std::time::SystemTime;

#[cfg(feature = "std")]
use super::TimestampNanos;
use super::table::Builtin;
use crate::error::{Error, ErrorKind, FixedError, Result};

/// A type that is stored as a scalar of the table.
pub trait Foreign: Copy {
    /// The scalar that it is stored as.
    type Wire: Builtin + Copy + 'static;
    /// What is wrong with a value that the scalar cannot hold; empty if it holds all of them.
    const UNSTORED: &'static str;
    /// What is wrong with a scalar that is no value of the type; empty if each is one.
    const UNREAD: &'static str;
    /// Returned for a proved scalar that is no value of the type, which the proof excludes.
    const NONE: Self;

    /// The value as the scalar, if that holds it.
    fn to_wire(&self) -> Option<Self::Wire>;

    /// The value of a scalar, if it is one.
    fn from_wire(wire: Self::Wire) -> Option<Self>;
}

/// The scalar of a value.
///
/// # Errors
/// [`ErrorKind::Type`] if the scalar cannot hold it.
#[inline]
pub fn to_wire<T: Foreign>(value: &T) -> Result<T::Wire> {
    value.to_wire().ok_or_else(|| refused(const { &FixedError(ErrorKind::Type, T::UNSTORED) }))
}

/// The value of a scalar.
///
/// # Errors
/// [`ErrorKind::Type`] if the type cannot hold it.
#[inline]
pub fn from_wire<T: Foreign>(wire: T::Wire) -> Result<T> {
    T::from_wire(wire).ok_or_else(|| refused(const { &FixedError(ErrorKind::Type, T::UNREAD) }))
}

#[cold]
#[inline(never)]
fn refused(error: &'static FixedError) -> Error {
    Error::fixed(error)
}

/// Calls a macro with all types that are [`Foreign`], each behind what it is compiled for.
macro_rules! for_each_foreign {
    ($then:ident) => {
        $then! {
            usize;
            isize;
            core::num::NonZeroU8;
            core::num::NonZeroU16;
            core::num::NonZeroU32;
            core::num::NonZeroU64;
            core::num::NonZeroU128;
            core::num::NonZeroI8;
            core::num::NonZeroI16;
            core::num::NonZeroI32;
            core::num::NonZeroI64;
            core::num::NonZeroI128;
            core::num::NonZeroUsize;
            core::num::NonZeroIsize;
            core::time::Duration;
            core::net::IpAddr;
            #[cfg(feature = "std")] ::std::time::SystemTime;
            #[cfg(feature = "uuid")] ::uuid::Uuid;
            #[cfg(feature = "ulid")] ::ulid::Ulid;
            #[cfg(feature = "rust_decimal")] ::rust_decimal::Decimal;
            #[cfg(feature = "chrono")] ::chrono::DateTime<::chrono::Utc>;
            #[cfg(feature = "chrono")] ::chrono::NaiveDate;
            #[cfg(feature = "chrono")] ::chrono::NaiveTime;
            #[cfg(feature = "chrono")] ::chrono::TimeDelta;
            #[cfg(feature = "jiff")] ::jiff::Timestamp;
            #[cfg(feature = "jiff")] ::jiff::civil::Date;
            #[cfg(feature = "jiff")] ::jiff::civil::Time;
            #[cfg(feature = "jiff")] ::jiff::SignedDuration;
        }
    };
}
pub(crate) use for_each_foreign;

/// Conversions of references, which `with = "Type"` asks for, to the types that have one of the
/// value.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "uuid", feature = "ulid", feature = "rust_decimal"))]
macro_rules! by_reference {
    ($([$($generics:tt)*] $from:ty => $to:ty;)*) => {$(
        // Some fail, and all are made by one macro.
        #[allow(clippy::infallible_try_from)]
        impl<$($generics)*> TryFrom<&$from> for $to {
            type Error = <$to as TryFrom<$from>>::Error;

            fn try_from(value: &$from) -> core::result::Result<Self, Self::Error> {
                Self::try_from(*value)
            }
        }
    )*};
}

// Types of std: spans and points of time, and addresses of either kind.

impl Foreign for core::time::Duration {
    type Wire = crate::scalar::Duration;
    const UNSTORED: &'static str = "the span of time is longer than the 292 years that a duration in nanoseconds holds";
    const UNREAD: &'static str = "the stored span of time is negative, which std's `Duration` cannot be";
    const NONE: Self = Self::ZERO;

    #[inline]
    fn to_wire(&self) -> Option<Self::Wire> {
        self.as_nanos().try_into().ok().map(crate::scalar::Duration)
    }

    #[inline]
    fn from_wire(wire: Self::Wire) -> Option<Self> {
        u64::try_from(wire.0).ok().map(Self::from_nanos)
    }
}

#[cfg(feature = "std")]
impl Foreign for SystemTime {
    type Wire = TimestampNanos;
    const UNSTORED: &'static str = "the point in time is before 1677 or after 2262, where a timestamp in nanoseconds ends; `with` names a coarser one";
    const UNREAD: &'static str = "the stored point in time is beyond what this machine's `SystemTime` holds";
    const NONE: Self = Self::UNIX_EPOCH;

    fn to_wire(&self) -> Option<TimestampNanos> {
        match self.duration_since(Self::UNIX_EPOCH) {
            Ok(since) => since.as_nanos().try_into().ok().map(TimestampNanos),
            Err(before) => {
                let nanos = i128::try_from(before.duration().as_nanos()).ok()?.checked_neg()?;
                nanos.try_into().ok().map(TimestampNanos)
            }
        }
    }

    fn from_wire(wire: TimestampNanos) -> Option<Self> {
        let distance = core::time::Duration::from_nanos(wire.0.unsigned_abs());
        if wire.0 < 0 { Self::UNIX_EPOCH.checked_sub(distance) } else { Self::UNIX_EPOCH.checked_add(distance) }
    }
}

/// An IPv4 address is stored as the IPv6 address that it is mapped to (RFC 4291, 2.5.5.2):
/// `::ffff:192.0.2.1`.
impl Foreign for IpAddr {
    type Wire = Ipv6Addr;
    const UNSTORED: &'static str =
        "an IPv6 address that stands for an IPv4 one is stored as that; `to_canonical` makes it so";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::V4(Ipv4Addr::UNSPECIFIED);

    fn to_wire(&self) -> Option<Ipv6Addr> {
        match self {
            Self::V4(address) => Some(address.to_ipv6_mapped()),
            Self::V6(address) => address.to_ipv4_mapped().is_none().then_some(*address),
        }
    }

    fn from_wire(wire: Ipv6Addr) -> Option<Self> {
        Some(wire.to_canonical())
    }
}

// Integers of the machine's width, stored with 64 bits, and integers that are not zero.

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

// Identifiers and decimals of other crates.

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
by_reference! { [] uuid::Uuid => crate::scalar::Uuid; }
#[cfg(feature = "ulid")]
by_reference! { [] ulid::Ulid => crate::scalar::Ulid; }
#[cfg(feature = "rust_decimal")]
by_reference! {
    [const SCALE: u8] rust_decimal::Decimal => crate::scalar::Decimal<SCALE>;
    [const SCALE: u8] rust_decimal::Decimal => crate::scalar::Decimal128<SCALE>;
}

// Dates and times of `chrono`.

#[cfg(feature = "chrono")]
impl Foreign for chrono::DateTime<chrono::Utc> {
    type Wire = crate::scalar::TimestampNanos;
    const UNSTORED: &'static str = "the point in time is a leap second, or before 1677 or after 2262, where a timestamp in nanoseconds \
                                    ends; `with` names a coarser one";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::UNIX_EPOCH;

    fn to_wire(&self) -> Option<Self::Wire> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: Self::Wire) -> Option<Self> {
        Some(wire.into())
    }
}

#[cfg(feature = "chrono")]
impl Foreign for chrono::NaiveDate {
    type Wire = crate::scalar::Date;
    const UNSTORED: &'static str = "";
    const UNREAD: &'static str = "the stored date is beyond what chrono's `NaiveDate` holds";
    const NONE: Self = Self::MIN;

    fn to_wire(&self) -> Option<Self::Wire> {
        Some((*self).into())
    }

    fn from_wire(wire: Self::Wire) -> Option<Self> {
        wire.try_into().ok()
    }
}

#[cfg(feature = "chrono")]
impl Foreign for chrono::NaiveTime {
    type Wire = crate::scalar::Time;
    const UNSTORED: &'static str = "a time of day has no leap second";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::MIN;

    fn to_wire(&self) -> Option<Self::Wire> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: Self::Wire) -> Option<Self> {
        Some(wire.into())
    }
}

#[cfg(feature = "chrono")]
impl Foreign for chrono::TimeDelta {
    type Wire = crate::scalar::Duration;
    const UNSTORED: &'static str = "the span of time is longer than the 292 years that a duration in nanoseconds holds";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::zero();

    fn to_wire(&self) -> Option<Self::Wire> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: Self::Wire) -> Option<Self> {
        Some(wire.into())
    }
}

#[cfg(feature = "chrono")]
by_reference! {
    [] chrono::DateTime<chrono::Utc> => crate::scalar::Timestamp;
    [] chrono::DateTime<chrono::Utc> => crate::scalar::TimestampSeconds;
    [] chrono::DateTime<chrono::Utc> => crate::scalar::TimestampMicros;
    [] chrono::DateTime<chrono::Utc> => crate::scalar::TimestampNanos;
    [] chrono::NaiveDate => crate::scalar::Date;
    [] chrono::NaiveTime => crate::scalar::Time;
    [] chrono::TimeDelta => crate::scalar::Duration;
}

// Dates and times of `jiff`.

#[cfg(feature = "jiff")]
impl Foreign for jiff::Timestamp {
    type Wire = crate::scalar::TimestampNanos;
    const UNSTORED: &'static str = "the point in time is before 1677 or after 2262, where a timestamp in nanoseconds ends; `with` names a coarser one";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::UNIX_EPOCH;

    fn to_wire(&self) -> Option<Self::Wire> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: Self::Wire) -> Option<Self> {
        // All nanoseconds of an i64 are within the years -9999 to 9999.
        wire.try_into().ok()
    }
}

#[cfg(feature = "jiff")]
impl Foreign for jiff::civil::Date {
    type Wire = crate::scalar::Date;
    const UNSTORED: &'static str = "";
    const UNREAD: &'static str = "the stored date is beyond the years -9999 to 9999 of jiff's `Date`";
    const NONE: Self = Self::ZERO;

    fn to_wire(&self) -> Option<Self::Wire> {
        Some((*self).into())
    }

    fn from_wire(wire: Self::Wire) -> Option<Self> {
        wire.try_into().ok()
    }
}

#[cfg(feature = "jiff")]
impl Foreign for jiff::civil::Time {
    type Wire = crate::scalar::Time;
    const UNSTORED: &'static str = "";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::midnight();

    fn to_wire(&self) -> Option<Self::Wire> {
        Some((*self).into())
    }

    fn from_wire(wire: Self::Wire) -> Option<Self> {
        Some(wire.into())
    }
}

#[cfg(feature = "jiff")]
impl Foreign for jiff::SignedDuration {
    type Wire = crate::scalar::Duration;
    const UNSTORED: &'static str = "the span of time is longer than the 292 years that a duration in nanoseconds holds";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::ZERO;

    fn to_wire(&self) -> Option<Self::Wire> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: Self::Wire) -> Option<Self> {
        Some(wire.into())
    }
}

#[cfg(feature = "jiff")]
by_reference! {
    [] jiff::Timestamp => crate::scalar::Timestamp;
    [] jiff::Timestamp => crate::scalar::TimestampSeconds;
    [] jiff::Timestamp => crate::scalar::TimestampMicros;
    [] jiff::Timestamp => crate::scalar::TimestampNanos;
    [] jiff::civil::Date => crate::scalar::Date;
    [] jiff::civil::Time => crate::scalar::Time;
    [] jiff::SignedDuration => crate::scalar::Duration;
}
