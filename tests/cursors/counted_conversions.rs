//! How often a conversion of a field (`with`) is asked.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use vellum::{Vellum, schema::PointerWidth};

thread_local!(static ASKED: Cell<usize> = const { Cell::new(0) });

/// Text, of which each conversion is counted.
#[derive(Clone, Debug, Default, PartialEq)]
struct Name(String);

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Text(String);

impl From<&Name> for Text {
    fn from(name: &Name) -> Self {
        ASKED.set(ASKED.get() + 1);
        Self(name.0.clone())
    }
}

impl From<Text> for Name {
    fn from(text: Text) -> Self {
        Self(text.0)
    }
}

// What the module of a conversion has.
#[allow(clippy::unnecessary_wraps)]
mod ruled {
    use super::{Name, Text};

    pub type Stored = String;

    pub fn store(name: &Name) -> Result<String, String> {
        Ok(Text::from(name).0)
    }

    pub fn load(text: String) -> Result<Name, String> {
        Ok(Name(text))
    }
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Job {
    #[vellum(with = "Text")]
    name: Name,
    id: u16,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Ruled {
    #[vellum(with = ruled, max = 9)]
    name: Name,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum State {
    Idle,
    Text(#[vellum(with = "Text")] Name),
    Named {
        #[vellum(with = "Text")]
        name: Name,
    },
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Board {
    jobs: Vec<Job>,
    by_id: BTreeMap<u16, Job>,
    hashed: HashMap<u16, Job>,
    job: Option<Job>,
    state: Option<State>,
    #[vellum(with = "Option<Text>")]
    name: Option<Name>,
    rest: String,
}

#[track_caller]
fn asked<R>(times: usize, act: impl FnOnce() -> vellum::Result<R>) -> R {
    ASKED.set(0);
    let done = act().unwrap();
    assert_eq!(ASKED.get(), times);
    done
}

fn job() -> Job {
    Job { name: Name("Ada".into()), id: 7 }
}

#[test]
fn encoding_converts_once_to_measure_and_once_to_write() {
    asked(2, || vellum::to_vec(&job()));
    asked(2, || vellum::to_vec_with_width(&job(), PointerWidth::Four));
    asked(2, || vellum::to_vec(&Ruled { name: Name("Ada".into()) }));
    asked(2, || vellum::to_vec(&State::Text(Name("Ada".into()))));
    asked(2, || vellum::to_vec(&State::Named { name: Name("Ada".into()) }));
    let board = Board::default();
    asked(2, || vellum::to_vec(&Board { job: Some(job()), ..board.clone() }));
    asked(2, || vellum::to_vec(&Board { name: Some(Name("Ada".into())), ..board.clone() }));
    asked(6, || vellum::to_vec(&Board { jobs: vec![job(); 3], ..board.clone() }));
    asked(4, || vellum::to_vec(&Board { by_id: [(1, job()), (2, job())].into(), ..board.clone() }));
    asked(4, || vellum::to_vec(&Board { hashed: [(1, job()), (2, job())].into(), ..board.clone() }));
}

#[test]
fn encoding_converts_once_more_for_each_width_that_is_too_narrow() {
    let with = |len: usize| Board { job: Some(job()), rest: "x".repeat(len), ..Board::default() };
    asked(2, || vellum::to_vec(&with(100)));
    asked(3, || vellum::to_vec(&with(1000)));
    // Near the limit of a width, a buffer can be shorter with wider pointers.
    asked(4, || vellum::to_vec(&with(100_000)));
    asked(3, || vellum::to_vec(&with(200_000)));
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Holder {
    job: Job,
}

#[test]
fn whether_a_struct_is_its_default_converts_only_if_all_else_in_it_is() {
    asked(2, || vellum::to_vec(&Holder { job: job() }));
    asked(4, || vellum::to_vec(&Holder { job: Job { id: 0, ..job() } }));
}

#[test]
fn edits_convert_once_to_measure_and_once_to_write() {
    let mut bytes = vellum::to_vec_with_width(&Board::default(), PointerWidth::Two).unwrap();
    bytes.reserve(1000);
    let mut board = Board::edit(&mut bytes).unwrap();
    asked(2, || board.jobs().push(&job()));
    asked(2, || board.jobs().push(&job()));
    asked(2, || board.jobs().insert(0, &job()));
    asked(2, || board.jobs().set(1, &job()));
    asked(4, || board.jobs().extend_from_slice(&[job(), job()]));
    asked(2, || board.by_id().insert(1, &job()));
    asked(2, || board.by_id().insert(1, &job()));
    asked(2, || board.set_job(Some(&job())));
    asked(2, || board.set_state(Some(&State::Text(Name("Ada".into())))));
    asked(2, || board.set_state(Some(&State::Named { name: Name("Bob".into()) })));
    // What is set as the stored type is not converted.
    asked(0, || board.set_name(Some("Ada")));
    assert_eq!(vellum::from_slice::<Board>(&bytes).unwrap().jobs, vec![job(); 5]);
}
