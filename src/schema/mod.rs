//! Schemas: what a buffer's bytes mean.
//!
//! - `model`: the validated, immutable [`Schema`]
//! - `definition`, `union`: its enums, structs with their fields, and unions
//! - `shapes`: what types need of the record that they lie in
//! - `direct`: which fields take what comes as it is
//! - `types`: the types and defaults of fields
//! - `any`: the union that needs no definition
//! - `key`: the fields by which records sort
//! - `map_key`: what can be a key of a map
//! - `compiled`: those of derived types, as constants
//! - `plan`: how definitions refer to each other, compiled in or not
//! - `draft`: what a parser or a derive hands over, and its planning
//! - `endless`: definitions whose default would hold itself
//! - `inline`: how deep frozen structs, tuples and arrays lie in one another
//! - `copies`: how records are copied to another layout
//! - `cost`: how much values are to those who visit them whole
//! - `rules`: what a field's values must be like beyond their type
//! - `resolve`: its names, and the rules of its parts
//! - `lexer`, `parser`, `foreign`: the schema text (`.vlm`)
//! - `print`: the text of a schema
//! - `include`: the macro for Rust types that a build script wrote
//! - `literal`: declared defaults as values
//! - `builder`: schemas made by a program
//! - `compact`: schemas as bytes
//! - `json`: schemas through serde
//! - `fingerprint`: one number that tells schemas apart
//! - `lookup`: finding definitions by name and by number
//! - `compatibility`: what a new revision means for the buffers of an older one

mod any;
mod builder;
mod compact;
mod compatibility;
mod compiled;
pub(crate) mod copies;
mod cost;
mod definition;
mod direct;
mod draft;
mod endless;
mod fingerprint;
mod foreign;
mod include;
mod inline;
#[cfg(feature = "serde")]
mod json;
mod key;
mod lexer;
mod literal;
mod lookup;
mod map_key;
mod model;
mod parser;
mod plan;
mod print;
pub(crate) mod proof;
mod resolve;
mod rules;
mod shapes;
mod types;
mod union;

#[cfg(feature = "derive")]
pub(crate) use any::NAME as ANY;
pub(crate) use any::tag as held;
pub use builder::{
    EnumBuilder, EnumVariantBuilder, FieldBuilder, SchemaBuilder, StructBuilder, UnionBuilder, UnionVariantBuilder,
};
pub use compatibility::{Compatibility, Difference, Level, SchemaChange};
pub use compiled::Order;
pub(crate) use cost::Costs;
pub use definition::{Enum, Field, Struct};
#[cfg(feature = "serde")]
pub(crate) use direct::Direct;
pub(crate) use draft::{
    Draft, DraftDefault, DraftEnum, DraftField, DraftStruct, DraftType, DraftUnion, DraftUnionVariant, DraftVariant,
    tuple,
};
pub(crate) use inline::MAX_INLINE;
pub use key::KeyPart;
pub(crate) use key::{Column, DraftKeyPart};
pub(crate) use lexer::Span;
pub use literal::Literal;
pub use lookup::Definition;
pub use model::Schema;
pub use plan::{Component, RootPlan};
pub(crate) use resolve::MIXED;
pub use rules::Rules;
pub(crate) use rules::{Case, refuse, too_long};
pub(crate) use types::BYTE;
pub use types::{ArrayType, DefaultValue, EnumId, ListType, MapType, Scalar, StructId, TimeUnit, Type, UnionId};
pub use types::{Declared, Item, MapEntry};
pub(crate) use union::Payload;
pub use union::{Union, UnionVariant};
