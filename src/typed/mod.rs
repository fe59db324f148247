//! Rust types as fields: the traits that derived types implement, and their impls for std's types.
//!
//! - `value`: [`Value`], a type that can be a field, a list's element, or optional, with what
//!   derived code calls for it; [`Reading`], how a view reads
//! - `root`: [`Vellum`], a derived struct, the type of a whole buffer; `root_record`, `roots`,
//!   `root_edit`: a value of any type as one
//! - `encode`: what values write to; `codec`: whole buffers from values and back
//! - `view`: what views are made of; `reading`: reading with checks, and after a proof; `slot`:
//!   where a value lies that is read
//! - `list`: the view of a list
//! - `scalar`, `scalars`, `flag`, `text`, `vec`, `array`, `tuple`, `option`, `forward`, `borrowed`,
//!   `collections`: the impls for std's types
//! - `foreign`: types of std and of other crates that are stored as one of these
//! - `slice`: lists of numbers as slices
//! - `map`, `set`, `sorted`, `key`: maps and sets in a buffer, what they have in common, and what
//!   their keys are
//! - `record`, `structs`, `union`, `union_edit`, `union_common`: what derived types are made of
//! - `prove`: buffers that are proved once, and read without checks afterwards
//! - `at`: where a value lies; `field`: fields; `element`: elements of lists and parts of entries
//! - `gate`: where a type that cannot be a field is found out
//! - `rules`: what their fields' values must be like
//! - `with`: fields that another type is stored for; `checked`: newtypes that check what they hold
//! - `cursors`: views as cursors of their schema
//! - `shape`: what the types are like, as constants; `plan`: what the engine has to know of them
//! - `verdict`: what predicates of edit cursors give
//! - `plan_check`: whether they say what the schema says
//! - `noted`: what they do to a recorded buffer
//! - `describe`, `cell`, `name`: their schemas, and what those are called of generic types

#[cfg(feature = "derive")]
pub(crate) mod any;
mod append;
pub(crate) mod array;
mod at;
mod borrowed;
pub(crate) mod buffer;
pub(crate) mod cell;
mod checked;
pub(crate) mod codec;
mod collections;
#[cfg(feature = "serde")]
pub(crate) mod cursors;
pub(crate) mod decode;
pub(crate) mod describe;
pub(crate) mod element;
pub(crate) mod encode;
pub(crate) mod field;
mod fixed;
pub(crate) mod flag;
pub(crate) mod foreign;
mod forward;
mod found;
pub(crate) mod gate;
pub(crate) mod key;
pub(crate) mod list;
pub(crate) mod list_each;
pub(crate) mod list_edit;
mod list_many;
mod list_read;
mod list_unions;
pub(crate) mod map;
pub(crate) mod map_edit;
pub(crate) mod map_entry;
mod map_many;
pub(crate) mod name;
mod noted;
mod option;
pub mod plan;
#[cfg(debug_assertions)]
mod plan_check;
pub(crate) mod prove;
mod reading;
pub(crate) mod record;
pub(crate) mod root;
pub(crate) mod root_edit;
mod root_record;
pub(crate) mod roots;
pub mod rules;
pub mod scalar;
mod scalars;
pub(crate) mod set;
pub(crate) mod set_edit;
mod set_value;
pub mod shape;
#[cfg(feature = "zerocopy")]
pub mod slice;
pub(crate) mod slot;
mod sorted;
pub mod structs;
mod text;
pub(crate) mod text_edit;
mod tuple;
pub mod union;
pub(crate) mod union_common;
pub(crate) mod union_edit;
mod value;
pub(crate) mod vec;
pub(crate) mod verdict;
mod view;
pub mod with;

pub use at::At;
pub use decode::{Decode, DecodeOwned};
pub use encode::Heap;
pub use prove::Prover;
pub use prove::proven::Proven;
pub use root::Vellum;
pub use shape::{TypePlan, TypeShape};
pub(crate) use value::opened_as_read;
pub use value::{Reading, TypedSlot, Value};
pub use view::{Checked, List};

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
