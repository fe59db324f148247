//! Records through serde: every type there and back in two formats, and bad input refused with its path.

#![cfg(feature = "serde")]

use serde::de::DeserializeSeed;
use serde_json::{Value, json};
use vellum::serde::RecordSeed;
use vellum::value::{Date, Decimal, Decimal128, Geo8, Time, Timestamp, Uuid};
use vellum::{ErrorKind, Record, Result, Schema};

const TEXT: &str = "
    enum Fruit { apple = 3, pear }
    frozen struct Flat { n: u8, label: string }
    struct Node { n: u8, next: Node?, flat: Flat, tags: list<string> }
    struct All {
        flag: bool = true, byte: u8, word: i64 = -1, wide: u128, deep: i128, half: f32, full: f64, letter: char,
        fruit: Fruit, text: string = \"unset\", nick: string?, data: bytes, id: uuid, key: ulid, day: date, noon: time,
        seen: timestamp, span: duration, price: decimal(2), exact: decimal128(30), place: geo8,
        node: Node, other: Node?, flat: Flat?, nodes: list<Node>, gaps: list<Node?>, numbers: list<u16?>, grid: list<list<f64>>,
        blobs: list<bytes>, names: list<string?>?,
    }
    root All;";

fn parse(schema: &Schema, json: &str) -> std::result::Result<Record, serde_json::Error> {
    schema.deserialize(&mut serde_json::Deserializer::from_str(json))
}

fn full(schema: &Schema) -> Result<Record> {
    let mut record = Record::new(schema);
    record.set("flag", false)?;
    record.set("byte", 200u8)?;
    record.set("word", i64::MIN)?;
    record.set("wide", u128::MAX)?;
    record.set("deep", i128::MIN)?;
    record.set("half", 0.1f32)?;
    record.set("full", 0.1f64)?;
    record.set("letter", 'ß')?;
    record.set("fruit", 4u8)?;
    record.set("text", "\u{0}\"\\ ünï")?;
    record.set("nick", "")?;
    record.set("data", &[0u8, 255][..])?;
    record.set("id", Uuid([0xAB; 16]))?;
    record.set("day", Date(-1))?;
    record.set("noon", Time::from_nanos(43_200_000_000_000).unwrap())?;
    record.set("seen", Timestamp(1_700_000_000_000))?;
    record.set("price", Decimal::<2>(-5))?;
    record.set("exact", Decimal128::<30>(i128::MAX))?;
    record.set("place", Geo8::from_degrees(52.520_008, -13.404_954)?)?;
    record.set("node.next.next.n", 3u8)?;
    record.push("node.tags", "tag")?;
    record.make("other")?;
    record.make("flat")?;
    record.push_default("nodes")?;
    record.set("nodes[0].flat.label", "deep")?;
    record.push_default("gaps")?;
    record.push_default("gaps")?;
    record.make("gaps[1]")?;
    record.push("numbers", 7u16)?;
    record.push_default("numbers")?;
    record.push_default("grid")?;
    record.push("grid[0]", 1.5f64)?;
    record.push_default("grid")?;
    record.push("blobs", &[1u8][..])?;
    record.make_list("names")?;
    Ok(record)
}

#[test]
fn every_type_goes_through_json_and_back() {
    let schema = Schema::parse(TEXT).unwrap();
    for mut record in [Record::new(&schema), full(&schema).unwrap()] {
        let json = serde_json::to_string(&record).unwrap();
        let mut back = parse(&schema, &json).unwrap_or_else(|error| panic!("{error}\n{json}"));
        assert_eq!(serde_json::to_string(&back).unwrap(), json);
        record.compact().unwrap();
        back.compact().unwrap();
        assert_eq!(back.as_bytes(), record.as_bytes(), "{json}");
    }
}

#[test]
fn every_type_goes_through_a_binary_format_and_back() {
    let schema = Schema::parse(TEXT).unwrap();
    for mut record in [Record::new(&schema), full(&schema).unwrap()] {
        let packed = rmp_serde::to_vec(&record).unwrap();
        let mut back = schema.deserialize(&mut rmp_serde::Deserializer::new(&packed[..])).unwrap();
        record.compact().unwrap();
        back.compact().unwrap();
        assert_eq!(back.as_bytes(), record.as_bytes());
    }
}

#[test]
fn the_json_of_each_type_is_the_documented_one() {
    let schema = Schema::parse(TEXT).unwrap();
    let json = serde_json::to_string(&full(&schema).unwrap()).unwrap();
    let value: Value = serde_json::from_str(&json).unwrap();
    for (key, expected) in [
        ("flag", json!(false)),
        ("fruit", json!("pear")),
        ("letter", json!("ß")),
        ("data", json!("AP8=")),
        ("id", json!("abababab-abab-abab-abab-abababababab")),
        ("key", json!("00000000000000000000000000")),
        ("day", json!("1969-12-31")),
        ("price", json!("-0.05")),
        ("place", json!([52.520_008, -13.404_954])),
        ("other", json!({"n": 0, "next": null, "flat": {"n": 0, "label": ""}, "tags": []})),
        ("numbers", json!([7, null])),
        ("names", json!([])),
    ] {
        assert_eq!(value[key], expected, "{key}");
    }
}

#[test]
fn sets_of_the_widest_integers_go_through_json_and_back() {
    let schema =
        Schema::parse("struct Wide { high: set<u128>, low: set<i128>, by: map<i128, u8> } root Wide;").unwrap();
    let mut record = Record::new(&schema);
    record.add_key("high", u128::MAX).unwrap();
    record.add_key("low", i128::MIN).unwrap();
    record.add_key("low", -1).unwrap();
    record.add_key("by", i128::MAX).unwrap();
    let json = serde_json::to_string(&record).unwrap();
    let back = parse(&schema, &json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    assert!(back.content_eq(&record).unwrap());
}

#[test]
fn bad_json_is_refused_with_its_path() {
    let schema = Schema::parse(TEXT).unwrap();
    for (json, message) in [
        (r#"{"byte": 300}"#, "300 is out of range for u8 (0 to 255) in `byte`"),
        (r#"{"byte": -1}"#, "-1 is out of range for u8 (0 to 255) in `byte`"),
        (r#"{"byte": 1.5}"#, "1.5 is not a value of u8 in `byte`"),
        (r#"{"byte": "1"}"#, "expected a value of u8 for `byte`"),
        (
            r#"{"word": 18446744073709551615}"#,
            "18446744073709551615 is out of range for i64 (-9223372036854775808 to 9223372036854775807) in `word`",
        ),
        (r#"{"flag": 1}"#, "expected a value of bool for `flag`"),
        (r#"{"fruit": "plum"}"#, "\"plum\" is not a value of Fruit in `fruit`"),
        (r#"{"fruit": 0}"#, "has no variant 0"),
        (r#"{"letter": "ab"}"#, "\"ab\" is not a value of char in `letter`"),
        (r#"{"id": "abc"}"#, "\"abc\" is not a value of uuid in `id`"),
        (r#"{"price": "1.555"}"#, "\"1.555\" has more digits behind the point than decimal(2) holds in `price`"),
        (r#"{"price": 1.555}"#, "1.555 has more digits behind the point than decimal(2) holds in `price`"),
        (r#"{"noon": 86400000000000}"#, "is out of range for time (0 to 86399999999999) in `noon`"),
        (r#"{"place": [91, 0]}"#, "no place at latitude 91, longitude 0 in `place`"),
        (r#"{"place": [1]}"#, "another length than two"),
        // The parser of JSON says so itself, which reads floats of 32 bits exactly; it knows no path.
        (r#"{"half": 1e300}"#, "the number is out of range for f32 (-3.4028235e38 to 3.4028235e38) in `half`"),
        (r#"{"text": null}"#, "null is not a value of string in `text`"),
        (r#"{"node": {"tags": ["a", 5]}}"#, "expected a value of string for `node.tags[1]`"),
        (r#"{"nodes": [{}, {"next": {"n": 256}}]}"#, "256 is out of range for u8 (0 to 255) in `nodes[1].next.n`"),
        (r#"{"byte": 1, "byte": 2}"#, "the key comes twice in `byte`"),
        (r#"{"text": "\ud800"}"#, "hex escape"),
        ("[1]", "a map with the fields of `All`"),
        (r#"{"nodes": {}}"#, "a sequence for `nodes`"),
    ] {
        let seed = RecordSeed::new(&schema).default_missing_fields();
        let read = seed.deserialize(&mut serde_json::Deserializer::from_str(json));
        let error = read.err().unwrap_or_else(|| panic!("{json} was taken"));
        assert!(error.to_string().contains(message), "{json}: {error}");
    }
    let unknown = r#"{"node": {"color": {"any": [1, 2]}}, "byte": 5}"#;
    let seed = RecordSeed::new(&schema).skip_unknown_fields().default_missing_fields();
    let record = seed.deserialize(&mut serde_json::Deserializer::from_str(unknown)).unwrap();
    assert_eq!(record.get::<u8>("byte").unwrap(), 5);
    let error = parse(&schema, unknown).err().unwrap();
    assert!(error.to_string().contains("`Node` has no field `color`"), "{error}");
    assert!(error.to_string().contains("in `node`"), "{error}");
}

#[test]
fn values_nested_too_deeply_are_refused_on_the_way_in_and_never_made() {
    let schema = Schema::parse(TEXT).unwrap();
    for depth in [50, 70, 100_000] {
        let json = format!("{{\"node\": {}{}}}", "{\"next\":".repeat(depth), "null".to_owned() + &"}".repeat(depth));
        let mut deserializer = serde_json::Deserializer::from_str(&json);
        match RecordSeed::new(&schema).default_missing_fields().deserialize(&mut deserializer) {
            Ok(record) => {
                assert!(depth < 64);
                serde_json::to_string(&record).unwrap();
            }
            Err(error) => assert!(depth > 60, "{depth}: {error}"),
        }
    }
}

#[test]
fn a_hostile_buffer_does_not_make_output_without_end() {
    // Two nodes that hold each other many times would print for ever.
    let schema = Schema::parse("struct Node { nodes: list<Node> } root Node;").unwrap();
    let mut record = Record::new(&schema);
    record.push_default("nodes").unwrap();
    let mut bytes = record.into_storage();
    let list = bytes[2];
    let element = usize::from(list) + 2;
    bytes[element] = list;
    let record = Record::open(&schema, &bytes).unwrap();
    let error = serde_json::to_string(&record).unwrap_err();
    assert!(error.to_string().contains("overlap") || error.to_string().contains("deep"), "{error}");
    assert_eq!(Record::open(&schema, &[0u8][..]).err().unwrap().kind(), ErrorKind::Corrupt);
}

#[test]
fn a_float_that_is_no_number_keeps_its_bits() -> Result<()> {
    let schema = Schema::parse("struct R { half: f32, full: f64 } root R;")?;
    let mut record = Record::new(&schema);
    // Signaling NaNs with a payload.
    let (half, full) = (f32::from_bits(0xFFA9_73EA), f64::from_bits(0x7FF4_0000_0000_0123));
    record.set_serde("half", &half)?;
    record.set_serde("full", &full)?;
    assert_eq!(record.get::<f32>("half")?.to_bits(), half.to_bits());
    assert_eq!(record.get::<f64>("full")?.to_bits(), full.to_bits());
    Ok(())
}
