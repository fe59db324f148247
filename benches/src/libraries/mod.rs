//! One file for each library under test; adding a library takes a file here, its `mod`, and a line
//! in [`ALL`].
//!
//! Most files hold a [`Format`](crate::format::Format), of which the workloads make whole rows;
//! `postcard.rs` is a short one. Files with generated types or buffers of their own fill a
//! [`Row`](crate::library::Row) by hand.

use crate::library::Library;

#[cfg(feature = "full")]
mod avro;
#[cfg(feature = "rivals")]
pub mod bincode1;
#[cfg(feature = "rivals")]
pub mod bincode2;
#[cfg(feature = "rivals")]
pub mod bitcode;
#[cfg(feature = "rivals")]
pub mod borsh;
#[cfg(feature = "full")]
pub mod bson;
#[cfg(feature = "rivals")]
pub mod capnp;
#[cfg(feature = "rivals")]
pub mod ciborium;
#[cfg(feature = "rivals")]
pub mod desert;
#[cfg(feature = "full")]
mod flat_message;
#[cfg(feature = "rivals")]
pub mod flatbuffers;
#[cfg(feature = "rivals")]
pub mod flexbuffers;
#[cfg(feature = "full")]
mod json;
#[cfg(feature = "full")]
mod messagepack_rs;
#[cfg(all(no_proto, not(doc)))]
mod no_proto;
#[cfg(feature = "rivals")]
pub mod planus;
#[cfg(feature = "rivals")]
pub mod postcard;
#[cfg(feature = "rivals")]
pub mod prost;
#[cfg(feature = "full")]
pub mod protobuf;
#[cfg(feature = "rivals")]
pub mod rkyv;
#[cfg(feature = "rivals")]
pub mod rmp;
#[cfg(feature = "rivals")]
pub mod rmp_serde;
#[cfg(feature = "full")]
pub mod serde_bare;
#[cfg(feature = "rivals")]
pub mod serde_json;
#[cfg(feature = "rivals")]
pub mod simd_json;
#[cfg(feature = "rivals")]
pub mod sonic_rs;
#[cfg(feature = "rivals")]
pub mod speedy;
#[cfg(feature = "full")]
mod toml;
pub mod vellum;
#[cfg(feature = "rivals")]
pub mod wincode;
#[cfg(feature = "rivals")]
mod zeropod;

/// Every library, in the order of the tables.
pub const ALL: &[Library] = &[
    vellum::LIBRARY,
    #[cfg(all(no_proto, not(doc)))]
    no_proto::LIBRARY,
    #[cfg(feature = "rivals")]
    flatbuffers::LIBRARY,
    #[cfg(feature = "rivals")]
    planus::LIBRARY,
    #[cfg(feature = "rivals")]
    bincode1::LIBRARY,
    #[cfg(feature = "rivals")]
    bincode2::LIBRARY,
    #[cfg(feature = "full")]
    protobuf::LIBRARY,
    #[cfg(feature = "rivals")]
    prost::LIBRARY,
    #[cfg(feature = "rivals")]
    capnp::LIBRARY,
    #[cfg(feature = "rivals")]
    rmp_serde::LIBRARY,
    #[cfg(feature = "rivals")]
    rmp::LIBRARY,
    #[cfg(feature = "full")]
    messagepack_rs::LIBRARY,
    #[cfg(feature = "full")]
    bson::LIBRARY,
    #[cfg(feature = "full")]
    avro::LIBRARY,
    #[cfg(feature = "rivals")]
    flexbuffers::LIBRARY,
    #[cfg(feature = "rivals")]
    postcard::LIBRARY,
    #[cfg(feature = "full")]
    serde_bare::LIBRARY,
    #[cfg(feature = "rivals")]
    rkyv::LIBRARY,
    #[cfg(feature = "rivals")]
    wincode::LIBRARY,
    // In "scaling" a struct of 255 fields, in "bulk" lists, whose length is that of the bytes.
    #[cfg(feature = "rivals")]
    Library::elsewhere("zerocopy", "its types have a fixed size, and a text has not"),
    #[cfg(feature = "rivals")]
    zeropod::LIBRARY,
    #[cfg(feature = "rivals")]
    bitcode::LIBRARY,
    #[cfg(feature = "rivals")]
    borsh::LIBRARY,
    #[cfg(feature = "rivals")]
    speedy::LIBRARY,
    #[cfg(feature = "rivals")]
    ciborium::LIBRARY,
    #[cfg(feature = "rivals")]
    desert::LIBRARY,
    #[cfg(feature = "full")]
    json::LIBRARY,
    #[cfg(feature = "rivals")]
    simd_json::LIBRARY,
    #[cfg(feature = "rivals")]
    sonic_rs::LIBRARY,
    #[cfg(feature = "full")]
    flat_message::LIBRARY,
    #[cfg(feature = "rivals")]
    serde_json::LIBRARY,
    #[cfg(feature = "full")]
    toml::LIBRARY,
    // Columns in "bulk".
    #[cfg(feature = "full")]
    Library::elsewhere("arrow", "a format of columns, of which a record has one value each"),
    // A table of keys in "scaling".
    #[cfg(feature = "full")]
    Library::elsewhere("sqlite", "a database, which sends no record as bytes"),
    // A session in a file.
    #[cfg(feature = "full")]
    Library::elsewhere("redb", "a store of values by keys, which sends no record as bytes"),
];

// What was published is compared with rows that a short build is without.
#[cfg(all(test, feature = "full"))]
mod tests {
    use super::*;
    use crate::harness::kind::RunKind;
    use crate::library::Row;
    use crate::workloads::container::Container;
    use crate::workloads::fields::Fields;
    use crate::workloads::oplog::{Oplog, PAYLOADS};

    fn rows_of_container() -> Vec<Row> {
        ALL.iter().filter_map(|library| library.container.ok()).flat_map(|rows| rows(&Container::new())).collect()
    }

    fn rows_of_fields() -> Vec<Row> {
        ALL.iter().filter_map(|library| library.fields.ok()).flat_map(|rows| rows(&Fields::new())).collect()
    }

    fn rows_of_oplog() -> Vec<Row> {
        let log = Oplog::of(&PAYLOADS, 70);
        ALL.iter().filter_map(|library| library.oplog.ok()).flat_map(|rows| rows(&log)).collect()
    }

    #[test]
    fn every_proof_of_the_container_the_fields_and_the_log_holds() {
        for row in rows_of_container().into_iter().chain(rows_of_fields()).chain(rows_of_oplog()) {
            assert!(!row.proofs.is_empty(), "{} ({})", row.library, row.mode);
            for (claim, holds) in &row.proofs {
                assert!(holds, "{} ({}): {claim}", row.library, row.mode);
            }
        }
    }

    #[test]
    fn all_but_five_express_the_fields() {
        let without: Vec<_> =
            ALL.iter().filter(|library| library.fields.is_err()).map(|library| library.name).collect();
        assert_eq!(without, ["protobuf", "zerocopy", "arrow", "sqlite", "redb"]);
    }

    /// The sizes that FlatMessage's suite publishes tell that the values are the same as there.
    #[test]
    fn the_fields_have_the_published_sizes() {
        let published = [
            ("postcard", "serde", 154),
            ("bincode 2", "derive", 172),
            ("bincode 2", "serde", 172),
            ("rmp-serde", "positional", 179),
            ("rmp-serde", "named", 776),
            ("ciborium", "serde", 786),
            ("serde_json", "serde", 895),
            ("simd-json", "serde", 895),
            ("sonic-rs", "serde", 895),
            ("flat_message", "checked", 355),
            ("flat_message", "unchecked", 355),
            ("toml", "serde", 894),
            ("bson", "serde", 885),
            ("flexbuffers", "serde", 1022),
        ];
        let rows = rows_of_fields();
        for (library, mode, size) in published {
            let row = rows.iter().find(|row| row.library == library && row.mode == mode);
            assert_eq!(row.map(|row| row.encoded.len()), Some(size), "{library} ({mode})");
        }
    }

    /// The sizes that desert's suite publishes tell that the log is the same as there. A published
    /// entry has one byte more, a version. Without it some are the same to the byte, and the others
    /// have a reason not to be:
    ///
    /// - through serde, times are signed there, so that formats with integers of variable length
    ///   need a byte more for the late ones;
    /// - there an identifier is a record of its own, which costs desert one byte.
    ///
    /// JSON and `MessagePack` are not compared: fields have other names there, times are text in
    /// JSON, and bytes are lists of numbers in `MessagePack`.
    fn the_log_has_the_published_sizes(log: &Oplog) {
        const SAME: f64 = 0.0;
        const CLOSE: f64 = 0.01;
        let published = [
            ("bincode 2", "derive", SAME, [4_523_230, 28_539_850, 105_508_320, 1_661_930_830]),
            ("bincode 2", "serde", CLOSE, [4_523_670, 28_540_050, 105_508_720, 1_661_931_150]),
            ("postcard", "serde", CLOSE, [4_254_760, 28_201_370, 105_169_120, 1_661_663_730]),
            ("serde_bare", "serde", SAME, [4_381_520, 28_326_690, 105_295_060, 1_661_788_490]),
            ("bitcode", "serde", SAME, [4_239_540, 22_328_210, 80_199_150, 1_242_374_290]),
            ("desert", "derive", CLOSE, [5_196_810, 35_996_790, 134_792_130, 2_141_855_520]),
        ];
        let rows: Vec<Row> = ALL.iter().filter_map(|library| library.oplog.ok()).flat_map(|rows| rows(log)).collect();
        for (library, mode, tolerance, totals) in published {
            let row = rows.iter().find(|row| (row.library, row.mode) == (library, mode));
            let samples = row.map_or(&[][..], |row| &row.samples);
            assert_eq!(samples.len(), log.batches.len(), "{library} ({mode})");
            for (sample, total) in samples.iter().zip(totals) {
                // The sum of ten repetitions of ten thousand entries.
                let expected = f64::from(total) / 100_000.0 - 1.0;
                let difference = (sample.size / expected - 1.0).abs();
                let name = sample.variant;
                assert!(difference < tolerance + 1e-9, "{library} ({mode}), {name}: {} {expected}", sample.size);
            }
        }
    }

    #[test]
    fn a_log_of_small_payloads_has_the_published_sizes() {
        the_log_has_the_published_sizes(&Oplog::of(&PAYLOADS[..1], 10_000));
    }

    #[test]
    #[ignore = "takes minutes without optimisation"]
    fn a_log_has_the_published_sizes() {
        the_log_has_the_published_sizes(&Oplog::new(RunKind::Thorough));
    }
}
