//! The README's tables, between marks that name them.

mod others;

use std::fs;
use std::path::Path;

use super::stored::{self, Stored};

/// Times closer than this to the best one count as best too.
const TIE: f64 = 1.03;

/// Columns of the container table: measure, variant, heading.
const COLUMNS: [(&str, &str, &str); 9] = [
    ("size", "", "size, bytes"),
    ("encode", "owned", "encode"),
    ("decode_all", "owned", "decode all, owned"),
    ("decode_all", "borrowed", "decode all, borrowed"),
    ("decode_one", "location", "decode one, string"),
    ("update_one", "list[0].name", "update one, with clone"),
    ("update_one", "list[0].name longer and back", "longer and back, with clone"),
    ("update_one_in_place", "list[0].name", "update one in place"),
    ("update_one_in_place", "list[0].name longer and back", "longer and back in place"),
];

/// Columns of the table of workload D: library, mode, heading.
const ROWS: [(&str, &str, &str); 8] = [
    ("vellum", "derive", "vellum, buffer open"),
    ("vellum", "derive, reopened", "reopened each time"),
    ("vellum", "runtime", "run-time schema"),
    ("std", "Vec", "std, no bytes"),
    ("wincode", "derive, open", "wincode, buffer open"),
    ("wincode", "derive", "wincode, reopened"),
    ("bincode 2", "derive", "bincode 2"),
    ("flatbuffers", "verified", "flatbuffers"),
];

/// Lines of the table of workload D: measure, variant, text; a run has those of its time.
const LINES: [(&str, &str, &str); 22] = [
    ("push", "u8 × 10,000", "push u8, to 10,000"),
    ("push", "u64 × 10", "push u64, to 10"),
    ("push", "u64 × 10,000", "push u64, to 10,000"),
    ("push", "u64 × 10,000,000", "push u64, to 10,000,000"),
    ("push", "40 bytes × 10", "push 40 bytes, to 10"),
    ("push", "40 bytes × 10,000,000", "push 40 bytes, to 10,000,000"),
    ("insert_delete", "u64 × 10", "insert and delete in the middle of 10 u64"),
    ("insert_delete", "u64 × 10,000", "... of 10,000"),
    ("insert_delete", "u64 × 1,000,000", "... of 1,000,000"),
    ("update_one_in_place", "u32 in 100 bytes", "set a u32 in 100 bytes"),
    ("update_one_in_place", "u32 in 10 kB", "... in 10 kB"),
    ("update_one_in_place", "u32 in 10 MB", "... in 10 MB"),
    ("update_one_in_place", "u32 in 100 MB", "... in 100 MB"),
    ("update_one_in_place", "string in 100 bytes", "set a string in 100 bytes"),
    ("update_one_in_place", "string in 10 MB", "... in 10 MB"),
    ("update_one_in_place", "string in 100 MB", "... in 100 MB"),
    ("decode_one", "string in 100 bytes", "read a string in 100 bytes"),
    ("decode_one", "string in 100 MB", "... in 100 MB"),
    ("update_one", "u32 in 100 MB", "set a u32 in a clone of 100 MB"),
    ("key_insert", "1,000,000 keys", "add a random key, to 1,000,000"),
    ("key_get", "1,000,000 keys", "... and look one up"),
    ("churn", "in one session", "one of a million random edits"),
];

/// Writes the tables of a results file into a README; with `check` only says whether they are there.
///
/// # Errors
///
/// If a file cannot be read or written, the README has no marks, or, with `check`, other tables.
pub fn readme(results: &Path, readme: &Path, check: bool) -> Result<(), String> {
    let figures = stored::read(results)?.figures;
    let old = fs::read_to_string(readme).map_err(|error| format!("cannot read {}: {error}", readme.display()))?;
    let new = replace(&old, "container", &container(&figures))?;
    let new = replace(&new, "scaling", &scaling(&figures))?;
    let new = replace(&new, "others", &others::others(&figures))?;
    if !check {
        return fs::write(readme, new).map_err(|error| format!("cannot write {}: {error}", readme.display()));
    }
    if new == old {
        return Ok(());
    }
    Err(format!(
        "the tables of {} are not those of {}; write them without --check",
        readme.display(),
        results.display()
    ))
}

/// Puts a table between its marks.
fn replace(text: &str, name: &str, table: &str) -> Result<String, String> {
    let (start, end) = (format!("<!-- table: {name} -->\n"), format!("<!-- end of table: {name} -->\n"));
    let parts = text.split_once(&start).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("the README has no marks for the table \"{name}\""))?;
    Ok(format!("{before}{start}{table}{end}{after}"))
}

fn container(all: &[Stored]) -> String {
    let figures: Vec<&Stored> = all.iter().filter(|figure| figure.workload == "container").collect();
    let mut rows: Vec<&Stored> = Vec::new();
    for figure in figures.iter().filter(|figure| figure.measure == "size") {
        if !rows.iter().any(|row| row.row() == figure.row()) {
            rows.push(figure);
        }
    }
    let median = |row: &Stored, (measure, variant, _): (&str, &str, &str)| {
        let found =
            figures.iter().find(|one| one.row() == row.row() && one.measure == measure && one.variant == variant);
        found.map(|figure| figure.median)
    };
    // Reading is compared among those that are as safe; writing among all.
    let best = |row: &Stored, column: (&str, &str, &str)| {
        let reads = !matches!(column.0, "size" | "encode");
        let rivals = rows.iter().filter(|other| !reads || other.checked == row.checked);
        rivals.filter_map(|other| median(other, column)).fold(f64::INFINITY, f64::min)
    };
    let mut table = heading("library", COLUMNS.iter().map(|(_, _, heading)| *heading));
    for row in &rows {
        let name = row.library.trim_end_matches(|c: char| c == ' ' || c.is_ascii_digit());
        let dagger = if row.checked { "" } else { " †" };
        let mut line = format!("| {name} {}, {}{dagger} |", row.version, row.mode);
        for column in COLUMNS {
            let tie = if column.0 == "size" { 1.0 } else { TIE };
            line += &match median(row, column) {
                Some(value) if value <= best(row, column) * tie => format!(" **{}** |", number(value)),
                Some(value) => format!(" {} |", number(value)),
                None => " - |".to_owned(),
            };
        }
        table += &line;
        table.push('\n');
    }
    table
}

fn scaling(all: &[Stored]) -> String {
    let mut table = heading("one edit, ns", ROWS.iter().map(|(_, _, heading)| *heading));
    for (measure, variant, text) in LINES {
        let (mut line, mut has_figures) = (format!("| {text} |"), false);
        for (library, mode, _) in ROWS {
            let is_cell = |figure: &&Stored| {
                figure.workload == "scaling"
                    && (figure.library.as_str(), figure.mode.as_str()) == (library, mode)
                    && (figure.measure.as_str(), figure.variant.as_str()) == (measure, variant)
            };
            let cell = all.iter().find(is_cell).map(|figure| time(figure.median));
            has_figures |= cell.is_some();
            line += &format!(" {} |", cell.as_deref().unwrap_or("-"));
        }
        // A measure that is younger than the run.
        if !has_figures {
            continue;
        }
        table += &line;
        table.push('\n');
    }
    table
}

fn heading<'h>(first: &str, columns: impl Iterator<Item = &'h str> + Clone) -> String {
    let names: String = columns.clone().map(|name| format!(" {name} |")).collect();
    let rules: String = columns.map(|_| " --: |").collect();
    format!("| {first} |{names}\n| --- |{rules}\n")
}

fn number(value: f64) -> String {
    if value >= 99.95 || value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// Nanoseconds, in a unit that keeps the number short.
fn time(nanos: f64) -> String {
    match nanos {
        _ if nanos >= 1e6 => format!("{:.1} ms", nanos / 1e6),
        _ if nanos >= 1e4 => format!("{:.0} µs", nanos / 1e3),
        _ if nanos >= 1e3 => format!("{:.1} µs", nanos / 1e3),
        _ => number(nanos),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(library: &str, checked: bool, measure: &str, variant: &str, median: f64) -> Stored {
        let workload = "container".to_owned();
        let (library, mode) = (library.to_owned(), "derive".to_owned());
        let (measure, variant) = (measure.to_owned(), variant.to_owned());
        Stored {
            workload,
            library,
            version: "1.0".into(),
            mode,
            checked,
            measure,
            variant,
            median,
            ..Stored::default()
        }
    }

    #[test]
    fn a_table_goes_between_its_marks_and_nothing_else_changes() {
        let text = "a\n<!-- table: x -->\nold\n<!-- end of table: x -->\nb\n";
        assert_eq!(replace(text, "x", "new\n").unwrap(), text.replace("old", "new"));
        assert!(replace(text, "y", "new\n").is_err());
    }

    #[test]
    fn the_best_are_bold_among_those_as_safe() {
        let figures = [
            figure("a", true, "size", "", 100.0),
            figure("b 2", false, "size", "", 90.0),
            figure("a", true, "decode_one", "location", 12.04),
            figure("b 2", false, "decode_one", "location", 1.0),
        ];
        let table = container(&figures);
        assert!(table.contains("| a 1.0, derive | 100 | - | - | - | **12.0** |"), "{table}");
        assert!(table.contains("| b 1.0, derive † | **90** | - | - | - | **1** |"), "{table}");
    }

    #[test]
    fn times_keep_a_short_number() {
        assert_eq!([3.43, 101.2, 5355.0, 13_321.0, 2.5e6].map(time), ["3.4", "101", "5.4 µs", "13 µs", "2.5 ms"]);
    }
}
