//! Words as schema text and paths write them.

use core::str::FromStr;

use super::civil::Civil;
use super::table::{Scalar, Serde, Text, WordOrder};

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
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let (whole, part) = (whole.as_bytes(), part.as_bytes());
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
        for text in ["", "-", ".5", "e1", "1e", "1e-", "1x", "+1", "1.2.3", "1e1.5", "inf", "NaN"] {
            assert_eq!(Scaled::of_number(text, 2), None, "{text}");
        }
    }
}
