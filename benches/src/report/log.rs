//! One record of a realistic size, the access log of the workload "services": what each library
//! takes for the jobs of a program that stores it. The README's table and its figure.

use super::told::{size, time};
use super::versus::class::Class;
use crate::harness::figure::Figure;
use crate::harness::measures;
use crate::harness::rank::{OURS, TIE};
use crate::library::Measure;

/// One way to do a job, and the sign of a way that makes new bytes.
type Way = (Measure, &'static str, &'static str);

/// A job: its name, and the ways to do it. A column takes the first that it has.
struct Job {
    name: &'static str,
    ways: &'static [Way],
}

const NEW_BYTES: &str = "¹";
const NUMBER: &str = "log, entries[500].status";
const TEXT: &str = "log, entries[500].path of 7 and 48 bytes";

const JOBS: [Job; 7] = [
    Job { name: "read one string in the middle", ways: &[(Measure::DecodeOne, "log, entries[500].path", "")] },
    Job {
        name: "set one number in the middle",
        ways: &[(Measure::UpdateOneInPlace, NUMBER, ""), (Measure::UpdateOne, NUMBER, NEW_BYTES)],
    },
    Job {
        name: "set one string of another length",
        ways: &[(Measure::UpdateOneInPlace, TEXT, ""), (Measure::UpdateOne, TEXT, NEW_BYTES)],
    },
    Job { name: "append one entry²", ways: &[(Measure::Push, "log, an entry", NEW_BYTES)] },
    Job { name: "encode the record", ways: &[(Measure::Encode, "log", "")] },
    Job { name: "decode the record", ways: &[(Measure::DecodeAll, "log", "")] },
    Job { name: "size", ways: &[(Measure::Size, "log", "")] },
];

/// The modes of libraries that have several; `None` takes the fastest that is safe on hostile bytes.
const COLUMNS: [(&str, &str, Option<&str>); 9] = [
    ("vellum", OURS, None),
    ("rkyv, validated", "rkyv", Some("validated")),
    ("rkyv, kept", "rkyv", Some("validated, kept")),
    ("rkyv, `unsafe`", "rkyv", Some("unchecked")),
    ("wincode", "wincode", None),
    ("capnp", "capnp", None),
    ("flatbuffers", "flatbuffers", None),
    ("prost", "prost", None),
    ("serde_json", "serde_json", None),
];

/// A library, or one of its modes, with its figure for each job.
pub struct Column<'f> {
    pub name: &'static str,
    pub library: &'static str,
    pub cells: Vec<Option<Cell<'f>>>,
}

/// The figure of a job, and the sign of the way that it is done in.
pub struct Cell<'f> {
    pub figure: &'f Figure,
    pub sign: &'static str,
}

/// The names of the jobs, in the order of the cells.
pub fn jobs() -> impl Iterator<Item = &'static str> {
    JOBS.iter().map(|job| job.name)
}

/// The columns of the table.
pub fn columns(figures: &[Figure]) -> Vec<Column<'_>> {
    let column = |(name, library, mode): (&'static str, &'static str, Option<&'static str>)| {
        let cells = JOBS.iter().map(|job| cell(figures, library, mode, job.ways)).collect();
        Column { name, library, cells }
    };
    COLUMNS.into_iter().map(column).collect()
}

fn cell<'f>(figures: &'f [Figure], library: &str, mode: Option<&str>, ways: &[Way]) -> Option<Cell<'f>> {
    ways.iter().find_map(|(measure, variant, sign)| {
        let here = figures.iter().filter(|figure| {
            figure.workload == "services"
                && figure.library == library
                && figure.measure == measure.id()
                && figure.variant == *variant
                && mode.map_or(Class::of(figure) == (Class::Checked, false), |mode| figure.mode == mode)
        });
        let best = here.min_by(|one, other| one.median.total_cmp(&other.median));
        // Ours alone pushes in place.
        let sign = if (library, *measure) == (OURS, Measure::Push) { "" } else { *sign };
        best.map(|figure| Cell { figure, sign })
    })
}

/// The table, and what its signs mean.
pub fn table(columns: &[Column<'_>]) -> String {
    let names: String = columns.iter().map(|column| format!(" {} |", column.name)).collect();
    let mut text = format!("| one record |{names}\n| --- |{}\n", " --: |".repeat(columns.len()));
    for (index, name) in jobs().enumerate() {
        let cells = columns.iter().map(|column| column.cells[index].as_ref());
        let best = cells.clone().flatten().map(|cell| cell.figure.median).fold(f64::INFINITY, f64::min);
        let told: String = cells.map(|cell| format!(" {} |", told(cell, best))).collect();
        text += &format!("| {name} |{told}\n");
    }
    text + &format!(
        "\nBold is the best of the row, within {:.0} %. The new string alternates between 7 and 48 bytes.\\\n\
         {NEW_BYTES} The library writes a new buffer.\\\n\
         ² vellum: the mean of 1,000 pushes to an empty list, in one open buffer. The others: one push to a list of 500.\n",
        TIE * 100.0
    )
}

fn told(cell: Option<&Cell<'_>>, best: f64) -> String {
    let Some(Cell { figure, sign }) = cell else { return "-".to_owned() };
    let is_size = figure.measure().is_some_and(measures::is_size);
    let text = if is_size { size(figure.median) } else { short(figure.median) };
    if figure.median <= best * (1.0 + TIE) { format!("**{text}**{sign}") } else { format!("{text}{sign}") }
}

/// A time with two digits or three.
fn short(nanos: f64) -> String {
    if (10.0..1e3).contains(&nanos) { format!("{nanos:.0} ns") } else { time(nanos, " ns") }
}

/// The time to read the string of the first job in a buffer of ours that was validated and stays
/// open.
pub fn kept(figures: &[Figure]) -> Option<String> {
    let (measure, variant, _) = JOBS.first()?.ways.first()?;
    let here = figures.iter().filter(|figure| {
        (figure.library.as_str(), figure.measure.as_str(), figure.variant.as_str()) == (OURS, measure.id(), variant)
            && Class::of(figure) == (Class::Kept, true)
    });
    here.map(|figure| figure.median).min_by(f64::total_cmp).map(short)
}

/// A time as the figure names it.
pub fn time_of(cell: &Cell<'_>) -> String {
    short(cell.figure.median)
}

/// The size of the record in the bytes of a column.
pub fn size_of(column: &Column<'_>) -> Option<String> {
    let mut all = column.cells.iter().flatten().map(|cell| cell.figure);
    all.find(|figure| figure.measure().is_some_and(measures::is_size)).map(|figure| size(figure.median))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Reading;
    use crate::report::versus::duel::tests::figure;

    #[test]
    fn a_library_without_an_edit_in_place_has_new_bytes_and_a_mode_has_its_own_row() {
        let at = |measure, variant| ["services", measure, variant];
        let of_mode = |mode: &str, figure: Figure| Figure { mode: mode.to_owned(), ..figure };
        let figures = [
            figure(at("update_one_in_place", NUMBER), OURS, Reading::Lazy, 9.8),
            figure(at("update_one", NUMBER), OURS, Reading::Lazy, 5766.0),
            figure(at("update_one", NUMBER), "prost", Reading::Lazy, 776_269.0),
            of_mode("validated", figure(at("update_one_in_place", NUMBER), "rkyv", Reading::Proved, 50_351.0)),
            of_mode("unchecked", figure(at("update_one_in_place", NUMBER), "rkyv", Reading::Trusted, 1.4)),
            of_mode(
                "validated, kept",
                figure(at("decode_one", "log, entries[500].path"), "rkyv", Reading::ProvedKept, 1.4),
            ),
        ];
        let columns = columns(&figures);
        let table = table(&columns);
        let line = table.lines().find(|line| line.contains("set one number")).unwrap_or_default();
        let expected = "| set one number in the middle | 9.8 ns | 50 µs | - | **1.4 ns** | - | - | - | 776 µs¹ | - |";
        assert_eq!(line, expected);
        assert!(table.contains("| read one string in the middle | - | - | **1.4 ns** | - |"), "{table}");
    }
}
