//! A time against a length, for measures that were taken at several: who depends on it, and who
//! does not.

use super::axis::{Axis, Unit};
use super::bars::label;
use super::canvas::{
    Color, GRID, MUTED, OTHER_LINES, OUR_LINES, PLAIN, Side, TEXT, UNCHECKED, WIDTH, draw, head, width,
};
use crate::harness::figure::{self, Figure};
use crate::harness::measures;
use crate::harness::rank::OURS;
use crate::library::Measure;
use crate::report::chapter::{Chapter, Group, headline};

const LEFT: i32 = 64;
/// From the top of the plot to its bottom, where no more names stand beside it.
const HEIGHT: i32 = 300;
/// From one name to the next, at least.
const STEP: i32 = TEXT + 4;

/// Groups of one measure whose variants differ in a length alone.
pub struct Family<'a> {
    pub measure: Measure,
    /// What the variants have in common, such as "u64".
    pub name: String,
    unit: Unit,
    /// Length and group, the shortest first.
    pub members: Vec<(f64, &'a Group<'a>)>,
}

/// The families of a chapter with two members or more.
pub fn families<'a>(chapter: &'a Chapter<'a>) -> Vec<Family<'a>> {
    let mut families: Vec<Family> = Vec::new();
    for group in &chapter.groups {
        let Some((name, length, unit)) = length(group.variant) else { continue };
        let same =
            |family: &&mut Family| (family.measure, family.name.as_str(), family.unit) == (group.measure, name, unit);
        match families.iter_mut().find(same) {
            Some(family) => family.members.push((length, group)),
            None => families.push(Family {
                measure: group.measure,
                name: name.to_owned(),
                unit,
                members: vec![(length, group)],
            }),
        }
    }
    families.retain(|family| family.members.len() > 1);
    families.iter_mut().for_each(|family| family.members.sort_by(|one, other| one.0.total_cmp(&other.0)));
    families
}

/// What the variants of a family have in common, and the length of this one: "u64 × 10,000", "u32
/// in 10 kB", or first in the variant as in "16 B, borrowed".
fn length(variant: &str) -> Option<(&str, f64, Unit)> {
    let (first, rest) = variant.split_once(", ").unwrap_or((variant, ""));
    match ends_with_length(first) {
        Some(("", length, unit)) => Some((rest, length, unit)),
        _ => ends_with_length(variant),
    }
}

fn ends_with_length(variant: &str) -> Option<(&str, f64, Unit)> {
    let bytes = [(" bytes", 1.0), (" kB", 1e3), (" MB", 1e6), (" B", 1.0)];
    let unit = bytes.iter().find_map(|(unit, factor)| Some((variant.strip_suffix(unit)?, *factor, Unit::Bytes)));
    let variant = variant.strip_suffix(" keys").unwrap_or(variant);
    let (text, factor, unit) = unit.unwrap_or((variant, 1.0, Unit::Elements));
    let name = text.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == ',');
    let number: f64 = text[name.len()..].replace(',', "").parse().ok()?;
    let name = name.strip_suffix("× ").or_else(|| name.strip_suffix(" in ")).unwrap_or(name);
    Some((name.trim_end_matches([' ', ',', ':']), number * factor, unit))
}

impl Family<'_> {
    /// "push · u64".
    pub fn title(&self) -> String {
        if self.name.is_empty() {
            self.measure.id().to_owned()
        } else {
            format!("{} · {}", self.measure.id(), self.name)
        }
    }
}

struct Series<'a> {
    row: &'a Figure,
    color: Color,
    points: Vec<(f64, f64)>,
}

/// The plot of a family.
pub fn lines(family: &Family) -> String {
    let series = series(family);
    let size = measures::is_size(family.measure);
    let what = if family.unit == Unit::Bytes { "bytes" } else { "elements" };
    let upwards = if size { "size" } else { "time" };
    let last = family.members.last().map(|(length, _)| *length);
    let all_there = series.iter().all(|one| one.points.last().map(|end| end.0) == last);
    let ends = if all_there { "" } else { "; lines that end early: not measured further" };
    let dashes = if series.iter().all(|one| one.row.checked) { "" } else { "; dashed: unsafe on hostile bytes" };
    let about = format!(
        "{}. Lower is better. {what} across, {upwards} upwards, both logarithmic{ends}{dashes}",
        measures::meaning(family.measure)
    );
    let name = headline(family.measure, &family.name);
    let top = head(&name, &about);
    let names = STEP * i32::try_from(series.len()).unwrap_or(0);
    let bottom = top + HEIGHT.max(names);
    let right = WIDTH - 18 - series.iter().map(|one| width(&label(one.row))).max().unwrap_or(0);

    let points = || series.iter().flat_map(|one| &one.points);
    let across = Axis::logarithmic(points().map(|point| point.0), family.unit, (LEFT, right));
    let measured = if size { Unit::Bytes } else { Unit::Nanoseconds };
    let up = Axis::logarithmic(points().map(|point| point.1), measured, (bottom, top));
    let line_ends: Vec<(i32, i32)> = series
        .iter()
        .map(|one| one.points.last().map_or((LEFT, bottom), |end| (across.at(end.0), up.at(end.1))))
        .collect();
    let heights = spread(&line_ends.iter().map(|end| end.1).collect::<Vec<_>>(), top, bottom);
    draw(bottom + 32, |canvas| {
        canvas.title(&name, &about);
        canvas.ticks_left(&up, LEFT, right);
        for (length, _) in &family.members {
            let x = across.at(*length);
            canvas.line(&[(x, top), (x, bottom)], GRID, 1);
            canvas.text(&across.label(*length), (x, bottom + 14), Side::Middle, MUTED, false);
        }
        for ((one, end), y) in series.iter().zip(&line_ends).zip(&heights) {
            canvas.line(&[*end, (right, *y), (right + 8, *y)], GRID, 1);
            let path: Vec<(i32, i32)> = one.points.iter().map(|(x, y)| (across.at(*x), up.at(*y))).collect();
            let ours = one.row.library == OURS;
            if one.row.checked {
                canvas.line(&path, one.color, if ours { 3 } else { 2 });
            } else {
                canvas.dashed(&path, one.color, 2);
            }
            for point in path {
                canvas.dot(point, 3, one.color);
            }
            canvas.text(&label(one.row), (right + 12, *y), Side::Right, one.color, ours);
        }
    })
}

fn series<'a>(family: &Family<'a>) -> Vec<Series<'a>> {
    let rows = figure::rows(family.members.iter().flat_map(|(_, group)| &group.entries).map(|entry| entry.figure));
    let (mut our, mut other) = (OUR_LINES.into_iter().cycle(), OTHER_LINES.into_iter().cycle());
    let mut series: Vec<Series> = rows
        .into_iter()
        .map(|row| {
            let color = match row {
                row if row.library == OURS => our.next().unwrap_or(OUR_LINES[0]),
                row if row.is_floor() => PLAIN,
                _ => other.next().unwrap_or(UNCHECKED),
            };
            let point = |(length, group): &(f64, &Group)| Some((*length, group.entry(row)?.figure.median));
            Series { row, color, points: family.members.iter().filter_map(point).collect() }
        })
        .collect();
    series.sort_by_key(|one| one.row.library == OURS);
    series
}

/// Heights for names that want to stand at `wanted`, far enough from each other, as near as that
/// allows.
fn spread(wanted: &[i32], top: i32, bottom: i32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|index| wanted[*index]);
    let mut heights = wanted.to_vec();
    // Down from the top, then up again from the bottom of the plot.
    let mut least = top;
    for index in &order {
        heights[*index] = heights[*index].max(least);
        least = heights[*index] + STEP;
    }
    let mut most = bottom;
    for index in order.iter().rev() {
        heights[*index] = heights[*index].min(most);
        most = heights[*index] - STEP;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chapter::tests::figure;

    #[test]
    fn a_length_ends_the_variant_or_begins_it() {
        assert_eq!(length("u64 × 10,000"), Some(("u64", 10_000.0, Unit::Elements)));
        assert_eq!(length("40 bytes × 10"), Some(("40 bytes", 10.0, Unit::Elements)));
        assert_eq!(length("u32 in 10 kB"), Some(("u32", 10_000.0, Unit::Bytes)));
        assert_eq!(length("string in 100 bytes"), Some(("string", 100.0, Unit::Bytes)));
        assert_eq!(length("owned, 16 bytes"), Some(("owned", 16.0, Unit::Bytes)));
        assert_eq!(length("1,024 B, borrowed"), Some(("borrowed", 1024.0, Unit::Bytes)));
        assert_eq!(length("1,024 B"), Some(("", 1024.0, Unit::Bytes)));
        assert_eq!(length("1,000 keys"), Some(("", 1000.0, Unit::Elements)));
        assert_eq!(length("16384 bytes"), Some(("", 16_384.0, Unit::Bytes)));
        assert_eq!(length("list[0].name"), None);
        assert_eq!(length("reopened every 10 edits"), None);
        assert_eq!(length(""), None);
    }

    #[test]
    fn a_family_has_several_lengths_of_one_measure() {
        let figures = [
            figure("push", "u64 × 10,000", OURS, true, 7.0),
            figure("push", "u64 × 10", OURS, true, 30.0),
            figure("push", "u8 × 10", OURS, true, 30.0),
            figure("widen", "255 to 256 bytes", OURS, true, 30.0),
            figure("widen", "65,535 to 65,536 bytes", OURS, true, 30.0),
        ];
        let chapters = Chapter::all(&figures);
        let families = families(&chapters[0]);
        let [family] = &families[..] else { panic!("one family") };
        assert_eq!(family.title(), "push · u64");
        assert_eq!(family.members.iter().map(|(length, _)| *length).collect::<Vec<_>>(), [10.0, 10_000.0]);
        assert!(lines(family).contains("vellum · checked"));
    }

    #[test]
    fn a_line_that_ends_early_is_explained() {
        let mut figures = vec![
            figure("push", "u64 × 10", OURS, true, 30.0),
            figure("push", "u64 × 10,000", OURS, true, 7.0),
            figure("push", "u64 × 10", "x", true, 60.0),
        ];
        let drawn = |figures: &[Figure]| {
            let chapters = Chapter::all(figures);
            lines(&families(&chapters[0])[0]).contains("end early")
        };
        assert!(drawn(&figures));
        figures.push(figure("push", "u64 × 10,000", "x", true, 6000.0));
        assert!(!drawn(&figures));
    }

    #[test]
    fn names_that_would_overlap_move_apart_and_stay_inside() {
        const TOP: i32 = 50;
        const BOTTOM: i32 = 350;
        let heights = spread(&[BOTTOM, BOTTOM, 100, 104, BOTTOM - 2], TOP, BOTTOM);
        let mut sorted = heights.clone();
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= STEP), "{heights:?}");
        assert!(sorted[0] >= TOP && sorted[4] <= BOTTOM, "{heights:?}");
        assert_eq!(heights[2], 100);
    }
}
