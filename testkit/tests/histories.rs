//! Whole histories of a stored type, with the lock.

use std::path::Path;

use vellum_testkit::histories::run_histories;

#[test]
fn whatever_the_lock_accepts_is_read_rightly_by_every_revision_in_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let findings = run_histories(1, 400, folder);
    println!("{findings}");
    assert_eq!(findings.faults(), 0, "{findings}");
    assert!(findings.drawn.get("6 revisions").is_some_and(|count| *count > 50), "{findings}");
}
