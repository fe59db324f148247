//! JSON as a tree, for patches: a number is kept as it is written, and every key is a key.
//!
//! A tree of `serde_json` would not do. What becomes of a number there, and of the keys that
//! `serde_json` has for itself, depends on features that any crate of a program can turn on.
//!
//! Invariant: a tree is made of text that is JSON, and is at most [`MOST_LEVELS`] levels deep.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde_core::ser::{Error as _, Serialize, Serializer};
use serde_json::value::RawValue;

use super::json::{check_syntax, wrong};
use super::writer::MAX_LEVELS;
use crate::error::{Error, ErrorKind, Result, internal_error};
use crate::read::document::too_deep;

/// A patch of operations has the deepest value in an operation in a list.
const MOST_LEVELS: u32 = MAX_LEVELS.saturating_add(2);

/// What may be between the parts of JSON.
const BLANKS: [char; 4] = [' ', '\n', '\r', '\t'];
/// What is behind a number or a word.
const ENDS: [char; 7] = [',', ']', '}', ' ', '\n', '\r', '\t'];

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Json<'t> {
    Null,
    Bool(bool),
    /// As it is written.
    Number(&'t str),
    Text(Cow<'t, str>),
    Array(Vec<Json<'t>>),
    Object(Members<'t>),
}

/// The members of an object.
pub(super) type Members<'t> = BTreeMap<Cow<'t, str>, Json<'t>>;

impl<'t> Json<'t> {
    /// All of a text as a value, in which no key comes twice.
    pub(super) fn read(text: &'t str) -> Result<Self> {
        check_syntax(text)?;
        TreeReader { text, rest: text }.value(MOST_LEVELS)
    }

    /// The value as text.
    pub(super) fn to_text(&self) -> Result<String> {
        serde_json::to_string(self).map_err(wrong)
    }

    /// What an object is where nothing was: its members that are not null.
    pub(super) fn without_nulls(&self) -> Self {
        let Self::Object(members) = self else { return self.clone() };
        let members = members.iter().filter(|(_, member)| !matches!(member, Self::Null));
        Self::Object(members.map(|(key, member)| (key.clone(), member.without_nulls())).collect())
    }

    /// Whether two values are equal, as RFC 6902 has it: numbers by what they are.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(one), Self::Bool(other)) => one == other,
            (Self::Number(one), Self::Number(other)) => one == other || JsonNumber::of(one) == JsonNumber::of(other),
            (Self::Text(one), Self::Text(other)) => one == other,
            (Self::Array(one), Self::Array(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is_same(other))
            }
            (Self::Object(one), Self::Object(other)) => {
                one.len() == other.len()
                    && one
                        .iter()
                        .zip(other)
                        .all(|((key, one), (other_key, other))| key == other_key && one.is_same(other))
            }
            _ => false,
        }
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => {
                serde_json::from_str::<&RawValue>(number).map_err(S::Error::custom)?.serialize(serializer)
            }
            Self::Text(text) => serializer.serialize_str(text),
            Self::Array(elements) => serializer.collect_seq(elements),
            Self::Object(members) => serializer.collect_map(members),
        }
    }
}

/// A number to compare.
enum JsonNumber {
    /// Whether it is below zero, and how far from it.
    Integer(bool, u128),
    Float(f64),
}

impl JsonNumber {
    /// The number of a text: an integer if that says one of up to 128 bits.
    fn of(text: &str) -> Self {
        let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        match digits.parse() {
            Ok(0) => Self::Integer(false, 0),
            Ok(integer) => Self::Integer(is_negative, integer),
            Err(_) => Self::Float(text.parse().unwrap_or(f64::NAN)),
        }
    }
}

impl PartialEq for JsonNumber {
    // Floats are compared by their numbers. One without a fraction below 2^128 is an integer.
    #[allow(clippy::float_cmp, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn eq(&self, other: &Self) -> bool {
        const BEYOND: f64 = 340_282_366_920_938_463_463_374_607_431_768_211_456.0;
        match (self, other) {
            (Self::Integer(one_sign, one), Self::Integer(other_sign, other)) => (one_sign, one) == (other_sign, other),
            (Self::Float(one), Self::Float(other)) => one == other && one.is_finite(),
            (Self::Integer(is_negative, integer), Self::Float(float))
            | (Self::Float(float), Self::Integer(is_negative, integer)) => {
                let magnitude = float.abs();
                let is_integer = magnitude < BEYOND && magnitude % 1.0 == 0.0;
                is_integer && magnitude as u128 == *integer && (*integer == 0 || *is_negative == (*float < 0.0))
            }
        }
    }
}

/// A reader of text that is known to be JSON, so that what it does not expect is a fault of its
/// own.
struct TreeReader<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> TreeReader<'t> {
    /// The first byte of what comes next.
    fn next(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_start_matches(BLANKS);
        self.rest.bytes().next()
    }

    fn take(&mut self, len: usize) -> Result<&'t str> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or_else(internal_error)?;
        self.rest = rest;
        Ok(taken)
    }

    /// Takes a byte if it comes next.
    fn takes(&mut self, byte: u8) -> Result<bool> {
        let takes = self.next() == Some(byte);
        if takes {
            self.take(1)?;
        }
        Ok(takes)
    }

    /// A value that has so many levels at most.
    fn value(&mut self, levels: u32) -> Result<Json<'t>> {
        match self.next() {
            Some(b'{') => self.object(levels),
            Some(b'[') => self.array(levels),
            Some(b'"') => self.string().map(Json::Text),
            _ => match self.take(self.rest.find(ENDS).unwrap_or(self.rest.len()))? {
                "null" => Ok(Json::Null),
                "true" => Ok(Json::Bool(true)),
                "false" => Ok(Json::Bool(false)),
                "" => Err(internal_error()),
                number => Ok(Json::Number(number)),
            },
        }
    }

    fn below(&self, levels: u32) -> Result<u32> {
        levels.checked_sub(1).ok_or_else(|| self.at(self.rest, too_deep()))
    }

    fn array(&mut self, levels: u32) -> Result<Json<'t>> {
        let levels = self.below(levels)?;
        self.take(1)?;
        let mut elements = Vec::new();
        while !self.takes(b']')? {
            elements.push(self.value(levels)?);
            self.takes(b',')?;
        }
        Ok(Json::Array(elements))
    }

    fn object(&mut self, levels: u32) -> Result<Json<'t>> {
        let levels = self.below(levels)?;
        self.take(1)?;
        let mut members = Members::new();
        while !self.takes(b'}')? {
            let key = self.string()?;
            if members.contains_key(&key) {
                let error = Error::new(ErrorKind::Type, format_args!("the key `{key}` comes twice"));
                return Err(self.at(self.rest, error));
            }
            self.takes(b':')?;
            members.insert(key, self.value(levels)?);
            self.takes(b',')?;
        }
        Ok(Json::Object(members))
    }

    fn string(&mut self) -> Result<Cow<'t, str>> {
        let from = self.rest;
        let content = from.strip_prefix('"').ok_or_else(internal_error)?;
        let mut is_escaped = false;
        let ends = |byte: u8| {
            let ends = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends
        };
        let len = content.bytes().position(ends).ok_or_else(internal_error)?;
        let content = content.get(..len).ok_or_else(internal_error)?;
        let quoted = self.take(len.saturating_add(2))?;
        if !content.contains('\\') {
            return Ok(Cow::Borrowed(content));
        }
        // Half a surrogate pair is JSON, and no text.
        serde_json::from_str(quoted).map(Cow::Owned).map_err(|error| {
            let message = alloc::format!("{error}");
            let message = message.split(" at line ").next().unwrap_or_default();
            self.at(from, Error::new(ErrorKind::Syntax, String::from(message)))
        })
    }

    /// An error at where the rest of the text begins.
    #[cold]
    fn at(&self, rest: &str, error: Error) -> Error {
        let before = self.text.get(..self.text.len().saturating_sub(rest.len())).unwrap_or_default();
        let line = before.matches('\n').count().saturating_add(1);
        let column = before.rsplit('\n').next().unwrap_or_default().len().saturating_add(1);
        error.at_line(line, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_written_as_it_was_read() {
        let text = r#"{"$serde_json::private::Number":"5","a":[1.50,-0,1e400,12345678901234567890123,true,false,null,[],{}],"b":"\"\\é"}"#;
        assert_eq!(Json::read(text).unwrap().to_text().unwrap(), text);
        let spaced = " {\n\t\"b\" : \"\\u00e9\" , \"a\" : [ 1 , { } ] } ";
        assert_eq!(Json::read(spaced).unwrap().to_text().unwrap(), r#"{"a":[1,{}],"b":"é"}"#);
    }

    #[test]
    fn what_is_no_json_or_has_a_key_twice_is_told_with_its_place() {
        for (text, kind, place) in [
            ("{\"a\": 1,\n \"a\": 2}", ErrorKind::Type, (2, 5)),
            ("[1,\n\"\\ud800\"]", ErrorKind::Syntax, (2, 1)),
            ("[1,]", ErrorKind::Syntax, (1, 4)),
            ("[01]", ErrorKind::Syntax, (1, 3)),
            ("[] 1", ErrorKind::Syntax, (1, 4)),
        ] {
            let error = Json::read(text).unwrap_err();
            assert_eq!((error.kind(), error.line_column()), (kind, Some(place)), "{text}: {error}");
        }
        let nested = |levels: usize| ["[".repeat(levels), "]".repeat(levels)].concat();
        assert!(Json::read(&nested(MOST_LEVELS as usize)).is_ok());
        assert_eq!(Json::read(&nested(MOST_LEVELS as usize + 1)).unwrap_err().kind(), ErrorKind::Limit);
        assert_eq!(Json::read(&nested(1_000_000)).unwrap_err().kind(), ErrorKind::Limit);
        assert_eq!(Json::read(&"[".repeat(1_000_000)).unwrap_err().kind(), ErrorKind::Syntax);
    }

    #[test]
    fn numbers_are_the_same_whatever_their_text_is() {
        let is_same = |one: &str, other: &str| {
            let (one, other) = (Json::read(one).unwrap(), Json::read(other).unwrap());
            assert_eq!(one.is_same(&other), other.is_same(&one));
            one.is_same(&other)
        };
        let most = "340282366920938463463374607431768211455";
        for (one, other) in
            [("1", "1.0"), ("0", "-0"), ("-0.0", "0"), ("1e2", "100"), ("-2e0", "-2"), ("0.10", "0.1"), (most, most)]
        {
            assert!(is_same(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("1", "-1"),
            ("1", "1.5"),
            ("9007199254740993", "9007199254740992.0"),
            (most, "340282366920938463463374607431768211454"),
            (most, "3.402823669209384634634e38"),
            ("1e400", "2e400"),
            ("1", "\"1\""),
            ("null", "0"),
        ] {
            assert!(!is_same(one, other), "{one} {other}");
        }
    }
}
