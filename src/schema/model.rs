//! The validated schema: immutable, planned, shared by reference count.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{Error, Kind, Result};
use crate::layout::{Place, Shape, Size};
use crate::wire::width::PointerWidth;

/// A validated schema: what every byte of a buffer means. Cloning it is cheap.
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
/// assert_eq!(schema.root().name(), "User");
/// assert_eq!(schema.root().fields().len(), 2);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone)]
pub struct Schema(pub(super) Arc<Inner>);

pub(super) struct Inner {
    /// Unique in this process; handles carry it.
    pub(super) id: u64,
    pub(super) enums: Vec<Enum>,
    pub(super) structs: Vec<Struct>,
    pub(super) root: StructId,
    pub(super) min_width: PointerWidth,
}

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

impl Schema {
    /// Parses schema text.
    ///
    /// ```
    /// let schema = vellum::Schema::parse(
    ///     "enum Fruit { apples, pears }
    ///      struct Basket { fruit: Fruit, weights: list<f32>, note: string? }
    ///      root Basket;",
    /// )?;
    /// assert_eq!(schema.root().fields()[1].name(), "weights");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Schema`], with line, column and the line itself, for text that does not follow the grammar or breaks
    /// a rule of the schema language.
    pub fn parse(text: &str) -> Result<Self> {
        super::parser::parse(text)
    }

    /// The root struct.
    #[must_use]
    pub fn root(&self) -> &Struct {
        self.structure(self.0.root)
    }

    /// Every struct.
    #[must_use]
    pub fn structs(&self) -> &[Struct] {
        &self.0.structs
    }

    /// Every enum.
    #[must_use]
    pub fn enums(&self) -> &[Enum] {
        &self.0.enums
    }

    /// The narrowest pointer width its buffers may have.
    #[must_use]
    pub fn min_width(&self) -> PointerWidth {
        self.0.min_width
    }

    /// The struct of that number; a number of another schema gives some struct of this one.
    #[must_use]
    pub fn structure(&self, id: StructId) -> &Struct {
        self.0.structure(id)
    }

    /// The enum of that number; a number of another schema gives some enum of this one.
    #[must_use]
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        self.0.enumeration(id)
    }

    pub(crate) fn root_id(&self) -> StructId {
        self.0.root
    }

    pub(crate) fn id(&self) -> u64 {
        self.0.id
    }

    pub(crate) fn check_id(&self, id: u64) -> Result<()> {
        if id == self.0.id {
            return Ok(());
        }
        Err(Error::new(Kind::Schema, "the handle or record belongs to another schema"))
    }

    pub(crate) fn is_nullable(&self, ty: &Type) -> bool {
        self.0.is_nullable(ty)
    }

    /// Bytes of a field's slot.
    pub(crate) fn slot_size(&self, ty: &Type) -> Size {
        self.0.shape(ty, false, 1).slot
    }

    /// The word that a zero slot of this type stands for where no default is declared.
    pub(crate) fn zero_word(&self, ty: &Type) -> u64 {
        match ty {
            Type::Enum(id) => self.enumeration(*id).first(),
            _ => 0,
        }
    }
}

impl Inner {
    fn structure(&self, id: StructId) -> &Struct {
        static NONE: Struct = Struct {
            name: String::new(),
            docs: String::new(),
            frozen: true,
            fields: Vec::new(),
            ends: Vec::new(),
            order: Vec::new(),
        };
        self.structs.get(id.0 as usize).or(self.structs.first()).unwrap_or(&NONE)
    }

    fn enumeration(&self, id: EnumId) -> &Enum {
        static NONE: Enum = Enum { name: String::new(), docs: String::new(), repr: Scalar::U8, variants: Vec::new() };
        self.enums.get(id.0 as usize).or(self.enums.first()).unwrap_or(&NONE)
    }

    /// What a value of this type needs of the record it lies in.
    pub(super) fn shape(&self, ty: &Type, optional: bool, since: u32) -> Shape {
        let (bits, slot) = match ty {
            Type::Bool => (1, Size::ZERO),
            Type::Scalar(scalar) => (0, Size::bytes(scalar.size())),
            Type::Enum(id) => (0, Size::bytes(self.enumeration(*id).repr.size())),
            Type::Struct(id) if self.structure(*id).frozen => (0, self.structure(*id).size()),
            Type::String | Type::Bytes | Type::List(_) | Type::Struct(_) => (0, Size::POINTER),
        };
        let presence = u32::from(optional && !self.is_nullable(ty));
        Shape { bits: presence.saturating_add(bits), slot, since }
    }

    /// Whether a field of this type is one pointer, whose null can tell absence.
    pub(super) fn is_nullable(&self, ty: &Type) -> bool {
        match ty {
            Type::String | Type::Bytes | Type::List(_) => true,
            Type::Struct(id) => !self.structure(*id).frozen,
            Type::Bool | Type::Scalar(_) | Type::Enum(_) => false,
        }
    }

    /// The default of a type where none is declared.
    pub(super) fn implied_default(&self, ty: &Type) -> Default {
        match ty {
            Type::Enum(id) => match self.enumeration(*id).first() {
                0 => Default::Zero,
                first => Default::Word(first),
            },
            _ => Default::Zero,
        }
    }

    /// Fills in what a list's element needs, which is known once every struct is planned.
    pub(super) fn complete(&self, ty: &Type) -> Type {
        let Type::List(list) = ty else { return ty.clone() };
        let Item { ty, optional, .. } = &*list.0;
        let ty = self.complete(ty);
        let default = self.implied_default(&ty);
        let (place, size, growable) = match &ty {
            Type::Struct(id) if !self.structure(*id).frozen => {
                // The record lies inline behind its presence byte, if it has one.
                let record = self.structure(*id).size();
                let place = Place::single(u32::from(*optional), record);
                (place, place.end, true)
            }
            _ => {
                let shape = self.shape(&ty, *optional, 1);
                let place = Place::single(shape.bits, shape.slot);
                (place, place.end, false)
            }
        };
        Type::List(List(Box::new(Item { ty, optional: *optional, default, place, size, growable })))
    }
}

/// Schemas are equal if they define the same types, in whatever order, with the same root.
impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id() || self.sorted_text() == other.sorted_text()
    }
}

impl core::fmt::Debug for Schema {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Schema {{\n{self}}}")
    }
}
