//! Where a value lies: a field of a record, or an element of a list.
//!
//! ```text
//! field     at a place of a record: a growable struct behind a pointer, a bool in the bitmap, with a default
//! element   of a list, key or value of a map, packed payload: a growable struct inline, anything else a record of one field
//! ```
//! One function of a type handles both. Most types use only the place and the default. Structs,
//! unions and optional values differ in the two cases: which one it is is a constant, so the other
//! branch is eliminated.

use crate::error::Result;
use crate::layout::Place;
use crate::read::navigate::Step;
use crate::schema::MIXED;
use crate::write::{Link, Session, Storage, Target};

/// Where a value lies, and its default there, of the type `D`.
#[derive(Clone, Copy, Debug)]
pub struct At<'p, D, const ELEMENT: bool = false> {
    /// Its slot and bits.
    pub place: &'p Place,
    /// The value if it is not stored.
    pub default: &'p D,
    /// Number of the field in its struct.
    index: u16,
    /// The variant of a packed list; else FF.
    pub tag: u8,
    /// Whether the value is stored even if it is the default.
    pub keep: bool,
}

impl<'p, D> At<'p, D> {
    /// A field, by its index, place and default.
    #[must_use]
    pub const fn field(index: u16, place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index, tag: MIXED, keep: false }
    }

    /// The value of an optional field that is present.
    #[inline(always)]
    #[must_use]
    pub const fn present(place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index: 0, tag: MIXED, keep: true }
    }

    /// The same field, with the place and the default that are given, where they are known to be
    /// its own.
    #[inline(always)]
    pub(super) fn known(&self, place: Option<&'p Place>, default: Option<&'p D>) -> Self {
        Self::field(self.index, place.unwrap_or(self.place), default.unwrap_or(self.default))
    }

    /// The target of an edit of the field.
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
    /// An element of a list packed with the variant; FF if it is not packed.
    #[inline(always)]
    pub(super) const fn of_list(tag: u8, place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index: 0, tag, keep: false }
    }
}
