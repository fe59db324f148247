//! Keys that are given at run time: in paths, in handles, by hand.

use vellum::key::Key;
use vellum::value::{Date, Uuid};
use vellum::{
    ErrorKind, Record, Schema,
    dynamic::{Dynamic, ValueRef},
};

const TEXT: &str = "open enum Side: u16 { sell = 2, buy = 7 }
    struct Quote { price: u64, note: string }
    struct Book {
        digests: map<bytes[4], string>,
        quotes: map<tuple<u32, string>, Quote>,
        all: map<tuple<bool, i64, u128, char, uuid, ipv4, date, duration, decimal(2), Side, string, bytes, bytes[2]>, u8>,
        nested: map<tuple<tuple<string, u8>, tuple<u8>>, map<tuple<u8, u8>, list<u16>>>,
        seen: set<tuple<string, i8>>,
        ids: set<bytes[2]>,
    } root Book;";

fn record() -> Record {
    Record::new(&Schema::parse(TEXT).unwrap())
}

#[test]
fn a_key_is_given_as_a_slice_of_keys() {
    let mut record = record();
    let schema = record.schema().clone();
    let price = schema.field::<u64>("quotes[].price").unwrap();
    record.set(price.at(&[Key::from(7), "EUR".into()]), 3).unwrap();
    record.set(price.at(&[Key::from(7), "".into()]), 4).unwrap();
    assert_eq!(record.get(price.at(&[Key::from(7), "EUR".into()])).unwrap(), 3);
    assert_eq!(record.get_optional(price.at(&[Key::from(8), "EUR".into()])).unwrap(), None);
    assert!(record.contains_key("quotes", &[Key::from(7u8), "".into()]).unwrap());
    assert!(record.add_key("seen", &[Key::from("a"), (-1).into()]).unwrap());
    assert!(!record.add_key("seen", &[Key::from("a"), (-1).into()]).unwrap());
    let digest = schema.field::<str>("digests[]").unwrap();
    record.set(digest.at(b"\0\x01ab"), "text").unwrap();
    record.set(digest.at(&[9u8, 9, 9, 9][..]), "other").unwrap();
    assert_eq!(record.get(digest.at(b"\0\x01ab")).unwrap(), "text");
    assert!(record.schema().prove(record.as_bytes()).unwrap().is_complete());

    let ValueRef::Map(quotes) = record.root().unwrap().get("quotes").unwrap() else { panic!("not a map") };
    assert!(quotes.get(&[Key::from(7), "EUR".into()]).unwrap().is_some());
    assert!(quotes.get(&[Key::from(7), "USD".into()]).unwrap().is_none());
    assert!(quotes.get(7).is_err());
    let printed = format!("{:?}", record.root().unwrap());
    assert!(printed.contains("[0, 1, 97, 98]: \"text\""), "{printed}");
}

#[test]
fn a_key_of_other_parts_is_a_type_error() {
    let mut record = record();
    let schema = record.schema().clone();
    let price = schema.field::<u64>("quotes[].price").unwrap();
    let (short, long) = ([Key::from(7)], [Key::from(7), "a".into(), "b".into()]);
    let (swapped, negative) = ([Key::from("a"), 7.into()], [Key::from(-7), "a".into()]);
    let nested = [Key::from(&short), "a".into()];
    for key in [
        Key::from(&short),
        Key::from(&long),
        Key::from(&swapped),
        Key::from(&negative),
        Key::from(&nested),
        7.into(),
        "a".into(),
    ] {
        let before = record.as_bytes().to_vec();
        assert_eq!(record.set(price.at(key), 1).unwrap_err().kind(), ErrorKind::Type, "{key:?}");
        assert_eq!(record.get(price.at(key)).unwrap_err().kind(), ErrorKind::Type, "{key:?}");
        assert_eq!(record.contains_key("quotes", key).unwrap_err().kind(), ErrorKind::Type, "{key:?}");
        assert_eq!(record.add_key("quotes", key).unwrap_err().kind(), ErrorKind::Type, "{key:?}");
        assert_eq!(record.as_bytes(), before);
    }
    for key in [Key::from(b"abc"), Key::from(b"abcde"), 7.into(), Key::from(&swapped)] {
        assert_eq!(record.add_key("digests", key).unwrap_err().kind(), ErrorKind::Type, "{key:?}");
    }
    let error = record.add_key("quotes", &swapped).unwrap_err();
    assert!(error.to_string().contains("\"a\" is no key of type u32"), "{error}");
    let error = record.add_key("quotes", &short).unwrap_err();
    assert!(error.to_string().contains("[7] is no key of type tuple<u32, string>"), "{error}");
}

#[test]
fn paths_have_tuples_as_json_arrays() {
    let mut record = record();
    record.set(r#"quotes[[7,"EUR"]].price"#, 3u64).unwrap();
    record.set(r#"quotes[[7, "a]\"b\\\n\u00e9\ud83d\ude00"]].price"#, 4u64).unwrap();
    assert_eq!(record.get::<u64>("quotes[[7,\"a]\\\"b\\\\\\né😀\"]].price").unwrap(), 4);
    record.set(r#"digests[b"\x00\x01ab"]"#, "text").unwrap();
    record.set("digests[abcd]", "plain").unwrap();
    assert_eq!(record.get::<str>(r#"digests[b"abcd"]"#).unwrap(), "plain");
    let all = r#"all[[true,-5,340282366920938463463374607431768211455,"]","01010101-0101-0101-0101-010101010101","10.0.0.1",19675,-1,"7.50","sell","x","00ff","0102"]]"#;
    record.set(all, 1u8).unwrap();
    assert_eq!(record.get::<u8>(all).unwrap(), 1);
    // Dates are also read as people write them.
    assert_eq!(record.get::<u8>(&all.replace("19675,-1", r#""2023-11-14","-PT0.000000001S""#)).unwrap(), 1);
    assert_eq!(record.get::<u8>(&all.replace("\"sell\"", "2")).unwrap(), 1);
    record.set(&*all.replace("\"sell\"", "300"), 5u8).unwrap();
    let parts = [
        Key::from(true),
        (-5).into(),
        u128::MAX.into(),
        ']'.into(),
        Uuid([1; 16]).into(),
        std::net::Ipv4Addr::new(10, 0, 0, 1).into(),
        Date(19_675).into(),
        vellum::value::Duration(-1).into(),
        vellum::value::Decimal::<2>(750).into(),
        "sell".into(),
        "x".into(),
        Key::from(b"\0\xFF"),
        Key::from(b"\x01\x02"),
    ];
    assert!(record.contains_key("all", &parts).unwrap());
    record.push(r#"nested[[["a",1],[2]]][[3,4]]"#, 9u16).unwrap();
    record.push(r#"nested[[ [ "a" , 1 ] , [ 2 ] ]][[3,4]]"#, 10u16).unwrap();
    assert_eq!(record.len(r#"nested[[["a",1],[2]]][[3,4]]"#).unwrap(), 2);
    assert!(record.schema().prove(record.as_bytes()).unwrap().is_complete());

    // What a difference names can be parsed.
    let empty = Record::new(record.schema());
    let changes = empty.diff(&record).unwrap();
    for change in &changes {
        assert!(record.get::<Dynamic>(change.path()).is_ok(), "{}", change.path());
    }
    let mut patched = empty;
    patched.apply(&changes).unwrap();
    assert!(patched.content_eq(&record).unwrap());
    assert!(changes.iter().any(|change| change.path() == r#"digests[b"\x00\x01ab"]"#));
    record.remove(r#"quotes[[7,"EUR"]]"#).unwrap();
    assert_eq!(record.remove(r#"quotes[[7,"EUR"]]"#).unwrap_err().kind(), ErrorKind::Path);
    let mut merged = Record::new(record.schema());
    merged.merge(&record).unwrap();
    assert!(merged.content_eq(&record).unwrap());
}

#[test]
fn each_value_has_one_text() {
    let record = record();
    for path in [
        r#"quotes[["7","EUR"]]"#,
        r#"quotes[[07,"EUR"]]"#,
        r#"quotes[[+7,"EUR"]]"#,
        "quotes[[7,EUR]]",
        "quotes[[7]]",
        r#"quotes[[7,"EUR",1]]"#,
        r#"quotes[[7,"EUR"]"#,
        r#"quotes[[7,"EUR"#,
        r#"quotes[[7,"EUR"]x]"#,
        r#"quotes[[7,"\x"]]"#,
        r#"quotes[[7,"\ud800"]]"#,
        r#"quotes[[-7,"EUR"]]"#,
        "quotes[7]",
        "quotes[EUR]",
        r#"nested[[["a",1],2]]"#,
        r#"nested[["a",1,2]]"#,
        "digests[abc]",
        r#"digests[b"\x01"]"#,
        "ids[[1,2]]",
        "quotes[[",
        "quotes[[]]",
        "quotes[[,]]",
    ] {
        let error = record.get::<Dynamic>(path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Path, "{path}: {error}");
    }
}

#[test]
fn no_path_leads_into_an_element_of_a_set() {
    let mut record = record();
    record.add_key("seen", &[Key::from("a"), 1.into()]).unwrap();
    record.add_key("ids", b"xy").unwrap();
    let before = record.as_bytes().to_vec();
    for path in [r#"seen[["a",1]].1"#, r#"seen[["a",1]].0"#, "ids[xy][0]", r#"ids[b"xy"][1]"#] {
        assert_eq!(record.set(path, 7u8).unwrap_err().kind(), ErrorKind::Path, "{path}");
        assert_eq!(record.get::<Dynamic>(path).unwrap_err().kind(), ErrorKind::Path, "{path}");
        assert_eq!(record.clear(path).unwrap_err().kind(), ErrorKind::Path, "{path}");
    }
    for path in [r#"seen[["a",1]]"#, "ids[xy]"] {
        assert!(
            record.set(path, b"zz").is_err() && record.clear(path).is_err() && record.push(path, 1u8).is_err(),
            "{path}"
        );
    }
    assert_eq!(record.as_bytes(), before);
    assert!(matches!(record.get::<Dynamic>("ids[xy]").unwrap(), ValueRef::List(bytes) if bytes.len() == 2));
    record.remove(r#"seen[["a",1]]"#).unwrap();
    assert_eq!(record.len("seen").unwrap(), 0);
}

#[test]
fn types_without_an_order_are_no_keys() {
    for (key, is_key) in [
        ("bytes[16]", true),
        ("array<u8, 16>", true),
        ("array<u8?, 16>", false),
        ("array<i8, 16>", false),
        ("array<bool, 2>", false),
        ("string[4]", false),
        ("tuple<u8>", true),
        ("tuple<u8?>", false),
        ("tuple<f32, u8>", false),
        ("tuple<geo4, u8>", false),
        ("tuple<string[4], u8>", false),
        ("tuple<u8, list<u8>>", false),
        ("tuple<tuple<bytes[2], bytes>, E>", true),
        ("tuple<tuple<bytes[2], f64>, E>", false),
        ("P", false),
        ("F", false),
        ("any", false),
    ] {
        for ty in [format!("set<{key}>"), format!("map<{key}, u8>"), format!("list<map<{key}, P?>>")] {
            let text = format!(
                "enum E {{ a }} struct P {{ x: u8 }} frozen struct F {{ x: u8 }} struct R {{ f: {ty} }} root R;"
            );
            match Schema::parse(&text) {
                Ok(schema) => {
                    assert!(is_key, "{ty}");
                    assert_eq!(Schema::parse(&schema.to_string()).unwrap(), schema);
                    assert_eq!(Schema::from_bytes(&schema.to_bytes()).unwrap(), schema);
                }
                Err(error) => assert!(!is_key && error.to_string().contains("a key is"), "{ty}: {error}"),
            }
            assert_eq!(
                Schema::parse(&format!("enum E {{ a }} struct P {{ x: u8 }} frozen struct F {{ x: u8 }} root {ty};"))
                    .is_ok(),
                is_key
            );
        }
    }
}

#[test]
fn a_builder_and_the_root_itself_take_them() {
    let schema = Schema::parse("root map<tuple<u8, string>, bytes[2]>;").unwrap();
    let mut record = Record::new(&schema);
    record.set(r#"[[1,"a"]]"#, b"xy").unwrap();
    assert_eq!(record.len("").unwrap(), 1);
    let mut builder = vellum::RecordBuilder::new(&schema);
    builder.set(r#"[[1,"a"]]"#, b"xy").unwrap();
    record.compact().unwrap();
    assert_eq!(builder.finish().unwrap(), record.as_bytes());
}
