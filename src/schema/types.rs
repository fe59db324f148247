//! Types and defaults of fields.

use alloc::boxed::Box;

use crate::layout::{Place, Size};

/// Number of a struct in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StructId(pub(crate) u32);

/// Number of an enum in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnumId(pub(crate) u32);

/// A type without inner structure, stored as a little-endian word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Scalar {
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
    Char,
}

impl Scalar {
    /// Every scalar type.
    pub const ALL: [Self; 11] = [
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::F32,
        Self::F64,
        Self::Char,
    ];

    /// Bytes of the stored word.
    ///
    /// ```
    /// assert_eq!(vellum::schema::Scalar::Char.size(), 4);
    /// ```
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 => 2,
            Self::U32 | Self::I32 | Self::F32 | Self::Char => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
        }
    }

    /// The name in schema text.
    ///
    /// ```
    /// assert_eq!(vellum::schema::Scalar::F64.name(), "f64");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Char => "char",
        }
    }
}

/// The type of a field or of a list's elements.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Type {
    /// One bit in a struct, one byte in a list.
    Bool,
    /// An integer, float or char.
    Scalar(Scalar),
    /// A named value of a closed set.
    Enum(EnumId),
    /// UTF-8 text.
    String,
    /// Any bytes.
    Bytes,
    /// Named fields; behind a pointer if it can grow, inline if it is frozen.
    Struct(StructId),
    /// Elements of one type.
    List(List),
}

/// The type of a list: what its elements are.
#[derive(Clone, Debug, PartialEq)]
pub struct List(pub(crate) Box<Item>);

/// A type and whether a value may be absent: a list's element.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) ty: Type,
    pub(crate) optional: bool,
    /// What a zero element stands for: the first variant of an enum need not be zero.
    pub(crate) default: Default,
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
    default: Default::Zero,
    place: Place::single(0, Size::bytes(1)),
    size: Size::bytes(1),
    growable: false,
};

impl List {
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

/// The value of a field that was never set.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Default {
    /// The type's own: zero, false, the first variant, empty, or absent.
    Zero,
    /// The stored word of a bool, scalar or enum; slots hold their value XOR this.
    Word(u64),
    /// The text or bytes that a null pointer stands for.
    Blob(Box<[u8]>),
}

impl Default {
    /// The word that a zero slot stands for.
    pub(crate) fn word(&self) -> u64 {
        match self {
            Self::Word(word) => *word,
            Self::Zero | Self::Blob(_) => 0,
        }
    }
}
