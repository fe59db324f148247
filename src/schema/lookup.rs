//! Finding definitions by name and by number, and what else a program that does not know a schema
//! asks of it.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};

use super::any;
use super::literal::{Literal, of_word};
use super::model::Schema;
use super::types::{DefaultValue, Enum, Field, Struct, Type, Union};

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
            Type::Union(id) => Some(Definition::Union(self.union(*id))).filter(|known| known.name() != any::NAME),
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
