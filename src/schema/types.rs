//! Types and defaults of fields.

use alloc::borrow::Cow;

use super::definition::{Enum, Struct};
use super::plan::{Component, DefId};
use super::union::Union;
use crate::layout::{EntryLayout, Place, Size};
pub use crate::scalar::{Scalar, TimeUnit};

/// Which schema a number was given by: the low bits of [`Schema::id`](super::Schema).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Origin(u32);

impl Origin {
    /// Of what is compiled in, which has no numbers.
    pub(super) const COMPILED: Self = Self(0);

    /// The origin of the numbers of a new schema. Programs make fewer than four billion.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn new(id: u64) -> Self {
        Self(id as u32)
    }
}

/// Number of a struct in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StructId(pub(super) DefId<Struct>);

/// Number of an enum in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnumId(pub(super) DefId<Enum>);

/// Number of a union in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnionId(pub(super) DefId<Union>);

impl StructId {
    /// The plan that a derived type compiled in.
    #[doc(hidden)]
    #[must_use]
    pub const fn compiled(plan: fn() -> &'static Struct) -> Self {
        Self(DefId::Compiled(plan))
    }
}

impl EnumId {
    /// The plan that a derived type compiled in.
    #[doc(hidden)]
    #[must_use]
    pub const fn compiled(plan: fn() -> &'static Enum) -> Self {
        Self(DefId::Compiled(plan))
    }
}

impl UnionId {
    /// The plan that a derived type compiled in.
    #[doc(hidden)]
    #[must_use]
    pub const fn compiled(plan: fn() -> &'static Union) -> Self {
        Self(DefId::Compiled(plan))
    }
}

/// The type of a field or of a list's elements.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::{Scalar, Type};
///
/// let schema = Schema::parse("struct User { age: u16, tags: list<string>, code: string[4] } root User;")?;
/// let [age, tags, code] = schema.root().fields() else { unreachable!() };
/// assert_eq!((age.ty(), code.ty()), (&Type::Scalar(Scalar::U16), &Type::Text(4)));
/// let Type::List(list) = tags.ty() else { unreachable!() };
/// assert_eq!(list.element(), &Type::String);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Type {
    /// One bit in a struct, one byte in a list.
    Bool,
    /// An integer, float or char.
    Scalar(Scalar),
    /// One of the named values that an enum declares.
    Enum(EnumId),
    /// UTF-8 text.
    String,
    /// Any bytes.
    Bytes,
    /// Named fields; behind a pointer if it can grow, inline if it is frozen.
    Struct(StructId),
    /// Elements of one type.
    List(ListType),
    /// One of several variants, each with a payload or none.
    Union(UnionId),
    /// Values found by their keys, or a set of keys.
    Map(MapType),
    /// A fixed number of elements of one type, inline.
    Array(ArrayType),
    /// UTF-8 text of at most so many bytes, inline: what is left over is zero, so that no text ends with a zero.
    Text(u32),
}

impl Type {
    /// Whether its values are made of others: structs, lists, arrays, maps, sets and unions.
    pub(crate) fn has_parts(&self) -> bool {
        !matches!(self, Self::Bool | Self::Scalar(_) | Self::Enum(_) | Self::Text(_) | Self::String | Self::Bytes)
    }
}

/// The type of a list: what its elements are.
#[derive(Clone, Debug, PartialEq)]
pub struct ListType(pub(crate) Component<Item>);

/// The type of a map or a set: what its keys and values are.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::Type;
///
/// let schema = Schema::parse("struct Game { scores: map<string, u32>, tags: set<string> } root Game;")?;
/// let [scores, tags] = schema.root().fields() else { unreachable!() };
/// let (Type::Map(scores), Type::Map(tags)) = (scores.ty(), tags.ty()) else { unreachable!() };
/// assert_eq!(scores.key(), tags.key());
/// assert!(scores.value().is_some() && tags.value().is_none());
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MapType(pub(crate) Component<MapEntry>);

/// The parts of a map's entry: the key as a list of keys would hold it, behind it the value as a list of values would.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct MapEntry {
    pub(crate) key: Item,
    /// None in a set.
    pub(crate) value: Option<Item>,
    pub(crate) layout: EntryLayout,
}

/// The type of an array: what its elements are, and how many.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::Type;
///
/// let schema = Schema::parse("struct Grid { cells: array<f32?, 9> } root Grid;")?;
/// let Type::Array(cells) = schema.root().fields()[0].ty() else { unreachable!() };
/// assert_eq!((cells.len(), cells.optional()), (9, true));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayType(pub(crate) Component<Item>, pub(crate) u32);

/// A type and whether a value may be absent: a list's element.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub(crate) ty: Type,
    pub(crate) optional: bool,
    /// What a zero element stands for: the first variant of an enum need not be zero.
    pub(crate) default: DefaultValue,
    /// Where the element's only field lies in it.
    pub(crate) place: Place,
    /// Bytes of an element without stride, or of the newest record of one with it.
    pub(crate) size: Size,
    /// Whether elements are growable structs, whose size is stored with the list.
    pub(crate) growable: bool,
}

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

/// The value of a field that was never set.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::DefaultValue;
///
/// let schema = Schema::parse("struct User { age: u16 = 18, name: string = \"?\", id: u64 } root User;")?;
/// let [age, name, id] = schema.root().fields() else { unreachable!() };
/// assert_eq!(age.default(), &DefaultValue::Word(18));
/// assert_eq!(name.default(), &DefaultValue::Blob(b"?".into()));
/// assert_eq!(id.default(), &DefaultValue::Zero);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum DefaultValue {
    /// The type's own: zero, false, the first variant, empty, or absent.
    Zero,
    /// The stored word of a bool, scalar or enum; slots hold their value XOR this.
    Word(u128),
    /// The text or bytes that a null pointer stands for.
    Blob(Cow<'static, [u8]>),
    /// As the others, of a type that is compiled in; no schema that is given to programs has it.
    #[doc(hidden)]
    Compiled(fn() -> Declared),
}

impl PartialEq for DefaultValue {
    fn eq(&self, other: &Self) -> bool {
        (self.blob(), self.word()) == (other.blob(), other.word())
    }
}

/// The default that a field of a derived type declares.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Declared {
    /// The type's own, of a field that need not be given.
    Own,
    /// The word of a scalar, bool or enum.
    Word(u128),
    /// Text.
    Text(&'static str),
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
