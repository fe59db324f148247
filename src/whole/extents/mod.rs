//! Every piece of a buffer with what it stands for: for tools that show bytes to people.
//!
//! - `extent`: what a piece is
//! - `walk`: the walk over records, slots and objects
//! - `parts`: the elements of lists and the entries of maps, in that walk

mod extent;
mod parts;
mod walk;

pub use extent::{Extent, Role};
pub(crate) use walk::walk;
