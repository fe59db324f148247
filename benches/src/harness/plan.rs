//! How often and how long operations are timed, and how long all of it takes.
//!
//! Before the first round each operation is calibrated and has one turn that is not told
//! ([`Pace`]). So the time of a run is known before it begins, on whatever machine, also that of
//! operations which take longer than a round should. A default run has as many rounds as fit into
//! its budget.

use std::time::Duration;

use super::kind::RunKind;

/// The part of a round's iterations that runs before it, untimed; at least one does.
pub const WARM_UP: u64 = 16;
/// Edits in place are timed one by one for as long as so many rounds take.
pub const PASSES: u32 = 4;

/// All rounds of a default run together should take no longer.
pub const BUDGET: Duration = Duration::from_secs(480);
/// A default run has so many rounds at least, on a machine that is too slow for its budget.
const FEWEST: usize = 7;

/// How long and how often every operation is timed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    pub rounds: usize,
    /// So many rounds each operation has, even if they take longer than all rounds should.
    pub least: usize,
    /// The time that one round of one operation takes, roughly.
    pub target: Duration,
}

/// What calibration finds of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Iterations of a round.
    pub count: u64,
    /// How long a turn takes, with what is not timed.
    pub turn: Duration,
    /// Whether it is timed one by one, too.
    pub singly: bool,
}

/// What is known of a workload before it is timed.
pub struct Prospect {
    pub plan: Plan,
    pub paces: Vec<Pace>,
    /// How long it takes to make the rows and to prove them.
    pub making: Duration,
    pub rounds_per_placement: usize,
}

impl Plan {
    /// The plan for so many operations of a workload; with very many the rounds become shorter, not
    /// fewer.
    pub fn new(kind: RunKind, operations: usize) -> Self {
        let (rounds, least, target, budget) = match kind {
            RunKind::Quick => (9_usize, 3, Duration::from_millis(5), Duration::from_secs(16)),
            // Its budget is for all workloads: see [`fit`].
            RunKind::Default => (15, 3, Duration::from_millis(8), Duration::MAX),
            RunKind::Thorough => (31, 31, Duration::from_millis(25), Duration::from_secs(900)),
        };
        // Calibration costs about as much as one more round, and making the rows anew as much as
        // another.
        let turns = operations * (rounds + rounds.div_ceil(WARM_UP as usize) + 2);
        let turns = u32::try_from(turns).unwrap_or(u32::MAX).max(1);
        Self { rounds, least, target: target.min(budget / turns) }
    }

    /// The same with no more and no longer rounds.
    pub fn at_most(self, (rounds, target): (usize, Duration)) -> Self {
        Self { rounds: self.rounds.min(rounds), target: self.target.min(target), ..self }
    }

    /// Whether an operation that has spent so much in so many rounds has had its time before the
    /// last, as one has that takes longer than a round should.
    pub fn is_done(self, samples: usize, spent: Duration) -> bool {
        samples >= self.least && spent >= self.all_rounds()
    }

    /// The time that all rounds of an operation should take.
    fn all_rounds(self) -> Duration {
        self.target * u32::try_from(self.rounds).unwrap_or(u32::MAX)
    }

    /// What an operation of this pace takes: the rounds until it is done, and the time in which it
    /// is timed one by one.
    fn spent(self, pace: &Pace) -> Duration {
        let enough = self.all_rounds().as_secs_f64() / pace.turn.as_secs_f64().max(1e-9);
        let rounds = (enough.ceil() as usize).clamp(self.least.min(self.rounds), self.rounds);
        let rounds = pace.turn * u32::try_from(rounds).unwrap_or(u32::MAX);
        if pace.singly { rounds + self.target * PASSES } else { rounds }
    }
}

impl Prospect {
    /// How long the workload takes: its rows are made once, and again for each placement.
    pub fn duration(&self) -> Duration {
        let placements = u32::try_from(self.plan.rounds.div_ceil(self.rounds_per_placement)).unwrap_or(u32::MAX);
        self.making * placements + self.paces.iter().map(|pace| self.plan.spent(pace)).sum::<Duration>()
    }
}

/// Leaves a default run as many rounds as fit into `budget`, the same of all workloads.
pub fn fit(prospects: &mut [&mut Prospect], budget: Duration) {
    let most = prospects.iter().map(|one| one.plan.rounds).max().unwrap_or(0);
    for rounds in (FEWEST..=most).rev() {
        for one in prospects.iter_mut() {
            one.plan.rounds = one.plan.rounds.min(rounds);
        }
        if prospects.iter().map(|one| one.duration()).sum::<Duration>() <= budget {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn a_quick_plan_stays_in_its_budget_however_many_operations_there_are() {
        for operations in [1, 240, 600, 3000] {
            let plan = Plan::new(RunKind::Quick, operations);
            let total = plan.target * u32::try_from(operations * (plan.rounds + 3)).expect("small");
            assert!(total <= Duration::from_secs(16), "{operations} operations take {total:?}");
        }
        assert_eq!(Plan::new(RunKind::Quick, 240).target, Duration::from_millis(5));
        let limits = (21, Duration::from_millis(6));
        let limited = Plan::new(RunKind::Thorough, 240).at_most(limits);
        assert_eq!((limited.rounds, limited.target), limits);
        assert_eq!(Plan::new(RunKind::Quick, 240).at_most(limits), Plan::new(RunKind::Quick, 240));
    }

    #[test]
    fn an_operation_takes_its_rounds_or_if_they_are_long_the_fewest() {
        let plan = Plan { rounds: 15, least: 3, target: 8 * MILLISECOND };
        let spent = |turn, singly| plan.spent(&Pace { count: 1, turn, singly });
        assert_eq!(spent(8 * MILLISECOND, false), 120 * MILLISECOND);
        assert_eq!(spent(4 * MILLISECOND, false), 60 * MILLISECOND, "no more rounds than there are");
        assert_eq!(spent(30 * MILLISECOND, false), 120 * MILLISECOND, "four of them");
        assert_eq!(spent(500 * MILLISECOND, false), 1500 * MILLISECOND, "three of them");
        assert_eq!(spent(8 * MILLISECOND, true), 152 * MILLISECOND);
        assert!(plan.is_done(3, 1500 * MILLISECOND) && !plan.is_done(2, 1500 * MILLISECOND));
        assert!(plan.is_done(4, 120 * MILLISECOND) && !plan.is_done(4, 119 * MILLISECOND));
    }

    fn prospect(operations: usize, turn: Duration) -> Prospect {
        Prospect {
            plan: Plan::new(RunKind::Default, operations),
            paces: vec![Pace { count: 1, turn, singly: false }; operations],
            making: Duration::from_secs(2),
            rounds_per_placement: 5,
        }
    }

    #[test]
    fn rows_that_are_made_again_are_a_part_of_the_time() {
        assert_eq!(prospect(0, MILLISECOND).duration(), Duration::from_secs(6), "three placements");
        assert_eq!(prospect(100, 8 * MILLISECOND).duration(), Duration::from_secs(18));
    }

    #[test]
    fn a_default_run_has_as_many_rounds_as_fit_into_its_budget() {
        let rounds = |seconds, turn: Duration| {
            let (mut one, mut other) = (prospect(1000, turn), prospect(500, turn));
            fit(&mut [&mut one, &mut other], Duration::from_secs(seconds));
            assert_eq!(one.plan.rounds, other.plan.rounds, "no workload is timed better than another");
            (one.plan.rounds, (one.duration() + other.duration()).as_secs())
        };
        assert_eq!(rounds(480, 8 * MILLISECOND), (15, 192));
        assert_eq!(rounds(150, 8 * MILLISECOND), (11, 144));
        assert_eq!(rounds(10, 8 * MILLISECOND), (FEWEST, 92), "a slow machine");
        let mut short = prospect(1, MILLISECOND);
        short.plan.rounds = 3;
        fit(&mut [&mut short], Duration::ZERO);
        assert_eq!(short.plan.rounds, 3, "rounds are taken away, never added");
    }
}
