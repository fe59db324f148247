//! Mistakes in what is derived are told where they are made.

#[allow(dead_code)]
#[path = "common/nets.rs"]
mod nets;

use std::ffi::OsStr;
use std::fs;

/// The compiler runs once for each mistake, so that `cargo test` alone asks for one of some.
#[test]
fn mistakes_are_told_where_they_are_made() {
    let mut mistakes: Vec<_> = fs::read_dir("tests/ui").unwrap().map(|entry| entry.unwrap().path()).collect();
    mistakes.retain(|path| path.extension() == Some(OsStr::new("rs")));
    mistakes.sort();
    assert!(mistakes.len() > 50);
    let cases = trybuild::TestCases::new();
    mistakes.iter().step_by(nets::step()).for_each(|path| cases.compile_fail(path));
}
