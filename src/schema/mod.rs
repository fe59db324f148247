//! Schemas: what a buffer's bytes mean.
//!
//! - `model`: the validated, immutable [`Schema`]
//! - `definition`: its enums, structs and fields
//! - `types`: the types and defaults of fields
//! - `any`: the union that needs no definition
//! - `key`: the fields by which records sort
//! - `draft`: what a parser or a derive hands over, and its planning
//! - `rules`: what a field's values must be like beyond their type
//! - `resolve`: its names, and the rules of its parts
//! - `lexer`, `parser`: the schema text (`.vlm`)
//! - `print`: the text of a schema
//! - `include`: the macro for Rust types that a build script wrote

mod any;
mod definition;
mod draft;
mod include;
mod key;
mod lexer;
mod model;
mod parser;
mod print;
mod resolve;
mod rules;
mod types;

pub(crate) use definition::Payload;
pub use definition::{Enum, Field, Struct, Union, UnionVariant};
pub(crate) use draft::{
    Draft, DraftDefault, DraftEnum, DraftField, DraftStruct, DraftType, DraftUnion, DraftUnionVariant, DraftVariant,
    tuple,
};
pub use key::KeyPart;
pub(crate) use key::{Column, DraftKeyPart};
pub(crate) use lexer::Span;
pub use model::Schema;
pub(crate) use parser::parse_word;
pub(crate) use resolve::MIXED;
pub use rules::Rules;
pub use types::{Array, Default, EnumId, List, Map, Scalar, StructId, TimeUnit, Type, UnionId};
pub(crate) use types::{BYTE, Entry, Item};
