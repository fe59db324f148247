//! The validated schema: immutable, planned, shared by reference count.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::compiled::{Computed, FieldNumbers, Origin};
use super::definition::{NO_ENUM, NO_STRUCT, NO_UNION};
use super::literal::{Literal, of_word};
use super::shapes;
use super::types::{DefaultValue, Enum, EnumId, Field, RootPlan, Struct, StructId, Type, Union, UnionId};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Size;
use crate::limits::Limits;
use crate::wire::width::PointerWidth;

/// A validated schema: the meaning of every byte of a buffer. Cloning it is cheap.
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
#[doc(alias("Descriptor", "DescriptorPool", "reflection"))]
pub struct Schema(pub(super) Shared);

/// What a schema is, for as long as it is used, or as the program runs.
#[derive(Clone)]
pub(super) enum Shared {
    Counted(Arc<Inner>),
    Static(&'static Inner),
}

impl Shared {
    #[inline]
    pub(super) fn new(inner: Inner) -> Self {
        Self::Counted(Arc::new(inner))
    }
}

impl core::ops::Deref for Shared {
    type Target = Inner;

    #[inline(always)]
    fn deref(&self) -> &Inner {
        match self {
            Self::Counted(inner) => inner,
            Self::Static(inner) => inner,
        }
    }
}

/// What gives the lineage of a schema: a function that programs without a lineage do not have.
pub(crate) type LineageOf = fn(&Schema) -> u32;

/// An error, and the function that copies it, which a program of derived types does not contain.
type KeptFault = (Error, fn(&Error) -> Error);

#[derive(Clone)]
pub(super) struct Inner {
    /// Unique in this process; handles carry it.
    pub(super) id: u64,
    /// Which schema the numbers of its types are from: this one, or the one that it was made of.
    pub(super) origin: Origin,
    pub(super) enums: Vec<Enum>,
    pub(super) structs: Vec<Struct>,
    pub(super) unions: Vec<Union>,
    /// What each name stands for.
    pub(super) names: BTreeMap<String, Type>,
    pub(super) root: StructId,
    /// Sizes of the root's records, one for each revision: what each buffer is asked that is
    /// opened.
    pub(super) root_ends: Vec<Size>,
    pub(super) min_width: PointerWidth,
    /// Whether buffers carry its lineage.
    pub(super) lineage: Option<LineageOf>,
    /// Whether a derived type that it was made of refuses some of what it allows.
    #[cfg_attr(not(feature = "json"), allow(dead_code))]
    pub(super) guarded: bool,
    /// How much may be made of a buffer.
    pub(super) limits: Limits,
    pub(super) computed: Computed,
    /// The rule that the types break that this should be the schema of.
    pub(super) fault: Option<KeptFault>,
}

impl Inner {
    /// Without definitions.
    pub(super) const fn new(id: u64, origin: Origin) -> Self {
        Self {
            id,
            origin,
            enums: Vec::new(),
            structs: Vec::new(),
            unions: Vec::new(),
            names: BTreeMap::new(),
            root: StructId::compiled(|| &NO_STRUCT),
            root_ends: Vec::new(),
            min_width: PointerWidth::One,
            lineage: None,
            guarded: false,
            limits: Limits::new(),
            computed: Computed::new(),
            fault: None,
        }
    }

    #[inline(never)]
    pub(super) fn structure(&self, id: StructId) -> &Struct {
        id.0.of(&self.structs).unwrap_or(&NO_STRUCT)
    }

    pub(super) fn enumeration(&self, id: EnumId) -> &Enum {
        id.0.of(&self.enums).unwrap_or(&NO_ENUM)
    }

    #[inline(never)]
    pub(super) fn union(&self, id: UnionId) -> &Union {
        id.0.of(&self.unions).unwrap_or(&NO_UNION)
    }

    /// The struct or union of a number; unions are counted on from the structs.
    pub(super) fn node(&self, index: usize) -> Option<Definition<'_>> {
        let union = || self.unions.get(index.saturating_sub(self.structs.len())).map(Definition::Union);
        self.structs.get(index).map(Definition::Struct).or_else(union)
    }

    /// The number of the struct or union that the type is.
    pub(super) fn node_of(&self, ty: &Type) -> Option<usize> {
        match ty {
            Type::Struct(id) => Some(id.0.index()),
            Type::Union(id) => Some(self.structs.len().saturating_add(id.0.index())),
            _ => None,
        }
    }
}

impl Schema {
    /// Fails if this stands for the schema of a derived type that has none.
    ///
    /// The derive refuses at compile time what constants can tell. Other faults are found when the
    /// schema is made, such as a decimal whose default is beyond its range. The schema then has no
    /// fields, functions that need them fail with the same error, and its text is that error.
    ///
    /// ```
    /// use vellum::value::Decimal;
    /// use vellum::{ErrorKind, Schema, Vellum};
    ///
    /// #[derive(Vellum)]
    /// struct Item {
    ///     #[vellum(range = Decimal(1)..)] // its default is 0
    ///     price: Decimal<2>,
    /// }
    ///
    /// let error = Item::schema().check().unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Schema);
    /// assert!(error.to_string().contains("0.00 is less than 0.01"));
    /// assert!(Schema::parse(&Item::schema().to_string()).is_err());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Schema`], with the rule that the types break.
    pub fn check(&self) -> Result<()> {
        match &self.0.fault {
            None => Ok(()),
            Some((fault, copy)) => Err(copy(fault)),
        }
    }

    /// The root struct. Where the root is another type, such as a list, it is the only field of
    /// this struct: see [`Schema::root_value`].
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

    /// Every union.
    #[must_use]
    pub fn unions(&self) -> &[Union] {
        &self.0.unions
    }

    /// The narrowest pointer width its buffers may have.
    #[must_use]
    pub fn min_width(&self) -> PointerWidth {
        self.0.min_width
    }

    /// Whether its buffers carry its lineage.
    pub(crate) fn has_lineage(&self) -> bool {
        self.0.lineage.is_some()
    }

    /// What gives the lineage, if buffers carry it.
    pub(super) fn lineage_of(&self) -> Option<LineageOf> {
        self.0.lineage
    }

    pub(super) fn computed_lineage(&self) -> &OnceBox<u32> {
        &self.0.computed.lineage
    }

    /// The struct of that number, or `None` if the number is one of another schema.
    ///
    /// ```
    /// use vellum::Schema;
    /// use vellum::schema::Type;
    ///
    /// let text = "struct Home { city: string } struct User { home: Home } root User;";
    /// let (schema, other) = (Schema::parse(text)?, Schema::parse(text)?);
    /// let Type::Struct(id) = schema.root().fields()[0].ty() else { unreachable!() };
    /// assert_eq!(schema.get_struct(*id).map(|home| home.name()), Some("Home"));
    /// assert!(other.get_struct(*id).is_none());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn get_struct(&self, id: StructId) -> Option<&Struct> {
        id.0.known(&self.0.structs, self.0.origin)
    }

    /// The enum of that number, or `None` if the number is one of another schema.
    #[must_use]
    pub fn get_enum(&self, id: EnumId) -> Option<&Enum> {
        id.0.known(&self.0.enums, self.0.origin)
    }

    /// The union of that number, or `None` if the number is one of another schema.
    #[must_use]
    pub fn get_union(&self, id: UnionId) -> Option<&Union> {
        id.0.known(&self.0.unions, self.0.origin)
    }

    /// The struct of a number that this schema gave.
    pub(crate) fn structure(&self, id: StructId) -> &Struct {
        self.0.structure(id)
    }

    /// The enum of a number that this schema gave.
    pub(crate) fn enumeration(&self, id: EnumId) -> &Enum {
        self.0.enumeration(id)
    }

    /// The union of a number that this schema gave.
    pub(crate) fn union(&self, id: UnionId) -> &Union {
        self.0.union(id)
    }

    /// Whether a buffer of it may hold what the derived type that it is of refuses.
    pub(crate) fn is_guarded(&self) -> bool {
        self.0.guarded
    }

    pub(crate) fn root_id(&self) -> StructId {
        self.0.root
    }

    /// Sizes of the root's records, one for each revision.
    #[inline(always)]
    pub(crate) fn root_ends(&self) -> &[Size] {
        &self.0.root_ends
    }

    pub(crate) fn root_plan(&self) -> RootPlan {
        RootPlan::new(self.0.root, self.0.min_width)
    }

    /// What stands for a schema where all types are compiled in: it holds none itself.
    pub(crate) fn compiled() -> &'static Self {
        static COMPILED: Schema = Schema(Shared::Static(&EMPTY));
        static EMPTY: Inner = Inner::new(0, Origin::COMPILED);
        &COMPILED
    }

    pub(crate) fn id(&self) -> u64 {
        self.0.id
    }

    /// This schema with other limits on values made from a buffer, for records that are opened with
    /// it.
    ///
    /// Handles of fields, and records, of the one schema belong to the other, too.
    ///
    /// ```
    /// use vellum::{Limits, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string } root User;")?;
    /// let strict = schema.with_limits(Limits::new().bytes(1 << 20));
    /// assert_eq!(strict.limits(), Limits::new().bytes(1 << 20));
    /// assert_eq!(strict, schema);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Self {
        Self(Shared::new(Inner { limits, ..Inner::clone(&self.0) }))
    }

    /// Keeps this schema in memory until the program ends. Opening a record of it counts no
    /// references, a large part of the cost of opening one for a single field. For schemas in a
    /// `static`; those of derived types are of this kind.
    ///
    /// ```
    /// use std::sync::LazyLock;
    /// use vellum::{Record, Schema};
    ///
    /// static POINT: LazyLock<Schema> =
    ///     LazyLock::new(|| Schema::parse("struct Point { x: i32 } root Point;").expect("it is valid").leak());
    ///
    /// let record = Record::open(&POINT, [0x20, 4, 7, 0, 0, 0])?;
    /// assert_eq!(record.get::<i32>("x")?, 7);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn leak(self) -> Self {
        match self.0 {
            Shared::Counted(inner) => Self(Shared::Static(Box::leak(Box::new(inner)))),
            Shared::Static(_) => self,
        }
    }

    /// The limits on values made from a buffer.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.0.limits
    }

    pub(crate) fn check_id(&self, id: u64) -> Result<()> {
        if id == self.0.id {
            return Ok(());
        }
        Err(Error::fixed(&FixedError(ErrorKind::Schema, "the handle or record belongs to another schema")))
    }

    /// The type of a whole buffer if that is not a struct with named fields: the type of the only
    /// field of [`Schema::root`], whose name is empty, and whether the value may be absent.
    ///
    /// ```
    /// use vellum::Schema;
    /// use vellum::schema::Type;
    ///
    /// let items = Schema::parse("struct Item { name: string } root list<Item>;")?;
    /// let root = items.root_value().expect("a list");
    /// assert!(matches!(root.ty(), Type::List(_)));
    /// let item = Schema::parse("struct Item { name: string } root Item;")?;
    /// assert!(item.root_value().is_none());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn root_value(&self) -> Option<&Field> {
        self.root().fields().first().filter(|_| self.root().is_root_value())
    }

    /// Whether the root is `any`.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.root_value().is_some_and(|root| !root.optional() && self.is_any_type(root.ty()))
    }

    pub(crate) fn is_any_type(&self, ty: &Type) -> bool {
        matches!(ty, Type::Union(id) if self.union(*id).is_any())
    }

    pub(crate) fn is_nullable(&self, ty: &Type) -> bool {
        self.0.is_nullable(ty)
    }

    /// Bytes of a field's slot.
    pub(crate) fn slot_size(&self, ty: &Type) -> Size {
        self.0.shape(ty, false, 1).slot
    }

    /// The word that a zero slot of this type stands for where no default is declared.
    pub(crate) fn zero_word(&self, ty: &Type) -> u128 {
        match ty {
            Type::Enum(id) => u128::from(self.enumeration(*id).first()),
            _ => 0,
        }
    }
}

impl core::fmt::Debug for Schema {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Schema {{\n{self}}}")
    }
}

// Finding definitions by name and by number, and other questions of a program that does not know a
// schema.

/// What a name in a schema stands for.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::Definition;
///
/// let schema = Schema::parse("enum Fruit { apples } struct Basket { fruit: Fruit } root Basket;")?;
/// for definition in schema.definitions() {
///     match definition {
///         Definition::Enum(known) => assert_eq!(known.variants().len(), 1),
///         Definition::Struct(known) => assert_eq!(known.fields().len(), 1),
///         other => unreachable!("{}", other.name()),
///     }
/// }
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Definition<'s> {
    /// An enum.
    Enum(&'s Enum),
    /// A union.
    Union(&'s Union),
    /// A struct.
    Struct(&'s Struct),
}

impl<'s> Definition<'s> {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'s str {
        match self {
            Self::Enum(known) => known.name(),
            Self::Union(known) => known.name(),
            Self::Struct(known) => known.name(),
        }
    }

    /// Its doc comment, lines separated by `\n`.
    #[must_use]
    pub fn docs(&self) -> &'s str {
        match self {
            Self::Enum(known) => known.docs(),
            Self::Union(known) => known.docs(),
            Self::Struct(known) => known.docs(),
        }
    }
}

impl Schema {
    /// Every definition that its text has: enums, then unions, then structs. Tuples and `any` need
    /// none.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct A { b: B, pair: tuple<u8, any> } struct B { } root A;")?;
    /// let names: Vec<_> = schema.definitions().map(|definition| definition.name()).collect();
    /// assert_eq!(names, ["A", "B"]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn definitions(&self) -> impl Iterator<Item = Definition<'_>> {
        let enums = self.enums().iter().map(Definition::Enum);
        let unions = self.unions().iter().filter(|known| !known.is_any()).map(Definition::Union);
        let structs = self.structs().iter().filter(|known| !known.is_tuple()).map(Definition::Struct);
        enums.chain(unions).chain(structs)
    }

    /// The definition of that name.
    ///
    /// ```
    /// use vellum::Schema;
    /// use vellum::schema::Definition;
    ///
    /// let schema = Schema::parse("struct User { name: string } root User;")?;
    /// assert_eq!(schema.find("User"), Some(Definition::Struct(schema.root())));
    /// assert_eq!(schema.find("Customer"), None);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Definition<'_>> {
        match self.0.names.get(name)? {
            Type::Enum(id) => Some(Definition::Enum(self.enumeration(*id))),
            Type::Union(id) => Some(Definition::Union(self.union(*id))).filter(|known| known.name() != shapes::NAME),
            Type::Struct(id) => Some(Definition::Struct(self.structure(*id))).filter(|_| !name.contains('<')),
            _ => None,
        }
    }

    /// A type as schema text writes it; what another schema defines in it is `?`.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User { scores: map < string, list<f32?> > } root User;")?;
    /// assert_eq!(schema.type_text(schema.root().fields()[0].ty()), "map<string, list<f32?>>");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn type_text(&self, ty: &Type) -> String {
        self.describe(ty).to_string()
    }

    /// The default that a field declares; `None` if it declares none, and so has its type's own:
    /// zero, false, the first variant, empty, or absent.
    ///
    /// ```
    /// use vellum::Schema;
    /// use vellum::schema::Literal;
    ///
    /// let text = "enum Fruit { apples, pears }
    ///             struct Basket { fruit: Fruit = pears, price: decimal(2) = 1.50, open: bool = false, name: string } root Basket;";
    /// let schema = Schema::parse(text)?;
    /// let [fruit, price, open, name] = schema.root().fields() else { unreachable!() };
    /// assert_eq!(schema.default_value(fruit), Some(Literal::Variant("pears".into())));
    /// assert_eq!(schema.default_value(price), Some(Literal::Decimal(150, 2)));
    /// assert_eq!(schema.default_value(open), Some(Literal::Bool(false)));
    /// assert_eq!(schema.default_value(name), None);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn default_value(&self, field: &Field) -> Option<Literal> {
        let word = match field.default() {
            DefaultValue::Compiled(_) => field.default().word(),
            DefaultValue::Blob(blob) if *field.ty() == Type::String => {
                return Some(core::str::from_utf8(blob).unwrap_or("").into());
            }
            DefaultValue::Blob(blob) => return Some((&**blob).into()),
            DefaultValue::Word(word) => *word,
            DefaultValue::Zero => 0,
        };
        let is_own = word == self.zero_word(field.ty());
        if field.optional() || is_own && !field.declares_default() {
            return None;
        }
        Some(match field.ty() {
            Type::String => "".into(),
            Type::Bytes => (&[] as &[u8]).into(),
            Type::Bool => Literal::Bool(word != 0),
            Type::Enum(id) => Literal::Variant(self.enumeration(*id).of_word(word).unwrap_or("").to_owned()),
            Type::Scalar(scalar) => of_word(*scalar, word),
            _ => return None,
        })
    }
}

impl Enum {
    /// The doc comment of the variant of that name, lines separated by `\n`.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("enum Fruit { apples, /// Green ones.\n pears } struct A { f: Fruit } root A;")?;
    /// assert_eq!(schema.enums()[0].variant_docs("pears"), Some("Green ones."));
    /// assert_eq!(schema.enums()[0].variant_docs("plums"), None);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn variant_docs(&self, name: &str) -> Option<&str> {
        self.variants.iter().find(|(variant, ..)| variant == name).map(|(.., docs)| &**docs)
    }
}

// The numbers by which patches name fields, computed once for a schema.
//
// A field's number is its place among the fields of its struct. They are sorted by revision, and
// then into three groups: slots without a pointer, slots with a pointer, and bools. Within a group,
// the order is that of the declaration. A later revision only adds numbers at the end. A change of
// the declaration that does not change the bytes does not change the numbers.

impl Schema {
    /// The numbers of the fields of each struct.
    pub(crate) fn field_numbers(&self) -> &FieldNumbers {
        self.0.computed.numbers.get_or_init(|| Box::new(FieldNumbers::new(self)))
    }
}

impl FieldNumbers {
    fn new(schema: &Schema) -> Self {
        Self(schema.structs().iter().map(|structure| Self::order(schema, structure)).collect())
    }

    fn order(schema: &Schema, structure: &Struct) -> Box<[u16]> {
        let class = |field: &Field| {
            let slot = schema.slot_size(field.ty());
            (field.since(), slot == Size::ZERO, slot.pointers > 0)
        };
        // A struct has at most 65,535 fields.
        let mut order: Vec<(u16, _)> = (0..).zip(structure.fields().iter().map(class)).collect();
        order.sort_by_key(|(_, class)| *class);
        order.into_iter().map(|(index, _)| index).collect()
    }

    /// The index in the declaration of the field of a number.
    pub(crate) fn field(&self, id: StructId, number: u32) -> Option<u16> {
        self.0.get(id.0.index())?.get(number as usize).copied()
    }

    /// The number of the field of an index in the declaration.
    pub(crate) fn number(&self, id: StructId, field: u16) -> Option<u32> {
        let number = self.0.get(id.0.index())?.iter().position(|other| *other == field)?;
        u32::try_from(number).ok()
    }
}
