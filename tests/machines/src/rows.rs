//! A few rows of edits by chance, each edit compared with what the model makes of it: what an emulator does in seconds.

use vellum_testkit::run::{Length, run_rows};

#[test]
fn a_few_rows_of_edits_make_what_the_model_makes() {
    let findings = run_rows(20_000, 12, Length { steps: 60, older: 2 });
    println!("{findings}");
    assert!(findings.edits > 500, "{findings}");
    assert_eq!(findings.faults(), 0, "{findings}");
}
