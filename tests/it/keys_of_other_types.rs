//! A key of another type than its map's is the same error whatever the map holds, and whatever is asked.

use vellum::key::Key;
use vellum::value::{Date, Decimal, Timestamp, Uuid};
use vellum::{ErrorKind, Record, Result, Schema};

/// Key types, and what their keys can be given as.
const TYPES: [(&str, &[&str]); 12] = [
    ("string", &["text", "digits"]),
    ("bytes", &["text", "digits", "bytes"]),
    ("bool", &["bool"]),
    ("u8", &["small"]),
    ("i64", &["small", "negative"]),
    ("u128", &["small", "large", "wide"]),
    ("i128", &["small", "negative", "large"]),
    ("char", &["char"]),
    ("date", &["date"]),
    ("uuid", &["uuid"]),
    ("decimal(2)", &["decimal"]),
    ("Fruit", &["small", "name"]),
];

fn given() -> [(&'static str, Key<'static>); 14] {
    [
        ("text", "text".into()),
        ("digits", "7".into()),
        ("name", "pear".into()),
        ("bytes", Key::from(&[0xFFu8, 0][..])),
        ("bool", true.into()),
        ("small", 1u8.into()),
        ("negative", (-1i8).into()),
        ("large", u64::MAX.into()),
        ("wide", u128::MAX.into()),
        ("char", 'c'.into()),
        ("date", Date(1).into()),
        ("uuid", Uuid([1; 16]).into()),
        ("decimal", Decimal::<2>(1).into()),
        ("moment", Timestamp(1).into()),
    ]
}

/// Whether a map of the type takes the key. A name is text like any other.
fn takes((_, names): (&str, &[&str]), given: &str) -> bool {
    names.contains(&given) || (given == "name" && names.contains(&"text"))
}

fn schema(key: &str) -> Schema {
    Schema::parse(&format!(
        "enum Fruit {{ apple, pear }} struct Part {{ n: u8? }}
         struct Home {{ map: map<{key}, u8>, maybe: map<{key}, u8>? }}
         struct Root {{
             map: map<{key}, u8>, maybe: map<{key}, u8>?, home: Home, away: Home?, lists: map<{key}, list<u8>>,
             parts: map<{key}, Part>, nested: list<map<{key}, u8>>, texts: map<{key}, string>, set: set<{key}>, deep: map<{key}, map<{key}, u8>>,
         }} root Root;"
    ))
    .unwrap()
}

fn copy(record: &Record) -> Record {
    Record::open(record.schema(), record.as_bytes().to_vec()).unwrap()
}

/// All maps of a record, and its set.
const MAPS: [&str; 12] = [
    "map",
    "maybe",
    "home.map",
    "home.maybe",
    "away.map",
    "away.maybe",
    "lists",
    "parts",
    "nested[0]",
    "texts",
    "set",
    "deep",
];

/// The same record, without any entries, with empty maps, and with an entry in each map.
fn states(schema: &Schema, key: Key<'static>) -> [Record; 3] {
    let mut absent = Record::new(schema);
    absent.push_default("nested").unwrap();
    let (mut empty, mut full) = (copy(&absent), copy(&absent));
    full.make("away").unwrap();
    for map in MAPS {
        full.add_key(map, key).unwrap();
        empty.add_key(map, key).unwrap();
    }
    for map in MAPS {
        // A handle has the index of an element beside it.
        let path = map.replace("[0]", "[]");
        let path = format!("{path}[]");
        let handle = schema.field::<vellum::dynamic::Dynamic>(&path).unwrap();
        if path.starts_with("nested") {
            empty.remove(handle.at(0).at(key)).unwrap();
        } else {
            empty.remove(handle.at(key)).unwrap();
        }
    }
    [absent, empty, full]
}

/// Each operation that takes a key, with its path.
#[allow(clippy::too_many_lines)]
fn operations(schema: &Schema, record: &Record, key: Key<'static>) -> Vec<(String, &'static str, Result<()>, Record)> {
    let mut done = Vec::new();
    let mut run = |name: &str, path: &'static str, operation: &mut dyn FnMut(&mut Record) -> Result<()>| {
        let mut record = copy(record);
        let result = operation(&mut record);
        done.push((format!("{name} {path}"), path, result, record));
    };
    for path in ["map[]", "maybe[]", "home.map[]", "home.maybe[]", "away.map[]", "away.maybe[]"] {
        let handle = schema.field::<u8>(path).unwrap();
        run("get", path, &mut |record| record.get(handle.at(key)).map(drop));
        run("get_optional", path, &mut |record| record.get_optional(handle.at(key)).map(drop));
        run("contains_key", path, &mut |record| record.contains_key(&handle, key).map(drop));
        run("add_key", path, &mut |record| record.add_key(&handle, key).map(drop));
        run("set", path, &mut |record| record.set(handle.at(key), 3));
        run("clear", path, &mut |record| record.clear(handle.at(key)));
        run("take", path, &mut |record| record.take(handle.at(key)).map(drop));
        run("remove", path, &mut |record| record.remove(handle.at(key)));
        run("entry", path, &mut |record| record.entry(handle.at(key)).get().map(drop));
        run("or_insert", path, &mut |record| record.entry(handle.at(key)).or_insert(3).map(drop));
    }
    let list = schema.field::<u8>("lists[][]").unwrap();
    run("len", "lists[][]", &mut |record| record.len(list.at(key)).map(drop));
    run("push", "lists[][]", &mut |record| record.push(list.at(key), 3));
    run("push_default", "lists[][]", &mut |record| record.push_default(list.at(key)));
    run("pop", "lists[][]", &mut |record| record.pop(list.at(key)).map(drop));
    run("insert", "lists[][]", &mut |record| record.insert(list.at(key).at(0), 3));
    run("truncate", "lists[][]", &mut |record| record.truncate(list.at(key), 0));
    run("extend", "lists[][]", &mut |record| record.extend_from_slice(list.at(key), &[1, 2]));
    run("swap", "lists[][]", &mut |record| record.swap(list.at(key), 0, 0));
    run("make_list", "lists[][]", &mut |record| record.make_list(list.at(key)));
    let part = schema.field::<u8>("parts[].n").unwrap();
    run("get", "parts[].n", &mut |record| record.get_optional(part.at(key)).map(drop));
    run("set", "parts[].n", &mut |record| record.set(part.at(key), 3));
    run("clear", "parts[].n", &mut |record| record.clear(part.at(key)));
    let whole = schema.field::<vellum::dynamic::Dynamic>("parts[]").unwrap();
    run("make", "parts[]", &mut |record| record.make(whole.at(key)));
    let nested = schema.field::<u8>("nested[][]").unwrap();
    run("get", "nested[][]", &mut |record| record.get_optional(nested.at(0).at(key)).map(drop));
    run("contains_key", "nested[][]", &mut |record| record.contains_key(nested.at(0), key).map(drop));
    let text = schema.field::<str>("texts[]").unwrap();
    run("splice", "texts[]", &mut |record| record.splice(text.at(key), 0..0, "a"));
    let set = schema.field::<vellum::dynamic::Dynamic>("set[]").unwrap();
    run("contains_key", "set[]", &mut |record| record.contains_key(&set, key).map(drop));
    run("add_key", "set[]", &mut |record| record.add_key(&set, key).map(drop));
    run("remove", "set[]", &mut |record| record.remove(set.at(key)));
    let deep = schema.field::<u8>("deep[][]").unwrap();
    run("get", "deep[][]", &mut |record| record.get_optional(deep.at(key).at(key)).map(drop));
    run("len", "deep[][]", &mut |record| record.len(deep.at(key)).map(drop));
    run("contains_key", "deep[][]", &mut |record| record.contains_key(deep.at(key), key).map(drop));
    done
}

#[test]
fn a_key_of_another_type_is_the_same_error_whatever_is_there() {
    for ty in TYPES {
        let schema = schema(ty.0);
        let known = given().into_iter().find(|(name, _)| takes(ty, name)).unwrap().1;
        for record in states(&schema, known) {
            for (name, key) in given() {
                for (operation, path, result, after) in operations(&schema, &record, key) {
                    let what = format!("{operation} of map<{}, _> by {name}", ty.0);
                    if takes(ty, name) {
                        let kind = result.err().map(|error| error.kind());
                        assert!(matches!(kind, None | Some(ErrorKind::Path)), "{what}: {kind:?}");
                        continue;
                    }
                    let error = result.expect_err(&what);
                    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{what}: {error}");
                    assert!(error.to_string().contains(&format!("is no key of type {}", ty.0)), "{what}: {error}");
                    assert_eq!(after.as_bytes(), record.as_bytes(), "{what}");
                }
            }
        }
    }
}

#[test]
fn a_path_with_a_key_of_another_type_is_the_same_error_whatever_is_there() {
    for (ty, key, wrong) in
        [("bool", "true", "1"), ("u8", "1", "256"), ("date", "1", "2023-02-29"), ("Fruit", "pear", "plum")]
    {
        let schema = schema(ty);
        let known: Key<'_> = match ty {
            "bool" => true.into(),
            "u8" => 1u8.into(),
            "date" => Date(1).into(),
            _ => "pear".into(),
        };
        for mut record in states(&schema, known) {
            let before = record.as_bytes().to_vec();
            for path in ["map", "maybe", "home.map", "away.maybe"] {
                assert!(record.get::<u8>(&format!("{path}[{key}]")).is_ok());
                let path = format!("{path}[{wrong}]");
                let errors = [
                    record.get::<u8>(&path).unwrap_err(),
                    record.set(&*path, 1).unwrap_err(),
                    record.clear(&*path).unwrap_err(),
                    record.remove(&*path).unwrap_err(),
                ];
                for error in errors {
                    assert_eq!((error.kind(), error.path()), (ErrorKind::Path, path.clone()), "{error}");
                    assert!(error.to_string().contains(&format!("`{wrong}` is no key of type {ty}")), "{error}");
                }
            }
            assert_eq!(record.as_bytes(), before);
        }
    }
}
