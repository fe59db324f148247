//! Two buffers of one schema: what leads from one to the other does, and an error leaves the bytes.

use std::hash::{DefaultHasher, Hasher as _};

use serde::de::DeserializeSeed;
use vellum::serde::PatchSeed;
use vellum::{ErrorKind, Record, Schema, change::Change};

use crate::input::Input;
use crate::tree::Tree;
use crate::{judge, schemas};

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let (schema, donor) = schemas::choose(&mut input);
    let mode = input.below(4);
    let mut choices = [input.part(), input.part()];
    // Two records that were edited, or one of those and any bytes.
    let start = if mode == 0 { Record::new(schema).into_storage() } else { donor.as_bytes().to_vec() };
    let first = judge::edits(schema, start, donor, &mut choices[0], 4);
    let second = match mode {
        0 | 1 => judge::edits(schema, first.clone(), donor, &mut choices[1], 4),
        _ => input.rest().to_vec(),
    };
    pair(schema, &first, &second);
    pair(schema, &second, &first);
}

fn pair(schema: &Schema, old: &[u8], new: &[u8]) {
    let (Ok(mut here), Ok(there)) = (Record::open(schema, old.to_vec()), Record::open(schema, new)) else { return };
    let is_valid = [old, new].iter().all(|bytes| schema.prove(bytes).is_ok_and(|verified| verified.is_complete()));
    let changes = here.diff(&there);
    let equal = here.content_eq(&there);
    let hashes = [here.as_bytes(), new].map(|bytes| hash(schema, bytes));
    if let (Ok(true), [Ok(one), Ok(other)]) = (&equal, &hashes) {
        assert_eq!(one, other, "equal records have equal hashes");
    }
    merge(schema, old, &there, is_valid);
    let changes = match changes {
        Ok(changes) => changes,
        Err(error) => {
            assert!(!is_valid || error.kind() == ErrorKind::Limit, "valid records are told apart: {error}");
            return;
        }
    };
    if is_valid {
        assert_eq!(
            changes.is_empty(),
            equal.expect("both are valid"),
            "equal are records without differences: {changes:?}"
        );
        serialized(schema, &changes, &there, old);
    }
    apply(&mut here, &changes, &there, is_valid);
}

fn hash(schema: &Schema, bytes: &[u8]) -> vellum::Result<u64> {
    let mut hasher = DefaultHasher::new();
    Record::open(schema, bytes)?.content_hash(&mut hasher).map(|()| hasher.finish())
}

fn apply<C: AsRef<[u8]>>(here: &mut Record, changes: &[Change], there: &Record<C>, is_valid: bool) {
    let before = here.as_bytes().to_vec();
    if let Err(error) = here.apply(changes) {
        assert_eq!(here.as_bytes(), before, "changes that failed ({error}) left the bytes");
        assert!(
            !is_valid || is_ruled(&error),
            "the differences of valid records can be applied: {error} {changes:?}\n{}",
            here.schema()
        );
        return;
    }
    if is_valid {
        let told = || format!("{changes:?}\n{:02X?}\n{:02X?}\n{}", before, there.as_bytes(), here.schema());
        here.schema().prove(here.as_bytes()).unwrap_or_else(|error| panic!("{error} after {}", told()));
        assert!(here.content_eq(there).expect("both are valid"), "something else came of {}", told());
        let trees = [Tree::of(here), Tree::of(there)];
        assert!(!trees[0].1 || !trees[1].1 || trees[0] == trees[1], "{trees:?} after {}", told());
    }
}

/// Whether what is valid may not be written: rules bind writers only, and so does the depth.
fn is_ruled(error: &vellum::Error) -> bool {
    matches!(error.kind(), ErrorKind::Type | ErrorKind::Limit)
}

/// Changes that were sent do the same.
fn serialized<C: AsRef<[u8]>>(schema: &Schema, changes: &[Change], there: &Record<C>, old: &[u8]) {
    let here = Record::open(schema, old).expect("opened before");
    // A variant that is not known has no name to be sent by. What is removed is sent as well.
    let is_written = |(tree, is_whole): (Tree, bool)| is_whole && !tree.has_newer() && !tree.has_unwritable_float();
    if !is_written(Tree::of(there)) || !is_written(Tree::of(&here)) || schema.to_string().contains("any") {
        return;
    }
    let json = serde_json::to_string(changes).expect("changes of a valid record are written");
    let mut deserializer = serde_json::Deserializer::from_str(&json);
    let received = match PatchSeed::new(schema).deserialize(&mut deserializer) {
        Ok(received) => received,
        Err(error) => panic!("changes are not read again: {error}\n{json}\n{schema}"),
    };
    let mut copy = Record::open(schema, old.to_vec()).expect("opened before");
    match copy.apply(&received) {
        Ok(()) => {
            assert!(copy.content_eq(there).expect("both are valid"), "sent changes do something else\n{json}\n{schema}")
        }
        Err(error) => assert!(is_ruled(&error), "sent changes fail: {error}\n{json}\n{schema}"),
    }
}

fn merge<C: AsRef<[u8]>>(schema: &Schema, old: &[u8], patch: &Record<C>, is_valid: bool) {
    let mut merged = Record::open(schema, old.to_vec()).expect("opened before");
    if let Err(error) = merged.merge(patch) {
        assert_eq!(merged.as_bytes(), old, "a merge that failed ({error}) left the bytes");
        assert!(
            !is_valid || is_ruled(&error),
            "valid records are merged: {error}\n{old:02X?}\n{:02X?}\n{schema}",
            patch.as_bytes()
        );
        return;
    }
    if is_valid {
        schema
            .prove(merged.as_bytes())
            .unwrap_or_else(|error| panic!("{error} after a merge\n{old:02X?}\n{:02X?}\n{schema}", patch.as_bytes()));
        let mut again = Record::open(schema, merged.as_bytes().to_vec()).expect("it is valid");
        if again.merge(patch).is_ok() {
            assert!(again.content_eq(&merged).expect("both are valid"), "merging again changes something\n{schema}");
        }
    }
}
