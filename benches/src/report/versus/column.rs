//! Which measures are told together. There is one mean for each column and none across columns: how
//! much a size weighs against a time is up to the reader who chooses a library. Operations on one
//! value have two columns each, by what the other library works on (`reach`).

use crate::library::Measure;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    Size,
    Write,
    Owned,
    Read,
    Change,
    /// Reads in which vellum goes to one value, and the other library works on the whole record.
    ReadOfRecord,
    /// Changes of this kind.
    ChangeOfRecord,
}

impl Column {
    pub const ALL: [Self; 7] =
        [Self::Size, Self::Write, Self::Owned, Self::Read, Self::Change, Self::ReadOfRecord, Self::ChangeOfRecord];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Write => "write",
            Self::Owned => "decode owned",
            Self::Read => "read",
            Self::Change => "change",
            Self::ReadOfRecord => "read: field / record",
            Self::ChangeOfRecord => "change: field / record",
        }
    }

    /// The column of a family in which the other library works on the whole record.
    pub const fn of_record(self) -> Self {
        match self {
            Self::Read => Self::ReadOfRecord,
            Self::Change => Self::ChangeOfRecord,
            other => other,
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

const FILES: &str = "what keeps a file is weighed by bytes, calls, times and opening together";

/// Each measure with its column and the reason.
const PLACES: [(Measure, Place, &str); 29] = [
    (Measure::Size, Place::In(Column::Size), "the bytes that are stored and sent"),
    (Measure::SizeZlib, Place::Nowhere, "depends on the compressor as much as on the format; in the report"),
    (Measure::Encode, Place::In(Column::Write), "from a value to bytes"),
    (Measure::EncodeReused, Place::In(Column::Write), "from a value to bytes, without the allocation"),
    (Measure::DecodeAll, Place::ByOwner, "owned values cost their allocations, borrowed values do not: two jobs"),
    (Measure::DecodeOne, Place::In(Column::Read), "one field, from bytes that were just received or stay open"),
    (Measure::UpdateOne, Place::In(Column::Change), "from stored bytes to new bytes: every library can do this"),
    (Measure::UpdateOneInPlace, Place::In(Column::Change), "one field, in the stored bytes where the library can"),
    (Measure::Push, Place::In(Column::Change), "a list that grows in its bytes"),
    (Measure::InsertDelete, Place::In(Column::Change), "a list that changes in the middle"),
    (Measure::KeyInsert, Place::In(Column::Change), "a map that grows in its bytes"),
    (Measure::KeyGet, Place::In(Column::Read), "one value of a map"),
    (Measure::Widen, Place::In(Column::Change), "the most expensive edit: all pointers get wider"),
    (Measure::Churn, Place::In(Column::Change), "a mixture of edits in random order"),
    (
        Measure::Waste,
        Place::Nowhere,
        "free bytes after edits in place; neither a time nor a size, so it has its own column elsewhere",
    ),
    (Measure::Sent, Place::Apart, SENDING),
    (Measure::MakePatch, Place::Apart, SENDING),
    (Measure::ApplyPatch, Place::Apart, SENDING),
    (Measure::Change, Place::Apart, FILES),
    (Measure::Written, Place::Apart, FILES),
    (Measure::Writes, Place::Apart, FILES),
    (Measure::Syncs, Place::Apart, FILES),
    (Measure::Open, Place::Apart, FILES),
    (Measure::Slice, Place::In(Column::Read), "a list of numbers as a slice of the buffer"),
    (Measure::Sum, Place::In(Column::Read), "all numbers of a list, in the buffer"),
    (Measure::Verify, Place::In(Column::Read), "the validation of bytes from elsewhere"),
    (Measure::Build, Place::Nowhere, "prepares for encoding, and stores nothing"),
    (Measure::Clone, Place::Nowhere, "a part of an update that makes new bytes"),
    (Measure::Empty, Place::Nowhere, "the time of the harness alone"),
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
    fn reads_and_changes_of_one_value_have_a_second_column() {
        let twice = Column::ALL.iter().filter(|column| column.of_record() != **column).count();
        assert_eq!(twice, 2);
    }

    #[test]
    fn decoding_everything_is_told_by_whether_it_owns() {
        assert_eq!([true, false].map(|owned| of(Measure::DecodeAll, owned)), [Some(Column::Owned), Some(Column::Read)]);
        assert_eq!(of(Measure::Build, true), None);
    }
}
