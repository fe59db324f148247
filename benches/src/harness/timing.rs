//! Times the operations of a workload: group by group, in interleaved rounds.
//!
//! All operations of one measure and variant form a group. Each operation is first calibrated: how
//! many iterations fill a round? Then every round goes through all groups, and through each group
//! in another order, drawn by a fixed seed, so that a slow second of the machine falls on all
//! rivals, and none always runs first or after the same neighbour. A round's result is its mean
//! time for one operation. Between rounds all buffers are made anew in other places (see
//! [`scatter`]).

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::figure::Figure;
use super::heap;
use super::measures;
use super::plan::{PASSES, Pace, Plan, WARM_UP};
use super::progress::Progress;
use super::scatter::{Random, scatter};
use super::stats::{Summary, is_bimodal};
use super::workload::Workload;
use crate::library::{Measure, Operation, Row};

/// So many operations are done to count their allocations, where that is asked for.
const COUNTED: u64 = 1000;

struct Contestant {
    row: usize,
    operation: Operation,
    count: u64,
    samples: Vec<f64>,
    /// What a turn takes, and what all of them have taken, with what is not timed.
    planned: Duration,
    spent: Duration,
}

/// Finds how many iterations of each operation of `rows` fill a round, and how long its turn is.
/// The paces are in the order of the groups.
pub fn calibrate(workload: Workload, plan: Plan, rows: &mut [Row]) -> Vec<Pace> {
    let calibrate = |mut one: Contestant| {
        settle();
        let timed = &mut one.operation.timed;
        one.count = fitting(timed, plan.target).next_multiple_of(one.operation.pass);
        let turn = one.turn().1;
        Pace { count: one.count, turn, singly: one.operation.measure == Measure::UpdateOneInPlace }
    };
    groups(workload, rows).into_iter().flatten().map(calibrate).collect()
}

impl Contestant {
    /// A turn: what one operation takes in it, and how long all of it is.
    fn turn(&mut self) -> (f64, Duration) {
        let Self { operation, count, .. } = self;
        settle();
        let start = Instant::now();
        // What ran before has left its code and data in the caches; a short run of its own makes
        // them the operation's.
        (operation.timed)((*count / WARM_UP).max(1));
        let elapsed = (operation.timed)(*count);
        (elapsed.as_secs_f64() * 1e9 / *count as f64, start.elapsed())
    }
}

/// Times every operation of the rows that `collect` makes; it is called again whenever their
/// buffers are to lie elsewhere. `paces` are what [`calibrate`] found of the same operations;
/// `progress` advances by each turn.
///
/// # Errors
///
/// If `collect` fails, or does not make the same operations every time.
pub fn time(
    workload: Workload,
    plan: Plan,
    paces: &[Pace],
    progress: &Progress,
    mut collect: impl FnMut() -> Result<Vec<Row>, String>,
) -> Result<Vec<Figure>, String> {
    let mut rows = collect()?;
    let mut groups = groups(workload, &mut rows);
    if groups.iter().flatten().count() != paces.len() {
        return Err(OTHERS.to_owned());
    }
    for (one, pace) in groups.iter_mut().flatten().zip(paces) {
        (one.count, one.planned) = (pace.count, pace.turn);
    }
    let (mut blocks, mut random) = (Vec::new(), Random(0));
    for round in 0..plan.rounds {
        progress.round(round + 1, plan.rounds);
        if round > 0 && round % workload.rounds_per_placement() == 0 {
            if workload.rounds_per_placement() > 1 {
                // Of large buffers there is room for one set.
                groups.iter_mut().flatten().for_each(|one| one.operation.timed = Box::new(|_| Duration::ZERO));
            }
            let others = scatter(round as u64);
            renew(&mut groups, self::groups(workload, &mut collect()?))?;
            // Released only now, so that the former blocks, and small buffers, were still in the
            // way of the new ones.
            blocks = others;
        }
        groups.iter_mut().for_each(|group| run(group, plan, &mut random, progress));
    }
    drop(blocks);
    let mut figures = Vec::new();
    for Contestant { row, operation, samples, count, .. } in groups.into_iter().flatten() {
        let Operation { measure, variant, note, kept, by_hand, pass, mut timed } = operation;
        if let (Some(row), Some(summary)) = (rows.get(row), Summary::of(&samples)) {
            let taken = heap::taken(count.min(COUNTED).next_multiple_of(pass), |count| {
                let _: Duration = timed(count);
            });
            let p99 = if measure == Measure::UpdateOneInPlace {
                slowest(&mut timed, summary.median, plan.target * PASSES)
            } else {
                None
            };
            figures.push(Figure {
                p99,
                reading: Some(row.reading(kept)),
                by_hand: Some(by_hand),
                bimodal: is_bimodal(&samples),
                allocations: taken.map(|taken| taken.allocations),
                allocated_bytes: taken.map(|taken| taken.bytes),
                ..Figure::new(workload, row, measure, variant, note, summary)
            });
        }
    }
    Ok(figures)
}

/// As many as are timed one by one, and as many as a slowest hundredth is told of.
const SINGLY: std::ops::RangeInclusive<usize> = 1_000..=20_000;

/// The time that 99 of 100 operations stay below, timed one by one; none if there is time for few
/// of them. The clock's own time is in it.
fn slowest(timed: &mut impl FnMut(u64) -> Duration, median: f64, budget: Duration) -> Option<f64> {
    let count = (budget.as_secs_f64() * 1e9 / median.max(50.0)) as usize;
    if count < *SINGLY.start() {
        return None;
    }
    let mut times: Vec<Duration> = (0..count.min(*SINGLY.end())).map(|_| timed(1)).collect();
    times.sort_unstable();
    times.get(times.len() * 99 / 100).map(|time| time.as_secs_f64() * 1e9)
}

/// The figure of an empty operation: what the loop around every other one costs.
///
/// # Errors
///
/// As [`time`].
pub fn time_empty(workload: Workload, plan: Plan) -> Result<Vec<Figure>, String> {
    let rows = || {
        let mut row = Row::new("empty", "vellum-benches", "", "loop", Vec::new());
        row.time(Measure::Empty, "", || ());
        vec![row]
    };
    let paces = calibrate(workload, plan, &mut rows());
    time(workload, plan, &paces, &Progress::hidden(), || Ok(rows()))
}

/// Takes the operations out of `rows` and sorts them into groups, in the order of the report.
fn groups(workload: Workload, rows: &mut [Row]) -> Vec<Vec<Contestant>> {
    let mut all = Vec::new();
    for (row, operations) in rows.iter_mut().map(|row| std::mem::take(&mut row.operations)).enumerate() {
        all.extend(operations.into_iter().map(|operation| Contestant {
            row,
            operation,
            count: 1,
            samples: Vec::new(),
            planned: Duration::ZERO,
            spent: Duration::ZERO,
        }));
    }
    let key = |one: &Contestant| (measures::place(one.operation.measure), workload.place(one.operation.variant));
    all.sort_by_key(|one| (key(one), one.operation.variant));
    let mut groups: Vec<Vec<Contestant>> = Vec::new();
    for one in all {
        let group = |other: &Contestant| (other.operation.measure, other.operation.variant);
        match groups.last_mut() {
            Some(last) if last.last().is_some_and(|other| group(other) == group(&one)) => last.push(one),
            _ => groups.push(vec![one]),
        }
    }
    groups
}

const OTHERS: &str = "a library made other operations in a later round than in the first";

/// Puts the operations of `fresh` in the place of the old ones.
fn renew(groups: &mut [Vec<Contestant>], fresh: Vec<Vec<Contestant>>) -> Result<(), String> {
    let key = |one: &Contestant| (one.row, one.operation.measure, one.operation.variant);
    if !groups.iter().flatten().map(key).eq(fresh.iter().flatten().map(key)) {
        return Err(OTHERS.to_owned());
    }
    for (one, new) in groups.iter_mut().flatten().zip(fresh.into_iter().flatten()) {
        one.operation = new.operation;
    }
    Ok(())
}

fn run(group: &mut [Contestant], plan: Plan, random: &mut Random, progress: &Progress) {
    for index in random.order(group.len()) {
        let one = &mut group[index];
        if plan.is_done(one.samples.len(), one.spent) {
            continue;
        }
        let (each, took) = one.turn();
        one.samples.push(each);
        one.spent += took;
        // Drawn between turns by this very thread, so that drawing never shares a core with an
        // operation.
        progress.advance(one.planned);
    }
}

/// Lets the allocator join the small blocks that what ran before has released. It puts that off
/// until somebody wants a large block; after a map of a million keys it takes tenths of a second,
/// and would be told as the time of another row.
fn settle() {
    drop(black_box(Vec::<u8>::with_capacity(LARGE)));
}

/// Large enough for the allocator's own lists of large blocks, and too small to come from the
/// system.
const LARGE: usize = 1 << 16;

/// A round lasts at most about so many times its target: some operations need a copy of a large
/// value each, which is not timed.
const UNTIMED: u32 = 8;

/// How many iterations take about `target`, or fewer where they need much that is not timed.
fn fitting(timed: &mut impl FnMut(u64) -> Duration, target: Duration) -> u64 {
    // A quarter of the target is long enough to extrapolate from, and warms caches and branch
    // predictors.
    let enough = target / 4;
    let mut count: u64 = 1;
    loop {
        let start = Instant::now();
        let mut elapsed = timed(count);
        let lasted = start.elapsed();
        if count == 1 && elapsed >= enough {
            // What is slow at first only, such as touching new memory, is not what a round takes.
            elapsed = elapsed.min(timed(count));
        }
        if elapsed >= enough || lasted >= target * UNTIMED || count >= 1 << 40 {
            let within = |span: Duration, took: Duration| {
                (span.as_secs_f64() / (took.as_secs_f64() / count as f64).max(1e-12)) as u64
            };
            return within(target, elapsed).min(within(target * UNTIMED, lasted)).max(1);
        }
        // Steps of at most ten: the first operation of all is slow and would otherwise mislead by
        // far.
        let factor = enough.as_secs_f64() / elapsed.as_secs_f64().max(1e-9) * 1.2;
        count *= (factor as u64).clamp(2, 10);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;
    use crate::harness::kind::RunKind;

    #[test]
    fn calibration_fills_the_target_for_fast_and_slow_operations() {
        let target = Duration::from_millis(5);
        for (each, expected) in [(1_u64, 5_000_000_u64), (400, 12_500), (1_000_000, 5), (80_000_000, 1)] {
            let count = fitting(&mut |count| Duration::from_nanos(each * count), target);
            assert_eq!(count, expected, "{each} ns for each operation");
        }
    }

    #[test]
    fn calibration_is_not_misled_by_a_slow_start() {
        let mut first = true;
        let mut slow_at_first = |count: u64| {
            let extra = if std::mem::take(&mut first) { Duration::from_millis(200) } else { Duration::ZERO };
            extra + Duration::from_micros(count)
        };
        assert_eq!(fitting(&mut slow_at_first, Duration::from_millis(5)), 5000);
    }

    #[test]
    fn the_slowest_hundredth_is_told_of_operations_that_are_quick_enough() {
        let mut index = 0;
        let mut timed = |_| {
            index += 1;
            Duration::from_nanos(if index % 50 == 0 { 900 } else { 100 })
        };
        assert_eq!(slowest(&mut timed, 100.0, Duration::from_millis(1)), Some(900.0));
        assert_eq!(slowest(&mut timed, 1e6, Duration::from_millis(100)), None);
    }

    #[test]
    fn a_round_does_not_last_for_what_is_not_timed() {
        let each = Duration::from_micros(100);
        let mut mostly_untimed = |count| {
            std::thread::sleep(each * u32::try_from(count).expect("few"));
            Duration::from_nanos(count)
        };
        let target = Duration::from_millis(1);
        let most = u64::from(UNTIMED) * 10;
        assert!((1..=most).contains(&fitting(&mut mostly_untimed, target)));
    }

    #[test]
    fn calibration_ends_when_the_clock_does_not_move() {
        assert!(fitting(&mut |_| Duration::ZERO, Duration::from_millis(5)) >= 1);
    }

    #[test]
    fn rounds_are_interleaved_in_every_order() {
        let log = Rc::new(RefCell::new(Vec::new()));
        let contestant = |name: char| {
            let log = Rc::clone(&log);
            let timed = Box::new(move |count: u64| {
                log.borrow_mut().push((name, count));
                Duration::from_millis(count)
            });
            let operation = Operation {
                measure: Measure::Encode,
                variant: "owned",
                note: "",
                kept: false,
                by_hand: false,
                pass: 1,
                timed,
            };
            Contestant {
                row: 0,
                operation,
                count: 32,
                samples: Vec::new(),
                planned: Duration::ZERO,
                spent: Duration::ZERO,
            }
        };
        let mut group = ['a', 'b', 'c'].map(contestant);
        let mut random = Random(0);
        (0..30).for_each(|_| run(&mut group, Plan::new(RunKind::Thorough, 3), &mut random, &Progress::hidden()));
        let log: Vec<(char, u64)> = log.borrow().clone();
        assert!(log.chunks(2).all(|pair| pair[0] == (pair[1].0, 2) && pair[1].1 == 32), "each has its warm-up");
        let timed: Vec<char> = log.iter().filter(|(_, count)| *count == 32).map(|(name, _)| *name).collect();
        let mut orders: Vec<String> = timed.chunks(3).map(|round| round.iter().collect()).collect();
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders, ["abc", "acb", "bac", "bca", "cab", "cba"]);
        assert!(group.iter().all(|one| one.samples == [1e6; 30]));
    }

    #[test]
    fn an_operation_that_is_longer_than_its_rounds_has_fewer_of_them() {
        let plan = Plan { rounds: 9, least: 3, target: Duration::from_millis(5) };
        let rounds = |each: Duration| {
            let timed = Box::new(move |count: u64| {
                let start = Instant::now();
                while start.elapsed() < each {}
                start.elapsed() * u32::try_from(count).expect("one")
            });
            let operation = Operation {
                measure: Measure::Encode,
                variant: "owned",
                note: "",
                kept: false,
                by_hand: false,
                pass: 1,
                timed,
            };
            let mut group = [Contestant {
                row: 0,
                operation,
                count: 1,
                samples: Vec::new(),
                planned: Duration::ZERO,
                spent: Duration::ZERO,
            }];
            let mut random = Random(0);
            (0..plan.rounds).for_each(|_| run(&mut group, plan, &mut random, &Progress::hidden()));
            group[0].samples.len()
        };
        assert_eq!(rounds(Duration::from_millis(10)), 3);
        assert_eq!(rounds(Duration::from_micros(10)), 9);
    }

    #[test]
    fn every_round_times_fresh_buffers_and_sums_up_all_rounds() {
        let mut made = 0;
        let figures = time(
            Workload::Container,
            Plan { rounds: 3, least: 3, target: Duration::from_micros(10) },
            &[Pace { count: 10, turn: Duration::from_micros(10), singly: false }],
            &Progress::hidden(),
            || {
                made += 1;
                let mut row = Row::new("sample", "serde", "1", "", Vec::new());
                let each = Duration::from_micros(made);
                let timed = Box::new(move |count: u64| each * u32::try_from(count).expect("small"));
                row.push(Measure::Encode, "owned", "", timed);
                Ok(vec![row])
            },
        );
        let figures = figures.expect("the same operation every time");
        assert_eq!(figures.len(), 1);
        let Figure { median, min, max, .. } = figures[0];
        assert_eq!([min, median, max].map(f64::round), [1000.0, 2000.0, 3000.0]);
    }

    #[test]
    fn operations_that_change_between_rounds_are_an_error() {
        let mut measures = [Measure::Encode, Measure::DecodeOne].into_iter();
        let plan = Plan { rounds: 2, least: 2, target: Duration::from_micros(10) };
        let pace = Pace { count: 1, turn: plan.target, singly: false };
        let result = time(Workload::Container, plan, &[pace], &Progress::hidden(), || {
            let mut row = Row::new("sample", "serde", "1", "", Vec::new());
            row.time(measures.next().expect("two rounds"), "owned", || ());
            Ok(vec![row])
        });
        assert!(result.is_err());
    }

    #[test]
    fn groups_follow_the_order_of_the_report_and_mix_no_variants() {
        let row = |order: [(Measure, &'static str); 3]| {
            let mut row = Row::new("sample", "serde", "1", "", Vec::new());
            order.into_iter().for_each(|(measure, variant)| row.time(measure, variant, || ()));
            row
        };
        let (encode, owned, borrowed) =
            ((Measure::Encode, "owned"), (Measure::DecodeAll, "owned"), (Measure::DecodeAll, "borrowed"));
        let mut rows = [row([borrowed, owned, encode]), row([encode, borrowed, owned])];
        let found: Vec<Vec<_>> = groups(Workload::Container, &mut rows)
            .iter()
            .map(|group| group.iter().map(|one| (one.row, (one.operation.measure, one.operation.variant))).collect())
            .collect();
        assert_eq!(found, [encode, owned, borrowed].map(|kind| vec![(0, kind), (1, kind)]));
    }
}
