//! Lines of random patches of this crate, for the reader that was written from the documents alone.

use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use vellum::{Record, patch};

use crate::conformance::shown;
use crate::whole::edits;

/// Lines for `run.py buffers`: random records, the patches between them, joined and taken back.
#[test]
#[ignore = "VELLUM_PATCH_LINES names the file that is written"]
fn lines_of_random_patches_are_written() {
    let (schema, mut runner, mut out) = (edits::schema(), TestRunner::default(), String::new());
    let steps = (edits::edits(20), edits::edits(4), edits::edits(4));
    for number in 0..2000 {
        let (start, first, second) = steps.new_tree(&mut runner).unwrap().current();
        let mut records = vec![edits::record(&schema, &start)];
        for step in [first, second] {
            let mut next = Record::open(&schema, records[records.len() - 1].as_bytes().to_vec()).unwrap();
            for edit in step {
                let _ = edits::apply(&mut next, "", edit);
            }
            records.push(next);
        }
        let buffers: Vec<_> = records.iter().map(|record| shown(&edits::compacted(record))).collect();
        let between = |from: usize| {
            let (from, to) = (&records[from], &records[from + 1]);
            if number % 2 == 0 { from.diff(to) } else { from.diff_invertible(to) }.unwrap()
        };
        let (one, two) = (between(0), between(1));
        let [a, b] = [&one, &two].map(|patch| patch.to_bytes().unwrap());
        let joined = [&a, &b, &patch::then(&a, &b).unwrap()].map(|bytes| shown(bytes));
        let inverse = (number % 2 == 1).then(|| shown(&one.invert().unwrap().to_bytes().unwrap()));
        let lines = [
            serde_json::json!({"schema": edits::TEXT, "old": buffers[0], "new": buffers[1], "patch": joined[0], "inverse": inverse}),
            serde_json::json!({"schema": edits::TEXT, "old": buffers[0], "new": buffers[2], "joined": joined}),
        ];
        for mut line in lines {
            line.as_object_mut().unwrap().retain(|_, value| !value.is_null());
            writeln!(out, "{line}").unwrap();
        }
    }
    std::fs::write(std::env::var_os("VELLUM_PATCH_LINES").unwrap(), out).unwrap();
}
