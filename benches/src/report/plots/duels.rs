//! The hardest view: each figure of ours as a multiple of that of the best of all, a line for each
//! measure, in fresh buffers or kept ones.

use super::axis::{Axis, Unit, time};
use super::canvas::{CHECKED as TIED, GRID, INK, MUTED, OUR, Side, THEIR, WIDTH, draw, head, width};
use crate::harness::measures;
use crate::report::verdict::{Line, Outcome, counts};

const STEP: i32 = 20;
const BELOW: i32 = 62;
const DOT: i32 = 4;

/// The plot of the lines of one workload; `all` are those of every one, so that the scale is the
/// same.
pub fn duels(workload: &str, here: &[&Line], all: &[Line]) -> String {
    let of = |line: &Line| (line.measure, line.kept);
    let mut kinds: Vec<_> = here.iter().map(|line| of(line)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let told: Vec<(String, String, Vec<&Line>)> = kinds
        .iter()
        .map(|kind| {
            let lines: Vec<&Line> = here.iter().copied().filter(|line| of(line) == *kind).collect();
            let [won, tied, lost] = counts(lines.iter().copied());
            (label(lines[0]), format!("{won} / {tied} / {lost}"), lines)
        })
        .collect();
    let about = "vellum as a multiple of the best of all, a dot for each variant: left of 1× vellum is better. The scale is logarithmic";
    let top = head(workload, about) + 12;
    let left = all.iter().map(|line| width(&label(line))).max().unwrap_or(0) + 12;
    let right = WIDTH - 16 - width("00 / 00 / 00");
    let axis = Axis::logarithmic(all.iter().map(Line::ratio), Unit::Times, (left, right));
    let bottom = top + STEP * i32::try_from(told.len()).unwrap_or(0);
    draw(bottom + BELOW, |canvas| {
        canvas.title(workload, about);
        canvas.ticks_below(&axis, top, bottom);
        canvas.line(&[(axis.at(1.0), top - 4), (axis.at(1.0), bottom)], INK, 2);
        canvas.text(COUNTED, (WIDTH - 8, top - 10), Side::Left, MUTED, false);
        let mut y = top + STEP / 2;
        for (label, counts, lines) in &told {
            canvas.line(&[(left, y), (right, y)], GRID, 1);
            canvas.text(label, (left - 8, y), Side::Left, INK, false);
            for line in lines {
                let color = match line.outcome() {
                    Outcome::Won => OUR,
                    Outcome::Tied => TIED,
                    Outcome::Lost => THEIR,
                };
                canvas.named((axis.at(line.ratio()), y), DOT, color, &name(line));
            }
            canvas.text(counts, (WIDTH - 8, y), Side::Left, MUTED, false);
            y += STEP;
        }
        let marks = [(OUR, "vellum is better"), (TIED, "a tie"), (THEIR, "the rival is better")];
        canvas.legend(bottom + 40, &marks);
    })
}

const COUNTED: &str = "won / tied / lost";

/// "decode one, kept".
fn label(line: &Line) -> String {
    format!("{}{}", measures::heading(line.measure), if line.kept { ", kept" } else { "" })
}

/// What a dot is.
fn name(line: &Line) -> String {
    let told = |value: f64| match measures::unit(line.measure) {
        "ns" => time(value),
        "times" => format!("{value:.2} times"),
        unit => format!("{value:.0} {unit}"),
    };
    let (ours, rival) = (told(line.ours.median), told(line.rival.median));
    format!("{}: vellum {ours}, {} {rival}", line.title(), line.rival.library)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::rank::OURS;
    use crate::report::chapter::tests::figure;
    use crate::report::verdict::lines;

    #[test]
    fn each_line_is_a_dot_beside_the_best_rival() {
        let figures = [
            figure("decode_one", "a", OURS, true, 10.0),
            figure("decode_one", "a", "x", true, 20.0),
            figure("decode_one", "b", OURS, true, 30.0),
            figure("decode_one", "b", "y", true, 20.0),
            figure("size", "", OURS, true, 100.0),
            figure("size", "", "x", true, 100.0),
        ];
        let lines = lines(&figures);
        let svg = duels("container", &lines.iter().collect::<Vec<_>>(), &lines);
        assert!(svg.contains("Read one field · a: vellum 10.0 ns, x 20.0 ns"), "{svg}");
        assert!(svg.contains(">1 / 0 / 1<") && svg.contains(">0 / 1 / 0<"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 3);
    }
}
