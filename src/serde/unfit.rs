//! Why a value is none of a scalar type: its range, its digits or its unit. Asked for messages
//! alone.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use crate::scalar::civil::finer_than;
use crate::scalar::form::{Form, KeyForm};
use crate::scalar::text::Scaled;
use crate::scalar::{Serde, order};
use crate::schema::Scalar;

/// What is said of a value of no known fault.
#[cold]
pub(super) fn no_value(scalar: Scalar, value: impl fmt::Display) -> String {
    format!("{value} is not a value of {scalar}")
}

/// Of a number that a type does not reach.
#[cold]
pub(super) fn out_of_range(scalar: Scalar, value: impl fmt::Display) -> String {
    match range(scalar) {
        Some((least, most)) => format!("{value} is out of range for {scalar} ({least} to {most})"),
        None => no_value(scalar, value),
    }
}

/// The least and the greatest value of a type of numbers.
fn range(scalar: Scalar) -> Option<(String, String)> {
    match scalar.row().serde {
        Serde::F32 => return Some((format!("{:e}", f32::MIN), format!("{:e}", f32::MAX))),
        Serde::F64 => return Some((format!("{:e}", f64::MIN), format!("{:e}", f64::MAX))),
        _ => {}
    }
    let shown = |word: u128| match Form::of(scalar, word).key()? {
        KeyForm::Number(value) => Some(value.to_string()),
        KeyForm::Text(value) if scalar.scale().is_some() => Some(value.to_string()),
        KeyForm::Text(_) | KeyForm::Char(_) => None,
    };
    Some((shown(order::unsorted(scalar, 0))?, shown(scalar.last())?))
}

/// Of a float.
#[cold]
#[allow(clippy::float_cmp)] // With zero, which a remainder is exactly.
pub(super) fn float(scalar: Scalar, value: f64) -> String {
    if let Some(scale) = scalar.scale() {
        return match Scaled::of_number(&format!("{value:e}"), scale) {
            None => no_value(scalar, value),
            Some(Scaled::Exact(mantissa)) if scalar.word_of(mantissa).is_some() => {
                format!("{value} is not exact in {scalar} as a float, of which 15 digits are exact: write it as text")
            }
            Some(scaled) => decimal(scalar, value, scaled),
        };
    }
    let is_number = matches!(
        scalar.row().serde,
        Serde::U64 | Serde::I64 | Serde::U128 | Serde::I128 | Serde::Date | Serde::Time | Serde::Moment | Serde::Span
    );
    if scalar.row().serde == Serde::F32 {
        return out_of_range(scalar, format_args!("{value:?}"));
    }
    // A float is what an integer becomes that 64 bits do not hold: then its digits are not those
    // that were written.
    if is_number && value.is_finite() && value % 1.0 == 0.0 && !holds(scalar, value) {
        return out_of_range(scalar, "the number");
    }
    no_value(scalar, format_args!("{value:?}"))
}

/// Whether an integer type reaches a float without a fraction.
// The casts saturate, and what is at their ends is beyond every type but those of 128 bits.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn holds(scalar: Scalar, value: f64) -> bool {
    match scalar.row().serde {
        Serde::U128 => value >= 0.0 && value < u128::MAX as f64,
        Serde::I128 => value >= i128::MIN as f64 && value < i128::MAX as f64,
        // The float at the least i64 is what integers below it become.
        _ => scalar.word_of(value as i128).is_some() && value > i64::MIN as f64,
    }
}

/// Of a decimal number.
#[cold]
pub(super) fn decimal(scalar: Scalar, value: impl fmt::Display, scaled: Scaled) -> String {
    match scaled {
        Scaled::Finer => format!("{value} has more digits behind the point than {scalar} holds"),
        Scaled::Exact(_) | Scaled::Beyond => out_of_range(scalar, value),
    }
}

/// Of a text that is none of a type's: with one that is.
#[cold]
fn no_text(scalar: Scalar, quoted: &str) -> String {
    let known = match scalar.row().serde {
        Serde::Date => "2024-02-29",
        Serde::Time => "12:30:00",
        Serde::Moment => "2024-02-29T12:30:00Z",
        Serde::Span => "PT1H30M",
        _ => return no_value(scalar, quoted),
    };
    format!("{quoted} is not a value of {scalar}, such as {known:?}")
}

/// Of a text.
#[cold]
pub(super) fn text(scalar: Scalar, text: &str) -> String {
    let quoted = format!("{text:?}");
    match (scalar.row().serde, scalar.scale()) {
        (Serde::Decimal, Some(scale)) if !text.contains(['e', 'E']) => match Scaled::of_number(text, scale) {
            // Zeros at the end count in text, which is a form of the type.
            Some(Scaled::Exact(mantissa)) if scalar.word_of(mantissa).is_some() => {
                decimal(scalar, quoted, Scaled::Finer)
            }
            Some(scaled) => decimal(scalar, quoted, scaled),
            None => no_value(scalar, quoted),
        },
        (Serde::Time | Serde::Moment | Serde::Span, _) => match finer_than(scalar, text) {
            Some(unit) => format!("{quoted} is finer than {unit}, which {scalar} counts in"),
            None => no_text(scalar, &quoted),
        },
        _ => no_text(scalar, &quoted),
    }
}
