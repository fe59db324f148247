//! Schemas in JSON, and through serde's formats for machines.

use vellum::Schema;

use super::everything;

#[test]
fn text_survives_json() {
    let text = everything().to_string();
    let json = serde_json::to_string_pretty(&everything()).unwrap();
    let again: Schema = serde_json::from_str(&json).unwrap();
    assert_eq!(again.to_string(), text, "{json}");
    let value = serde_json::to_value(&again).unwrap();
    let again: Schema = serde_json::from_value(value).unwrap();
    assert_eq!(again.to_string(), text);
}

#[test]
fn json_says_what_text_says_and_no_more() {
    let text = "struct A { x: u8, y: list<u16?>? = } root A;".replace(" =", "");
    let json = serde_json::to_value(Schema::parse(&text).unwrap()).unwrap();
    let expected = serde_json::json!({
        "root": "A",
        "structs": [{ "name": "A", "fields": [{ "name": "x", "type": "u8" }, { "name": "y", "type": "list<u16?>?" }] }],
    });
    assert_eq!(json, expected);
}

#[test]
fn json_may_be_written_by_hand() {
    let json = r#"{
        "structs": [{ "fields": [
            { "type": " map < string , u32? > ", "name": "scores" },
            { "default": 1.5, "name": "ratio", "type": "f32" },
            { "default": 3, "name": "half", "type": "f64", "docs": null },
            { "default": [1, 2, 255], "name": "raw", "type": "bytes" },
            { "default": "b", "name": "letter", "type": "char" },
            { "default": "1.5", "name": "price", "type": "decimal(2)" }
        ], "name": "A" }],
        "root": "A"
    }"#;
    let text =
        "struct A { scores: map<string, u32?>, ratio: f32 = 1.5, half: f64 = 3, raw: bytes = b\"\\x01\\x02\\xFF\",
        letter: char = 'b', price: decimal(2) = 1.5 } root A;";
    assert_eq!(serde_json::from_str::<Schema>(json).unwrap(), Schema::parse(text).unwrap());
}

#[test]
fn what_is_wrong_in_json_is_told_by_name() {
    let refused = |json: &str, message: &str| {
        let error = serde_json::from_str::<Schema>(json).unwrap_err().to_string();
        assert!(error.contains(message), "{message:?} in {error}");
    };
    let field = |field: &str| format!(r#"{{"root":"A","structs":[{{"name":"A","fields":[{field}]}}]}}"#);
    refused("{}", "the schema has no `root`");
    refused(r#"{"root":"A"}"#, "the root `A` is not a type");
    refused(r#"{"roots":"A"}"#, "a schema has no key `roots`");
    refused(r#"{"root":"A","root":"B"}"#, "duplicate field `root`");
    refused(r#"{"root":"A","width":3}"#, "a pointer width is 1, 2 or 4");
    refused(r#"{"root":"A","structs":[{}]}"#, "a struct has no `name`");
    refused(r#"{"root":"A","structs":[{"name":"A b"}]}"#, "`A b` is not a name");
    refused(r#"{"root":"A","structs":[{"name":"u8"}]}"#, "the name of a built-in type in `u8`");
    refused(r#"{"root":"A","structs":7}"#, "invalid type");
    refused(r#"{"root":"A","enums":[{"name":"E"}]}"#, "the enum `E` has no variants in `E`");
    refused(r#"{"root":"A","enums":[{"name":"E","repr":"i8"}]}"#, "stored as u8, u16, u32 or u64 in `E`");
    let numbers = r#"{"root":"A","enums":[{"name":"E","variants":[{"name":"a","number":256}]}]}"#;
    refused(numbers, "the number 256 does not fit u8 in `E.a`");
    refused(r#"{"root":"A","unions":[{"name":"U","variants":[{}]}]}"#, "a variant has no `name` in `U`");
    refused(&field(r#"{"type":"u8"}"#), "a field has no `name` in `A`");
    refused(&field(r#"{"name":"x"}"#), "the field has no `type` in `A.x`");
    refused(&field(r#"{"name":"x","type":"u17"}"#), "unknown type `u17` in `A.x`");
    refused(&field(r#"{"name":"x","type":"map<u8>"}"#), "expected `,`, found `>` in the type `map<u8>` in `A.x`");
    refused(&field(r#"{"name":"x","type":"u8 since 2"}"#), "expected the end of the type, found `since`");
    refused(&field(r#"{"name":"x","type":"u8","default":256}"#), "256 is not a value of u8 in `A.x`");
    refused(&field(r#"{"name":"x","type":"u8?","default":1}"#), "takes no other default in `A.x`");
    refused(&field(r#"{"name":"x","type":"bool","default":"true"}"#), "\"true\" is not a value of bool in `A.x`");
    refused(&field(r#"{"name":"x","type":"list<u8>","default":[]}"#), "takes no default in `A.x`");
    refused(&field(r#"{"name":"x","type":"u8","since":70000}"#), "a revision from 1 to 65535 in `A.x`");
    refused(&field(r#"{"name":"x","type":"u8"},{"name":"x","type":"u8"}"#), "the field `x` is defined twice in `A.x`");
}

#[test]
fn formats_for_machines_hold_the_compact_form() {
    let bytes = rmp_serde::to_vec(&everything()).unwrap();
    assert_eq!(rmp_serde::from_slice::<Schema>(&bytes).unwrap(), everything());
    assert!(bytes.ends_with(&everything().to_bytes()));
    assert!(rmp_serde::from_slice::<Schema>(&bytes[..bytes.len() - 1]).is_err());
}
