//! Schema first: the Rust types of a [`vellum`] schema, written by a build script.
//!
//! A schema file is kept beside the code, and other languages read the same one:
//!
//! ```text
//! enum Fruit { apples, pears }
//!
//! struct Basket {
//!     /// What is in it.
//!     fruit: Fruit,
//!     count: u32 = 1,
//!     note: string? since 2,
//! }
//! root Basket;
//! ```
//!
//! [`compile`] in `build.rs` and `vellum::include_schema!("basket.vlm")` in a module give the types
//! that one would write by hand with `#[derive(Vellum)]`; [`generate`] gives their text:
//!
//! ```
//! let code = vellum_codegen::generate("
//!     struct Basket { count: u32 = 1, owner: string? since 2 }
//!     root Basket;
//! ")?;
//! assert!(code.contains("
//! pub struct Basket {
//!     #[vellum(default = 1)]
//!     pub count: u32,
//!     #[vellum(since = 2)]
//!     pub owner: Option<String>,
//! }
//! "));
//! # Ok::<(), vellum_codegen::Error>(())
//! ```
//!
//! The schema that the root's derive makes, `Basket::schema()`, equals the one of the file, if the
//! root reaches all its types.
//!
//! # What becomes what
//!
//! | schema | Rust |
//! | --- | --- |
//! | `struct`, `frozen struct` | a struct with public fields, `#[vellum(frozen)]` |
//! | `enum E: u16` | an enum with `#[repr(u16)]`, also `Copy`, `Eq`, `Ord` and `Hash` |
//! | `union` | an enum; a struct in a variant is what the variant holds, the parts of a tuple are its fields |
//! | `any` | `vellum::value::Any` |
//! | `open` | `#[vellum(open)]`, with a last variant `Unknown` that stands for those that are not known |
//! | `T?` | `Option<T>` |
//! | `list<T>`, `bytes`, `string` | `Vec<T>`, `Vec<u8>`, `String` |
//! | `map<K, V>`, `set<K>` | `BTreeMap<K, V>`, `BTreeSet<K>` |
//! | `string[N]` | `vellum::value::FixedStr<N>` |
//! | `array<T, N>`, `tuple<A, B>` | `[T; N]`, `(A, B)` |
//! | `uuid`, `date`, `timestamp(s)`, `decimal(2)`, `geo8` and so on | types of `vellum::value`: `Uuid`, `Decimal<2>` |
//! | `= 18`, `since 2`, `root User width 2` | `#[vellum(default = 18)]`, `since = 2`, `width = 2` |
//! | `in 1..=5`, `max 64`, `lowercase` | `#[vellum(range = 1..=5)]`, `max = 64`, `lowercase` |
//! | `///` | `///` |
//!
//! - **Names** stay as they are where they follow Rust's conventions; others become `snake_case`
//!   and `CamelCase`, with `#[vellum(rename = "...")]` for the schema's. Keywords are written
//!   `r#type`; where two items would have one name, or the derive needs a name, the later one gets
//!   an underscore (`set_name_` beside `name`) or, as a type, a number: `Option2` for a type called
//!   `Option`, and `UserMut2` for one called `UserMut` beside a union `User`, as the derive writes
//!   types `UserView`, `UserEdit`, `UserRef` and `UserMut`.
//! - **A root that is no struct**, as in `root list<Item>;`, is an alias,
//!   `pub type Root = Vec<Item>;`, which `Root::peek(&bytes)` and its kin open.
//! - **`Default`** of every type is what a record holds before anything is set: derived where that
//!   is std's default, else written with the declared defaults.
//! - **A type that holds itself** does so in a `Box`: where a union's variant can hold the union
//!   again, else where a struct's field is optional.
//! - The code is formatted as rustfmt does by default, and quiet under `clippy::pedantic`; it
//!   depends on `vellum` with its feature `derive`, and on `std`.
//!
//! [`Config`] gives types and fields attributes of yours, such as `#[derive(serde::Serialize)]`.
//!
//! # Limits
//!
//! Defaults of `bytes`, `list<u8>` (write `bytes`), unions without payloads (write an enum) and
//! tuples of more than eight parts have no Rust types yet: [`ErrorKind::Unsupported`] says which
//! item it was. All of them work at run time, with `vellum::Record`.
//!
//! Doc comments become Rust's, where rustdoc takes indented lines and code fences for examples to
//! run.

mod compile;
mod config;
mod defaults;
mod error;
mod items;
mod names;
mod recursion;
mod rules;
mod scalars;
mod types;

use vellum::Schema;

pub use compile::{compile, compile_revision, compile_to, generate_revision};
pub use config::Config;
pub use error::{Error, ErrorKind, Result};

use names::TypeNames;
use recursion::Recursion;
use types::Types;

/// The first line of what is generated.
const HEADER: &str = "// Written by vellum-codegen from a schema; what is changed here is lost.\n";

/// The Rust types of a schema, as the text of a module: enums, unions and structs, each in the
/// order of the schema.
///
/// ```
/// let code = vellum_codegen::generate("struct Point { x: f32, y: f32 } root Point;")?;
/// assert_eq!(
///     code.lines().skip(2).collect::<Vec<_>>(),
///     [
///         "#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]",
///         "pub struct Point {",
///         "    pub x: f32,",
///         "    pub y: f32,",
///         "}",
///     ]
/// );
/// # Ok::<(), vellum_codegen::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Schema`] for text that is no schema, with line, column and the line itself;
/// [`ErrorKind::Unsupported`] for a schema that no derived types describe, with the name of the
/// item.
pub fn generate(text: &str) -> Result<String> {
    Config::new().generate(text)
}

fn generate_with(config: &Config, text: &str) -> Result<String> {
    let schema = Schema::parse(text).map_err(|error| Error::schema(&error))?;
    config.check(&schema)?;
    let (names, recursion) = (TypeNames::of(&schema)?, Recursion::of(&schema));
    let types = Types { schema: &schema, names, recursion, config };
    let mut items = vec![HEADER.to_owned()];
    for item in schema.enums() {
        items.push(items::enumeration(&types, item)?);
    }
    for item in schema.unions().iter().filter(|union| !union.is_any()) {
        items.push(items::union(&types, item)?);
    }
    for item in schema.structs().iter().filter(|structure| !structure.is_tuple()) {
        items.push(items::structure(&types, item)?);
    }
    items.extend(items::root(&types)?);
    Ok(items.join("\n"))
}
