#![doc = "draft"]
#![no_std]
#![deny(unsafe_code)]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;
extern crate self as vellum;

mod error;
mod layout;
mod read;
mod record;
pub mod schema;
mod typed;
mod wire;
mod write;

pub use error::{Error, Kind, Result};
pub use read::cursor::{ListRef, StructRef, ValueRef};
pub use record::{Address, Any, At, Field, FieldType, Record, Variant, WriteTo};
pub use schema::Schema;
pub use typed::encode::{encode_into, from_slice, to_slice, to_vec};
pub use typed::list::{Iter, List};
pub use typed::{Value, Vellum};
#[cfg(feature = "derive")]
pub use vellum_derive::Vellum;
pub use wire::width::PointerWidth;
pub use write::{AsSession, ListEdit, Session, Storage, compact};

#[doc(hidden)]
pub mod __private {
    //! What derived code calls; not an API.
    pub use crate::layout::{Place, Shape, Size, checked_ends, plan};
    pub use crate::read::decoder::Decoder;
    pub use crate::typed::describe::{
        DefaultDescription, Described, Describer, FieldDescription, SchemaCell, word_of,
    };
    pub use crate::typed::record::{RecordBytes, in_field, last_end};
    pub use crate::typed::scalar::{self, Scalar};
    pub use crate::typed::{Heap, Value, structs};
    pub use crate::wire::width::{StaticWidth, Width};
    pub use crate::write::{AsSession, Link, Step, Target};
    pub use alloc::vec::Vec;
}
