//! Ours against each library: a row for each, and in it a dot for each column of the table, on one
//! logarithmic scale.

use super::axis::{Axis, Unit};
use super::canvas::{Color, GRID, INK, MUTED, OTHER_LINES, OUR, Side, WIDTH, draw, head, width};
use crate::report::told::ratio;
use crate::report::versus::column::Column;
use crate::report::versus::table::{Rival, Sum};

const STEP: i32 = 24;
const BELOW: i32 = 66;
const DOT: i32 = 4;

/// The colour of a column.
const fn color(column: Column) -> Color {
    match column {
        Column::Size => OTHER_LINES[3],
        Column::Write => OTHER_LINES[0],
        Column::Owned => OTHER_LINES[2],
        Column::Read => OTHER_LINES[1],
        Column::Change => OUR,
        Column::ReadOfRecord => OTHER_LINES[4],
        Column::ChangeOfRecord => OTHER_LINES[6],
    }
}

/// The plot of the lines of one class, under its name.
pub fn rivals(name: &str, rivals: &[Rival]) -> String {
    let about = "vellum as a multiple of each library, a dot for each column of the table: left of 1× vellum is smaller or faster. The scale is \
                 logarithmic";
    let told: Vec<(&str, Vec<(Column, Sum)>)> = rivals
        .iter()
        .map(|rival| {
            let sums = Column::ALL.into_iter().filter_map(|column| Some((column, rival.sum(column)?)));
            (rival.library, sums.collect())
        })
        .collect();
    let top = head(name, about);
    let left = told.iter().map(|(library, _)| width(library)).max().unwrap_or(0) + 16;
    let right = WIDTH - 12;
    // The line of equals is on the paper wherever the dots are.
    let ratios = told.iter().flat_map(|(_, sums)| sums).map(|(_, sum)| sum.ratio).chain([1.0]);
    let axis = Axis::logarithmic(ratios, Unit::Times, (left, right));
    let bottom = top + STEP * i32::try_from(told.len()).unwrap_or(0);
    draw(bottom + BELOW, |canvas| {
        canvas.title(name, about);
        canvas.ticks_below(&axis, top, bottom);
        let mut y = top + STEP / 2;
        for (library, _) in &told {
            canvas.line(&[(left, y), (right, y)], GRID, 1);
            canvas.text(library, (left - 8, y), Side::Left, INK, false);
            y += STEP;
        }
        canvas.line(&[(axis.at(1.0), top - 4), (axis.at(1.0), bottom)], INK, 2);
        y = top + STEP / 2;
        for (library, sums) in &told {
            for (column, sum) in sums {
                // Dots of equal ratios lie one below the other.
                let shift = (*column as i32 - 3) * 2;
                let told = format!(
                    "{library}, {}: {}, {} of {} families won, {} lost",
                    column.name(),
                    ratio(sum.ratio),
                    sum.won,
                    sum.shared,
                    sum.lost
                );
                canvas.named((axis.at(sum.ratio), y + shift), DOT, color(*column), &told);
            }
            y += STEP;
        }
        canvas.text("1×: as large, as fast", (axis.at(1.0), bottom + 30), Side::Middle, MUTED, false);
        canvas.legend(bottom + 50, &Column::ALL.map(|column| (color(column), column.name())));
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::rank::OURS;
    use crate::library::Reading;
    use crate::report::versus::class::Class;
    use crate::report::versus::duel::duels;
    use crate::report::versus::duel::tests::figure;
    use crate::report::versus::table;

    #[test]
    fn each_library_is_a_row_with_a_dot_for_each_column_that_is_shared() {
        let [size, write] = [["container", "size", ""], ["container", "encode", "owned"]];
        let figures = [
            figure(size, OURS, Reading::Lazy, 100.0),
            figure(write, OURS, Reading::Lazy, 8.0),
            figure(size, "x", Reading::Lazy, 200.0),
            figure(write, "x", Reading::Lazy, 3.0),
            figure(write, "y", Reading::Lazy, 98.0),
        ];
        let duels = duels(&figures, Class::Checked);
        let svg = rivals("Checked", &table::rivals(&duels));
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("x, size: 0.50, 1 of 1 families won, 0 lost"), "{svg}");
        assert!(svg.contains("x, write: 2.00, 0 of 1 families won, 1 lost"), "{svg}");
    }
}
