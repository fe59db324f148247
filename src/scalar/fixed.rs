//! Types of a fixed length that lie inline: text, places, decimals, identifiers and addresses.
//!
//! ```text
//! slot of string[N] = text, then zeros up to N bytes
//! ```
//!
//! The invariant of the text and its slot: UTF-8 whose last byte is not zero, so that the zeros
//! after it are not part of it.

use alloc::string::String;
use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::net::{Ipv4Addr, Ipv6Addr};
use core::ops::Deref;
use core::str::FromStr;

pub use places::{Geo4, Geo8, Geo16};

use super::table::Scalar;
use super::text::write_decimal;
use super::word::{every_word, some_words};
use crate::error::{Error, ErrorKind, Result, Wording};
use crate::wire::trimmed;

/// Text of at most `N` bytes that lies inline in its record: `string[N]` in schema text. `N` is 1
/// to 65,535.
///
/// It takes `N` bytes in every record, and no pointer. Views give it as `&str`, and setters take it
/// so. As what is left over is zero, no text in it ends with a zero.
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::FixedStr;
///
/// #[derive(Vellum)]
/// struct Price { currency: FixedStr<3>, amount: u64 }
///
/// let mut bytes = vellum::to_vec(&Price { currency: "EUR".parse()?, amount: 5 })?;
/// assert_eq!(Price::peek(&bytes)?.currency()?, "EUR");
/// Price::edit(&mut bytes)?.set_currency("CHF")?;
/// assert!(Price::edit(&mut bytes)?.set_currency("franc").is_err());
/// assert_eq!(&*vellum::from_slice::<Price>(&bytes)?.currency, "CHF");
/// assert!(Price::schema().to_string().contains("currency: string[3]"));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FixedStr<const N: usize>([u8; N]);

impl<const N: usize> FixedStr<N> {
    /// The empty text.
    ///
    /// ```
    /// assert_eq!(vellum::value::FixedStr::<8>::new().len(), 0);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self([0; N])
    }

    /// The text.
    ///
    /// ```
    /// use vellum::value::FixedStr;
    ///
    /// let code = FixedStr::<2>::try_from("de")?;
    /// assert_eq!(code.as_str(), "de");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Text by the type's invariant.
        core::str::from_utf8(trimmed(&self.0)).unwrap_or_default()
    }

    pub(crate) fn fits(text: &str) -> bool {
        text.len() <= N && !text.ends_with('\0')
    }

    pub(crate) fn check_fits(text: &str) -> Result<()> {
        if Self::fits(text) { Ok(()) } else { Err(does_not_fit(N)) }
    }
}

/// The error for a text that a slot of so many bytes does not hold.
#[cold]
fn does_not_fit(len: usize) -> Error {
    Error::of(ErrorKind::Type, Wording::TextRoom, [len as u64, 0, 0])
}

/// # Errors
/// [`ErrorKind::Type`] if the text has more than `N` bytes, or ends with a zero.
impl<const N: usize> TryFrom<&str> for FixedStr<N> {
    type Error = Error;

    fn try_from(text: &str) -> Result<Self> {
        Self::check_fits(text)?;
        let mut bytes = [0; N];
        bytes.get_mut(..text.len()).unwrap_or_default().copy_from_slice(text.as_bytes());
        Ok(Self(bytes))
    }
}

impl<const N: usize> FromStr for FixedStr<N> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::try_from(text)
    }
}

impl<const N: usize> From<FixedStr<N>> for String {
    fn from(text: FixedStr<N>) -> Self {
        text.as_str().into()
    }
}

impl<const N: usize> Default for FixedStr<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Deref for FixedStr<N> {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> AsRef<str> for FixedStr<N> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<const N: usize> Borrow<str> for FixedStr<N> {
    fn borrow(&self) -> &str {
        self
    }
}

/// As `str`, by which it can be looked up.
impl<const N: usize> Hash for FixedStr<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl<const N: usize> PartialEq<str> for FixedStr<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<const N: usize> PartialEq<&str> for FixedStr<N> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl<const N: usize> fmt::Display for FixedStr<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl<const N: usize> fmt::Debug for FixedStr<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

// Places on Earth: latitude and longitude in degrees, as scaled integers.

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

            /// A place by its degrees, rounded to the nearest unit, halves away from zero.
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
    // Beyond 2^52 a float is an integer, and the casts saturate, so that it is out of range all the
    // same.
    let whole = value as i64 as f64;
    // Exact, as the sum of the value and a half is not.
    let rest = value - whole;
    match (rest >= 0.5, rest <= -0.5) {
        (true, _) => whole + 1.0,
        (_, true) => whole - 1.0,
        _ => whole,
    }
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

// Decimal numbers: an integer and a scale that the schema fixes.

/// A number with `SCALE` digits behind the point: an `i64` that counts its smallest unit; eight
/// bytes. In schema text `decimal(SCALE)`.
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::Decimal;
///
/// #[derive(Vellum)]
/// struct Item { price: Decimal<2> }
///
/// let bytes = vellum::to_vec(&Item { price: Decimal(1999) })?;
/// assert_eq!(Item::peek(&bytes)?.price()?.to_string(), "19.99");
/// assert!(Item::schema().to_string().contains("price: decimal(2)"));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal<const SCALE: u8>(pub i64);

/// As [`Decimal`] over an `i128`; sixteen bytes. In schema text `decimal128(SCALE)`.
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::Decimal128;
///
/// #[derive(Vellum)]
/// struct Account { balance: Decimal128<4> }
///
/// let bytes = vellum::to_vec(&Account { balance: Decimal128(-15_000) })?;
/// assert_eq!(Account::peek(&bytes)?.balance()?.to_string(), "-1.5000");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal128<const SCALE: u8>(pub i128);

impl<const SCALE: u8> Decimal<SCALE> {
    const ZERO: Self = {
        assert!(SCALE <= Scalar::MAX_SCALE, "a decimal has at most 18 digits behind the point");
        Self(0)
    };
}

impl<const SCALE: u8> Decimal128<SCALE> {
    const ZERO: Self = {
        assert!(SCALE <= Scalar::MAX_SCALE_128, "a decimal128 has at most 38 digits behind the point");
        Self(0)
    };
}

every_word!(
    [const SCALE: u8] Decimal<SCALE>, u64, Self::ZERO, |this| this.0.cast_unsigned(), |word| Self(word.cast_signed())
);
every_word!(
    [const SCALE: u8] Decimal128<SCALE>, u128, Self::ZERO, |this| this.0.cast_unsigned(), |word| Self(word.cast_signed())
);

impl<const SCALE: u8> fmt::Display for Decimal<SCALE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_decimal(f, i128::from(self.0), SCALE)
    }
}

impl<const SCALE: u8> fmt::Display for Decimal128<SCALE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_decimal(f, self.0, SCALE)
    }
}

#[cfg(feature = "rust_decimal")]
mod with_rust_decimal {
    use core::fmt;

    use super::{Decimal, Decimal128};
    use crate::error::{Error, ErrorKind, Result};

    /// The number in units of the scale, if it has no digits beyond.
    fn mantissa(number: rust_decimal::Decimal, (name, scale): (&str, u8)) -> Result<i128> {
        let number = number.normalize();
        let missing = u32::from(scale).checked_sub(number.scale());
        let unit = missing.and_then(|missing| 10i128.checked_pow(missing));
        let mantissa = unit.and_then(|unit| number.mantissa().checked_mul(unit));
        mantissa.ok_or_else(|| Error::new(ErrorKind::Type, format_args!("{number} does not fit {name}({scale})")))
    }

    fn number(mantissa: i128, scale: u8, shown: &dyn fmt::Display) -> Result<rust_decimal::Decimal> {
        let (mut kept, mut digits) = (mantissa, u32::from(scale));
        let is_beyond =
            |kept: i128, digits: u32| digits > rust_decimal::Decimal::MAX_SCALE || kept.unsigned_abs() >= 1 << 96;
        // Zeros at the end are no digits that it would have to hold.
        while digits > 0 && is_beyond(kept, digits) && kept.checked_rem(10) == Some(0) {
            kept = kept.checked_div(10).unwrap_or(0);
            digits = digits.saturating_sub(1);
        }
        rust_decimal::Decimal::try_from_i128_with_scale(kept, digits).map_err(|_| beyond(shown))
    }

    #[cold]
    fn beyond(shown: &dyn fmt::Display) -> Error {
        Error::new(ErrorKind::Type, format_args!("{shown} has more digits than `rust_decimal::Decimal` holds"))
    }

    impl<const SCALE: u8> TryFrom<rust_decimal::Decimal> for Decimal<SCALE> {
        type Error = Error;

        fn try_from(number: rust_decimal::Decimal) -> Result<Self> {
            let mantissa = mantissa(number, ("decimal", SCALE))?;
            let fits = i64::try_from(mantissa);
            fits.map(Self)
                .map_err(|_| Error::new(ErrorKind::Type, format_args!("{number} does not fit decimal({SCALE})")))
        }
    }

    impl<const SCALE: u8> TryFrom<rust_decimal::Decimal> for Decimal128<SCALE> {
        type Error = Error;

        fn try_from(number: rust_decimal::Decimal) -> Result<Self> {
            mantissa(number, ("decimal128", SCALE)).map(Self)
        }
    }

    impl<const SCALE: u8> TryFrom<Decimal<SCALE>> for rust_decimal::Decimal {
        type Error = Error;

        fn try_from(decimal: Decimal<SCALE>) -> Result<Self> {
            number(i128::from(decimal.0), SCALE, &decimal)
        }
    }

    impl<const SCALE: u8> TryFrom<Decimal128<SCALE>> for rust_decimal::Decimal {
        type Error = Error;

        fn try_from(decimal: Decimal128<SCALE>) -> Result<Self> {
            number(decimal.0, SCALE, &decimal)
        }
    }
}

// Identifiers of sixteen bytes, most significant first, so that their bytes sort as they do.

/// Crockford's base 32.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A UUID: sixteen bytes, in the order in which it is written (RFC 9562).
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::Uuid;
///
/// #[derive(Vellum)]
/// struct Session { id: Uuid }
///
/// let bytes = vellum::to_vec(&Session { id: Uuid([0xA1; 16]) })?;
/// assert_eq!(Session::peek(&bytes)?.id()?.to_string(), "a1a1a1a1-a1a1-a1a1-a1a1-a1a1a1a1a1a1");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid(pub [u8; 16]);

/// A ULID: sixteen bytes, the first six a time in milliseconds.
///
/// ```
/// use vellum::value::Ulid;
///
/// let id: Ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV".parse()?;
/// assert_eq!(id.0[..6], [0x01, 0x56, 0x3E, 0x3A, 0xB5, 0xD3]);
/// assert_eq!(id.to_string(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ulid(pub [u8; 16]);

every_word!([] Uuid, u128, Self([0; 16]), |this| u128::from_le_bytes(this.0), |word| Self(word.to_le_bytes()));
every_word!([] Ulid, u128, Self([0; 16]), |this| u128::from_le_bytes(this.0), |word| Self(word.to_le_bytes()));

/// Hexadecimal digits in five groups.
impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            let dash = if matches!(index, 4 | 6 | 8 | 10) { "-" } else { "" };
            write!(f, "{dash}{byte:02x}")?;
        }
        Ok(())
    }
}

/// Twenty-six digits of Crockford's base 32.
impl fmt::Display for Ulid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u128::from_be_bytes(self.0);
        for digit in (0..26u32).rev() {
            let value = number.wrapping_shr(digit.saturating_mul(5)) & 31;
            let letter = DIGITS.get(value as usize).copied().unwrap_or(b'0');
            write!(f, "{}", char::from(letter))?;
        }
        Ok(())
    }
}

/// Thirty-two hexadecimal digits, with or without the four dashes.
impl FromStr for Uuid {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (mut number, mut digits) = (0u128, 0usize);
        for (index, letter) in text.chars().enumerate() {
            if letter == '-' && matches!(index, 8 | 13 | 18 | 23) {
                continue;
            }
            let Some(digit) = letter.to_digit(16) else { return Err(no_id("UUID", text)) };
            number = number.wrapping_shl(4) | u128::from(digit);
            digits = digits.saturating_add(1);
        }
        if digits == 32 { Ok(Self(number.to_be_bytes())) } else { Err(no_id("UUID", text)) }
    }
}

/// Twenty-six digits of Crockford's base 32, in either case.
impl FromStr for Ulid {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (mut number, mut digits) = (0u128, 0usize);
        for letter in text.bytes() {
            let letter = letter.to_ascii_uppercase();
            let Some(digit) = DIGITS.iter().position(|known| *known == letter) else { return Err(no_id("ULID", text)) };
            // The first of twenty-six digits has three bits.
            if number.leading_zeros() < 5 {
                return Err(no_id("ULID", text));
            }
            number = number.wrapping_shl(5) | digit as u128;
            digits = digits.saturating_add(1);
        }
        if digits == 26 { Ok(Self(number.to_be_bytes())) } else { Err(no_id("ULID", text)) }
    }
}

#[cold]
fn no_id(what: &str, text: &str) -> Error {
    Error::new(ErrorKind::Type, format_args!("{text:?} is not the text of a {what}"))
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Ulid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "uuid")]
impl From<uuid::Uuid> for Uuid {
    fn from(id: uuid::Uuid) -> Self {
        Self(id.into_bytes())
    }
}

#[cfg(feature = "uuid")]
impl From<Uuid> for uuid::Uuid {
    fn from(id: Uuid) -> Self {
        Self::from_bytes(id.0)
    }
}

#[cfg(feature = "ulid")]
impl From<ulid::Ulid> for Ulid {
    fn from(id: ulid::Ulid) -> Self {
        Self(id.to_bytes())
    }
}

#[cfg(feature = "ulid")]
impl From<Ulid> for ulid::Ulid {
    fn from(id: Ulid) -> Self {
        Self::from_bytes(id.0)
    }
}

// Addresses of the internet: the types of `core::net`, as the bytes that go over the wire.

every_word!([] Ipv4Addr, u32, Self::UNSPECIFIED, |this| u32::from_le_bytes(this.octets()), |word| Self::from(word.to_le_bytes()));
every_word!([] Ipv6Addr, u128, Self::UNSPECIFIED, |this| u128::from_le_bytes(this.octets()), |word| Self::from(word.to_le_bytes()));

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::scalar::text::parse_decimal as parse;

    #[test]
    fn text_and_mantissa_agree() {
        for (text, scale, mantissa) in
            [("0.00", 2, 0), ("-0.05", 2, -5), ("12.30", 2, 1230), ("7", 0, 7), ("-1.5", 1, -15)]
        {
            assert_eq!(parse(text, scale), Some(mantissa), "{text}");
        }
        assert_eq!(parse("1.5", 3), Some(1500));
        assert_eq!(Decimal::<2>(-5).to_string(), "-0.05");
        assert_eq!(Decimal128::<0>(i128::MIN).to_string(), i128::MIN.to_string());
        let (least, most) = (i128::MIN, i128::MAX);
        for mantissa in [least, most] {
            assert_eq!(parse(&Decimal128::<0>(mantissa).to_string(), 0), Some(mantissa));
            assert_eq!(parse(&Decimal128::<2>(mantissa).to_string(), 2), Some(mantissa));
            assert_eq!(parse(&Decimal128::<38>(mantissa).to_string(), 38), Some(mantissa));
        }
        for text in ["170141183460469231731687303715884105728", "-170141183460469231731687303715884105729"] {
            assert_eq!(parse(text, 0), None, "{text}");
        }
        for text in ["1.555", "", ".5", "1.", "-", "1e3", "a", "+1"] {
            assert_eq!(parse(text, 2), None, "{text}");
        }
    }
}
