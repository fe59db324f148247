//! Verdicts of `Schema::changes_since` on revisions by chance, compared with what readers of each make of the other's buffers.
//!
//! `cargo run --release -p vellum-testkit --bin small-scope -- --compat 100000 --seed 1000` compares more of them.

use vellum_testkit::compat::run_compat;

#[test]
fn what_is_said_of_two_revisions_is_what_their_buffers_show() {
    let findings = run_compat(1, 2000);
    println!("{findings}");
    assert_eq!(findings.faults(), 0, "{findings}");
    // Every level is drawn often.
    assert_eq!(findings.drawn.len(), 5, "{findings}");
    assert!(findings.drawn.values().all(|count| *count > 20), "{findings}");
}
