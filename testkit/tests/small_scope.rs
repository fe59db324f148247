//! A fixed sample of the small types: `small-scope` runs all of them.

use vellum_testkit::report::Findings;
use vellum_testkit::run::{Parts, run, run_random};
use vellum_testkit::small::all;

/// Fails with what was found, if anything was.
fn check(findings: &Findings) {
    assert!(findings.edits > 0, "nothing was run");
    println!("{findings}");
    assert_eq!(findings.faults(), 0, "{findings}");
}

/// Runs every so many of the types with so many containers.
fn sample(levels: usize, first: usize, step: usize, parts: Parts) -> Findings {
    let mut findings = Findings::default();
    for small in all(levels).iter().filter(|small| parts.fit(small)).skip(first).step_by(step) {
        findings.add(run(small, parts));
    }
    findings
}

#[test]
fn every_edit_of_a_small_type_makes_what_the_model_makes() {
    let parts = Parts { edits: true, ..Parts::default() };
    let mut findings = sample(0, 0, 5, parts);
    findings.add(sample(1, 3, 101, parts));
    findings.add(sample(2, 7, 3001, parts));
    check(&findings);
}

#[test]
fn an_edit_in_storage_that_refuses_to_grow_is_made_or_changes_nothing() {
    let parts = Parts { storage: true, ..Parts::default() };
    check(&sample(1, 1, 101, parts));
}

#[test]
fn an_edit_of_a_damaged_buffer_is_made_or_changes_nothing() {
    let parts = Parts { hostile: 4, ..Parts::default() };
    check(&sample(1, 2, 73, parts));
}

#[test]
fn an_edit_by_an_older_revision_leaves_what_the_newer_one_added() {
    let parts = Parts { older: true, ..Parts::default() };
    check(&sample(1, 0, 31, parts));
}

#[test]
fn edits_of_random_schemas_make_what_the_model_makes() {
    check(&run_random(1, 150));
}
