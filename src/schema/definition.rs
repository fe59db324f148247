//! Methods of enums, structs and fields.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::rules::Rules;
use super::types::{DeclaresDefault, DefaultValue, Direct, Enum, EnumVariant, Field, Scalar, Struct, Type, Words};
use crate::error::{Error, ErrorKind, KnownNames, Result};
use crate::layout::{Place, Size};

/// Up to so many variants are looked through one after the other.
const FEW_VARIANTS: usize = 16;

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

    /// Whether it may gain variants: numbers without a name can then be told from damage.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The unsigned integer that stores it.
    #[must_use]
    pub fn repr(&self) -> Scalar {
        self.repr
    }

    /// Names and numbers, in declaration order; the first is the default.
    #[must_use]
    pub fn variants(&self) -> impl ExactSizeIterator<Item = (&str, u64)> {
        self.variants.iter().map(|(name, number, _)| (&**name, *number))
    }

    /// The number of the variant of that name.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        if self.variants.len() <= FEW_VARIANTS || self.by_name.is_empty() {
            return self.variants().find(|(variant, _)| *variant == name).map(|(_, number)| number);
        }
        let at = self.by_name.binary_search_by(|index| self.at(*index).map_or("", |known| &*known.0).cmp(name)).ok()?;
        self.at(*self.by_name.get(at)?).map(|known| known.1)
    }

    /// The name of the variant of that number.
    #[must_use]
    pub fn variant(&self, number: u64) -> Option<&str> {
        if self.variants.len() <= FEW_VARIANTS || self.by_number.is_empty() {
            return self.variants().find(|(_, variant)| *variant == number).map(|(name, _)| name);
        }
        let at =
            self.by_number.binary_search_by_key(&number, |index| self.at(*index).map_or(0, |known| known.1)).ok()?;
        self.at(*self.by_number.get(at)?).map(|known| &*known.0)
    }

    fn at(&self, index: u32) -> Option<&EnumVariant> {
        self.variants.get(index as usize)
    }

    /// The name of the variant that a stored word stands for.
    pub(crate) fn of_word(&self, word: u128) -> Option<&str> {
        self.variant(u64::try_from(word).ok()?)
    }

    /// Whether a field may have that number: of an open enum any that its integer holds.
    pub(crate) fn takes(&self, word: u128) -> bool {
        let bits = self.repr.size().saturating_mul(8);
        self.of_word(word).is_some() || (self.open && word.checked_shr(bits).is_none_or(|rest| rest == 0))
    }

    /// Fails for a number that no field may have.
    pub(crate) fn check(&self, word: u128) -> Result<()> {
        if self.takes(word) { Ok(()) } else { Err(self.no_variant(format_args!("{word}"))) }
    }

    /// The error for a variant that there is not.
    #[cold]
    pub(crate) fn no_variant(&self, wanted: core::fmt::Arguments<'_>) -> Error {
        let known = KnownNames(self.variants.iter().map(|(name, ..)| &**name));
        Error::new(ErrorKind::Type, format_args!("`{}` has no variant {wanted}; it has {}", self.name(), known))
    }

    pub(crate) fn first(&self) -> u64 {
        self.variants.first().map_or(0, |(_, number, _)| *number)
    }
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

    /// Whether it is a tuple: its name is the text of the type, its fields have numbers for names.
    /// Or the root record of a schema whose root is no struct, as
    /// [`Schema::root_value`](crate::Schema::root_value) says.
    #[must_use]
    pub fn is_tuple(&self) -> bool {
        self.tuple
    }

    /// Whether it is the root record of a schema whose root is no struct: a tuple of one part,
    /// which has no name.
    pub(crate) fn is_root_value(&self) -> bool {
        self.tuple && !self.frozen
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

    pub(crate) fn converts(&self) -> bool {
        self.converts
    }

    pub(crate) fn ends(&self) -> &[Size] {
        &self.ends
    }

    pub(crate) fn size(&self) -> Size {
        self.ends.last().copied().unwrap_or(Size::bytes(1))
    }

    /// Stretches of bytes that are copied as they are.
    pub(crate) fn words(&self) -> &[Words] {
        &self.words
    }

    /// The one stretch of bytes that is all that the struct has, if it is one.
    pub(crate) fn only_words(&self) -> Option<&Words> {
        match (&*self.words, &*self.parts) {
            ([words], []) => Some(words),
            _ => None,
        }
    }

    /// Fields in none of them, in the order of their slots' pointers.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Field> {
        self.parts.iter().filter_map(|index| self.fields.get(usize::from(*index)))
    }

    /// Sorts the fields, once their places are known: `sizes` of the slots of those that are words,
    /// and 0 for others.
    pub(super) fn sort(&mut self, sizes: &[u32]) {
        let since = |index: &u16| self.fields.get(usize::from(*index)).map_or(0, |field| field.since);
        let mut order: Vec<u16> = (0..=u16::MAX).take(self.fields.len()).collect();
        order.sort_by_key(since);
        let (mut words, mut parts): (Vec<Words>, Vec<u16>) = (Vec::new(), Vec::new());
        for index in &order {
            let at = usize::from(*index);
            let (Some(field), size) = (self.fields.get(at), sizes.get(at).copied().unwrap_or(0)) else { continue };
            if size == 0 {
                parts.push(*index);
                continue;
            }
            match words.last_mut() {
                Some(last) if last.at.plus(Size::bytes(last.len)) == field.place.slot => {
                    last.len = last.len.saturating_add(size);
                }
                _ => words.push(Words { at: field.place.slot, len: size }),
            }
        }
        (self.order, self.words, self.parts) = (order.into(), words.into(), parts.into());
    }

    /// The fields in the order of their slots, with their indices.
    pub(crate) fn order(&self) -> impl Iterator<Item = (u16, &Field)> {
        self.order.iter().filter_map(|index| Some((*index, self.fields.get(usize::from(*index))?)))
    }
}

impl PartialEq for DeclaresDefault {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Field {
    /// Once the rest of the field is known.
    pub(super) fn plan(&mut self, place: Place) {
        self.place = place;
        self.direct = Direct::of(self);
    }

    /// What can be put there as it comes.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(crate) fn direct(&self) -> Direct {
        self.direct
    }

    /// Bytes of the slot if it is a word that is always there; else 0. `size` is that of the slot.
    pub(super) const fn word_size(&self, size: Size) -> u32 {
        if !self.optional && matches!(self.ty, Type::Scalar(_) | Type::Enum(_) | Type::Text(_)) {
            size.fixed
        } else {
            0
        }
    }

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
    pub fn default(&self) -> &DefaultValue {
        &self.default
    }

    /// Whether a default is declared, also one that is the type's own: `= 0`. JSON may then leave
    /// the field out.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 = 0 } root User;")?;
    /// let [name, age] = schema.root().fields() else { unreachable!() };
    /// assert!(!name.declares_default() && age.declares_default());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn declares_default(&self) -> bool {
        self.declares.0
    }

    /// The schema revision that added it; the first is 1.
    #[must_use]
    pub fn since(&self) -> u32 {
        self.since
    }

    /// What its values must be like beyond their type.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }
}

impl Direct {
    fn of(field: &Field) -> Self {
        if field.optional || !matches!(field.default, DefaultValue::Zero) || !field.rules.is_empty() {
            return Self::None;
        }
        match field.ty {
            Type::Scalar(scalar) => {
                // At most 128.
                let bits = u8::try_from(scalar.number_bits()).unwrap_or(0);
                u8::try_from(scalar.size()).map_or(Self::None, |size| Self::Word { size, bits })
            }
            Type::String | Type::Bytes => Self::Blob,
            _ => Self::None,
        }
    }
}

/// What a number stands for that the schema did not give.
pub(super) static NO_STRUCT: Struct = Struct {
    name: Cow::Borrowed(""),
    docs: Cow::Borrowed(""),
    frozen: true,
    tuple: false,
    converts: false,
    key: Cow::Borrowed(&[]),
    fields: Cow::Borrowed(&[]),
    ends: Cow::Borrowed(&[]),
    order: Cow::Borrowed(&[]),
    words: Cow::Borrowed(&[]),
    parts: Cow::Borrowed(&[]),
};

/// As [`NO_STRUCT`].
pub(super) static NO_ENUM: Enum = Enum {
    name: Cow::Borrowed(""),
    docs: Cow::Borrowed(""),
    open: false,
    repr: Scalar::U8,
    variants: Cow::Borrowed(&[]),
    by_number: Cow::Borrowed(&[]),
    by_name: Cow::Borrowed(&[]),
};
