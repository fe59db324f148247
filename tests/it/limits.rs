//! Values that are much larger than their buffers: visited whole they are limited, field by field they are not.

use std::fmt::Write;
use std::hash::DefaultHasher;

use serde::Deserialize;
use serde::de::IgnoredAny;
use vellum::{ErrorKind, Limits, Record, Schema};

/// A struct in a struct, so many deep: `S0 { a: S1 }`, `S1 { a: S2 }` and so on.
fn chain(links: usize) -> Schema {
    let mut text = String::new();
    for link in 0..links {
        write!(text, "struct S{link} {{ a: S{} }} ", link + 1).unwrap();
    }
    write!(text, "struct S{links} {{ n: u8 = 7 }} root S0;").unwrap();
    Schema::parse(&text).unwrap()
}

/// Two structs in a struct, so many deep, where each is stored as null.
fn tree(levels: usize) -> Schema {
    let mut text = String::new();
    for level in 0..levels {
        write!(text, "struct S{level} {{ a: S{next}, b: S{next} }} ", next = level + 1).unwrap();
    }
    write!(text, "struct S{levels} {{ n: u8 = 7 }} root S0;").unwrap();
    Schema::parse(&text).unwrap()
}

/// A list of so many elements of an old revision, which have one byte each.
fn old_elements(count: u32, since_2: &str) -> Record {
    let old = Schema::parse("struct E { n: u8 } struct R { list: list<E> } root R;").unwrap();
    let mut record = Record::new(&old);
    for _ in 0..count {
        record.push_default("list").unwrap();
    }
    let new = format!("struct E {{ n: u8, {since_2} }} struct R {{ list: list<E> }} root R;");
    Record::open(&Schema::parse(&new).unwrap(), record.as_bytes().to_vec()).unwrap()
}

fn with_limits(record: &Record, limits: Limits) -> Record {
    Record::open(&record.schema().with_limits(limits), record.as_bytes().to_vec()).unwrap()
}

fn json_error(record: &Record) -> String {
    serde_json::to_string(record).unwrap_err().to_string()
}

#[test]
fn a_chain_of_defaults_longer_than_the_limit_is_read_field_by_field_only() {
    let schema = chain(3000);
    let record = Record::new(&schema);
    assert_eq!(json_error(&record), "limit exceeded: the value has more than 64 levels of defaults in `a`");
    assert!(record.root().unwrap().get("a").is_ok());
    let error = IgnoredAny::deserialize(record.root().unwrap()).map(drop);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn printing_a_long_chain_of_defaults_stops_with_a_mark() {
    let text = format!("{:?}", Record::new(&chain(3000)));
    assert!(text.starts_with("S0 { a: S1 { a: S2 {"), "{text}");
    assert!(text.contains("S63 { a: S64 { a: .. } }"), "{text}");
}

#[test]
fn a_chain_of_defaults_within_the_limit_is_exported_and_printed() {
    let record = Record::new(&chain(64));
    let json = serde_json::to_string(&record).unwrap();
    assert!(json.ends_with(&format!("{{\"n\":7}}{}", "}".repeat(64))), "{json}");
    assert!(format!("{record:?}").contains("S64 { n: 7 }"));
    let longer = Record::new(&chain(65));
    assert!(serde_json::to_string(&longer).is_err());
    assert!(serde_json::to_string(&with_limits(&longer, Limits::new().depth(65))).is_ok());
}

#[test]
fn defaults_that_double_with_each_level_are_refused_at_once() {
    let record = Record::new(&tree(60));
    assert!(json_error(&record).contains("more than 4194304 values that the buffer does not account for"));
    // Half of the default can be printed.
    let text = format!("{:?}", with_limits(&record, Limits::new().values(1000)));
    assert!(text.ends_with(".. }") && text.len() < 100_000, "{} bytes", text.len());
    let small = Record::new(&tree(10));
    assert_eq!(serde_json::to_string(&small).unwrap().matches("\"n\":7").count(), 1024);
    assert_eq!(format!("{small:?}").matches("n: 7").count(), 1024);
}

#[test]
fn a_stored_default_and_one_that_is_not_stored_are_equal_whatever_their_size() {
    let schema = tree(60);
    let (mut a, b) = (Record::new(&schema), Record::new(&schema));
    a.make("a.b.a").unwrap();
    assert!(a.content_eq(&b).unwrap());
    let (mut of_a, mut of_b) = (DefaultHasher::new(), DefaultHasher::new());
    a.content_hash(&mut of_a).unwrap();
    b.content_hash(&mut of_b).unwrap();
    assert_eq!(std::hash::Hasher::finish(&of_a), std::hash::Hasher::finish(&of_b));
    assert!(a.diff(&b).unwrap().is_empty());
    a.compact().unwrap();
    assert_eq!(a.as_bytes(), b.as_bytes());
}

#[test]
fn arrays_that_old_elements_do_not_store_count_as_values() {
    let record = old_elements(1000, "more: array<u8, 60000> since 2");
    assert!(record.as_bytes().len() < 1100);
    assert!(json_error(&record).contains("in `list`"), "{}", json_error(&record));
    assert_eq!(record.get::<u8>("list[999].more[59999]").unwrap(), 0);
    assert!(format!("{:?}", with_limits(&record, Limits::new().values(1000))).ends_with("..] }"));
    let few = old_elements(10, "more: array<u8, 60000> since 2");
    assert!(serde_json::to_string(&few).unwrap().len() > 1_200_000);
}

#[test]
fn arrays_of_structs_that_old_elements_do_not_store_count_as_values() {
    let part = "more: array<P, 1000> since 2 } struct P { a: array<u8, 1000>";
    assert!(json_error(&old_elements(10, part)).contains("values that the buffer does not account for"));
}

#[test]
fn a_default_text_counts_as_often_as_null_stands_for_it() {
    let long = "x".repeat(10_000);
    let record = old_elements(200, &format!("note: string = \"{long}\" since 2"));
    assert!(serde_json::to_string(&record).is_ok());
    let strict = with_limits(&record, Limits::new().bytes(1 << 20));
    assert!(json_error(&strict).contains("bytes that the buffer does not account for"));
    let text = format!("{strict:?}");
    assert!(text.len() < 5 << 18, "{} bytes", text.len());
}

#[test]
fn long_names_count_as_often_as_they_are_written() {
    let name = "n".repeat(10_000);
    let schema = Schema::parse(&format!("struct E {{ {name}: u8 }} struct R {{ list: list<E> }} root R;")).unwrap();
    let mut record = Record::new(&schema);
    for _ in 0..200 {
        record.push_default("list").unwrap();
    }
    assert!(serde_json::to_string(&record).is_ok());
    let strict = with_limits(&record, Limits::new().bytes(1 << 20));
    assert!(json_error(&strict).contains("bytes that the buffer does not account for in `list`"));
}

#[test]
fn laying_old_elements_out_anew_is_limited_and_leaves_the_buffer() {
    let mut record = old_elements(5000, "more: array<u8, 60000> since 2");
    let before = record.as_bytes().to_vec();
    assert_eq!(record.compact().unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(record.set("list[0].more[0]", 1u8).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(record.as_bytes(), before);
    let copy = Record::new(record.schema()).copy_from("list", &record, "list");
    assert_eq!(copy.unwrap_err().kind(), ErrorKind::Limit);
    let mut few = old_elements(10, "more: array<u8, 60000> since 2");
    few.set("list[0].more[0]", 1u8).unwrap();
    assert_eq!(few.get::<u8>("list[0].more[0]").unwrap(), 1);
}

#[test]
fn stored_values_are_within_any_limits() {
    let schema = Schema::parse(
        "frozen struct F { a: bool, b: bool, c: bool, d: bool, e: bool, f: bool, g: bool, h: bool }
         frozen struct G { f: F } frozen struct H { g: G } frozen struct I { h: H }
         struct R { list: list<I>, text: string } root R;",
    )
    .unwrap();
    let schema = schema.with_limits(Limits::new().values(0).bytes(0).depth(0));
    let mut record = Record::new(&schema);
    for _ in 0..1000 {
        record.push_default("list").unwrap();
    }
    record.set("text", &*"t".repeat(1000)).unwrap();
    assert_eq!(serde_json::to_string(&record).unwrap().matches("false").count(), 8000);
    assert_eq!(format!("{record:?}").matches("false").count(), 8000);
    record.compact().unwrap();
}

#[test]
fn handles_serve_the_same_schema_with_other_limits() {
    let schema = Schema::parse("struct R { n: u8 } root R;").unwrap();
    let field = schema.field::<u8>("n").unwrap();
    let mut record = Record::new(&schema.with_limits(Limits::new().values(1)));
    record.set(&field, 7).unwrap();
    assert_eq!(record.get(&field).unwrap(), 7);
}

mod old {
    #[derive(vellum::Vellum)]
    pub struct Element {
        pub n: u8,
    }

    #[derive(vellum::Vellum)]
    pub struct Root {
        pub list: Vec<Element>,
    }
}

mod new {
    #[derive(vellum::Vellum)]
    pub struct Element {
        pub n: u8,
        #[vellum(since = 2)]
        pub more: [u8; 60_000],
    }

    #[derive(vellum::Vellum)]
    pub struct Root {
        pub list: Vec<Element>,
    }
}

#[test]
fn derived_values_of_old_elements_are_limited() {
    let buffer = |count| {
        let list = (0..count).map(|_| old::Element { n: 7 }).collect();
        vellum::to_vec(&old::Root { list }).unwrap()
    };
    // 60,001 bytes each, of 64 MiB and 256 for each byte of the buffer.
    let decoded: new::Root = vellum::from_slice(&buffer(1_000)).unwrap();
    assert_eq!((decoded.list.len(), decoded.list[999].n, decoded.list[999].more[59_999]), (1_000, 7, 0));
    let error = vellum::from_slice::<new::Root>(&buffer(1_200)).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    // Views read them all the same.
    let bytes = buffer(100_000);
    let view = <new::Root as vellum::Vellum>::peek(&bytes).unwrap();
    assert_eq!(view.list().unwrap().get(99_999).unwrap().n().unwrap(), 7);
}
