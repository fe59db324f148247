//! Pushes, splices of text and other changes in each state that their place can be in: absent, null, not stored, a default, empty and set, on each
//! way there; in buffers of the revision before and after, in a vector, in a slice that is full and in workspaces of little room. The
//! oracle edits the tree of the document. What it cannot do is refused, and what is refused leaves every byte as it was.

use serde::de::DeserializeSeed;
use serde_json::{Value, json};
use vellum::json::Options;
use vellum::patch::{Patch, physical};
use vellum::serde::PatchSeed;
use vellum::{ErrorKind, Record, Schema, Storage, Workspace};

use crate::common::nets;

const OLD: &str = "
    struct Part { lines: list<string>, text: string, given: string = \"given\", note: string?, tags: list<string>?, code: string[4], gaps: list<u16?> }
    union Held { none, part: Part }
    struct Doc { part: Part, maybe: Part?, parts: list<Part>, by: map<string, Part>, held: Held, behind: string }
    root Doc;";

const NEW: &str = "
    struct Part {
        lines: list<string>, text: string, given: string = \"given\", note: string?, tags: list<string>?, code: string[4], gaps: list<u16?>,
        late: string = \"late\" since 2, later: list<string> since 2, latest: string? since 2,
    }
    union Held { none, part: Part }
    struct Doc { part: Part, maybe: Part?, parts: list<Part>, by: map<string, Part>, held: Held, behind: string, more: Part since 2 }
    root Doc;";

/// The structs that places are in. Of the list there is one element, of the map one key.
const HOLDERS: [&str; 8] = ["part", "maybe", "parts[0]", "parts[1]", "by[\"k\"]", "by[\"new\"]", "held.part", "more"];
const TEXTS: [&str; 6] = ["text", "given", "note", "code", "late", "latest"];
const LISTS: [&str; 4] = ["lines", "tags", "gaps", "later"];

/// What is done to a place.
#[derive(Clone, Debug)]
enum Done {
    Push(Option<Value>),
    /// From an index on so many bytes go, if they are these, and others come.
    Splice(usize, usize, Option<&'static str>, Option<&'static str>),
    /// If it is this, it becomes another.
    Set(Option<&'static str>, Value),
    Clear,
    Insert(usize, Value),
    Remove(usize),
}

/// Documents in which each place has each of its states.
fn documents() -> [Value; 5] {
    let part = |part: Value| json!({"part": part, "maybe": part, "parts": [part], "by": {"k": part}, "held": {"part": part}, "behind": "behind it", "more": part});
    [
        json!({"behind": "behind it"}),
        json!({"maybe": {}, "parts": [{}], "by": {"k": {}}, "held": {"part": {}}, "behind": "behind it"}),
        part(
            json!({"lines": [], "text": "", "given": "", "note": "", "tags": [], "code": "", "late": "", "later": [], "latest": ""}),
        ),
        part(json!({
            "lines": ["one", ""], "text": "a\u{e9}b", "given": "set", "note": "noted", "tags": ["x"], "code": "abcd", "gaps": [1, null],
            "late": "\u{e9}", "later": ["l"], "latest": "the latest one",
        })),
        part(json!({"given": "given", "late": "late", "note": null, "tags": null, "latest": null, "gaps": [null]})),
    ]
}

/// The struct at a place, made if it is not there; an element of a list is not.
fn holder<'d>(document: &'d mut Value, holder: &str, default: &Value) -> Option<&'d mut Value> {
    match holder {
        "maybe" if document[holder].is_null() => {
            document[holder] = default.clone();
            Some(&mut document[holder])
        }
        "parts[0]" => document["parts"].get_mut(0),
        "parts[1]" => document["parts"].get_mut(1),
        "by[\"k\"]" => Some(document["by"].as_object_mut()?.entry("k").or_insert_with(|| default.clone())),
        "by[\"new\"]" => Some(document["by"].as_object_mut()?.entry("new").or_insert_with(|| default.clone())),
        "held.part" => {
            if document["held"].is_string() {
                document["held"] = json!({"part": default});
            }
            Some(&mut document["held"]["part"])
        }
        _ => Some(&mut document[holder]),
    }
}

/// Whether what holds a place is there.
fn is_there(document: &Value, holder: &str) -> bool {
    match holder {
        "maybe" => !document[holder].is_null(),
        "by[\"k\"]" => document["by"].get("k").is_some(),
        "by[\"new\"]" => document["by"].get("new").is_some(),
        "held.part" => !document["held"].is_string(),
        _ => true,
    }
}

/// The document after a change; none where it has to be refused.
fn model(document: &Value, of: &str, field: &str, done: &Done, default: &Value) -> Option<Value> {
    let (mut changed, was_there) = (document.clone(), is_there(document, of));
    let part = holder(&mut changed, of, default)?;
    if !was_there && matches!(done, Done::Clear) {
        return Some(document.clone());
    }
    match done {
        Done::Set(Some(old), _) if !was_there || part[field] != *old => return None,
        Done::Set(_, value) => part[field] = value.clone(),
        Done::Clear => part[field] = default[field].clone(),
        Done::Insert(index, value) => {
            if part[field].is_null() {
                part[field] = json!([]);
            }
            let list = part[field].as_array_mut().filter(|list| *index <= list.len())?;
            list.insert(*index, value.clone());
        }
        Done::Remove(index) => {
            let list = part[field].as_array_mut().filter(|list| was_there && *index < list.len())?;
            list.remove(*index);
        }
        Done::Push(value) => {
            if part[field].is_null() {
                part[field] = json!([]);
            }
            let otherwise = if field == "gaps" { Value::Null } else { json!("") };
            part[field].as_array_mut()?.push(value.clone().unwrap_or(otherwise));
        }
        Done::Splice(index, count, old, new) => {
            let text = part[field].as_str();
            let end = index + count;
            let found = text.unwrap_or("").get(*index..end)?;
            if let Some(old) = old
                && (!was_there || text.is_none() || found != *old)
            {
                return None;
            }
            let new = new.unwrap_or("");
            if found.is_empty() && new.is_empty() {
                return Some(document.clone());
            }
            let text = text.unwrap_or("");
            let spliced = [&text[..*index], new, &text[end..]].concat();
            if field == "code" && spliced.len() > 4 {
                return None;
            }
            part[field] = spliced.into();
        }
    }
    Some(changed)
}

/// All that is done to texts or lists.
fn all_done(field: &str) -> Vec<Done> {
    if LISTS.contains(&field) {
        let values = if field == "gaps" { [json!(7), json!(0)] } else { [json!("pushed"), json!("")] };
        let whole = [json!([values[0], values[1]]), json!([])].map(|list| Done::Set(None, list));
        let inserts = [0, 1].map(|index| Done::Insert(index, values[index].clone()));
        let rest = [Done::Clear, Done::Remove(0), Done::Remove(1)];
        let pushes = values.into_iter().map(Some).chain([None]).map(Done::Push);
        return pushes.chain(whole).chain(inserts).chain(rest).collect();
    }
    vec![
        Done::Splice(0, 0, None, Some("new")),
        Done::Splice(0, 0, None, None),
        Done::Splice(0, 0, Some(""), Some("n")),
        Done::Splice(0, 1, None, None),
        Done::Splice(0, 1, None, Some("a longer one")),
        Done::Splice(1, 1, None, Some("\u{e9}")),
        Done::Splice(1, 2, None, Some("xy")),
        Done::Splice(0, 2, Some("gi"), Some("GI")),
        Done::Splice(0, 4, Some("abcd"), None),
        Done::Splice(3, 0, None, Some("!")),
        Done::Splice(4, 9, None, Some("beyond")),
        Done::Set(None, json!("abc")),
        Done::Set(None, json!("")),
        Done::Set(Some("given"), json!("if")),
        Done::Set(Some(""), json!("e")),
        Done::Clear,
    ]
}

/// The patch that a change is, by its bytes.
fn patch(schema: &Schema, of: &str, field: &str, done: &Done) -> Option<Patch> {
    let path = format!("{of}.{field}");
    let mut change = match done {
        Done::Push(value) => json!({"path": path, "action": "push", "value": value}),
        Done::Splice(index, count, None, value) => {
            json!({"path": path, "action": "splice text", "index": index, "count": count, "value": value})
        }
        Done::Splice(index, _, Some(old), value) => {
            json!({"path": path, "action": "splice text", "index": index, "removed": old, "value": value})
        }
        Done::Set(None, value) => json!({"path": path, "action": "set", "value": value}),
        Done::Set(Some(old), value) => json!({"path": path, "action": "set", "removed": old, "value": value}),
        Done::Clear => json!({"path": path, "action": "clear"}),
        Done::Insert(index, value) => json!({"path": format!("{path}[{index}]"), "action": "insert", "value": value}),
        Done::Remove(index) => json!({"path": format!("{path}[{index}]"), "action": "remove"}),
    };
    if change["value"].is_null() {
        change.as_object_mut().unwrap().remove("value");
    }
    // The path and the action come before the values.
    let of_change = change.as_object().unwrap();
    let order = ["path", "action", "index", "count", "removed", "value"];
    let members: Vec<String> =
        order.iter().filter_map(|name| Some(format!("{}:{}", json!(name), of_change.get(*name)?))).collect();
    let json = format!("[{{{}}}]", members.join(","));
    // A value that does not fit its place is refused before.
    let patch = PatchSeed::new(schema).deserialize(&mut serde_json::Deserializer::from_str(&json)).ok()?;
    Some(Patch::from_bytes(schema, &patch.to_bytes().unwrap()).unwrap())
}

/// A buffer of a document, of a schema that may not have all that it says.
fn buffer(schema: &Schema, document: &Value) -> Vec<u8> {
    Options::new()
        .default_missing_fields()
        .skip_unknown_fields()
        .read(schema, &document.to_string())
        .unwrap()
        .into_storage()
}

fn tree<S: AsRef<[u8]>>(record: &Record<S>) -> Value {
    serde_json::from_str(&record.to_json().unwrap()).unwrap()
}

/// Makes a change and compares; storage may be full, and what an older program does not see may be in its way.
fn check<S: Storage + AsRef<[u8]>>(
    record: &mut Record<S>,
    patch: &Patch,
    expected: Option<&Value>,
    excuses: &[ErrorKind],
) -> bool {
    let before = record.as_bytes().to_vec();
    let (schema, bytes) = (record.schema().clone(), before.clone());
    let old = || Record::open(&schema, bytes.as_slice()).map(|record| tree(&record)).unwrap();
    match record.apply(patch) {
        Ok(()) => {
            assert_eq!(Some(&tree(record)), expected, "{patch} of {}", old());
            record
                .schema()
                .prove(record.as_bytes())
                .unwrap_or_else(|error| panic!("{error} after {patch} of {}", old()));
            true
        }
        Err(error) => {
            assert!(expected.is_none() || excuses.contains(&error.kind()), "{patch} of {}: {error}", old());
            assert!(error.kind() != ErrorKind::Internal, "{patch} of {}: {error}", old());
            assert_eq!(record.as_bytes(), before, "{patch} of {} is refused and changes bytes: {error}", old());
            false
        }
    }
}

/// Each change of each place of each document: the schema it is made by, the buffer, the patch, and the document that comes of it.
fn each(read_by: &Schema, written_by: &Schema, mut look: impl FnMut(&[u8], &Patch, Option<&Value>)) {
    let default = tree(&Record::new(read_by))["part"].clone();
    let has =
        |of: &str, field: &str| default.get(field).is_some() && (of != "more" || read_by.root().field(of).is_some());
    for document in documents() {
        let bytes = buffer(written_by, &document);
        let start = tree(&Record::open(read_by, &bytes[..]).unwrap());
        for of in HOLDERS {
            for field in TEXTS.into_iter().chain(LISTS).filter(|field| has(of, field)) {
                for done in all_done(field) {
                    let expected = model(&start, of, field, &done, &default);
                    match patch(read_by, of, field, &done) {
                        Some(patch) => look(&bytes, &patch, expected.as_ref()),
                        None => assert!(expected.is_none(), "{of}.{field}: {done:?} of {start}"),
                    }
                }
            }
        }
    }
}

#[test]
fn changes_do_to_a_record_what_they_do_to_its_tree() {
    let [old, new] = [OLD, NEW].map(|text| Schema::parse(text).unwrap());
    for (read_by, written_by) in [(&new, &new), (&old, &old), (&new, &old), (&old, &new)] {
        let is_newer = read_by.fingerprint() != written_by.fingerprint() && read_by.fingerprint() == old.fingerprint();
        let excuses: &[ErrorKind] = if is_newer { &[ErrorKind::Newer] } else { &[] };
        let (mut made, mut refused) = (0, 0);
        each(read_by, written_by, |bytes, patch, expected| {
            let mut record = Record::open(read_by, bytes.to_vec()).unwrap();
            *if check(&mut record, patch, expected, excuses) { &mut made } else { &mut refused } += 1;
        });
        assert!(made > 500 && refused > 300, "{made} and {refused}");
    }
}

#[test]
fn changes_in_full_memory_are_made_or_leave_all_as_it_was() {
    let [old, new] = [OLD, NEW].map(|text| Schema::parse(text).unwrap());
    let (mut made, mut refused, mut number) = (0, 0, 0);
    for written_by in [&new, &old] {
        each(&new, written_by, |bytes, patch, expected| {
            number += 1;
            if !nets::takes(number) {
                return;
            }
            let mut count = |is_made: bool| *if is_made { &mut made } else { &mut refused } += 1;
            let mut memory = bytes.to_vec();
            count(check(&mut Record::open(&new, &mut memory[..]).unwrap(), patch, expected, &[ErrorKind::Full]));
            let formatted = Workspace::format_default(vec![0; 4096], written_by).unwrap();
            let mut record = Record::open(written_by, formatted).unwrap();
            let document = Record::open(written_by, bytes).unwrap();
            record.apply(&Record::new(written_by).diff(&document).unwrap()).unwrap();
            let used = Storage::bytes(&record.into_storage()).to_vec();
            for room in [0, 1, 2, 3, 5, 8, 13, 30, 90] {
                let mut memory = used.clone();
                memory.resize(used.len() + room, 0xFF);
                let mut record = Record::open(&new, Workspace::open(memory.clone()).unwrap()).unwrap();
                let is_made = check(&mut record, patch, expected, &[ErrorKind::Full]);
                count(is_made);
                if is_made {
                    between(&memory, record.into_storage());
                }
            }
        });
    }
    assert!(made > nets::least(4000) && refused > nets::least(4000), "{made} and {refused}");
}

/// What was edited in a workspace, as a patch of bytes for another one with the same: it becomes the same, or stays as it was.
fn between(memory: &[u8], edited: Workspace<Vec<u8>>) {
    let mut copy = Workspace::open(memory.to_vec()).unwrap();
    let (before, after) = (Storage::bytes(&copy).to_vec(), Storage::bytes(&edited).to_vec());
    let patch = physical::between(&before, &after).unwrap();
    match physical::apply(&patch, &mut copy) {
        Ok(()) => assert_eq!(Storage::bytes(&copy), after),
        Err(error) => {
            assert!(error.kind() == ErrorKind::Full && before.len() != after.len(), "{error}");
            assert_eq!(Storage::bytes(&copy), before);
        }
    }
    assert_eq!(physical::apply(&patch, &mut copy).is_ok(), before == after && Storage::bytes(&copy) == after);
    // Memory that is full takes what has the same length.
    let mut slice = before.clone();
    let applied = physical::apply(&patch, &mut slice[..]);
    assert_eq!(applied.is_ok(), before.len() == after.len());
    assert_eq!(slice, if applied.is_ok() { after } else { before });
}
