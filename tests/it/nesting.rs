//! The deepest values that a schema and a buffer can make, and what is refused before.

use std::fmt::Write as _;
use std::hash::DefaultHasher;

use vellum::value::Decimal;
use vellum::{ErrorKind, Record, Schema, Vellum};

/// What a thread has by default. Without optimisation, functions take some times what they take with it.
const STACK: usize = if cfg!(debug_assertions) { 5 << 20 } else { 2 << 20 };

/// `levels` frozen structs inline in one another, `S1` the innermost, in the order in which they are declared.
fn frozen(levels: usize, innermost_first: bool) -> String {
    let structs = |level: usize| match level {
        1 => "frozen struct S1 { x: list<T> }\n".to_owned(),
        _ => format!("frozen struct S{level} {{ x: S{} }}\n", level - 1),
    };
    let levels: Vec<usize> = if innermost_first { (1..=levels).collect() } else { (1..=levels).rev().collect() };
    levels.into_iter().map(structs).collect()
}

fn tree(levels: usize, innermost_first: bool) -> String {
    let mut text = frozen(levels, innermost_first);
    write!(text, "struct T {{ x: S{levels} }}\nroot T;").unwrap();
    text
}

#[test]
fn what_lies_inline_is_bounded_whatever_the_order_of_declaration() {
    for innermost_first in [false, true] {
        let error = Schema::parse(&tree(9, innermost_first)).unwrap_err().to_string();
        assert!(error.contains("holds more than 8 levels inline"), "{error}");
        let error = Schema::parse(&tree(20_000, innermost_first)).unwrap_err().to_string();
        assert!(error.contains("holds more than 8 levels inline"), "{error}");
        Schema::parse(&tree(8, innermost_first)).unwrap();
    }
}

#[test]
fn arrays_and_elements_count_as_structs_do() {
    let array = |levels: usize| format!("{}u8{}", "array<".repeat(levels), ", 1>".repeat(levels));
    let schema = |ty: &str| Schema::parse(&format!("struct A {{ x: {ty} }} root A;"));
    for (fits, not) in [
        (array(8), array(9)),
        (format!("list<{}>", array(8)), format!("list<{}>", array(9))),
        (format!("map<u8, {}>", array(8)), format!("map<u8, {}>", array(9))),
    ] {
        schema(&fits).unwrap();
        let error = schema(&not).unwrap_err().to_string();
        assert!(error.contains("inline"), "{error}");
    }
    let union = |levels| Schema::parse(&format!("union U {{ a: {} }} struct A {{ u: U }} root A;", array(levels)));
    union(8).unwrap();
    union(9).unwrap_err();
}

/// A buffer of `tree`: lists of one element in one another.
fn lists(levels: u16) -> Vec<u8> {
    let mut bytes = vec![0x21, 2];
    for level in 0..levels {
        bytes.extend((4 * (level + 1)).to_le_bytes());
        bytes.extend([1, 2]);
    }
    bytes.extend([0, 0]);
    bytes
}

#[test]
fn the_deepest_value_is_visited_on_a_small_stack() {
    let run = || {
        let schema = Schema::parse(&tree(8, true)).unwrap();
        let bytes = lists(64);
        assert!(schema.prove(&bytes).unwrap().is_complete());
        let mut record = Record::open(&schema, bytes.clone()).unwrap();
        let other = Record::open(&schema, bytes).unwrap();
        assert!(record.content_eq(&other).unwrap());
        record.content_hash(&mut DefaultHasher::new()).unwrap();
        assert!(record.diff(&other).unwrap().is_empty());
        assert!(!format!("{:?}", record.root().unwrap()).is_empty());
        let mut copy = Record::new(&schema);
        copy.merge(&other).unwrap();
        copy.copy_from("x", &other, "x").unwrap();
        record.space().unwrap();
        record.space_by_field(64).unwrap();
        record.compact().unwrap();
        copy.compact().unwrap();
        assert_eq!(record.as_bytes(), copy.as_bytes());
        record.clear("x").unwrap();
        // One level more is refused, everywhere.
        let deep = lists(65);
        schema.prove(&deep).unwrap_err();
        let mut record = Record::open(&schema, deep).unwrap();
        record.content_hash(&mut DefaultHasher::new()).unwrap_err();
        record.compact().unwrap_err();
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}

/// Its default is beyond the range, which constants cannot tell.
#[derive(Vellum)]
struct Priced {
    #[vellum(range = Decimal(100)..)]
    price: Decimal<2>,
    note: String,
}

#[test]
fn a_derived_type_that_has_no_schema_says_so_wherever_one_is_needed() {
    let schema = Priced::schema();
    let bytes = vellum::to_vec(&Priced { price: Decimal(500), note: "a".into() }).unwrap();
    let before = bytes.clone();
    let errors = [
        schema.check().unwrap_err(),
        schema.with_limits(vellum::Limits::new()).check().unwrap_err(),
        schema.field::<str>("note").err().unwrap(),
        schema.prove(&bytes).unwrap_err(),
        Priced::schema().prove(&bytes).unwrap_err(),
        Record::open(schema, &bytes[..]).unwrap().root().unwrap_err(),
        Record::open(schema, &bytes[..]).unwrap().get::<str>("note").unwrap_err(),
        Record::open(schema, bytes.clone()).unwrap().set("note", "b").unwrap_err(),
        Record::open(schema, bytes.clone()).unwrap().compact().unwrap_err(),
        Priced::content_eq(&bytes, &before).unwrap_err(),
        Priced::content_hash(&bytes, &mut DefaultHasher::new()).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Schema, "{error}");
        assert!(error.to_string().contains("0.00 is less than 1.00"), "{error}");
    }
    let json = serde_json::from_str::<serde_json::Value>(r#"{"note": "b"}"#).unwrap();
    let error = serde::de::DeserializeSeed::deserialize(schema, json).unwrap_err();
    assert!(error.to_string().contains("0.00 is less than 1.00"), "{error}");
    assert_eq!(bytes, before);
    // What is printed or packed by a build script is no schema that could be read.
    let error = Schema::parse(&schema.to_string()).unwrap_err().to_string();
    assert!(error.contains("0.00 is less than 1.00"), "{error}");
    Schema::from_bytes(&schema.to_bytes()).unwrap_err();
}

#[test]
fn a_derived_type_that_has_no_schema_is_still_written_and_read() {
    let value = Priced { price: Decimal(500), note: "a".into() };
    let bytes = vellum::to_vec(&value).unwrap();
    let read = vellum::from_slice::<Priced>(&bytes).unwrap();
    assert_eq!((read.price, &*read.note), (value.price, "a"));
    // Edits go by what is compiled in, also where the buffer is laid out anew.
    let mut bytes = bytes;
    Priced::edit(&mut bytes).unwrap().set_note(&"long".repeat(100)).unwrap();
    Priced::compact(&mut bytes).unwrap();
    let read = vellum::from_slice::<Priced>(&bytes).unwrap();
    assert_eq!((read.price, read.note), (value.price, "long".repeat(100)));
}
