//! Figures that others published about the same workloads, marked as such, beside those of this
//! run.
//!
//! They were taken on other machines, with other compilers and versions, so no number of theirs
//! compares with one of ours; what compares are ratios within one table. Suites are data here:
//! adding one takes a file and an entry.

mod data;

use std::sync::LazyLock;

use serde::Deserialize;

use super::grid::{Cell, Grid, Line};
use crate::harness::figure::{self, Figure};
use crate::harness::rank::OURS;
use crate::harness::sheet::Kind;
use crate::harness::stats::number;
use data::{Row, Table};

/// A suite whose figures were published, as `data/published/suites.json` describes it.
#[derive(Deserialize)]
pub struct Suite {
    pub id: String,
    pub title: String,
    /// The workload of ours that has the same values.
    pub workload: String,
    pub about: String,
    columns: Vec<Column>,
    /// Whether a run of the suite is a variant of our workload, and not a machine.
    runs_are_variants: bool,
}

/// A column of published numbers, and where ours has the same.
#[derive(Deserialize)]
struct Column {
    key: String,
    heading: String,
    unit: Unit,
    /// Measure and variant here, the best match first. The sources of NoProto's update change a
    /// name of 13 bytes to one of three.
    here: Vec<(String, String)>,
}

/// What a published number counts.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Unit {
    Bytes,
    /// Bytes or nanoseconds of so many operations together.
    Of(f64),
    /// Milliseconds of so many operations together.
    Milliseconds(f64),
    OperationsPerMillisecond,
}

impl Unit {
    /// Bytes, or nanoseconds for one operation.
    fn one(self, value: f64) -> f64 {
        match self {
            Self::Bytes => value,
            Self::Of(operations) => value / operations,
            Self::Milliseconds(operations) => value * (1e6 / operations),
            Self::OperationsPerMillisecond => 1e6 / value,
        }
    }
}

static SUITES: LazyLock<Vec<Suite>> = LazyLock::new(|| {
    let text = include_str!("../../../data/published/suites.json");
    serde_json::from_str(text).expect("the file in this repository is valid")
});

/// One suite beside a run of ours.
pub struct Part {
    pub suite: &'static Suite,
    /// Captions and tables.
    pub tables: Vec<(String, Grid)>,
    /// What is there for those who look for it.
    pub older: Option<(String, Grid)>,
}

/// All suites; those whose workload is not among `figures` show what was published alone.
pub fn parts(figures: &[Figure]) -> Vec<Part> {
    SUITES.iter().map(|suite| part(suite, figures)).collect()
}

/// The suites of the workloads of this run, for a terminal.
pub fn terminal(figures: &[Figure]) -> String {
    let mut out = String::new();
    for part in parts(figures).iter().filter(|part| figures.iter().any(|one| one.workload == part.suite.workload)) {
        out += &format!("\n\npublished elsewhere: {} ({})\n", part.suite.title, part.suite.workload);
        out += &crate::harness::sheet::paragraph("", &part.suite.about);
        for (caption, grid) in &part.tables {
            out += &format!("\n{caption}\n{}", grid.terminal());
        }
    }
    out
}

fn part(suite: &'static Suite, figures: &[Figure]) -> Part {
    let table = Table::parse(data::file(&suite.id));
    let mut tables = Vec::new();
    if suite.id == "noproto" {
        tables.push(("NoProto and ours, each against FlatBuffers".to_owned(), ratios(suite, &table, figures)));
    }
    let unit = "bytes, and ns for one operation; published on another machine";
    let runs = table.runs();
    // The older runs of NoProto are of other objects, and in the report alone.
    let latest = beside(suite, &table, figures, if suite.id == "noproto" { &runs[..1] } else { &runs });
    tables.push((format!("{}: {unit}", suite.title), latest));
    if suite.id == "noproto" {
        let caption = "NoProto / FlatBuffers in every published run: sizes and times, below 1 NoProto is better";
        tables.push((caption.to_owned(), over_runs(suite, &table)));
    }
    let older = (suite.id == "noproto").then(|| {
        let caption = format!("{}: the older runs, bytes and ns for one operation, as published", suite.title);
        (caption, beside(suite, &table, &[], &runs[1..]))
    });
    Part { suite, tables, older }
}

/// The lines of the first of these runs, each followed by the row that measures the same library
/// here; of other runs the published lines alone.
fn beside(suite: &Suite, table: &Table, figures: &[Figure], shown: &[&str]) -> Grid {
    let mut heads = vec![("library".to_owned(), Kind::Word), ("figures".to_owned(), Kind::Word)];
    heads.extend(suite.columns.iter().map(|column| (column.heading.clone(), Kind::Number)));
    let mut grid = Grid::new(heads);
    for (index, run) in shown.iter().enumerate() {
        let here = index == 0 || suite.runs_are_variants;
        let machine = data::machine(&suite.id, run).map(|machine| format!(", {machine}")).unwrap_or_default();
        grid.lines.push(Line::Section(format!("{run}{machine}")));
        if here {
            for row in rows_here(suite, figures).into_iter().filter(|row| row.library == OURS) {
                grid.push(line_here(suite, run, row, figures), true);
            }
        }
        for row in table.of(run) {
            let values = suite.columns.iter().map(|column| published(table, row, column));
            let cells = [row.name, "published"].map(Cell::plain).into_iter();
            grid.push(cells.chain(values.map(|value| Cell::of(value.map(number)))).collect(), false);
            if let Some((library, mode)) = data::row_here(&suite.id, row.name).filter(|_| here) {
                let measured = rows_here(suite, figures);
                if let Some(row) = measured.iter().find(|row| row.library == library && row.mode == mode) {
                    grid.push(line_here(suite, run, row, figures), false);
                }
            }
        }
    }
    grid
}

fn line_here(suite: &Suite, run: &str, row: &Figure, figures: &[Figure]) -> Vec<Cell> {
    let name = format!("{} {}, {}", plain_name(&row.library), row.version, row.mode);
    let mut cells = vec![Cell::plain(name), Cell::plain("this run")];
    cells.extend(suite.columns.iter().map(|column| Cell::of(here(suite, column, run, row, figures).map(number))));
    cells
}

/// The rows of the suite's workload in this run.
fn rows_here<'a>(suite: &Suite, figures: &'a [Figure]) -> Vec<&'a Figure> {
    figure::rows(figures.iter().filter(|one| one.workload == suite.workload && !one.is_floor()))
}

/// The figure here that is like the column's.
fn here(suite: &Suite, column: &Column, run: &str, row: &Figure, figures: &[Figure]) -> Option<f64> {
    if column.key == "both" {
        let of = |key: &str| {
            let column = suite.columns.iter().find(|column| column.key == key)?;
            here(suite, column, run, row, figures)
        };
        return Some(of("encode")? + of("decode_all")?);
    }
    column.here.iter().find_map(|(measure, variant)| {
        let same = |one: &&Figure| {
            one.workload == suite.workload && one.row() == row.row() && one.measure == *measure && {
                if suite.runs_are_variants { has_number(&one.variant, run) } else { one.variant == *variant }
            }
        };
        figures.iter().find(same).map(|one| one.median)
    })
}

/// Whether a variant's name has the number with which that of the run begins: "16,384 bytes" has
/// that of "16384 bytes".
fn has_number(variant: &str, run: &str) -> bool {
    let wanted = run.split(' ').next().unwrap_or_default();
    variant.replace(',', "").split(|letter: char| !letter.is_ascii_digit()).any(|number| number == wanted)
}

fn published(table: &Table, row: &Row, column: &Column) -> Option<f64> {
    table.value(row, &column.key).map(|value| column.unit.one(value))
}

/// NoProto against FlatBuffers where it was published, ours against FlatBuffers here.
fn ratios(suite: &Suite, table: &Table, figures: &[Figure]) -> Grid {
    let mut grid = Grid::new([
        ("figure", Kind::Text),
        ("NoProto\npublished", Kind::Number),
        ("FlatBuffers\npublished", Kind::Number),
        ("NoProto /\nFlatBuffers\npublished", Kind::Number),
        ("vellum\nthis run", Kind::Number),
        ("FlatBuffers\nunchecked", Kind::Number),
        ("vellum /\nFlatBuffers\nunchecked", Kind::Number),
        ("FlatBuffers\nverified", Kind::Number),
        ("vellum /\nFlatBuffers\nverified", Kind::Number),
    ]);
    let latest = table.runs().first().copied().unwrap_or_default();
    let rows = rows_here(suite, figures);
    for column in &suite.columns {
        let theirs =
            |name: &str| table.of(latest).find(|row| row.name == name).and_then(|row| published(table, row, column));
        let ours = |library: &str, mode: &str| {
            let row = rows.iter().find(|row| row.library == library && row.mode == mode)?;
            here(suite, column, latest, row, figures)
        };
        let (noproto, flatbuffers) = (theirs("NoProto"), theirs("Flatbuffers"));
        let (vellum, unchecked, verified) =
            (ours(OURS, "derive"), ours("flatbuffers", "unchecked"), ours("flatbuffers", "verified"));
        let values = [noproto, flatbuffers].map(|value| value.map(number)).into_iter();
        let values = values.chain([ratio(noproto, flatbuffers), vellum.map(number), unchecked.map(number)]);
        let values = values.chain([ratio(vellum, unchecked), verified.map(number), ratio(vellum, verified)]);
        let name = Cell::plain(column.heading.replace('\n', " "));
        grid.push(std::iter::once(name).chain(values.map(Cell::of)).collect(), false);
    }
    grid
}

/// The ratio of NoProto to FlatBuffers in each run.
fn over_runs(suite: &Suite, table: &Table) -> Grid {
    let mut heads = vec![("run".to_owned(), Kind::Word), ("machine".to_owned(), Kind::Text)];
    heads.extend(suite.columns.iter().map(|column| (column.heading.clone(), Kind::Number)));
    let mut grid = Grid::new(heads);
    for run in table.runs() {
        let of = |name: &str, column| {
            table.of(run).find(|row| row.name == name).and_then(|row| published(table, row, column))
        };
        let ratios = suite.columns.iter().map(|column| ratio(of("NoProto", column), of("Flatbuffers", column)));
        let machine = data::machine(&suite.id, run).unwrap_or_default();
        grid.push([run, machine].map(Cell::plain).into_iter().chain(ratios.map(Cell::of)).collect(), false);
    }
    grid
}

fn ratio(one: Option<f64>, other: Option<f64>) -> Option<String> {
    let (one, other) = (one?, other?);
    (other > 0.0).then(|| format!("{}×", number(one / other)))
}

/// The name without the number that tells two versions of one library apart: the version says it.
fn plain_name(library: &str) -> &str {
    library.trim_end_matches(|letter: char| letter == ' ' || letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chapter::tests::figure;

    fn lines(grid: &Grid, first: &str) -> Vec<Vec<String>> {
        let cells = grid.lines.iter().filter_map(|line| match line {
            Line::Cells { cells, .. } => Some(cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>()),
            Line::Section(_) => None,
        });
        cells.filter(|cells| cells[0].starts_with(first)).collect()
    }

    fn of(mut one: Figure, workload: &str, mode: &str) -> Figure {
        (one.workload, one.mode) = (workload.to_owned(), mode.to_owned());
        one
    }

    #[test]
    fn ratios_are_taken_within_a_table() {
        let figures = [
            of(figure("encode", "owned", OURS, true, 60.0), "container", "derive"),
            of(figure("encode", "owned", "flatbuffers", false, 300.0), "container", "unchecked"),
        ];
        let grid = &part(&SUITES[0], &figures).tables[0].1;
        // 1032 and 3195 operations in a millisecond.
        let expected = ["encode", "969", "313", "3.10×", "60.0", "300", "0.20×", "-", "-"];
        assert_eq!(lines(grid, "encode"), [expected]);
        assert_eq!(lines(grid, "size zlib"), [["size zlib", "167", "181", "0.92×", "-", "-", "-", "-", "-"]]);
    }

    #[test]
    fn a_published_line_is_followed_by_the_row_that_measures_the_same_library() {
        let figures = [
            of(figure("encode_reused", "owned", "postcard", true, 90.0), "fields", "serde"),
            of(figure("decode_all", "owned", "postcard", true, 110.0), "fields", "serde"),
        ];
        let grid = &part(&SUITES[1], &figures).tables[0].1;
        let first = &lines(grid, "postcard")[..2];
        assert_eq!(first[0], ["postcard (schema)", "published", "154", "103", "162", "272"]);
        assert_eq!(first[1], ["postcard 1.0.0, serde", "this run", "-", "90.0", "110", "200"]);
        assert_eq!(lines(grid, "postcard").len(), 4, "three published runs, one of ours");
    }

    #[test]
    fn a_payload_finds_its_variant_whatever_the_separators() {
        assert!(has_number("payload of 16,384 bytes", "16384 bytes") && has_number("16", "16 bytes"));
        assert!(!has_number("16,384 bytes", "16 bytes"));
        let figures = [of(figure("encode", "owned, 16 bytes", OURS, true, 40.0), "oplog", "derive")];
        let grid = &part(&SUITES[2], &figures).tables[0].1;
        assert_eq!(lines(grid, OURS)[0], ["vellum 1.0.0, derive", "this run", "-", "40.0", "-"]);
        assert_eq!(lines(grid, "postcard")[0], ["postcard", "published", "42.5", "43.6", "70.9"]);
    }

    #[test]
    fn a_terminal_shows_the_suites_of_this_run_alone_and_says_published() {
        let figures = [figure("size", "", OURS, true, 133.0)];
        let text = terminal(&figures);
        assert!(text.contains("published elsewhere: NoProto") && !text.contains("FlatMessage"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
        assert_eq!(terminal(&[]), "");
    }
}
