//! JSON patches and merge patches as patches, and back: what they do to a record is the same.

use serde::de::DeserializeSeed;
use serde_json::{Value, json};
use vellum::patch::{Patch, RecordRecorder, then};
use vellum::serde::PatchSeed;
use vellum::{ErrorKind, Record, Schema};

use crate::common::nets;
use crate::json_patch::{POINTERS, TEXT, documents, record_of, values};

fn copy(record: &Record) -> Record {
    Record::open(record.schema(), record.as_bytes().to_vec()).unwrap()
}

/// Makes a patch by its bytes.
fn apply(record: &Record, patch: &Patch) -> vellum::Result<Record> {
    let sent = Patch::from_bytes(record.schema(), &patch.to_bytes().unwrap()).unwrap();
    assert_eq!(&sent, patch);
    let mut patched = copy(record);
    let applied = patched.apply(&sent);
    if let Err(error) = applied {
        assert_eq!(patched.as_bytes(), record.as_bytes(), "{patch}: {error}");
        return Err(error);
    }
    record.schema().prove(patched.as_bytes()).unwrap();
    Ok(patched)
}

/// What a record alone can say.
fn is_of_record(error: &vellum::Error) -> bool {
    let limits = ["the record", "a record alone", "whose value is absent"];
    error.kind() == ErrorKind::Type && limits.iter().any(|limit| error.to_string().contains(limit))
}

/// Makes a JSON patch to a record, and the patch that it is; gives whether both were made.
fn judge(record: &Record, json: &str) -> bool {
    let schema = record.schema();
    let mut expected = copy(record);
    let is_made = expected.json_patch(json).is_ok();
    let patch = match Patch::from_json_patch(schema, json) {
        Ok(patch) => patch,
        Err(error) => {
            assert!(!is_made || is_of_record(&error), "{json}: {error}");
            return false;
        }
    };
    let Ok(patched) = apply(record, &patch).inspect_err(|error| assert!(!is_made, "{json}: {error}\n{patch}")) else {
        return false;
    };
    if is_made {
        let [ours, theirs] = [&patched, &expected].map(|record| record.to_json().unwrap());
        assert_eq!(ours, theirs, "{json} of {}\n{patch}", record.to_json().unwrap());
    }
    is_made
}

#[test]
fn operations_at_every_place_do_as_a_patch_what_they_do_to_the_record() {
    let schema = Schema::parse(TEXT).unwrap();
    let (mut made, mut number) = (0, 0);
    for document in documents() {
        let record = record_of(&schema, &document);
        for path in POINTERS {
            let removal = json!([{"op": "remove", "path": path}]);
            let of_value =
                |value: Value| ["add", "replace", "test"].map(|op| json!([{"op": op, "path": path, "value": value}]));
            for patch in values().into_iter().flat_map(of_value).chain([removal]) {
                number += 1;
                made += usize::from(nets::takes(number) && judge(&record, &patch.to_string()));
            }
        }
    }
    assert!(made > nets::least(300), "{made}");
}

#[test]
fn a_test_is_the_condition_of_the_next_operation_and_is_taken_back() {
    let schema = Schema::parse(TEXT).unwrap();
    let record = record_of(&schema, &documents()[1]);
    let json = r#"[{"op":"test","path":"/title","value":"t"},{"op":"replace","path":"/title","value":"u"},
        {"op":"test","path":"/scores/x","value":1},{"op":"remove","path":"/scores/x"},
        {"op":"test","path":"/tags/0","value":"a"},{"op":"remove","path":"/tags/0"},
        {"op":"test","path":"/age","value":3}]"#;
    let patch = Patch::from_json_patch(&schema, json).unwrap();
    assert_eq!(patch.to_string(), "set title: \"u\"\nremove key scores[\"x\"]: 1\nremove tags[0]: \"a\"\nset age: 3");
    assert!(patch.iter().all(|change| change.is_condition()));
    let patched = apply(&record, &patch).unwrap();
    let undone = apply(&patched, &patch.invert().unwrap()).unwrap();
    assert!(undone.content_eq(&record).unwrap());
    let error = apply(&patched, &patch).err().unwrap();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Conflict, "title"));
    // It says the same as operations again, and joined with what sets the title anew.
    assert_eq!(Patch::from_json_patch(&schema, &patch.to_json_patch().unwrap()).unwrap(), patch);
    let next = Patch::from_merge_patch(&schema, r#"{"title": "v"}"#).unwrap();
    let joined = then(&patch.to_bytes().unwrap(), &next.to_bytes().unwrap()).unwrap();
    let joined = apply(&record, &Patch::from_bytes(&schema, &joined).unwrap()).unwrap();
    assert_eq!(joined.get::<str>("title").unwrap(), "v");
}

#[test]
fn what_a_push_from_json_appended_is_not_taken_back() {
    let schema = Schema::parse(TEXT).unwrap();
    let patch = Patch::from_json_patch(&schema, r#"[{"op":"add","path":"/tags/-","value":"z"}]"#).unwrap();
    let patched = apply(&record_of(&schema, &documents()[1]), &patch).unwrap();
    assert_eq!(patched.get_json("tags").unwrap(), r#"["a","b","z"]"#);
    assert_eq!(patch.invert().unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(Patch::from_json_patch(&schema, &patch.to_json_patch().unwrap()).unwrap(), patch);
}

fn merges() -> Vec<Value> {
    let mut merges: Vec<Value> = documents().to_vec();
    for value in values() {
        let fields = [
            "title",
            "age",
            "tags",
            "inner",
            "inners",
            "scores",
            "gaps",
            "pair",
            "point",
            "contact",
            "names",
            "by_number",
        ];
        merges.extend(fields.map(|field| json!({field: value})));
        merges.push(json!({"inner": {"note": value}}));
        merges.push(json!({"scores": {"x": value, "new": value}}));
        merges.push(json!({"by_number": {"7": value, "9": value}}));
        merges.push(json!({"contact": {"of": value}}));
        merges.push(json!({"contact": {"email": value}, "inner": {"count": value}}));
        merges.push(json!({"by_number": {"8": {"note": value, "count": 4}}}));
    }
    // What fits, with what is absent beside it.
    merges.extend([
        json!({"inner": {"note": null, "count": 7}, "scores": {"x": null, "y": 2}, "by_number": {"7": {"note": null}, "8": null}}),
        json!({"contact": {"of": {"note": "m"}}, "by_number": {"8": {"note": "m"}, "9": {"count": 1}}, "gaps": [null, null]}),
        json!({"contact": {"of": {"note": null}}, "inner": null, "age": null, "names": ["b", "a"], "pair": [7, ""]}),
        json!({"contact": "nothing", "inners": [{"note": null, "count": 1}, {"note": "m", "count": 2}], "point": {"y": 0.5}}),
        json!({"grid": [1, 2], "tags": [], "scores": {}, "by_number": {}, "free": null, "title": ""}),
        json!({"free": [1, {"k": null}], "age": 255, "inner": {"note": "m"}}),
    ]);
    merges
}

#[test]
fn merge_patches_do_as_patches_what_they_do_to_any_record() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut made = 0;
    for document in documents() {
        let record = record_of(&schema, &document);
        for merge in merges() {
            let json = merge.to_string();
            let mut expected = copy(&record);
            let is_made = expected.merge_patch(&json);
            match Patch::from_merge_patch(&schema, &json) {
                Ok(patch) => match (apply(&record, &patch), is_made) {
                    (Ok(patched), Ok(())) => {
                        let [ours, theirs] = [&patched, &expected].map(|record| record.to_json().unwrap());
                        assert_eq!(ours, theirs, "{json} of {}\n{patch}", record.to_json().unwrap());
                        made += 1;
                    }
                    (Err(error), Ok(())) => panic!("{json} of {}: {error}\n{patch}", record.to_json().unwrap()),
                    (Ok(_), Err(error)) => panic!("{json} of {} is made: {error}\n{patch}", record.to_json().unwrap()),
                    (Err(_), Err(_)) => {}
                },
                Err(error) => assert!(is_made.is_err() || is_of_record(&error), "{json}: {error}"),
            }
        }
    }
    assert!(made >= 100, "{made}");
}

/// Where a patch needs the record, the record that it is made to says what was done.
#[test]
fn what_needs_the_record_is_recorded_while_it_is_made() {
    let schema = Schema::parse(TEXT).unwrap();
    let base = record_of(&schema, &documents()[1]);
    let mut recorder = RecordRecorder::new(&schema);
    let mut bytes = base.as_bytes().to_vec();
    let operations = r#"[{"op":"move","from":"/scores/x","path":"/scores/y"},{"op":"copy","from":"/tags/1","path":"/tags/0"},
        {"op":"add","path":"/free/l/1/new","value":2},{"op":"remove","path":"/free/l/0"}]"#;
    assert!(Patch::from_json_patch(&schema, operations).is_err());
    let merge = r#"{"free":{"t":null,"new":{"a":1}},"by_number":{"8":{}}}"#;
    assert!(Patch::from_merge_patch(&schema, merge).is_err());
    recorder.open(&mut bytes).unwrap().json_patch(operations).unwrap();
    recorder.open(&mut bytes).unwrap().merge_patch(merge).unwrap();
    let patch = Patch::from_bytes(&schema, &recorder.take().unwrap()).unwrap();
    let edited = Record::open(&schema, bytes).unwrap();
    assert_eq!(edited.get_json("free").unwrap(), r#"{"l":[{"k":null,"new":2}],"new":{"a":1}}"#);
    assert!(apply(&base, &patch).unwrap().content_eq(&edited).unwrap());
}

#[test]
fn a_revision_makes_what_the_other_read_of_json() {
    let old = Schema::parse(
        "struct Part { note: string?, n: u8 } struct Doc { part: Part?, by: map<string, Part>, tags: list<string> } root Doc;",
    )
    .unwrap();
    let new = Schema::parse(
        "struct Part { n: u8, note: string?, late: u16 = 5 since 2 }
         struct Doc { more: string? since 2, part: Part?, by: map<string, Part>, tags: list<string> } root Doc;",
    )
    .unwrap();
    let document = r#"{"part": {"note": "n", "n": 1}, "by": {"k": {"note": null, "n": 2}}, "tags": ["a"]}"#;
    let merges = [r#"{"part": {"note": null}, "by": {"k": null, "l": {"n": 3}}, "tags": ["b"]}"#, r#"{"part": null}"#];
    let operations = r#"[{"op":"test","path":"/part/n","value":1},{"op":"add","path":"/part/n","value":9},{"op":"remove","path":"/part/note"},
        {"op":"add","path":"/by/l","value":{"note":"m","n":4}},{"op":"remove","path":"/by/k"},{"op":"add","path":"/tags/-","value":"z"}]"#;
    for (from, to) in [(&old, &new), (&new, &old), (&old, &old), (&new, &new)] {
        for record in [document, r#"{"part": {"note": null, "n": 1}, "by": {"k": {"n": 0}}, "tags": []}"#] {
            let record = to.from_json(record).unwrap();
            let judge = |patch: Patch, expected: &dyn Fn(&mut Record) -> vellum::Result<()>| {
                let sent = Patch::from_bytes(to, &patch.to_bytes().unwrap()).unwrap();
                let mut edited = copy(&record);
                expected(&mut edited).unwrap();
                assert_eq!(apply(&record, &sent).unwrap().to_json().unwrap(), edited.to_json().unwrap(), "{patch}");
            };
            for merge in merges {
                judge(Patch::from_merge_patch(from, merge).unwrap(), &|record| record.merge_patch(merge));
            }
            judge(Patch::from_json_patch(from, operations).unwrap(), &|record| record.json_patch(operations));
        }
    }
    // What only the newer one has is told apart from what is not known.
    for patch in [
        Patch::from_merge_patch(&new, r#"{"more": "m"}"#).unwrap(),
        Patch::from_json_patch(&new, r#"[{"op":"add","path":"/by/k/late","value":1}]"#).unwrap(),
    ] {
        assert_eq!(Patch::from_bytes(&old, &patch.to_bytes().unwrap()).unwrap_err().kind(), ErrorKind::Newer);
    }
    assert_eq!(Patch::from_merge_patch(&old, r#"{"more": "m"}"#).unwrap_err().kind(), ErrorKind::Path);
}

#[test]
fn a_push_says_an_index_where_it_is_known() {
    let schema = Schema::parse(TEXT).unwrap();
    let patch = Patch::from_json_patch(&schema, r#"[{"op":"add","path":"/tags/-","value":"z"}]"#).unwrap();
    assert_eq!(patch[0].index(), u32::MAX as usize);
    let json = serde_json::to_string(&patch).unwrap();
    assert_eq!(json, r#"[{"path":"tags","action":"push","value":"z"}]"#);
    let seed = || PatchSeed::new(&schema);
    let read = seed().deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap();
    assert_eq!(read, patch);
    let known = r#"[{"path":"tags","action":"push","index":2,"value":"z"}]"#;
    let known = seed().deserialize(&mut serde_json::Deserializer::from_str(known)).unwrap();
    assert_eq!(known.invert().unwrap().to_string(), "remove tags[2]: \"z\"");
    // A JSON patch says that it is at the end, wherever this was.
    assert_eq!(known.to_json_patch().unwrap(), patch.to_json_patch().unwrap());
}

#[test]
fn what_json_removes_or_clears_may_not_be_there() {
    let text = "struct Held { n: u8, ruled: u8 in 3..=9 = 4, note: string? }
        struct Doc { by: map<string, Held?>, maybe: Held?, deep: map<string, map<string, u8?>> } root Doc;";
    let schema = Schema::parse(text).unwrap();
    let records = [
        r#"{"by": {}, "maybe": null, "deep": {}}"#,
        r#"{"by": {"k": null}, "maybe": {"n": 1, "note": "n"}, "deep": {"a": {"b": null}}}"#,
        r#"{"by": {"k": {"n": 1, "ruled": 5, "note": "n"}}, "maybe": null, "deep": {"a": {"b": 7}, "c": {}}}"#,
    ];
    for merge in [
        r#"{"by": {"k": null}}"#,
        r#"{"by": {"k": {"note": null}}}"#,
        r#"{"maybe": {"note": null}}"#,
        r#"{"maybe": {"note": null, "ruled": 3}}"#,
        r#"{"deep": {"a": {"b": null}}}"#,
        r#"{"deep": {"a": null, "c": {"b": 1}}}"#,
    ] {
        let patch = Patch::from_merge_patch(&schema, merge);
        for record in records {
            let record = schema.from_json(record).unwrap();
            let mut expected = copy(&record);
            expected.merge_patch(merge).unwrap();
            match &patch {
                Ok(patch) => {
                    let patched = apply(&record, patch).unwrap_or_else(|error| panic!("{merge}: {error}\n{patch}"));
                    assert_eq!(patched.to_json().unwrap(), expected.to_json().unwrap(), "{merge}\n{patch}");
                }
                Err(error) => assert!(is_of_record(error), "{merge}: {error}"),
            }
        }
    }
    let added = Patch::from_json_patch(&schema, r#"[{"op":"add","path":"/by/k","value":null}]"#).unwrap();
    for record in records {
        let patched = apply(&schema.from_json(record).unwrap(), &added).unwrap();
        assert_eq!(patched.get_json("by").unwrap(), r#"{"k":null}"#);
    }
    // Of a merge patch null under a key is removal: what it would not say is refused.
    for (patch, path) in [(added, "by"), (with_null(&schema), "deep")] {
        let error = patch.to_merge_patch().unwrap_err();
        assert!(error.kind() == ErrorKind::Type && error.path().starts_with(path), "{error}");
    }
}

#[test]
fn a_map_that_is_cleared_is_no_object_that_is_merged() {
    let text = "struct Held { by: map<string, u8> } struct Doc { by: map<string, u8>, held: Held, maybe: map<string, u8>?, n: u8 } root Doc;";
    let schema = Schema::parse(text).unwrap();
    let cleared = |path: &str| {
        let json = json!([{"path": path, "action": "clear"}]).to_string();
        PatchSeed::new(&schema).deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap()
    };
    let old = schema.from_json(r#"{"by": {"k": 1}, "held": {"by": {"k": 1}}, "maybe": {"k": 1}, "n": 1}"#).unwrap();
    for path in ["by", "held", "maybe", "n"] {
        let patch = cleared(path);
        let new = apply(&old, &patch).unwrap();
        match patch.to_merge_patch() {
            Ok(merge) => {
                let mut merged = copy(&old);
                merged.merge_patch(&merge).unwrap();
                assert!(merged.content_eq(&new).unwrap() && matches!(path, "maybe" | "n"), "{merge}");
            }
            Err(error) => {
                assert!(matches!(path, "by" | "held"), "{path}: {error}");
                assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path));
                assert!(error.to_string().contains("change 0: a merge patch does not replace a map"), "{error}");
            }
        }
        let mut made = copy(&old);
        made.json_patch(&patch.to_json_patch().unwrap()).unwrap();
        assert!(made.content_eq(&new).unwrap(), "{path}");
    }
}

/// A key that is added, whose value is a map of a key without a value.
fn with_null(schema: &Schema) -> Patch {
    let new = schema.from_json(r#"{"by": {}, "maybe": null, "deep": {"new": {"b": null}}}"#).unwrap();
    Record::new(schema).diff(&new).unwrap()
}

/// Records that differ in all that documents have, and in single values.
fn records(schema: &Schema) -> Vec<Record> {
    let mut records: Vec<Record> = documents().iter().map(|document| record_of(schema, document)).collect();
    for index in 0..records.len() {
        for merge in merges() {
            let mut record = copy(&records[index]);
            if record.merge_patch(&merge.to_string()).is_ok() {
                records.push(record);
            }
        }
    }
    records
}

#[test]
fn differences_are_written_as_json_patches_and_merge_patches_that_make_them() {
    let schema = Schema::parse(TEXT).unwrap();
    let records = records(&schema);
    let (mut operations, mut merged, mut number) = (0, 0, 0);
    for old in &records {
        for new in &records {
            number += 1;
            if !nets::takes(number) || number % 5 != 0 {
                continue;
            }
            for patch in [old.diff(new).unwrap(), old.diff_invertible(new).unwrap()] {
                match patch.to_json_patch() {
                    Ok(json) => {
                        let mut patched = copy(old);
                        patched.json_patch(&json).unwrap_or_else(|error| panic!("{error}: {json}\n{patch}"));
                        assert!(patched.content_eq(new).unwrap(), "{json}\n{patch}");
                        if let Ok(read) = Patch::from_json_patch(&schema, &json)
                            .inspect_err(|error| assert!(is_of_record(error), "{error}: {json}"))
                        {
                            assert!(apply(old, &read).unwrap().content_eq(new).unwrap(), "{json}\n{patch}\n{read}");
                        }
                        operations += 1;
                    }
                    Err(error) => assert_eq!(error.kind(), ErrorKind::Type, "{patch}"),
                }
                match patch.to_merge_patch() {
                    Ok(json) => {
                        let mut patched = copy(old);
                        patched.merge_patch(&json).unwrap_or_else(|error| panic!("{error}: {json}\n{patch}"));
                        assert!(patched.content_eq(new).unwrap(), "{json}\n{patch}");
                        let read =
                            Patch::from_merge_patch(&schema, &json).unwrap_or_else(|error| panic!("{error}: {json}"));
                        assert!(apply(old, &read).unwrap().content_eq(new).unwrap(), "{json}\n{patch}\n{read}");
                        merged += 1;
                    }
                    Err(error) => assert_eq!(error.kind(), ErrorKind::Type, "{patch}"),
                }
            }
        }
    }
    assert!(operations > nets::least(200) && merged > nets::least(50), "{operations} and {merged}");
}

#[test]
fn what_json_cannot_say_of_a_patch_is_told() {
    let schema = Schema::parse(
        "struct Doc { wide: u128, f: f64, set: set<string>, text: string, m: map<string, u8> } root Doc;",
    )
    .unwrap();
    let old = Record::new(&schema);
    // All digits of an integer are JSON.
    let wide = schema.from_json(&old.to_json().unwrap().replacen('0', &u128::MAX.to_string(), 1)).unwrap();
    let patch = old.diff(&wide).unwrap();
    let operations = format!(r#"[{{"op":"add","path":"/wide","value":{}}}]"#, u128::MAX);
    assert_eq!(patch.to_json_patch().unwrap(), operations);
    assert_eq!(Patch::from_json_patch(&schema, &operations).unwrap(), patch);
    assert_eq!(patch.to_merge_patch().unwrap(), format!(r#"{{"wide":{}}}"#, u128::MAX));
    let told = |edit: &dyn Fn(&mut Record), message: &str| {
        let mut new = copy(&old);
        edit(&mut new);
        let patch = old.diff(&new).unwrap();
        for error in [patch.to_json_patch(), patch.to_merge_patch()].map(Result::unwrap_err) {
            assert_eq!(error.kind(), ErrorKind::Type);
            assert!(error.to_string().contains(message) || message.is_empty(), "{error}");
        }
    };
    told(&|record| record.set("f", f64::NAN).unwrap(), "JSON does not say");
    told(&|record| assert!(record.add_key("set", "x").unwrap()), "set");
    for (patch, message) in [
        (r#"[{"op":"move","from":"/text","path":"/text"}]"#, "depends on the record"),
        (r#"[{"op":"copy","from":"/text","path":"/f"}]"#, "operation 0"),
        (r#"[{"op":"add","path":"/set/0","value":"x"}]"#, "elements of a set have no place"),
        (r#"[{"op":"remove","path":"/text"}]"#, "cannot be absent cannot be removed"),
        ("{}", "array of operations"),
    ] {
        let error = Patch::from_json_patch(&schema, patch).unwrap_err();
        assert!(error.to_string().contains(message), "{patch}: {error}");
    }
    for patch in [r#"{"other": 1}"#, r#"{"text": null}"#, r#"{"wide": -1}"#, "[1]", r#"{"m": {"k": 256}}"#] {
        let error = Patch::from_merge_patch(&schema, patch).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Type | ErrorKind::Path), "{patch}: {error}");
    }
    assert_eq!(Patch::from_merge_patch(&schema, "{").unwrap_err().kind(), ErrorKind::Syntax);
}

#[test]
fn a_variant_that_is_made_anew_is_no_part_of_a_merge_patch() {
    let schema =
        Schema::parse("struct Part { y: u8, z: u8 } union U { none, a: u8, b: Part } struct R { u: U } root R;")
            .unwrap();
    let record = schema.from_json(r#"{"u": {"b": {"y": 1, "z": 5}}}"#).unwrap();
    let of = |json: &str| Patch::from_merge_patch(&schema, json).unwrap();
    let anew = of(r#"{"u": {"a": 1}}"#).then(&of(r#"{"u": {"b": {"y": 2}}}"#)).unwrap();
    assert_eq!(apply(&record, &anew).unwrap().to_json().unwrap(), r#"{"u":{"b":{"y":2,"z":0}}}"#);
    let error = anew.to_merge_patch().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Type);
    assert!(error.to_string().contains("made anew"), "{error}");

    let whole =
        Patch::from_json_patch(&schema, r#"[{"op": "replace", "path": "/u", "value": {"b": {"y": 2, "z": 0}}}]"#)
            .unwrap();
    let whole = of(r#"{"u": {"a": 1}}"#).then(&whole).unwrap();
    assert_eq!(whole.to_merge_patch().unwrap(), r#"{"u":{"a":null,"b":{"y":2,"z":0}}}"#);
}
