//! Edits of records of random schemas, against a tree of what they hold; at the end the canonical form, against the same made from
//! JSON.

use serde::de::DeserializeSeed;
use vellum::{Kind, PointerWidth, Record, Schema};

use crate::input::Input;
use crate::tree::Tree;
use crate::{grammar, judge};

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let mut choices = input.part();
    // Not every text that the grammar writes is a schema: a default may hold itself, or something be nested too deep.
    let Ok(schema) = Schema::parse(&grammar::schema(&mut choices)) else { return };
    let width = input.of(&PointerWidth::ALL);
    let empty = Record::with_width(&schema, width);
    let mut donor = Record::new(&schema);
    let mut bytes = empty.into_storage();
    for round in 0..24 {
        if input.is_empty() {
            break;
        }
        if let Some(edited) = judge::one_edit(&schema, &bytes, &donor, &mut input) {
            bytes = edited;
        }
        if round % 6 == 5 {
            donor = Record::open(&schema, bytes.clone()).expect("it is valid");
        }
    }
    canonical(&schema, bytes);
}

/// The canonical form holds the same, and is that of the values however they came.
fn canonical(schema: &Schema, bytes: Vec<u8>) {
    let mut record = Record::open(schema, bytes).expect("it is valid");
    let (tree, is_whole) = Tree::of(&record);
    let json = serde_json::to_string(&record).expect("a valid record is written");
    if let Err(error) = record.compact() {
        assert!(error.kind() == Kind::Limit, "{error}\n{schema}");
        return;
    }
    schema
        .verify(record.as_bytes())
        .unwrap_or_else(|error| panic!("the canonical form is not valid: {error}\n{schema}"));
    if !is_whole {
        return;
    }
    assert_eq!(Tree::of(&record).0, tree, "the canonical form holds something else\n{schema}");
    // JSON has no types, so what an `any` holds may come back as another.
    if tree.has_unwritable_float() || schema.to_string().contains("any") {
        return;
    }
    let imported: Record = schema
        .deserialize(&mut serde_json::Deserializer::from_str(&json))
        .unwrap_or_else(|error| panic!("{error}\n{json}\n{schema}"));
    assert_eq!(imported.as_bytes(), record.as_bytes(), "two canonical forms of\n{json}\n{schema}");
}
