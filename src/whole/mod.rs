//! Whole values: compared, hashed, told apart, and held to the rules of where they go.
//!
//! - `equal`: equality and hash of content
//! - `same`: whether types of two schemas are the same
//! - `diff`, `change`, `owned`: the differences between two records, and the values that they keep
//! - `extents`: every piece of a buffer with what it stands for
//! - `ruled`: whether a value with parts keeps the rules of where it goes

mod change;
mod diff;
mod equal;
pub mod extents;
mod owned;
mod ruled;
mod same;

pub use change::{Action, Change};
pub(crate) use diff::diff;
pub(crate) use equal::{Hashed, Pair};
pub(crate) use owned::{Owned, Removed, is_kept};
pub(crate) use same::check_same;
