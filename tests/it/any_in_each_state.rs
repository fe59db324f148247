//! Values within `any`, pushed, added and set by path in one table: each state that the document, its
//! list and its map can be in, two edits after each other, in a vector and in workspaces of any room.
//! The oracle makes the same edits of a tree of `serde_json`. What it cannot do is refused, and an
//! edit that is refused leaves every byte as it was.

use serde_json::{Map, Value, json};
use vellum::{ErrorKind, Record, Result, Schema, Storage, Workspace};

/// What an edit is, by path and of a tree; false where it has to be refused.
type Edit<S> = (&'static str, fn(&mut Record<S>) -> Result<()>, fn(&mut Value) -> bool);

/// Null becomes a map, a missing key null, null a list: as docs/schema.md says of writing by path.
fn push(document: &mut Value, value: Value) -> bool {
    if document.is_null() {
        *document = json!({});
    }
    let Value::Object(keys) = document else { return false };
    let list = keys.entry("l").or_insert(Value::Null);
    if list.is_null() {
        *list = json!([]);
    }
    list.as_array_mut().map(|list| list.push(value)).is_some()
}

fn set(document: &mut Value, key: &str, value: Value) -> bool {
    if document.is_null() {
        *document = json!({});
    }
    document.as_object_mut().map(|keys| keys.insert(key.into(), value)).is_some()
}

const LONG: &str = "a key that is too long to be compared by its start";

fn edits<S: Storage + AsRef<[u8]>>() -> [Edit<S>; 14] {
    [
        ("push a short number", |record| record.push("doc.l", 7_i64), |doc| push(doc, json!(7))),
        ("push a long number", |record| record.push("doc.l", 1_i64 << 40), |doc| push(doc, json!(1_i64 << 40))),
        ("push a float", |record| record.push("doc.l", 0.5), |doc| push(doc, json!(0.5))),
        ("push a bool", |record| record.push("doc.l", true), |doc| push(doc, json!(true))),
        ("push a text", |record| record.push("doc.l", "pushed"), |doc| push(doc, json!("pushed"))),
        ("push an empty text", |record| record.push("doc.l", ""), |doc| push(doc, json!(""))),
        ("add a number", |record| record.set("doc.new", 7_i64), |doc| set(doc, "new", json!(7))),
        ("add a text behind all", |record| record.set("doc.zz", "added"), |doc| set(doc, "zz", json!("added"))),
        ("add before all", |record| record.set("doc.A", 0.25), |doc| set(doc, "A", json!(0.25))),
        ("add the empty key", |record| record.set(r#"doc[""]"#, "x"), |doc| set(doc, "", json!("x"))),
        (
            "add a long key",
            |record| record.set(&*format!("doc[\"{LONG}\"]"), false),
            |doc| set(doc, LONG, json!(false)),
        ),
        ("set a list or null", |record| record.set("doc.l", "over"), |doc| set(doc, "l", json!("over"))),
        ("set a text", |record| record.set("doc.t", "another text"), |doc| set(doc, "t", json!("another text"))),
        ("set a number", |record| record.set("doc.t", -3_i64), |doc| set(doc, "t", json!(-3))),
    ]
}

fn documents() -> Vec<Value> {
    let many =
        |count: u32| -> Map<String, Value> { (0..count).map(|key| (format!("k{key:04}"), json!(key))).collect() };
    let with_list =
        |count| many(count).into_iter().chain([("l".into(), json!(["x"])), ("t".into(), json!("t"))]).collect();
    let lists = [
        json!(null),
        json!([]),
        json!([1, 2]),
        json!([1, "x"]),
        json!(["a", ""]),
        json!([null]),
        json!([true, false]),
        json!([0.5]),
        json!([[], {}]),
        json!([{"a": 1}, {"b": 2}]),
        json!("no list"),
        json!({"x": 1}),
        json!([1_i64 << 40]),
        json!([-1]),
    ];
    let mut all = vec![json!(null), json!(1), json!("text"), json!([1]), json!({}), json!({"t": "t"})];
    all.extend(lists.into_iter().map(|list| json!({"": 0, "l": list, "t": "t"})));
    all.push(json!({"a key that is too long to be compared by its end": 1}));
    all.extend([Value::Object(many(30)), Value::Object(with_list(30)), Value::Object(with_list(1500))]);
    all
}

/// Makes an edit of a record and of the tree of its document, and compares.
fn check<S: Storage + AsRef<[u8]>>(record: &mut Record<S>, (name, edit, model): &Edit<S>, document: &mut Value) {
    let before = record.as_bytes().to_vec();
    let mut changed = document.clone();
    let is_possible = model(&mut changed);
    match edit(record) {
        Ok(()) => {
            assert!(is_possible, "{name} in {document}");
            *document = changed;
        }
        Err(error) => {
            assert!(!is_possible || error.kind() == ErrorKind::Full, "{name} in {document}: {error}");
            assert!(record.as_bytes() == before, "{name} in {document} is refused and changes bytes");
        }
    }
    let found: Value = record.to_serde().unwrap();
    assert_eq!(found, json!({"doc": document, "behind": "behind it"}), "{name}");
    assert!(record.schema().prove(record.as_bytes()).unwrap().is_complete(), "{name} in {document}");
}

#[test]
fn edits_within_any_do_what_they_do_to_a_tree() -> Result<()> {
    let schema = Schema::parse("struct Page { doc: any, behind: string } root Page;")?;
    for document in documents() {
        let bytes = schema.from_json(&json!({"doc": document, "behind": "behind it"}).to_string())?.into_storage();
        for first in edits() {
            for second in edits() {
                let (mut record, mut model) = (Record::open(&schema, bytes.clone())?, document.clone());
                check(&mut record, &first, &mut model);
                check(&mut record, &second, &mut model);
            }
        }
    }
    Ok(())
}

#[test]
fn edits_within_any_in_full_memory_change_all_or_nothing() -> Result<()> {
    let schema = Schema::parse("struct Page { doc: any, behind: string } root Page;")?;
    for document in documents().into_iter().filter(|document| document.to_string().len() < 300) {
        let mut memory = Record::open(&schema, Workspace::format_default(vec![0; 4096], &schema)?)?;
        memory.merge_patch(&json!({"doc": document, "behind": "behind it"}).to_string())?;
        // Null takes a key out of a map, so it cannot be set so.
        if memory.to_serde::<Value>()?["doc"] != document {
            continue;
        }
        let used = Storage::bytes(&memory.into_storage()).to_vec();
        for room in 0..90 {
            for edit in edits() {
                let mut memory = used.clone();
                memory.resize(used.len() + room, 0xFF);
                let mut record = Record::open(&schema, Workspace::open(memory)?)?;
                check(&mut record, &edit, &mut document.clone());
            }
        }
    }
    Ok(())
}
