//! Values as JSON: any text is a record or an error, and a record that goes out and comes in again is the same.

use serde::de::DeserializeSeed;
use vellum::serde::RecordSeed;
use vellum::{ErrorKind, Record, Schema};

use crate::input::Input;
use crate::schemas;
use crate::tree::Tree;

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let is_text = input.one_in(2);
    let (schema, _) = schemas::choose(&mut input);
    if is_text {
        // What is missing has its default, so that a text need not name every field to be a record.
        let seed = RecordSeed::new(schema).default_missing_fields();
        if let Ok(record) = seed.deserialize(&mut serde_json::Deserializer::from_slice(input.rest())) {
            schema.prove(record.as_bytes()).expect("what comes in is valid");
            again(schema, &record);
        }
        return;
    }
    let bytes = input.rest();
    let Ok(record) = Record::open(schema, bytes) else { return };
    let is_valid = schema.prove(bytes).is_ok_and(|verified| verified.is_complete());
    let json = serde_json::to_string(&record);
    if is_valid {
        again(schema, &record);
    } else if let Ok(json) = json {
        let _ = import(schema, json.as_bytes());
    }
}

fn import(schema: &Schema, json: &[u8]) -> Result<Record, serde_json::Error> {
    schema.deserialize(&mut serde_json::Deserializer::from_slice(json))
}

/// Out and in again, of a valid record.
fn again<B: AsRef<[u8]>>(schema: &Schema, record: &Record<B>) {
    let (tree, is_whole) = Tree::of(record);
    if !is_whole || tree.has_unwritable_float() {
        return;
    }
    let json = serde_json::to_string(record);
    if tree.has_newer() {
        // What such a variant holds would be lost.
        let error = json.expect_err("a variant that is not known has no name");
        assert!(error.to_string().contains("newer"), "{error}");
        return;
    }
    let json = json.unwrap_or_else(|error| panic!("not written: {error}"));
    let imported = match import(schema, json.as_bytes()) {
        Ok(imported) => imported,
        // A rule binds what comes in, and not what was there.
        Err(error) if error.to_string().contains("type mismatch") => return,
        Err(error) => panic!("what was written is not read: {error}\n{json}\n{schema}"),
    };
    schema.prove(imported.as_bytes()).expect("what comes in is valid");
    assert_eq!(serde_json::to_string(&imported).expect("written before"), json, "JSON changes on its way");
    // JSON has no types: bytes in an `any` come back as a list, and integers as the narrowest.
    if holds_any(schema) {
        return;
    }
    let mut compacted = Record::open(schema, record.as_bytes().to_vec()).expect("opened before");
    match compacted.compact() {
        Ok(()) => assert_eq!(imported.as_bytes(), compacted.as_bytes(), "what comes in is canonical\n{json}\n{schema}"),
        Err(error) => assert!(matches!(error.kind(), ErrorKind::Newer | ErrorKind::Limit), "{error}"),
    }
}

fn holds_any(schema: &Schema) -> bool {
    schema.is_any() || schema.to_string().contains("any")
}
