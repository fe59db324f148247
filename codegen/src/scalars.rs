//! Scalars in Rust: their types, and their values as constants.

use vellum::schema::Scalar;

/// What the table of scalars says of one.
struct Row {
    /// The type, with `SCALE` where a decimal has its scale.
    rust: &'static str,
    number: Number,
    /// The bytes of the word.
    size: usize,
    /// A value as a constant, as the table writes it.
    constant: &'static str,
}

/// How a word is a number in a constant.
#[derive(Clone, Copy)]
enum Number {
    Unsigned,
    Signed,
    Float,
    Char,
}

/// How the order of words and the text of values say that.
macro_rules! number {
    (Unsigned, Char) => {
        Number::Char
    };
    (Float, Float) => {
        Number::Float
    };
    (Signed, $text:ident) => {
        Number::Signed
    };
    (Unsigned, $text:ident) => {
        Number::Unsigned
    };
    (Bytes, $text:ident) => {
        Number::Unsigned
    };
}

macro_rules! rows {
    (
        plain { $($section:ident { $($variant:ident (
            $name:literal | $_a:literal | $rust:ty | $word:ident | $order:ident | $_b:tt | $text:ident | $_c:ident | $_d:ident
            | $constant:literal | $_e:literal
        );)* })* }
        timestamps { $($unit:ident (
            $unit_name:literal | $_f:literal | $unit_rust:ty | $unit_word:ident | $unit_order:ident | $_g:tt | $unit_text:ident
            | $_h:ident | $_i:ident | $unit_constant:literal | $unit_about:literal
        );)* }
        decimals { $($decimal:ident (
            $decimal_name:literal | $_j:literal | $decimal_rust:ty | $decimal_word:ident | $decimal_order:ident | $_k:tt
            | $decimal_text:ident | $_l:ident | $_m:ident | $decimal_constant:literal | $max:literal
        );)* }
    ) => {
        /// The row of a type by its name, and by the unit of a timestamp.
        fn row(name: &str, unit: Option<&str>) -> Option<Row> {
            Some(match (name, unit) {
                $($(($name, None) => row!($rust, $word, $order, $text, $constant),)*)*
                $(($unit_name, Some($unit_about)) => row!($unit_rust, $unit_word, $unit_order, $unit_text, $unit_constant),)*
                $(($decimal_name, None) => row!($decimal_rust, $decimal_word, $decimal_order, $decimal_text, $decimal_constant),)*
                _ => return None,
            })
        }
    };
}

macro_rules! row {
    ($rust:ty, $word:ident, $order:ident, $text:ident, $constant:literal) => {
        Row { rust: stringify!($rust), number: number!($order, $text), size: size_of::<$word>(), constant: $constant }
    };
}
vellum_scalars::for_each_scalar!(rows);

/// The row of a scalar, and the digits behind the point of a decimal.
fn row_of(scalar: Scalar) -> Option<(Row, u8)> {
    let (unit, scale) = match scalar {
        Scalar::Timestamp(unit) => (Some(unit.name()), 0),
        Scalar::Decimal(scale) | Scalar::Decimal128(scale) => (None, scale),
        _ => (None, 0),
    };
    row(scalar.name(), unit).map(|row| (row, scale))
}

/// The Rust type of a scalar; the error says why there is none.
pub fn type_of(scalar: Scalar) -> Result<String, String> {
    let Some((row, scale)) = row_of(scalar) else {
        return Err(format!("is `{scalar}`, which this version does not know"));
    };
    // The compiler chooses where it puts spaces.
    Ok(row.rust.replace(' ', "").replace("SCALE", &scale.to_string()))
}

/// The zero of a type that has no `Default`: those of std that are no numbers.
pub fn zero(scalar: Scalar) -> Option<String> {
    let (row, _) = row_of(scalar)?;
    if row.rust.starts_with("core") { constant(scalar, 0).ok() } else { None }
}

/// A value of a scalar as a constant; the error says why there is none.
pub fn constant(scalar: Scalar, word: u128) -> Result<String, String> {
    let Some((row, _)) = row_of(scalar) else {
        return Err(format!("has a default of `{scalar}`, which this version does not know"));
    };
    let unused = 128 - 8 * row.size;
    let (bytes, half) = (word.swap_bytes() >> unused, 4 * row.size);
    let (low, high) = (signed(word, half), signed(word >> half, half));
    let hex = grouped(&format!("{bytes:0digits$x}", digits = 2 * row.size), 4);
    let text = row.constant.replace("{hex}", &hex).replace("{low}", &decimal(low)).replace("{high}", &decimal(high));
    Ok(text.replace("{n}", &row.number(word)))
}

impl Row {
    // The word is narrowed to the scalar it came from.
    #[allow(clippy::cast_possible_truncation)]
    fn number(&self, word: u128) -> String {
        match self.number {
            Number::Unsigned => grouped(&word.to_string(), 3),
            Number::Signed => decimal(signed(word, 8 * self.size)),
            Number::Char => format!("{:?}", char::from_u32(word as u32).unwrap_or_default()),
            Number::Float if self.size == 4 => match f32::from_bits(word as u32) {
                float if float.is_finite() => format!("{float:?}"),
                float => format!("f32::from_bits(0x{})", grouped(&format!("{:x}", float.to_bits()), 4)),
            },
            Number::Float => match f64::from_bits(word as u64) {
                float if float.is_finite() => format!("{float:?}"),
                float => format!("f64::from_bits(0x{})", grouped(&format!("{:x}", float.to_bits()), 4)),
            },
        }
    }
}

/// The low bits of a word as a number in two's complement.
fn signed(word: u128, bits: usize) -> i128 {
    (word << (128 - bits)).cast_signed() >> (128 - bits)
}

fn decimal(number: i128) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(&number.unsigned_abs().to_string(), 3))
}

/// Digits in groups of so many, where there are more than a few.
pub fn grouped(digits: &str, size: usize) -> String {
    if digits.len() <= 4 {
        return digits.to_owned();
    }
    let digit = |(index, digit): (usize, char)| {
        let left = digits.len() - index;
        let separator = (index > 0 && left.is_multiple_of(size)).then_some('_');
        separator.into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_grouped() {
        assert_eq!(grouped("1234", 3), "1234");
        assert_eq!(grouped("12345", 3), "12_345");
        assert_eq!(grouped("123456", 3), "123_456");
        assert_eq!(decimal(i128::from(i64::MIN)), "-9_223_372_036_854_775_808");
        assert_eq!(grouped("7fc00000", 4), "7fc0_0000");
    }
}
