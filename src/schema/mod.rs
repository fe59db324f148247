//! Schemas: the types, fields and defaults that give the bytes of a buffer their meaning.
//!
//! A [`Schema`] has four sources: a derived type ([`Vellum::schema`](crate::Vellum::schema)), text
//! ([`Schema::parse`]), bytes ([`Schema::from_bytes`]) and a program ([`Schema::builder`]). It is
//! immutable and validated: each type resolves, and each default fits its field. It prints as the
//! text that it parses from. With the feature `serde` it is also JSON.
//!
//! ```
//! use vellum::{Record, Schema, schema::Level};
//!
//! let first = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
//! let mut user = Record::new(&first);
//! user.set("name", "Ada")?;
//!
//! // The same schema as text, as bytes, and from a program.
//! assert_eq!(Schema::parse(&first.to_string())?, first);
//! assert_eq!(Schema::from_bytes(&first.to_bytes())?, first);
//! let builder = Schema::builder().structure("User", |user| {
//!     user.field("name", "string");
//!     user.field("age", "u16").default("18");
//! });
//! assert_eq!(builder.root("User").build()?, first);
//!
//! // Schema evolution: the verdict on a new revision, before a buffer of it exists.
//! let second = Schema::parse("struct User { name: string, age: u16 = 18, email: string? since 2 } root User;")?;
//! assert_ne!(second.fingerprint(), first.fingerprint());
//! assert!(second.changes_since(&first).is_compatible());
//! let wrong = Schema::parse("struct User { name: string, age: u32 = 18 } root User;")?;
//! assert_eq!(wrong.changes_since(&first).level(), Level::Incompatible);
//!
//! // The new revision reads the record of the old one.
//! let user = second.peek(user.as_bytes())?;
//! assert_eq!((user.get::<str>("name")?, user.get::<u16>("age")?), ("Ada", 18));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! | Task | Item |
//! | --- | --- |
//! | resolve a path once, and check its type | [`Schema::field`] |
//! | open a buffer | [`Schema::peek`], [`Record::open`](crate::Record::open) |
//! | validate a whole buffer | [`Schema::prove`] |
//! | compare two revisions | [`Schema::changes_since`], [`Compatibility`], [`Difference`] |
//! | tell two schemas apart by a number | [`Schema::fingerprint`] |
//! | look at the definitions | [`Struct`], [`Field`], [`Enum`], [`Union`], [`Type`], [`Rules`] |
//! | bound the size of defaults | [`Schema::with_limits`] |

// The files:
// - here: from a schema to its other forms, and from these to a schema
// - `model`: the validated, immutable [`Schema`], its definitions by name and by number
// - `types`: types, and the definitions that they name, as data
// - `definition`: methods of enums, structs, fields, unions and parts of types
// - `shapes`: the space that types need in a record, inline types, and types with a fixed schema
// - `key`: the fields by which records sort, and the types that keys of maps can have
// - `compiled`: definitions of derived types as constants, and how definitions refer to each other
// - `build`: from drafts to schemas, and the errors of a draft
// - `resolve`: the names of a draft, and the rules of its parts
// - `proof`: tables for proofs, costs and copies, computed once
// - `rules`: the rules of fields, beyond their types
// - `lexer`: the tokens of the schema text (`.vlm`)
// - `parser`: the parser of that text
// - `print`: the text of a schema
// - `tables`: from the constants of a derived type to a draft
// - `literal`: declared defaults as values
// - `builder`: schemas made by a program
// - `compact`: schemas as bytes, and the fingerprint
// - `json`: schemas through serde
// - `compatibility`: the effects of a new revision on the buffers of an older one

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use compact::Kept;
use print::TypeText;

use crate::error::Result;
#[cfg(feature = "serde")]
use crate::layout::{Place, Shape};

mod build;
mod builder;
mod compact;
mod compatibility;
pub(crate) mod compiled;
mod definition;
#[cfg(feature = "serde")]
mod json;
mod key;
mod lexer;
mod literal;
mod model;
mod parser;
mod print;
pub(crate) mod proof;
mod resolve;
mod rules;
mod shapes;
mod tables;
mod types;

pub use crate::wire::width::PointerWidth;
pub use builder::{
    EnumBuilder, EnumVariantBuilder, FieldBuilder, SchemaBuilder, StructBuilder, UnionBuilder, UnionVariantBuilder,
};
pub use compatibility::{Compatibility, Difference, Level, SchemaChange};
pub use compiled::Order;
pub use literal::Literal;
pub use model::Schema;
pub(crate) use print::root_names;
pub(crate) use resolve::{MAX_VARIANTS, MIXED};
pub use rules::Rules;
pub(crate) use rules::{Case, refuse, too_long};
#[cfg(feature = "serde")]
pub(crate) use types::Direct;
pub use types::{
    ArrayType, Declared, DefaultValue, Enum, EnumId, Field, Item, KeyPart, ListType, MapEntry, MapType, RootPlan,
    Scalar, Struct, StructId, TimeUnit, Type, Union, UnionId, UnionVariant,
};
pub(crate) use types::{Column, Engine, KindOf, Kinds, Payload};

pub(crate) use crate::schema::build::{Draft, DraftType};
pub(crate) use crate::schema::compiled::Costs;
pub use crate::schema::compiled::StaticOrBox;
pub(crate) use crate::schema::definition::BYTE;
pub use crate::schema::model::Definition;
pub(crate) use crate::schema::shapes::{MAX_INLINE, tag as held};
pub use crate::schema::tables::{About, Note};
pub(crate) use crate::schema::tables::{Apart, Reached, draft_of, is_sound_struct, named};

// A schema in its other forms, and the parts of one as text.
impl Schema {
    /// A schema to describe part by part.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let builder = Schema::builder().structure("Point", |point| {
    ///     point.frozen();
    ///     point.field("x", "f32");
    ///     point.field("y", "f32");
    /// });
    /// let schema = builder.root("Point").build()?;
    /// assert!(schema.root().is_frozen());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn builder() -> SchemaBuilder {
        SchemaBuilder::default()
    }

    /// A builder with everything this schema has, to add to.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User { name: string } root User;")?;
    /// assert_eq!(schema.to_builder().build()?, schema);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    pub fn to_builder(&self) -> SchemaBuilder {
        SchemaBuilder::of(self)
    }

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
    /// [`ErrorKind::Schema`](crate::ErrorKind::Schema), with line, column and the line itself, for
    /// text that does not follow the grammar or breaks a rule of the schema language.
    #[inline]
    pub fn parse(text: &str) -> Result<Self> {
        parser::parse(text)
    }

    /// Reads a schema from its compact form.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string, friends: list<User> } root User;")?;
    /// let bytes = schema.to_bytes();
    /// assert_eq!(Schema::from_bytes(&bytes)?, schema);
    /// assert_eq!(Schema::from_bytes(&bytes[1..]).unwrap_err().kind(), ErrorKind::Corrupt);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for bytes that are not the compact form of
    /// a schema, [`ErrorKind::Schema`](crate::ErrorKind::Schema) for a schema that breaks a rule of
    /// the schema language; both with the offset in the bytes.
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) if the names in its types, written out, have
    /// more than 64 KiB and 64 times as many bytes as the form.
    #[inline]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        compact::read(bytes)
    }

    /// The schema in its compact form: bytes that [`Schema::from_bytes`] reads. Equal schemas that
    /// declare the same defaults give equal bytes: the order of definitions is not kept, everything
    /// else is. A derived type that has no schema ([`Schema::check`]) has no bytes of one.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct Point { x: f32, y: f32 = 1 } root Point;")?;
    /// let bytes = schema.to_bytes();
    /// assert_eq!(bytes.len(), 26); // the text has 47
    /// assert_eq!(Schema::from_bytes(&bytes)?, schema);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        compact::write(self, Kept::All)
    }

    /// A number for this schema: the same for every form of it, whatever its formatting, comments
    /// and order of definitions; another one, but for chance, if a name, a type, a number, a
    /// default or the order of fields differs.
    ///
    /// It is the 64-bit FNV-1a hash of the compact form without doc comments
    /// (docs/format-schema.md), so it is the same in every version of this crate and in other
    /// languages. Anybody can make two schemas with the same number: compare the schemas where that
    /// matters.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let one = Schema::parse("struct Point { x: f32, y: f32 } root Point;")?;
    /// let same = Schema::parse("root Point; /// A place.\n struct Point{x:f32,/* up */y:f32}")?;
    /// let other = Schema::parse("struct Point { x: f32, z: f32 } root Point;")?;
    /// assert_eq!(one.fingerprint(), 0x4ADD_E39E_53DB_4C4C);
    /// assert_eq!(one.fingerprint(), same.fingerprint());
    /// assert_ne!(one.fingerprint(), other.fingerprint());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        compact::fingerprint(self)
    }

    /// The number for what no revision of this schema changes, if its buffers carry it: the schema
    /// text says `root User lineage;`, a derived type `#[vellum(lineage)]`.
    ///
    /// It takes seven bytes of a buffer, and every revision of a schema has the same. A buffer with
    /// another number is refused where it is opened by a schema that asks for one; without it, the
    /// bytes of one type can be valid bytes of another.
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema};
    ///
    /// let price = Schema::parse("struct Price { value: f32, unit: string } root Price lineage;")?;
    /// let count = Schema::parse("struct Count { value: u32, unit: string } root Count lineage;")?;
    /// let newer = Schema::parse("struct Cost { amount: f32, unit: string, per: u8 since 2 } root Cost lineage;")?;
    ///
    /// let bytes = Record::new(&price).into_storage();
    /// assert_eq!(price.lineage(), newer.lineage());
    /// assert_eq!(newer.peek(&bytes)?.get::<f32>("amount")?, 0.0);
    /// assert_eq!(count.peek(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// Four bytes find mistakes; they do not withstand somebody who looks for two types with one
    /// number.
    #[must_use]
    pub fn lineage(&self) -> Option<u32> {
        self.lineage_of().map(|lineage_of| lineage_of(self))
    }

    /// The lineage, once it was computed.
    pub(crate) fn known_lineage(&self) -> u32 {
        *self.computed_lineage().get_or_init(|| Box::new(compact::lineage(self)))
    }

    /// Every difference between this schema and an older revision of it, with its consequence:
    /// `newer.changes_since(&older)`. Doc comments, rules of fields and the order of definitions
    /// are not differences.
    ///
    /// The other way round, what was added counts as removed, and that is [`Level::Incompatible`].
    ///
    /// ```
    /// use vellum::Schema;
    /// use vellum::schema::{SchemaChange, Level};
    ///
    /// let older = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
    /// let newer = Schema::parse("struct Person { name: string, years: u16 = 18, email: string? since 2 } root Person;")?;
    /// let compatibility = newer.changes_since(&older);
    /// assert!(compatibility.is_compatible());
    /// let changes: Vec<_> = compatibility.differences().iter().map(|found| (found.path(), found.change())).collect();
    /// assert_eq!(
    ///     changes,
    ///     [("Person", SchemaChange::Renamed), ("Person.years", SchemaChange::Renamed), ("Person.email", SchemaChange::Added)]
    /// );
    /// assert_eq!(older.changes_since(&newer).level(), Level::Incompatible); // as if the newer had lost its `email`
    ///
    /// let other = Schema::parse("struct User { name: string, age: u16 = 21 } root User;")?;
    /// let compatibility = other.changes_since(&older);
    /// assert_eq!(compatibility.level(), Level::Incompatible);
    /// assert_eq!(
    ///     compatibility.to_string(),
    ///     "User.age: the default was 18 and is 21; what is stored is read as another value (incompatible)\n"
    /// );
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn changes_since(&self, older: &Schema) -> Compatibility {
        compatibility::compare(self, older)
    }

    /// The type of a whole buffer, as schema text writes it.
    pub(crate) fn root_text(&self) -> String {
        match self.root_value() {
            Some(root) => alloc::format!("{}{}", TypeText(self, root.ty()), if root.optional() { "?" } else { "" }),
            None => String::from(self.root().name()),
        }
    }

    /// The text of a type, for messages.
    pub(crate) fn describe<'t>(&'t self, ty: &'t Type) -> impl fmt::Display + 't {
        TypeText(self, ty)
    }

    /// The place of a value of a type that is alone in its record.
    #[cfg(feature = "serde")]
    pub(crate) fn single(&self, ty: &Type, optional: bool) -> Place {
        let Shape { bits, slot, .. } = self.0.shape(ty, optional, 1);
        Place::single(bits, slot)
    }
}

/// As [`Schema::parse`].
///
/// ```
/// let schema: vellum::Schema = "struct User { name: string } root User;".parse()?;
/// assert_eq!(schema.root().name(), "User");
/// # Ok::<(), vellum::Error>(())
/// ```
impl core::str::FromStr for Schema {
    type Err = crate::Error;

    #[inline]
    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}
