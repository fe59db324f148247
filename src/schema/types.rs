//! Types, and the definitions that they name, as data. They refer to each other, so one file
//! declares them; their methods are in `definition` and `key`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::compiled::{DefId, StaticOrBox};
use super::model::Schema;
use super::rules::Rules;
use super::tables::{AboutOf, Apart};
use crate::layout::{EntryLayout, Place, Size};
pub use crate::scalar::{Scalar, TimeUnit};
use crate::wire::header::LINEAGE_LEN;
use crate::wire::width::PointerWidth;

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
    /// UTF-8 text of at most so many bytes, inline: unused bytes are zero, so that no text ends
    /// with a zero.
    Text(u32),
}

impl Type {
    /// Whether its values are made of others: structs, lists, arrays, maps, sets and unions.
    pub(crate) fn has_parts(&self) -> bool {
        !matches!(self, Self::Bool | Self::Scalar(_) | Self::Enum(_) | Self::Text(_) | Self::String | Self::Bytes)
    }

    /// Whether some of its values can have a record that is missing. Only of constants is it looked
    /// up: a program that makes a schema while it runs contains the code of all kinds.
    pub(super) const fn can_lack_records(&self) -> bool {
        match self {
            Self::Bool | Self::Scalar(_) | Self::Enum(_) | Self::Text(_) | Self::String | Self::Bytes => false,
            Self::List(ListType(StaticOrBox::Compiled(item)))
            | Self::Array(ArrayType(StaticOrBox::Compiled(item), _)) => item.ty.can_lack_records(),
            _ => true,
        }
    }
}

/// The code of the engine for the kinds of types that a type need not contain. Definitions refer to
/// it, so that a program contains the code of the kinds in its types. They know no buffers, so a
/// room above implements this.
pub(crate) trait Engine {
    /// What the engine does with the values of a kind.
    type Kind: 'static;
    /// Lists whose elements are not unions, and arrays.
    const LIST: &'static Self::Kind;
    /// Lists of unions.
    const UNION_LIST: &'static Self::Kind;
    /// Maps and sets.
    const MAP: &'static Self::Kind;
    const UNION: &'static Self::Kind;
    /// What the engine does with fields that are more than a text or a number, and with cursors
    /// that lead through them.
    type Part: 'static;
    const PART: &'static Self::Part;
    /// As `PART`, for fields of which no part can be a record that is missing.
    const PLAIN_PART: &'static Self::Part;
    /// What the engine does where records on the way to a value are missing.
    type Parents: 'static;
    /// That of a field's code.
    fn parents_of(part: &'static Self::Part) -> Option<&'static Self::Parents>;
}

/// Sets of these kinds: a function with a set as its parameter is compiled for the kinds in it.
pub(crate) struct Kinds;

impl Kinds {
    pub(crate) const LIST: u8 = 1;
    pub(crate) const UNION_LIST: u8 = 2;
    pub(crate) const LISTS: u8 = 3;
    pub(crate) const MAP: u8 = 4;
    pub(crate) const UNION: u8 = 8;
    pub(crate) const ALL: u8 = 15;
}

/// The code of the engine for a kind.
pub(crate) type KindOf = Apart<&'static <Schema as Engine>::Kind>;

/// The code of the engine for a field, if it is more than a text or a number.
pub(crate) type PartOf = Apart<&'static <Schema as Engine>::Part>;

impl Type {
    /// The code of the engine for its kind, if it is one that other types need not contain.
    #[inline]
    pub(crate) fn kind(&self, schema: &Schema) -> Option<&'static <Schema as Engine>::Kind> {
        match self {
            Self::List(list) => list.0.kind.0,
            Self::Array(array) => array.0.kind.0,
            Self::Map(map) => map.0.kind.0,
            Self::Union(id) => schema.union(*id).kind.0,
            _ => None,
        }
    }
}

/// The type of a list, with its elements.
#[derive(Clone, Debug, PartialEq)]
pub struct ListType(pub(crate) StaticOrBox<Item>);

/// The type of a map or a set, with its keys and values.
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
pub struct MapType(pub(crate) StaticOrBox<MapEntry>);

/// The parts of a map's entry: the key as a list of keys would hold it, behind it the value as a
/// list of values would.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct MapEntry {
    pub(crate) key: Item,
    /// None in a set.
    pub(crate) value: Option<Item>,
    pub(crate) layout: EntryLayout,
    pub(crate) kind: KindOf,
}

/// The type of an array, with its elements and their number.
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
pub struct ArrayType(pub(crate) StaticOrBox<Item>, pub(crate) u32);

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
    /// Of the list or the array whose elements these are.
    pub(crate) kind: KindOf,
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

/// A set of named values.
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::parse("enum Fruit { apples = 3, pears } struct Bag { fruit: Fruit } root Bag;")?;
/// let fruit = &schema.enums()[0];
/// assert_eq!((fruit.number("pears"), fruit.variant(3)), (Some(4), Some("apples")));
/// assert!(fruit.variants().eq([("apples", 3), ("pears", 4)]));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    pub(super) name: Cow<'static, str>,
    pub(super) docs: Cow<'static, str>,
    pub(super) open: bool,
    pub(super) repr: Scalar,
    pub(super) variants: Cow<'static, [EnumVariant]>,
    /// Indices of the variants in the order of their numbers, and of their names; none of what was
    /// compiled in.
    pub(super) by_number: Cow<'static, [u32]>,
    pub(super) by_name: Cow<'static, [u32]>,
    pub(super) about: AboutOf,
}

/// Name, number and doc comment.
pub(super) type EnumVariant = (Cow<'static, str>, u64, Cow<'static, str>);

/// Named fields.
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::parse("frozen struct Point { x: f32, y: f32 } struct Path { from: Point } root Path;")?;
/// let point = schema.structs().iter().find(|structure| structure.name() == "Point").unwrap();
/// assert!(point.is_frozen());
/// assert_eq!(point.field("y").map(|(index, field)| (index, field.name())), Some((1, "y")));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    pub(super) name: Cow<'static, str>,
    pub(super) docs: Cow<'static, str>,
    pub(super) frozen: bool,
    /// Whether it is the fields of a tuple, named by their numbers.
    pub(super) tuple: bool,
    /// Whether a field of it is converted to be stored; known of what was compiled in.
    pub(super) converts: bool,
    pub(super) key: Cow<'static, [KeyPart]>,
    pub(super) fields: Cow<'static, [Field]>,
    /// Ends of the regions; the last is the record's size.
    pub(super) ends: Cow<'static, [Size]>,
    /// Fields in the order of their regions: the order of pointers and of what they point to.
    pub(super) order: Cow<'static, [u16]>,
    /// Slots that are copied as they are, and the fields that have none, in the order of regions.
    pub(super) words: Cow<'static, [CopyRange]>,
    pub(super) parts: Cow<'static, [u16]>,
    pub(super) about: AboutOf,
}

/// Slots next to each other of words that are always there: each bit has a meaning, and none is a
/// pointer, so these bytes are the same in every layout of a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CopyRange {
    pub(crate) at: Size,
    pub(crate) len: u32,
}

/// One field of a struct.
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::parse("struct User { name: string, /// In years. \n age: u16? since 2 } root User;")?;
/// let age = &schema.root().fields()[1];
/// assert_eq!((age.name(), age.docs(), age.since(), age.optional()), ("age", "In years.", 2, true));
/// assert_eq!(schema.type_text(age.ty()), "u16");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub(super) name: Cow<'static, str>,
    pub(super) docs: Cow<'static, str>,
    pub(super) ty: Type,
    pub(super) optional: bool,
    pub(super) default: DefaultValue,
    pub(super) declares: DeclaresDefault,
    pub(super) since: u32,
    pub(super) rules: Rules,
    /// Whether its type refuses some values that the schema allows; known of what was compiled in.
    pub(super) guarded: bool,
    pub(super) place: Place,
    /// Of a schema that was made at run time.
    pub(super) direct: Direct,
    pub(super) part: PartOf,
}

/// Whether a default was declared, which may be the type's own. It says nothing of the bytes of
/// buffers: so schemas are equal without it.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeclaresDefault(pub(super) bool);

/// What can be put into a field without a look at its definition: it is always there, has no
/// declared default, and its values need not be checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Direct {
    /// Nothing.
    None,
    /// A word of so many bytes, which stands for any number of so many bits from zero on, if it is
    /// an integer.
    Word { size: u8, bits: u8 },
    /// Text or bytes behind a pointer.
    Blob,
}

/// A part of a struct's key: a field, and the direction in which it sorts.
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::parse("struct User key(org, id desc) { org: u32, id: u64 } root User;")?;
/// let parts: Vec<_> = schema.root().key().iter().map(|part| (part.path(), part.is_descending())).collect();
/// assert_eq!(parts, [("org", false), ("id", true)]);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct KeyPart {
    pub(super) path: String,
    pub(super) descending: bool,
    pub(super) columns: Vec<Column>,
}

/// A value in a key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    /// Indices of the fields that lead to it, from the outside in.
    pub(crate) steps: Vec<u16>,
    pub(crate) ty: Type,
    /// Whether it, or a struct that holds it, may be absent.
    pub(crate) optional: bool,
    pub(crate) descending: bool,
}

/// Variants of which a value is one.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::Type;
///
/// let schema = Schema::parse("union Contact { none, email: string } struct User { contact: Contact } root User;")?;
/// let (tag, email) = schema.unions()[0].variant("email").unwrap();
/// assert_eq!((tag, email.ty()), (1, Some(&Type::String)));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    pub(super) name: Cow<'static, str>,
    pub(super) docs: Cow<'static, str>,
    pub(super) open: bool,
    /// Whether a payload of it is converted to be stored; known of what was compiled in.
    pub(super) converts: bool,
    pub(super) variants: Cow<'static, [UnionVariant]>,
    pub(super) about: AboutOf,
    pub(super) kind: KindOf,
}

/// One variant of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct UnionVariant {
    pub(super) name: Cow<'static, str>,
    pub(super) docs: Cow<'static, str>,
    pub(super) ty: Option<Type>,
    pub(super) optional: bool,
    /// The payload as an element of a list that holds this variant only; a bool that is false where
    /// there is none.
    pub(super) item: Item,
    pub(super) payload: Payload,
    /// As of a field.
    pub(super) guarded: bool,
}

/// Where a payload lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Payload {
    /// There is none.
    None,
    /// A word of so many bytes: in the slot if the pointers are as wide, else behind one.
    Word(u32),
    /// The slot is the pointer that a field of the type is.
    Pointer,
    /// Behind a pointer, as a record of one field.
    Boxed,
}

/// What the engine has to know of the type of a whole buffer.
#[derive(Clone, Copy, Debug)]
pub struct RootPlan {
    pub(crate) id: StructId,
    pub(crate) min_width: PointerWidth,
    /// Gives the lineage of a type that was compiled in, if its buffers carry it.
    pub(crate) lineage: Option<fn() -> Option<u32>>,
}

impl RootPlan {
    /// Of a derived type.
    #[must_use]
    pub const fn new(id: StructId, min_width: PointerWidth) -> Self {
        Self { id, min_width, lineage: None }
    }

    /// Of a derived type whose buffers carry its lineage.
    #[must_use]
    pub const fn with_lineage(self, lineage: fn() -> Option<u32>) -> Self {
        Self { lineage: Some(lineage), ..self }
    }

    /// Bytes that the lineage of a derived type takes in the header.
    pub(crate) const fn lineage_len(&self) -> usize {
        if self.lineage.is_some() { LINEAGE_LEN } else { 0 }
    }

    /// The lineage of a derived type, if its buffers carry it.
    #[inline(always)]
    pub(crate) fn lineage(&self) -> Option<u32> {
        self.lineage.and_then(|lineage| lineage())
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn id(&self) -> StructId {
        self.id
    }

    /// The least width of pointers.
    pub(crate) const fn min_width(&self) -> PointerWidth {
        self.min_width
    }
}

// Names of types in other languages: a hint for those who write a schema for the first time.

/// The rest of a message about a type that is not known: how it is written here, if it is known
/// from other languages.
pub(super) fn hint(name: &str) -> String {
    let written = match name {
        "String" | "str" | "text" | "varchar" => "`string`",
        "int" | "int32" | "integer" | "sint32" | "sfixed32" => "`i32`",
        "int64" | "long" | "sint64" | "sfixed64" => "`i64`",
        "int8" | "sbyte" => "`i8`",
        "int16" | "short" => "`i16`",
        "uint" | "uint32" | "fixed32" => "`u32`",
        "uint64" | "ulong" | "fixed64" => "`u64`",
        "uint8" | "byte" | "ubyte" => "`u8`",
        "uint16" | "ushort" => "`u16`",
        "usize" | "isize" => "`u64` or `i64`, as sizes differ between machines",
        "float" | "float32" => "`f32`",
        "double" | "float64" => "`f64`",
        "boolean" | "Bool" => "`bool`",
        "Bytes" | "blob" | "binary" | "data" => "`bytes`",
        "Vec" | "vec" | "List" | "vector" | "repeated" => "`list<T>`",
        "Map" | "HashMap" | "BTreeMap" | "dict" => "`map<K, V>`",
        "Set" | "HashSet" | "BTreeSet" => "`set<T>`",
        "Option" | "option" | "optional" | "Optional" | "nullable" => "`T?`",
        "datetime" | "DateTime" | "Timestamp" => "`timestamp`",
        "guid" | "Uuid" | "UUID" => "`uuid`",
        "Any" | "json" | "object" | "Value" => "`any`",
        _ => return String::new(),
    };
    format!("; here it is {written}")
}
