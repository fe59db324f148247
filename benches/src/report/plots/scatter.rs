//! Size against the time of an update: who is small and quick to change at once.
//!
//! Labels are placed one after the other, ours first: each takes the nearest place around its point where it covers
//! neither a label nor a point, and a thin line leads to it if that is far.

use super::axis::{Axis, Unit};
use super::bars::label;
use super::canvas::{CHECKED, HEAD, INK, MUTED, OUR, Side, TEXT, UNCHECKED, color, draw, width};
use crate::harness::figure::Figure;
use crate::harness::rank::OURS;
use crate::library::Measure;
use crate::report::chapter::Chapter;

const SIZE: (i32, i32) = (860, 616);
const LEFT: i32 = 70;
const RIGHT: i32 = 840;
const TOP: i32 = HEAD + 6;
const BOTTOM: i32 = 546;
const DOT: i32 = 5;
/// From here on a line leads from a point to its label.
const FAR: i32 = 2 * DOT + 2;

struct Point<'a> {
    row: &'a Figure,
    size: f64,
    time: f64,
}

/// The plot of a chapter, of its first kind of update; `None` if fewer than three rows have both.
pub fn scatter(chapter: &Chapter) -> Option<Result<String, String>> {
    let points = points(chapter);
    if points.len() < 3 {
        return None;
    }
    let variant = chapter.groups.iter().find(|group| group.measure == Measure::UpdateOne)?.variant;
    let across = Axis::logarithmic(points.iter().map(|point| point.size), Unit::Bytes, (LEFT, RIGHT));
    let up = Axis::logarithmic(points.iter().map(|point| point.time), Unit::Nanoseconds, (BOTTOM, TOP));
    let places: Vec<(i32, i32)> = points.iter().map(|point| (across.at(point.size), up.at(point.time))).collect();
    let labels: Vec<String> = points.iter().map(|point| label(point.row)).collect();
    let boxes = place(&places, &labels);
    Some(draw(SIZE, |canvas| {
        let about =
            "Small and quick to change: the lower left is best. Of other libraries the mode that updates fastest";
        canvas.title(&format!("Size against an update · {variant}"), about)?;
        canvas.ticks_below(&across, TOP, BOTTOM)?;
        canvas.ticks_left(&up, LEFT, RIGHT)?;
        for (place, label) in places.iter().zip(&boxes) {
            let Some(label) = label else { continue };
            let end = label.nearest(*place);
            if (place.0 - end.0).abs().max((place.1 - end.1).abs()) > FAR {
                canvas.line(&[*place, end], MUTED, 1)?;
            }
        }
        for (point, place) in points.iter().zip(&places) {
            canvas.dot(*place, DOT, color(point.row), true)?;
        }
        for (((point, place), text), label) in points.iter().zip(&places).zip(&labels).zip(&boxes) {
            let Some(label) = label else { continue };
            let ours = point.row.library == OURS;
            let (at, side) = label.anchor(*place);
            canvas.text(text, at, side, if ours { OUR } else { INK }, ours)?;
        }
        let entries = [(OUR, "vellum"), (CHECKED, "safe on hostile bytes"), (UNCHECKED, "not safe")];
        canvas.legend((LEFT, BOTTOM + 44), &entries, RIGHT)?;
        let scales = "size across, time upwards; both scales are logarithmic";
        canvas.text(scales, (RIGHT, BOTTOM + 44), Side::Left, MUTED, false)
    }))
}

/// Ours, and of every other library the mode that updates fastest, checked and unchecked apart.
fn points<'a>(chapter: &Chapter<'a>) -> Vec<Point<'a>> {
    let updates = chapter.groups.iter().find(|group| group.measure == Measure::UpdateOne);
    let Some(updates) = updates else { return Vec::new() };
    // A workload of several sizes names them at the start of its variants.
    let sizes = chapter
        .groups
        .iter()
        .find(|group| group.measure == Measure::Size && updates.variant.starts_with(group.variant));
    let Some(sizes) = sizes else { return Vec::new() };
    let mut points: Vec<Point> = Vec::new();
    for entry in updates.sorted() {
        let row = entry.figure;
        let known = points.iter().any(|other| (&other.row.library, other.row.checked) == (&row.library, row.checked));
        let Some(size) = sizes.entry(row) else { continue };
        if !row.is_floor() && (row.library == OURS || !known) {
            points.push(Point { row, size: size.figure.median, time: row.median });
        }
    }
    points.sort_by_key(|point| point.row.library != OURS);
    points
}

/// The pixels that a label covers.
#[derive(Clone, Copy, Debug)]
struct Label {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Label {
    fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Where the text stands, and on which side of that place: towards the point, so that no gap shows how wide the text
    /// was taken to be.
    fn anchor(&self, (x, _): (i32, i32)) -> ((i32, i32), Side) {
        let middle = i32::midpoint(self.top, self.bottom);
        if self.left > x {
            ((self.left, middle), Side::Right)
        } else if self.right < x {
            ((self.right, middle), Side::Left)
        } else {
            ((i32::midpoint(self.left, self.right), middle), Side::Middle)
        }
    }

    /// The place of the label that is nearest to a point.
    fn nearest(&self, (x, y): (i32, i32)) -> (i32, i32) {
        (x.clamp(self.left, self.right), y.clamp(self.top, self.bottom))
    }

    fn around((x, y): (i32, i32)) -> Self {
        Self { left: x - DOT, top: y - DOT, right: x + DOT, bottom: y + DOT }
    }
}

/// A place for each label; `None` where there is no room at all.
fn place(points: &[(i32, i32)], labels: &[String]) -> Vec<Option<Label>> {
    let dots: Vec<Label> = points.iter().map(|point| Label::around(*point)).collect();
    let mut placed: Vec<Option<Label>> = Vec::new();
    for (point, label) in points.iter().zip(labels) {
        let found = candidates(*point, width(label)).find(|one| {
            let inside = one.left >= LEFT + 2 && one.right <= RIGHT && one.top >= TOP && one.bottom <= BOTTOM - 2;
            inside && !placed.iter().flatten().chain(&dots).any(|other| one.overlaps(other))
        });
        placed.push(found);
    }
    placed
}

/// Places around a point, the nearest first: right, left, above, below, and between, further and further away.
fn candidates((x, y): (i32, i32), width: i32) -> impl Iterator<Item = Label> {
    (0..9).flat_map(move |ring| {
        let reach = DOT + 3 + ring * (TEXT + 2);
        let centre = x - width / 2;
        let lefts = [x + reach, x - reach - width, centre, centre];
        let tops = [y - TEXT / 2, y - TEXT / 2, y - reach - TEXT, y + reach];
        let corners = [
            (x + reach, y - reach),
            (x + reach, y + reach - TEXT),
            (x - reach - width, y - reach),
            (x - reach - width, y + reach - TEXT),
        ];
        lefts.into_iter().zip(tops).chain(corners).map(move |(left, top)| Label {
            left,
            top,
            right: left + width,
            bottom: top + TEXT,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chapter::tests::figure;

    #[test]
    fn crowded_labels_cover_neither_each_other_nor_a_point() {
        let points: Vec<(i32, i32)> = (0..30).map(|index| (300 + index * 7 % 60, 200 + index * 11 % 50)).collect();
        let labels: Vec<String> = (0..30).map(|index| format!("library {index}")).collect();
        let placed = place(&points, &labels);
        let shown: Vec<&Label> = placed.iter().flatten().collect();
        assert!(shown.len() > 25, "{} of 30 have room", shown.len());
        for (index, one) in shown.iter().enumerate() {
            assert!(shown[index + 1..].iter().all(|other| !one.overlaps(other)));
            assert!(points.iter().all(|point| !one.overlaps(&Label::around(*point))));
        }
    }

    #[test]
    fn ours_come_first_and_others_with_their_fastest_mode() {
        let mut figures = Vec::new();
        for (library, mode, time) in [("x", "slow", 90.0), ("x", "fast", 50.0), (OURS, "a", 60.0), (OURS, "b", 70.0)] {
            for (measure, variant, value) in [("size", "", 100.0), ("update_one", "name", time)] {
                let mut figure = figure(measure, variant, library, true, value);
                figure.mode = mode.to_owned();
                figures.push(figure);
            }
        }
        let chapters = Chapter::all(&figures);
        let points: Vec<String> = points(&chapters[0]).iter().map(|point| label(point.row)).collect();
        assert_eq!(points, ["vellum · a", "vellum · b", "x · fast"]);
        assert!(scatter(&chapters[0]).expect("three points").is_ok());
    }
}
