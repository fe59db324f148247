//! Operations on whole records over bytes that nobody wrote: they end, and an error leaves the buffer as it was.

use std::hash::DefaultHasher;

use crate::common::nets;
use proptest::prelude::*;
use vellum::{ErrorKind, Record, Schema, Workspace};

const TEXT: &str = "
open enum Fruit { apples, pears = 4 }
frozen struct Spot { x: f32, name: string }
open union Contact { none, long: u64, email: string, node: Node, many: list<Contact>, maybe: Spot?, table: map<string, Contact> }
struct Inner { text: string, more: list<Inner> }
struct Node {
    inner: Inner,
    id: u32, name: string = \"node\", tags: list<string>, contact: Contact, contacts: list<Contact>,
    by_fruit: map<Fruit, string>, by_name: map<string, Node>, keys: set<bytes>, words: array<string, 3>,
    left: Node?, right: Node?, nodes: list<Node>, spot: Spot?, extra: any,
}
root Node;";

/// A record that has something in each field.
fn full(schema: &Schema) -> Record {
    let mut record = Record::new(schema);
    for at in ["", "left.", "nodes[0].", "by_name[a].", "contact.node.", "right.right."] {
        if at == "nodes[0]." {
            record.push_default("nodes").unwrap();
        }
        let p = |path: &str| format!("{at}{path}");
        record.set(&*p("id"), 7u32).unwrap();
        record.set(&*p("name"), "a name").unwrap();
        record.push_default(&*p("inner.more")).unwrap();
        record.set(&*p("inner.more[0].text"), "deep").unwrap();
        record.push(&*p("tags"), "a tag").unwrap();
        record.push_default(&*p("contacts")).unwrap();
        record.set(&*p("contacts[0].email"), "ada@example.org").unwrap();
        record.set(&*p("by_fruit[pears]"), "green").unwrap();
        record.add_key(&*p("keys"), &b"key"[..]).unwrap();
        record.set(&*p("words[1]"), "word").unwrap();
        record.set(&*p("spot.name"), "here").unwrap();
        record.set(&*p("extra.$map[k].$string"), "value").unwrap();
    }
    record
}

/// Everything that reads and writes, over some bytes; what fails leaves them.
fn try_all(schema: &Schema, bytes: &[u8]) {
    let honest = full(schema);
    let Ok(record) = Record::open(schema, bytes.to_vec()) else { return };
    let _ = record.content_eq(&honest);
    let _ = honest.content_eq(&record);
    let _ = record.content_eq(&record);
    let _ = record.content_hash(&mut DefaultHasher::new());
    let _ = record.space_by_field(4);
    let mut edited = Record::open(schema, bytes.to_vec()).unwrap();
    let check = |edited: &mut Record, result: vellum::Result<()>| match result {
        Err(_) => assert_eq!(edited.as_bytes(), bytes),
        Ok(()) => *edited = Record::open(schema, bytes.to_vec()).unwrap(),
    };
    for changes in [record.diff(&honest), honest.diff(&record)].into_iter().flatten() {
        let _ = format!("{changes:?}");
        let result = edited.apply(&changes);
        check(&mut edited, result);
        let _ = full(schema).apply(&changes);
    }
    let result = edited.merge(&honest);
    check(&mut edited, result);
    let _ = full(schema).merge(&record);
    for path in
        ["name", "tags", "contact", "contacts[0]", "by_name", "words", "left", "nodes", "nodes[0]", "extra", "spot"]
    {
        for from in ["left", "right", "nodes[0]"] {
            let from = if path == "left" || path == "nodes[0]" { from.into() } else { format!("{from}.{path}") };
            let result = edited.copy_from(path, &record, &*from);
            check(&mut edited, result);
            let mut whole = full(schema);
            let before = whole.as_bytes().to_vec();
            if whole.copy_from(path, &record, &*from).is_err() {
                assert_eq!(whole.as_bytes(), before);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nets::cases(64), ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes_neither_panic_nor_loop(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let schema = Schema::parse(TEXT).unwrap();
        let mut bytes = full(&schema).into_storage();
        for (at, to) in changes {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        try_all(&schema, &bytes);
        bytes.truncate(cut.index(bytes.len()) + 1);
        try_all(&schema, &bytes);
    }

    #[test]
    fn any_bytes_neither_panic_nor_loop(mut bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let schema = Schema::parse(TEXT).unwrap();
        try_all(&schema, &bytes);
        bytes.splice(0..0, [0x20, u8::try_from(schema.root().fields().len() * 2).unwrap()]);
        try_all(&schema, &bytes);
    }
}

#[test]
fn records_that_hold_each_other_end() {
    let schema = Schema::parse("struct Node { left: Node?, right: Node?, nodes: list<Node> } root Node;").unwrap();
    // Both pointers lead to a record whose pointers lead to itself, or to the next of many that fan out.
    let mut looped = vec![0x20, 3, 5, 5, 0, 3, 5, 5, 0];
    try_nodes(&schema, &looped);
    looped.clear();
    looped.extend([0x20, 3, 5, 5, 0]);
    for next in 1..40u8 {
        looped.extend([3, 5 + next * 4, 5 + next * 4, 0]);
    }
    looped.extend([3, 0, 0, 0]);
    try_nodes(&schema, &looped);
}

fn try_nodes(schema: &Schema, bytes: &[u8]) {
    let record = Record::open(schema, bytes.to_vec()).unwrap();
    let (mut edited, empty) = (Record::open(schema, bytes.to_vec()).unwrap(), Record::new(schema));
    let error = |kind: ErrorKind| matches!(kind, ErrorKind::Corrupt | ErrorKind::Limit);
    assert!(error(record.content_eq(&record).unwrap_err().kind()));
    assert!(!record.content_eq(&empty).unwrap());
    assert!(error(record.content_hash(&mut DefaultHasher::new()).unwrap_err().kind()));
    assert!(error(record.diff(&empty).unwrap_err().kind()));
    assert!(error(empty.diff(&record).unwrap_err().kind()));
    assert!(error(record.space_by_field(2).unwrap_err().kind()));
    assert!(error(edited.merge(&record).unwrap_err().kind()));
    assert!(error(edited.copy_from("left", &record, "left").unwrap_err().kind()));
    assert_eq!(edited.as_bytes(), bytes);
}

#[test]
fn data_of_a_newer_revision_is_an_error() {
    let old = Schema::parse("struct A { id: u32, parts: list<B> } struct B { n: u8 } root A;").unwrap();
    let new =
        Schema::parse("struct A { id: u32, parts: list<B> } struct B { n: u8, text: string since 2 } root A;").unwrap();
    let mut record = Record::new(&new);
    record.push_default("parts").unwrap();
    record.set("parts[0].text", "unseen").unwrap();
    let bytes = record.into_storage();
    let (seen, mut other) = (Record::open(&old, bytes).unwrap(), Record::new(&old));
    other.push_default("parts").unwrap();
    let before = other.as_bytes().to_vec();
    assert_eq!(seen.content_eq(&other).unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(seen.content_hash(&mut DefaultHasher::new()).unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(other.diff(&seen).unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(other.copy_from("parts", &seen, "parts").unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(other.merge(&seen).unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(other.as_bytes(), before);
}

#[test]
fn unseen_bytes_are_never_taken_for_equal() {
    let old = Schema::parse("struct A { parts: list<B> } struct B { n: u8 } root A;").unwrap();
    let new = Schema::parse("struct A { parts: list<B> } struct B { n: u8, text: string since 2 } root A;").unwrap();
    let record = |text: &str| {
        let mut record = Record::new(&new);
        record.push_default("parts").unwrap();
        record.set("parts[0].text", text).unwrap();
        Record::open(&old, record.into_storage()).unwrap()
    };
    for other in ["same", "else"] {
        assert_eq!(record("same").content_eq(&record(other)).unwrap_err().kind(), ErrorKind::Newer);
    }
    // Unseen zeros say nothing.
    let mut plain = Record::new(&old);
    plain.push_default("parts").unwrap();
    assert!(record("").content_eq(&plain).unwrap());
}

#[test]
fn a_workspace_that_is_too_short_is_as_it_was() {
    let schema = Schema::parse(TEXT).unwrap();
    let honest = full(&schema);
    let changes = Record::new(&schema).diff(&honest).unwrap();
    for capacity in (200..3000).step_by(13) {
        let mut memory = vec![0; capacity];
        let workspace = Workspace::format_default(&mut memory[..], &schema).unwrap();
        let mut record = Record::open(&schema, workspace).unwrap();
        record.set("name", "a name").unwrap();
        record.set("tags[0]", "x").unwrap_err();
        let before = record.as_bytes().to_vec();
        match record.apply(&changes) {
            Ok(()) => assert!(record.content_eq(&honest).unwrap()),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Full);
                assert_eq!(record.as_bytes(), before);
                record.set("name", "b name").unwrap();
                assert_eq!(record.merge(&honest).unwrap_err().kind(), ErrorKind::Full);
                let workspace = record.into_storage();
                let free = workspace.free();
                let memory = workspace.into_inner();
                assert_eq!(Workspace::open(memory).unwrap().free(), free);
            }
        }
    }
}
