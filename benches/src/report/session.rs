//! The table of workload I: what a change of a session in a file costs, for each way to keep it.

use super::chapter::{Chapter, Entry, Group};
use super::grid::{Cell, Grid, Line};
use super::told::{number, size, time};
use crate::harness::figure::{Figure, rows};
use crate::harness::rank::{Mark, OURS};
use crate::harness::sheet::Kind;
use crate::library::Measure;

/// The workload.
const NAME: &str = "session";

/// The ends of the variants, each of which is a kind of change.
const KINDS: [&str; 4] = ["message", "chunk", "summary", "number"];

/// What the columns mean.
pub const ABOUT: &str = "The changes: a message of 300 bytes is added, the last message grows by 38 bytes, a summary of 345 bytes is \
    replaced, a number is set. Bytes are those that one change gives to calls of the system. The counts of calls that write and that sync are \
    the mean of the four kinds. The row \"std\" appends as many bytes as the record file, and is the least that a change can cost. SQLite and redb \
    read no more than they need when they open a file. Without syncs, redb keeps changes in its memory until its file is closed.";

/// The table of a chapter that has such figures: a section for each length, synced and not, a line
/// for each way.
pub fn grid(chapter: &Chapter<'_>) -> Option<Grid> {
    let sections = sections(chapter);
    let mut grid = table(true);
    for section in &sections {
        grid.lines.push(Line::Section((*section).to_owned()));
        lines(chapter, section, true, &mut grid);
    }
    (!sections.is_empty()).then_some(grid)
}

/// The longest session, each change synced, as a chapter of docs/benchmarks.md; "" without figures.
pub fn page(figures: &[Figure]) -> String {
    let chapters = Chapter::all(figures);
    let Some(chapter) = chapters.iter().find(|chapter| chapter.workload == NAME) else { return String::new() };
    let sections = sections(chapter);
    let mut lengths = sections.iter().rev().filter_map(|section| Some((section, section.strip_suffix(", synced")?)));
    let Some((section, length)) = lengths.next() else { return String::new() };
    let mut grid = table(false);
    lines(chapter, section, false, &mut grid);
    let grid = grid.markdown();
    format!("## A session in a file\n\nAn agent's session of {length}, each change synced. {ABOUT}\n\n{grid}")
}

/// The whole table as a chapter of RESULTS.md; "" without figures.
pub fn chapter(figures: &[Figure]) -> String {
    let chapters = Chapter::all(figures);
    let grid = chapters.iter().find(|chapter| chapter.workload == NAME).and_then(grid);
    grid.map_or_else(String::new, |grid| format!("\n## A session in a file\n\n{ABOUT}\n\n{}", grid.markdown()))
}

fn table(has_notes: bool) -> Grid {
    let mut heads = vec![("library".to_owned(), Kind::Word), ("kept as".to_owned(), Kind::Word)];
    if has_notes {
        heads.push(("note".to_owned(), Kind::Word));
    }
    heads.extend(KINDS.map(|kind| (format!("{kind}: bytes"), Kind::Number)));
    heads.extend(["writes", "syncs"].map(|count| (count.to_owned(), Kind::Number)));
    heads.extend(KINDS.map(|kind| (format!("{kind}: time"), Kind::Number)));
    heads.push(("open".to_owned(), Kind::Number));
    Grid::new(heads)
}

/// "400 messages, synced", in the order of the figures.
fn sections<'a>(chapter: &Chapter<'a>) -> Vec<&'a str> {
    let mut sections = Vec::new();
    for group in chapter.groups.iter().filter(|group| group.measure == Measure::Change) {
        if let Some((section, _)) = group.variant.rsplit_once(", ")
            && !sections.contains(&section)
        {
            sections.push(section);
        }
    }
    sections
}

fn lines(chapter: &Chapter<'_>, section: &str, has_notes: bool, grid: &mut Grid) {
    let group = |measure: Measure, variant: &str| {
        chapter.groups.iter().find(move |group| (group.measure, group.variant) == (measure, variant))
    };
    let of_kinds = |measure| KINDS.map(|kind| group(measure, &format!("{section}, {kind}")));
    let [times, bytes, writes, syncs] =
        [Measure::Change, Measure::Written, Measure::Writes, Measure::Syncs].map(of_kinds);
    let open = group(Measure::Open, section.split(", ").next().unwrap_or_default());
    let mut all: Vec<&Figure> = rows(times.iter().flatten().flat_map(|group| &group.entries).map(|one| one.figure));
    all.sort_by(|one, other| of(times[0], one).total_cmp(&of(times[0], other)));
    for row in all {
        let mut cells = vec![Cell::plain(&row.library), Cell::plain(&row.mode)];
        if has_notes {
            let notes = times.iter().flatten().filter_map(|group| group.entry(row));
            let note = notes.map(|entry| entry.figure.note.as_str()).find(|note| !note.is_empty());
            cells.push(Cell::plain(note.unwrap_or_default()));
        }
        cells.extend(bytes.map(|group| cell(group, row, size)));
        cells.extend([writes, syncs].map(|kinds| mean(&kinds, row)));
        cells.extend(times.map(|group| cell(group, row, |nanos| time(nanos, " ns"))));
        cells.push(cell(open, row, |nanos| time(nanos, " ns")));
        grid.push(cells, row.library == OURS);
    }
}

/// The median of a row in a group, by which lines are sorted.
fn of(group: Option<&Group<'_>>, row: &Figure) -> f64 {
    group.and_then(|group| group.entry(row)).map_or(f64::INFINITY, |entry| entry.figure.median)
}

fn cell(group: Option<&Group<'_>>, row: &Figure, told: impl Fn(f64) -> String) -> Cell {
    let entry = group.and_then(|group| group.entry(row));
    let cell = |entry: &Entry<'_>| {
        let median = entry.figure.median;
        // To write nothing, and to lose it with the process, is not the best.
        let mark = if median > 0.0 { entry.standing.mark } else { Mark::None };
        Cell { text: told(median), mark }
    };
    entry.map_or_else(|| Cell::of(None), cell)
}

fn mean(groups: &[Option<&Group<'_>>], row: &Figure) -> Cell {
    let counts: Vec<f64> =
        groups.iter().flatten().filter_map(|group| group.entry(row)).map(|entry| entry.figure.median).collect();
    Cell::of((!counts.is_empty()).then(|| number(counts.iter().sum::<f64>() / counts.len() as f64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(measure: &str, variant: &str, library: &str, median: f64) -> Figure {
        let figure = crate::report::chapter::tests::figure(measure, variant, library, true, median);
        Figure { workload: NAME.to_owned(), ..figure }
    }

    fn figures() -> Vec<Figure> {
        let mut figures = Vec::new();
        for (library, times) in [("x", 3.0), (OURS, 1.0)] {
            for section in ["400 messages, synced", "400 messages, not synced"] {
                for (kind, bytes) in KINDS.into_iter().zip([374.0, 93.0, 390.0, 54.0]) {
                    let variant = format!("{section}, {kind}");
                    figures.push(figure("change", &variant, library, 2.5e6 * times));
                    figures.push(figure("written", &variant, library, bytes * times));
                    figures.push(figure("writes", &variant, library, times * if kind == "chunk" { 2.0 } else { 1.0 }));
                    figures.push(figure("syncs", &variant, library, times));
                }
            }
            figures.push(figure("open", "400 messages", library, 5e6 * times));
        }
        if let Some(last) = figures.iter_mut().find(|one| one.measure == "change" && one.library == "x") {
            last.note = "3 changes".to_owned();
        }
        figures
    }

    #[test]
    fn a_line_has_the_bytes_the_calls_and_the_times_of_a_way_and_the_fastest_is_first() {
        let figures = figures();
        let chapters = Chapter::all(&figures);
        let table = grid(&chapters[0]).expect("a table").markdown();
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(lines.len(), 6, "{table}");
        assert!(lines[0].starts_with("| *400 messages, synced* |"), "{table}");
        let ours = "| vellum | checked |  | **374 B** | **93 B** | **390 B** | **54 B** | 1.2 | 1 | **2.5 ms** | **2.5 ms** | **2.5 ms** \
                    | **2.5 ms** | **5.0 ms** |";
        assert_eq!(lines[1], ours, "{table}");
        assert!(lines[2].starts_with("| x | checked | 3 changes | 1122 B |"), "{table}");
        assert!(lines[3].contains("not synced"), "{table}");
    }

    #[test]
    fn a_way_that_writes_nothing_is_not_marked_as_the_best() {
        let mut figures = figures();
        for figure in figures.iter_mut().filter(|one| one.library == "x" && one.measure == "written") {
            figure.median = 0.0;
        }
        let chapters = Chapter::all(&figures);
        let table = grid(&chapters[0]).expect("a table").markdown();
        assert!(table.contains("| x | checked | 3 changes | 0 B | 0 B | 0 B | 0 B |"), "{table}");
    }

    #[test]
    fn the_pages_have_a_chapter_where_there_are_figures_and_nothing_where_there_are_none() {
        let others = [crate::report::chapter::tests::figure("size", "", OURS, true, 1.0)];
        assert_eq!([page(&others), chapter(&others), page(&[]), chapter(&[])], [const { String::new() }; 4]);
        let (page, chapter) = (page(&figures()), chapter(&figures()));
        assert!(
            page.starts_with("## A session in a file\n\nAn agent's session of 400 messages, each change synced."),
            "{page}"
        );
        assert_eq!((page.matches("\n| vellum").count(), chapter.matches("\n| vellum").count()), (1, 2));
    }
}
