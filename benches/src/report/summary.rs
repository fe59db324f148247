//! The summary of a workload: all rows against all figures that a user weighs.

use super::chapter::{Chapter, Entry, Group};
use super::grid::{Cell, Grid, Line};
use super::plots;
use crate::harness::measures;
use crate::harness::rank::OURS;
use crate::harness::sheet::Kind;
use crate::harness::stats::number;
use crate::library::{Measure, Reading};

/// Beyond that many groups, they become the lines of the table and the rows its columns.
const WIDEST: usize = 20;

/// The summary of `chapter`.
pub fn grid(chapter: &Chapter) -> Grid {
    let weighed: Vec<&Group> =
        chapter.groups.iter().filter(|group| measures::SUMMARY.contains(&group.measure)).collect();
    let others = |group: &Group| !matches!(group.measure, Measure::Clone | Measure::Empty | Measure::Build);
    let all: Vec<&Group> = chapter.groups.iter().filter(|group| others(group)).collect();
    // A workload whose figures are mostly of other measures is about these.
    if weighed.len() > WIDEST || all.len() > 2 * weighed.len() {
        by_group(chapter, &all)
    } else {
        by_row(chapter, &weighed)
    }
}

fn by_row(chapter: &Chapter, groups: &[&Group]) -> Grid {
    let mut heads = vec![("library".to_owned(), Kind::Word), ("mode".to_owned(), Kind::Text)];
    heads.extend(groups.iter().map(|group| (heading(group), Kind::Number)));
    let mut grid = Grid::new(heads);
    for reading in Reading::ALL {
        let mut lines = Vec::new();
        for row in chapter.rows().into_iter().filter(|row| row.reading() == reading) {
            let found: Vec<Cell> = groups.iter().map(|group| cell(group.entry(row))).collect();
            if found.iter().any(|cell| cell.text != Cell::NONE) {
                let names =
                    [Cell::plain(format!("{} {}", plain_name(&row.library), row.version)), Cell::plain(&row.mode)];
                let cells = names.into_iter().chain(found).collect();
                lines.push(Line::Cells { cells, ours: row.library == OURS });
            }
        }
        if !lines.is_empty() {
            grid.lines.push(Line::Section(format!("{}: {}", reading.name(), meaning(reading))));
            grid.lines.append(&mut lines);
        }
    }
    grid
}

fn by_group(chapter: &Chapter, groups: &[&Group]) -> Grid {
    let rows = chapter.rows();
    let mut heads = vec![("one operation".to_owned(), Kind::Text)];
    heads.extend(rows.iter().map(|row| (format!("{}\n{}", row.library, row.mode), Kind::Number)));
    let mut grid = Grid::new(heads);
    let mut measure = None;
    for group in groups {
        if measure != Some(group.measure) {
            measure = Some(group.measure);
            let meaning = measures::meaning(group.measure);
            grid.lines.push(Line::Section(format!("{}: {meaning}", group.measure.id())));
        }
        let mut cells = vec![Cell::plain(group.variant)];
        cells.extend(rows.iter().map(|row| {
            let cell = cell(group.entry(row));
            // These times differ by so much that one unit does not suit them all.
            let time = group.entry(row).filter(|_| !measures::is_size(group.measure));
            time.map_or(cell.clone(), |entry| Cell { text: plots::nanoseconds(entry.figure.median), ..cell })
        }));
        grid.push(cells, false);
    }
    grid
}

/// What a kind of reading promises.
const fn meaning(reading: Reading) -> &'static str {
    match reading {
        Reading::Lazy => "each access checks what it reads, a decoder what it decodes",
        Reading::Proved => "the whole is proved first, within the figure",
        Reading::LazyKept => "each access checks, the buffer was opened before",
        Reading::ProvedKept => "the whole was proved before",
        Reading::Trusted => "nobody checks: not safe on hostile bytes",
    }
}

fn heading(group: &Group) -> String {
    let heading = measures::heading(group.measure);
    // Encoding has one variant, which would say nothing.
    let silent = group.variant.is_empty() || (group.measure == Measure::Encode && group.variant == "owned");
    if silent { heading.to_owned() } else { format!("{heading}\n{}", group.variant) }
}

fn cell(entry: Option<&Entry>) -> Cell {
    entry.map_or(Cell::of(None), |entry| Cell { text: number(entry.figure.median), mark: entry.standing.mark })
}

/// The name without the number that tells two versions of one library apart: the version says it.
pub fn plain_name(library: &str) -> &str {
    library.trim_end_matches(|letter: char| letter == ' ' || letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::rank::Mark;
    use crate::report::chapter::tests::figure;

    #[test]
    fn kinds_of_reading_stand_apart() {
        let figures = [
            figure("size", "", OURS, true, 100.0),
            figure("size", "", "x", true, 200.0),
            figure("size", "", "y", false, 50.0),
            figure("decode_one", "location", OURS, true, 10.0),
            figure("decode_one", "location", "x", true, 20.0),
            figure("decode_one", "location", "y", false, 4.0),
            figure("clone", "owned", "x", true, 4.0),
        ];
        let expected = "| library | mode | size | decode one location |\n| --- | --- | --: | --: |\n\
            | *lazy: each access checks what it reads, a decoder what it decodes* |  |  |  |\n\
            | vellum 1.0.0 | checked | 100 | **10.0** |\n\
            | x 1.0.0 | checked | 200 | 20.0 |\n\
            | *trusted: nobody checks: not safe on hostile bytes* |  |  |  |\n\
            | y 1.0.0 | raw | **50.0** | **4.00** † |\n";
        assert_eq!(grid(&Chapter::all(&figures)[0]).markdown(), expected);
    }

    #[test]
    fn many_figures_of_few_rows_become_lines() {
        let variants = ["u64 × 10", "u64 × 100", "u64 × 1,000"];
        let figures: Vec<_> = variants
            .iter()
            .flat_map(|variant| [figure("push", variant, OURS, true, 1.0), figure("push", variant, "x", true, 5.0)])
            .collect();
        let grid = grid(&Chapter::all(&figures)[0]);
        assert_eq!(grid.heads.len(), 3);
        let Some(Line::Cells { cells, .. }) = grid.lines.last() else { panic!("a line of cells") };
        let texts: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(texts, ["u64 × 1,000", "1 ns", "5 ns"]);
        assert_eq!(cells[1].mark, Mark::Best);
    }
}
