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
//! let user = second.view(user.as_bytes())?;
//! assert_eq!((user.get::<str>("name")?, user.get::<u16>("age")?), ("Ada", 18));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! | Task | Item |
//! | --- | --- |
//! | resolve a path once, and check its type | [`Schema::field`] |
//! | open a buffer | [`Schema::view`], [`Record::open`](crate::Record::open) |
//! | validate a whole buffer | [`Schema::verify`] |
//! | compare two revisions | [`Schema::changes_since`], [`Compatibility`], [`Difference`] |
//! | tell two schemas apart by a number | [`Schema::fingerprint`] |
//! | look at the definitions | [`Struct`], [`Field`], [`Enum`], [`Union`], [`Type`], [`Rules`] |
//! | bound the size of defaults | [`Schema::with_limits`] |

// The files:
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

pub use builder::{
    EnumBuilder, EnumVariantBuilder, FieldBuilder, SchemaBuilder, StructBuilder, UnionBuilder, UnionVariantBuilder,
};
pub use compatibility::{Compatibility, Difference, Level, SchemaChange};
pub use compiled::Order;
pub use literal::Literal;
pub use model::Schema;
pub(crate) use resolve::{MAX_VARIANTS, MIXED};
pub use rules::Rules;
pub(crate) use rules::{Case, refuse, too_long};
#[cfg(feature = "serde")]
pub(crate) use types::Direct;
pub use types::{
    ArrayType, Declared, DefaultValue, Enum, EnumId, Field, Item, KeyPart, ListType, MapEntry, MapType, RootPlan,
    Scalar, Struct, StructId, TimeUnit, Type, Union, UnionId, UnionVariant,
};
pub(crate) use types::{Column, Payload};

pub(crate) use crate::schema::build::{Draft, DraftType};
pub(crate) use crate::schema::compiled::Costs;
pub use crate::schema::compiled::StaticOrBox;
pub(crate) use crate::schema::definition::BYTE;
pub use crate::schema::model::Definition;
pub(crate) use crate::schema::shapes::{MAX_INLINE, tag as held};
pub use crate::schema::tables::{About, Note};
pub(crate) use crate::schema::tables::{Reached, draft_of, named};
