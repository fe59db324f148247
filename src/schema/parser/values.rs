//! Defaults of fields, and rules on what is set.

use alloc::borrow::ToOwned;
use alloc::format;
use core::str::FromStr;

use super::Parser;
use crate::scalar::{Geo4, Geo8, Geo16, Time, decimal};
use crate::schema::draft::{DraftDefault, DraftType, Fault};
use crate::schema::lexer::{Token, without_separators};
use crate::schema::rules::{Case, Rules};
use crate::schema::types::Scalar;
use crate::typed::scalar::Scalar as _;

impl Parser<'_> {
    /// Rules for the values of a field.
    pub(super) fn rules(&mut self, ty: &DraftType) -> Result<Rules, Fault> {
        let mut rules = Rules::default();
        loop {
            if self.take_word("in")? {
                if !self.is_mark('.') {
                    rules.min = self.bound(ty)?;
                }
                self.mark('.')?;
                let end = self.span.end;
                self.mark('.')?;
                // `..=` is one word; the `=` of a default stands apart.
                if self.span.start == end && self.take('=')? {
                    rules.max = self.bound(ty)?;
                }
            } else if self.take_word("max")? {
                let span = self.span;
                let max = self.integer("the most bytes")?;
                let max = u32::try_from(max);
                rules.max_len = Some(
                    max.map_err(|_| Fault { message: "a text has at most 4,294,967,295 bytes".to_owned(), span })?,
                );
            } else if self.take_word("lowercase")? {
                rules.case = Some(Case::Lower);
            } else if self.take_word("uppercase")? {
                rules.case = Some(Case::Upper);
            } else {
                return Ok(rules);
            }
        }
    }

    /// One end of a range.
    fn bound(&mut self, ty: &DraftType) -> Result<Option<u128>, Fault> {
        match self.literal(ty)? {
            DraftDefault::Word(word) => Ok(Some(word)),
            _ => self.fault("only numbers have ranges"),
        }
    }

    pub(super) fn literal(&mut self, ty: &DraftType) -> Result<DraftDefault, Fault> {
        let default = match (ty, &self.token) {
            (DraftType::Bool, Token::Name(word)) if word == "true" => DraftDefault::Word(1),
            (DraftType::Bool, Token::Name(word)) if word == "false" => DraftDefault::Word(0),
            (DraftType::Bool, _) => return self.expected("`true` or `false`"),
            (DraftType::Scalar(Scalar::Char), Token::Char(c)) => DraftDefault::Word(u128::from(u32::from(*c))),
            (DraftType::Scalar(Scalar::Char), _) => return self.expected("a character such as 'a'"),
            (DraftType::Scalar(scalar), Token::Number(word)) => {
                match without_separators(word).and_then(|digits| parse_word(*scalar, &digits)) {
                    Some(word) => DraftDefault::Word(word),
                    None => return self.fault(format!("`{word}` is not a value of {scalar}")),
                }
            }
            (DraftType::Scalar(scalar), Token::Name(word)) => match parse_word(*scalar, word) {
                Some(word) => DraftDefault::Word(word),
                None => return self.fault(format!("`{word}` is not a value of {scalar}")),
            },
            (DraftType::String, Token::Text(text, false)) if core::str::from_utf8(text).is_ok() => {
                DraftDefault::Blob(text.clone())
            }
            (DraftType::String, Token::Text(_, false)) => return self.fault("this string is not UTF-8"),
            (DraftType::Bytes, Token::Text(bytes, true)) => DraftDefault::Blob(bytes.clone()),
            (DraftType::Named(_), Token::Name(variant)) => DraftDefault::Name(variant.clone()),
            (DraftType::List(..), _) => return self.fault("a list is empty by default; it takes no other default"),
            (DraftType::Map(..) | DraftType::Array(..) | DraftType::Text(_), _) => {
                return self.fault(format!("a field of the type {ty} takes no default and no range"));
            }
            (DraftType::String, _) => return self.expected("text in quotation marks"),
            (DraftType::Bytes, _) => return self.expected("bytes such as b\"\\x00\""),
            (DraftType::Scalar(scalar), _) => return self.expected(&format!("a number of the type {scalar}")),
            (DraftType::Named(name), _) => return self.expected(&format!("the name of a variant of `{name}`")),
        };
        self.advance()?;
        Ok(default)
    }
}

/// An integer as written: digits, perhaps with `-` before them. The standard library takes `+` too, and no `-0` as unsigned.
fn integer<T: FromStr>(text: &str) -> Option<T> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_zero = !digits.is_empty() && digits.bytes().all(|digit| digit == b'0');
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_digit());
    if is_zero { digits } else { text }.parse().ok().filter(|_| are_digits)
}

/// An integer without a sign, as numbers and lengths in a schema are.
pub(super) fn unsigned(text: &str) -> Option<u64> {
    integer(text)
}

/// A float as written. The standard library takes other names, `+` and missing digits too, and makes what is too large infinite.
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

/// The stored word of a number.
pub(crate) fn parse_word(scalar: Scalar, text: &str) -> Option<u128> {
    fn of<T: crate::typed::scalar::Scalar + FromStr>(text: &str) -> Option<u128> {
        integer::<T>(text).map(|value| value.to_word().into())
    }
    match scalar {
        Scalar::U8 => of::<u8>(text),
        Scalar::U16 => of::<u16>(text),
        Scalar::U32 => of::<u32>(text),
        Scalar::U64 => of::<u64>(text),
        // An identifier has no number of its own; what is written is the stored word. So for places, below.
        Scalar::U128 | Scalar::Uuid | Scalar::Ulid => of::<u128>(text),
        Scalar::I8 => of::<i8>(text),
        Scalar::I16 => of::<i16>(text),
        Scalar::I32 | Scalar::Date => of::<i32>(text),
        Scalar::I64 | Scalar::Timestamp(_) | Scalar::Duration => of::<i64>(text),
        Scalar::I128 => of::<i128>(text),
        Scalar::F32 => float::<f32>(text).map(|value| value.to_bits().into()),
        Scalar::F64 => float::<f64>(text).map(|value| value.to_bits().into()),
        Scalar::Time => Time::from_nanos(integer(text)?).map(|time| u128::from(time.nanos())),
        Scalar::Decimal(scale) => {
            let mantissa = i64::try_from(decimal::parse(text, scale)?).ok()?;
            Some(u128::from(mantissa.cast_unsigned()))
        }
        Scalar::Decimal128(scale) => decimal::parse(text, scale).map(i128::cast_unsigned),
        Scalar::Geo4 => Geo4::from_word(integer(text)?).map(|place| place.to_word().into()),
        Scalar::Geo8 => Geo8::from_word(integer(text)?).map(|place| place.to_word().into()),
        Scalar::Geo16 => Geo16::from_word(integer(text)?).map(|place| place.to_word()),
        Scalar::Char => None,
    }
}
