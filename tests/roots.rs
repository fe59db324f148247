//! Values of any type as whole buffers.
use std::collections::BTreeMap;
use vellum::{DecodeOwned, Record, Schema, Value, Vellum};

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Message {
    Leave,
    Join { name: String, room: u32 },
    Say(String),
}

#[derive(Vellum)]
struct Wrapped<T> {
    value: T,
}

fn check<T: Value + DecodeOwned + Clone + PartialEq + std::fmt::Debug>(value: T, schema: &str) {
    let bytes = vellum::to_vec(&value).unwrap();
    assert_eq!(bytes, vellum::to_vec(&Wrapped { value: value.clone() }).unwrap());
    assert_eq!(vellum::from_slice::<T>(&bytes).unwrap(), value);
    assert_eq!(vellum::verify::<T>(&bytes).unwrap().decode().unwrap(), value);
    vellum::access::<T>(&bytes).unwrap();
    vellum::view::<T>(&bytes).unwrap();
    assert_eq!(vellum::schema_of::<T>().to_string(), schema);
    let parsed = Schema::parse(schema).unwrap();
    assert_eq!(&parsed, vellum::schema_of::<T>());
    assert_eq!(&Schema::from_bytes(&parsed.to_bytes()).unwrap(), vellum::schema_of::<T>());
    let record = Record::open(&parsed, &bytes).unwrap();
    let json = record.to_json().unwrap();
    let again = parsed.from_json(&json).unwrap();
    assert_eq!(again.as_bytes(), bytes, "{json}");
}

#[test]
fn vertical() {
    let text = "union Message {\n    Leave,\n    Join: MessageJoin,\n    Say: string,\n}\nstruct MessageJoin {\n    name: string,\n    room: u32,\n}\nroot ";
    for message in [Message::Leave, Message::Say("a".into()), Message::Join { name: "Ada".into(), room: 3 }] {
        check(message.clone(), &format!("{text}Message;\n"));
        check(vec![message.clone()], &format!("{text}list<Message>;\n"));
        check(Some(message), &format!("{text}Message?;\n"));
    }
    check(7u64, "root u64;\n");
    check(BTreeMap::from([("a".to_owned(), 1u32)]), "root map<string, u32>;\n");
}

#[test]
fn edits() {
    let mut bytes = vellum::to_vec(&vec!["a".to_owned()]).unwrap();
    let mut edit = vellum::edit::<Vec<String>, _>(&mut bytes).unwrap();
    for n in 0..100 {
        edit.cursor().push(&format!("line {n}")).unwrap();
    }
    edit.cursor().set(0, "first").unwrap();
    assert_eq!(edit.get().unwrap().len(), 101);
    vellum::verify::<Vec<String>>(&bytes).unwrap();
    let mut record = Record::open(vellum::schema_of::<Vec<String>>(), bytes).unwrap();
    assert_eq!(record.get_path::<str>("[0]").unwrap(), "first");
    record.set("[1]", "second").unwrap();
    record.push("", "last").unwrap();
    assert_eq!(record.len("").unwrap(), 102);
    record.remove("[2]").unwrap();
    println!("{record:?}");
}
