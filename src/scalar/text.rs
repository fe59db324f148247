//! Scalars as text: the text of schemas and paths, and the forms that serde, paths and people see.

use core::fmt;
use core::str::FromStr;

use super::civil::Civil;
use super::table::{Scalar, Serde, Text, TimeUnit, WordOrder};
use super::word::{Scalar as _, Word};
#[cfg(feature = "serde")]
use crate::error::Result;

/// An integer as written: digits, perhaps with `-` before them. The standard library takes `+` too,
/// and no `-0` as unsigned.
pub(crate) fn integer<T: FromStr>(text: &str) -> Option<T> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_zero = !digits.is_empty() && digits.bytes().all(|digit| digit == b'0');
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_digit());
    if is_zero { digits } else { text }.parse().ok().filter(|_| are_digits)
}

/// A float as written. The standard library takes other names, `+` and missing digits too, and
/// makes what is too large infinite.
fn float<T: FromStr + Into<f64> + Copy>(text: &str) -> Option<T> {
    let are_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = text.strip_prefix('-').unwrap_or(text);
    let is_name = matches!(number, "inf" | "NaN");
    let (mantissa, exponent) = number.split_once('e').unwrap_or((number, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let is_number = are_digits(whole) && are_digits(part) && are_digits(exponent.strip_prefix('-').unwrap_or(exponent));
    let value: T = text.parse().ok()?;
    let is_finite = Into::<f64>::into(value).is_finite();
    (is_name || (is_number && is_finite)).then_some(value)
}

/// Writes a mantissa with its point.
pub(crate) fn write_decimal(f: &mut core::fmt::Formatter<'_>, mantissa: i128, scale: u8) -> core::fmt::Result {
    let sign = if mantissa < 0 { "-" } else { "" };
    // Scales are at most 38, and ten to that power fits.
    let unit = 10u128.saturating_pow(u32::from(scale));
    let magnitude = mantissa.unsigned_abs();
    let (whole, part) = (magnitude.checked_div(unit).unwrap_or(0), magnitude.checked_rem(unit).unwrap_or(0));
    if scale == 0 {
        return write!(f, "{sign}{whole}");
    }
    write!(f, "{sign}{whole}.{part:0width$}", width = usize::from(scale))
}

/// The mantissa of a number as written; `None` if it is none, or has more digits behind the point
/// than the scale.
pub(crate) fn parse_decimal(text: &str, scale: u8) -> Option<i128> {
    let (digits, is_negative) = text.strip_prefix('-').map_or((text, false), |digits| (digits, true));
    let (whole, part) = match digits.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (digits, ""),
    };
    let missing = u32::from(scale).checked_sub(u32::try_from(part.len()).ok()?)?;
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) {
        return None;
    }
    let part = if part.is_empty() { 0 } else { part.parse::<u128>().ok()? };
    let unit = 10u128.checked_pow(u32::from(scale))?;
    let magnitude = whole.parse::<u128>().ok()?.checked_mul(unit)?;
    let magnitude = magnitude.checked_add(part.checked_mul(10u128.checked_pow(missing)?)?)?;
    // The least number has no positive counterpart.
    if is_negative { 0i128.checked_sub_unsigned(magnitude) } else { i128::try_from(magnitude).ok() }
}

/// A number in units of a scale.
#[cfg(feature = "serde")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scaled {
    /// It is so many of them.
    Exact(i128),
    /// It has digits beyond the scale.
    Finer,
    /// It is more of them than can be counted.
    Beyond,
}

#[cfg(feature = "serde")]
impl Scaled {
    /// Of a number as JSON writes it: digits, perhaps with a point and an exponent; `None` if it is
    /// none. Zeros at the end are no digits that a scale has to hold.
    pub(crate) fn of_number(text: &str, scale: u8) -> Option<Self> {
        let (number, is_negative) = text.strip_prefix('-').map_or((text, false), |number| (number, true));
        let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
        let (whole, part) = match mantissa.split_once('.') {
            Some((_, "")) => return None,
            Some((whole, part)) => (whole.as_bytes(), part.as_bytes()),
            None => (mantissa.as_bytes(), &[][..]),
        };
        let digits = || whole.iter().chain(part).copied();
        let exponent_digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        let are_digits = digits().chain(exponent_digits.bytes()).all(|digit| digit.is_ascii_digit());
        if whole.is_empty() || exponent_digits.is_empty() || !are_digits {
            return None;
        }
        let zeros = digits().rev().take_while(|digit| *digit == b'0').count();
        let count = whole.len().saturating_add(part.len()).saturating_sub(zeros);
        if count == 0 {
            return Some(Self::Exact(0));
        }
        // What has more digits than an i64 counts is far beyond every scale.
        let far = if exponent.starts_with('-') { i64::MIN } else { i64::MAX };
        let size = |len: usize| i64::try_from(len).unwrap_or(i64::MAX);
        let shift = exponent.parse().unwrap_or(far).saturating_add(i64::from(scale));
        let shift = shift.saturating_sub(size(part.len())).saturating_add(size(zeros));
        if shift < 0 {
            return Some(Self::Finer);
        }
        let add = |sum: u128, digit: u8| sum.checked_mul(10)?.checked_add(u128::from(digit.wrapping_sub(b'0')));
        let magnitude = digits().take(count).try_fold(0, add);
        let unit = u32::try_from(shift).ok().and_then(|shift| 10u128.checked_pow(shift));
        let magnitude = magnitude.zip(unit).and_then(|(magnitude, unit)| magnitude.checked_mul(unit));
        // The least number has no positive counterpart.
        let signed = magnitude.and_then(|magnitude| {
            if is_negative { 0i128.checked_sub_unsigned(magnitude) } else { i128::try_from(magnitude).ok() }
        });
        Some(signed.map_or(Self::Beyond, Self::Exact))
    }
}

impl Scalar {
    /// The word of a value as schema text writes it, without the quotation marks that some are in.
    pub(crate) fn parse(self, text: &str) -> Option<u128> {
        match self.row().text {
            Text::Number | Text::Word => match self.row().order {
                WordOrder::Signed => self.word_of(integer(text)?),
                WordOrder::Unsigned | WordOrder::Float | WordOrder::Bytes => {
                    integer(text).filter(|word| self.holds(*word))
                }
            },
            Text::Float if self.size() == 4 => float::<f32>(text).map(|value| value.to_bits().into()),
            Text::Float => float::<f64>(text).map(|value| value.to_bits().into()),
            Text::Decimal => self.word_of(parse_decimal(text, self.scale()?)?),
            Text::Quoted => self.read_own(text),
            Text::Char => None,
        }
    }

    /// The word of a key as paths write it.
    pub(crate) fn parse_key(self, text: &str) -> Option<u128> {
        match self.row().serde {
            Serde::Bytes | Serde::Octets => self.read_own(text),
            Serde::Date | Serde::Time | Serde::Moment | Serde::Span => {
                self.parse(text).or_else(|| Civil::parse(self, text))
            }
            Serde::Char => text.parse().ok().map(|only: char| u32::from(only).into()),
            Serde::U64
            | Serde::I64
            | Serde::U128
            | Serde::I128
            | Serde::F32
            | Serde::F64
            | Serde::Decimal
            | Serde::Degrees => self.parse(text),
        }
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::Scaled::{self, Beyond, Exact, Finer};

    #[test]
    fn a_number_is_counted_in_units_of_a_scale_by_its_digits() {
        for (text, scale, expected) in [
            ("1.5", 2, Exact(150)),
            ("-1.5", 1, Exact(-15)),
            ("1.50000000000000000000000000000000000000000000", 1, Exact(15)),
            ("15e-1", 1, Exact(15)),
            ("1.5E+3", 0, Exact(1500)),
            ("0", 2, Exact(0)),
            ("-0.000", 0, Exact(0)),
            ("0e99999999999999999999", 0, Exact(0)),
            ("100", 0, Exact(100)),
            ("1.555", 2, Finer),
            ("1e-3", 2, Finer),
            ("1e-99999999999999999999", 38, Finer),
            ("1e37", 2, Beyond),
            ("1e99999999999999999999", 0, Beyond),
            ("92233720368547758.08", 2, Exact(9_223_372_036_854_775_808)),
            ("170141183460469231731687303715884105727", 0, Exact(i128::MAX)),
            ("-170141183460469231731687303715884105728", 0, Exact(i128::MIN)),
            ("170141183460469231731687303715884105728", 0, Beyond),
        ] {
            assert_eq!(Scaled::of_number(text, scale), Some(expected), "{text}");
        }
        for text in ["", "-", ".5", "1.", "1.e2", "e1", "1e", "1e-", "1x", "+1", "1.2.3", "1e1.5", "inf", "NaN"] {
            assert_eq!(Scaled::of_number(text, 2), None, "{text}");
        }
    }
}

// The form of values for serde, for paths, and for people.

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

/// The value of a word in a message: as people write it.
pub(crate) struct ShownWord(pub(crate) Scalar, pub(crate) u128);

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

impl fmt::Display for ShownWord {
    #[cold]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The text forms of dates and times need the feature `serde`.
        #[cfg(feature = "serde")]
        if let Some(civil) = super::civil::Civil::of(self.0, self.1) {
            return civil.fmt(f);
        }
        match Form::of(self.0, self.1) {
            Form::U64(value) => value.fmt(f),
            Form::I64(value) => value.fmt(f),
            Form::I32(value) => value.fmt(f),
            Form::U128(value) => value.fmt(f),
            Form::I128(value) => value.fmt(f),
            Form::F32(value) => write!(f, "{value:?}"),
            Form::F64(value) => write!(f, "{value:?}"),
            Form::Char(value) => write!(f, "{value:?}"),
            Form::Bytes(own) | Form::Octets(own) => own.fmt(f),
            Form::Decimal(number) => number.fmt(f),
            Form::Degrees(latitude, longitude) => write!(f, "[{latitude:?}, {longitude:?}]"),
        }
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_own(self.1, f)
    }
}

impl fmt::Display for Pointed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_decimal(f, self.0, self.1)
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
