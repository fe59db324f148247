//! Changes in turns: each way makes the same ones, in another order of the ways for each turn, so
//! that a slow second of the disk falls on all of them. At the end what each has kept is compared
//! with the original.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use agent_session::keepers::Result;
use agent_session::session::{Change, Session};

use super::calls::Calls;
use super::ways::{Kept, Way};
use super::{KINDS, Names};
use crate::harness::apart::Measured;
use crate::harness::rank::OURS;
use crate::harness::scatter::Random;
use crate::harness::stats::Summary;
use crate::library::Measure;

/// Changes that are timed together in a turn. One more before them is not timed.
const TURN: usize = 10;

/// Turns that each kind of change has, whatever they take.
const FEWEST: usize = 3;

/// How many turns there are.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Turns of a kind of change; who writes the whole session has as many single changes.
    pub rounds: usize,
    /// After so long for each way there is no other turn.
    pub most: Duration,
    /// How often a file is opened.
    pub opens: usize,
}

/// A way in the midst of its changes.
struct Contestant<'w> {
    row: usize,
    way: &'w Way,
    path: PathBuf,
    kept: Box<dyn Kept>,
    /// What one change took in each turn, in nanoseconds.
    times: Vec<f64>,
    /// The calls of all changes of the kind.
    calls: Option<Calls>,
}

impl Contestant<'_> {
    /// Makes changes, of which those after the first `untimed` are timed.
    fn turn(&mut self, changes: &[Change], untimed: usize) -> Result<()> {
        let before = Calls::of_this_thread();
        let (first, timed) = changes.split_at(untimed);
        for change in first {
            self.kept.change(change)?;
        }
        let start = Instant::now();
        for change in timed {
            self.kept.change(change)?;
        }
        let took = start.elapsed();
        let taken = Calls::of_this_thread().zip(before).map(|(after, before)| after.since(before));
        self.times.push(took.as_secs_f64() * 1e9 / timed.len() as f64);
        self.calls = self.calls.zip(taken).map(|(all, taken)| all.and(taken));
        Ok(())
    }

    fn begin(&mut self) {
        self.times.clear();
        self.calls = Calls::of_this_thread().map(|_| Calls::NONE);
    }

    /// The figures of a kind, of which so many changes were counted.
    fn figures(&self, variant: &'static str, (changes, planned): (usize, usize), counted: usize) -> Vec<Measured> {
        let note = if changes < planned { format!("{changes} changes") } else { String::new() };
        let one = |measure, summary, note| Measured { row: self.row, measure, variant, note, summary };
        let mut all = Vec::new();
        all.extend(Summary::of(&self.times).map(|summary| one(Measure::Change, summary, note)));
        if let Some(Calls { bytes, writes, syncs }) = self.calls {
            for (measure, count) in [(Measure::Written, bytes), (Measure::Writes, writes), (Measure::Syncs, syncs)] {
                all.push(one(measure, Summary::exact(count as f64 / counted as f64), String::new()));
            }
        }
        all
    }

    /// Opens the file again, and says what that takes each time.
    fn open_again(&mut self, syncs: bool, times: usize) -> Result<Vec<f64>> {
        let mut all = Vec::new();
        for _ in 0..times.max(1) {
            self.kept = Box::new(Closed);
            let start = Instant::now();
            self.kept = self.way.open(&self.path, syncs)?;
            all.push(start.elapsed().as_secs_f64() * 1e9);
        }
        Ok(all)
    }

    fn compare(&mut self, expected: &Session) -> Result<()> {
        if self.kept.session()?.is_none_or(|session| session == *expected) {
            return Ok(());
        }
        let Way { library, mode, .. } = self.way;
        Err(format!("{library} ({mode}): what is in the file is not what was put there").into())
    }
}

/// The place of a session whose file is closed.
struct Closed;

impl Kept for Closed {
    fn change(&mut self, _: &Change) -> Result<()> {
        Err("the file is closed".into())
    }

    fn session(&mut self) -> Result<Option<Session>> {
        Err("the file is closed".into())
    }
}

/// All figures of ways that take turns: first without syncs, then with them.
pub fn group(
    folder: &Path,
    session: &Session,
    names: &Names,
    plan: Plan,
    ways: &[(usize, &Way)],
) -> Result<Vec<Measured>> {
    let (mut expected, mut number) = (session.clone(), 0);
    let mut group = Vec::new();
    for (row, way) in ways {
        let path = folder.join(format!("session-{row}"));
        way.create(&path, session)?;
        let kept = way.open(&path, false)?;
        group.push(Contestant { row: *row, way, path, kept, times: Vec::new(), calls: None });
    }
    let mut all = Vec::new();
    for syncs in [false, true] {
        // What was written before and is not on the disk would be a part of the first syncs.
        settle(folder)?;
        for (kind, variant) in KINDS.into_iter().zip(names.of(syncs)) {
            all.append(&mut changes(&mut group, kind, variant, plan, (&mut expected, &mut number))?);
        }
        for one in &mut group {
            let opens = one.open_again(true, if syncs { plan.opens } else { 1 })?;
            one.compare(&expected)?;
            // The floor has no session to open.
            if let Some(summary) = Summary::of(&opens).filter(|_| syncs && one.kept.has_session()) {
                let (row, variant) = (one.row, names.length);
                all.push(Measured { row, measure: Measure::Open, variant, note: String::new(), summary });
            }
        }
    }
    Ok(all)
}

/// The figures of one kind of change.
fn changes(
    group: &mut [Contestant<'_>],
    kind: &str,
    variant: &'static str,
    plan: Plan,
    (expected, number): (&mut Session, &mut usize),
) -> Result<Vec<Measured>> {
    let mut next = |count: usize| -> Vec<Change> {
        let changes = (*number..*number + count).map(|number| Change::sample(kind, number)).collect();
        *number += count;
        changes
    };
    // The first change after a file was opened may do more than others.
    let first = next(1);
    let mut grown = None;
    for one in group.iter_mut() {
        let before = fs::metadata(&one.path)?.len();
        first.iter().try_for_each(|change| one.kept.change(change))?;
        if one.way.library == OURS {
            grown = usize::try_from(fs::metadata(&one.path)?.len().saturating_sub(before)).ok();
        }
        one.begin();
    }
    first.iter().for_each(|change| change.apply(expected));
    group.iter_mut().for_each(|one| one.kept.takes(grown.unwrap_or(FLOOR)));

    let is_whole = group.iter().any(|one| one.way.is_whole);
    let (timed, untimed, rounds) = if is_whole { (1, 0, plan.rounds * TURN) } else { (TURN, 1, plan.rounds) };
    let most = plan.most * u32::try_from(group.len()).unwrap_or(u32::MAX);
    let (start, mut random, mut done) = (Instant::now(), Random(0), 0);
    while done < rounds && (done < FEWEST || start.elapsed() < most) {
        let turn = next(untimed + timed);
        for index in random.order(group.len()) {
            group[index].turn(&turn, untimed)?;
        }
        turn.iter().for_each(|change| change.apply(expected));
        done += 1;
    }
    let (changes, counted) = ((done * timed, rounds * timed), done * (untimed + timed));
    Ok(group.iter().flat_map(|one| one.figures(variant, changes, counted)).collect())
}

/// What the floor writes where there is no record file among the ways.
const FLOOR: usize = 360;

/// Changes of each kind, two of some.
pub fn some_of_each() -> Vec<Change> {
    KINDS
        .into_iter()
        .cycle()
        .take(KINDS.len() + 2)
        .zip(0..)
        .map(|(kind, number)| Change::sample(kind, number))
        .collect()
}

/// Writes to the disk whatever the files of a folder have in the memory of the system.
fn settle(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        OpenOptions::new().append(true).open(entry?.path())?.sync_all()?;
    }
    Ok(())
}
