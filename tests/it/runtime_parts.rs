//! Unions, maps, sets, arrays, tuples and `any` through a schema that is parsed at run time.
#![cfg(feature = "serde")]

use serde::de::DeserializeSeed;
use vellum::value::Uuid;
use vellum::{
    ErrorKind, Record, Schema,
    dynamic::{Dynamic, ValueRef},
    field::VariantName,
};

const TEXT: &str = "
enum Fruit { apples, pears = 4 }
struct Phone { country: u16, number: string }
frozen struct Spot { x: f32, y: f32 }
union Contact {
    none, flag: bool, short: u8, long: u64, email: string, phone: Phone, spot: Spot, maybe: Phone?,
    many: list<Contact>, pair: tuple<u8, string>, fruit: Fruit,
}
struct User {
    id: u32,
    contact: Contact,
    other: Contact?,
    contacts: list<Contact>,
    scores: map<string, u64>,
    phones: map<u16, Phone>,
    named: map<Fruit, Contact>,
    nested: map<string, map<bool, list<string>>>,
    tags: set<string>,
    ids: set<uuid>,
    blobs: map<bytes, u8?>,
    grid: array<array<u8, 2>, 2>,
    pair: tuple<u8, string>?,
    home: Spot?,
    extra: any,
    more: map<string, any>?,
}
root User;";

fn schema() -> Schema {
    Schema::parse(TEXT).unwrap()
}

/// The record is sound, and equal to what its text and its `MessagePack` give.
#[track_caller]
fn check(record: &Record) {
    let schema = record.schema();
    assert!(schema.prove(record.as_bytes()).unwrap().is_complete());
    let mut compact = Record::open(schema, record.as_bytes().to_vec()).unwrap();
    compact.compact().unwrap();
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::to_string(&compact).unwrap(), json);
    let mut back = schema.deserialize(&mut serde_json::Deserializer::from_str(&json)).expect(&json);
    back.compact().unwrap();
    assert_eq!(back.as_bytes(), compact.as_bytes(), "{json}");
    let mut packed = Vec::new();
    serde::Serialize::serialize(&record, &mut rmp_serde::Serializer::new(&mut packed)).unwrap();
    let mut back = schema.deserialize(&mut rmp_serde::Deserializer::new(&packed[..])).unwrap();
    back.compact().unwrap();
    assert_eq!(back.as_bytes(), compact.as_bytes());
    let _ = format!("{:?}", record.root().unwrap());
}

#[test]
fn a_variant_is_set_by_its_payload_or_its_name() {
    let schema = schema();
    let mut record = Record::new(&schema);
    let contact = schema.field::<VariantName>("contact").unwrap();
    let email = schema.field::<str>("contact.email").unwrap();
    let number = schema.field::<str>("contact.phone.number").unwrap();
    let x = schema.field::<f32>("contact.spot.x").unwrap();
    let long = schema.field::<u64>("contact.long").unwrap();
    assert_eq!(record.get(&contact).unwrap(), "none");
    assert_eq!(record.get_optional(&email).unwrap(), None);
    for _ in 0..2 {
        record.set(&email, "ada@example.org").unwrap();
        assert_eq!(record.get(&contact).unwrap(), "email");
        assert_eq!(record.get(&email).unwrap(), "ada@example.org");
        assert_eq!(record.get_optional(&number).unwrap(), None);
        record.set(&contact, "email").unwrap();
        assert_eq!(record.get(&email).unwrap(), "ada@example.org");
        check(&record);
        record.set(&number, "123").unwrap();
        assert_eq!(record.get(&number).unwrap(), "123");
        assert_eq!(record.get(&contact).unwrap(), "phone");
        check(&record);
        record.set(&x, 1.5).unwrap();
        assert_eq!(record.get(&x).unwrap().to_bits(), 1.5f32.to_bits());
        record.set(&long, u64::MAX).unwrap();
        assert_eq!(record.get(&long).unwrap(), u64::MAX);
        check(&record);
        record.set("contact.maybe.country", 4u16).unwrap();
        check(&record);
        record.set("contact.pair.1", "second").unwrap();
        assert_eq!(record.get::<str>("contact.pair.1").unwrap(), "second");
        check(&record);
        record.set("contact.short", 7u8).unwrap();
        assert_eq!(record.get::<u8>("contact.short").unwrap(), 7);
        record.set("other.flag", true).unwrap();
        assert!(record.get::<bool>("other.flag").unwrap());
        record.set(&contact, "none").unwrap();
        check(&record);
    }
    record.clear("other").unwrap();
    assert!(
        record
            .get_optional(&schema.field::<Dynamic>("other").unwrap())
            .unwrap()
            .is_none_or(|value| matches!(value, ValueRef::Absent))
    );
    assert_eq!(record.set(&contact, "letter").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(schema.field::<u8>("contact.none").unwrap_err().kind(), ErrorKind::Path);
    assert!(schema.field::<u8>("contact.letter").unwrap_err().to_string().contains("no variant `letter`"));
}

#[test]
fn lists_of_unions_take_other_variants() {
    let schema = schema();
    let mut record = Record::new(&schema);
    let variant = schema.field::<VariantName>("contacts[]").unwrap();
    for (index, name) in ["short", "short", "short", "email", "phone", "none"].into_iter().enumerate() {
        record.push(&variant, name).unwrap();
        assert_eq!(record.get(variant.at(index)).unwrap(), name);
    }
    record.set("contacts[1].short", 9u8).unwrap();
    record.set("contacts[3].email", "x").unwrap();
    record.set("contacts[4].phone.number", "5").unwrap();
    check(&record);
    record.truncate("contacts", 3).unwrap();
    record.compact().unwrap();
    // Packed now: setting and reading go on, also to another variant.
    assert_eq!(record.get::<u8>("contacts[1].short").unwrap(), 9);
    record.set("contacts[2].short", 3u8).unwrap();
    let before = record.as_bytes().len();
    record.push(&variant, "short").unwrap();
    assert!(record.as_bytes().len() <= before + 4);
    check(&record);
    record.set("contacts[0].phone.number", "77").unwrap();
    assert_eq!(record.get::<str>("contacts[0].phone.number").unwrap(), "77");
    assert_eq!(record.get::<u8>("contacts[2].short").unwrap(), 3);
    check(&record);
    record.compact().unwrap();
    record.clear("contacts[1]").unwrap();
    assert_eq!(record.get(variant.at(1)).unwrap(), "none");
    record.remove("contacts[0]").unwrap();
    record.set(variant.at(0), "flag").unwrap();
    record.set("contacts[2].many[0].email", "deep").unwrap_err();
    record.push("contacts[2].many", "x").unwrap_err();
    record.push_default("contacts[2].many").unwrap();
    record.set("contacts[2].many[0].email", "deep").unwrap();
    assert_eq!(record.get::<str>("contacts[2].many[0].email").unwrap(), "deep");
    check(&record);
}

#[test]
fn keys_are_added_found_and_removed() {
    let schema = schema();
    let mut record = Record::new(&schema);
    let score = schema.field::<u64>("scores[]").unwrap();
    let number = schema.field::<str>("phones[].number").unwrap();
    for index in 0..2000u64 {
        record.set(score.at(&*format!("{:x}", index * 7919 % 4093)), index).unwrap();
    }
    assert_eq!(record.len(&score).unwrap(), 2000);
    assert_eq!(record.get(score.at("0")).unwrap(), 0);
    for index in 0..1500u64 {
        record.remove(score.at(&*format!("{:x}", index * 7919 % 4093))).unwrap();
    }
    assert_eq!(record.len("scores").unwrap(), 500);
    assert_eq!(record.remove("scores[0]").unwrap_err().kind(), ErrorKind::Path);
    record.set(number.at(7u16), "seven").unwrap();
    record.set("phones[9].country", 49u16).unwrap();
    assert_eq!(record.get(number.at(7)).unwrap(), "seven");
    assert_eq!(record.set(number.at(70_000), "x").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.set(number.at("seven"), "x").unwrap_err().kind(), ErrorKind::Type);
    record.set("named[pears].email", "p").unwrap();
    record.set("named[apples].short", 3u8).unwrap();
    record.set("nested[a \"quote].x", 1u8).unwrap_err();
    record.push("nested[\"a \\\"] quote\"][true]", "deep").unwrap();
    assert_eq!(record.get::<str>("nested[\"a \\\"] quote\"][true][0]").unwrap(), "deep");
    assert!(record.add_key("tags", "b").unwrap() && record.add_key("tags", "a").unwrap());
    assert!(!record.add_key("tags", "b").unwrap() && record.contains_key("tags", "a").unwrap());
    record.add_key("ids", Uuid([7; 16])).unwrap();
    let id = schema.field::<Dynamic>("ids[]").unwrap();
    record.remove(id.at(Uuid([7; 16]))).unwrap();
    record.add_key("ids", Uuid([9; 16])).unwrap();
    record.add_key("blobs", &[0u8, 255][..]).unwrap();
    let blob = schema.field::<u8>("blobs[]").unwrap();
    record.set(blob.at(&[1u8, 2][..]), 3).unwrap();
    check(&record);
    let ValueRef::Map(tags) = record.root().unwrap().get("tags").unwrap() else { panic!() };
    let keys: Vec<String> = tags.iter().map(|entry| format!("{:?}", entry.unwrap().0)).collect();
    assert_eq!(keys, ["\"a\"", "\"b\""]);
}

#[test]
fn what_is_missing_on_the_way_is_made_at_once_or_not_at_all() {
    let schema = schema();
    let mut record = Record::new(&schema);
    record.set("grid[1][0]", 5u8).unwrap();
    record.set("pair.1", "text").unwrap();
    record.set("home.y", 2.5f32).unwrap();
    assert_eq!(record.set("grid[2][0]", 1u8).unwrap_err().kind(), ErrorKind::Path);
    check(&record);
    let bytes = record.as_bytes().to_vec();
    for path in ["nested[x][true][0]", "named[pears].many[3].email", "contacts[0].email"] {
        let mut record = Record::open(&schema, bytes.clone()).unwrap();
        assert_eq!(record.set(path, "value").unwrap_err().kind(), ErrorKind::Path, "{path}");
        assert_eq!(record.as_bytes(), bytes, "{path}");
    }
    let mut fixed = bytes.clone();
    let mut record = Record::open(&schema, &mut fixed[..]).unwrap();
    for path in ["named[pears].phone.number", "scores[x]", "contact.phone.number"] {
        let error = match path {
            "scores[x]" => record.set(path, 1u64).unwrap_err(),
            _ => record.set(path, "a longer value than fits").unwrap_err(),
        };
        assert_eq!(error.kind(), ErrorKind::Full, "{path}");
    }
    assert_eq!(fixed, bytes);
}

#[test]
fn any_holds_whatever_json_holds() {
    let schema = schema();
    let json = r#"{"name":"Ada","n":[1,2,300,-70000,5000000000,18446744073709551615],"deep":{"x":[[1.5,2.5],[3.5,4.5]],
        "null":null,"yes":true},"empty":{},"none":[]}"#;
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    let whole = serde_json::json!({ "extra": value, "more": { "a": 1, "b": ["x", "y"] } });
    let seed = vellum::serde::RecordSeed::new(&schema).default_missing_fields();
    let mut record = seed.deserialize(&whole).unwrap();
    let back: serde_json::Value = serde_json::to_value(&record).unwrap();
    assert_eq!(back["extra"], value);
    assert_eq!(back["more"], whole["more"]);
    assert_eq!(record.get::<str>("extra.name").unwrap(), "Ada");
    assert_eq!(record.get::<i64>("extra.n[2]").unwrap(), 300);
    assert_eq!(record.get::<u64>("extra.n[5]").unwrap(), u64::MAX);
    assert_eq!(record.get::<f64>("extra.deep.x[1][0]").unwrap().to_bits(), 3.5f64.to_bits());
    assert!(record.get::<bool>("extra.deep.yes").unwrap());
    assert_eq!(record.get::<str>("extra.deep.yes").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.get::<u8>("extra.n[2]").unwrap_err().kind(), ErrorKind::Type);
    record.set("extra.name", "Ada Lovelace").unwrap();
    record.set("extra[\"a key. [with] all\"].b", 0.5f64).unwrap();
    record.set("extra.deep.x[0][1]", 7u8).unwrap();
    record.set("extra.deep.x[1]", "replaced").unwrap();
    record.push("extra.n", "text").unwrap();
    record.push("extra.fresh.list", 1u64 << 40).unwrap();
    record.push("extra.fresh.list", true).unwrap();
    record.push("extra.fresh.list", &b"raw"[..]).unwrap();
    record.insert("extra.n[0]", -1i32).unwrap();
    record.remove("extra.deep.yes").unwrap();
    record.remove("extra.n[1]").unwrap();
    record.clear("extra.empty").unwrap();
    assert_eq!(record.set("extra.name.x", 1u8).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.set("extra.n[9]", 1u8).unwrap_err().kind(), ErrorKind::Path);
    let back: serde_json::Value = serde_json::to_value(&record).unwrap();
    let expected = serde_json::json!({
        "name": "Ada Lovelace", "n": [-1, 2, 300, -70000, 5_000_000_000u64, u64::MAX, "text"],
        "deep": { "x": [[1.5, 7], "replaced"], "null": null }, "empty": null, "none": [],
        "a key. [with] all": { "b": 0.5 }, "fresh": { "list": [1u64 << 40, true, "cmF3"] },
    });
    assert_eq!(back["extra"], expected);
    record.set("extra.fresh.list", 0u8).unwrap();
    check(&record);
}

#[test]
fn a_whole_buffer_can_be_any() {
    let schema = Schema::parse("root any;").unwrap();
    assert_eq!(schema.to_string(), "root any;\n");
    let mut record = Record::new(&schema);
    assert_eq!(record.as_bytes(), [0x20, 2, 0, 0]);
    record.set("name", "Ada").unwrap();
    record.push("tags", "math").unwrap();
    record.push("tags", "poetry").unwrap();
    record.set("address.lines", 3u8).unwrap();
    assert_eq!(
        serde_json::to_string(&record).unwrap(),
        r#"{"address":{"lines":3},"name":"Ada","tags":["math","poetry"]}"#
    );
    let handle = schema.field::<str>("tags[]").unwrap();
    assert_eq!(record.get(handle.at(1)).unwrap(), "poetry");
    let numbers = schema.deserialize(&serde_json::json!([1.5, 2.5, 3.5])).unwrap();
    assert_eq!(numbers.get::<f64>("[2]").unwrap().to_bits(), 3.5f64.to_bits());
    assert_eq!(serde_json::to_string(&numbers).unwrap(), "[1.5,2.5,3.5]");
    let mut compact = numbers;
    compact.compact().unwrap();
    // Header, slot, pointer to the list; count and tag of a packed list, three floats.
    assert_eq!(compact.as_bytes().len(), 2 + 2 + 2 + 24);
    check(&record);
}

#[test]
fn wrong_json_is_refused_with_its_path() {
    let schema = schema();
    let refused = |json: &str, message: &str| {
        let error = schema.deserialize(&mut serde_json::Deserializer::from_str(json)).expect_err(json).to_string();
        assert!(error.contains(message), "{message:?} in {error}");
    };
    refused(r#"{"contact":"letter"}"#, "no variant `letter`");
    refused(r#"{"contact":"email"}"#, "holds a value");
    refused(r#"{"contact":{"none":1}}"#, "holds nothing");
    refused(r#"{"contact":{"email":"x","flag":true}}"#, "two variants");
    refused(r#"{"contact":{}}"#, "name of a variant");
    refused(r#"{"scores":{"a":1,"a":2}}"#, "the key comes twice");
    refused(r#"{"phones":{"70000":{}}}"#, "`70000` is no key of type u16");
    refused(r#"{"named":{"figs":"none"}}"#, "`figs` is no key of type Fruit");
    refused(r#"{"grid":[[1,2]]}"#, "the sequence is too short for 2 values");
    refused(r#"{"grid":[[1,2],[3,4],[5,6]]}"#, "the sequence is too long for 2 values");
    refused(r#"{"grid":[[1,2],[3,400]]}"#, "400 is out of range for u8 (0 to 255) in `grid[1][1]`");
    refused(r#"{"tags":["a","a"]}"#, "the key comes twice");
    refused(r#"{"ids":["zz"]}"#, "\"zz\" is not a value of uuid in `ids`");
    refused(r#"{"blobs":{"0":1}}"#, "is not hexadecimal");
    let deep = format!("{{\"extra\":{}1{}}}", "[".repeat(100), "]".repeat(100));
    refused(&deep, "nested at most 64 deep");
}

#[test]
fn a_payload_that_was_just_made_survives_a_new_layout_before_it_is_set() {
    let schema = Schema::parse(
        "union Contact { none, long: u64, email: string } struct User { note: string, other: Contact? } root User;",
    )
    .unwrap();
    for len in 0..120 {
        let mut record = Record::new(&schema);
        record
            .set("other.email", "an address whose bytes are free once the variant is another".repeat(2).as_str())
            .unwrap();
        record.set("note", "x".repeat(len).as_str()).unwrap();
        record.set("other.long", 1u64 << 40).unwrap();
        assert_eq!(record.get::<u64>("other.long").unwrap(), 1 << 40);
        check(&record);
    }
}
