//! Ours and one rival in one family.

use super::class::Class;
use super::column::Column;
use super::family::Family;
use super::reach::Reach;
use crate::harness::figure::Figure;
use crate::harness::rank::{OURS, TIE};
use crate::library::Measure;

/// What is added to both times before they are compared: the clock and the loop do not tell smaller
/// differences, and without it 0.7 ns beside 1.4 would weigh as much as 0.7 µs beside 1.4. Bytes
/// are exact, and have none.
pub const OFFSET: f64 = 2.0;

/// Values shorter than this are compared byte by byte; the sizes of longer ones tie as times do.
/// One byte of 133 is in each record that is stored, eight of 320,000 are in none that anybody
/// would notice.
const LONG: f64 = 1000.0;

/// Two figures of one variant.
pub struct Pair<'f> {
    pub ours: &'f Figure,
    pub rival: &'f Figure,
}

/// The figures of both in one family, the best of each in each variant that both have.
pub struct Duel<'f> {
    pub class: Class,
    pub family: Family,
    pub rival: &'f str,
    pub pairs: Vec<Pair<'f>>,
}

/// How a duel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won,
    Tied,
    Lost,
}

impl Duel<'_> {
    /// The column that the duel is told in.
    pub fn column(&self) -> Column {
        let reach = self.pairs.first().and_then(|pair| Reach::of(pair.rival));
        if reach == Some(Reach::Record) { self.family.column.of_record() } else { self.family.column }
    }

    /// Ours as a multiple of the rival's, the geometric mean over the variants.
    pub fn ratio(&self) -> f64 {
        let offset = if self.family.measure == Measure::Size { 0.0 } else { OFFSET };
        mean(self.pairs.iter().map(|pair| (pair.ours.median + offset) / (pair.rival.median + offset)))
    }

    pub fn outcome(&self) -> Outcome {
        let short = self.family.measure == Measure::Size && mean(self.pairs.iter().map(|pair| pair.ours.median)) < LONG;
        // Rounding is no difference.
        let tie = if short { 1.0 + 1e-9 } else { 1.0 + TIE };
        match self.ratio() {
            ratio if ratio > tie => Outcome::Lost,
            ratio if ratio * tie < 1.0 => Outcome::Won,
            _ => Outcome::Tied,
        }
    }
}

/// The geometric mean.
pub fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), ratio| (sum + ratio.ln(), count + 1.0));
    (sum / f64::max(count, 1.0)).exp()
}

/// The duels of a class, rival by rival as the figures name them.
pub fn duels(figures: &[Figure], class: Class) -> Vec<Duel<'_>> {
    let mut duels: Vec<Duel<'_>> = Vec::new();
    for rival in figures.iter().filter(|figure| figure.library != OURS && !figure.is_floor()) {
        let (known, kept) = Class::of(rival);
        let family = if known == class { Family::of(rival, kept) } else { None };
        let Some(family) = family else { continue };
        let same = |ours: &&Figure| {
            ours.library == OURS
                && (&ours.workload, &ours.measure, &ours.variant) == (&rival.workload, &rival.measure, &rival.variant)
                && class.takes(ours, kept)
                && Family::of(ours, kept).as_ref() == Some(&family)
        };
        let best = figures.iter().filter(same).min_by(|one, other| one.median.total_cmp(&other.median));
        let Some(ours) = best else { continue };
        let here = |duel: &&mut Duel<'_>| duel.rival == rival.library && duel.family == family;
        let Some(duel) = duels.iter_mut().find(here) else {
            duels.push(Duel { class, family, rival: &rival.library, pairs: vec![Pair { ours, rival }] });
            continue;
        };
        match duel.pairs.iter_mut().find(|pair| pair.rival.variant == rival.variant) {
            Some(pair) if pair.rival.median <= rival.median => {}
            Some(pair) => pair.rival = rival,
            None => duel.pairs.push(Pair { ours, rival }),
        }
    }
    duels
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::library::Reading;

    /// A figure: workload, measure, variant, library, reading, median.
    pub fn figure(place: [&str; 3], library: &str, reading: Reading, median: f64) -> Figure {
        let [workload, measure, variant] = place;
        Figure {
            workload: workload.to_owned(),
            library: library.to_owned(),
            mode: reading.name().to_owned(),
            checked: reading != Reading::Trusted,
            reading: Some(reading),
            by_hand: Some(false),
            measure: measure.to_owned(),
            variant: variant.to_owned(),
            median,
            ..Figure::default()
        }
    }

    fn told(figures: &[Figure], class: Class) -> Vec<(String, String, usize, f64)> {
        let round = |value: f64| (value * 1e3).round() / 1e3;
        let duels = duels(figures, class);
        duels.iter().map(|one| (one.rival.to_owned(), one.family.name(), one.pairs.len(), round(one.ratio()))).collect()
    }

    #[test]
    fn lengths_of_one_operation_are_one_duel_of_their_geometric_mean() {
        let at = |variant| ["oplog", "encode", variant];
        let figures = [
            figure(at("16 B"), OURS, Reading::Lazy, 8.0),
            figure(at("256 B"), OURS, Reading::Lazy, 38.0),
            figure(at("16 B"), "x", Reading::Lazy, 18.0),
            figure(at("256 B"), "x", Reading::Lazy, 18.0),
            figure(at("1,024 B"), "x", Reading::Lazy, 1.0),
        ];
        // 10 / 20 and 40 / 20; the third length is not ours.
        assert_eq!(told(&figures, Class::Checked), [("x".to_owned(), "oplog, encode".to_owned(), 2, 1.0)]);
    }

    #[test]
    fn proved_and_lazy_rows_meet_and_each_side_stands_with_its_best() {
        let at = ["container", "decode_one", "location"];
        let figures = [
            figure(at, OURS, Reading::Proved, 38.0),
            figure(at, OURS, Reading::Lazy, 8.0),
            figure(at, OURS, Reading::LazyKept, 3.0),
            figure(at, "x", Reading::Proved, 3.0),
            figure(at, "x", Reading::Lazy, 18.0),
            figure(at, "x", Reading::ProvedKept, 0.0),
            figure(at, "x", Reading::Trusted, 0.5),
        ];
        let name = "container, decode one, location".to_owned();
        assert_eq!(told(&figures, Class::Checked), [("x".to_owned(), name.clone(), 1, 2.0)]);
        assert_eq!(told(&figures, Class::Kept), [("x".to_owned(), name.clone(), 1, 2.5)]);
        assert_eq!(told(&figures, Class::Trusted), [("x".to_owned(), name, 1, 4.0)]);
        assert!(duels(&figures, Class::ByHand).is_empty());
    }

    #[test]
    fn code_by_hand_meets_our_checked_rows_in_a_class_of_its_own() {
        let at = ["container", "update_one_in_place", "list[0].name"];
        let by_hand = |figure| Figure { by_hand: Some(true), ..figure };
        let figures = [
            figure(at, OURS, Reading::Lazy, 18.0),
            by_hand(figure(at, "x", Reading::Lazy, 2.0)),
            figure(at, "x", Reading::Lazy, 38.0),
        ];
        let name = "container, in place, list[0].name".to_owned();
        assert_eq!(told(&figures, Class::Checked), [("x".to_owned(), name.clone(), 1, 0.5)]);
        assert_eq!(told(&figures, Class::ByHand), [("x".to_owned(), name, 1, 5.0)]);
    }

    #[test]
    fn writing_reads_no_bytes_so_that_each_row_is_in_it_once() {
        let at = ["container", "encode", "owned"];
        let figures = [figure(at, OURS, Reading::Lazy, 8.0), figure(at, "x", Reading::Trusted, 8.0)];
        assert_eq!(told(&figures, Class::Checked).len(), 1);
        assert!(duels(&figures, Class::Trusted).is_empty());
    }

    #[test]
    fn owned_values_and_borrowed_ones_are_two_duels() {
        let at = ["container", "decode_all", "owned"];
        let owned = |library, median| Figure { owned: true, ..figure(at, library, Reading::Lazy, median) };
        let lent = |library, median| figure(["container", "decode_all", "borrowed"], library, Reading::Lazy, median);
        let figures = [owned(OURS, 8.0), lent(OURS, 3.0), owned("x", 8.0), lent("x", 3.0)];
        let names: Vec<String> = told(&figures, Class::Checked).into_iter().map(|(_, name, ..)| name).collect();
        assert_eq!(names, ["container, decode all owned", "container, decode all"]);
    }

    #[test]
    fn times_within_three_percent_tie_as_do_long_sizes_and_short_sizes_do_not() {
        let outcome = |at: [&str; 3], ours, theirs| {
            let figures = [figure(at, OURS, Reading::Lazy, ours), figure(at, "x", Reading::Lazy, theirs)];
            duels(&figures, Class::Checked)[0].outcome()
        };
        let [time, size] = [["container", "encode", "owned"], ["container", "size", ""]];
        let times = [(100.0, 100.0), (105.0, 102.0), (106.0, 102.0), (102.0, 106.0), (1.4, 1.38)];
        let expected = [Outcome::Tied, Outcome::Tied, Outcome::Lost, Outcome::Won, Outcome::Tied];
        assert_eq!(times.map(|(ours, theirs)| outcome(time, ours, theirs)), expected);
        let sizes = [(133.0, 132.0), (133.0, 133.0), (132.0, 133.0), (320_008.0, 320_000.0), (3300.0, 3000.0)];
        let expected = [Outcome::Lost, Outcome::Tied, Outcome::Won, Outcome::Tied, Outcome::Lost];
        assert_eq!(sizes.map(|(ours, theirs)| outcome(size, ours, theirs)), expected);
    }

    #[test]
    fn a_floor_is_no_rival() {
        let at = ["scaling", "push", "u64 × 10"];
        let figures = [figure(at, OURS, Reading::Lazy, 8.0), figure(at, "std", Reading::Lazy, 1.0)];
        assert!(duels(&figures, Class::Checked).is_empty());
    }
}
