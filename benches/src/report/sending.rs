//! The table of workload G: what each way sends of one edit, how long it takes to make that, and to
//! apply it.

use super::chapter::{Chapter, Group};
use super::grid::{Cell, Grid, Line};
use super::told::{size, time};
use crate::harness::figure::rows;
use crate::harness::rank::OURS;
use crate::harness::sheet::Kind;
use crate::library::Measure;

const MEASURES: [Measure; 3] = [Measure::Sent, Measure::MakePatch, Measure::ApplyPatch];

/// The table of a chapter that has such figures: a section for each variant, a line for each way.
pub fn grid(chapter: &Chapter<'_>) -> Option<Grid> {
    let of = |measure: Measure| chapter.groups.iter().filter(move |group| group.measure == measure);
    let mut grid = Grid::new([
        ("library", Kind::Word),
        ("what is sent", Kind::Word),
        ("bytes", Kind::Number),
        ("make", Kind::Number),
        ("apply", Kind::Number),
    ]);
    for sent in of(Measure::Sent) {
        let all = MEASURES.map(|measure| of(measure).find(|group| group.variant == sent.variant));
        let cell = |group: Option<&Group<'_>>, row| {
            let entry = group.and_then(|group| group.entry(row))?;
            let told: fn(f64) -> String =
                if group?.measure == Measure::Sent { size } else { |nanos| time(nanos, " ns") };
            Some(Cell { text: told(entry.figure.median), mark: entry.standing.mark })
        };
        grid.lines.push(Line::Section(sent.variant.to_owned()));
        for row in rows(sent.sorted().iter().map(|entry| entry.figure)) {
            let mut cells = vec![Cell::plain(&row.library), Cell::plain(&row.mode)];
            cells.extend(all.map(|group| cell(group, row).unwrap_or_else(|| Cell::of(None))));
            grid.push(cells, row.library == OURS);
        }
    }
    (!grid.lines.is_empty()).then_some(grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chapter::tests::figure;

    #[test]
    fn a_line_has_the_bytes_and_both_times_of_a_way_and_the_shortest_is_first() {
        let figures = [
            figure("sent", "u32 in 1 kB", "x", true, 1024.0),
            figure("sent", "u32 in 1 kB", OURS, true, 21.0),
            figure("make_patch", "u32 in 1 kB", "x", true, 300.0),
            figure("make_patch", "u32 in 1 kB", OURS, true, 2500.0),
            figure("apply_patch", "u32 in 1 kB", OURS, true, 70.0),
        ];
        let chapters = Chapter::all(&figures);
        let expected = "| library | what is sent | bytes | make | apply |\n| --- | --- | --: | --: | --: |\n\
            | *u32 in 1 kB* |  |  |  |  |\n\
            | vellum | checked | **21 B** | 2.5 µs | 70 ns |\n\
            | x | checked | 1024 B | **300 ns** | - |\n";
        assert_eq!(grid(&chapters[0]).expect("a table").markdown(), expected);
        assert!(grid(&Chapter::all(&[figure("size", "", "x", true, 1.0)])[0]).is_none());
    }
}
