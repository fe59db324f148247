//! Scalar types with a meaning of their own: dates and times, identifiers, decimals, places on Earth, text of a fixed length.
//!
//! `vellum::value` gives them to programs, with the values that lie in higher folders.

pub(crate) mod decimal;
mod fixed;
mod geo;
mod id;
mod time;

pub use decimal::{Decimal, Decimal128};
pub use fixed::FixedStr;
pub use geo::{Geo4, Geo8, Geo16};
pub use id::{Ulid, Uuid};
pub use time::{Date, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds};

/// Makes a type a field type: by derive, and by handle at run time.
macro_rules! field_type {
    ([$($generics:tt)*] $type:ty, $word:ty, $scalar:expr, $invalid:literal, |$this:ident| $to:expr, |$stored:ident| $from:expr) => {
        impl<$($generics)*> crate::typed::scalar::Scalar for $type {
            type Word = $word;
            const INVALID: &'static str = $invalid;

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

        impl<$($generics)*> crate::typed::scalar::Builtin for $type {
            const SCALAR: crate::schema::Scalar = $scalar;
        }

        crate::__scalar_value!(
            [$($generics)*] $type,
            <$type>::ZERO,
            |_| crate::typed::describe::Described::scalar($scalar)
        );
        crate::__scalar_key!([$($generics)*] $type, |key| *key);
    };
}
pub(crate) use field_type;
