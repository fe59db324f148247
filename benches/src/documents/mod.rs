//! Workload "documents": JSON documents of about a megabyte, without a schema.
//!
//! Three kinds, generated with fixed seeds: `tweets`, `catalogue` and `places`, from the chance and
//! the words in `random`. Ours keeps one in a record whose root is `any`, and edits it there.
//! Beside it stand the parsed tree in memory, which is no bytes, and the self-describing formats,
//! which find, parse or copy.
//!
//! - `document`: what is read and changed in each kind
//! - `leaves`: the sum that a reader of everything makes
//! - `ours`, `memory`: vellum, and the tree that is kept in memory
//! - `codec`: the measures of everything that reads and writes bytes; `json`, `simd`, `sonic`,
//!   `bson`, `flexbuffers`, `msgpack`, `rmp`: those

#[cfg(feature = "full")]
mod bson;
mod catalogue;
mod codec;
mod document;
mod flexbuffers;
mod json;
mod leaves;
mod memory;
mod msgpack;
mod ours;
mod places;
mod random;
mod rmp;
mod simd;
mod sonic;
mod tweets;

use self::codec::Codec as _;
use crate::harness::kind::RunKind;
use crate::library::Row;

/// What a run of this kind does without.
pub const fn left_out(kind: RunKind) -> &'static str {
    match kind {
        RunKind::Quick => "a quick run has one document, a shorter one",
        RunKind::Default | RunKind::Thorough => "",
    }
}

/// The rows of this workload.
pub fn rows(kind: RunKind) -> Vec<Row> {
    let documents = document::all(kind);
    let mut rows = ours::rows(&documents);
    rows.push(memory::row(&documents));
    rows.push(codec::row::<json::Json>(&documents));
    rows.push(codec::row::<simd::Simd>(&documents));
    rows.push(codec::row::<sonic::Sonic>(&documents));
    #[cfg(feature = "full")]
    rows.push(codec::row::<bson::Bson>(&documents));
    rows.push(codec::row::<flexbuffers::Flexbuffers>(&documents));
    rows.push(codec::row::<msgpack::MessagePack>(&documents));
    let splices = rmp::ByHand::CHANGE_NOTE;
    rows.push(codec::row::<rmp::ByHand>(&documents).by_hand(|operation| operation.note.starts_with(splices)));
    rows
}

/// The variants in the order of the report, each with the word that stands for it over a narrow
/// column.
pub fn variants() -> Vec<&'static str> {
    let names = document::ALL.iter().chain([&document::QUICK]);
    names.flat_map(|names| [names.name, names.tree, names.leaves, names.first, names.batch, names.singly]).collect()
}

#[cfg(test)]
mod tests {
    use crate::harness::kind::RunKind;

    #[test]
    fn every_row_proves_its_results_on_every_document() {
        for row in super::rows(RunKind::Thorough) {
            assert!(!row.proofs.is_empty());
            for (claim, holds) in row.proofs {
                assert!(holds, "{} ({}): false that {claim}", row.library, row.mode);
            }
        }
    }
}
