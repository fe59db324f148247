//! Decimal numbers: an integer and a scale that the schema fixes.

use core::fmt;

use super::table::Scalar;
use super::text::write_decimal;
use super::word::every_word;

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
/// assert_eq!(Item::view(&bytes)?.price()?.to_string(), "19.99");
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
/// assert_eq!(Account::view(&bytes)?.balance()?.to_string(), "-1.5000");
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
    use super::{Decimal, Decimal128};
    use crate::error::{Error, ErrorKind, Result};

    /// The number in units of the scale, if it has no digits beyond.
    fn mantissa(number: rust_decimal::Decimal, scale: u8) -> Result<i128> {
        let number = number.normalize();
        let missing = u32::from(scale).checked_sub(number.scale());
        let unit = missing.and_then(|missing| 10i128.checked_pow(missing));
        let mantissa = unit.and_then(|unit| number.mantissa().checked_mul(unit));
        mantissa.ok_or_else(|| Error::new(ErrorKind::Type, format_args!("{number} does not fit decimal({scale})")))
    }

    fn number(mut mantissa: i128, scale: u8) -> Result<rust_decimal::Decimal> {
        let mut scale = u32::from(scale);
        // Zeros at the end are no digits that it would have to hold.
        while scale > 0 && mantissa.unsigned_abs() >= 1 << 96 && mantissa.checked_rem(10) == Some(0) {
            mantissa = mantissa.checked_div(10).unwrap_or(0);
            scale = scale.saturating_sub(1);
        }
        rust_decimal::Decimal::try_from_i128_with_scale(mantissa, scale)
            .map_err(|error| Error::new(ErrorKind::Type, format_args!("{error}")))
    }

    impl<const SCALE: u8> TryFrom<rust_decimal::Decimal> for Decimal<SCALE> {
        type Error = Error;

        fn try_from(number: rust_decimal::Decimal) -> Result<Self> {
            let mantissa = mantissa(number, SCALE)?;
            let fits = i64::try_from(mantissa);
            fits.map(Self)
                .map_err(|_| Error::new(ErrorKind::Type, format_args!("{number} does not fit decimal({SCALE})")))
        }
    }

    impl<const SCALE: u8> TryFrom<rust_decimal::Decimal> for Decimal128<SCALE> {
        type Error = Error;

        fn try_from(number: rust_decimal::Decimal) -> Result<Self> {
            mantissa(number, SCALE).map(Self)
        }
    }

    impl<const SCALE: u8> TryFrom<Decimal<SCALE>> for rust_decimal::Decimal {
        type Error = Error;

        fn try_from(decimal: Decimal<SCALE>) -> Result<Self> {
            number(i128::from(decimal.0), SCALE)
        }
    }

    impl<const SCALE: u8> TryFrom<Decimal128<SCALE>> for rust_decimal::Decimal {
        type Error = Error;

        fn try_from(decimal: Decimal128<SCALE>) -> Result<Self> {
            number(decimal.0, SCALE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::text::parse_decimal as parse;
    use alloc::string::ToString;

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
