//! Whole values: compared, hashed, told apart, and held to the rules of where they go.
//!
//! - `equal`: equality and hash of content, equal types, and rules
//! - `diff`: the differences between two records, and the patch that keeps them
//! - `change`: one difference
//! - `place`: its place, by steps
//! - `owned`: values without a record, and their bytes in a patch
//! - `note`: the edits of a recorded buffer, noted as changes
//! - `extents`: every piece of a buffer with its meaning

mod change;
mod diff;
mod equal;
pub mod extents;
pub(crate) mod note;
mod owned;
mod place;

#[cfg(feature = "serde")]
pub(crate) use change::UNKNOWN_INDEX;
pub use change::{Action, Change};
pub(crate) use diff::diff;
pub(crate) use equal::{ContentEq, Hashed};
pub(crate) use owned::{Owned, Removed, is_kept};

pub use crate::compare::diff::Patch;
pub(crate) use crate::compare::equal::check_same;
pub(crate) use crate::compare::owned::{is_bytes, write_part};
pub(crate) use crate::compare::place::{ChangePlace, PlaceSteps, TypeWalk};
