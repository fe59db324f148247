//! What errors of the edit cursors of maps and sets say of where they arose.

use std::collections::{BTreeMap, BTreeSet};

use vellum::value::Date;
use vellum::{ErrorKind, Result, Vellum};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Person {
    #[vellum(max = 10)]
    name: String,
    phones: Vec<String>,
    marks: BTreeMap<u8, String>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Shop {
    #[vellum(rename = "price_list")]
    prices: BTreeMap<String, String>,
    counts: BTreeMap<(u8, String), u32>,
    days: BTreeMap<Date, Vec<String>>,
    people: BTreeMap<String, Person>,
    tags: BTreeSet<String>,
    levels: BTreeMap<i16, String>,
}

const LONG: &str = "a text that is longer than what was there before it";

fn shop() -> Shop {
    let person = Person { name: "Ada".into(), phones: vec!["1".into()], marks: BTreeMap::from([(1, "one".into())]) };
    Shop {
        prices: BTreeMap::from([("EUR".into(), "1".into()), ("a \"b\"".into(), "2".into())]),
        counts: BTreeMap::from([((1, "x".into()), 2)]),
        days: BTreeMap::from([(Date(1), vec!["x".into()])]),
        people: BTreeMap::from([("ada".into(), person.clone())]),
        tags: BTreeSet::from(["x".into()]),
        levels: BTreeMap::from([(-7, "x".into()), (7, "y".into())]),
    }
}

#[track_caller]
fn has_path<T>(result: Result<T>, kind: ErrorKind, path: &str) {
    let error = result.err().unwrap();
    assert_eq!((error.kind(), error.path().as_str()), (kind, path), "{error}");
}

#[test]
fn an_edit_that_does_not_fit_names_the_entry_or_the_element() {
    let mut bytes = vellum::to_vec(&shop()).unwrap();
    let before = bytes.clone();
    let mut slice = &mut bytes[..];
    let mut edit = Shop::edit(&mut slice).unwrap();
    let full = ErrorKind::Full;
    has_path(edit.prices().insert("EUR", LONG), full, "price_list[\"EUR\"]");
    has_path(edit.prices().insert("USD", LONG), full, "price_list[\"USD\"]");
    has_path(edit.prices().insert("a \"b\"", LONG), full, r#"price_list["a \"b\""]"#);
    has_path(edit.prices().update("EUR", "", |_| LONG), full, "price_list[\"EUR\"]");
    has_path(edit.prices().at("EUR").unwrap().unwrap().push_str(LONG), full, "price_list[\"EUR\"]");
    has_path(edit.prices().at_or_insert("USD", LONG), full, "price_list[\"USD\"]");
    has_path(edit.prices().entry("USD").or_insert(LONG), full, "price_list[\"USD\"]");
    has_path(edit.counts().insert((7, LONG), 1), full, "counts");
    has_path(edit.days().insert(Date(2), &[LONG.into()]), full, "days");
    has_path(edit.people().at("ada").unwrap().unwrap().marks().insert(1, LONG), full, "marks[1]");
    has_path(edit.levels().insert(-300, LONG), full, "levels[-300]");
    has_path(edit.levels().insert(-7, LONG), full, "levels[-7]");
    has_path(edit.levels().insert(7, LONG), full, "levels[7]");
    has_path(edit.tags().insert(LONG), full, &format!("tags[\"{LONG}\"]"));
    assert_eq!(bytes, before);
}

#[test]
fn what_breaks_a_rule_is_named() {
    let mut bytes = vellum::to_vec(&shop()).unwrap();
    let before = bytes.clone();
    let mut edit = Shop::edit(&mut bytes).unwrap();
    let person = Person { name: LONG.into(), ..Person::default() };
    has_path(edit.people().insert("ada", &person), ErrorKind::Type, "people[\"ada\"].name");
    has_path(edit.people().insert("bob", &person), ErrorKind::Type, "people[\"bob\"].name");
    assert_eq!(bytes, before);
}

#[test]
fn bytes_that_are_invalid_are_named_as_far_as_they_tell() {
    let bytes = vellum::to_vec(&shop()).unwrap();
    let mut found = BTreeSet::new();
    for at in 0..bytes.len() {
        for value in [0, 0x7F, 0xFE, 0xFF, bytes[at] ^ 1, bytes[at].wrapping_add(3)] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            let errors = |damaged: &mut Vec<u8>| -> Result<Vec<(Option<vellum::Error>, &str)>> {
                let mut edit = Shop::edit(damaged)?;
                Ok(vec![
                    (edit.prices().get("EUR").err(), "price_list"),
                    (edit.prices().len().err(), "price_list"),
                    (edit.prices().view().err(), "price_list"),
                    (edit.prices().take("EUR").err(), "price_list"),
                    (edit.counts().contains_key((1, "x")).err(), "counts"),
                    (edit.tags().contains("x").err(), "tags"),
                    (edit.tags().remove("x").err(), "tags"),
                ])
            };
            for (error, path) in errors(&mut damaged).unwrap_or_default() {
                let Some(error) = error else { continue };
                assert!(error.path().starts_with(path), "{error} instead of {path}, at {at}");
                assert!(!error.path()[path.len()..].contains(path), "{error} twice");
                found.insert(error.path());
            }
        }
    }
    for path in ["price_list", "price_list[\"EUR\"]", "counts", "tags"] {
        assert!(found.contains(path), "{path} is not in {found:?}");
    }
}
