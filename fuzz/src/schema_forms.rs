//! Schemas as text, JSON and bytes: any are a schema or an error, and a schema is the same in every form.

use vellum::{Record, Schema};

pub fn run(data: &[u8]) {
    let Some((form, data)) = data.split_first() else { return };
    let schema = match form % 3 {
        0 => std::str::from_utf8(data).ok().and_then(|text| Schema::parse(text).ok()),
        1 => serde_json::from_slice::<Schema>(data).ok(),
        _ => Schema::from_bytes(data).ok().inspect(|schema| {
            assert_eq!(schema.to_bytes(), data, "the compact form is canonical");
        }),
    };
    if let Some(schema) = schema {
        forms(&schema);
    }
}

fn forms(schema: &Schema) {
    let text = schema.to_string();
    let parsed =
        Schema::parse(&text).unwrap_or_else(|error| panic!("the text of a schema is refused: {error}\n{text}"));
    assert_eq!(parsed.to_string(), text, "a schema prints as it was parsed");
    let bytes = schema.to_bytes();
    let read =
        Schema::from_bytes(&bytes).unwrap_or_else(|error| panic!("the bytes of a schema are refused: {error}\n{text}"));
    let json = serde_json::to_string(schema).expect("a schema is JSON");
    let imported: Schema =
        serde_json::from_str(&json).unwrap_or_else(|error| panic!("the JSON of a schema is refused: {error}\n{json}"));
    let built =
        schema.to_builder().build().unwrap_or_else(|error| panic!("a schema is not built again: {error}\n{text}"));
    for other in [&parsed, &read, &imported, &built] {
        assert_eq!(other, schema, "a form says another schema\n{text}");
        assert_eq!(other.fingerprint(), schema.fingerprint(), "a form has another fingerprint\n{text}");
        assert_eq!(other.to_bytes(), bytes, "a form has other bytes\n{text}");
    }
    let compatibility = schema.changes_since(&parsed);
    assert!(compatibility.is_compatible() && compatibility.differences().is_empty(), "{compatibility}\n{text}");
    let record = Record::new(schema);
    schema.prove(record.as_bytes()).unwrap_or_else(|error| panic!("a new record is not valid: {error}\n{text}"));
}
