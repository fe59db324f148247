//! One measure: a line for every row, the best first. Sizes are bars from zero. Times are points on
//! a logarithmic scale, which has no zero that the length of a bar could start from.

use super::axis::{Axis, Unit, bytes, time};
use super::canvas::{
    CHECKED, Canvas, Color, GRID, INK, MUTED, OUR, PLAIN, Side, UNCHECKED, WIDTH, color, draw, head, width,
};
use crate::harness::figure::Figure;
use crate::harness::measures;
use crate::harness::rate;
use crate::report::chapter::Group;

const BAR: i32 = 19;
const BELOW: i32 = 62;
/// Room around the value after the longest bar.
const AROUND: i32 = 14;

struct Bar<'a> {
    label: String,
    figure: &'a Figure,
    color: Color,
}

/// The plot of a group.
pub fn bars(group: &Group) -> String {
    let size = measures::is_size(group.measure);
    let bars = if size { merged(group) } else { single(group) };
    let left = bars.iter().map(|bar| width(&bar.label)).max().unwrap_or(0) + 16;
    let values = bars.iter().map(|bar| width(&value(bar.figure, size))).max().unwrap_or(0);
    let right = WIDTH - values - AROUND;
    let values = bars.iter().map(|bar| bar.figure.median);
    let (axis, scale) = if size {
        (Axis::linear(values, Unit::Bytes, (left, right)), "Shorter is better")
    } else {
        let scale = "Further left is better; the scale is logarithmic";
        (Axis::logarithmic(values, Unit::Nanoseconds, (left, right)), scale)
    };
    let (name, about) = (group.headline(), format!("{}. {scale}", measures::meaning(group.measure)));
    let top = head(&name, &about);
    let bottom = top + BAR * i32::try_from(bars.len()).unwrap_or(0);
    draw(bottom + BELOW, |canvas| {
        canvas.title(&name, &about);
        canvas.ticks_below(&axis, top - 4, bottom);
        let mut y = top;
        for bar in &bars {
            paint(canvas, bar, &axis, y, size);
            y += BAR;
        }
        legend(canvas, &bars, bottom + 34, size);
    })
}

fn paint(canvas: &mut Canvas, bar: &Bar, axis: &Axis, y: i32, size: bool) {
    let middle = y + BAR / 2;
    let ours = bar.color == OUR;
    let (left, end) = (axis.at(0.0), axis.at(bar.figure.median));
    canvas.text(&bar.label, (left - 8, middle), Side::Left, if ours { OUR } else { INK }, ours);
    let after = if size {
        canvas.filled([(left, y + 3), (end.max(left + 1), y + BAR - 3)], bar.color);
        end
    } else {
        // The fastest and the slowest round.
        let (low, high) = (axis.at(bar.figure.min), axis.at(bar.figure.max));
        canvas.line(&[(left, middle), (end, middle)], GRID, 1);
        canvas.line(&[(low, middle), (high, middle)], MUTED, 1);
        canvas.dot((end, middle), 5, bar.color);
        high.max(end + 5)
    };
    canvas.text(&value(bar.figure, size), (after + 6, middle), Side::Right, if ours { OUR } else { INK }, ours);
}

/// What stands after a bar: a size or a time with its unit, and a throughput where one is known.
fn value(figure: &Figure, size: bool) -> String {
    let median = if size { bytes(figure.median) } else { time(figure.median) };
    match figure.mb_per_s {
        Some(rate) => format!("{median}, {} {}", rate::told(&figure.workload, rate), rate::unit(&figure.workload)),
        None => median,
    }
}

fn legend(canvas: &mut Canvas, bars: &[Bar], top: i32, size: bool) {
    // A size has nothing to do with reading.
    let checked = if size { "other libraries" } else { "safe on hostile bytes" };
    let all = [(OUR, "vellum"), (CHECKED, checked), (UNCHECKED, "not safe"), (PLAIN, "plain values")];
    let present = |color: Color| bars.iter().any(|bar| bar.color == color);
    let mut entries: Vec<(Color, &str)> = all.into_iter().filter(|(color, _)| present(*color)).collect();
    if !size {
        entries.push((MUTED, "fastest to slowest round"));
    }
    canvas.legend(top, &entries);
}

fn single<'a>(group: &Group<'a>) -> Vec<Bar<'a>> {
    let entries = group.sorted().into_iter().map(|entry| entry.figure);
    entries.map(|figure| Bar { label: label(figure), figure, color: color(figure) }).collect()
}

/// Modes of one library that write as many bytes share a bar.
fn merged<'a>(group: &Group<'a>) -> Vec<Bar<'a>> {
    let mut bars: Vec<Bar> = Vec::new();
    for bar in single(group) {
        let same = |other: &&mut Bar<'a>| {
            other.figure.library == bar.figure.library && other.figure.median.total_cmp(&bar.figure.median).is_eq()
        };
        match bars.iter_mut().find(same) {
            Some(other) => {
                other.label = bar.figure.library.clone();
                if bar.figure.checked {
                    other.color = bar.color;
                }
            }
            None => bars.push(bar),
        }
    }
    bars
}

/// "rkyv · validated". The map of the row of plain values is std's as well.
pub fn label(row: &Figure) -> String {
    if row.mode.is_empty() || row.library == "std" {
        let is_map = row.mode == "Vec" && row.measure.starts_with("key_");
        let mode = if is_map { "BTreeMap" } else { row.mode.as_str() };
        return format!("{} {mode}", row.library).trim_end().to_owned();
    }
    format!("{} · {}", row.library, row.mode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::rank::OURS;
    use crate::report::chapter::Chapter;
    use crate::report::chapter::tests::figure;

    #[test]
    fn the_best_comes_first_and_ours_stands_out() {
        let figures = [
            figure("encode", "owned", "slow", true, 900.0),
            figure("encode", "owned", OURS, true, 60.0),
            figure("encode", "owned", "wild", false, 30.0),
        ];
        let chapters = Chapter::all(&figures);
        let svg = bars(&chapters[0].groups[0]);
        let place = |text: &str| svg.find(text).unwrap_or_else(|| panic!("{text} in {svg}"));
        assert!(place("wild · raw") < place("vellum · checked") && place("vellum · checked") < place("slow · checked"));
        assert!(svg.contains("font-weight=\"bold\"") && svg.contains(OUR.light));
    }

    #[test]
    fn modes_of_one_size_share_a_bar() {
        let figures = [
            figure("size", "", "x", true, 100.0),
            figure("size", "", "x", false, 100.0),
            figure("size", "", "y", true, 90.0),
        ];
        let chapters = Chapter::all(&figures);
        let bars = merged(&chapters[0].groups[0]);
        let labels: Vec<_> = bars.iter().map(|bar| (bar.label.as_str(), bar.color)).collect();
        assert_eq!(labels, [("y · checked", CHECKED), ("x", CHECKED)]);
    }
}
