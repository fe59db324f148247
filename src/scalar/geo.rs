//! Places on Earth: latitude and longitude in degrees, as scaled integers.

use super::word::some_words;
use crate::error::{Error, ErrorKind};

macro_rules! geo {
    ($name:ident, $integer:ty, $word:ty, $scale:literal, $docs:literal) => {
        #[doc = $docs]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name {
            latitude: $integer,
            longitude: $integer,
        }

        impl $name {
            const ZERO: Self = Self { latitude: 0, longitude: 0 };
            /// Units of one degree.
            pub const UNITS: $integer = $scale;

            /// A place by its degrees, rounded to the nearest unit.
            ///
            /// # Errors
            /// [`ErrorKind::Type`](crate::ErrorKind::Type) for a latitude beyond 90 or a longitude
            /// beyond 180 degrees, on either side, or no number.
            pub fn from_degrees(latitude: f64, longitude: f64) -> Result<Self> {
                let units = |degrees: f64| round(degrees * Self::UNITS as f64) as i64;
                let is_number = latitude.is_finite() && longitude.is_finite();
                match Self::from_i64(units(latitude), units(longitude)) {
                    Some(place) if is_number => Ok(place),
                    _ => Err(outside(latitude, longitude)),
                }
            }

            /// A place by its units; `None` beyond the poles or the date line.
            #[must_use]
            pub const fn from_units(latitude: $integer, longitude: $integer) -> Option<Self> {
                Self::from_i64(latitude as i64, longitude as i64)
            }

            const fn from_i64(latitude: i64, longitude: i64) -> Option<Self> {
                let limit = (Self::UNITS as i64).saturating_mul(90).unsigned_abs();
                if latitude.unsigned_abs() > limit || longitude.unsigned_abs() > limit.saturating_mul(2) {
                    return None;
                }
                // Each unit is chosen so that these fit.
                Some(Self { latitude: latitude as $integer, longitude: longitude as $integer })
            }

            /// Degrees north of the equator.
            #[must_use]
            pub fn latitude(self) -> f64 {
                self.latitude as f64 / Self::UNITS as f64
            }

            /// Degrees east of Greenwich.
            #[must_use]
            pub fn longitude(self) -> f64 {
                self.longitude as f64 / Self::UNITS as f64
            }
        }

        some_words!(
            $name,
            $word,
            Self::ZERO,
            Self { latitude: 90 * $scale, longitude: 180 * $scale },
            |this| {
                let longitude = <$word>::from(this.longitude.cast_unsigned()).wrapping_shl(<$integer>::BITS);
                <$word>::from(this.latitude.cast_unsigned()) | longitude
            },
            |word| {
                let (latitude, longitude) = (word as $integer, word.wrapping_shr(<$integer>::BITS) as $integer);
                Self::from_units(latitude, longitude)
            }
        );
    };
}

#[cold]
fn outside(latitude: f64, longitude: f64) -> Error {
    Error::new(ErrorKind::Type, format_args!("there is no place at latitude {latitude}, longitude {longitude}"))
}

/// To the nearest integer, halves away from zero; `f64::round` needs std.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn round(value: f64) -> f64 {
    let half = if value < 0.0 { -0.5 } else { 0.5 };
    // Beyond 2^52 a float is an integer, and the casts saturate, so that it is out of range all the
    // same.
    (value + half) as i64 as f64
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    clippy::cast_possible_wrap
)]
mod places {
    use super::{outside, round, some_words};
    use crate::error::Result;

    geo!(Geo4, i16, u32, 100, "A place to a hundredth of a degree, about a kilometre; four bytes.");
    geo!(
        Geo8,
        i32,
        u64,
        10_000_000,
        "A place to a ten-millionth of a degree, about a centimetre; eight bytes.

```
use vellum::value::Geo8;

let place = Geo8::from_degrees(52.520_008, 13.404_954)?;
assert_eq!((place.latitude(), place.longitude()), (52.520_008, 13.404_954));
assert!(Geo8::from_degrees(91.0, 0.0).is_err());
# Ok::<(), vellum::Error>(())
```"
    );
    geo!(
        Geo16,
        i64,
        u128,
        1_000_000_000,
        "A place to a billionth of a degree, about a tenth of a millimetre; sixteen bytes."
    );
}
pub use places::{Geo4, Geo8, Geo16};
