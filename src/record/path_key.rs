//! Indices and keys as the text of a path has them.

use alloc::string::String;
use alloc::vec::Vec;

use crate::read::key::PathKey;
use crate::schema::{Schema, Type};

impl Schema {
    /// A key of a type as a path is written with it.
    pub(crate) fn written_key(&self, ty: &Type, text: &str) -> Option<PathKey> {
        match ty {
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
            _ => Some(PathKey::Blob(text.as_bytes().to_vec())),
        }
    }
}

/// What stands between brackets, and what follows. A key in quotes may hold any character, with `\\` before quotes and
/// backslashes; behind a `b`, `\\xNN` stands for a byte.
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
                    key.push(u8::from_str_radix(&digits, 16).ok()?);
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
