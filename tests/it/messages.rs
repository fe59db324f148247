//! What newcomers write first: it works, or the message says what to write instead.

use std::collections::BTreeMap;

use vellum::{ErrorKind, Record, RecordBuilder, Schema, Vellum, field::VariantName, key::Keyed};

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
    let name = |path: &str| record.get::<VariantName>(path).unwrap();
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
    assert_eq!(Record::open(&schema, built).unwrap().get::<u8>("p").unwrap(), 1);
}

#[test]
fn text_set_by_path_names_the_variant_of_a_union() {
    let schema = Schema::parse(TASKS).unwrap();
    let mut record = Record::new(&schema);
    record.set("contact", "Mail").unwrap();
    record.set("contact.Mail.to", "ada@example.org").unwrap();
    record.set("contact", "Mail").unwrap(); // has it already
    assert_eq!(record.get::<str>("contact.Mail.to").unwrap(), "ada@example.org");
    record.set("contact", "None").unwrap();
    record.push("ways", "Phone").unwrap();
    assert_eq!(record.get::<VariantName>("contact").unwrap(), "None");
    assert_eq!(record.get::<u32>("ways[0].Phone").unwrap(), 0);
    record.set("x", "Mail").unwrap();
    assert_eq!(record.get::<str>("x").unwrap(), "Mail"); // in `any` it is text
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
    let error = record.get::<str>("contact").unwrap_err();
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

#[test]
fn an_array_is_read_whole() {
    let names = ["a", "b"].map(String::from);
    let sheet = Sheet {
        at: [0.5, 2.0],
        flags: [true, false, true],
        names: names.clone(),
        dots: [Dot { x: 1, y: -1 }, Dot { x: 2, y: -2 }],
        accounts: [("ada", 1), ("bob", 2)].map(|(name, id)| Account { name: name.into(), id }),
        shapes: [Shape::Text("line".into()), Shape::Dot(3)],
        list: vec![Shape::Dot(1), Shape::Dot(2)],
        mixed: vec![Shape::Dot(1), Shape::None],
        people: vec![Account { name: "eve".into(), id: 3 }],
        next: [None, Some(4)],
    };
    let bytes = vellum::to_vec(&sheet).unwrap();
    let view = Sheet::peek(&bytes).unwrap();
    assert_eq!(view.at().unwrap().to_array::<2>().unwrap().map(f32::to_bits), sheet.at.map(f32::to_bits));
    assert_eq!(view.flags().unwrap().to_array::<3>().unwrap(), sheet.flags);
    assert_eq!(view.names().unwrap().to_array::<2>().unwrap(), names);
    assert_eq!(view.dots().unwrap().to_array::<2>().unwrap(), sheet.dots);
    assert_eq!(view.accounts().unwrap().to_array::<2>().unwrap(), sheet.accounts);
    assert_eq!(view.shapes().unwrap().to_array::<2>().unwrap(), sheet.shapes);
    assert_eq!(view.list().unwrap().to_array::<2>().unwrap()[..], sheet.list);
    assert_eq!(view.mixed().unwrap().to_array::<2>().unwrap()[..], sheet.mixed);
    assert_eq!(view.people().unwrap().to_array::<1>().unwrap()[..], sheet.people);
    assert_eq!(view.next().unwrap().to_array::<2>().unwrap(), sheet.next);
    let error = view.at().unwrap().to_array::<3>().unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ErrorKind::Path, "no such path: 2 elements are not an array of 3")
    );

    let at = bytes.windows(3).position(|part| part == b"bob").unwrap();
    let mut corrupt = bytes.clone();
    corrupt[at] = 0xFF;
    let error = Sheet::peek(&corrupt).unwrap().accounts().unwrap().to_array::<2>().unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "[1].name"));
}

#[test]
fn a_root_of_another_size_is_told_to_lack_a_revision() {
    let schema = Schema::parse("struct User { age: u16, level: u8, rank: u8 } root User;").unwrap();
    let before = Schema::parse("struct User { age: u16, level: u8 } root User;").unwrap();
    let bytes = Record::new(&before).into_storage();
    let error = Record::open(&schema, bytes).map(drop).unwrap_err();
    let message = "no revision of the root has records of 3 bytes: another schema, or a new field without `since`";
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn a_schema_without_a_root_is_told_the_line_that_it_lacks() {
    let error = Schema::parse("struct Home { city: string } struct User { home: Home }").unwrap_err().to_string();
    assert!(error.contains("add a line such as `root User;`"), "{error}");
    let error = Schema::parse("enum State { open, done }").unwrap_err().to_string();
    assert!(error.contains("add a line such as `root NAME;`"), "{error}");
}

#[derive(Vellum)]
struct Book {
    counts: BTreeMap<String, u32>,
    lines: BTreeMap<u16, Vec<String>>,
    names: Vec<String>,
    shapes: Vec<Shape>,
}

fn book() -> Vec<u8> {
    let counts = (0..300).map(|number| (format!("word {number:03}"), number)).collect();
    let shapes = vec![Shape::Dot(1), Shape::Dot(2)];
    vellum::to_vec(&Book { counts, lines: BTreeMap::new(), names: vec!["a".into(), "b".into()], shapes }).unwrap()
}

#[test]
fn an_entry_of_a_map_is_modified_or_added() {
    let mut bytes = book();
    let mut book = Book::edit(&mut bytes).unwrap();
    let mut counts = book.counts();
    for word in ["word 007", "word 299", "new", "word 007", "new"] {
        let count = counts.entry(word).and_modify(|count| count + 1000).unwrap().or_insert(1).unwrap();
        assert_eq!(Some(count), counts.get(word).unwrap());
    }
    assert_eq!(counts.entry("word 007").get().unwrap(), Some(2007));
    assert_eq!(counts.entry("none").and_modify(|_| 5).unwrap().get().unwrap(), None);
    assert_eq!((counts.get("word 299").unwrap(), counts.get("new").unwrap()), (Some(1299), Some(1001)));
    assert_eq!(counts.len().unwrap(), 301);
    for line in ["one", "two"] {
        book.lines().entry(7).or_insert(&[]).unwrap().push(line).unwrap();
    }
    Book::schema().prove(&bytes).unwrap();
    let lines = vellum::from_slice::<Book>(&bytes).unwrap().lines;
    assert_eq!(lines, BTreeMap::from([(7, vec!["one".into(), "two".into()])]));
}

#[test]
fn an_entry_that_finds_no_room_leaves_the_buffer_as_it_was() {
    let mut bytes = book();
    let before = bytes.clone();
    let mut book = Book::edit(&mut bytes[..]).unwrap();
    let error = book.counts().entry("a word that is not there").or_insert(1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Full);
    assert_eq!(bytes, before);
}

#[test]
fn each_element_of_a_list_is_replaced() {
    let mut bytes = book();
    let mut book = Book::edit(&mut bytes).unwrap();
    let mut number = 0;
    let longer = ["a longer name", "b, which is longer still"];
    let mut seen = Vec::new();
    book.names()
        .update_each(|name| {
            seen.push(name.to_owned());
            number += 1;
            longer[number - 1]
        })
        .unwrap();
    assert_eq!(seen, ["a", "b"]);
    let text = Shape::Text("line".into());
    book.shapes().update_each(|_| &text).unwrap();
    Book::schema().prove(&bytes).unwrap();
    let book = vellum::from_slice::<Book>(&bytes).unwrap();
    assert_eq!(book.names, longer);
    assert_eq!(book.shapes, [text.clone(), text]);
}

/// Names a type by the crate that it is of, and lifetimes, parameters and lengths by names of its own.
macro_rules! through_a_macro {
    ($name:ident, $ty:ty, $text:lifetime) => {
        #[derive(Vellum, Debug, PartialEq)]
        struct $name<$text, T, const N: usize> {
            one: $crate::messages::Dot,
            many: Vec<$ty>,
            text: &$text str,
            value: Option<T>,
            numbers: [u16; N],
        }
    };
}
through_a_macro!(Named, (Dot, super::messages::Dot), 'text);

#[test]
fn a_struct_that_a_macro_writes_is_derived() {
    let dot = |x| Dot { x, y: 0 };
    let named = Named { one: dot(1), many: vec![(dot(2), dot(3))], text: "text", value: Some(4u32), numbers: [5, 6] };
    let bytes = vellum::to_vec(&named).unwrap();
    assert_eq!(vellum::from_slice::<Named<'_, u32, 2>>(&bytes).unwrap(), named);
}
