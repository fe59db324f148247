//! The definitions that a [`SchemaBuilder`](super::SchemaBuilder) collects, as they are described.
//! Nothing is checked here.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::literal::Literal;
use super::super::types::Scalar;

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
    pub(in super::super) name: String,
    pub(in super::super) docs: String,
    pub(in super::super) open: bool,
    pub(in super::super) repr: Scalar,
    pub(in super::super) variants: Vec<EnumVariantBuilder>,
}

/// Describes one variant of an enum.
#[derive(Clone, Debug)]
pub struct EnumVariantBuilder {
    pub(in super::super) name: String,
    pub(in super::super) docs: String,
    pub(in super::super) number: Option<u64>,
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
    pub(in super::super) name: String,
    pub(in super::super) docs: String,
    pub(in super::super) open: bool,
    pub(in super::super) variants: Vec<UnionVariantBuilder>,
}

/// Describes one variant of a union.
#[derive(Clone, Debug)]
pub struct UnionVariantBuilder {
    pub(in super::super) name: String,
    pub(in super::super) docs: String,
    pub(in super::super) ty: Option<String>,
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
    pub(in super::super) name: String,
    pub(in super::super) docs: String,
    pub(in super::super) frozen: bool,
    pub(in super::super) key: String,
    pub(in super::super) fields: Vec<FieldBuilder>,
}

/// Describes one field of a struct.
#[derive(Clone, Debug)]
pub struct FieldBuilder {
    pub(in super::super) name: String,
    pub(in super::super) docs: String,
    pub(in super::super) ty: String,
    pub(in super::super) default: Option<Literal>,
    pub(in super::super) since: u32,
    pub(in super::super) rules: String,
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
    pub(in super::super) fn new(name: &str) -> Self {
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
    pub(in super::super) fn new(name: &str) -> Self {
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
    pub(in super::super) fn new(name: &str) -> Self {
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
