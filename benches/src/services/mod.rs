//! Workload H, "services": records as services have them.
//!
//! Four kinds, each a type of its own: a log of texts, saves of mixed records, the entities of a
//! tick, and a mesh. Each kind is one value of some kilobytes to a megabyte with a list, which is
//! encoded and decoded as a whole; one field in the midst of the list is read, and one changed;
//! elements are appended; the mesh is lent as slices, and summed up.
//!
//! - `log`, `saves` with `voyages`, `tick`, `mesh`: the types, and how values are drawn (`draw`);
//!   `lent`: the same with borrowed texts
//! - `kind`: what they have in common; `sink`: how they are walked
//! - `rows`, `held`: what is measured in the same way for every library
//! - `formats`: codecs, and how they read one field (`readers`, `before`, `nth`)
//! - `ours`, `archives`, `messages`, `mirrors`, `parsers`: vellum, rkyv, prost, wincode's mesh, and
//!   what simd-json, sonic-rs and flexbuffers have of their own
//! - `flatbuffers`, `planus`, `protobuf`, `capnp`: by generated code; `tables`: how tables are read

mod archives;
mod before;
mod capnp;
mod draw;
mod flatbuffers;
mod formats;
mod held;
mod kind;
mod lent;
mod log;
mod mesh;
mod messages;
mod mirrors;
mod nth;
mod ours;
mod parsers;
mod planus;
#[cfg(feature = "full")]
mod protobuf;
mod readers;
mod rows;
mod saves;
mod sink;
mod tables;
mod tick;
mod voyages;

use formats::row;
use kind::Kind;
use log::AccessLog;
use mesh::Surface;
use saves::Saves;
use tick::Tick;

use crate::harness::kind::RunKind;
use crate::libraries::{
    bincode1, bincode2, bitcode, borsh, ciborium, desert, flexbuffers, postcard, rmp_serde, serde_json, sonic_rs,
    speedy,
};
#[cfg(feature = "full")]
use crate::libraries::{bson, serde_bare};
use crate::library::Row;

/// What a run of this kind does without.
pub const fn left_out(_: RunKind) -> &'static str {
    ""
}

/// The rows of this workload, the same in all runs.
pub fn rows(_: RunKind) -> Vec<Row> {
    let mut rows = ours::rows();
    rows.extend(archives::rows());
    rows.extend(flatbuffers::rows());
    rows.extend(planus::rows());
    rows.extend(capnp::rows());
    rows.extend([
        mirrors::row(),
        messages::row(),
        row::<bincode1::Serde>(),
        row::<bincode2::Derive<bincode2::Standard>>(),
        row::<bincode2::Serde>(),
        row::<bincode2::Derive<bincode2::Legacy>>(),
        row::<rmp_serde::Serde>(),
        row::<flexbuffers::Serde>(),
        row::<postcard::Serde>(),
        row::<bitcode::Derive>(),
        row::<bitcode::Serde>(),
        row::<borsh::Derive>(),
        row::<speedy::Derive>(),
        row::<ciborium::Serde>(),
        row::<desert::Derive>(),
        row::<parsers::Simd>(),
        row::<sonic_rs::Borrowing>(),
        row::<serde_json::Borrowing>(),
    ]);
    #[cfg(feature = "full")]
    rows.extend([protobuf::row(), row::<bson::Serde>(), row::<serde_bare::Serde>()]);
    rows
}

/// The libraries without a row, and why.
const WITHOUT: &[(&str, &str)] = &[
    ("no_proto", "not added: its compaction loses values of structs of more than four fields"),
    ("rmp", "not added: code by hand for each type; rmp-serde stands for the format"),
    ("messagepack-rs", TREES),
    ("json", TREES),
    (
        "apache-avro",
        "not added: its schemas would be written beside the types, with unions for orders and optional values",
    ),
    ("zerocopy", "its types have a fixed size, and a list has not"),
    ("zeropod", "it has no floats and no maps, and fields of fixed size stand first: not the same types"),
    ("flat_message", "measured on the workload \"fields\" alone"),
    ("toml", "measured on the workload \"fields\" alone"),
    ("arrow", "a format of columns, of which a log is a list of records"),
    ("sqlite", "a database, which sends no record as bytes"),
];

const TREES: &str = "not added: trees of values; the codecs stand for the format";

/// Those of them that `wanted` names.
pub fn without(wanted: &dyn Fn(&str) -> bool) -> Vec<(&'static str, &'static str)> {
    WITHOUT.iter().copied().filter(|(name, _)| wanted(name)).collect()
}

/// Every variant, in the order of the report.
pub fn variants() -> Vec<&'static str> {
    AccessLog::NAMES.all().chain(Saves::NAMES.all()).chain(Tick::NAMES.all()).chain(Surface::NAMES.all()).collect()
}
