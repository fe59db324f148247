//! All pairs of small values: a difference makes one of the other, edits lists by nothing but inserts, removals and splices, and elsewhere
//! erases nothing that the first one did not have.

use vellum::{ErrorKind, Record, Schema, change::Action, dynamic::ValueRef, schema::PointerWidth};

use super::copy;
use crate::common::nets;

/// All sequences of so many of some values at most.
fn sequences<T: Clone>(values: &[T], longest: usize) -> Vec<Vec<T>> {
    let mut all = vec![vec![]];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for index in from..to {
            for value in values {
                let longer = [&all[index][..], std::slice::from_ref(value)].concat();
                all.push(longer);
            }
        }
        from = to;
    }
    all
}

/// A record of JSON that leaves out what is a default.
fn read(schema: &Schema, json: &str) -> Record {
    vellum::json::Options::new().default_missing_fields().read(schema, json).unwrap()
}

/// A record for each list of so many of some values, as JSON has them.
fn records(schema: &Schema, longest: usize, elements: &[&str]) -> Vec<Record> {
    let json = |elements: Vec<&str>| read(schema, &format!("{{\"list\":[{}]}}", elements.join(",")));
    sequences(elements, longest).into_iter().map(json).collect()
}

/// Tells all pairs apart, and makes one of the other.
fn check_pairs(records: &[Record], every: usize, is_edit: impl Fn(Action) -> bool) {
    let mut number = 0usize;
    for old in records {
        for new in records {
            number += 1;
            if !number.is_multiple_of(every) {
                continue;
            }
            let changes = old.diff(new).unwrap();
            assert!(changes.iter().all(|change| is_edit(change.action())), "{changes:?}");
            let mut patched = copy(old);
            patched.apply(&changes).unwrap_or_else(|error| panic!("{error}: {changes:?}"));
            assert!(patched.content_eq(new).unwrap(), "{changes:?} made {patched:?}");
            patched.schema().prove(patched.as_bytes()).unwrap();
        }
    }
}

fn of(element: &str) -> Schema {
    let text = format!(
        "union Held {{ none, word: u64, text: string, many: list<u8> }} frozen struct Spot {{ x: u8, name: string }}
         struct Part {{ n: u8, notes: list<string>, late: u32 since 2 }}
         struct All {{ list: {element} }} root All;"
    );
    Schema::parse(&text).unwrap()
}

fn is_list_edit(action: Action) -> bool {
    matches!(action, Action::Insert | Action::Remove | Action::Splice)
}

#[test]
fn all_pairs_of_short_lists_of_values_without_parts_are_edited_into_each_other() {
    for (element, values) in [
        ("list<u8>", ["1", "2", "3"]),
        ("list<string>", ["\"\"", "\"a\"", "\"a longer text\""]),
        ("list<u16?>", ["null", "0", "7"]),
        ("list<bool>?", ["true", "false", "true"]),
    ] {
        check_pairs(&records(&of(element), 4, &values), nets::step(), is_list_edit);
    }
}

#[test]
fn all_pairs_of_short_lists_of_values_with_parts_are_edited_into_each_other() {
    for (element, values) in [
        ("list<list<u8>>", ["[]", "[1]", "[2,1]"]),
        ("list<list<string>?>", ["null", "[]", "[\"a\"]"]),
        ("list<map<string, u8?>>", ["{}", "{\"a\":1}", "{\"a\":null,\"b\":2}"]),
        ("list<set<u8>>", ["[]", "[1,2]", "[2,3]"]),
        ("list<Part>", ["{}", "{\"n\":1,\"notes\":[\"a\"]}", "{\"notes\":[\"b\",\"a\"],\"late\":7}"]),
        ("list<Part?>", ["null", "{\"n\":1}", "{\"notes\":[\"b\"]}"]),
        ("list<Spot>", ["{}", "{\"x\":1}", "{\"name\":\"here\"}"]),
        ("list<Held>", ["\"none\"", "{\"word\":700}", "{\"text\":\"a\"}"]),
        ("list<Held>", ["{\"many\":[]}", "{\"many\":[1,2]}", "{\"many\":[2]}"]),
        ("list<Held?>", ["null", "\"none\"", "{\"many\":[1]}"]),
        ("list<any>", ["null", "[1,\"a\"]", "{\"a\":[]}"]),
        ("list<array<u8, 2>>", ["[0,0]", "[1,0]", "[1,2]"]),
        ("list<tuple<u8, string>>", ["[0,\"\"]", "[1,\"a\"]", "[0,\"b\"]"]),
    ] {
        // Lists of three, and one in four of the pairs of lists of four.
        check_pairs(&records(&of(element), 3, &values), 1, |_| true);
        check_pairs(&records(&of(element), 4, &values), 4 * nets::step(), |_| true);
    }
}

#[test]
fn all_pairs_of_small_maps_and_sets_are_edited_into_each_other() {
    let maps = |element: &str, values: &[&str]| {
        let schema = of(element);
        let entries = |chosen: &[usize]| {
            let keyed = chosen.iter().enumerate().filter(|(_, value)| **value > 0);
            let entries: Vec<String> = keyed.map(|(key, value)| format!("\"{key}\":{}", values[*value - 1])).collect();
            schema.from_json(&format!("{{\"list\":{{{}}}}}", entries.join(","))).unwrap()
        };
        let choices: Vec<usize> = (0..=values.len()).collect();
        sequences(&choices, 3)
            .iter()
            .filter(|chosen| chosen.len() == 3)
            .map(|chosen| entries(chosen))
            .collect::<Vec<_>>()
    };
    check_pairs(&maps("map<string, u8>", &["0", "1", "2"]), 1, |action| {
        matches!(action, Action::AddKey | Action::RemoveKey | Action::Set)
    });
    check_pairs(&maps("map<u16, list<string>>", &["[]", "[\"a\"]", "[\"b\",\"a\"]"]), 1, |action| {
        is_list_edit(action) || matches!(action, Action::AddKey | Action::RemoveKey)
    });
    check_pairs(&maps("map<string, u8?>", &["null", "1"]), 1, |_| true);
    let schema = of("set<u8>");
    let set = |keys: Vec<u8>| {
        let mut record = Record::new(&schema);
        for key in keys {
            record.add_key("list", key).unwrap();
        }
        record
    };
    let sets: Vec<Record> = sequences(&[1, 2, 3], 3).into_iter().map(set).collect();
    check_pairs(&sets, 1, |action| matches!(action, Action::AddKey | Action::RemoveKey));
}

/// How many elements of a list of numbers are the foreign one.
fn count_of(record: &Record, foreign: u8) -> usize {
    let value = record.schema().field::<u8>("list[]").unwrap();
    record.iter(&value).unwrap().filter(|element| *element.as_ref().unwrap() == foreign).count()
}

#[test]
fn no_element_that_the_base_did_not_have_is_erased() {
    const FOREIGN: u8 = 9;
    let schema = of("list<u8>");
    let bases = records(&schema, 3, &["1", "2"]);
    let diverged = records(&schema, 3, &["1", "2", "9"]);
    let (mut made, mut refused) = (0, 0);
    for old in &bases {
        for new in &bases {
            let changes = old.diff(new).unwrap();
            for there in &diverged {
                let mut patched = copy(there);
                match patched.apply(&changes) {
                    Ok(()) => {
                        made += 1;
                        assert_eq!(count_of(&patched, FOREIGN), count_of(there, FOREIGN), "{changes:?} to {there:?}");
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(matches!(error.kind(), ErrorKind::Conflict | ErrorKind::Path), "{error}");
                        assert_eq!(patched.as_bytes(), there.as_bytes());
                    }
                }
            }
        }
    }
    assert!(made > 1000 && refused > 1000, "{made} {refused}");
}

#[test]
fn buffers_of_each_pair_of_revisions_are_edited_into_each_other() {
    let text = |second: &str, third: &str| {
        format!(
            "struct Part {{ n: u8, notes: list<string>{second}{third} }}
             struct All {{ list: list<Part>, by: map<u8, Part>, one: Part{second}{third} }} root All;"
        )
    };
    let second = ", more: list<u8> since 2, label: string since 2";
    let third = ", last: list<Part> since 3";
    let revisions = [text("", ""), text(second, ""), text(second, third)].map(|text| Schema::parse(&text).unwrap());
    let newest = &revisions[2];
    let mut buffers = Vec::new();
    for (number, schema) in revisions.iter().enumerate() {
        for (size, width) in
            [(0, PointerWidth::One), (1, PointerWidth::Two), (2, PointerWidth::One), (3, PointerWidth::Four)]
        {
            let mut record = Record::with_width(schema, width);
            for index in 0..size {
                record.push_default("list").unwrap();
                record.push(&*format!("list[{index}].notes"), "a note").unwrap();
                record.set(&*format!("by[{index}].n"), 1).unwrap();
                record.push("one.notes", ["x", "y", "z"][index]).unwrap();
                if number > 0 {
                    record.push(&*format!("list[{index}].more"), 7).unwrap();
                    record.push("more", 8).unwrap();
                    record.set("label", "new").unwrap();
                }
                if number > 1 {
                    record.push_default("last").unwrap();
                    record.push("last[0].more", 9).unwrap();
                }
            }
            buffers.push(record.into_storage());
        }
    }
    for old in &buffers {
        for new in &buffers {
            let [old, new] = [old, new].map(|bytes| Record::open(newest, bytes.clone()).unwrap());
            let changes = old.diff(&new).unwrap();
            assert!(!changes.iter().any(|change| {
                change.action() == Action::Set && matches!(change.value().unwrap(), Some(ValueRef::List(_)))
            }));
            for there in &buffers {
                let mut patched = Record::open(newest, there.clone()).unwrap();
                match patched.apply(&changes) {
                    Ok(()) => assert!(newest.prove(patched.as_bytes()).is_ok()),
                    Err(_) => assert_eq!(patched.as_bytes(), there),
                }
            }
            let mut patched = copy(&old);
            patched.apply(&changes).unwrap_or_else(|error| panic!("{error}: {changes:?}"));
            assert!(patched.content_eq(&new).unwrap(), "{changes:?}");
        }
    }
}
