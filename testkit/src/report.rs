//! What runs found: how much was done, and what came out other than expected.

use std::collections::BTreeMap;
use std::fmt;

/// What came out other than expected.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The operation.
    pub edit: &'static str,
    /// The kind of difference.
    pub kind: &'static str,
    /// The containers of the type.
    pub group: String,
    /// All that is needed to see it again.
    pub report: String,
}

/// What a run found. Of the faults of one operation, kind and row of containers it keeps their
/// number and the shortest report.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// How many edits were made.
    pub edits: u64,
    /// How many of them the crate refused.
    pub refused: u64,
    /// How many schemas there were.
    pub schemas: u64,
    /// How often there was what a row of edits draws.
    pub drawn: BTreeMap<&'static str, u64>,
    pub(crate) groups: BTreeMap<(&'static str, &'static str, String), (u64, String)>,
}

impl Findings {
    /// How many faults there were.
    pub fn faults(&self) -> u64 {
        self.groups.values().map(|(count, _)| count).sum()
    }

    /// How much was done, in a line.
    pub fn counts(&self) -> String {
        let Self { schemas, edits, refused, .. } = self;
        format!("{schemas} schemas, {edits} edits, {refused} refused, {} faults", self.faults())
    }

    /// Adds a fault.
    pub fn fault(&mut self, fault: Fault) {
        self.add_group((fault.edit, fault.kind, fault.group), (1, fault.report));
    }

    /// Adds what another run found.
    pub fn add(&mut self, other: Self) {
        self.edits += other.edits;
        self.refused += other.refused;
        self.schemas += other.schemas;
        other.drawn.into_iter().for_each(|(what, count)| *self.drawn.entry(what).or_default() += count);
        other.groups.into_iter().for_each(|(group, faults)| self.add_group(group, faults));
    }

    fn add_group(&mut self, group: (&'static str, &'static str, String), (count, report): (u64, String)) {
        let (known, shortest) = self.groups.entry(group).or_insert((0, report.clone()));
        *known += count;
        if report.len() < shortest.len() {
            *shortest = report;
        }
    }
}

/// The faults by operation and kind with the shortest report of each, then by containers, then what
/// was run.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: BTreeMap<(&str, &str), (u64, &str)> = BTreeMap::new();
        for ((edit, kind, _), (count, report)) in &self.groups {
            let (sum, shortest) = kinds.entry((edit, kind)).or_insert((0, report));
            *sum += count;
            if report.len() < shortest.len() {
                *shortest = report;
            }
        }
        for ((edit, kind), (count, report)) in kinds.iter().take(20) {
            writeln!(f, "--- {edit}: {kind} ({count})\n{report}")?;
        }
        for ((edit, kind, containers), (count, _)) in self.groups.iter().take(100) {
            writeln!(f, "{count:6} {edit}: {kind}: {containers}")?;
        }
        for (what, count) in &self.drawn {
            writeln!(f, "{count:6} {what}")?;
        }
        f.write_str(&self.counts())
    }
}
