//! What newcomers write first: it works, or the message says what to write instead.

use vellum::{ErrorKind, Keyed, Record, RecordBuilder, Schema, VariantName, Vellum};

const TASKS: &str = "enum State { Open, Done, Late = 9 }
    struct Mail { to: string }
    union Contact { None, Mail: Mail, Phone: u32 }
    struct Task { p: State, next: State?, all: list<State>, by: map<string, State>, contact: Contact, ways: list<Contact>, x: any }
    root Task;";

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(key(name, id))]
struct Account {
    name: String,
    id: u32,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Dot {
    x: u8,
    y: i16,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Shape {
    None,
    Dot(u64),
    Text(String),
}

#[derive(Vellum)]
struct Sheet {
    at: [f32; 2],
    flags: [bool; 3],
    names: [String; 2],
    dots: [Dot; 2],
    accounts: [Account; 2],
    shapes: [Shape; 2],
    list: Vec<Shape>,
    mixed: Vec<Shape>,
    people: Vec<Account>,
    next: [Option<u32>; 2],
}

#[test]
fn text_set_by_path_names_the_variant_of_an_enum() {
    let schema = Schema::parse(TASKS).unwrap();
    let mut record = Record::new(&schema);
    record.set("p", "Done").unwrap();
    record.set("next", &String::from("Late")).unwrap();
    record.push("all", "Late").unwrap();
    record.insert("all[0]", "Done").unwrap();
    record.set("by[ada]", "Done").unwrap();
    let name = |path: &str| record.get_path::<VariantName>(path).unwrap();
    let all = ["p", "next", "all[0]", "all[1]", "by[ada]"].map(name);
    assert_eq!(all, ["Done", "Late", "Done", "Late", "Done"]);

    let mut by_number = Record::new(&schema);
    by_number.set("p", 1).unwrap();
    by_number.set("next", 9).unwrap();
    by_number.push("all", 1).unwrap();
    by_number.push("all", 9).unwrap();
    by_number.set("by[ada]", 1).unwrap();
    record.compact().unwrap();
    by_number.compact().unwrap();
    assert_eq!(record.as_bytes(), by_number.as_bytes());

    let mut builder = RecordBuilder::new(&schema);
    builder.set("p", "Done").unwrap();
    let built = builder.finish().unwrap();
    assert_eq!(Record::open(&schema, built).unwrap().get_path::<u8>("p").unwrap(), 1);
}

#[test]
fn text_set_by_path_names_the_variant_of_a_union() {
    let schema = Schema::parse(TASKS).unwrap();
    let mut record = Record::new(&schema);
    record.set("contact", "Mail").unwrap();
    record.set("contact.Mail.to", "ada@example.org").unwrap();
    record.set("contact", "Mail").unwrap(); // has it already
    assert_eq!(record.get_path::<str>("contact.Mail.to").unwrap(), "ada@example.org");
    record.set("contact", "None").unwrap();
    record.push("ways", "Phone").unwrap();
    assert_eq!(record.get_path::<VariantName>("contact").unwrap(), "None");
    assert_eq!(record.get_path::<u32>("ways[0].Phone").unwrap(), 0);
    record.set("x", "Mail").unwrap();
    assert_eq!(record.get_path::<str>("x").unwrap(), "Mail"); // in `any` it is text
}

#[test]
fn a_name_that_no_variant_has_is_answered_with_those_there_are() {
    let schema = Schema::parse(TASKS).unwrap();
    let mut record = Record::new(&schema);
    let before = record.as_bytes().to_vec();
    let error = record.set("p", "done").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Type);
    assert_eq!(error.to_string(), "type mismatch: `State` has no variant `done`; it has Open, Done, Late in `p`");
    let error = record.set("contact", "mail").unwrap_err();
    let message = "type mismatch: `Contact` has no variant `mail`; it has None, Mail, Phone in `contact`";
    assert_eq!(error.to_string(), message);
    let error = record.set("p", true).unwrap_err();
    let message = "type mismatch: the field is State, not bool; the variant of an enum is of the type `VariantName` by name, u8 by \
        number in `p`";
    assert_eq!(error.to_string(), message);
    let error = record.get_path::<str>("contact").unwrap_err();
    let message = "type mismatch: the field is Contact, not string; the variant of a union is of the type `VariantName`, and a path \
        goes on to what it holds by the variant's name in `contact`";
    assert_eq!(error.to_string(), message);
    assert_eq!(record.as_bytes(), before);
}

#[test]
fn a_key_is_made_of_owned_text_and_bytes() {
    let schema = Schema::parse(
        "struct User key(name, id, data, nick) { name: string, id: u32, data: bytes, nick: string? } root User;",
    )
    .unwrap();
    let nick = Some("countess");
    let lent = schema.key_of(("ada", 7, b"\0\x01", nick)).unwrap();
    let owned = schema.key_of((String::from("ada"), 7, vec![0u8, 1], nick.map(String::from))).unwrap();
    assert_eq!(owned, lent);
    assert!(schema.key_prefix(String::from("ada")).unwrap().contains(&owned));

    let bytes = vellum::to_vec(&Account { name: "ada".into(), id: 7 }).unwrap();
    assert_eq!(Account::key_of(String::from("ada"), 7).unwrap(), Account::key(&bytes).unwrap());
}
