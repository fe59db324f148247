//! Documents without a schema: a text found by keys, and what is set, added and appended beside it.
//!
//! What is added is removed again, so that each turn finds the same document.

use std::hint::black_box;
use std::iter::repeat_n;

use serde::de::DeserializeSeed;
use serde_json::Value;
use vellum::{Record, Result, Schema, dynamic::ValueRef};

use crate::Row;
use crate::tweets;

/// The tweet that is read and changed, and the number of them.
const INDEX: usize = 7;
const COUNT: usize = 12;
const TEXTS: [&str; 2] = ["Ada Lovelace", "Augusta Ada King, Countess of Lovelace"];
/// So many elements are appended at once.
const MANY: usize = 100;

fn schema() -> Schema {
    Schema::parse("root any;").expect("a valid schema")
}

fn open(schema: &Schema) -> Record {
    schema.deserialize(&tweets::document(COUNT)).expect("a value that any holds")
}

/// Edits of a record that stays open; turns alternate.
fn kept(
    measure: &'static str,
    variant: &'static str,
    edit: impl Fn(&Schema, &mut Record, u64) -> Result<()> + 'static,
) -> Row {
    let run = move |count| {
        let schema = schema();
        edit(&schema, &mut open(&schema), count).expect("room");
    };
    Row { names: ["document", measure, variant], run: Box::new(run) }
}

pub fn rows() -> Vec<Row> {
    vec![
        kept("get", "text by keys", |schema, record, count| {
            let name = schema.field::<str>("statuses[].user.name")?;
            for _ in 0..count {
                black_box(schema.peek(black_box(record.as_bytes()))?.get(name.at(INDEX))?);
            }
            Ok(())
        }),
        kept("get", "number by keys", |schema, record, count| {
            let number = schema.field::<u32>("statuses[].user.followers_count")?;
            for _ in 0..count {
                black_box(schema.peek(black_box(record.as_bytes()))?.get(number.at(INDEX))?);
            }
            Ok(())
        }),
        kept("set", "text by keys", |schema, record, count| {
            let name = schema.field::<str>("statuses[].user.name")?;
            (0..count).try_for_each(|turn| {
                black_box(&mut *record).set(name.at(INDEX), black_box(TEXTS[usize::from(turn % 2 == 0)]))
            })
        }),
        kept("set, remove", "another key", |schema, record, count| {
            let key = schema.field::<str>("statuses[].user.reviewed_by")?;
            (0..count).try_for_each(|_| {
                black_box(&mut *record).set(key.at(INDEX), black_box("Babbage"))?;
                record.remove(key.at(INDEX))
            })
        }),
        kept("push, remove", "one element", |schema, record, count| {
            let symbol = schema.field::<str>("statuses[].entities.symbols[]")?;
            (0..count).try_for_each(|_| {
                black_box(&mut *record).push(symbol.at(INDEX), black_box("VLM"))?;
                record.remove(symbol.at(INDEX).at(0))
            })
        }),
        kept("extend, truncate", "100 elements", |schema, record, count| {
            let symbol = schema.field::<str>("statuses[].entities.symbols[]")?;
            (0..count).try_for_each(|_| {
                black_box(&mut *record).extend(symbol.at(INDEX), repeat_n(black_box("VLM"), MANY))?;
                record.truncate(symbol.at(INDEX), 0)
            })
        }),
        whole("encode", "tree", |schema, count| {
            let tree = tweets::document(1);
            for _ in 0..count {
                black_box(schema.deserialize(black_box::<&Value>(&tree)).expect("a value that any holds"));
            }
        }),
        whole("encode", "JSON", |schema, count| {
            let json = tweets::document(1).to_string();
            for _ in 0..count {
                let mut text = serde_json::Deserializer::from_str(black_box(&json));
                black_box(schema.deserialize(&mut text).expect("a value that any holds"));
            }
        }),
        whole("decode", "tree of its own", |schema, count| {
            let bytes = schema.deserialize(&tweets::document(1)).expect("a value that any holds").into_storage();
            for _ in 0..count {
                let view = schema.peek(black_box(&bytes)).expect("own bytes");
                black_box(view.value().and_then(ValueRef::to_tree).expect("own bytes"));
            }
        }),
        whole("decode", "tree", |schema, count| {
            let bytes = schema.deserialize(&tweets::document(1)).expect("a value that any holds").into_storage();
            for _ in 0..count {
                black_box(schema.peek(black_box(&bytes)).and_then(|view| view.to_serde::<Value>()).expect("own bytes"));
            }
        }),
    ]
}

/// Whole documents, of one tweet.
fn whole(measure: &'static str, variant: &'static str, run: fn(&Schema, u64)) -> Row {
    Row { names: ["document", measure, variant], run: Box::new(move |count| run(&schema(), count)) }
}
