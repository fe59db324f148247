//! Revisions of a schema that edit one buffer in turn, against the model that the test kit has: each edit does what it says, and none loses
//! what another revision wrote.

use vellum_testkit::run::{Length, run_bytes};

pub fn run(data: &[u8]) {
    // Whenever the buffer is opened, any revision may have it.
    let findings = run_bytes(data, Length { steps: 40, older: 1 });
    assert!(findings.faults() == 0, "{findings}");
}
