//! Schemas: what a buffer's bytes mean.
//!
//! - `model`: the validated, immutable [`Schema`]
//! - `definition`: its enums, structs and fields
//! - `types`: the types and defaults of fields
//! - `any`: the union that needs no definition
//! - `draft`: what a parser or a derive hands over, and its planning
//! - `resolve`: its names, and the rules of its parts
//! - `lexer`, `parser`: the schema text (`.vlm`)
//! - `print`: the text of a schema
//! - `literal`: declared defaults as values
//! - `builder`: schemas made by a program
//! - `compact`: schemas as bytes
//! - `json`: schemas through serde
//! - `fingerprint`: one number that tells schemas apart
//! - `lookup`: finding definitions by name
//! - `compatibility`: what a new revision means for the buffers of an older one

mod any;
mod builder;
mod compact;
mod compatibility;
mod definition;
mod draft;
mod fingerprint;
#[cfg(feature = "serde")]
mod json;
mod lexer;
mod literal;
mod lookup;
mod model;
mod parser;
mod print;
mod resolve;
mod types;

pub use builder::{
    EnumBuilder, EnumVariantBuilder, FieldBuilder, SchemaBuilder, StructBuilder, UnionBuilder, UnionVariantBuilder,
};
pub use compatibility::{Change, Compatibility, Difference, Level};
pub(crate) use definition::Payload;
pub use definition::{Enum, Field, Struct, Union, UnionVariant};
pub(crate) use draft::{
    Draft, DraftDefault, DraftEnum, DraftField, DraftStruct, DraftType, DraftUnion, DraftUnionVariant, DraftVariant,
    tuple,
};
pub(crate) use lexer::Span;
pub use literal::Literal;
pub use lookup::Definition;
pub use model::Schema;
pub(crate) use resolve::MIXED;
pub use types::{Array, Default, EnumId, List, Map, Scalar, StructId, TimeUnit, Type, UnionId};
pub(crate) use types::{BYTE, Entry, Item};
