//! A schema with every kind of field, and random edits of its records.

use std::hash::{DefaultHasher, Hasher};

use proptest::prelude::*;
use vellum::{Record, Result, Schema, field::VariantName};

/// The schema as text.
pub const TEXT: &str = "
enum Fruit { apples, pears = 4 }
struct Phone { country: u16 = 49, number: string, notes: list<string> }
frozen struct Spot { x: f32, y: f32, seen: bool }
union Contact {
    none, flag: bool, short: u8, long: u64, email: string, phone: Phone, spot: Spot, maybe: Phone?,
    many: list<Contact>, pair: tuple<u8, string>, table: map<string, u8>,
}
struct User {
    id: u32, age: u16 = 18, ok: bool = true, ratio: f64, fruit: Fruit,
    greeting: string = \"hello\", nick: string?, raw: bytes, price: decimal(2), day: date?,
    codes: list<u32>, names: list<string>, holes: list<u16?>, gaps: list<string?>, bits: list<bool>, maybe: list<u8>?,
    phone: Phone, second: Phone?, phones: list<Phone>, absent: list<Phone?>, home: Spot?, spots: list<Spot>,
    contact: Contact, other: Contact?, contacts: list<Contact>,
    scores: map<string, u64>, by_code: map<i16, Phone>, by_fruit: map<Fruit, Contact>, empty: map<string, u8>?,
    nested: map<string, map<bool, list<string>>>, blobs: map<bytes, u8?>,
    tags: set<string>, ids: set<uuid>, letters: set<char>,
    grid: array<array<u8, 2>, 2>, words: array<string, 2>, pair: tuple<u8, string>?,
    extra: any, more: map<string, any>?, friend: User?, friends: list<User>,
    late: list<string> since 2,
}
root User;";

pub fn schema() -> Schema {
    Schema::parse(TEXT).unwrap()
}

/// What an edit does, where, and with what.
pub type Edit = (u8, u8, u8, u32);

pub fn edits(most: usize) -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((any::<u8>(), 0..4u8, 0..4u8, 0..6u32), 0..most)
}

/// One edit of the record, or of a user in it.
pub fn apply(record: &mut Record, at: &str, (kind, a, b, value): Edit) -> Result<()> {
    let p = |path: String| format!("{at}{path}");
    let word = ["", "one", "a \"longer\" text]", "the longest of these texts, which needs some room", "ß", "x"];
    let text = word[value as usize % word.len()];
    let names = ["", "ada", "bob ]\"\\", "eve"];
    let name = names[a as usize];
    let key = format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    let variants = ["none", "flag", "short", "long", "email", "phone", "spot", "maybe", "many", "pair", "table"];
    let union = |record: &mut Record, path: String| -> Result<()> {
        match value + u32::from(b) {
            0 => record.set(&*format!("{path}.flag"), true),
            1 => record.set(&*format!("{path}.short"), a),
            2 => record.set(&*format!("{path}.long"), u64::from(a) << 40),
            3 => record.set(&*format!("{path}.email"), text),
            4 => record.set(&*format!("{path}.phone.number"), text),
            5 => record.set(&*format!("{path}.spot.x"), f32::from(a)),
            6 => record.set(&*format!("{path}.maybe.country"), u16::from(a)),
            7 => record.push_default(&*format!("{path}.many")),
            _ => record.set(&*format!("{path}.table[{key}]"), b),
        }
    };
    match kind % 56 {
        0 => record.set(&*p("id".into()), value),
        1 => record.set(&*p("age".into()), [18u16, 3, 0][a as usize % 3]),
        2 => record.set(&*p("ok".into()), a > 1),
        3 => record.set(&*p("ratio".into()), [0.0, -0.0, f64::NAN, 1.5][a as usize]),
        4 => record.set(&*p("fruit".into()), [0u8, 4][a as usize % 2]),
        5 => record.set(&*p("greeting".into()), if a == 0 { "hello" } else { text }),
        6 => record.set(&*p("nick".into()), text),
        7 => record.set(&*p("raw".into()), text.as_bytes()),
        8 => record.set(&*p("day".into()), vellum::value::Date(i32::from(a))),
        9..=11 => record.push(&*p("codes".into()), value),
        12 => record.remove(&*p(format!("codes[{a}]"))),
        13 | 14 => record.push(&*p("names".into()), text),
        15 => record.insert(&*p(format!("names[{a}]")), text),
        16 => record.push(&*p("holes".into()), u16::from(a)),
        17 => record.push_default(&*p("holes".into())),
        18 => record.push_default(&*p("gaps".into())),
        19 => record.set(&*p(format!("gaps[{a}]")), text),
        20 => record.push(&*p("bits".into()), a > 1),
        21 => record.make_list(&*p("maybe".into())),
        22 => record.push(&*p("maybe".into()), a),
        23 => record.set(&*p("phone.number".into()), text),
        24 => record.push(&*p("phone.notes".into()), text),
        25 => record.make(&*p("second".into())),
        26 => record.push(&*p("second.notes".into()), text),
        27 => record.push_default(&*p("phones".into())),
        28 => record.set(&*p(format!("phones[{a}].number")), text),
        29 => record.push_default(&*p("absent".into())),
        30 => record.set(&*p(format!("absent[{a}].country")), 7u16),
        31 => record.set(&*p("home.y".into()), f32::from(a)),
        32 => record.push_default(&*p("spots".into())),
        33 => record.set(&*p(format!("spots[{a}].seen")), b > 1),
        34 => union(record, p("contact".into())),
        35 => union(record, p("other".into())),
        36 => {
            let contact = record.schema().field::<VariantName>("contacts[]")?;
            if at.is_empty() { record.push(&contact, variants[usize::from(a) + usize::from(b)]) } else { Ok(()) }
        }
        37 => union(record, p(format!("contacts[{a}]"))),
        38 | 39 => record.set(&*p(format!("scores[{key}]")), u64::from(value)),
        40 => record.set(&*p(format!("by_code[{}].number", i16::from(a) - 2)), text),
        41 => union(record, p(format!("by_fruit[{}]", ["apples", "pears"][usize::from(a % 2)]))),
        42 => record.push(&*p(format!("nested[{key}][{}]", b > 1)), text),
        43 => record.add_key(&*p("blobs".into()), &[a, b"\"\\\n"[usize::from(a % 3)]][..]).map(drop),
        44 => record.add_key(&*p("tags".into()), name).map(drop),
        45 => record.add_key(&*p("ids".into()), vellum::value::Uuid([a; 16])).map(drop),
        46 => record.add_key(&*p("letters".into()), ['"', ']', '\\', 'ß'][usize::from(a)]).map(drop),
        47 => record.set(&*p(format!("grid[{}][{}]", a % 2, b % 2)), b),
        48 => record.set(&*p(format!("words[{}]", a % 2)), text),
        49 => record.set(&*p("pair.1".into()), text),
        50 => match b {
            0 => record.set(&*p("extra.$i8".into()), 5i8),
            1 => record.push_default(&*p("extra.$list".into())),
            2 => record.set(&*p(format!("extra.$map[{key}].$string")), text),
            _ => record.set(&*p(format!("more[{key}].$f64")), 0.5),
        },
        51 => record.add_key(&*p("empty".into()), name).map(drop),
        52 => record.push(&*p("late".into()), text),
        53 if at.len() < 20 => {
            apply(record, &p("friend.".into()), (a * 16 + b * 5 + value.to_le_bytes()[0], b, a, value))
        }
        54 if at.len() < 20 => {
            let _ = record.push_default(&*p("friends".into()));
            apply(record, &p("friends[0].".into()), (a * 16 + b * 5 + value.to_le_bytes()[0], b, a, value))
        }
        _ => {
            let fields: Vec<String> = record.schema().root().fields().iter().map(|field| field.name().into()).collect();
            let path = p(fields[(usize::from(a) * 16 + usize::from(b) * 4 + value as usize) % fields.len()].clone());
            record.clear(&*path)
        }
    }
}

/// A record after edits; those that name nothing change nothing.
pub fn record(schema: &Schema, edits: &[Edit]) -> Record {
    let mut record = Record::new(schema);
    for edit in edits {
        let before = record.as_bytes().to_vec();
        if apply(&mut record, "", *edit).is_err() {
            // The edit of a friend in the list makes it first.
            assert!(edit.0 % 56 == 54 || record.as_bytes() == before, "{edit:?}");
        }
    }
    assert!(schema.prove(record.as_bytes()).unwrap().is_complete());
    record
}

pub fn compacted(record: &Record) -> Vec<u8> {
    let mut copy = Record::open(record.schema(), record.as_bytes().to_vec()).unwrap();
    copy.compact().unwrap();
    copy.into_storage()
}

pub fn hash(record: &Record<impl AsRef<[u8]>>) -> u64 {
    let mut hasher = DefaultHasher::new();
    record.content_hash(&mut hasher).unwrap();
    hasher.finish()
}

#[track_caller]
pub fn assert_same(a: &Record, b: &Record) {
    assert!(a.content_eq(b).unwrap(), "{:#?}\n{:#?}", a.root().unwrap(), b.root().unwrap());
    assert!(b.content_eq(a).unwrap());
    assert_eq!(compacted(a), compacted(b));
    assert_eq!(hash(a), hash(b));
}
