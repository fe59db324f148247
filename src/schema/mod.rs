//! Schemas: what a buffer's bytes mean.
//!
//! - `model`: the validated, immutable [`Schema`]
//! - `definition`: its enums, structs and fields
//! - `types`: the types and defaults of fields
//! - `draft`: what a parser or a derive hands over, and its validation and planning
//! - `lexer`, `parser`: the schema text (`.vlm`)
//! - `print`: the text of a schema

mod definition;
mod draft;
mod lexer;
mod model;
mod parser;
mod print;
mod types;

pub use definition::{Enum, Field, Struct};
pub(crate) use draft::{Draft, DraftDefault, DraftEnum, DraftField, DraftStruct, DraftType, DraftVariant};
pub(crate) use lexer::Span;
pub use model::Schema;
pub(crate) use types::{BYTE, Item};
pub use types::{Default, EnumId, List, Scalar, StructId, TimeUnit, Type};
