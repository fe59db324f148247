//! The definitions a schema holds: enums, structs and their fields.

use alloc::string::String;
use alloc::vec::Vec;

use super::types::{Default, Scalar, Type};
use crate::layout::{Place, Size};

/// A set of named values.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) repr: Scalar,
    pub(super) variants: Vec<(String, u64, String)>,
}

impl Enum {
    /// The enum's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its doc comment, lines separated by `\n`.
    #[must_use]
    pub fn docs(&self) -> &str {
        &self.docs
    }

    /// The unsigned integer that stores it.
    #[must_use]
    pub fn repr(&self) -> Scalar {
        self.repr
    }

    /// Names and numbers, in declaration order; the first is the default.
    #[must_use]
    pub fn variants(&self) -> impl ExactSizeIterator<Item = (&str, u64)> {
        self.variants.iter().map(|(name, number, _)| (name.as_str(), *number))
    }

    /// The number of the variant of that name.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        self.variants().find(|(variant, _)| *variant == name).map(|(_, number)| number)
    }

    /// The name of the variant of that number.
    #[must_use]
    pub fn variant(&self, number: u64) -> Option<&str> {
        self.variants().find(|(_, variant)| *variant == number).map(|(name, _)| name)
    }

    /// The name of the variant that a stored word stands for.
    pub(crate) fn of_word(&self, word: u128) -> Option<&str> {
        self.variant(u64::try_from(word).ok()?)
    }

    pub(crate) fn first(&self) -> u64 {
        self.variants.first().map_or(0, |(_, number, _)| *number)
    }
}

/// Named fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) frozen: bool,
    pub(super) fields: Vec<Field>,
    /// Ends of the regions; the last is the record's size.
    pub(super) ends: Vec<Size>,
    /// Fields in the order of their regions: the order of pointers and of what they point to.
    pub(super) order: Vec<u16>,
}

impl Struct {
    /// The struct's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its doc comment, lines separated by `\n`.
    #[must_use]
    pub fn docs(&self) -> &str {
        &self.docs
    }

    /// Whether it can never gain fields and lies inline.
    #[must_use]
    pub fn is_frozen(&self) -> bool {
        self.frozen
    }

    /// Fields in declaration order.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The field of that name with its index.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<(usize, &Field)> {
        self.fields.iter().enumerate().find(|(_, field)| field.name == name)
    }

    pub(crate) fn ends(&self) -> &[Size] {
        &self.ends
    }

    pub(crate) fn size(&self) -> Size {
        self.ends.last().copied().unwrap_or(Size::bytes(1))
    }

    /// Fields in the order of their slots' pointers.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &Field> {
        self.order.iter().filter_map(|index| self.fields.get(usize::from(*index)))
    }
}

/// One field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) ty: Type,
    pub(super) optional: bool,
    pub(super) default: Default,
    pub(super) since: u32,
    pub(super) place: Place,
}

impl Field {
    /// The field's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its doc comment, lines separated by `\n`.
    #[must_use]
    pub fn docs(&self) -> &str {
        &self.docs
    }

    /// Its type.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Whether it may be absent.
    #[must_use]
    pub fn optional(&self) -> bool {
        self.optional
    }

    /// The value it has before it is set.
    #[must_use]
    pub fn default(&self) -> &Default {
        &self.default
    }

    /// The schema revision that added it; the first is 1.
    #[must_use]
    pub fn since(&self) -> u32 {
        self.since
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }
}
