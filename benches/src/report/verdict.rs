//! The hardest view: ours beside the best of all others, figure by figure. It is not what somebody
//! meets who picks one library, for the best of all is another one on each line; `versus` tells
//! that. Here it is seen how far there is still to go.
//!
//! A line is one measure and variant; where bytes are read, fresh buffers and kept ones are two
//! lines, and only rows that are safe on hostile bytes are in them. Rows that were cut by hand for
//! one field are in them, with their sign. Every line is told that ours and a rival are in.

use super::chapter::headline;
use super::grid::{Cell, Grid};
use super::told::{size, time, times};
use super::versus::class::Class;
use crate::harness::figure::Figure;
use crate::harness::measures;
use crate::harness::rank::{Mark, OURS, TIE};
use crate::harness::sheet::Kind;
use crate::library::Measure;

/// Ours and the best rival in one line.
pub struct Line<'f> {
    pub workload: &'f str,
    pub measure: Measure,
    pub variant: &'f str,
    /// Whether the buffer was opened or proved before.
    pub kept: bool,
    pub ours: &'f Figure,
    pub rival: &'f Figure,
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

    /// "Read one field · location", and whether the buffer was open.
    pub fn title(&self) -> String {
        let kept = if self.kept { " (kept)" } else { "" };
        format!("{}{kept}", headline(self.measure, self.variant))
    }
}

/// Whether a measure is a goal of anybody, and no part or preparation of another one. What sends an
/// edit has a table of its own, as its bytes and its two times are one choice; so has a record in a
/// file.
const fn is_goal(measure: Measure) -> bool {
    use Measure::{ApplyPatch, Build, Clone, Empty, MakePatch, Sent, SizeZlib};
    !matches!(measure, SizeZlib | Build | Clone | Empty | Sent | MakePatch | ApplyPatch)
        && !measures::is_of_file(measure)
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
        let group: Vec<(&Figure, Class, bool)> = figures.iter().filter(here).map(known).collect();
        // Only decoding everything differs between making owned values and reading in the buffer.
        let owns: &[Option<bool>] = if measure == Measure::DecodeAll { &[Some(true), Some(false)] } else { &[None] };
        for (owned, kept) in owns.iter().flat_map(|owned| [(*owned, false), (*owned, true)]) {
            let best = |is_ours: bool| {
                let one = |(figure, class, open): &&(&Figure, Class, bool)| {
                    *class != Class::Trusted
                        && *open == kept
                        && (figure.library == OURS) == is_ours
                        && owned.is_none_or(|owned| figure.owned == owned)
                };
                let medians = group.iter().filter(one).map(|(figure, ..)| *figure);
                medians.min_by(|one, other| one.median.total_cmp(&other.median))
            };
            if let (Some(ours), Some(rival)) = (best(true), best(false)) {
                lines.push(Line { workload, measure, variant, kept, ours, rival });
            }
        }
    }
    lines
}

fn known(figure: &Figure) -> (&Figure, Class, bool) {
    let (class, kept) = Class::of(figure);
    (figure, class, kept)
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

/// The lines as a table: ours and the best rival's, the better one marked, or both; `ns` is what
/// follows nanoseconds.
pub fn grid(lines: &[&Line<'_>], ns: &str) -> Grid {
    let mut grid = Grid::new([
        ("operation", Kind::Text),
        ("buffer", Kind::Word),
        (OURS, Kind::Number),
        ("best of all", Kind::Number),
        ("which is", Kind::Word),
        ("vellum / best", Kind::Number),
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
        let buffer = match (measures::reads(line.measure), line.kept) {
            (false, _) => "",
            (true, false) => "fresh",
            (true, true) => "kept",
        };
        let cells = vec![
            Cell::plain(headline(line.measure, line.variant)),
            Cell::plain(buffer),
            cell(Outcome::Lost, line.ours),
            cell(Outcome::Won, line.rival),
            Cell::plain(who(line.rival)),
            Cell::plain(times(line.ratio())),
        ];
        grid.push(cells, false);
    }
    grid
}

/// "wincode, derive ‡"; a mode that says itself that it is by hand has the sign too.
pub fn who(figure: &Figure) -> String {
    format!("{}, {}", figure.library, figure.told_mode())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Reading;
    use crate::report::versus::duel::tests::figure;

    fn found(figures: &[Figure]) -> Vec<(String, String, Outcome)> {
        lines(figures).iter().map(|line| (line.title(), who(line.rival), line.outcome())).collect()
    }

    #[test]
    fn fresh_and_kept_buffers_are_two_lines_and_writing_is_one() {
        let [one, write] = [["container", "decode_one", "location"], ["container", "encode", "owned"]];
        let figures = [
            figure(one, OURS, Reading::Lazy, 10.0),
            figure(one, "x", Reading::Lazy, 20.0),
            figure(one, "y", Reading::Proved, 5.0),
            figure(one, "raw", Reading::Trusted, 1.0),
            figure(one, OURS, Reading::ProvedKept, 4.0),
            figure(one, "y", Reading::LazyKept, 8.0),
            figure(write, OURS, Reading::Lazy, 30.0),
            figure(write, "raw", Reading::Trusted, 30.5),
            figure(["container", "clone", "owned"], OURS, Reading::Lazy, 1.0),
            figure(["container", "clone", "owned"], "x", Reading::Lazy, 5.0),
        ];
        let expected = [
            ("Read one field · location", "y, proved", Outcome::Lost),
            ("Read one field · location (kept)", "y, lazy, kept", Outcome::Won),
            ("Encode", "raw, trusted", Outcome::Tied),
        ];
        assert_eq!(found(&figures), expected.map(|(title, who, outcome)| (title.to_owned(), who.to_owned(), outcome)));
    }

    #[test]
    fn no_line_is_left_out_for_its_ratio() {
        let at = |variant| ["scaling", "push", variant];
        let figures = [
            figure(at("u8"), OURS, Reading::Lazy, 1000.0),
            figure(at("u8"), "x", Reading::Lazy, 1.0),
            figure(at("u64"), OURS, Reading::Lazy, 1.0),
            figure(at("u64"), "x", Reading::Lazy, 1000.0),
        ];
        let text = grid(&lines(&figures).iter().collect::<Vec<_>>(), "").markdown();
        assert!(text.contains("| 1000 |") && text.contains("| 1/1000 |"), "{text}");
    }

    #[test]
    fn code_by_hand_is_among_the_best_and_has_its_sign() {
        let at = ["container", "update_one_in_place", "list[0].name"];
        let by_hand = Figure { by_hand: Some(true), ..figure(at, "x", Reading::Lazy, 2.0) };
        let figures = [figure(at, OURS, Reading::Lazy, 10.0), by_hand, figure(at, "y", Reading::Lazy, 30.0)];
        let title = "Update one field in place · list[0].name".to_owned();
        assert_eq!(found(&figures), [(title, "x, lazy ‡".to_owned(), Outcome::Lost)]);
    }

    #[test]
    fn without_ours_or_a_rival_there_is_no_line() {
        let push = |library, median| figure(["scaling", "push", ""], library, Reading::Lazy, median);
        assert!(lines(&[push(OURS, 1.0)]).is_empty());
        assert!(lines(&[push("std", 1.0), push(OURS, 2.0)]).is_empty());
    }
}
