//! Edits of maps, sets, unions, arrays, tuples and `any` are atomic too: a storage that refuses to grow at the n-th time.

use crate::common::failing;
use std::collections::{BTreeMap, BTreeSet};

use failing::Failing;
use vellum::{ErrorKind, Record, Result, Schema, Vellum, Workspace, field::VariantName};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Phone {
    number: String,
    tags: Vec<String>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Contact {
    None,
    Short(u8),
    Long(u64),
    Email(String),
    Phone(Phone),
    Post { street: String, lines: Vec<String> },
    Many(Vec<Contact>),
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Book {
    contact: Contact,
    other: Option<Contact>,
    list: Vec<Contact>,
    scores: BTreeMap<String, u32>,
    phones: BTreeMap<u16, Phone>,
    named: BTreeMap<String, Contact>,
    tags: BTreeSet<String>,
    pair: (u8, String),
    names: [String; 3],
}

fn empty() -> Book {
    Book {
        contact: Contact::None,
        other: None,
        list: vec![],
        scores: BTreeMap::new(),
        phones: BTreeMap::new(),
        named: BTreeMap::new(),
        tags: BTreeSet::new(),
        pair: (0, String::new()),
        names: [const { String::new() }; 3],
    }
}

fn phone() -> Phone {
    Phone { number: "123".into(), tags: vec!["home".into(), "old".into()] }
}

/// A book whose maps are as full as a run can be.
fn full() -> Book {
    Book {
        contact: Contact::Phone(phone()),
        other: Some(Contact::Post { street: "Elm".into(), lines: vec!["one".into()] }),
        list: vec![Contact::Email("a".into()), Contact::Email("b".into())],
        scores: (0..1024).map(|n| (format!("{n:04}"), n)).collect(),
        phones: (0..4).map(|n| (n * 3, phone())).collect(),
        named: BTreeMap::from([("x".into(), Contact::Many(vec![Contact::Short(1); 3]))]),
        tags: (0..2048).map(|n| format!("{n:04}")).collect(),
        pair: (7, "seven".into()),
        names: ["a".into(), String::new(), "c".into()],
    }
}

type Edit = fn(&mut Failing) -> Result<()>;

const EDITS: [Edit; 36] = [
    |bytes| Book::edit(bytes)?.contact().set_email("an address that is longer than what was there"),
    |bytes| Book::edit(bytes)?.contact().set_phone(&phone()),
    |bytes| Book::edit(bytes)?.contact().set_long(u64::MAX),
    |bytes| Book::edit(bytes)?.contact().set_none(),
    |bytes| Book::edit(bytes)?.contact().set_many(&full().list),
    |bytes| match Book::edit(bytes)?.contact().as_phone()? {
        Some(mut phone) => phone.tags().push("another tag of some length"),
        None => Ok(()),
    },
    |bytes| Book::edit(bytes)?.set_other(Some(&Contact::Many(full().list))),
    |bytes| Book::edit(bytes)?.list().push(&Contact::Email("one more of the same".into())),
    |bytes| Book::edit(bytes)?.list().push(&Contact::Phone(phone())),
    |bytes| Book::edit(bytes)?.list().insert(0, &Contact::Long(7)),
    |bytes| Book::edit(bytes)?.list().set(0, &Contact::Phone(phone())),
    |bytes| Book::edit(bytes)?.list().extend_from_slice(&[Contact::Email("c".into()), Contact::Short(4)]),
    |bytes| Book::edit(bytes)?.scores().insert("0500+", 1).map(drop),
    |bytes| Book::edit(bytes)?.scores().insert("zzzz", 1).map(drop),
    |bytes| Book::edit(bytes)?.scores().remove("0100").map(drop),
    |bytes| Book::edit(bytes)?.phones().insert(5, &phone()).map(drop),
    |bytes| Book::edit(bytes)?.phones().insert(6, &Phone { number: "x".repeat(100), ..phone() }).map(drop),
    |bytes| Book::edit(bytes)?.phones().at_or_insert(7, &phone()).map(drop),
    |bytes| Book::edit(bytes)?.named().insert("y", &Contact::Phone(phone())).map(drop),
    |bytes| Book::edit(bytes)?.named().insert("x", &Contact::Email("instead".into())).map(drop),
    |bytes| Book::edit(bytes)?.tags().insert("0100+").map(drop),
    |bytes| Book::edit(bytes)?.set_scores(&(0..3000).map(|n| (format!("{n}"), n)).collect()),
    |bytes| Book::edit(bytes)?.set_pair((9, "a longer second part")),
    |bytes| Book::edit(bytes)?.names().set(1, "a longer name than none"),
    |bytes| Book::edit(bytes)?.set_names(&["a".into(), "b".repeat(300), "c".into()]),
    |bytes| Book::edit(bytes)?.take_scores().map(drop),
    |bytes| record(bytes)?.set("contact.Post.street", "made on the way"),
    |bytes| record(bytes)?.set("scores[new key]", 5u32),
    |bytes| record(bytes)?.set("phones[77].number", "made on the way"),
    |bytes| record(bytes)?.push("phones[78].tags", "made on the way"),
    |bytes| record(bytes)?.set("named[new].Phone.number", "made on the way"),
    |bytes| record(bytes)?.set("named[x].Email", "switched"),
    |bytes| record(bytes)?.set("list[1].Phone.number", "unpacked"),
    |bytes| record(bytes)?.add_key("tags", "0200+").map(drop),
    |bytes| record(bytes)?.remove("scores[0001]"),
    |bytes| {
        let variant = Book::schema().field::<VariantName>("list[]")?;
        record(bytes)?.push(&variant, "Long")
    },
];

fn record(bytes: &mut Failing) -> Result<Record<&mut Failing>> {
    Record::open(Book::schema(), bytes)
}

#[track_caller]
fn check(schema: &Schema, source: &[u8], edit: impl Fn(&mut Failing) -> Result<()>, name: &str) -> usize {
    for allowance in 0.. {
        let mut storage = Failing::new(source, allowance);
        match edit(&mut storage) {
            Ok(()) => {
                assert!(schema.prove(&storage.bytes).unwrap().is_complete(), "{name}");
                return allowance;
            }
            Err(error) if error.kind() == ErrorKind::Full => {
                assert!(storage.bytes == source, "{name} with {allowance} growths");
            }
            // What is addressed does not exist in the empty record.
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Path, "{name}: {error}");
                assert!(storage.bytes == source, "{name}");
                return allowance;
            }
        }
    }
    0
}

#[test]
fn an_edit_that_fails_for_want_of_room_changes_nothing_and_succeeds_with_room() {
    let mut failures = 0;
    for source in [empty(), full()].map(|value| vellum::to_vec(&value).unwrap()) {
        for (number, edit) in EDITS.iter().enumerate() {
            failures += check(Book::schema(), &source, edit, &format!("edit {number}"));
        }
    }
    assert!(failures > 40, "{failures}");
}

type Change = fn(&mut Record<&mut Failing>) -> Result<()>;

/// Values with parts, set as a whole through serde.
#[cfg(feature = "serde")]
#[test]
fn a_value_from_serde_that_does_not_fit_changes_nothing() {
    use serde_json::json;
    let schema = Schema::parse(
        "struct Phone { number: string, notes: list<string> }
         union Held { none, number: u8, phone: Phone, text: string }
         struct User { main: Phone, more: map<string, Phone>, all: list<Held>, words: array<string, 2>, extra: any, name: string,
                       maybe: Phone?, late: list<string> since 2 }
         root User;",
    )
    .unwrap();
    let phone = |text: &str| json!({ "number": text, "notes": [text, "", text] });
    let mut full = Record::new(&schema);
    for (path, value) in [
        ("main", phone("1")),
        ("more", json!({ "a": phone("2"), "b": phone("3") })),
        ("all", json!([{ "number": 1 }, { "number": 2 }])),
        ("words", json!(["x", "y"])),
        ("extra", json!({ "k": [1, 2] })),
        ("late", json!(["z"])),
    ] {
        full.set_serde(path, &value).unwrap();
    }
    full.compact().unwrap();
    let long = "a text that is longer than what was there before, by so much that it moves";
    let edits = [
        ("main", phone(long)),
        ("main.notes", json!([long, long])),
        ("more[a]", phone(long)),
        ("more[new]", phone(long)),
        ("more", json!({})),
        ("all[1]", json!({ "phone": phone(long) })),
        ("all[1]", json!({ "number": 7 })),
        ("all", json!([{ "text": long }, { "phone": phone(long) }, "none"])),
        ("words", json!([long, "short"])),
        ("extra", json!({ "k": [1, { "deep": long }] })),
        ("extra.k[1]", json!(long)),
        ("extra.fresh", json!([long])),
        ("name", json!(long)),
        ("maybe", phone(long)),
        ("maybe", json!(null)),
        ("late", json!([long, long])),
    ];
    let mut failures = 0;
    for source in [Record::new(&schema).into_storage(), full.into_storage()] {
        for (path, value) in &edits {
            let edit = |bytes: &mut Failing| Record::open(&schema, bytes)?.set_serde(path, value);
            failures += check(&schema, &source, edit, path);
            let mut grown = Record::open(&schema, source.clone()).unwrap();
            if grown.set_serde(path, value).is_ok() {
                let given: serde_json::Value = grown.get_serde(path).unwrap();
                assert!(given == *value || *path == "all[1]" && *value == json!({ "number": 7 }), "{path}: {given}");
            }
        }
    }
    assert!(failures > 10, "{failures}");
    // The same in memory of a fixed length.
    let mut memory = vec![0; 4096];
    let mut fixed = Record::open(&schema, Workspace::format_default(&mut memory[..], &schema).unwrap()).unwrap();
    fixed.set_serde("main", &phone("1")).unwrap();
    fixed.set_serde("more[a]", &phone(long)).unwrap();
    fixed.set_serde("main", &phone(long)).unwrap();
    assert_eq!(fixed.get::<str>("main.notes[2]").unwrap(), long);
    let before = fixed.as_bytes().to_vec();
    for path in ["name", "main.number", "more[new].number"] {
        assert_eq!(fixed.set_serde(path, &"x".repeat(5000)).unwrap_err().kind(), ErrorKind::Full);
        assert_eq!(fixed.as_bytes(), before);
    }
    assert_eq!(fixed.set_serde("more[new]", &phone(&"x".repeat(2000))).unwrap_err().kind(), ErrorKind::Full);
    assert_eq!(fixed.as_bytes(), before);
}

#[test]
fn the_same_holds_within_any() {
    let schema = Schema::parse("root any;").unwrap();
    let mut record = Record::new(&schema);
    for index in 0..40u32 {
        record.push("numbers", index).unwrap();
        record.set(&*format!("keys.k{index}"), index).unwrap();
    }
    record.set("text", "short").unwrap();
    record.compact().unwrap();
    let source = record.into_storage();
    let changes: [Change; 8] = [
        |record| record.set("text", "a text that is longer than what was there before"),
        |record| record.set("numbers[3]", "not a number"),
        |record| record.push("numbers", 1u64 << 40),
        |record| record.insert("numbers[0]", "first"),
        |record| record.set("keys.new.deep.deeper", 2.5f64),
        |record| record.push("keys.fresh", "x"),
        |record| record.set("keys", true),
        |record| record.remove("keys.k5"),
    ];
    let mut failures = 0;
    for (number, change) in changes.iter().enumerate() {
        let edit = |bytes: &mut Failing| change(&mut Record::open(&schema, bytes)?);
        failures += check(&schema, &source, edit, &format!("change {number}"));
    }
    assert!(failures > 4, "{failures}");
}
