//! Keys: the bytes of the specification, the rules of their declaration, and the same by derive and at run time.

use vellum::value::{Date, Decimal};
use vellum::{
    ErrorKind, Record, Schema, Vellum,
    key::{KeyInput, KeyRange, KeyValue, KeyWriter, Keyed},
};

fn written<'v>(schema: &Schema, values: impl IntoIterator<Item = &'v KeyValue>) -> vellum::Result<Vec<u8>> {
    let mut writer = schema.key_writer()?;
    for value in values {
        writer = writer.push(value)?;
    }
    writer.finish()
}

/// The key that a schema with the declaration gives to values.
#[track_caller]
fn golden(declaration: &str, fields: &str, values: &[KeyInput<'_>], expected: &[u8]) {
    let schema = Schema::parse(&format!("struct S key({declaration}) {{ {fields} }} root S;")).unwrap();
    let mut writer = schema.key_writer().unwrap();
    for value in values {
        writer = writer.push(*value).unwrap();
    }
    assert_eq!(writer.finish().unwrap(), expected, "{declaration} {fields} {values:?}");
}

#[test]
fn the_bytes_of_the_specification() {
    golden("a", "a: u16", &[258.into()], &[1, 2]);
    for (value, bytes) in [(-1, [0x7F, 0xFF]), (0, [0x80, 0]), (1, [0x80, 1])] {
        golden("a", "a: i16", &[value.into()], &bytes);
    }
    golden("a desc", "a: u16", &[258.into()], &[0xFE, 0xFD]);
    golden("a", "a: u8?", &[None::<u8>.into()], &[0]);
    golden("a", "a: u8?", &[0.into()], &[1, 0]);
    golden("a desc", "a: u8?", &[None::<u8>.into()], &[0xFF]);
    golden("a desc", "a: u8?", &[Some(0).into()], &[0xFE, 0xFF]);
    for (value, bytes) in [
        (-1.5f32, [0x40, 0x3F, 0xFF, 0xFF]),
        (-0.0, [0x7F, 0xFF, 0xFF, 0xFF]),
        (0.0, [0x80, 0, 0, 0]),
        (1.5, [0xBF, 0xC0, 0, 0]),
    ] {
        golden("a", "a: f32", &[value.into()], &bytes);
    }
    golden("a", "a: string", &["".into()], &[0, 0]);
    golden("a", "a: string", &["a".into()], b"a\0\0");
    golden("a", "a: string", &["a\0b".into()], b"a\0\xFFb\0\0");
    golden("a desc", "a: string", &["a".into()], &[0x9E, 0xFF, 0xFF]);
    golden("a", "a: decimal(2)", &[Decimal::<2>(-5).into()], &[0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFB]);
    golden("a", "a: tuple<u8, string?>", &[7.into(), "x".into()], b"\x07\x01x\0\0");
    golden("a", "a: tuple<u8, string?>", &[7.into(), None::<&str>.into()], &[7, 0]);
    golden("org, id desc", "org: u16, id: u32", &[7.into(), 1.into()], &[0, 7, 0xFF, 0xFF, 0xFF, 0xFE]);
    golden("a", "a: bool", &[true.into()], &[1]);
    golden("a", "a: char", &['é'.into()], &[0, 0, 0, 0xE9]);
    golden("a", "a: bytes", &[(&[0u8, 0xFF][..]).into()], &[0, 0xFF, 0xFF, 0, 0]);
}

/// Must be refused with this message at the first `@`.
#[track_caller]
fn refused(text: &str, message: &str) {
    let column = text.find('@').expect("a mark") + 1;
    let error = Schema::parse(&text.replacen('@', "", 1)).expect_err(text);
    let shown = error.to_string();
    assert!(shown.contains(message) && shown.contains(&format!("column {column})")), "{message:?} in {shown}");
    assert_eq!(error.kind(), ErrorKind::Schema);
}

#[test]
fn a_declaration_that_cannot_be_is_told_with_its_place() {
    refused("struct A key(x, @y) { x: u8 } root A;", "`A` has no field `y`");
    refused("struct A key(@x) { x: list<u8> } root A;", "a list cannot be sorted, so `x` is no part of a key");
    refused("struct A key(@x) { x: map<u8, u8> } root A;", "a map cannot be sorted");
    refused("struct A key(@x) { x: set<u8> } root A;", "a set cannot be sorted");
    refused("struct A key(@x) { x: array<u8, 4> } root A;", "an array cannot be sorted");
    refused("struct A key(@x) { x: any } root A;", "`any` cannot be sorted");
    refused("union U { a } struct A key(@x) { x: U } root A;", "a union cannot be sorted");
    refused("struct A key(@x) { x: geo8 } root A;", "a place cannot be sorted");
    refused("struct A key(@x) { x: B } struct B { y: u8 } root A;", "`x` can gain fields; a key names those");
    refused("struct A key(@x) { x: B } frozen struct B { y: list<u8> } root A;", "a list cannot be sorted");
    refused("struct A key(@x) { x: B } frozen struct B { } root A;", "`B` has no fields to sort by");
    refused("struct A key(x.@y) { x: list<B> } struct B { y: u8 } root A;", "`y` is asked of a list");
    refused("struct A key(x.@z) { x: B } struct B { y: u8 } root A;", "`B` has no field `z`");
    refused("struct A key(x.@y) { x: u8 } root A;", "`y` is asked of a value without fields");
    refused("struct A key(x, @x desc) { x: u8 } root A;", "the key has `x` twice");
    refused("struct A key(@) { x: u8 } root A;", "expected the name of a field, found `)`");
    refused("struct A key(x @down) { x: u8 } root A;", "expected `,` or `)`, found `down`");
    refused("struct A key @{ x: u8 } root A;", "expected `(`, found `{`");
    let fields = |count| (0..count).map(|index| format!("f{index}: u8, ")).collect::<Vec<_>>().concat();
    let wide = |count| format!("struct A key(@x) {{ x: B }} frozen struct B {{ {} }} root A;", fields(count));
    refused(&wide(65), "a key has at most 64 values");
    assert!(Schema::parse(&wide(64).replace('@', "")).is_ok());
    refused(&format!("struct A key({}@x) {{ next: A?, x: u8 }} root A;", "next.".repeat(64)), "at most 64 fields");
    assert!(Schema::parse(&format!("struct A key({}x) {{ next: A?, x: u8 }} root A;", "next.".repeat(63))).is_ok());
}

#[test]
fn a_key_is_printed_and_makes_schemas_differ() {
    let text =
        "struct A key(key, pair.1, desc desc) {\n    key: u8,\n    desc: u8,\n    pair: tuple<u8, u8>,\n}\nroot A;\n";
    let schema = Schema::parse(text).unwrap();
    assert_eq!(schema.to_string(), text);
    assert_ne!(schema, Schema::parse(&text.replace("desc desc", "desc")).unwrap());
    assert_eq!(
        schema,
        Schema::parse(&text.replace("key(key,", "key(key asc ,").replace("desc desc)", "desc desc,)")).unwrap()
    );
    let plain = Schema::parse("struct A { x: u8 } root A;").unwrap();
    assert!(plain.root().key().is_empty());
    assert_eq!(
        schema.root().key().iter().map(vellum::schema::KeyPart::path).collect::<Vec<_>>(),
        ["key", "pair.1", "desc"]
    );
    let mut record = Record::new(&plain);
    assert_eq!(plain.key(&record).unwrap_err().kind(), ErrorKind::Schema);
    assert_eq!(plain.key_writer().unwrap_err().kind(), ErrorKind::Schema);
    assert_eq!(plain.decode_key(&[]).unwrap_err().kind(), ErrorKind::Schema);
    assert_eq!(record.set_key_min().unwrap_err().kind(), ErrorKind::Schema);
    assert_eq!(schema.key(&record).unwrap_err().kind(), ErrorKind::Schema);
}

#[test]
fn what_is_absent_on_the_way_is_absent_in_the_key() {
    let text = "struct Home { city: string, zip: u16? } frozen struct Version { major: u8, minor: u8 }
        struct A key(home.city, home.zip desc, version) { home: Home?, version: Version?, name: string } root A;";
    let schema = Schema::parse(text).unwrap();
    let mut record = Record::new(&schema);
    assert_eq!(schema.key(&record).unwrap(), [0, 0xFF, 0, 0]);
    record.make("home").unwrap();
    assert_eq!(schema.key(&record).unwrap(), [1, 0, 0, 0xFF, 0, 0]);
    record.set("home.zip", 1u16).unwrap();
    record.set("version.minor", 2u8).unwrap();
    let key = schema.key(&record).unwrap();
    assert_eq!(key, [1, 0, 0, 0xFE, 0xFF, 0xFE, 1, 0, 1, 2]);
    let values = schema.decode_key(&key).unwrap();
    assert_eq!(values[..2], [KeyValue::String(String::new()), KeyValue::Unsigned(1)]);
    // The least key has no home, so that nothing of a home is set after it is gone.
    record.set("name", "kept").unwrap();
    record.set_key_min().unwrap();
    assert_eq!(schema.key(&record).unwrap(), [0, 0xFF, 0, 0]);
    assert_eq!(record.get::<str>("name").unwrap(), "kept");
    assert_eq!(record.set_key_max().unwrap_err().kind(), ErrorKind::Limit);
    // The first part wants a home, so the second can be no less than the least text.
    let schema = Schema::parse(&text.replace("home.city, home.zip desc", "home.zip desc, home.city")).unwrap();
    let mut record = Record::new(&schema);
    record.set("home.city", "Paris").unwrap();
    record.set_key_min().unwrap();
    assert_eq!(schema.key(&record).unwrap(), [0xFE, 0, 0, 1, 0, 0, 0, 0]);
    assert_eq!(record.get::<u16>("home.zip").unwrap(), u16::MAX);
}

#[test]
fn a_writer_takes_the_next_value_of_the_key_only() {
    let schema = Schema::parse(
        "enum Fruit { apples, pears } struct S key(a, fruit desc, name) { a: i8, fruit: Fruit, name: string } root S;",
    )
    .unwrap();
    let new = || schema.key_writer().unwrap();
    assert_eq!(new().push(128).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(new().push("1").unwrap_err().path(), "a");
    assert_eq!(new().push(None::<i8>).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(new().push_desc(1).unwrap_err().kind(), ErrorKind::Type);
    let first = new().push(-128i64).unwrap();
    assert_eq!(first.as_bytes(), [0]);
    assert_eq!(first.clone().push("plums").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(first.clone().push(2).unwrap_err().kind(), ErrorKind::Type);
    let second = first.push_desc("pears").unwrap();
    assert_eq!(second.range_of_text(1).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(second.clone().push(&[1u8][..]).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(second.clone().finish().unwrap_err().kind(), ErrorKind::Path);
    let third = second.push("x").unwrap();
    assert_eq!(third.clone().push(1).unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(third.finish().unwrap(), [0, 0xFE, b'x', 0, 0]);
    assert_eq!(KeyWriter::new().push(&KeyValue::Enum(1)).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(KeyWriter::new().range_of_text(1u8).unwrap_err().kind(), ErrorKind::Type);
}

#[test]
fn ranges_join_and_end() {
    let writer = |text| KeyWriter::new().push_desc(text).unwrap();
    let range = writer("b").range().through(writer("d").range());
    for (text, is_found) in [("a", false), ("b", true), ("c", true), ("d", true), ("da", false)] {
        assert_eq!(range.contains(writer(text).as_bytes()), is_found, "{text}");
    }
    let all = KeyWriter::new().range();
    assert_eq!(all, KeyRange::starting_with(Vec::new()));
    assert!(all.contains(&[]) && all.contains(&[0xFF; 40]) && all.end().is_none());
    assert_eq!(writer("b").range().through(all.clone()), all);
    let found = KeyWriter::new().range_of_text_desc("b").unwrap();
    assert!(found.contains(writer("bc").as_bytes()) && !found.contains(writer("c").as_bytes()));
}

#[derive(Vellum, Clone, Debug)]
#[vellum(frozen)]
struct Version {
    major: u8,
    minor: u8,
}

#[derive(Vellum, Clone, Debug)]
struct Home {
    city: String,
    since: Date,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
enum Fruit {
    Apples = 7,
    Pears = 3,
}

#[derive(Vellum, Clone, Debug)]
struct Number(u32);

#[derive(Vellum, Clone, Debug)]
#[vellum(key(home.city, raw desc, number, version, r#type, pair.1 desc, nested.1.0, nick, ratio, loves, home.since desc))]
struct User {
    name: String,
    home: Option<Box<Home>>,
    raw: Vec<u8>,
    number: Number,
    version: Version,
    r#type: Option<bool>,
    pair: (u8, String),
    nested: (u8, (i64, u8)),
    #[vellum(rename = "nick")]
    nickname: Option<String>,
    ratio: f64,
    #[vellum(default = Fruit::Pears)]
    loves: Fruit,
    friends: Vec<User>,
}

fn user() -> User {
    User {
        name: "Ada".into(),
        home: Some(Box::new(Home { city: "London".into(), since: Date(-1) })),
        raw: vec![0, 1, 0xFF],
        number: Number(77),
        version: Version { major: 1, minor: 2 },
        r#type: Some(true),
        pair: (1, "b\0".into()),
        nested: (1, (-5, 3)),
        nickname: None,
        ratio: -0.5,
        loves: Fruit::Apples,
        friends: vec![],
    }
}

#[test]
fn derived_and_parsed_schemas_give_equal_keys() {
    let schema = Schema::parse(&User::schema().to_string()).unwrap();
    assert_eq!(schema, *User::schema());
    assert!(
        schema.to_string().contains("struct User key(home.city, raw desc, number, version, type, pair.1 desc, "),
        "{schema}"
    );
    for user in [user(), User { home: None, r#type: None, nickname: Some(String::new()), ..user() }] {
        let bytes = vellum::to_vec(&user).unwrap();
        let key = User::key(&bytes).unwrap();
        assert_eq!(schema.key(&Record::open(&schema, &bytes).unwrap()).unwrap(), key);
        let values = User::decode_key(&key).unwrap();
        assert_eq!(values, schema.decode_key(&key).unwrap());
        assert_eq!(written(&schema, &values).unwrap(), key);
        let mut joined = vec![1];
        User::key_into(&bytes, &mut joined).unwrap();
        assert_eq!((joined[0], &joined[1..]), (1, &key[..]));
    }
}

#[test]
fn every_byte_changed_in_a_buffer_gives_a_key_or_an_error() {
    let bytes = vellum::to_vec(&user()).unwrap();
    let mut key = vec![9];
    for at in 0..bytes.len() {
        for byte in 0..=255 {
            let mut changed = bytes.clone();
            changed[at] = byte;
            key.truncate(1);
            match User::key_into(&changed, &mut key) {
                Ok(()) => drop(User::decode_key(&key[1..]).unwrap()),
                Err(_) => assert_eq!(key, [9]),
            }
        }
        let _ = User::key(&bytes[..at]);
    }
}

#[test]
fn every_byte_changed_in_a_key_is_refused_or_another_key() {
    let key = User::key(&vellum::to_vec(&user()).unwrap()).unwrap();
    for at in 0..key.len() {
        assert_eq!(User::decode_key(&key[..at]).unwrap_err().kind(), ErrorKind::Corrupt);
        for byte in 0..=255 {
            let mut changed = key.clone();
            changed[at] = byte;
            if let Ok(values) = User::decode_key(&changed) {
                assert_eq!(written(User::schema(), &values).unwrap(), changed);
            }
        }
    }
    let longer = [&key[..], &[0]].concat();
    assert_eq!(User::decode_key(&longer).unwrap_err().position(), Some(key.len()));
}

#[test]
fn an_error_names_the_path_from_the_outside_in() {
    let schema = Schema::parse("struct B { c: char } struct A key(b.c) { b: B } root A;").unwrap();
    let mut record = Record::new(&schema);
    record.set("b.c", 'x').unwrap();
    let mut bytes = record.into_storage();
    let last = bytes.len() - 1;
    bytes[last] = 0xEE;
    let error = schema.key(&Record::open(&schema, &bytes).unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "b.c"));
    assert_eq!(schema.decode_key(&[0, 0x11, 0, 0]).unwrap_err().path(), "b.c");
}

#[test]
fn what_is_not_stored_has_its_default_in_the_key() {
    let old = Schema::parse("struct S { a: u16 = 18 } root S;").unwrap();
    let new = Schema::parse(
        "open enum E: u16 { one = 1 }
         struct S key(a, name, e desc, late) { a: u16 = 18, name: string = \"x\" since 2, e: E since 2, late: i8? since 3 } root S;",
    )
    .unwrap();
    let bytes = Record::new(&old).into_storage();
    let key = new.key(&Record::open(&new, &bytes).unwrap()).unwrap();
    assert_eq!(key, [0, 18, b'x', 0, 0, 0xFF, 0xFE, 0]);
    assert_eq!(new.key(&Record::new(&new)).unwrap(), key);
    // A variant that a newer revision of an open enum knows.
    let mut record = Record::new(&new);
    record.set("e", 1u16).unwrap();
    let mut bytes = record.into_storage();
    let at = bytes.len() - 5;
    assert_eq!(new.key(&Record::open(&new, &bytes).unwrap()).unwrap(), key);
    bytes[at] = 8;
    let key = new.key(&Record::open(&new, &bytes).unwrap()).unwrap();
    assert_eq!(new.decode_key(&key).unwrap()[2], KeyValue::Enum(9), "{bytes:x?}");
}

#[test]
fn a_derived_buffer_can_be_set_to_its_least_key() {
    let mut bytes = vellum::to_vec(&Single { at: 7, name: "kept".into() }).unwrap();
    Record::open(Single::schema(), &mut bytes).unwrap().set_key_max().unwrap();
    assert_eq!(Single::key(&bytes).unwrap(), [0xFF, 0xFF]);
    Record::open(Single::schema(), &mut bytes).unwrap().set_key_min().unwrap();
    assert_eq!(Single::key(&bytes).unwrap(), [0, 0]);
    assert_eq!(Single::peek(&bytes).unwrap().name().unwrap(), "kept");
}

#[derive(Vellum)]
#[vellum(key(at))]
struct Single {
    at: i16,
    name: String,
}

#[derive(Vellum)]
#[vellum(key(inner.list))]
struct Wrong {
    inner: Inner,
}

#[derive(Vellum)]
struct Inner {
    list: Vec<u32>,
}

#[test]
fn a_derived_key_that_cannot_be_tells_why_when_it_is_used() {
    let bytes = vellum::to_vec(&Wrong { inner: Inner { list: vec![1] } }).unwrap();
    let error = Wrong::key(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert!(error.to_string().contains("a list cannot be sorted, so `inner.list` is no part of a key"), "{error}");
    assert_eq!(Wrong::peek(&bytes).unwrap().inner().unwrap().list().unwrap().get(0).unwrap(), 1);
}

#[derive(Vellum, Clone, Debug)]
#[vellum(key(org, home.city, home_city desc, r#type, version, version_minor))]
struct Located {
    org: Option<u16>,
    home: Home,
    home_city: Date,
    r#type: bool,
    version: Version,
    version_minor: i8,
    name: String,
}

#[test]
fn keys_of_values_are_those_of_records() {
    let located = Located {
        org: Some(7),
        home: Home { city: "London".into(), since: Date(9) },
        home_city: Date(5),
        r#type: true,
        version: Version { major: 1, minor: 2 },
        version_minor: -3,
        name: "x".into(),
    };
    let key = Located::key(&vellum::to_vec(&located).unwrap()).unwrap();
    let of_values = Located::key_of(Some(7), "London", Date(5), true, (1, 2), -3).unwrap();
    assert_eq!(of_values, key);
    let schema = Located::schema();
    assert_eq!(schema.key_of((Some(7), ("London", Date(5)), (true, 1, (2, -3)))).unwrap(), key);
    let values = Located::decode_key(&key).unwrap();
    let [org, city, rest @ ..] = &values[..] else { panic!("{values:?}") };
    assert_eq!(schema.key_of((org, city, &rest[0], &rest[1], &rest[2], &rest[3], &rest[4])).unwrap(), key);
}

#[test]
fn a_prefix_has_the_keys_that_go_on_with_any_values() {
    let key = |org, city| Located::key_of(Some(org), city, Date(5), true, (1, 2), -3).unwrap();
    let prefix = Located::key_prefix((Some(7), "London")).unwrap();
    assert!(prefix.contains(&key(7, "London")));
    assert!(!prefix.contains(&key(7, "Londonderry")) && !prefix.contains(&key(8, "London")));
    assert!(Located::key_prefix((Some(7),)).unwrap().contains(&key(7, "Paris")));
    let whole = Located::key_prefix((Some(7), "London", Date(5), true, (1, 2), -3)).unwrap();
    assert_eq!(whole.start(), key(7, "London"));
}

#[test]
fn what_is_no_part_of_the_key_is_refused() {
    let schema = Located::schema();
    assert_eq!(schema.key_of((Some(7), "London")).unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(schema.key_prefix((Some(7), 5)).unwrap_err().path(), "home.city");
    let too_many = (Some(7), "London", Date(5), true, 1, 2, -3, 9);
    assert_eq!(schema.key_of(too_many).unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(
        Located::schema().key_of((Some(7), "London", Date(5), true, (1, 256), -3)).unwrap_err().path(),
        "version.minor"
    );
    let keyless = Schema::parse("struct S { a: u8 } root S;").unwrap();
    assert_eq!(keyless.key_prefix(7).unwrap_err().kind(), ErrorKind::Schema);
}
