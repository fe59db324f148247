//! Which rows stand side by side, by what they promise of the bytes that they read or change.

use crate::harness::figure::Figure;
use crate::harness::measures;
use crate::library::Reading;

/// A promise. A row stands in the class that its guarantee covers: a proof of everything covers
/// what a lazy check promises, so that proved and lazy rows meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Safe on hostile bytes, opening or proving them included.
    Checked,
    /// The same in a buffer that was opened or proved before the clock started.
    Kept,
    /// Safe on hostile bytes, by code that was cut for the one field that changes.
    ByHand,
    /// Not safe on hostile bytes.
    Trusted,
}

impl Class {
    pub const ALL: [Self; 4] = [Self::Checked, Self::Kept, Self::ByHand, Self::Trusted];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Checked => "checked",
            Self::Kept => "checked, kept",
            Self::ByHand => "by hand ‡",
            Self::Trusted => "trusted †",
        }
    }

    /// Who is in it.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Checked => {
                "rows that are safe on hostile bytes, whether each access checks or the whole buffer is validated first; the figure includes opening and validating"
            }
            Self::Kept => {
                "rows that are safe on hostile bytes, with the buffer opened or validated before the clock starts"
            }
            Self::ByHand => {
                "edits by code that was written by hand for the one field that changes, beside the checked rows of vellum, which has no such code"
            }
            Self::Trusted => {
                "rivals that trust the bytes, beside the checked rows of vellum, which has no trusted rows; writing reads no bytes, so it is not in this class"
            }
        }
    }

    /// The class of a figure, and whether the buffer was open. An operation that reads no bytes is
    /// the same in each row.
    pub fn of(figure: &Figure) -> (Self, bool) {
        if !figure.measure().is_some_and(measures::reads) {
            return (Self::Checked, false);
        }
        match figure.reading() {
            Reading::Trusted => (Self::Trusted, false),
            reading if figure.is_by_hand() => (Self::ByHand, reading.is_kept()),
            reading if reading.is_kept() => (Self::Kept, true),
            _ => (Self::Checked, false),
        }
    }

    /// Whether our figure may stand for us against a rival's of this class, in an open buffer or
    /// not.
    pub fn takes(self, ours: &Figure, kept: bool) -> bool {
        let known = Self::of(ours);
        let checked = if kept { Self::Kept } else { Self::Checked };
        known == (checked, kept) || known == (self, kept)
    }
}
