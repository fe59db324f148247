//! Whole values: compared, hashed, told apart, and held to the rules of where they go.
//!
//! - `equal`: equality and hash of content
//! - `same`: whether types of two schemas are the same
//! - `diff`, `change`, `patch`: the differences between two records, one and all
//! - `place`: where a change is made
//! - `owned`, `value_bytes`: the values that they keep, and their bytes
//! - `note`: the edits of a recorded buffer, noted with them
//! - `extents`: every piece of a buffer with what it stands for
//! - `ruled`: whether a value with parts keeps the rules of where it goes

mod change;
mod diff;
mod equal;
pub mod extents;
pub(crate) mod note;
mod owned;
mod patch;
mod place;
mod ruled;
mod same;
mod value_bytes;

#[cfg(feature = "serde")]
pub(crate) use change::UNKNOWN_INDEX;
pub use change::{Action, Change};
pub(crate) use diff::diff;
pub(crate) use equal::{Hashed, Pair};
pub(crate) use owned::{Owned, Removed, is_kept};
pub use patch::Patch;
pub(crate) use place::{ChangePlace, PlaceSteps, TypeWalk};
pub(crate) use same::check_same;
pub(crate) use value_bytes::{is_bytes, write_part};
