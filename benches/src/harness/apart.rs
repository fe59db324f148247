//! Figures that a workload measures itself, as no loop of the harness fits its operations.

use std::time::Duration;

use super::cli::Args;
use super::figure::Figure;
use super::kind::RunKind;
use super::sheet;
use super::stats::Summary;
use super::workload::Workload;
use crate::library::{Measure, Row};

/// What a workload measures itself.
pub struct Apart {
    /// How, for the head of the workload.
    pub about: &'static str,
    /// How long it takes, about.
    pub takes: Duration,
    /// Every figure that a row may have.
    pub named: Vec<(Measure, &'static str)>,
    /// The figures of rows that were proved.
    pub measure: fn(RunKind, &[Row]) -> Result<Vec<Measured>, String>,
}

/// A figure of the row at an index.
#[derive(Debug)]
pub struct Measured {
    pub row: usize,
    pub measure: Measure,
    pub variant: &'static str,
    pub note: String,
    pub summary: Summary,
}

impl Apart {
    /// What the workload measures itself of the measures that were chosen.
    pub fn of(workload: Workload, args: &Args) -> Option<Self> {
        workload.apart(args.kind()).filter(|apart| apart.named.iter().any(|(measure, _)| args.wants_measure(*measure)))
    }

    /// The head of the workload.
    pub fn method(&self, workload: Workload, kind: RunKind) -> String {
        let left_out = match workload.left_out(kind) {
            "" => String::new(),
            text => format!("{text}\n"),
        };
        sheet::paragraph("", self.about) + &left_out
    }

    /// The figures of rows that were proved.
    ///
    /// # Errors
    ///
    /// If the system fails, or a row does not keep what it claims.
    pub fn figures(&self, workload: Workload, args: &Args, rows: &[Row]) -> Result<Vec<Figure>, String> {
        let measured = (self.measure)(args.kind(), rows);
        let measured = measured.map_err(|error| format!("workload {}: {error}", workload.name()))?;
        let wanted = measured.into_iter().filter(|one| args.wants_measure(one.measure));
        let figure = |Measured { row, measure, variant, note, summary }: Measured| {
            rows.get(row).map(|row| Figure::new(workload, row, measure, variant, &note, summary))
        };
        Ok(wanted.filter_map(figure).collect())
    }
}
