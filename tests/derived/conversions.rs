//! Fields that are converted to be stored (`with`), by a conversion that gives another value when it is asked again.

use std::cell::Cell;
use std::collections::BTreeMap;

use vellum::{ErrorKind, Result, Vellum};

/// Text whose length depends on how often it was asked for: it changes after so many times.
#[derive(Clone, Debug)]
struct Fickle {
    asked: Cell<usize>,
    after: usize,
    lens: [usize; 2],
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Text(String);

impl From<&Fickle> for Text {
    fn from(fickle: &Fickle) -> Self {
        let asked = fickle.asked.get();
        fickle.asked.set(asked + 1);
        Self("x".repeat(fickle.lens[usize::from(asked >= fickle.after)]))
    }
}

impl From<Text> for Fickle {
    fn from(text: Text) -> Self {
        Self { asked: Cell::new(0), after: usize::MAX, lens: [text.0.len(); 2] }
    }
}

#[derive(Vellum, Clone, Debug)]
struct Job {
    id: u16,
    #[vellum(with = "Text")]
    name: Fickle,
    tail: String,
}

#[derive(Vellum, Clone, Debug)]
enum State {
    Idle,
    Text(#[vellum(with = "Text")] Fickle),
    Job(Job),
}

#[derive(Vellum, Clone, Debug)]
struct Board {
    job: Job,
    maybe: Option<Job>,
    jobs: Vec<Job>,
    by_id: BTreeMap<u16, Job>,
    state: State,
    states: Vec<State>,
    deep: Vec<Vec<Job>>,
    after: String,
}

fn fickle(after: usize, lens: [usize; 2]) -> Fickle {
    Fickle { asked: Cell::new(0), after, lens }
}

fn job(name: Fickle) -> Job {
    Job { id: 7, name, tail: "tail".into() }
}

fn board() -> Board {
    let steady = || job(fickle(0, [3, 3]));
    Board {
        job: steady(),
        maybe: None,
        jobs: vec![steady(), steady()],
        by_id: BTreeMap::from([(1, steady())]),
        state: State::Job(steady()),
        states: vec![State::Job(steady())],
        deep: vec![vec![steady()]],
        after: "after".into(),
    }
}

type Edit = fn(&mut Vec<u8>, Fickle) -> Result<()>;

const EDITS: [Edit; 14] = [
    |bytes, name| Board::edit(bytes)?.set_job(&job(name)),
    |bytes, name| Board::edit(bytes)?.set_maybe(Some(&job(name))),
    |bytes, name| Board::edit(bytes)?.set_jobs(&[job(name)]),
    |bytes, name| Board::edit(bytes)?.jobs().push(&job(name)),
    |bytes, name| Board::edit(bytes)?.jobs().insert(0, &job(name)),
    |bytes, name| Board::edit(bytes)?.jobs().set(1, &job(name)),
    |bytes, name| Board::edit(bytes)?.jobs().extend_from_slice(&[job(name.clone()), job(name)]),
    |bytes, name| Board::edit(bytes)?.by_id().insert(5, &job(name)).map(drop),
    |bytes, name| Board::edit(bytes)?.by_id().insert(1, &job(name)).map(drop),
    |bytes, name| Board::edit(bytes)?.state().set(&State::Text(name)),
    |bytes, name| Board::edit(bytes)?.state().set_job(&job(name)),
    |bytes, name| Board::edit(bytes)?.states().push(&State::Text(name)),
    |bytes, name| Board::edit(bytes)?.states().extend_from_slice(&[State::Job(job(name)), State::Idle]),
    |bytes, name| Board::edit(bytes)?.deep().at(0)?.push(&job(name)),
];

#[test]
fn a_conversion_that_changes_while_it_is_written_changes_no_byte() {
    let before = vellum::to_vec(&board()).unwrap();
    for (number, edit) in EDITS.iter().enumerate() {
        let mut failures = 0;
        for lens in [[1, 5], [5, 1], [1, 400], [400, 1], [0, 2], [2, 0]] {
            for after in 0..10 {
                let mut bytes = before.clone();
                match edit(&mut bytes, fickle(after, lens)) {
                    Ok(()) => {
                        let verified = Board::schema().prove(&bytes);
                        assert!(verified.is_ok(), "edit {number}, {lens:?} after {after}: {:?}", verified.err());
                    }
                    Err(error) => {
                        failures += 1;
                        assert_eq!(error.kind(), ErrorKind::Type, "edit {number}: {error}");
                        assert!(bytes == before, "edit {number}, {lens:?} after {after}");
                    }
                }
            }
        }
        assert!(failures > 0, "edit {number} was never asked twice");
    }
}

#[test]
fn a_steady_conversion_is_written_as_it_is() {
    for edit in EDITS {
        let mut bytes = vellum::to_vec(&board()).unwrap();
        edit(&mut bytes, fickle(0, [9, 9])).unwrap();
        assert!(Board::schema().prove(&bytes).unwrap().is_complete());
    }
}

#[test]
fn encoding_a_conversion_that_changes_while_it_is_written_is_an_error() {
    for lens in [[1, 5], [5, 1]] {
        let mut value = board();
        value.job.name = fickle(1, lens);
        assert_eq!(vellum::to_vec(&value).unwrap_err().kind(), ErrorKind::Type);
        value.job.name = fickle(1, lens);
        let mut bytes = vec![1, 2, 3];
        assert_eq!(vellum::encode_into(&value, &mut bytes).unwrap_err().kind(), ErrorKind::Type);
        assert!(bytes.is_empty(), "nothing is left that looks like a buffer");
    }
}
