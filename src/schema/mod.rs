//! Schemas: what a buffer's bytes mean.
//!
//! - `model`: the validated, immutable [`Schema`]
//! - `types`: types, and the definitions that they name, as data
//! - `definition`, `union`, `item`: methods of enums, structs, fields, unions and parts of types
//! - `shapes`: what types need of the record that they lie in
//! - `any`: the union that needs no definition
//! - `key`: the fields by which records sort
//! - `map_key`: what can be a key of a map
//! - `compiled`: those of derived types, as constants
//! - `plan`: how definitions refer to each other, compiled in or not
//! - `draft`: what a parser, a program or a derive hands over
//! - `build`: a schema of it
//! - `fault`: what is wrong with it, and where
//! - `endless`: definitions whose default would hold itself
//! - `inline`: how deep frozen structs, tuples and arrays lie in one another
//! - `computed`: tables that a schema computes when they are first needed
//! - `copies`: how records are copied to another layout
//! - `proof`: what proofs look at
//! - `cost`: how much values are to those who visit them whole
//! - `numbers`: by what patches name fields
//! - `rules`: what a field's values must be like beyond their type
//! - `fit`: which rules a type takes
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
mod build;
mod builder;
mod compact;
mod compatibility;
mod compiled;
pub(crate) mod computed;
mod copies;
mod cost;
mod definition;
mod draft;
mod endless;
mod fault;
mod fingerprint;
mod fit;
mod foreign;
mod include;
mod inline;
mod item;
#[cfg(feature = "serde")]
mod json;
mod key;
mod lexer;
mod literal;
mod lookup;
mod map_key;
mod model;
mod numbers;
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
pub(crate) use computed::Costs;
pub(crate) use draft::{
    Draft, DraftDefault, DraftEnum, DraftField, DraftKeyPart, DraftStruct, DraftType, DraftUnion, DraftUnionVariant,
    DraftVariant, tuple,
};
pub(crate) use fault::Span;
pub(crate) use inline::MAX_INLINE;
pub(crate) use item::BYTE;
pub use literal::Literal;
pub use lookup::Definition;
pub use model::Schema;
pub use plan::Component;
pub(crate) use resolve::{MAX_VARIANTS, MIXED};
pub use rules::Rules;
pub(crate) use rules::{Case, refuse, too_long};
pub(crate) use types::Column;
#[cfg(feature = "serde")]
pub(crate) use types::Direct;
pub(crate) use types::Payload;
pub use types::{
    ArrayType, Declared, DefaultValue, Enum, EnumId, Field, Item, KeyPart, ListType, MapEntry, MapType, RootPlan,
    Scalar, Struct, StructId, TimeUnit, Type, Union, UnionId, UnionVariant,
};
