//! The text of a tuple that is a key, read: a JSON array. Space may stand between its parts.

use alloc::string::String;
use alloc::vec::Vec;

use super::path_key::{bytes_of_digits, raw_key, split_key};
use crate::read::key::PathKey;
use crate::scalar::Serde;
use crate::schema::{Schema, StructId, Type};

impl Schema {
    /// A tuple as a path or a format for people is written with it.
    pub(super) fn written_tuple(&self, id: StructId, text: &str) -> Option<PathKey> {
        let mut parser = TupleParser { schema: self, rest: text };
        let tuple = parser.tuple(id)?;
        parser.rest.is_empty().then_some(tuple)
    }

    /// A part of a tuple, and whether it stands in quotation marks. There is one text for each
    /// value, so what is written with them is not read without.
    fn written_part(&self, ty: &Type, text: &str, is_quoted: bool) -> Option<PathKey> {
        let is_number = || text.strip_prefix('-').unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit());
        let has_quotes = match ty {
            Type::Bytes | Type::Array(_) => {
                let bytes = bytes_of_digits(text).filter(|_| is_quoted)?;
                return raw_key(ty, bytes);
            }
            Type::Bool => false,
            Type::Scalar(scalar) => match scalar.row().serde {
                Serde::U64 | Serde::I64 | Serde::U128 | Serde::I128 => false,
                Serde::Date | Serde::Time | Serde::Moment | Serde::Span => !is_number(),
                Serde::Char | Serde::Bytes | Serde::Octets | Serde::Decimal => true,
                Serde::F32 | Serde::F64 | Serde::Degrees => return None,
            },
            Type::Enum(_) => !is_number(),
            Type::String => true,
            Type::Struct(_) | Type::List(_) | Type::Union(_) | Type::Map(_) | Type::Text(_) => return None,
        };
        if has_quotes == is_quoted { self.written_key(ty, text) } else { None }
    }
}

/// What is left of a text.
struct TupleParser<'s, 't> {
    schema: &'s Schema,
    rest: &'t str,
}

impl TupleParser<'_, '_> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn mark(&mut self, mark: char) -> Option<()> {
        self.skip_space();
        self.rest = self.rest.strip_prefix(mark)?;
        self.skip_space();
        Some(())
    }

    fn tuple(&mut self, id: StructId) -> Option<PathKey> {
        let fields = self.schema.structure(id).fields();
        let mut parts = Vec::with_capacity(fields.len());
        for field in fields {
            self.mark(if parts.is_empty() { '[' } else { ',' })?;
            parts.push(self.part(field.ty())?);
        }
        self.skip_space();
        self.rest = self.rest.strip_prefix(']')?;
        Some(PathKey::Tuple(parts))
    }

    fn part(&mut self, ty: &Type) -> Option<PathKey> {
        if let Type::Struct(id) = ty {
            return self.tuple(*id);
        }
        if let Some(quoted) = self.rest.strip_prefix('"') {
            self.rest = quoted;
            let text = self.string()?;
            return self.schema.written_part(ty, &text, true);
        }
        let end = self.rest.find([',', ']', ' ', '\t', '\n', '\r'])?;
        let (token, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        self.schema.written_part(ty, token, false)
    }

    /// The rest of a string of JSON.
    fn string(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest.chars();
        loop {
            let c = match chars.next()? {
                '"' => {
                    self.rest = chars.as_str();
                    return Some(text);
                }
                '\\' => match chars.next()? {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'u' => escaped(&mut chars)?,
                    c @ ('"' | '\\' | '/') => c,
                    _ => return None,
                },
                '\0'..='\x1f' => return None,
                c => c,
            };
            text.push(c);
        }
    }
}

/// The character of an escape with digits; one beyond 16 bits has two.
fn escaped(chars: &mut core::str::Chars<'_>) -> Option<char> {
    let first = unit(chars)?;
    let units = match first {
        0xD800..0xDC00 if chars.next()? == '\\' && chars.next()? == 'u' => [first, unit(chars)?],
        _ => return char::from_u32(first.into()),
    };
    char::decode_utf16(units).next()?.ok()
}

fn unit(chars: &mut core::str::Chars<'_>) -> Option<u16> {
    let (digits, rest) = chars.as_str().split_at_checked(4)?;
    *chars = rest.chars();
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| are_digits)
}

/// What stands between brackets, and what follows, where tuples are keys.
pub(super) fn split_tuple(text: &str) -> Option<(Option<Vec<u8>>, &str)> {
    if !text.starts_with('[') {
        return split_key(text);
    }
    let (tuple, after) = text.split_at_checked(tuple_end(text)?)?;
    Some((Some(tuple.as_bytes().to_vec()), after.strip_prefix(']')?))
}

/// Where the text of a tuple ends that begins with `[`.
fn tuple_end(text: &str) -> Option<usize> {
    let (mut depth, mut is_quoted, mut is_escaped) = (0usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            b'[' if !is_quoted => depth = depth.saturating_add(1),
            b']' if !is_quoted => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return at.checked_add(1);
                }
            }
            _ => {}
        }
    }
    None
}
