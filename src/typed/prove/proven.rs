//! [`Proven`]: a marker that bytes were proved, which only this folder makes.

use crate::typed::view::Sealed;

/// The buffer was proved as a whole, and methods that read give plain values. See
/// [`Vellum::access`](crate::Vellum::access).
#[derive(Clone, Copy, Debug)]
pub struct Proven {
    /// Whether nothing was edited since the proof, so that text need not be checked again.
    pub(super) is_unchanged: bool,
}

impl Sealed for Proven {}

impl Proven {
    #[inline(always)]
    pub(in crate::typed) fn is_unchanged(self) -> bool {
        self.is_unchanged
    }
}
