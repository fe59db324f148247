//! Workload G, "patches": one edit of a record that somebody else has a copy of.
//!
//! An order book of 1 kB or 100 kB, in which a number changes, or a text, or to which an order is
//! pushed. What is sent is the whole record, or a patch: its bytes are told, the time to make them
//! of the record before and after, and the time to make them a part of the copy. A patch that is
//! recorded is made with the edit, whose time is in it.
//!
//! - `book`: the record, and the edits
//! - `ship`: what a way of sending does, and how that becomes a row
//! - `ours`: vellum's buffers and patches; `whole`: records of other formats; `json`: patches of
//!   JSON documents
//!
//! A way of sending is a type that implements [`ship::Ship`], and a line in [`rows`]. One whose
//! patch comes into being with the edit, not by a comparison, has a [`ship::Ship::making`] of its
//! own.

mod book;
mod json;
mod ours;
mod ship;
mod whole;

use book::{EDITS, SIZES};
use ship::row;

use crate::harness::kind::RunKind;
use crate::library::Row;

/// What a run of this kind does without.
pub const fn left_out(_: RunKind) -> &'static str {
    ""
}

/// The rows of this workload, the same in all runs.
pub fn rows(_: RunKind) -> Vec<Row> {
    let new = |library, (package, requirement), mode| Row::new(library, package, requirement, mode, Vec::new());
    let vellum = |mode| new("vellum", ("vellum-format", ""), mode);
    vec![
        row::<ours::Whole>(vellum("whole record").proved()),
        row::<ours::Logical>(vellum("logical patch")),
        row::<ours::Recorded>(vellum("recorded patch")),
        row::<ours::Physical>(vellum("physical patch")),
        row::<json::Patch>(new("json-patch", ("json-patch", ""), "patch")),
        row::<whole::Json>(new("serde_json", ("serde_json", ""), "whole record")),
        row::<whole::Rkyv>(new("rkyv", ("rkyv", "0.8."), "whole record").proved()),
        row::<whole::Wincode>(new("wincode", ("wincode", ""), "whole record")),
        #[cfg(feature = "full")]
        row::<whole::Bson>(new("bson", ("bson", "3"), "whole record")),
    ]
}

/// Every variant, in the order of the report.
pub fn variants() -> Vec<&'static str> {
    (0..SIZES.len()).flat_map(|size| EDITS.map(|(_, names)| names[size])).collect()
}

#[cfg(test)]
mod tests {
    use super::book::Edit;
    use super::*;
    use crate::library::Measure;

    #[test]
    fn each_way_gives_the_same_record_and_every_variant_has_a_place() {
        let variants = variants();
        assert_eq!(variants.len(), EDITS.len() * SIZES.len());
        for row in rows(RunKind::Quick) {
            let name = format!("{} ({})", row.library, row.mode);
            assert!(!row.proofs.is_empty(), "{name}");
            for (claim, holds) in &row.proofs {
                assert!(holds, "{name}: {claim}");
            }
            let sent: Vec<&str> = row.exact.iter().map(|one| one.variant).collect();
            assert_eq!(sent, variants, "{name}");
            for measure in [Measure::MakePatch, Measure::ApplyPatch] {
                let timed = row.operations.iter().filter(|one| one.measure == measure).map(|one| one.variant);
                assert_eq!(timed.collect::<Vec<_>>(), variants, "{name}");
            }
        }
    }

    #[test]
    fn a_patch_is_as_long_in_a_record_of_any_size() {
        let rows = rows(RunKind::Quick);
        let sent = |mode: &str, variant: &str| {
            let row = rows.iter().find(|row| (row.library, row.mode) == ("vellum", mode)).expect("a row");
            row.exact.iter().find(|one| one.variant == variant).expect("a size").value
        };
        for (edit, [short, long]) in EDITS {
            // Of a list that is full the first push moves all of it, and most bytes differ.
            let small: &[&str] = match edit {
                Edit::Push => &["logical patch", "recorded patch"],
                _ => &["logical patch", "recorded patch", "physical patch"],
            };
            for mode in small {
                let [of_short, of_long] = [short, long].map(|variant| sent(mode, variant));
                assert!(of_long < of_short + 40.0 && of_long < 200.0, "{edit:?}, {mode}: {of_short} and {of_long}");
            }
        }
        let [short, long] = EDITS[0].1.map(|variant| sent("whole record", variant));
        assert!((900.0..1_100.0).contains(&short) && (90_000.0..110_000.0).contains(&long), "{short} and {long}");
    }
}
