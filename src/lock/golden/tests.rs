//! Golden buffers are read back, by their schemas and by changed ones.

// Texts of schemas are short, and easiest to read as formats.
#![allow(clippy::format_collect, clippy::format_push_string)]

mod changes;
mod random;
mod read_back;

use std::collections::BTreeSet;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use read_back::{ReadBack, labels};

use super::{BYTES, Golden, golden};
use crate::Record;
use crate::schema::{Enum, Schema, Union};

/// Makes the buffers of a schema, and checks that they are as they should be: all is seen in them
/// but what is left out. The default variant of an enum or union can be seen without being set.
#[track_caller]
fn check(schema: &Schema) -> Golden {
    let made = golden(schema);
    assert_eq!(golden(schema).buffers, made.buffers, "a second call gives other bytes");
    let mut reader = ReadBack::new(schema);
    for buffer in &made.buffers {
        assert!(schema.prove(buffer).unwrap().is_complete());
        let mut record = Record::open(schema, buffer.clone()).unwrap();
        record.compact().unwrap();
        assert_eq!(record.as_bytes(), buffer, "these bytes are not canonical");
        reader.read(buffer).unwrap();
    }
    let left_out: BTreeSet<String> =
        made.left_out.iter().map(|line| line.split(": ").next().unwrap().to_string()).collect();
    let left_out: BTreeSet<String> = left_out.into_iter().filter(|label| !label.contains(" (round ")).collect();
    let unseen: BTreeSet<String> = labels(schema).difference(&reader.seen).cloned().collect();
    let is_variant = |label: &&String| {
        schema
            .enums()
            .iter()
            .map(Enum::name)
            .chain(schema.unions().iter().map(Union::name))
            .any(|name| label.starts_with(&format!("{name}.")))
    };
    let told: BTreeSet<String> =
        left_out.iter().filter(|label| !is_variant(label) || unseen.contains(*label)).cloned().collect();
    assert_eq!(unseen, told, "not seen, and left out, of\n{schema}{:?}", made.left_out);
    let root = schema.root().size().at_widest() + 16;
    let bytes: usize = made.buffers.iter().map(Vec::len).sum();
    assert!((1..=64).contains(&made.buffers.len()) && bytes as u64 <= BYTES + root, "{bytes} bytes");
    made
}

#[track_caller]
fn parse(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Schemas of which nothing is left out.
const WHOLE: [&str; 22] = [
    "struct A { a: bool, b: u8, c: u16, d: u32, e: u64, f: u128, g: i8, h: i16, i: i32, j: i64, k: i128, l: f32, m: f64, n: char,
     o: uuid, p: ulid, q: ipv4, r: ipv6, s: date, t: time, u: timestamp, v: timestamp(s), w: timestamp(us), x: timestamp(ns), y: duration,
     z: decimal(2), aa: decimal128(3), ab: geo4, ac: geo8, ad: geo16, ae: string[7], af: bytes[5], ag: string, ah: bytes, ai: any } root A;",
    "struct A { a: bool?, b: u8?, c: u16?, d: u128?, l: f32?, n: char?, o: uuid?, t: time?, z: decimal(2)?, ab: geo4?, ae: string[1]?,
     af: bytes[1]?, ag: string?, ah: bytes?, ai: any?, aj: list<u8>?, ak: map<u8, u8>?, al: tuple<u8, bool>?, am: array<u8?, 3>?, an: set<bool>?,
     ao: E?, ap: U?, aq: F?, ar: B? } enum E { a } union U { a } frozen struct F { a: u8 } struct B { } root A;",
    "struct A { a: bool = true, b: u8 = 255, c: i64 = -1, d: f32 = 1.5, e: char = 'x', f: string = \"é\", g: bytes = b\"ab\", h: E = c, i: date = 1,
     j: decimal(2) = 1.50, k: ipv4 = \"127.0.0.1\", l: string = \"\" } enum E { a, b, c } root A;",
    "struct A { a: u8 in 1..=5 = 1, b: u8 in 1..=2 = 2, c: i32 in -5.., d: f64 in 0.0..=1.0, e: char in 'a'..='c' = 'b', f: string max 4,
     g: string max 1 = \"1\", h: string lowercase, i: string uppercase, j: bytes max 1, k: string[3] uppercase, l: f32 in ..=0.0, m: decimal(2) in 0.01..=0.02 = 0.01,
     n: time in 5.. = 5, o: u128 in 5.. = 5, p: string? max 0, q: u8? in 0..=0 } root A;",
    "struct A { a: list<u8>, b: list<u8?>, c: list<string>, d: list<bool>, e: list<list<u16>>, f: list<tuple<u8, string>>, g: list<B>, h: list<B?>,
     i: list<F>, j: list<F?>, k: list<U>, l: list<U?>, m: list<E>, n: list<E?>, o: list<any>, p: list<any?>, q: list<array<bool, 2>>, r: list<map<u8, string>>,
     s: list<string[3]>, t: list<bytes[3]> } struct B { a: u8, b: string } frozen struct F { a: u8, b: string } union U { a: u8, b: string, c, d: B }
     enum E { a, b, c, d } root A;",
    "struct A { a: map<string, u8>, b: map<bool, string>, c: map<E, B>, d: map<bytes, B?>, e: map<bytes[3], F>, f: map<tuple<u8, string>, any>,
     g: map<char, U>, h: map<uuid, list<u8>>, i: map<ipv4, map<ipv6, bool>>, j: map<date, u8?>, k: map<time, u8>, l: map<timestamp, u8>, m: map<duration, u8>,
     n: map<decimal(2), u8>, o: map<i128, u8>, p: map<u128, u8>, q: map<tuple<bool, E, tuple<bytes, bytes[2]>>, tuple<u8, u8>> }
     enum E { a, b, c } struct B { a: u8, b: string } frozen struct F { a: u8 } union U { a, b: B } root A;",
    "struct A { a: set<string>, b: set<u8>, c: set<E>, d: set<tuple<E, bool>>, e: set<bytes>, f: set<bytes[2]>, g: set<bool> } enum E { a, b } root A;",
    "struct A { a: array<u8?, 5>, b: array<string, 40>, c: array<B, 2>, d: array<F, 2>, e: array<U, 2>, f: array<E, 3>, g: array<array<bool, 3>, 2>, h: array<any, 1>,
     i: bytes[300], j: string[300], k: array<tuple<u8, u8?>, 100> } struct B { a: u8 } frozen struct F { a: bool, b: bool } union U { a, b: u8, c } enum E { a, b, c, d, e } root A;",
    "union U { a, b: bool, c: u8, d: u64, e: u128, f: string, g: bytes, h: list<u8>, i: B, j: F, k: E, l: any, m: tuple<u8, string>, n: map<u8, u8>, o: bool?, p: u8?,
     q: string?, r: list<u8>?, s: B?, t: F?, u: V, v: V?, w: string[4], x: array<u8, 3>, y: array<B, 2> } struct B { a: u8 } frozen struct F { a: u8 } enum E { a, b }
     open union V { a, b: u8 } struct A { u: U } root A;",
    "union U { a: B, b: B } struct B { a: u8 } struct A { a: U, b: U?, c: U } root A;",
    "open enum E : u32 { a = 7, b = 70000, c = 3 } open enum F : u64 { z } enum G : u16 { a, b = 65535 } struct A { a: E, b: E = c, c: F?, d: G, e: G = b } root A;",
    "enum E { a = 5 } struct A { a: list<E> } root A;",
    "struct Tree { value: u32, children: list<Tree>, named: map<string, Tree>, next: Tree?, array: array<Tree?, 1>, pair: tuple<u8, Tree?> } root Tree;",
    "union Expr { number: i64, add: Pair, negated: Expr, list: list<Expr> } struct Pair { left: Expr, right: Expr } root Expr;",
    "struct A { b: B? } struct B { c: list<C> } struct C { a: map<u8, A> } root A;",
    "struct A { a: u8, b: string since 2, c: u16 since 2, d: B? since 3, e: list<B> since 4 } struct B { a: bool, b: bool since 2, c: bool since 2 } root A;",
    "struct A { a: bool, b: bool, c: bool, d: bool, e: bool, f: E, g: E, h: E = b, i: bool = true, j: bool?, k: bool? } enum E { a, b } root A;",
    "struct A { a: u8, b: u8, c: list<string> } root A width 2 lineage;",
    "struct A key(b, a desc) { a: u8, b: tuple<u8, string> } root A;",
    "struct A { a: string max 3, b: bytes max 9 = b\"123456789\" } root A;",
    "frozen struct A { a: u8, b: string, c: B } frozen struct B { a: bool?, b: list<B> } root A;",
    "struct A { a: any, b: any, c: list<any>, d: map<u8, any> } root A;",
];

/// Roots that are not structs; of these, too, nothing is left out.
const ROOTS: [&str; 20] = [
    "bool",
    "u64",
    "u64?",
    "string",
    "bytes?",
    "any",
    "any?",
    "list<u8>",
    "list<any>?",
    "map<string, S>",
    "set<tuple<u8, string>>",
    "U",
    "U?",
    "E",
    "S?",
    "array<U, 3>",
    "tuple<u8, bool, E>",
    "tuple<S, F>?",
    "F?",
    "list<list<E>>",
];

fn roots() -> impl Iterator<Item = Schema> {
    let definitions = "enum E { a, b, c } union U { none, text: string, s: S, e: E } struct S { a: u8, b: bool = true } frozen struct F { a: i16? }";
    ROOTS.iter().map(move |root| parse(&format!("{definitions} root {root};")))
}

#[test]
fn all_that_can_be_set_is_set_in_some_buffer() {
    let mut left_out = Vec::new();
    for schema in WHOLE.into_iter().map(parse).chain(roots()) {
        left_out.extend(check(&schema).left_out.into_iter().map(|line| format!("{line} in\n{schema}")));
    }
    assert!(left_out.is_empty(), "{}", left_out.join("\n"));
}

#[test]
fn fields_and_variants_that_can_only_be_the_default_are_named() {
    let text = "struct A { a: u8 in 0..=0, b: string max 0, c: E, d: B, e: U, f: bytes max 0, g: array<B, 2>, h: u8, i: tuple<E> } enum E { a } struct B { }
                union U { a } root A;";
    let made = check(&parse(text));
    let names: Vec<&str> = made.left_out.iter().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(names, ["A.a", "A.b", "A.c", "A.d", "A.e", "A.f", "A.g", "A.i", "tuple<E>.0"]);
}

#[test]
fn empty_schemas_have_one_buffer() {
    assert_eq!(check(&parse("struct A { } root A;")).buffers, [[0x20, 1, 0]]);
}

#[test]
fn the_bytes_are_these() {
    let made = check(&parse("struct A { a: u8, b: i16 = 5, c: bool, d: string, e: list<u16> } root A;"));
    let hex: Vec<String> =
        made.buffers.iter().map(|buffer| buffer.iter().map(|byte| format!("{byte:02x}")).collect()).collect();
    // In the first: 0xB5; 0x906A, stored XOR 5; the bool; pointers to ten bytes of text and two
    // numbers. In the second: nothing, so that the pointers are null.
    assert_eq!(hex, ["2006b56f900108130ae89a9fc3a3f09f98833302d4a009e9", "2006000000000000"]);
}

#[test]
fn values_of_one_type_differ_and_use_their_whole_width() {
    let types = [
        "u16",
        "u32",
        "u64",
        "u128",
        "i16",
        "i64",
        "f32",
        "f64",
        "uuid",
        "date",
        "timestamp",
        "duration",
        "decimal(2)",
        "decimal128(9)",
        "ipv6",
    ];
    for ty in types {
        let fields: String = (0..40).map(|number| format!("f{number}: {ty}, ")).collect();
        let schema = parse(&format!("struct A {{ {fields} }} root A;"));
        let made = check(&schema);
        let [buffer] = &*made.buffers else { panic!("{} buffers", made.buffers.len()) };
        let len = (buffer.len() - 2) / 40;
        let values: BTreeSet<&[u8]> = buffer[buffer.len() - 40 * len..].chunks(len).collect();
        assert!(values.len() == 40 && values.iter().all(|word| word[len - 1] != 0), "{ty}: {values:x?}");
    }
    for ty in [
        "u8",
        "i8",
        "char",
        "string",
        "bytes",
        "string[2]",
        "string[3]",
        "bytes[1]",
        "geo4",
        "geo8",
        "geo16",
        "time",
        "string max 2",
        "bytes max 1",
        "u16 in 5..=99 = 7",
        "any",
    ] {
        let fields: String = (0..20).map(|number| format!("f{number}: {ty}, ")).collect();
        let schema = parse(&format!("struct A {{ {fields} }} root A;"));
        let made = check(&schema);
        let record = Record::open(&schema, &*made.buffers[0]).unwrap();
        let mut values: Vec<String> =
            record.root().unwrap().fields().map(|(_, value)| format!("{:?}", value.unwrap())).collect();
        // The first `any` is a document, the others are numbers.
        values.sort();
        values.dedup();
        assert_eq!(values.len(), 20, "{ty}: {values:?}");
    }
}

#[test]
fn texts_have_characters_of_several_bytes() {
    let schema = parse("struct A { a: string, b: string lowercase, c: string uppercase, d: string[4] } root A;");
    let made = check(&schema);
    let record = Record::open(&schema, &*made.buffers[0]).unwrap();
    for (path, count) in [("a", 3), ("b", 3), ("c", 3), ("d", 1)] {
        let text = record.get::<str>(path).unwrap();
        assert!(text.chars().filter(|c| c.len_utf8() > 1).count() >= count, "{text}");
    }
}

#[test]
fn rules_are_kept() {
    let text = WHOLE.iter().find(|text| text.contains("uppercase")).unwrap();
    let schema = parse(text);
    let without: String = {
        let known = schema.root();
        let fields = known.fields().iter().map(|field| {
            let optional = if field.optional() { "?" } else { "" };
            let default = schema.default_value(field).map_or(String::new(), |default| format!("= {default}"));
            format!("{}: {}{optional} {default}, ", field.name(), schema.type_text(field.ty()))
        });
        format!("struct A {{ {} }} root A;", fields.collect::<String>())
    };
    // A copy is checked by the rules of the record that it comes into.
    let free = parse(&without);
    for buffer in check(&schema).buffers {
        let from = Record::open(&free, buffer).unwrap();
        for field in schema.root().fields() {
            Record::new(&schema).copy_from(field.name(), &from, field.name()).unwrap();
        }
    }
}

#[test]
fn types_that_branch_often_end_within_the_bounds() {
    let branching = |optional: &str| {
        let mut text = String::new();
        for level in 0..20 {
            let next = level + 1;
            text +=
                &format!("struct S{level} {{ x: S{next}{optional}, y: S{next}{optional}, z: list<S{next}>, n: u8 }} ");
        }
        parse(&format!("{text} struct S20 {{ a: u8, b: string }} root S0;"))
    };
    let made = check(&branching("?"));
    assert_eq!(made.left_out, [""; 0]);
    assert!(made.buffers.len() <= 25, "{}", made.buffers.len());
    // The defaults of these are a million values, which the reader here would print.
    let made = golden(&branching(""));
    assert_eq!(made.left_out, [""; 0]);
    assert!(made.buffers.len() <= 25, "{}", made.buffers.len());
}

#[test]
fn many_variants_are_shown_by_few_buffers_or_left_out() {
    let variants: String = (0..100).map(|number| format!("v{number}: u8, ")).collect();
    let made = check(&parse(&format!("union U {{ {variants} }} struct A {{ a: U }} root A;")));
    assert_eq!((made.buffers.len(), made.left_out.len()), (64, 36));
    let made = check(&parse(&format!("union U {{ {variants} }} struct A {{ a: list<U> }} root A;")));
    // The fifth has no list.
    assert_eq!((made.buffers.len(), made.left_out.len()), (5, 0));
}

#[test]
fn large_schemas_are_cut_at_the_budget() {
    let fields: String = (0..4_000).map(|number| format!("f{number}: string, ")).collect();
    let made = check(&parse(&format!("struct A {{ {fields} }} root A;")));
    assert!((500..3_000).contains(&made.left_out.len()), "{}", made.left_out.len());
    let made = check(&parse(
        "struct A { a: string[60000], b: list<B>, c: B?, d: list<string> } struct B { a: string[30000] } root A;",
    ));
    assert!(made.buffers.iter().map(Vec::len).sum::<usize>() < 128 << 10);
    let text: String = (0..120).map(|level| format!("struct S{level} {{ x: S{}, n: u8 }} ", level + 1)).collect();
    let made = check(&parse(&format!("{text} struct S120 {{ a: u8 }} root S0;")));
    assert!(!made.left_out.is_empty());
}

#[cfg(feature = "derive")]
#[test]
fn derived_types_have_the_buffers_of_their_schema() {
    use crate::Vellum;
    use crate::scalar::Decimal;

    #[derive(Vellum)]
    struct User {
        name: String,
        age: Option<u16>,
        state: State,
        #[vellum(since = 2)]
        friends: Vec<User>,
    }
    #[derive(Vellum)]
    enum State {
        Away,
        Busy(u8),
    }
    // Its default is 0, so that it has no schema.
    #[derive(Vellum)]
    struct Item {
        #[vellum(range = Decimal(1)..)]
        price: Decimal<2>,
    }
    let made = check(User::schema());
    assert_eq!(made.buffers, golden(&parse(&User::schema().to_string())).buffers);
    assert_eq!(made.left_out, [""; 0]);

    assert_eq!(golden(Item::schema()).buffers, [[0u8; 0]; 0]);
}
