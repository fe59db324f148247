//! The schemas that buffers are read and edited with.

use std::sync::LazyLock;

use vellum::{Record, Schema};

use crate::input::Input;
use crate::rich::Rich;
use vellum::Vellum as _;
use vellum_testkit::memory::Memory;

/// Each with something that the others have not.
const TEXTS: [&str; 8] = [
    // Everything that has a name of its own.
    r#"open enum Fruit { apples, pears = 4 }
frozen struct Spot { x: f32, name: string }
open union Contact { none, long: u64, email: string, node: Node, many: list<Contact>, maybe: Spot?, table: map<string, Contact> }
struct Inner { text: string, more: list<Inner> }
struct Node {
    inner: Inner, id: u32, name: string = "node", tags: list<string>, contact: Contact, contacts: list<Contact>,
    by_fruit: map<Fruit, string>, by_name: map<string, Node>, keys: set<bytes>, words: array<string, 3>,
    left: Node?, right: Node?, nodes: list<Node>, spot: Spot?, extra: any,
}
root Node;"#,
    // What lies inline in what can be absent.
    r#"frozen struct F { l: list<u8>, n: u8?, t: string[5], s: string }
struct G { f: F?, b: bool? }
struct R { t: tuple<list<u8>, u8>?, g: G, h: G?, a: array<tuple<string, bool?>, 3>?, fs: list<F?>, gs: list<G?>, m: map<u8, F?>, o: tuple<F?, set<u8>>? }
root R;"#,
    // Unions of every payload.
    r#"frozen struct P { x: u16, y: string }
struct G { n: u64, s: string since 2, k: u8 since 3 }
enum E: u32 { a = 7, b }
union U { flag: bool, byte: u8, short: i16, word: f32, long: i128, letter: char, kind: E, text: string?, raw: bytes, code: string[3], p: P, maybe: P?, g: G?,
    grown: G, list: list<G>, pair: tuple<u8, list<u8>>, row: array<bool, 3>, inner: V, any: any, nothing }
open union V { a: u8, b, c: string }
struct R { u: U, o: U?, l: list<U>, lo: list<U?>, m: map<char, U>, a: array<U, 2>, v: V, vl: list<V>, last: u8 }
root R;"#,
    // Every scalar, with defaults and without.
    r#"enum E { x = 3, y = 1 }
struct R { a: bool, b: bool = true, c: u8 = 5, d: u16?, e: u32, f: u64 = 77, g: u128, h: i8 = -1, i: i16, j: i32?, k: i64, l: i128 = -5, m: f32 = 0.5, n: f64,
    o: char = 'x', p: uuid, q: ulid?, r: date = 5, s: time, t: timestamp(s), u: timestamp, v: timestamp(us), w: timestamp(ns)?, x: duration, y: decimal(2) = 1.50,
    z: decimal128(20)?, aa: geo4, ab: geo8, ac: geo16?, ad: E = y, ae: string[4], af: bytes[3], ag: string = "text", ah: bytes = b"\x01", ai: string?,
    lists: list<bool?>, words: list<E>, wide: list<u128>, rows: list<array<u8?, 2>> }
root R;"#,
    // Maps and sets of every key.
    r#"enum E: u16 { x = 300, y = 1 } struct S { n: u8, t: string }
struct R { a: map<string, S>, b: map<bytes, u8>, c: map<u8, list<u8>>, d: map<i64, map<bool, string>>, e: set<string>, f: set<i16>, g: map<E, S?>, h: map<uuid, any>,
    i: map<u128, bool?>, j: set<date>, k: map<char, tuple<u8, string>>, l: map<decimal(2), array<u8, 2>>, m: set<u8>?, n: map<string, map<string, u8>>?, o: set<bool>,
    p: map<bytes[2], string>, q: map<tuple<string, i8, E>, list<u8>>, r: set<tuple<bool, tuple<bytes, char>, bytes[3]>>, s: map<tuple<uuid, u64>, S?> }
root R;"#,
    "root any;",
    // Rules, and a width.
    r#"struct R { age: u8 in 1..=99 = 18, name: string max 8 lowercase, ratio: f32? in ..=1.0, code: string[4] uppercase, day: date in 0.., items: list<I> }
struct I { n: i16 in -5..=5, raw: bytes max 4 }
root R width 2;"#,
    // Structs that grew.
    r#"struct S { x: u8, y: u8 since 2, z: string since 3, f: bool? since 4 }
struct R { s: S, o: S?, l: list<S>, lo: list<S?>, m: map<u8, S>, w: array<u16, 300> since 2, l2: list<S> since 2, u: U since 3, d: u32 = 9 since 3 }
union U { s: S, n: u8 }
root R;"#,
];

/// Revisions of one schema, the oldest first: each has more fields and variants than the one before, and declares them in another order.
const REVISIONS: [&str; 3] = [
    r#"open enum E { a, b }
open union U { none, number: u64, text: string, s: S }
struct S { n: u8, note: string }
struct R { name: string, on: bool, age: u16 in ..=200, e: E, u: U, o: U?, s: S?, list: list<S>, us: list<U>, words: list<string>, by: map<string, S>, ids: set<u16>, raw: bytes, doc: any }
root R;"#,
    r#"open enum E { a, b, c }
open union U { none, number: u64, text: string, s: S, many: list<u8> }
struct S { note: string, n: u8, more: string? since 2 }
struct R { mail: string? since 2, age: u16 in ..=200, name: string, on: bool, off: bool since 2, e: E, u: U, o: U?, s: S?, list: list<S>, us: list<U>, words: list<string>,
    by: map<string, S>, ids: set<u16>, raw: bytes, doc: any, late: map<u8, U> since 2 }
root R;"#,
    r#"open enum E { a, b, c, d }
open union U { none, number: u64, text: string, s: S, many: list<u8>, pair: tuple<u8, string> }
struct S { n: u8, last: u32 = 7 since 3, note: string, more: string? since 2 }
struct R { name: string, on: bool, age: u16 in ..=200, e: E, u: U, o: U?, s: S?, list: list<S>, us: list<U>, words: list<string>, by: map<string, S>, ids: set<u16>, raw: bytes, doc: any,
    off: bool since 2, late: map<u8, U> since 2, mail: string? since 2, tags: list<string?> since 3, t: S since 3, flag: bool? since 3 }
root R;"#,
];

/// The revisions, and a record of each.
static REVISED: LazyLock<Vec<(Schema, Record)>> = LazyLock::new(|| {
    let parsed = REVISIONS.iter().map(|text| Schema::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let with_donor = |schema| (donor(&schema), schema);
    parsed.map(with_donor).map(|(donor, schema)| (schema, donor)).collect()
});

/// A record of each, with something in most places.
static DONORS: LazyLock<Vec<Record>> = LazyLock::new(|| ALL.iter().map(donor).collect());

static ALL: LazyLock<Vec<Schema>> = LazyLock::new(|| {
    let parsed = TEXTS.iter().map(|text| Schema::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    parsed.chain([Rich::schema().clone()]).collect()
});

/// All of them.
pub fn all() -> &'static [Schema] {
    // Both are made once; a run that made them would be charged for it.
    let _ = (DONORS.len(), REVISED.len());
    &ALL
}

/// One of them, as the input says, and a valid record of it that has something in most places.
pub fn choose(input: &mut Input<'_>) -> (&'static Schema, &'static Record) {
    let index = input.below(ALL.len());
    (&ALL[index], &DONORS[index])
}

/// All revisions of one of them, or of a schema that has three, each with a valid record that has something in most places.
pub fn choose_revisions(input: &mut Input<'_>) -> Vec<(&'static Schema, &'static Record)> {
    let index = input.below(ALL.len() + 3);
    match ALL.get(index) {
        Some(schema) => vec![(schema, &DONORS[index])],
        None => REVISED.iter().map(|(schema, donor)| (schema, donor)).collect(),
    }
}

/// The derived type's.
pub fn rich() -> (&'static Schema, &'static Record) {
    (&ALL[TEXTS.len()], &DONORS[TEXTS.len()])
}

/// A valid record that has something in most places: always the same of a schema.
pub fn donor(schema: &Schema) -> Record {
    let choices: Vec<u8> = (0..4000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 21) as u8).collect();
    let mut input = Input::new(&choices);
    let empty = Record::new(schema);
    let mut record =
        Record::open(schema, Memory::rationed(empty.as_bytes(), usize::MAX)).expect("a new record can be opened");
    for _ in 0..100 {
        let held = crate::tree::Tree::of(&record).0;
        let _ = crate::edit::edit(&mut record, &held, &empty, &mut input);
    }
    Record::open(schema, record.as_bytes().to_vec()).expect("opened before")
}
