//! The model test: long rows of edits by chance of records of all types, each edit compared with what the model makes.
//!
//! `cargo run --release -p vellum-testkit --bin small-scope -- --random 100000 --seed 1000` runs more of them.

use vellum_testkit::run::{Length, run_rows};

#[test]
fn rows_of_edits_make_what_the_model_makes() {
    let seed = std::env::var("SEED").map_or(1, |s| s.parse().unwrap());
    let n = std::env::var("N").map_or(300, |s| s.parse().unwrap());
    let findings = run_rows(seed, n, Length { steps: 60, older: 2 });
    println!("{findings}");
    assert!(findings.edits > 10_000, "{findings}");
    assert_eq!(findings.faults(), 0, "{findings}");
}
