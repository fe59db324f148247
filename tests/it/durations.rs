//! Durations in formats for people: the text of ISO 8601, as jiff writes it, or the stored number.

#![cfg(feature = "json")]

use vellum::serde::Numbers;
use vellum::value::Duration;
use vellum::{ErrorKind, Record, Schema, Vellum, json};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Lap {
    took: Duration,
    pauses: Vec<Duration>,
    by: std::collections::BTreeMap<Duration, u8>,
    limit: Option<Duration>,
}

const HOUR: i64 = 3_600_000_000_000;

fn lap() -> Lap {
    Lap {
        took: Duration(HOUR * 3 / 2),
        pauses: vec![Duration(0), Duration(-500_000_000)],
        by: [(Duration(HOUR), 1)].into(),
        limit: Some(Duration(i64::MIN)),
    }
}

#[test]
fn a_duration_is_text_by_default_and_a_number_by_option_and_either_is_read() {
    let text =
        r#"{"took":"PT1H30M","pauses":["PT0S","-PT0.5S"],"by":{"PT1H":1},"limit":"-PT2562047H47M16.854775808S"}"#;
    let numbers =
        r#"{"took":5400000000000,"pauses":[0,-500000000],"by":{"3600000000000":1},"limit":-9223372036854775808}"#;
    assert_eq!(json::to_string(&lap()).unwrap(), text);
    assert_eq!(json::Options::new().numbers().to_string(&lap()).unwrap(), numbers);
    for json in [text, numbers] {
        assert_eq!(json::from_str::<Lap>(json).unwrap(), lap());
    }
    let bytes = vellum::to_vec(&lap()).unwrap();
    assert_eq!(serde_json::to_string(&Lap::peek(&bytes).unwrap()).unwrap(), text);
    let record = Record::open(Lap::schema(), &bytes[..]).unwrap();
    assert_eq!(serde_json::to_string(&Numbers(&record)).unwrap(), numbers);
    assert_eq!(record.get::<u8>("by[PT60M]").unwrap(), 1);
    assert_eq!(record.get::<u8>("by[3600000000000]").unwrap(), 1);
}

#[test]
fn a_duration_in_a_format_that_is_not_for_people_is_the_stored_number_and_its_text_is_read() {
    let schema = Schema::parse("struct R { took: duration } root R;").unwrap();
    let mut record = Record::new(&schema);
    record.set("took", Duration(7)).unwrap();
    let mut cbor = Vec::new();
    ciborium::into_writer(&record, &mut cbor).unwrap();
    let value: ciborium::Value = ciborium::from_reader(&cbor[..]).unwrap();
    assert_eq!(value.as_map().unwrap()[0].1, ciborium::Value::from(7));
    let text = std::collections::BTreeMap::from([("took", "PT1H")]);
    let mut cbor = Vec::new();
    ciborium::into_writer(&text, &mut cbor).unwrap();
    let mut read = Record::new(&schema);
    read.set_serde("took", "PT1H").unwrap();
    assert_eq!(read.get::<Duration>("took").unwrap(), Duration(HOUR));
    assert_eq!(Record::from_serde(&schema, &text).unwrap().as_bytes(), read.as_bytes());
    let asked: std::collections::BTreeMap<String, String> = read.to_serde().unwrap();
    assert_eq!(asked["took"], "PT1H");
}

#[test]
fn other_texts_of_a_duration_are_read_and_what_is_none_is_refused() {
    let schema = Schema::parse("struct R { took: duration } root R;").unwrap();
    let read = |text: &str| schema.from_json(&format!(r#"{{"took": "{text}"}}"#));
    for (text, nanos) in [
        ("P1DT12H", 36 * HOUR),
        ("P2W", 336 * HOUR),
        ("PT1.5H", HOUR * 3 / 2),
        ("PT5400S", HOUR * 3 / 2),
        ("pt1h", HOUR),
        ("PT-1H", -HOUR),
    ] {
        assert_eq!(read(text).unwrap().get::<Duration>("took").unwrap(), Duration(nanos), "{text}");
    }
    for text in ["", "P", "PT", "1:30", "P1Y", "P1M", "PT1", "PT0.0000000001S", "P200000D", "3600", "PT1H "] {
        let error = read(text).unwrap_err();
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "took"), "{text}: {error}");
        let message = if text.contains('.') { "is finer than a nanosecond" } else { "is not a value of duration" };
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
    for json in ["1.5", "9223372036854775808", "true", "[1]"] {
        assert!(schema.from_json(&format!(r#"{{"took": {json}}}"#)).is_err(), "{json}");
    }
}

#[cfg(feature = "jiff")]
#[test]
fn the_text_is_that_of_another_implementation() {
    let mut random = 1u64;
    for round in 0..20_000u32 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let nanos = match round % 4 {
            0 => random.cast_signed(),
            1 => random.cast_signed() >> (round % 63),
            2 => (random.cast_signed() >> 40) * 1_000_000_000,
            _ => (random.cast_signed() >> 44) * 60_000_000_000,
        };
        let json = serde_json::to_string(&Duration(nanos)).unwrap();
        let text = json.trim_matches('"');
        let other = jiff::SignedDuration::from_nanos(nanos);
        assert_eq!(text, other.to_string());
        assert_eq!(text.parse::<jiff::SignedDuration>().unwrap(), other);
        assert_eq!(serde_json::from_str::<Duration>(&json).unwrap(), Duration(nanos));
    }
}
