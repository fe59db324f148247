//! Keys of maps at run time.

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::scalar::Builtin;
use crate::scalar::order::sorted;
use crate::scalar::types::for_each_type;
use crate::scalar::word::Scalar as _;
use crate::schema::{Field, Scalar, Schema, Type};

/// An index of a list or a key of a map, given at run time.
///
/// Integers, `bool`, `char`, `&str`, `&[u8]` and the ordered types of [`value`](crate::value)
/// convert into it. A slice of keys is the key of a map whose keys are tuples.
///
/// ```
/// use vellum::{Record, Schema, key::Key};
///
/// let schema = Schema::parse("struct Game { scores: map<string, u32>, best: list<u32> } root Game;")?;
/// let (score, best) = (schema.field::<u32>("scores[]")?, schema.field::<u32>("best[]")?);
/// let mut record = Record::new(&schema);
/// record.set(score.at("ada"), 3)?; // a key
/// record.push("best", 3u32)?;
/// assert_eq!(record.get(best.at(0))?, 3); // an index
///
/// let schema = Schema::parse("struct Prices { of: map<tuple<u32, string>, u64> } root Prices;")?;
/// let price = schema.field::<u64>("of[]")?;
/// let mut record = Record::new(&schema);
/// record.set(price.at(&[Key::from(7), "EUR".into()]), 120)?;
/// assert_eq!(record.get::<u64>(r#"of[[7,"EUR"]]"#)?, 120);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Key<'k>(pub(crate) KeyValueRef<'k>);

#[derive(Clone, Copy, Debug)]
pub(crate) enum KeyValueRef<'k> {
    /// An index, or a number, which must fit the key's type.
    Integer(i64),
    /// A number beyond the range of `i64`, and whether it is signed.
    Wide(Halves, bool),
    Bool(bool),
    /// The stored word of a type.
    Word(Scalar, Halves),
    Blob(&'k [u8]),
    /// The parts of a tuple.
    Tuple(&'k [Key<'k>]),
    /// The parts of a tuple, from the text of a path.
    Written(&'k [PathKey]),
}

/// An index or a key from the text of a path.
#[derive(Clone, Debug)]
pub(crate) enum PathKey {
    Integer(i128),
    Bool(bool),
    Word(Scalar, u128),
    Blob(Vec<u8>),
    Tuple(Vec<PathKey>),
}

impl PathKey {
    pub(crate) fn key(&self) -> Key<'_> {
        match self {
            Self::Integer(value) => Key::from(*value),
            Self::Bool(value) => Key::from(*value),
            Self::Word(scalar, word) => Key(KeyValueRef::Word(*scalar, Halves::new(*word))),
            Self::Blob(content) => Key::from(&**content),
            Self::Tuple(parts) => Key(KeyValueRef::Written(parts)),
        }
    }
}

/// A word of 128 bits, aligned like one of 64, so that keys are shorter.
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

impl<'k, const N: usize> From<&'k [u8; N]> for Key<'k> {
    #[inline(always)]
    fn from(value: &'k [u8; N]) -> Self {
        Self(KeyValueRef::Blob(value))
    }
}

impl<'k> From<&'k [Key<'k>]> for Key<'k> {
    fn from(parts: &'k [Key<'k>]) -> Self {
        Self(KeyValueRef::Tuple(parts))
    }
}

impl<'k, const N: usize> From<&'k [Key<'k>; N]> for Key<'k> {
    fn from(parts: &'k [Key<'k>; N]) -> Self {
        Self(KeyValueRef::Tuple(parts))
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

impl<'k> Key<'k> {
    /// The index, if it can be one.
    #[inline(always)]
    pub(crate) fn index(&self) -> usize {
        match self.0 {
            KeyValueRef::Integer(index) => usize::try_from(index).unwrap_or(usize::MAX),
            _ => usize::MAX,
        }
    }

    /// The number of parts, if it is a tuple.
    fn parts(&self) -> Option<usize> {
        match self.0 {
            KeyValueRef::Tuple(parts) => Some(parts.len()),
            KeyValueRef::Written(parts) => Some(parts.len()),
            _ => None,
        }
    }

    /// A part of a tuple.
    fn part(&self, number: usize) -> Option<Key<'k>> {
        match self.0 {
            KeyValueRef::Tuple(parts) => parts.get(number).copied(),
            KeyValueRef::Written(parts) => parts.get(number).map(PathKey::key),
            _ => None,
        }
    }
}

/// The stored form of a key in a key type.
pub(crate) enum StoredKey<'s, 'k> {
    /// In a slot.
    Word(u128),
    /// Text or bytes, behind a pointer or as an array.
    Blob(&'k [u8]),
    /// The tuple whose parts are keys of its fields.
    Tuple(&'s [Field], Key<'k>),
}

impl<'s, 'k> StoredKey<'s, 'k> {
    /// The fields of a tuple, each with its part of the key.
    pub(crate) fn parts(fields: &'s [Field], key: Key<'k>) -> impl Iterator<Item = (&'s Field, Key<'k>)> {
        fields.iter().enumerate().filter_map(move |(number, field)| Some((field, key.part(number)?)))
    }
}

/// A sought key, in the form in which keys of its type are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SoughtKey<'k> {
    /// An integer whose order is that of the values.
    Word(u128),
    /// Text or bytes behind a pointer.
    Blob(&'k [u8]),
    /// The bytes of an array.
    Array(&'k [u8]),
    /// A tuple, whose parts are of their types.
    Tuple(Key<'k>),
}

impl Schema {
    /// The stored form of a key in a key type. The parts of a tuple are not checked.
    pub(crate) fn stored_key<'s, 'k>(&'s self, ty: &Type, key: &Key<'k>) -> Result<StoredKey<'s, 'k>> {
        let word = match (ty, key.0) {
            (Type::Bytes, KeyValueRef::Blob(content)) => return Ok(StoredKey::Blob(content)),
            (Type::Array(array), KeyValueRef::Blob(content)) if array.is_bytes() && content.len() == array.len() => {
                return Ok(StoredKey::Blob(content));
            }
            // A key can be made of any bytes.
            (Type::String, KeyValueRef::Blob(content)) if crate::wire::proved::text(content).is_some() => {
                return Ok(StoredKey::Blob(content));
            }
            (Type::Struct(id), KeyValueRef::Tuple(_) | KeyValueRef::Written(_)) => {
                let fields = self.structure(*id).fields();
                if key.parts() == Some(fields.len()) {
                    return Ok(StoredKey::Tuple(fields, *key));
                }
                None
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
        if let Some(word) = word {
            return Ok(StoredKey::Word(word));
        }
        Err(Error::new(ErrorKind::Type, format_args!("{} is no key of type {}", DisplayKey(key), self.describe(ty))))
    }

    /// Fails for a key of another type.
    pub(crate) fn check_key(&self, ty: &Type, key: &Key<'_>) -> Result<()> {
        match self.stored_key(ty, key)? {
            StoredKey::Word(_) | StoredKey::Blob(_) => Ok(()),
            StoredKey::Tuple(fields, key) => {
                StoredKey::parts(fields, key).try_for_each(|(field, part)| self.check_key(field.ty(), &part))
            }
        }
    }

    /// A sought key, for a search among keys of a type. The types of all parts are checked.
    pub(crate) fn sought<'k>(&self, ty: &Type, key: &Key<'k>) -> Result<SoughtKey<'k>> {
        let sought = self.sought_part(ty, key)?;
        if let SoughtKey::Tuple(_) = sought {
            self.check_key(ty, key)?;
        }
        Ok(sought)
    }

    /// As [`Schema::sought`]; the parts of a tuple are not checked.
    #[inline]
    pub(crate) fn sought_part<'k>(&self, ty: &Type, key: &Key<'k>) -> Result<SoughtKey<'k>> {
        Ok(match (self.stored_key(ty, key)?, ty) {
            (StoredKey::Word(word), Type::Scalar(scalar)) => SoughtKey::Word(sorted(*scalar, word)),
            (StoredKey::Word(word), _) => SoughtKey::Word(word),
            (StoredKey::Blob(content), Type::Array(_)) => SoughtKey::Array(content),
            (StoredKey::Blob(content), _) => SoughtKey::Blob(content),
            (StoredKey::Tuple(_, key), _) => SoughtKey::Tuple(key),
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
            KeyValueRef::Tuple(_) | KeyValueRef::Written(_) => {
                f.write_str("[")?;
                for number in 0..self.0.parts().unwrap_or(0) {
                    let Some(part) = self.0.part(number) else { break };
                    write!(f, "{}{}", if number == 0 { "" } else { "," }, DisplayKey(&part))?;
                }
                f.write_str("]")
            }
        }
    }
}
