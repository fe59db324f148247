//! What calls allocate: bad input through serde is refused with its place, at a cost in proportion to the input, and reading and most
//! edits allocate nothing.

#![cfg(feature = "serde")]
// The allocator that counts.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use vellum::serde::RecordSeed;
use vellum::value::{Date, Decimal, FixedStr};
use vellum::{
    ErrorKind, Record, Schema, Vellum,
    dynamic::{Dynamic, ValueRef},
};

thread_local! {
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
    static SCHEMA: RefCell<Option<Schema>> = const { RefCell::new(None) };
}

struct Counting;

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.with(|sum| sum.set(sum.get() + layout.size()));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a call gives, and the bytes it allocated in all.
fn counted<T>(call: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATED.with(Cell::get);
    let value = call();
    (value, ALLOCATED.with(Cell::get) - before)
}

const TEXT: &str = "
    enum Fruit { apple, pear = 4 }
    frozen struct Flat { n: u8, pair: tuple<u8, string> }
    struct Node { n: u8, next: Node?, nodes: list<Node> }
    union Contact { none, email: string, phone: Node, many: list<Contact> }
    struct All {
        flag: bool, byte: u8, short: i16, word: i64, long: u64, wide: u128, deep: i128, half: f32, full: f64, letter: char,
        fruit: Fruit, text: string, short_text: string[4], data: bytes, id: uuid, key: ulid, day: date, noon: time,
        seen: timestamp, price: decimal(2), place: geo8, flat: Flat, node: Node, maybe: u8?, numbers: list<u16?>,
        grid: array<array<u8, 2>, 3>, pair: tuple<u8, string>, contact: Contact, contacts: list<Contact>,
        scores: map<string, u64>, by_number: map<u16, Node>, tags: set<string>, ids: set<u32>, blobs: map<bytes, u8>,
        extra: any, more: map<string, any>,
    }
    root All;";

fn parse(schema: &Schema, json: &str) -> Result<Record, serde_json::Error> {
    let seed = RecordSeed::new(schema).skip_unknown_fields().default_missing_fields();
    seed.deserialize(&mut serde_json::Deserializer::from_str(json))
}

#[track_caller]
fn refused(schema: &Schema, json: &str, message: &str) {
    let start: String = json.chars().take(80).collect();
    match parse(schema, json) {
        Ok(_) => panic!("{start} was taken"),
        Err(error) => assert!(error.to_string().contains(message), "{start}: {error}"),
    }
}

#[test]
fn values_that_do_not_fit_are_refused_with_their_path() {
    let schema = Schema::parse(TEXT).unwrap();
    for (json, message) in [
        (r#"{"byte": 300}"#, "300 is out of range for u8 (0 to 255) in `byte`"),
        (r#"{"short": -32769}"#, "-32769 is out of range for i16 (-32768 to 32767) in `short`"),
        (
            r#"{"word": 18446744073709551615}"#,
            "18446744073709551615 is out of range for i64 (-9223372036854775808 to 9223372036854775807) in `word`",
        ),
        (
            r#"{"word": 9223372036854775808}"#,
            "9223372036854775808 is out of range for i64 (-9223372036854775808 to 9223372036854775807) in `word`",
        ),
        (r#"{"long": -1}"#, "-1 is out of range for u64 (0 to 18446744073709551615) in `long`"),
        (
            r#"{"long": 18446744073709551616}"#,
            "the number is out of range for u64 (0 to 18446744073709551615) in `long`",
        ),
        (r#"{"long": 1.5}"#, "1.5 is not a value of u64 in `long`"),
        (r#"{"long": 1.0}"#, "1.0 is not a value of u64 in `long`"),
        (
            r#"{"wide": -1}"#,
            "the number is out of range for u128 (0 to 340282366920938463463374607431768211455) in `wide`",
        ),
        (r#"{"wide": 340282366920938463463374607431768211456}"#, "the number is out of range for u128"),
        (r#"{"deep": 170141183460469231731687303715884105728}"#, "the number is out of range for i128"),
        (
            r#"{"full": 1e400}"#,
            "the number is out of range for f64 (-1.7976931348623157e308 to 1.7976931348623157e308) in `full`",
        ),
        (r#"{"extra": -1e400}"#, "number out of range"),
        (r#"{"half": 1e39}"#, "the number is out of range for f32 (-3.4028235e38 to 3.4028235e38) in `half`"),
        (r#"{"text": "\ud800"}"#, "unexpected end of hex escape"),
        (r#"{"text": "\udc00\ud800"}"#, "lone leading surrogate in hex escape"),
        (r#"{"extra": {"\ud800x": 1}}"#, "unexpected end of hex escape"),
        (r#"{"letter": ""}"#, "\"\" is not a value of char in `letter`"),
        (r#"{"short_text": "fünf"}"#, "in `short_text`"),
        (r#"{"day": 2147483648}"#, "2147483648 is out of range for date (-2147483648 to 2147483647) in `day`"),
        (
            r#"{"price": 92233720368547758.08}"#,
            "is out of range for decimal(2) (-92233720368547758.08 to 92233720368547758.07) in `price`",
        ),
        (r#"{"price": 9223372036854775807}"#, "9223372036854775807 is out of range for decimal(2)"),
        (r#"{"place": [0, 0, 0]}"#, "a sequence of another length than two"),
        (r#"{"place": [1e300, 0]}"#, "in `place`"),
        (r#"{"flat": {"pair": [1]}}"#, "the sequence is too short for 2 values in `flat.pair.1`"),
        (r#"{"flat": {"pair": [1, "x", 2]}}"#, "the sequence is too long for 2 values in `flat.pair`"),
        (r#"{"grid": [[1, 2], [3, 4]]}"#, "the sequence is too short for 3 values in `grid[2]`"),
        (r#"{"grid": [[1, 2], [3, 4, 5], [6, 7]]}"#, "the sequence is too long for 2 values in `grid[1]`"),
        (r#"{"grid": [[1, 2], [3, 256], [6, 7]]}"#, "256 is out of range for u8 (0 to 255) in `grid[1][1]`"),
        (r#"{"numbers": [1, null, -1]}"#, "-1 is out of range for u16 (0 to 65535) in `numbers[2]`"),
        (
            r#"{"scores": {"a": 1, "b c": -1}}"#,
            "-1 is out of range for u64 (0 to 18446744073709551615) in `scores[\"b c\"]`",
        ),
        (r#"{"by_number": {"70000": {}}}"#, "`70000` is no key of type u16 in `by_number`"),
        (r#"{"by_number": {"x": {}}}"#, "`x` is no key of type u16 in `by_number`"),
        (r#"{"by_number": {"7": {"n": []}}}"#, "expected a value of u8 for `by_number[7].n`"),
        (r#"{"blobs": {"0g": 1}}"#, "\"0g\" is not hexadecimal in `blobs`"),
        (r#"{"blobs": {"0ff": 1}}"#, "\"0ff\" is not hexadecimal in `blobs`"),
        (r#"{"ids": [1, -1]}"#, "ids"),
        (r#"{"contact": "letter"}"#, "letter"),
        (r#"{"contact": {"letter": 1}}"#, "letter"),
        (r#"{"contact": {}}"#, "a map with the name of a variant is expected in `contact`"),
        (r#"{"contact": "email"}"#, "the variant `email` holds a value"),
        (r#"{"contact": {"none": 1}}"#, "the variant `none` holds nothing"),
        (r#"{"contact": {"email": 1}}"#, "expected a value of string for `contact.email`"),
        (r#"{"contacts": ["none", {"many": [{"phone": {"n": 256}}]}]}"#, "`contacts[1].many[0].phone.n`"),
    ] {
        refused(&schema, json, message);
    }
}

#[test]
fn a_key_that_comes_twice_is_refused_wherever_it_is() {
    let schema = Schema::parse(TEXT).unwrap();
    for (json, message) in [
        (r#"{"byte": 1, "byte": 1}"#, "the key comes twice in `byte`"),
        (r#"{"node": {"next": {"n": 1, "n": 2}}}"#, "the key comes twice in `node.next.n`"),
        (r#"{"scores": {"a": 1, "b": 2, "a": 1}}"#, "the key comes twice in `scores[\"a\"]`"),
        (r#"{"by_number": {"7": {}, "7": {}}}"#, "the key comes twice in `by_number[7]`"),
        (r#"{"blobs": {"ff": 1, "FF": 1}}"#, "the key comes twice in `blobs[b\"\\xff\"]`"),
        (r#"{"tags": ["a", "a"]}"#, "the key comes twice in `tags[\"a\"]`"),
        (r#"{"extra": {"x": [{"y": 1, "y": 2}]}}"#, "the key comes twice"),
        (r#"{"contact": {"email": "a", "email": "b"}}"#, "two variants: `email` and `email` in `contact`"),
        (r#"{"contact": {"email": "a", "phone": {}}}"#, "two variants: `email` and `phone` in `contact`"),
    ] {
        refused(&schema, json, message);
    }
}

#[test]
fn every_field_refuses_every_wrong_type_with_its_path() {
    let schema = Schema::parse(TEXT).unwrap();
    let values = ["true", "-7", "1.25", "\"no such\"", "[true]", "{\"no\": {}}", "null"];
    let mut count = 0;
    for field in schema.root().fields() {
        for value in values {
            let json = format!("{{\"{}\": {value}}}", field.name());
            if let Err(error) = parse(&schema, &json) {
                count += 1;
                // Of integers of 128 bits the format says itself that there is none.
                let has_path = error.to_string().contains(&format!("`{}", field.name()));
                let is_wide = matches!(field.name(), "wide" | "deep") && error.is_syntax();
                assert!(has_path || is_wide, "{json}: {error}");
            }
        }
    }
    // Few values fit: strings into texts, numbers into numbers, anything into any.
    assert!(count > schema.root().fields().len() * 4, "{count}");
}

#[test]
fn unknown_keys_are_passed_over_or_refused_as_asked() {
    let schema = Schema::parse(TEXT).unwrap();
    let json = r#"{"color": [{"x": [1e3, "y", null]}], "node": {"next": {"color": 1, "n": 3}}, "byte": 5}"#;
    let record = parse(&schema, json).unwrap();
    assert_eq!(record.get::<u8>("byte").unwrap(), 5);
    assert_eq!(record.get::<u8>("node.next.n").unwrap(), 3);
    let mut deserializer = serde_json::Deserializer::from_str(r#"{"node": {"next": {"color": 1}}}"#);
    let error = RecordSeed::new(&schema).deserialize(&mut deserializer).err().unwrap();
    assert!(error.to_string().contains("`Node` has no field `color`; it has n, next, nodes in `node.next`"), "{error}");
}

#[test]
fn long_input_costs_in_proportion() {
    let schema = Schema::parse(TEXT).unwrap();
    let digits = "9".repeat(10_000_000);
    for field in ["byte", "long", "wide", "half", "full", "price", "extra", "text", "unknown"] {
        let json = format!("{{\"{field}\": {digits}}}");
        let (result, allocated) = counted(|| parse(&schema, &json));
        assert!(result.is_err() == (field != "unknown"), "{field}");
        assert!(allocated < 4 * json.len(), "{field}: {allocated}");
    }
    let fraction = format!("{{\"full\": 0.{digits}}}");
    assert!((parse(&schema, &fraction).unwrap().get::<f64>("full").unwrap() - 1.0).abs() < 1e-9);

    // The first element too many ends it.
    let many = format!("{{\"grid\": [{}[0, 0]]}}", "[0, 0],".repeat(1_000_000));
    let (result, allocated) = counted(|| parse(&schema, &many));
    assert!(result.err().unwrap().to_string().contains("the sequence is too long for 3 values in `grid`"));
    assert!(allocated < 100_000, "{allocated}");

    // A recording of a type has little more than a byte for each number of a sequence.
    let numbers = vec![7u8; 1_000_000];
    let (result, allocated) = counted(|| Record::new(&schema).set_serde("data", &numbers));
    result.unwrap();
    assert!(allocated < 16 * numbers.len(), "{allocated}");

    let text = "x".repeat(1_000_000);
    let json = format!("{{\"text\": \"{text}\", \"extra\": \"{text}\"}}");
    let (result, allocated) = counted(|| parse(&schema, &json));
    assert_eq!(result.unwrap().get::<str>("text").unwrap().len(), text.len());
    assert!(allocated < 10 * json.len(), "{allocated}");
}

#[test]
fn a_length_that_is_only_said_allocates_nothing() {
    let schema = Schema::parse(TEXT).unwrap();
    let name = |name: &str| [&[0x81, 0xA0 | u8::try_from(name.len()).unwrap()], name.as_bytes()].concat();
    for (field, head) in [
        ("numbers", &[0xDD, 0xFF, 0xFF, 0xFF, 0xFF][..]),
        ("text", &[0xDB, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("data", &[0xC6, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("data", &[0xDD, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("scores", &[0xDF, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("tags", &[0xDD, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("extra", &[0xDD, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("extra", &[0xDF, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("extra", &[0xC6, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("unknown", &[0xDD, 0xFF, 0xFF, 0xFF, 0xFF]),
    ] {
        let packed = [&name(field), head].concat();
        let (result, allocated) = counted(|| schema.deserialize(&mut rmp_serde::Deserializer::new(&packed[..])));
        assert!(result.is_err(), "{field}");
        assert!(allocated < 1_000_000, "{field}: {allocated}");
    }
    for head in [[0x9B; 9], [0x5B; 9], [0x7B; 9], [0xBB; 9]] {
        let head = [&head[..1], &[0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF][..]].concat();
        for field in ["numbers", "text", "data", "scores", "tags", "extra", "unknown"] {
            let packed = [&[0xA1, 0x60 | u8::try_from(field.len()).unwrap()], field.as_bytes(), &head].concat();
            let (result, allocated) = counted(|| from_cbor(&schema, &packed));
            assert!(result.is_err(), "{field}");
            assert!(allocated < 1_000_000, "{field}: {allocated}");
        }
    }
}

/// A value within itself, without end: what a format without a limit of its own would give.
#[derive(Clone, Copy)]
enum Endless {
    Sequence,
    Map(&'static str),
    Some,
}

#[derive(Debug)]
struct Fault(String);

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl<'de> Deserializer<'de> for Endless {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self {
            Self::Sequence => visitor.visit_seq(self),
            Self::Map(_) => visitor.visit_map(self),
            Self::Some => visitor.visit_some(self),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> SeqAccess<'de> for Endless {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        seed.deserialize(*self).map(Some)
    }
}

impl<'de> MapAccess<'de> for Endless {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Self::Map(key) = self else { return Ok(None) };
        seed.deserialize(serde::de::value::BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(*self)
    }
}

#[test]
fn values_without_end_are_refused() {
    for (schema, value) in [
        ("root any;", Endless::Sequence),
        ("root any;", Endless::Map("x")),
        ("root any;", Endless::Some),
        ("struct Node { next: Node? } root Node;", Endless::Map("next")),
        ("struct Node { next: list<Node> } root Node;", Endless::Map("unknown")),
        ("union U { next: Node } struct Node { next: U? } root Node;", Endless::Map("next")),
        ("struct Node { next: map<string, Node> } root Node;", Endless::Map("next")),
    ] {
        let schema = Schema::parse(schema).unwrap();
        let seed = RecordSeed::new(&schema).skip_unknown_fields();
        let (result, allocated) = counted(|| seed.deserialize(value));
        let error = result.err().unwrap();
        assert!(error.0.contains("nested"), "{error}");
        // Each of 64 levels is found by its path from the root.
        assert!(allocated < 20_000_000, "{allocated}");
    }
}

#[test]
fn json_a_hundred_thousand_deep_is_refused() {
    const DEPTH: usize = 100_000;
    let recursive = Schema::parse("struct Node { next: Node?, nodes: list<Node> } root Node;").unwrap();
    let any = Schema::parse("root any;").unwrap();
    let nested = |open: &str, close: &str| format!("{}{}", open.repeat(DEPTH), close.repeat(DEPTH));
    for (schema, json, first) in [
        (&any, nested("[", "]"), "nested"),
        (&any, format!("{}1{}", "{\"x\":".repeat(DEPTH), "}".repeat(DEPTH)), "nested"),
        (&recursive, format!("{}null{}", "{\"next\":".repeat(DEPTH), "}".repeat(DEPTH)), "nested"),
        // Structs lie inline in lists: 64 lists are 128 levels of JSON, where serde_json's own limit comes first.
        (&recursive, nested("{\"nodes\":[", "]}"), "recursion limit"),
    ] {
        refused(schema, &json, first);
        let mut deserializer = serde_json::Deserializer::from_str(&json);
        deserializer.disable_recursion_limit();
        let error = schema.deserialize(&mut deserializer).err().unwrap();
        assert!(error.to_string().contains("values are nested"), "{error}");
        // An unknown key is passed over without recursion by this format.
        let unknown = format!("{{\"unknown\": {json}}}");
        assert!(parse(&recursive, &unknown).is_ok());
    }
}

const RICH: &str = r#"{
    "flag": true, "byte": 255, "short": -32768, "word": -9223372036854775808, "long": 18446744073709551615,
    "wide": 340282366920938463463374607431768211455, "deep": -170141183460469231731687303715884105728,
    "half": 0.1, "full": -0.1, "letter": "ß", "fruit": "pear", "text": "tab\t\"quote\" ü", "short_text": "ab",
    "data": [0, 255], "id": "abababab-abab-abab-abab-abababababab", "day": -1, "noon": 5, "seen": -7, "price": "-19.99",
    "place": [52.5, -13.25], "flat": {"n": 1, "pair": [2, "two"]}, "node": {"n": 1, "next": {"nodes": [{"n": 2}, {}]}},
    "maybe": 0, "numbers": [1, null, 3], "grid": [[1, 2], [3, 4], [5, 6]], "pair": [7, "seven"],
    "contact": {"many": ["none", {"email": "x"}, {"phone": {"n": 3}}]}, "contacts": [{"email": "a"}, {"email": "b"}, "none"],
    "scores": {"a": 1, "b \"] c": 2}, "by_number": {"7": {"n": 7}, "65535": {}}, "tags": ["x", "true", "1"], "ids": [1, 2],
    "blobs": {"00ff": 1}, "extra": {"list": [1, -1, 1.5, null, true, "text", {"deep": {}}], "big": 18446744073709551615},
    "more": {"true": "true", "null": null}
}"#;

/// A record of the schema that was given last: some crates take types, not seeds.
struct Given(Record);

impl<'de> serde::Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let schema = SCHEMA.with_borrow(|schema| schema.clone().expect("a schema"));
        schema.deserialize(deserializer).map(Self)
    }
}

fn from_cbor(schema: &Schema, bytes: &[u8]) -> Result<Record, ciborium::de::Error<std::io::Error>> {
    SCHEMA.set(Some(schema.clone()));
    ciborium::from_reader(bytes).map(|Given(record)| record)
}

#[test]
fn a_rich_record_goes_through_every_format_and_back() {
    fn same(mut record: Record, mut back: Record) {
        record.compact().unwrap();
        back.compact().unwrap();
        assert_eq!(back.as_bytes(), record.as_bytes());
    }
    let schema = Schema::parse(TEXT).unwrap();
    let rich = || parse(&schema, RICH).unwrap();
    let record = rich();
    assert_eq!(record.get::<Decimal<2>>("price").unwrap(), Decimal(-1999));
    assert_eq!(record.get::<Date>("day").unwrap(), Date(-1));

    same(rich(), parse(&schema, &serde_json::to_string(&record).unwrap()).unwrap());
    let packed = rmp_serde::to_vec(&record).unwrap();
    same(rich(), schema.deserialize(&mut rmp_serde::Deserializer::new(&packed[..])).unwrap());
    let packed = rmp_serde::to_vec_named(&record).unwrap();
    same(rich(), schema.deserialize(&mut rmp_serde::Deserializer::new(&packed[..])).unwrap());
    let mut cbor = Vec::new();
    ciborium::into_writer(&record, &mut cbor).unwrap();
    same(rich(), from_cbor(&schema, &cbor).unwrap());
    let yaml = serde_saphyr::to_string(&record).unwrap();
    let back = serde_saphyr::with_deserializer_from_str(&yaml, |deserializer| schema.deserialize(deserializer));
    same(rich(), back.unwrap_or_else(|error| panic!("{error}\n{yaml}")));
}

#[test]
fn what_limits_refuse_allocates_in_proportion_to_the_input() {
    let mut text = String::from("struct S60 { n: u8 } root S0;");
    for level in 0..60 {
        write!(text, "struct S{level} {{ a: S{next}, b: S{next} }} ", next = level + 1).unwrap();
    }
    let tree = Record::new(&Schema::parse(&text).unwrap());
    let (json, allocated) = counted(|| serde_json::to_string(&tree));
    assert!(json.is_err() && allocated < 100_000, "{allocated} bytes");

    let old = Schema::parse("struct E { n: u8 } struct R { list: list<E> } root R;").unwrap();
    let mut record = Record::new(&old);
    for _ in 0..5000 {
        record.push_default("list").unwrap();
    }
    let new = "struct E { n: u8, more: array<u8, 60000> since 2 } struct R { list: list<E> } root R;";
    let mut record = Record::open(&Schema::parse(new).unwrap(), record.as_bytes().to_vec()).unwrap();
    let (compacted, allocated) = counted(|| record.compact());
    assert!(compacted.is_err() && allocated < 200_000, "{allocated} bytes");
    let (json, allocated) = counted(|| serde_json::to_string(&record));
    assert!(json.is_err() && allocated < 200_000, "{allocated} bytes");

    let any = Record::new(&Schema::parse("root any;").unwrap());
    let path = "a.".repeat(2_000_000) + "a";
    let (value, allocated) = counted(|| any.get::<u8>(&path));
    assert!(value.is_err() && allocated < 2 * path.len(), "{allocated} bytes");
}

#[derive(Vellum, Default)]
struct Task {
    name: String,
    effort: u32,
    due: Option<u64>,
    tags: Vec<String>,
    scores: BTreeMap<String, u64>,
    parts: Vec<Part>,
    state: State,
}

#[derive(Vellum, Default)]
struct Part {
    title: String,
    weight: f64,
}

#[derive(Vellum, Default)]
enum State {
    #[default]
    Open,
    Held(String),
}

/// The bytes of a task, in a vector that has room for longer ones.
fn task() -> Vec<u8> {
    let task = Task {
        name: "paint".into(),
        tags: vec!["a".into(), "b".into()],
        scores: BTreeMap::from([("ada".into(), 1), ("bob".into(), 2)]),
        parts: vec![Part { title: "door".into(), weight: 1.5 }],
        ..Task::default()
    };
    let mut bytes = vellum::to_vec(&task).unwrap();
    bytes.reserve(4 * bytes.len());
    bytes
}

#[test]
fn setting_growing_and_pushing_allocate_nothing_where_the_vector_has_room() {
    type Edit = fn(&mut Vec<u8>) -> vellum::Result<()>;
    let edits: [(&str, Edit); 13] = [
        ("a number", |bytes| Task::edit(bytes)?.set_effort(7)),
        ("an optional number", |bytes| Task::edit(bytes)?.set_due(Some(7))),
        ("a shorter text", |bytes| Task::edit(bytes)?.set_name("ink")),
        ("a text that moves", |bytes| Task::edit(bytes)?.set_name("paint the door, and then its frame")),
        ("text appended", |bytes| Task::edit(bytes)?.name().push_str(" the door")),
        ("text cut off", |bytes| Task::edit(bytes)?.name().truncate(2)),
        ("a push", |bytes| Task::edit(bytes)?.tags().push("outside")),
        ("an insert", |bytes| Task::edit(bytes)?.tags().insert(0, "outside")),
        ("a field of an element", |bytes| Task::edit(bytes)?.parts().at(0)?.set_weight(2.0)),
        ("a text of an element", |bytes| Task::edit(bytes)?.parts().at(0)?.set_title("the front door")),
        ("a new key", |bytes| Task::edit(bytes)?.scores().insert("carol", 3).map(|_| ())),
        ("a value of a key", |bytes| Task::edit(bytes)?.scores().insert("ada", 3).map(|_| ())),
        ("another variant", |bytes| Task::edit(bytes)?.state().set_held("until it is dry")),
    ];
    for (name, edit) in edits {
        let mut bytes = task();
        let before = bytes.clone();
        let (result, allocated) = counted(|| edit(&mut bytes));
        result.unwrap();
        assert_ne!(bytes, before, "{name}");
        assert_eq!(allocated, 0, "{name}");
    }
}

fn checked(bytes: &[u8]) -> vellum::Result<u64> {
    let view = Task::peek(bytes)?;
    let texts = view.name()?.len() + view.tags()?.get(1)?.len() + view.parts()?.get(0)?.title()?.len();
    Ok(texts as u64 + view.scores()?.get("bob")?.unwrap_or_default())
}

#[test]
fn opening_a_buffer_and_reading_its_fields_allocates_nothing() {
    let bytes = task();
    let (sum, allocated) = counted(|| checked(&bytes));
    assert_eq!((sum.unwrap(), allocated), (12, 0));
    // The first proof of a type makes its schema, which is kept.
    Task::prove(&bytes).unwrap();
    let (len, allocated) = counted(|| Task::prove(&bytes).map(|proved| proved.name().len() + proved.tags().len()));
    assert_eq!((len.unwrap(), allocated), (7, 0));
}

/// What a failed call is, a part of its message, and the call. Of the other kinds, a conflict always has a path, a fault of syntax comes from `serde_json`, and
/// none of the crate is known.
type Failure<'a> = (ErrorKind, &'static str, Box<dyn FnOnce() -> vellum::Result<()> + 'a>);

#[derive(Vellum)]
struct Tree {
    nodes: Vec<Tree>,
}

#[test]
fn a_failed_call_allocates_nothing_until_its_message_is_asked_for() {
    let older =
        Schema::parse("open union Shape { none } struct User { tags: list<string>, shape: Shape } root User;").unwrap();
    let newer = older.to_string().replace("none", "none, more: u8");
    let newer = Schema::parse(&newer).unwrap();
    let mut record = Record::new(&newer);
    record.push("tags", "math").unwrap();
    record.set("shape.more", 7u8).unwrap();
    let bytes = record.as_bytes();

    let seen = Record::open(&older, bytes).unwrap();
    let ValueRef::Union(shape) = seen.get::<Dynamic>("shape").unwrap() else { panic!("not a union") };
    let name = older.field::<str>("tags[]").unwrap();
    let view = newer.peek(bytes).unwrap();
    let task = task();
    let deep = (0..70).fold(Tree { nodes: vec![] }, |tree, _| Tree { nodes: vec![tree] });
    let calls: Vec<Failure<'_>> = vec![
        (ErrorKind::Corrupt, "an empty buffer", Box::new(|| newer.peek(&[]).map(drop))),
        (ErrorKind::Corrupt, "which has 3", Box::new(|| newer.peek(&bytes[..3]).map(drop))),
        (ErrorKind::Full, "the slice has 4", Box::new(|| vellum::to_slice(&[0u32; 9], &mut [0; 4]).map(drop))),
        (ErrorKind::Limit, "deeper than", Box::new(|| vellum::to_slice(&deep, &mut [0; 9]).map(drop))),
        (ErrorKind::Newer, "newer schema revision", Box::new(|| shape.value().map(drop))),
        (ErrorKind::Schema, "another schema", Box::new(|| view.get(name.at(0)).map(drop))),
        (ErrorKind::Type, "at most 4 bytes", Box::new(|| FixedStr::<4>::try_from("longer").map(drop))),
        (ErrorKind::Path, "index 9 of a list of 2", Box::new(|| Task::peek(&task)?.tags()?.get(9).map(drop))),
    ];
    for (kind, message, call) in calls {
        let (result, allocated) = counted(call);
        let error = result.expect_err(message);
        assert_eq!((error.kind(), allocated), (kind, 0), "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn applying_a_push_of_a_struct_allocates_in_proportion_to_the_struct() {
    let schema =
        Schema::parse("struct Line { text: string, n: u16 } struct Log { lines: list<Line>, blob: bytes } root Log;")
            .unwrap();
    let mut record = Record::new(&schema);
    record.set("blob", &vec![1u8; 4 << 20]).unwrap();
    let mut longer = Record::open(&schema, record.as_bytes().to_vec()).unwrap();
    for index in 0..20u16 {
        longer.push_default("lines").unwrap();
        longer.set(&*format!("lines[{index}].text"), "a line").unwrap();
    }
    // Room for the buffer to grow, so that what is counted is not its own.
    let mut bytes = Vec::with_capacity(8 << 20);
    bytes.extend_from_slice(record.as_bytes());
    let mut record = Record::open(&schema, bytes).unwrap();
    record.copy_from("lines", &longer, "lines").unwrap();
    let mut next = Record::open(&schema, record.as_bytes().to_vec()).unwrap();
    next.push_default("lines").unwrap();
    next.set("lines[20].text", "one more").unwrap();
    let patch = record.diff(&next).unwrap();
    assert_eq!(patch.to_string(), "insert lines[20]: Line { text: \"one more\", n: 0 }");
    let (applied, allocated) = counted(|| record.apply(&patch));
    applied.unwrap();
    assert!(record.content_eq(&next).unwrap());
    assert!(allocated < 100_000, "{allocated} bytes were allocated");
}
