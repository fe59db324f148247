//! Roots that are no structs, of a schema that is known at run time.

use vellum::{
    ErrorKind, Record, RecordBuilder, Schema,
    dynamic::{Dynamic, ValueRef},
    field::VariantName,
    framed,
};

use super::{ITEM, MESSAGE, WIDTHS};

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

#[test]
fn paths_begin_in_a_list_that_is_the_root() {
    let mut record = Record::new(&schema(&format!("{ITEM}root list<Item>;")));
    assert_eq!(record.len("").unwrap(), 0);
    record.push_default("").unwrap();
    record.set("[0].name", "pen").unwrap();
    record.set("[0].count", 2).unwrap();
    assert_eq!(record.get::<str>("[0].name").unwrap(), "pen");
    assert_eq!(record.to_json().unwrap(), r#"[{"name":"pen","count":2}]"#);
    assert_eq!(record.get::<str>("name").unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(record.get::<str>("[1].name").unwrap_err().path(), "[1].name");
    let name = record.schema().field::<str>("[].name").unwrap();
    assert_eq!(record.get(name.at(0)).unwrap(), "pen");
    record.remove("[0]").unwrap();
    assert_eq!(record.len("").unwrap(), 0);

    let mut numbers = Record::new(&schema("root list<u32>;"));
    let element = numbers.schema().field::<u32>("[]").unwrap();
    numbers.extend(&element, [3, 1, 2]).unwrap();
    numbers.sort_by(&element, Ord::cmp).unwrap();
    numbers.insert("[0]", 9).unwrap();
    numbers.swap("", 0, 3).unwrap();
    assert_eq!(format!("{numbers:?}"), "[3, 1, 2, 9]");
    numbers.truncate("", 1).unwrap();
    assert_eq!(numbers.pop(&element).unwrap(), Some(3));
}

#[test]
fn paths_begin_in_a_union_a_map_and_a_tuple_that_are_the_root() {
    let mut message = Record::new(&schema(&format!("{MESSAGE}root Message;")));
    message.set("Join.name", "Ada").unwrap();
    message.set("Join.room", 3u32).unwrap();
    assert_eq!(message.get::<VariantName>("").unwrap().to_string(), "Join");
    assert_eq!(format!("{message:?}"), "Join(MessageJoin { name: \"Ada\", room: 3 })");
    message.set("", "Leave").unwrap();
    assert_eq!(message.to_json().unwrap(), r#""Leave""#);

    let mut scores = Record::new(&schema("root map<string, list<u32>>;"));
    scores.push("[ada]", 7u32).unwrap();
    scores.add_key("", "bob").unwrap();
    assert!(scores.contains_key("", "ada").unwrap());
    assert_eq!(scores.to_json().unwrap(), r#"{"ada":[7],"bob":[]}"#);
    scores.remove("[bob]").unwrap();
    assert_eq!(scores.len("").unwrap(), 1);

    let mut pair = Record::new(&schema("root tuple<u8, string?>;"));
    pair.set("0", 7u8).unwrap();
    pair.set("1", "x").unwrap();
    assert_eq!(pair.to_json().unwrap(), r#"[7,"x"]"#);
    pair.clear("1").unwrap();
    assert_eq!(pair.get::<str>("1").unwrap(), "");

    let mut flags = Record::new(&schema("root array<bool, 3>;"));
    flags.set("[1]", true).unwrap();
    assert_eq!(format!("{flags:?}"), "[false, true, false]");

    let mut maybe = Record::new(&schema(&format!("{ITEM}root Item?;")));
    assert_eq!(format!("{maybe:?}"), "None");
    maybe.set("name", "pen").unwrap();
    assert_eq!(format!("{maybe:?}"), r#"Some(Item { name: "pen", count: 0 })"#);
    maybe.clear("").unwrap();
    assert!(matches!(maybe.get::<Dynamic>("").unwrap(), ValueRef::Absent));
}

#[test]
fn a_single_value_that_is_the_root_is_set_read_and_edited_by_the_empty_path() {
    let mut number = Record::new(&schema("root u64;"));
    number.set("", 7).unwrap();
    assert_eq!(number.get::<u64>("").unwrap(), 7);
    let handle = number.schema().field::<u64>("").unwrap();
    number.set(&handle, 8).unwrap();
    assert_eq!(number.as_bytes(), [0x20, 8, 8, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(number.set("", "x").unwrap_err().kind(), ErrorKind::Type);

    let mut text = Record::new(&schema("root string;"));
    let handle = text.schema().field::<str>("").unwrap();
    text.set(&handle, "Ada").unwrap();
    text.append(&handle, &" Lovelace".repeat(50)).unwrap();
    text.splice(&handle, 0..3, "A").unwrap();
    assert_eq!(text.get(&handle).unwrap().len(), 1 + 9 * 50);
    assert_eq!(text.take(&handle).unwrap().len(), 1 + 9 * 50);
    assert_eq!(
        text.space().unwrap().live,
        text.as_bytes().len() - text.space().unwrap().slack - text.space().unwrap().waste
    );
}

#[test]
fn differences_and_space_of_a_root_are_told_from_the_empty_path_on() {
    let schema = schema(&format!("{ITEM}root map<string, Item>;"));
    let (old, mut new) = (Record::new(&schema), Record::new(&schema));
    new.set("[a].name", "pen").unwrap();
    let changes = old.diff(&new).unwrap();
    assert_eq!(
        changes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [r#"add key ["a"]: Item { name: "pen", count: 0 }"#]
    );
    let mut newer = Record::open(&schema, new.as_bytes().to_vec()).unwrap();
    newer.set("[a].count", 2).unwrap();
    let changes = new.diff(&newer).unwrap();
    assert_eq!(changes.iter().map(ToString::to_string).collect::<Vec<_>>(), [r#"set ["a"].count: 2"#]);
    new.apply(&changes).unwrap();
    assert!(new.content_eq(&newer).unwrap());

    let rows = new.space_by_field(1).unwrap();
    assert_eq!(rows.rows().iter().map(|row| row.path.as_str()).collect::<Vec<_>>(), ["", "[]"]);
    assert_eq!(rows.total(), new.space().unwrap());

    let number = super::runtime::schema("root list<u8?>;");
    let (a, mut b) = (Record::new(&number), Record::new(&number));
    b.push("", 7u8).unwrap();
    assert_eq!(a.diff(&b).unwrap().len(), 1);
}

#[test]
fn a_patch_of_a_root_is_merged_where_it_is_an_object() {
    let mut scores = schema("root map<string, u32>;").from_json(r#"{"a":1,"b":2}"#).unwrap();
    scores.merge_patch(r#"{"a":null,"c":3}"#).unwrap();
    assert_eq!(scores.to_json().unwrap(), r#"{"b":2,"c":3}"#);
    assert_eq!(scores.merge_patch("7").unwrap_err().kind(), ErrorKind::Type);

    let mut message =
        schema(&format!("{MESSAGE}root Message;")).from_json(r#"{"Join":{"name":"Ada","room":3}}"#).unwrap();
    message.merge_patch(r#"{"Join":{"room":4}}"#).unwrap();
    assert_eq!(message.to_json().unwrap(), r#"{"Join":{"name":"Ada","room":4}}"#);
    message.merge_patch(r#"{"Say":"bye"}"#).unwrap();
    assert_eq!(message.to_json().unwrap(), r#"{"Say":"bye"}"#);

    let mut list = schema("root list<u8>;").from_json("[1,2]").unwrap();
    list.merge_patch("[3]").unwrap();
    assert_eq!(list.to_json().unwrap(), "[3]");

    let mut maybe = schema(&format!("{ITEM}root Item?;")).from_json("null").unwrap();
    maybe.merge_patch(r#"{"name":"pen"}"#).unwrap();
    assert_eq!(maybe.to_json().unwrap(), r#"{"name":"pen","count":0}"#);
    maybe.merge_patch("null").unwrap();
    assert_eq!(maybe.to_json().unwrap(), "null");
}

#[test]
fn errors_of_a_root_say_the_path_within_it() {
    let schema = schema(&format!("{ITEM}root list<Item>;"));
    let error = schema.from_json(r#"[{"name":"pen","count":2},{"count":-1}]"#).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "[1].count"));
    let error = schema.from_json("7").unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, ""));
    let mut bytes = schema.from_json(r#"[{"name":"pen","count":0}]"#).unwrap().into_storage();
    *bytes.last_mut().unwrap() = 0xFF;
    assert_eq!(schema.prove(&bytes).unwrap_err().path(), "[0].name");
    assert_eq!(schema.key(&Record::new(&schema)).unwrap_err().kind(), ErrorKind::Schema, "no struct, no key");
    assert!(Schema::parse("root list<Q>;").unwrap_err().to_string().contains("unknown type `Q`"));
    assert!(Schema::parse("root set<f32>;").is_err());
    assert!(Schema::builder().root("list<").build().is_err());
}

#[test]
fn a_builder_fills_a_root_at_every_width() {
    for width in WIDTHS {
        let schema = schema(&format!("{ITEM}root list<Item?> width {};", width.bytes()));
        let mut items = RecordBuilder::new(&schema);
        for n in 0..4u32 {
            items.push_default("").unwrap();
            if n != 2 {
                items.set(&*format!("[{n}].count"), n).unwrap();
            }
        }
        let bytes = items.finish().unwrap();
        let record = Record::open(&schema, &bytes).unwrap();
        assert_eq!(
            record.to_json().unwrap(),
            r#"[{"name":"","count":0},{"name":"","count":1},null,{"name":"","count":3}]"#
        );
        assert_eq!(bytes[0] & 3, width as u8);
        let packed = framed::pack(&schema, &bytes);
        let (again, rest) = framed::unpack(&packed).unwrap();
        assert_eq!((&again, rest), (&schema, &*bytes));
    }
}
