//! Keys of maps at run time.

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::read::parts::SortedKey;
use crate::scalar::order::sorted;
use crate::scalar::types::for_each_type;
use crate::scalar::word::{Builtin, Scalar as _};
use crate::schema::{Scalar, Schema, Type};

/// What finds an element of a list or an entry of a map at run time: an index or a key.
///
/// Integers, `bool`, `char`, `&str`, `&[u8]` and the types of [`value`](crate::value) that have an order turn into one.
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct Game { scores: map<string, u32>, best: list<u32> } root Game;")?;
/// let (score, best) = (schema.field::<u32>("scores[]")?, schema.field::<u32>("best[]")?);
/// let mut record = Record::new(&schema);
/// record.set(score.at("ada"), 3)?; // a key
/// record.push("best", 3u32)?;
/// assert_eq!(record.get(best.at(0))?, 3); // an index
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Key<'k>(pub(crate) KeyValueRef<'k>);

#[derive(Clone, Copy, Debug)]
pub(crate) enum KeyValueRef<'k> {
    /// An index, or a number that the key's type has to hold.
    Integer(i64),
    /// A number beyond the range of `i64`, and whether its highest bit is its sign.
    Wide(Halves, bool),
    Bool(bool),
    /// The stored word of a type.
    Word(Scalar, Halves),
    Blob(&'k [u8]),
}

/// An index or a key that a path was written with.
#[derive(Clone, Debug)]
pub(crate) enum PathKey {
    Integer(i128),
    Bool(bool),
    Word(Scalar, u128),
    Blob(Vec<u8>),
}

impl PathKey {
    pub(crate) fn key(&self) -> Key<'_> {
        match self {
            Self::Integer(value) => Key::from(*value),
            Self::Bool(value) => Key::from(*value),
            Self::Word(scalar, word) => Key(KeyValueRef::Word(*scalar, Halves::new(*word))),
            Self::Blob(content) => Key::from(&**content),
        }
    }
}

/// A word of 128 bits, aligned as one of 64: keys are passed about much.
#[derive(Clone, Copy, Debug)]
pub struct Halves(u64, u64);

impl Halves {
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) const fn new(word: u128) -> Self {
        Self(word as u64, (word >> 64) as u64)
    }

    pub(crate) fn word(self) -> u128 {
        u128::from(self.0) | u128::from(self.1) << 64
    }
}

macro_rules! from_integers {
    ($($type:ty),*) => {$(
        impl From<$type> for Key<'_> {
            #[inline(always)]
            fn from(value: $type) -> Self {
                Self(KeyValueRef::Integer(value.into()))
            }
        }
    )*};
}
from_integers!(u8, u16, u32, i8, i16, i32, i64);

impl From<usize> for Key<'_> {
    #[inline(always)]
    fn from(value: usize) -> Self {
        match i64::try_from(value) {
            Ok(value) => Self(KeyValueRef::Integer(value)),
            Err(_) => Self::from(value as u64),
        }
    }
}

impl From<u64> for Key<'_> {
    fn from(value: u64) -> Self {
        Self::from(u128::from(value))
    }
}

impl From<i128> for Key<'_> {
    fn from(value: i128) -> Self {
        match i64::try_from(value) {
            Ok(value) => Self(KeyValueRef::Integer(value)),
            Err(_) => Self(KeyValueRef::Wide(Halves::new(value.cast_unsigned()), true)),
        }
    }
}

impl From<u128> for Key<'_> {
    fn from(value: u128) -> Self {
        match i64::try_from(value) {
            Ok(value) => Self(KeyValueRef::Integer(value)),
            Err(_) => Self(KeyValueRef::Wide(Halves::new(value), false)),
        }
    }
}

impl From<bool> for Key<'_> {
    fn from(value: bool) -> Self {
        Self(KeyValueRef::Bool(value))
    }
}

impl<'k> From<&'k str> for Key<'k> {
    #[inline(always)]
    fn from(value: &'k str) -> Self {
        Self(KeyValueRef::Blob(value.as_bytes()))
    }
}

impl<'k> From<&'k alloc::string::String> for Key<'k> {
    fn from(value: &'k alloc::string::String) -> Self {
        Self(KeyValueRef::Blob(value.as_bytes()))
    }
}

impl<'k> From<&'k [u8]> for Key<'k> {
    #[inline(always)]
    fn from(value: &'k [u8]) -> Self {
        Self(KeyValueRef::Blob(value))
    }
}

macro_rules! from_scalars {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> From<$type> for Key<'_> {
            fn from(value: $type) -> Self {
                Self(KeyValueRef::Word(<$type as Builtin>::SCALAR, Halves::new(value.to_word().into())))
            }
        }
    )*};
}
for_each_type!(values from_scalars);

impl Key<'_> {
    /// The text or the bytes that it is.
    #[cfg(feature = "serde")]
    pub(crate) fn blob(&self) -> &[u8] {
        match self.0 {
            KeyValueRef::Blob(content) => content,
            _ => &[],
        }
    }

    /// The index it is, if it can be one.
    #[inline(always)]
    pub(crate) fn index(&self) -> usize {
        match self.0 {
            KeyValueRef::Integer(index) => usize::try_from(index).unwrap_or(usize::MAX),
            _ => usize::MAX,
        }
    }
}

impl Schema {
    /// The word of a key in a key type; `None` for a key that is text or bytes.
    pub(crate) fn key_word(&self, ty: &Type, key: &Key<'_>) -> Result<Option<u128>> {
        let word = match (ty, key.0) {
            (Type::Bytes, KeyValueRef::Blob(_)) => return Ok(None),
            // A key can be made of any bytes.
            (Type::String, KeyValueRef::Blob(content)) if crate::wire::proved::text(content).is_some() => {
                return Ok(None);
            }
            (Type::Bool, KeyValueRef::Bool(value)) => Some(u128::from(value)),
            (Type::Scalar(Scalar::U128), KeyValueRef::Wide(value, false))
            | (Type::Scalar(Scalar::I128), KeyValueRef::Wide(value, true)) => Some(value.word()),
            (Type::Scalar(scalar), KeyValueRef::Wide(value, is_signed)) => {
                let value = value.word().cast_signed();
                if value < 0 && !is_signed { None } else { scalar.word_of_integer(value) }
            }
            (Type::Scalar(scalar), KeyValueRef::Integer(value)) => scalar.word_of_integer(i128::from(value)),
            (Type::Scalar(scalar), KeyValueRef::Word(given, word)) if *scalar == given => Some(word.word()),
            (Type::Enum(id), KeyValueRef::Blob(name)) => {
                let number = core::str::from_utf8(name).ok().and_then(|name| self.enumeration(*id).number(name));
                number.map(u128::from)
            }
            (Type::Enum(id), KeyValueRef::Wide(number, _)) => {
                Some(number.word()).filter(|number| self.enumeration(*id).takes(*number))
            }
            (Type::Enum(id), KeyValueRef::Integer(number)) => {
                let number = u128::try_from(number).ok();
                number.filter(|number| self.enumeration(*id).takes(*number))
            }
            _ => None,
        };
        if word.is_some() {
            return Ok(word);
        }
        let message = alloc::format!("{} is no key of type {}", DisplayKey(key), self.describe(ty));
        Err(Error::new(ErrorKind::Type, message))
    }

    /// A key as keys of a type are compared.
    pub(crate) fn sorted<'k>(&self, ty: &Type, key: &Key<'k>) -> Result<SortedKey<'k>> {
        Ok(match (self.key_word(ty, key)?, ty, key.0) {
            (Some(word), Type::Scalar(scalar), _) => SortedKey::Word(sorted(*scalar, word)),
            (Some(word), ..) => SortedKey::Word(word),
            (None, _, KeyValueRef::Blob(content)) => SortedKey::Blob(content),
            (None, ..) => SortedKey::Blob(&[]),
        })
    }
}

/// A key in a message.
pub(crate) struct DisplayKey<'s, 'k>(pub(crate) &'s Key<'k>);

impl core::fmt::Display for DisplayKey<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0.0 {
            KeyValueRef::Integer(value) => value.fmt(f),
            KeyValueRef::Wide(value, true) => value.word().cast_signed().fmt(f),
            KeyValueRef::Wide(value, false) => value.word().fmt(f),
            KeyValueRef::Bool(value) => value.fmt(f),
            KeyValueRef::Word(scalar, word) => write!(f, "the {scalar} {:#x}", word.word()),
            KeyValueRef::Blob(content) => write!(f, "\"{}\"", content.escape_ascii()),
        }
    }
}
