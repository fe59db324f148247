//! Imports from formats of serde's at their edges: long texts, wide keys, depth, and few bytes that would make many.

use std::sync::LazyLock;

use serde::de::DeserializeSeed;
use serde::{Deserialize, Deserializer};
use vellum::serde::RecordSeed;
use vellum::{ErrorKind, Limits, Record, Schema};

fn from_json(schema: &Schema, json: &str) -> Result<Record, serde_json::Error> {
    RecordSeed::new(schema).default_missing_fields().deserialize(&mut serde_json::Deserializer::from_str(json))
}

static TEXTS: LazyLock<Schema> =
    LazyLock::new(|| Schema::parse("struct R { s: string, m: map<string, string>, a: any } root R;").unwrap());

/// A record for a format that takes no seed.
struct Texts(Record);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        (&*TEXTS).deserialize(deserializer).map(Self)
    }
}

#[test]
fn long_texts_are_read_from_formats_with_a_buffer_of_their_own() {
    let long = "text ".repeat(2000);
    let mut record = Record::new(&TEXTS);
    record.set("s", &*long).unwrap();
    record.set("m[key]", &*long).unwrap();
    record.set("a.key", &*long).unwrap();
    let mut cbor = Vec::new();
    ciborium::into_writer(&record, &mut cbor).unwrap();
    let Texts(read) = ciborium::from_reader(&cbor[..]).unwrap();
    assert!(record.content_eq(&read).unwrap());
}

#[test]
fn keys_of_128_bits_come_back_from_message_pack() {
    let schema = Schema::parse(
        "struct R { u: map<u128, u8>, i: map<i128, u8>, su: set<u128>, si: set<i128>, id: map<uuid, u8> } root R;",
    )
    .unwrap();
    let mut record = Record::new(&schema);
    for key in ["0", "7", "18446744073709551616", "340282366920938463463374607431768211455"] {
        record.set(&*format!("u[{key}]"), 1u8).unwrap();
        record.add_key("su", key.parse::<u128>().unwrap()).unwrap();
    }
    for key in ["-170141183460469231731687303715884105728", "-1", "0", "170141183460469231731687303715884105727"] {
        record.set(&*format!("i[{key}]"), 2u8).unwrap();
        record.add_key("si", key.parse::<i128>().unwrap()).unwrap();
    }
    record.set("id[00112233-4455-6677-8899-aabbccddeeff]", 3u8).unwrap();
    let bytes = rmp_serde::to_vec_named(&record).unwrap();
    let read = schema.deserialize(&mut rmp_serde::Deserializer::from_read_ref(&bytes)).unwrap();
    assert!(record.content_eq(&read).unwrap(), "{record:?}\n{read:?}");
}

#[test]
fn what_lies_inline_is_no_level_of_an_imported_value() {
    let schema = Schema::parse("struct N { a: array<N?, 1> } root N;").unwrap();
    let nested = |levels: usize| format!("{}{{}}{}", "{\"a\":[".repeat(levels), "]}".repeat(levels));
    // Formats of their own stop before: here each level is three for them.
    let import = |levels: usize| {
        let json = nested(levels);
        let mut deserializer = serde_json::Deserializer::from_str(&json);
        deserializer.disable_recursion_limit();
        RecordSeed::new(&schema).default_missing_fields().deserialize(&mut deserializer)
    };
    let record = import(64).unwrap();
    schema.prove(record.as_bytes()).unwrap();
    assert!(import(65).unwrap_err().to_string().contains("deep"));
}

#[test]
fn lists_of_structs_are_imported_as_deep_as_they_are_written() {
    let schema = Schema::parse("struct N { list: list<N>? } root N;").unwrap();
    let mut record = Record::new(&schema);
    let mut path = String::from("list");
    for _ in 0..64 {
        record.push_default(&*path).unwrap();
        path += "[0].list";
    }
    assert_eq!(record.push_default(&*path).unwrap_err().kind(), ErrorKind::Limit);
    let json = serde_json::to_string(&record).unwrap();
    let mut deserializer = serde_json::Deserializer::from_str(&json);
    deserializer.disable_recursion_limit();
    let read = (&schema).deserialize(&mut deserializer).unwrap();
    assert!(record.content_eq(&read).unwrap());
}

#[test]
fn few_bytes_that_make_long_records_are_refused() {
    let schema =
        Schema::parse("struct E { n: u8, more: array<u8, 60000> } struct R { list: list<E> } root R;").unwrap();
    let json = format!("{{\"list\":[{}{{}}]}}", "{},".repeat(30));
    assert!(from_json(&schema, &json).is_ok());
    let strict = schema.with_limits(Limits::new().bytes(1 << 20));
    let error = from_json(&strict, &json).unwrap_err().to_string();
    assert!(error.contains("bytes that what is read does not account for in `list`"), "{error}");
}

#[test]
fn keys_in_errors_are_written_as_paths_have_them() {
    let schema = Schema::parse("struct R { m: map<string, map<string, u8>> } root R;").unwrap();
    let mut record = Record::new(&schema);
    let (outer, inner) = ("b\"]\\ü\n", "x\"y");
    let path = |key: &str| format!("[\"{}\"]", key.replace('\\', "\\\\").replace('"', "\\\""));
    let full = format!("m{}{}", path(outer), path(inner));
    record.set(&*full, 1u8).unwrap();
    assert_eq!(record.diff(&Record::new(&schema)).unwrap()[0].path(), format!("m{}", path(outer)));
    let error = <std::collections::BTreeMap<
        String,
        std::collections::BTreeMap<String, std::collections::BTreeMap<String, bool>>,
    >>::deserialize_of(&record);
    assert_eq!(error.path(), full);
    assert_eq!(record.get::<u8>(&error.path()).unwrap(), 1);
}

/// What fails to be read from a record, and where.
trait DeserializeOf: serde::de::DeserializeOwned {
    fn deserialize_of(record: &Record) -> vellum::Error {
        Self::deserialize(record.root().unwrap()).err().unwrap()
    }
}

impl<T: serde::de::DeserializeOwned> DeserializeOf for T {}
