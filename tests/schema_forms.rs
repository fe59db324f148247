//! A schema as JSON, as bytes, from a builder, and its fingerprint: the same schema as the text.
#![cfg(feature = "serde")]
#![allow(clippy::large_stack_arrays, clippy::format_collect)]

mod common;

use vellum::schema::{Literal, Scalar};
use vellum::{Kind, PointerWidth, Schema};

/// Everything that text can say.
const EVERYTHING: &str = "
    /// Kinds.
    ///
    /// Of fruit.
    open enum Fruit: u16 { apples = 300, /// Green ones.
        pears, bananas = 2 }
    enum Plain { a, b, c }
    enum Late: u64 { only = 18446744073709551615, }
    /// How to reach somebody.
    open union Contact { none, /// Checked.
        email: string?, phone: Phone, fruit: Fruit, many: list<Contact>, both: tuple<u8, string?>, anything: any }
    union Closed { all: u8, }
    frozen struct Phone { country: u16 = 49, number: u64 }
    frozen struct Geo { lat: f64, lon: f64 = -0.5 }
    /// A user.
    struct User {
        /// Who.
        name: string = \"a \\\"quoted\\\" \\n name \\u{e9}\", raw: bytes = b\"\\xFF\\0'\", letter: char = '\\'',
        big: u64 = 18446744073709551615, huge: u128 = 340282366920938463463374607431768211455,
        low: i128 = -170141183460469231731687303715884105728, small: i8 = -128, tiny: f32 = 1e-30,
        ratio: f64 = 0.1, endless: f64 = -inf, none: f32 = NaN, less: f64 = -NaN, on: bool = true, fruit: Fruit = bananas, plain: Plain?, late: Late,
        nick: string?, home: Geo?, grid: list<list<Geo?>>, friends: list<User>, contact: Contact?, closed: Closed,
        price: decimal(2) = -1.05, total: decimal128(30) = 0.000000000000000000000000000001,
        born: date = -5, at: time = 86399999999999, seen: timestamp = 7, precise: timestamp(ns) = -1, span: duration = 3,
        id: uuid = 1, other: ulid, place: geo8 = 1, scores: map<string, u32?>, names: set<char>,
        matrix: array<array<f32?, 3>, 4>, pair: tuple<u8, tuple<Plain?, any>>, extra: any?,
        since: u8? since 2, later: User? since 70, def: Fruit = pears since 2,
    }
    root User width 2;";

fn everything() -> Schema {
    Schema::parse(EVERYTHING).unwrap()
}

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
    refused(r#"{"root":"A"}"#, "the root `A` is not a struct");
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
    let other = Schema::parse("root A; enum E { x } struct A { b: B, e: E = x } struct B { }").unwrap();
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
        assert_eq!(Schema::from_bytes(&bytes[..len]).unwrap_err().kind(), Kind::Corrupt, "{len}");
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
    refused(b"\x10\0\0\x01\x01A\0\0\x01\x04\x01x\x10\0", "canonical form");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\x04\x01x\x10\x02\x01\0", "canonical form");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\x04\x01x\x10\x02\0\x01", "no value of the field's type");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\x02\x01x\x10\x01", "canonical form");
    refused(b"\x10\0\0\x01\x01A\0\x01\0\0", "canonical form");
    refused(b"\x10\0\0\x01\x01A\0\x08\0", "unknown flags");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\0\x01x\x05\x01", "not defined");
    refused(b"\x10\0\0\x01\x01A\x02\0\0", "the root is none");
    refused(b"\x13\0\0\x01\x01A\0\0\0", "newer version");
    refused(b"\x20\0\0\x01\x01A\0\0\0", "newer version");
    refused(b"\x10\0\0\x01\x01A\0\0\x01\0\x01x\x29", "unknown type");
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
    assert_eq!(Schema::from_bytes(&bytes).unwrap_err().kind(), Kind::Limit);
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

#[test]
fn a_builder_makes_what_the_text_makes() {
    let schema = Schema::builder()
        .enumeration("Fruit", |fruit| {
            fruit.docs("Kinds.").open().repr(Scalar::U16);
            fruit.variant("apples").number(300);
            fruit.variant("pears").docs("Green ones.");
        })
        .union("Contact", |contact| {
            contact.variant("none");
            contact.variant("email").payload("string?").docs("Checked.");
            contact.open().docs("How.");
        })
        .structure("Geo", |geo| {
            geo.frozen();
            geo.field("lat", "f64").default(0.1);
        })
        .structure("User", |user| {
            user.docs("A user.\n\n  Indented.  \n");
            user.field("name", "string").default("Ada").docs("Who.");
            user.field("raw", "bytes").default(b"\xFF");
            user.field("age", "u16").default(18);
            user.field("small", "i8").default(-1);
            user.field("letter", "char").default('x');
            user.field("on", "bool").default(true);
            user.field("ratio", "f32").default(0.25f32);
            user.field("fruit", "Fruit").default("pears");
            user.field("price", "decimal(2)").default("1.50");
            user.field("home", "tuple<Geo, u8>?").since(2);
        })
        .root("User")
        .min_width(PointerWidth::Two)
        .build()
        .unwrap();
    let text = "
        /// Kinds.
        open enum Fruit: u16 { apples = 300, /// Green ones.
            pears }
        /// How.
        open union Contact { none, /// Checked.
            email: string? }
        frozen struct Geo { lat: f64 = 0.1 }
        /// A user.
        ///
        ///   Indented.
        ///
        struct User {
            /// Who.
            name: string = \"Ada\", raw: bytes = b\"\\xFF\", age: u16 = 18, small: i8 = -1, letter: char = 'x', on: bool = true,
            ratio: f32 = 0.25, fruit: Fruit = pears, price: decimal(2) = 1.50, home: tuple<Geo, u8>? since 2
        }
        root User width 2;";
    assert_eq!(schema, Schema::parse(text).unwrap());
    assert_eq!(Schema::parse(&schema.to_string()).unwrap(), schema);
}

#[test]
fn a_builder_of_a_schema_has_all_of_it() {
    use vellum::Vellum as _;

    assert_eq!(everything().to_builder().build().unwrap().to_string(), everything().to_string());
    for derived in [common::Container::schema(), common::Full::schema()] {
        assert_eq!(&derived.to_builder().build().unwrap(), derived);
        assert_eq!(&Schema::from_bytes(&derived.to_bytes()).unwrap(), derived);
        let json = serde_json::to_string(derived).unwrap();
        assert_eq!(&serde_json::from_str::<Schema>(&json).unwrap(), derived);
    }
}

#[test]
fn a_builder_of_a_schema_adds_to_it() {
    let newer = everything()
        .to_builder()
        .enumeration("Fruit", |fruit| {
            fruit.variant("plums");
        })
        .union("Contact", |contact| {
            contact.variant("fax").payload("Phone");
        })
        .structure("User", |user| {
            user.field("new", "u8").default(3).since(71);
        })
        .build()
        .unwrap();
    assert_eq!(newer.enums()[0].number("plums"), Some(3));
    let compatibility = newer.compatibility(&everything());
    assert!(compatibility.is_compatible(), "{compatibility}");
    assert_eq!(compatibility.differences().len(), 3);
}

#[test]
fn a_builder_refuses_what_text_refuses_and_says_where() {
    let refused = |ty: &str, default: Option<Literal>, message: &str| {
        let builder = Schema::builder().structure("A", |a| {
            let field = a.field("x", ty);
            if let Some(default) = default {
                field.default(default);
            }
        });
        let error = builder.root("A").build().unwrap_err();
        assert_eq!(error.kind(), Kind::Schema);
        assert_eq!(error.path(), "A.x");
        assert!(error.to_string().contains(message), "{message:?} in {error}");
    };
    refused("u8", Some(300.into()), "300 is not a value of u8");
    refused("u8", Some(1.5.into()), "1.5 is not a value of u8");
    refused("char", Some("ab".into()), "\"ab\" is not a value of char");
    refused("A?", Some("ab".into()), "takes no other default");
    refused("decimal(2)", Some("1.555".into()), "\"1.555\" is not a value of decimal(2)");
    refused("string", Some(b"abc".into()), "b\"abc\" is not a value of string");
    refused("map<f32, u8>", None, "a key is text");
    refused("array<u8, 0>", None, "an array has 1 to 65535 elements");
    refused("", None, "expected a type, found the end of the text in the type ``");
    let error = Schema::builder().build().unwrap_err();
    assert_eq!(error.to_string(), "schema: the schema names no root");
    let builder = Schema::builder().structure("A", |a| {
        a.field("x-y", "u8");
    });
    let error = builder.root("A").build().unwrap_err();
    assert_eq!(error.to_string(), "schema: `x-y` is not a name in `A`");
}

#[test]
fn a_fingerprint_does_not_depend_on_what_does_not_matter() {
    let text = "/// D.\nenum E { /// D.\n a, b } union U { x: u8 } struct B { } struct A { /// D.\n b: B, e: E = b, u: U } root A;";
    let expected = Schema::parse(text).unwrap().fingerprint();
    let plain = text.replace("/// D.\n", "\n// something else\n");
    assert_eq!(Schema::parse(&plain).unwrap().fingerprint(), expected);
    let moved = "root A; struct A { b: B, e: E = b, u: U, } union U { x: u8, } struct B { } enum E { a = 0, b = 1 }";
    assert_eq!(Schema::parse(moved).unwrap().fingerprint(), expected);
    let schema = Schema::parse(text).unwrap();
    assert_eq!(Schema::from_bytes(&schema.to_bytes()).unwrap().fingerprint(), expected);
    let json = serde_json::to_string(&schema).unwrap();
    assert_eq!(serde_json::from_str::<Schema>(&json).unwrap().fingerprint(), expected);
}

#[test]
fn a_fingerprint_tells_every_other_difference() {
    let text = "enum E { a, b } union U { x: u8, y } frozen struct F { z: u8 } struct A { f: F, e: E, u: U, s: string } root A;";
    let changes = [
        ("enum E", "open enum E"),
        ("enum E", "enum E: u16"),
        ("{ a, b }", "{ b, a }"),
        ("{ a, b }", "{ a, b = 2 }"),
        ("{ a, b }", "{ a, c }"),
        ("union U", "open union U"),
        ("x: u8", "x: i8"),
        ("x: u8", "x: u8?"),
        (", y }", ", w }"),
        ("frozen ", ""),
        ("z: u8", "y: u8"),
        ("z: u8", "z: u8 = 1"),
        ("e: E", "e: E?"),
        ("e: E", "e: E = b"),
        ("s: string", "s: bytes"),
        ("s: string", "s: string since 2"),
        ("s: string", "s: string = \"x\""),
        ("f: F, e: E", "e: E, f: F"),
        ("root A", "root A width 2"),
        ("root A", "struct B { } root A"),
        ("root A", "root F"),
    ];
    let mut seen = vec![Schema::parse(text).unwrap().fingerprint()];
    for (from, to) in changes {
        let schema = Schema::parse(&text.replacen(from, to, 1)).unwrap();
        assert!(!seen.contains(&schema.fingerprint()), "{from} -> {to}");
        seen.push(schema.fingerprint());
    }
}

#[test]
fn a_program_finds_its_way_through_a_schema_it_does_not_know() {
    let schema = everything();
    let names: Vec<_> = schema.definitions().map(|definition| definition.name()).collect();
    assert_eq!(names, ["Fruit", "Plain", "Late", "Contact", "Closed", "Phone", "Geo", "User"]);
    for name in names {
        assert_eq!(schema.find(name).unwrap().name(), name);
    }
    assert!(schema.find("any").is_none() && schema.find("u8").is_none());
    let default = |name: &str| schema.default_value(schema.root().field(name).unwrap().1);
    assert_eq!(default("endless"), Some(Literal::F64(f64::NEG_INFINITY)));
    assert_eq!(default("price"), Some(Literal::Decimal(-105, 2)));
    assert_eq!(default("born"), Some(Literal::Signed(-5)));
    assert_eq!(default("raw"), Some(Literal::Bytes(b"\xFF\0'".to_vec())));
    assert_eq!(default("plain"), None);
    assert_eq!(schema.type_text(schema.root().field("pair").unwrap().1.ty()), "tuple<u8, tuple<Plain?, any>>");
}

#[test]
fn keys_rules_fixed_texts_and_a_root_of_any_kind_keep_through_every_form() {
    let texts = [
        "struct Home { city: string } struct User key(org, home.city desc, id) { org: u32, id: u64 in 0..=99, home: Home, \
         name: string? max 64 lowercase, tag: string[4], hash: bytes[16], ratio: f64 in -1.5.. since 2, price: decimal(2) in ..=9.50 } root User;",
        "root any;",
        "struct A { x: any } root any width 2;",
    ];
    for text in texts {
        let schema = Schema::parse(text).unwrap();
        assert_eq!(Schema::parse(&schema.to_string()).unwrap(), schema);
        let bytes = schema.to_bytes();
        let back = Schema::from_bytes(&bytes).unwrap();
        assert_eq!(back, schema);
        assert_eq!(back.to_string(), schema.to_string());
        assert_eq!(schema.to_builder().build().unwrap(), schema);
        let json = serde_json::to_string(&schema).unwrap();
        let back: Schema = serde_json::from_str(&json).unwrap();
        assert_eq!(back.to_string(), schema.to_string(), "{json}");
        for at in 0..bytes.len() {
            let _ = Schema::from_bytes(&bytes[..at]);
            for value in 0..=255 {
                let mut bytes = bytes.clone();
                bytes[at] = value;
                let _ = Schema::from_bytes(&bytes);
            }
        }
    }
    let plain = Schema::parse("struct A { x: u8 } root A;").unwrap();
    let ruled = Schema::parse("struct A { x: u8 in ..=5 } root A;").unwrap();
    assert_ne!(plain, ruled);
    assert_ne!(plain.fingerprint(), ruled.fingerprint());
}
