//! JSON of records, whatever features `serde_json` has: numbers are what is written, and every key is a key.
#![cfg(test)]

use serde::de::DeserializeSeed;
use vellum::{Record, Schema, dynamic::Dynamic};

#[cfg(feature = "json")]
const NUMBER: &str = "$serde_json::private::Number";
#[cfg(feature = "json")]
const RAW_VALUE: &str = "$serde_json::private::RawValue";

const TEXT: &str = "
    open enum Kind { small, large }
    struct Doc {
        f: f64?, h: f32?, u: u64?, i: i64?, wide: u128?, low: i128?, price: decimal(2)?, fine: decimal128(20)?, at: timestamp?, day: date?,
        span: duration?, kind: Kind?, raw: bytes?, place: geo8?, list: list<decimal(1)>, by: map<string, f64>, free: any,
    }
    root Doc;";

/// Values of fields, as they are read by the parser of `serde_json`; `None` is refused.
const READ: &[(&str, &str, Option<&str>)] = &[
    ("f", "1.5", Some("1.5")),
    ("f", "1e400", None),
    ("f", "-0.0", Some("-0.0")),
    ("f", "18446744073709551616", Some("1.8446744073709552e+19")),
    ("h", "1e39", None),
    ("h", "16777217", Some("16777216.0")),
    ("u", "18446744073709551615", Some("18446744073709551615")),
    ("u", "18446744073709551616", None),
    ("u", "1.0", None),
    ("u", "-1", None),
    ("i", "-9223372036854775808", Some("-9223372036854775808")),
    ("wide", "340282366920938463463374607431768211455", Some("340282366920938463463374607431768211455")),
    ("wide", "340282366920938463463374607431768211456", None),
    ("low", "-170141183460469231731687303715884105728", Some("-170141183460469231731687303715884105728")),
    ("price", "1.50", Some("\"1.50\"")),
    ("price", "1.555", None),
    ("price", "7", Some("\"7.00\"")),
    ("at", "1700000000500", Some("\"2023-11-14T22:13:20.500Z\"")),
    ("at", "1.5", None),
    ("day", "19675", Some("\"2023-11-14\"")),
    ("span", "1500000000", Some("\"PT1.5S\"")),
    ("kind", "1", Some("\"large\"")),
    ("kind", "1.5", None),
    ("raw", "[1,2]", Some("\"AQI=\"")),
    ("raw", "1.5", None),
    ("place", "[52.5,-13.25]", Some("[52.5,-13.25]")),
    ("list", "[1.5,2]", Some("[\"1.5\",\"2.0\"]")),
    ("by", "{\"a\":1.5,\"b\":2}", Some("{\"a\":1.5,\"b\":2.0}")),
    (
        "free",
        "[1.5,2,-0,18446744073709551615,18446744073709551616,null]",
        Some("[1.5,2,-0.0,18446744073709551615,1.8446744073709552e+19,null]"),
    ),
    ("free", "1e400", None),
    ("free", "[[2.5],{\"k\":2.5}]", Some("[[2.5],{\"k\":2.5}]")),
    ("free", "{\"$serde_json::private::Number\":\"5\"}", Some("{\"$serde_json::private::Number\":\"5\"}")),
    ("free", "{\"$serde_json::private::Number\":2.5}", Some("{\"$serde_json::private::Number\":2.5}")),
    (
        "free",
        "{\"$serde_json::private::RawValue\":\"{\\\"a\\\":1}\"}",
        Some("{\"$serde_json::private::RawValue\":\"{\\\"a\\\":1}\"}"),
    ),
    (
        "free",
        "{\"$serde_json::private::Number\":\"5\",\"a\":1}",
        Some("{\"$serde_json::private::Number\":\"5\",\"a\":1}"),
    ),
    ("by", "{\"$serde_json::private::Number\":5}", Some("{\"$serde_json::private::Number\":5.0}")),
    ("price", "{\"$serde_json::private::Number\":\"5\"}", None),
    ("f", "{\"$serde_json::private::Number\":\"5\"}", None),
    ("at", "{\"$serde_json::private::Number\":\"5\"}", None),
    ("free", "\"x\"", Some("\"x\"")),
];

/// What only JSON that is text has exactly.
#[cfg(feature = "json")]
const EXACT: &[(&str, &str, Option<&str>)] = &[
    ("f", "1.9999999999999998", Some("1.9999999999999998")),
    ("price", "90071992547409.93", Some("\"90071992547409.93\"")),
    ("price", "0.0e400", Some("\"0.00\"")),
    ("fine", "12345678901234567.12345678901234567891", Some("\"12345678901234567.12345678901234567891\"")),
];

fn schema() -> Schema {
    Schema::parse(TEXT).unwrap()
}

fn get(record: &Record, name: &str) -> String {
    serde_json::to_string(&record.get::<Dynamic>(name).unwrap()).unwrap()
}

fn is(case: &(&str, &str, Option<&str>), way: &str, read: Result<Record, String>) {
    let (name, json, expected) = case;
    match (read, expected) {
        (Ok(read), Some(expected)) => assert_eq!(get(&read, name), *expected, "{way} of {json} to {name}"),
        (Err(_), None) => {}
        (Ok(read), None) => panic!("{way} takes {json} for {name} as {}", get(&read, name)),
        (Err(error), Some(_)) => panic!("{way} refuses {json} for {name}: {error}"),
    }
}

fn document(name: &str, json: &str) -> String {
    let mut members = vec![format!("\"{name}\":{json}")];
    members.extend(["list", "by", "free"].iter().filter(|other| **other != name).map(|other| match *other {
        "list" => String::from("\"list\":[]"),
        "by" => String::from("\"by\":{}"),
        _ => String::from("\"free\":null"),
    }));
    format!("{{{}}}", members.join(","))
}

#[test]
fn values_are_read_from_the_parser_of_serde_json() {
    let schema = schema();
    for case in READ {
        let json = document(case.0, case.1);
        let read = schema.deserialize(&mut serde_json::Deserializer::from_str(&json));
        is(case, "a parser", read.map_err(|error| error.to_string()));
    }
}

#[test]
fn numbers_of_a_tree_come_from_a_type_as_numbers() {
    let schema = schema();
    for (name, json, expected) in [
        ("f", "1.5", "1.5"),
        ("u", "18446744073709551615", "18446744073709551615"),
        ("i", "-5", "-5"),
        ("price", "1.5", "\"1.50\""),
        ("free", "[1.5,{\"k\":-7}]", "[1.5,{\"k\":-7}]"),
    ] {
        let tree: serde_json::Value = serde_json::from_str(&document(name, json)).unwrap();
        let case = (name, json, Some(expected));
        is(&case, "a type", Record::from_serde(&schema, &tree).map_err(|error| error.to_string()));
        is(&case, "a tree", schema.deserialize(&tree).map_err(|error| error.to_string()));
    }
}

#[test]
fn numbers_lie_as_deep_as_other_values() {
    let schema = Schema::parse("root any;").unwrap();
    for inner in ["2.5", "7", "null"] {
        let json = format!("{}{inner}{}", "[".repeat(64), "]".repeat(64));
        let read = schema.deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        let json = format!("[{json}]");
        assert!(schema.deserialize(&mut serde_json::Deserializer::from_str(&json)).is_err());
    }
}

#[cfg(feature = "json")]
mod json {
    use super::*;
    use vellum::json::Options;
    use vellum::patch::Patch;

    fn edited(edit: impl FnOnce(&mut Record) -> vellum::Result<()>) -> Result<Record, String> {
        let mut record = Record::new(&schema());
        edit(&mut record).map(|()| record).map_err(|error| error.to_string())
    }

    fn applied(patch: vellum::Result<Patch>) -> Result<Record, String> {
        edited(|record| record.apply(&patch?))
    }

    #[test]
    fn values_are_read_alike_from_text_and_from_patches() {
        let schema = schema();
        for case in READ.iter().chain(EXACT) {
            let (name, json, _) = *case;
            let document = document(name, json);
            is(case, "from_json", schema.from_json(&document).map_err(|error| error.to_string()));
            is(case, "set_json", edited(|record| record.set_json(name, json)));
            let merge = format!("{{\"{name}\":{json}}}");
            is(case, "merge_patch", edited(|record| record.merge_patch(&merge)));
            let operations = format!("[{{\"op\":\"replace\",\"path\":\"/{name}\",\"value\":{json}}}]");
            is(case, "json_patch", edited(|record| record.json_patch(&operations)));
            is(case, "from_json_patch", applied(Patch::from_json_patch(&schema, &operations)));
            if name != "free" {
                is(case, "from_merge_patch", applied(Patch::from_merge_patch(&schema, &merge)));
            }
            let elements = format!("[{{\"op\":\"add\",\"path\":\"/-\",\"value\":{json}}}]");
            let list = Schema::parse("root list<any>;").unwrap();
            let mut pushed = Record::new(&list);
            let mut added = Record::new(&list);
            if name == "free" {
                assert_eq!(pushed.push_json("", json).is_ok(), case.2.is_some(), "{json}");
                assert_eq!(added.json_patch(&elements).is_ok(), case.2.is_some(), "{json}");
                let expected = case.2.map_or(String::from("[]"), |expected| format!("[{expected}]"));
                assert_eq!((pushed.to_json().unwrap(), added.to_json().unwrap()), (expected.clone(), expected));
            }
        }
    }

    #[test]
    fn keys_of_serde_json_are_keys_of_patches() {
        let root = Schema::parse("root any;").unwrap();
        for name in [NUMBER, RAW_VALUE] {
            for value in ["\"5\"", "\"{\\\"a\\\":1}\"", "\"[]\"", "1.5"] {
                let json = format!("{{\"{name}\":{value}}}");
                let mut merged = Record::new(&root);
                merged.merge_patch(&json).unwrap();
                assert_eq!(merged.to_json().unwrap(), json);
                let mut patched = Record::new(&root);
                patched.json_patch(&format!("[{{\"op\":\"add\",\"path\":\"\",\"value\":{json}}}]")).unwrap();
                assert_eq!(patched.to_json().unwrap(), json);
                patched.json_patch(&format!("[{{\"op\":\"test\",\"path\":\"\",\"value\":{json}}}]")).unwrap();
                assert!(patched.json_patch("[{\"op\":\"test\",\"path\":\"\",\"value\":5}]").is_err());
                // As a whole patch it is an object, which is no list of operations, and names no field.
                assert!(patched.json_patch(&json).is_err());
                assert!(Record::new(&schema()).merge_patch(&json).is_err());
                assert!(Patch::from_json_patch(&root, &json).is_err());
            }
        }
        let raw = format!("{{\"{RAW_VALUE}\":\"[{{\\\"op\\\":\\\"remove\\\",\\\"path\\\":\\\"/f\\\"}}]\"}}");
        assert!(edited(|record| record.json_patch(&raw)).is_err());
    }

    #[test]
    fn a_test_compares_documents_that_hold_numbers_of_128_bits() {
        let mut record = schema().from_json(&document("wide", "340282366920938463463374607431768211455")).unwrap();
        let whole = record.to_json().unwrap();
        record.json_patch(&format!("[{{\"op\":\"test\",\"path\":\"\",\"value\":{whole}}}]")).unwrap();
        let other = whole.replace("211455", "211454");
        let error = record.json_patch(&format!("[{{\"op\":\"test\",\"path\":\"\",\"value\":{other}}}]")).unwrap_err();
        assert!(error.to_string().contains("the value at `` is another"), "{error}");
        for (path, value, is_same) in [
            ("/wide", "340282366920938463463374607431768211455", true),
            ("/wide", "340282366920938463463374607431768211454", false),
            ("/wide", "3.4028236692093846e38", false),
            ("/free", "null", true),
        ] {
            let patch = format!("[{{\"op\":\"test\",\"path\":\"{path}\",\"value\":{value}}}]");
            assert_eq!(record.json_patch(&patch).is_ok(), is_same, "{patch}");
        }
    }

    #[test]
    fn patches_are_written_alike() {
        let schema = schema();
        let old = Record::new(&schema);
        let text = r#"{"f":1.5,"wide":340282366920938463463374607431768211455,"price":1.50,"list":[1.5],"by":{"b":2,"a":1.5},"free":null}"#;
        let new = schema.from_json(text).unwrap();
        let patch = old.diff(&new).unwrap();
        assert_eq!(
            patch.to_json_patch().unwrap(),
            concat!(
                r#"[{"op":"add","path":"/f","value":1.5},"#,
                r#"{"op":"add","path":"/wide","value":340282366920938463463374607431768211455},"#,
                r#"{"op":"add","path":"/price","value":"1.50"},{"op":"add","path":"/list/0","value":"1.5"},"#,
                r#"{"op":"add","path":"/by/a","value":1.5},{"op":"add","path":"/by/b","value":2.0}]"#
            )
        );
        let merged = schema.from_json(&document("by", "{\"b\":2,\"a\":1.5}")).unwrap();
        assert_eq!(old.diff(&merged).unwrap().to_merge_patch().unwrap(), r#"{"by":{"a":1.5,"b":2.0}}"#);
        assert!(Options::new().read(&schema, &patch.to_json_patch().unwrap()).is_err());
    }
}
