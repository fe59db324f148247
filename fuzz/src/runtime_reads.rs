//! Any bytes with a schema known at run time, one of a fixed set or one that comes with them: every way of reading ends, and the ways agree.

use std::hash::{DefaultHasher, Hasher as _};

use vellum::{ErrorKind, Record, Schema, framed};

use crate::input::Input;
use crate::tree::Tree;
use crate::{edit, schemas};

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    if input.one_in(4) {
        let Ok((schema, buffer)) = framed::unpack(input.rest()) else { return };
        let choices = [0x5A; 8];
        return read(&schema, buffer, &mut Input::new(&choices));
    }
    let (schema, _) = schemas::choose(&mut input);
    let mut choices = input.part();
    read(schema, input.rest(), &mut choices);
}

fn read(schema: &Schema, bytes: &[u8], choices: &mut Input<'_>) {
    let verified = schema.prove(bytes);
    let Ok(record) = Record::open(schema, bytes) else {
        assert!(verified.is_err(), "what is valid can be opened");
        return;
    };
    let (tree, is_whole) = Tree::of(&record);
    let printed = record.root().map(|root| format!("{root:?}").len());
    let json = serde_json::to_string(&record);
    let mut hasher = DefaultHasher::new();
    let hashed = record.content_hash(&mut hasher).map(|()| hasher.finish());
    let equal = record.content_eq(&record);
    for _ in 0..4 {
        edit::read(&record, &tree, choices);
    }
    let mut copy = Record::open(schema, bytes.to_vec()).expect("opened before");
    let (space, by_field) = (copy.space(), copy.space_by_field(3));
    let compacted = copy.compact();
    if compacted.is_err() {
        assert_eq!(copy.as_bytes(), bytes, "a compaction that failed left the bytes");
    }
    let Ok(verified) = verified else { return };
    // What a newer revision wrote is not all seen; what is nested far in the schema's defaults is not all written out.
    let is_refused = |kind: ErrorKind| matches!(kind, ErrorKind::Newer | ErrorKind::Limit);
    if !verified.is_complete() || compacted.as_ref().is_err_and(|error| is_refused(error.kind())) {
        return;
    }
    assert!(!is_whole || !tree.has_unreadable(), "what is proved can be read: {tree:?}");
    let is_fine =
        |result: Result<(), vellum::Error>| result.as_ref().err().is_none_or(|error| error.kind() == ErrorKind::Limit);
    assert!(printed.is_ok() && compacted.is_ok(), "{compacted:?}");
    assert!(is_fine(space.map(drop)) && is_fine(by_field.map(drop)) && is_fine(hashed.map(drop)));
    assert!(!equal.as_ref().is_ok_and(|equal| !equal) && is_fine(equal.map(drop)), "what is proved equals itself");
    drop(json);
    schema.prove(copy.as_bytes()).expect("the canonical form is valid");
    assert!(copy.content_eq(&record).expect("both are valid"), "the canonical form holds the same");
    let (after, is_read) = Tree::of(&copy);
    assert!(!is_whole || !is_read || after == tree, "the canonical form holds {after:?}, not {tree:?}");
    let once = copy.as_bytes().to_vec();
    copy.compact().expect("it was compacted before");
    assert_eq!(copy.as_bytes(), once, "the canonical form is its own");
}
