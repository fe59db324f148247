//! The model test: long rows of edits by chance of records of all types, each edit compared with what the model makes.
//!
//! `cargo run --release -p vellum-testkit --bin small-scope -- --random 100000 --seed 1000` runs more of them.

use vellum_testkit::run::{Length, run_rows};

#[test]
fn rows_of_edits_make_what_the_model_makes() {
    let findings = run_rows(1, 1000, Length { steps: 60, older: 2 });
    println!("{findings}");
    assert_eq!(findings.faults(), 0, "{findings}");
    // What a step may draw is drawn often.
    assert_eq!(findings.drawn.len(), 10, "{findings}");
    assert!(findings.drawn.values().all(|count| *count > 200), "{findings}");
}
