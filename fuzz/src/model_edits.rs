//! Rows of edits of a record, against the model that the test kit has: an input chooses the schema, the value and each step.

use vellum_testkit::run::{Length, run_bytes};

pub fn run(data: &[u8]) {
    let findings = run_bytes(data, Length { steps: 40, older: 4 });
    assert!(findings.faults() == 0, "{findings}");
}
