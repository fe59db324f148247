//! Indices and keys as the text of a path has them.

use alloc::string::String;
use alloc::vec::Vec;

use crate::read::key::PathKey;
use crate::scalar::Serde;
use crate::schema::{Schema, Type};

impl Schema {
    /// A key of a type as a path or a format for people is written with it. A number has one text,
    /// that it is written out with; other texts are read as values of their type are.
    pub(crate) fn written_key(&self, ty: &Type, text: &str) -> Option<PathKey> {
        match ty {
            Type::Scalar(_) | Type::Enum(_) if !is_canonical(ty, text) => None,
            Type::Bool => text.parse().ok().map(PathKey::Bool),
            Type::Scalar(scalar) => match text.parse() {
                Ok(value) if scalar.word_of_integer(value).is_some() => Some(PathKey::Integer(value)),
                _ => scalar.parse_key(text).map(|word| PathKey::Word(*scalar, word)),
            },
            // A number is none of the names: those begin with a letter.
            Type::Enum(id) if self.enumeration(*id).number(text).is_none() => {
                let number: u64 = text.parse().ok()?;
                self.enumeration(*id).takes(number.into()).then_some(PathKey::Integer(number.into()))
            }
            Type::Struct(id) => self.written_tuple(*id, text),
            _ => raw_key(ty, text.as_bytes().to_vec()),
        }
    }
}

/// A key that is text or bytes; those of an array are as many as it has.
pub(crate) fn raw_key(ty: &Type, content: Vec<u8>) -> Option<PathKey> {
    match ty {
        Type::Array(array) if content.len() != array.len() => None,
        _ => Some(PathKey::Blob(content)),
    }
}

/// Whether a text is no number, or the one text of its number.
fn is_canonical(ty: &Type, text: &str) -> bool {
    let scale = match ty {
        Type::Scalar(scalar) => match scalar.row().serde {
            Serde::Char | Serde::Bytes | Serde::Octets => return true,
            _ => scalar.scale().unwrap_or(0),
        },
        _ => 0,
    };
    let number = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let are_digits = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    if number.is_empty() || !are_digits(whole) || !are_digits(part) {
        return true;
    }
    let is_zero = number.bytes().all(|digit| matches!(digit, b'0' | b'.'));
    let is_signed = text.starts_with('+') || (is_zero && text.starts_with('-'));
    let is_padded = whole.len() > 1 && whole.starts_with('0');
    let has_scale = part.len() == usize::from(scale) && number.contains('.') == (scale > 0);
    !is_signed && !is_padded && !whole.is_empty() && has_scale
}

/// A byte of two hexadecimal digits.
fn byte(digits: &str) -> Option<u8> {
    let are_digits = digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| are_digits)
}

/// The bytes of a key that is written as hexadecimal digits alone.
pub(crate) fn bytes_of_digits(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().as_chunks::<2>();
    let bytes: Option<Vec<u8>> = pairs.0.iter().map(|pair| byte(core::str::from_utf8(pair).ok()?)).collect();
    bytes.filter(|_| pairs.1.is_empty())
}

/// What stands between brackets, and what follows. A key in quotes may hold any character, with
/// `\\` before quotes and backslashes; behind a `b`, `\\xNN` stands for a byte.
pub(super) fn split_key(text: &str) -> Option<(Option<Vec<u8>>, &str)> {
    let is_bytes = text.starts_with("b\"");
    let Some(quoted) = text.strip_prefix('"').or_else(|| text.strip_prefix("b\"")) else {
        let (index, after) = text.split_once(']')?;
        return Some(((!index.is_empty()).then(|| index.as_bytes().to_vec()), after));
    };
    let mut key = Vec::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        let c = match c {
            '"' => {
                let after = quoted.get(at..)?.strip_prefix("\"]")?;
                return Some((Some(key), after));
            }
            '\\' => match chars.next()?.1 {
                'x' if is_bytes => {
                    let digits: String = chars.by_ref().take(2).map(|(_, digit)| digit).collect();
                    key.push(byte(&digits)?);
                    continue;
                }
                'n' if is_bytes => '\n',
                'r' if is_bytes => '\r',
                't' if is_bytes => '\t',
                other => other,
            },
            other => other,
        };
        key.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    None
}
