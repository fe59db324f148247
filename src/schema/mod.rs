//! Schemas: what a buffer's bytes mean.
//!
//! - `model`: the validated, immutable [`Schema`] and its parts
//! - `draft`: what a parser or a derive hands over, and its validation and planning
//! - `lexer`, `parser`: the schema text (`.vlm`)
//! - `print`: the text of a schema

mod draft;
mod lexer;
mod model;
mod parser;
mod print;

pub(crate) use draft::{Draft, DraftDefault, DraftEnum, DraftField, DraftStruct, DraftType, DraftVariant};
pub(crate) use lexer::Span;
pub(crate) use model::Item;
pub use model::{Default, Enum, EnumId, Field, List, Scalar, Schema, Struct, StructId, Type};
