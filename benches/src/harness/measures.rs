//! What the harness knows of each measure: its place in the report, its meaning, and whether it reads bytes.

use crate::library::Measure;

/// Every measure in the order of the report: what a user weighs first comes first.
pub const ALL: [Measure; 21] = [
    Measure::Size,
    Measure::SizeZlib,
    Measure::Encode,
    Measure::EncodeReused,
    Measure::DecodeAll,
    Measure::DecodeOne,
    Measure::UpdateOne,
    Measure::UpdateOneInPlace,
    Measure::Push,
    Measure::InsertDelete,
    Measure::KeyInsert,
    Measure::KeyGet,
    Measure::Widen,
    Measure::Churn,
    Measure::Waste,
    Measure::Slice,
    Measure::Sum,
    Measure::Verify,
    Measure::Build,
    Measure::Clone,
    Measure::Empty,
];

/// The measures of the closing matrix; the others explain these.
pub const SUMMARY: [Measure; 7] = [
    Measure::Size,
    Measure::SizeZlib,
    Measure::Encode,
    Measure::DecodeAll,
    Measure::DecodeOne,
    Measure::UpdateOne,
    Measure::UpdateOneInPlace,
];

/// One line on what is measured.
pub const fn meaning(measure: Measure) -> &'static str {
    match measure {
        Measure::Size => "bytes of the encoded value",
        Measure::SizeZlib => "bytes of the encoded value after zlib, level 6",
        Measure::Encode => "ready value to a fresh buffer, its release included",
        Measure::EncodeReused => "ready value into a buffer kept from one operation to the next",
        Measure::DecodeAll => "bytes to every field read: as an owned value, or borrowed from the bytes",
        Measure::DecodeOne => "bytes to one field read",
        Measure::UpdateOne => "bytes that stay as they are to new bytes with one field changed",
        Measure::UpdateOneInPlace => "one field changed in the same buffer over and over",
        Measure::Push => "one element appended to a list, the mean of all from the first to the last",
        Measure::InsertDelete => "one element inserted into the middle of a list, and removed again",
        Measure::KeyInsert => "one key added to a map, the mean of all from the first to the last, or to an object",
        Measure::KeyGet => "one random key looked up in a map",
        Measure::Widen => "clone of an owned buffer, and an edit that makes its pointers wider",
        Measure::Churn => "one of a million random edits of a record of ten fields (20,000 in a quick run)",
        Measure::Waste => "bytes of the buffer after random edits, as a multiple of a fresh encoding of what it holds",
        Measure::Slice => "bytes borrowed as a slice of their elements, without a copy",
        Measure::Sum => "bytes to the sum of all their numbers",
        Measure::Verify => "proof that the bytes are valid, alone",
        Measure::Build => "owned value built from constants",
        Measure::Clone => "clone of the owned buffer, alone (a part of update_one where bytes change in place)",
        Measure::Empty => "an empty operation in the same loop: what the harness itself costs",
    }
}

/// What is done, over a plot.
pub const fn name(measure: Measure) -> &'static str {
    match measure {
        Measure::Size => "Size",
        Measure::SizeZlib => "Size after zlib",
        Measure::Encode => "Encode",
        Measure::EncodeReused => "Encode into a kept buffer",
        Measure::DecodeAll => "Decode everything",
        Measure::DecodeOne => "Read one field",
        Measure::UpdateOne => "Update one field, new bytes",
        Measure::UpdateOneInPlace => "Update one field in place",
        Measure::Push => "Push onto a list",
        Measure::InsertDelete => "Insert and delete in the middle of a list",
        Measure::KeyInsert => "Insert a key",
        Measure::KeyGet => "Look up a key",
        Measure::Widen => "Make pointers wider",
        Measure::Churn => "Random edits",
        Measure::Waste => "Waste after random edits",
        Measure::Slice => "Borrow as a slice",
        Measure::Sum => "Sum up all numbers",
        Measure::Verify => "Verify",
        Measure::Build => "Build the value",
        Measure::Clone => "Clone the buffer",
        Measure::Empty => "Do nothing",
    }
}

/// The words over a column of the closing matrix, one for each line.
pub const fn heading(measure: Measure) -> &'static str {
    match measure {
        Measure::Size => "size",
        Measure::SizeZlib => "size\nzlib",
        Measure::Encode => "encode",
        Measure::EncodeReused => "encode\nreused",
        Measure::DecodeAll => "decode\nall",
        Measure::DecodeOne => "decode\none",
        Measure::UpdateOne => "update\none",
        Measure::UpdateOneInPlace => "in\nplace",
        Measure::Push => "push",
        Measure::InsertDelete => "insert\ndelete",
        Measure::KeyInsert => "key\ninsert",
        Measure::KeyGet => "key\nget",
        Measure::Widen => "widen",
        Measure::Churn => "churn",
        Measure::Waste => "waste",
        Measure::Slice => "slice",
        Measure::Sum => "sum",
        Measure::Verify => "verify",
        Measure::Build => "build",
        Measure::Clone => "clone",
        Measure::Empty => "empty",
    }
}

/// Whether the figure is a size, exact and the same in every round, and not a time.
pub const fn is_size(measure: Measure) -> bool {
    matches!(measure, Measure::Size | Measure::SizeZlib | Measure::Waste)
}

/// The unit of the figures.
pub const fn unit(measure: Measure) -> &'static str {
    match measure {
        Measure::Size | Measure::SizeZlib => "bytes",
        Measure::Waste => "times",
        _ => "ns",
    }
}

/// Whether the operation reads encoded bytes, so that reading them checked or unchecked makes a difference.
pub const fn reads(measure: Measure) -> bool {
    use Measure::{
        DecodeAll, DecodeOne, InsertDelete, KeyGet, KeyInsert, Push, Slice, Sum, UpdateOne, UpdateOneInPlace,
    };
    matches!(
        measure,
        DecodeAll | DecodeOne | UpdateOne | UpdateOneInPlace | Push | InsertDelete | KeyInsert | KeyGet | Slice | Sum
    )
}

/// Whether the operation writes or reads all bytes of a value, so that a throughput can be told.
pub const fn moves_all(measure: Measure) -> bool {
    matches!(measure, Measure::Encode | Measure::EncodeReused | Measure::DecodeAll | Measure::Sum)
}

/// The place of `measure` in the report.
pub fn place(measure: Measure) -> usize {
    ALL.iter().position(|one| *one == measure).unwrap_or(ALL.len())
}

/// The measure of that name.
pub fn of(id: &str) -> Option<Measure> {
    ALL.into_iter().find(|measure| measure.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_distinct_and_every_summary_measure_has_a_place() {
        let mut ids: Vec<_> = ALL.iter().map(|measure| measure.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), ALL.len());
        assert!(SUMMARY.iter().all(|measure| place(*measure) < ALL.len()));
    }
}
