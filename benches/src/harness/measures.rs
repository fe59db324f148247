//! What is measured: names, meanings, the place in the report, and whether an operation reads
//! bytes.

/// One line for each measure, in the order of the report, what a user weighs first before the rest:
/// its name in JSON and on the command line, what is done, a short one, and what it says.
macro_rules! measures {
    ($($Measure:ident: $id:literal, $name:literal, $heading:literal, $meaning:literal;)*) => {
        /// What is measured.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Measure {
            $(#[doc = $meaning] $Measure,)*
        }

        /// Every measure in the order of the report.
        pub const ALL: &[Measure] = &[$(Measure::$Measure),*];

        impl Measure {
            /// The name in JSON output and on the command line.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$Measure => $id,)*
                }
            }
        }

        /// One line on what is measured.
        pub const fn meaning(measure: Measure) -> &'static str {
            match measure {
                $(Measure::$Measure => $meaning,)*
            }
        }

        /// What is done, over a plot.
        pub const fn name(measure: Measure) -> &'static str {
            match measure {
                $(Measure::$Measure => $name,)*
            }
        }

        /// The same in a word or two.
        pub const fn heading(measure: Measure) -> &'static str {
            match measure {
                $(Measure::$Measure => $heading,)*
            }
        }
    };
}

measures! {
    Size: "size", "Size", "size",
        "bytes of the encoded value";
    SizeZlib: "size_zlib", "Size after zlib", "size zlib",
        "bytes of the encoded value after zlib, level 6";
    Encode: "encode", "Encode", "encode",
        "ready value to a fresh buffer, its release included";
    EncodeReused: "encode_reused", "Encode into a kept buffer", "encode reused",
        "ready value into a buffer kept from one operation to the next";
    DecodeAll: "decode_all", "Decode everything", "decode all",
        "bytes to every field read: as an owned value, or borrowed from the bytes";
    DecodeOne: "decode_one", "Read one field", "decode one",
        "bytes to one field read";
    UpdateOne: "update_one", "Update one field, new bytes", "update one",
        "bytes that stay as they are to new bytes with one field changed";
    UpdateOneInPlace: "update_one_in_place", "Update one field in place", "in place",
        "one field changed in the same buffer over and over";
    Push: "push", "Push onto a list", "push",
        "one element appended to a list, the mean of all from the first to the last";
    InsertDelete: "insert_delete", "Insert and delete in the middle of a list", "insert delete",
        "one element inserted into the middle of a list, and removed again";
    KeyInsert: "key_insert", "Insert a key", "key insert",
        "one key added to a map, the mean of all from the first to the last, or to an object";
    KeyGet: "key_get", "Look up a key", "key get",
        "one random key looked up in a map";
    Widen: "widen", "Make pointers wider", "widen",
        "clone of an owned buffer, and an edit that makes its pointers wider";
    Churn: "churn", "Random edits", "churn",
        "one of a million random edits of a record of ten fields (100,000 in a default run, 20,000 in a quick one)";
    Waste: "waste", "Waste after random edits", "waste",
        "bytes of the buffer after random edits, as a multiple of a fresh encoding of what it holds";
    Sent: "sent", "Send an edit", "sent",
        "bytes that send one edit to who has a copy: a whole record, or a patch";
    MakePatch: "make_patch", "Make what is sent", "make",
        "record before and after an edit to the bytes that send it";
    ApplyPatch: "apply_patch", "Apply what was sent", "apply",
        "bytes that were sent, made a part of a copy: an edit and the way back in turns";
    Change: "change", "Make a change in a file", "change",
        "one change of a record that is kept in a file, from the call to its return";
    Written: "written", "Bytes that a change writes", "written",
        "bytes that one change of a record in a file gives to calls of the system that write";
    Writes: "writes", "Writes of a change", "writes",
        "calls of the system that write, for one change of a record in a file";
    Syncs: "syncs", "Syncs of a change", "syncs",
        "calls of fsync and fdatasync, for one change of a record in a file";
    Open: "open", "Open a file", "open",
        "file opened to go on with it: as much of it read and checked as the library does";
    Slice: "slice", "Borrow as a slice", "slice",
        "bytes borrowed as a slice of their elements, without a copy";
    Sum: "sum", "Sum up all numbers", "sum",
        "bytes to the sum of all their numbers";
    Verify: "verify", "Verify", "verify",
        "proof that the bytes are valid, alone";
    Build: "build", "Build the value", "build",
        "owned value built from constants";
    Clone: "clone", "Clone the buffer", "clone",
        "clone of the owned buffer, alone (a part of update_one where bytes change in place)";
    Empty: "empty", "Do nothing", "empty",
        "an empty operation in the same loop: what the harness itself costs";
}

/// The place of `measure` in the report.
pub const fn place(measure: Measure) -> usize {
    measure as usize
}

/// Whether the figure is a size, exact and the same in every round, and not a time.
pub const fn is_size(measure: Measure) -> bool {
    use Measure::{Sent, Size, SizeZlib, Syncs, Waste, Writes, Written};
    matches!(measure, Size | SizeZlib | Waste | Sent | Written | Writes | Syncs)
}

/// Whether the figure is one of a record that is kept in a file.
pub const fn is_of_file(measure: Measure) -> bool {
    use Measure::{Change, Open, Syncs, Writes, Written};
    matches!(measure, Change | Written | Writes | Syncs | Open)
}

/// The unit of the figures.
pub const fn unit(measure: Measure) -> &'static str {
    match measure {
        Measure::Size | Measure::SizeZlib | Measure::Written => "bytes",
        Measure::Waste => "times",
        Measure::Writes | Measure::Syncs => "calls",
        _ => "ns",
    }
}

/// Whether the operation reads encoded bytes, so that reading them checked or unchecked makes a
/// difference.
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

/// The measure of that name.
pub fn of(id: &str) -> Option<Measure> {
    ALL.iter().copied().find(|measure| measure.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_distinct() {
        let mut ids: Vec<_> = ALL.iter().map(|measure| measure.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), ALL.len());
    }
}
