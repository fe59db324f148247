//! What a crash in the middle of an edit leaves: a mixture of the bytes before and after it.
//!
//! Such a buffer holds no promise about its values. It is read and edited like any other bytes: values or errors, and `verify`
//! is asked before it is trusted.

use crate::common::nets;
use crate::whole::edits::{Edit, apply, edits, schema};
use proptest::prelude::*;
use vellum::{ErrorKind, Record, Schema, dynamic::ValueRef};

/// Reads all that is there, at most `budget` values.
fn visit(value: &ValueRef<'_>, budget: &mut u32) {
    let Some(rest) = budget.checked_sub(1) else { return };
    *budget = rest;
    match value {
        ValueRef::Struct(record) => {
            record.fields().filter_map(|(_, value)| value.ok()).for_each(|value| visit(&value, budget));
        }
        ValueRef::List(list) => list.iter().filter_map(Result::ok).for_each(|value| visit(&value, budget)),
        ValueRef::Map(map) => map.iter().filter_map(Result::ok).for_each(|(_, value)| visit(&value, budget)),
        _ => {}
    }
}

/// Reads, proves and edits bytes; an edit that fails leaves them as they are.
fn use_torn(schema: &Schema, bytes: &[u8], edits: &[Edit]) {
    let Ok(record) = Record::open(schema, bytes.to_vec()) else { return };
    let is_valid = schema.prove(bytes).is_ok();
    if let Ok(root) = record.root() {
        visit(&ValueRef::Struct(root), &mut 3000);
    }
    for edit in edits {
        let mut copy = Record::open(schema, bytes.to_vec()).unwrap();
        match apply(&mut copy, "", *edit) {
            // The edit of a friend in the list is two.
            Err(_) => assert!(edit.0 % 56 == 54 || copy.as_bytes() == bytes, "{edit:?} of {bytes:02x?}"),
            Ok(()) if is_valid => drop(schema.prove(copy.as_bytes()).unwrap()),
            Ok(()) => {}
        }
    }
    let mut copy = Record::open(schema, bytes.to_vec()).unwrap();
    match copy.compact() {
        Ok(()) if is_valid => drop(schema.prove(copy.as_bytes()).unwrap()),
        // The canonical form of what is no value of its type is none either: `compact` copies text without reading it.
        Ok(()) => {}
        Err(error) => {
            // Torn bytes can look like data of a newer revision, which is valid and which no layout moves.
            assert!(!is_valid || error.kind() == ErrorKind::Newer, "{error}");
            assert_eq!(copy.as_bytes(), bytes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(nets::cases(200)))]

    #[test]
    fn a_torn_buffer_is_read_and_edited_like_any_bytes(before in edits(40), edit in (any::<u8>(), 0..4u8, 0..4u8, 0..6u32), after in edits(6)) {
        let schema = schema();
        let mut record = Record::new(&schema);
        for edit in &before {
            let _ = apply(&mut record, "", *edit);
        }
        let old = record.as_bytes().to_vec();
        let _ = apply(&mut record, "", edit);
        let new = record.as_bytes();
        let len = old.len().max(new.len());
        // What was not written yet lies as it was; memory that was added is FF or zero.
        for fill in [0xFF, 0] {
            let at = |bytes: &[u8], index: usize| bytes.get(index).copied().unwrap_or(fill);
            for cut in (0..len).step_by((len / 24).max(1)) {
                let front: Vec<u8> = (0..len).map(|index| if index < cut { at(new, index) } else { at(&old, index) }).collect();
                let back: Vec<u8> = (0..len).map(|index| if index < cut { at(&old, index) } else { at(new, index) }).collect();
                use_torn(&schema, &front, &after);
                use_torn(&schema, &back, &after);
            }
        }
    }
}
