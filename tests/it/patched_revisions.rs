//! Merge patches and JSON patches in buffers of the revision before and after, and in storage that cannot grow: each is done as in a
//! buffer of this revision that can, and as another implementation does it to the document, or it fails and no byte has changed.

#![cfg(feature = "json")]

use serde_json::{Map, Value, json};
use vellum::json::Options;
use vellum::{ErrorKind, Record, Result, Schema, Workspace};

const OLD: &str = "
    open union Contact { nothing, email: string, of: Inner }
    struct Inner { note: string?, count: u16 }
    struct Doc {
        title: string, age: u8?, inner: Inner?, inners: list<Inner>, scores: map<string, Inner>, contact: Contact, contacts: list<Contact>,
    }
    root Doc;";

const NEW: &str = "
    open union Contact { nothing, email: string, of: Inner, phone: u32 }
    frozen struct Point { x: f32, y: f32 }
    struct Inner {
        note: string?, count: u16,
        more: string? since 2, level: u16 = 7 since 2, tags: list<string> since 2, deep: Inner? since 2,
    }
    struct Doc {
        title: string, age: u8?, inner: Inner?, inners: list<Inner>, scores: map<string, Inner>, contact: Contact, contacts: list<Contact>,
        later: Inner since 2, maybe: Inner? since 2, names: list<string> since 2, by: map<u8, Inner> since 2, kind: Contact since 2,
        point: Point since 2, free: any since 2, flag: bool since 2, pair: tuple<u8, string> since 2, grid: array<u8, 2> since 2,
    }
    root Doc;";

const POINTERS: &[&str] = &[
    "",
    "/title",
    "/age",
    "/inner",
    "/inner/note",
    "/inner/more",
    "/inner/level",
    "/inner/tags",
    "/inner/tags/0",
    "/inner/tags/-",
    "/inner/deep",
    "/inner/deep/note",
    "/inners/0",
    "/inners/0/more",
    "/inners/0/level",
    "/inners/0/tags/-",
    "/inners/0/deep",
    "/inners/-",
    "/scores/x",
    "/scores/x/more",
    "/scores/x/tags/-",
    "/scores/new",
    "/contact",
    "/contact/of/more",
    "/contact/of/tags/-",
    "/contacts/0",
    "/contacts/0/of/level",
    "/contacts/0/of/tags/-",
    "/contacts/-",
    "/later",
    "/later/more",
    "/later/tags/-",
    "/maybe",
    "/maybe/deep",
    "/names",
    "/names/-",
    "/by",
    "/by/7",
    "/by/7/more",
    "/kind",
    "/kind/of/note",
    "/point",
    "/point/x",
    "/free",
    "/free/a",
    "/flag",
    "/pair",
    "/pair/1",
    "/grid/0",
];

fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(1),
        json!("a"),
        json!(true),
        json!(["a"]),
        json!([1, "p"]),
        json!({}),
        json!({"note": "n", "count": 3}),
        json!({"more": "m", "level": 9, "tags": ["x"], "deep": {"more": "deeper"}}),
        json!({"email": "e"}),
        json!({"of": {"more": "m", "note": null}}),
        json!({"phone": 5}),
        json!({"x": 1.5, "y": 2.0}),
        json!({"7": {"more": "m"}}),
    ]
}

/// Documents that both revisions have.
fn documents() -> [Value; 3] {
    let inner = json!({"note": "n", "count": 1});
    [
        json!({}),
        json!({
            "title": "t", "age": 3, "inner": inner, "inners": [inner, {}], "scores": {"x": inner, "y": {}}, "contact": {"of": inner},
            "contacts": [{"of": inner}, {"of": {}}],
        }),
        json!({"inner": {}, "contact": {"email": "e"}, "contacts": ["nothing", {"of": inner}], "inners": [{}]}),
    ]
}

/// The same, with what only the new revision has.
fn newer(document: &Value) -> Value {
    let inner = json!({"note": "n", "count": 1, "more": "m", "level": 8, "tags": ["a", "b"], "deep": {"more": "d"}});
    let mut document = document.clone();
    let fields = document.as_object_mut().unwrap();
    for (name, value) in json!({
        "later": inner, "maybe": {}, "names": ["a"], "by": {"7": inner}, "kind": {"of": inner}, "free": {"a": [1]}, "flag": true,
        "pair": [1, "p"], "grid": [1, 2], "point": {"x": 1.5, "y": 0.0},
    })
    .as_object()
    .unwrap()
    {
        fields.insert(name.clone(), value.clone());
    }
    if fields.contains_key("title") {
        fields.insert("inner".into(), inner.clone());
        fields.insert("inners".into(), json!([inner, {}]));
        fields.insert("scores".into(), json!({"x": inner, "y": {}}));
        fields.insert("contact".into(), json!({"of": inner}));
    }
    document
}

/// A patch of either kind.
#[derive(Clone, Debug)]
enum Patch {
    Merge(Value),
    Operations(Value),
}

impl Patch {
    fn apply<S: vellum::Storage + AsRef<[u8]>>(&self, record: &mut Record<S>) -> Result<()> {
        match self {
            Self::Merge(patch) => record.merge_patch(&patch.to_string()),
            Self::Operations(patch) => record.json_patch(&patch.to_string()),
        }
    }

    /// The document patched by another implementation.
    fn applied(&self, document: &Value) -> Option<Value> {
        let mut patched = document.clone();
        match self {
            Self::Merge(patch) => merge(&mut patched, patch, ""),
            Self::Operations(patch) => {
                let patch: json_patch::Patch = serde_json::from_value(patch.clone()).ok()?;
                json_patch::patch(&mut patched, &patch).ok()?;
            }
        }
        Some(patched)
    }
}

/// As RFC 7396 has it, but that a union of another variant is replaced.
fn merge(target: &mut Value, patch: &Value, name: &str) {
    let Value::Object(members) = patch else {
        *target = patch.clone();
        return;
    };
    let is_union = matches!(name, "contact" | "kind");
    let is_other = is_union && target.as_object().is_none_or(|held| !held.keys().eq(members.keys()));
    if !target.is_object() || is_other {
        *target = Value::Object(Map::new());
    }
    let Value::Object(fields) = target else { unreachable!("it is made one") };
    for (key, value) in members {
        if value.is_null() {
            fields.remove(key);
        } else {
            merge(fields.entry(key.clone()).or_insert(Value::Null), value, key);
        }
    }
}

/// The patches of a place: operations, and the merge patch that gives it a value.
fn patches() -> Vec<Patch> {
    let mut patches = Vec::new();
    for path in POINTERS {
        patches.push(Patch::Operations(json!([{"op": "remove", "path": path}])));
        for value in values() {
            for op in ["add", "replace", "test"] {
                patches.push(Patch::Operations(json!([{"op": op, "path": path, "value": value}])));
            }
            let steps: Vec<&str> = path.split('/').skip(1).collect();
            if steps.iter().all(|step| step.len() > 1 || step.parse::<u8>() == Ok(7) || *step == "x" || *step == "a") {
                let merged = steps.iter().rev().fold(value, |value, step| json!({ (*step): value }));
                patches.push(Patch::Merge(merged));
            }
        }
        for from in POINTERS.iter().step_by(3).filter(|from| !(from.is_empty() && path.is_empty())) {
            for op in ["move", "copy"] {
                patches.push(Patch::Operations(json!([{"op": op, "from": from, "path": path}])));
            }
        }
    }
    // More than one thing at once, the last of which fails.
    patches.push(Patch::Merge(
        json!({"title": "a longer title", "inner": {"more": "m"}, "names": ["a", "b"], "age": 300}),
    ));
    patches.push(Patch::Operations(json!([
        {"op": "add", "path": "/names/-", "value": "a"}, {"op": "add", "path": "/title", "value": "a longer title"},
        {"op": "remove", "path": "/names/5"},
    ])));
    patches
}

fn document_of<S: AsRef<[u8]>>(record: &Record<S>) -> Value {
    serde_json::from_str(&record.to_json().unwrap()).unwrap()
}

/// A record of a document that leaves fields out.
fn record_of(schema: &Schema, document: &Value) -> Result<Record> {
    Options::new().default_missing_fields().read(schema, &document.to_string())
}

/// A document as the schema has it, with every field.
fn normal(schema: &Schema, document: &Value) -> Option<Value> {
    record_of(schema, document).ok().map(|record| document_of(&record))
}

fn open<'b>(schema: &Schema, bytes: &'b mut Vec<u8>) -> Record<&'b mut Vec<u8>> {
    Record::open(schema, bytes).unwrap()
}

#[test]
fn a_patch_in_a_buffer_of_the_revision_before_is_that_in_one_of_this() {
    let (old, new) = (Schema::parse(OLD).unwrap(), Schema::parse(NEW).unwrap());
    let patches = patches();
    let mut done = 0;
    for document in documents() {
        let before = record_of(&old, &document).unwrap().into_storage();
        let present = record_of(&new, &document).unwrap();
        let known = document_of(&present);
        for patch in &patches {
            let (mut older, mut same) = (before.clone(), present.as_bytes().to_vec());
            let result = patch.apply(&mut open(&new, &mut older));
            let expected = patch.apply(&mut open(&new, &mut same));
            assert_eq!(
                result.as_ref().err().map(ToString::to_string),
                expected.err().map(|error| error.to_string()),
                "{patch:?}"
            );
            if let Err(error) = result {
                assert_eq!(older, before, "{patch:?}: {error}");
                continue;
            }
            new.prove(&older).unwrap_or_else(|error| panic!("{patch:?}: {error}"));
            let patched = document_of(&open(&new, &mut older));
            assert_eq!(patched, document_of(&open(&new, &mut same)), "{patch:?} of {known}");
            let naive = patch.applied(&known).and_then(|document| normal(&new, &document));
            assert_eq!(Some(patched), naive, "{patch:?} of {known}");
            done += 1;
        }
    }
    assert!(done > 900, "{done}");
}

#[test]
fn a_patch_in_a_buffer_of_the_revision_behind_is_done_to_what_is_known_or_refused() {
    let (old, new) = (Schema::parse(OLD).unwrap(), Schema::parse(NEW).unwrap());
    let patches = patches();
    let (mut done, mut refused) = (0, 0);
    for document in documents() {
        let before = record_of(&new, &newer(&document)).unwrap();
        let whole = document_of(&before);
        let known = document_of(&Record::open(&old, before.as_bytes().to_vec()).unwrap());
        let present = record_of(&old, &known).unwrap();
        for patch in &patches {
            let (mut newer, mut same) = (before.as_bytes().to_vec(), present.as_bytes().to_vec());
            let result = patch.apply(&mut open(&old, &mut newer));
            let expected = patch.apply(&mut open(&old, &mut same));
            if let Err(error) = result {
                assert_eq!(newer, before.as_bytes(), "{patch:?}: {error}");
                // What was written by the newer revision is not thrown away.
                refused += usize::from(error.kind() == ErrorKind::Newer);
                assert!(error.kind() == ErrorKind::Newer || expected.is_err(), "{patch:?}: {error}");
                continue;
            }
            expected.unwrap_or_else(|error| panic!("{patch:?}: {error}"));
            assert_eq!(document_of(&open(&old, &mut newer)), document_of(&open(&old, &mut same)), "{patch:?}");
            let after = document_of(&open(&new, &mut newer));
            new.prove(&newer).unwrap_or_else(|error| panic!("{patch:?}: {error}"));
            for name in ["later", "maybe", "names", "by", "kind", "free", "flag", "pair", "grid", "point"] {
                assert_eq!(after[name], whole[name], "{patch:?}");
            }
            done += 1;
        }
    }
    assert!(done > 100 && refused > 100, "{done} done, {refused} refused");
}

/// A workspace with a document and so many bytes of room.
fn workspace(schema: &Schema, document: &Value, room: usize) -> Vec<u8> {
    let document = normal(schema, document).unwrap();
    let format = |capacity: usize| {
        let workspace = Workspace::format_default(vec![0; capacity], schema)?;
        let mut record = Record::open(schema, workspace)?;
        record.json_patch(&json!([{"op": "replace", "path": "", "value": document}]).to_string())?;
        Ok::<_, vellum::Error>(record.into_storage().into_inner())
    };
    let least = (64..).step_by(16).find(|capacity| format(*capacity).is_ok()).unwrap();
    format(least + room).unwrap()
}

/// Counts of patches that were done, and that found no room.
#[derive(Default)]
struct Counts {
    done: usize,
    full: usize,
}

impl Counts {
    /// Judges a patch in storage that cannot grow by what it did in one that can.
    fn judge(&mut self, patch: &Patch, result: Result<Value>, expected: &Result<Value>, is_same: bool) {
        match result {
            Err(error) => {
                assert!(is_same, "{patch:?}: {error}");
                let is_known = expected.as_ref().is_err_and(|expected| expected.to_string() == error.to_string());
                assert!(is_known || error.kind() == ErrorKind::Full, "{patch:?}: {error}");
                self.full += usize::from(error.kind() == ErrorKind::Full);
            }
            Ok(document) => {
                assert_eq!(Some(&document), expected.as_ref().ok(), "{patch:?}");
                self.done += 1;
            }
        }
    }
}

#[test]
fn a_patch_in_a_slice_of_fixed_length_is_done_or_changes_nothing() {
    let (old, new) = (Schema::parse(OLD).unwrap(), Schema::parse(NEW).unwrap());
    let patches = patches();
    let mut counts = Counts::default();
    for document in documents() {
        let older = record_of(&old, &document).unwrap().into_storage();
        let present = record_of(&new, &newer(&document)).unwrap().into_storage();
        for before in [older, present] {
            for patch in patches.iter().step_by(2) {
                let mut same = Record::open(&new, before.clone()).unwrap();
                let expected = patch.apply(&mut same).map(|()| document_of(&same));
                let mut memory = before.clone();
                let mut record = Record::open(&new, &mut memory[..]).unwrap();
                let result = patch.apply(&mut record).map(|()| document_of(&record));
                counts.judge(patch, result, &expected, memory == before);
            }
        }
    }
    assert!(counts.done > 300 && counts.full > 300, "{} done, {} full", counts.done, counts.full);
}

#[test]
fn a_patch_in_a_workspace_is_done_or_changes_nothing() {
    let new = Schema::parse(NEW).unwrap();
    let patches = patches();
    let mut counts = Counts::default();
    for (document, room) in documents().iter().zip([4, 16, 40]) {
        let before = workspace(&new, &newer(document), room);
        for patch in patches.iter().skip(1).step_by(2) {
            let mut same = record_of(&new, &newer(document)).unwrap();
            let expected = patch.apply(&mut same).map(|()| document_of(&same));
            let mut memory = before.clone();
            let mut record = Record::open(&new, Workspace::open(&mut memory).unwrap()).unwrap();
            let result = patch.apply(&mut record).map(|()| document_of(&record));
            counts.judge(patch, result, &expected, memory == before);
        }
    }
    assert!(counts.done > 300 && counts.full > 30, "{} done, {} full", counts.done, counts.full);
}
