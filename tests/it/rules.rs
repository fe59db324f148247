//! Rules for the values of fields, and text and bytes of fixed length.

use vellum::{ErrorKind, Record, Schema};

const TEXT: &str = "struct Item {
    stars: u8 in 1..=5 = 3,
    ratio: f64 in 0.0..=1.0,
    year: i32? in ..=2100,
    price: decimal(2) in 0.50.. = 1.00,
    code: string max 8 uppercase,
    slug: string? max 12 lowercase,
    blob: bytes max 4,
    tag: string[4],
    nick: string[6]?,
    hash: bytes[4],
    names: list<string[5]>,
}
root Item;
";

#[test]
fn what_breaks_a_rule_is_refused_and_changes_nothing() {
    let schema = Schema::parse(TEXT).unwrap();
    assert_eq!(Schema::parse(&schema.to_string()).unwrap(), schema);
    assert_eq!(schema.to_string(), TEXT);
    let mut record = Record::new(&schema);
    assert_eq!(record.get::<u8>("stars").unwrap(), 3);
    record.set("stars", 5u8).unwrap();
    record.set("code", "ABC-9").unwrap();
    record.set("year", 2100i32).unwrap();
    let before = record.as_bytes().to_vec();
    let refused = |error: vellum::Error, message: &str| {
        assert_eq!(error.kind(), ErrorKind::Type);
        assert!(error.to_string().contains(message), "{message:?} in {error}");
    };
    refused(record.set("stars", 6u8).unwrap_err(), "6 is more than 5");
    refused(record.set("stars", 0u8).unwrap_err(), "0 is less than 1");
    refused(record.set("ratio", 1.5f64).unwrap_err(), "1.5 is more than 1.0");
    refused(record.set("ratio", f64::NAN).unwrap_err(), "NaN is not in the range, which begins with 0.0");
    refused(record.set("year", 2101i32).unwrap_err(), "2101 is more than 2100");
    refused(record.set("price", vellum::value::Decimal::<2>(49)).unwrap_err(), "0.49 is less than 0.50");
    refused(record.set("code", "abc").unwrap_err(), "not uppercase");
    refused(record.set("code", "ABCDEFGHI").unwrap_err(), "9 bytes are more than 8");
    refused(record.set("slug", "Abc").unwrap_err(), "not lowercase");
    refused(record.set("blob", &[1u8; 5][..]).unwrap_err(), "5 bytes are more than 4");
    refused(record.set("tag", "12345").unwrap_err(), "at most 4 bytes");
    refused(record.set("tag", "1\0").unwrap_err(), "at most 4 bytes");
    refused(record.set("hash", &[1u8; 3][..]).unwrap_err(), "3 bytes for a field of 4");
    refused(record.push("names", "123456").unwrap_err(), "at most 5 bytes");
    assert_eq!(record.as_bytes(), before);
}

#[test]
fn text_and_bytes_of_fixed_length_lie_inline() {
    let schema = Schema::parse("struct A { tag: string[4], hash: bytes[3], nick: string[2]? } root A;").unwrap();
    let mut record = Record::new(&schema);
    record.set("tag", "äb").unwrap();
    record.set("hash", &[1u8, 2, 3][..]).unwrap();
    assert_eq!(record.as_bytes(), [0x20, 10, 0xC3, 0xA4, b'b', 0, 1, 2, 3, 0, 0, 0]);
    assert_eq!(record.get::<str>("tag").unwrap(), "äb");
    assert_eq!(record.get::<[u8]>("hash").unwrap(), [1, 2, 3]);
    assert_eq!(record.get::<u8>("hash[1]").unwrap(), 2);
    assert_eq!(record.get_optional(&schema.field::<str>("nick").unwrap()).unwrap(), None);
    record.set("nick", "").unwrap();
    assert_eq!(record.get_optional(&schema.field::<str>("nick").unwrap()).unwrap(), Some(""));
    record.clear("tag").unwrap();
    record.clear("nick").unwrap();
    assert_eq!(record.get::<str>("tag").unwrap(), "");
    let mut bytes = record.into_storage();
    bytes[2] = 0xFF;
    let record = Record::open(&schema, bytes).unwrap();
    assert_eq!(record.get::<str>("tag").unwrap_err().kind(), ErrorKind::Corrupt);
}

#[test]
fn lists_of_fixed_texts_grow_and_widen() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = Record::new(&schema);
    for index in 0..200 {
        record.push("names", &*format!("n{index}")).unwrap();
    }
    assert_eq!(record.get::<str>("names[123]").unwrap(), "n123");
    record.set("names[5]", "five").unwrap();
    record.compact().unwrap();
    assert_eq!(record.get::<str>("names[5]").unwrap(), "five");
    assert_eq!(record.len("names").unwrap(), 200);
}

#[test]
fn rules_that_do_not_fit_are_told() {
    let refused = |field: &str, message: &str| {
        let error = Schema::parse(&format!("struct A {{ {field} }} root A;")).unwrap_err().to_string();
        assert!(error.contains(message), "{message:?} in {error}");
    };
    refused("x: u8 in 1..=5", "the default breaks the rule: 0 is less than 1; declare one that keeps it, behind `=`");
    refused("x: u8 in 1..=500", "`500` is not a value of u8");
    refused("x: string in 1..=5", "expected text in quotation marks, found `1`");
    refused("x: u8 max 5", "a field of the type u8 takes no such rule; ranges are for numbers");
    refused("x: bytes lowercase", "takes no such rule");
    refused("x: list<string> max 5", "takes no such rule");
    refused("x: string max 2 = \"abc\"", "the default breaks the rule: 3 bytes are more than 2");
    refused("x: string[0]", "1 to 65535 bytes");
    refused("x: string[70000]", "a record has at most 65535");
}
