//! Rules hold for every way in which a value comes into a buffer: copies, changes, merges, serde, and edits within text.

use vellum::{ErrorKind, Record, Result, Schema};

const RULED: &str = "
    struct Item { stars: u8 in 1..=5 = 3, slug: string max 12 lowercase, seen: timestamp in 0.., price: decimal(2) in 0.50.. = 1.00 }
    frozen struct Spot { x: i32 in -9..=9 }
    union Held { none, item: Item, spot: Spot, items: list<Item> }
    struct Shop {
        first: Item, items: list<Item>, maybe: list<Item?>, by_name: map<string, Item>, spots: array<Spot, 3>, deep: list<list<Item>>,
        held: Held, all: list<Held>, code: string? max 8 uppercase, blob: bytes max 4, pair: tuple<Item, Spot>, extra: any,
        tag: string[4] lowercase, note: string lowercase = \"a note\",
    }
    root Shop;";

/// The same without rules: what another program may have written.
fn free() -> Schema {
    let mut text = RULED.to_owned();
    for rule in [
        " in 1..=5",
        " in -9..=9",
        " in 0.50..",
        " in 0..",
        " max 12 lowercase",
        " max 8 uppercase",
        " max 4",
        " lowercase",
    ] {
        text = text.replace(rule, "");
    }
    Schema::parse(&text).unwrap()
}

#[track_caller]
fn refused<T>(record: &mut Record, path: &str, edit: impl FnOnce(&mut Record) -> Result<T>) {
    let before = record.as_bytes().to_vec();
    let error = edit(record).err().expect("refused");
    assert_eq!(error.kind(), ErrorKind::Type, "{error}");
    assert_eq!(error.path(), path);
    assert_eq!(record.as_bytes(), before);
}

/// Edits of a record without rules, the field that is copied then, and the path of the fault.
type Case = (fn(&mut Record) -> Result<()>, &'static str, &'static str);

const BROKEN: [Case; 14] = [
    (|shop| shop.set("first.stars", 9u8), "first", "first.stars"),
    (|shop| shop.set("first.stars", 9u8), "first.stars", "first.stars"),
    (|shop| shop.set("first.slug", "Up"), "first.slug", "first.slug"),
    (|shop| shop.set("first.seen", vellum::value::Timestamp(-1)), "first", "first.seen"),
    (|shop| shop.push_default("items").and_then(|()| shop.set("items[0].slug", "Up")), "items", "items[0].slug"),
    (|shop| shop.set("by_name[a].stars", 0u8), "by_name", "by_name.stars"),
    (|shop| shop.set("spots[1].x", 10i32), "spots", "spots[1].x"),
    (
        |shop| {
            shop.push_default("deep")?;
            shop.push_default("deep[0]")?;
            shop.set("deep[0][0].price", vellum::value::Decimal::<2>(49))
        },
        "deep",
        "deep[0][0].price",
    ),
    (|shop| shop.set("held.item.stars", 6u8), "held", "held.item.stars"),
    (|shop| shop.set("held.spot.x", 10i32), "held", "held.spot.x"),
    (
        |shop| {
            let all = shop.schema().field::<vellum::field::VariantName>("all[]")?;
            shop.push(&all, "items")?;
            shop.push_default("all[0].items")?;
            shop.set("all[0].items[0].stars", 6u8)
        },
        "all",
        "all[0].items[0].stars",
    ),
    (|shop| shop.set("pair.0.stars", 6u8), "pair", "pair.0.stars"),
    (|shop| shop.set("code", "abc"), "code", "code"),
    (|shop| shop.set("blob", &[0u8; 5][..]), "blob", "blob"),
];

#[test]
fn a_copy_keeps_the_rules_of_where_it_goes() -> Result<()> {
    let (ruled, free) = (Schema::parse(RULED)?, free());
    assert_ne!(ruled, free);
    for (edit, field, path) in BROKEN {
        let mut source = Record::new(&free);
        edit(&mut source)?;
        let mut shop = Record::new(&ruled);
        shop.set("first.slug", "kept")?;
        refused(&mut shop, path, |shop| shop.copy_from(field, &source, field));
        // The bytes are valid: rules are not asked when they are read.
        let opened = Record::open(&ruled, source.as_bytes().to_vec())?;
        refused(&mut shop, path, |shop| shop.copy_from(field, &opened, field));
        // Where there are no rules they are taken.
        Record::new(&free).copy_from(field, &opened, field)?;
    }
    Ok(())
}

#[test]
fn changes_and_merges_keep_the_rules() -> Result<()> {
    let (ruled, free) = (Schema::parse(RULED)?, free());
    for (edit, ..) in BROKEN {
        let mut source = Record::new(&free);
        edit(&mut source)?;
        let new = Record::open(&ruled, source.as_bytes().to_vec())?;
        let mut shop = Record::new(&ruled);
        let changes = shop.diff(&new)?;
        let before = shop.as_bytes().to_vec();
        assert_eq!(shop.apply(&changes).unwrap_err().kind(), ErrorKind::Type);
        assert_eq!(shop.merge(&new).unwrap_err().kind(), ErrorKind::Type);
        assert_eq!(shop.as_bytes(), before);
        Record::new(&free).apply(&Record::new(&free).diff(&source)?)?;
    }
    Ok(())
}

#[test]
fn values_that_keep_the_rules_are_copied() -> Result<()> {
    let (ruled, free) = (Schema::parse(RULED)?, free());
    let mut source = Record::new(&free);
    source.set("by_name[a].slug", "lower")?;
    source.set("by_name[b].stars", 5u8)?;
    source.set("spots[2].x", -9i32)?;
    source.set("held.item.slug", "ok")?;
    source.push_default("maybe")?;
    let mut shop = Record::new(&ruled);
    for field in ["by_name", "spots", "held", "maybe", "first", "code", "pair"] {
        shop.copy_from(field, &source, field)?;
    }
    assert_eq!(shop.get::<u8>("by_name[b].stars")?, 5);
    let same = Record::open(&ruled, source.as_bytes().to_vec())?;
    assert!(shop.content_eq(&same)?);
    Ok(())
}

#[test]
fn edits_within_text_keep_the_rules() -> Result<()> {
    let schema = Schema::parse(RULED)?;
    let mut shop = Record::new(&schema);
    let (code, blob) = (schema.field::<str>("code")?, schema.field::<[u8]>("blob")?);
    shop.append(&code, "ABC")?;
    refused(&mut shop, "code", |shop| shop.append(&code, "d"));
    refused(&mut shop, "code", |shop| shop.append(&code, "DEFGHI"));
    refused(&mut shop, "code", |shop| shop.splice(&code, 0..1, "a"));
    shop.splice(&code, 1..3, "XYZUVWQ")?;
    assert_eq!(shop.get(&code)?, "AXYZUVWQ");
    shop.splice(&blob, .., &[1, 2, 3])?;
    refused(&mut shop, "blob", |shop| shop.append(&blob, &[4, 5]));
    let note = schema.field::<str>("note")?;
    refused(&mut shop, "note", |shop| shop.append(&note, " B"));
    shop.append(&note, " b")?;
    assert_eq!(shop.get(&note)?, "a note b");
    Ok(())
}

#[test]
fn text_of_a_fixed_length_and_in_any_is_edited_where_it_lies() -> Result<()> {
    let schema = Schema::parse(
        "struct A { tag: string[4] lowercase, hash: bytes[3], x: any, all: list<any>, tags: list<string[3]>, nick: string[2]? } root A;",
    )?;
    let mut record = Record::new(&schema);
    let (tag, hash) = (schema.field::<str>("tag")?, schema.field::<[u8]>("hash")?);
    record.append(&tag, "ab")?;
    record.splice(&tag, 1..2, "xy")?;
    assert_eq!(record.get(&tag)?, "axy");
    refused(&mut record, "tag", |record| record.append(&tag, "zz"));
    refused(&mut record, "tag", |record| record.append(&tag, "Z"));
    record.splice(&hash, 1..2, &[7])?;
    assert_eq!(record.get(&hash)?, [0, 7, 0]);
    refused(&mut record, "hash", |record| record.append(&hash, &[1]));
    let nick = schema.field::<str>("nick")?;
    record.append(&nick, "n")?;
    assert_eq!(record.get_optional(&nick)?, Some("n"));
    let (text, bytes) = (schema.field::<str>("x")?, schema.field::<[u8]>("x")?);
    record.append(&text, "Hello")?;
    record.splice(&text, 0..1, "J")?;
    assert_eq!(record.get(&text)?, "Jello");
    refused(&mut record, "x", |record| record.append(&bytes, &[1]));
    record.set(&text, "")?;
    record.set("x", 5i64)?;
    refused(&mut record, "x", |record| record.append(&text, "a"));
    record.push("all", "a")?;
    record.push("all", "b")?;
    let all = schema.field::<str>("all[]")?;
    record.append(all.at(1), "bb")?;
    assert_eq!((record.get(all.at(0))?, record.get(all.at(1))?), ("a", "bbb"));
    record.push("tags", "a")?;
    let tags = schema.field::<str>("tags[]")?;
    record.append(tags.at(0), "b")?;
    assert_eq!(record.get(tags.at(0))?, "ab");
    let mut compact = Record::open(&schema, record.as_bytes().to_vec())?;
    compact.compact()?;
    assert!(compact.content_eq(&record)?);
    Ok(())
}

#[test]
fn bounds_of_keys_are_no_values() -> Result<()> {
    let schema = Schema::parse("struct A key(year) { year: i32 in ..=2100 } root A;")?;
    let mut record = Record::new(&schema);
    record.set_key_max()?;
    assert_eq!(record.get::<i32>("year")?, i32::MAX);
    Ok(())
}

#[cfg(feature = "serde")]
#[test]
fn what_comes_through_serde_keeps_the_rules() -> Result<()> {
    use serde::de::DeserializeSeed;
    use serde_json::json;
    let schema = Schema::parse(RULED)?;
    for (value, path) in [
        (json!({ "first": { "stars": 6 } }), "first.stars"),
        (json!({ "first": { "slug": "Up" } }), "first.slug"),
        (json!({ "first": { "seen": -1 } }), "first.seen"),
        (json!({ "first": { "price": "0.49" } }), "first.price"),
        (json!({ "first": { "price": 0 } }), "first.price"),
        (json!({ "items": [{ "slug": "", "seen": 0 }, { "stars": 0 }] }), "items[1].stars"),
        (json!({ "spots": [{ "x": 0 }, { "x": 10 }, { "x": 0 }] }), "spots[1].x"),
        (json!({ "held": { "item": { "stars": 0 } } }), "held.item.stars"),
        (json!({ "all": [{ "spot": { "x": -10 } }] }), "all[0].spot.x"),
        (json!({ "code": "abc" }), "code"),
        (json!({ "blob": [1, 2, 3, 4, 5] }), "blob"),
        (json!({ "tag": "A" }), "tag"),
    ] {
        let seed = vellum::serde::RecordSeed::new(&schema).default_missing_fields();
        let error = seed.from_serde(&value).expect_err(path);
        assert_eq!((error.kind(), error.path()), (ErrorKind::Type, path.into()), "{error}");
        assert!(seed.deserialize(value.clone()).is_err(), "{value}");
        let mut record = Record::new(&schema);
        record.set("first.slug", "kept")?;
        let (field, value) = value.as_object().unwrap().iter().next().unwrap();
        refused(&mut record, path, |record| record.set_serde(field, value));
    }
    Ok(())
}
