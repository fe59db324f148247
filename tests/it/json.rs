//! JSON in one call, its options and errors, and merge patches in place.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use serde_json::{Value, json};
use vellum::value::Timestamp;
use vellum::{ErrorKind, Record, Schema, Vellum};

#[derive(Vellum, serde::Serialize, serde::Deserialize, Clone, Debug, PartialEq)]
struct Invoice {
    id: uuid::Uuid,
    key: ulid::Ulid,
    issued: DateTime<Utc>,
    day: NaiveDate,
    at: NaiveTime,
    total: u64,
    lines: Vec<String>,
    by_day: BTreeMap<NaiveDate, u8>,
    days: BTreeSet<NaiveDate>,
    note: Option<String>,
}

fn invoice() -> Invoice {
    let day = NaiveDate::from_ymd_opt(2023, 11, 14).unwrap();
    Invoice {
        id: uuid::Uuid::from_bytes([7; 16]),
        key: ulid::Ulid::from_bytes([1; 16]),
        issued: DateTime::from_timestamp_nanos(1_700_000_000_123_456_789),
        day,
        at: NaiveTime::from_hms_milli_opt(22, 13, 20, 500).unwrap(),
        total: 5,
        lines: vec!["ink".into()],
        by_day: [(day, 1)].into(),
        days: [day].into(),
        note: None,
    }
}

#[test]
fn what_serde_writes_of_other_crates_is_read_and_written_the_same() {
    let text = serde_json::to_string(&invoice()).unwrap();
    assert_eq!(vellum::json::from_str::<Invoice>(&text).unwrap(), invoice());
    assert_eq!(vellum::json::to_string(&invoice()).unwrap(), text);
    assert_eq!(serde_json::from_str::<Invoice>(&vellum::json::to_string(&invoice()).unwrap()).unwrap(), invoice());
    // Types of serde's are asked for by the record itself, too.
    let record = Record::from_serde(Invoice::schema(), &invoice()).unwrap();
    assert_eq!(record.to_serde::<Invoice>().unwrap(), invoice());
    assert_eq!(vellum::from_slice::<Invoice>(record.as_bytes()).unwrap(), invoice());
}

/// Reads JSON that leaves fields out.
fn lenient(schema: &Schema, json: &str) -> vellum::Result<Record> {
    vellum::json::Options::new().default_missing_fields().read(schema, json)
}

const SHAPES: &str = "struct R { at: timestamp(s), day: date, time: time, took: duration, raw: bytes, raws: set<bytes>,
    by: map<bytes, bytes>, maybe: timestamp? } root R;";

#[test]
fn dates_and_bytes_are_text_by_default_and_numbers_by_option_and_both_are_read() {
    let schema = Schema::parse(SHAPES).unwrap();
    let text = r#"{"at":"2023-11-14T22:13:20Z","day":"1969-12-31","time":"00:00:00.000000001","took":"-PT0.000000005S","raw":"AP8=","raws":["AA=="],"by":{"00ff":"AQ=="},"maybe":"1970-01-01T00:00:00.001Z"}"#;
    let numbers =
        r#"{"at":1700000000,"day":-1,"time":1,"took":-5,"raw":[0,255],"raws":[[0]],"by":{"00ff":[1]},"maybe":1}"#;
    let record = schema.from_json(text).unwrap();
    assert_eq!(record.to_json().unwrap(), text);
    assert_eq!(vellum::json::Options::new().numbers().write(&record).unwrap(), numbers);
    assert_eq!(schema.from_json(numbers).unwrap().as_bytes(), record.as_bytes());
    // A date that no text of four digits for the year has is its number.
    let far = lenient(&schema, r#"{"day": 2932897}"#).unwrap();
    assert_eq!(far.get_json("day").unwrap(), "2932897");
}

#[test]
fn an_error_says_the_path_the_line_and_the_kind() {
    let schema =
        Schema::parse(&format!("struct S {{ list: list<R> }} root S; {}", SHAPES.replace("root R;", ""))).unwrap();
    let refused = |json: &str, kind: ErrorKind, path: &str, line: usize, message: &str| {
        let error = lenient(&schema, json).err().unwrap_or_else(|| panic!("{json} is read"));
        assert_eq!((error.kind(), error.path().as_str()), (kind, path), "{json}: {error}");
        assert_eq!(error.line_column().unwrap().0, line, "{json}: {error}");
        assert!(error.to_string().contains(message), "{json}: {error}");
    };
    refused("{\"list\": [{},\n{\"day\": \"2023-02-30\"}]}", ErrorKind::Type, "list[1].day", 2, "2023-02-30");
    refused("{\"list\": [{\"raw\": \"A\"}]}", ErrorKind::Type, "list[0].raw", 1, "not base 64");
    refused("{\"list\": [{\"at\": \"2023-11-14T22:13:20.5Z\"}]}", ErrorKind::Type, "list[0].at", 1, "timestamp(s)");
    refused("{\"list\": [{\"at\": true}]}", ErrorKind::Type, "list[0].at", 1, "true");
    refused("{\"list\": {}}", ErrorKind::Type, "list", 1, "a sequence");
    refused("{\n\n\"lists\": []}", ErrorKind::Type, "", 3, "`S` has no field `lists`");
    refused("{\"list\": [],\n\"list\": []}", ErrorKind::Type, "list", 2, "comes twice");
    refused("{\"list\": []} 5", ErrorKind::Syntax, "", 1, "trailing characters");
    refused("{\"list\": [}", ErrorKind::Syntax, "list[0]", 1, "expected value");
    refused("{\"list\": [", ErrorKind::Syntax, "list[0]", 1, "EOF");
    refused("", ErrorKind::Syntax, "", 1, "EOF");
}

#[test]
fn json_that_is_no_integer_of_128_bits_is_a_value_of_another_type() {
    let schema = Schema::parse("struct S { u: u128, i: i128?, list: list<i128>, any: any } root S;").unwrap();
    for json in ["1.5", "-1", "1e3", "\"7\"", "true", "[]", "340282366920938463463374607431768211456"] {
        let error = lenient(&schema, &format!("{{\n\"u\": {json}}}")).err().unwrap();
        assert_eq!((error.kind(), error.line_column().unwrap().0), (ErrorKind::Type, 2), "{json}: {error}");
        let list = lenient(&schema, &format!("{{\"list\": [1, {json}]}}"));
        let expected = (json != "-1").then_some(ErrorKind::Type); // an i128
        assert_eq!(list.err().map(|error| error.kind()), expected, "{json}");
        assert_eq!(Record::new(&schema).set_json("u", json).unwrap_err().kind(), ErrorKind::Type, "{json}");
        assert_eq!(
            Schema::parse("root u128;").unwrap().from_json(json).err().unwrap().kind(),
            ErrorKind::Type,
            "{json}"
        );
    }
    for json in
        ["{\"u\": 1.5", "{\"u\": 1.}", "{\"u\": 01}", "{\"u\": -}", "{\"u\": 1.5} 5", "{\"u\": 1x}", "{\"i\": nil}"]
    {
        assert_eq!(schema.from_json(json).err().unwrap().kind(), ErrorKind::Syntax, "{json}");
    }
    let error = schema.from_json("{\"any\": [1e400]}").err().unwrap();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "any"), "{error}");
}

#[test]
fn a_value_that_the_rust_type_cannot_hold_is_told_by_its_field() {
    let text = serde_json::to_string(&invoice()).unwrap().replace("\"day\":\"2023-11-14\"", "\"day\":2147483647");
    let error = vellum::json::from_str::<Invoice>(&text).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "day"), "{error}");
    assert_eq!(vellum::json::from_str::<Invoice>("{\"total\": -1}").unwrap_err().path(), "total");
}

#[test]
fn options_say_what_becomes_of_unknown_and_missing_keys() {
    let schema = Schema::parse("struct P { x: u8, y: u8?, in: P? } root P;").unwrap();
    let options = vellum::json::Options::new;
    assert!(schema.from_json(r#"{"z": 1}"#).is_err());
    let passing = options().skip_unknown_fields().default_missing_fields();
    let read = passing.read(&schema, r#"{"z": {"any": []}, "x": 3, "in": {"q": 1}}"#).unwrap();
    assert_eq!(read.to_json().unwrap(), r#"{"x":3,"y":null,"in":{"x":0,"y":null,"in":null}}"#);
    assert!(options().require_all_fields().read(&schema, r#"{"x": 1, "in": {"x": 2}}"#).is_ok());
    let error = options().require_all_fields().read(&schema, r#"{"x": 1, "in": {}}"#).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "in"), "{error}");
    assert!(error.to_string().contains("`x` is missing"), "{error}");
    assert!(options().pretty().write(&read).unwrap().contains("\n  \"x\": 3"));
}

#[test]
fn writing_what_is_invalid_or_newer_keeps_the_kind_of_the_error() {
    let old = Schema::parse("open union U { a } struct R { u: U } root R;").unwrap();
    let new = Schema::parse("open union U { a, b: string } struct R { u: U } root R;").unwrap();
    let mut record = Record::new(&new);
    record.set("u.b", "text").unwrap();
    let seen = Record::open(&old, record.as_bytes()).unwrap();
    assert_eq!(seen.to_json().unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(seen.get_json("u").unwrap_err().kind(), ErrorKind::Newer);
    let mut bytes = record.into_storage();
    *bytes.last_mut().unwrap() = 0xFF;
    let broken = Record::open(&new, &bytes).unwrap();
    assert_eq!(broken.to_json().unwrap_err().kind(), ErrorKind::Corrupt);
}

#[test]
fn one_field_is_read_and_set_as_json_and_a_refusal_changes_nothing() {
    let schema = Schema::parse("struct R { a: list<u8>, b: map<u16, date?>, c: string? } root R;").unwrap();
    let mut record = Record::new(&schema);
    record.set_json("a", "[1, 2]").unwrap();
    record.set_json("b[7]", "\"2023-11-14\"").unwrap();
    record.set_json("c", "\"text\"").unwrap();
    assert_eq!(record.get_json("b").unwrap(), r#"{"7":"2023-11-14"}"#);
    let before = record.as_bytes().to_vec();
    for (path, json, kind) in [
        ("a", "[1, 256]", ErrorKind::Type),
        ("a", "null", ErrorKind::Type),
        ("a", "[1] 2", ErrorKind::Syntax),
        ("b[8]", "5.5", ErrorKind::Type),
        ("d", "1", ErrorKind::Path),
    ] {
        let error = record.set_json(path, json).unwrap_err();
        assert_eq!(error.kind(), kind, "{path} {json}: {error}");
        assert_eq!(record.as_bytes(), before, "{path} {json}");
    }
    assert_eq!(record.set_json("a", "[1, 256]").unwrap_err().path(), "a[1]");
    record.set_json("c", "null").unwrap();
    assert_eq!(record.get_json("c").unwrap(), "null");
}

/// The cases of RFC 7396, appendix A.
#[test]
fn the_cases_of_the_rfc_hold_for_any() {
    let schema = Schema::parse("root any;").unwrap();
    for (target, patch, result) in [
        (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
        (json!({"a": "b"}), json!({"a": null}), json!({})),
        (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
        (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "c"}), json!({"a": ["b"]}), json!({"a": ["b"]})),
        (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
        (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
        (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
        (json!({"a": "b"}), json!(["c"]), json!(["c"])),
        (json!({"a": "foo"}), json!(null), json!(null)),
        (json!({"a": "foo"}), json!("bar"), json!("bar")),
        (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
        (json!([1, 2]), json!({"a": "b", "c": null}), json!({"a": "b"})),
        (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
        (json!({"a\"]b": 1}), json!({"a\"]b": {"c": [null]}}), json!({"a\"]b": {"c": [null]}})),
    ] {
        let mut record = schema.from_json(&target.to_string()).unwrap();
        record.merge_patch(&patch.to_string()).unwrap_or_else(|error| panic!("{target} {patch}: {error}"));
        let merged: Value = serde_json::from_str(&record.to_json().unwrap()).unwrap();
        assert_eq!(merged, result, "{target} {patch}");
        schema.prove(record.as_bytes()).unwrap();
    }
}

const POST: &str = "struct Author { given: string?, family: string, born: date? }
    union Kind { draft, live: Author, score: u32 }
    enum Level { low, high }
    struct Post { title: string, author: Author?, tags: list<string>, by: map<u16, Author>, level: map<Level, u8?>,
        raw: map<bytes, u8>, kind: Kind, extra: any } root Post;";

#[test]
fn a_patch_merges_structs_maps_and_unions_in_place() {
    let schema = Schema::parse(POST).unwrap();
    let mut record = Record::new(&schema);
    let mut after = |patch: Value, part: &str, expected: Value| {
        record.merge_patch(&patch.to_string()).unwrap_or_else(|error| panic!("{patch}: {error}"));
        let found: Value = serde_json::from_str(&record.get_json(part).unwrap()).unwrap();
        assert_eq!(found, expected, "{patch}");
        schema.prove(record.as_bytes()).unwrap();
    };
    let author = |given: Value, family: &str| json!({"given": given, "family": family, "born": null});
    after(json!({"title": "A"}), "title", json!("A"));
    after(json!({"author": {}}), "author", author(json!(null), ""));
    after(json!({"author": {"given": "John", "family": "Doe"}}), "author", author(json!("John"), "Doe"));
    after(json!({"author": {"given": null}}), "author", author(json!(null), "Doe"));
    after(json!({"author": null}), "author", json!(null));
    after(json!({"author": {"family": "Roe"}}), "author", author(json!(null), "Roe"));
    after(json!({"tags": ["a", "b"]}), "tags", json!(["a", "b"]));
    after(json!({"tags": ["c"]}), "tags", json!(["c"]));
    after(json!({"by": {"7": {"family": "X"}, "8": {"family": "Y"}}}), "by[7].family", json!("X"));
    after(json!({"by": {"7": {"given": "G"}, "8": null, "9": null}}), "by", json!({"7": author(json!("G"), "X")}));
    after(json!({"level": {"low": 1, "high": 2}}), "level", json!({"low": 1, "high": 2}));
    after(json!({"level": {"low": null}}), "level", json!({"high": 2}));
    after(json!({"raw": {"5d5b": 1, "00": 2}}), "raw", json!({"00": 2, "5d5b": 1}));
    after(json!({"raw": {"5d5b": null, "ff": null}}), "raw", json!({"00": 2}));
    after(json!({"kind": {"live": {"family": "K"}}}), "kind", json!({"live": author(json!(null), "K")}));
    after(json!({"kind": {"live": {"given": "L"}}}), "kind", json!({"live": author(json!("L"), "K")}));
    after(json!({"kind": {"score": 4}}), "kind", json!({"score": 4}));
    after(json!({"kind": "draft"}), "kind", json!("draft"));
    after(json!({"extra": {"a": {"b": null, "c": 1}}}), "extra", json!({"a": {"c": 1}}));
    after(json!({"extra": {"a": {"c": null, "d": [null]}}}), "extra", json!({"a": {"d": [null]}}));
    after(json!({}), "title", json!("A"));
}

#[test]
fn a_patch_that_is_refused_changes_nothing() {
    let schema = Schema::parse(POST).unwrap();
    let mut record =
        lenient(&schema, r#"{"title": "A", "author": {"family": "Doe"}, "tags": ["x"], "extra": {"a": 1}}"#).unwrap();
    let before = record.as_bytes().to_vec();
    for (patch, kind, path) in [
        (r#"{"title": "B", "tags": null}"#, ErrorKind::Type, "tags"),
        (r#"{"title": null}"#, ErrorKind::Type, "title"),
        (r#"{"title": "B", "author": {"family": 5}}"#, ErrorKind::Type, "author.family"),
        (r#"{"title": "B", "author": {"age": 5}}"#, ErrorKind::Path, "author"),
        (r#"{"title": "B", "other": 5}"#, ErrorKind::Path, ""),
        (r#"{"title": "B", "tags": ["a", 5]}"#, ErrorKind::Type, "tags[1]"),
        (r#"{"title": "B", "by": {"x": {}}}"#, ErrorKind::Type, ""),
        (r#"{"extra": {"a": null}, "kind": {"other": 1}}"#, ErrorKind::Type, "kind"),
        (r#"["title"]"#, ErrorKind::Type, ""),
        (r#"{"title": "B"} x"#, ErrorKind::Syntax, ""),
        (r#"{"title": "B""#, ErrorKind::Syntax, ""),
    ] {
        let error = record.merge_patch(patch).unwrap_err();
        if patch.contains("\"by\"") {
            assert!(matches!(error.kind(), ErrorKind::Type | ErrorKind::Path), "{patch}: {error}");
        } else {
            assert_eq!((error.kind(), error.path().as_str()), (kind, path), "{patch}: {error}");
        }
        assert_eq!(record.as_bytes(), before, "{patch}");
    }
}

#[test]
fn null_removes_a_struct_without_fields_as_any_other() {
    let text = "struct Unit {} struct Full { a: u8 } union Either { unit: Unit, full: Full }
        struct Holder { unit: Unit, full: Full, either: Either, maybe: Unit?, by: map<string, Unit>, units: list<Unit> } root Holder;";
    let schema = Schema::parse(text).unwrap();
    let whole = r#"{"unit":{},"full":{"a":1},"either":{"unit":{}},"maybe":{},"by":{"x":{},"y":{}},"units":[]}"#;
    let mut record = schema.from_json(whole).unwrap();
    let before = record.as_bytes().to_vec();
    for (patch, path) in [
        (r#"{"full": null}"#, "full"),
        (r#"{"unit": null}"#, "unit"),
        (r#"{"either": {"unit": null}}"#, "either.unit"),
        (r#"{"either": null}"#, "either"),
    ] {
        let error = record.merge_patch(patch).unwrap_err();
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{patch}: {error}");
        assert_eq!(record.as_bytes(), before, "{patch}");
    }
    // What is within a list is no member that is removed.
    record.merge_patch(r#"{"unit": {}, "maybe": null, "by": {"x": null}, "units": [null, {}]}"#).unwrap();
    let patched = r#"{"unit":{},"full":{"a":1},"either":{"unit":{}},"maybe":null,"by":{"y":{}},"units":[{},{}]}"#;
    assert_eq!(record.to_json().unwrap(), patched);
}

#[derive(Vellum, Debug, PartialEq)]
struct User {
    name: String,
    seen: Timestamp,
    nick: Option<String>,
    scores: BTreeMap<String, u32>,
}

#[test]
fn a_buffer_of_a_derived_type_is_patched_in_its_storage() {
    let user =
        User { name: "Ada".into(), seen: Timestamp(0), nick: Some("A".into()), scores: [("x".into(), 1)].into() };
    let mut bytes = vellum::to_vec(&user).unwrap();
    let patch = r#"{"seen": "1970-01-01T00:00:01Z", "nick": null, "scores": {"x": null, "y": 2}}"#;
    vellum::json::merge_patch::<User, _>(&mut bytes, patch).unwrap();
    let patched = User { seen: Timestamp(1_000), nick: None, scores: [("y".into(), 2)].into(), ..user };
    assert_eq!(vellum::from_slice::<User>(&bytes).unwrap(), patched);
    let before = bytes.clone();
    assert!(vellum::json::merge_patch::<User, _>(&mut bytes, r#"{"name": "B", "scores": {"z": -1}}"#).is_err());
    assert_eq!(bytes, before);
    // Where the storage cannot grow, nothing changes either.
    let mut fixed = bytes.clone();
    let long = format!(r#"{{"nick": "n", "name": "{}"}}"#, "x".repeat(300));
    let error = vellum::json::merge_patch::<User, _>(&mut fixed[..], &long).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Full);
    assert_eq!(fixed, bytes);
}

#[derive(Vellum, serde::Serialize, serde::Deserialize, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "M")]
struct Measured {
    wide: f64,
    narrow: f32,
    many: Vec<f64>,
}

#[test]
fn floats_come_back_from_json_as_they_were() {
    let schema =
        Schema::parse("struct M { wide: f64, narrow: f32, many: list<f64>, free: any since 2 } root M;").unwrap();
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB)
    };
    // The first is read as 2.0 where floats are read in the fast way.
    let known = [1.999_999_999_999_999_8, f64::MIN_POSITIVE, f64::MAX, 5e-324, -0.1];
    let mut floats: Vec<f64> = known.into_iter().chain((0..10_000).map(|_| f64::from_bits(random()))).collect();
    floats.retain(|float| float.is_finite());
    assert!(floats.len() > 9_000);
    for wide in floats {
        let narrow = Some(f32::from_bits((random() >> 32) as u32)).filter(|narrow| narrow.is_finite()).unwrap_or(0.5);
        let measured = Measured { wide, narrow, many: vec![wide, -wide] };
        let bits =
            |measured: &Measured| (measured.wide.to_bits(), measured.narrow.to_bits(), measured.many[1].to_bits());
        let json = serde_json::to_string(&measured).unwrap();
        let again: Measured = vellum::json::from_str(&json).unwrap();
        assert_eq!(bits(&again), bits(&measured), "{json}");
        let mut record = schema.from_json(&json).unwrap();
        let read: Measured = vellum::from_slice(record.as_bytes()).unwrap();
        assert_eq!(bits(&read), bits(&measured), "{json}");
        record.set("free", wide).unwrap();
        let copy = schema.from_json(&record.to_json().unwrap()).unwrap();
        assert_eq!(copy.as_bytes(), record.as_bytes(), "{json}");
        let test = format!(
            r#"[{{"op":"test","path":"/wide","value":{wide:?}}},{{"op":"test","path":"/free","value":{wide:?}}}]"#
        );
        record.json_patch(&test).unwrap();
    }
}
