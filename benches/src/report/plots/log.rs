//! The README's figure: each job with one record in a row, a dot for each library on a logarithmic
//! scale. It stands alone, so it has a style for dark screens in it.

use std::fmt::Write as _;

use super::axis::{Axis, Unit};
use super::canvas::{Canvas, Color, GRID, INK, MUTED, OTHER_LINES, OUR, Side, draw_wide, palette, width};
use crate::harness::rank::OURS;
use crate::report::log::{Column, jobs, size_of, time_of};

const WIDE: i32 = 840;
const STEP: i32 = 46;
const TOP: i32 = 58;
const DOT: i32 = 6;
/// How far apart dots are that would cover each other.
const LEVELS: [i32; 5] = [0, -11, 11, -20, 20];

/// The plot of the columns, for the jobs that are times.
pub fn log(columns: &[Column<'_>]) -> String {
    let is_time = |index: usize| {
        let mut all = columns.iter().filter_map(|column| column.cells.get(index)?.as_ref());
        all.any(|cell| cell.figure.unit == "ns")
    };
    let told: Vec<(usize, &str)> = jobs().enumerate().filter(|(index, _)| is_time(*index)).collect();
    let left = told.iter().map(|(_, name)| width(name)).max().unwrap_or(0) + 20;
    let times = columns
        .iter()
        .flat_map(|column| told.iter().filter_map(|(index, _)| Some(column.cells[*index].as_ref()?.figure.median)));
    let axis = Axis::logarithmic(times, Unit::Nanoseconds, (left, WIDE - 16));
    let bottom = TOP + STEP * i32::try_from(told.len()).unwrap_or(0);
    let legend = legend(columns);
    let lines = legend.last().map_or(0, |(_, (_, line))| line + 1);
    let height = bottom + 40 + lines * 18;
    let title = title(columns);
    let svg = draw_wide((WIDE, height), |canvas| {
        canvas.text(&title, (8, 16), Side::Right, INK, true);
        canvas.text(
            "A dot for each library, on a logarithmic scale: farther left is faster.",
            (8, 36),
            Side::Right,
            MUTED,
            false,
        );
        canvas.ticks_below(&axis, TOP, bottom);
        for (row, (index, name)) in told.iter().enumerate() {
            let y = TOP + STEP / 2 + STEP * i32::try_from(row).unwrap_or(0);
            canvas.line(&[(left, y), (WIDE - 16, y)], GRID, 1);
            canvas.text(name, (left - 12, y), Side::Left, INK, false);
            dots(canvas, columns, *index, &axis, y);
        }
        for (index, (x, line)) in legend {
            let y = bottom + 40 + line * 18;
            canvas.dot((x + 5, y), 5, color(index));
            canvas.text(&plain(columns[index].name), (x + 16, y), Side::Right, MUTED, columns[index].library == OURS);
        }
    });
    with_style(&svg, &title)
}

/// What the figure shows, with the size of the record in our bytes.
fn title(columns: &[Column<'_>]) -> String {
    let ours = columns.first().and_then(size_of).unwrap_or_default();
    format!("Time of six jobs with one record, an access log of {ours}")
}

/// The dots of one job, ours last so that no other covers it.
fn dots(canvas: &mut Canvas, columns: &[Column<'_>], index: usize, axis: &Axis, y: i32) {
    let mut all: Vec<(usize, i32, String)> = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        if let Some(cell) = &column.cells[index] {
            let name = format!("{}: {}", plain(column.name), time_of(cell));
            all.push((at, axis.at(cell.figure.median), name));
        }
    }
    let mut placed: Vec<(i32, i32)> = Vec::new();
    for (at, x, name) in all {
        let covers = |level: i32| placed.iter().any(|(other, on)| *on == level && (other - x).abs() < 2 * DOT);
        let level = LEVELS.into_iter().find(|level| !covers(*level)).unwrap_or(0);
        placed.push((x, level));
        canvas.named((x, y + level), if at == 0 { DOT + 1 } else { DOT - 1 }, color(at), &name);
    }
}

/// The colour of a column: ours, then rkyv's three modes, then the others.
fn color(index: usize) -> Color {
    if index == 0 { OUR } else { OTHER_LINES[[0, 11, 10, 1, 2, 5, 4, 6][(index - 1) % 8]] }
}

/// A name without the marks of code.
fn plain(name: &str) -> String {
    name.replace('`', "")
}

/// Where each name of the legend stands: its pixel and its line.
fn legend(columns: &[Column<'_>]) -> Vec<(usize, (i32, i32))> {
    let (mut x, mut line) = (8, 0);
    let mut places = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        let wide = 16 + width(&plain(column.name)) + 6;
        if x > 8 && x + wide > WIDE {
            (x, line) = (8, line + 1);
        }
        places.push((index, (x, line)));
        x += wide;
    }
    places
}

/// The picture with a name for readers of screens, and its colours on dark ones.
fn with_style(svg: &str, label: &str) -> String {
    let mut dark = String::new();
    let mut known: Vec<&str> = Vec::new();
    for Color { light, dark: other } in palette() {
        if svg.contains(light) && !known.contains(&light) {
            known.push(light);
            let _ = write!(dark, "[fill=\"{light}\"]{{fill:{other}}}[stroke=\"{light}\"]{{stroke:{other}}}");
        }
    }
    let style = format!("<style>@media (prefers-color-scheme: dark){{{dark}}}</style>");
    let svg = svg.replacen("<svg", &format!("<svg role=\"img\" aria-label=\"{label}\""), 1);
    svg.replacen(">\n", &format!(">\n{style}\n"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Reading;
    use crate::report::log::columns;
    use crate::report::versus::duel::tests::figure;

    #[test]
    fn each_library_is_a_dot_in_each_job_that_it_has_and_sizes_have_none() {
        let of = |place, library, median| figure(place, library, Reading::Lazy, median);
        let read = ["services", "decode_one", "log, entries[500].path"];
        let mut figures = vec![
            of(read, OURS, 13.4),
            of(read, "prost", 170_000.0),
            of(["services", "encode", "log"], OURS, 49_000.0),
            of(["services", "size", "log"], OURS, 292_466.0),
        ];
        figures.iter_mut().for_each(|one| one.unit = if one.measure == "size" { "bytes" } else { "ns" }.to_owned());
        let columns = columns(&figures);
        let svg = log(&columns);
        assert_eq!(svg.matches("<title>").count(), 3, "{svg}");
        assert!(svg.contains("<title>vellum: 13 ns</title>") && svg.contains("<title>prost: 170 µs</title>"), "{svg}");
        assert!(svg.contains("prefers-color-scheme: dark") && svg.contains(OUR.dark), "{svg}");
    }
}
