//! Types of std and of other crates that are stored as a scalar of the table: the list of them, and
//! how their values become words.
//!
//! A type here may hold more than its scalar, or less. What the scalar cannot hold is refused when
//! it is written, and what the type cannot hold when it is read; nothing is rounded or clamped.
//!
//! - `number`: integers of the machine's width, and those that are not zero
//! - `std`: spans and points of time, addresses
//! - `chrono`, `jiff`, `id`: the types of the crates of these names, and identifiers and decimals
//!   of others

#[cfg(feature = "chrono")]
mod chrono;
mod id;
#[cfg(feature = "jiff")]
mod jiff;
mod number;
mod std;

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
    /// Stands for what cannot be.
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
#[cfg(any(feature = "chrono", feature = "jiff", feature = "uuid", feature = "ulid", feature = "rust_decimal"))]
use by_reference;
