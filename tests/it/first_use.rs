//! What is written first by somebody who knows other libraries works, or is answered with what to write instead.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use vellum::{ErrorKind, Record, Schema, Vellum, json};

const TEXT: &str = "struct User { name: string, age: u16, data: bytes } root User;";

/// A frozen struct may hold itself where it does not lie inline.
#[derive(Vellum, Debug, PartialEq)]
#[vellum(frozen)]
struct Node {
    value: u8,
    children: Vec<Node>,
}

#[test]
fn a_schema_is_parsed_from_text_by_the_trait_of_std() {
    let schema: Schema = TEXT.parse().unwrap();
    assert_eq!(schema, Schema::parse(TEXT).unwrap());
    let error = "struct {".parse::<Schema>().unwrap_err();
    assert_eq!(error.to_string(), Schema::parse("struct {").unwrap_err().to_string());
}

#[test]
fn lent_strings_and_vectors_are_written_by_path() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = Record::new(&schema);
    record.set("name", &String::from("Ada")).unwrap();
    record.set("data", &vec![1, 2]).unwrap();
    assert_eq!(record.get::<str>("name").unwrap(), "Ada");
    assert_eq!(record.get::<[u8]>("data").unwrap(), [1, 2]);
    record.set("data", b"abc").unwrap();
    assert_eq!(record.get::<[u8]>("data").unwrap(), b"abc");
}

#[test]
fn a_record_prints_as_its_root() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = Record::new(&schema);
    record.set("name", "Ada").unwrap();
    assert_eq!(format!("{record:?}"), format!("{:?}", record.root().unwrap()));
    assert_eq!(format!("{record:?}"), r#"User { name: "Ada", age: 0, data: b"" }"#);
}

#[test]
fn a_record_of_corrupt_bytes_prints_its_error() {
    let schema = Schema::parse(TEXT).unwrap();
    let record = Record::open(&schema, [0x20, 4, 0, 0, 200, 0]).unwrap();
    let printed = format!("{record:?}");
    assert!(printed.starts_with("User { corrupt buffer: a pointer leads to 200"), "{printed}");
}

#[test]
fn an_integer_goes_by_path_into_any_integer_that_holds_it() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = Record::new(&schema);
    record.set("age", 36).unwrap();
    record.set("age", [0; 7].len()).unwrap();
    assert_eq!(record.get::<u16>("age").unwrap(), 7);
    let error = record.set("age", -1).unwrap_err();
    assert_eq!(error.to_string(), "type mismatch: -1 is out of range for u16 (0 to 65535) in `age`");
    let error = record.get::<i32>("age").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Type);
    assert_eq!(
        error.to_string(),
        "type mismatch: the field is u16, not i32; a handle and what is read have the integer type of the field in `age`"
    );
    assert!(!record.set("age", "7").unwrap_err().to_string().contains("integer"));
}

#[test]
fn errors_are_cloned_and_go_into_those_of_others() {
    fn boxed(text: &str) -> Result<Schema, Box<dyn std::error::Error + Send + Sync + 'static>> {
        Ok(text.parse::<Schema>()?)
    }
    fn of_io(bytes: &[u8]) -> io::Result<u8> {
        Ok(Node::peek(bytes)?.value()?)
    }
    let error = Schema::parse("struct {").unwrap_err();
    assert_eq!(error.clone().to_string(), error.to_string());
    assert_eq!(boxed("struct {").unwrap_err().to_string(), error.to_string());
    let error = of_io(b"nothing").unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    let source = error.get_ref().and_then(|source| source.downcast_ref::<vellum::Error>()).unwrap();
    assert_eq!(source.kind(), ErrorKind::Corrupt);
}

#[test]
fn a_frozen_struct_holds_lists_of_itself() {
    let node = Node { value: 1, children: vec![Node { value: 2, children: vec![] }] };
    let bytes = vellum::to_vec(&node).unwrap();
    assert_eq!(vellum::from_slice::<Node>(&bytes).unwrap(), node);
}

#[test]
fn types_named_as_elsewhere_are_answered_with_their_names_here() {
    let message = |ty: &str| Schema::parse(&format!("struct A {{ a: {ty} }} root A;")).unwrap_err().to_string();
    for (foreign, ours) in [
        ("String", "unknown type `String`; here it is `string`"),
        ("double", "unknown type `double`; here it is `f64`"),
        ("boolean", "unknown type `boolean`; here it is `bool`"),
        ("vec<u8>", "no type `vec` takes parameters; here it is `list<T>`"),
        ("optional<u8>", "no type `optional` takes parameters; here it is `T?`"),
        ("HashMap<string, u8>", "no type `HashMap` takes parameters; here it is `map<K, V>`"),
        ("u8[4]", "an array is `array<u8, 4>`, a list `list<u8>`"),
    ] {
        let message = message(foreign);
        assert!(message.contains(ours), "{message}");
        assert!(message.contains("line 1, column 15"), "{message}");
    }
    assert!(message("Strudel").contains("unknown type `Strudel` (line"));
}

#[test]
fn a_path_that_lacks_an_index_is_told_so() {
    let schema = Schema::parse("struct A { tags: list<string> } root A;").unwrap();
    let error = Record::new(&schema).get::<str>("tags[]").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no such path: a `[]` needs its index or key here; only a handle takes it later in `tags[]`"
    );
}

#[test]
fn a_text_that_is_no_time_is_told_how_one_is_written() {
    let schema = Schema::parse("struct A { day: date?, clock: time?, at: timestamp?, long: duration? } root A;");
    let schema = schema.unwrap();
    for field in ["day", "clock", "at", "long"] {
        let read = |text: &str| json::Options::new().read(&schema, &format!("{{\"{field}\": \"{text}\"}}"));
        let message = read("tomorrow").unwrap_err().to_string();
        let (_, form) = message.split_once(", such as \"").expect(&message);
        assert!(read(form.split('"').next().unwrap()).is_ok(), "{message}");
    }
}

#[test]
fn what_main_prints_of_an_error_is_its_text() {
    let error = Schema::parse("struct A { x: u8 } root A;").unwrap().peek(&[0x20, 2, 1]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "corrupt buffer: the root record of 2 bytes reaches beyond the buffer, which has 3 (at offset 2)"
    );
    assert_eq!(format!("{error:?}"), error.to_string());
}

#[derive(Vellum)]
struct Game {
    scores: BTreeMap<String, u8>,
    names: BTreeSet<String>,
}

fn game() -> Vec<u8> {
    vellum::to_vec(&Game { scores: [("ada".into(), 3)].into(), names: ["bob".into()].into() }).unwrap()
}

#[test]
fn a_map_is_iterated_as_it_is() {
    let bytes = game();
    let mut total = 0;
    for entry in Game::peek(&bytes).unwrap().scores().unwrap() {
        total += entry.unwrap().1;
    }
    assert_eq!(total, 3);
}

#[test]
fn invalid_entries_of_maps_and_sets_are_printed_as_errors() {
    let mut bytes = game();
    let printed = |bytes: &[u8]| {
        let view = Game::peek(bytes).unwrap();
        (format!("{:?}", view.scores().unwrap()), format!("{:?}", view.names().unwrap()))
    };
    assert_eq!(printed(&bytes), (r#"{"ada": 3}"#.into(), r#"{"bob"}"#.into()));
    for name in [b"ada", b"bob"] {
        let at = bytes.windows(3).position(|part| part == name).unwrap();
        bytes[at] = 0xFF;
    }
    let (scores, names) = printed(&bytes);
    assert!(scores.contains("UTF-8") && names.contains("UTF-8"), "{scores} {names}");
}
