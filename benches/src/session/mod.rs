//! Workload I, "session": the state of an agent in a file, which changes a little all the time.
//!
//! Seven ways keep a session of 400, 4,000 or 40,000 messages in a file. Changes of four kinds are
//! made to it, each synced or not. What is told: bytes and calls of a change, its time, and the time
//! to open the file. The session, the changes and six of the ways are those of `examples/session`.
//!
//! - `ways`: the ways, as rows
//! - `turns`: the changes in turns, the clock, and the comparison at the end
//! - `calls`: counts of the calls of the system
//!
//! No loop of the harness fits: a change alters what the next one works on, and a sync takes
//! milliseconds. So the figures of this workload are measured apart.

mod calls;
mod turns;
mod ways;

use std::path::Path;
use std::time::Duration;

use agent_session::session::{Change, Session};

use crate::harness::apart::{Apart, Measured};
use crate::harness::kind::RunKind;
use crate::library::{Measure, Row};
use turns::Plan;
use ways::{WAYS, Way};

/// The variants of one length, by whether changes are synced, and by the kind of the change.
pub struct Names {
    /// The length alone: that of the file that is opened.
    length: &'static str,
    synced: [&'static str; 4],
    not_synced: [&'static str; 4],
}

impl Names {
    fn of(&self, syncs: bool) -> [&'static str; 4] {
        if syncs { self.synced } else { self.not_synced }
    }
}

macro_rules! names {
    ($length:literal) => {
        Names {
            length: $length,
            synced: [
                concat!($length, ", synced, message"),
                concat!($length, ", synced, chunk"),
                concat!($length, ", synced, summary"),
                concat!($length, ", synced, number"),
            ],
            not_synced: [
                concat!($length, ", not synced, message"),
                concat!($length, ", not synced, chunk"),
                concat!($length, ", not synced, summary"),
                concat!($length, ", not synced, number"),
            ],
        }
    };
}

/// The lengths of sessions, and what their figures are called.
static LENGTHS: [(usize, Names); 3] =
    [(400, names!("400 messages")), (4_000, names!("4,000 messages")), (40_000, names!("40,000 messages"))];

/// The measures of a change, in the order of the report.
const OF_A_CHANGE: [Measure; 4] = [Measure::Change, Measure::Written, Measure::Writes, Measure::Syncs];

/// The lengths in a run of this kind.
fn lengths(kind: RunKind) -> &'static [(usize, Names)] {
    match kind {
        RunKind::Quick => &LENGTHS[..1],
        RunKind::Default | RunKind::Thorough => &LENGTHS,
    }
}

const fn plan(kind: RunKind) -> Plan {
    match kind {
        RunKind::Quick => Plan { rounds: 2, most: Duration::from_millis(25), opens: 3 },
        RunKind::Default => Plan { rounds: 10, most: Duration::from_millis(400), opens: 3 },
        RunKind::Thorough => Plan { rounds: 10, most: Duration::from_secs(4), opens: 7 },
    }
}

/// What a run of this kind does without.
pub const fn left_out(kind: RunKind) -> &'static str {
    match kind {
        RunKind::Quick => "a quick run has the shortest session only, and fewer changes",
        RunKind::Default | RunKind::Thorough => "",
    }
}

/// A row for each way, which proves that it keeps a short session.
pub fn rows(_: RunKind) -> Vec<Row> {
    let (session, changes) = (Session::sample(30), turns::some_of_each());
    let row = |way: &Way| {
        let mut row = way.row();
        for (claim, syncs) in
            [("keeps the changes that it syncs", true), ("keeps the changes that it does not sync", false)]
        {
            let keeps = folder().map_err(|error| error.to_string()).and_then(|folder| {
                let kept = way.keeps(&folder.path().join("session"), &session, &changes, syncs);
                kept.map_err(|error| error.to_string())
            });
            row.prove(&told(claim, &keeps), keeps == Ok(true));
        }
        row
    };
    WAYS.iter().map(row).collect()
}

/// A claim, with the error that kept it from being found out.
fn told(claim: &str, found: &Result<bool, String>) -> String {
    found.as_ref().err().map_or_else(|| claim.to_owned(), |error| format!("{claim} ({error})"))
}

/// Every variant, in the order of the report.
pub fn variants() -> Vec<&'static str> {
    let all = LENGTHS.iter().flat_map(|(_, names)| {
        [names.length].into_iter().chain([true, false].into_iter().flat_map(move |syncs| names.of(syncs)))
    });
    all.collect()
}

const ABOUT: &str = "turns of ten changes for each way, interleaved with those of the others, each after one that is not timed; \
    who writes the whole session for each change comes after the others, change by change; ns is the median turn; bytes and \
    calls are the mean of all changes; at the end what each way has kept was compared with the original";

/// How the figures are measured.
pub fn apart(kind: RunKind) -> Option<Apart> {
    let named = |(_, names): &(usize, Names)| {
        let changes = [true, false].into_iter().flat_map(|syncs| names.of(syncs));
        let changes = changes.flat_map(|variant| OF_A_CHANGE.map(|measure| (measure, variant)));
        changes.chain([(Measure::Open, names.length)]).collect::<Vec<_>>()
    };
    Some(Apart {
        about: ABOUT,
        takes: match kind {
            RunKind::Quick => Duration::from_secs(2),
            RunKind::Default => Duration::from_secs(50),
            RunKind::Thorough => Duration::from_secs(180),
        },
        named: lengths(kind).iter().flat_map(named).collect(),
        measure,
    })
}

fn measure(kind: RunKind, rows: &[Row]) -> Result<Vec<Measured>, String> {
    let ways = rows.iter().map(|row| WAYS.iter().find(|way| way.is_of(row)));
    let ways: Vec<(usize, &Way)> = ways.enumerate().filter_map(|(row, way)| Some((row, way?))).collect();
    let mut all = Vec::new();
    for (messages, names) in lengths(kind) {
        let folder = folder().map_err(|error| format!("cannot make a folder for sessions: {error}"))?;
        all.append(&mut measure_in(folder.path(), &Session::sample(*messages), names, plan(kind), &ways)?);
    }
    Ok(all)
}

fn measure_in(
    folder: &Path,
    session: &Session,
    names: &Names,
    plan: Plan,
    ways: &[(usize, &Way)],
) -> Result<Vec<Measured>, String> {
    let (together, alone): (Vec<_>, Vec<_>) = ways.iter().copied().partition(|(_, way)| !way.is_whole);
    let mut all = Vec::new();
    for group in [together].into_iter().chain(alone.into_iter().map(|one| vec![one])) {
        let found = turns::group(folder, session, names, plan, &group);
        all.append(&mut found.map_err(|error| format!("{}: {error}", names.length))?);
    }
    Ok(all)
}

/// A folder on the disk on which the suite runs, as the folder for temporary files may be memory.
fn folder() -> std::io::Result<tempfile::TempDir> {
    tempfile::tempdir_in(".").or_else(|_| tempfile::tempdir())
}

/// The names of the kinds of changes, by which the session of the example knows them.
const KINDS: [&str; 4] = Change::KINDS;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::measures;
    use crate::harness::rank::OURS;

    const SHORT: Plan = Plan { rounds: 2, most: Duration::from_secs(60), opens: 1 };

    fn all_ways() -> Vec<(usize, &'static Way)> {
        WAYS.iter().enumerate().collect()
    }

    fn measured(messages: usize, ways: &[(usize, &Way)]) -> Result<Vec<Measured>, String> {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        measure_in(folder.path(), &Session::sample(messages), &LENGTHS[0].1, SHORT, ways)
    }

    #[test]
    fn each_way_keeps_every_change_over_a_drop() {
        for row in rows(RunKind::Quick) {
            assert_eq!(row.proofs.len(), 2, "{} ({})", row.library, row.mode);
            for (claim, holds) in &row.proofs {
                assert!(holds, "{} ({}): {claim}", row.library, row.mode);
            }
            assert_ne!(row.version, "?", "{}", row.library);
        }
    }

    #[test]
    fn each_way_has_every_figure_of_each_kind_and_every_variant_has_a_place() {
        let found = measured(20, &all_ways()).expect("each way ends with the same session");
        let is_counted = calls::Calls::of_this_thread().is_some();
        let variants = variants();
        for (row, way) in all_ways() {
            for syncs in [true, false] {
                for variant in LENGTHS[0].1.of(syncs) {
                    assert!(variants.contains(&variant), "{variant}");
                    for measure in OF_A_CHANGE {
                        let here: Vec<_> = found
                            .iter()
                            .filter(|one| (one.row, one.measure, one.variant) == (row, measure, variant))
                            .collect();
                        let expected = usize::from(is_counted || !measures::is_size(measure));
                        assert_eq!(here.len(), expected, "{} ({}): {variant}", way.library, way.mode);
                        // Without syncs, redb keeps what it would write in memory.
                        let has_calls = syncs || (measure != Measure::Syncs && way.library != "redb");
                        let takes = has_calls || measure == Measure::Change;
                        assert!(here.iter().all(|one| one.summary.median > 0.0 || !takes), "{variant}");
                    }
                }
            }
            let opens = found.iter().filter(|one| (one.row, one.measure) == (row, Measure::Open)).count();
            assert_eq!(opens, usize::from(way.library != "std"), "{} ({})", way.library, way.mode);
        }
        let named = apart(RunKind::Thorough).expect("figures of its own").named;
        assert_eq!(named.len(), LENGTHS.len() * (2 * KINDS.len() * OF_A_CHANGE.len() + 1));
    }

    #[test]
    fn a_change_of_a_record_file_is_one_write_and_one_sync_in_a_session_of_any_length() {
        if calls::Calls::of_this_thread().is_none() {
            eprintln!("the system counts no calls here: not tested");
            return;
        }
        let ours: Vec<_> = all_ways().into_iter().filter(|(_, way)| [OURS, "std"].contains(&way.library)).collect();
        let of = |messages: usize, library: &str| {
            let found = measured(messages, &ours).expect("the same session");
            let (row, _) = *ours.iter().find(|(_, way)| way.library == library).expect("a way");
            LENGTHS[0].1.of(true).map(|variant| {
                [Measure::Written, Measure::Writes, Measure::Syncs].map(|measure| {
                    let mut here = found.iter().filter(|one| (one.row, one.measure) == (row, measure));
                    here.find(|one| one.variant == variant).expect("a figure").summary.median
                })
            })
        };
        let [short, long, floor] = [of(100, OURS), of(1_000, OURS), of(100, "std")];
        for ((short, long), floor) in short.into_iter().zip(long).zip(floor) {
            assert_eq!((&short[1..], &long[1..], &floor[1..]), (&[1.0; 2][..], &[1.0; 2][..], &[1.0; 2][..]));
            assert!((short[0] - long[0]).abs() < 4.0, "{short:?} and {long:?}");
            assert!((short[0] - floor[0]).abs() < 4.0, "{short:?} and {floor:?}");
        }
    }

    #[test]
    fn a_way_that_loses_a_change_ends_the_run() {
        let careless = ways::tests::careless();
        assert_eq!(careless.keeps_a_short_session(), Ok(false));
        let error = measured(20, &[(0, &careless)]).expect_err("a change was lost");
        assert!(error.contains("careless") && error.contains("not what was put there"), "{error}");
    }
}
