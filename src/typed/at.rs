//! Where a value lies: a field of a record, or an element of a list.
//!
//! ```text
//! field     at a place of a record: a growable struct behind a pointer, a bool in the bitmap, with a default
//! element   of a list, key or value of a map, packed payload: a growable struct inline, anything else a record of one field
//! ```
//! A type implements both at once. Most types use only the place and the default. Structs, unions
//! and optional values ask which of the two it is: that is a constant, so the other branch is
//! eliminated.

use crate::error::Result;
use crate::layout::Place;
use crate::read::navigate::Step;
use crate::schema::MIXED;
use crate::write::{Link, Session, Storage, Target};

/// Where a value lies, and what it is there by default; `D` is what that is given as.
#[derive(Clone, Copy, Debug)]
pub struct At<'p, D, const ELEMENT: bool = false> {
    /// Its slot and bits.
    pub place: &'p Place,
    /// What it is where it is not stored.
    pub default: &'p D,
    /// Number of the field in its struct.
    index: u16,
    /// The variant of all elements of the list, if it is packed; else FF.
    pub tag: u8,
    /// Whether the value is stored even if it is the default.
    pub keep: bool,
}

impl<'p, D> At<'p, D> {
    /// The field of that index, place and default.
    #[must_use]
    pub const fn field(index: u16, place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index, tag: MIXED, keep: false }
    }

    /// The value of an optional field that is not absent.
    #[inline(always)]
    #[must_use]
    pub const fn present(place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index: 0, tag: MIXED, keep: true }
    }

    /// What an edit of the field is aimed at.
    #[inline(always)]
    pub fn target<'a, S: Storage>(&self, session: &Session<S>, link: &'a Link<'a>) -> Result<Target<'a>> {
        link.field(session, self.step())
    }

    /// The step to the field from its record.
    #[inline(always)]
    #[must_use]
    pub const fn step(&self) -> Step {
        Step::Field(self.index)
    }
}

impl<'p, D> At<'p, D, true> {
    /// An element of a list of that variant; FF if it is not packed.
    #[inline(always)]
    pub(super) const fn of_list(tag: u8, place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index: 0, tag, keep: false }
    }
}
