//! Values with a meaning of their own: dates and times, identifiers, decimals, places on Earth, text of a fixed length.
//!
//! Each but the last is a thin type over its stored number, so that the crate does not choose a library for its users; conversions to the
//! well-kept ones are behind features of their names: `jiff`, `chrono`, `uuid`, `ulid`, `rust_decimal`.
//!
//! - `time`: [`Date`], [`Time`], [`Timestamp`] and its finer and coarser kin, [`Duration`]
//! - `id`: [`Uuid`], [`Ulid`]
//! - `decimal`: [`Decimal`], [`Decimal128`]
//! - `any`: [`Any`], with the feature `derive`
//! - `fixed`: [`FixedStr`]
//! - `key`: [`Key`], what finds an entry of a map at run time
//! - `net`: `core::net::Ipv4Addr` and `core::net::Ipv6Addr`, which are field types as they are
//! - `geo`: [`Geo4`], [`Geo8`], [`Geo16`]

#[cfg(feature = "derive")]
mod any;
mod decimal;
mod fixed;
mod geo;
mod id;
pub(crate) mod key;
mod net;
mod time;

#[cfg(feature = "derive")]
pub use any::{Any, AnyEdit, AnyRef, AnyView};
pub use decimal::{Decimal, Decimal128};
pub use fixed::FixedStr;
pub use geo::{Geo4, Geo8, Geo16};
pub use id::{Ulid, Uuid};
pub use key::Key;
pub use time::{Date, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds};

/// How a type of which every word is a value is a word.
macro_rules! every_word {
    ([$($generics:tt)*] $type:ty, $word:ty, $zero:expr, |$this:ident| $to:expr, |$stored:ident| $from:expr) => {
        impl<$($generics)*> crate::scalar::word::EveryWord for $type {
            type Word = $word;
            const ZERO: Self = $zero;

            #[inline(always)]
            fn to_word(&self) -> $word {
                let $this = self;
                $to
            }

            #[inline(always)]
            fn from_word($stored: $word) -> Self {
                $from
            }
        }
    };
}
pub(crate) use every_word;

/// How a type of which some words are no value is a word: its default and its last value are given, too.
macro_rules! some_words {
    ($type:ty, $word:ty, $zero:expr, $last:expr, |$this:ident| $to:expr, |$stored:ident| $from:expr) => {
        impl crate::scalar::word::SomeWords for $type {
            type Word = $word;
            const ZERO: Self = $zero;
            const LAST: Self = $last;

            #[inline(always)]
            fn to_word(&self) -> $word {
                let $this = self;
                $to
            }

            #[inline(always)]
            fn from_word($stored: $word) -> Option<Self> {
                $from
            }
        }
    };
}
pub(crate) use some_words;
