//! Numbers as `serde_json` has them in text, for decimals; and as it gives them with its feature
//! `arbitrary_precision`, which any crate of a program can turn on: those that are no integers of
//! 64 bits are a map of one entry, from a name that is reserved for this to the text of the number.

use crate::error::{Error, ErrorKind, Result};

/// The only key of such a map.
pub(super) const NAME: &str = "$serde_json::private::Number";

/// A number that `any` can hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ExactNumber {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
}

impl ExactNumber {
    /// The number that the text of such a map is; `None` if it is no number.
    ///
    /// # Errors
    /// [`ErrorKind::Type`] if no float is near the number.
    pub(super) fn of_text(text: &str) -> Option<Result<Self>> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if !digits.starts_with(|digit: char| digit.is_ascii_digit()) {
            return None;
        }
        // As without that feature, -0 is a float.
        let number = match (text.parse::<i64>(), text.parse::<u64>(), text.parse::<f64>()) {
            (Ok(value), ..) if value != 0 || digits.len() == text.len() => Self::Signed(value),
            (_, Ok(value), _) => Self::Unsigned(value),
            (.., Ok(value)) if value.is_finite() => Self::Float(value),
            (.., Ok(_)) => {
                return Some(Err(Error::new(ErrorKind::Type, format_args!("the number {text} is out of range"))));
            }
            (.., Err(_)) => return None,
        };
        Some(Ok(number))
    }
}

#[cfg(test)]
mod tests {
    use super::ExactNumber::{self, Float, Signed, Unsigned};

    #[test]
    fn a_text_is_the_number_that_json_without_the_feature_has() {
        let numbers = [("0", Signed(0)), ("-7", Signed(-7)), ("18446744073709551615", Unsigned(u64::MAX))];
        let floats = [("2.5", Float(2.5)), ("1e3", Float(1000.0)), ("18446744073709551616", Float(2_f64.powi(64)))];
        for (text, number) in numbers.into_iter().chain(floats) {
            assert_eq!(ExactNumber::of_text(text).unwrap().unwrap(), number);
        }
        assert!(matches!(ExactNumber::of_text("-0"), Some(Ok(Float(zero))) if zero.is_sign_negative()));
        assert!(ExactNumber::of_text("1e999").unwrap().is_err());
        assert!(["", "-", "x", "inf", "NaN", "+1", ".5", "1x"].map(ExactNumber::of_text).iter().all(Option::is_none));
    }
}
