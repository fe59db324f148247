//! Keys in a record: the edits of maps and sets by key, and keys in the text of a path.

use alloc::string::String;
use alloc::vec::Vec;

use super::field::EditPlace;
use super::op::Op;
use super::{Address, Locate, Record};
use crate::error::Result;
use crate::read::key::{Key, PathKey};
use crate::read::route::KeysWith;
use crate::scalar::Serde;
use crate::schema::{Schema, StructId, Type};
use crate::write::Storage;

impl<B: AsRef<[u8]>> Record<B> {
    /// Whether a key is in a map, or an element in a set.
    ///
    /// The map is given by its path or by a handle of its values, which lacks the map's key then;
    /// the key is given beside it. A value is given by the same handle with the key, or by a path
    /// that ends in it; to set one adds its key. A map in `any` is given by its path, too.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::Dynamic};
    ///
    /// let schema = Schema::parse("struct Post { tags: set<string>, votes: map<string, u32> } root Post;")?;
    /// let votes = schema.field::<u32>("votes[]")?;
    /// let mut record = Record::new(&schema);
    /// record.add_key("tags", "rust")?;
    /// record.set(votes.at("ada"), 3)?;
    /// assert!(record.contains_key("tags", "rust")?);
    /// assert!(record.contains_key(&votes, "ada")?);
    /// assert_eq!(record.get_optional(votes.at("bob"))?, None);
    /// assert_eq!(record.get::<u32>("votes[ada]")?, 3);
    /// record.remove("votes[ada]")?;
    /// assert_eq!(record.len("votes")?, 0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::get`], and [`ErrorKind::Type`](crate::ErrorKind::Type) for a key of another
    /// type than the map's.
    pub fn contains_key<'k, L: Locate>(&self, map: L, key: impl Into<Key<'k>>) -> Result<bool> {
        self.view()?.contains_key(map, key)
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Adds a key to a map, with the default of its value, or an element to a set; whether it was
    /// not there before. The map and the key are given as for [`Record::contains_key`].
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { tags: set<string>, scores: map<u16, u32> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// assert!(record.add_key("tags", "math")?);
    /// assert!(!record.add_key("tags", "math")?); // it was there
    /// record.add_key("scores", 7)?;
    /// assert_eq!(record.get::<u32>("scores[7]")?, 0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`], and [`ErrorKind::Type`](crate::ErrorKind::Type) for a key of another
    /// type than the map's.
    pub fn add_key<'k, L: Locate>(&mut self, map: L, key: impl Into<Key<'k>>) -> Result<bool> {
        let key = key.into();
        let map = map.locate(self.session.schema(), true)?;
        if self.contains_key(&map, key)? {
            return Ok(false);
        }
        let in_any = map.path().to_map(self.session.schema())?;
        let path = in_any.as_ref().unwrap_or(map.path());
        let keys = KeysWith { keys: &map, last: path.last_key(), key };
        self.edit(EditPlace::new(path, &keys), &Op::AddKey).map(|()| true)
    }
}

// Indices and keys as a path writes them.

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

// Keys that are tuples: JSON arrays, with or without spaces between their parts.

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
