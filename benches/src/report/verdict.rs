//! What the figures say as a whole: ours against the best rival, line by line, and the losses with the weight of the wins.
//!
//! A line is one measure and variant, and where bytes are read, one kind of reading. Every line is counted that ours and a rival
//! are in. Tables show those that are contested: where some other library takes at most [`NEAR`] times as long as the best.
//! No line is chosen by hand.

use std::fmt::Write as _;

use super::chapter::headline;
use super::grid::{Cell, Grid};
use crate::harness::figure::Figure;
use crate::harness::measures;
use crate::harness::rank::{Mark, OURS, TIE};
use crate::harness::sheet::Kind;
use crate::library::{Measure, Reading};

/// A line is contested if another library is as near as this to the best.
pub const NEAR: f64 = 3.0;

/// The first day on which an update began with a clone only where bytes change in place.
pub const WITHOUT_CLONES: &str = "2026-11-22";

/// So many of the largest leads, and as many of the largest losses, are told.
const TOLD: usize = 5;

/// Ours and the best rival in one line.
pub struct Line<'f> {
    pub workload: &'f str,
    pub measure: Measure,
    pub variant: &'f str,
    /// `None` where no bytes are read, so that all are one contest.
    pub reading: Option<Reading>,
    pub ours: &'f Figure,
    pub rival: &'f Figure,
    pub contested: bool,
}

/// How a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won,
    Tied,
    Lost,
}

impl Line<'_> {
    /// Ours as a multiple of the rival's.
    pub fn ratio(&self) -> f64 {
        self.ours.median / self.rival.median
    }

    pub fn outcome(&self) -> Outcome {
        let tie = if measures::is_size(self.measure) { 1.0 } else { 1.0 + TIE };
        match self.ratio() {
            ratio if ratio > tie => Outcome::Lost,
            ratio if ratio * tie < 1.0 => Outcome::Won,
            _ => Outcome::Tied,
        }
    }

    /// "Read one field · location", and how.
    pub fn title(&self) -> String {
        let kind = self.reading.map_or(String::new(), |reading| format!(" ({})", reading.name()));
        format!("{}{kind}", headline(self.measure, self.variant))
    }
}

/// Whether a measure is a goal of anybody, and no part or preparation of another one.
const fn is_goal(measure: Measure) -> bool {
    !matches!(measure, Measure::SizeZlib | Measure::Build | Measure::Clone | Measure::Empty)
}

/// All lines, in the order of the figures.
pub fn lines(figures: &[Figure]) -> Vec<Line<'_>> {
    let mut groups: Vec<(&str, Measure, &str)> = Vec::new();
    for figure in figures {
        let measure = measures::of(&figure.measure).filter(|measure| is_goal(*measure));
        let group = measure.map(|measure| (figure.workload.as_str(), measure, figure.variant.as_str()));
        if let Some(group) = group.filter(|group| !groups.contains(group)) {
            groups.push(group);
        }
    }
    let mut lines = Vec::new();
    for (workload, measure, variant) in groups {
        let here = |figure: &&Figure| {
            (figure.workload.as_str(), figure.measure.as_str(), figure.variant.as_str())
                == (workload, measure.id(), variant)
                && !figure.is_floor()
        };
        let group: Vec<&Figure> = figures.iter().filter(here).collect();
        let kinds: Vec<Option<Reading>> =
            if measures::reads(measure) { Reading::ALL.map(Some).to_vec() } else { vec![None] };
        // Only decoding everything differs between making owned values and reading in the buffer.
        let owns: &[Option<bool>] = if measure == Measure::DecodeAll { &[Some(true), Some(false)] } else { &[None] };
        for (reading, owned) in kinds.iter().flat_map(|kind| owns.iter().map(move |owned| (*kind, *owned))) {
            // Ours does not read what it has no proof of; who does is in the tables of all figures.
            if reading == Some(Reading::Trusted) {
                continue;
            }
            // Who was proved before meets ours that checks each access in an open buffer, where ours has no such row. The other way a
            // proof of everything would stand beside a check of little.
            let has = |kind| group.iter().any(|one| one.library == OURS && one.reading() == kind);
            let meets = reading.map(|kind| match kind {
                Reading::ProvedKept if !has(kind) => Reading::LazyKept,
                kind => kind,
            });
            let same = |one: &&Figure| {
                let kind = if one.library == OURS { meets } else { reading };
                kind.is_none_or(|kind| one.reading() == kind) && owned.is_none_or(|owned| one.owned == owned)
            };
            let mut kind: Vec<&Figure> = group.iter().copied().filter(same).collect();
            kind.sort_by(|one, other| one.median.total_cmp(&other.median));
            let first = |is_ours: bool| kind.iter().copied().find(|one| (one.library == OURS) == is_ours);
            let (Some(ours), Some(rival)) = (first(true), first(false)) else { continue };
            let best = kind[0];
            let contested = kind.iter().any(|one| one.library != best.library && one.median <= best.median * NEAR);
            lines.push(Line { workload, measure, variant, reading, ours, rival, contested });
        }
    }
    lines
}

/// The lines of each workload.
pub fn by_workload<'l, 'f>(lines: &'l [Line<'f>]) -> Vec<(&'f str, Vec<&'l Line<'f>>)> {
    let mut workloads: Vec<(&str, Vec<&Line<'_>>)> = Vec::new();
    for line in lines {
        match workloads.iter_mut().find(|(workload, _)| *workload == line.workload) {
            Some((_, all)) => all.push(line),
            None => workloads.push((line.workload, vec![line])),
        }
    }
    workloads
}

/// How many lines were won, tied and lost.
pub fn counts<'l, 'f: 'l>(lines: impl IntoIterator<Item = &'l Line<'f>>) -> [usize; 3] {
    let mut counts = [0; 3];
    for line in lines {
        counts[line.outcome() as usize] += 1;
    }
    counts
}

/// "3 won, 1 tied, 2 lost".
pub fn told([won, tied, lost]: [usize; 3]) -> String {
    format!("{won} won, {tied} tied, {lost} lost")
}

/// The verdict, a sentence or some to a paragraph; `runs` is how many runs the figures are of.
pub fn verdict(figures: &[Figure], runs: usize) -> Vec<String> {
    let all = lines(figures);
    if all.is_empty() {
        return Vec::new();
    }
    let each: Vec<String> =
        by_workload(&all).into_iter().map(|(name, lines)| format!("{name}: {}", told(counts(lines)))).collect();
    let runs = match runs {
        1 => "one run, where a claim takes three".to_owned(),
        some => format!("{some} runs"),
    };
    let opening = format!(
        "{OURS} against the best rival of every line, of the same kind of reading: {}, of {} lines in {runs}; within {:.0} % is a \
         tie. {}.",
        told(counts(&all)),
        all.len(),
        TIE * 100.0,
        each.join("; "),
    );
    let mut paragraphs = vec![opening];
    for (outcome, name) in [(Outcome::Lost, "largest losses"), (Outcome::Won, "largest leads")] {
        let mut some: Vec<&Line<'_>> = all.iter().filter(|line| line.outcome() == outcome).collect();
        some.sort_by(|one, other| {
            let far = |line: &Line<'_>| line.ratio().ln().abs();
            far(other).total_cmp(&far(one))
        });
        let mut text = String::new();
        for line in some.iter().take(TOLD) {
            let separator = if text.is_empty() { "" } else { "; " };
            let _ = write!(
                text,
                "{separator}{}, {}: {} of {}",
                line.workload,
                line.title(),
                times(line.ratio()),
                line.rival.library
            );
        }
        if !text.is_empty() {
            paragraphs.push(format!("The {name}, as multiples of the rival's figure: {text}."));
        }
    }
    paragraphs
}

/// A ratio; of a small one the digits after the point say less than its inverse.
/// The lines as a table: ours and the best rival's, the better one marked, or both; `ns` is what follows nanoseconds.
pub fn grid(lines: &[&Line<'_>], ns: &str) -> Grid {
    let mut grid = Grid::new([
        ("operation", Kind::Text),
        ("reading", Kind::Word),
        (OURS, Kind::Number),
        ("best rival", Kind::Number),
        ("", Kind::Word),
        ("vellum / rival", Kind::Number),
    ]);
    for line in lines {
        let cell = |loses: Outcome, figure: &Figure| {
            let text = match measures::unit(line.measure) {
                "bytes" => size(figure.median),
                "ns" => time(figure.median, ns),
                unit => format!("{:.2} {unit}", figure.median),
            };
            Cell { text, mark: if line.outcome() == loses { Mark::None } else { Mark::Best } }
        };
        let rival = format!("{}, {}", line.rival.library, line.rival.mode);
        let cells = vec![
            Cell::plain(headline(line.measure, line.variant)),
            Cell::plain(line.reading.map_or("", Reading::name)),
            cell(Outcome::Lost, line.ours),
            cell(Outcome::Won, line.rival),
            Cell::plain(rival),
            Cell::plain(ratio(line.ratio())),
        ];
        grid.push(cells, false);
    }
    grid
}

fn ratio(ratio: f64) -> String {
    if ratio < 0.01 { format!("{ratio:.4}") } else { format!("{ratio:.2}") }
}

/// Bytes, in a unit that keeps the number short.
fn size(bytes: f64) -> String {
    if bytes < 1e5 { format!("{} B", number(bytes)) } else { format!("{:.0} kB", bytes / 1e3) }
}

pub fn number(value: f64) -> String {
    if value >= 99.95 || value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// Nanoseconds, in a unit that keeps the number short.
fn time(nanos: f64, ns: &str) -> String {
    match nanos {
        _ if nanos >= 1e6 => format!("{:.1} ms", nanos / 1e6),
        _ if nanos >= 1e4 => format!("{:.0} µs", nanos / 1e3),
        _ if nanos >= 1e3 => format!("{:.1} µs", nanos / 1e3),
        _ => number(nanos) + ns,
    }
}

fn times(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 0.1 => format!("1/{:.0}", 1.0 / ratio),
        ratio if ratio < 10.0 => format!("{ratio:.2}"),
        ratio => format!("{ratio:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chapter::tests::figure;

    #[test]
    fn each_kind_of_reading_is_a_line_and_writing_is_one() {
        let proved = |mut figure: Figure| {
            figure.reading = Some(Reading::Proved);
            figure
        };
        let figures = [
            figure("decode_one", "location", OURS, true, 10.0),
            figure("decode_one", "location", "x", true, 20.0),
            figure("decode_one", "location", "raw", false, 1.0),
            proved(figure("decode_one", "location", OURS, true, 50.0)),
            proved(figure("decode_one", "location", "y", true, 10.0)),
            figure("encode", "owned", OURS, true, 30.0),
            figure("encode", "owned", "raw", false, 30.5),
            figure("clone", "owned", "raw", false, 1.0),
            figure("clone", "owned", OURS, true, 5.0),
        ];
        let lines = lines(&figures);
        let found: Vec<_> = lines
            .iter()
            .map(|line| (line.title(), line.rival.library.as_str(), line.outcome(), line.contested))
            .collect();
        let expected = [
            ("Read one field · location (lazy)".to_owned(), "x", Outcome::Won, true),
            ("Read one field · location (proved)".to_owned(), "y", Outcome::Lost, false),
            ("Encode".to_owned(), "raw", Outcome::Tied, true),
        ];
        assert_eq!(found, expected);
        let verdict = verdict(&figures, 1);
        assert!(verdict[0].contains("1 won, 1 tied, 1 lost, of 3 lines in one run"), "{verdict:?}");
        assert!(verdict[1].contains("losses") && verdict[1].contains("5.00 of y"), "{verdict:?}");
        assert!(verdict[2].contains("leads") && verdict[2].contains("0.50 of x"), "{verdict:?}");
    }

    #[test]
    fn times_keep_a_short_number() {
        let told = [3.43, 101.2, 5355.0, 13_321.0, 2.5e6].map(|nanos| time(nanos, ""));
        assert_eq!(told, ["3.4", "101", "5.4 µs", "13 µs", "2.5 ms"]);
    }

    #[test]
    fn who_was_proved_before_meets_ours_in_an_open_buffer_where_ours_has_no_proof() {
        let of = |library, reading, median| Figure {
            reading: Some(reading),
            ..figure("update_one_in_place", "u32", library, true, median)
        };
        let figures = [
            of(OURS, Reading::Lazy, 6.0),
            of(OURS, Reading::LazyKept, 2.5),
            of("x", Reading::ProvedKept, 0.8),
            of("y", Reading::Proved, 8.0),
        ];
        let found: Vec<_> =
            lines(&figures).iter().map(|line| (line.title(), line.ours.median, line.outcome())).collect();
        assert_eq!(found, [("Update one field in place · u32 (proved, kept)".to_owned(), 2.5, Outcome::Lost)]);
    }

    #[test]
    fn without_ours_or_a_rival_there_is_nothing_to_say() {
        assert!(verdict(&[figure("encode", "owned", OURS, true, 1.0)], 3).is_empty());
        assert!(lines(&[figure("push", "", "std", true, 1.0), figure("push", "", OURS, true, 2.0)]).is_empty());
    }
}
