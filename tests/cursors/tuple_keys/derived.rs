//! Derived types: as `BTreeMap` and `HashMap` have them.

#![allow(clippy::type_complexity)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::net::Ipv4Addr;

use vellum::value::{Date, Decimal, Uuid};
use vellum::{Record, Vellum};

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Side {
    #[default]
    Buy = 7,
    Sell = 2,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Quote {
    price: u64,
    note: String,
    #[vellum(since = 2)]
    tags: Vec<String>,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct UserId(u32);

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Book {
    title: String,
    digests: BTreeMap<[u8; 4], String>,
    seen: HashSet<[u8; 16]>,
    quotes: BTreeMap<(u32, String), Quote>,
    by_id: HashMap<(Uuid, u64), Option<u8>>,
    flags: BTreeMap<(bool, i8, char), bool>,
    sides: BTreeMap<(Side, Date, Decimal<2>, Ipv4Addr), Vec<u16>>,
    blobs: BTreeSet<(Vec<u8>, [u8; 2], String)>,
    nested: BTreeMap<((bool, String), (u8, (u16,))), u8>,
    users: BTreeMap<(UserId, Box<str>), u8>,
    one: BTreeSet<(i64,)>,
}

fn some_book() -> Book {
    let quote = |price| Quote { price, note: "n".into(), tags: vec!["a".into()] };
    Book {
        title: "book".into(),
        digests: [([1, 2, 3, 4], "a".into()), ([0xFF, 0, 0, 0], "b".into()), ([0; 4], String::new())].into(),
        seen: [[9; 16], [1; 16]].into(),
        quotes: [
            ((7, "USD".into()), quote(1)),
            ((7, "EUR".into()), quote(2)),
            ((300, String::new()), Quote::default()),
        ]
        .into(),
        by_id: [((Uuid([1; 16]), 5), Some(1)), ((Uuid([1; 16]), 300), None)].into(),
        flags: [((false, -1, 'a'), true), ((true, 1, 'b'), false), ((true, -1, 'é'), true)].into(),
        sides: [
            ((Side::Buy, Date(-5), Decimal(150), Ipv4Addr::new(10, 0, 0, 1)), vec![1]),
            ((Side::Sell, Date(7), Decimal(-1), Ipv4Addr::new(9, 0, 0, 1)), vec![]),
        ]
        .into(),
        blobs: [(vec![], [0, 1], "x".into()), (vec![1], [0, 0], String::new())].into(),
        nested: [(((true, "a".into()), (1, (2,))), 3), (((true, String::new()), (9, (2,))), 4)].into(),
        users: [((UserId(4), "x".into()), 1), ((UserId(4), "".into()), 2)].into(),
        one: [(5,), (-5,)].into(),
    }
}

#[track_caller]
fn check(bytes: &[u8], book: &Book) {
    assert_eq!(vellum::from_slice::<Book>(bytes).unwrap(), *book);
    assert!(Book::schema().prove(bytes).unwrap().is_complete());
    Book::prove(bytes).unwrap();
    let mut compact = bytes.to_vec();
    Book::compact(&mut compact).unwrap();
    assert_eq!(compact, vellum::to_vec(book).unwrap());
    // By the schema alone.
    let mut record = Record::open(Book::schema(), bytes.to_vec()).unwrap();
    record.compact().unwrap();
    assert_eq!(record.as_bytes(), compact);
}

#[test]
fn every_kind_of_key_round_trips() {
    check(&vellum::to_vec(&Book::default()).unwrap(), &Book::default());
    let book = some_book();
    check(&vellum::to_vec(&book).unwrap(), &book);
}

#[test]
fn the_schema_is_written_as_it_is_parsed() {
    let schema = Book::schema();
    let text = schema.to_string();
    assert!(
        text.contains("digests: map<array<u8, 4>, string>") || text.contains("digests: map<bytes[4], string>"),
        "{text}"
    );
    assert!(text.contains("quotes: map<tuple<u32, string>, Quote>"), "{text}");
    let parsed = vellum::Schema::parse(&text).unwrap();
    assert_eq!(parsed, *schema);
    assert_eq!(parsed.fingerprint(), schema.fingerprint());
    assert_eq!(vellum::Schema::from_bytes(&schema.to_bytes()).unwrap(), *schema);
}

#[test]
fn keys_are_found_and_read_in_their_order() {
    let bytes = vellum::to_vec(&some_book()).unwrap();
    let book = Book::peek(&bytes).unwrap();
    let digests = book.digests().unwrap();
    assert_eq!(digests.get(&[1, 2, 3, 4]).unwrap(), Some("a"));
    assert_eq!(digests.get(&[1, 2, 3, 5]).unwrap(), None);
    let keys: Vec<&[u8]> = digests.keys().collect::<Result<_, _>>().unwrap();
    assert_eq!(keys, [&[0, 0, 0, 0][..], &[1, 2, 3, 4], &[0xFF, 0, 0, 0]]);
    assert_eq!(digests.range(&[0, 0, 0, 1]..=&[1, 2, 3, 4]).unwrap().count(), 1);
    assert!(book.seen().unwrap().contains(&[9; 16]).unwrap() && !book.seen().unwrap().contains(&[8; 16]).unwrap());

    let quotes = book.quotes().unwrap();
    assert_eq!(quotes.get((7, "EUR")).unwrap().unwrap().price().unwrap(), 2);
    assert!(quotes.get((7, "EU")).unwrap().is_none() && quotes.get((8, "EUR")).unwrap().is_none());
    let keys: Vec<(u32, &str)> = quotes.keys().collect::<Result<_, _>>().unwrap();
    assert_eq!(keys, [(7, "EUR"), (7, "USD"), (300, "")]);
    assert_eq!(quotes.range((7, "")..(8, "")).unwrap().count(), 2);
    assert_eq!(quotes.range((7, "F")..).unwrap().count(), 2);
    assert_eq!(quotes.first().unwrap().unwrap().0, (7, "EUR"));

    assert_eq!(book.by_id().unwrap().get((Uuid([1; 16]), 300)).unwrap(), Some(None));
    assert_eq!(book.flags().unwrap().get((true, -1, 'é')).unwrap(), Some(true));
    let sides = book.sides().unwrap();
    // Enums sort by number, whatever the order of declaration.
    let first = sides.first().unwrap().unwrap().0;
    assert_eq!((first.0, first.1), (Side::Sell, Date(7)));
    assert!(book.blobs().unwrap().contains((&[1], &[0, 0], "")).unwrap());
    assert_eq!(book.nested().unwrap().get(((true, "a"), (1, (2,)))).unwrap(), Some(3));
    assert_eq!(book.users().unwrap().get((4, "")).unwrap(), Some(2));
    assert!(book.one().unwrap().contains((-5,)).unwrap());
    assert_eq!(format!("{:?}", book.nested().unwrap()), r#"{((true, ""), (9, (2,))): 4, ((true, "a"), (1, (2,))): 3}"#);
}

#[test]
fn proved_views_find_and_read_them() {
    let bytes = vellum::to_vec(&some_book()).unwrap();
    let book = Book::prove(&bytes).unwrap();
    assert_eq!(book.digests().get(&[1, 2, 3, 4]), Some("a"));
    assert_eq!(book.quotes().get((7, "USD")).unwrap().price(), 1);
    assert_eq!(book.quotes().keys().collect::<Vec<_>>(), [(7, "EUR"), (7, "USD"), (300, "")]);
    assert!(book.seen().contains(&[1; 16]) && !book.seen().contains(&[2; 16]));
    assert_eq!(book.nested().get(((true, ""), (9, (2,)))), Some(4));
    let mut keys = book.digests().keys();
    assert_eq!(keys.next(), Some(&[0u8, 0, 0, 0][..]));
}

#[test]
fn edits_keep_keys_sorted_and_values_in_place() {
    let mut book = some_book();
    let mut bytes = vellum::to_vec(&book).unwrap();
    let mut edit = Book::edit(&mut bytes).unwrap();
    assert!(!edit.digests().insert(&[1, 2, 3, 3], "new").unwrap());
    assert!(edit.digests().insert(&[0; 4], "a longer text than before").unwrap());
    assert!(edit.digests().remove(&[0xFF, 0, 0, 0]).unwrap());
    let note = "x".repeat(300);
    let quote = Quote { price: 9, note: note.clone(), tags: vec![] };
    assert!(!edit.quotes().insert((7, "GBP"), &quote).unwrap());
    edit.quotes().at((7, "EUR")).unwrap().unwrap().tags().push("b").unwrap();
    edit.quotes().entry((1, "JPY")).or_insert(&Quote::default()).unwrap().set_price(4).unwrap();
    assert!(edit.quotes().remove((300, "")).unwrap());
    assert!(!edit.quotes().remove((300, "")).unwrap());
    edit.by_id().update((Uuid([1; 16]), 5), None, |value| value.map(|value| value + 1)).unwrap();
    edit.flags().insert((false, 0, 'z'), true).unwrap();
    assert_eq!(
        edit.sides().take((Side::Buy, Date(-5), Decimal(150), Ipv4Addr::new(10, 0, 0, 1))).unwrap(),
        Some(vec![1])
    );
    assert!(edit.blobs().insert((&[0xFF], &[1, 1], "text")).unwrap());
    assert!(edit.blobs().remove((&[], &[0, 1], "x")).unwrap());
    edit.nested().insert(((false, "key"), (1, (1,))), 1).unwrap();
    edit.users().insert((1, "u"), 3).unwrap();
    assert!(edit.one().insert((0,)).unwrap());
    drop(edit);

    book.digests.insert([1, 2, 3, 3], "new".into());
    book.digests.insert([0; 4], "a longer text than before".into());
    book.digests.remove(&[0xFF, 0, 0, 0]);
    book.quotes.insert((7, "GBP".into()), quote);
    book.quotes.get_mut(&(7, "EUR".into())).unwrap().tags.push("b".into());
    book.quotes.insert((1, "JPY".into()), Quote { price: 4, ..Quote::default() });
    book.quotes.remove(&(300, String::new()));
    book.by_id.insert((Uuid([1; 16]), 5), Some(2));
    book.flags.insert((false, 0, 'z'), true);
    book.sides.remove(&(Side::Buy, Date(-5), Decimal(150), Ipv4Addr::new(10, 0, 0, 1)));
    book.blobs.insert((vec![0xFF], [1, 1], "text".into()));
    book.blobs.remove(&(vec![], [0, 1], "x".into()));
    book.nested.insert(((false, "key".into()), (1, (1,))), 1);
    book.users.insert((UserId(1), "u".into()), 3);
    book.one.insert((0,));
    check(&bytes, &book);
}

#[test]
fn a_map_of_a_thousand_entries_splits_into_blocks() {
    #[derive(Vellum, Default)]
    struct Large {
        of: BTreeMap<(u16, String), u32>,
        ids: BTreeMap<[u8; 32], u32>,
    }
    let (mut large, mut bytes) = (Large::default(), vellum::to_vec(&Large::default()).unwrap());
    let mut edit = Large::edit(&mut bytes).unwrap();
    for number in 0..3000u32 {
        let spread = number.wrapping_mul(2_654_435_761);
        let key = ((spread >> 24) as u16, format!("{:x}", spread & 0xFFFF));
        let mut id = [0; 32];
        id[..4].copy_from_slice(&spread.to_le_bytes());
        edit.of().insert((key.0, &*key.1), number).unwrap();
        edit.ids().insert(&id, number).unwrap();
        large.of.insert(key, number);
        large.ids.insert(id, number);
    }
    drop(edit);
    let back: Large = vellum::from_slice(&bytes).unwrap();
    assert_eq!((&back.of, &back.ids), (&large.of, &large.ids));
    assert!(Large::schema().prove(&bytes).unwrap().is_complete());
    let view = Large::peek(&bytes).unwrap();
    for (key, number) in &large.of {
        assert_eq!(view.of().unwrap().get((key.0, &*key.1)).unwrap(), Some(*number));
    }
    for (id, number) in &large.ids {
        assert_eq!(view.ids().unwrap().get(id).unwrap(), Some(*number));
    }
    Large::compact(&mut bytes).unwrap();
    assert_eq!(bytes, vellum::to_vec(&large).unwrap());
}

#[test]
fn keys_may_borrow() {
    #[derive(Vellum)]
    struct Sent<'a> {
        of: BTreeMap<(u32, &'a str), u8>,
        names: HashMap<(Cow<'a, str>, u8), u8>,
    }
    let sent = Sent { of: [((1, "a"), 2)].into(), names: [(("x".into(), 1), 5)].into() };
    let bytes = vellum::to_vec(&sent).unwrap();
    let view = Sent::peek(&bytes).unwrap();
    assert_eq!(view.of().unwrap().get((1, "a")).unwrap(), Some(2));
    assert_eq!(view.names().unwrap().get(("x", 1)).unwrap(), Some(5));
    let back: Sent<'_> = vellum::from_slice(&bytes).unwrap();
    assert_eq!(back.of, sent.of);
}
