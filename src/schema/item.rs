//! Parts of types: elements, keys and values of maps, payloads, defaults.

use super::types::{ArrayType, Declared, DefaultValue, Item, ListType, MapEntry, MapType, Type};
use crate::layout::{EntryLayout, Place, Size};
use crate::scalar::Scalar;

/// What bytes are a list of: an edit cursor of a `Vec<u8>` is one of elements.
pub(crate) static BYTE: Item = Item {
    ty: Type::Scalar(Scalar::U8),
    optional: false,
    default: DefaultValue::Zero,
    place: Place::single(0, Size::bytes(1)),
    size: Size::bytes(1),
    growable: false,
};

impl Item {
    pub(crate) const fn new(ty: Type, optional: bool, default: DefaultValue, place: Place, growable: bool) -> Self {
        Self { ty, optional, default, place, size: place.end, growable }
    }
}

impl MapEntry {
    pub(crate) const fn new(key: Item, value: Option<Item>) -> Self {
        let layout = match &value {
            None => EntryLayout { key: key.size, size: key.size, prefix: None },
            Some(value) => {
                let presence = Size::bytes(if value.optional { 1 } else { 0 });
                let prefix = if value.growable { Some(key.size.plus(presence)) } else { None };
                EntryLayout { key: key.size, size: key.size.plus(value.size), prefix }
            }
        };
        Self { key, value, layout }
    }
}

impl ListType {
    /// The type of the elements.
    #[must_use]
    pub fn element(&self) -> &Type {
        &self.0.ty
    }

    /// Whether an element may be absent.
    #[must_use]
    pub fn optional(&self) -> bool {
        self.0.optional
    }
}

impl MapType {
    /// The type of the keys.
    #[must_use]
    pub fn key(&self) -> &Type {
        &self.0.key.ty
    }

    /// The type of the values; `None` for a set.
    #[must_use]
    pub fn value(&self) -> Option<&Type> {
        self.0.value.as_ref().map(|value| &value.ty)
    }

    /// Whether a value may be absent.
    #[must_use]
    pub fn optional(&self) -> bool {
        self.0.value.as_ref().is_some_and(|value| value.optional)
    }
}

impl ArrayType {
    /// The type of the elements.
    #[must_use]
    pub fn element(&self) -> &Type {
        &self.0.ty
    }

    /// Whether an element may be absent.
    #[must_use]
    pub fn optional(&self) -> bool {
        self.0.optional
    }

    /// Number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.1 as usize
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.1 == 0
    }

    /// Whether it is one of bytes, all of which are there.
    pub(crate) fn is_bytes(&self) -> bool {
        !self.0.optional && matches!(self.0.ty, Type::Scalar(Scalar::U8))
    }
}

impl PartialEq for DefaultValue {
    fn eq(&self, other: &Self) -> bool {
        (self.blob(), self.word()) == (other.blob(), other.word())
    }
}

impl From<bool> for Declared {
    fn from(value: bool) -> Self {
        Self::Word(u128::from(value))
    }
}

impl From<&'static str> for Declared {
    fn from(value: &'static str) -> Self {
        Self::Text(value)
    }
}

impl DefaultValue {
    /// The text or bytes that a null pointer stands for; `None` if that is nothing.
    pub(crate) fn blob(&self) -> Option<&[u8]> {
        match self {
            Self::Blob(content) => Some(content),
            Self::Compiled(declared) => match declared() {
                Declared::Text(text) if !text.is_empty() => Some(text.as_bytes()),
                _ => None,
            },
            Self::Zero | Self::Word(_) => None,
        }
    }

    /// The word that a zero slot stands for.
    pub(crate) fn word(&self) -> u128 {
        match self {
            Self::Word(word) => *word,
            Self::Compiled(declared) => match declared() {
                Declared::Word(word) => word,
                Declared::Text(_) | Declared::Own => 0,
            },
            Self::Zero | Self::Blob(_) => 0,
        }
    }
}
