//! Documents as `serde_json::Value` has them: all small ones, each path of one or two steps, each call. Where `pointer` and the `as_`
//! functions give a value, a record gives the same; where they give none, it says whether the value is absent or of another kind; and
//! an edit leaves what the same edit of the tree leaves, or nothing has changed.
#![cfg(feature = "json")]

use serde_json::{Map, Value, json};
use vellum::{Error, ErrorKind, Record, Result, Schema, dynamic::Dynamic};

use crate::common::nets;

#[derive(Clone, Copy, Debug)]
enum Part {
    Key(&'static str),
    Index(usize),
}

const PARTS: [Part; 6] =
    [Part::Key("a"), Part::Key("b"), Part::Key("z"), Part::Index(0), Part::Index(1), Part::Index(5)];

fn path_of(parts: &[Part]) -> String {
    let mut path = String::new();
    for part in parts {
        match part {
            Part::Key(key) if path.is_empty() => path.push_str(key),
            Part::Key(key) => path.extend([".", key]),
            Part::Index(index) => path.extend(["[", &index.to_string(), "]"]),
        }
    }
    path
}

fn pointer_of(parts: &[Part]) -> String {
    let token = |part: &Part| match part {
        Part::Key(key) => format!("/{key}"),
        Part::Index(index) => format!("/{index}"),
    };
    parts.iter().map(token).collect()
}

fn leaves() -> Vec<Value> {
    vec![json!(null), json!(true), json!(5), json!("abc")]
}

/// A list and a map of each of these values, alone and beside a leaf.
fn around(values: &[Value]) -> Vec<Value> {
    let mut all = vec![json!([]), json!({})];
    for value in values {
        all.extend([json!([value]), json!({"a": value})]);
        all.extend(leaves().iter().flat_map(|leaf| [json!([value, leaf]), json!({"a": value, "b": leaf})]));
    }
    all
}

fn documents() -> Vec<Value> {
    let inner: Vec<Value> = leaves().into_iter().chain(around(&leaves())).collect();
    leaves().into_iter().chain(around(&inner)).collect()
}

/// What is at a path.
enum Found<'v> {
    There(&'v Value),
    /// No such key, or null on the way.
    Absent,
    NoIndex,
    /// Something of another kind on the way.
    Crossed,
}

fn find<'v>(mut value: &'v Value, parts: &[Part]) -> Found<'v> {
    for part in parts {
        let next = match (part, value) {
            (_, Value::Null) => return Found::Absent,
            (Part::Key(key), Value::Object(map)) => map.get(*key).ok_or(Found::Absent),
            (Part::Index(index), Value::Array(list)) => list.get(*index).ok_or(Found::NoIndex),
            _ => return Found::Crossed,
        };
        match next {
            Ok(next) => value = next,
            Err(found) => return found,
        }
    }
    Found::There(value)
}

/// The value at a path to edit, made where keys are missing or null is in the way.
fn made<'v>(mut value: &'v mut Value, parts: &[Part]) -> Option<&'v mut Value> {
    for part in parts {
        value = match part {
            Part::Key(key) => {
                if value.is_null() {
                    *value = Value::Object(Map::new());
                }
                value.as_object_mut()?.entry(*key).or_insert(Value::Null)
            }
            Part::Index(index) => value.as_array_mut()?.get_mut(*index)?,
        };
    }
    Some(value)
}

fn there<'v>(value: &'v mut Value, parts: &[Part]) -> Option<&'v mut Value> {
    match find(value, parts) {
        Found::There(_) => made(value, parts),
        _ => None,
    }
}

fn list_of(value: &mut Value) -> Option<&mut Vec<Value>> {
    if value.is_null() {
        *value = json!([]);
    }
    value.as_array_mut()
}

/// Takes a value out of what holds it.
fn removed(document: &mut Value, parts: &[Part]) -> Option<Value> {
    let (last, above) = parts.split_last()?;
    match (there(document, above)?, last) {
        (Value::Object(map), Part::Key(key)) => map.remove(*key),
        (Value::Array(list), Part::Index(index)) => (*index < list.len()).then(|| list.remove(*index)),
        _ => None,
    }
}

/// What a read gives, as `serde_json` has it: a value, `None` for what is there and another kind.
type Read = (&'static str, fn(&Record, &str) -> Result<Option<Value>>, fn(&Value) -> Option<Value>);

fn reads() -> Vec<Read> {
    vec![
        ("u64", |r, p| Ok(Some(json!(r.get::<u64>(p)?))), |v| v.as_u64().map(Value::from)),
        ("i64", |r, p| Ok(Some(json!(r.get::<i64>(p)?))), |v| v.as_i64().map(Value::from)),
        ("f64", |r, p| Ok(Some(json!(r.get::<f64>(p)?))), |v| v.as_f64().map(Value::from)),
        ("bool", |r, p| Ok(Some(json!(r.get::<bool>(p)?))), |v| v.as_bool().map(Value::from)),
        ("str", |r, p| Ok(Some(json!(r.get::<str>(p)?))), |v| v.as_str().map(Value::from)),
        ("optional str", |r, p| Ok(r.get_optional::<str>(p)?.map(Value::from)), |v| v.as_str().map(Value::from)),
        ("optional u64", |r, p| Ok(r.get_optional::<u64>(p)?.map(Value::from)), |v| v.as_u64().map(Value::from)),
        (
            "value",
            |r, p| r.get_optional::<Dynamic>(p)?.map(|_| r.get_serde::<Value>(p)).transpose(),
            |v| Some(v.clone()),
        ),
        (
            "len",
            |r, p| Ok(Some(json!(r.len(p)?))),
            |v| v.as_array().map(Vec::len).or_else(|| v.as_object().map(Map::len)).map(Value::from),
        ),
        (
            "iter",
            |r, p| {
                let count = r.iter::<Dynamic>(p)?.collect::<Result<Vec<_>>>()?.len();
                Ok(Some(json!(count)))
            },
            |v| v.as_array().map(|list| json!(list.len())),
        ),
    ]
}

/// An edit of a record, and of the tree; `None` where that has nothing to edit.
type Edit = (&'static str, fn(&mut Record, &[Part]) -> Result<()>, fn(&mut Value, &[Part]) -> Option<()>);

fn edits() -> Vec<Edit> {
    vec![
        ("set 7", |r, p| r.set(&path_of(p), 7), |v, p| made(v, p).map(|v| *v = json!(7))),
        ("set text", |r, p| r.set(&path_of(p), "text"), |v, p| made(v, p).map(|v| *v = json!("text"))),
        ("set map", |r, p| r.set_json(&path_of(p), r#"{"n":[1]}"#), |v, p| made(v, p).map(|v| *v = json!({"n": [1]}))),
        ("push", |r, p| r.push(&path_of(p), 7), |v, p| list_of(made(v, p)?).map(|list| list.push(json!(7)))),
        (
            "push JSON",
            |r, p| r.push_json(&path_of(p), r#"{"n":1}"#),
            |v, p| list_of(made(v, p)?).map(|list| list.push(json!({"n": 1}))),
        ),
        (
            "insert",
            |r, p| r.insert(&format!("{}[0]", path_of(p)), "first"),
            |v, p| list_of(made(v, p)?).map(|list| list.insert(0, json!("first"))),
        ),
        ("make_list", |r, p| r.make_list(&path_of(p)), |v, p| list_of(made(v, p)?).map(drop)),
        ("remove", |r, p| r.remove(&path_of(p)), |v, p| removed(v, p).map(drop)),
        (
            "clear",
            |r, p| r.clear(&path_of(p)),
            |v, p| match find(v, p) {
                Found::There(_) => made(v, p).map(|v| *v = Value::Null),
                Found::Absent => Some(()),
                Found::NoIndex | Found::Crossed => None,
            },
        ),
        (
            "take text",
            |r, p| r.take::<str>(&path_of(p)).map(drop),
            |v, p| there(v, p).filter(|v| v.is_string()).map(|v| drop(v.take())),
        ),
        (
            "pop",
            |r, p| r.pop::<u64>(&path_of(p)).map(drop),
            |v, p| {
                let list = there(v, p)?.as_array_mut()?;
                // It is read as a number.
                if list.last().is_some_and(|last| last.as_u64().is_none()) {
                    None
                } else {
                    list.pop();
                    Some(())
                }
            },
        ),
        (
            "truncate",
            |r, p| r.truncate(&path_of(p), 1),
            |v, p| match find(v, p) {
                Found::There(Value::Null) | Found::Absent => Some(()),
                Found::There(_) => made(v, p)?.as_array_mut().map(|list| list.truncate(1)),
                Found::NoIndex | Found::Crossed => None,
            },
        ),
        (
            "add_key",
            |r, p| r.add_key(&path_of(p), "new").map(drop),
            |v, p| {
                let value = made(v, p)?;
                if value.is_null() {
                    *value = json!({});
                }
                value.as_object_mut().map(|map| {
                    map.entry("new").or_insert(Value::Null);
                })
            },
        ),
        (
            "append",
            |r, p| r.append::<str>(&path_of(p), "more"),
            |v, p| {
                let value = made(v, p)?;
                let text = if value.is_null() { String::new() } else { value.as_str()?.to_owned() };
                *value = json!(text + "more");
                Some(())
            },
        ),
        (
            "patch: remove",
            |r, p| r.json_patch(&json!([{"op": "remove", "path": pointer_of(p)}]).to_string()),
            |v, p| removed(v, p).map(drop),
        ),
        (
            "patch: replace",
            |r, p| r.json_patch(&json!([{"op": "replace", "path": pointer_of(p), "value": [7]}]).to_string()),
            |v, p| there(v, p).map(|v| *v = json!([7])),
        ),
    ]
}

fn has_kind(error: &Error, kind: ErrorKind, case: &str) {
    assert_eq!(error.kind(), kind, "{case}: {error}");
}

#[test]
fn small_documents_are_read_as_serde_json_reads_them() -> Result<()> {
    let (schema, mut cases) = (Schema::parse("root any;")?, 0);
    for document in documents() {
        let record = schema.from_json(&document.to_string())?;
        for parts in paths() {
            let path = path_of(&parts);
            for (name, read, of_tree) in reads() {
                let (read, case) = (read(&record, &path), format!("{name} of `{path}` in {document}"));
                cases += 1;
                match find(&document, &parts) {
                    Found::There(value) => {
                        assert_eq!(document.pointer(&pointer_of(&parts)), Some(value));
                        match (of_tree(value), read) {
                            (Some(expected), read) => assert_eq!(read?, Some(expected), "{case}"),
                            (None, Err(error)) => has_kind(&error, ErrorKind::Type, &case),
                            (None, Ok(value)) => panic!("{case}: {value:?}"),
                        }
                        continue;
                    }
                    Found::Absent => match read {
                        Ok(value) => assert!(value.is_none() && (name.starts_with("opt") || name == "value"), "{case}"),
                        Err(error) => has_kind(&error, ErrorKind::Path, &case),
                    },
                    Found::NoIndex => has_kind(&read.unwrap_err(), ErrorKind::Path, &case),
                    Found::Crossed => has_kind(&read.unwrap_err(), ErrorKind::Type, &case),
                }
                assert_eq!(document.pointer(&pointer_of(&parts)), None, "{case}");
            }
        }
    }
    println!("{cases} reads");
    assert!(cases > 100_000, "{cases}");
    Ok(())
}

fn paths() -> Vec<Vec<Part>> {
    let two = PARTS.iter().flat_map(|one| PARTS.map(|two| vec![*one, two]));
    PARTS.iter().map(|one| vec![*one]).chain(two).collect()
}

#[test]
fn small_documents_are_edited_as_a_tree_is() -> Result<()> {
    let (schema, mut cases, mut number) = (Schema::parse("root any;")?, 0, 0);
    let (edits, paths) = (edits(), paths());
    for document in documents() {
        let bytes = schema.from_json(&document.to_string())?.into_storage();
        for parts in &paths {
            for (name, edit, of_tree) in &edits {
                number += 1;
                if !nets::takes(number) {
                    continue;
                }
                let case = format!("{name} of `{}` in {document}", path_of(parts));
                let (mut record, mut tree) = (Record::open(&schema, bytes.clone())?, document.clone());
                let (edited, expected) = (edit(&mut record, parts), of_tree(&mut tree, parts));
                match (edited, expected) {
                    (Ok(()), Some(())) => assert_eq!(record.to_serde::<Value>()?, tree, "{case}"),
                    (Err(error), None) => {
                        let is_said = matches!(error.kind(), ErrorKind::Type | ErrorKind::Path);
                        assert!(is_said || name.starts_with("patch"), "{case}: {error}");
                        assert_eq!(record.as_bytes(), bytes, "{case}: {error}");
                    }
                    (edited, expected) => panic!("{case}: {edited:?}, and of the tree {expected:?}"),
                }
                cases += 1;
            }
        }
    }
    println!("{cases} edits");
    assert!(cases > nets::least(300_000), "{cases}");
    Ok(())
}
