//! Through serde: hexadecimal digits and JSON arrays as the keys of formats for people, sequences elsewhere.

#![allow(clippy::type_complexity)]

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeSeed;
use serde::{Deserialize, Serialize};
use vellum::value::Date;
use vellum::{Record, Schema, Vellum};

const TEXT: &str = "enum Side { buy, sell }
    struct Book {
        digests: map<bytes[4], string>, quotes: map<tuple<u32, string>, u64>, days: map<tuple<Side, date, bytes>, u8>,
        nested: map<tuple<tuple<bool, bytes[2]>, char>, list<u8>>, seen: set<tuple<string, bytes[2]>>, ids: set<bytes[2]>,
    } root Book;";

#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
struct Book {
    digests: BTreeMap<[u8; 4], String>,
    quotes: BTreeMap<(u32, String), u64>,
    days: BTreeMap<(Side, i32, Vec<u8>), u8>,
    nested: BTreeMap<((bool, [u8; 2]), char), Vec<u8>>,
    seen: BTreeSet<(String, [u8; 2])>,
    ids: BTreeSet<[u8; 2]>,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Side {
    Buy,
    Sell,
}

fn book() -> Book {
    Book {
        digests: [([1, 2, 3, 4], "a".into()), ([0xFF, 0, 0, 0], String::new())].into(),
        quotes: [((7, "a\"]\n".into()), 1), ((7, String::new()), 2)].into(),
        days: [((Side::Sell, 19_675, vec![0, 255]), 1), ((Side::Buy, -1, vec![]), 2)].into(),
        nested: [(((true, [1, 2]), 'é'), vec![3]), (((false, [0, 0]), '"'), vec![])].into(),
        seen: [("x".into(), [1, 2])].into(),
        ids: [[1, 2], [0, 9]].into(),
    }
}

fn record(schema: &Schema, book: &Book) -> Record {
    Record::from_serde(schema, book).unwrap()
}

#[test]
fn types_of_serde_go_in_and_come_out() {
    let schema = Schema::parse(TEXT).unwrap();
    let record = record(&schema, &book());
    assert!(schema.prove(record.as_bytes()).unwrap().is_complete());
    assert_eq!(record.to_serde::<Book>().unwrap(), book());
    assert_eq!(record.get::<u64>(r#"quotes[[7,"a\"]\n"]]"#).unwrap(), 1);
    assert_eq!(record.get::<u8>(r#"days[["sell",19675,"00ff"]]"#).unwrap(), 1);
}

#[test]
fn json_has_one_text_for_each_key() {
    let schema = Schema::parse(TEXT).unwrap();
    let record = record(&schema, &book());
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(
        json,
        r#"{"digests":{"01020304":"a","ff000000":""},"quotes":{"[7,\"\"]":2,"[7,\"a\\\"]\\n\"]":1},"#.to_owned()
            + r#""days":{"[\"buy\",\"1969-12-31\",\"\"]":2,"[\"sell\",\"2023-11-14\",\"00ff\"]":1},"#
            + r#""nested":{"[[false,\"0000\"],\"\\\"\"]":[],"[[true,\"0102\"],\"é\"]":[3]},"#
            + r#""seen":[["x",[1,2]]],"ids":[[0,9],[1,2]]}"#
    );
    let back = schema.deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap();
    assert_eq!(back.as_bytes(), record.as_bytes());
    let numbers = serde_json::to_string(&vellum::serde::Numbers(&record)).unwrap();
    assert!(numbers.contains(r#""[\"sell\",19675,\"00ff\"]":1"#), "{numbers}");
    let back = schema.deserialize(&mut serde_json::Deserializer::from_str(&numbers)).unwrap();
    assert_eq!(back.as_bytes(), record.as_bytes());

    for (field, key) in [
        ("digests", "0102030"),
        ("digests", "010203"),
        ("digests", "0102030405"),
        ("digests", "zz020304"),
        ("quotes", "[7]"),
        ("quotes", "7"),
        ("quotes", "[\\\"7\\\",\\\"a\\\"]"),
        ("quotes", "[7,\\\"a\\\"] "),
        ("quotes", "[7,\\\"a\\\",1]"),
    ] {
        let json = format!(r#"{{"{field}": {{"{key}": null}}}}"#);
        let error = schema.deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap_err();
        assert!(
            error.to_string().contains("is no key of type") || error.to_string().contains("hexadecimal"),
            "{error}"
        );
    }
    let twice = r#"{"quotes": {"[7,\"a\"]": 1, "[7, \"\\u0061\"]": 2}}"#;
    let error = schema.deserialize(&mut serde_json::Deserializer::from_str(twice)).unwrap_err();
    assert!(error.to_string().contains("comes twice"), "{error}");
}

#[test]
fn binary_formats_have_sequences() {
    let schema = Schema::parse(TEXT).unwrap();
    let record = record(&schema, &book());
    let bytes = rmp_serde::to_vec_named(&record).unwrap();
    let back = schema.deserialize(&mut rmp_serde::Deserializer::from_read_ref(&bytes)).unwrap();
    assert_eq!(back.as_bytes(), record.as_bytes());
    let same: Book = rmp_serde::from_slice(&bytes).unwrap();
    assert_eq!(same, book());
    let theirs = rmp_serde::to_vec_named(&book()).unwrap();
    let back = schema.deserialize(&mut rmp_serde::Deserializer::from_read_ref(&theirs)).unwrap();
    assert_eq!(back.as_bytes(), record.as_bytes());
    let mut cbor = Vec::new();
    ciborium::into_writer(&record, &mut cbor).unwrap();
    let same: Book = ciborium::from_reader(&*cbor).unwrap();
    assert_eq!(same, book());
}

#[cfg(feature = "json")]
#[test]
fn patches_name_entries_by_their_texts() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = record(&schema, &book());
    record
        .merge_patch(r#"{"digests": {"01020304": null, "0a0b0c0d": "new"}, "quotes": {"[7,\"\"]": 5, "[8,\"x\"]": 6}}"#)
        .unwrap();
    assert_eq!(record.len("digests").unwrap(), 2);
    assert_eq!(record.get::<str>(r#"digests[b"\x0a\x0b\x0c\x0d"]"#).unwrap(), "new");
    assert_eq!(record.get::<u64>(r#"quotes[[7,""]]"#).unwrap(), 5);
    let twice = record.merge_patch(r#"{"quotes": {"[8,\"x\"]": 6, "[8,\"\\u0078\"]": 7}}"#).unwrap_err();
    assert!(twice.to_string().contains("comes twice"), "{twice}");
    record
        .json_patch(
            r#"[{"op": "move", "from": "/quotes/[8,\"x\"]", "path": "/quotes/[9,\"~1~0\"]"},
                {"op": "test", "path": "/quotes/[9,\"~1~0\"]", "value": 6},
                {"op": "add", "path": "/ids", "value": [[3, 4], [1, 2]]},
                {"op": "remove", "path": "/digests/ff000000"}]"#,
        )
        .unwrap();
    assert_eq!(record.get::<u64>(r#"quotes[[9,"/~"]]"#).unwrap(), 6);
    assert!(record.contains_key("ids", b"\x03\x04").unwrap());
    assert!(record.merge_patch(r#"{"digests": {"0102": null}}"#).is_err());
    assert!(record.merge_patch(r#"{"quotes": {"[1]": null}}"#).is_err());
    assert!(schema.prove(record.as_bytes()).unwrap().is_complete());
}

#[cfg(feature = "json")]
#[test]
fn derived_types_have_the_same_json() {
    #[derive(Vellum, Debug, PartialEq)]
    struct Prices {
        of: BTreeMap<(u32, Date), u64>,
        ids: BTreeMap<[u8; 2], u8>,
    }
    let prices = Prices { of: [((7, Date(0)), 3)].into(), ids: [([1, 2], 3)].into() };
    let json = vellum::json::to_string(&prices).unwrap();
    assert_eq!(json, r#"{"of":{"[7,\"1970-01-01\"]":3},"ids":{"0102":3}}"#);
    assert_eq!(vellum::json::from_str::<Prices>(&json).unwrap(), prices);
    let bytes = vellum::to_vec(&prices).unwrap();
    assert_eq!(serde_json::to_string(&Prices::peek(&bytes).unwrap()).unwrap(), json);
    assert_eq!(serde_json::to_string(&Prices::prove(&bytes).unwrap().of()).unwrap(), r#"{"[7,\"1970-01-01\"]":3}"#);
}
