//! Declared defaults as Rust expressions that are constants.

use vellum::schema::{Default, Field, Scalar, TimeUnit, Type};

use crate::names::enum_variants;
use crate::types::{FOREIGN, Types};

/// A declared default.
pub struct Expression {
    /// What `#[vellum(default = ...)]` takes.
    pub constant: String,
    /// The value of the field's Rust type.
    pub value: String,
    /// Whether the constant is a literal without a sign.
    pub is_literal: bool,
}

impl Expression {
    fn literal(text: String) -> Self {
        Self { constant: text.clone(), value: text, is_literal: true }
    }

    fn path(text: String) -> Self {
        Self { constant: text.clone(), value: text, is_literal: false }
    }

    fn number(text: String) -> Self {
        if text.starts_with('-') { Self::path(text) } else { Self::literal(text) }
    }
}

/// The default that the field declares; the error says why it has no expression.
pub fn declared(types: &Types<'_>, field: &Field) -> Result<Option<Expression>, String> {
    let word = match field.default() {
        Default::Blob(text) if *field.ty() == Type::String => {
            let text = format!("{:?}", String::from_utf8_lossy(text));
            let value = format!("{text}.to_owned()");
            return Ok(Some(Expression { constant: text, value, is_literal: true }));
        }
        Default::Blob(_) => return Err("has a default of bytes, which a `Vec<u8>` cannot have yet".to_owned()),
        Default::Word(word) => *word,
        Default::Zero => 0,
        _ => return Err("has a default that this version does not know".to_owned()),
    };
    Ok(match field.ty() {
        Type::Enum(id) => {
            let enumeration = types.schema.get_enum(*id).ok_or(FOREIGN)?;
            let index = enumeration.variants().position(|(_, number)| u128::from(number) == word).unwrap_or(0);
            // The first is the enum's own default.
            if field.optional() || index == 0 {
                return Ok(None);
            }
            let variants = enum_variants(enumeration).map_err(|error| error.to_string())?;
            let ident = &types.names.get(enumeration.name()).rust;
            Some(Expression::path(format!("{ident}::{}", variants[index].rust)))
        }
        _ if word == 0 => None,
        Type::Bool => Some(Expression::literal("true".to_owned())),
        Type::Scalar(scalar) => Some(of_scalar(*scalar, word)?),
        _ => return Err("has a default that this version does not know".to_owned()),
    })
}

// The stored word is narrowed to the scalar it came from.
#[allow(clippy::cast_possible_truncation)]
pub fn of_scalar(scalar: Scalar, word: u128) -> Result<Expression, String> {
    let signed = (word as u64).cast_signed();
    let holding = |name: &str, number: i128| Expression::path(format!("vellum::value::{name}({})", decimal(number)));
    let identifier = |name: &str| {
        let number = grouped(&format!("{:032x}", u128::from_be_bytes(word.to_le_bytes())), 4);
        Expression::path(format!("vellum::value::{name}(0x{number}_u128.to_be_bytes())"))
    };
    let place = |name: &str, latitude: i64, longitude: i64| {
        let (latitude, longitude) = (decimal(latitude.into()), decimal(longitude.into()));
        Expression::path(format!("vellum::value::{name}::from_units({latitude}, {longitude}).unwrap()"))
    };
    Ok(match scalar {
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::U128 => {
            Expression::literal(grouped(&word.to_string(), 3))
        }
        Scalar::I8 => Expression::number(decimal((word as u8).cast_signed().into())),
        Scalar::I16 => Expression::number(decimal((word as u16).cast_signed().into())),
        Scalar::I32 => Expression::number(decimal((word as u32).cast_signed().into())),
        Scalar::I64 => Expression::number(decimal(signed.into())),
        Scalar::I128 => Expression::number(decimal(word.cast_signed())),
        Scalar::F32 => match f32::from_bits(word as u32) {
            float if float.is_finite() => Expression::number(format!("{float:?}")),
            float => Expression::path(format!("f32::from_bits(0x{})", grouped(&format!("{:x}", float.to_bits()), 4))),
        },
        Scalar::F64 => match f64::from_bits(word as u64) {
            float if float.is_finite() => Expression::number(format!("{float:?}")),
            float => Expression::path(format!("f64::from_bits(0x{})", grouped(&format!("{:x}", float.to_bits()), 4))),
        },
        Scalar::Char => Expression::literal(format!("{:?}", char::from_u32(word as u32).unwrap_or_default())),
        Scalar::Uuid => identifier("Uuid"),
        Scalar::Ulid => identifier("Ulid"),
        Scalar::Date => holding("Date", (word as u32).cast_signed().into()),
        Scalar::Time => {
            Expression::path(format!("vellum::value::Time::from_nanos({}).unwrap()", grouped(&word.to_string(), 3)))
        }
        Scalar::Timestamp(TimeUnit::Seconds) => holding("TimestampSeconds", signed.into()),
        Scalar::Timestamp(TimeUnit::Millis) => holding("Timestamp", signed.into()),
        Scalar::Timestamp(TimeUnit::Micros) => holding("TimestampMicros", signed.into()),
        Scalar::Timestamp(TimeUnit::Nanos) => holding("TimestampNanos", signed.into()),
        Scalar::Duration => holding("Duration", signed.into()),
        Scalar::Decimal(_) => holding("Decimal", signed.into()),
        Scalar::Decimal128(_) => holding("Decimal128", word.cast_signed()),
        // The latitude is the low half.
        Scalar::Geo4 => place("Geo4", (word as u16).cast_signed().into(), ((word >> 16) as u16).cast_signed().into()),
        Scalar::Geo8 => place("Geo8", (word as u32).cast_signed().into(), ((word >> 32) as u32).cast_signed().into()),
        Scalar::Geo16 => place("Geo16", (word as u64).cast_signed(), ((word >> 64) as u64).cast_signed()),
        _ => return Err(format!("has a default of `{scalar}`, which this version does not know")),
    })
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
