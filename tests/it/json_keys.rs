//! Keys of maps as JSON, patches and paths write them: which texts are one, and that each says the same.

#![cfg(feature = "json")]

use serde::de::DeserializeSeed;
use vellum::json::Options;
use vellum::serde::RecordSeed;
use vellum::{ErrorKind, Record, Schema};

/// Key types, texts that are keys, and texts that are none.
const KEYS: [(&str, &[&str], &[&str]); 13] = [
    ("u8", &["0", "7", "255"], &["007", "+7", "7.0", "-0", "00", "256", "-1", "", " 7", "7e0", "0x7", "７"]),
    ("i64", &["0", "-7", "9223372036854775807"], &["-07", "+7", "-0", "--7", "-", "9223372036854775808", "7."]),
    ("u128", &["340282366920938463463374607431768211455"], &["0340282366920938463463374607431768211455", "+1", "-0"]),
    ("i128", &["-170141183460469231731687303715884105728"], &["-0", "01"]),
    ("decimal(2)", &["7.50", "-0.05", "0.00"], &["7.5", "7", "7.500", "07.50", "-0.00", "+7.50", ".50", "7."]),
    ("decimal(0)", &["7"], &["7.", "7.0", "07", "-0"]),
    ("bool", &["true", "false"], &["1", "0", "True", "TRUE", ""]),
    ("char", &["7", "a", "é", "+"], &["", "ab", "07"]),
    ("uuid", &["67e55044-10b1-426f-9247-bb680e5fe0c8", "67E55044-10B1-426F-9247-BB680E5FE0C8"], &["", "7", "67e55044"]),
    ("date", &["2023-11-14", "19675", "-1", "0"], &["2023-02-29", "019675", "+1", "-0", "2023-11-14 "]),
    ("timestamp", &["2023-11-14T22:13:20Z", "7"], &["007", "2023-11-14", "-0"]),
    ("ipv4", &["127.0.0.1"], &["127.0.0.01", "7", "127.1"]),
    ("Fruit", &["apple", "1"], &["plum", "01", "+1", "-0", "7"]),
];

#[test]
fn a_key_is_taken_by_all_who_read_its_text_or_by_none() {
    for (ty, keys, others) in KEYS {
        let schema =
            Schema::parse(&format!("enum Fruit {{ apple, pear }} struct R {{ map: map<{ty}, u8> }} root R;")).unwrap();
        for (key, is_key) in keys.iter().map(|key| (key, true)).chain(others.iter().map(|key| (key, false))) {
            let what = format!("{key:?} as a key of {ty}");
            let imported = schema.from_json(&format!(r#"{{"map": {{"{key}": 3}}}}"#));
            assert_eq!(imported.is_ok(), is_key, "{what}: {:?}", imported.err());
            let set = |record: &mut Record| record.merge_patch(&format!(r#"{{"map": {{"{key}": 3}}}}"#));
            let remove = |record: &mut Record| record.merge_patch(&format!(r#"{{"map": {{"{key}": null}}}}"#));
            let add = |record: &mut Record| {
                record.json_patch(&format!(r#"[{{"op": "add", "path": "/map/{key}", "value": 3}}]"#))
            };
            let delete =
                |record: &mut Record| record.json_patch(&format!(r#"[{{"op": "remove", "path": "/map/{key}"}}]"#));
            let path = |record: &mut Record| record.set(&*format!("map[{key:?}]"), 3);
            if is_key {
                let expected = imported.unwrap();
                for edit in [&set as &dyn Fn(&mut Record) -> vellum::Result<()>, &add, &path] {
                    let mut record = Record::new(&schema);
                    edit(&mut record).unwrap_or_else(|error| panic!("{what}: {error}"));
                    assert!(record.content_eq(&expected).unwrap(), "{what}");
                    remove(&mut record).unwrap();
                    assert_eq!(record.len("map").unwrap(), 0, "{what}");
                    edit(&mut record).unwrap();
                    delete(&mut record).unwrap();
                    assert_eq!(record.len("map").unwrap(), 0, "{what}");
                }
                continue;
            }
            let error = imported.unwrap_err();
            assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "map"), "{what}: {error}");
            for edit in [&set as &dyn Fn(&mut Record) -> vellum::Result<()>, &remove, &add, &delete, &path] {
                let mut record = Record::new(&schema);
                let before = record.as_bytes().to_vec();
                let error = edit(&mut record).expect_err(&what);
                assert!(matches!(error.kind(), ErrorKind::Type | ErrorKind::Path), "{what}: {error}");
                assert!(error.to_string().contains("is no key of type"), "{what}: {error}");
                assert_eq!(record.as_bytes(), before, "{what}");
            }
        }
    }
}

#[test]
fn a_key_of_bytes_is_pairs_of_hexadecimal_digits() {
    let schema = Schema::parse("struct R { map: map<bytes, u8> } root R;").unwrap();
    for (key, is_key) in
        [("", true), ("00ff", true), ("00FF", true), ("0", false), ("+a", false), ("zz", false), ("é", false)]
    {
        let imported = schema.from_json(&format!(r#"{{"map": {{"{key}": 3}}}}"#));
        let mut merged = Record::new(&schema);
        let merge = merged.merge_patch(&format!(r#"{{"map": {{"{key}": 3}}}}"#));
        let mut patched = Record::new(&schema);
        let patch = patched.json_patch(&format!(r#"[{{"op": "add", "path": "/map/{key}", "value": 3}}]"#));
        assert_eq!((imported.is_ok(), merge.is_ok(), patch.is_ok()), (is_key, is_key, is_key), "{key}");
        match imported {
            Ok(imported) => {
                assert!(merged.content_eq(&imported).unwrap() && patched.content_eq(&imported).unwrap(), "{key}");
            }
            Err(_) => {
                for error in [merge.unwrap_err(), patch.unwrap_err()] {
                    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "map"), "{error}");
                    assert!(error.to_string().contains("is not hexadecimal"), "{error}");
                }
            }
        }
    }
}

#[test]
fn messages_name_the_path_once_and_none_where_there_is_none() {
    let schema = Schema::parse(
        "union U { a, b: u8 } struct N { n: u8, m: list<u8> }
         struct R { age: u16, n: N, by: map<u8, N>, us: list<U>, any: any, t: tuple<u8, string>, a: array<u8, 2>, s: set<u8> } root R;",
    )
    .unwrap();
    let list = Schema::parse("root list<u8>;").unwrap();
    for (schema, json, path) in [
        (&list, "{}", ""),
        (&list, "3", ""),
        (&list, r#"["a"]"#, "[0]"),
        (&schema, "[]", ""),
        (&schema, r#"{"age": "x"}"#, "age"),
        (&schema, r#"{"n": 1}"#, "n"),
        (&schema, r#"{"n": {"m": {}}}"#, "n.m"),
        (&schema, r#"{"by": {"7": {"n": "x"}}}"#, "by[7].n"),
        (&schema, r#"{"by": []}"#, "by"),
        (&schema, r#"{"us": [{"b": "x"}]}"#, "us[0].b"),
        (&schema, r#"{"us": [3]}"#, "us[0]"),
        (&schema, r#"{"any": {"x": {"a": 1, "a": 2}}}"#, "any[\"x\"][\"a\"]"),
        (&schema, r#"{"t": 3}"#, "t"),
        (&schema, r#"{"a": "x"}"#, "a"),
        (&schema, r#"{"s": ["x"]}"#, "s"),
    ] {
        let error = Options::new().default_missing_fields().read(schema, json).unwrap_err();
        let text = error.to_string();
        assert_eq!(error.path(), path, "{json}: {text}");
        assert!(!text.contains("``"), "{json}: {text}");
        assert_eq!(text.matches(&format!("`{path}`")).count(), usize::from(!path.is_empty()), "{json}: {text}");
        // Of another crate's format only the text is left, so that has it.
        let seed = RecordSeed::new(schema).default_missing_fields();
        let text = seed.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap_err().to_string();
        assert!(!text.contains("``"), "{json}: {text}");
        assert_eq!(text.matches(&format!("`{path}`")).count(), usize::from(!path.is_empty()), "{json}: {text}");
    }
    let mut record = Record::new(&schema);
    for (path, inner) in [("n", "n.m"), ("by[7]", "by[7].m")] {
        let value = std::collections::BTreeMap::from([("m", "text")]);
        let error = record.set_serde(path, &value).unwrap_err();
        assert_eq!(error.path(), inner, "{error}");
        assert_eq!(error.to_string().matches(&format!("`{inner}`")).count(), 1, "{error}");
    }
}

#[test]
fn a_key_that_comes_twice_in_a_patch_is_refused_and_changes_nothing() {
    let schema = Schema::parse(
        "enum Fruit { apple, pear }
        struct R {
            age: u16, x: u16, numbers: map<u8, u8>, bytes: map<bytes, u8>, ids: map<uuid, u8>, times: map<timestamp, u8>,
            fruit: map<Fruit, u8>, free: any
        }
        root R;",
    )
    .unwrap();
    let mut record = Record::new(&schema);
    record.set("age", 3u16).unwrap();
    record.set("bytes[b\"\\xff\"]", 5u8).unwrap();
    let id = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    for patch in [
        r#"{"age": 5, "age": 6}"#.to_owned(),
        r#"{"numbers": {"3": 1, "3": 2}}"#.to_owned(),
        r#"{"free": {"a": [{"b": 1, "b": 2}]}}"#.to_owned(),
        r#"{"bytes": {"ff": 1, "FF": 2}}"#.to_owned(),
        r#"{"bytes": {"ff": 1, "FF": null}}"#.to_owned(),
        format!(r#"{{"ids": {{"{id}": 1, "{}": 2}}}}"#, id.to_uppercase()),
        r#"{"times": {"2023-11-14T22:13:20Z": 1, "2023-11-14T23:13:20+01:00": null}}"#.to_owned(),
        r#"{"fruit": {"pear": 1, "1": 2}}"#.to_owned(),
    ] {
        let before = record.as_bytes().to_vec();
        let error = record.merge_patch(&patch).expect_err(&patch);
        assert_eq!(error.kind(), ErrorKind::Type, "{patch}: {error}");
        assert!(error.to_string().contains("comes twice"), "{patch}: {error}");
        assert_eq!(record.as_bytes(), before, "{patch}");
    }
    for patch in [
        r#"[{"op": "add", "path": "/numbers", "value": {"3": 1, "3": 2}}]"#,
        r#"[{"op": "add", "path": "/bytes", "value": {"ff": 1, "FF": 2}}]"#,
        r#"[{"op": "add", "path": "/age", "path": "/x", "value": 3}]"#,
        r#"[{"op": "test", "path": "/age", "value": 3, "value": 3}]"#,
    ] {
        let before = record.as_bytes().to_vec();
        let error = record.json_patch(patch).expect_err(patch);
        assert!(error.to_string().contains("comes twice"), "{patch}: {error}");
        assert_eq!(record.as_bytes(), before, "{patch}");
    }
}

#[test]
fn what_is_no_index_is_said_to_be_none() {
    let schema = Schema::parse("struct R { list: list<u8> } root R;").unwrap();
    let mut record = Record::new(&schema);
    let list = schema.field::<u8>("list[]").unwrap();
    for error in [record.set(list.at("a"), 1u8), record.set(list.at(-1i64), 1u8), record.set(list.at(true), 1u8)] {
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Path);
        assert!(error.to_string().contains("expected an index of a list of 0 elements"), "{error}");
    }
}
