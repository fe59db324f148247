//! Which measures are told together. There is one mean for each column and none across columns: how
//! much a size weighs against a time is for who chooses a library to say.

use crate::library::Measure;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    Size,
    Write,
    Owned,
    Read,
    Change,
}

impl Column {
    pub const ALL: [Self; 5] = [Self::Size, Self::Write, Self::Owned, Self::Read, Self::Change];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Write => "write",
            Self::Owned => "decode owned",
            Self::Read => "read",
            Self::Change => "change",
        }
    }
}

/// Where a measure is told.
#[derive(Clone, Copy)]
enum Place {
    In(Column),
    /// By whether the values outlive the buffer.
    ByOwner,
    Nowhere,
    /// In no column, and not among the reasons: in a table of its own.
    Apart,
}

const SENDING: &str = "patches and whole records are two jobs: bytes and both times are weighed against each other";

/// Each measure with its column and the reason.
const PLACES: [(Measure, Place, &str); 24] = [
    (Measure::Size, Place::In(Column::Size), "what is stored and sent"),
    (Measure::SizeZlib, Place::Nowhere, "a compressor's work as much as the format's; in the report"),
    (Measure::Encode, Place::In(Column::Write), "from a value to bytes"),
    (Measure::EncodeReused, Place::In(Column::Write), "the same without the allocation"),
    (Measure::DecodeAll, Place::ByOwner, "owned values cost their allocations, borrowed ones do not: two jobs"),
    (Measure::DecodeOne, Place::In(Column::Read), "one field, from bytes that were just received or stay open"),
    (Measure::UpdateOne, Place::In(Column::Change), "from stored bytes to new ones: what all libraries can do"),
    (Measure::UpdateOneInPlace, Place::In(Column::Change), "the same without new bytes"),
    (Measure::Push, Place::In(Column::Change), "a list that grows in its bytes"),
    (Measure::InsertDelete, Place::In(Column::Change), "a list that changes in the middle"),
    (Measure::KeyInsert, Place::In(Column::Change), "a map that grows in its bytes"),
    (Measure::KeyGet, Place::In(Column::Read), "one value of a map"),
    (Measure::Widen, Place::In(Column::Change), "an edit, the dearest of its kind"),
    (Measure::Churn, Place::In(Column::Change), "edits as they come"),
    (
        Measure::Waste,
        Place::Nowhere,
        "who writes anew has none, who edits in place has; told beside the lines, as it is no time and no size",
    ),
    (Measure::Sent, Place::Apart, SENDING),
    (Measure::MakePatch, Place::Apart, SENDING),
    (Measure::ApplyPatch, Place::Apart, SENDING),
    (Measure::Slice, Place::In(Column::Read), "numbers where they lie"),
    (Measure::Sum, Place::In(Column::Read), "all numbers, where they lie"),
    (Measure::Verify, Place::In(Column::Read), "what it takes to accept hostile bytes"),
    (Measure::Build, Place::Nowhere, "prepares for encoding, and stores nothing"),
    (Measure::Clone, Place::Nowhere, "a part of new bytes with a change"),
    (Measure::Empty, Place::Nowhere, "what the harness costs"),
];

/// The column of a measure; `owned` is whether what it decodes outlives the buffer.
pub fn of(measure: Measure, owned: bool) -> Option<Column> {
    let (_, place, _) = PLACES.iter().find(|(one, ..)| *one == measure)?;
    match place {
        Place::In(column) => Some(*column),
        Place::ByOwner => Some(if owned { Column::Owned } else { Column::Read }),
        Place::Nowhere | Place::Apart => None,
    }
}

/// Each measure that the table might have, where it is told, and why.
pub fn reasons() -> impl Iterator<Item = (Measure, &'static str, &'static str)> {
    PLACES.iter().filter_map(|(measure, place, reason)| {
        let told = match place {
            Place::In(column) => column.name(),
            Place::ByOwner => "decode owned, or read",
            Place::Nowhere => "none",
            Place::Apart => return None,
        };
        Some((*measure, told, *reason))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::measures;

    #[test]
    fn each_measure_has_one_place() {
        let mut measures: Vec<Measure> = PLACES.iter().map(|(measure, ..)| *measure).collect();
        measures.sort_unstable();
        assert_eq!(measures, measures::ALL);
    }

    #[test]
    fn decoding_everything_is_told_by_whether_it_owns() {
        assert_eq!([true, false].map(|owned| of(Measure::DecodeAll, owned)), [Some(Column::Owned), Some(Column::Read)]);
        assert_eq!(of(Measure::Build, true), None);
    }
}
