//! Schemas made by a program: described part by part, checked by the same rules as text.
//!
//! The names, types and defaults of the parts become a draft, whose places are paths such as
//! `User.age`.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::build::{
    Draft, DraftDefault, DraftEnum, DraftField, DraftKeyPart, DraftStruct, DraftType, DraftUnion, DraftUnionVariant,
    DraftVariant, Span,
};
use super::key::key_text;
use super::lexer::is_name;
use super::literal::Literal;
use super::model::Schema;
use super::parser::{parse_key, parse_rules, parse_type};
use super::types::{Scalar, Type};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::wire::width::PointerWidth;

/// Makes a schema without text.
///
/// Types are written as in schema text. [`SchemaBuilder::build`] reports any fault of a part.
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::builder()
///     .structure("User", |user| {
///         user.field("name", "string");
///         user.field("age", "u16").default(18).docs("In years.");
///         user.field("email", "string?").since(2);
///     })
///     .root("User")
///     .build()?;
/// let text = "
///     struct User {
///         name: string,
///         /// In years.
///         age: u16 = 18,
///         email: string? since 2,
///     }
///     root User;";
/// assert_eq!(schema, Schema::parse(text)?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct SchemaBuilder {
    pub(super) enums: Vec<EnumBuilder>,
    pub(super) unions: Vec<UnionBuilder>,
    pub(super) structs: Vec<StructBuilder>,
    pub(super) root: String,
    pub(super) width: PointerWidth,
    pub(super) lineage: bool,
}

impl SchemaBuilder {
    /// Adds an enum, which the function describes. If there is one of that name, the function adds
    /// to it.
    pub fn enumeration(mut self, name: &str, describe: impl FnOnce(&mut EnumBuilder)) -> Self {
        if let Some(part) = self.enums.iter_mut().find(|part| part.name == name) {
            describe(part);
            return self;
        }
        let mut part = EnumBuilder::new(name);
        describe(&mut part);
        self.enums.push(part);
        self
    }

    /// Adds a union, which the function describes. If there is one of that name, the function adds
    /// to it.
    pub fn union(mut self, name: &str, describe: impl FnOnce(&mut UnionBuilder)) -> Self {
        if let Some(part) = self.unions.iter_mut().find(|part| part.name == name) {
            describe(part);
            return self;
        }
        let mut part = UnionBuilder::new(name);
        describe(&mut part);
        self.unions.push(part);
        self
    }

    /// Adds a struct, which the function describes. If there is one of that name, the function adds
    /// to it.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User { name: string } root User;")?;
    /// let newer = schema.to_builder().structure("User", |user| {
    ///     user.field("email", "string?").since(2);
    /// });
    /// assert_eq!(newer.build()?.root().fields().len(), 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn structure(mut self, name: &str, describe: impl FnOnce(&mut StructBuilder)) -> Self {
        if let Some(part) = self.structs.iter_mut().find(|part| part.name == name) {
            describe(part);
            return self;
        }
        let mut part = StructBuilder::new(name);
        describe(&mut part);
        self.structs.push(part);
        self
    }

    /// The type of a whole buffer: the name of a struct, or any type as schema text writes it.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::builder().root("list<string?>").build()?;
    /// assert_eq!(schema.to_string(), "root list<string?>;\n");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn root(mut self, ty: &str) -> Self {
        ty.clone_into(&mut self.root);
        self
    }

    /// Sets the narrowest pointer width that buffers may have.
    pub fn min_width(mut self, width: PointerWidth) -> Self {
        self.width = width;
        self
    }

    /// Sets whether buffers carry the schema's [lineage](Schema::lineage), which refuses those of
    /// another type.
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema};
    ///
    /// let of = |root| Schema::builder().root(root).lineage(true).build();
    /// let (names, numbers) = (of("list<string>")?, of("list<u32>")?);
    /// let bytes = Record::new(&names).into_storage();
    /// assert_eq!(numbers.peek(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn lineage(mut self, carried: bool) -> Self {
        self.lineage = carried;
        self
    }

    /// Checks the parts and makes the schema.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema};
    ///
    /// let builder = Schema::builder().structure("User", |user| {
    ///     user.field("age", "u17");
    /// });
    /// let error = builder.root("User").build().unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Schema);
    /// assert_eq!(error.to_string(), "schema: unknown type `u17` in `User.age`");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Schema`], with the path of the part, for a part that breaks a rule of the
    /// schema language.
    #[inline]
    pub fn build(&self) -> Result<Schema> {
        let mut assembly = Assembly::default();
        for part in &self.enums {
            let part = assembly.enumeration(part)?;
            assembly.draft.enums.push(part);
        }
        for part in &self.unions {
            let part = assembly.union(part)?;
            assembly.draft.unions.push(part);
        }
        for part in &self.structs {
            let part = assembly.structure(part)?;
            assembly.draft.structs.push(part);
        }
        if self.root.is_empty() {
            return Err(Error::fixed(&FixedError(ErrorKind::Schema, "the schema names no root")));
        }
        assembly.draft.root_span = assembly.place(String::new());
        assembly.draft.root = Some(assembly.ty(&self.root, assembly.draft.root_span)?);
        assembly.draft.structs.append(&mut assembly.tuples);
        assembly.draft.min_width = self.width;
        assembly.draft.lineage = self.lineage.then_some(Schema::known_lineage);
        let places = assembly.places;
        assembly.draft.build().map_err(|fault| {
            let place = places.get(fault.span.start).map_or("", |place| place);
            wrong(fault.message, place)
        })
    }
}

fn wrong(message: String, place: &str) -> Error {
    let error = Error::new(ErrorKind::Schema, message);
    if place.is_empty() { error } else { error.in_field(place) }
}

/// A draft under way.
#[derive(Default)]
struct Assembly {
    draft: Draft,
    /// The path of each part; a span of the draft is an index into it.
    places: Vec<String>,
    tuples: Vec<DraftStruct>,
    known_tuples: BTreeSet<String>,
}

impl Assembly {
    fn place(&mut self, path: String) -> Span {
        let start = self.places.len();
        self.places.push(path);
        Span { start, end: start }
    }

    /// The place of a part whose name must be one.
    #[inline]
    fn named(&mut self, owner: &str, name: &str) -> Result<(String, Span)> {
        let path = if owner.is_empty() { name.to_owned() } else { format!("{owner}.{name}") };
        if !is_name(name) {
            return Err(wrong(format!("`{}` is not a name", name.escape_debug()), owner));
        }
        let place = self.place(path);
        Ok((name.to_owned(), place))
    }

    #[inline]
    fn ty(&mut self, text: &str, span: Span) -> Result<(DraftType, bool)> {
        let parsed = parse_type(text).map_err(|fault| {
            let place = self.places.get(span.start).map_or("", |place| place);
            wrong(format!("{} in the type `{}`", fault.message, text.escape_debug()), place)
        })?;
        self.draft.uses_any |= parsed.uses_any;
        for tuple in parsed.tuples {
            if self.known_tuples.insert(tuple.name.clone()) {
                self.tuples.push(DraftStruct { span, ..tuple });
            }
        }
        Ok((parsed.ty, parsed.optional))
    }

    #[inline]
    fn enumeration(&mut self, part: &EnumBuilder) -> Result<DraftEnum> {
        let (name, span) = self.named("", &part.name)?;
        if !matches!(part.repr, Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64) {
            return Err(wrong("an enum is stored as u8, u16, u32 or u64".to_owned(), &name));
        }
        let mut next = Some(0u64);
        let mut variants = Vec::new();
        for variant in &part.variants {
            let (name, span) = self.named(&part.name, &variant.name)?;
            let Some(number) = variant.number.or(next) else {
                return Err(wrong(
                    "there is no number after the last one".to_owned(),
                    &format!("{}.{name}", part.name),
                ));
            };
            next = number.checked_add(1);
            variants.push(DraftVariant { name, span, docs: variant.docs.clone(), number });
        }
        Ok(DraftEnum { name, span, docs: part.docs.clone(), open: part.open, repr: part.repr, variants })
    }

    #[inline]
    fn union(&mut self, part: &UnionBuilder) -> Result<DraftUnion> {
        let (name, span) = self.named("", &part.name)?;
        let mut variants = Vec::new();
        for variant in &part.variants {
            let (name, span) = self.named(&part.name, &variant.name)?;
            let (ty, optional) = match &variant.ty {
                Some(text) => self.ty(text, span).map(|(ty, optional)| (Some(ty), optional))?,
                None => (None, false),
            };
            let docs = variant.docs.clone();
            variants.push(DraftUnionVariant { name, span, docs, ty, ty_span: span, optional });
        }
        Ok(DraftUnion { name, span, docs: part.docs.clone(), open: part.open, variants })
    }

    #[inline]
    fn structure(&mut self, part: &StructBuilder) -> Result<DraftStruct> {
        let (name, span) = self.named("", &part.name)?;
        let fields = part.fields.iter().map(|field| self.field(&name, field)).collect::<Result<_>>()?;
        let key = if part.key.is_empty() {
            Vec::new()
        } else {
            parse_key(&part.key).map_err(|fault| wrong(fault.message, &name))?
        };
        let place = |path: Vec<(String, Span)>| path.into_iter().map(|(name, _)| (name, span)).collect();
        let key = key.into_iter().map(|part| DraftKeyPart { path: place(part.path), ..part }).collect();
        Ok(DraftStruct { name, span, docs: part.docs.clone(), frozen: part.frozen, tuple: false, key, fields })
    }

    #[inline]
    fn field(&mut self, owner: &str, part: &FieldBuilder) -> Result<DraftField> {
        let (name, span) = self.named(owner, &part.name)?;
        let (ty, optional) = self.ty(&part.ty, span)?;
        let default = match &part.default {
            Some(literal) => literal.to_draft(&ty).map_err(|message| wrong(message, &format!("{owner}.{name}")))?,
            None => DraftDefault::None,
        };
        let rules = parse_rules(&part.rules, &ty);
        let rules = rules.map_err(|fault| wrong(fault.message, &format!("{owner}.{name}")))?;
        let (docs, since) = (part.docs.clone(), part.since);
        Ok(DraftField { name, span, docs, ty, ty_span: span, optional, default, default_span: span, since, rules })
    }
}

impl SchemaBuilder {
    /// Of everything that a schema has.
    #[inline]
    pub(super) fn of(schema: &Schema) -> Self {
        let written = |ty: &Type, optional: bool| {
            let mark = if optional { "?" } else { "" };
            format!("{}{mark}", schema.describe(ty))
        };
        let mut builder =
            Self::default().root(&schema.root_text()).min_width(schema.min_width()).lineage(schema.has_lineage());
        for known in schema.enums() {
            let mut part = EnumBuilder::new(known.name());
            part.docs(known.docs()).repr(known.repr());
            part.open = known.is_open();
            for (name, number, docs) in &*known.variants {
                part.variant(name).number(*number).docs(docs);
            }
            builder.enums.push(part);
        }
        for known in schema.unions().iter().filter(|known| !known.is_any()) {
            let mut part = UnionBuilder::new(known.name());
            part.docs(known.docs());
            part.open = known.is_open();
            for variant in known.variants() {
                let ty = variant.ty().map(|ty| written(ty, variant.optional()));
                part.variant(variant.name()).docs(variant.docs()).ty = ty;
            }
            builder.unions.push(part);
        }
        for known in schema.structs().iter().filter(|known| !known.is_tuple()) {
            let mut part = StructBuilder::new(known.name());
            part.docs(known.docs());
            part.frozen = known.is_frozen();
            part.key(&key_text(known.key()));
            for field in known.fields() {
                let added = part.field(field.name(), &written(field.ty(), field.optional()));
                added.docs(field.docs()).since(field.since()).rules(&field.rules().text(field.ty()));
                // An optional field of an enum keeps the enum's first variant as what it has when
                // it is made present.
                added.default = if field.optional() { None } else { schema.default_value(field) };
            }
            builder.structs.push(part);
        }
        builder
    }
}

// The definitions that a `SchemaBuilder` collects. Nothing is checked here.

/// Describes an enum.
///
/// ```
/// use vellum::Schema;
/// use vellum::schema::Scalar;
///
/// let schema = Schema::builder()
///     .enumeration("Fruit", |fruit| {
///         fruit.docs("What is in the basket.").open().repr(Scalar::U16);
///         fruit.variant("apples");
///         fruit.variant("pears").number(300).docs("Green ones.");
///     })
///     .structure("Basket", |basket| {
///         basket.field("fruit", "Fruit").default("pears");
///     })
///     .root("Basket")
///     .build()?;
/// assert_eq!(schema.enums()[0].number("pears"), Some(300));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct EnumBuilder {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) open: bool,
    pub(super) repr: Scalar,
    pub(super) variants: Vec<EnumVariantBuilder>,
}

/// Describes one variant of an enum.
#[derive(Clone, Debug)]
pub struct EnumVariantBuilder {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) number: Option<u64>,
}

/// Describes a union.
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::builder()
///     .union("Contact", |contact| {
///         contact.open();
///         contact.variant("none");
///         contact.variant("email").payload("string");
///     })
///     .structure("User", |user| {
///         user.field("contact", "Contact");
///     })
///     .root("User")
///     .build()?;
/// assert!(schema.unions()[0].is_open());
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct UnionBuilder {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) open: bool,
    pub(super) variants: Vec<UnionVariantBuilder>,
}

/// Describes one variant of a union.
#[derive(Clone, Debug)]
pub struct UnionVariantBuilder {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) ty: Option<String>,
}

/// Describes a struct.
///
/// ```
/// use vellum::Schema;
///
/// let columns = [("id", "u64"), ("name", "string"), ("scores", "map<string, f32?>")];
/// let schema = Schema::builder()
///     .structure("Row", |row| {
///         row.docs("One row.");
///         for (name, ty) in columns {
///             row.field(name, ty);
///         }
///         row.field("note", "string?").since(2);
///     })
///     .root("Row")
///     .build()?;
/// assert_eq!(schema.root().fields().len(), 4);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StructBuilder {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) frozen: bool,
    pub(super) key: String,
    pub(super) fields: Vec<FieldBuilder>,
}

/// Describes one field of a struct.
#[derive(Clone, Debug)]
pub struct FieldBuilder {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) ty: String,
    pub(super) default: Option<Literal>,
    pub(super) since: u32,
    pub(super) rules: String,
}

macro_rules! documented {
    ($($described:ident)*) => {$(
        impl $described {
            /// Sets the doc comment, lines separated by `\n`.
            pub fn docs(&mut self, docs: &str) -> &mut Self {
                docs.clone_into(&mut self.docs);
                self
            }
        }
    )*};
}
documented!(EnumBuilder EnumVariantBuilder UnionBuilder UnionVariantBuilder StructBuilder FieldBuilder);

/// Adds a value to a list, and gives its place there: what `Vec::push_mut` does in newer versions
/// of Rust.
#[allow(clippy::indexing_slicing, reason = "the index is that of the value that was just pushed")]
fn pushed<T>(list: &mut Vec<T>, value: T) -> &mut T {
    let index = list.len();
    list.push(value);
    &mut list[index]
}

impl EnumBuilder {
    pub(super) fn new(name: &str) -> Self {
        let (name, docs) = (name.to_owned(), String::new());
        Self { name, docs, open: false, repr: Scalar::U8, variants: Vec::new() }
    }

    /// Lets it gain variants: readers can then tell numbers without a name from damage.
    pub fn open(&mut self) -> &mut Self {
        self.open = true;
        self
    }

    /// Sets the unsigned integer that stores it; `u8` if this is never called.
    pub fn repr(&mut self, repr: Scalar) -> &mut Self {
        self.repr = repr;
        self
    }

    /// Adds a variant. The first one is the default; its number is the previous one's plus one, of
    /// the first 0.
    pub fn variant(&mut self, name: &str) -> &mut EnumVariantBuilder {
        let (name, docs) = (name.to_owned(), String::new());
        pushed(&mut self.variants, EnumVariantBuilder { name, docs, number: None })
    }
}

impl EnumVariantBuilder {
    /// Sets the number that stores it.
    pub fn number(&mut self, number: u64) -> &mut Self {
        self.number = Some(number);
        self
    }
}

impl UnionBuilder {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), docs: String::new(), open: false, variants: Vec::new() }
    }

    /// Lets it gain variants: readers can then tell unknown ones from damage.
    pub fn open(&mut self) -> &mut Self {
        self.open = true;
        self
    }

    /// Adds a variant without payload. The first one is the default.
    pub fn variant(&mut self, name: &str) -> &mut UnionVariantBuilder {
        let (name, docs) = (name.to_owned(), String::new());
        pushed(&mut self.variants, UnionVariantBuilder { name, docs, ty: None })
    }
}

impl UnionVariantBuilder {
    /// Sets the type of its payload, as schema text writes it.
    pub fn payload(&mut self, ty: &str) -> &mut Self {
        self.ty = Some(ty.to_owned());
        self
    }
}

impl StructBuilder {
    pub(super) fn new(name: &str) -> Self {
        let (docs, key) = (String::new(), String::new());
        Self { name: name.to_owned(), docs, frozen: false, key, fields: Vec::new() }
    }

    /// Makes it one that never gains fields, and lies inline.
    pub fn frozen(&mut self) -> &mut Self {
        self.frozen = true;
        self
    }

    /// Sets the key by which records sort, as schema text writes it between parentheses:
    /// `org, id desc`.
    pub fn key(&mut self, parts: &str) -> &mut Self {
        parts.clone_into(&mut self.key);
        self
    }

    /// Adds a field of a type as schema text writes it, such as `u16`, `string?` or
    /// `map<string, list<f32>>`.
    #[inline]
    pub fn field(&mut self, name: &str, ty: &str) -> &mut FieldBuilder {
        let (name, docs, ty) = (name.to_owned(), String::new(), ty.to_owned());
        pushed(&mut self.fields, FieldBuilder { name, docs, ty, default: None, since: 1, rules: String::new() })
    }
}

impl FieldBuilder {
    /// Declares a default: a value of the field's type, of an enum the name of a variant, of a
    /// decimal its text.
    pub fn default(&mut self, value: impl Into<Literal>) -> &mut Self {
        self.default = Some(value.into());
        self
    }

    /// Sets rules for its values, as schema text writes them: `in 1..=5`, `max 64 lowercase`.
    pub fn rules(&mut self, rules: &str) -> &mut Self {
        rules.clone_into(&mut self.rules);
        self
    }

    /// Sets the schema revision that adds the field; 1 if this is never called.
    pub fn since(&mut self, revision: u32) -> &mut Self {
        self.since = revision;
        self
    }
}
