//! The example does what it says.

use std::process::Command;

#[test]
fn the_example_runs() {
    let output = Command::new(env!("CARGO_BIN_EXE_schema-first")).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
