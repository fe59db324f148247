//! The workloads as the harness sees them: a name, the rows a library makes for it, and the order of its variants.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::library::{Library, Row};
use crate::workloads::container::{Container, variant};

/// A workload that can be chosen on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    Container,
}

impl Workload {
    pub const ALL: [Self; 1] = [Self::Container];

    /// The letter on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Container => "a",
        }
    }

    /// The name in every output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Container => "container",
        }
    }

    /// One line on the values.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Container => "the object of the FlatBuffers benchmark: a list of three structs and three fields",
        }
    }

    /// The rows `library` makes for this workload; `Err` says why it cannot express the values.
    pub fn rows(self, library: &dyn Library) -> Result<Vec<Row>, String> {
        match self {
            Self::Container => library.container(&Container::new()),
        }
    }

    /// After how many rounds the rows are made anew, in other places of the memory. Rows whose values are large or slow
    /// to make should stay for some rounds; where they lie matters less, too.
    pub const fn rounds_per_placement(self) -> usize {
        match self {
            Self::Container => 1,
        }
    }

    /// Variants in the order of the report, each with the word that stands for it over a narrow column.
    const fn variants(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Container => &[
                (variant::OWNED, "owned"),
                (variant::BORROWED, "borrowed"),
                (variant::LOCATION, "string"),
                (variant::TIME, "scalar"),
                (variant::NAME, "string"),
                (variant::NAME_LONGER, "longer"),
                (variant::FIRST_TIME, "scalar"),
            ],
        }
    }

    /// The place of `variant` in the report; unknown ones come last.
    pub fn place(self, variant: &str) -> usize {
        let variants = self.variants();
        variants.iter().position(|(name, _)| *name == variant).unwrap_or(variants.len())
    }

    /// The word that stands for `variant` over a narrow column.
    pub fn short(self, variant: &'static str) -> &'static str {
        self.variants().iter().find(|(name, _)| *name == variant).map_or(variant, |(_, short)| *short)
    }
}

impl ValueEnum for Workload {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.id()).alias(self.name()).help(format!("{}: {}", self.name(), self.description())))
    }
}
