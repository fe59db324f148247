//! Runs every edit of every root from every state, and compares.
//!
//! A state is a sample at one pointer width, written by this revision or the previous one. From each state each edit is made: alone in
//! a buffer opened for it; as one of a few in a buffer that stays open; in a storage that fails to grow at the n-th time, for each n;
//! in slices of every length from the buffer's to the one that suffices; and where conversions are asked, with conversions that give
//! another length after each number of times.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use vellum::{ErrorKind, Record, Result, schema::PointerWidth};
use vellum_testkit::memory::Memory;

use crate::converted::{asked, changing};
use crate::nets;
use crate::node::Did;
use crate::subject::{Model, Subject};

const WIDTHS: [PointerWidth; 3] = [PointerWidth::One, PointerWidth::Two, PointerWidth::Four];
/// How many edits are made in one buffer that stays open.
const OPEN_EDITS: usize = 4;
/// More than any edit needs, also one that is many in one.
const GROWTHS: usize = 100;
/// How often conversions change in the course of an edit.
const TURNS: usize = 12;
/// The first byte of a buffer with one-byte pointers, and how long one is at most.
const NARROW: u8 = 0x20;
const LONGEST: usize = 255;
/// How many examples are printed.
const EXAMPLES: usize = 25;

/// What a run counts and finds.
#[derive(Default)]
struct Report {
    cases: [usize; 5],
    /// By what they have in common: how many, and the first.
    failures: BTreeMap<String, (usize, String)>,
}

/// A buffer to begin with and what it holds.
struct State {
    name: String,
    is_old: bool,
    bytes: Vec<u8>,
    model: Box<dyn Model>,
}

/// Runs the types whose names contain what the environment's `MIRROR` says, and fails with a summary and examples.
pub fn run(subjects: &[Subject]) {
    let wanted = std::env::var("MIRROR").unwrap_or_default();
    let mut report = Report::default();
    for subject in subjects.iter().filter(|subject| subject.name.contains(&wanted)) {
        Run { subject, report: &mut report }.all();
    }
    let [alone, open, failing, fixed, converting] = report.cases;
    println!(
        "cases: {alone} in a buffer opened for each, {open} in one that stays open, {failing} with storage that fails to grow, \
         {fixed} in slices, {converting} with conversions that change"
    );
    assert!(!wanted.is_empty() || (alone > 0 && open > 0 && failing > 0 && fixed > 0), "something was not tried");
    if report.failures.is_empty() {
        return;
    }
    let mut text = String::new();
    for (group, (count, _)) in &report.failures {
        let _ = writeln!(text, "{count:6} {group}");
    }
    for (_, example) in report.failures.values().take(EXAMPLES) {
        let _ = writeln!(text, "\n{example}");
    }
    let count: usize = report.failures.values().map(|(count, _)| count).sum();
    panic!("{count} failures in {} groups\n{text}", report.failures.len());
}

struct Run<'s> {
    subject: &'s Subject,
    report: &'s mut Report,
}

impl Run<'_> {
    fn all(mut self) {
        let mut narrow = 0;
        for state in self.states() {
            if let Err(why) = state.model.check(&state.bytes) {
                self.fail(&state, "as written", &[], &state.bytes, &why);
                continue;
            }
            for edit in 0..self.subject.edits {
                let needed = self.alone(&state, edit);
                self.open(&state, edit);
                narrow += usize::from(state.bytes.first() == Some(&NARROW));
                if state.bytes.first() == Some(&NARROW) && nets::takes(narrow) {
                    self.failing(&state, edit);
                    self.fixed(&state, edit, needed);
                }
            }
        }
    }

    fn states(&self) -> Vec<State> {
        let mut states = Vec::new();
        for width in WIDTHS {
            for number in 0..4 {
                let model = (self.subject.sample)(number);
                let bytes = model.encode(width);
                states.push(State { name: format!("#{number}, width {width:?}"), is_old: false, bytes, model });
                if let Some((bytes, model)) = (self.subject.old)(number, width) {
                    let name = format!("#{number}, width {width:?}, by the previous revision");
                    states.push(State { name, is_old: true, bytes, model });
                }
            }
        }
        states
    }

    fn act(&self, store: &mut Memory, edits: &[usize]) -> Result<Vec<Result<Did>>, String> {
        catch_unwind(AssertUnwindSafe(|| (self.subject.act)(store, edits))).map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            format!("a panic: {}", text.unwrap_or_default())
        })
    }

    /// One edit in a buffer.
    fn act_once(&self, store: &mut Memory, edit: usize) -> Result<Result<Did>, String> {
        Ok(self.act(store, &[edit])?.remove(0))
    }

    /// Gives the length of the buffer after the edit.
    fn alone(&mut self, state: &State, edit: usize) -> usize {
        self.report.cases[0] += 1;
        let mut store = Memory::rationed(&state.bytes, usize::MAX);
        let mut model = state.model.clone_model();
        let (found, asked) = asked(|| self.act_once(&mut store, edit));
        if state.bytes.first() == Some(&NARROW) {
            self.converting(state, edit, asked);
        }
        let judged = found.and_then(|did| judge(&mut *model, edit, did, &state.bytes, store.as_ref()));
        if let Err(why) = judged.and_then(|()| self.told_apart(&state.bytes, store.as_ref())) {
            self.fail(state, "alone", &[edit], store.as_ref(), &why);
        }
        store.as_ref().len()
    }

    /// Whether what tells two buffers apart makes one of the other.
    fn told_apart(&self, before: &[u8], after: &[u8]) -> Result<(), String> {
        if before.first() != Some(&NARROW) || before == after {
            return Ok(());
        }
        let schema = (self.subject.schema)();
        let applied = || -> Result<bool> {
            let (mut record, target) = (Record::open(schema, before.to_vec())?, Record::open(schema, after)?);
            let changes = record.diff(&target)?;
            record.apply(&changes)?;
            record.content_eq(&target)
        };
        match applied() {
            Ok(true) => Ok(()),
            Ok(false) => Err("the difference makes something else".into()),
            Err(error) => Err(format!("the difference is not made: {error}")),
        }
    }

    /// The edit with the conversions that it asks, from each of them on, giving another length; where they are many, from a few.
    fn converting(&mut self, state: &State, edit: usize, asked: usize) {
        let step = asked.div_ceil(TURNS).max(1);
        for (after, is_longer) in (0..asked).step_by(step).flat_map(|after| [(after, true), (after, false)]) {
            self.report.cases[4] += 1;
            let mut store = Memory::rationed(&state.bytes, usize::MAX);
            let judged = changing(after, is_longer, || {
                let did = self.act_once(&mut store, edit)?;
                self.judge_converted(state, edit, did, store.as_ref())
            });
            if let Err(why) = judged {
                let length = if is_longer { "a longer text" } else { "no text" };
                let why = format!("{why}, where conversions give {length} after {after} of them");
                self.fail(state, "converting", &[edit], store.as_ref(), &why);
            }
        }
    }

    fn judge_converted(&self, state: &State, edit: usize, did: Result<Did>, after: &[u8]) -> Result<(), String> {
        let mut model = state.model.clone_model();
        let is_refused = matches!(model.mirror(edit), Did::Refused);
        match did {
            Err(error) if error.kind() != ErrorKind::Type && !is_refused => {
                Err(format!("the edit gives {:?} ({error})", error.kind()))
            }
            Err(_) if after == state.bytes || self.may_be_half_done(edit) => Ok(()),
            Err(_) => Err("bytes changed though the edit failed".into()),
            Ok(_) => model.check_values(after),
        }
    }

    /// What `extend` has appended before it fails stays, as it says, and so do keys that were inserted one by one.
    fn may_be_half_done(&self, edit: usize) -> bool {
        let name = (self.subject.edit_name)(edit);
        name.contains(".extend(") || name.contains(".insert 20 keys")
    }

    /// The edit and a few others, which depend on it. The value is compared at the end: no one can look at an open buffer.
    fn open(&mut self, state: &State, edit: usize) {
        self.report.cases[1] += 1;
        let count = self.subject.edits;
        let edits: Vec<usize> = (0..OPEN_EDITS).map(|step| (edit + step * (edit % 11 + 1)) % count).collect();
        let mut store = Memory::rationed(&state.bytes, usize::MAX);
        let mut model = state.model.clone_model();
        let judged = self.act(&mut store, &edits).and_then(|found| {
            for (edit, did) in edits.iter().zip(found) {
                follow(&mut *model, *edit, did)?;
            }
            model.check(store.as_ref())
        });
        if let Err(why) = judged.and_then(|()| self.in_transactions(state, &edits, store.as_ref())) {
            self.fail(state, "open", &edits, store.as_ref(), &why);
        }
    }

    /// The same edits in a transaction that fails, and in one that succeeds, in memory that grows and in a slice.
    fn in_transactions(&self, state: &State, edits: &[usize], expected: &[u8]) -> Result<(), String> {
        let longest = state.bytes.len().max(expected.len()) + 8;
        let stores: [fn(&[u8], usize) -> Memory; 2] = [|bytes, _| Memory::free(bytes), Memory::fixed];
        for store in stores {
            let mut store = store(&state.bytes, longest);
            let before = store.as_ref().to_vec();
            if (self.subject.act_in_transaction)(&mut store, edits, false) || store.as_ref() != before {
                return Err(format!("a transaction that failed left {:?}", store.as_ref()));
            }
        }
        let mut store = Memory::free(&state.bytes);
        if !(self.subject.act_in_transaction)(&mut store, edits, true) || store.as_ref() != expected {
            return Err(format!("a transaction made {:?}", store.as_ref()));
        }
        Ok(())
    }

    fn failing(&mut self, state: &State, edit: usize) {
        for growths in 0..GROWTHS {
            self.report.cases[2] += 1;
            let mut store = Memory::rationed(&state.bytes, growths);
            match self.is_done(state, edit, &mut store) {
                Ok(true) => return,
                Ok(false) => {}
                Err(why) => {
                    let why = format!("{why}, where the storage grows {growths} times");
                    return self.fail(state, "failing", &[edit], store.as_ref(), &why);
                }
            }
        }
        self.fail(state, "failing", &[edit], &state.bytes, &format!("{GROWTHS} growths do not suffice"));
    }

    /// All lengths near the buffer's and near the one that was `needed` elsewhere, each eighth of the others, and the longest.
    fn fixed(&mut self, state: &State, edit: usize, needed: usize) {
        if needed > LONGEST {
            return;
        }
        let start = state.bytes.len();
        for len in start..=LONGEST {
            if len > start + 4 && len < LONGEST && len.abs_diff(needed) > 6 && !(len + edit).is_multiple_of(8) {
                continue;
            }
            self.report.cases[3] += 1;
            let mut store = Memory::fixed(&state.bytes, len);
            match self.is_done(state, edit, &mut store) {
                Ok(true) => return,
                Ok(false) => {}
                Err(why) => {
                    let why = format!("{why}, in a slice of {len} bytes");
                    return self.fail(state, "fixed", &[edit], store.as_ref(), &why);
                }
            }
        }
        if needed < LONGEST / 2 {
            self.fail(state, "fixed", &[edit], &state.bytes, &format!("{LONGEST} bytes do not suffice"));
        }
    }

    /// Whether the edit is done in this storage; if it is full, no byte has changed.
    fn is_done(&self, state: &State, edit: usize, store: &mut Memory) -> Result<bool, String> {
        let before = store.as_ref().to_vec();
        let did = self.act_once(store, edit)?;
        match did {
            Err(error) if error.kind() == ErrorKind::Full => {
                if store.as_ref() == before || self.may_be_half_done(edit) {
                    return Ok(false);
                }
                Err("bytes changed though the storage was full".into())
            }
            did => judge(&mut *state.model.clone_model(), edit, did, &before, store.as_ref()).map(|()| true),
        }
    }

    fn fail(&mut self, state: &State, mode: &str, edits: &[usize], after: &[u8], why: &str) {
        let name = &self.subject.name;
        let names: Vec<String> = edits.iter().map(|edit| (self.subject.edit_name)(*edit)).collect();
        let names = names.join(", then ");
        let by = if state.is_old { "old" } else { "new" };
        let mut what = why.split([':', ',']).next().unwrap_or_default();
        what = what.split(" gives ").next().unwrap_or_default();
        let group = format!("{what} ({mode}, {by}): {name}");
        let example = format!(
            "{group}\n  root    {name} {}\n  edit    {names} {edits:?}\n  before  {}\n  value   {}\n  after   {}\n  {why}",
            state.name,
            hex(&state.bytes),
            state.model.text(),
            hex(after),
        );
        self.report.failures.entry(group).or_insert((0, example)).0 += 1;
    }
}

/// Makes the edit of the value as well, and compares what both did.
pub fn follow(model: &mut dyn Model, edit: usize, found: Result<Did>) -> Result<bool, String> {
    let mut edited = model.clone_model();
    let expected = edited.mirror(edit);
    let is_refused = matches!(&found, Err(error) if matches!(error.kind(), ErrorKind::Path | ErrorKind::Type));
    match (expected, found) {
        (Did::Refused | Did::MayBeRefused(_), Err(_)) if is_refused => Ok(false),
        (Did::Changed(expected) | Did::MayBeRefused(expected), Ok(Did::Changed(found))) if found == expected => {
            // Only now, as a refused edit leaves the value as it was.
            model.mirror(edit);
            Ok(true)
        }
        (expected @ (Did::Nothing | Did::Read(_)), Ok(found)) if found == expected => Ok(false),
        (expected, Ok(found)) => Err(format!("the edit gives {found:?} instead of {expected:?}")),
        (expected, Err(error)) => Err(format!("the edit gives {:?} ({error}) instead of {expected:?}", error.kind())),
    }
}

/// The same, and compares the bytes: with the value, or with those before the edit if there was nothing to change.
fn judge(model: &mut dyn Model, edit: usize, found: Result<Did>, before: &[u8], after: &[u8]) -> Result<(), String> {
    if follow(model, edit, found)? {
        return model.check(after);
    }
    if before == after { Ok(()) } else { Err("bytes changed though nothing was to change".into()) }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
