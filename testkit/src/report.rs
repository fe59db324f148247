//! What runs found: how much was done, and what came out other than expected.

use std::collections::BTreeMap;
use std::fmt;

/// What came out other than expected.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The operation.
    pub edit: &'static str,
    /// The containers of the type.
    pub group: String,
    /// The kind of difference.
    pub kind: &'static str,
    /// All that is needed to see it again.
    pub report: String,
}

/// What a run found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// How many edits were made.
    pub edits: u64,
    /// How many of them the crate refused.
    pub refused: u64,
    /// How many schemas there were.
    pub schemas: u64,
    /// The faults.
    pub faults: Vec<Fault>,
}

impl Findings {
    /// Adds what another run found.
    pub fn add(&mut self, other: Self) {
        self.edits += other.edits;
        self.refused += other.refused;
        self.schemas += other.schemas;
        self.faults.extend(other.faults);
    }
}

/// The faults by operation and kind, with the shortest example of each, and by containers.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: BTreeMap<(&str, &str, &str), Vec<&str>> = BTreeMap::new();
        for fault in &self.faults {
            groups.entry((fault.edit, fault.kind, &fault.group)).or_default().push(&fault.report);
        }
        let mut by_kind: BTreeMap<(&str, &str), (usize, Vec<&str>)> = BTreeMap::new();
        for ((edit, kind, _), reports) in &groups {
            let entry = by_kind.entry((edit, kind)).or_default();
            entry.0 += reports.len();
            if let Some(shortest) = reports.iter().min_by_key(|report| report.len()) {
                entry.1.push(shortest);
            }
        }
        for ((edit, kind), (count, reports)) in by_kind.iter().take(40) {
            writeln!(f, "--- {edit}: {kind} ({count})")?;
            if let Some(report) = reports.iter().min_by_key(|report| report.len()) {
                writeln!(f, "{report}")?;
            }
        }
        for ((edit, kind, group), reports) in groups.iter().take(100) {
            writeln!(f, "{:6} {edit}: {kind}: {group}", reports.len())?;
        }
        Ok(())
    }
}
