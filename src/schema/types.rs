//! Types and defaults of fields.

use alloc::boxed::Box;
use core::fmt;

use crate::layout::{EntryLayout, Place, Size};

/// Which schema a number was given by: the low bits of [`Schema::id`](super::Schema).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Origin(u32);

impl Origin {
    /// The origin of the numbers of a new schema. Programs make fewer than four billion.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn new(id: u64) -> Self {
        Self(id as u32)
    }
}

/// Number of a struct in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StructId(pub(crate) u32, pub(super) Origin);

/// Number of an enum in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnumId(pub(crate) u32, pub(super) Origin);

/// Number of a union in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnionId(pub(crate) u32, pub(super) Origin);

/// A type without inner structure, stored as a little-endian word.
///
/// ```
/// use vellum::schema::{Scalar, TimeUnit};
///
/// assert_eq!(Scalar::U16.name(), "u16");
/// assert_eq!(Scalar::Timestamp(TimeUnit::Seconds).to_string(), "timestamp(s)");
/// assert_eq!(Scalar::Decimal(2).to_string(), "decimal(2)");
/// ```
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
    U128,
    I128,
    /// Sixteen bytes, most significant first.
    Uuid,
    /// As `Uuid`.
    Ulid,
    /// Days since 1970-01-01.
    Date,
    /// Nanoseconds since midnight.
    Time,
    /// Since 1970-01-01T00:00:00Z, in the unit.
    Timestamp(TimeUnit),
    /// Nanoseconds.
    Duration,
    /// An `i64` that counts units of so many digits behind the point.
    Decimal(u8),
    /// As `Decimal`, over an `i128`.
    Decimal128(u8),
    /// Latitude and longitude as `i16`, in hundredths of a degree.
    Geo4,
    /// As `i32`, in ten-millionths.
    Geo8,
    /// As `i64`, in billionths.
    Geo16,
}

/// The unit of a timestamp.
///
/// ```
/// use vellum::schema::TimeUnit;
///
/// assert_eq!(TimeUnit::Millis.name(), "ms");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum TimeUnit {
    Seconds,
    Millis,
    Micros,
    Nanos,
}

impl TimeUnit {
    /// The name in schema text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Millis => "ms",
            Self::Micros => "us",
            Self::Nanos => "ns",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        [Self::Seconds, Self::Millis, Self::Micros, Self::Nanos].into_iter().find(|unit| unit.name() == name)
    }
}

impl Scalar {
    /// The most digits behind the point of a `decimal`.
    pub const MAX_SCALE: u8 = 18;
    /// The most digits behind the point of a `decimal128`.
    pub const MAX_SCALE_128: u8 = 38;

    /// Every scalar type without a parameter, and `timestamp` in milliseconds.
    pub(crate) const NAMED: [Self; 22] = [
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
        Self::U128,
        Self::I128,
        Self::Uuid,
        Self::Ulid,
        Self::Date,
        Self::Time,
        Self::Timestamp(TimeUnit::Millis),
        Self::Duration,
        Self::Geo4,
        Self::Geo8,
        Self::Geo16,
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
            Self::U32 | Self::I32 | Self::F32 | Self::Char | Self::Date | Self::Geo4 => 4,
            Self::U64
            | Self::I64
            | Self::F64
            | Self::Time
            | Self::Timestamp(_)
            | Self::Duration
            | Self::Decimal(_)
            | Self::Geo8 => 8,
            Self::U128 | Self::I128 | Self::Uuid | Self::Ulid | Self::Decimal128(_) | Self::Geo16 => 16,
        }
    }

    /// The name in schema text, without its parameter; displayed, it has it.
    ///
    /// ```
    /// assert_eq!(vellum::schema::Scalar::Decimal(2).to_string(), "decimal(2)");
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
            Self::U128 => "u128",
            Self::I128 => "i128",
            Self::Uuid => "uuid",
            Self::Ulid => "ulid",
            Self::Date => "date",
            Self::Time => "time",
            Self::Timestamp(_) => "timestamp",
            Self::Duration => "duration",
            Self::Decimal(_) => "decimal",
            Self::Decimal128(_) => "decimal128",
            Self::Geo4 => "geo4",
            Self::Geo8 => "geo8",
            Self::Geo16 => "geo16",
        }
    }
}

#[cfg(feature = "zerocopy")]
impl Scalar {
    /// Whether it is one of Rust's integers or floats, which every word is.
    pub(crate) const fn is_number(self) -> bool {
        use Scalar::{F32, F64, I8, I16, I32, I64, I128, U8, U16, U32, U64, U128};
        matches!(self, U8 | U16 | U32 | U64 | U128 | I8 | I16 | I32 | I64 | I128 | F32 | F64)
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decimal(scale) | Self::Decimal128(scale) => write!(f, "{}({scale})", self.name()),
            Self::Timestamp(TimeUnit::Millis) => f.write_str(self.name()),
            Self::Timestamp(unit) => write!(f, "{}({})", self.name(), unit.name()),
            _ => f.write_str(self.name()),
        }
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
    List(List),
    /// One of several variants, each with a payload or none.
    Union(UnionId),
    /// Values found by their keys, or a set of keys.
    Map(Map),
    /// A fixed number of elements of one type, inline.
    Array(Array),
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
pub struct List(pub(crate) Box<Item>);

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
pub struct Map(pub(crate) Box<Entry>);

/// The parts of a map's entry: the key as a list of keys would hold it, behind it the value as a list of values would.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
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
pub struct Array(pub(crate) Box<Item>, pub(crate) u32);

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

impl Map {
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

impl Array {
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
}

/// The value of a field that was never set.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::Default;
///
/// let schema = Schema::parse("struct User { age: u16 = 18, name: string = \"?\", id: u64 } root User;")?;
/// let [age, name, id] = schema.root().fields() else { unreachable!() };
/// assert_eq!(age.default(), &Default::Word(18));
/// assert_eq!(name.default(), &Default::Blob((*b"?").into()));
/// assert_eq!(id.default(), &Default::Zero);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Default {
    /// The type's own: zero, false, the first variant, empty, or absent.
    Zero,
    /// The stored word of a bool, scalar or enum; slots hold their value XOR this.
    Word(u128),
    /// The text or bytes that a null pointer stands for.
    Blob(Box<[u8]>),
}

impl Default {
    /// The word that a zero slot stands for.
    pub(crate) fn word(&self) -> u128 {
        match self {
            Self::Word(word) => *word,
            Self::Zero | Self::Blob(_) => 0,
        }
    }
}
