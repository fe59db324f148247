//! Who is best in a group of figures of one kind, and how each compares with ours.

use super::figure::Figure;
use super::measures;
use crate::library::{Measure, Reading};

/// The library that the others are compared with.
pub const OURS: &str = "vellum";

/// Times closer than this to the best one count as best too: a single run cannot tell them apart.
pub const TIE: f64 = 0.03;

/// Whether a figure is the best of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    None,
    /// Best among those of the same kind of reading, or of all where the operation reads no bytes.
    Best,
    /// Best among those that are not.
    BestUnchecked,
}

impl Mark {
    /// The sign in the tables.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Best => "★",
            Self::BestUnchecked => "☆",
        }
    }
}

/// The place of a figure in its group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    pub mark: Mark,
    /// Its median as a multiple of ours; `None` where no mode of ours does the same work.
    pub ratio: Option<f64>,
}

/// The standing of each of `figures`, which all have one measure and one variant.
pub fn standings(figures: &[&Figure]) -> Vec<Standing> {
    let rivals: Vec<&Figure> = figures.iter().copied().filter(|figure| !figure.is_floor()).collect();
    let mark = |figure: &Figure| if figure.is_floor() { Mark::None } else { mark(figure, &rivals) };
    figures.iter().map(|figure| Standing { mark: mark(figure), ratio: ratio(figure, figures) }).collect()
}

fn mark(figure: &Figure, figures: &[&Figure]) -> Mark {
    let rivals = figures.iter().filter(|other| same_values(figure, other) && same_safety(figure, other));
    // Who is alone in its kind is not the best.
    if rivals.clone().all(|other| other.library == figure.library) {
        return Mark::None;
    }
    let Some(best) = rivals.map(|other| other.median).min_by(f64::total_cmp) else { return Mark::None };
    let tolerance = if figure.measure().is_some_and(measures::is_size) { 0.0 } else { TIE };
    if figure.median > best * (1.0 + tolerance) {
        Mark::None
    } else if figure.reading() != Reading::Trusted || !figure.measure().is_some_and(measures::reads) {
        Mark::Best
    } else {
        Mark::BestUnchecked
    }
}

/// Compares with the best mode of ours of the same kind, so that what was opened or proved before
/// never stands for what was not. Who trusts the bytes is compared with our best that does not.
fn ratio(figure: &Figure, figures: &[&Figure]) -> Option<f64> {
    let promises = |ours: &Figure| {
        let trusts = figure.reading() == Reading::Trusted && !ours.reading().is_kept();
        !figure.measure().is_some_and(measures::reads) || trusts || ours.reading() == figure.reading()
    };
    let ours = figures.iter().filter(|other| other.library == OURS && same_values(figure, other) && promises(other));
    let best = ours.map(|other| other.median).min_by(f64::total_cmp)?;
    (best > 0.0).then(|| figure.median / best)
}

/// Only decoding everything differs between making owned values and reading in the buffer: one
/// field or the new bytes are the same result either way.
fn same_values(one: &Figure, other: &Figure) -> bool {
    one.measure() != Some(Measure::DecodeAll) || one.owned == other.owned
}

/// Code that was cut by hand for one field is a kind of its own, too.
fn same_safety(one: &Figure, other: &Figure) -> bool {
    let same = one.reading() == other.reading() && one.is_by_hand() == other.is_by_hand();
    !one.measure().is_some_and(measures::reads) || same
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::stats::Summary;
    use crate::harness::workload::Workload;
    use crate::library::Row;

    fn figure(library: &str, measure: Measure, median: f64) -> Figure {
        let row = Row::new("sample", "serde", "1", "", Vec::new());
        let figure = Figure::new(Workload::Container, &row, measure, "", "", Summary::exact(median));
        Figure { library: library.to_owned(), ..figure }
    }

    fn unchecked(mut figure: Figure) -> Figure {
        figure.checked = false;
        figure.reading = Some(Reading::Trusted);
        figure
    }

    fn borrowed(mut figure: Figure) -> Figure {
        figure.owned = false;
        figure
    }

    fn marks(figures: &[Figure]) -> Vec<Mark> {
        standings(&figures.iter().collect::<Vec<_>>()).iter().map(|standing| standing.mark).collect()
    }

    fn ratios(figures: &[Figure]) -> Vec<Option<f64>> {
        standings(&figures.iter().collect::<Vec<_>>()).iter().map(|standing| standing.ratio).collect()
    }

    #[test]
    fn code_by_hand_is_marked_apart_and_who_is_alone_is_not_the_best() {
        let edit = |library, median| figure(library, Measure::UpdateOneInPlace, median);
        let by_hand = |figure| Figure { by_hand: Some(true), ..figure };
        let figures = [edit("a", 20.0), edit("b", 30.0), by_hand(edit("c", 5.0))];
        assert_eq!(marks(&figures), [Mark::Best, Mark::None, Mark::None]);
        let figures = [edit("a", 20.0), by_hand(edit("c", 5.0)), by_hand(edit("d", 9.0))];
        assert_eq!(marks(&figures), [Mark::None, Mark::Best, Mark::None]);
    }

    #[test]
    fn checked_and_unchecked_reads_are_marked_apart() {
        let read = |library, median| figure(library, Measure::DecodeOne, median);
        let figures = [read("a", 20.0), unchecked(read("b", 5.0)), read("c", 30.0), unchecked(read("d", 9.0))];
        assert_eq!(marks(&figures), [Mark::Best, Mark::BestUnchecked, Mark::None, Mark::None]);
    }

    #[test]
    fn each_kind_of_reading_has_a_best_of_its_own() {
        let read =
            |library, reading, median| Figure { reading: Some(reading), ..figure(library, Measure::DecodeOne, median) };
        let figures = [
            read("vellum", Reading::Lazy, 9.0),
            read("a", Reading::Lazy, 20.0),
            read("vellum", Reading::Proved, 40.0),
            read("b", Reading::Proved, 30.0),
            read("vellum", Reading::ProvedKept, 2.0),
            read("b", Reading::ProvedKept, 1.0),
            read("b", Reading::Trusted, 1.0),
        ];
        let best = [Mark::Best, Mark::None, Mark::None, Mark::Best, Mark::None, Mark::Best, Mark::None];
        assert_eq!(marks(&figures), best);
    }

    #[test]
    fn an_operation_that_reads_no_bytes_has_one_best_whatever_the_row_does_elsewhere() {
        let write = |library, median| figure(library, Measure::Encode, median);
        assert_eq!(marks(&[write("a", 20.0), unchecked(write("b", 10.0))]), [Mark::None, Mark::Best]);
    }

    #[test]
    fn owned_and_borrowed_decoding_are_marked_apart() {
        let read = |library, median| figure(library, Measure::DecodeAll, median);
        let figures = [read("a", 20.0), borrowed(read("b", 5.0)), borrowed(read("c", 6.0)), read("d", 30.0)];
        assert_eq!(marks(&figures), [Mark::Best, Mark::Best, Mark::None, Mark::None]);
    }

    #[test]
    fn times_within_three_percent_tie_and_sizes_do_not() {
        let times = [("a", 100.0), ("b", 102.9), ("c", 103.1)];
        let times = times.map(|(library, median)| figure(library, Measure::Encode, median));
        assert_eq!(marks(&times), [Mark::Best, Mark::Best, Mark::None]);
        let sizes = [("a", 100.0), ("b", 101.0), ("c", 100.0)];
        let sizes = sizes.map(|(library, bytes)| figure(library, Measure::Size, bytes));
        assert_eq!(marks(&sizes), [Mark::Best, Mark::None, Mark::Best]);
    }

    #[test]
    fn the_ratio_is_to_our_best_mode() {
        let read = |library, median| figure(library, Measure::DecodeOne, median);
        let figures = [read("vellum", 10.0), read("vellum", 4.0), read("a", 20.0)];
        assert_eq!(ratios(&figures), [Some(2.5), Some(1.0), Some(5.0)]);
    }

    #[test]
    fn an_unchecked_mode_of_ours_never_stands_for_a_checked_one() {
        let read = |library, median| figure(library, Measure::DecodeOne, median);
        let figures =
            [read("vellum", 10.0), unchecked(read("vellum", 2.0)), read("a", 20.0), unchecked(read("b", 4.0))];
        assert_eq!(ratios(&figures), [Some(1.0), Some(1.0), Some(2.0), Some(2.0)]);
        let figures = [unchecked(read("vellum", 2.0)), read("a", 20.0)];
        assert_eq!(ratios(&figures), [Some(1.0), None]);
    }

    #[test]
    fn owned_decoding_is_compared_with_our_owned_decoding_only() {
        let read = |library, median| figure(library, Measure::DecodeAll, median);
        let figures = [borrowed(read("vellum", 5.0)), read("a", 20.0), borrowed(read("b", 10.0))];
        assert_eq!(ratios(&figures), [Some(1.0), None, Some(2.0)]);
    }

    #[test]
    fn a_floor_is_never_the_best_and_ours_alone_neither() {
        let push = |library, median| figure(library, Measure::Push, median);
        let figures = [push("std", 1.0), push("vellum", 2.0)];
        assert_eq!(marks(&figures), [Mark::None, Mark::None]);
        assert_eq!(ratios(&figures), [Some(0.5), Some(1.0)], "but it is told how far it is");
        let mut tree = push("serde_json", 1.5);
        "in memory".clone_into(&mut tree.mode);
        let figures = [push("std", 1.0), tree, push("vellum", 2.0), push("a", 3.0)];
        assert_eq!(marks(&figures), [Mark::None, Mark::None, Mark::Best, Mark::None]);
    }

    #[test]
    fn without_ours_there_is_no_ratio() {
        assert_eq!(ratios(&[figure("a", Measure::Size, 3.0)]), [None]);
    }
}
