//! Values of `any` through serde: laid out at once, in the bytes that edits and the compact form give, and that a proof
//! takes.
#![cfg(feature = "serde")]

use proptest::prelude::*;
use serde::de::DeserializeSeed;
use serde_json::{Value, json};
use vellum::{ErrorKind, Record, Schema, schema::PointerWidth};

fn root() -> Schema {
    Schema::parse("root any;").unwrap()
}

/// That every byte of a record is what the format allows.
fn proved(record: &Record) {
    assert!(record.schema().prove(record.as_bytes()).unwrap().is_complete());
}

/// That a value comes out as it went in, and that its bytes are the canonical ones, which a walk of its own makes.
fn round(schema: &Schema, value: &Value) -> Vec<u8> {
    let record = schema.deserialize(value).unwrap();
    assert_eq!(record.to_serde::<Value>().unwrap(), *value);
    let same = Record::from_serde(schema, value).unwrap();
    assert_eq!(same.as_bytes(), record.as_bytes());
    let mut compacted = Record::open(schema, record.as_bytes().to_vec()).unwrap();
    compacted.compact().unwrap();
    assert_eq!(compacted.as_bytes(), record.as_bytes(), "{value}");
    proved(&record);
    record.into_storage()
}

#[test]
fn the_bytes_are_those_of_the_format() {
    let schema = root();
    for (value, bytes) in [
        (json!(null), &[0x20, 2, 0, 0][..]),
        (json!(true), &[0x20, 2, 1, 1]),
        (json!(5), &[0x20, 2, 2, 5]),
        (json!(-300), &[0x20, 2, 3, 4, 2, 0xD4, 0xFE]),
        (json!(1.5), &[0x20, 2, 7, 4, 8, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F]),
        (json!(0.0), &[0x20, 2, 7, 0]),
        (json!(""), &[0x20, 2, 8, 0]),
        (json!([]), &[0x20, 2, 10, 0]),
        (json!({}), &[0x20, 2, 11, 0]),
        (json!([1, 2]), &[0x20, 2, 10, 4, 2, 2, 1, 2]),
        (json!([null, null]), &[0x20, 2, 10, 4, 2, 0, 0, 0]),
        (
            json!({"a": 1, "b": [true, null]}),
            &[0x20, 2, 11, 4, 4, 11, 2, 1, 13, 10, 15, 1, b'a', 1, b'b', 2, 0xFF, 1, 1, 0, 0],
        ),
    ] {
        assert_eq!(round(&schema, &value), bytes, "{value}");
    }
}

#[test]
fn every_width_and_maps_in_blocks_have_their_canonical_form() {
    let schema = root();
    for len in [1, 30, 100, 300, 910, 911, 1366, 5000] {
        let entries: serde_json::Map<_, _> = (0..len).map(|key| (format!("key {key}"), json!(key))).collect();
        round(&schema, &Value::Object(entries));
        round(&schema, &json!((0..len).map(|index| json!([index, "text", 0.5])).collect::<Vec<_>>()));
    }
    let wide = Schema::parse("root any width 4;").unwrap();
    assert_eq!(round(&wide, &json!({"a": [1, 2]}))[0], 0x22);
}

#[test]
fn a_value_within_a_record_has_the_bytes_that_edits_give() {
    let schema =
        Schema::parse("struct Doc { name: string, extra: any, more: list<any>, maybe: any? } root Doc;").unwrap();
    let mut edited = Record::new(&schema);
    edited.set("name", "n").unwrap();
    edited.push("extra.list", 1).unwrap();
    edited.push("extra.list", "two").unwrap();
    edited.set("extra.x.y", 70_000).unwrap();
    edited.push("more", 1.5).unwrap();
    edited.push("more", false).unwrap();
    edited.set("maybe", "is there").unwrap();
    edited.compact().unwrap();
    let json =
        r#"{"extra": {"x": {"y": 70000}, "list": [1, "two"]}, "maybe": "is there", "more": [1.5, false], "name": "n"}"#;
    let record = schema.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap();
    assert_eq!(record.as_bytes(), edited.as_bytes());

    // In the place of another value, of a wider buffer.
    let mut record = Record::with_width(&schema, PointerWidth::Four);
    record.set("extra", "a text that is released").unwrap();
    record.set_serde("extra", &json!({"list": [1, "two"], "x": {"y": 70000}})).unwrap();
    record.set_serde("more", &json!([1.5, false])).unwrap();
    record.set_serde("maybe", &"is there").unwrap();
    proved(&record);
    record.set("name", "n").unwrap();
    record.compact().unwrap();
    assert_eq!(record.as_bytes(), edited.as_bytes());
}

#[test]
fn errors_say_where_in_the_value_they_are() {
    let schema = root();
    let message = |json: &str| {
        let record = schema.deserialize(&mut serde_json::Deserializer::from_str(json));
        record.err().unwrap().to_string()
    };
    let twice = message(r#"{"a": [0, {"b": 1, "c\"": 2, "d": 3, "c\"": 4}]}"#);
    assert!(twice.contains(r#"the key comes twice in `["a"][1]["c\""]`"#), "{twice}");
    let deep = message(&format!("{}1{}", r#"{"x": ["#.repeat(40), "]}".repeat(40)));
    assert!(deep.contains(r#"nested at most 64 deep in `["x"][0]["x"][0]"#), "{deep}");
    let wide = schema.deserialize(serde::de::value::I128Deserializer::<serde::de::value::Error>::new(1));
    let wide = wide.err().unwrap().to_string();
    assert!(wide.ends_with("expected a value"), "{wide}");
}

#[test]
fn a_value_too_deep_for_its_place_leaves_the_record_as_it_was() {
    let schema = Schema::parse("struct Node { next: Node?, extra: any } root Node;").unwrap();
    let mut record = Record::new(&schema);
    let path = format!("{}extra", "next.".repeat(40));
    record.set(path.as_str(), 1).unwrap();
    let before = record.as_bytes().to_vec();
    let deep = |depth: usize| (0..depth).fold(json!(1), |value, _| json!([value]));
    assert_eq!(record.set_serde(&path, &deep(30)).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(record.as_bytes(), before);
    record.set_serde(&path, &deep(20)).unwrap();
    proved(&record);
    assert_eq!(record.get_serde::<Value>(&path).unwrap(), deep(20));
}

/// Every way for one value to take the place of another, in the slot, behind a pointer and in a packed list.
#[test]
fn a_value_takes_the_place_of_any_other() {
    let schema = root();
    let floats = [json!(0.0), json!(1.5), json!(-2.5)];
    let words = [json!(0), json!(-7), json!(300), json!(-70_000), json!(1u64 << 40), json!(u64::MAX)];
    let texts = [json!(""), json!("short"), json!("a text that is longer than the others")];
    let all: Vec<Value> = floats.into_iter().chain(words).chain(texts).chain([json!(true), json!(false)]).collect();
    for fill in [0, 200, 70_000] {
        let around = |value: &Value| json!({"a": [value, value], "b": value, "c": "x".repeat(fill)});
        for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
            let mut record = schema.deserialize(&around(one)).unwrap();
            for path in ["a[0]", "b", "a[1]"] {
                match other {
                    Value::Bool(value) => record.set(path, *value).unwrap(),
                    Value::String(text) => record.set(path, text.as_str()).unwrap(),
                    Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
                        (Some(number), ..) => record.set(path, number).unwrap(),
                        (None, Some(number), _) => record.set(path, number).unwrap(),
                        (None, None, number) => record.set(path, number.unwrap()).unwrap(),
                    },
                    _ => unreachable!("all are leaves"),
                }
            }
            assert_eq!(record.to_serde::<Value>().unwrap(), around(other), "{one} to {other}");
            proved(&record);
            record.compact().unwrap();
            assert_eq!(record.as_bytes(), schema.deserialize(&around(other)).unwrap().as_bytes(), "{one} to {other}");
        }
    }
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(|word| Value::from(word >> (word & 63))),
        any::<u64>().prop_map(Value::from),
        (-1e9..1e9).prop_map(|float: f64| Value::from(float)),
        Just(Value::from(-0.0)),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 400, 12, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..12).prop_map(Value::from),
            prop::collection::vec((".{0,3}", inner.clone()), 0..12).prop_map(|all| all.into_iter().collect()),
            // Of one variant, so that it is packed.
            (inner, 0..40usize).prop_map(|(value, count)| Value::from(vec![value; count])),
        ]
    })
}

proptest! {
    #[test]
    fn any_value_comes_out_as_it_went_in_with_canonical_bytes(value in values()) {
        round(&root(), &value);
        let schema = Schema::parse("struct Doc { a: any, b: any, c: list<any> } root Doc;").unwrap();
        round(&schema, &json!({"a": value, "b": [value, 1], "c": [value, value]}));
    }
}

/// A number as `serde_json` gives it with its feature `arbitrary_precision`.
#[derive(serde::Serialize)]
#[serde(rename = "$serde_json::private::Number")]
struct Exact {
    #[serde(rename = "$serde_json::private::Number")]
    text: &'static str,
}

#[test]
fn a_number_that_comes_as_its_text_is_a_number() {
    let numbers = [("2.5", json!(2.5)), ("1e3", json!(1000.0)), ("7", json!(7)), ("-0", json!(-0.0))];
    let numbers = numbers.into_iter().chain([("18446744073709551615", json!(u64::MAX))]);
    for (text, number) in numbers {
        let record = Record::from_serde(&root(), &vec![Exact { text }]).unwrap();
        assert_eq!(record.to_json().unwrap(), json!([number]).to_string());
    }
}

#[test]
fn the_names_that_serde_json_has_for_itself_are_keys_like_others() {
    for name in ["$serde_json::private::Number", "$serde_json::private::RawValue"] {
        for text in [json!("5"), json!("2.5"), json!("1e999"), json!("x"), json!(null), json!([1]), json!("{\"a\":1}")]
        {
            for held in [json!({name: text}), json!({name: text, "a": 1}), json!({"$": 1, name: text})] {
                let document = json!({"b": [held, 1], "c": held});
                for document in [&held, &document] {
                    let json = document.to_string();
                    let read = root().from_json(&json).unwrap();
                    assert_eq!(read.to_json().unwrap(), json);
                    let read = root().deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap();
                    assert_eq!(read.to_json().unwrap(), json);
                    assert_eq!(root().deserialize(document).unwrap().to_json().unwrap(), json);
                    let any: vellum::value::Any = serde_json::from_str(&json).unwrap();
                    assert_eq!(serde_json::to_string(&any).unwrap(), json);
                    let mut set = Record::new(&root());
                    set.set_json("", &json).unwrap();
                    assert_eq!(set.to_json().unwrap(), json);
                    if !text.is_null() {
                        let mut merged = Record::new(&root());
                        merged.merge_patch(&json).unwrap();
                        assert_eq!(merged.to_json().unwrap(), json);
                    }
                }
            }
        }
    }
}
