//! Methods of unions and their variants.

use alloc::borrow::Cow;

use super::any;
use super::types::{Item, Payload, Type, Union, UnionVariant};
use crate::error::{Error, ErrorKind, KnownNames, Result};

impl Payload {
    /// Whether the payload is stored in the slot as a field of its type would be, where pointers
    /// have so many bytes.
    #[inline]
    pub(crate) const fn is_inline(self, width: usize) -> bool {
        match self {
            Self::Word(size) => size as usize <= width,
            Self::Pointer => true,
            Self::None | Self::Boxed => false,
        }
    }
}

impl Union {
    /// The union's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its doc comment, lines separated by `\n`.
    #[must_use]
    pub fn docs(&self) -> &str {
        &self.docs
    }

    /// Whether it may gain variants: unknown ones can then be told from damage.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Variants, the default one first; the index is the stored tag.
    #[must_use]
    pub fn variants(&self) -> &[UnionVariant] {
        &self.variants
    }

    /// The variant of that name with its tag.
    #[must_use]
    pub fn variant(&self, name: &str) -> Option<(u8, &UnionVariant)> {
        (0..).zip(&*self.variants).find(|(_, variant)| variant.name == name)
    }

    /// The variant of that name with its tag, or an error that lists the names there are.
    pub(crate) fn named(&self, name: &str) -> Result<(u8, &UnionVariant)> {
        self.variant(name).ok_or_else(|| {
            let known = KnownNames(self.variants().iter().map(UnionVariant::name));
            Error::new(ErrorKind::Type, format_args!("`{}` has no variant `{name}`; it has {}", self.name(), known))
        })
    }

    /// Whether it is `any`, which needs no definition.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.name == any::NAME
    }

    pub(crate) fn converts(&self) -> bool {
        self.converts
    }

    pub(crate) fn of_tag(&self, tag: u8) -> Option<&UnionVariant> {
        self.variants.get(usize::from(tag))
    }
}

impl UnionVariant {
    /// The variant's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its doc comment, lines separated by `\n`.
    #[must_use]
    pub fn docs(&self) -> &str {
        &self.docs
    }

    /// The type of its payload, if it has one.
    #[must_use]
    pub fn ty(&self) -> Option<&Type> {
        self.ty.as_ref()
    }

    /// Whether the payload may be absent.
    #[must_use]
    pub fn optional(&self) -> bool {
        self.optional
    }

    pub(crate) fn item(&self) -> &Item {
        &self.item
    }

    pub(crate) fn payload(&self) -> Payload {
        self.payload
    }
}

/// What a number stands for that the schema did not give.
pub(super) static NO_UNION: Union = Union {
    name: Cow::Borrowed(""),
    docs: Cow::Borrowed(""),
    open: false,
    converts: false,
    variants: Cow::Borrowed(&[]),
};
