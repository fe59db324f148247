//! Joining and taking back: as if one patch were made after the other, in whatever order they are joined.

use proptest::prelude::*;
use vellum::patch;

use super::copy;
use crate::whole::edits::{apply, compacted, edits, record, schema};

proptest! {
    #[test]
    fn joined_patches_do_what_they_do_one_after_the_other(start in edits(30), steps in prop::collection::vec(edits(4), 1..6)) {
        let schema = schema();
        let base = record(&schema, &start);
        let (mut last, mut patches) = (copy(&base), Vec::new());
        for step in &steps {
            let mut next = copy(&last);
            for edit in step {
                let _ = apply(&mut next, "", *edit);
            }
            patches.push(last.diff(&next).unwrap().to_bytes().unwrap());
            last = next;
        }
        let from_left = patches[1..].iter().fold(patches[0].clone(), |all, next| patch::then(&all, next).unwrap());
        let from_right = patches[..patches.len() - 1].iter().rfold(patches[patches.len() - 1].clone(), |all, before| patch::then(before, &all).unwrap());
        if patches.len() > 1 {
            prop_assert_eq!(&from_left, &from_right);
        }
        let mut patched = copy(&base);
        patched.apply(&vellum::patch::Patch::from_bytes(&schema, &from_left).unwrap()).unwrap();
        prop_assert_eq!(compacted(&patched), compacted(&last));
    }

    #[test]
    fn what_is_taken_back_is_canonically_as_before(start in edits(30), steps in prop::collection::vec(edits(4), 1..5)) {
        let schema = schema();
        let base = record(&schema, &start);
        let (mut last, mut all) = (copy(&base), None);
        for step in &steps {
            let mut next = copy(&last);
            for edit in step {
                let _ = apply(&mut next, "", *edit);
            }
            let patch = last.diff_invertible(&next).unwrap();
            all = Some(match all {
                None => patch,
                Some(before) => vellum::patch::Patch::then(&before, &patch).unwrap(),
            });
            last = next;
        }
        let undo = all.unwrap().invert().unwrap();
        let redo = undo.invert().unwrap();
        let mut record = copy(&last);
        record.apply(&undo).unwrap();
        prop_assert_eq!(compacted(&record), compacted(&base));
        record.apply(&redo).unwrap();
        prop_assert_eq!(compacted(&record), compacted(&last));
    }
}

/// Each operation is compared with those of its place alone: with all others, this would take hours.
#[test]
fn patches_of_many_operations_are_joined() {
    let schema = vellum::Schema::parse("struct All { by: map<u32, u64> } root All;").unwrap();
    let sets = |value: u64| {
        let (mut old, mut new) = (vellum::Record::new(&schema), vellum::Record::new(&schema));
        for key in 0..20_000 {
            old.set(&*format!("by[{key}]"), value).unwrap();
            new.set(&*format!("by[{key}]"), value + 1).unwrap();
        }
        old.diff(&new).unwrap().to_bytes().unwrap()
    };
    let (first, second) = (sets(1), sets(2));
    assert_eq!(patch::then(&first, &second).unwrap(), second);
}

/// What has a condition stays, and with it what it may depend on: also where an operation between is
/// taken out by one around all of them.
#[test]
fn a_condition_keeps_what_an_operation_around_it_would_take_out() {
    let schema =
        vellum::Schema::parse("struct Part { n: u8, s: string? } struct All { part: Part } root All;").unwrap();
    let json = |text: &str| patch::Patch::from_json_patch(&schema, text).unwrap().to_bytes().unwrap();
    let parts = [
        json(r#"[{"op": "replace", "path": "/part/s", "value": "r"}]"#),
        json(r#"[{"op": "test", "path": "/part/n", "value": 0}, {"op": "replace", "path": "/part/n", "value": 0}]"#),
        json(r#"[{"op": "replace", "path": "/part/s", "value": "s"}]"#),
        json(r#"[{"op": "replace", "path": "/part", "value": {"n": 3, "s": null}}]"#),
    ];
    let from_left = parts.iter().cloned().reduce(|all, next| patch::then(&all, &next).unwrap()).unwrap();
    let from_right = parts.iter().cloned().rev().reduce(|all, before| patch::then(&before, &all).unwrap()).unwrap();
    assert_eq!(from_left, from_right);
    let joined = patch::Patch::from_bytes(&schema, &from_left).unwrap();
    assert_eq!((joined.len(), joined[1].is_condition()), (3, true), "{joined}");
}
