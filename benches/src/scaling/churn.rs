//! A long life: random edits of a record of ten fields, in its buffer and in the plain struct.
//!
//! The edits are those of the crate's own churn test. They are made beforehand; what is timed is
//! doing them.

use std::rc::Rc;
use std::time::Duration;

use vellum::Vellum;

#[path = "../../../tests/common/mix.rs"]
mod mix;

use mix::{Account, Edit, Random};

use super::{OWN_BYTES, variant};
use crate::harness::kind::RunKind;
use crate::library::{Exact, Measure, Row, amortised, clock};

/// Adds the life to the rows "derive" and "Vec".
pub fn add(rows: &mut [Row], kind: RunKind) {
    let count = match kind {
        RunKind::Quick => 20_000,
        RunKind::Default => 100_000,
        RunKind::Thorough => 1_000_000,
    };
    let mut random = Random(9);
    let mut account = Account::default();
    let edits: Rc<[Edit]> = (0..count)
        .map(|_| {
            let edit = Edit::random(&mut random, &account);
            edit.apply_plainly(&mut account);
            edit
        })
        .collect();
    for row in rows {
        match (row.library, row.mode) {
            ("vellum", "derive") => {
                for (variant, per_session) in [(variant::ONE_SESSION, count), (variant::REOPENED, 10)] {
                    let sizes = sizes(&edits, (variant, per_session), &account, row);
                    let edits = Rc::clone(&edits);
                    let timed = amortised(count, move || live(&edits, per_session));
                    // As long as the process: a run makes a few of them.
                    row.push(Measure::Churn, variant, sizes.leak(), timed);
                }
            }
            ("std", "Vec") => {
                for variant in [variant::ONE_SESSION, variant::REOPENED] {
                    let edits = Rc::clone(&edits);
                    let timed = amortised(count, move || {
                        let mut account = Account::default();
                        clock(|| edits.iter().for_each(|edit| edit.apply_plainly(&mut account)))
                    });
                    let note = "the same edits of the plain struct";
                    row.push(Measure::Churn, variant, note, timed);
                }
            }
            _ => {}
        }
    }
}

fn live(edits: &[Edit], per_session: usize) -> Duration {
    let mut bytes = vellum::to_vec(&Account::default()).expect("the value is small");
    clock(|| {
        for session in edits.chunks(per_session) {
            let mut open = Account::edit(&mut bytes).expect(OWN_BYTES);
            session.iter().for_each(|edit| edit.apply(&mut open).expect(OWN_BYTES));
        }
    })
}

/// The largest ratio of the buffer to its compact form, and the last, as a sentence; proves that
/// the buffer holds what the plain struct does. Within a session the buffer is not seen; so the
/// first kind of life is cut into 2,000 sessions here.
fn sizes(edits: &[Edit], (variant, per_session): (&'static str, usize), last: &Account, row: &mut Row) -> String {
    let mut bytes = vellum::to_vec(&Account::default()).expect("the value is small");
    let mut account = Account::default();
    let (mut peak, mut ratio) = (0.0_f64, 0.0);
    for session in edits.chunks(per_session.min(edits.len() / 2000).max(10)) {
        let mut open = Account::edit(&mut bytes).expect(OWN_BYTES);
        for edit in session {
            edit.apply(&mut open).expect(OWN_BYTES);
            edit.apply_plainly(&mut account);
        }
        let compacted = vellum::to_vec(&account).expect("the value is small").len();
        ratio = bytes.len() as f64 / compacted as f64;
        if compacted >= 256 {
            peak = peak.max(ratio);
        }
    }
    let holds = vellum::from_slice::<Account>(&bytes).is_ok_and(|held| held == *last);
    row.prove("the buffer holds what the plain struct does", holds);
    row.exact.push(Exact { measure: Measure::Waste, variant, note: "after all edits", value: ratio });
    format!("at most {peak:.2} times the compact size at any moment, {ratio:.2} at the end")
}
