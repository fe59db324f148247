//! The object of the FlatBuffers benchmark in one table: every row, in the operations that most ask
//! for.

use super::stored::Results;
use super::told::number;
use crate::harness::figure::{self, BY_HAND, Figure};
use crate::harness::rank::{self, Mark};

/// A column: the measure, its variant and the name that older files have for it, and the heading.
type Column = (&'static str, [&'static str; 2], &'static str);

const SAME: [&str; 2] = ["list[0].name, same length", "list[0].name"];
const LONGER: [&str; 2] = ["list[0].name of 3 and 35 bytes, ASCII", "list[0].name longer and back"];

const COLUMNS: [Column; 9] = [
    ("size", [""; 2], "size, bytes"),
    ("encode", ["owned"; 2], "encode"),
    ("decode_all", ["owned"; 2], "decode all, owned"),
    ("decode_all", ["borrowed"; 2], "decode all, borrowed"),
    ("decode_one", ["location"; 2], "decode one, string"),
    ("update_one", SAME, "new bytes, name of the same length"),
    ("update_one", LONGER, "... 3 and 35 bytes"),
    ("update_one_in_place", SAME, "in place, name of the same length"),
    ("update_one_in_place", LONGER, "... 3 and 35 bytes"),
];

/// Every row of the container, with a best of each kind of reading in each column; bold is who is
/// best in all runs.
pub fn table(all: &[Figure], runs: &[Results]) -> String {
    let figures: Vec<&Figure> = all.iter().filter(|figure| figure.workload == "container").collect();
    let best: Vec<Vec<&Figure>> = runs.iter().map(|run| best(&run.figures)).collect();
    let rows = figure::rows(figures.iter().copied().filter(|one| COLUMNS.iter().any(|column| is_of(one, *column))));
    let mut table = heading("library", COLUMNS.iter().map(|(_, _, heading)| *heading));
    for row in &rows {
        let name = row.library.trim_end_matches(|c: char| c == ' ' || c.is_ascii_digit());
        let dagger = if row.checked { "" } else { " †" };
        let mut line = format!("| {name} {}, {}{dagger} |", row.version, row.mode);
        for column in COLUMNS {
            let found = figures.iter().find(|one| one.row() == row.row() && is_of(one, column));
            line += &found.map_or(" - |".to_owned(), |figure| {
                let (sign, number) = (if figure.is_by_hand() { BY_HAND } else { "" }, number(figure.median));
                let bold = best.iter().all(|run| run.iter().any(|one| one.is_of(figure)));
                if bold { format!(" **{number}**{sign} |") } else { format!(" {number}{sign} |") }
            });
        }
        table += &line;
        table.push('\n');
    }
    table
}

fn is_of(figure: &Figure, (measure, variants, _): Column) -> bool {
    figure.measure == measure && variants.contains(&figure.variant.as_str())
}

/// The figures of a run that are the best of their kind in their column.
fn best(run: &[Figure]) -> Vec<&Figure> {
    let columns = COLUMNS.iter().map(|column| {
        let here = run.iter().filter(|figure| figure.workload == "container" && is_of(figure, *column));
        here.collect::<Vec<_>>()
    });
    let best = columns.flat_map(|column| {
        let standings = rank::standings(&column);
        column.into_iter().zip(standings).filter(|(_, standing)| standing.mark != Mark::None).map(|(figure, _)| figure)
    });
    best.collect()
}

fn heading<'h>(first: &str, columns: impl Iterator<Item = &'h str> + Clone) -> String {
    let names: String = columns.clone().map(|name| format!(" {name} |")).collect();
    let rules: String = columns.map(|_| " --: |").collect();
    format!("| {first} |{names}\n| --- |{rules}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::compose::merged;

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
    fn the_best_are_bold_among_those_of_one_kind_and_nobody_who_is_alone() {
        let figures = [
            figure("a", true, "size", "", 100.0),
            figure("b 2", false, "size", "", 90.0),
            figure("a", true, "decode_one", "location", 12.04),
            figure("b 2", false, "decode_one", "location", 1.0),
            figure("c", true, "decode_one", "location", 20.0),
        ];
        let table = table(&figures, &[run(&figures)]);
        assert!(table.contains("| a 1.0, derive | 100 | - | - | - | **12.0** |"), "{table}");
        assert!(table.contains("| b 1.0, derive † | **90** | - | - | - | 1 |"), "{table}");
    }

    #[test]
    fn code_by_hand_has_its_sign_and_is_no_rival_of_others() {
        let edit = |library, median| figure(library, true, "update_one_in_place", "list[0].name", median);
        let by_hand = Figure { by_hand: Some(true), ..edit("c", 2.0) };
        let figures = [edit("a", 10.0), edit("b", 20.0), by_hand];
        let table = table(&figures, &[run(&figures)]);
        assert!(table.contains(" **10** | - |") && table.contains(" 2‡ | - |"), "{table}");
    }

    #[test]
    fn of_several_runs_the_median_is_shown_and_bold_is_who_is_best_in_all() {
        let with = |a, b| run(&[figure("a", true, "encode", "owned", a), figure("b", true, "encode", "owned", b)]);
        let table = |runs: &[Results]| table(&merged(runs), runs);
        let twice = table(&[with(10.0, 20.0), with(12.0, 21.0), with(11.0, 22.0)]);
        assert!(
            twice.contains("| a 1.0, derive | - | **11** |") && twice.contains("| b 1.0, derive | - | 21 |"),
            "{twice}"
        );
        let once = table(&[with(10.0, 20.0), with(30.0, 21.0), with(11.0, 22.0)]);
        assert!(once.contains("| a 1.0, derive | - | 11 |") && once.contains("| b 1.0, derive | - | 21 |"), "{once}");
    }
}
