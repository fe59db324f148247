//! What a patch says as JSON, to who has the record as JSON and another implementation of patches.

use serde::de::DeserializeSeed;
use serde_json::{Value, json};
use vellum::json::Options;
use vellum::patch::Patch;
use vellum::serde::PatchSeed;
use vellum::{ErrorKind, Record, Schema};

use crate::common::nets;

const TEXT: &str = "
    struct Inner { note: string?, count: u16 = 3 }
    union Leaf { none, of: Inner, text: string, numbers: list<u8> }
    union Choice {
        nothing, a: u32, b: Inner, list: list<u8>, map: map<string, u8>, deep: Leaf, free: any, pair: tuple<u8, string>, set: set<string>,
    }
    struct Held { choice: Choice, n: u8 }
    struct Doc {
        u: Choice, maybe: Choice?, us: list<Choice>, by: map<string, Choice>, held: Held, opt: Held?, small: u8?, text: string, names: set<string>,
        tags: list<string>, scores: map<string, u32>, spot: tuple<u8, Choice>, grid: array<Leaf, 2>, free: any,
    }
    root Doc;";

/// A union in each of its variants.
fn choices() -> Vec<Value> {
    vec![
        json!("nothing"),
        json!({"a": 7}),
        json!({"b": {"note": "n", "count": 5}}),
        json!({"b": {"note": null, "count": 3}}),
        json!({"list": [1, 2]}),
        json!({"map": {"k": 1}}),
        json!({"deep": "none"}),
        json!({"deep": {"of": {"note": "n", "count": 5}}}),
        json!({"deep": {"text": "t"}}),
        json!({"deep": {"numbers": [4]}}),
        json!({"free": {"k": 1}}),
        json!({"free": [1]}),
        json!({"free": null}),
        json!({"pair": [1, "p"]}),
        json!({"set": ["s"]}),
    ]
}

fn read(schema: &Schema, document: &Value) -> vellum::Result<Record> {
    Options::new().default_missing_fields().read(schema, &document.to_string())
}

fn json_of(record: &Record) -> Value {
    serde_json::from_str(&record.to_json().unwrap()).unwrap()
}

fn records(schema: &Schema) -> Vec<Record> {
    let full = |choice: Value| {
        json!({
            "u": choice, "maybe": choice, "us": [choice, "nothing"], "by": {"k": choice}, "held": {"choice": choice, "n": 1},
            "opt": {"choice": choice, "n": 2}, "small": 4, "text": "text", "names": ["n"], "tags": ["t"], "scores": {"x": 1},
            "spot": [1, choice], "free": {"k": [1, null], "s": "t"},
        })
    };
    let mut documents: Vec<Value> = choices().into_iter().map(full).collect();
    documents.push(json!({}));
    documents.push(json!({"free": [1, [2]], "grid": [{"of": {"count": 1}}, {"text": "g"}]}));
    documents.iter().map(|document| read(schema, document).unwrap()).collect()
}

/// Places of every kind: a field, an element, a key, a variant, what is below each of them.
fn paths() -> Vec<String> {
    let within = [
        "",
        ".a",
        ".b",
        ".b.note",
        ".b.count",
        ".list",
        ".list[0]",
        ".map",
        ".map.k",
        ".map.new",
        ".deep",
        ".deep.of",
        ".deep.of.note",
        ".deep.of.count",
        ".deep.text",
        ".deep.numbers",
        ".deep.numbers[0]",
        ".free",
        ".free.k",
        ".free[0]",
        ".free.new",
        ".pair",
        ".pair.0",
        ".set",
        ".set[\"s\"]",
        ".set[\"new\"]",
    ];
    let places = ["u", "maybe", "us[0]", "us[2]", "by.k", "by.new", "held.choice", "opt.choice", "spot.1"];
    let mut paths: Vec<String> =
        places.iter().flat_map(|place| within.iter().map(move |within| format!("{place}{within}"))).collect();
    let others = [
        "us",
        "by",
        "held",
        "held.n",
        "opt",
        "opt.n",
        "small",
        "text",
        "names",
        "names[\"n\"]",
        "names[\"new\"]",
        "tags",
        "tags[0]",
        "tags[1]",
        "tags[2]",
        "scores",
        "scores.x",
        "scores.new",
        "spot",
        "spot.0",
        "grid",
        "grid[0]",
        "grid[0].of",
        "grid[1].text",
        "grid[1].of.note",
        "free",
        "free.k",
        "free.k[0]",
        "free.k[2]",
        "free.s",
        "free.new",
        "free[0]",
        "free[1][0]",
        "free[2]",
    ];
    paths.extend(others.map(String::from));
    paths
}

/// Changes of every action at every place, as far as there are such.
fn changes(schema: &Schema) -> Vec<Patch> {
    let mut values = choices();
    values.extend([
        json!(null),
        json!(1),
        json!("x"),
        json!([3]),
        json!(["y"]),
        json!({"k": 2}),
        json!({"note": null, "count": 9}),
    ]);
    values.extend([
        json!([1, "q"]),
        json!({"of": {"note": "m", "count": 1}}),
        json!([{"a": 1}]),
        json!({"z": {"a": 2}}),
    ]);
    values.extend([
        json!({"choice": {"a": 1}, "n": 9}),
        json!([9, {"b": {"note": "s", "count": 1}}]),
        json!(["none", {"text": "u"}]),
    ]);
    let (mut patches, mut number): (Vec<Patch>, usize) = (Vec::new(), 0);
    let mut add = |change: Value| {
        number += 1;
        // Each number is prime to those of actions and values, so that the sample has all of these.
        if !number.is_multiple_of(if nets::full() { 7 } else { 41 }) {
            return;
        }
        let json = Value::Array(vec![change]).to_string();
        // What is no change of the place is refused there.
        if let Ok(patch) = PatchSeed::new(schema).deserialize(&mut serde_json::Deserializer::from_str(&json)) {
            patches.push(patch);
        }
    };
    for path in paths() {
        for action in ["clear", "remove", "remove key", "add key", "push", "insert"] {
            add(json!({"path": path, "action": action}));
        }
        add(json!({"path": path, "action": "splice text", "index": 0, "count": 1, "value": "z"}));
        for value in &values {
            for action in ["set", "switch", "insert", "push", "add key"] {
                add(json!({"path": path, "action": action, "value": value}));
            }
            add(json!({"path": path, "action": "splice", "index": 0, "count": 1, "value": value}));
            add(json!({"path": path, "action": "splice", "index": 0, "removed": value}));
            add(json!({"path": path, "action": "set", "removed": value, "value": 7}));
        }
    }
    patches
}

#[derive(Debug, Default)]
struct Counts {
    cases: usize,
    operations: usize,
    /// Where the other implementation says that something on the way is not there.
    not_there: usize,
    merged: usize,
    untold: usize,
}

/// What cannot be said is an error with the number of the change and its path.
fn is_told(error: &vellum::Error, patch: &Patch) -> bool {
    error.kind() == ErrorKind::Type
        && patch.iter().enumerate().any(|(number, change)| {
            error.to_string().contains(&format!("change {number}: "))
                && (error.path() == change.path() || change.path().is_empty())
        })
}

/// Compares what a patch does to a record with what others do to its JSON; says where these differ.
fn judge(before: &Record, after: &Record, patch: &Patch, counts: &mut Counts) -> Result<(), String> {
    let schema = before.schema();
    let (document, expected) = (json_of(before), json_of(after));
    let differs = |what: &str, json: &str, found: &dyn std::fmt::Display| {
        Err(format!("{what} {json}\nof the patch {patch}\nmakes {document}\nto {found}\ninstead of {expected}"))
    };
    counts.cases += 1;
    match patch.to_json_patch() {
        Ok(json) => {
            let operations: json_patch::Patch = serde_json::from_str(&json).unwrap();
            let mut patched = document.clone();
            match json_patch::patch(&mut patched, &operations) {
                Ok(()) if patched == expected => counts.operations += 1,
                Ok(()) => return differs("the JSON patch", &json, &patched),
                Err(_) => counts.not_there += 1,
            }
            let mut ours = Record::open(schema, before.as_bytes().to_vec()).unwrap();
            if ours.json_patch(&json).is_ok() && json_of(&ours) != expected {
                return differs("our own JSON patch", &json, &json_of(&ours));
            }
        }
        Err(error) if is_told(&error, patch) => counts.untold += 1,
        Err(error) => return differs("to_json_patch", "", &error),
    }
    match patch.to_merge_patch() {
        Ok(json) => {
            let mut patched = document.clone();
            json_patch::merge(&mut patched, &serde_json::from_str(&json).unwrap());
            // What is cleared and is in nothing that is there is made by a merge patch.
            let clears = patch.iter().all(|change| !matches!(change.value(), Ok(Some(_))));
            if clears && !patch.is_empty() && expected == document {
                counts.not_there += 1;
                return Ok(());
            }
            // Members that are null go, and those that a merge patch does not have are the defaults.
            match read(schema, &patched) {
                Ok(read) if json_of(&read) == expected => counts.merged += 1,
                Ok(read) => return differs("the merge patch", &json, &json_of(&read)),
                Err(error) => return differs("the merge patch", &json, &error),
            }
            let mut ours = Record::open(schema, before.as_bytes().to_vec()).unwrap();
            match ours.merge_patch(&json) {
                Ok(()) if json_of(&ours) == expected => {}
                Ok(()) => return differs("our own merge patch", &json, &json_of(&ours)),
                Err(error) => return differs("our own merge patch", &json, &error),
            }
            if let Ok(read) = Patch::from_merge_patch(schema, &json) {
                let mut ours = Record::open(schema, before.as_bytes().to_vec()).unwrap();
                match ours.apply(&read) {
                    Ok(()) if json_of(&ours) == expected => {}
                    Ok(()) => return differs("the patch of the merge patch", &json, &json_of(&ours)),
                    Err(error) => return differs("the patch of the merge patch", &json, &error),
                }
            }
        }
        Err(error) if is_told(&error, patch) => counts.untold += 1,
        Err(error) => return differs("to_merge_patch", "", &error),
    }
    Ok(())
}

/// Fails with the first of those that differ.
fn none_differs(differing: &[String]) {
    assert!(
        differing.is_empty(),
        "{} differ:\n\n{}",
        differing.len(),
        differing[..differing.len().min(12)].join("\n\n")
    );
}

#[test]
fn every_change_at_every_place_is_json_that_others_apply_alike_or_is_told() {
    let schema = Schema::parse(TEXT).unwrap();
    let (records, changes) = (records(&schema), changes(&schema));
    let (mut counts, mut number, mut differing) = (Counts::default(), 0, Vec::new());
    for change in &changes {
        for record in &records {
            number += 1;
            if number % 3 != 0 {
                continue;
            }
            let mut edited = Record::open(&schema, record.as_bytes().to_vec()).unwrap();
            if edited.apply(change).is_ok()
                && let Err(differs) = judge(record, &edited, change, &mut counts)
            {
                differing.push(differs);
                break;
            }
        }
    }
    none_differs(&differing);
    println!("{} changes, {} records, {counts:?}", changes.len(), records.len());
    let Counts { cases, operations, merged, .. } = counts;
    assert!(cases > 200 && operations > 100 && merged > 20, "{counts:?}");
}

#[test]
fn differences_are_json_that_others_apply_alike() {
    let schema = Schema::parse(TEXT).unwrap();
    let records = records(&schema);
    let (mut counts, mut number) = (Counts::default(), 0);
    for before in &records {
        for after in &records {
            number += 1;
            if nets::takes(number) {
                for patch in [before.diff(after).unwrap(), before.diff_invertible(after).unwrap()] {
                    judge(before, after, &patch, &mut counts).unwrap();
                }
            }
        }
    }
    println!("{counts:?}");
    // What a difference goes through is there.
    assert!(counts.not_there == 0 && counts.operations > nets::least(300), "{counts:?}");
}

#[test]
fn a_union_that_becomes_another_variant_leaves_none_in_json() {
    let schema =
        Schema::parse("union U { none, a: u32, b: string, c: list<u8> } struct D { u: U, l: list<U> } root D;")
            .unwrap();
    let record = schema.from_json(r#"{"u":{"a":1},"l":[{"a":2}]}"#).unwrap();
    let changed = |path: &str, value: Value| {
        let json = json!([{"path": path, "action": "set", "value": value}]).to_string();
        let patch = PatchSeed::new(&schema).deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap();
        (patch.to_json_patch().unwrap(), patch.to_merge_patch().map_err(|error| error.to_string()))
    };
    let (operations, merge) = changed("u.b", json!("x"));
    assert_eq!(operations, r#"[{"op":"add","path":"/u","value":{"b":"x"}}]"#);
    assert_eq!(merge.unwrap(), r#"{"u":{"a":null,"b":"x","c":null}}"#);
    let (operations, merge) = changed("l[0].b", json!("x"));
    assert_eq!(operations, r#"[{"op":"replace","path":"/l/0","value":{"b":"x"}}]"#);
    assert!(merge.unwrap_err().contains("change 0: a merge patch replaces lists"));
    let (_, merge) = changed("u", json!({"c": [1]}));
    let mut patched = schema.from_json(&record.to_json().unwrap()).unwrap();
    patched.merge_patch(&merge.unwrap()).unwrap();
    assert_eq!(patched.get_json("u").unwrap(), r#"{"c":[1]}"#);
}

#[test]
fn null_for_a_variant_that_is_not_there_changes_nothing() {
    let schema =
        Schema::parse("struct I { x: u8, y: u8 } union U { none, a: u32, b: I } struct D { u: U } root D;").unwrap();
    for (before, merge, after) in [
        (r#"{"u":{"b":{"x":1,"y":2}}}"#, r#"{"u":{"a":null,"b":{"x":3}}}"#, r#"{"u":{"b":{"x":3,"y":2}}}"#),
        (r#"{"u":{"a":1}}"#, r#"{"u":{"a":null,"b":{"x":3}}}"#, r#"{"u":{"b":{"x":3,"y":0}}}"#),
        (r#"{"u":"none"}"#, r#"{"u":{"a":null,"b":{"x":3}}}"#, r#"{"u":{"b":{"x":3,"y":0}}}"#),
    ] {
        let mut record = schema.from_json(before).unwrap();
        record.merge_patch(merge).unwrap();
        assert_eq!(record.to_json().unwrap(), after);
        let mut record = schema.from_json(before).unwrap();
        record.apply(&Patch::from_merge_patch(&schema, merge).unwrap()).unwrap();
        assert_eq!(record.to_json().unwrap(), after);
    }
    let mut record = schema.from_json(r#"{"u":"none"}"#).unwrap();
    let unknown = r#"{"u":{"other":null,"b":{"x":3}}}"#;
    for error in [record.merge_patch(unknown).unwrap_err(), Patch::from_merge_patch(&schema, unknown).unwrap_err()] {
        assert!(error.path() == "u" && error.to_string().contains("`other`"), "{error}");
    }
    assert!(record.merge_patch(r#"{"u":{"a":1,"b":{"x":3}}}"#).is_err());
}
