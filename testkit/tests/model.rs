//! The model test: long rows of edits by chance of records of all types, each edit compared with what the model makes.
//!
//! `cargo run --release -p vellum-testkit --bin small-scope -- --random 100000 --seed 1000` runs more of them.

#[allow(dead_code)]
#[path = "../../tests/common/nets.rs"]
mod nets;

use vellum_testkit::run::{Length, run_rows};

/// Half of the rows, so that the halves run beside each other.
fn run(first: u64) {
    let findings = run_rows(first, nets::cases(500).into(), Length { steps: 60, older: 2 });
    println!("{findings}");
    assert_eq!(findings.faults(), 0, "{findings}");
    // What a step may draw is drawn often.
    assert_eq!(findings.drawn.len(), 11, "{findings}");
    assert!(findings.drawn.values().all(|count| *count > nets::least(40) as u64), "{findings}");
}

#[test]
fn rows_of_edits_make_what_the_model_makes() {
    run(1);
}

#[test]
fn other_rows_of_edits_make_what_the_model_makes() {
    run(501);
}
