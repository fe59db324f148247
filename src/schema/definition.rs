//! Methods of definitions and their parts: enums, structs and fields, items, unions and variants.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::model::Schema;
use super::rules::Rules;
use super::shapes;
use super::tables::Apart;
use super::types::{
    ArrayType, CopyRange, Declared, DeclaresDefault, DefaultValue, Direct, Engine, Enum, EnumVariant, Field, Item,
    KindOf, ListType, MapEntry, MapType, PartOf, Payload, Scalar, Struct, Type, Union, UnionVariant,
};
use crate::error::{Error, ErrorKind, KnownNames, Result};
use crate::layout::{EntryLayout, Place, Size};

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
    pub(crate) fn words(&self) -> &[CopyRange] {
        &self.words
    }

    /// The one stretch of bytes that is all that the struct has, if it is one.
    pub(crate) fn only_words(&self) -> Option<&CopyRange> {
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
    #[inline]
    pub(super) fn sort(&mut self, sizes: &[u32]) {
        let since = |index: &u16| self.fields.get(usize::from(*index)).map_or(0, |field| field.since);
        let mut order: Vec<u16> = (0..=u16::MAX).take(self.fields.len()).collect();
        order.sort_by_key(since);
        let (mut words, mut parts): (Vec<CopyRange>, Vec<u16>) = (Vec::new(), Vec::new());
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
                _ => words.push(CopyRange { at: field.place.slot, len: size }),
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

    /// The code of the engine for a field of a type.
    pub(super) const fn part_of(ty: &Type, optional: bool) -> PartOf {
        match ty {
            Type::String => Apart(None),
            Type::Scalar(_) | Type::Enum(_) | Type::Text(_) if !optional => Apart(None),
            _ if ty.can_lack_records() => Apart(Some(Schema::PART)),
            _ => Apart(Some(Schema::PLAIN_PART)),
        }
    }

    /// The code of the engine for it.
    pub(crate) fn part(&self) -> Option<&'static <Schema as Engine>::Part> {
        self.part.0
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
    about: Apart(None),
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
    about: Apart(None),
};

// Parts of types: elements, keys and values of maps, payloads, defaults.

/// What bytes are a list of: an edit cursor of a `Vec<u8>` is one of elements.
pub(crate) static BYTE: Item = Item {
    ty: Type::Scalar(Scalar::U8),
    optional: false,
    default: DefaultValue::Zero,
    place: Place::single(0, Size::bytes(1)),
    size: Size::bytes(1),
    growable: false,
    kind: Apart(None),
};

impl Item {
    pub(crate) const fn new(
        ty: Type,
        optional: bool,
        default: DefaultValue,
        (place, growable): (Place, bool),
        kind: KindOf,
    ) -> Self {
        Self { ty, optional, default, place, size: place.end, growable, kind }
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
        Self { key, value, layout, kind: Apart(Some(Schema::MAP)) }
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

    /// True for an array of `u8` that are not optional.
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

// Methods of unions and their variants.

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
        self.name == shapes::NAME
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
    about: Apart(None),
    kind: Apart(None),
};
