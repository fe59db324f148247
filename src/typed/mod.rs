//! Rust types as fields: the traits that derived types implement, and their impls for std's types.
//!
//! - `value`: [`Value`], the trait of a type that can be a field, an element of a list, or
//!   optional; [`Reading`], how views read; the places of values
//! - `root`: [`Vellum`], a derived struct as the type of a whole buffer, and values of any type as
//!   one
//! - `codec`: whole buffers from values and back
//! - `field`: fields of derived structs, and the edits that set them
//! - `element`: elements of lists, parts of entries and of arrays, payloads
//! - `list`: lists, to read
//! - `list_edit`: edits of single elements of a list
//! - `list_many`: edits of many elements of a list
//! - `slice`: lists of numbers as slices of the buffer
//! - `map`: maps and sets, to read
//! - `map_edit`: the edit cursors of maps and sets
//! - `key`: types that can be keys of maps and sets
//! - `collections`: maps and sets of std as fields
//! - `scalar`: types that are stored as one word, and `bool`
//! - `text`: `String`, and text of a fixed length
//! - `vec`: `Vec` and arrays
//! - `tuple`: tuples
//! - `option`: `Option`, boxes, newtypes, and borrowed text and lists
//! - `foreign`: types of std and of other crates that are stored as one of these
//! - `any`: a value of any kind, and JSON as one
//! - `structs`: derived structs as values of a field
//! - `union`: payloads of unions, and fields that all variants have
//! - `union_edit`: the edit cursors of unions
//! - `rules`: rules of fields, and newtypes with a check
//! - `with`: fields that are stored as another type
//! - `prove`: buffers that are proved once, and read without checks afterwards
//! - `cursors`: views as cursors of their schema
//! - `plan`: properties of types, and their definitions for the engine, as constants
//! - `upgrades`: types whose buffers become another one
//! - `session`: sessions of derived types: opening, setting values, and noting edits of typed
//!   cursors for a recorded buffer
//! - `cell`: the schemas of types, made from these constants and kept, and the names of generic
//!   types in a schema

#[cfg(feature = "derive")]
pub(crate) mod any;
pub(crate) mod cell;
pub(crate) mod codec;
mod collections;
#[cfg(feature = "serde")]
pub(crate) mod cursors;
pub(crate) mod element;
pub(crate) mod field;
pub(crate) mod foreign;
pub(crate) mod key;
pub(crate) mod list;
pub(crate) mod list_edit;
pub(crate) mod list_many;
pub(crate) mod map;
pub(crate) mod map_edit;
mod option;
pub mod plan;
pub(crate) mod prove;
pub(crate) mod root;
pub mod rules;
pub mod scalar;
mod session;
#[cfg(feature = "zerocopy")]
pub mod slice;
pub mod structs;
pub(crate) mod text;
mod tuple;
pub mod union;
pub(crate) mod union_edit;
pub(crate) mod upgrades;
pub(crate) mod value;
pub(crate) mod vec;
pub mod with;

pub use plan::{TypePlan, TypeShape};
pub use prove::{Prover, Proving};
pub use root::Vellum;
pub(crate) use value::opened_as_read;
pub use value::{Reading, TypedSlot, Value};

pub use crate::typed::codec::{Decode, DecodeOwned, Heap};
pub use crate::typed::list::{Checked, List};
pub use crate::typed::prove::prover::Proven;
pub use crate::typed::value::At;

/// Views are not serialized without the feature `serde`.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serialize {
    ($($view:tt)*) => {};
}

#[cfg(not(feature = "zerocopy"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __raw {
    ($($raw:tt)*) => {
        ::core::compile_error!("`raw` takes the feature `zerocopy` of the crate `vellum`");
    };
}
