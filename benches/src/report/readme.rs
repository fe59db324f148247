//! The README's tables and the sentences around them, between marks that name them. Nothing in them is written by hand: what is
//! shown, what is bold and what is said follows from the results files by rules.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::compose::merged;
use super::stored::{self, Results};
use super::verdict::{self, Line, number};
use crate::harness::figure::{self, Figure};
use crate::harness::measures;
use crate::harness::rank::TIE;

/// Columns of the container table: measure, variant, heading.
const COLUMNS: [(&str, &str, &str); 9] = [
    ("size", "", "size, bytes"),
    ("encode", "owned", "encode"),
    ("decode_all", "owned", "decode all, owned"),
    ("decode_all", "borrowed", "decode all, borrowed"),
    ("decode_one", "location", "decode one, string"),
    ("update_one", "list[0].name, same length", "new bytes, name of the same length"),
    ("update_one", "list[0].name of 3 and 35 bytes, ASCII", "... 3 and 35 bytes"),
    ("update_one_in_place", "list[0].name, same length", "in place, name of the same length"),
    ("update_one_in_place", "list[0].name of 3 and 35 bytes, ASCII", "... 3 and 35 bytes"),
];

/// Writes the tables of results files into a README; with `check` only says whether they are there. Of several runs the figures
/// are the medians, and bold is what is best in all of them.
///
/// # Errors
///
/// If a file cannot be read or written, the README has no marks, or, with `check`, other tables.
pub fn readme(results: &[PathBuf], readme: &Path, check: bool) -> Result<(), String> {
    let runs: Vec<Results> = results.iter().map(|path| stored::read(path)).collect::<Result<_, _>>()?;
    let old = fs::read_to_string(readme).map_err(|error| format!("cannot read {}: {error}", readme.display()))?;
    let figures = merged(&runs);
    let new = replace(&old, "verdict", &said(&figures, &runs))?;
    let new = replace(&new, "container", &container(&figures, &runs))?;
    let new = replace(&new, "lines", &lines(&figures))?;
    if !check {
        return fs::write(readme, new).map_err(|error| format!("cannot write {}: {error}", readme.display()));
    }
    if new == old {
        return Ok(());
    }
    Err(format!("the tables of {} are not those of these results; write them without --check", readme.display()))
}

/// Puts a table between its marks.
fn replace(text: &str, name: &str, table: &str) -> Result<String, String> {
    let (start, end) = (format!("<!-- table: {name} -->\n"), format!("<!-- end of table: {name} -->\n"));
    let parts = text.split_once(&start).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("the README has no marks for the table \"{name}\""))?;
    Ok(format!("{before}{start}{table}{end}{after}"))
}

/// When and where, what the signs mean, and the verdict.
fn said(figures: &[Figure], runs: &[Results]) -> String {
    let mut text = String::new();
    if let Some(about) = runs.last().map(|run| &run.about) {
        let _ = writeln!(text, "{}; {}; {}.", about.machine, about.compiler, about.when());
    }
    for paragraph in verdict::verdict(figures, runs.len()) {
        let _ = writeln!(text, "\n{paragraph}");
    }
    if runs.iter().any(|run| run.about.date.as_str() < verdict::WITHOUT_CLONES) {
        let _ = writeln!(text, "\nIn this run, codecs that write new bytes cloned the old ones before, for nothing.");
    }
    text
}

/// Every row of the container, with a best of each kind of reading in each column.
fn container(all: &[Figure], runs: &[Results]) -> String {
    let figures: Vec<&Figure> = all.iter().filter(|figure| figure.workload == "container").collect();
    let rows = figure::rows(figures.iter().copied().filter(|one| COLUMNS.iter().any(|column| is_of(one, *column))));
    let mut table = heading("library", COLUMNS.iter().map(|(_, _, heading)| *heading));
    for row in &rows {
        let name = row.library.trim_end_matches(|c: char| c == ' ' || c.is_ascii_digit());
        let dagger = if row.checked { "" } else { " †" };
        let mut line = format!("| {name} {}, {}{dagger} |", row.version, row.mode);
        for column in COLUMNS {
            let found = figures.iter().find(|one| one.row() == row.row() && is_of(one, column));
            line += &match found {
                Some(figure) if runs.iter().all(|run| is_best(figure, &run.figures)) => {
                    format!(" **{}** |", number(figure.median))
                }
                Some(figure) => format!(" {} |", number(figure.median)),
                None => " - |".to_owned(),
            };
        }
        table += &line;
        table.push('\n');
    }
    table
}

fn is_of(figure: &Figure, (measure, variant, _): (&str, &str, &str)) -> bool {
    (figure.measure.as_str(), figure.variant.as_str()) == (measure, variant)
}

/// Whether a figure is the best of a run among those of its kind of reading, or of all where no bytes are read.
fn is_best(figure: &Figure, run: &[Figure]) -> bool {
    let Some(measure) = measures::of(&figure.measure) else { return false };
    let rivals = run.iter().filter(|one| {
        (&one.workload, &one.measure, &one.variant) == (&figure.workload, &figure.measure, &figure.variant)
            && !one.is_floor()
            && (!measures::reads(measure) || one.reading() == figure.reading())
    });
    let best = rivals.map(|one| one.median).fold(f64::INFINITY, f64::min);
    let tie = if measures::is_size(measure) { 1.0 } else { 1.0 + TIE };
    run.iter().find(|one| one.is_of(figure)).is_some_and(|one| one.median <= best * tie)
}

/// The contested lines, a folded table for each workload.
fn lines(figures: &[Figure]) -> String {
    let all = verdict::lines(figures);
    let mut text = String::new();
    for (name, workload) in verdict::by_workload(&all) {
        let contested: Vec<&Line<'_>> = workload.iter().copied().filter(|line| line.contested).collect();
        let (all, near) = (verdict::counts(workload), verdict::counts(contested.iter().copied()));
        let (all, near) = (verdict::told(all), verdict::told(near));
        let _ = writeln!(
            text,
            "<details><summary>{}: {all}; of the {} contested lines {near}</summary>\n",
            name,
            contested.len()
        );
        // Its empty heading has one blank there.
        text += &verdict::grid(&contested, "").markdown().replacen("|  |", "| |", 1);
        text += "\n</details>\n";
    }
    text
}

fn heading<'h>(first: &str, columns: impl Iterator<Item = &'h str> + Clone) -> String {
    let names: String = columns.clone().map(|name| format!(" {name} |")).collect();
    let rules: String = columns.map(|_| " --: |").collect();
    format!("| {first} |{names}\n| --- |{rules}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(library: &str, checked: bool, measure: &str, variant: &str, median: f64) -> Figure {
        Figure {
            workload: "container".into(),
            library: library.into(),
            version: "1.0".into(),
            mode: "derive".into(),
            checked,
            measure: measure.into(),
            variant: variant.into(),
            median,
            ..Figure::default()
        }
    }

    fn run(figures: &[Figure]) -> Results {
        Results { about: Default::default(), figures: figures.to_vec() }
    }

    #[test]
    fn a_table_goes_between_its_marks_and_nothing_else_changes() {
        let text = "a\n<!-- table: x -->\nold\n<!-- end of table: x -->\nb\n";
        assert_eq!(replace(text, "x", "new\n").unwrap(), text.replace("old", "new"));
        assert!(replace(text, "y", "new\n").is_err());
    }

    #[test]
    fn the_best_are_bold_among_those_of_one_kind() {
        let figures = [
            figure("a", true, "size", "", 100.0),
            figure("b 2", false, "size", "", 90.0),
            figure("a", true, "decode_one", "location", 12.04),
            figure("b 2", false, "decode_one", "location", 1.0),
        ];
        let table = container(&figures, &[run(&figures)]);
        assert!(table.contains("| a 1.0, derive | 100 | - | - | - | **12.0** |"), "{table}");
        assert!(table.contains("| b 1.0, derive † | **90** | - | - | - | **1** |"), "{table}");
    }

    #[test]
    fn of_several_runs_the_median_is_shown_and_bold_is_who_is_best_in_all() {
        let with = |a, b| run(&[figure("a", true, "encode", "owned", a), figure("b", true, "encode", "owned", b)]);
        let table = |runs: &[Results]| container(&merged(runs), runs);
        let twice = table(&[with(10.0, 20.0), with(12.0, 21.0), with(11.0, 22.0)]);
        assert!(
            twice.contains("| a 1.0, derive | - | **11** |") && twice.contains("| b 1.0, derive | - | 21 |"),
            "{twice}"
        );
        let once = table(&[with(10.0, 20.0), with(30.0, 21.0), with(11.0, 22.0)]);
        assert!(once.contains("| a 1.0, derive | - | 11 |") && once.contains("| b 1.0, derive | - | 21 |"), "{once}");
    }

    #[test]
    fn contested_lines_are_shown_whoever_wins_and_the_others_are_counted() {
        let figures = [
            figure("vellum", true, "encode", "owned", 45.0),
            figure("a", true, "encode", "owned", 30.0),
            figure("vellum", true, "decode_one", "location", 10.0),
            figure("a", true, "decode_one", "location", 100.0),
        ];
        let text = lines(&figures);
        assert!(
            text.contains("container: 1 won, 0 tied, 1 lost; of the 1 contested lines 0 won, 0 tied, 1 lost"),
            "{text}"
        );
        assert!(text.contains("| Encode |  | 45 | **30** | a, derive | 1.50 |"), "{text}");
        assert!(!text.contains("Read one field"), "{text}");
    }
}
