#![doc = "draft"]
#![no_std]
#![deny(unsafe_code)]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod error;
#[doc(hidden)]
pub mod layout;
pub mod schema;
mod wire;
pub use error::{Error, Kind, Result};
pub use schema::Schema;
pub use wire::width::PointerWidth;
