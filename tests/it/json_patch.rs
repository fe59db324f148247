//! JSON patches against another implementation, which patches the document that the record is.

use crate::common::nets;
use serde_json::{Value, json};
use vellum::json::Options;
use vellum::{ErrorKind, Record, Schema};

pub const TEXT: &str = "
    struct Inner { note: string?, count: u16 }
    union Contact { nothing, email: string, of: Inner }
    frozen struct Point { x: f32, y: f32 }
    struct Doc {
        title: string, age: u8?, tags: list<string>, inner: Inner?, inners: list<Inner>, scores: map<string, u32>, gaps: list<u8?>,
        grid: array<u8, 2>, pair: tuple<u8, string>, point: Point, contact: Contact, names: set<string>, by_number: map<u16, Inner?>, free: any,
    }
    root Doc;";

pub fn documents() -> [Value; 3] {
    [
        json!({}),
        json!({
            "title": "t", "age": 3, "tags": ["a", "b"], "inner": {"note": null, "count": 2}, "inners": [{"count": 1}],
            "scores": {"x": 1, "a/b": 2}, "gaps": [1, null], "pair": [1, "p"], "point": {"x": 1.5, "y": 2.5},
            "contact": {"email": "e"}, "names": ["n"], "by_number": {"7": {"count": 7}, "8": null},
            "free": {"l": [1, {"k": null}], "t": "x"},
        }),
        json!({"tags": ["a"], "contact": {"of": {"note": "n"}}, "inner": {}, "free": [1, [2], "three"]}),
    ]
}

pub const POINTERS: &[&str] = &[
    "",
    "/",
    "/title",
    "/title/x",
    "/age",
    "/tags",
    "/tags/0",
    "/tags/1",
    "/tags/2",
    "/tags/3",
    "/tags/-",
    "/tags/01",
    "/tags/x",
    "/tags/-/x",
    "/inner",
    "/inner/note",
    "/inner/count",
    "/inner/other",
    "/inners/0",
    "/inners/0/note",
    "/inners/-",
    "/scores",
    "/scores/x",
    "/scores/new",
    "/scores/a~1b",
    "/gaps/1",
    "/gaps/-",
    "/grid",
    "/grid/1",
    "/grid/2",
    "/grid/-",
    "/pair/0",
    "/pair/2",
    "/point/x",
    "/contact",
    "/contact/email",
    "/contact/nothing",
    "/contact/of",
    "/contact/of/note",
    "/names",
    "/names/0",
    "/by_number/7",
    "/by_number/8",
    "/by_number/9",
    "/by_number/7/note",
    "/by_number/x",
    "/free",
    "/free/l",
    "/free/l/0",
    "/free/l/1/k",
    "/free/l/1/new",
    "/free/l/-",
    "/free/t",
    "/free/new",
    "/free/0",
    "/free/1/0",
    "/free/-",
    "/none",
    "title",
    "/free/a~2b",
    "/free/~",
];

pub fn values() -> [Value; 12] {
    [
        json!(null),
        json!(1),
        json!(2.5),
        json!(70_000),
        json!("a"),
        json!(["a"]),
        json!([]),
        json!([1, null]),
        json!({}),
        json!({"note": "n", "count": 3}),
        json!({"email": "new"}),
        json!({"x": 1.5, "y": 2.5}),
    ]
}

/// As the schema has it: all fields, numbers as the fields hold them. `None` if it cannot.
fn normal(schema: &Schema, document: &Value) -> Option<Value> {
    let record = schema.from_json(&document.to_string()).ok()?;
    Some(serde_json::from_str(&record.to_json().unwrap()).unwrap())
}

/// A record of a document that leaves fields out.
pub fn record_of(schema: &Schema, document: &Value) -> Record {
    Options::new().default_missing_fields().read(schema, &document.to_string()).unwrap()
}

/// Numbers are equal by what they are.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, value)| other.get(key).is_some_and(|other| is_same(value, other)))
        }
        _ => one == other,
    }
}

/// Patches a record and the document that it is; gives whether that was done.
fn judge(schema: &Schema, record: &Record, patch: &Value) -> bool {
    let before: Value = serde_json::from_str(&record.to_json().unwrap()).unwrap();
    let mut expected = before.clone();
    let parsed: Result<json_patch::Patch, _> = serde_json::from_value(patch.clone());
    let other = parsed.is_ok_and(|parsed| json_patch::patch(&mut expected, &parsed).is_ok());
    let mut ours = Record::open(schema, record.as_bytes().to_vec()).unwrap();
    match ours.json_patch(&patch.to_string()) {
        Ok(()) => {
            schema.prove(ours.as_bytes()).unwrap();
            let ours: Value = serde_json::from_str(&ours.to_json().unwrap()).unwrap();
            assert!(other, "{patch} of {before} gave {ours}");
            let expected =
                normal(schema, &expected).unwrap_or_else(|| panic!("{patch}: {expected} is no record, but {ours}"));
            assert!(is_same(&ours, &expected), "{patch} of {before}\ngave     {ours}\ninstead of {expected}");
            true
        }
        Err(error) => {
            assert_eq!(ours.as_bytes(), record.as_bytes(), "{patch}: {error}");
            assert!(matches!(error.kind(), ErrorKind::Type | ErrorKind::Path), "{patch}: {error}");
            // What is a record as it is has to be reached: but not through an array or a tuple of other parts, and not within a set.
            let limits = ["cannot be absent cannot be removed", "elements of a set have no place"];
            let is_limit = limits.iter().any(|limit| error.to_string().contains(limit));
            let is_record =
                other && !is_limit && normal(schema, &expected).is_some_and(|normal| is_same(&normal, &expected));
            assert!(!is_record, "{patch} of {before}: {error}, but it gives {expected}");
            false
        }
    }
}

#[test]
fn every_operation_at_every_place_does_what_it_does_to_the_document_or_nothing() {
    let schema = Schema::parse(TEXT).unwrap();
    let (mut done, mut refused, mut number) = (0, 0, 0);
    let mut count = |judge: &dyn Fn() -> bool| {
        number += 1;
        if !nets::takes(number) {
        } else if judge() {
            done += 1;
        } else {
            refused += 1;
        }
    };
    for document in documents() {
        let record = record_of(&schema, &document);
        for path in POINTERS {
            count(&|| judge(&schema, &record, &json!([{"op": "remove", "path": path}])));
            for op in ["add", "replace", "test"] {
                for value in values() {
                    count(&|| judge(&schema, &record, &json!([{"op": op, "path": path, "value": value}])));
                }
            }
            // The other implementation takes nothing from the root, which is also where it would put it back.
            for from in POINTERS.iter().filter(|from| !(from.is_empty() && path.is_empty())) {
                for op in ["move", "copy"] {
                    count(&|| judge(&schema, &record, &json!([{"op": op, "from": from, "path": path}])));
                }
            }
        }
    }
    assert!(done > nets::least(1000) && refused > nets::least(1000), "{done} done, {refused} refused");
}

#[test]
fn operations_follow_each_other_and_all_are_done_or_none() {
    let schema = Schema::parse(TEXT).unwrap();
    let record = record_of(&schema, &documents()[1]);
    let add = json!({"op": "add", "path": "/tags/1", "value": "between"});
    let last = json!({"op": "remove", "path": "/tags/3"});
    assert!(!judge(&schema, &record, &json!([add, last, {"op": "test", "path": "/tags", "value": ["a"]}])));
    assert!(!judge(&schema, &record, &json!([last])));
    assert!(!judge(&schema, &record, &json!([add, last, last])));
    let test = json!({"op": "test", "path": "/tags", "value": ["a", "between", "b"]});
    assert!(judge(&schema, &record, &json!([add, test])));
    let mut patched = Record::open(&schema, record.as_bytes().to_vec()).unwrap();
    let error = patched.json_patch(&json!([add, test, last, last]).to_string()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Path);
    assert!(error.to_string().contains("operation 2: the list has no element 3"), "{error}");
    assert_eq!(patched.as_bytes(), record.as_bytes());
}

#[test]
fn a_test_compares_numbers_by_what_they_are() {
    let schema = Schema::parse("struct Doc { ratio: f32, wide: u64, free: any } root Doc;").unwrap();
    let mut record = schema.from_json(r#"{"ratio": 2, "wide": 9007199254740993, "free": [1.0]}"#).unwrap();
    let mut is = |path: &str, value: &str| {
        record.json_patch(&format!(r#"[{{"op": "test", "path": "{path}", "value": {value}}}]"#)).is_ok()
    };
    assert!(!is("/ratio", "1.1"));
    assert!(is("/ratio", "2") && is("/ratio", "2.0") && !is("/ratio", "2.5"));
    assert!(is("/wide", "9007199254740993") && !is("/wide", "9007199254740992") && !is("/wide", "9007199254740992.0"));
    assert!(is("/free", "[1]") && is("/free/0", "1.0") && !is("/free", r#"["1"]"#));
    // As the document has it, whatever it is in 64 bits.
    record.set("ratio", 1.1f32).unwrap();
    record.json_patch(r#"[{"op": "test", "path": "/ratio", "value": 1.1}]"#).unwrap();
}

#[test]
fn keys_that_paths_give_a_meaning_are_keys() {
    let schema =
        Schema::parse("struct D { m: map<char, u8>, t: map<string, u8>, b: map<bytes, u8>, n: map<i32, u8> } root D;")
            .unwrap();
    let mut record = Record::new(&schema);
    for key in ["\"", "]", "[", "\\", "b", "'", ".", " ", "0", "\n"] {
        let quoted = serde_json::to_string(key).unwrap();
        record
            .json_patch(&format!(r#"[{{"op": "add", "path": {}, "value": 1}}]"#, json!(format!("/m/{key}"))))
            .unwrap();
        record.merge_patch(&format!(r#"{{"m": {{{quoted}: 2}}, "t": {{{quoted}: 3}}}}"#)).unwrap();
        let document: Value = serde_json::from_str(&record.to_json().unwrap()).unwrap();
        assert_eq!((&document["m"][key], &document["t"][key]), (&json!(2), &json!(3)), "{key}");
    }
    let before = record.as_bytes().to_vec();
    for path in ["/m/", "/m/ab", "/n/", "/n/x", "/b/6", "/b/m~0n"] {
        let patch = json!([{"op": "add", "path": path, "value": 1}]).to_string();
        assert!(record.json_patch(&patch).is_err() && record.as_bytes() == before, "{path}");
    }
}

#[test]
fn elements_of_sets_are_what_elements_of_lists_are() {
    let text =
        "enum Kind { small, large } struct D { words: set<string>, numbers: set<u16>, raw: set<bytes>, days: set<date>,
                wide: set<u128>, kinds: set<Kind>, bits: set<bool>, ids: set<uuid> } root D;";
    let schema = Schema::parse(text).unwrap();
    let json = r#"{"words":["1","a"],"numbers":[5,7],"raw":["AQI=","abcd"],"days":["2023-11-14"],
        "wide":[340282366920938463463374607431768211455],"kinds":["small","large"],"bits":[false,true],"ids":["67e55044-10b1-426f-9247-bb680e5fe0c8"]}"#;
    let mut record = schema.from_json(json).unwrap();
    let again = schema.from_json(&record.to_json().unwrap()).unwrap();
    assert!(again.content_eq(&record).unwrap());
    assert_eq!(record.get_json("raw").unwrap(), r#"["AQI=","abcd"]"#);
    let before = record.as_bytes().to_vec();
    for (name, value) in [
        ("words", "[1]"),
        ("words", "[true]"),
        ("numbers", r#"["5"]"#),
        ("numbers", "[70000]"),
        ("raw", r#"["a"]"#),
        ("days", r#"["x"]"#),
        ("kinds", r#"["middle"]"#),
        ("bits", "[1]"),
        ("words", r#"["a","a"]"#),
        ("words", "[null]"),
        ("ids", r#"["67"]"#),
    ] {
        let patch = format!(r#"{{"{name}": {value}}}"#);
        let read = Options::new().default_missing_fields().read(&schema, &patch);
        assert!(record.merge_patch(&patch).is_err() && read.is_err(), "{patch}");
        assert_eq!(record.as_bytes(), before);
    }
}

#[test]
fn what_is_no_patch_is_told() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = Record::new(&schema);
    for (patch, message) in [
        ("{}", "a JSON patch is an array of operations"),
        ("[1]", "operation 0: an operation is an object"),
        (r#"[{"path": ""}]"#, "there is no `op` that is text"),
        (r#"[{"op": "add", "path": "/age"}]"#, "there is no `value`"),
        (r#"[{"op": "move", "path": "/age"}]"#, "there is no `from` that is text"),
        (r#"[{"op": "put", "path": "/age"}]"#, "there is no operation `put`"),
        (r#"[{"op": "remove", "path": "age"}]"#, "`age` is no JSON pointer"),
        (r#"[{"op": "remove", "path": "/ages"}]"#, "`Doc` has no field `ages`"),
        (r#"[{"op": "add", "path": "/age", "value": 300}]"#, "300 is out of range for u8 (0 to 255)"),
    ] {
        let error = record.json_patch(patch).unwrap_err().to_string();
        assert!(error.contains(message) && !error.contains("mismatch: no such"), "{patch}: {error}");
    }
    assert_eq!(record.json_patch("[").unwrap_err().kind(), ErrorKind::Syntax);
    assert_eq!(record.json_patch("[] 1").unwrap_err().kind(), ErrorKind::Syntax);
}

#[test]
fn what_json_cannot_say_is_copied_and_moved_as_it_is() {
    let schema =
        Schema::parse("struct Doc { a: f64?, b: f64?, wide: u128, other: u128, list: list<f64> } root Doc;").unwrap();
    let mut record = Record::new(&schema);
    record.set("a", f64::NAN).unwrap();
    record.set("wide", u128::MAX).unwrap();
    record
        .json_patch(
            r#"[{"op": "move", "from": "/a", "path": "/b"}, {"op": "copy", "from": "/wide", "path": "/other"},
                {"op": "copy", "from": "/b", "path": "/list/0"}]"#,
        )
        .unwrap();
    let list = record.get::<f64>("list[0]").unwrap();
    assert!(record.get::<f64>("b").unwrap().is_nan() && list.is_nan());
    assert_eq!(record.get::<u128>("other").unwrap(), u128::MAX);
    assert!(record.get_json("a").unwrap() == "null");
}

#[test]
fn a_root_that_is_no_struct_is_patched_within() {
    for (root, document, pointers) in [
        ("list<string>", json!(["a", "b"]), ["/0", "/-", "/2"]),
        ("map<string, u32>", json!({"x": 1}), ["/x", "/y", "/"]),
        ("any", json!({"l": [1]}), ["/l/0", "/l", "/new"]),
        ("u32?", json!(7), ["", "/0", "/x"]),
    ] {
        let schema = Schema::parse(&format!("root {root};")).unwrap();
        let record = schema.from_json(&document.to_string()).unwrap();
        let mut done = 0;
        for path in pointers {
            for value in values() {
                for op in ["add", "replace", "test"] {
                    done += usize::from(judge(&schema, &record, &json!([{"op": op, "path": path, "value": value}])));
                }
            }
            for from in pointers.iter().filter(|from| !(from.is_empty() && path.is_empty())) {
                done += usize::from(judge(&schema, &record, &json!([{"op": "copy", "from": from, "path": path}])));
            }
        }
        assert!(done > 0, "{root}");
    }
}
