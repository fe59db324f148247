//! Values as those see them who write them out: serde, paths, and people.

use core::fmt;

use super::table::{Scalar, Serde, TimeUnit};
use super::word::{Scalar as _, Word};
#[cfg(feature = "serde")]
use crate::error::Result;

/// A value, as one of the few things that all scalars come down to.
#[cfg_attr(not(feature = "serde"), allow(dead_code))]
#[derive(Clone, Copy)]
pub(crate) enum Form {
    U64(u64),
    I64(i64),
    I32(i32),
    U128(u128),
    I128(i128),
    F32(f32),
    F64(f64),
    Char(char),
    /// Bytes with a text of their own.
    Bytes(Own),
    /// As `Bytes`; where there is no text, a tuple of numbers.
    Octets(Own),
    /// A number that is written with its point.
    Decimal(Pointed),
    /// Latitude and longitude.
    Degrees(f64, f64),
}

/// A value of a type that has a text of its own. Displayed, it is that text.
#[derive(Clone, Copy)]
pub(crate) struct Own(Scalar, u128);

/// A mantissa, and how many of its digits are behind the point.
#[derive(Clone, Copy)]
pub(crate) struct Pointed(i128, u8);

/// What a value is in the text of a key.
pub(crate) enum KeyForm<'a> {
    /// It stands as it is.
    Number(&'a dyn fmt::Display),
    /// It has no characters that would have to be escaped.
    Text(&'a dyn fmt::Display),
    Char(char),
}

impl Form {
    /// As a key, which floats and places are not.
    pub(crate) fn key(&self) -> Option<KeyForm<'_>> {
        Some(match self {
            Self::U64(value) => KeyForm::Number(value),
            Self::I64(value) => KeyForm::Number(value),
            Self::I32(value) => KeyForm::Number(value),
            Self::U128(value) => KeyForm::Number(value),
            Self::I128(value) => KeyForm::Number(value),
            Self::Bytes(own) | Self::Octets(own) => KeyForm::Text(own),
            Self::Decimal(number) => KeyForm::Text(number),
            Self::Char(c) => KeyForm::Char(*c),
            Self::F32(_) | Self::F64(_) | Self::Degrees(..) => return None,
        })
    }

    /// What a value's word comes down to.
    // The word is narrowed to the scalar that it came from.
    #[allow(clippy::cast_possible_truncation)]
    #[inline]
    pub(crate) fn of(scalar: Scalar, word: u128) -> Self {
        match scalar.row().serde {
            Serde::U64 | Serde::Time => Self::U64(word as u64),
            Serde::I64 | Serde::Moment | Serde::Span => Self::I64(scalar.number(word) as i64),
            Serde::Date => Self::I32(scalar.number(word) as i32),
            Serde::U128 => Self::U128(word),
            Serde::I128 => Self::I128(word.cast_signed()),
            Serde::F32 => Self::F32(f32::from_bits(word as u32)),
            Serde::F64 => Self::F64(f64::from_bits(word as u64)),
            Serde::Char => Self::Char(char::from_u32(word as u32).unwrap_or_default()),
            Serde::Bytes => Self::Bytes(Own(scalar, word)),
            Serde::Octets => Self::Octets(Own(scalar, word)),
            Serde::Decimal => Self::Decimal(Pointed(scalar.number(word), scalar.scale().unwrap_or(0))),
            Serde::Degrees => {
                let (latitude, longitude) = scalar.degrees(word);
                Self::Degrees(latitude, longitude)
            }
        }
    }
}

impl Own {
    /// The value of a word.
    pub(crate) fn new(scalar: Scalar, word: u128) -> Self {
        Self(scalar, word)
    }
}

#[cfg(feature = "serde")]
impl Own {
    /// The value of its bytes; `None` where the type has no bytes of its own, or others.
    pub(crate) fn of_bytes(scalar: Scalar, bytes: &[u8]) -> Option<Self> {
        let mut word = [0; 16];
        match scalar.row().serde {
            Serde::Bytes | Serde::Octets if bytes.len() == scalar.size() as usize => {
                word.get_mut(..bytes.len())?.copy_from_slice(bytes);
                Some(Self(scalar, u128::from_le_bytes(word)))
            }
            _ => None,
        }
    }

    /// The stored word.
    pub(crate) fn word(self) -> u128 {
        self.1
    }

    /// Passes the bytes as they are stored to a function.
    pub(crate) fn with_bytes<R>(self, then: impl FnOnce(&[u8]) -> R) -> R {
        let bytes = self.1.to_le_bytes();
        then(bytes.get(..self.0.size() as usize).unwrap_or(&[]))
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_own(self.1, f)
    }
}

impl fmt::Display for Pointed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::text::write_decimal(f, self.0, self.1)
    }
}

/// An integer of at most 64 bits, in the variant that it shares with others of its sign.
macro_rules! narrow {
    ($values:ident, U64, $number:expr) => {
        $values::Unsigned($number.into())
    };
    ($values:ident, I64, $number:expr) => {
        $values::Signed($number.into())
    };
}
pub(crate) use narrow;

/// The one of three answers that is for what serde sees: text of the type's own, degrees, or
/// neither.
macro_rules! answer {
    (Bytes, $own:expr, $degrees:expr, $neither:expr) => {
        $own
    };
    (Octets, $own:expr, $degrees:expr, $neither:expr) => {
        $own
    };
    (Degrees, $own:expr, $degrees:expr, $neither:expr) => {
        $degrees
    };
    (U64, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (I64, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (U128, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (I128, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (F32, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (F64, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (Char, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (Date, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (Time, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (Moment, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (Span, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
    (Decimal, $own:expr, $degrees:expr, $neither:expr) => {
        $neither
    };
}

macro_rules! forms {
    (
        plain { $($section:ident { $($variant:ident (
            $_a:literal | $_b:literal | $rust:ty | $_c:ident | $_d:ident | $_e:tt | $_f:ident | $serde:ident | $($_g:tt)*
        );)* })* }
        timestamps { $($unit:ident (
            $_ta:literal | $_tb:literal | $unit_rust:ty | $_tc:ident | $_td:ident | $_te:tt | $_tf:ident | $unit_serde:ident | $($_tg:tt)*
        );)* }
        decimals { $($decimal:ident (
            $_da:literal | $_db:literal | $decimal_rust:ty | $_dc:ident | $_dd:ident | $_de:tt | $_df:ident | $decimal_serde:ident
            | $($_dg:tt)*
        );)* }
    ) => {
        impl Scalar {
            /// Writes the text of a type that has one of its own; of others nothing.
            fn write_own(self, word: u128, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($(Self::$variant => answer!($serde, shown::<$rust>(word, f), Ok(()), Ok(())),)*)*
                    $(Self::Timestamp(TimeUnit::$unit) => answer!($unit_serde, shown::<$unit_rust>(word, f), Ok(()), Ok(())),)*
                    $(Self::$decimal(_) => answer!($decimal_serde, shown::<$decimal_rust>(word, f), Ok(()), Ok(())),)*
                }
            }

            /// The word of a text, of a type that has one of its own.
            pub(crate) fn read_own(self, text: &str) -> Option<u128> {
                match self {
                    $($(Self::$variant => answer!($serde, read::<$rust>(text), None, None),)*)*
                    $(Self::Timestamp(TimeUnit::$unit) => answer!($unit_serde, read::<$unit_rust>(text), None, None),)*
                    $(Self::$decimal(_) => answer!($decimal_serde, read::<$decimal_rust>(text), None, None),)*
                }
            }

            /// Latitude and longitude, of a type that has them.
            fn degrees(self, word: u128) -> (f64, f64) {
                const NONE: (f64, f64) = (0.0, 0.0);
                match self {
                    $($(Self::$variant => answer!($serde, NONE, {
                        let place = <$rust>::from_word(Word::truncate(word));
                        place.map_or(NONE, |place| (place.latitude(), place.longitude()))
                    }, NONE),)*)*
                    $(Self::Timestamp(TimeUnit::$unit) => answer!($unit_serde, NONE, unit_has_no_place, NONE),)*
                    $(Self::$decimal(_) => answer!($decimal_serde, NONE, decimal_has_no_place, NONE),)*
                }
            }

            /// The word of a latitude and a longitude, of a type that has them.
            #[cfg(feature = "serde")]
            pub(crate) fn of_degrees(self, latitude: f64, longitude: f64) -> Option<Result<u128>> {
                match self {
                    $($(Self::$variant => answer!($serde, None, {
                        Some(<$rust>::from_degrees(latitude, longitude).map(|place| place.to_word().into()))
                    }, None),)*)*
                    $(Self::Timestamp(TimeUnit::$unit) => answer!($unit_serde, None, unit_has_no_place, None),)*
                    $(Self::$decimal(_) => answer!($decimal_serde, None, decimal_has_no_place, None),)*
                }
            }
        }
    };
}
vellum_scalars::for_each_scalar!(forms);

fn shown<T: super::word::Scalar + fmt::Display>(word: u128, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    T::from_word(Word::truncate(word)).map_or(Ok(()), |value| value.fmt(f))
}

fn read<T: super::word::Scalar + core::str::FromStr>(text: &str) -> Option<u128> {
    text.parse::<T>().ok().map(|value| value.to_word().into())
}
