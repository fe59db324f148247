//! The run-time path: records over parsed schemas.

use crate::common::{Container, container};
use vellum::{
    ErrorKind, Record, Schema, Vellum,
    dynamic::{Dynamic, ValueRef},
    field::VariantName,
    schema::PointerWidth,
};

const CONTAINER: &str = "
    enum Fruit { Apples, Pears, Bananas }
    frozen struct Bar { time: i32, ratio: f32, size: u16 }
    struct FooBar { sibling: Bar, name: string, rating: f64, postfix: u8 }
    struct Container { list: list<FooBar>, initialized: bool, fruit: Fruit, location: string }
    root Container;";

/// Builds the record of benchmark A field by field.
fn build(schema: &Schema) -> Record {
    let value = container();
    let mut record = Record::new(schema);
    let element_handle = schema.field::<Dynamic>("list[]").unwrap();
    let name = schema.field::<str>("list[].name").unwrap();
    let time = schema.field::<i32>("list[].sibling.time").unwrap();
    for (index, element) in value.list.iter().enumerate() {
        record.push_default(&element_handle).unwrap();
        record.set(name.at(index), &element.name).unwrap();
        record.set(time.at(index), element.sibling.time).unwrap();
        record.set(format!("list[{index}].sibling.ratio").as_str(), element.sibling.ratio).unwrap();
        record.set(format!("list[{index}].sibling.size").as_str(), element.sibling.size).unwrap();
        record.set(format!("list[{index}].rating").as_str(), element.rating).unwrap();
        record.set(format!("list[{index}].postfix").as_str(), element.postfix).unwrap();
    }
    record.set("location", value.location.as_str()).unwrap();
    record.set("initialized", true).unwrap();
    record.set(&schema.field::<VariantName>("fruit").unwrap(), "Bananas").unwrap();
    record
}

#[test]
fn a_parsed_schema_gives_the_same_133_bytes_as_the_derive() {
    let schema = Schema::parse(CONTAINER).unwrap();
    let mut record = build(&schema);
    record.compact().unwrap();
    assert_eq!(record.as_bytes().len(), 133);
    assert_eq!(record.as_bytes(), vellum::to_vec(&container()).unwrap());
    assert_eq!(vellum::from_slice::<Container>(record.as_bytes()).unwrap(), container());
}

#[test]
fn handles_read_and_write_what_they_name() {
    let schema = Schema::parse(CONTAINER).unwrap();
    let mut record = build(&schema);
    let name = schema.field::<str>("list[].name").unwrap();
    let time = schema.field::<i32>("list[].sibling.time").unwrap();
    assert_eq!(record.get(time.at(1)).unwrap(), 123_457);
    record.set(name.at(0), "bob").unwrap();
    record.set(name.at(2), "a longer name that does not fit where the old one was").unwrap();
    assert_eq!(record.get(name.at(0)).unwrap(), "bob");
    assert_eq!(record.get(name.at(1)).unwrap(), "Hello, world!");
    assert_eq!(record.get::<str>("list[2].name").unwrap().len(), 53);
    let times: Vec<i32> = record
        .iter(&schema.field::<Dynamic>("list[]").unwrap())
        .unwrap()
        .map(|element| {
            let ValueRef::Struct(element) = element.unwrap() else { panic!("not a struct") };
            let ValueRef::Struct(bar) = element.get("sibling").unwrap() else { panic!("not a struct") };
            let ValueRef::Signed(time) = bar.get("time").unwrap() else { panic!("not signed") };
            i32::try_from(time).unwrap()
        })
        .collect();
    assert_eq!(times, [123_456, 123_457, 123_458]);
    record.remove(schema.field::<Dynamic>("list[]").unwrap().at(1)).unwrap();
    assert_eq!(record.len(&schema.field::<Dynamic>("list[]").unwrap()).unwrap(), 2);
    record.clear(&schema.field::<Dynamic>("list").unwrap()).unwrap();
    assert_eq!(
        record.len(&name).unwrap_err().kind(),
        ErrorKind::Path,
        "a path that goes on below the element is no list"
    );
    assert!(format!("{:?}", record.root().unwrap()).contains("list: []"));
}

#[test]
fn read_only_records_open_over_slices() {
    let schema = Schema::parse(CONTAINER).unwrap();
    let bytes = vellum::to_vec(&container()).unwrap();
    let record = Record::open(&schema, bytes.as_slice()).unwrap();
    assert_eq!(record.get::<str>("location").unwrap(), "http://arstechnica.com");
    assert_eq!(record.get::<u8>("fruit").unwrap(), 2);
    assert!(record.get::<bool>("initialized").unwrap());
}

#[test]
fn messages_name_the_path_and_what_was_expected() {
    let schema = Schema::parse(CONTAINER).unwrap();
    let other = Schema::parse(CONTAINER).unwrap();
    let mut record = build(&schema);
    let unknown = schema.field::<str>("list[].title").unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::Path);
    assert!(unknown.to_string().contains("`FooBar` has no field `title`; it has sibling, name"), "{unknown}");
    let mistyped = schema.field::<u16>("location").unwrap_err();
    assert_eq!(mistyped.kind(), ErrorKind::Type);
    assert!(mistyped.to_string().contains("the field is string, not u16"), "{mistyped}");
    let beyond = record.get::<str>("list[7].name").unwrap_err();
    assert_eq!(beyond.kind(), ErrorKind::Path);
    assert!(beyond.to_string().contains("index 7 of a list of 3 elements"), "{beyond}");
    let foreign = record.get(&other.field::<str>("location").unwrap()).unwrap_err();
    assert_eq!(foreign.kind(), ErrorKind::Schema);
    assert_eq!(record.set(&other.field::<str>("location").unwrap(), "x").unwrap_err().kind(), ErrorKind::Schema);
    let missing = record.get(&schema.field::<str>("list[].name").unwrap()).unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::Path);
    assert!(missing.to_string().contains("takes 1 indices here, 0 are given"), "{missing}");
    let variant = record.set(&schema.field::<VariantName>("fruit").unwrap(), "Plums").unwrap_err();
    assert!(variant.to_string().contains("has no variant `Plums`; it has Apples, Pears, Bananas"), "{variant}");
    let hints = [
        (
            schema.field::<str>("fruit").unwrap_err(),
            "the field is Fruit, not string; the variant of an enum is of the type `VariantName` by name, u8 by number",
        ),
        (schema.field::<str>("list").unwrap_err(), "not string; `[]` or an index names an element in `list`"),
        (
            schema.field::<str>("list[].sibling").unwrap_err(),
            "the field is Bar, not string; a path goes on to its fields",
        ),
        (schema.field::<str>("location.x").unwrap_err(), "`x` is asked of string, which has no fields in `location.x`"),
        (schema.field::<str>("location[]").unwrap_err(), "an index or element is asked of string, which is no list"),
        (record.remove("list[-1]").unwrap_err(), "`-1` is not an index in `list[-1]`"),
        (record.push("fruit", "x").unwrap_err(), "asked of Fruit, which is no list in `fruit`"),
        (Record::open(&schema, vec![0x20, 1, 0]).err().unwrap(), "no revision of the root has records of 1 bytes"),
    ];
    for (error, message) in hints {
        assert!(error.to_string().contains(message), "{error}");
    }
    for path in ["", ".", "list.", "list[", "list[x].name", "list[1", "[0]", "location.x", "location[0]", "list..name"]
    {
        assert_eq!(record.get::<str>(path).unwrap_err().kind(), ErrorKind::Path, "{path:?}");
    }
}

const NESTED: &str = "
    frozen struct Geo { lat: f64, up: bool }
    struct User {
        name: string = \"nobody\", nick: string?, home: Geo?, manager: User?, extra: Extra,
        grid: list<list<u16>>, gaps: list<u32?>, flags: list<bool>, users: list<User?>, on: bool = true,
        letter: char = 'x', data: bytes = b\"\\xFF\\0\", late: i8? since 2,
    }
    struct Extra { note: string, level: i64 = -5 }
    root User;";

#[test]
fn defaults_read_without_being_stored_and_ways_are_made_when_written() {
    let schema = Schema::parse(NESTED).unwrap();
    let mut record = Record::new(&schema);
    assert_eq!(record.get::<str>("name").unwrap(), "nobody");
    assert!(record.get::<bool>("on").unwrap());
    assert_eq!(record.get::<char>("letter").unwrap(), 'x');
    assert_eq!(record.get::<[u8]>("data").unwrap(), b"\xFF\0");
    assert_eq!(record.get::<i64>("manager.manager.extra.level").unwrap(), -5);
    let note = schema.field::<str>("manager.manager.extra.note").unwrap();
    assert_eq!((record.get_optional(&note).unwrap(), record.get(&note).unwrap()), (None, ""));
    record.set(&note, "deep").unwrap();
    record.set("home.up", true).unwrap();
    record.set("late", -3i8).unwrap();
    assert_eq!(record.get(&note).unwrap(), "deep");
    assert!(matches!(record.root().unwrap().get("home").unwrap(), ValueRef::Struct(_)));
    let gap = schema.field::<u32>("gaps[]").unwrap();
    record.push(&gap, 0).unwrap();
    record.push_default(&gap).unwrap();
    assert_eq!(record.get_optional(gap.at(0)).unwrap(), Some(0));
    assert_eq!(record.get_optional(gap.at(1)).unwrap(), None);
    let user = schema.field::<Dynamic>("users[]").unwrap();
    record.push_default(&user).unwrap();
    record.push_default(&user).unwrap();
    assert!(matches!(record.root().unwrap().get("users").unwrap(), ValueRef::List(list) if list.len() == 2
        && matches!(list.get(1).unwrap(), ValueRef::Absent)));
    record.set("users[1].name", "second").unwrap();
    assert_eq!(record.get::<str>("users[1].name").unwrap(), "second");
    record.clear(user.at(1)).unwrap();
    record.clear(&schema.field::<Dynamic>("manager").unwrap()).unwrap();
    record.clear(&schema.field::<Dynamic>("home").unwrap()).unwrap();
    record.clear(&schema.field::<i8>("late").unwrap()).unwrap();
    record.compact().unwrap();
    let mut expected = Record::new(&schema);
    expected.push(&gap, 0).unwrap();
    expected.push_default(&gap).unwrap();
    expected.push_default(&user).unwrap();
    expected.push_default(&user).unwrap();
    expected.compact().unwrap();
    assert_eq!(record.as_bytes(), expected.as_bytes());
}

#[test]
fn records_widen_as_they_grow_and_compact_to_the_narrowest() {
    let schema = Schema::parse("struct Log { lines: list<string>, codes: list<u64> } root Log;").unwrap();
    let line = schema.field::<str>("lines[]").unwrap();
    let mut record = Record::new(&schema);
    for i in 0..20_000u32 {
        record.push(&line, format!("line {i}").as_str()).unwrap();
        record.push("codes", u64::from(i)).unwrap();
    }
    assert_eq!(record.get(line.at(19_999)).unwrap(), "line 19999");
    assert_eq!(record.get::<u64>("codes[777]").unwrap(), 777);
    let grown = record.as_bytes().len();
    record.compact().unwrap();
    let compacted = record.as_bytes().len();
    assert!(grown < compacted * 2, "{grown} bytes hold what {compacted} can");
    assert_eq!(record.as_bytes()[0] & 3, PointerWidth::Four as u8);
    for index in (3..20_000).rev() {
        record.remove(line.at(index)).unwrap();
    }
    record.clear(&schema.field::<Dynamic>("codes").unwrap()).unwrap();
    record.compact().unwrap();
    assert_eq!(record.as_bytes().len(), 2 + 2 + 1 + 3 + 3 * 7);
    assert_eq!(record.as_bytes()[0] & 3, PointerWidth::One as u8);
}

#[test]
fn an_enum_without_zero_has_its_first_variant_as_default() {
    let schema = Schema::parse(
        "enum Level: u16 { low = 300, high = 7 } struct A { level: Level, all: list<Level>, set: Level = high } root A;",
    )
    .unwrap();
    let mut record = Record::new(&schema);
    let level = schema.field::<VariantName>("all[]").unwrap();
    record.push_default(&level).unwrap();
    record.push(&level, "high").unwrap();
    assert_eq!(record.get::<VariantName>("level").unwrap(), "low");
    assert_eq!(record.get::<u16>("set").unwrap(), 7);
    assert_eq!(record.get(level.at(0)).unwrap(), "low");
    assert_eq!(record.get(level.at(1)).unwrap(), "high");
    assert_eq!(record.set("level", 8u16).unwrap_err().kind(), ErrorKind::Type);
}

#[test]
fn the_derived_schema_opens_records_too() {
    let bytes = vellum::to_vec(&container()).unwrap();
    let record = Record::open(Container::schema(), bytes).unwrap();
    assert_eq!(record.get::<str>("list[1].name").unwrap(), "Hello, world!");
    assert_eq!(*Container::schema(), Schema::parse(CONTAINER).unwrap());
}
