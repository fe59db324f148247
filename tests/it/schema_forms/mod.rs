//! A schema as JSON, as bytes, from a builder, and its fingerprint: the same schema as the text.
#![cfg(feature = "serde")]
#![allow(clippy::large_stack_arrays, clippy::format_collect)]

mod builder;
mod compact;
mod json;

use vellum::Schema;
use vellum::schema::Literal;

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

#[test]
fn spaces_behind_doc_comments_are_no_part_of_a_schema() {
    let text = "/// One. \t\n///\n/// Two.\nstruct A { /// Of x.  \n x: u8 } root A;";
    let parsed = Schema::parse(text).unwrap();
    assert_eq!(parsed.root().docs(), "One.\n\nTwo.");
    let json = serde_json::to_string(&parsed).unwrap().replace("Two.", "Two. ").replace("Of x.", "Of x.\\t");
    let imported: Schema = serde_json::from_str(&json).unwrap();
    assert_eq!(imported, parsed);
    for schema in [parsed, imported] {
        let again = Schema::parse(&schema.to_string()).unwrap();
        assert_eq!((again.fingerprint(), again.to_bytes()), (schema.fingerprint(), schema.to_bytes()), "{schema}");
    }
}

/// Line one.
#[derive(vellum::Vellum)]
#[allow(dead_code)]
struct Documented {
    #[doc = "\nOf x. \t"]
    x: u8,
}

#[test]
fn doc_comments_of_derived_types_survive_the_text_form() {
    use vellum::Vellum;
    let schema = Documented::schema();
    assert_eq!(schema.root().fields()[0].docs(), "Of x.");
    assert_eq!(Schema::parse(&schema.to_string()).unwrap().to_bytes(), schema.to_bytes());
}
