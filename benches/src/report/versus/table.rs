//! The duels of each rival in a line: a geometric mean for each column, and the worst and the best
//! family.

use super::column::Column;
use super::duel::{Duel, Outcome, mean};
use crate::harness::rank::Mark;
use crate::harness::sheet::Kind;
use crate::report::grid::{Cell, Grid};
use crate::report::told::{ratio, times};

/// What the figures of the table are.
pub const ABOUT: &str = "Below 1 vellum is smaller or faster. A cell is the geometric mean of vellum / rival over the families that both libraries have, \
                         with 2 ns added to each time. The brackets contain the number of families that vellum wins; a difference of at most 3 % is a tie.";

/// What the last two columns are.
pub const FIELD: &str = "The columns \"field / record\" contain operations on one value for which the other library decodes, validates or writes the record, or the \
                         record up to that value. These ratios grow with the record, so no mean contains both kinds.";

/// The rules of the table, where there is room.
pub const MORE: &str = "A family is one operation of one workload on one kind of value; its lengths are pooled by their geometric mean. There is no mean across \
                        columns. Each library takes part with its best row of the class. Sizes of less than 1,000 bytes are compared byte by byte; longer \
                        sizes tie within 3 %, as times do.";

/// Ours against one library.
pub struct Rival<'d> {
    pub library: &'d str,
    pub duels: Vec<&'d Duel<'d>>,
}

/// The duels of one column.
pub struct Sum {
    /// Ours as a multiple of the rival's.
    pub ratio: f64,
    pub won: usize,
    pub lost: usize,
    pub shared: usize,
}

impl<'d> Rival<'d> {
    /// A column; none if nothing in it is shared.
    pub fn sum(&self, column: Column) -> Option<Sum> {
        let here: Vec<_> = self.duels.iter().filter(|duel| duel.column() == column).collect();
        let count = |outcome| here.iter().filter(|duel| duel.outcome() == outcome).count();
        let ratio = mean(here.iter().map(|duel| duel.ratio()));
        let (won, lost, shared) = (count(Outcome::Won), count(Outcome::Lost), here.len());
        (shared > 0).then_some(Sum { ratio, won, lost, shared })
    }

    /// The family in which ours does worst, of all columns.
    pub fn worst(&self) -> Option<&'d Duel<'d>> {
        self.duels.iter().copied().max_by(|one, other| one.ratio().total_cmp(&other.ratio()))
    }

    /// The one in which it does best.
    pub fn best(&self) -> Option<&'d Duel<'d>> {
        self.duels.iter().copied().min_by(|one, other| one.ratio().total_cmp(&other.ratio()))
    }
}

/// All rivals, those first that share most families with ours.
pub fn rivals<'d>(duels: &'d [Duel<'d>]) -> Vec<Rival<'d>> {
    let mut rivals: Vec<Rival<'d>> = Vec::new();
    for duel in duels {
        match rivals.iter_mut().find(|rival| rival.library == duel.rival) {
            Some(rival) => rival.duels.push(duel),
            None => rivals.push(Rival { library: duel.rival, duels: vec![duel] }),
        }
    }
    rivals.sort_by(|one, other| other.duels.len().cmp(&one.duels.len()).then_with(|| one.library.cmp(other.library)));
    rivals
}

/// The lines as a table; marked are the columns that ours leads. Its last columns are the worst
/// family and the best.
pub fn grid(rivals: &[Rival<'_>]) -> Grid {
    with_families(rivals, &[("worst family", Kind::Text), ("best family", Kind::Text)], family)
}

/// The table without the names of families, for which a terminal has no room.
pub fn narrow(rivals: &[Rival<'_>]) -> Grid {
    with_families(rivals, &[("worst", Kind::Number), ("best", Kind::Number)], |duel| times(duel.ratio()))
}

/// The means alone.
pub fn means(rivals: &[Rival<'_>]) -> Grid {
    with_families(rivals, &[], family)
}

fn with_families(rivals: &[Rival<'_>], heads: &[(&str, Kind)], told: impl Fn(&Duel<'_>) -> String) -> Grid {
    let numbers = Column::ALL.map(|column| (column.name(), Kind::Number));
    let mut grid = Grid::new([("vellum against", Kind::Word)].into_iter().chain(numbers).chain(heads.iter().copied()));
    for rival in rivals {
        let mut cells = vec![Cell::plain(rival.library)];
        cells.extend(Column::ALL.map(|column| rival.sum(column).map_or(Cell::of(None), |sum| cell(&sum))));
        let ends = [rival.worst(), rival.best()].into_iter().take(heads.len());
        cells.extend(ends.map(|duel| Cell::of(duel.map(&told))));
        grid.push(cells, false);
    }
    grid
}

fn cell(sum: &Sum) -> Cell {
    let Sum { won, shared, .. } = sum;
    let mark = if sum.ratio < 0.995 { Mark::Best } else { Mark::None };
    Cell { text: format!("{} ({won}/{shared})", ratio(sum.ratio)), mark }
}

/// "24: oplog, in place, timestamp".
pub fn family(duel: &Duel<'_>) -> String {
    format!("{}: {}", times(duel.ratio()), duel.family.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::figure::Figure;
    use crate::harness::rank::OURS;
    use crate::library::Reading;
    use crate::report::versus::class::Class;
    use crate::report::versus::duel::duels;
    use crate::report::versus::duel::tests::figure;

    /// Ours and a rival in one family.
    fn both(place: [&str; 3], rival: &str, ours: f64, theirs: f64) -> [Figure; 2] {
        [figure(place, OURS, Reading::Lazy, ours), figure(place, rival, Reading::Lazy, theirs)]
    }

    #[test]
    fn a_column_is_the_mean_of_its_families_whatever_their_ratios_and_no_mean_goes_across() {
        let figures = [
            both(["container", "encode", "owned"], "x", 98.0, 8.0),
            both(["fields", "encode", "owned"], "x", 8.0, 998.0),
            both(["oplog", "encode", "16 B"], "x", 8.0, 8.0),
            both(["container", "size", ""], "x", 100.0, 200.0),
        ]
        .concat();
        let duels = duels(&figures, Class::Checked);
        let rivals = rivals(&duels);
        let [rival] = &rivals[..] else { panic!("one rival") };
        let write = rival.sum(Column::Write).expect("three families");
        assert!((write.ratio - 0.1_f64.powf(1.0 / 3.0)).abs() < 1e-9, "of 10, 1/100 and 1: {}", write.ratio);
        assert_eq!((write.won, write.lost, write.shared), (1, 1, 3));
        let size = rival.sum(Column::Size).expect("one family");
        assert_eq!((size.ratio, size.won, size.shared), (0.5, 1, 1));
        assert!(rival.sum(Column::Change).is_none());
    }

    #[test]
    fn each_rival_has_its_worst_and_its_best_family_and_who_shares_most_is_first() {
        let place = |variant| ["container", "decode_one", variant];
        let figures = [
            both(place("a"), "x", 8.0, 18.0).to_vec(),
            both(place("b"), "y", 1998.0, 0.0).to_vec(),
            both(place("c"), "y", 0.0, 1998.0).to_vec(),
            vec![figure(place("b"), "z", Reading::Lazy, 1998.0)],
        ]
        .concat();
        let duels = duels(&figures, Class::Checked);
        let table = grid(&rivals(&duels)).markdown();
        let lines: Vec<&str> = table.lines().skip(2).collect();
        let [worst, best] = ["1000: container, decode one, b", "1/1000: container, decode one, c"];
        assert_eq!(lines[0], format!("| y | - | - | - | - | - | 1.00 (1/2) | - | {worst} | {best} |"));
        assert!(lines[1].starts_with("| x | - | - | - | - | - | **0.50 (1/1)** |"), "{table}");
        assert!(lines[2].starts_with("| z | - | - | - | - | - | 1.00 (0/1) |"), "{table}");
        let means = means(&rivals(&duels)).markdown();
        assert!(means.contains("| y | - | - | - | - | - | 1.00 (1/2) | - |\n"), "{means}");
    }

    #[test]
    fn no_mean_is_of_readers_that_go_to_a_value_and_of_codecs() {
        let at = ["services", "decode_one", "log, entries[500].path"];
        let figures = [
            both(at, "rkyv", 8.0, 3.0).to_vec(),
            vec![figure(at, "rkyv", Reading::Proved, 49_998.0)],
            both(["services", "sum", "mesh"], "rkyv", 8.0, 18.0).to_vec(),
            both(at, "capnp", 8.0, 18.0).to_vec(),
        ]
        .concat();
        let duels = duels(&figures, Class::Checked);
        let rivals = rivals(&duels);
        let sums = |library: &str, column| {
            let rival = rivals.iter().find(|rival| rival.library == library).expect("a line");
            rival.sum(column).map(|sum| (sum.shared, (sum.ratio * 100.0).round()))
        };
        assert_eq!(sums("rkyv", Column::Read), Some((1, 50.0)));
        assert_eq!(sums("rkyv", Column::ReadOfRecord), Some((1, 200.0)));
        assert_eq!(sums("capnp", Column::Read), Some((1, 50.0)));
        assert_eq!(sums("capnp", Column::ReadOfRecord), None);
    }
}
