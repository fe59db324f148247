//! Our own rows over dated runs: what became faster, what became slower.

use std::path::PathBuf;

use super::grid::{Cell, Grid, Line};
use super::stored::{self, Results};
use crate::harness::figure::Figure;
use crate::harness::kind::RunKind;
use crate::harness::rank::{Mark, OURS, TIE};
use crate::harness::sheet::Kind;
use crate::harness::stats::number;

/// Runs that a terminal has room for; older ones are left out.
const RUNS: usize = 6;

/// A line for each figure of ours, a column for each run, the oldest first, and the change from the
/// first to the last.
///
/// # Errors
///
/// If a file cannot be read, or none has a figure of ours.
pub fn history(paths: &[PathBuf]) -> Result<String, String> {
    let mut runs: Vec<Results> = paths.iter().map(|path| stored::read(path)).collect::<Result<_, _>>()?;
    runs.sort_by_key(day);
    let grid = grid(&runs[runs.len().saturating_sub(RUNS)..]);
    if grid.lines.is_empty() {
        return Err(format!("no figure of {OURS} in these files"));
    }
    let left = runs.len().saturating_sub(RUNS);
    let note = if left == 0 { String::new() } else { format!("; {left} older runs left out") };
    Ok(format!("{OURS} over {} runs, bytes and ns; ★ best of the line{note}\n{}", runs.len(), grid.terminal()))
}

/// The day of a run, by which runs are sorted; those of one day stay in the order of the command
/// line. Runs from before files told their date have the name of their file, which goes on after
/// the day.
fn day(run: &Results) -> String {
    run.about.date.chars().take("2026-11-21".len()).collect()
}

/// The table of these runs.
pub fn grid(runs: &[Results]) -> Grid {
    let mut heads = vec![("figure".to_owned(), Kind::Text), ("mode".to_owned(), Kind::Text)];
    heads.extend(runs.iter().map(|run| {
        let kind = match run.about.kind {
            RunKind::Thorough => String::new(),
            kind => format!("\n{}", kind.name()),
        };
        let commit = if run.about.commit.is_empty() { String::new() } else { format!("\n{}", run.about.commit) };
        (format!("{}{commit}{kind}", run.about.date), Kind::Number)
    }));
    heads.push(("last /\nfirst".to_owned(), Kind::Number));
    let mut grid = Grid::new(heads);
    // The figures of the latest run come in the order of its report, those that it lacks after
    // them.
    let mut figures: Vec<&Figure> = Vec::new();
    for figure in runs.iter().rev().flat_map(|run| &run.figures).filter(|figure| figure.library == OURS) {
        if !figures.iter().any(|known| known.is_of(figure)) {
            figures.push(figure);
        }
    }
    figures.sort_by_key(|figure| runs.iter().rev().find_map(|run| run.place(&figure.workload)));
    let mut workload = "";
    for figure in figures {
        if figure.workload != workload {
            workload = &figure.workload;
            grid.lines.push(Line::Section(workload.to_owned()));
        }
        let values: Vec<Option<f64>> =
            runs.iter().map(|run| run.figures.iter().find(|one| one.is_of(figure)).map(|one| one.median)).collect();
        grid.push(line(figure, &values), false);
    }
    grid
}

fn line(figure: &Figure, values: &[Option<f64>]) -> Vec<Cell> {
    let known: Vec<f64> = values.iter().copied().flatten().collect();
    let best = known.iter().copied().fold(f64::INFINITY, f64::min);
    let variant = if figure.variant.is_empty() { String::new() } else { format!(" · {}", figure.variant) };
    let mut cells = vec![Cell::plain(format!("{}{variant}", figure.measure)), Cell::plain(&figure.mode)];
    cells.extend(values.iter().map(|value| match value {
        // A mark on every cell of a line would say nothing.
        Some(value) if *value <= best * (1.0 + TIE) && known.iter().any(|other| *other > best * (1.0 + TIE)) => {
            Cell { text: number(*value), mark: Mark::Best }
        }
        value => Cell::of(value.map(number)),
    }));
    let change = match (known.first(), known.last()) {
        (Some(first), Some(last)) if known.len() > 1 && *first > 0.0 => Some(format!("{:.2}×", last / first)),
        _ => None,
    };
    cells.push(Cell::of(change));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::about::About;

    fn run(date: &str, figures: &[(&str, &str, f64)]) -> Results {
        let figure = |(library, measure, median): &(&str, &str, f64)| Figure {
            workload: "container".to_owned(),
            library: (*library).to_owned(),
            mode: "derive".to_owned(),
            measure: (*measure).to_owned(),
            median: *median,
            ..Figure::default()
        };
        let about = About { date: date.to_owned(), ..About::default() };
        Results { about, figures: figures.iter().map(figure).collect() }
    }

    #[test]
    fn a_line_follows_one_figure_of_ours_through_the_runs() {
        let runs = [
            run("2026-11-01", &[("vellum", "encode", 80.0), ("rkyv", "encode", 90.0)]),
            run("2026-11-02", &[("vellum", "encode", 60.0), ("vellum", "verify", 9.0)]),
        ];
        let text = grid(&runs).terminal();
        let words = |start: &str| {
            let line = text.lines().find(|line| line.starts_with(start)).unwrap_or_default();
            line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(words("encode"), ["encode", "derive", "80.0", "★60.0", "0.75×"], "{text}");
        assert_eq!(words("verify"), ["verify", "derive", "-", "9.00", "-"], "{text}");
        assert!(!text.contains("rkyv"), "{text}");
        assert!(text.lines().any(|line| line.trim_end() == "container"), "{text}");
    }

    #[test]
    fn runs_of_one_day_stay_in_their_order() {
        let mut runs = ["2026-11-21-a", "2026-11-21", "2026-11-20"].map(|date| run(date, &[]));
        runs.sort_by_key(day);
        assert_eq!(runs.map(|run| run.about.date), ["2026-11-20", "2026-11-21-a", "2026-11-21"]);
    }

    #[test]
    fn a_figure_that_never_changed_has_no_best() {
        let runs = [run("1", &[("vellum", "encode", 60.0)]), run("2", &[("vellum", "encode", 61.0)])];
        assert!(!grid(&runs).terminal().contains('★'));
    }
}
