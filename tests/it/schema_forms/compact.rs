//! The compact form: canonical bytes, and what is refused of any others.

use vellum::{ErrorKind, Schema};

use super::everything;

#[test]
fn text_survives_the_compact_form() {
    let schema = everything();
    let bytes = schema.to_bytes();
    let again = Schema::from_bytes(&bytes).unwrap();
    assert_eq!(again, schema);
    assert_eq!(again.to_bytes(), bytes);
    assert!(bytes.len() < schema.to_string().len() * 2 / 3, "{} bytes", bytes.len());
}

#[test]
fn equal_schemas_have_equal_bytes_whatever_the_order_of_definitions() {
    let one = Schema::parse("struct B { } enum E { x } struct A { b: B, e: E } root A;").unwrap();
    let other = Schema::parse("root A; enum E { x } struct A { b: B, e: E } struct B { }").unwrap();
    assert_eq!(one.to_bytes(), other.to_bytes());
    let fields = Schema::parse("struct B { } enum E { x } struct A { e: E, b: B } root A;").unwrap();
    assert_ne!(one.to_bytes(), fields.to_bytes());
}

/// The example of docs/format-schema.md.
#[test]
fn the_compact_form_is_what_the_specification_shows() {
    let text = "enum Fruit { apples, pears } struct User { name: string, age: u16 = 18, likes: list<Fruit?> since 2 } root User;";
    let expected: &[&[u8]] = &[
        b"\x10\x01\x00\x01",
        b"\x05Fruit\x04User",
        b"\x00",
        b"\x00\x02\x00\x06apples\x00\x00\x05pears\x01",
        b"\x00\x03",
        b"\x00\x04name\x02",
        b"\x04\x03age\x11\x01\x12",
        b"\x02\x05likes\x06\x85\x00\x02",
    ];
    assert_eq!(Schema::parse(text).unwrap().to_bytes(), expected.concat());
}

#[test]
fn any_bytes_are_a_schema_or_an_error() {
    let bytes = everything().to_bytes();
    for len in 0..bytes.len() {
        assert_eq!(Schema::from_bytes(&bytes[..len]).unwrap_err().kind(), ErrorKind::Corrupt, "{len}");
    }
    let accepted = (0..bytes.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))).filter(|(at, bit)| {
        let mut changed = bytes.clone();
        changed[*at] ^= 1 << bit;
        Schema::from_bytes(&changed).is_ok_and(|schema| schema.to_bytes() == changed)
    });
    assert!(accepted.count() > bytes.len() / 2);
    let longer = [&bytes[..], &[0]].concat();
    assert!(Schema::from_bytes(&longer).unwrap_err().to_string().contains("after the end"));
}

#[test]
fn every_change_of_one_byte_gives_another_schema_or_an_error() {
    let text = "open enum E { a = 3, b } union U { x, y: E?, z: list<tuple<u8, any>> }
        /// D.
        frozen struct F { t: time = 5, d: decimal(2)? } struct A { u: U, m: map<E, F?>, s: string = \"s\" since 2 } root A;";
    let schema = Schema::parse(text).unwrap();
    let bytes = schema.to_bytes();
    for at in 0..bytes.len() {
        for byte in (0..=255).filter(|byte| *byte != bytes[at]) {
            let mut changed = bytes.clone();
            changed[at] = byte;
            if let Ok(other) = Schema::from_bytes(&changed) {
                assert_eq!(other.to_bytes(), changed);
                assert_ne!(other, schema, "{byte:02X} at {at}");
            }
        }
    }
}

#[test]
fn a_compact_form_that_is_not_the_shortest_is_refused() {
    let refused = |bytes: &[u8], message: &str| {
        let error = Schema::from_bytes(bytes).unwrap_err();
        assert!(error.to_string().contains(message), "{message:?} in {error}");
    };
    assert!(Schema::from_bytes(b"\x10\0\0\x01\x01A\0\0\x01\0\x01x\x10").is_ok());
    refused(b"\x10\0\0\x80\x01\x01A\0\0\x01\0\x01x\x10", "canonical form (at offset 3)");
    refused(b"\x10\0\0\x02\x01B\x01A\0\0\0\0\0", "canonical form (at offset 5)");
    // A default that is the type's own is declared, and has no bytes.
    assert!(Schema::from_bytes(b"\x10\0\0\x01\x01A\0\0\x01\x04\x01x\x10\0").is_ok());
    refused(b"\x10\0\0\x01\x01A\0\0\x01\x04\x01x\x10\x01\0", "canonical form");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\x04\x01x\x90\0", "absent by default");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\x04\x01x\x10\x02\x01\0", "canonical form");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\x04\x01x\x10\x02\0\x01", "no value of the field's type");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\x02\x01x\x10\x01", "canonical form");
    refused(b"\x10\0\0\x01\x01A\0\x01\0\0", "canonical form");
    refused(b"\x10\0\0\x01\x01A\0\x08\0", "unknown flags");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\0\x01x\x05\x01", "not defined");
    refused(b"\x10\0\0\x01\x01A\x03\0\0", "the root is none");
    refused(b"\x10\0\0\x01\x01A\x02\x05\0\0\0", "canonical form");
    refused(b"\x10\0\0\x01\x01A\x02\x04\0\0", "canonical form");
    refused(b"\x13\0\0\x01\x01A\0\0\0", "newer version");
    refused(b"\x20\0\0\x01\x01A\0\0\0", "newer version");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\0\x01x\x2B", "unknown type");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\0\x01x\x30\x13", "digits behind the point");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\0\x01x\x08\x90", "a key cannot be absent");
}

#[test]
fn hostile_bytes_cost_no_more_than_their_length_allows() {
    let nested = [b"\x10\0\0\x01\x01A\0\0\x01\0\x01x".as_slice(), &[6; 100_000]].concat();
    assert!(Schema::from_bytes(&nested).unwrap_err().to_string().contains("nested deeper than 64"));
    // A long name that two bytes refer to, many times.
    let name = "n".repeat(10_000);
    let mut bytes = b"\x10\0\0\x02\x01A\xA7\x10".to_vec();
    bytes.extend(name.as_bytes());
    bytes.extend(b"\x00\x00\x01\x00\x01x\x0A\xA7\x10");
    bytes.extend([5, 1].repeat(10_000));
    assert_eq!(Schema::from_bytes(&bytes).unwrap_err().kind(), ErrorKind::Limit);
    assert!(Schema::from_bytes(b"\x10\xDF\xFF\xFF\xFF").is_err());
}

#[test]
fn many_definitions_cost_time_in_proportion() {
    let chain = |count: usize, end: &str| {
        let item = |index: usize| format!("struct S{index} {{ next: S{} }} ", index + 1);
        (0..count).map(item).collect::<String>() + &format!("struct S{count} {{ {end} }} root S0;")
    };
    let schema = Schema::parse(&chain(20_000, "x: u8")).unwrap();
    assert_eq!(Schema::from_bytes(&schema.to_bytes()).unwrap().fingerprint(), schema.fingerprint());
    assert!(schema.find("S19999").is_some());
    let error = Schema::parse(&chain(20_000, "back: S10000")).unwrap_err().to_string();
    assert!(error.contains("the default of `S10000` contains itself through `back`"), "{error}");
    // Variants in an order of neither names nor numbers.
    let number = |index: u64| index * 7919 % 20_011;
    let variants: String = (0..20_000).map(|index| format!("v{index} = {}, ", number(index))).collect();
    let fields: String = (0..1000).map(|index| format!("f{index}: E = v{}, ", 19_999 - index)).collect();
    let schema = Schema::parse(&format!("enum E: u16 {{ {variants} }} struct A {{ {fields} }} root A;")).unwrap();
    assert_eq!(Schema::from_bytes(&schema.to_bytes()).unwrap(), schema);
    for index in 0..20_000 {
        assert_eq!(schema.enums()[0].number(&format!("v{index}")), Some(number(index)));
        assert_eq!(schema.enums()[0].variant(number(index)), Some(&*format!("v{index}")));
    }
    assert_eq!((schema.enums()[0].number("w"), schema.enums()[0].variant(20_011)), (None, None));
}
