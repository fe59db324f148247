//! Two runs side by side.

use std::fmt::Write as _;
use std::path::Path;

use super::grid::Grid;
use super::stored::{self, Results};
use crate::harness::figure::Figure;
use crate::harness::sheet::Kind;
use crate::harness::stats::number;

/// Ratios closer to one than this are not worth a line.
const NOTICED: f64 = 0.05;

/// The figures that are in both runs and differ noticeably, the largest change first.
///
/// # Errors
///
/// If a file cannot be read.
pub fn compare(before: &Path, after: &Path) -> Result<String, String> {
    Ok(text(&stored::read(before)?, &stored::read(after)?))
}

fn text(before: &Results, after: &Results) -> String {
    let mut out = String::new();
    for (name, results) in [("before", before), ("after", after)] {
        let when = results.about.when();
        let _ = writeln!(out, "{name:<7} {}", if when.is_empty() { "at an unknown time" } else { &when });
    }
    if before.about.machine != after.about.machine && !before.about.machine.is_empty() {
        let machines = [&before.about.machine, &after.about.machine];
        let _ = writeln!(out, "warning: other machines, {} and {}", machines[0], machines[1]);
    }
    let mut changes: Vec<(f64, &Figure, &Figure)> = Vec::new();
    let mut both = 0;
    for new in &after.figures {
        if let Some(old) = before.figures.iter().find(|old| old.is_of(new)).filter(|old| old.median > 0.0) {
            both += 1;
            let ratio = new.median / old.median;
            if (ratio - 1.0).abs() > NOTICED {
                changes.push((ratio, old, new));
            }
        }
    }
    changes.sort_by(|one, other| other.0.ln().abs().total_cmp(&one.0.ln().abs()));
    let (gone, fresh) = (before.figures.len() - both, after.figures.len() - both);
    let _ = writeln!(
        out,
        "{both} figures are in both runs, {} differ by more than {:.0} %; {gone} are in the first alone, {fresh} in the second",
        changes.len(),
        NOTICED * 100.0
    );
    if changes.is_empty() {
        return out;
    }
    let mut grid = Grid::new([
        ("workload", Kind::Word),
        ("measure", Kind::Word),
        ("variant", Kind::Text),
        ("library", Kind::Word),
        ("mode", Kind::Text),
        ("before", Kind::Number),
        ("after", Kind::Number),
        ("ratio", Kind::Number),
        ("rounds", Kind::Word),
    ]);
    for (ratio, old, new) in changes {
        let words = [&new.workload, &new.measure, &new.variant, &new.library, &new.mode].map(Clone::clone);
        // What lies within the rounds of both runs may be the machine's doing.
        let apart = new.min > old.max || new.max < old.min;
        let rounds = if apart { "apart" } else { "overlap" }.to_owned();
        let numbers = [number(old.median), number(new.median), format!("{ratio:.2}×"), rounds];
        grid.words(words.into_iter().chain(numbers), false);
    }
    out + &grid.terminal() + "apart: the slowest round of the one run is faster than the fastest of the other\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::about::About;

    fn figure(variant: &str, median: f64) -> Figure {
        Figure {
            workload: "container".to_owned(),
            library: "vellum".to_owned(),
            mode: "derive".to_owned(),
            measure: "encode".to_owned(),
            variant: variant.to_owned(),
            median,
            min: median * 0.9,
            max: median * 1.1,
            ..Figure::default()
        }
    }

    fn results(machine: &str, figures: Vec<Figure>) -> Results {
        Results { about: About { machine: machine.to_owned(), ..About::default() }, figures }
    }

    #[test]
    fn the_largest_change_comes_first_and_small_ones_are_counted_only() {
        let before = results("M", vec![figure("a", 100.0), figure("b", 100.0), figure("c", 100.0), figure("d", 1.0)]);
        let after = results("M", vec![figure("a", 104.0), figure("b", 112.0), figure("c", 40.0), figure("e", 1.0)]);
        let text = text(&before, &after);
        assert!(text.contains("3 figures are in both runs, 2 differ by more than 5 %; 1 are in the first"), "{text}");
        let line = |end: &str| text.lines().position(|line| line.split_whitespace().any(|word| word == end));
        assert!(line("0.40×") < line("1.12×") && line("0.40×").is_some(), "{text}");
        assert!(text.contains("0.40×  apart") && text.contains("1.12×  overlap"), "{text}");
        assert!(!text.contains("warning"), "{text}");
    }

    #[test]
    fn other_machines_are_pointed_out() {
        let text = text(&results("M", Vec::new()), &results("N", Vec::new()));
        assert!(text.contains("warning: other machines, M and N"), "{text}");
    }
}
