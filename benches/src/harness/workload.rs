//! The workloads as the harness sees them: a name, the rows a library makes for it, and the order
//! of its variants.

use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::apart::Apart;
use super::kind::RunKind;
use crate::library::{Library, Makes, Row};
use crate::workloads::container::{Container, variant};
use crate::workloads::fields::{Fields, variant as of_fields};
use crate::workloads::oplog::{self, Oplog, PAYLOADS};
use crate::{bulk, documents, libraries, patches, scaling, services, session};

/// A workload that can be chosen on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    Container,
    Fields,
    Oplog,
    Scaling,
    Bulk,
    Documents,
    Patches,
    Services,
    Session,
}

impl Workload {
    pub const ALL: [Self; 9] = [
        Self::Container,
        Self::Fields,
        Self::Oplog,
        Self::Scaling,
        Self::Bulk,
        Self::Documents,
        Self::Patches,
        Self::Services,
        Self::Session,
    ];

    /// The letter on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Container => "a",
            Self::Fields => "b",
            Self::Oplog => "c",
            Self::Scaling => "d",
            Self::Bulk => "e",
            Self::Documents => "f",
            Self::Patches => "g",
            Self::Services => "h",
            Self::Session => "i",
        }
    }

    /// The name in every output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Container => "container",
            Self::Fields => "fields",
            Self::Oplog => "oplog",
            Self::Scaling => "scaling",
            Self::Bulk => "bulk",
            Self::Documents => "documents",
            Self::Patches => "patches",
            Self::Services => "services",
            Self::Session => "session",
        }
    }

    /// The name of a workload that results files know under this one, from before it was renamed.
    pub fn renamed(former: &str) -> Option<&'static str> {
        (former == "edits").then_some(Self::Scaling.name())
    }

    /// One line on the values.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Container => "the object of the FlatBuffers benchmark: a list of three structs and three fields",
            Self::Fields => "27 fields of twelve types side by side",
            Self::Oplog => "10,000 log entries of seven cases, with payloads of four sizes; figures are of one entry",
            Self::Scaling => {
                "records from 100 B to 100 MB, lists to ten million elements, maps to a million keys, structs of many fields"
            }
            Self::Bulk => "a million structs of eight floats, and ten million floats, beside a copy of the same bytes",
            Self::Documents => "JSON documents of about a megabyte without a schema",
            Self::Patches => "one edit of an order book of 1 kB or 100 kB, sent to who has a copy of it",
            Self::Services => "an access log, saved games, the entities of a tick, and a mesh",
            Self::Session => "an agent's session of 400 to 40,000 messages in a file, to which each change is written",
        }
    }

    /// The rows of the libraries that `wanted` names, and those that have none with the reason.
    pub fn rows(self, kind: RunKind, wanted: &dyn Fn(&str) -> bool) -> (Vec<Row>, Vec<(&'static str, &'static str)>) {
        match self {
            Self::Container => {
                let value = Container::new();
                each_library(wanted, &value, |library| library.container)
            }
            Self::Fields => {
                let value = Fields::new();
                each_library(wanted, &value, |library| library.fields)
            }
            Self::Oplog => {
                let value = Oplog::new(kind);
                each_library(wanted, &value, |library| library.oplog)
            }
            Self::Scaling => (chosen(scaling::rows(kind), wanted), Vec::new()),
            Self::Bulk => (chosen(bulk::rows(kind), wanted), Vec::new()),
            Self::Documents => (chosen(documents::rows(kind), wanted), Vec::new()),
            Self::Patches => (chosen(patches::rows(kind), wanted), Vec::new()),
            Self::Services => (chosen(services::rows(kind), wanted), services::without(wanted)),
            Self::Session => (chosen(session::rows(kind), wanted), Vec::new()),
        }
    }

    /// What the workload measures itself.
    pub fn apart(self, kind: RunKind) -> Option<Apart> {
        match self {
            Self::Session => session::apart(kind),
            _ => None,
        }
    }

    /// What a run of this kind does without.
    pub const fn left_out(self, kind: RunKind) -> &'static str {
        match self {
            Self::Container | Self::Fields => "",
            Self::Oplog => oplog::left_out(kind),
            Self::Scaling => scaling::left_out(kind),
            Self::Bulk => bulk::left_out(kind),
            Self::Documents => documents::left_out(kind),
            Self::Patches => patches::left_out(kind),
            Self::Services => services::left_out(kind),
            Self::Session => session::left_out(kind),
        }
    }

    /// The most rounds, and the longest that one should take of an operation, for a workload of
    /// very many operations some of which take far longer in any case.
    pub const fn limits(self) -> (usize, Duration) {
        match self {
            Self::Scaling => (21, Duration::from_millis(6)),
            _ => (usize::MAX, Duration::MAX),
        }
    }

    /// After how many rounds the rows are made anew, in other places of the memory. Rows whose
    /// values are large or slow to make should stay for some rounds; where they lie matters less,
    /// too.
    pub const fn rounds_per_placement(self) -> usize {
        match self {
            Self::Container | Self::Fields => 1,
            // Its thousands of buffers lie everywhere already.
            Self::Oplog => usize::MAX,
            // Three places in a thorough run, whose rounds are fewer here, and four.
            Self::Scaling => 7,
            Self::Bulk | Self::Documents | Self::Patches | Self::Services => 8,
            // It has no rounds of the harness.
            Self::Session => usize::MAX,
        }
    }

    /// Variants in the order of the report.
    fn variants(self) -> Vec<&'static str> {
        match self {
            Self::Container => variant::ALL.to_vec(),
            Self::Fields => of_fields::ALL.to_vec(),
            Self::Oplog => {
                PAYLOADS.iter().flat_map(|one| [one.name, one.borrowed, one.timestamp, one.halved]).collect()
            }
            Self::Scaling => scaling::variants(),
            Self::Bulk => bulk::variants(),
            Self::Documents => documents::variants(),
            Self::Patches => patches::variants(),
            Self::Services => services::variants(),
            Self::Session => session::variants(),
        }
    }

    /// Whether the variant has a place in the report.
    #[cfg(test)]
    pub fn lists(self, variant: &str) -> bool {
        self.variants().contains(&variant)
    }

    /// The place of `variant` in the report; unknown ones come last.
    pub fn place(self, variant: &str) -> usize {
        let variants = self.variants();
        variants.iter().position(|name| *name == variant).unwrap_or(variants.len())
    }
}

/// The rows whose library `wanted` names; those with names of their own, such as std's, are always
/// there.
fn chosen(rows: Vec<Row>, wanted: &dyn Fn(&str) -> bool) -> Vec<Row> {
    let known = |name: &str| libraries::ALL.iter().any(|library| library.name == name);
    rows.into_iter().filter(|row| !known(row.library) || wanted(row.library)).collect()
}

/// The rows that `make` gives for each library that `wanted` names, and the reasons of those that
/// have none.
fn each_library<T>(
    wanted: &dyn Fn(&str) -> bool,
    value: &T,
    of: impl Fn(&Library) -> Makes<T>,
) -> (Vec<Row>, Vec<(&'static str, &'static str)>) {
    let (mut rows, mut excluded) = (Vec::new(), Vec::new());
    for library in libraries::ALL.iter().filter(|library| wanted(library.name)) {
        match of(library) {
            Ok(make) => rows.extend(make(value)),
            Err(reason) => excluded.push((library.name, reason)),
        }
    }
    (rows, excluded)
}

impl ValueEnum for Workload {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.id()).alias(self.name()).help(format!("{}: {}", self.name(), self.description())))
    }
}
