//! Two runs side by side.

use std::path::Path;

use super::stored::{self, Stored};
use crate::harness::sheet::{self, Kind};
use crate::harness::stats::number;

/// Ratios closer to one than this are not worth a line.
const NOTICED: f64 = 0.05;

/// The figures that are in both runs and differ noticeably, the largest change first.
///
/// # Errors
///
/// If a file cannot be read.
pub fn compare(before: &Path, after: &Path) -> Result<String, String> {
    let (before, after) = (stored::read(before)?, stored::read(after)?);
    let mut changes: Vec<(f64, &Stored, &Stored)> = Vec::new();
    let mut both = 0;
    for new in &after {
        let same = |old: &&Stored| {
            old.row() == new.row()
                && (&old.workload, &old.measure, &old.variant) == (&new.workload, &new.measure, &new.variant)
        };
        if let Some(old) = before.iter().find(same).filter(|old| old.median > 0.0) {
            both += 1;
            let ratio = new.median / old.median;
            if (ratio - 1.0).abs() > NOTICED {
                changes.push((ratio, old, new));
            }
        }
    }
    changes.sort_by(|one, other| other.0.ln().abs().total_cmp(&one.0.ln().abs()));
    let columns = [
        ("workload", Kind::Word),
        ("measure", Kind::Word),
        ("variant", Kind::Text),
        ("library", Kind::Word),
        ("mode", Kind::Text),
        ("before", Kind::Number),
        ("after", Kind::Number),
        ("ratio", Kind::Number),
    ];
    let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
    let lines: Vec<Vec<String>> = changes
        .iter()
        .map(|(ratio, old, new)| {
            let words = [&new.workload, &new.measure, &new.variant, &new.library, &new.mode].map(Clone::clone);
            let numbers = [number(old.median), number(new.median), format!("{ratio:.2}")];
            words.into_iter().chain(numbers).collect()
        })
        .collect();
    let summary = format!("{both} figures are in both runs, {} differ by more than 5 %\n", changes.len());
    Ok(if lines.is_empty() { summary } else { format!("{summary}{}", sheet::draw(&columns, &lines, 2)) })
}
