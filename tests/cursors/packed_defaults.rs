//! An element with its default in a list of unions: the first variant, however the list is stored.

use vellum::{
    Record, Result, Schema, Vellum,
    cursor::ListEdit,
    dynamic::{Dynamic, ValueRef},
};

type ListEditOf<T> = fn(&mut ListEdit<'_, &mut Vec<u8>, T>) -> Result<()>;

const OLD: &str = "open union U { none, b: u8 } struct R { l: list<U>, k: string } root R;";

fn newer(variant: &str) -> Schema {
    let text = OLD.replace("b: u8", &format!("b: u8, {variant}"));
    Schema::parse(&format!("{text} struct G {{ x: u8, y: u8 }}")).unwrap()
}

/// Empty lists packed with variant 2, with the stride of its payload or without one, as the newer revision may leave them.
const EMPTY: [(&str, &[u8]); 3] = [
    ("g: G", &[0x20, 2, 4, 7, 0, 2, 2, 1, b'x']),
    ("g: u8", &[0x20, 2, 4, 6, 0, 2, 1, b'x']),
    ("g", &[0x20, 2, 4, 6, 0, 2, 1, b'x']),
];

#[test]
fn a_default_pushed_to_an_empty_list_of_an_unknown_variant_is_the_first_variant_to_both_revisions() {
    let old = Schema::parse(OLD).unwrap();
    for (variant, bytes) in EMPTY {
        let new = newer(variant);
        new.prove(bytes).unwrap();
        let mut record = Record::open(&old, bytes.to_vec()).unwrap();
        record.push_default("l").unwrap();
        assert_eq!(record.len("l").unwrap(), 1);
        for schema in [&old, &new] {
            let proof = schema.prove(record.as_bytes()).unwrap();
            assert!(proof.is_complete(), "{variant}: {:02x?}", record.as_bytes());
            let record = Record::open(schema, record.as_bytes()).unwrap();
            assert_eq!(record.get(schema.field::<vellum::field::VariantName>("l[]").unwrap().at(0)).unwrap(), "none");
            assert_eq!(record.get::<str>("k").unwrap(), "x");
        }
    }
}

#[test]
fn values_pushed_inserted_or_replaced_in_an_empty_list_of_an_unknown_variant_hold_for_both_revisions() {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(open)]
    enum U {
        None,
        B(u8),
        #[vellum(other)]
        Other,
    }
    #[derive(Vellum)]
    struct R {
        l: Vec<U>,
        k: String,
    }
    for (variant, bytes) in EMPTY {
        let new = newer(variant);
        let edits: [ListEditOf<U>; 4] = [
            |list| list.push(&U::B(7)),
            |list| list.push(&U::None),
            |list| list.insert(0, &U::B(7)),
            |list| list.extend_from_slice(&[U::B(7), U::None]),
        ];
        for (number, edit) in edits.iter().enumerate() {
            let mut bytes = bytes.to_vec();
            edit(&mut R::edit(&mut bytes).unwrap().l()).unwrap();
            assert!(new.prove(&bytes).unwrap().is_complete(), "{variant}, edit {number}: {bytes:02x?}");
            assert_eq!(R::peek(&bytes).unwrap().k().unwrap(), "x");
        }
    }
}

#[test]
fn a_default_pushed_to_a_packed_list_is_the_one_that_a_mixed_list_gets() {
    let schema = Schema::parse("root any;").unwrap();
    let packed = [0x20, 0x02, 0x0a, 0x04, 0x01, 0x08, 0x00];
    let mut record = Record::open(&schema, packed.to_vec()).unwrap();
    record.push_default("$list").unwrap();
    let ValueRef::List(list) = record.get::<Dynamic>("$list").unwrap() else { panic!("no list") };
    assert!(matches!(list.get(0), Ok(ValueRef::String(""))));
    assert!(matches!(list.get(1), Ok(ValueRef::Null)));

    let schema = Schema::parse("union U { none, b: u8 } struct R { l: list<U> } root R;").unwrap();
    let variant = schema.field::<vellum::field::VariantName>("l[]").unwrap();
    let mut record = Record::new(&schema);
    record.push(&variant, "b").unwrap();
    record.compact().unwrap();
    record.push_default("l").unwrap();
    assert_eq!(record.get(variant.at(0)).unwrap(), "b");
    assert_eq!(record.get(variant.at(1)).unwrap(), "none");
    schema.prove(record.as_bytes()).unwrap();
}

#[test]
fn inserting_beyond_the_end_of_a_packed_list_leaves_it_packed_and_its_record_as_old_as_it_is() {
    let text = "union U { none, b: u32, c: bytes } struct R { l: list<U>, a: list<any>, n: u16 since 2 } root R;";
    let (old, new) = (Schema::parse(&text.replace(", n: u16 since 2", "")).unwrap(), Schema::parse(text).unwrap());
    let mut record = Record::new(&old);
    record.push_default("l").unwrap();
    record.push("a", 7u8).unwrap();
    record.compact().unwrap();
    let bytes = record.as_bytes().to_vec();
    for schema in [&old, &new] {
        let mut record = Record::open(schema, bytes.clone()).unwrap();
        let variant = schema.field::<vellum::field::VariantName>("l[]").unwrap();
        assert_eq!(record.insert(variant.at(2), "c").unwrap_err().kind(), vellum::ErrorKind::Path);
        assert_eq!(record.insert("a[2]", "text").unwrap_err().kind(), vellum::ErrorKind::Path);
        assert_eq!(record.as_bytes(), bytes);
    }
}

#[test]
fn a_cursor_that_inserts_another_variant_beyond_the_end_changes_nothing() {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    enum Choice {
        Nothing,
        Word(u32),
        Held(Vec<u8>),
    }
    #[derive(Vellum)]
    struct Old {
        before: u8,
        x: Vec<Choice>,
    }
    #[derive(Vellum)]
    struct New {
        before: u8,
        x: Vec<Choice>,
        #[vellum(since = 2)]
        after: String,
    }
    for x in [vec![Choice::Nothing], vec![Choice::Word(5)], vec![]] {
        let count = x.len();
        let old = vellum::to_vec(&Old { before: 1, x: x.clone() }).unwrap();
        let new = vellum::to_vec(&New { before: 1, x, after: "a".into() }).unwrap();
        for bytes in [old, new] {
            for value in [Choice::Held(vec![]), Choice::Nothing, Choice::Word(1)] {
                let mut copy = bytes.clone();
                let refused = New::edit(&mut copy).unwrap().x().insert(count + 1, &value).unwrap_err();
                assert_eq!(refused.kind(), vellum::ErrorKind::Path);
                assert_eq!(copy, bytes);
            }
        }
    }
}
